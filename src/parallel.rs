//! Work on all threads, told in order.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};

use rayon::ThreadPool;

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
    let Some(pool) = pool.filter(|_| items.len() > 1) else {
        let mut worker = None;
        return items.iter().try_for_each(|item| {
            let mut broken = ControlFlow::Continue(());
            let result = work(worker.get_or_insert_with(&init), item, &mut |part, _| {
                broken = visit(item, Message::Part(part));
                broken
            });
            broken?;
            visit(item, Message::Done(result))
        });
    };
    let limit = BufferLimit::new(items.len(), capacity);
    // Items are begun in order, whichever thread is free: so the first that is not done is never one that
    // nobody works at, while others wait for it.
    let next_item = AtomicUsize::new(0);
    pool.in_place_scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..pool.current_num_threads().min(items.len()) {
            let sender = sender.clone();
            let (equip, work, queue, begun) = (&init, &work, &limit, &next_item);
            scope.spawn(move |_| {
                let mut worker = None;
                let _watch = CloseOnPanic(queue);
                loop {
                    let index = begun.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index).filter(|_| !queue.is_closed()) else { return };
                    let mut emit = |part, weight| {
                        queue.reserve(index, weight)?;
                        // Nobody listens any more once telling was broken off.
                        let sent = sender.send((index, Message::Part(part), weight));
                        sent.map_or(ControlFlow::Break(()), ControlFlow::Continue)
                    };
                    let result = work(worker.get_or_insert_with(equip), item, &mut emit);
                    let _ = sender.send((index, Message::Done(result), 0));
                }
            });
        }
        drop(sender);
        let mut waiting: Vec<VecDeque<(Message<P, U>, usize)>> =
            items.iter().map(|_| VecDeque::new()).collect();
        let mut next = 0;
        for (index, message, weight) in receiver {
            waiting[index].push_back((message, weight));
            while let Some((message, weight)) = waiting.get_mut(next).and_then(VecDeque::pop_front) {
                let is_done = matches!(message, Message::Done(_));
                limit.release(next, weight, is_done);
                if visit(&items[next], message).is_break() {
                    limit.close();
                    return ControlFlow::Break(());
                }
                next += usize::from(is_done);
            }
        }
        ControlFlow::Continue(())
    })
}

/// What is held back, by weight.
struct BufferLimit {
    state: Mutex<BufferState>,
    changed: Condvar,
    capacity: usize,
}

struct BufferState {
    /// The first item that is not done.
    current: usize,
    /// Of each item.
    buffered: Vec<usize>,
    total_buffered: usize,
    closed: bool,
}

impl BufferLimit {
    fn new(items: usize, capacity: usize) -> BufferLimit {
        let state = BufferState { current: 0, buffered: vec![0; items], total_buffered: 0, closed: false };
        BufferLimit { state: Mutex::new(state), changed: Condvar::new(), capacity }
    }

    fn state(&self) -> MutexGuard<'_, BufferState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_closed(&self) -> bool {
        self.state().closed
    }

    /// Waits until there is room for a part of an item, and takes it.
    fn reserve(&self, index: usize, weight: usize) -> ControlFlow<()> {
        let mut state = self.state();
        loop {
            if state.closed {
                return ControlFlow::Break(());
            }
            // What the first one says is told at once, however much the others hold back.
            let passes_through = index == state.current && state.buffered[index] == 0;
            if passes_through || state.total_buffered.saturating_add(weight) <= self.capacity {
                state.buffered[index] += weight;
                state.total_buffered += weight;
                return ControlFlow::Continue(());
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A part of an item is told, perhaps its end.
    fn release(&self, index: usize, weight: usize, is_done: bool) {
        let mut state = self.state();
        state.buffered[index] -= weight;
        state.total_buffered -= weight;
        state.current += usize::from(is_done);
        drop(state);
        self.changed.notify_all();
    }

    /// Nobody listens any more.
    fn close(&self) {
        self.state().closed = true;
        self.changed.notify_all();
    }
}

/// Closes a queue when its thread panics: nobody waits for what never comes.
struct CloseOnPanic<'q>(&'q BufferLimit);

impl Drop for CloseOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.close();
        }
    }
}

#[cfg(test)]
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
