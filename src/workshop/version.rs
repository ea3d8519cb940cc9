//! Versions of a problem: changes of it that keep the intended solution, as far as it still solves.

use super::edit::{EditKind, changed, edits, may_stand, words};
use super::intent::Intent;
use super::workbench::Workbench;
use crate::position::Side;
use crate::problem::{Problem, Setting, Spanned, TwinChange};
use crate::solution::setting_after::{RecordedMove, setting_after};
use crate::stipulation::{Family, Stipulation};

/// A change that can keep the intended solution.
#[derive(Clone, PartialEq, Debug)]
pub enum VersionEdit {
    /// A change that makes twins, too.
    Twin(TwinChange),
    /// The play begins after the first moves of the solution, and is shorter by them.
    BeginLater {
        /// The number of these moves.
        plies: usize,
        /// The moves in words.
        words: String,
    },
}

/// A changed problem with the solution that it must keep.
#[derive(Clone, Debug)]
pub(super) struct Version {
    pub problem: Problem,
    pub intent: Intent,
}

/// Returns the changes of a problem that can keep its solution; a later beginning comes last. A problem with twins is not
/// shifted, rotated or reflected, because the squares of its twins would stay.
pub(super) fn version_edits(bench: &Workbench<'_>) -> Vec<VersionEdit> {
    let has_twins = !bench.problem.twins.is_empty();
    let kinds = EditKind::ALL.into_iter().filter(|kind| match kind {
        EditKind::Condition => false,
        EditKind::Shift | EditKind::Turn => !has_twins,
        _ => true,
    });
    let twins = edits(&bench.problem, &kinds.collect::<Vec<_>>()).into_iter().map(VersionEdit::Twin);
    twins.chain(later_beginnings(bench)).collect()
}

/// Returns the later beginnings of help and series play that has one phase, and lines that begin alike. None if the options
/// name moves that the first ones could make impossible, or if the problem was lengthened.
fn later_beginnings(bench: &Workbench<'_>) -> Vec<VersionEdit> {
    let Problem { twins, setting, options, .. } = &bench.problem;
    let names_moves = options.en_passant.is_some()
        || !options.exclusive_castlings.is_empty()
        || options.first_moves.is_some();
    // The moves of a solution that is longer than the stipulation would not fit it.
    let is_simple = !bench.is_lengthened && twins.is_empty() && setting.structured.is_none() && !names_moves;
    let stipulation = setting.stipulation.filter(|_| is_simple);
    let beginning_after = |plies| {
        let stipulation = stipulation?.value;
        shortened(stipulation, plies)?;
        bench.intent.without_first(plies)?;
        let (_, _, text) =
            bench.play.solutions().find(|(key, moves, _)| bench.intent.contains(*key, moves))?;
        let words = text.split_whitespace().take(plies).collect::<Vec<_>>().join(" ");
        Some(VersionEdit::BeginLater { plies, words })
    };
    (1..).map_while(beginning_after).collect()
}

/// Returns a stipulation that is shorter by this number of plies; `None` if play would have less than one move of each
/// side that makes one, or is neither help play nor a series.
fn shortened(stipulation: Stipulation, plies: usize) -> Option<Stipulation> {
    let plies = u16::try_from(plies).ok()?;
    match stipulation.family {
        Family::Help => {
            let all = 2 * stipulation.moves + u16::from(stipulation.half_move);
            let left = all.checked_sub(plies).filter(|&left| left >= 2)?;
            Some(Stipulation { moves: left / 2, half_move: left % 2 == 1, ..stipulation })
        }
        Family::Series | Family::SeriesHelp => {
            let moves = stipulation.moves.checked_sub(plies).filter(|&moves| moves >= 1)?;
            Some(Stipulation { moves, ..stipulation })
        }
        _ => None,
    }
}

/// Returns the side that makes a move of help play or a series, by the number of the move from 0. With `is_swapped` Black
/// has the part of White.
fn mover(stipulation: Stipulation, ply: usize, is_swapped: bool) -> Side {
    let all = 2 * usize::from(stipulation.moves) + usize::from(stipulation.half_move);
    let makes_last_move = match stipulation.family {
        Family::Series => true,
        Family::SeriesHelp => false,
        _ => (all - ply) % 2 == 1,
    };
    if makes_last_move == is_swapped { Side::Black } else { Side::White }
}

