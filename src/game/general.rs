//! The general move generator, for any set of rules.
//!
//! Moves pass through four stages:
//!
//! 1. pending promotions are resolved ([`pending_promotion`]);
//! 2. the moves are generated without regard to check ([`pseudo_legal`]);
//! 3. a move is accepted or rejected without making it if check mask, pins and plain rules allow it
//!    ([`static_legality`]);
//! 4. the branches of every other move are predicted ([`branches`]) or made ([`legs`]) and tested for check
//!    ([`royal_capture`]).

use std::cell::OnceCell;
use std::ops::ControlFlow;

use super::movegen::generate::{AllMoves, MoveFilter};
use super::{Flow, Game, PositionOf};
use crate::board::{Board, Square, Squares};
use crate::game::general::branches::{
    for_each_predicted_branch, predicted_branches, promotes_late_in, royal_checked_iff_attacked,
};
use crate::game::general::legs::{for_each_branch, for_each_legal_branch};
use crate::game::general::lengths::{for_each_first_move, for_each_ultra_first_move};
use crate::game::general::pending_promotion::for_each_promotion_choice;
use crate::game::general::pseudo_legal::{for_each_move_from, for_each_pseudo_legal_move_general, victims};
use crate::game::general::static_legality::{StaticLegality, late_promotion_squares};
use crate::game::movegen::preview::is_attacked_after;
use crate::position::{Move, MoveBranch, MoveKind, Walk};
use crate::rules::{CaptureBranches, Obligation, RuleSet};

mod access;
pub(super) mod attack_test;
pub(super) mod branches;
pub(super) mod castling;
pub(super) mod entries;
pub(super) mod exchanges;
pub(super) mod game_view;
pub(super) mod legs;
pub(super) mod lengths;
pub(super) mod lent_walks;
pub(super) mod locusts;
pub(super) mod origins;
pub(super) mod pawns;
pub(super) mod pending_promotion;
pub(super) mod pseudo_legal;
pub(super) mod royal_capture;
pub(super) mod static_legality;
pub(super) mod targets;
pub(super) mod two_boards;

/// A visitor of legal moves, each with the position after it if the move had to be made to test it.
pub(crate) type MoveVisitor<'a, P> = &'a mut dyn FnMut(Move, Option<&P>) -> Flow;

/// The men that may be captured.
#[derive(Clone, Copy)]
pub(super) struct Victims<S> {
    /// The squares of the men.
    men: S,
    /// Whether the captures are only tested for their effect on royal men. Rules that forbid captures but do not
    /// affect check are ignored then.
    for_check: bool,
}

/// The moves without capture to generate.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum QuietMoves {
    /// None.
    None,
    /// All.
    All,
    /// All, those of royal men first: most checks are parried by them.
    RoyalFirst,
}

/// The moves to generate.
#[derive(Clone, Copy)]
pub(super) struct MoveSelection {
    /// The moves without capture.
    pub(super) quiet: QuietMoves,
    /// Whether to generate captures.
    pub(super) captures: bool,
}

impl MoveSelection {
    /// All moves.
    pub(super) const ALL: MoveSelection = MoveSelection { quiet: QuietMoves::All, captures: true };
    /// The captures.
    pub(super) const CAPTURES: MoveSelection = MoveSelection { quiet: QuietMoves::None, captures: true };
    /// The moves without capture.
    pub(super) const QUIET: MoveSelection = MoveSelection { quiet: QuietMoves::All, captures: false };
    /// The moves without capture, those of royal men first.
    pub(super) const QUIET_ROYAL_FIRST: MoveSelection =
        MoveSelection { quiet: QuietMoves::RoyalFirst, captures: false };
}

/// The part of a move that is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::game) enum Extent {
    /// The whole move.
    Full,
    /// The first leg: what it captures, without further legs of the capturer.
    FirstLeg,
    /// The first leg, and only if a captured king is not reborn.
    RoyalCapture,
}

/// The arrival squares to generate; moves to other squares may be left out.
pub(super) struct TargetMask<S> {
    /// The arrival squares of moves without capture.
    quiet: S,
    /// The arrival squares of captures.
    captures: S,
}

impl<S: Squares> TargetMask<S> {
    /// Returns the mask of all squares.
    pub(super) fn all(_: Walk, _: Square) -> TargetMask<S> {
        TargetMask { quiet: !S::EMPTY, captures: !S::EMPTY }
    }

    /// Returns the part of the mask that is in `squares`.
    fn restricted_to(self, squares: S) -> TargetMask<S> {
        TargetMask { quiet: self.quiet & squares, captures: self.captures & squares }
    }
}

