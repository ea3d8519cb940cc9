//! Changes that make a problem sound and keep its solution.
//!
//! Single changes come first. A change that keeps the solution and removes some of the cooks is a step: it is combined with
//! each further change, the steps with the fewest cooks left first.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::ops::ControlFlow;
use std::time::Duration;

use super::candidate::{Judge, Judgement};
use super::edit::{material, men_count};
use super::version::{Version, VersionEdit, version_edits, version_words};
use super::workbench::Workbench;
use crate::legality;
use crate::parallel::par_map_ordered;
use crate::problem::Problem;

/// The limits of a search for changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ImproveLimits {
    /// The maximal number of changes.
    pub changes: usize,
    /// The number of sound versions after which the search ends. All single changes are tested.
    pub versions: usize,
    /// The time after which the search ends.
    pub time: Option<Duration>,
}

/// A sound version of a problem.
#[derive(Clone, PartialEq, Debug)]
pub struct Improvement {
    /// The changes, without that of the stipulation of a problem that has no solution.
    pub changes: Vec<VersionEdit>,
    /// All changes in words, as in `wSf6-->b6`.
    pub words: Vec<String>,
    /// The sound problem.
    pub problem: Problem,
    /// The number of White's men and of Black's after the changes.
    pub men: [usize; 2],
    /// Why the position after the changes cannot arise in a game, if that of the problem can.
    pub illegality: Option<String>,
}

/// The result of a search for changes.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Improvements {
    /// The sound versions: those that can arise in a game first, of these the ones with the fewest changes, then with the
    /// fewest and weakest men.
    pub versions: Vec<Improvement>,
    /// The number of changed problems that were tested.
    pub candidates: u64,
    /// The number of those that were abandoned, because they cost too much.
    pub abandoned: u64,
    /// Whether a limit or the user ended the search.
    pub is_stopped: bool,
}

/// Changes that keep the solution and leave some defects: their number and that of the cooks, the worth of the men, and the
/// changes.
type Step = (Reverse<(usize, u32)>, Vec<usize>);

/// Searches for changes that make a problem sound. What was found so far is passed to `watch` after each changed problem.
pub fn improve(
    bench: &mut Workbench<'_>,
    limits: ImproveLimits,
    watch: &mut dyn FnMut(&Improvements),
) -> Improvements {
    bench.bound(limits.time);
    let mut search = Search {
        bench,
        judge: Judge::new(bench),
        limits,
        edits: version_edits(bench),
        tested: BTreeSet::new(),
        progress: Progress::default(),
    };
    if bench.is_lengthened {
        search.test_unchanged();
    }
    let mut flow = search.test_all(&[], watch);
    while flow.is_continue() && search.progress.found.versions.len() < limits.versions {
        let Some((_, step)) = search.progress.steps.pop() else { break };
        if step.len() < limits.changes {
            flow = search.test_all(&step, watch);
        }
    }
    let mut found = search.progress.found;
    found.is_stopped = flow.is_break();
    found.versions.sort_by_key(|version| {
        let men: usize = version.men.iter().sum();
        (version.illegality.is_some(), version.changes.len(), men, material(&version.problem))
    });
    found
}

struct Search<'b, 's> {
    bench: &'b Workbench<'s>,
    judge: Judge<'b, 's>,
    limits: ImproveLimits,
    /// The single changes.
    edits: Vec<VersionEdit>,
    /// The sets of changes that were tested.
    tested: BTreeSet<Vec<usize>>,
    progress: Progress,
}

impl Search<'_, '_> {
    /// Tests the problem itself, of which the stipulation was changed.
    fn test_unchanged(&mut self) {
        if let Some(judged) = judged(self.bench, &self.judge, Vec::new()) {
            self.progress.record(self.bench, &[], judged);
        }
    }

