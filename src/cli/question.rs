//! What is asked on the command line about every problem, in addition to its file.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::input::Input;
use super::session::Session;
use crate::formats::{Document, FenDialect, FenReading, Leniency, Question, Reading};

/// The arguments of a question.
#[derive(Args, Debug, Clone, Default)]
#[command(next_help_heading = "Question")]
pub struct QuestionArgs {
    /// The stipulation, as in #3 or h#2.5, and the number of solutions, as in 'h#2 2.1.1.1' or 'h#2 2 sols'; of a
    /// problem that has one, it is replaced
    #[arg(long, value_name = "STIPULATION", value_parser = Question::check_stipulation)]
    stip: Option<String>,
    /// A condition such as Circe, in addition to those of the problem; can be repeated
    #[arg(long = "cond", value_name = "CONDITION", value_parser = Question::check_conditions)]
    conditions: Vec<String>,
    /// An option in Popeye's words, as in 'Duplex'; can be repeated
    #[arg(long = "option", value_name = "OPTION", value_parser = Question::check_options)]
    options: Vec<String>,
    /// Show the set play
    #[arg(long)]
    set: bool,
    /// Show the tries with at most N refutations
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "1", require_equals = true,
        value_parser = try_refutations)]
    tries: Option<u32>,
    /// Add a twin, as in 'b) move a3 b3'; can be repeated
    #[arg(long = "twin", value_name = "CHANGES")]
    twins: Vec<String>,
    /// Ignore castling rights of FEN without king or rook on the home square, with a warning
    #[arg(long)]
    lenient: bool,
    /// The dialect of placements in FEN; if it is not given, it is detected where that is certain
    #[arg(long, value_enum, value_name = "DIALECT")]
    fen_dialect: Option<DialectArg>,
}

/// The dialects of FEN.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum DialectArg {
    /// Letters in parentheses, as kirke writes them
    Kirke,
    /// The Forsyth notation of Popeye
    Popeye,
    /// The notation of FEN Tool
    FenTool,
    /// The notation of Olive and YACPDB
    Yacpdb,
}

impl From<DialectArg> for FenDialect {
    fn from(dialect: DialectArg) -> FenDialect {
        match dialect {
            DialectArg::Kirke => FenDialect::Kirke,
            DialectArg::Popeye => FenDialect::Popeye,
            DialectArg::FenTool => FenDialect::FenTool,
            DialectArg::Yacpdb => FenDialect::Yacpdb,
        }
    }
}

/// Parses the number of refutations of tries.
fn try_refutations(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "expected a number of refutations, as in --tries=2".into())
}

impl QuestionArgs {
    /// Returns the number of refutations that a try may have; `None` if it is not given.
    pub fn tries(&self) -> Option<u32> {
        self.tries
    }

    /// Returns the inputs for the arguments in the place of files, as [`Input::from_arguments`].
    pub fn inputs(&self, files: &[PathBuf]) -> Vec<Result<Input, String>> {
        match self.misplaced_number(files) {
            Some(error) => vec![Err(error)],
            None => Input::from_arguments(files),
        }
    }

    /// Returns the error for an argument in the place of files that was meant as the number of refutations.
    fn misplaced_number(&self, files: &[PathBuf]) -> Option<String> {
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
        let mut words = files.iter().filter(|file| !file.exists()).filter_map(|file| file.to_str());
        let number = words.find(|word| is_number(word)).filter(|_| self.tries.is_some())?;
        Some(format!("{number}: no such file; the number of refutations is written --tries={number}"))
    }

    /// Returns the question.
    pub fn question(&self) -> Question {
        Question {
            stipulation: self.stip.clone(),
            conditions: self.conditions.clone(),
            options: self.options.clone(),
            set_play: self.set,
            tries: self.tries,
            twins: self.twins.clone(),
            fen: FenReading {
                leniency: if self.lenient { Leniency::Lenient } else { Leniency::Strict },
                dialect: self.fen_dialect.map(FenDialect::from),
            },
        }
    }

    /// Reads an input, which Ctrl-C ends at once, and asks the question about each of its problems.
    ///
    /// # Errors
    /// If it cannot be read: the message.
    pub fn read(&self, input: &Input, session: &Session) -> Result<Reading, String> {
        let bytes = session.interrupt.exiting_at_once(|| input.read())?;
        Ok(self.question().read(&input.name(), &bytes))
    }

    /// Reads the text of an input, which Ctrl-C ends at once.
    ///
    /// # Errors
    /// If it cannot be read: the message.
    pub fn document(&self, input: &Input, session: &Session) -> Result<Document, String> {
        let bytes = session.interrupt.exiting_at_once(|| input.read())?;
        Ok(Document::new(&input.name(), bytes))
    }
}