/// Visits the legal moves that `filter` and `accept` accept, branch by branch, until the visitor breaks.
/// `accept` sees moves without their branches, and illegal moves.
pub(in crate::game) fn for_each_move_general<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    filter: &dyn MoveFilter<B::Set>,
    accept: &mut dyn FnMut(Move) -> bool,
    visit: MoveVisitor<'_, PositionOf<B, RuleSet>>,
) -> Flow {
    let obligation = game.rules.obligation(&position.rule_state, position.to_move);
    match obligation {
        Obligation::None => {
            let selection = MoveSelection::ALL;
            return for_each_move_ignoring_obligation(game, position, selection, filter, accept, visit);
        }
        Obligation::Length(order) => return for_each_first_move(game, position, order, accept, visit),
        Obligation::UltraLength(order) => {
            return for_each_ultra_first_move(game, position, order, accept, visit);
        }
        Obligation::Capture | Obligation::OnlyCapture => {}
    }
    let mut can_capture = false;
    // A capture that the filter rejects counts for the obligation.
    for_each_move_ignoring_obligation(
        game,
        position,
        MoveSelection::CAPTURES,
        &AllMoves,
        &mut |_| true,
        &mut |mv, after| {
            can_capture = true;
            if accept(mv) { visit(mv, after) } else { ControlFlow::Continue(()) }
        },
    )?;
    if can_capture || obligation == Obligation::OnlyCapture {
        return ControlFlow::Continue(());
    }
    for_each_move_ignoring_obligation(game, position, MoveSelection::QUIET, filter, accept, visit)
}

/// Returns whether an obligation leaves the side to move only captures.
pub(super) fn must_capture<B: Board>(game: &Game<B, RuleSet>, position: &PositionOf<B, RuleSet>) -> bool {
    match game.rules.obligation(&position.rule_state, position.to_move) {
        Obligation::None | Obligation::Length(_) | Obligation::UltraLength(_) => false,
        Obligation::OnlyCapture => true,
        Obligation::Capture => for_each_move_ignoring_obligation(
            game,
            position,
            MoveSelection::CAPTURES,
            &AllMoves,
            &mut |_| true,
            &mut |_, _| ControlFlow::Break(()),
        )
        .is_break(),
    }
}

/// Returns a move that shows that the side to move has a legal one; `None` if it has none. A side that must make its longest
/// moves, or its shortest, has a legal move if it has one without this obligation, which is then returned.
pub(super) fn proof_of_move<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
) -> Option<Move> {
    let mut found = None;
    let visit = &mut |mv: Move, _: Option<&_>| {
        found = Some(mv);
        ControlFlow::Break(())
    };
    let _ = match game.rules.obligation(&position.rule_state, position.to_move) {
        Obligation::Length(_) => for_each_move_quiet_first_ignoring_obligation(game, position, visit),
        _ => for_each_move_quiet_first(game, position, visit),
    };
    found
}

/// Visits the legal moves until the visitor breaks, those without capture first: most of these are tested
/// without making them.
pub(super) fn for_each_move_quiet_first<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    visit: MoveVisitor<'_, PositionOf<B, RuleSet>>,
) -> Flow {
    if game.rules.obligation(&position.rule_state, position.to_move) != Obligation::None {
        return for_each_move_general(game, position, &AllMoves, &mut |_| true, visit);
    }
    for_each_move_quiet_first_ignoring_obligation(game, position, visit)
}

/// Visits the moves that would be legal without an obligation, those without capture first, until the visitor breaks.
fn for_each_move_quiet_first_ignoring_obligation<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    visit: MoveVisitor<'_, PositionOf<B, RuleSet>>,
) -> Flow {
    let accept = &mut |_| true;
    for selection in [MoveSelection::QUIET_ROYAL_FIRST, MoveSelection::CAPTURES] {
        for_each_move_ignoring_obligation(game, position, selection, &AllMoves, accept, visit)?;
    }
    ControlFlow::Continue(())
}