    /// Tests each further change after those of a step.
    fn test_all(&mut self, step: &[usize], watch: &mut dyn FnMut(&Improvements)) -> ControlFlow<()> {
        let sets = self.extensions(step);
        let Search { bench, judge, edits, limits, progress, .. } = self;
        par_map_ordered(
            bench.pool.into(),
            &sets,
            || (),
            |(), set| judged(bench, judge, set.iter().map(|&edit| edits[edit].clone()).collect()),
            |set, judged| {
                if bench.is_over() {
                    return ControlFlow::Break(());
                }
                let Some(judged) = judged else { return ControlFlow::Continue(()) };
                progress.record(bench, set, judged);
                watch(&progress.found);
                // A further change is tested only as long as there are too few versions.
                match set.len() > 1 && progress.found.versions.len() >= limits.versions {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            },
        )
    }

    /// Returns the sets of a step and one further change that were not tested and are not superfluous.
    fn extensions(&mut self, step: &[usize]) -> Vec<Vec<usize>> {
        let mut sets: Vec<Vec<usize>> = Vec::new();
        for edit in 0..self.edits.len() {
            let set: BTreeSet<usize> = step.iter().copied().chain([edit]).collect();
            let set: Vec<usize> = set.into_iter().collect();
            let mut sound = self.progress.sound.iter();
            let is_superfluous = sound.any(|sound| sound.iter().all(|edit| set.contains(edit)));
            let is_new = set.len() == step.len() + 1 && !self.begins_twice(&set);
            if is_new && !is_superfluous && self.tested.insert(set.clone()) {
                sets.push(set);
            }
        }
        sets
    }

    /// Returns whether play would begin later, and later again: one of the edits does this alone.
    fn begins_twice(&self, set: &[usize]) -> bool {
        let begins_later = |&&edit: &&usize| matches!(self.edits[edit], VersionEdit::BeginLater { .. });
        set.iter().filter(begins_later).count() > 1
    }
}

/// A changed problem, and what was found about it.
struct JudgedVersion {
    changes: Vec<VersionEdit>,
    version: Version,
    judgement: Judgement,
}

/// Returns the version after changes, judged; `None` if they are impossible.
fn judged(bench: &Workbench<'_>, judge: &Judge<'_, '_>, changes: Vec<VersionEdit>) -> Option<JudgedVersion> {
    let unchanged = Version { problem: bench.problem.clone(), intent: bench.intent.clone() };
    let version = changes.iter().try_fold(unchanged, Version::after)?;
    let judgement = judge.judge(&version.problem, &version.intent);
    Some(JudgedVersion { changes, version, judgement })
}

/// What was found so far.
#[derive(Default)]
struct Progress {
    /// The steps that are still to be combined, by the numbers of their changes.
    steps: BinaryHeap<Step>,
    /// The sets of changes that make the problem sound. Further changes would be superfluous.
    sound: Vec<Vec<usize>>,
    found: Improvements,
}

impl Progress {
    /// Keeps what was found about the problem after a set of changes.
    fn record(&mut self, bench: &Workbench<'_>, set: &[usize], judged: JudgedVersion) {
        let JudgedVersion { changes, version, judgement } = judged;
        self.found.candidates += 1;
        match judgement {
            Judgement::Sound => {
                self.found.versions.push(improvement(bench, changes, version));
                self.sound.push(set.to_vec());
            }
            Judgement::Cooked(left) => self.add_step(set, left, &version),
            Judgement::Defective => self.add_step(set, 0, &version),
            Judgement::Unfinished => self.found.abandoned += 1,
            Judgement::Unplayable | Judgement::LosesSolution => {}
        }
    }

    fn add_step(&mut self, set: &[usize], cooks_left: usize, version: &Version) {
        let rank = (set.len() + cooks_left, material(&version.problem));
        self.steps.push((Reverse(rank), set.to_vec()));
    }
}

/// Returns a sound version. It declares the intended solution.
fn improvement(bench: &Workbench<'_>, changes: Vec<VersionEdit>, version: Version) -> Improvement {
    let declarations = version.intent.declarations(&version.problem);
    let problem = Problem { declarations, ..version.problem };
    let length = problem.setting.stipulation.filter(|_| bench.is_lengthened);
    let length = length.map(|stipulation| stipulation.value.to_string());
    let words = length.into_iter().chain(version_words(bench, &changes)).collect();
    let men = men_count(&problem);
    let can_arise = legality::warnings(&bench.problem).is_empty();
    let illegality = legality::warnings(&problem).first().map(ToString::to_string).filter(|_| can_arise);
    Improvement { words, changes, problem, men, illegality }
}
