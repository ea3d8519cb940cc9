//! Parallel map over a list of items; the results are delivered in the order of the items.

#[cfg(feature = "threads")]
mod pool;

use std::ops::ControlFlow;
use std::time::Duration;

#[cfg(feature = "threads")]
use pool::stream_on_pool;
#[cfg(feature = "threads")]
pub use rayon::ThreadPool;

use crate::clock::Stopwatch;

/// A pool of threads. Without the feature `threads` there is none.
#[cfg(not(feature = "threads"))]
#[derive(Debug)]
pub enum ThreadPool {}

/// The threads that work at a list of items.
#[derive(Clone, Copy, Debug)]
pub struct Threads<'p> {
    /// The pool; without one the caller's thread does all items.
    pub pool: Option<&'p ThreadPool>,
    /// The time for which the caller's thread begins items before the pool does the rest: to wake other threads costs more
    /// than a short list. No item should take much longer.
    pub alone: Duration,
}

impl<'p> From<Option<&'p ThreadPool>> for Threads<'p> {
    fn from(pool: Option<&'p ThreadPool>) -> Threads<'p> {
        Threads { pool, alone: Duration::ZERO }
    }
}

/// Calls `work` for every item on the threads of the pool, and `visit` for the results on the caller's
/// thread, in the order of the items: for each one as soon as it and all items before it are done.
///
/// Each thread has a worker state of its own, made by `init` and kept for all its items. Without a pool the
/// caller's thread does one item after the other. When `visit` breaks, no further items are begun.
pub fn par_map_ordered<T: Sync, Worker: Send, U: Send>(
    threads: Threads<'_>,
    items: &[T],
    init: impl Fn() -> Worker + Sync,
    work: impl Fn(&mut Worker, &T) -> U + Sync,
    mut visit: impl FnMut(&T, U) -> ControlFlow<()>,
) -> ControlFlow<()> {
    par_stream_ordered(
        threads,
        items,
        init,
        |worker, item, _: &mut Emit<'_, ()>| work(worker, item),
        usize::MAX,
        |item, message| match message {
            Message::Part(()) => ControlFlow::Continue(()),
            Message::Done(result) => visit(item, result),
        },
    )
}

/// A message about an item.
pub enum Message<P, U> {
    /// A part of its result.
    Part(P),
    /// The rest of its result: the item is done.
    Done(U),
}

/// Emits a part of a result, with its weight. Blocks while too much is buffered, and breaks once the receiver
/// has stopped.
pub type Emit<'s, P> = dyn FnMut(P, usize) -> ControlFlow<()> + 's;

