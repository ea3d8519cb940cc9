//! The moves of fairy men, each in its own words: step by step on the board, without tables.

mod borrowers;
mod hunters;
mod locusts;
mod middles;
pub mod pawns;
mod repeats;

use kirke::position::{Colour, Man, Walk};

use crate::reference_rules::board::{Board, Sq, at, file, rank};

type Vector = (i32, i32);

const ROOK: [Vector; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP: [Vector; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
/// In the order of a turn by an eighth of a circle.
const KNIGHT: [Vector; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
/// In the order of a turn by an eighth of a circle.
const QUEEN: [Vector; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// Returns all vectors of a leap with these two lengths.
fn leaps(one: i32, other: i32) -> Vec<Vector> {
    let mut vectors = Vec::new();
    for (files, ranks) in [(one, other), (other, one)] {
        for (left, down) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let vector = (left * files, down * ranks);
            if !vectors.contains(&vector) {
                vectors.push(vector);
            }
        }
    }
    vectors
}

/// Returns the pairs of these vectors that add up to one of some sums.
fn pairs_with_sum(vectors: &[Vector], sums: &[Vector]) -> Vec<(Vector, Vector)> {
    let pairs = vectors.iter().flat_map(|&one| vectors.iter().map(move |&other| (one, other)));
    pairs.filter(|(one, other)| sums.contains(&(one.0 + other.0, one.1 + other.1))).collect()
}

/// The board without the man that moves, its square and its colour.
struct View<'b, 'l> {
    board: &'b Board<'l>,
    from: Sq,
    colour: Colour,
}

impl View<'_, '_> {
    fn is_occupied(&self, square: Sq) -> bool {
        square != self.from && self.board.men[square].is_some()
    }

    fn step(square: Sq, (files, ranks): Vector) -> Option<Sq> {
        at(file(square) + files, rank(square) + ranks)
    }

    fn leap(&self, vectors: &[Vector]) -> Vec<Sq> {
        vectors.iter().filter_map(|&vector| View::step(self.from, vector)).collect()
    }

    /// Goes on in the same direction until it meets a man.
    fn ride(&self, vectors: &[Vector]) -> Vec<Sq> {
        let mut squares = Vec::new();
        for &vector in vectors {
            let mut square = self.from;
            while let Some(next) = View::step(square, vector) {
                squares.push(next);
                if self.is_occupied(next) {
                    break;
                }
                square = next;
            }
        }
        squares
    }

    /// Goes up in some directions and down in others.
    fn hunt(&self, up: &[Vector], down: &[Vector]) -> Vec<Sq> {
        let rises = up.iter().filter(|vector| vector.1 > 0);
        self.ride(&rises.chain(down.iter().filter(|vector| vector.1 < 0)).copied().collect::<Vec<_>>())
    }

    /// Returns the first man in a direction and the number of steps to it.
    fn first_man(&self, from: Sq, vector: Vector) -> Option<(Sq, i32)> {
        let (mut square, mut steps) = (View::step(from, vector)?, 1);
        while !self.is_occupied(square) {
            square = View::step(square, vector)?;
            steps += 1;
        }
        Some((square, steps))
    }

    /// Lands this number of steps after the first man; what is between must be empty.
    fn hop(&self, vectors: &[Vector], after: i32) -> Vec<Sq> {
        let mut squares = Vec::new();
        for &vector in vectors {
            let Some((mut square, _)) = self.first_man(self.from, vector) else { continue };
            for step in 1..=after {
                let Some(next) = View::step(square, vector) else { break };
                square = next;
                if step == after {
                    squares.push(square);
                } else if self.is_occupied(square) {
                    break;
                }
            }
        }
        squares
    }

    /// Hops over the man on the next square to the square after it.
    fn hop_over_neighbour(&self, vectors: &[Vector]) -> Vec<Sq> {
        let mut squares = Vec::new();
        for &vector in vectors {
            let over = View::step(self.from, vector).filter(|&square| self.is_occupied(square));
            squares.extend(over.and_then(|square| View::step(square, vector)));
        }
        squares
    }

    /// Lands anywhere after the first man, up to the second.
    fn hop_far(&self, vectors: &[Vector]) -> Vec<Sq> {
        let mut squares = Vec::new();
        for &vector in vectors {
            let Some((mut square, _)) = self.first_man(self.from, vector) else { continue };
            while let Some(next) = View::step(square, vector) {
                squares.push(next);
                if self.is_occupied(next) {
                    break;
                }
                square = next;
            }
        }
        squares
    }

    /// Hops over the man on the next square, and lands anywhere after it.
    fn hop_far_over_neighbour(&self, vectors: &[Vector]) -> Vec<Sq> {
        let near =
            |&&vector: &&Vector| self.first_man(self.from, vector).is_some_and(|(_, steps)| steps == 1);
        let near: Vec<Vector> = vectors.iter().filter(near).copied().collect();
        self.hop_far(&near)
    }

    /// Turns on the first man by this number of eighths of a circle, to either side.
    fn turn(&self, vectors: &[Vector], eighths: usize) -> Vec<Sq> {
        let mut squares = Vec::new();
        for (direction, vector) in QUEEN.iter().enumerate().filter(|(_, vector)| vectors.contains(vector)) {
            let Some((hurdle, _)) = self.first_man(self.from, *vector) else { continue };
            for turned in [direction + eighths, direction + 8 - eighths] {
                squares.extend(View::step(hurdle, QUEEN[turned % 8]));
            }
        }
        squares
    }

    /// Returns the squares of the circles of a rose in order, both ways from each first leap; a circle ends where it began.
    fn circles(&self) -> Vec<Vec<Sq>> {
        let mut circles = Vec::new();
        for first in 0..8 {
            for turn in [1, 7] {
                let (mut circle, mut square) = (Vec::new(), self.from);
                for leap in 0..8 {
                    let Some(next) = View::step(square, KNIGHT[(first + leap * turn) % 8]) else { break };
                    circle.push(next);
                    square = next;
                }
                circles.push(circle);
            }
        }
        circles
    }

    fn ride_circles(&self) -> Vec<Sq> {
        let mut squares = Vec::new();
        for circle in self.circles() {
            for square in circle {
                squares.push(square);
                if self.is_occupied(square) {
                    break;
                }
            }
        }
        squares
    }

    /// Hops on circles, to the next square only or any.
    fn hop_circles(&self, far: bool) -> Vec<Sq> {
        let mut squares = Vec::new();
        for circle in self.circles() {
            let Some(hurdle) = circle.iter().position(|&square| self.is_occupied(square)) else { continue };
            for &square in &circle[hurdle + 1..] {
                squares.push(square);
                if !far || self.is_occupied(square) {
                    break;
                }
            }
        }
        squares
    }

    /// Leaps as a knight past an empty square, again and again if `far`. The mao passes the square on the same rank or file,
    /// the moa the diagonal one.
    fn lame(&self, is_mao: bool, far: bool) -> Vec<Sq> {
        let mut squares = Vec::new();
        for (files, ranks) in KNIGHT {
            let passed = match is_mao {
                true if files.abs() == 2 => (files.signum(), 0),
                true => (0, ranks.signum()),
                false => (files.signum(), ranks.signum()),
            };
            let mut square = self.from;
            while let Some(next) = View::step(square, (files, ranks)) {
                if View::step(square, passed).is_some_and(|square| self.is_occupied(square)) {
                    break;
                }
                squares.push(next);
                if !far || self.is_occupied(next) {
                    break;
                }
                square = next;
            }
        }
        squares
    }

    /// Lands anywhere after this number of men in a direction, up to the next one; only on the next square if not `far`.
    fn hop_over_men(&self, count: usize, far: bool) -> Vec<Sq> {
        let mut squares = Vec::new();
        for vector in QUEEN {
            let mut hurdle = Some(self.from);
            for _ in 0..count {
                hurdle = hurdle.and_then(|square| self.first_man(square, vector)).map(|(square, _)| square);
            }
            let mut next = hurdle.and_then(|square| View::step(square, vector));
            while let Some(square) = next {
                squares.push(square);
                next = View::step(square, vector).filter(|_| far && !self.is_occupied(square));
            }
        }
        squares
    }

    /// Goes on by two leaps in turn.
    fn zigzag(&self, pairs: &[(Vector, Vector)]) -> Vec<Sq> {
        let mut squares = Vec::new();
        for &(one, other) in pairs {
            let (mut square, mut number) = (self.from, 0);
            while let Some(next) = View::step(square, if number % 2 == 0 { one } else { other }) {
                squares.push(next);
                if self.is_occupied(next) {
                    break;
                }
                (square, number) = (next, number + 1);
            }
        }
        squares
    }

    /// Leaps as a knight past a man.
    fn lame_hop(&self, is_mao: bool) -> Vec<Sq> {
        let past_nothing = self.lame(is_mao, false);
        self.leap(&KNIGHT).into_iter().filter(|square| !past_nothing.contains(square)).collect()
    }

    /// Hops twice, first to an empty square. The man remains a hurdle on its square, and does not return.
    fn hop_twice(&self, vectors: &[Vector]) -> Vec<Sq> {
        let mut board = self.board.clone();
        board.men[self.from] = Some(Man::new(Colour::White, Walk::Queen));
        let first = self.hop(vectors, 1).into_iter().filter(|&square| board.men[square].is_none());
        let second = first.flat_map(|from| View { board: &board, from, colour: self.colour }.hop(vectors, 1));
        second.filter(|&square| square != self.from).collect()
    }

    /// Returns where the man could capture, whatever is there.
    fn captures(&self, walk: Walk) -> Vec<Sq> {
        if let Some(hops) = self.hops(walk) {
            return hops.into_iter().map(|(victim, _)| victim).collect();
        }
        match walk {
            Walk::Leo => self.hop_far(&QUEEN),
            Walk::Pao => self.hop_far(&ROOK),
            Walk::Vao => self.hop_far(&BISHOP),
            Walk::Nao => self.hop_far(&KNIGHT),
            Walk::Rao => self.hop_circles(true),
            Walk::Kao => self.hop_over_neighbour(&KNIGHT),
            Walk::Senora => self.ride(&QUEEN),
            Walk::Faro => self.ride(&ROOK),
            Walk::Loco => self.ride(&BISHOP),
            Walk::Saltador => [self.lame(true, false), self.lame(false, false)].concat(),
            other => self.reached(other),
        }
    }

    /// Returns where the man could move without capture, if nothing is there.
    fn quiet(&self, walk: Walk) -> Vec<Sq> {
        match walk {
            Walk::Leo => self.ride(&QUEEN),
            Walk::Pao => self.ride(&ROOK),
            Walk::Vao => self.ride(&BISHOP),
            Walk::Nao => self.ride(&KNIGHT),
            Walk::Rao => self.ride_circles(),
            Walk::Kao => self.leap(&KNIGHT),
            Walk::Senora => self.hop_far(&QUEEN),
            Walk::Faro => self.hop_far(&ROOK),
            Walk::Loco => self.hop_far(&BISHOP),
            Walk::Saltador => [self.lame_hop(true), self.lame_hop(false)].concat(),
            Walk::Siren => self.ride(&QUEEN),
            Walk::Triton => self.ride(&ROOK),
            Walk::Nereid => self.ride(&BISHOP),
            Walk::MarineKnight => self.leap(&KNIGHT),
            Walk::Poseidon => self.leap(&QUEEN),
            Walk::Skylla => self.lame(true, false),
            Walk::Charybdis => self.lame(false, false),
            Walk::Locust
            | Walk::RookLocust
            | Walk::BishopLocust
            | Walk::NightriderLocust
            | Walk::RoseLocust => Vec::new(),
            other => self.reached(other),
        }
    }

    /// Returns the squares that men reach that capture as they move.
    fn reached(&self, walk: Walk) -> Vec<Sq> {
        use Walk::*;
        let leap = |lengths: &[Vector]| {
            self.leap(&lengths.iter().flat_map(|&(one, other)| leaps(one, other)).collect::<Vec<_>>())
        };
        let camel_lines = leaps(1, 3);
        match walk {
            Wazir => leap(&[(0, 1)]),
            Fers => leap(&[(1, 1)]),
            Dabbaba => leap(&[(0, 2)]),
            Alfil => leap(&[(2, 2)]),
            Camel => leap(&[(1, 3)]),
            Zebra => leap(&[(2, 3)]),
            Giraffe => leap(&[(1, 4)]),
            Antelope => leap(&[(3, 4)]),
            // The square of the length of the leap is 50, or 25.
            RootFiftyLeaper => leap(&[(1, 7), (5, 5)]),
            Bucephalus => leap(&[(3, 4), (0, 5)]),
            Leaper15 => leap(&[(1, 5)]),
            Leaper16 => leap(&[(1, 6)]),
            Leaper24 => leap(&[(2, 4)]),
            Leaper25 => leap(&[(2, 5)]),
            Leaper35 => leap(&[(3, 5)]),
            Leaper36 => leap(&[(3, 6)]),
            Leaper37 => leap(&[(3, 7)]),
            Leaper03 => leap(&[(0, 3)]),
            Leaper04 => leap(&[(0, 4)]),
            Leaper05 => leap(&[(0, 5)]),
            Leaper06 => leap(&[(0, 6)]),
            Leaper07 => leap(&[(0, 7)]),
            Leaper17 => leap(&[(1, 7)]),
            Leaper26 => leap(&[(2, 6)]),
            Leaper27 => leap(&[(2, 7)]),
            Leaper33 => leap(&[(3, 3)]),
            Leaper44 => leap(&[(4, 4)]),
            Leaper45 => leap(&[(4, 5)]),
            Leaper46 => leap(&[(4, 6)]),
            Leaper47 => leap(&[(4, 7)]),
            Leaper55 => leap(&[(5, 5)]),
            Leaper56 => leap(&[(5, 6)]),
            Leaper57 => leap(&[(5, 7)]),
            Leaper66 => leap(&[(6, 6)]),
            Leaper67 => leap(&[(6, 7)]),
            Leaper77 => leap(&[(7, 7)]),
            Gnu => [self.leap(&KNIGHT), self.reached(Camel)].concat(),
            Okapi => [self.leap(&KNIGHT), self.reached(Zebra)].concat(),
            Bison => [self.reached(Camel), self.reached(Zebra)].concat(),
            Zebu => [self.reached(Camel), self.reached(Giraffe)].concat(),
            Squirrel => [self.leap(&KNIGHT), self.reached(Alfil), self.reached(Dabbaba)].concat(),
            Erlking => self.leap(&QUEEN),
            Nightrider => self.ride(&KNIGHT),
            Camelrider => self.ride(&camel_lines),
            Zebrarider => self.ride(&leaps(2, 3)),
            Gnurider => [self.ride(&KNIGHT), self.ride(&camel_lines)].concat(),
            Dabbabarider => self.ride(&leaps(0, 2)),
            Alfilrider => self.ride(&leaps(2, 2)),
            Threerider => self.ride(&leaps(0, 3)),
            Tripperrider => self.ride(&leaps(3, 3)),
            Wazirrider => self.ride(&ROOK),
            Fersrider => self.ride(&BISHOP),
            Amazon => [self.ride(&QUEEN), self.leap(&KNIGHT)].concat(),
            Empress => [self.ride(&ROOK), self.leap(&KNIGHT)].concat(),
            Princess => [self.ride(&BISHOP), self.leap(&KNIGHT)].concat(),
            Waran => [self.ride(&ROOK), self.ride(&KNIGHT)].concat(),
            Elephant => [self.ride(&QUEEN), self.ride(&KNIGHT)].concat(),
            Rose => self.ride_circles(),
            Grasshopper => self.hop(&QUEEN, 1),
            Grasshopper2 => self.hop(&QUEEN, 2),
            Grasshopper3 => self.hop(&QUEEN, 3),
            ContraGrasshopper => self.hop_far_over_neighbour(&QUEEN),
            Kinghopper => self.hop_over_neighbour(&QUEEN),
            Rookhopper => self.hop(&ROOK, 1),
            Bishophopper => self.hop(&BISHOP, 1),
            Knighthopper => self.hop_over_neighbour(&KNIGHT),
            NightriderHopper => self.hop(&KNIGHT, 1),
            CamelriderHopper => self.hop(&camel_lines, 1),
            ZebrariderHopper => self.hop(&leaps(2, 3), 1),
            GnuriderHopper => [self.hop(&KNIGHT, 1), self.hop(&camel_lines, 1)].concat(),
            RoseHopper => self.hop_circles(false),
            Lion => self.hop_far(&QUEEN),
            RookLion => self.hop_far(&ROOK),
            BishopLion => self.hop_far(&BISHOP),
            NightriderLion => self.hop_far(&KNIGHT),
            RoseLion => self.hop_circles(true),
            Moose => self.turn(&QUEEN, 1),
            RookMoose => self.turn(&ROOK, 1),
            BishopMoose => self.turn(&BISHOP, 1),
            Eagle => self.turn(&QUEEN, 2),
            RookEagle => self.turn(&ROOK, 2),
            BishopEagle => self.turn(&BISHOP, 2),
            Sparrow => self.turn(&QUEEN, 3),
            RookSparrow => self.turn(&ROOK, 3),
            BishopSparrow => self.turn(&BISHOP, 3),
            Hamster => self.turn(&QUEEN, 4),
            Mao => self.lame(true, false),
            Moa => self.lame(false, false),
            Maorider => self.lame(true, true),
            Moarider => self.lame(false, true),
            Scorpion | Sting => [self.leap(&QUEEN), self.hop(&QUEEN, 1)].concat(),
            Gral => [self.reached(Alfil), self.hop(&ROOK, 1)].concat(),
            Kangaroo => self.hop_over_men(2, false),
            Dolphin => [self.hop(&QUEEN, 1), self.hop_over_men(2, false)].concat(),
            KangarooLion | Rabbit => self.hop_over_men(2, true),
            Bob => self.hop_over_men(4, true),
            SpiralSpringer20 => self.zigzag(&pairs_with_sum(&KNIGHT, &leaps(2, 0))),
            SpiralSpringer40 => self.zigzag(&pairs_with_sum(&KNIGHT, &leaps(4, 0))),
            SpiralSpringer11 => self.zigzag(&pairs_with_sum(&KNIGHT, &leaps(1, 1))),
            SpiralSpringer33 => self.zigzag(&pairs_with_sum(&KNIGHT, &leaps(3, 3))),
            SpiralSpringer => [self.reached(SpiralSpringer20), self.reached(SpiralSpringer40)].concat(),
            DiagonalSpiralSpringer => {
                [self.reached(SpiralSpringer11), self.reached(SpiralSpringer33)].concat()
            }
            Boyscout => self.zigzag(&pairs_with_sum(&BISHOP, &leaps(2, 0))),
            Girlscout => self.zigzag(&pairs_with_sum(&ROOK, &leaps(1, 1))),
            MaoHopper => self.lame_hop(true),
            MoaHopper => self.lame_hop(false),
            Orix => self.hop_over_middle(false, false),
            NonstopOrix => self.hop_over_middle(false, true),
            Equihopper => self.hop_over_middle(true, false),
            NonstopEquihopper => self.hop_over_middle(true, true),
            DoubleGrasshopper => self.hop_twice(&QUEEN),
            DoubleRookhopper => self.hop_twice(&ROOK),
            DoubleBishophopper => self.hop_twice(&BISHOP),
            ContraHamster
            | Marguerite
            | Scarabeus
            | EagleEquihopper
            | NonstopEagleEquihopper
            | EnglishEquihopper
            | FrenchEquihopper
            | MaoriderLion
            | MoariderLion
            | Bouncer
            | RookBouncer
            | BishopBouncer
            | Edgehog
            | Quintessence => self.reached_by_middles(walk),
            Treehopper | Leafhopper | GreaterTreehopper | GreaterLeafhopper | RadialKnight
            | ReflectingBishop | Archbishop | Cardinal | TrojanHorse | BouncyKnight | BouncyNightrider
            | UbiUbi => self.reached_by_repeats(walk),
            Querquisite => match file(self.from) {
                0 | 7 => self.ride(&ROOK),
                1 | 6 => self.leap(&KNIGHT),
                2 | 5 => self.ride(&BISHOP),
                3 => self.ride(&QUEEN),
                _ => self.leap(&QUEEN),
            },
            RookBishopHunter => self.hunt(&ROOK, &BISHOP),
            BishopRookHunter => self.hunt(&BISHOP, &ROOK),
            HunterQueenRook | HunterQueenBishop | HunterQueenKnight | HunterRookQueen | HunterRookBishop
            | HunterRookKnight | HunterBishopQueen | HunterBishopRook | HunterBishopKnight
            | HunterKnightQueen | HunterKnightRook | HunterKnightBishop | HunterQueenPawn
            | HunterRookPawn | HunterBishopPawn | HunterKnightPawn => self.hunters_moves(walk),
            ChinesePawn if self.colour == Colour::White && rank(self.from) < 4 => self.leap(&[(0, 1)]),
            ChinesePawn if self.colour == Colour::White => self.leap(&[(0, 1), (1, 0), (-1, 0)]),
            ChinesePawn if rank(self.from) < 4 => self.leap(&[(0, -1), (1, 0), (-1, 0)]),
            ChinesePawn => self.leap(&[(0, -1)]),
            Dummy | Orphan | Friend => Vec::new(),
            BerolinaPawn | Superpawn | BerolinaSuperpawn | MarinePawn | Dragon | Gryphon | Ship
            | MarineShip | HunterPawnQueen | HunterPawnRook | HunterPawnBishop | HunterPawnKnight
            | Locust | RookLocust | BishopLocust | NightriderLocust | RoseLocust | Siren | Triton
            | Nereid | MarineKnight | Poseidon | Skylla | Charybdis | Leo | Pao | Vao | Nao | Rao | Kao
            | Senora | Faro | Loco | Saltador => {
                unreachable!("it captures in another way")
            }
            King | Queen | Rook | Bishop | Knight | Pawn | ReversedPawn => unreachable!("no fairy man"),
        }
    }
}

impl Board<'_> {
    /// Returns the squares on which a fairy man could capture, whether or not they are occupied. The man must have been
    /// removed from the board.
    pub fn fairy_captures(&self, walk: Walk, colour: Colour, from: Sq) -> Vec<Sq> {
        if matches!(walk, Walk::Orphan | Walk::Friend) {
            let lent = self.lent_walks(walk, colour, from).into_iter();
            return lent.flat_map(|lent| self.borrowed_captures(lent, colour, from)).collect();
        }
        View { board: self, from, colour }.captures(walk)
    }

    /// Returns the squares of possible victims of a fairy man that hops over its victim, each with an arrival square; `None`
    /// for other men. The man must have been removed from the board.
    pub fn fairy_hops(&self, walk: Walk, colour: Colour, from: Sq) -> Option<Vec<(Sq, Sq)>> {
        self.pawn_like_hops(walk, colour, from).or_else(|| View { board: self, from, colour }.hops(walk))
    }

    /// Returns the empty squares to which a fairy man can move. The man must have been removed from the board.
    pub fn fairy_quiet_moves(&self, walk: Walk, colour: Colour, from: Sq) -> Vec<Sq> {
        let mut squares = match walk {
            Walk::Orphan | Walk::Friend => {
                let lent = self.lent_walks(walk, colour, from).into_iter();
                lent.flat_map(|lent| self.borrowed_steps(lent, colour, from)).collect()
            }
            _ => View { board: self, from, colour }.quiet(walk),
        };
        // A man that moves from a square of its choice does not come back to it.
        squares.retain(|&square| square != from && self.men[square].is_none());
        squares.sort_unstable();
        squares.dedup();
        squares
    }
}
