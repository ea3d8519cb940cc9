//! What every fuzz target requires of the readers.

use std::alloc::System;

use cap::Cap;
use kirke::formats::{FenDialect, Item, Question, read};
use kirke::report::export::{OutputFormat, export};

/// The most memory that reading one text may need, in bytes.
const MEMORY: usize = 256 << 20;

const FORMATS: [OutputFormat; 8] = [
    OutputFormat::Popeye,
    OutputFormat::Epd(FenDialect::Kirke),
    OutputFormat::Epd(FenDialect::Popeye),
    OutputFormat::Epd(FenDialect::FenTool),
    OutputFormat::Epd(FenDialect::Yacpdb),
    OutputFormat::Olive,
    OutputFormat::Json,
    OutputFormat::Pgn,
];

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, MEMORY);

/// Reads a text, and asserts that it is read or refused, and that what is written of it can be read.
pub fn read_text(text: &[u8]) {
    let reading = read("fuzzed", text);
    assert!(!reading.items.is_empty());
    reading.items.iter().for_each(|item| write_item(item, text.len()));
}

/// Reads a text that begins with `start`, so that its format is the one that is meant.
pub fn read_after(start: &str, text: &[u8]) {
    read_text(&[start.as_bytes(), text].concat());
}

/// Reads the arguments of a command: the lines of a text are the stipulation, a condition, an option and twins.
pub fn read_question(text: &str) {
    let mut lines = text.lines().map(str::to_owned);
    let question = Question {
        stipulation: lines.next().filter(|line| !line.is_empty()),
        conditions: lines.next().filter(|line| !line.is_empty()).into_iter().collect(),
        options: lines.next().filter(|line| !line.is_empty()).into_iter().collect(),
        twins: lines.collect(),
        ..Question::default()
    };
    let document = kirke::formats::Document::new("fuzzed", b"r3k2r/8/8/8/8/8/P7/R3K2R w KQkq - 0 1");
    question.items(&document).for_each(|item| write_item(&item, text.len()));
}

/// Writes a problem in the format that a number selects, and asserts that a text without losses is read.
fn write_item(item: &Item, number: usize) {
    match &item.problem {
        Ok(problem) => {
            kirke::legality::warnings(problem);
            let written = export(problem, FORMATS[number % FORMATS.len()]);
            let Some(text) = written.text.filter(|_| written.faults.is_empty()) else { return };
            let again = read("written", text.as_bytes());
            assert!(again.items.iter().all(|item| item.problem.is_ok()), "{text}\n{:?}", again.items);
        }
        Err(refusal) => assert!(!refusal.errors.is_empty()),
    }
}
