//! Distances of single men to their squares in a target position.
//!
//! **What.** A distance is the number of moves on a board without other men, except pawns that are on their double-step
//! rank in both diagrams and so have never moved. Under rules of rebirth, a man goes on from each of its
//! rebirth squares at no cost.
//!
//! **Why it is correct.** Admissible: fewer men never lengthen a path, except by their captures, and a pawn's captures
//! are allowed on every square. An unmoved pawn is an obstacle in all positions between the diagrams, because a pawn
//! never returns to its first square. With rebirth no pawn counts as unmoved.
//!
//! **Cost and gain.** All distances of a target man are computed once for a problem, by breadth-first search from each
//! square. Figures in [`proof_game`](super).
//!
//! **Reference.** [Breadth-first search](https://en.wikipedia.org/wiki/Breadth-first_search).

use crate::board::geometry::PerSquare;
use crate::board::{Board, Castling, Square, Squares};
use crate::position::{Side, Walk};
use crate::problem::Diagram;

/// The distance to a square that cannot be reached: more moves than any play has.
pub(super) const UNREACHABLE: u8 = 200;

/// A man of the target position, with the costs of reaching it from each square.
#[derive(Clone, Debug)]
pub(super) struct TargetMan {
    /// Its walk.
    pub walk: Walk,
    /// The moves of a man with this walk, not a pawn.
    pub moves: PerSquare<u8>,
    /// The moves of a pawn that ends as this man, promoted or not.
    pub pawn_moves: PerSquare<u8>,
    /// The least number of captures of such a pawn.
    pub pawn_captures: PerSquare<u8>,
}

/// The rebirth squares of captured men, by side, walk and square of the capture; empty if men are not reborn.
pub(super) struct VictimRebirths<S>(Vec<S>);

impl<S: Squares> VictimRebirths<S> {
    /// No rebirth.
    pub const NONE: VictimRebirths<S> = VictimRebirths(Vec::new());

    /// The rebirth squares that `squares` returns for each capture; `None` if it returns `None` for one.
    pub fn new(all: S, squares: impl Fn(Side, Walk, Square) -> Option<S>) -> Option<VictimRebirths<S>> {
        let mut rebirths = vec![S::EMPTY; Side::BOTH.len() * Walk::TABLE_LEN * Square::LIMIT];
        for side in Side::BOTH {
            for walk in Walk::CHESS {
                for at in all.iter() {
                    rebirths[Self::index(side, walk, at)] = squares(side, walk, at)?;
                }
            }
        }
        Some(VictimRebirths(rebirths))
    }

    fn index(side: Side, walk: Walk, at: Square) -> usize {
        (side.index() * Walk::TABLE_LEN + walk.index()) * Square::LIMIT + at.index()
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn squares(&self, side: Side, walk: Walk, at: Square) -> S {
        self.0.get(Self::index(side, walk, at)).copied().unwrap_or(S::EMPTY)
    }
}

/// What the moves of a pawn cost.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PawnCost {
    /// Every move costs 1.
    Moves,
    /// A capture costs 1, other moves nothing.
    Captures,
}

/// How kings move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum KingMoves {
    /// As in orthodox chess.
    Orthodox,
    /// So, or as any other man of orthodox chess.
    AsOthers,
}

/// Distances of single men between two diagrams.
pub(super) struct TargetDistances<'b, B: Board> {
    board: &'b B,
    /// Pawns on their double-step rank in both diagrams, where they cannot be reborn.
    unmoved_pawns: B::Set,
    /// The walks to which pawns promote.
    promotions: &'static [Walk],
    /// The rebirth squares of captured men.
    rebirths: VictimRebirths<B::Set>,
    king_moves: KingMoves,
}

