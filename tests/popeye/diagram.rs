//! Random diagrams with a high chance of a solution: a king at the edge near officers of the other
//! side, pawns that promote or meet, kings and rooks on their home squares.

use crate::dice::Dice;
use crate::problem::{Colour, Man, Square};

/// A diagram under construction.
pub struct Diagram {
    pub men: Vec<Man>,
    /// The squares that must stay empty because a pawn has just passed over them.
    ep_squares: Vec<Square>,
}

impl Diagram {
    pub fn man(&self, square: Square) -> Option<Man> {
        self.men.iter().copied().find(|man| man.square == square)
    }

    pub fn king(&self, colour: Colour) -> Option<Square> {
        self.men.iter().find(|man| man.colour == colour && man.letter == 'K').map(|man| man.square)
    }

    /// Puts a man on a square if the square exists and is empty.
    pub fn put(&mut self, colour: Colour, letter: char, square: Option<Square>) {
        let free = |square: &Square| self.man(*square).is_none() && !self.ep_squares.contains(square);
        if let Some(square) = square.filter(free) {
            self.men.push(Man { colour, letter, square, attribute: None });
        }
    }

    /// Returns whether the king of this colour is in check in orthodox chess.
    pub fn in_check(&self, colour: Colour) -> bool {
        let Some(king) = self.king(colour) else {
            return false;
        };
        let attackers = self.men.iter().filter(|man| man.colour != colour);
        attackers.into_iter().any(|man| self.attacks(*man, king))
    }

    fn attacks(&self, man: Man, target: Square) -> bool {
        let (file, rank) = (target.file - man.square.file, target.rank - man.square.rank);
        let straight = file == 0 || rank == 0;
        let oblique = file.abs() == rank.abs();
        let clear = || {
            let steps = file.abs().max(rank.abs());
            (1..steps).all(|step| {
                let (file, rank) = (file.signum() * step, rank.signum() * step);
                Square::new(man.square.file + file, man.square.rank + rank)
                    .is_some_and(|square| self.man(square).is_none())
            })
        };
        match man.letter {
            'K' => man.square.distance(target) == 1,
            'Q' => (straight || oblique) && clear(),
            'R' => straight && clear(),
            'B' => oblique && clear(),
            'S' => file.abs() * rank.abs() == 2,
            'P' => rank == forward(man.colour) && file.abs() == 1,
            // The check of a fairy man is found by the solvers.
            _ => false,
        }
    }
}

/// Returns the direction of a pawn's step.
fn forward(colour: Colour) -> i32 {
    match colour {
        Colour::White => 1,
        Colour::Black => -1,
    }
}

/// Returns the rank with this number from the view of a side: its own first rank is 1.
pub fn own_rank(colour: Colour, number: i32) -> i32 {
    match colour {
        Colour::White => number - 1,
        Colour::Black => 8 - number,
    }
}

/// The purpose of a diagram.
#[derive(Clone, Copy)]
pub struct DiagramPlan {
    /// The side of the king that is to be mated.
    pub target: Colour,
    /// Whether the attacker is forced to reach the goal, as in self and reflex play.
    pub forced: bool,
    /// Whether the target side is to be left without a move.
    pub stalemate: bool,
    /// The side that made the last move before the diagram.
    pub last: Colour,
    /// The number of men other than kings.
    pub extra: usize,
}

/// Returns men that suit the plan, and the double step that led to the diagram, if there was one.
pub fn random(dice: &mut Dice, plan: DiagramPlan) -> (Diagram, Option<String>) {
    let mut diagram = Diagram { men: Vec::new(), ep_squares: Vec::new() };
    let (prey, hunter) = (plan.target, plan.target.other());
    let mut double_step = None;
    match dice.roll(100) {
        0..10 => castling(dice, &mut diagram, hunter),
        10..16 => castling(dice, &mut diagram, prey),
        16..24 => pawns_meet(dice, &mut diagram),
        24..30 => double_step = just_stepped(dice, &mut diagram, plan.last),
        _ => {}
    }
    while diagram.king(prey).is_none() {
        put_target_king(dice, &mut diagram, prey);
    }
    while diagram.king(hunter).is_none() {
        let near = diagram.king(prey).filter(|_| dice.percent(75));
        let square = match near {
            Some(prey) => square_near(dice, prey, 2, 2),
            None if plan.forced => edge(dice),
            None => random_square(dice, 0, 7),
        };
        diagram.put(hunter, 'K', square);
    }
    // In self play the side that is forced to mate has one or two men for it.
    let mut forced = if plan.forced { 1 + dice.roll(2) } else { 0 };
    let share = if plan.stalemate { 80 } else { 68 };
    let mut attempts = 0;
    while diagram.men.len() < plan.extra + 2 && attempts < 100 {
        attempts += 1;
        let before = diagram.men.len();
        let colour = match plan.forced {
            true if forced > 0 => hunter,
            true => prey,
            false if dice.percent(share) => hunter,
            false => prey,
        };
        put_random_man(dice, &mut diagram, colour, plan);
        if diagram.men.len() > before {
            forced = forced.saturating_sub(1);
        }
    }
    (diagram, double_step)
}

