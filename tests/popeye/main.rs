//! Random small problems, solved by kirke and by Popeye. The answers must agree.
//!
//! The test needs Popeye's binary, and passes with a note if there is none:
//!
//! ```text
//! KIRKE_PEER=/path/to/py cargo test --release --test popeye -- --nocapture
//! ```
//!
//! | variable | meaning |
//! |---|---|
//! | `KIRKE_PEER` | Popeye's binary |
//! | `KIRKE_PEER_PROBLEMS` | the number of problems (200) |
//! | `KIRKE_PEER_SEED` | the seed (1); problem *n* of a seed is always the same |
//! | `KIRKE_PEER_FIRST` | the number of the first problem (0) |
//! | `KIRKE_PEER_DRAWS` | the number of draws until a problem has a solution, at most (4) |
//! | `KIRKE_PEER_SHOW` | the number of differences to minimise and print (3) |
//! | `KIRKE_PEER_PATIENCE` | seconds for one problem; a slower one is skipped (10) |
//! | `KIRKE_PEER_BINARY` | the binary of kirke, if not the one just built |
//! | `KIRKE_PEER_FEW` | if set, only orthodox problems and those of the fast engines |
//! | `KIRKE_PEER_UNDER` | only problems under these conditions, separated by commas |
//! | `KIRKE_PEER_FAIRY` | the chance, in per cent, that an officer is a fairy man (0) |
//! | `KIRKE_PEER_UNUSUAL` | the chance, in per cent, that a man is neutral or has an attribute (0) |
//! | `KIRKE_PEER_SURVEY` | if set, only Popeye solves, and statistics of the generator are printed |
//!
//! A difference counts if it remains when the peer solves that problem alone and without its hash
//! table, and if `docs/differences.md` does not explain it ([`explained`]).
//!
//! The two programs may print moves in different orders; otherwise their answers must agree word by
//! word (see [`answer`]).

mod answer;
mod conditions;
mod diagram;
mod dice;
mod explained;
mod generate;
mod minimise;
mod problem;
mod run;
mod survey;

use std::collections::BTreeMap;
use std::env;
use std::ops::Range;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use answer::{Answer, difference};
use explained::{explained_difference, explained_wording};
use problem::Problem;
use run::{Outcome, Solver};

/// The number of problems in one file.
const BATCH_SIZE: usize = 100;

/// The greatest number of lines of a usable solution: more lines would add little to the test.
const MAX_LINES: usize = 4000;

/// Returns the number in an environment variable, or `otherwise` if the variable is not set.
fn number(name: &str, otherwise: u64) -> u64 {
    match env::var(name) {
        Err(_) => otherwise,
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name}: expected a number, found '{text}'")),
    }
}

/// The two programs.
struct Pair {
    peer: Solver,
    /// The peer without its hash table, with which it loses lines.
    slow_peer: Solver,
    kirke: Solver,
}

/// A problem with the answer of the peer.
struct DrawnProblem {
    index: u64,
    problem: Problem,
    peer: Outcome,
}

const SAME_IN_OTHER_WORDS: &str = "the peer tells the same in other words, or more than once";
const TOO_LONG: &str = "kirke takes too long";

/// The relation of two outcomes.
enum Comparison {
    Equal { solved: bool },
    Slow,
    Different(Vec<String>),
}

impl Pair {
    /// Compares the answers to one problem, which each program solves alone. If they differ, the peer
    /// solves it again without its table.
    fn compare(&self, problem: &Problem) -> Comparison {
        let kirke = self.kirke.solve_one(problem.to_string());
        match compare(&self.peer.solve_one(problem.to_string()), &kirke) {
            Comparison::Different(lines) => {
                match compare(&self.slow_peer.solve_one(problem.to_string()), &kirke) {
                    Comparison::Slow => Comparison::Different(lines),
                    other => other,
                }
            }
            alike => alike,
        }
    }

    /// Returns whether the answer of kirke is the same alone and after other problems.
    fn is_stable(&self, problem: &Problem, after_others: &Outcome) -> bool {
        let alone = self.kirke.solve_one(problem.to_string());
        matches!(compare(&alone, after_others), Comparison::Equal { .. })
    }

    /// Draws the problems with these numbers. A problem without a solution is drawn again, since a
    /// solver that prints nothing is right about many problems.
    fn draw(&self, seed: u64, range: Range<u64>, draws: u64) -> Vec<DrawnProblem> {
        let mut drawn: Vec<DrawnProblem> = Vec::new();
        for draw in 0..draws {
            let empty = |index: &u64| {
                let done = drawn.get((index - range.start) as usize);
                !done.is_some_and(|drawn| has_usable_solution(&drawn.peer))
            };
            let missing: Vec<u64> = range.clone().filter(empty).collect();
            let problems = missing.iter().map(|&index| generate::problem(seed, index, draw));
            let problems: Vec<_> = problems.collect();
            let texts: Vec<_> = problems.iter().map(Problem::to_string).collect();
            let answers = missing.iter().zip(problems).zip(self.peer.solve(&texts));
            for ((&index, problem), peer) in answers {
                let place = (index - range.start) as usize;
                let again = DrawnProblem { index, problem, peer };
                match drawn.get_mut(place) {
                    Some(drawn) => *drawn = again,
                    None => drawn.push(again),
                }
            }
        }
        drawn
    }

