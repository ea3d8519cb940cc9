//! `kirke rules`: the table of rules.

use std::io::{self, Write};

use clap::Args;

use super::exit::Exit;
use super::messages::unwritten;
use crate::rules::table::RULES;

/// What `kirke rules` can be told.
#[derive(Args, Debug)]
pub struct RulesArgs {}

/// Lists the rules.
pub fn run(_: &RulesArgs) -> Exit {
    match list(&mut io::stdout().lock()) {
        Ok(()) => Exit::AsExpected,
        Err(error) => unwritten(&error, Exit::AsExpected),
    }
}

fn list(out: &mut impl Write) -> io::Result<()> {
    for (index, rule) in RULES.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        let [english, german, french] = rule.names;
        writeln!(out, "{english}")?;
        if german != english || french != english {
            writeln!(out, "    German {german}, French {french}")?;
        }
        writeln!(out, "    {}", rule.meaning)?;
        if !rule.author.is_empty() {
            writeln!(out, "    {}.", rule.author)?;
        }
        for option in rule.options {
            writeln!(out, "      {:14} {}", option.names[0], option.meaning)?;
        }
    }
    Ok(())
}
