//! Moves in the order of their lengths, where a side must make its longest moves, or its shortest.

use std::cell::Cell;
use std::ops::ControlFlow;

use super::{Extent, Flow, MoveSelection, MoveVisitor, QuietMoves, TargetMask};
use crate::board::{Board, Layout, Square, Squares};
use crate::game::general::for_each_move_ignoring_obligation;
use crate::game::general::legs::for_each_branch;
use crate::game::general::pseudo_legal::{for_each_pseudo_legal_move_general, victims};
use crate::game::movegen::generate::{AllMoves, MoveFilter};
use crate::game::{Game, PositionOf};
use crate::position::{Move, MoveKind, Walk};
use crate::rules::{GameView, LengthOrder, Obligation, RuleSet};

/// The squares at certain lengths from a square.
#[derive(Clone, Debug)]
pub struct LengthTable<S> {
    /// By square, then by squared length: the squares at least so far away.
    at_least: Vec<S>,
    /// The number of squared lengths.
    length_count: usize,
}

impl<S: Squares> LengthTable<S> {
    /// Returns the table of a board.
    pub fn new(layout: Layout) -> LengthTable<S> {
        let side = |count: u8| usize::from(count.saturating_sub(1)).pow(2);
        let length_count = side(layout.files()) + side(layout.ranks()) + 2;
        let mut at_least = vec![!S::EMPTY; Square::LIMIT * length_count];
        for from in layout.squares() {
            let squares = &mut at_least[from.index() * length_count..][..length_count];
            for to in layout.squares() {
                let (files, ranks) = layout.vector(from, to);
                let squared = i32::from(files).pow(2) + i32::from(ranks).pow(2);
                squares[squared as usize + 1..].iter_mut().for_each(|far| *far &= !S::of(to));
            }
        }
        LengthTable { at_least, length_count }
    }

    /// Returns the rank of the first move from `from` to one of some squares in an order, if it comes before `than`.
    fn first_rank_before(&self, from: Square, to: S, order: LengthOrder, than: Option<i32>) -> Option<i32> {
        let longest = self.length_count as i32 - 1;
        let (mut least, mut most) = match order {
            LengthOrder::LongestFirst => (than.map_or(0, |than| than + 1), longest),
            LengthOrder::ShortestFirst => (than.map_or(-longest, |than| than + 1), 0),
        };
        let is_reached = |rank| to.intersects(self.not_after(from, rank, order));
        if least > most || !is_reached(least) {
            return None;
        }
        while least < most {
            let middle = (least + most + 1).div_euclid(2);
            if is_reached(middle) { least = middle } else { most = middle - 1 }
        }
        Some(least)
    }

    /// Returns the squares of which the length of a move from `from` does not come after this rank in an order.
    fn not_after(&self, from: Square, rank: i32, order: LengthOrder) -> S {
        let at_least = |squared: i32| {
            let index = (squared.max(0) as usize).min(self.length_count - 1);
            self.at_least[from.index() * self.length_count + index]
        };
        match order {
            LengthOrder::LongestFirst => at_least(rank),
            LengthOrder::ShortestFirst => !at_least(1 - rank),
        }
    }
}

/// The moves that come no later in an order than a rank.
struct FirstMoves<'a, B: Board> {
    game: &'a Game<B, RuleSet>,
    order: LengthOrder,
    /// The rank of the first legal move found so far, or one that it must reach; `None` without either.
    first: Cell<Option<i32>>,
}

impl<B: Board> MoveFilter<B::Set> for FirstMoves<'_, B> {
    fn targets(&self, walk: Walk, from: Square) -> B::Set {
        match (self.first.get(), &self.game.lengths) {
            (Some(first), Some(lengths)) if !has_constant_length(walk) => {
                lengths.not_after(from, first, self.order)
            }
            _ => !B::Set::EMPTY,
        }
    }

    fn accepts(&self, mv: Move) -> bool {
        self.first.get().is_none_or(|first| rank(self.game, mv, self.order) >= first)
    }
}

/// Returns whether all moves of men with this walk are of the same length.
fn has_constant_length(walk: Walk) -> bool {
    matches!(walk, Walk::Mao | Walk::Moa)
}

/// Returns the rank of a move in an order of lengths; moves with a higher rank come first.
pub(in crate::game) fn rank<B: Board>(game: &Game<B, RuleSet>, mv: Move, order: LengthOrder) -> i32 {
    let length = squared_length(game, mv);
    match order {
        LengthOrder::LongestFirst => length,
        LengthOrder::ShortestFirst => -length,
    }
}

/// Returns the square of the length of a move, where one file or rank is the unit.
fn squared_length<B: Board>(game: &Game<B, RuleSet>, mv: Move) -> i32 {
    let layout = game.board.geometry().layout;
    let between = |from, to| {
        let (files, ranks) = layout.vector(from, to);
        (i32::from(files), i32::from(ranks))
    };
    let (files, ranks) = between(mv.from, mv.to);
    match mv.kind {
        MoveKind::Castling => {
            let castling = game.board.geometry().castling(mv.from, mv.to);
            let rook = castling.map_or((0, 0), |castling| between(castling.rook_from, castling.rook_to));
            (files.abs() + rook.0.abs()).pow(2) + (ranks.abs() + rook.1.abs()).pow(2)
        }
        _ if has_constant_length(mv.walk) => 6,
        _ => files.pow(2) + ranks.pow(2),
    }
}

/// Visits those of the legal moves that come first in an order, if `accept` accepts them, until the visitor breaks.
pub(super) fn for_each_first_move<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    order: LengthOrder,
    accept: &mut dyn FnMut(Move) -> bool,
    visit: MoveVisitor<'_, PositionOf<B, RuleSet>>,
) -> Flow {
    first_moves(game, position, order)
        .into_iter()
        .try_for_each(|mv| if accept(mv) { visit(mv, None) } else { ControlFlow::Continue(()) })
}

