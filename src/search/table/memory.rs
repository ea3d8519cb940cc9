//! Advice about the memory of the transposition table: huge pages, prefetching, and pages that are no longer needed.
//!
//! **What.** The system is asked to back new memory with huge pages, and the processor to prefetch the bucket
//! of a position before the move that leads to it is made. The pages of a table that ends are given back.
//!
//! **Why it is correct.** The first two are hints that change no memory. Pages that were given back are zero, which is a
//! value of every word.
//!
//! **Cost and gain.** Probes are spread all over the table. With pages of 4 KiB most probes miss the TLB as
//! well as the caches, and the first read and the first write of a page are two faults, of which the second
//! halts all other threads of the program: with a table of 370 MB two threads lost a fifth of their time by
//! it. A probe that misses the caches takes longer than making a move; prefetching saves a tenth of the time
//! of an hs#4 (`docs/internals/experiments.md`). Allocators keep freed memory for each of their threads: a server kept
//! 280 MB after searches with 64 MB at a time.
//!
//! **Reference.** `madvise(2)`, `MADV_HUGEPAGE`, `MADV_DONTNEED`; the `prefetcht0` instruction.
//!
//! This is the only file with `unsafe` in it: there is no safe call for this advice.

use std::sync::atomic::AtomicU64;

/// The largest size of an ordinary page: advice must begin at a page boundary.
#[cfg(target_os = "linux")]
const PAGE: usize = 1 << 16;

/// Asks the system to back memory with huge pages when it is first touched. The system may ignore the
/// request.
///
/// The contents and the length of the memory do not change.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
pub fn advise_huge_pages<T>(memory: &[T]) {
    use nix::sys::mman::{MmapAdvise, madvise};
    use std::ptr::NonNull;

    let offset = memory.as_ptr().cast::<u8>().align_offset(PAGE);
    let Some(length) = size_of_val(memory).checked_sub(offset).filter(|&length| length > 0) else { return };
    let begin = NonNull::from(memory).cast::<u8>();
    // SAFETY: from `begin` on there are `offset + length` bytes that the borrow keeps allocated. This advice
    // neither reads nor writes nor unmaps them; a system that does not know it returns an error and does
    // nothing.
    let _ = unsafe { madvise(begin.add(offset).cast(), length, MmapAdvise::MADV_HUGEPAGE) };
}

/// Does nothing: other systems choose their pages themselves.
#[cfg(not(target_os = "linux"))]
pub fn advise_huge_pages<T>(_memory: &[T]) {}

/// Gives the pages of memory back to the system: their words become zero. The system may ignore the request.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
pub fn give_back_pages(memory: &mut [AtomicU64]) {
    use nix::sys::mman::{MmapAdvise, madvise};
    use std::ptr::NonNull;

    let offset = memory.as_ptr().cast::<u8>().align_offset(PAGE);
    let whole = size_of_val(memory).saturating_sub(offset) / PAGE * PAGE;
    if whole == 0 {
        return;
    }
    let begin = NonNull::from(memory).cast::<u8>();
    // SAFETY: from `begin` on there are at least `offset + whole` bytes, which nothing else can read or write during the
    // borrow. Allocators have private memory without a file, the pages of which become zero; zero is a value of every word.
    // The pages stay mapped.
    let _ = unsafe { madvise(begin.add(offset).cast(), whole, MmapAdvise::MADV_DONTNEED) };
}

/// Does nothing: other systems have other means.
#[cfg(not(target_os = "linux"))]
pub fn give_back_pages(_memory: &mut [AtomicU64]) {}

/// Asks the processor to load the cache line of a value. The processor may ignore the request.
#[inline(always)]
#[cfg_attr(target_arch = "x86_64", allow(unsafe_code))]
pub fn prefetch<T>(at: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 processor has this instruction, which has no effect that a program could
        // observe.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(at).cast()) }
    }
    let _ = at;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_that_are_given_back_are_zero() {
        use std::sync::atomic::Ordering;
        for length in [0, 1, 1 << 10, (1 << 20) + 1] {
            let mut memory: Vec<AtomicU64> = (1..=length).map(AtomicU64::new).collect();
            give_back_pages(&mut memory);
            let expected = |(index, word): (usize, &AtomicU64)| {
                [0, index as u64 + 1].contains(&word.load(Ordering::Relaxed))
            };
            assert!(memory.iter().enumerate().all(expected));
            memory.iter().for_each(|word| word.store(7, Ordering::Relaxed));
            assert!(memory.iter().all(|word| word.load(Ordering::Relaxed) == 7));
        }
    }

    #[test]
    fn advice_leaves_memory_unchanged() {
        for length in [0, 1, 1 << 10, (1 << 20) + 1] {
            let memory: Vec<usize> = (0..length).collect();
            advise_huge_pages(&memory);
            advise_huge_pages(&memory[length / 3..]);
            memory.iter().step_by(1000).for_each(prefetch);
            assert!(memory.iter().copied().eq(0..length));
        }
    }
}
