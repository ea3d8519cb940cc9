//! The `kirke` program: passes its arguments to [`kirke::cli`].

use std::process::ExitCode;

// The allocator of musl maps and unmaps pages so often that `verify problems` takes a third more time.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    kirke::cli::run(std::env::args_os().collect())
}