impl Version {
    /// Returns the version after a change; `None` if it is impossible.
    pub fn after(self, edit: &VersionEdit) -> Option<Version> {
        match edit {
            VersionEdit::Twin(change) => {
                let layout = self.problem.setting.diagram.layout();
                let intent = self.intent.after(change, layout)?;
                let problem = changed(&self.problem, std::slice::from_ref(change))?;
                let diagram = &problem.setting.diagram;
                let fits = diagram.men().all(|(square, man)| may_stand(man.walk, square, layout));
                fits.then_some(Version { problem, intent })
            }
            VersionEdit::BeginLater { plies, .. } => self.beginning_later(*plies),
        }
    }

    fn beginning_later(self, plies: usize) -> Option<Version> {
        let stipulation = self.problem.setting.stipulation?;
        let shorter = shortened(stipulation.value, plies)?;
        let is_swapped = self.intent.solutions().any(|(key, _)| key.is_swapped);
        let (intent, moves) = self.intent.without_first(plies)?;
        let moves = moves.into_iter().enumerate().map(|(ply, machine)| RecordedMove {
            side: mover(stipulation.value, ply, is_swapped),
            machine: machine.to_owned(),
        });
        let moves: Vec<RecordedMove> = moves.collect();
        let after = setting_after(&self.problem.setting, &self.problem.options, &moves).ok()?.setting;
        let mut diagram = after.diagram;
        diagram.reserve = diagram.reserve.filter(|reserve| !reserve.is_empty());
        let stipulation = Some(Spanned::new(shorter, stipulation.span));
        let setting = Setting { diagram, stipulation, ..after };
        Some(Version { problem: Problem { setting, ..self.problem }, intent })
    }
}

/// Returns changes in words, one after the other.
pub(super) fn version_words(bench: &Workbench<'_>, edits: &[VersionEdit]) -> Vec<String> {
    let mut changes: Vec<TwinChange> = Vec::new();
    let mut later = None;
    for edit in edits {
        match edit {
            VersionEdit::Twin(change) => changes.push(change.clone()),
            VersionEdit::BeginLater { words, .. } => later = Some(format!("begins after {words}")),
        }
    }
    let mut all = words(&bench.problem, &changes, bench.names.shown);
    all.extend(later);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the stipulation and the placement of the version that begins after some plies of a line, and what is
    /// left of the line.
    fn later(problem: &str, line: &str, plies: usize) -> Option<(String, String, Intent)> {
        let problem: Problem = problem.parse().expect("a problem");
        let version = Version { problem, intent: Intent::of_lines(&[line]) };
        let later = version.after(&VersionEdit::BeginLater { plies, words: String::new() })?;
        let setting = later.problem.setting;
        let stipulation = setting.stipulation.expect("a stipulation").value.to_string();
        Some((stipulation, setting.diagram.placement(), later.intent))
    }

    #[test]
    fn play_begins_later() {
        let help = "8/8/8/8/8/2K5/7R/k7 b - - h#2";
        let begin = |plies| later(help, "a1b1 h2a2 b1c1 a2a1", plies);
        let whole = ("h#1".into(), "8/8/8/8/8/2K5/R7/1k6".into(), Intent::of_lines(&["b1c1 a2a1"]));
        assert_eq!(begin(2), Some(whole));
        assert_eq!(begin(1).expect("a version").0, "h#1.5");
        assert_eq!(begin(3), None);
        let series = later("8/8/8/8/8/2K5/7R/k7 b - - ser-h#2", "a1b1 b1c1 h2h1", 1);
        let rest = Intent::of_lines(&["b1c1 h2h1"]);
        assert_eq!(series, Some(("ser-h#1".into(), "8/8/8/8/8/2K5/7R/1k6".into(), rest)));
        // A move that is not legal.
        assert_eq!(later(help, "a1a3 h2a2 b1c1 a2a1", 2), None);
        assert_eq!(later("8/8/8/8/8/2K5/7R/k7 w - - s#2", "a1b1 h2a2 b1c1 a2a1", 2), None);
    }
}
