//! Makes the record of a move from a position.

use super::move_record::{Action, Ambiguity, Captured, MoveRecord};
use crate::board::{Board, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{Effect, Man, Move, MoveKind};
use crate::rules::GameRules;
use crate::stipulation::Goal;

/// Returns the record of a legal move. `reached` is the goal that the move reached, if it counts.
pub fn record_move<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    mv: Move,
    reached: Option<Goal>,
) -> MoveRecord {
    let side = position.to_move;
    let mut effects: Vec<Effect> = Vec::new();
    let mut after = *position;
    // The move is legal, so the rules do not forbid it.
    let _ = game.make(&mut after, mv, &mut effects);
    let castling = game.board.geometry().castling(mv.from, mv.to).filter(|_| mv.kind == MoveKind::Castling);
    let action = match castling {
        _ if mv.kind == MoveKind::Pass => Action::Pass,
        _ if mv.kind == MoveKind::Exchange => Action::Exchange {
            man: position.man_of(mv.walk, mv.from),
            from: mv.from,
            partner: position.man_of(mv.walk, mv.to),
            to: mv.to,
        },
        _ if mv.kind == MoveKind::Entry => Action::Entry { man: Man::new(side, mv.walk), at: mv.to },
        Some(way) => Action::Castling { wing: way.wing, from: mv.from, to: mv.to },
        None => {
            let becomes_imitator =
                effects.iter().any(|effect| matches!(effect, Effect::BecameImitator { .. }));
            let captured = |at| position.man(at).map(|man| Captured { man, at });
            Action::Move {
                man: position.man_of(mv.walk, mv.from),
                from: mv.from,
                to: mv.to,
                captured: game.victim_square(position, mv).and_then(captured),
                en_passant: mv.kind == MoveKind::EnPassant,
                promotion: mv.promotion.filter(|_| !becomes_imitator),
                ambiguity: ambiguity(game, position, mv),
            }
        }
    };
    MoveRecord { side, action, effects, check: game.in_check(&after, after.to_move), reached }
}

/// Returns what a short move must add to exclude other legal moves.
fn ambiguity<B: Board, R: GameRules>(game: &Game<B, R>, position: &PositionOf<B, R>, mv: Move) -> Ambiguity {
    let layout = game.board.geometry().layout;
    let rivals = game.disambiguation_candidates(position, mv);
    let by_file = rivals.iter().all(|rival| layout.file(rival) != layout.file(mv.from));
    let by_rank = rivals.iter().all(|rival| layout.rank(rival) != layout.rank(mv.from));
    match (by_file, by_rank) {
        _ if rivals.is_empty() => Ambiguity::None,
        (true, true) => Ambiguity::FileOrRank,
        (true, false) => Ambiguity::File,
        (false, true) => Ambiguity::Rank,
        (false, false) => Ambiguity::Square,
    }
}
