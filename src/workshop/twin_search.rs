//! Sound twins of a problem that arise by one change.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::candidate::FoundSolutions;
use super::edit::{EditKind, changed, edits, twin_of};
use super::play::Play;
use super::workbench::Workbench;
use crate::parallel::par_map_ordered;
use crate::problem::{Problem, TwinChange, Verdict};
use crate::verify::problem_to_verify;

/// A sound twin.
#[derive(Clone, PartialEq, Debug)]
pub struct FoundTwin {
    /// The change.
    pub change: TwinChange,
    /// The change in words, as in `wSf6-->b6`.
    pub words: Vec<String>,
    /// The key or line.
    pub solution: String,
    /// The share of the moves of its play that do not occur in the play of the problem, in per cent.
    pub difference: u32,
}

/// Returns the sound twins of a problem, those with the most different play first, and whether the search was stopped. The
/// numbers of changes tested and of twins found are passed to `watch` after each change.
pub fn find_twins(
    bench: &mut Workbench<'_>,
    kinds: &[EditKind],
    watch: &mut dyn FnMut(u64, usize),
) -> (Vec<FoundTwin>, bool) {
    bench.bound(None);
    let bench = &*bench;
    let single =
        Problem { twins: Vec::new(), zeroposition: false, declarations: Vec::new(), ..bench.problem.clone() };
    let moves = moves_of(&bench.play);
    let (mut found, mut tested) = (Vec::new(), 0);
    let flow = par_map_ordered(
        bench.pool.into(),
        &edits(&single, kinds),
        || (),
        |(), change| twin(bench, &single, change, &moves),
        |_, twin| {
            if bench.is_over() {
                return ControlFlow::Break(());
            }
            found.extend(twin);
            tested += 1;
            watch(tested, found.len());
            ControlFlow::Continue(())
        },
    );
    found.sort_by_key(|twin: &FoundTwin| std::cmp::Reverse(twin.difference));
    (found, flow.is_break())
}

/// Returns the twin that a change makes, if it is sound.
fn twin(
    bench: &Workbench<'_>,
    single: &Problem,
    change: &TwinChange,
    moves: &BTreeSet<String>,
) -> Option<FoundTwin> {
    let changed = changed(single, std::slice::from_ref(change))?;
    let mut keys = problem_to_verify(&changed, bench.names);
    keys.options.variations = false;
    keys.options.set_play = false;
    keys.options.max_solutions = Some(2);
    let mut found = FoundSolutions::default();
    let _ = bench.solve(&keys, &mut found);
    if found.is_unplayable || found.solutions.len() != 1 {
        return None;
    }
    let (verification, play) = bench.solved(&changed);
    if verification.verdict != Verdict::Sound || play.is_incomplete {
        return None;
    }
    let (_, _, solution) = play.solutions().next()?;
    let own = moves_of(&play);
    let new = own.difference(moves).count();
    let (_, label) =
        twin_of(std::slice::from_ref(change), changed.span).describe(&single.setting, &single.options);
    Some(FoundTwin {
        change: change.clone(),
        words: label.words(bench.names.shown),
        solution: solution.to_owned(),
        difference: (100 * new).checked_div(own.len()).map_or(0, |share| share as u32),
    })
}

/// Returns the moves of keys, lines and variations, in the notation for machines.
fn moves_of(play: &Play) -> BTreeSet<String> {
    let actual = play.phases.iter().filter(|(key, _)| !key.is_set_play).map(|(_, phase)| phase);
    let lines = actual.flat_map(|phase| phase.solutions.keys().chain(phase.variations.keys()));
    lines.flat_map(|line| line.split(' ')).map(str::to_owned).collect()
}
