//! Worker processes: they solve the problems of a run that keeps results, so that a process that exhausts the memory, or
//! ends in another way, takes one problem with it and not the run.
//!
//! A worker reads [orders](messages::Order) from its standard input and writes [replies](messages::Reply) to its
//! standard output. It ends when its input does.

mod messages;
mod pool;
mod serve;

use clap::Args;

pub use pool::WorkerPool;

use super::SearchArgs;
use super::exit::Exit;

/// The arguments of a worker.
#[derive(Args, Debug)]
pub struct WorkerArgs {
    #[command(flatten)]
    search: SearchArgs,
}

/// Solves the problems that are requested on standard input.
pub fn run(args: &WorkerArgs) -> Exit {
    serve::run(args)
}