fn castling(dice: &mut Dice, diagram: &mut Diagram, side: Colour) {
    let home = own_rank(side, 1);
    diagram.put(side, 'K', Square::new(4, home));
    let rooks: &[i32] = dice.pick_weighted(&[(2, &[0][..]), (2, &[7]), (1, &[0, 7])]);
    for &file in rooks {
        diagram.put(side, 'R', Square::new(file, home));
    }
}

/// Adds a pawn that may pass another by a double step, and the other, which may capture it en passant.
fn pawns_meet(dice: &mut Dice, diagram: &mut Diagram) {
    let stepper = *dice.pick(&[Colour::White, Colour::Black]);
    let file = dice.between(0, 7);
    let aside = file + dice.pick(&[-1, 1]);
    diagram.put(stepper, 'P', Square::new(file, own_rank(stepper, 2)));
    let taker = Square::new(aside, own_rank(stepper, 4));
    diagram.put(stepper.other(), 'P', taker);
}

/// Adds a pawn of the side that moved last next to a pawn that may capture it en passant.
fn just_stepped(dice: &mut Dice, diagram: &mut Diagram, stepper: Colour) -> Option<String> {
    let file = dice.between(0, 7);
    let taker = Square::new(file + dice.pick(&[-1, 1]), own_rank(stepper, 4))?;
    let step = |number| Square::new(file, own_rank(stepper, number));
    diagram.put(stepper, 'P', step(4));
    diagram.put(stepper.other(), 'P', Some(taker));
    diagram.ep_squares.extend(step(2));
    diagram.ep_squares.extend(step(3));
    Some(format!("{}{}{}", step(2)?, step(3)?, step(4)?))
}

fn put_target_king(dice: &mut Dice, diagram: &mut Diagram, prey: Colour) {
    let square = match dice.roll(10) {
        0..6 => edge(dice),
        6..9 => Square::new(*dice.pick(&[0, 7]), *dice.pick(&[0, 7])),
        _ => random_square(dice, 0, 7),
    };
    diagram.put(prey, 'K', square);
}

fn edge(dice: &mut Dice) -> Option<Square> {
    let along = dice.between(0, 7);
    let across = *dice.pick(&[0, 7]);
    match dice.percent(65) {
        true => Square::new(along, across),
        false => Square::new(across, along),
    }
}

fn put_random_man(dice: &mut Dice, diagram: &mut Diagram, colour: Colour, plan: DiagramPlan) {
    let (prey, hunting) = (plan.target, colour != plan.target);
    let letter = if hunting || (plan.forced && dice.percent(70)) {
        dice.pick_weighted(&[(20, 'Q'), (26, 'R'), (16, 'B'), (16, 'S'), (22, 'P')])
    } else {
        dice.pick_weighted(&[(6, 'Q'), (12, 'R'), (12, 'B'), (12, 'S'), (58, 'P')])
    };
    let around = |dice: &mut Dice, whose: Colour| {
        let king = diagram.king(whose)?;
        let (least, most) = *dice.pick(&[(1, 1), (1, 2), (2, 3)]);
        square_near(dice, king, least, most)
    };
    let square = match dice.roll(100) {
        0..50 => around(dice, prey),
        50..60 => around(dice, prey.other()),
        _ => random_square(dice, 0, 7),
    };
    if letter != 'P' {
        diagram.put(colour, letter, square);
        return;
    }
    let file = square.map_or(dice.between(0, 7), |square| square.file);
    let number = match dice.roll(100) {
        0..35 if hunting => 7,
        0..10 => 7,
        35..50 => 2,
        50..51 => 1,
        _ => match square {
            Some(square) if (1..7).contains(&square.rank) => {
                diagram.put(colour, 'P', Some(square));
                return;
            }
            _ => dice.between(3, 6),
        },
    };
    diagram.put(colour, 'P', Square::new(file, own_rank(colour, number)));
}

/// Returns a square at a distance from `least` to `most`, or `None` if the chosen one is outside
/// the board.
fn square_near(dice: &mut Dice, from: Square, least: i32, most: i32) -> Option<Square> {
    let (file, rank) = (dice.between(-most, most), dice.between(-most, most));
    Square::new(from.file + file, from.rank + rank).filter(|square| square.distance(from) >= least)
}

/// Returns a square on a rank from `least` to `most`, counted from 0.
pub fn random_square(dice: &mut Dice, least: i32, most: i32) -> Option<Square> {
    Square::new(dice.between(0, 7), dice.between(least, most))
}
