//! Moves that are generated without regard to the mover's king: self-checks, and all moves if no own man is royal.
//!
//! Self-checks are illegal, but goals by which the side that moves is mate allow them.

use std::ops::ControlFlow;

use super::generate::{AllMoves, MoveFilter};
use crate::board::{Board, Square, Squares};
use crate::game::general::MoveSelection;
use crate::game::general::lengths::retain_first_moves;
use crate::game::general::royal_capture::keeps_royals;
use crate::game::general::{for_each_move_ignoring_check, must_capture};
use crate::game::movegen::legality::{MaskPower, legality_info};
use crate::game::{Game, PositionOf};
use crate::position::{Move, MoveKind, NoObserver, Walk};
use crate::rules::{GameRules, Obligation, StageOutcome};

/// The filter of all moves of the men `men`, and of the captures of the men `victims` by other men.
struct ExposingFilter<S> {
    men: S,
    victims: S,
}

impl<S: Squares> MoveFilter<S> for ExposingFilter<S> {
    fn targets(&self, _: Walk, from: Square) -> S {
        if self.men.contains(from) { !S::EMPTY } else { self.victims }
    }
}

/// Implements [`Game::self_check_moves`].
pub(in crate::game) fn self_check_moves<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    list: &mut Vec<Move>,
) {
    let side = position.to_move;
    let first = list.len();
    append_moves_ignoring_king(game, position, true, &exposing_filter(game, position), list);
    let mut kept = first;
    for at in first..list.len() {
        let mv = list[at];
        let mut after = *position;
        let is_self_check = mv.kind != MoveKind::Castling
            && game.make(&mut after, mv, &mut NoObserver) == StageOutcome::Done
            && keeps_royals(position, &after, side.other())
            && game.in_check(&after, side);
        if is_self_check {
            list[kept] = mv;
            kept += 1;
        }
    }
    list.truncate(kept);
}

/// Implements [`Game::moves_ignoring_king`].
pub(in crate::game) fn moves_ignoring_king<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    list: &mut Vec<Move>,
) {
    let with_captures = game.general(position).is_none_or(|(game, position)| {
        game.rules.obligation(&position.rule_state, position.to_move) != Obligation::Capture
    });
    append_moves_ignoring_king(game, position, with_captures, &AllMoves, list);
}

/// Returns a filter that accepts every move that may leave the own king in check. Under general rules it accepts
/// all moves.
fn exposing_filter<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
) -> ExposingFilter<B::Set> {
    let all_moves = ExposingFilter { men: !B::Set::EMPTY, victims: B::Set::EMPTY };
    if R::GENERAL {
        return all_moves;
    }
    let info = legality_info(game, position);
    match info.blockers_and_royal() {
        Some(men) if info.masks == MaskPower::Exact => {
            let victims = if R::ORTHODOX_CAPTURES { B::Set::EMPTY } else { info.enemy };
            ExposingFilter { men, victims }
        }
        _ => all_moves,
    }
}

/// Appends the moves that would be legal if the own king could be left in check. The filter may reject moves that do
/// not leave it in check. An obligation to capture does not bind if every capture would be a self-check. In this case
/// `with_captures` includes these captures.
fn append_moves_ignoring_king<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    with_captures: bool,
    filter: &impl MoveFilter<B::Set>,
    list: &mut Vec<Move>,
) {
    let Some((game, position)) = game.general(position) else {
        // The opponent's king stays royal: the rebirth of men may depend on its safety.
        let mut without_royals = *position;
        without_royals.royal &= !position.of(position.to_move);
        let _ = game.for_each_move_matching(&without_royals, filter, |mv| {
            list.push(mv);
            ControlFlow::Continue(())
        });
        return;
    };
    let begin = list.len();
    let selection = match must_capture(game, position) {
        true => MoveSelection::CAPTURES,
        false => MoveSelection { captures: with_captures, ..MoveSelection::ALL },
    };
    let _ = for_each_move_ignoring_check(game, position, selection, &mut |mv| list.push(mv));
    retain_first_moves(game, position, list, begin);
}
