//! The pseudo-legal captures of a position.

use std::ops::ControlFlow;

use super::general::{QuietMoves, TargetMask};
use super::{Game, PositionOf};
use crate::board::{Board, Squares};
use crate::game::attacks::en_passant_captures;
use crate::game::general::pseudo_legal::{self, for_each_pseudo_legal_move_general};
use crate::rules::GameRules;

/// Implements [`Game::capturers_and_victims`].
pub(in crate::game) fn capturers_and_victims<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
) -> (B::Set, B::Set) {
    let (mut capturers, mut victims) = (B::Set::EMPTY, B::Set::EMPTY);
    let side = position.to_move;
    if let Some((game, position)) = game.general(position) {
        let _ = for_each_pseudo_legal_move_general(
            game,
            position,
            QuietMoves::None,
            Some(pseudo_legal::victims(game, position)),
            &TargetMask::all,
            &mut |mv, _| {
                capturers |= B::Set::of(mv.from);
                victims |= game.victim_square(position, mv).map_or(B::Set::EMPTY, B::Set::of);
                ControlFlow::Continue(())
            },
        );
        return (capturers, victims & !position.royal);
    }
    let occupied = position.occupied();
    for at in (position.of(side.other()) & !position.royal).iter() {
        let attackers = game.attackers(position, at, side, occupied);
        if !attackers.is_empty() {
            capturers |= attackers;
            victims |= B::Set::of(at);
        }
    }
    for (from, _) in en_passant_captures(game, position) {
        capturers |= B::Set::of(from);
        victims |= position.ep_pawn().map_or(B::Set::EMPTY, B::Set::of);
    }
    (capturers, victims)
}
