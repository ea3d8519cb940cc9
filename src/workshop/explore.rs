//! Searches for problems in a matrix.

use super::candidate::{FoundSolutions, keys_only};
use super::matrix::{Matrix, declared, has_kings};
use crate::features::{FoundFeature, find_features, replay};
use crate::legality;
use crate::problem::{Problem, Verdict};
use crate::query::Query;
use crate::search::Limits;
use crate::solution::{StopReason, TreeBuilder};
use crate::solver::Solver;
use crate::verify::{VerifyNames, problem_to_verify, verify};

/// What a position must have to be found.
#[derive(Clone, Debug)]
pub struct Goals {
    /// The number of lines of help and series play; direct play has one key.
    pub solutions: u64,
    /// What the solution must have; `None` for nothing else.
    pub query: Option<Query>,
}

/// A search in a matrix.
pub struct Exploration<'s> {
    /// Solves the positions, each on the caller's thread.
    pub solver: &'s Solver,
    /// The matrix.
    pub matrix: Matrix,
    /// What is searched for.
    pub goals: Goals,
    /// The number of positions that the solution of one problem may search.
    pub max_nodes: u64,
    /// The names of men in texts.
    pub names: VerifyNames,
    /// By what the numbers of positions are multiplied; see [`Exploration::shuffled`].
    factor: u64,
}

/// What a test of a position has found.
#[derive(Clone, Debug)]
pub enum Tested {
    /// It is no position of its own.
    Skipped,
    /// It is not what is searched for.
    Failed,
    /// The test was stopped by its limits.
    Unfinished,
    /// It is what is searched for.
    Found(Box<FoundProblem>),
}

/// A problem of a matrix.
#[derive(Clone, Debug)]
pub struct FoundProblem {
    /// The problem, with its declaration.
    pub problem: Problem,
    /// The keys or lines in short notation.
    pub solutions: Vec<String>,
    /// The features of the solution.
    pub features: Vec<FoundFeature>,
    /// Why the position cannot arise in a game.
    pub illegality: Option<String>,
}

/// The number of plies in the solution of a position.
const MAX_PLIES: usize = 1 << 16;

