//! Problems as lines of EPD.

use crate::board::Layout;
use crate::formats::{FenDialect, declaration_text, fen_placement, popeye};
use crate::problem::{DoubleStep, Options, Problem};
use crate::report::fen::fen_with;

/// Returns a problem as FEN with operations on one line, with the placement in a dialect.
///
/// # Errors
/// If the dialect cannot describe the diagram: the reason.
pub(super) fn line(problem: &Problem, dialect: FenDialect) -> Result<String, String> {
    let setting = &problem.setting;
    let men = fen_placement(dialect, &setting.diagram)?;
    let options = &problem.options;
    let is_bare = !super::has_one_array(problem)
        && options.no_castling.is_empty()
        && options.en_passant.is_none()
        && !options.half_duplex
        && !options.white_to_play;
    let full = fen_with(&men, setting, options);
    if let Some((_, beyond)) = full.split_once('{').filter(|_| dialect != FenDialect::Kirke) {
        return Err(format!("{} has nothing beyond the board: {{{beyond}", dialect.title()));
    }
    // Without the other fields, whatever comes home may castle.
    let placement = match is_bare && !full.contains('{') {
        true => men,
        false => full,
    };
    let mut line = match &setting.stipulation {
        Some(stipulation) => format!("{placement} {};", stipulation.value),
        None => placement.clone(),
    };
    let mut put = |name: &str, text: &str| {
        if !text.is_empty() {
            line += &format!(" {name} \"{text}\";");
        }
    };
    let layout = setting.diagram.layout();
    if layout != Layout::CHESS && layout.is_rectangle() {
        put("board", &format!("{}x{}", layout.files(), layout.ranks()));
    }
    // The braces after the fields of FEN have named the rules of a game.
    if !placement.contains("rules=") {
        let conditions: Vec<String> =
            setting.conditions.iter().map(|condition| condition.value.to_string()).collect();
        put("cond", &conditions.join(" "));
    }
    put("opt", &popeye::option_words(layout, &without_fields(&problem.options)).join(" "));
    for twin in &problem.twins {
        put("twin", &popeye::twin_words(layout, twin));
    }
    if let Some(declaration) = problem.declarations.first() {
        put("kirke", &declaration_text(declaration));
    }
    // A text in quotation marks holds none: the names are written with others, and a warning about them.
    put("id", &problem.id.as_deref().unwrap_or_default().replace('"', "'"));
    put("c0", &problem.authors.join(" ").replace('"', "'"));
    line.push('\n');
    Ok(line)
}

/// Returns the options without those that the fields of FEN express.
fn without_fields(options: &Options) -> Options {
    Options {
        half_duplex: false,
        white_to_play: false,
        en_passant: None::<crate::problem::Spanned<DoubleStep>>,
        no_castling: Vec::new(),
        ..options.clone()
    }
}
