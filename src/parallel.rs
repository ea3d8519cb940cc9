//! Work on all threads, told in order.

#[cfg(feature = "threads")]
mod pool;

use std::ops::ControlFlow;

#[cfg(feature = "threads")]
use pool::stream_on_pool;
#[cfg(feature = "threads")]
pub use rayon::ThreadPool;

/// A pool of threads. Without the feature `threads` there is none.
#[cfg(not(feature = "threads"))]
#[derive(Debug)]
pub enum ThreadPool {}

/// Does `work` for every item on the pool's threads, and hands the results to `tell`
/// in the order of the items, each as soon as it and all before it are done.
///
/// Each thread works with a tool of its own, made by `equip` and kept for all its items.
/// Without a pool the caller's thread does one item after the other. When `tell`
/// breaks, what is not yet begun is not done.
pub fn par_map_ordered<T: Sync, Worker: Send, U: Send>(
    pool: Option<&ThreadPool>,
    items: &[T],
    init: impl Fn() -> Worker + Sync,
    work: impl Fn(&mut Worker, &T) -> U + Sync,
    mut visit: impl FnMut(&T, U) -> ControlFlow<()>,
) -> ControlFlow<()> {
    par_stream_ordered(
        pool,
        items,
        init,
        |tool, item, _: &mut Emit<'_, ()>| work(tool, item),
        usize::MAX,
        |item, said| match said {
            Message::Part(()) => ControlFlow::Continue(()),
            Message::Done(result) => visit(item, result),
        },
    )
}

/// Something that is said of an item.
pub enum Message<P, U> {
    /// A part of what is found, before the end.
    Part(P),
    /// The last thing.
    Done(U),
}

/// To say a part of what is found, of some weight. It waits while too much is held back, and breaks once
/// nobody listens any more.
pub type Emit<'s, P> = dyn FnMut(P, usize) -> ControlFlow<()> + 's;

/// As [`in_order`], where an item's result comes in parts. Those of the first item that is not done are told at
/// once; of what the others find so much is held back as weighs `room` together. Who has found more waits for
/// its turn.
pub fn par_stream_ordered<T: Sync, Worker: Send, P: Send, U: Send>(
    pool: Option<&ThreadPool>,
    items: &[T],
    init: impl Fn() -> Worker + Sync,
    work: impl Fn(&mut Worker, &T, &mut Emit<'_, P>) -> U + Sync,
    capacity: usize,
    mut visit: impl FnMut(&T, Message<P, U>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    match pool.filter(|_| items.len() > 1) {
        Some(pool) => stream_on_pool(pool, items, init, work, capacity, visit),
        None => {
            let mut worker = None;
            items.iter().try_for_each(|item| {
                let mut broken = ControlFlow::Continue(());
                let result = work(worker.get_or_insert_with(&init), item, &mut |part, _| {
                    broken = visit(item, Message::Part(part));
                    broken
                });
                broken?;
                visit(item, Message::Done(result))
            })
        }
    }
}

/// Without threads there is no value of [`ThreadPool`].
#[cfg(not(feature = "threads"))]
fn stream_on_pool<T: Sync, Worker: Send, P: Send, U: Send>(
    pool: &ThreadPool,
    _items: &[T],
    _init: impl Fn() -> Worker + Sync,
    _work: impl Fn(&mut Worker, &T, &mut Emit<'_, P>) -> U + Sync,
    _capacity: usize,
    _visit: impl FnMut(&T, Message<P, U>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    match *pool {}
}

#[cfg(all(test, feature = "threads"))]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn results_arrive_in_item_order() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        let items: Vec<u64> = (0..100).collect();
        for pool in [None, Some(&pool)] {
            let mut told = Vec::new();
            let flow = par_map_ordered(
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
    fn at_most_one_worker_per_thread_is_created() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        for (pool, most) in [(None, 1), (Some(&pool), 3)] {
            let made = AtomicUsize::new(0);
            let mut uses = 0;
            let _ = par_map_ordered(
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

    #[test]
    fn buffered_weight_stays_within_capacity() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        // The first item is the slowest, and says most.
        let items = [2000u64, 900, 0, 700, 1, 300];
        for (pool, room) in [(None, 0), (Some(&pool), 0), (Some(&pool), 50), (Some(&pool), usize::MAX)] {
            let (said, heard) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let mut most = 0;
            let mut told = Vec::new();
            let flow = par_stream_ordered(
                pool,
                &items,
                || (),
                |(), &count, say| {
                    for n in 0..count {
                        if n == 0 && count == 2000 {
                            std::thread::sleep(std::time::Duration::from_millis(20));
                        }
                        if say(n, 10).is_break() {
                            return Err(n);
                        }
                        said.fetch_add(10, Ordering::SeqCst);
                    }
                    Ok(count)
                },
                room,
                |&item, part| {
                    most = most.max(said.load(Ordering::SeqCst).saturating_sub(heard.load(Ordering::SeqCst)));
                    match part {
                        Message::Part(n) => {
                            heard.fetch_add(10, Ordering::SeqCst);
                            told.push((item, Some(n)));
                        }
                        Message::Done(end) => {
                            assert_eq!(end, Ok(item));
                            told.push((item, None));
                        }
                    }
                    ControlFlow::Continue(())
                },
            );
            assert!(flow.is_continue());
            let whole = |&item: &u64| (0..item).map(move |n| (item, Some(n))).chain([(item, None)]);
            assert!(told.iter().copied().eq(items.iter().flat_map(whole)));
            // One that is just being told, and one that the first said meanwhile.
            assert!(most <= room.saturating_add(20), "{most} held back of {room}");
        }
    }

    #[test]
    fn break_wakes_waiting_threads() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        let mut left = 100;
        let flow = par_stream_ordered(
            Some(&pool),
            &[(); 5],
            || (),
            |(), (), say| while say((), 1).is_continue() {},
            10,
            |(), _| {
                left -= 1;
                if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        assert!(flow.is_break());
    }
}
