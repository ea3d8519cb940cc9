//! Large pages, and lines of the cache: what the system and the processor are asked for the memory of a table.
//!
//! Answers are looked up all over the table. With pages of 4 KiB most looks miss the
//! processor's list of pages as well as its caches, and the first look at a page and the first answer
//! on it are two faults, of which the second halts all other threads of the program: with a table of
//! 370 MB two threads lost a fifth of their time by it (`docs/performance.md`).
//!
//! A look that misses the caches takes longer than to play a move. It is announced before the move is played, by
//! the key that the position will most likely have: a tenth of the time of an hs#4.
//!
//! This is the only file with `unsafe` in it: no safe call gives this advice.

/// Asks the system to back memory with large pages as it is touched. It need not.
///
/// What the memory holds is not changed, nor how much of it there is.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
pub fn advise_huge_pages<T>(memory: &[T]) {
    use nix::sys::mman::{MmapAdvise, madvise};
    use std::ptr::NonNull;

    /// Where pages may begin, at the most: the advice wants whole ones.
    const PAGE: usize = 1 << 16;
    let offset = memory.as_ptr().cast::<u8>().align_offset(PAGE);
    let Some(length) = size_of_val(memory).checked_sub(offset).filter(|&length| length > 0) else { return };
    let begin = NonNull::from(memory).cast::<u8>();
    // SAFETY: from `begin` on there are `skip + length` bytes that the borrow keeps allocated, and
    // this advice neither reads nor writes nor unmaps them; where it is not understood
    // the call fails, and nothing was done.
    let _ = unsafe { madvise(begin.add(offset).cast(), length, MmapAdvise::MADV_HUGEPAGE) };
}

/// Asks nothing: other systems choose their pages themselves.
#[cfg(not(target_os = "linux"))]
pub fn advise_huge_pages<T>(_memory: &[T]) {}

/// Asks the processor to bring the line of its cache in which something stands. It need not.
#[inline(always)]
#[cfg_attr(target_arch = "x86_64", allow(unsafe_code))]
pub fn prefetch<T>(at: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every processor of this kind knows the hint, which reads nothing that a program could see.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(at).cast()) }
    }
    let _ = at;
}

#[cfg(test)]
mod tests {
    use super::*;

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