impl<'s> Exploration<'s> {
    /// Returns a search in a matrix, in which each position may cost this number of searched positions.
    pub fn new(
        solver: &'s Solver,
        matrix: Matrix,
        goals: Goals,
        max_nodes: u64,
        names: VerifyNames,
    ) -> Exploration<'s> {
        Exploration { solver, matrix, goals, max_nodes, names, factor: 1 }
    }

    /// Changes the order of the positions, by a seed: neighbours are no longer tested one after the other. 0 changes
    /// nothing.
    pub fn shuffled(mut self, seed: u64) -> Exploration<'s> {
        let size = self.matrix.size();
        if seed > 0 && size > 2 {
            let mut factor = (u128::from(seed) * 0x9e37_79b9_7f4a_7c15 % u128::from(size)) as u64;
            while gcd(factor, size) != 1 {
                factor = (factor + 1) % size;
            }
            self.factor = factor;
        }
        self
    }

    /// Tests the position with a number below the size of the matrix. The caller's thread needs a
    /// [large stack](crate::solver::with_large_stack).
    pub fn test(&self, number: u64) -> Tested {
        let number = u128::from(number) * u128::from(self.factor) % u128::from(self.matrix.size());
        let Some(problem) = self.matrix.position(number as u64).filter(has_kings) else {
            return Tested::Skipped;
        };
        let problem = declared(problem, self.goals.solutions);
        match self.has_number_of_solutions(&problem) {
            Some(true) => self.verified(problem),
            Some(false) => Tested::Failed,
            None => Tested::Unfinished,
        }
    }

    fn limits(&self, problem: &Problem) -> Limits {
        self.solver.limits_within(problem, Some(self.max_nodes), None)
    }

    /// Returns whether the number of solutions is the wanted one; `None` if the search was stopped.
    fn has_number_of_solutions(&self, problem: &Problem) -> Option<bool> {
        let is_battle = problem.declarations.iter().all(|declared| declared.line_count.is_none());
        let wanted = if is_battle { 1 } else { self.goals.solutions };
        let mut asked = keys_only(problem);
        asked.options.max_solutions = Some(wanted.saturating_add(1));
        let mut found = FoundSolutions::default();
        let result = self.solver.solve_within(&asked, &self.limits(problem), &mut found);
        match result {
            _ if found.is_unplayable => Some(false),
            Err(StopReason::SearchStopped) if found.solutions.len() as u64 <= wanted => None,
            _ => Some(found.solutions.len() as u64 == wanted),
        }
    }

    fn verified(&self, problem: Problem) -> Tested {
        let mut whole = problem_to_verify(&problem, self.names);
        whole.options.max_solutions = Some(self.goals.solutions.saturating_add(1));
        let mut builder = TreeBuilder::with_max_plies(MAX_PLIES);
        let result = self.solver.solve_within(&whole, &self.limits(&problem), &mut builder);
        let solution = builder.finish();
        let verdict = verify(&problem, &solution, self.names).verdict;
        match verdict {
            Verdict::Sound if result.is_ok() => {}
            Verdict::Incomplete | Verdict::Sound => return Tested::Unfinished,
            _ => return Tested::Failed,
        }
        let replayed = replay(&problem, &solution);
        if replayed.is_incomplete {
            return Tested::Unfinished;
        }
        if self.goals.query.as_ref().is_some_and(|query| !query.holds_for_solution(&replayed)) {
            return Tested::Failed;
        }
        let names = self.names.shown;
        let play = super::play::Play::new(&solution, &verify(&problem, &solution, self.names), names);
        let solutions = play.solutions().map(|(_, _, text)| text.to_owned()).collect();
        let illegality = legality::warnings(&problem).first().map(ToString::to_string);
        Tested::Found(Box::new(FoundProblem {
            solutions,
            features: find_features(&replayed, names).found,
            illegality,
            problem,
        }))
    }
}

fn gcd(mut one: u64, mut other: u64) -> u64 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exploration<'s>(solver: &'s Solver, fen: &str, free: &[&str], query: &str) -> Exploration<'s> {
        let free: Vec<_> = free.iter().map(|text| text.parse().expect("a free man")).collect();
        let matrix = Matrix::new(fen.parse().expect("a problem"), &free, 0..=64).expect("a matrix");
        let query = Query::parse(query, crate::query::Scope::Solution).expect("a query");
        let goals = Goals { solutions: 1, query: Some(query) };
        Exploration::new(solver, matrix, goals, 1_000_000, VerifyNames::default())
    }

    fn found(exploration: &Exploration<'_>) -> Vec<String> {
        let all = (0..exploration.matrix.size()).filter_map(|number| match exploration.test(number) {
            Tested::Found(found) => Some(found.solutions.join(" ")),
            _ => None,
        });
        all.collect()
    }

    #[test]
    fn sound_problems_of_a_matrix_are_found() {
        let solver = Solver::builder().memory(1 << 20).build().expect("a solver");
        // Paul Morphy's problem without its rook.
        let morphy = "kbK5/pp6/1P6/8/8/8/8/8 w - - #2";
        let rook = exploration(&solver, morphy, &["wR@a1,c1,h1"], "not [castles]");
        assert_eq!(found(&rook), ["1.Ra6"]);
        let umnov = exploration(&solver, morphy, &["wR@a1,c1,h1"], "[promotes]");
        assert_eq!(found(&umnov), [""; 0]);
    }

    #[test]
    fn shuffled_positions_are_the_same() {
        let solver = Solver::builder().memory(1 << 20).build().expect("a solver");
        let matrix = || exploration(&solver, "kbK5/pp6/1P6/8/8/8/8/8 w - - #2", &["wR"], "[rook]");
        let mut plain = found(&matrix());
        let mut shuffled = found(&matrix().shuffled(7));
        plain.sort();
        shuffled.sort();
        assert!(!plain.is_empty());
        assert_eq!(plain, shuffled);
    }
}
