//! Ways of single men towards squares of a target.

use crate::board::geometry::PerSquare;
use crate::board::{Board, Castling, Square, Squares};
use crate::position::{Side, Walk};
use crate::problem::Diagram;

/// More than any play has moves.
pub(super) const UNREACHABLE: u8 = 200;

/// A man of the target.
#[derive(Clone, Debug)]
pub(super) struct TargetMan {
    /// What it is.
    pub walk: Walk,
    /// Moves of a man of this walk from each square.
    pub moves: PerSquare<u8>,
    /// Moves of a pawn that becomes this man, or is it.
    pub pawn_moves: PerSquare<u8>,
    /// How many of them must be captures at least.
    pub pawn_captures: PerSquare<u8>,
}

/// Where captured men come back, by side, walk and square of the capture; nothing if they do not.
pub(super) struct VictimRebirths<S>(Vec<S>);

impl<S: Squares> VictimRebirths<S> {
    /// Nobody comes back.
    pub const NONE: VictimRebirths<S> = VictimRebirths(Vec::new());

    /// What rules tell of a capture; none if they do not tell it of all.
    pub fn new(all: S, places: impl Fn(Side, Walk, Square) -> Option<S>) -> Option<VictimRebirths<S>> {
        let mut returns = vec![S::EMPTY; Side::BOTH.len() * Walk::COUNT * Square::LIMIT];
        for side in Side::BOTH {
            for walk in Walk::ALL {
                for at in all.iter() {
                    returns[Self::index(side, walk, at)] = places(side, walk, at)?;
                }
            }
        }
        Some(VictimRebirths(returns))
    }

    fn index(side: Side, walk: Walk, at: Square) -> usize {
        (side.index() * Walk::COUNT + walk.index()) * Square::LIMIT + at.index()
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn squares(&self, side: Side, walk: Walk, at: Square) -> S {
        self.0.get(Self::index(side, walk, at)).copied().unwrap_or(S::EMPTY)
    }
}

/// Ways of single men on a board on which only those stand who never move.
pub(super) struct TargetDistances<'b, B: Board> {
    board: &'b B,
    /// Pawns that stand at home in the beginning and at the end.
    unmoved_pawns: B::Set,
    /// What pawns can become.
    promotions: &'static [Walk],
    /// Where captured men come back.
    rebirths: VictimRebirths<B::Set>,
}