/// Visits the selected moves that `filter` and `accept` accept and that would be legal without an obligation to
/// capture, until the visitor breaks.
pub(super) fn for_each_move_ignoring_obligation<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    selection: MoveSelection,
    filter: &dyn MoveFilter<B::Set>,
    accept: &mut dyn FnMut(Move) -> bool,
    visit: MoveVisitor<'_, PositionOf<B, RuleSet>>,
) -> Flow {
    let quiet = selection.quiet;
    for_each_promotion_choice(game, position, &mut |promoted, choice| {
        let victims = selection.captures.then(|| victims(game, promoted));
        let legality = StaticLegality::new(game, promoted, quiet != QuietMoves::None);
        let target_mask = |walk: Walk, from: Square| {
            let accepted = filter.targets(walk, from);
            let legal = legality.possible_targets(game, promoted, from);
            let captures = if legality.decides_captures(game) { accepted & legal } else { accepted };
            TargetMask { quiet: accepted & legal, captures }
        };
        let royal = OnceCell::new();
        let royal = || *royal.get_or_init(|| royal_checked_iff_attacked(game, promoted));
        for_each_pseudo_legal_move_general(game, promoted, quiet, victims, &target_mask, &mut |mv, fixed| {
            if !filter.accepts(mv) || !accept(mv) {
                return ControlFlow::Continue(());
            }
            match legality.of(game, promoted, mv) {
                Some(true) => return visit(mv, None),
                Some(false) => return ControlFlow::Continue(()),
                None => {}
            }
            if mv.kind == MoveKind::Capture
                && (filter.filters_branches() || royal().is_some())
                && let Some(branches) = predicted_branches(game, position, mv, fixed)
            {
                return for_each_legal_predicted_branch(game, position, mv, branches, filter, &royal, visit);
            }
            let Some((mv, fixed)) = choice.prepend_to(mv, fixed) else {
                game.rules.mark_branch_overflow();
                return ControlFlow::Continue(());
            };
            for_each_legal_branch(game, position, mv, fixed, visit)
        })
    })
}

/// Visits the selected moves that would be legal without an obligation to capture if the own royal men could be left in
/// check.
pub(super) fn for_each_move_ignoring_check<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    selection: MoveSelection,
    visit: &mut dyn FnMut(Move),
) -> Flow {
    for_each_promotion_choice(game, position, &mut |promoted, choice| {
        let victims = selection.captures.then(|| victims(game, promoted));
        let everywhere = |_, _| TargetMask { quiet: !B::Set::EMPTY, captures: !B::Set::EMPTY };
        for_each_pseudo_legal_move_general(
            game,
            promoted,
            selection.quiet,
            victims,
            &everywhere,
            &mut |mv, fixed| {
                let Some((mv, fixed)) = choice.prepend_to(mv, fixed) else {
                    game.rules.mark_branch_overflow();
                    return ControlFlow::Continue(());
                };
                for_each_branch(game, position, mv, fixed, Extent::Full, &mut |mv, _| {
                    visit(mv);
                    ControlFlow::Continue(())
                })
            },
        )
    })
}

/// Visits the legal branches of a capture that the filter accepts, until the visitor breaks. A branch is made only
/// if its preview does not show whether it is legal. `royal` returns the royal man of the mover if it is in check
/// exactly where it is attacked.
fn for_each_legal_predicted_branch<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    mv: Move,
    branches: CaptureBranches<B::Set>,
    filter: &dyn MoveFilter<B::Set>,
    royal: &dyn Fn() -> Option<Square>,
    visit: MoveVisitor<'_, PositionOf<B, RuleSet>>,
) -> Flow {
    let side = position.to_move;
    let final_squares =
        |squares| filter.final_squares(mv, squares) | late_promotion_squares(game, mv, side, squares);
    for_each_predicted_branch(game, position, mv, branches, &final_squares, &mut |mv, fixed, preview| {
        let promotes = promotes_late_in(game, position, mv, preview);
        if !promotes && !filter.accepts_preview(mv, preview) {
            return ControlFlow::Continue(());
        }
        let royal = royal().map(|royal| if royal == mv.from { preview.at } else { royal });
        match royal.map(|royal| is_attacked_after(game, position, preview, royal)) {
            Some(true) => ControlFlow::Continue(()),
            Some(false) if !promotes => visit(mv, None),
            _ => for_each_legal_branch(game, position, mv, fixed, visit),
        }
    })
}

/// Returns whether a quiet move or a capture that was legal in another position is pseudo-legal in this one and
/// has no choices but the first of each. False if that would need a closer test.
pub(super) fn is_pseudo_legal_general<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    mv: Move,
) -> bool {
    let side = position.to_move;
    let testable = game.rules.obligation(&position.rule_state, side) == Obligation::None
        && !game.has_pending_promotion(position)
        && !game.rules.flags().two_boards;
    if !testable || mv.branch != MoveBranch::ONLY || !position.of(side).contains(mv.from) {
        return false;
    }
    let victims = mv.is_capture().then(|| victims(game, position));
    let target_mask = |_, _| TargetMask { quiet: B::Set::of(mv.to), captures: B::Set::of(mv.to) };
    let compare = &mut |found, _| if found == mv { Flow::Break(()) } else { Flow::Continue(()) };
    for_each_move_from(game, position, mv.from, !mv.is_capture(), victims, &target_mask, compare).is_break()
}