    fn report(&self, index: u64, problem: &Problem) {
        // Repeated waits for a slow solver would take hours.
        let differs = |problem: &Problem| match self.compare(problem) {
            Comparison::Different(lines) => {
                lines != [TOO_LONG]
                    && explained_difference(problem).is_none()
                    && !(lines == [SAME_IN_OTHER_WORDS] && explained_wording(problem).is_some())
            }
            _ => false,
        };
        println!("\n=== problem {index} differs\n{problem}");
        if matches!(self.kirke.solve_one(problem.to_string()), Outcome::Slow) {
            println!("--- {TOO_LONG}");
            return;
        }
        let smallest = minimise::minimise(problem, differs);
        let shown = if smallest == *problem || !differs(&smallest) {
            problem
        } else {
            println!("=== so does\n{smallest}");
            &smallest
        };
        for (name, solver) in [("peer", &self.peer), ("kirke", &self.kirke)] {
            match solver.solve_one(shown.to_string()) {
                Outcome::Answered(text) => println!("--- {name} prints\n{}", tail(&text)),
                Outcome::Refused(text) => println!("--- {name} has no answer\n{text}"),
                Outcome::Slow => println!("--- {name} takes too long"),
            }
        }
        if let Comparison::Different(lines) = self.compare(shown) {
            println!("--- from the peer's answer to kirke's");
            lines.iter().for_each(|line| println!("{line}"));
        }
    }
}

/// Returns the text below the board.
fn tail(text: &str) -> String {
    let rows = text.lines().skip(1).skip_while(|line| !answer::is_board_edge(line));
    let rows: Vec<_> = rows.skip(1).take(200).collect();
    rows.join("\n")
}

/// Returns whether there is a solution, and not too many lines of it.
fn has_usable_solution(outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Answered(text) => {
            let answer = Answer::read(text);
            answer.is_solved() && answer.lines().len() < MAX_LINES
        }
        Outcome::Refused(_) | Outcome::Slow => false,
    }
}

/// The results of a run.
#[derive(Default)]
struct Tally {
    solved: u64,
    empty: u64,
    slow: u64,
    /// The problems for which the answer of the peer depended on other problems or on its table.
    unstable: Vec<u64>,
    /// The number of explained differences, by paragraph.
    explained: BTreeMap<&'static str, u64>,
    /// The number of problems with fairy or unusual men that only kirke refuses, by message.
    refused: BTreeMap<String, u64>,
    different: Vec<u64>,
    left_to_show: u64,
    kirke_time: Duration,
}

impl Tally {
    fn count(&mut self, pair: &Pair, drawn: &DrawnProblem, kirke: &Outcome) {
        let draws_any_man = number("KIRKE_PEER_FAIRY", 0) + number("KIRKE_PEER_UNUSUAL", 0) > 0;
        match compare(&drawn.peer, kirke) {
            Comparison::Different(_) if draws_any_man && let Some(message) = unsupported_men(kirke) => {
                *self.refused.entry(message).or_default() += 1;
            }
            Comparison::Equal { solved: true } => self.solved += 1,
            Comparison::Equal { solved: false } => self.empty += 1,
            Comparison::Slow => self.slow += 1,
            Comparison::Different(_) => match pair.compare(&drawn.problem) {
                // Alone kirke must give the same answer as after other problems.
                Comparison::Equal { .. } if pair.is_stable(&drawn.problem, kirke) => {
                    self.unstable.push(drawn.index);
                }
                Comparison::Slow => self.slow += 1,
                Comparison::Different(lines)
                    if lines == [SAME_IN_OTHER_WORDS]
                        && let Some(paragraph) = explained_wording(&drawn.problem) =>
                {
                    *self.explained.entry(paragraph).or_default() += 1;
                }
                Comparison::Different(_) if let Some(paragraph) = explained_difference(&drawn.problem) => {
                    *self.explained.entry(paragraph).or_default() += 1;
                }
                Comparison::Equal { .. } | Comparison::Different(_) => {
                    self.different.push(drawn.index);
                    if self.left_to_show > 0 {
                        self.left_to_show -= 1;
                        pair.report(drawn.index, &drawn.problem);
                    }
                }
            },
        }
    }
}

/// Returns the message that refuses men which kirke does not support, or not together with others or
/// with a condition.
fn unsupported_men(kirke: &Outcome) -> Option<String> {
    let (Outcome::Answered(text) | Outcome::Refused(text)) = kirke else { return None };
    let message = text.lines().find_map(|line| line.strip_prefix("error: "))?;
    let is_refusal = ["not supported", "cannot be combined"].iter().any(|words| message.contains(words));
    is_refusal.then(|| message.to_owned())
}

