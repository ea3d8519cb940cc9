//! Reduction of a problem to a smaller one that still fails.

use crate::problem::{Change, Problem};

/// Returns the smallest problem found for which `fails` still holds.
pub fn minimise(problem: &Problem, fails: impl Fn(&Problem) -> bool) -> Problem {
    let mut smallest = problem.clone();
    'again: loop {
        for smaller in reductions(&smallest) {
            if fails(&smaller) {
                smallest = smaller;
                continue 'again;
            }
        }
        return smallest;
    }
}

/// Returns every problem that is one step smaller, the greatest steps first.
fn reductions(problem: &Problem) -> Vec<Problem> {
    let mut steps = Vec::new();
    let mut step = |change: &dyn Fn(&mut Problem)| {
        let mut smaller = problem.clone();
        change(&mut smaller);
        if smaller != *problem && smaller.twins_fit() {
            steps.push(smaller);
        }
    };
    step(&|smaller| {
        smaller.twins.clear();
        smaller.zeroposition = false;
    });
    if let [twin] = &problem.twins[..] {
        // The twin replaces the diagram.
        step(&|smaller| {
            for change in &twin.changes {
                change.apply(&mut smaller.men);
                match change {
                    Change::Stipulation(other) => smaller.stipulation = other.clone(),
                    Change::Condition(other) => smaller.condition = Some(other.clone()),
                    _ => {}
                }
            }
            smaller.twins.clear();
            smaller.zeroposition = false;
        });
    }
    if problem.twins.len() > 1 {
        for index in 0..problem.twins.len() {
            step(&|smaller| drop(smaller.twins.remove(index)));
        }
    }
    for (index, twin) in problem.twins.iter().enumerate() {
        if twin.changes.len() > 1 {
            for change in 0..twin.changes.len() {
                step(&|smaller| drop(smaller.twins[index].changes.remove(change)));
            }
        }
    }
    for index in 0..problem.options.len() {
        step(&|smaller| drop(smaller.options.remove(index)));
    }
    step(&|smaller| smaller.condition = None);
    step(&|smaller| smaller.condition = smaller.condition.as_ref().map(|_| "Circe".into()));
    step(&|smaller| {
        let shortest = if smaller.stipulation.family == "h" { 1 } else { 2 };
        smaller.stipulation.plies = (smaller.stipulation.plies - 2).max(shortest);
    });
    if problem.stipulation.allows_half_move() && problem.stipulation.plies > 2 {
        step(&|smaller| smaller.stipulation.plies -= 1);
    }
    for (index, man) in problem.men.iter().enumerate() {
        if man.attribute.is_some() {
            step(&|smaller| smaller.men[index].attribute = None);
        }
        if man.letter != 'K' {
            step(&|smaller| {
                smaller.men.remove(index);
            });
        }
    }
    steps
}
