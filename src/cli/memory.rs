//! The amount of free memory.

use std::fs;

/// The bytes assumed to be free if the system does not report them.
const DEFAULT_FREE: u64 = 4 << 30;

/// Returns a quarter of the free memory in bytes, or of the limit of the control group of this process, as in
/// a container, if that is smaller. If the system reports neither, 1 GB.
pub fn quarter_of_free() -> usize {
    let read = |path: &str| fs::read_to_string(path).ok();
    let machine = read("/proc/meminfo").as_deref().and_then(available);
    // "max" if there is no limit.
    let group = read("/sys/fs/cgroup/memory.max").and_then(|limit| limit.trim().parse().ok());
    let quarter = machine.into_iter().chain(group).min().unwrap_or(DEFAULT_FREE) / 4;
    usize::try_from(quarter).unwrap_or(usize::MAX)
}

/// Returns the available bytes according to `/proc/meminfo`.
fn available(text: &str) -> Option<u64> {
    let value = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = value.trim().strip_suffix("kB")?.trim_end().parse().ok()?;
    kilobytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meminfo_is_parsed() {
        let text = "MemTotal:       24000000 kB\nMemFree:         7000000 kB\nMemAvailable:   22000000 kB\n";
        assert_eq!(available(text), Some(22_000_000 << 10));
        assert_eq!(available("MemTotal: 24 kB\n"), None);
        assert_eq!(available("MemAvailable: much kB\n"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn free_memory_is_found() {
        assert!(quarter_of_free() > 1 << 20);
    }
}