/// Returns those of the legal moves that come first in an order.
fn first_moves<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    order: LengthOrder,
) -> Vec<Move> {
    if let Some(rank) = first_pseudo_legal_rank(game, position, order) {
        let moves = first_moves_from(game, position, order, Some(rank));
        if !moves.is_empty() {
            return moves;
        }
    }
    first_moves_from(game, position, order, None)
}

/// Returns the highest rank of the moves of men by their walks, legal or not; `None` if it is not known.
fn first_pseudo_legal_rank<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    order: LengthOrder,
) -> Option<i32> {
    let lengths = game.lengths.as_ref()?;
    if game.rules.flags().moves_as_others || !game.rules.fairy_walks().is_empty() {
        return None;
    }
    let (side, occupied) = (position.to_move, position.occupied());
    let victims = victims(game, position).men;
    position.of(side).iter().fold(None, |first, from| {
        let Some(walk) = position.walk_on(from) else { return first };
        let quiet = game.quiet_targets(walk, side, from, occupied) & !occupied;
        let captures = game.attacks_of(walk, side, from, occupied) & victims;
        lengths.first_rank_before(from, quiet | captures, order, first).or(first)
    })
}

/// Returns those of the legal moves that come first in an order, if they come no later than a rank.
fn first_moves_from<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    order: LengthOrder,
    rank_limit: Option<i32>,
) -> Vec<Move> {
    let filter = FirstMoves { game, order, first: Cell::new(rank_limit) };
    let mut moves = Vec::new();
    let accept = &mut |_| true;
    let selection = MoveSelection::ALL;
    let _ = for_each_move_ignoring_obligation(game, position, selection, &filter, accept, &mut |mv, _| {
        let rank = Some(rank(game, mv, order));
        if rank > filter.first.replace(rank) {
            moves.clear();
        }
        moves.push(mv);
        ControlFlow::Continue(())
    });
    moves
}

/// Visits the legal moves than which no other move, legal or not, comes before in an order, if `accept` accepts them, until
/// the visitor breaks.
pub(super) fn for_each_ultra_first_move<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    order: LengthOrder,
    accept: &mut dyn FnMut(Move) -> bool,
    visit: MoveVisitor<'_, PositionOf<B, RuleSet>>,
) -> Flow {
    let Some(first) = first_rank(game, position, order) else { return ControlFlow::Continue(()) };
    let accept = &mut |mv| rank(game, mv, order) == first && accept(mv);
    for_each_move_ignoring_obligation(game, position, MoveSelection::ALL, &AllMoves, accept, visit)
}

/// Returns the highest rank of the moves of the side to move, whether or not they leave its king in check; `None` if it
/// has no move.
fn first_rank<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    order: LengthOrder,
) -> Option<i32> {
    let mut first = None;
    let victims = Some(victims(game, position));
    let mask = &TargetMask::all;
    let _ = for_each_pseudo_legal_move_general(
        game,
        position,
        QuietMoves::All,
        victims,
        mask,
        &mut |mv, fixed| {
            let rank = rank(game, mv, order);
            let can_be_made = || {
                let found = &mut |_, _: &PositionOf<B, RuleSet>| Flow::Break(());
                for_each_branch(game, position, mv, fixed, Extent::FirstLeg, found).is_break()
            };
            if first.is_none_or(|first| rank > first) && can_be_made() {
                first = Some(rank);
            }
            ControlFlow::Continue(())
        },
    );
    first
}

/// Removes the moves from a list that an obligation to make the longest or shortest moves forbids, whether or not the moves
/// leave the own king in check.
pub(in crate::game) fn retain_first_moves<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    list: &mut Vec<Move>,
    begin: usize,
) {
    let (order, first) = match game.rules.obligation(&position.rule_state, position.to_move) {
        Obligation::Length(order) => {
            (order, first_moves(game, position, order).first().map(|&mv| rank(game, mv, order)))
        }
        Obligation::UltraLength(order) => (order, first_rank(game, position, order)),
        _ => return,
    };
    let kept = list.split_off(begin).into_iter().filter(|&mv| Some(rank(game, mv, order)) == first);
    list.extend(kept.collect::<Vec<_>>());
}

/// Returns the least rank of a capture of a king by the side to move that gives check, and its order; `None` if every
/// capture gives check.
pub(super) fn least_rank_of_check<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
) -> Option<(LengthOrder, i32)> {
    if !game.rules.flags().binds_royal_captures {
        return None;
    }
    match game.rules.obligation(&position.rule_state, position.to_move) {
        Obligation::UltraLength(order) => first_rank(game, position, order).map(|first| (order, first)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Set64;

    #[test]
    fn first_ranks_are_those_of_the_farthest_or_nearest_square() {
        let layout = Layout::CHESS;
        let table = LengthTable::<Set64>::new(layout);
        let at = |file, rank| layout.at(file, rank).unwrap();
        let to = Set64::from_squares([at(0, 3), at(2, 1), at(7, 7)]);
        let first = |order, than| table.first_rank_before(at(0, 0), to, order, than);
        assert_eq!(first(LengthOrder::LongestFirst, None), Some(98));
        assert_eq!(first(LengthOrder::LongestFirst, Some(97)), Some(98));
        assert_eq!(first(LengthOrder::LongestFirst, Some(98)), None);
        assert_eq!(first(LengthOrder::ShortestFirst, None), Some(-5));
        assert_eq!(first(LengthOrder::ShortestFirst, Some(-6)), Some(-5));
        assert_eq!(first(LengthOrder::ShortestFirst, Some(-5)), None);
    }
}
