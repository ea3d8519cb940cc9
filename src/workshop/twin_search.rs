//! Sound twins of a problem that arise by one change.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::Duration;

use super::candidate::{FoundSolutions, keys_only};
use super::edit::{EditKind, changed, edits, words};
use super::play::Play;
use super::workbench::Workbench;
use crate::parallel::par_map_ordered;
use crate::problem::{Problem, TwinChange, Verdict};
use crate::solution::StopReason;

/// A sound twin.
#[derive(Clone, PartialEq, Debug)]
pub struct FoundTwin {
    /// The change.
    pub change: TwinChange,
    /// The changed problem.
    pub problem: Problem,
    /// The change in words, as in `wSf6-->b6`.
    pub words: Vec<String>,
    /// The key or line.
    pub solution: String,
    /// The share of the moves of its play that do not occur in the play of the problem, in per cent.
    pub difference: u32,
}

/// The sound twins of a problem.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FoundTwins {
    /// The twins, those with the most different play first.
    pub twins: Vec<FoundTwin>,
    /// The number of changed problems that were abandoned, because they cost too much.
    pub abandoned: u64,
    /// Whether the user ended the search.
    pub is_stopped: bool,
}

/// Returns the sound twins of a problem that these kinds of changes make, as far as the time for all of them suffices.
/// The numbers of changes tested and of twins found are passed to `watch` after each change.
pub fn find_twins(
    bench: &mut Workbench<'_>,
    kinds: &[EditKind],
    time: Option<Duration>,
    watch: &mut dyn FnMut(u64, usize),
) -> FoundTwins {
    bench.bound(time);
    let bench = &*bench;
    let single =
        Problem { twins: Vec::new(), zeroposition: false, declarations: Vec::new(), ..bench.problem.clone() };
    let moves = moves_of(&bench.play);
    let (mut found, mut tested) = (FoundTwins::default(), 0);
    let flow = par_map_ordered(
        bench.pool.into(),
        &edits(&single, kinds),
        || (),
        |(), change| twin(bench, &single, change, &moves),
        |_, twin| {
            if bench.is_over() {
                return ControlFlow::Break(());
            }
            tested += 1;
            match twin {
                TestedTwin::Sound(twin) => found.twins.push(*twin),
                TestedTwin::Abandoned => found.abandoned += 1,
                TestedTwin::Unsound => {}
            }
            watch(tested, found.twins.len());
            ControlFlow::Continue(())
        },
    );
    found.twins.sort_by_key(|twin| std::cmp::Reverse(twin.difference));
    found.is_stopped = flow.is_break();
    found
}

/// What was found about a changed problem.
enum TestedTwin {
    Sound(Box<FoundTwin>),
    Unsound,
    /// It costs too much.
    Abandoned,
}

/// Returns whether the twin that a change makes is sound.
fn twin(
    bench: &Workbench<'_>,
    single: &Problem,
    change: &TwinChange,
    moves: &BTreeSet<String>,
) -> TestedTwin {
    let Some(changed) = changed(single, std::slice::from_ref(change)) else { return TestedTwin::Unsound };
    let mut keys = keys_only(&changed);
    keys.options.max_solutions = Some(2);
    let mut found = FoundSolutions::default();
    let result = bench.solve(&keys, &mut found);
    if found.is_unplayable || found.solutions.len() > 1 {
        return TestedTwin::Unsound;
    }
    if matches!(result, Err(StopReason::SearchStopped)) {
        return TestedTwin::Abandoned;
    }
    let (verification, play) = bench.solved(&changed);
    if play.is_stopped {
        return TestedTwin::Abandoned;
    }
    let Some((_, _, solution)) = play.solutions().next().filter(|_| verification.verdict == Verdict::Sound)
    else {
        return TestedTwin::Unsound;
    };
    let own = moves_of(&play);
    let new = own.difference(moves).count();
    TestedTwin::Sound(Box::new(FoundTwin {
        change: change.clone(),
        problem: changed.clone(),
        words: words(single, std::slice::from_ref(change), bench.names.shown),
        solution: solution.to_owned(),
        difference: (100 * new).checked_div(own.len()).map_or(0, |share| share as u32),
    }))
}

/// Returns the moves of keys, lines and variations, in the notation for machines.
fn moves_of(play: &Play) -> BTreeSet<String> {
    let actual = play.phases.iter().filter(|(key, _)| !key.is_set_play).map(|(_, phase)| phase);
    let lines = actual.flat_map(|phase| phase.solutions.keys().chain(phase.variations.keys()));
    lines.flat_map(|line| line.split(' ')).map(str::to_owned).collect()
}
