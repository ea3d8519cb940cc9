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
        steps: BinaryHeap::new(),
        tested: BTreeSet::new(),
        sound: Vec::new(),
        found: Improvements::default(),
    };
    if bench.is_lengthened {
        search.test_unchanged();
    }
    let mut flow = search.test_all(&[], watch);
    while flow.is_continue() && search.found.versions.len() < limits.versions {
        let Some((_, step)) = search.steps.pop() else { break };
        if step.len() < limits.changes {
            flow = search.test_all(&step, watch);
        }
    }
    search.found.is_stopped = flow.is_break();
    search.found.versions.sort_by_key(|version| {
        let men: usize = version.men.iter().sum();
        (version.illegality.is_some(), version.changes.len(), men, material(&version.problem))
    });
    search.found
}

struct Search<'b, 's> {
    bench: &'b Workbench<'s>,
    judge: Judge<'b, 's>,
    limits: ImproveLimits,
    /// The single changes.
    edits: Vec<VersionEdit>,
    /// The steps that are still to be combined, by the numbers of their changes.
    steps: BinaryHeap<Step>,
    /// The sets of changes that were tested.
    tested: BTreeSet<Vec<usize>>,
    /// The sets of changes that make the problem sound. Further changes would be superfluous.
    sound: Vec<Vec<usize>>,
    found: Improvements,
}

impl Search<'_, '_> {
    /// Tests the problem itself, of which the stipulation was changed.
    fn test_unchanged(&mut self) {
        let bench = self.bench;
        let version = Version { problem: bench.problem.clone(), intent: bench.intent.clone() };
        self.found.candidates += 1;
        if self.judge.judge(&version.problem, &version.intent) == Judgement::Sound {
            self.found.versions.push(improvement(bench, Vec::new(), version));
            self.sound.push(Vec::new());
        }
    }

    /// Tests each further change after those of a step.
    fn test_all(&mut self, step: &[usize], watch: &mut dyn FnMut(&Improvements)) -> ControlFlow<()> {
        let mut sets: Vec<Vec<usize>> = Vec::new();
        for edit in 0..self.edits.len() {
            let set: BTreeSet<usize> = step.iter().copied().chain([edit]).collect();
            let set: Vec<usize> = set.into_iter().collect();
            let is_superfluous = self.sound.iter().any(|sound| sound.iter().all(|edit| set.contains(edit)));
            if set.len() == step.len() + 1 && !is_superfluous && self.tested.insert(set.clone()) {
                sets.push(set);
            }
        }
        let Search { bench, judge, edits, limits, .. } = self;
        let (steps, found, sound) = (&mut self.steps, &mut self.found, &mut self.sound);
        let test = |set: &Vec<usize>| {
            let changes: Vec<VersionEdit> = set.iter().map(|&edit| edits[edit].clone()).collect();
            let unchanged = Version { problem: bench.problem.clone(), intent: bench.intent.clone() };
            let version = changes.iter().try_fold(unchanged, Version::after)?;
            let judgement = judge.judge(&version.problem, &version.intent);
            Some((changes, version, judgement))
        };
        par_map_ordered(
            bench.pool.into(),
            &sets,
            || (),
            |(), set| test(set),
            |set, tested| {
                if bench.is_over() {
                    return ControlFlow::Break(());
                }
                let Some((changes, version, judgement)) = tested else {
                    return ControlFlow::Continue(());
                };
                found.candidates += 1;
                match judgement {
                    Judgement::Sound => {
                        found.versions.push(improvement(bench, changes, version));
                        sound.push(set.clone());
                    }
                    Judgement::Cooked(left) => {
                        steps.push((Reverse((set.len() + left, material(&version.problem))), set.clone()));
                    }
                    Judgement::Defective => {
                        steps.push((Reverse((set.len(), material(&version.problem))), set.clone()));
                    }
                    Judgement::Unfinished => found.abandoned += 1,
                    Judgement::Unplayable | Judgement::LosesSolution => {}
                }
                watch(found);
                // A further change is tested only as long as there are too few versions.
                match set.len() > 1 && found.versions.len() >= limits.versions {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            },
        )
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
