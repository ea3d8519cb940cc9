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
                let (moves, all) = limits.first_moves.parts();
                let seconds = start.elapsed().as_secs_f64();
                let nodes = limits.nodes();
                bar.set_message(format!(
                    "{what}  first moves {moves}/{all}  {} nodes  {:.1} M/s  {seconds:.0} s",
                    HumanCount(nodes),
                    nodes as f64 / seconds / 1e6,
                ));
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
