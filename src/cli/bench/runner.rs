//! Runs programs and measures their time.

use std::ffi::OsStr;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::NamedTempFile;

use crate::search::limits::StopFlag;

/// The measured quantity.
#[cfg(unix)]
pub const CLOCK: &str = "CPU seconds";
/// The measured quantity.
#[cfg(not(unix))]
pub const CLOCK: &str = "seconds of wall time";

/// The time after which an interruption is noticed.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Runs programs, one after the other.
pub struct Runner {
    /// The wall time after which a run is ended.
    pub limit: Duration,
    /// Set by Ctrl-C.
    stop: StopFlag,
    own: PathBuf,
}

/// A run of a program.
pub struct Run {
    /// The time it took until it ended or was ended, in the unit of [`CLOCK`].
    pub seconds: f64,
    /// The text it printed; `None` if it exceeded the limit.
    pub output: Option<String>,
}

/// The reason why there is no run.
pub enum Failure {
    /// The user interrupted it.
    Interrupted,
    /// A program could not be run.
    Other(String),
}

impl Runner {
    /// Returns a runner with a limit of wall time for each run.
    ///
    /// # Errors
    /// If the path of this program is not known.
    pub fn new(limit: Duration, stop: StopFlag) -> Result<Runner, String> {
        let own = std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
        Ok(Runner { limit, stop, own })
    }

    /// Returns a temporary file with this text.
    pub fn file(&self, text: &str) -> Result<NamedTempFile, Failure> {
        let written = tempfile::Builder::new().suffix(".inp").tempfile().and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            Ok(file)
        });
        written.map_err(|error| Failure::Other(format!("cannot write a file for a run: {error}")))
    }

    /// Runs this program with arguments and a file.
    pub fn run_self(&self, words: &[&str], file: &Path) -> Result<Run, Failure> {
        self.run(&self.own, words, file)
    }

    /// Runs a program with arguments and a file.
    pub fn run(&self, program: &Path, words: &[&str], file: &Path) -> Result<Run, Failure> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Failure::Interrupted);
        }
        let failed = |error: io::Error| Failure::Other(format!("{}: {error}", program.display()));
        let (before, start) = (children_cpu(), Instant::now());
        let words = words.iter().map(OsStr::new).chain([file.as_os_str()]);
        let command = Command::new(program)
            .args(words)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut child = command.map_err(failed)?;
        let watched = self.watch(&mut child, start);
        if !matches!(watched, Ok(Some(_))) {
            // It may have ended by itself in the meantime.
            let _ = child.kill();
        }
        let status = child.wait().map_err(failed)?;
        let wall = start.elapsed();
        // A signal to all processes of a terminal may end the child before this program learns of it.
        if !status.success() {
            thread::sleep(POLL_INTERVAL);
        }
        if self.stop.load(Ordering::Relaxed) {
            return Err(Failure::Interrupted);
        }
        let seconds = match (before, children_cpu()) {
            (Some(before), Some(after)) => after.saturating_sub(before),
            _ => wall,
        };
        Ok(Run { seconds: seconds.as_secs_f64(), output: watched? })
    }

    /// Returns the output of a child; `None` if it does not end within the limit.
    fn watch(&self, child: &mut Child, start: Instant) -> Result<Option<String>, Failure> {
        let (sender, receiver) = mpsc::channel();
        let mut pipe = child.stdout.take();
        thread::spawn(move || {
            let mut bytes = Vec::new();
            // The output read before an error is compared, and differs.
            let _ = pipe.as_mut().map(|pipe| pipe.read_to_end(&mut bytes));
            // The receiver does not wait for output beyond the limit.
            let _ = sender.send(String::from_utf8_lossy(&bytes).into_owned());
        });
        loop {
            let left = self.limit.saturating_sub(start.elapsed());
            match receiver.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(output) => return Ok(Some(output)),
                Err(RecvTimeoutError::Disconnected) => return Ok(Some(String::new())),
                Err(RecvTimeoutError::Timeout) if self.stop.load(Ordering::Relaxed) => {
                    return Err(Failure::Interrupted);
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

/// Returns the CPU time, user and system, of all children that have ended.
#[cfg(unix)]
fn children_cpu() -> Option<Duration> {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike;
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).ok()?;
    let microseconds = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Some(Duration::from_micros(microseconds.try_into().ok()?))
}

/// The CPU time of children is not available here.
#[cfg(not(unix))]
fn children_cpu() -> Option<Duration> {
    None
}
