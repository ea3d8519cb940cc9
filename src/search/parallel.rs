//! Work on all threads, told in order.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError, mpsc};

use rayon::ThreadPool;

/// Does `work` for every item on the pool's threads, and hands the results to `tell`
/// in the order of the items, each as soon as it and all before it are done.
///
/// Each thread works with a tool of its own, made by `equip` and kept for all its items.
/// Without a pool the caller's thread does one item after the other. When `tell`
/// breaks, what is not yet begun is not done.
pub fn in_order<T: Sync, Tool: Send, U: Send>(
    pool: Option<&ThreadPool>,
    items: &[T],
    equip: impl Fn() -> Tool + Sync,
    work: impl Fn(&mut Tool, &T) -> U + Sync,
    mut tell: impl FnMut(&T, U) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some(pool) = pool.filter(|_| items.len() > 1) else {
        let mut tool = None;
        return items.iter().try_for_each(|item| tell(item, work(tool.get_or_insert_with(&equip), item)));
    };
    // Those that nobody is working with.
    let tools: Mutex<Vec<Tool>> = Mutex::default();
    let take = || tools.lock().unwrap_or_else(PoisonError::into_inner).pop();
    let put = |tool| tools.lock().unwrap_or_else(PoisonError::into_inner).push(tool);
    let stop = std::sync::atomic::AtomicBool::new(false);
    pool.in_place_scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for (index, item) in items.iter().enumerate() {
            let sender = sender.clone();
            let (equip, work, stop, take, put) = (&equip, &work, &stop, &take, &put);
            scope.spawn(move |_| {
                if !stop.load(std::sync::atomic::Ordering::Relaxed) {
                    let mut tool = take().unwrap_or_else(equip);
                    let result = work(&mut tool, item);
                    put(tool);
                    // Nobody listens any more once telling was broken off.
                    let _ = sender.send((index, result));
                }
            });
        }
        drop(sender);
        let mut waiting: Vec<Option<U>> = items.iter().map(|_| None).collect();
        let mut next = 0;
        for (index, result) in receiver {
            waiting[index] = Some(result);
            while let Some(result) = waiting.get_mut(next).and_then(Option::take) {
                if tell(&items[next], result).is_break() {
                    stop.store(true, std::sync::atomic::Ordering::Relaxed);
                    return ControlFlow::Break(());
                }
                next += 1;
            }
        }
        ControlFlow::Continue(())
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn results_come_in_order() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        let items: Vec<u64> = (0..100).collect();
        for pool in [None, Some(&pool)] {
            let mut told = Vec::new();
            let flow = in_order(
                pool,
                &items,
                || (),
                |(), n| n * n,
                |_, square| {
                    told.push(square);
                    if told.len() == 60 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                },
            );
            assert!(flow.is_break());
            assert_eq!(told, items.iter().take(60).map(|n| n * n).collect::<Vec<_>>());
        }
    }

    #[test]
    fn no_more_tools_are_made_than_there_are_threads() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        for (pool, most) in [(None, 1), (Some(&pool), 3)] {
            let made = AtomicUsize::new(0);
            let mut uses = 0;
            let _ = in_order(
                pool,
                &[(); 100],
                || {
                    made.fetch_add(1, Ordering::Relaxed);
                    0
                },
                |tool, ()| *tool += 1,
                |(), ()| {
                    uses += 1;
                    ControlFlow::Continue(())
                },
            );
            assert!((1..=most).contains(&made.into_inner()));
            assert_eq!(uses, 100);
        }
    }
}
