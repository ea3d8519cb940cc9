//! Random small problems, solved by kirke and by Popeye, whose answers must agree.
//!
//! Needs Popeye's binary, and passes with a note where there is none:
//!
//! ```text
//! KIRKE_PEER=/path/to/py cargo test --release --test peer -- --nocapture
//! ```
//!
//! | variable | meaning |
//! |---|---|
//! | `KIRKE_PEER` | Popeye's binary |
//! | `KIRKE_PEER_PROBLEMS` | how many problems (200) |
//! | `KIRKE_PEER_SEED` | which problems (1); problem *n* of a seed is always the same |
//! | `KIRKE_PEER_FIRST` | the number of the first problem (0) |
//! | `KIRKE_PEER_SHOW` | how many differences to make small and print (3) |
//! | `KIRKE_PEER_PATIENCE` | seconds for one problem; a slower one is left out (10) |
//! | `KIRKE_PEER_SURVEY` | if set, only Popeye solves, and the generator is judged |
//!
//! The two programs may print moves in different order; otherwise their answers
//! must agree word by word (see [`answer`]).

mod answer;
mod diagram;
mod dice;
mod generate;
mod minimise;
mod problem;
mod run;
mod survey;

use std::env;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use answer::{Answer, difference};
use problem::Problem;
use run::{Outcome, Solver};

/// How many problems are put into one file.
const TOGETHER: u64 = 100;

/// The number in an environment variable, or what stands for it.
fn number(name: &str, otherwise: u64) -> u64 {
    match env::var(name) {
        Err(_) => otherwise,
        Ok(text) => text
            .parse()
            .unwrap_or_else(|_| panic!("{name}: expected a number, found '{text}'")),
    }
}

/// The two programs.
struct Pair {
    peer: Solver,
    kirke: Solver,
}

/// How two outcomes stand to each other.
enum Comparison {
    Alike { solved: bool },
    Slow,
    Different(Vec<String>),
}

impl Pair {
    /// Compares the answers to one problem, which each program gets for itself.
    fn compare(&self, problem: &Problem) -> Comparison {
        compare(
            &self.peer.solve_one(problem.to_string()),
            &self.kirke.solve_one(problem.to_string()),
        )
    }

    fn report(&self, index: u64, problem: &Problem) {
        let differs = |problem: &Problem| matches!(self.compare(problem), Comparison::Different(_));
        let smallest = minimise::minimise(problem, differs);
        println!("\n=== problem {index} differs\n{problem}");
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

/// What is printed below the board.
fn tail(text: &str) -> String {
    let rows = text
        .lines()
        .skip(1)
        .skip_while(|line| !answer::is_board_edge(line));
    let rows: Vec<_> = rows.skip(1).take(200).collect();
    rows.join("\n")
}

fn compare(peer: &Outcome, kirke: &Outcome) -> Comparison {
    match (peer, kirke) {
        (Outcome::Slow, _) => Comparison::Slow,
        (_, Outcome::Slow) => Comparison::Different(vec!["kirke takes too long".into()]),
        (Outcome::Answered(peer), Outcome::Answered(kirke)) => {
            let (peer, kirke) = (Answer::read(peer), Answer::read(kirke));
            match peer.lines() == kirke.lines() {
                true => Comparison::Alike {
                    solved: peer.is_solved(),
                },
                false => Comparison::Different(difference(peer.lines(), kirke.lines())),
            }
        }
        (Outcome::Refused(_), Outcome::Refused(_)) => Comparison::Alike { solved: false },
        (Outcome::Refused(_), _) => Comparison::Different(vec!["only the peer refuses".into()]),
        (_, Outcome::Refused(_)) => Comparison::Different(vec!["only kirke refuses".into()]),
    }
}

#[test]
fn random_problems_have_the_peers_answers() {
    let Ok(peer) = env::var("KIRKE_PEER") else {
        println!("skipped: KIRKE_PEER does not name Popeye's binary");
        return;
    };
    let seed = number("KIRKE_PEER_SEED", 1);
    let first = number("KIRKE_PEER_FIRST", 0);
    let count = number("KIRKE_PEER_PROBLEMS", 200);
    let patience = Duration::from_secs(number("KIRKE_PEER_PATIENCE", 10));
    let pair = Pair {
        peer: Solver::new(Path::new(&peer), &["-regression"], patience),
        // A kirke that needs a little longer than the peer is slow, not wrong.
        kirke: Solver::new(
            Path::new(env!("CARGO_BIN_EXE_kirke")),
            &["popeye", "-regression"],
            2 * patience,
        ),
    };
    if env::var_os("KIRKE_PEER_SURVEY").is_some() {
        survey::survey(&pair.peer, seed, first..first + count);
        return;
    }
    let mut left_to_show = number("KIRKE_PEER_SHOW", 3);
    let (mut solved, mut slow, mut different) = (0, 0, Vec::new());
    let (mut peer_time, mut kirke_time) = (Duration::ZERO, Duration::ZERO);
    let mut next = first;
    while next < first + count {
        let end = (next + TOGETHER).min(first + count);
        let problems: Vec<_> = (next..end)
            .map(|index| generate::problem(seed, index))
            .collect();
        let texts: Vec<_> = problems.iter().map(Problem::to_string).collect();
        let timed = |solver: &Solver| {
            let start = Instant::now();
            (solver.solve(&texts), start.elapsed())
        };
        let (peer, kirke) = thread::scope(|scope| {
            let peer = scope.spawn(|| timed(&pair.peer));
            let kirke = timed(&pair.kirke);
            (peer.join().expect("the peer's answers"), kirke)
        });
        peer_time += peer.1;
        kirke_time += kirke.1;
        for (offset, (peer, kirke)) in peer.0.iter().zip(&kirke.0).enumerate() {
            match compare(peer, kirke) {
                Comparison::Alike { solved: moves } => solved += usize::from(moves),
                Comparison::Slow => slow += 1,
                Comparison::Different(_) => {
                    let index = next + offset as u64;
                    different.push(index);
                    if left_to_show > 0 {
                        left_to_show -= 1;
                        pair.report(index, &problems[offset]);
                    }
                }
            }
        }
        next = end;
    }
    println!(
        "seed {seed}: {count} problems, {solved} alike with solutions, {} alike without, \
         {slow} too slow for the peer, {} different; peer {:.1} s, kirke {:.1} s",
        count as usize - solved - slow - different.len(),
        different.len(),
        peer_time.as_secs_f64(),
        kirke_time.as_secs_f64(),
    );
    assert!(
        different.is_empty(),
        "answers differ: problems {different:?} of seed {seed}"
    );
}
