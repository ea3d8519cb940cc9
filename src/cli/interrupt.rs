//! Ctrl-C: how the user ends a run.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::exit::Exit;
use crate::search::limits::StopFlag;

/// Two signals within this time are one Ctrl-C: a shell can signal the group of processes and the program.
const ONE_SIGNAL: Duration = Duration::from_millis(250);

/// The time an interrupted run may take to end.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(3);

/// The state that Ctrl-C, SIGTERM and SIGHUP change. The first of them asks the run to end; the program ends at
/// once on the second, on the first in [`Interrupt::exiting_at_once`], and [`SHUTDOWN_TIMEOUT`] after the first.
/// Signals within [`ONE_SIGNAL`] of the first are ignored.
pub struct Interrupt {
    /// Set by Ctrl-C.
    stop: StopFlag,
    /// Set while there is nothing to finish.
    exits_at_once: StopFlag,
}

impl Interrupt {
    /// Installs the handler of the signals.
    pub fn install() -> Interrupt {
        let (stop, exits_at_once) = (StopFlag::default(), StopFlag::default());
        let interrupt = Interrupt { stop: stop.clone(), exits_at_once: exits_at_once.clone() };
        // Without a handler Ctrl-C still ends the program, without a summary.
        let mut first: Option<Instant> = None;
        let _ = ctrlc::set_handler(move || {
            if first.is_some_and(|first| first.elapsed() < ONE_SIGNAL) {
                return;
            }
            first.get_or_insert_with(Instant::now);
            if stop.swap(true, Ordering::Relaxed) || exits_at_once.load(Ordering::Relaxed) {
                std::process::exit(130);
            }
            // A run that does not end, for example because its output is not read, is ended, too.
            std::thread::spawn(|| {
                std::thread::sleep(SHUTDOWN_TIMEOUT);
                std::process::exit(130);
            });
        });
        interrupt
    }

    /// Returns the flag that Ctrl-C sets, for the search.
    pub fn stop_flag(&self) -> &StopFlag {
        &self.stop
    }

    /// Returns whether the user has interrupted the run.
    pub fn is_set(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns the exit code of the run if it would be `exit` without an interruption.
    pub fn exit_or(&self, exit: Exit) -> Exit {
        if self.is_set() { Exit::Interrupted } else { exit }
    }

    /// Does work that has nothing to finish, such as reading files: Ctrl-C ends the program at once.
    pub fn exiting_at_once<T>(&self, work: impl FnOnce() -> T) -> T {
        self.exits_at_once.store(true, Ordering::Relaxed);
        let result = work();
        self.exits_at_once.store(false, Ordering::Relaxed);
        result
    }
}
