//! Probes: whether certain keys or lines solve, without a search for others.
//!
//! A key is searched as in the whole solution. A line is played move by move, which takes microseconds.

use super::lines::LineSink;
use super::move_record::MoveRecord;
use super::narrator::{EmitResult, Narrator};
use super::notation;
use crate::board::Board;
use crate::position::Move;
use crate::problem::{Options, Probe, Setting};
use crate::rules::GameRules;
use crate::search::{ScheduleNode, after_pass, must_pass, next_position};
use crate::stipulation::{Family, GoalValue};

/// Returns whether play under these options can be probed: direct and self play by its keys; help play of both sides, and
/// series of which one move of the other side is the end, by their lines.
pub fn applies_to(setting: &Setting, options: &Options) -> bool {
    let Some(stipulation) = setting.stipulation.map(|stipulation| stipulation.value) else { return false };
    let family = stipulation.family;
    let has_lines = matches!(family, Family::Help | Family::Series | Family::SeriesHelp);
    let has_keys = family.is_battle() && !options.post_key_play;
    setting.structured.is_none() && !family.needs_plan() && stipulation.intro == 0 && (has_lines || has_keys)
}

impl<B: Board, R: GameRules> Narrator<'_, B, R> {
    /// Returns the root moves in the order in which they are searched: those that the options name come first, and are the
    /// only ones if keys are probed.
    pub(super) fn in_search_order(&self, root: ScheduleNode<'_, B, R>, moves: Vec<Move>) -> Vec<Move> {
        let Options { probe, searched_first, .. } = self.options;
        if probe.is_none() && searched_first.is_empty() {
            return moves;
        }
        let probed = |name: &String| {
            probe.as_ref().is_none_or(|probe| probe.lines.iter().any(|line| line.first() == Some(name)))
        };
        let named = moves.into_iter().map(|mv| (self.machine(root, mv), mv)).filter(|(name, _)| probed(name));
        let (first, others): (Vec<_>, Vec<_>) = named.partition(|(name, _)| searched_first.contains(name));
        first.into_iter().chain(others).map(|(_, mv)| mv).collect()
    }

    fn machine(&self, node: ScheduleNode<'_, B, R>, mv: Move) -> String {
        notation::machine(&self.record(node.position, mv, None), self.game.board.geometry().layout)
    }

    /// Emits the lines of a probe that are lines of the schedule.
    pub(super) fn emit_probed_lines(
        &self,
        root: ScheduleNode<'_, B, R>,
        probe: &Probe,
        out: &mut LineSink<'_>,
    ) -> EmitResult {
        for names in &probe.lines {
            let mut path = Vec::new();
            if self.plays_line(root, names, &mut path) {
                out.line(path)?;
            }
        }
        Ok(())
    }

    /// Returns whether these moves are a line from the node, and appends their records to `path`.
    fn plays_line(&self, node: ScheduleNode<'_, B, R>, names: &[String], path: &mut Vec<MoveRecord>) -> bool {
        if must_pass(self.game, node) {
            let passed = after_pass::<B, R>(node.ply().quantifier, node.position);
            return self.plays_line(node.next(&passed), names, path);
        }
        let [name, rest @ ..] = names else { return false };
        let Some(mv) = self.moves(node).into_iter().find(|&mv| self.machine(node, mv) == *name) else {
            return false;
        };
        let after = self.game.play(node.position, mv);
        let reached = self.goal_reached(node, mv, &after);
        path.push(self.record(node.position, mv, reached));
        if reached.is_some() {
            return rest.is_empty() && node.ply().goal_value == GoalValue::Good;
        }
        if node.plies_left == 1 {
            return false;
        }
        let next = next_position(self.game, self.stipulation.goal, node.next(&after));
        next.is_some_and(|position| self.plays_line(node.next(&position), rest, path))
    }
}