fn compare(peer: &Outcome, kirke: &Outcome) -> Comparison {
    match (peer, kirke) {
        (Outcome::Slow, _) => Comparison::Slow,
        (_, Outcome::Slow) => Comparison::Different(vec![TOO_LONG.into()]),
        // Popeye continues after such a change; kirke refuses the twin.
        (Outcome::Answered(peer), _) if peer.contains("square is empty") => {
            Comparison::Equal { solved: false }
        }
        (Outcome::Answered(peer), Outcome::Refused(_)) if peer.contains("problem ignored") => {
            Comparison::Equal { solved: false }
        }
        // The peer does not support such men under such conditions.
        (Outcome::Answered(peer), _)
            if peer.contains("problem ignored") || peer.contains("incompatible with some") =>
        {
            Comparison::Slow
        }
        // The peer crashed.
        (Outcome::Answered(peer), _)
            if peer.contains("\nended with")
                || peer.contains("OUT OF SPACE")
                || !Answer::read(peer).is_finished() =>
        {
            Comparison::Slow
        }
        (Outcome::Answered(peer_text), Outcome::Answered(kirke_text)) => {
            let (peer, kirke) = (Answer::read(peer_text), Answer::read(kirke_text));
            if peer.lines() == kirke.lines() {
                Comparison::Equal { solved: peer.is_solved() }
            } else if Answer::read_leniently(peer_text).lines() == Answer::read_leniently(kirke_text).lines()
            {
                Comparison::Different(vec![SAME_IN_OTHER_WORDS.into()])
            } else {
                Comparison::Different(difference(peer.lines(), kirke.lines()))
            }
        }
        (Outcome::Refused(_), Outcome::Refused(_)) => Comparison::Equal { solved: false },
        // Kirke prints the board before it refuses the men on it.
        (Outcome::Refused(_), Outcome::Answered(kirke)) if kirke.contains("\nerror: ") => {
            Comparison::Equal { solved: false }
        }
        (Outcome::Refused(_), _) => Comparison::Different(vec!["only the peer refuses".into()]),
        (_, Outcome::Refused(_)) => Comparison::Different(vec!["only kirke refuses".into()]),
    }
}

#[test]
fn random_problems_match_the_peer() {
    let Ok(peer) = env::var("KIRKE_PEER") else {
        println!("skipped: KIRKE_PEER does not name Popeye's binary");
        return;
    };
    let seed = number("KIRKE_PEER_SEED", 1);
    let first = number("KIRKE_PEER_FIRST", 0);
    let count = number("KIRKE_PEER_PROBLEMS", 200);
    let patience = Duration::from_secs(number("KIRKE_PEER_PATIENCE", 10));
    let kirke = env::var("KIRKE_PEER_BINARY").unwrap_or(env!("CARGO_BIN_EXE_kirke").to_owned());
    let pair = Pair {
        peer: Solver::new(Path::new(&peer), &["-regression"], patience),
        slow_peer: Solver::new(Path::new(&peer), &["-regression", "-maxmem", "0"], 20 * patience),
        // If kirke needs slightly longer than the peer, it is slow, not wrong.
        kirke: Solver::new(Path::new(&kirke), &["popeye", "-regression"], 2 * patience),
    };
    if env::var_os("KIRKE_PEER_SURVEY").is_some() {
        survey::survey(&pair.peer, seed, first..first + count);
        return;
    }
    let draws = number("KIRKE_PEER_DRAWS", 4).max(1);
    let mut tally = Tally { left_to_show: number("KIRKE_PEER_SHOW", 3), ..Tally::default() };
    let batches = (first..first + count).step_by(BATCH_SIZE);
    let mut batches = batches.map(|next| next..(next + BATCH_SIZE as u64).min(first + count));
    let mut drawn = batches.next().map(|range| pair.draw(seed, range, draws));
    while let Some(batch) = drawn.take() {
        // The peer draws the next problems while kirke solves these.
        let kirke = thread::scope(|scope| {
            let kirke = scope.spawn(|| {
                let texts: Vec<_> = batch.iter().map(|drawn| drawn.problem.to_string()).collect();
                let start = Instant::now();
                (pair.kirke.solve(&texts), start.elapsed())
            });
            drawn = batches.next().map(|range| pair.draw(seed, range, draws));
            kirke.join().expect("kirke's answers")
        });
        tally.kirke_time += kirke.1;
        for (drawn, kirke) in batch.iter().zip(&kirke.0) {
            tally.count(&pair, drawn, kirke);
        }
        let done = batch.last().map_or(first, |drawn| drawn.index + 1) - first;
        if done.is_multiple_of(1000) {
            println!("{done} of {count} done, {} different", tally.different.len());
        }
    }
    println!(
        "seed {seed}: {count} problems, {} alike with solutions, {} alike without, \
         {} alike if the peer is asked again alone without its table ({:?}), \
         {} without an answer of the peer's, {:?} explained, {} different; kirke {:.1} s",
        tally.solved,
        tally.empty,
        tally.unstable.len(),
        tally.unstable,
        tally.slow,
        tally.explained,
        tally.different.len(),
        tally.kirke_time.as_secs_f64(),
    );
    for (message, count) in &tally.refused {
        println!("{count} refused: {message}");
    }
    let different = &tally.different[..tally.different.len().min(50)];
    assert!(different.is_empty(), "answers differ: problems {different:?} of seed {seed}");
}