impl<'b, B: Board> TargetDistances<'b, B> {
    /// The distances on a board from one diagram to another. If `kingless`, pawns may promote to kings.
    pub fn new(
        board: &'b B,
        from: &Diagram,
        target: &Diagram,
        kingless: bool,
        rebirths: VictimRebirths<B::Set>,
        king_moves: KingMoves,
    ) -> TargetDistances<'b, B> {
        let mut unmoved_pawns = B::Set::EMPTY;
        for (square, man) in target.men().filter(|(square, man)| from.man(*square) == Some(*man)) {
            let is_home =
                |side| man.colour.is_of(side) && board.geometry().pawn(side).double_rank.contains(square);
            // A pawn never returns to its first square, except by a rebirth.
            if man.walk == Walk::Pawn && rebirths.is_empty() && Side::BOTH.into_iter().any(is_home) {
                unmoved_pawns |= B::Set::of(square);
            }
        }
        let promotions = if kingless { &Walk::PROMOTIONS_WITH_KING[..] } else { &Walk::PROMOTIONS };
        TargetDistances { board, unmoved_pawns, promotions, rebirths, king_moves }
    }

    /// The castlings of the board.
    pub fn castlings(&self) -> &[Castling<B::Set>] {
        &self.board.geometry().castlings
    }

    /// Returns whether captured men are reborn.
    pub fn has_rebirth(&self) -> bool {
        !self.rebirths.is_empty()
    }

    /// Returns a target man with its costs from all squares.
    pub fn target_man(&self, side: Side, walk: Walk, square: Square) -> TargetMan {
        let geometry = self.board.geometry();
        let promotion_rank = geometry.pawn(side).promotion_rank;
        let mut moves = [UNREACHABLE; Square::LIMIT];
        if !walk.is_pawn() {
            for from in geometry.all.iter() {
                let distance = self.officer_distance(side, walk, from, square);
                moves[from.index()] = distance.unwrap_or(UNREACHABLE);
            }
        }
        let mut pawn_moves = [UNREACHABLE; Square::LIMIT];
        let mut pawn_captures = [UNREACHABLE; Square::LIMIT];
        for from in geometry.all.iter() {
            let end = |at: Square, cost: u8, kind: PawnCost| match walk {
                Walk::Pawn => (at == square).then_some(cost),
                _ if !self.promotions.contains(&walk) || !promotion_rank.contains(at) => None,
                _ if moves[at.index()] == UNREACHABLE => None,
                _ if kind == PawnCost::Moves => Some(cost + moves[at.index()]),
                _ => Some(cost),
            };
            pawn_moves[from.index()] = self.min_pawn_cost(side, from, PawnCost::Moves, end);
            pawn_captures[from.index()] = self.min_pawn_cost(side, from, PawnCost::Captures, end);
        }
        TargetMan { walk, moves, pawn_moves, pawn_captures }
    }

    /// Returns the moves of an officer from one square to another; `None` if it cannot get there.
    fn officer_distance(&self, side: Side, walk: Walk, from: Square, to: Square) -> Option<u8> {
        let mut reached = self.with_rebirth_squares(side, walk, B::Set::of(from));
        let mut frontier = reached;
        let mut moves = 0;
        while !reached.contains(to) {
            let mut next = B::Set::EMPTY;
            for square in frontier.iter() {
                next |= self.targets(side, walk, square);
            }
            frontier =
                self.with_rebirth_squares(side, walk, next & !self.unmoved_pawns & !reached) & !reached;
            if frontier.is_empty() {
                return None;
            }
            reached |= frontier;
            moves += 1;
        }
        Some(moves)
    }

    /// Returns the squares to which an officer moves if no men but the unmoved pawns are on the board.
    fn targets(&self, side: Side, walk: Walk, from: Square) -> B::Set {
        let geometry = self.board.geometry();
        let rook = || self.board.rook(from, self.unmoved_pawns);
        let bishop = || self.board.bishop(from, self.unmoved_pawns);
        match walk {
            Walk::King => {
                let own = geometry.king[from.index()] | self.castling_king_targets(side, from);
                match self.king_moves {
                    KingMoves::Orthodox => own,
                    // A pawn's moves are among those of a queen.
                    KingMoves::AsOthers => own | geometry.knight[from.index()] | rook() | bishop(),
                }
            }
            Walk::Knight => geometry.knight[from.index()],
            Walk::Rook => rook(),
            Walk::Bishop => bishop(),
            _ => rook() | bishop(),
        }
    }

    /// Returns the squares to which a king on a square castles, if a rebirth there can give it the right.
    fn castling_king_targets(&self, side: Side, king: Square) -> B::Set {
        let castlings = self.castlings().iter();
        let castlings = castlings.filter(|castling| castling.side == side && castling.king_from == king);
        match self.has_rebirth() {
            true => B::Set::from_squares(castlings.map(|castling| castling.king_to)),
            false => B::Set::EMPTY,
        }
    }

    /// Returns squares and those that an officer reaches from them without a move of its own: by rebirth, and
    /// for a rook reborn at home by castling.
    fn with_rebirth_squares(&self, side: Side, walk: Walk, squares: B::Set) -> B::Set {
        let (mut all, mut frontier) = (squares, squares);
        while self.has_rebirth() && !frontier.is_empty() {
            let mut next = B::Set::EMPTY;
            for square in frontier.iter() {
                next |= self.rebirths.squares(side, walk, square);
                let castlings = self.castlings().iter();
                let castlings =
                    castlings.filter(|castling| castling.side == side && castling.rook_from == square);
                if walk == Walk::Rook {
                    next |= B::Set::from_squares(castlings.map(|castling| castling.rook_to));
                }
            }
            frontier = next & !all;
            all |= frontier;
        }
        all
    }

    /// Returns the least cost of a pawn's way to an end. `end` returns the cost of the whole way that ends on
    /// a square, given the cost up to there; `None` if it cannot end there.
    fn min_pawn_cost(
        &self,
        side: Side,
        from: Square,
        kind: PawnCost,
        end: impl Fn(Square, u8, PawnCost) -> Option<u8>,
    ) -> u8 {
        let step_cost = match kind {
            PawnCost::Moves => 1,
            PawnCost::Captures => 0,
        };
        let paths = self.board.geometry().pawn(side);
        let mut least = [UNREACHABLE; Square::LIMIT];
        least[from.index()] = 0;
        let mut cheapest = UNREACHABLE;
        // Terminates: a square is visited again only at a lower cost, and steps of no cost lead forward or to
        // a rebirth.
        let mut frontier = B::Set::of(from);
        while !frontier.is_empty() {
            let mut next = B::Set::EMPTY;
            for at in frontier.iter() {
                let cost = least[at.index()];
                cheapest = end(at, cost, kind).map_or(cheapest, |total| total.min(cheapest));
                let step = paths.step[at.index()] & !self.unmoved_pawns;
                let double_step = match step.first().filter(|_| paths.double_rank.contains(at)) {
                    Some(passed) => paths.step[passed.index()] & !self.unmoved_pawns,
                    None => B::Set::EMPTY,
                };
                let captures = paths.attacks[at.index()] & !self.unmoved_pawns;
                let rebirths = self.rebirths.squares(side, Walk::Pawn, at);
                for (squares, added) in [(step | double_step, step_cost), (captures, 1), (rebirths, 0)] {
                    for square in squares.iter() {
                        let total = cost + added;
                        if total < least[square.index()] {
                            least[square.index()] = total;
                            next |= B::Set::of(square);
                        }
                    }
                }
            }
            frontier = next;
        }
        cheapest
    }
}
