//! How many moves men need at least to come to the squares of a target.
//!
//! Every man of the target must have been some man of the position. What each would need,
//! if nobody else stood in his way, is looked up; the cheapest way to assign men to squares
//! is then a bound for the side as a whole. Pawns that have not moved, and will not, do
//! stand in the way. So are captures counted: men who are too many must be captured, and
//! pawns who change files need men to capture.

use crate::board::geometry::PerSquare;
use crate::board::{Board, Castling, Square, Squares};
use crate::position::{Memory, Position, Side, Walk};
use crate::problem::Diagram;

/// More than any play has moves.
const NEVER: u8 = 200;
/// Sides of more men are not counted.
const MOST: usize = 16;

/// What men need to come to a target.
#[derive(Clone, Debug)]
pub(super) struct Needs<S> {
    sides: [Vec<Wanted>; 2],
    /// The moves, and the captures, of one man to each man of the target.
    single: [[Singles; 2]; 2],
    castlings: Vec<Castling<S>>,
}

/// A man of the target.
#[derive(Clone, Debug)]
struct Wanted {
    walk: Walk,
    /// Moves of a man of this walk from each square.
    moves: PerSquare<u8>,
    /// Moves of a pawn that becomes this man, or is it.
    pawn_moves: PerSquare<u8>,
    /// How many of them must be captures at least.
    pawn_captures: PerSquare<u8>,
}

/// What it costs a man to become each man of the target, by his walk and square.
#[derive(Clone, Debug)]
struct Singles(Vec<[u8; MOST]>);

impl Singles {
    fn new(wanted: &[Wanted], cost: impl Fn(&Wanted, Walk, Square) -> u8) -> Singles {
        let squares = || (0..Square::LIMIT as u8).map(Square::new);
        let men = Walk::ALL.into_iter().flat_map(|walk| squares().map(move |square| (walk, square)));
        let mut rows = vec![[NEVER; MOST]; Walk::COUNT * Square::LIMIT];
        for (walk, square) in men {
            let row = &mut rows[walk.index() * Square::LIMIT + square.index()];
            for (cell, wanted) in row.iter_mut().zip(wanted) {
                *cell = cost(wanted, walk, square);
            }
        }
        Singles(rows)
    }

    fn of(&self, walk: Walk, square: Square) -> &[u8; MOST] {
        &self.0[walk.index() * Square::LIMIT + square.index()]
    }
}

impl<S: Squares> Needs<S> {
    pub fn new<B: Board<Set = S>>(board: &B, from: &Diagram, target: &Diagram) -> Needs<S> {
        let paths = Paths::new(board, from, target);
        let sides: [Vec<Wanted>; 2] = Side::BOTH.map(|side| {
            let men = target.men().filter(|(_, man)| man.colour.is_of(side));
            men.map(|(square, man)| paths.wanted(side, man.walk, square)).collect()
        });
        let single = sides.each_ref().map(|wanted| {
            let moves = Singles::new(wanted, |wanted, walk, square| match walk {
                Walk::Pawn => wanted.pawn_moves[square.index()],
                _ if walk == wanted.walk => wanted.moves[square.index()],
                _ => NEVER,
            });
            let captures = Singles::new(wanted, |wanted, walk, square| match walk {
                Walk::Pawn => wanted.pawn_captures[square.index()],
                _ if walk == wanted.walk => 0,
                _ => NEVER,
            });
            [moves, captures]
        });
        Needs { sides, single, castlings: board.geometry().castlings.clone() }
    }

    /// Can all men come to their squares in at most so many moves, White's first?
    pub fn fit<M: Memory>(&self, position: &Position<S, M>, left: [usize; 2]) -> bool {
        let surplus = Side::BOTH.map(|side| {
            let men = position.of(side).count() as usize;
            men.checked_sub(self.sides[side.index()].len())
        });
        let [Some(white), Some(black)] = surplus else { return false };
        // Who is too many must be captured by the other side.
        if white > left[Side::Black.index()] || black > left[Side::White.index()] {
            return false;
        }
        let captures = [black, white];
        Side::BOTH.into_iter().all(|side| {
            let index = side.index();
            self.sides[index].len() > MOST
                || position.of(side).count() as usize > MOST
                || self.side_fits(position, side, left[index], captures[index])
        })
    }

