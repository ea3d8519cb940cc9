//! Problems as games of PGN.

use crate::board::{GameArray, Layout, Square};
use crate::formats::epd::denied_castlings;
use crate::formats::{declaration_text, pgn, popeye};
use crate::position::Side;
use crate::problem::{Options, Problem, Twin};
use crate::report::{fen, question};

/// Returns a problem as a game, with an empty line after it.
pub(super) fn game(problem: &Problem) -> String {
    let setting = &problem.setting;
    let layout = setting.diagram.layout();
    let stipulation = question::stipulation_text(setting, &problem.options).unwrap_or_default();
    let unknown = |text: &str| if text.is_empty() { "?".to_owned() } else { text.to_owned() };
    let mut tags = Tags::default();
    tags.put("Event", &unknown(problem.origins.first().map_or("", String::as_str)));
    tags.put("Site", "?");
    tags.put("Date", &pgn::date(&problem.origins));
    tags.put("Round", "?");
    tags.put("White", &unknown(&problem.authors.join(":")));
    tags.put("Black", &unknown(&stipulation));
    tags.put("Result", "*");
    tags.put("SetUp", "1");
    let fen = fen::fen(setting, &problem.options);
    tags.put("FEN", &fen);
    tags.put_known("StartFEN", &setting.start.as_ref().map(|start| start.placement()).unwrap_or_default());
    if layout != Layout::CHESS && layout.is_rectangle() {
        tags.put("BoardSize", &format!("{}x{}", layout.files(), layout.ranks()));
    }
    tags.put_known("Stipulation", &stipulation);
    // The braces after the fields of FEN have named the rules of a game.
    if !fen.contains("rules=") {
        let conditions = setting.conditions.iter().map(|condition| condition.value.to_string());
        tags.put_known("Condition", &conditions.collect::<Vec<_>>().join(", "));
    }
    tags.put_known("Option", &popeye::option_words(layout, &without_fields(&problem.options)).join(" "));
    tags.put_known("NoCastling", &denied(problem).unwrap_or_default());
    let first = usize::from(!problem.zeroposition);
    for (index, twin) in problem.twins.iter().enumerate() {
        let label = Twin::name(first + index).to_uppercase();
        tags.put(&format!("Twin{label}"), &popeye::twin_words(layout, twin));
    }
    tags.put_all("Declared", problem.declarations.iter().map(declaration_text));
    tags.put_all("Title", problem.titles.iter().cloned());
    tags.put_all("Source", problem.origins.iter().cloned());
    tags.put_all("Award", problem.awards.iter().cloned());
    tags.put_known("Id", problem.id.as_deref().unwrap_or_default());
    let moves = match pgn::main_line(problem) {
        Some((Side::White, key)) => format!("1. {key} "),
        Some((Side::Black, key)) => format!("1... {key} "),
        None => String::new(),
    };
    format!("{}\n{moves}*\n\n", tags.text)
}

/// The tags of a game.
#[derive(Default)]
struct Tags {
    text: String,
}

impl Tags {
    fn put(&mut self, name: &str, value: &str) {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        self.text += &format!("[{name} \"{value}\"]\n");
    }

    fn put_known(&mut self, name: &str, value: &str) {
        if !value.is_empty() {
            self.put(name, value);
        }
    }

    /// Puts a tag for each value, from the second one on with a number.
    fn put_all(&mut self, name: &str, values: impl Iterator<Item = String>) {
        for (number, value) in (1..).zip(values) {
            match number {
                1 => self.put(name, &value),
                _ => self.put(&format!("{name}{number}"), &value),
            }
        }
    }
}

/// Returns the options without those that the fields of FEN and the tag `NoCastling` express.
fn without_fields(options: &Options) -> Options {
    Options { en_passant: None, no_castling: Vec::new(), ..options.clone() }
}

/// Returns the squares of kings and rooks that may not castle, if they differ from those that FEN implies: men that
/// come home later may castle.
fn denied(problem: &Problem) -> Option<String> {
    let setting = &problem.setting;
    let layout = setting.diagram.layout();
    let array = setting.game_array().unwrap_or(GameArray::default_for(layout));
    let granted = fen::castling(setting, &problem.options);
    let sorted = |mut squares: Vec<Square>| {
        squares.sort();
        squares.dedup();
        squares
    };
    let implied = sorted(denied_castlings(&setting.diagram, array, &granted));
    let denied = sorted(problem.options.no_castling.iter().map(|square| square.value).collect());
    let names: Vec<&str> = denied.iter().map(|&square| layout.name(square)).collect();
    let names = if names.is_empty() { "-".into() } else { names.join(" ") };
    (!super::has_one_array(problem) && implied != denied).then_some(names)
}