/// As [`par_map_ordered`], where the result of an item comes in parts.
///
/// Parts of the first item that is not done are delivered at once. Parts of later items are buffered up to a
/// total weight of `capacity`; a thread that finds more blocks until its item's turn.
pub fn par_stream_ordered<T: Sync, Worker: Send, P: Send, U: Send>(
    threads: Threads<'_>,
    items: &[T],
    init: impl Fn() -> Worker + Sync,
    work: impl Fn(&mut Worker, &T, &mut Emit<'_, P>) -> U + Sync,
    capacity: usize,
    mut visit: impl FnMut(&T, Message<P, U>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let clock = Stopwatch::start();
    let mut worker = None;
    let mut left = items;
    while let [item, rest @ ..] = left {
        if let Some(pool) = threads.pool
            && !rest.is_empty()
            && clock.elapsed() >= threads.alone
        {
            return stream_on_pool(pool, left, worker, init, work, capacity, visit);
        }
        let mut broken = ControlFlow::Continue(());
        let result = work(worker.get_or_insert_with(&init), item, &mut |part, _| {
            broken = visit(item, Message::Part(part));
            broken
        });
        broken?;
        visit(item, Message::Done(result))?;
        left = rest;
    }
    ControlFlow::Continue(())
}

/// Without threads there is no value of [`ThreadPool`].
#[cfg(not(feature = "threads"))]
fn stream_on_pool<T: Sync, Worker: Send, P: Send, U: Send>(
    pool: &ThreadPool,
    _items: &[T],
    _worker: Option<Worker>,
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
            let mut visited = Vec::new();
            let flow = par_map_ordered(
                pool.into(),
                &items,
                || (),
                |(), n| n * n,
                |_, square| {
                    visited.push(square);
                    if visited.len() == 60 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                },
            );
            assert!(flow.is_break());
            assert_eq!(visited, items.iter().take(60).map(|n| n * n).collect::<Vec<_>>());
        }
    }

    #[test]
    fn at_most_one_worker_per_thread_is_created() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        for (pool, max_workers) in [(None, 1), (Some(&pool), 3)] {
            let made = AtomicUsize::new(0);
            let mut uses = 0;
            let _ = par_map_ordered(
                pool.into(),
                &[(); 100],
                || {
                    made.fetch_add(1, Ordering::Relaxed);
                    0
                },
                |worker, ()| *worker += 1,
                |(), ()| {
                    uses += 1;
                    ControlFlow::Continue(())
                },
            );
            assert!((1..=max_workers).contains(&made.into_inner()));
            assert_eq!(uses, 100);
        }
    }

    #[test]
    fn pool_takes_over_after_a_time() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        let caller = std::thread::current().id();
        for (alone, by_pool) in [(3600, 0), (0, 10)] {
            let threads = Threads { pool: Some(&pool), alone: Duration::from_secs(alone) };
            let items: Vec<u64> = (0..10).collect();
            let mut visited = Vec::new();
            let _ = par_map_ordered(
                threads,
                &items,
                || (),
                |(), &item| (item, std::thread::current().id() != caller),
                |_, done| {
                    visited.push(done);
                    ControlFlow::Continue(())
                },
            );
            assert!(visited.iter().map(|&(item, _)| item).eq(0..10));
            assert_eq!(visited.iter().filter(|(_, is_other)| *is_other).count(), by_pool);
        }
        // The worker of the caller's thread is taken over.
        let threads = Threads { pool: Some(&pool), alone: Duration::from_millis(5) };
        let made = AtomicUsize::new(0);
        let mut places = Vec::new();
        let _ = par_map_ordered(
            threads,
            &[10, 0, 0],
            || made.fetch_add(1, Ordering::Relaxed),
            |_, &time| {
                std::thread::sleep(Duration::from_millis(time));
                std::thread::current().id() == caller
            },
            |_, is_caller| {
                places.push(is_caller);
                ControlFlow::Continue(())
            },
        );
        assert_eq!(places, [true, false, false]);
        assert!(made.into_inner() <= 2);
    }

    #[test]
    fn buffered_weight_stays_within_capacity() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        // The first item is the slowest, and emits most.
        let items = [2000u64, 900, 0, 700, 1, 300];
        for (pool, capacity) in [(None, 0), (Some(&pool), 0), (Some(&pool), 50), (Some(&pool), usize::MAX)] {
            let (emitted, received) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let mut max_buffered = 0;
            let mut visited = Vec::new();
            let flow = par_stream_ordered(
                pool.into(),
                &items,
                || (),
                |(), &count, emit| {
                    for n in 0..count {
                        if n == 0 && count == 2000 {
                            std::thread::sleep(std::time::Duration::from_millis(20));
                        }
                        if emit(n, 10).is_break() {
                            return Err(n);
                        }
                        emitted.fetch_add(10, Ordering::SeqCst);
                    }
                    Ok(count)
                },
                capacity,
                |&item, message| {
                    let buffered =
                        emitted.load(Ordering::SeqCst).saturating_sub(received.load(Ordering::SeqCst));
                    max_buffered = max_buffered.max(buffered);
                    match message {
                        Message::Part(n) => {
                            received.fetch_add(10, Ordering::SeqCst);
                            visited.push((item, Some(n)));
                        }
                        Message::Done(end) => {
                            assert_eq!(end, Ok(item));
                            visited.push((item, None));
                        }
                    }
                    ControlFlow::Continue(())
                },
            );
            assert!(flow.is_continue());
            let whole = |&item: &u64| (0..item).map(move |n| (item, Some(n))).chain([(item, None)]);
            assert!(visited.iter().copied().eq(items.iter().flat_map(whole)));
            // One part that is being visited, and one that the first item has emitted meanwhile.
            assert!(max_buffered <= capacity.saturating_add(20), "{max_buffered} buffered of {capacity}");
        }
    }

    #[test]
    fn break_wakes_waiting_threads() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        let mut parts_left = 100;
        let flow = par_stream_ordered(
            Some(&pool).into(),
            &[(); 5],
            || (),
            |(), (), emit| while emit((), 1).is_continue() {},
            10,
            |(), _| {
                parts_left -= 1;
                if parts_left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        assert!(flow.is_break());
    }
}
