//! `kirke men`: the list of fairy men and attributes.

use std::io::{self, Write};

use clap::{Args, ValueEnum};

use super::appearance::{BoardArg, ColorArg};
use super::exit::Exit;
use super::messages::{exit_on_write_error, print_error};
use super::terminal;
use crate::formats::nearest;
use crate::position::Walk;
use crate::report::PieceNames;
use crate::report::diagram::{DiagramStyle, specimen};
use crate::report::men::{ManEntry, entries, markdown, name_list, text};

/// The arguments of `kirke men`.
#[derive(Args, Debug)]
pub struct MenArgs {
    /// The men with these letters, and the men and attributes with names that begin so, each with its moves [default:
    /// all names]
    names: Vec<String>,
    /// All men and attributes, each with its moves
    #[arg(long)]
    all: bool,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: MenFormat,
}

/// The output formats of men.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MenFormat {
    /// Plain text
    #[default]
    Text,
    /// As docs/men.md
    Markdown,
    /// One JSON object per man and line
    Json,
    /// A sheet of the pictures in diagrams
    Svg,
}

/// Lists the fairy men and attributes.
pub fn run(args: &MenArgs) -> Exit {
    let all = entries();
    for name in &args.names {
        if !all.iter().any(|entry| entry.matches(name)) {
            print_error(format_args!("{}; 'kirke men' lists them", unknown_name(name, &all)));
            return Exit::Refused;
        }
    }
    let wanted =
        |entry: &&ManEntry| args.names.is_empty() || args.names.iter().any(|name| entry.matches(name));
    let wanted: Vec<&ManEntry> = all.iter().filter(wanted).collect();
    let mut out = io::BufWriter::new(io::stdout().lock());
    let written = match args.format {
        MenFormat::Text => {
            let page = terminal::page(PieceNames::KnightS, BoardArg::Unicode, ColorArg::Auto);
            if args.names.is_empty() && !args.all {
                name_list(wanted, &page, &mut out)
            } else {
                text(wanted, &page, &mut out)
            }
        }
        MenFormat::Svg => out.write_all(sheet(&wanted, args.names.is_empty()).as_bytes()),
        MenFormat::Markdown => out.write_all(markdown().as_bytes()),
        MenFormat::Json => wanted.iter().try_for_each(|entry| {
            let line = serde_json::to_string(&entry.json()).map_err(io::Error::other)?;
            writeln!(out, "{line}")
        }),
    };
    match written.and_then(|()| out.flush()) {
        Ok(()) => Exit::AsExpected,
        Err(error) => exit_on_write_error(&error, Exit::AsExpected),
    }
}

/// Returns why a name is that of no entry.
fn unknown_name(name: &str, all: &[ManEntry]) -> String {
    let mut chessmen = Walk::CHESS.into_iter().filter(|&walk| walk != Walk::ReversedPawn);
    if chessmen.any(|walk| walk.name().eq_ignore_ascii_case(name)) {
        return format!("the {} of chess is not among the fairy men and attributes", name.to_lowercase());
    }
    let meant = nearest(name, all.iter().map(ManEntry::name));
    let meant = meant.map_or(String::new(), |name| format!("; did you mean '{name}'?"));
    format!("no fairy man or attribute is called '{name}'{meant}")
}

/// Returns a sheet of the pictures of men; with `all`, those of chessmen come first.
fn sheet(wanted: &[&ManEntry], all: bool) -> String {
    let fairy = wanted.iter().filter_map(|entry| match entry {
        ManEntry::Walk(row) => Some(row.walk),
        ManEntry::Attribute(_) => None,
    });
    let chess = Walk::CHESS.into_iter().filter(|_| all);
    specimen(&chess.chain(fairy).collect::<Vec<_>>(), &DiagramStyle::default())
}