    fn side_fits<M: Memory>(
        &self,
        position: &Position<S, M>,
        side: Side,
        moves: usize,
        captures: usize,
    ) -> bool {
        let mut men = [(Walk::King, Square::new(0)); MOST];
        let mut count = 0;
        for square in position.of(side).iter() {
            if let Some(walk) = position.walk_on(square) {
                men[count] = (walk, square);
                count += 1;
            }
        }
        let men = &men[..count];
        let wanted = &self.sides[side.index()];
        let [single_moves, single_captures] = &self.single[side.index()];
        let moves_of = |&(walk, square): &(Walk, Square)| {
            let mut row = *single_moves.of(walk, square);
            if walk != Walk::Pawn && position.castling.contains(square) {
                for (cost, wanted) in row.iter_mut().zip(wanted).filter(|(_, wanted)| wanted.walk == walk) {
                    *cost = self.officer_moves(position, wanted, square);
                }
            }
            row
        };
        let captures_of = |&(walk, square): &(Walk, Square)| *single_captures.of(walk, square);
        affordable(men.iter().map(moves_of), wanted.len(), moves)
            && affordable(men.iter().map(captures_of), wanted.len(), captures)
    }

    /// The moves of an officer, who may castle: that is a move of the king and none of the rook.
    fn officer_moves<M: Memory>(&self, position: &Position<S, M>, wanted: &Wanted, square: Square) -> u8 {
        let moves = wanted.moves[square.index()];
        if moves == 0 || !position.castling.contains(square) {
            return moves;
        }
        let castled = self.castlings.iter().filter_map(|castling| match wanted.walk {
            Walk::King if castling.king_from == square => Some(1 + wanted.moves[castling.king_to.index()]),
            Walk::Rook if castling.rook_from == square => Some(wanted.moves[castling.rook_to.index()]),
            _ => None,
        });
        castled.min().map_or(moves, |castled| castled.min(moves))
    }
}

/// Can so many men of the target each be given a man of their own, of whom it is known what each of
/// them costs him, for at most so much altogether?
fn affordable(men: impl Iterator<Item = [u8; MOST]> + Clone, wanted: usize, most: usize) -> bool {
    // If several may be the same man.
    let mut least = [NEVER; MOST];
    for costs in men.clone() {
        for (least, cost) in least.iter_mut().zip(costs) {
            *least = cost.min(*least);
        }
    }
    let least = &least[..wanted];
    if least.iter().map(|&cost| usize::from(cost)).sum::<usize>() > most {
        return false;
    }
    let mut rows = [[0; MOST]; MOST];
    let mut count = 0;
    for costs in men {
        for (row, cost) in rows.iter_mut().zip(costs) {
            row[count] = cost;
        }
        count += 1;
    }
    assignable(&rows[..wanted], least, count, most)
}

/// Can every row be given a column of its own for at most so much altogether? By shortest augmenting
/// paths (R. Jonker and A. Volgenant, 1987), from the least of each row on; what the rows cost at
/// least grows with every step. There are at least as many columns as rows.
fn assignable(rows: &[[u8; MOST]], least_of: &[u8], columns: usize, most: usize) -> bool {
    // Column 0 stands for none yet; rows and columns count from 1.
    let mut of_row = [0i32; MOST + 1];
    let mut of_column = [0i32; MOST + 1];
    let mut row_at = [0usize; MOST + 1];
    let most = i32::try_from(most).unwrap_or(i32::MAX);
    let mut total: i32 = 0;
    let mut waiting = 0u32;
    for (row, (costs, &least)) in (1..).zip(rows.iter().zip(least_of)) {
        of_row[row] = i32::from(least);
        total += of_row[row];
        let column = costs[..columns].iter().position(|&cost| cost == least).map_or(0, |at| at + 1);
        match row_at[column] {
            0 if column > 0 => row_at[column] = row,
            // Another wants the same man.
            _ => waiting |= 1 << row,
        }
    }
    for row in (1..=rows.len()).filter(|row| waiting >> row & 1 == 1) {
        let mut least = [i32::MAX; MOST + 1];
        let mut came_from = [0usize; MOST + 1];
        let mut seen = [false; MOST + 1];
        let mut column = 0;
        row_at[0] = row;
        while row_at[column] != 0 {
            seen[column] = true;
            let here = row_at[column];
            let (mut step, mut next) = (i32::MAX, 0);
            for other in 1..=columns {
                if seen[other] {
                    continue;
                }
                let cost = i32::from(rows[here - 1][other - 1]) - of_row[here] - of_column[other];
                if cost < least[other] {
                    least[other] = cost;
                    came_from[other] = column;
                }
                if least[other] < step {
                    step = least[other];
                    next = other;
                }
            }
            for other in 0..=columns {
                if seen[other] {
                    of_row[row_at[other]] += step;
                    of_column[other] -= step;
                } else if other > 0 {
                    least[other] = least[other].saturating_sub(step);
                }
            }
            total = total.saturating_add(step);
            if total > most {
                return false;
            }
            column = next;
        }
        while column != 0 {
            row_at[column] = row_at[came_from[column]];
            column = came_from[column];
        }
    }
    true
}

