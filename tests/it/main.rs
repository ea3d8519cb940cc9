//! The behaviour that a user sees: the program, its input and output, rules on the board, docs.
//!
//! `tests/README.md` names the test to run after each kind of change.

#[path = "../common"]
mod common {
    #[cfg(unix)]
    pub mod examples;
    pub mod program;
}

mod appearance;
mod arguments;
mod attributes;
mod bench;
mod changed_play;
mod check;
mod cli;
mod cluster;
mod config;
mod convert;
mod diagram;
mod differences;
mod effects;
mod explore;
mod features;
mod fen_dialects;
mod fuzzed;
mod help_play;
mod interrupt;
mod layers;
mod limited_play;
mod output;
mod perft;
mod progress;
mod question;
mod readme;
mod refusals;
mod releases;
mod report;
mod rules;
mod rules_page;
mod schemas;
#[cfg(feature = "serve")]
mod serve;
mod stipulations;
mod store;
mod style;
mod verdicts;
mod walks;
mod warnings;
mod workshop;
