//! `kirke completions` and `kirke man`: what shells and `man` know of the command line.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_complete::Shell;

use super::exit::Exit;
use super::messages::{exit_on_write_error, print_error};

/// The arguments of `kirke completions`.
#[derive(Args, Debug)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// The arguments of `kirke man`.
#[derive(Args, Debug)]
pub struct ManArgs {
    /// The folder in which the pages are written; it is made if there is none
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

/// Prints the completions of a shell.
pub fn completions(args: &CompletionsArgs, mut command: Command) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "kirke", &mut script);
    match io::Write::write_all(&mut io::stdout(), &script) {
        Ok(()) => Exit::AsExpected,
        Err(error) => exit_on_write_error(&error, Exit::AsExpected),
    }
}

/// Writes a page for the program and one for each command.
pub fn man(args: &ManArgs, mut command: Command) -> Exit {
    command.build();
    match write_pages(&args.folder, &command) {
        Ok(()) => Exit::AsExpected,
        Err(error) => {
            print_error(format_args!("{}: {error}", args.folder.display()));
            Exit::Refused
        }
    }
}

/// Writes the pages into a folder, which is made if there is none.
fn write_pages(folder: &Path, command: &Command) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let is_shown = |command: &&Command| !command.is_hide_set() && command.get_name() != "help";
    let commands = command.get_subcommands().filter(is_shown);
    [command].into_iter().chain(commands).try_for_each(|page| write_page(folder, page.clone()))
}

fn write_page(folder: &Path, command: Command) -> io::Result<()> {
    let name = command.get_display_name().unwrap_or(command.get_name());
    let path = folder.join(format!("{name}.1"));
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    fs::write(path, page)
}
