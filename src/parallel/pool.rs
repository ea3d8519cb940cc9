//! Ordered parallel work on a pool of threads: a channel to the caller, with a bound on what is buffered.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};

use super::{Emit, Message, ThreadPool};

/// Does the work of [`par_stream_ordered`](super::par_stream_ordered) on the threads of a pool. One of them takes over
/// `first_worker`.
pub(super) fn stream_on_pool<T: Sync, Worker: Send, P: Send, U: Send>(
    pool: &ThreadPool,
    items: &[T],
    first_worker: Option<Worker>,
    init: impl Fn() -> Worker + Sync,
    work: impl Fn(&mut Worker, &T, &mut Emit<'_, P>) -> U + Sync,
    capacity: usize,
    mut visit: impl FnMut(&T, Message<P, U>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let limit = BufferLimit::new(items.len(), capacity);
    // Items are begun in order by whichever thread is free: so some thread works at the first item that is
    // not done, while others may wait for it.
    let next_item = AtomicUsize::new(0);
    let first_worker = Mutex::new(first_worker);
    pool.in_place_scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..pool.current_num_threads().min(items.len()) {
            let sender = sender.clone();
            let (init, work, limit, next_item) = (&init, &work, &limit, &next_item);
            let first_worker = &first_worker;
            scope.spawn(move |_| {
                let mut worker = first_worker.lock().unwrap_or_else(PoisonError::into_inner).take();
                let _watch = CloseOnPanic(limit);
                loop {
                    let index = next_item.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index).filter(|_| !limit.is_closed()) else { return };
                    let mut emit = |part, weight| {
                        limit.reserve(index, weight)?;
                        // The receiver is dropped once `visit` has broken off.
                        let sent = sender.send((index, Message::Part(part), weight));
                        sent.map_or(ControlFlow::Break(()), ControlFlow::Continue)
                    };
                    let result = work(worker.get_or_insert_with(init), item, &mut emit);
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

/// A bound on the weight of the parts that are buffered.
struct BufferLimit {
    state: Mutex<BufferState>,
    changed: Condvar,
    capacity: usize,
}

struct BufferState {
    /// The first item that is not done.
    current: usize,
    /// The weight buffered for each item.
    buffered: Vec<usize>,
    total_buffered: usize,
    /// Whether the receiver has stopped.
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

    /// Waits until a part of an item fits, and counts it as buffered. Breaks once the receiver has stopped.
    fn reserve(&self, index: usize, weight: usize) -> ControlFlow<()> {
        let mut state = self.state();
        loop {
            if state.closed {
                return ControlFlow::Break(());
            }
            // A part of the first item is visited at once, whatever is buffered for the others.
            let passes_through = index == state.current && state.buffered[index] == 0;
            if passes_through || state.total_buffered.saturating_add(weight) <= self.capacity {
                state.buffered[index] += weight;
                state.total_buffered += weight;
                return ControlFlow::Continue(());
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Counts a part of an item as delivered; the next item is then the first one if this one is done.
    fn release(&self, index: usize, weight: usize, is_done: bool) {
        let mut state = self.state();
        state.buffered[index] -= weight;
        state.total_buffered -= weight;
        state.current += usize::from(is_done);
        drop(state);
        self.changed.notify_all();
    }

    /// Wakes all waiting threads: the receiver has stopped.
    fn close(&self) {
        self.state().closed = true;
        self.changed.notify_all();
    }
}

/// Closes a buffer when its thread panics: the other threads would wait forever.
struct CloseOnPanic<'q>(&'q BufferLimit);

impl Drop for CloseOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.close();
        }
    }
}
