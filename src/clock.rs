//! A stopwatch, also for targets without a clock.

use std::time::{Duration, Instant};

/// Measures time from its start. On `wasm32-unknown-unknown`, which has no clock, no time ever passes.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Option<Instant>);

impl Stopwatch {
    /// Returns a stopwatch that starts now.
    pub fn start() -> Stopwatch {
        let has_clock = cfg!(not(all(target_family = "wasm", target_os = "unknown")));
        Stopwatch(has_clock.then(Instant::now))
    }

    /// Returns the time since the start.
    pub fn elapsed(&self) -> Duration {
        self.0.map_or(Duration::ZERO, |start| start.elapsed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stopwatch_elapsed_grows() {
        let watch = Stopwatch::start();
        let first = watch.elapsed();
        std::thread::sleep(Duration::from_millis(2));
        assert!(watch.elapsed() >= first + Duration::from_millis(2));
    }
}
