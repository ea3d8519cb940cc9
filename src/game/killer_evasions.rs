//! Killer evasions: a test for mate that first tries the moves that parried the last checks.
//!
//! Under rules where few moves can be tested without making them it takes a dozen moves to find an evasion, and most
//! checks are parried as the last one was. An hs#3 in power transfer takes 1.2 s instead of 1.5 s
//! (`docs/internals/experiments.md`). Compare the [killer heuristic](https://www.chessprogramming.org/Killer_Heuristic).

use super::{Game, PositionOf};
use crate::board::Board;
use crate::game::general::proof_of_move;
use crate::game::general::static_legality::quick_king_move_general;
use crate::game::make_move::is_legal_retried;
use crate::game::movegen::generate::counts_as_mate;
use crate::position::{Move, MoveBranch};
use crate::rules::{GameRules, RuleSet};

/// The last two moves by which each side escaped mate.
#[derive(Default)]
pub struct KillerEvasions([[Option<Move>; 2]; 2]);

/// Implements [`Game::is_mate_with_killers`].
pub(in crate::game) fn is_mate_with_killers<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    killers: &mut KillerEvasions,
) -> bool {
    let Some((game, position)) = game.general(position) else { return game.is_mate(position) };
    game.in_check(position, position.to_move)
        && !has_move_with_killers(game, position, killers)
        && counts_as_mate(game, position)
}

/// Returns whether the side to move has a legal move.
fn has_move_with_killers<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    KillerEvasions(killers): &mut KillerEvasions,
) -> bool {
    if quick_king_move_general(game, position).is_some() {
        return true;
    }
    let last = &mut killers[position.to_move.index()];
    let is_legal = |mv: &Option<Move>| mv.is_some_and(|mv| is_legal_retried(game, position, mv));
    if let Some(index) = last.iter().position(is_legal) {
        last.swap(0, index);
        return true;
    }
    let found = proof_of_move(game, position);
    // A branch number has another meaning in another position.
    if found.is_some_and(|mv| mv.branch == MoveBranch::ONLY) {
        *last = [found, last[0]];
    }
    found.is_some()
}