/// Ways of single men on a board on which only those stand who never move.
struct Paths<'b, B: Board> {
    board: &'b B,
    /// Pawns that stand at home in the beginning and at the end.
    fixed: B::Set,
}

impl<'b, B: Board> Paths<'b, B> {
    fn new(board: &'b B, from: &Diagram, target: &Diagram) -> Paths<'b, B> {
        let mut fixed = B::Set::EMPTY;
        for (square, man) in target.men().filter(|(square, man)| from.man(*square) == Some(*man)) {
            let at_home =
                |side| man.colour.is_of(side) && board.geometry().pawn(side).double_rank.contains(square);
            // A pawn never comes back to where it begins.
            if man.walk == Walk::Pawn && Side::BOTH.into_iter().any(at_home) {
                fixed |= B::Set::of(square);
            }
        }
        Paths { board, fixed }
    }

    fn wanted(&self, side: Side, walk: Walk, square: Square) -> Wanted {
        let ends = |at: Square, moves: u8| (at == square).then_some(moves);
        let own = |from: Square| match walk {
            Walk::Pawn | Walk::ReversedPawn => None,
            _ => self.officer(walk, from, square),
        };
        let geometry = self.board.geometry();
        let promotes = geometry.pawn(side).promotion_rank;
        let mut moves = [NEVER; Square::LIMIT];
        for from in geometry.all.iter() {
            moves[from.index()] = own(from).unwrap_or(NEVER);
        }
        let mut pawn_moves = [NEVER; Square::LIMIT];
        let mut pawn_captures = [NEVER; Square::LIMIT];
        for from in geometry.all.iter() {
            let end = |at: Square, so_far: u8, counted: bool| match walk {
                Walk::Pawn => ends(at, so_far),
                Walk::King | Walk::ReversedPawn => None,
                _ if !promotes.contains(at) => None,
                _ if counted => own(at).map(|more| so_far + more),
                _ => own(at).map(|_| so_far),
            };
            let counts = |captures: bool| u8::from(captures);
            pawn_moves[from.index()] = self.pawn(side, from, |_| 1, |at, cost| end(at, cost, true));
            pawn_captures[from.index()] = self.pawn(side, from, counts, |at, cost| end(at, cost, false));
        }
        Wanted { walk, moves, pawn_moves, pawn_captures }
    }

    /// The moves of an officer from one square to another.
    fn officer(&self, walk: Walk, from: Square, to: Square) -> Option<u8> {
        let mut reached = B::Set::of(from);
        let mut edge = reached;
        let mut moves = 0;
        while !reached.contains(to) {
            let mut next = B::Set::EMPTY;
            for square in edge.iter() {
                let geometry = self.board.geometry();
                next |= match walk {
                    Walk::King => geometry.king[square.index()],
                    Walk::Knight => geometry.knight[square.index()],
                    Walk::Rook => self.board.rook(square, self.fixed),
                    Walk::Bishop => self.board.bishop(square, self.fixed),
                    _ => self.board.rook(square, self.fixed) | self.board.bishop(square, self.fixed),
                };
            }
            edge = next & !self.fixed & !reached;
            if edge.is_empty() {
                return None;
            }
            reached |= edge;
            moves += 1;
        }
        Some(moves)
    }

    /// The cheapest way of a pawn, where a step and a capture cost what `cost` says and `end`
    /// says what the whole costs if the pawn gets to a square.
    fn pawn(
        &self,
        side: Side,
        from: Square,
        cost: impl Fn(bool) -> u8,
        end: impl Fn(Square, u8) -> Option<u8>,
    ) -> u8 {
        let paths = self.board.geometry().pawn(side);
        let mut least = [NEVER; Square::LIMIT];
        least[from.index()] = 0;
        let mut cheapest = NEVER;
        // Pawns only go forward: so many ranks later all ways are at their ends.
        let mut edge = B::Set::of(from);
        while !edge.is_empty() {
            let mut next = B::Set::EMPTY;
            for at in edge.iter() {
                let so_far = least[at.index()];
                cheapest = end(at, so_far).map_or(cheapest, |whole| whole.min(cheapest));
                let step = paths.step[at.index()] & !self.fixed;
                let twice = match step.first().filter(|_| paths.double_rank.contains(at)) {
                    Some(passed) => paths.step[passed.index()] & !self.fixed,
                    None => B::Set::EMPTY,
                };
                let captures = paths.attacks[at.index()] & !self.fixed;
                for (squares, captures) in [(step | twice, false), (captures, true)] {
                    for square in squares.iter() {
                        let whole = so_far + cost(captures);
                        if whole < least[square.index()] {
                            least[square.index()] = whole;
                            next |= B::Set::of(square);
                        }
                    }
                }
            }
            edge = next;
        }
        cheapest
    }
}
