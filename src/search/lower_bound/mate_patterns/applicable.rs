//! Where mate patterns can be used: rules, goals, play and men.
//!
//! | moves | rules | what does not apply |
//! |---|---|---|
//! | `Orthodox` | orthodox chess, the Circe family and rules that only forbid captures | |
//! | `Paralysed` | Madrasi | the refutation test: a man may be unable to parry or to get out of the way |
//! | `Other` | rules that restrict squares, and those by which men change their walks | the same; castling |

use super::MatePatterns;
use crate::board::{Board, Square, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{Side, Walk};
use crate::rules::GameRules;
use crate::rules::rebirth::Relocation;
use crate::search::lower_bound::pattern_walks::pattern_changes;
use crate::stipulation::{Goal, GoalValue, Ply, Quantifier, Schedule};

/// What is known of the moves that a man makes towards its task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PatternMoves {
    /// They are orthodox, or captures with rebirth.
    Orthodox,
    /// They are orthodox, but a man that is no king may be unable to move.
    Paralysed,
    /// Rules restrict the squares to which men go, or men change their walks by moving.
    Other,
}

impl PatternMoves {
    /// Returns what is known under the rules of a game, with which men are reborn; `None` if patterns do not support them.
    pub fn of<B: Board, R: GameRules>(game: &Game<B, R>) -> Option<(PatternMoves, Relocation)> {
        if let Some(relocation) = game.rules.relocation() {
            return Some((PatternMoves::Orthodox, relocation));
        }
        if pattern_changes(game).is_some() || game.only_permitted_targets().is_some() {
            return Some((PatternMoves::Other, Relocation::Never));
        }
        let only_paralyses = game.rules.facts().only_paralyses_others;
        only_paralyses.then_some((PatternMoves::Paralysed, Relocation::Never))
    }
}

/// Returns whether one move suffices at a ply and no move there reaches the goal.
fn is_help_ply(ply: &Ply) -> bool {
    ply.quantifier == Quantifier::Exists && ply.goal_value != GoalValue::Good
}

/// Returns the square of the king of a side that is to be mated; `None` if there is not exactly one royal man of that side,
/// if it is no king, or if there are men of unsupported kinds.
pub(in crate::search) fn supported_king<B: Board, R: GameRules>(
    position: &PositionOf<B, R>,
    mated_side: Side,
) -> Option<Square> {
    let kings = position.royal & position.of(mated_side);
    let unsupported = position.of(Side::White) & position.of(Side::Black) | position.walk(Walk::ReversedPawn);
    kings.first().filter(|&king| {
        !kings.more_than_one()
            && unsupported.is_empty()
            && position.walk_on(king) == Some(Walk::King)
            && Game::<B, R>::has_only_plain_men(position)
    })
}

impl<B: Board> MatePatterns<'_, B> {
    /// Returns whether the bound applies to a schedule and a goal.
    pub fn is_applicable<R: GameRules>(game: &Game<B, R>, goal: Goal, schedule: &Schedule) -> bool {
        Self::fits(goal, schedule)
            && match goal {
                Goal::Mate => PatternMoves::of(game).is_some(),
                Goal::Stalemate => R::ORTHODOX_CAPTURES && B::LINES_UNIQUE,
                _ => false,
            }
    }

    /// Returns whether the bound fits a schedule and a goal, whatever men and rules there are.
    pub fn fits(goal: Goal, schedule: &Schedule) -> bool {
        matches!(goal, Goal::Mate | Goal::Stalemate)
            && schedule.plies.len() > 2
            && schedule.plies.split_last().is_some_and(|(last, before)| {
                // Battle play after an introduction has its own pruning.
                before.iter().all(is_help_ply)
                    && (last.quantifier == Quantifier::Exists || !schedule.includes_shorter)
            })
    }
}
