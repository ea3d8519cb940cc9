//! Many problems: each verified once, on all cores, told in order.
//!
//! Collections repeat themselves. A problem that is the same as an earlier one but
//! for its author and source is not solved again: its verification is looked up by
//! the whole text of the question, so that nothing is taken for the same by chance.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use ahash::RandomState;
use dashmap::DashMap;
use rayon::ThreadPool;

use crate::formats::popeye::write;
use crate::parallel::{Said, parts_in_order};
use crate::problem::{Problem, Verdict};
use crate::search::limits::StopFlag;
use crate::search::{Limits, Table};
use crate::solution::{Gatherer, Kings, Means, Solved, perform};
use crate::verify::{Verification, to_verify, verify};

/// A question takes as much memory as so many half-moves.
const QUESTION: usize = 8;

/// A problem with its solution and what is to be said of it.
#[derive(Clone, Debug)]
pub struct Verified {
    /// The solution, as far as it was found.
    pub solved: Solved,
    /// What is to be said of it.
    pub verification: Verification,
    /// What it took.
    pub effort: Effort,
    /// How many half-moves the solution has.
    pub half_moves: usize,
}

/// What a search took: nothing where its answer was known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// The positions that were looked at.
    pub nodes: u64,
    /// The time that passed.
    pub time: Duration,
}

/// What became of an item of a batch.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// It was verified, or as much of it as the limits allowed.
    Verified(Box<Verified>),
    /// It holds no problem.
    NoProblem,
    /// The batch was interrupted before its turn came.
    NotBegun,
}

/// Does the solving of a problem, and something besides.
pub type Around<'a> = dyn Fn(&Problem, &Limits, &mut dyn FnMut()) + Sync + 'a;

/// Verifies problems.
pub struct Batch<'a> {
    /// Answers of the search, shared by all problems.
    pub table: &'a Table,
    /// Threads for problems side by side.
    pub jobs: Option<&'a ThreadPool>,
    /// Threads for one problem.
    pub pool: Option<&'a ThreadPool>,
    /// What goes on around the solving of a problem, as a line of progress does.
    pub around: &'a Around<'a>,
    /// How many half-moves are kept of a solution; one that has more is incomplete. As many are kept of
    /// solutions that wait for their turn, and of those that may be asked for again.
    pub room: usize,
    known: DashMap<String, Verified, RandomState>,
    /// How many half-moves those known have.
    remembered: AtomicUsize,
}

impl<'a> Batch<'a> {
    /// A batch that has verified nothing yet.
    pub fn new(table: &'a Table, jobs: Option<&'a ThreadPool>, pool: Option<&'a ThreadPool>) -> Batch<'a> {
        let (known, remembered) = (DashMap::default(), AtomicUsize::new(0));
        Batch { table, jobs, pool, around: &|_, _, work| work(), room: usize::MAX, known, remembered }
    }

    /// Verifies a problem, or finds it among those already verified.
    pub fn verify(&self, problem: &Problem, limits: &Limits) -> Verified {
        let question = question(problem);
        if let Some(known) = self.known.get(&question) {
            return Verified { effort: Effort::default(), ..known.clone() };
        }
        let whole = to_verify(problem);
        let mut gatherer = Gatherer::with_room(self.room);
        let means = Means { table: self.table, pool: self.pool, kings: Kings::Needed };
        let start = Instant::now();
        (self.around)(problem, limits, &mut || {
            // What ended the telling early is among the remarks.
            let _ = perform(&whole, &means, limits, &mut gatherer);
        });
        let effort = Effort { nodes: limits.nodes(), time: start.elapsed() };
        let half_moves = gatherer.kept();
        let solved = gatherer.finish();
        let verification = verify(problem, &solved);
        let verified = Verified { solved, verification, effort, half_moves };
        // Refusals name places, which no other problem has.
        if !limits.was_cut()
            && !verified.verification.has(Verdict::Refused)
            && self.is_room_for(half_moves + QUESTION)
        {
            self.known.insert(question, verified.clone());
        }
        verified
    }

    /// Takes room for so many half-moves among what is known, if there is any.
    fn is_room_for(&self, half_moves: usize) -> bool {
        let more = |remembered: usize| remembered.checked_add(half_moves).filter(|&all| all <= self.room);
        self.remembered.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).is_ok()
    }

    /// Verifies problems and tells them in order; `limits` makes the limits of each.
    ///
    /// Once `stop` is set no other problem is begun; those that are being solved
    /// are told as far as they went.
    pub fn verify_all<T: Sync>(
        &self,
        items: &[T],
        stop: &StopFlag,
        problem: impl Fn(&T) -> Option<&Problem> + Sync,
        limits: impl Fn(&Problem) -> Limits + Sync,
        mut tell: impl FnMut(&T, Outcome) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        parts_in_order(
            self.jobs,
            items,
            || (),
            |(), item, say| {
                let (outcome, weight) = match problem(item) {
                    _ if stop.load(Ordering::Relaxed) => (Outcome::NotBegun, 0),
                    Some(problem) => {
                        let verified = self.verify(problem, &limits(problem));
                        let weight = verified.half_moves;
                        (Outcome::Verified(Box::new(verified)), weight)
                    }
                    None => (Outcome::NoProblem, 0),
                };
                // Once nobody listens, there is nothing left to do.
                let _ = say(outcome, weight);
            },
            self.room,
            |item, said| match said {
                Said::Part(outcome) => tell(item, outcome),
                Said::End(()) => ControlFlow::Continue(()),
            },
        )
    }
}

/// Everything of a problem that its verification depends on, as text.
fn question(problem: &Problem) -> String {
    let anonymous = Problem {
        options: problem.options.clone(),
        zeroposition: problem.zeroposition,
        twins: problem.twins.clone(),
        declared: problem.declared.clone(),
        ..Problem::new(problem.setting.clone())
    };
    // The variations that are wanted have no words in the language.
    format!("{:?} {}", problem.options.breadth, write(&anonymous))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats;

    /// Problems that are not alike, with solutions of 22 half-moves or so.
    fn problems() -> Vec<Problem> {
        let text: String = ["a1", "a2", "a3", "a4"]
            .map(|king| {
                format!("beginproblem pieces white K{king} Qe1 black Kh8 stipulation ~1 endproblem\n")
            })
            .concat();
        let items = formats::read("many", text.as_bytes()).items;
        items.into_iter().filter_map(|item| item.problem.ok()).collect()
    }

    #[test]
    fn what_is_remembered_has_its_room() {
        let table = Table::new(1 << 16);
        let jobs = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        let problems = problems();
        assert_eq!(problems.len(), 4);
        for (jobs, room, remembered) in [(None, 90, 2), (None, 1000, 4), (Some(&jobs), 40, 1)] {
            let batch = Batch { room, ..Batch::new(&table, jobs, None) };
            let mut told = 0;
            let flow = batch.verify_all(
                &problems,
                &StopFlag::default(),
                |problem| Some(problem),
                |_| Limits::new(None, None, StopFlag::default()),
                |problem, outcome| {
                    let Outcome::Verified(verified) = outcome else { panic!("{outcome:?}") };
                    assert!((20..35).contains(&verified.half_moves), "{}", verified.half_moves);
                    assert!(!verified.solved.twins.is_empty());
                    assert_eq!(problem.setting.diagram, problems[told].setting.diagram);
                    told += 1;
                    ControlFlow::Continue(())
                },
            );
            assert!(flow.is_continue());
            assert_eq!((told, batch.known.len()), (4, remembered));
            assert!(batch.remembered.load(Ordering::Relaxed) <= room);
        }
    }
}
