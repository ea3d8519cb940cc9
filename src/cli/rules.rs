//! `kirke rules`: the table of rules.

use std::io::{self, Write};

use clap::{Args, ValueEnum};

use super::exit::Exit;
use super::messages::{complain, unwritten};
use super::{Letters, terminal};
use crate::report::catalogue::{Entry, JsonRule, chapters, markdown, text};

/// What `kirke rules` can be told.
#[derive(Args, Debug)]
pub struct RulesArgs {
    /// Only the rules and words whose names or abbreviations begin so
    names: Vec<String>,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The ways to print rules.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// For people
    #[default]
    Text,
    /// As docs/rules.md
    Markdown,
    /// One JSON object a rule, a line each
    Json,
}

/// Lists the rules.
pub fn run(args: &RulesArgs) -> Exit {
    let mut chapters = chapters();
    for name in &args.names {
        if !chapters.iter().any(|chapter| chapter.entries.iter().any(|entry| entry.is_called(name))) {
            complain(format_args!("no rule and no word is called '{name}'; 'kirke rules' lists all"));
            return Exit::Refused;
        }
    }
    let wanted = |entry: &Entry| args.names.is_empty() || args.names.iter().any(|name| entry.is_called(name));
    for chapter in &mut chapters {
        chapter.entries.retain(wanted);
    }
    chapters.retain(|chapter| !chapter.entries.is_empty());
    let mut out = io::BufWriter::new(io::stdout().lock());
    let entries = chapters.iter().flat_map(|chapter| &chapter.entries);
    let written = match args.format {
        Format::Text => text(entries, &terminal::page(Letters::S), &mut out),
        Format::Markdown => out.write_all(markdown(&chapters).as_bytes()),
        Format::Json => entries.map(JsonRule::new).try_for_each(|rule| {
            let line = serde_json::to_string(&rule).map_err(io::Error::other)?;
            writeln!(out, "{line}")
        }),
    };
    match written.and_then(|()| out.flush()) {
        Ok(()) => Exit::AsExpected,
        Err(error) => unwritten(&error, Exit::AsExpected),
    }
}
