//! Runs of a solver on many problems at once, with separate answers.

use std::io::{BufRead, BufReader, Write, pipe};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::answer::is_board_edge;

/// The outcome of a problem.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The output, from the board on.
    Answered(String),
    /// No board was printed, but possibly an error message.
    Refused(String),
    /// The time limit was exceeded.
    Slow,
}

/// A program that solves files in Popeye's language.
pub struct Solver {
    program: PathBuf,
    arguments: Vec<String>,
    /// The time limit of one problem.
    pub time_limit: Duration,
}

impl Solver {
    pub fn new(program: &Path, arguments: &[&str], patience: Duration) -> Solver {
        Solver {
            program: program.to_owned(),
            arguments: arguments.iter().map(|&word| word.to_owned()).collect(),
            time_limit: patience,
        }
    }

    /// Solves the problems in one run if possible, and those that fail or are slow alone.
    pub fn solve(&self, problems: &[String]) -> Vec<Outcome> {
        let mut outcomes = Vec::new();
        while outcomes.len() < problems.len() {
            let left = &problems[outcomes.len()..];
            let run = self.run(left);
            let mut answers = split_answers(&run.text);
            if run.stopped {
                // The last problem begun was too slow; those before it are complete.
                answers.pop();
                outcomes.extend(answers.into_iter().map(Outcome::Answered));
                outcomes.push(Outcome::Slow);
            } else if answers.len() == left.len() {
                outcomes.extend(answers.into_iter().map(Outcome::Answered));
            } else if left.len() == 1 {
                outcomes.push(match answers.into_iter().next() {
                    Some(answer) => Outcome::Answered(answer),
                    None => Outcome::Refused(run.text),
                });
            } else {
                let (first, second) = left.split_at(left.len() / 2);
                outcomes.extend(self.solve(first));
                outcomes.extend(self.solve(second));
            }
        }
        outcomes.truncate(problems.len());
        outcomes
    }

    /// Solves one problem alone.
    pub fn solve_one(&self, problem: String) -> Outcome {
        let mut outcomes = self.solve(&[problem]);
        outcomes.pop().unwrap_or(Outcome::Slow)
    }

    fn run(&self, problems: &[String]) -> Run {
        let mut file =
            tempfile::Builder::new().suffix(".inp").tempfile().expect("a place for temporary files");
        let text = problems.join("nextproblem\n");
        write!(file, "beginproblem\n{text}endproblem\n").expect("room for a temporary file");
        // One pipe for both streams keeps each message with its problem.
        let (reader, writer) = pipe().expect("a pipe");
        let child = Command::new(&self.program)
            .args(&self.arguments)
            .arg(file.path())
            .stdin(Stdio::null())
            .stdout(writer.try_clone().expect("a second end of the pipe"))
            .stderr(writer)
            .spawn()
            .unwrap_or_else(|error| panic!("cannot start {}: {error}", self.program.display()));
        self.watch(child, reader)
    }

    /// Reads the output of the child, and stops the child when a problem takes too long.
    fn watch(&self, child: Child, reader: impl std::io::Read + Send) -> Run {
        let child = Mutex::new(child);
        let edges = AtomicUsize::new(0);
        let done = AtomicUsize::new(0);
        thread::scope(|scope| {
            let text = scope.spawn(|| {
                let mut text = String::new();
                let mut lines = BufReader::new(reader);
                let mut line = Vec::new();
                while lines.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
                    let words = String::from_utf8_lossy(&line);
                    edges.fetch_add(usize::from(is_board_edge(&words)), Ordering::Relaxed);
                    text.push_str(&words);
                    line.clear();
                }
                done.store(1, Ordering::Relaxed);
                text
            });
            let (mut seen, mut since, mut stopped) = (0, Instant::now(), false);
            while done.load(Ordering::Relaxed) == 0 {
                thread::sleep(Duration::from_millis(5));
                let now = edges.load(Ordering::Relaxed);
                if now != seen {
                    (seen, since) = (now, Instant::now());
                } else if since.elapsed() > self.time_limit && !stopped {
                    stopped = true;
                    if let Ok(mut child) = child.lock() {
                        // The child may already have ended.
                        let _ = child.kill();
                    }
                }
            }
            let mut text = text.join().unwrap_or_default();
            let status = child.lock().ok().and_then(|mut child| child.wait().ok());
            let odd = status.filter(|status| status.code().is_none_or(|code| code > 3));
            if let Some(status) = odd.filter(|_| !stopped) {
                text.push_str(&format!("\nended with {status}\n"));
            }
            Run { text, stopped }
        })
    }
}

struct Run {
    text: String,
    stopped: bool,
}

/// Returns the answers in a text: each begins with a board, and a board has two edges. For A to B
/// problems both boards are printed, the first with an arrow below it; only the second is kept.
fn split_answers(text: &str) -> Vec<String> {
    let mut answers: Vec<String> = Vec::new();
    let mut edges = 0;
    for line in text.lines() {
        if is_board_edge(line) {
            let last = answers.last_mut();
            if let Some(first_board) = last.filter(|answer| answer.trim_end().ends_with("->)")) {
                first_board.clear();
            } else if edges % 2 == 0 {
                answers.push(String::new());
            }
            edges += 1;
        }
        if let Some(answer) = answers.last_mut() {
            answer.push_str(line);
            answer.push('\n');
        }
    }
    answers
}
