//! Statistics of the first draws of the generator, solved by the peer alone: the share of problems
//! with a solution, the times, and the error messages.

use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Instant;

use crate::answer::Answer;
use crate::generate;
use crate::run::{Outcome, Solver};

#[derive(Default)]
struct SolvedShare {
    problems: usize,
    solved: usize,
}

/// Prints the outcomes of these problems.
pub fn survey(peer: &Solver, seed: u64, indices: Range<u64>) {
    let mut shares: BTreeMap<String, SolvedShare> = BTreeMap::new();
    let mut complaints: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let (mut slowest, mut longest) = ((0, String::new()), (0, String::new()));
    let start = Instant::now();
    for index in indices {
        let problem = generate::problem(seed, index, 0);
        let text = problem.to_string();
        let begun = Instant::now();
        let outcome = peer.solve_one(text.clone());
        slowest = slowest.max((begun.elapsed().as_millis(), text.clone()));
        let (mut solved, mut messages) = (false, Vec::new());
        match &outcome {
            Outcome::Answered(printed) => {
                let answer = Answer::read(printed);
                solved = answer.is_solved();
                messages.extend_from_slice(answer.messages());
                longest = longest.max((answer.lines().len(), text.clone()));
                let unfinished = (!answer.is_finished()).then(|| "no closing line".to_owned());
                for complaint in answer.unknown_lines().iter().cloned().chain(unfinished) {
                    complaints.entry(complaint).or_insert((0, text.clone())).0 += 1;
                }
            }
            Outcome::Refused(printed) => {
                complaints.entry(printed.clone()).or_insert((0, text)).0 += 1;
            }
            Outcome::Slow => {
                complaints.entry("too slow".into()).or_insert((0, text)).0 += 1;
            }
        }
        let stipulation = &problem.stipulation;
        let goal = &stipulation.goal[..1];
        let option = |option: &String| option.split(' ').next().unwrap_or_default().to_owned();
        let mut sorts = vec![
            "all".to_owned(),
            format!("family {}", stipulation.family),
            format!("goal {goal}"),
            format!("stipulation {}{goal}", stipulation.family),
            format!("condition {}", problem.condition.as_deref().unwrap_or("none")),
        ];
        sorts.extend(problem.options.iter().map(|word| format!("option {}", option(word))));
        messages.dedup();
        sorts.extend(messages.iter().map(|words| format!("message {words}")));
        if !problem.twins.is_empty() {
            sorts.push("twins".into());
        }
        for sort in sorts {
            let share = shares.entry(sort).or_default();
            share.problems += 1;
            share.solved += usize::from(solved);
        }
    }
    for (sort, share) in shares {
        let percent = 100 * share.solved / share.problems.max(1);
        println!("{sort:44} {:6} {percent:3} % solved", share.problems);
    }
    for (complaint, (times, example)) in complaints {
        println!("\n{times} times: {complaint}\n{example}");
    }
    println!("\nslowest, {} ms:\n{}", slowest.0, slowest.1);
    println!("longest, {} lines:\n{}", longest.0, longest.1);
    println!("{:.1} s in all", start.elapsed().as_secs_f64());
}