impl<'b, B: Board> TargetDistances<'b, B> {
    /// The ways on a board from one diagram to another; pawns may become kings, or not.
    pub fn new(
        board: &'b B,
        (from, target): (&Diagram, &Diagram),
        kingless: bool,
        returns: VictimRebirths<B::Set>,
    ) -> TargetDistances<'b, B> {
        let mut fixed = B::Set::EMPTY;
        for (square, man) in target.men().filter(|(square, man)| from.man(*square) == Some(*man)) {
            let at_home =
                |side| man.colour.is_of(side) && board.geometry().pawn(side).double_rank.contains(square);
            // A pawn never comes back to where it begins, unless it is reborn there.
            if man.walk == Walk::Pawn && returns.is_empty() && Side::BOTH.into_iter().any(at_home) {
                fixed |= B::Set::of(square);
            }
        }
        let promotions = if kingless { &Walk::PROMOTIONS_WITH_KING[..] } else { &Walk::PROMOTIONS };
        TargetDistances { board, unmoved_pawns: fixed, promotions, rebirths: returns }
    }

    /// The ways of castling.
    pub fn castlings(&self) -> &[Castling<B::Set>] {
        &self.board.geometry().castlings
    }

    /// Do captured men come back?
    pub fn has_rebirth(&self) -> bool {
        !self.rebirths.is_empty()
    }

    /// A man of a side that is wanted on a square.
    pub fn target_man(&self, side: Side, walk: Walk, square: Square) -> TargetMan {
        let ends = |at: Square, moves: u8| (at == square).then_some(moves);
        let own = |from: Square| match walk {
            Walk::Pawn | Walk::ReversedPawn => None,
            _ => self.officer_distance(side, walk, from, square),
        };
        let geometry = self.board.geometry();
        let promotes = geometry.pawn(side).promotion_rank;
        let mut moves = [UNREACHABLE; Square::LIMIT];
        for from in geometry.all.iter() {
            moves[from.index()] = own(from).unwrap_or(UNREACHABLE);
        }
        let mut pawn_moves = [UNREACHABLE; Square::LIMIT];
        let mut pawn_captures = [UNREACHABLE; Square::LIMIT];
        for from in geometry.all.iter() {
            let end = |at: Square, so_far: u8, counted: bool| match walk {
                Walk::Pawn => ends(at, so_far),
                _ if !self.promotions.contains(&walk) || !promotes.contains(at) => None,
                _ if moves[at.index()] == UNREACHABLE => None,
                _ if counted => Some(so_far + moves[at.index()]),
                _ => Some(so_far),
            };
            let counts = |captures: bool| u8::from(captures);
            pawn_moves[from.index()] = self.min_pawn_cost(side, from, |_| 1, |at, cost| end(at, cost, true));
            pawn_captures[from.index()] =
                self.min_pawn_cost(side, from, counts, |at, cost| end(at, cost, false));
        }
        TargetMan { walk, moves, pawn_moves, pawn_captures }
    }

    /// The moves of an officer from one square to another.
    fn officer_distance(&self, side: Side, walk: Walk, from: Square, to: Square) -> Option<u8> {
        let mut reached = self.with_rebirth_squares(side, walk, B::Set::of(from));
        let mut edge = reached;
        let mut moves = 0;
        while !reached.contains(to) {
            let mut next = B::Set::EMPTY;
            for square in edge.iter() {
                let geometry = self.board.geometry();
                next |= match walk {
                    Walk::King => geometry.king[square.index()] | self.castling_king_targets(side, square),
                    Walk::Knight => geometry.knight[square.index()],
                    Walk::Rook => self.board.rook(square, self.unmoved_pawns),
                    Walk::Bishop => self.board.bishop(square, self.unmoved_pawns),
                    _ => {
                        self.board.rook(square, self.unmoved_pawns)
                            | self.board.bishop(square, self.unmoved_pawns)
                    }
                };
            }
            edge = self.with_rebirth_squares(side, walk, next & !self.unmoved_pawns & !reached) & !reached;
            if edge.is_empty() {
                return None;
            }
            reached |= edge;
            moves += 1;
        }
        Some(moves)
    }

    /// Where a king goes that castles from a square, if rebirth there can give it the right.
    fn castling_king_targets(&self, side: Side, king: Square) -> B::Set {
        let ways = self.castlings().iter().filter(|way| way.side == side && way.king_from == king);
        match self.has_rebirth() {
            true => B::Set::from_squares(ways.map(|way| way.king_to)),
            false => B::Set::EMPTY,
        }
    }

    /// Squares, with those to which an officer comes from there without a move of his own: by
    /// rebirth, and a rook reborn at home by castling.
    fn with_rebirth_squares(&self, side: Side, walk: Walk, squares: B::Set) -> B::Set {
        let (mut all, mut edge) = (squares, squares);
        while self.has_rebirth() && !edge.is_empty() {
            let mut next = B::Set::EMPTY;
            for square in edge.iter() {
                next |= self.rebirths.squares(side, walk, square);
                let ways = self.castlings().iter().filter(|way| way.side == side && way.rook_from == square);
                if walk == Walk::Rook {
                    next |= B::Set::from_squares(ways.map(|way| way.rook_to));
                }
            }
            edge = next & !all;
            all |= edge;
        }
        all
    }

    /// The cheapest way of a pawn, where a step and a capture cost what `cost` says and `end`
    /// says what the whole costs if the pawn gets to a square.
    fn min_pawn_cost(
        &self,
        side: Side,
        from: Square,
        cost: impl Fn(bool) -> u8,
        end: impl Fn(Square, u8) -> Option<u8>,
    ) -> u8 {
        let paths = self.board.geometry().pawn(side);
        let mut least = [UNREACHABLE; Square::LIMIT];
        least[from.index()] = 0;
        let mut cheapest = UNREACHABLE;
        // Pawns only go forward, and who is reborn has not come more cheaply: ways have ends.
        let mut edge = B::Set::of(from);
        while !edge.is_empty() {
            let mut next = B::Set::EMPTY;
            for at in edge.iter() {
                let so_far = least[at.index()];
                cheapest = end(at, so_far).map_or(cheapest, |whole| whole.min(cheapest));
                let step = paths.step[at.index()] & !self.unmoved_pawns;
                let twice = match step.first().filter(|_| paths.double_rank.contains(at)) {
                    Some(passed) => paths.step[passed.index()] & !self.unmoved_pawns,
                    None => B::Set::EMPTY,
                };
                let captures = paths.attacks[at.index()] & !self.unmoved_pawns;
                let returns = self.rebirths.squares(side, Walk::Pawn, at);
                for (squares, more) in [(step | twice, cost(false)), (captures, cost(true)), (returns, 0)] {
                    for square in squares.iter() {
                        let whole = so_far + more;
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
