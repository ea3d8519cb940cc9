//! `kirke serve`: a page on the local machine.

use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use clap::Args;

use super::exit::Exit;
use super::memory;
use super::messages::print_error;
use super::session::{cores, memory_size, positive_duration, threads};
use crate::serve::{Settings, serve};

/// The time within which a request must arrive.
const PATIENCE: Duration = Duration::from_secs(10);

/// The arguments of `kirke serve`.
#[derive(Args, Debug)]
pub struct ServeArgs {
    /// The address to listen at; any but 127.0.0.1 needs the token that is printed
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    bind: IpAddr,
    /// The port; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = 0)]
    port: u16,
    /// Do not open the page in a browser
    #[arg(long)]
    no_open: bool,
    /// How many problems to solve at the same time; others wait [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    jobs: Option<usize>,
    /// Memory of all searches together, as in 500M or 2G [default: a quarter of the free memory]
    #[arg(long, value_name = "SIZE", value_parser = memory_size)]
    memory: Option<usize>,
    /// Stop a problem after this time, as in 90s, 5m or 1h30m
    #[arg(long, value_name = "TIME", value_parser = positive_duration, default_value = "10m")]
    time: Duration,
    /// Keep problems in this store; it is made if it does not exist
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
}

/// Serves the page until the program is interrupted.
pub fn run(args: &ServeArgs) -> Exit {
    let settings = Settings {
        address: SocketAddr::new(args.bind, args.port),
        running: args.jobs.unwrap_or_else(cores),
        memory: args.memory.unwrap_or_else(memory::quarter_of_free),
        time: args.time,
        store: args.store.clone(),
        patience: PATIENCE,
    };
    let ready = |url: &str| {
        // A closed standard output does not end the server.
        let _ = writeln!(io::stdout(), "{url}");
        if !args.no_open {
            open(url);
        }
    };
    match serve(&settings, ready) {
        Ok(()) => Exit::AsExpected,
        Err(error) => {
            print_error(format_args!("{}: {error}", settings.address));
            Exit::Refused
        }
    }
}

/// Opens a page in the browser of the user, if there is one: the address is printed in any case.
fn open(url: &str) {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("explorer", &[]),
        _ => ("xdg-open", &[]),
    };
    let quiet = || Stdio::null();
    let _ =
        Command::new(program).args(arguments).arg(url).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
}
