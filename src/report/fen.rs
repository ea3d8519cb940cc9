//! Settings as FEN, with everything that is not visible on the board.

use std::fmt;

use super::question;
use crate::board::{Castling, GameArray, Set128, Square};
use crate::formats::{FenDialect, fen_placement};
use crate::position::{Man, ManFlags, Side, Walk};
use crate::problem::{Diagram, OffBoardMen, Options, Setting};
use crate::rules::Condition;

/// The fields of FEN after the placement, up to en passant.
#[derive(PartialEq)]
struct Fields {
    to_move: char,
    /// Castling is allowed if king and rook are on their home squares and no option denies it.
    castling: String,
    /// The squares that a pawn has passed, if an option grants en passant.
    passed: String,
}

impl Fields {
    fn new(setting: &Setting, options: &Options) -> Fields {
        let white = if options.half_duplex { Side::Black } else { Side::White };
        let beginner = question::beginner(setting, options, white);
        Fields {
            to_move: if beginner == Side::White { 'w' } else { 'b' },
            castling: castling(setting, options),
            passed: passed(setting, options, beginner),
        }
    }
}

impl fmt::Display for Fields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fields { to_move, castling, passed } = self;
        write!(f, "{to_move} {} {}", or_dash(castling), or_dash(passed))
    }
}

/// Returns the setting as FEN.
pub fn fen(setting: &Setting, options: &Options) -> String {
    fen_with(&setting.diagram.placement(), setting, options)
}

/// Returns the setting as FEN with this text for its placement.
pub fn fen_with(placement: &str, setting: &Setting, options: &Options) -> String {
    let fields = Fields::new(setting, options);
    format!("{placement} {fields} 0 1{}", extension(setting))
}

/// Returns the squares that a pawn passed by a double step which the options grant and which the side that begins can
/// capture en passant; empty if there is none.
fn passed(setting: &Setting, options: &Options, beginner: Side) -> String {
    let layout = setting.diagram.layout();
    // The side that begins can capture only a pawn of the other side.
    let granted = options.en_passant.iter().filter(|step| {
        let man = setting.diagram.man(step.value.arrival);
        man.is_some_and(|man| man.walk == Walk::Pawn && man.colour.is_of(beginner.other()))
    });
    let passed = granted.map(|step| {
        let step = &step.value;
        let names: Vec<&str> = step.passed.iter().map(|&square| layout.name(square)).collect();
        // A step that passes one square straight ahead implies the square of the pawn.
        let implied = match &step.passed[..] {
            [passed] => layout.at(layout.file(*passed), layout.rank(step.arrival)) == Some(step.arrival),
            _ => false,
        };
        let second =
            matches!(layout.rank(step.departure), 1) || layout.rank(step.departure) + 2 == layout.ranks();
        let pawn = if implied && second { String::new() } else { format!(">{}", layout.name(step.arrival)) };
        names.join(",") + &pawn
    });
    passed.collect()
}

/// Returns the placement of a diagram as it is printed below a board, to be read as FEN: followed by the side that begins,
/// the castlings and the squares of en passant captures, unless there are none and the placement alone has none. The name
/// of the dialect precedes what could be that of another program.
pub fn below_board(setting: &Setting, options: &Options, bank: &str) -> String {
    let fields = Fields::new(setting, options);
    let placement = fen_placement(FenDialect::Kirke, &setting.diagram);
    let placement = placement.unwrap_or_else(|_| setting.diagram.placement()) + bank;
    // A placement without fields grants what king and rook on their home squares can have.
    let implied = Options { no_castling: Vec::new(), half_duplex: false, ..options.clone() };
    let is_implied = fields == Fields::new(setting, &implied);
    match is_implied && fields.castling.is_empty() && fields.passed.is_empty() {
        true => placement,
        false => format!("{placement} {fields}"),
    }
}

/// Returns the state that is not visible on the board, in braces, if the rules of the problem need it: see
/// `docs/input.md`.
fn extension(setting: &Setting) -> String {
    let layout = setting.diagram.layout();
    let marked = |marks: ManFlags| {
        let men = setting.diagram.men().filter(|(_, man)| man.flags.contains(marks));
        // A twin can have moved a pawn away from its second rank.
        let is_valid = |square: &Square| {
            marks != ManFlags::NO_DOUBLE_STEP || setting.diagram.has_second_rank_pawn(*square)
        };
        let men = men.filter(|(square, _)| is_valid(square));
        men.map(|(square, _)| layout.name(square)).collect::<Vec<_>>().join(",")
    };
    let beside = match setting.off_board_men() {
        Some(OffBoardMen::Banks(reserve)) => {
            let of = |side| reserve.men(side).map(|walk| Diagram::fen_letter(Man::new(Side::White, walk)));
            let [white, black] = Side::BOTH.map(|side| of(side).collect::<String>());
            ("bank", format!("{white}/{black}"))
        }
        Some(OffBoardMen::ReentrantSquare(reserve)) => {
            ("re", or_dash(&question::forsyth_letters(reserve)).to_owned())
        }
        None => ("bank", String::new()),
    };
    let needed = setting.conditions.iter().any(|rule| {
        let rule = rule.value.rule();
        rule.game_array().is_some() || matches!(rule, Condition::Replacement(_) | Condition::Putback(_))
    });
    let rules: Vec<String> = setting.conditions.iter().map(|rule| rule.value.to_string()).collect();
    let entries = [
        ("rules", if needed { rules.join(",") } else { String::new() }),
        beside,
        ("nodbl", marked(ManFlags::NO_DOUBLE_STEP)),
        ("prom", marked(ManFlags::FRISCHAUF)),
        ("cap", marked(ManFlags::HAS_CAPTURED)),
    ];
    let entries: Vec<String> = entries
        .iter()
        .filter(|entry| !entry.1.is_empty())
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    if entries.is_empty() { String::new() } else { format!(" {{{}}}", entries.join(";")) }
}

fn or_dash(text: &str) -> &str {
    if text.is_empty() { "-" } else { text }
}

/// Returns the letters of the castlings that may be played if nothing but the options denies them.
pub(super) fn castling(setting: &Setting, options: &Options) -> String {
    let diagram = &setting.diagram;
    let array = setting.game_array().unwrap_or(GameArray::default_for(diagram.layout()));
    let is_home = |square: Square, side: Side, walk: Walk| {
        let denied = options.no_castling.iter().any(|denied| denied.value == square);
        !denied && diagram.man(square).is_some_and(|man| man.colour.is_of(side) && man.walk == walk)
    };
    let castlings = array.castlings::<Set128>();
    let free = castlings.iter().filter(|castling| {
        is_home(castling.king_from, castling.side, Walk::King)
            && is_home(castling.rook_from, castling.side, Walk::Rook)
    });
    free.map(Castling::letter).collect()
}
