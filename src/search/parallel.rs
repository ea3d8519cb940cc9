//! Work on all threads, told in order.

use std::ops::ControlFlow;
use std::sync::mpsc;

use rayon::ThreadPool;

/// Does `work` for every item on the pool's threads, and hands the results to `tell`
/// in the order of the items, each as soon as it and all before it are done.
///
/// Without a pool the caller's thread does one item after the other. When `tell`
/// breaks, what is not yet begun is not done.
pub fn in_order<T: Sync, U: Send>(
    pool: Option<&ThreadPool>,
    items: &[T],
    work: impl Fn(&T) -> U + Sync,
    mut tell: impl FnMut(&T, U) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some(pool) = pool.filter(|_| items.len() > 1) else {
        return items.iter().try_for_each(|item| tell(item, work(item)));
    };
    let stop = std::sync::atomic::AtomicBool::new(false);
    pool.in_place_scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for (index, item) in items.iter().enumerate() {
            let (sender, work, stop) = (sender.clone(), &work, &stop);
            scope.spawn(move |_| {
                if !stop.load(std::sync::atomic::Ordering::Relaxed) {
                    // Nobody listens any more once telling was broken off.
                    let _ = sender.send((index, work(item)));
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
                |n| n * n,
                |_, square| {
                    told.push(square);
                    if told.len() == 60 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                },
            );
            assert!(flow.is_break());
            assert_eq!(told, items.iter().take(60).map(|n| n * n).collect::<Vec<_>>());
        }
    }
}
