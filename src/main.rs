//! The `kirke` program: passes its arguments to [`kirke::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    kirke::cli::run(std::env::args_os().collect())
}
