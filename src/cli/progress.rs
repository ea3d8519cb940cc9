//! Progress on the terminal: what is being searched and how far it is.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::search::Limits;

/// Does work while its progress is shown on standard error, if that is a terminal
/// and `quiet` is not wanted.
pub fn while_shown<T: Send>(quiet: bool, what: &str, limits: &Limits, work: impl FnOnce() -> T) -> T {
    use std::io::IsTerminal;
    if quiet || !std::io::stderr().is_terminal() {
        return work();
    }
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let start = Instant::now();
            // Short searches show nothing at all.
            let bar = loop {
                if done.load(Ordering::Relaxed) {
                    return;
                }
                if start.elapsed() > Duration::from_millis(700) {
                    break ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
                }
                std::thread::sleep(Duration::from_millis(50));
            };
            if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
                bar.set_style(style);
            }
            while !done.load(Ordering::Relaxed) {
                bar.set_message(message(what, limits, start.elapsed()));
                bar.tick();
                std::thread::sleep(Duration::from_millis(100));
            }
            bar.finish_and_clear();
        });
        let result = work();
        done.store(true, Ordering::Relaxed);
        result
    })
}

/// How far the search of a problem is, in a line.
fn message(what: &str, limits: &Limits, elapsed: Duration) -> String {
    let (nodes, seconds) = (limits.nodes(), elapsed.as_secs_f64());
    let mut message = format!("{what}  {} half-moves  ", limits.half_moves());
    let (moves, all) = limits.first_moves.parts();
    // One search can be for all first moves together.
    if all > 0 {
        message += &format!("first moves {moves}/{all}  ");
    }
    message + &format!("{} nodes  {:.1} M/s  {seconds:.0} s", HumanCount(nodes), nodes as f64 / seconds / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_first_moves_nodes_and_time_are_told() {
        let limits = Limits::default();
        limits.begin_search(5);
        assert_eq!(limits.count(3_000_000), Ok(()));
        let told = message("h#3", &limits, Duration::from_secs(2));
        assert_eq!(told, "h#3  5 half-moves  3,000,000 nodes  1.5 M/s  2 s");
        limits.first_moves.begin(30);
        limits.first_moves.advance();
        let told = message("h#3", &limits, Duration::from_secs(2));
        assert_eq!(told, "h#3  5 half-moves  first moves 1/30  3,000,000 nodes  1.5 M/s  2 s");
    }
}
