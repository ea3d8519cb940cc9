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
pub fn in_order<T: Sync, Tool: Send, U: Send>(
    pool: Option<&ThreadPool>,
    items: &[T],
    equip: impl Fn() -> Tool + Sync,
    work: impl Fn(&mut Tool, &T) -> U + Sync,
    mut tell: impl FnMut(&T, U) -> ControlFlow<()>,
) -> ControlFlow<()> {
    parts_in_order(
        pool,
        items,
        equip,
        |tool, item, _: &mut Say<'_, ()>| work(tool, item),
        usize::MAX,
        |item, said| match said {
            Said::Part(()) => ControlFlow::Continue(()),
            Said::End(result) => tell(item, result),
        },
    )
}

/// Something that is said of an item.
pub enum Said<P, U> {
    /// A part of what is found, before the end.
    Part(P),
    /// The last thing.
    End(U),
}

/// To say a part of what is found, of some weight. It waits while too much is held back, and breaks once
/// nobody listens any more.
pub type Say<'s, P> = dyn FnMut(P, usize) -> ControlFlow<()> + 's;

/// As [`in_order`], where an item's result comes in parts. Those of the first item that is not done are told at
/// once; of what the others find so much is held back as weighs `room` together. Who has found more waits for
/// its turn.
pub fn parts_in_order<T: Sync, Tool: Send, P: Send, U: Send>(
    pool: Option<&ThreadPool>,
    items: &[T],
    equip: impl Fn() -> Tool + Sync,
    work: impl Fn(&mut Tool, &T, &mut Say<'_, P>) -> U + Sync,
    room: usize,
    mut tell: impl FnMut(&T, Said<P, U>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some(pool) = pool.filter(|_| items.len() > 1) else {
        let mut tool = None;
        return items.iter().try_for_each(|item| {
            let mut broken = ControlFlow::Continue(());
            let result = work(tool.get_or_insert_with(&equip), item, &mut |part, _| {
                broken = tell(item, Said::Part(part));
                broken
            });
            broken?;
            tell(item, Said::End(result))
        });
    };
    let queue = Queue::new(items.len(), room);
    // Items are begun in order, whichever thread is free: so the first that is not done is never one that
    // nobody works at, while others wait for it.
    let begun = AtomicUsize::new(0);
    pool.in_place_scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..pool.current_num_threads().min(items.len()) {
            let sender = sender.clone();
            let (equip, work, queue, begun) = (&equip, &work, &queue, &begun);
            scope.spawn(move |_| {
                let mut tool = None;
                let _watch = Watch(queue);
                loop {
                    let index = begun.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index).filter(|_| !queue.is_closed()) else { return };
                    let mut say = |part, weight| {
                        queue.admit(index, weight)?;
                        // Nobody listens any more once telling was broken off.
                        let sent = sender.send((index, Said::Part(part), weight));
                        sent.map_or(ControlFlow::Break(()), ControlFlow::Continue)
                    };
                    let result = work(tool.get_or_insert_with(equip), item, &mut say);
                    let _ = sender.send((index, Said::End(result), 0));
                }
            });
        }
        drop(sender);
        let mut waiting: Vec<VecDeque<(Said<P, U>, usize)>> = items.iter().map(|_| VecDeque::new()).collect();
        let mut next = 0;
        for (index, said, weight) in receiver {
            waiting[index].push_back((said, weight));
            while let Some((said, weight)) = waiting.get_mut(next).and_then(VecDeque::pop_front) {
                let ends = matches!(said, Said::End(_));
                queue.release(next, weight, ends);
                if tell(&items[next], said).is_break() {
                    queue.close();
                    return ControlFlow::Break(());
                }
                next += usize::from(ends);
            }
        }
        ControlFlow::Continue(())
    })
}

/// What is held back, by weight.
struct Queue {
    state: Mutex<State>,
    changed: Condvar,
    room: usize,
}

struct State {
    /// The first item that is not done.
    current: usize,
    /// Of each item.
    held: Vec<usize>,
    total: usize,
    closed: bool,
}

impl Queue {
    fn new(items: usize, room: usize) -> Queue {
        let state = State { current: 0, held: vec![0; items], total: 0, closed: false };
        Queue { state: Mutex::new(state), changed: Condvar::new(), room }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_closed(&self) -> bool {
        self.state().closed
    }

    /// Waits until there is room for a part of an item, and takes it.
    fn admit(&self, index: usize, weight: usize) -> ControlFlow<()> {
        let mut state = self.state();
        loop {
            if state.closed {
                return ControlFlow::Break(());
            }
            // What the first one says is told at once, however much the others hold back.
            let told_at_once = index == state.current && state.held[index] == 0;
            if told_at_once || state.total.saturating_add(weight) <= self.room {
                state.held[index] += weight;
                state.total += weight;
                return ControlFlow::Continue(());
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A part of an item is told, perhaps its end.
    fn release(&self, index: usize, weight: usize, ends: bool) {
        let mut state = self.state();
        state.held[index] -= weight;
        state.total -= weight;
        state.current += usize::from(ends);
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
struct Watch<'q>(&'q Queue);

impl Drop for Watch<'_> {
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

    #[test]
    fn no_more_is_held_back_than_there_is_room_for() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        // The first item is the slowest, and says most.
        let items = [2000u64, 900, 0, 700, 1, 300];
        for (pool, room) in [(None, 0), (Some(&pool), 0), (Some(&pool), 50), (Some(&pool), usize::MAX)] {
            let (said, heard) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let mut most = 0;
            let mut told = Vec::new();
            let flow = parts_in_order(
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
                        Said::Part(n) => {
                            heard.fetch_add(10, Ordering::SeqCst);
                            told.push((item, Some(n)));
                        }
                        Said::End(end) => {
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
    fn who_waits_hears_that_nobody_listens() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        let mut left = 100;
        let flow = parts_in_order(
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
