//! `kirke rules`: the list of rules.

use std::io::{self, Write};

use clap::{Args, ValueEnum};

use super::appearance::{BoardArg, ColorArg};
use super::exit::Exit;
use super::messages::{exit_on_write_error, print_error};
use super::terminal;
use crate::formats::{nearest, popeye};
use crate::report::PieceNames;
use crate::report::catalogue::{JsonRule, RuleEntry, chapters, markdown, name_list, text};
use crate::rules::catalogue::Language;

/// The arguments of `kirke rules`.
#[derive(Args, Debug)]
pub struct RulesArgs {
    /// The rules and words with names or abbreviations that begin with one of these, each with an example
    /// [default: the names of all rules]
    names: Vec<String>,
    /// All rules and words, each with an example
    #[arg(long)]
    all: bool,
    /// The language of names and sentences in plain text
    #[arg(long, value_enum, default_value_t)]
    language: LanguageArg,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: RulesFormat,
}

/// The languages of names and sentences.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LanguageArg {
    /// English
    #[default]
    English,
    /// German
    German,
    /// French
    French,
}

impl From<LanguageArg> for Language {
    fn from(language: LanguageArg) -> Language {
        match language {
            LanguageArg::English => Language::English,
            LanguageArg::German => Language::German,
            LanguageArg::French => Language::French,
        }
    }
}

/// The output formats of rules.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RulesFormat {
    /// Plain text
    #[default]
    Text,
    /// As docs/rules.md
    Markdown,
    /// One JSON object per rule and line
    Json,
}

/// Lists the rules.
pub fn run(args: &RulesArgs) -> Exit {
    let mut chapters = chapters();
    for name in &args.names {
        if !chapters.iter().any(|chapter| chapter.entries.iter().any(|entry| entry.matches_name(name))) {
            if let Some(unsupported) = popeye::unsupported_condition(name) {
                print_error(format_args!(
                    "the condition '{unsupported}' is known to Popeye, but not supported by kirke yet"
                ));
                return Exit::Refused;
            }
            let names = chapters.iter().flat_map(|chapter| &chapter.entries).flat_map(|entry| entry.names);
            let meant = nearest(name, names).map_or(String::new(), |name| format!(" did you mean '{name}'?"));
            print_error(format_args!(
                "no rule and no word is called '{name}';{meant} 'kirke rules' lists the names"
            ));
            return Exit::Refused;
        }
    }
    let wanted =
        |entry: &RuleEntry| args.names.is_empty() || args.names.iter().any(|name| entry.matches_name(name));
    for chapter in &mut chapters {
        chapter.entries.retain(wanted);
    }
    chapters.retain(|chapter| !chapter.entries.is_empty());
    let mut out = io::BufWriter::new(io::stdout().lock());
    let entries = chapters.iter().flat_map(|chapter| &chapter.entries);
    let written = match args.format {
        RulesFormat::Text => {
            let language = args.language.into();
            let page = terminal::page(PieceNames::KnightS, BoardArg::Unicode, ColorArg::Auto);
            if args.names.is_empty() && !args.all {
                name_list(&chapters, language, &page, &mut out)
            } else {
                text(entries, language, &page, &mut out)
            }
        }
        RulesFormat::Markdown => out.write_all(markdown(&chapters).as_bytes()),
        RulesFormat::Json => entries.map(JsonRule::new).try_for_each(|rule| {
            let line = serde_json::to_string(&rule).map_err(io::Error::other)?;
            writeln!(out, "{line}")
        }),
    };
    match written.and_then(|()| out.flush()) {
        Ok(()) => Exit::AsExpected,
        Err(error) => exit_on_write_error(&error, Exit::AsExpected),
    }
}
