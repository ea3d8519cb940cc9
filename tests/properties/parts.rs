//! A solution does not depend on which of its parts were found by earlier searches.

use std::collections::HashMap;
use std::sync::Mutex;

use crate::common::positions::runner;
use crate::twins::{read, text};
use kirke::Solver;
use kirke::problem::Problem;
use kirke::search::Limits;
use kirke::search::limits::StopFlag;
use kirke::solution::{Part, PartKeeper, PartKey, PartState, Solution, TreeBuilder};
use proptest::prelude::*;

const STIPULATIONS: [&str; 12] =
    ["#1", "#2", "=1", "h#1.5", "h#2", "s#1", "r#1", "ser-#2", "ser-h#3", "hs#1.5", "pser-h#2", "2->ser-h#1"];

/// Keeps the parts of a solution, and returns some of them.
struct Keeper {
    parts: Mutex<HashMap<PartKey, Part>>,
    /// What is known of the part with this number, in the order of claims.
    states: fn(usize, Option<&Part>) -> PartState,
    claims: Mutex<usize>,
    seed: Option<u64>,
}

impl Keeper {
    fn new(states: fn(usize, Option<&Part>) -> PartState) -> Keeper {
        Keeper { parts: Mutex::default(), states, claims: Mutex::default(), seed: None }
    }
}

impl PartKeeper for Keeper {
    fn claim(&self, key: &PartKey) -> PartState {
        let mut claims = self.claims.lock().unwrap();
        *claims += 1;
        (self.states)(*claims, self.parts.lock().unwrap().get(key))
    }

    fn keep(&self, key: PartKey, part: Part) {
        let text = serde_json::to_string(&part).unwrap();
        let part: Part = serde_json::from_str(&text).unwrap();
        if let Some(earlier) = self.parts.lock().unwrap().insert(key, part.clone()) {
            assert_eq!(earlier, part);
        }
    }

    fn seed(&self) -> Option<u64> {
        self.seed
    }
}

fn solved(problem: &Problem, threads: usize, keeper: Option<&dyn PartKeeper>) -> Solution {
    solved_by(&Solver::builder().memory(1 << 16).threads(threads).build().unwrap(), problem, keeper)
}

fn solved_by(solver: &Solver, problem: &Problem, keeper: Option<&dyn PartKeeper>) -> Solution {
    let limits = Limits::new(None, None, StopFlag::default());
    let mut builder = TreeBuilder::default();
    solver.solve_parts(problem, &limits, keeper, &mut builder).unwrap();
    builder.finish()
}

fn found_or_open(part: Option<&Part>) -> PartState {
    part.map_or(PartState::Open, |part| PartState::Found(part.clone()))
}

#[test]
fn found_parts_do_not_change_the_solution() {
    runner(150)
        .run(&(text(&STIPULATIONS, 0..2), 1..3_usize), |(text, threads)| {
            let problem = &read(std::slice::from_ref(&text))[0];
            let expected = solved(problem, 1, None);
            let mut keeper = Keeper::new(|_, part| found_or_open(part));
            prop_assert_eq!(&solved(problem, threads, Some(&keeper)), &expected);
            prop_assert_eq!(&solved(problem, threads, Some(&keeper)), &expected);
            keeper.states = |claim, part| if claim % 3 == 0 { PartState::Open } else { found_or_open(part) };
            prop_assert_eq!(&solved(problem, threads, Some(&keeper)), &expected);
            Ok(())
        })
        .unwrap();
}

#[test]
fn searches_that_share_the_parts_find_the_solution() {
    runner(100)
        .run(&(text(&STIPULATIONS, 0..2), 1..3_usize), |(text, threads)| {
            let problem = &read(std::slice::from_ref(&text))[0];
            let expected = solved(problem, 1, None);
            let mut keeper =
                Keeper::new(|claim, _| if claim % 2 == 0 { PartState::Taken } else { PartState::Open });
            let half = solved(problem, threads, Some(&keeper));
            let claims = *keeper.claims.lock().unwrap();
            prop_assert_eq!(claims < 2, half == expected, "parts are left out in silence");
            keeper.states = |claim, part| match part {
                Some(part) => PartState::Found(part.clone()),
                None if claim % 2 == 0 => PartState::Taken,
                None => PartState::Open,
            };
            let _ = solved(problem, threads, Some(&keeper));
            keeper.states = |_, part| found_or_open(part);
            prop_assert_eq!(&solved(problem, threads, Some(&keeper)), &expected);
            Ok(())
        })
        .unwrap();
}

/// Searches with the same seed read the answers of earlier ones of the same problem, and not those of others.
#[test]
fn answers_that_earlier_searches_have_left_do_not_change_the_solution() {
    runner(100)
        .run(&(text(&STIPULATIONS, 0..2), text(&STIPULATIONS, 0..2)), |(first, second)| {
            let solver = Solver::builder().memory(1 << 18).build().unwrap();
            let texts = [first, second];
            let problems: Vec<Problem> =
                texts.iter().flat_map(|text| read(std::slice::from_ref(text))).collect();
            for _ in 0..2 {
                for (seed, problem) in problems.iter().enumerate() {
                    let keeper = Keeper { seed: Some(seed as u64), ..Keeper::new(|_, _| PartState::Open) };
                    let expected = solved(problem, 1, None);
                    prop_assert_eq!(&solved_by(&solver, problem, Some(&keeper)), &expected);
                    prop_assert_eq!(&solved_by(&solver, problem, None), &expected);
                }
            }
            Ok(())
        })
        .unwrap();
}
