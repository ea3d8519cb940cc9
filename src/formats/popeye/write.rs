//! Writes problems in Popeye's input language, in English.

use std::fmt::Write;

use crate::board::Layout;
use crate::board::Square;
use crate::formats::declaration_line;
use crate::position::{Colour, Man, ManFlags};
use crate::problem::{Diagram, Options, Problem, Setting, Twin, TwinChange};
use crate::rules::Condition;
use crate::rules::games::Reroute66;
use crate::stipulation::NonTrivial;

/// Returns the problem in Popeye's input language.
///
/// Squares missing from a small board become holes. The source's own name for the problem has no keyword and
/// is omitted.
pub fn write(problem: &Problem) -> String {
    let mut text = String::from("beginproblem\n");
    for (command, lines) in [
        ("author", &problem.authors),
        ("origin", &problem.origins),
        ("title", &problem.titles),
        ("award", &problem.awards),
    ] {
        for line in lines {
            put(&mut text, command, line);
        }
    }
    let setting = &problem.setting;
    let layout = setting.diagram.layout();
    // A board of its own must be defined before its squares are named.
    let named = setting.conditions.iter().any(|condition| condition.value.game_array().is_some());
    let conditions = condition_words(setting).join(" ");
    if named {
        put(&mut text, "condition", &conditions);
    }
    put_men(&mut text, setting.start.as_ref().unwrap_or(&setting.diagram));
    if let Some(structured) = &setting.structured {
        text += &structured.command();
        text.push('\n');
    } else if let Some(stipulation) = &setting.stipulation {
        put(&mut text, "stipulation", &stipulation.value.to_string());
    }
    if setting.start.is_some() {
        put_men(&mut text, &setting.diagram);
    }
    if !named && !conditions.is_empty() {
        put(&mut text, "condition", &conditions);
    }
    let options = option_words(layout, &problem.options);
    if !options.is_empty() {
        put(&mut text, "option", &options.join(" "));
    }
    for declaration in &problem.declarations {
        put(&mut text, "remark", &format!("kirke: {}", declaration_line::write(declaration)));
    }
    for (index, twin) in problem.twins.iter().enumerate() {
        let word = match index {
            0 if problem.zeroposition => "zeroposition",
            _ => "twin",
        };
        put(&mut text, word, &twin_words(layout, twin));
    }
    text.push_str("endproblem\n");
    text
}

/// Returns the conditions of a setting, each in Popeye's words; the squares missing from a small unnamed board are holes.
pub fn condition_words(setting: &Setting) -> Vec<String> {
    let layout = setting.diagram.layout();
    let mut conditions: Vec<String> =
        setting.conditions.iter().map(|condition| condition.value.to_string()).collect();
    let named = setting.conditions.iter().any(|condition| condition.value.game_array().is_some());
    let holes: String = Layout::CHESS
        .squares()
        .filter(|square| {
            !named && layout.is_rectangle() && layout.square(Layout::CHESS.name(*square)).is_none()
        })
        .map(|square| Layout::CHESS.name(square))
        .collect();
    if !holes.is_empty() {
        conditions.push(format!("Hole {holes}"));
    } else if !named && !layout.is_rectangle() {
        conditions.push(Condition::Reroute66(Reroute66::default()).to_string());
    }
    conditions
}

fn put(text: &mut String, command: &str, words: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{}", format!("{command} {words}").trim_end());
}

/// Writes all men of a diagram, including those in the reserve.
fn put_men(text: &mut String, diagram: &Diagram) {
    put(text, "pieces", &pieces(diagram));
    if let Some(reserve) = diagram.reserve {
        put(text, &reserve.to_string(), "");
    }
}

/// Returns all men on the board.
fn pieces(diagram: &Diagram) -> String {
    let mut men: Vec<(Square, Man)> = diagram.men().collect();
    men.sort_by_key(|(_, man)| (group(*man), man.walk));
    self::men(diagram.layout(), &men)
}

/// Returns men with their colours; consecutive men of one colour and letter are joined.
fn men(layout: Layout, men: &[(Square, Man)]) -> String {
    let mut words = String::new();
    let mut before: Option<Man> = None;
    for &(square, man) in men {
        let (colour, royal, marks) = group(man);
        // `Royal` applies to one entry.
        let begins = before.is_none_or(|before| group(before) != group(man) || (royal && before != man));
        if begins {
            words += match colour {
                Colour::White => " white",
                Colour::Black => " black",
                Colour::Neutral => " neutral",
            };
            words += if royal { " Royal" } else { "" };
            for attribute in marks.listed() {
                words.push(' ');
                words += attribute.names[0];
            }
            before = None;
        }
        if before != Some(man) {
            words.push(' ');
            words += man.walk.letters();
        }
        words += layout.name(square);
        before = Some(man);
    }
    words.trim_start().to_owned()
}

/// Returns a man with its square and the attributes before it, as in `Royal Qa1`, without its colour.
pub fn man_words(layout: Layout, square: Square, man: Man) -> String {
    let words = men(layout, &[(square, man)]);
    words.split_once(' ').map_or(String::new(), |(_, man)| man.to_owned())
}

/// Returns the properties that precede men: colour, unusual royalty and flags.
fn group(man: Man) -> (Colour, bool, ManFlags) {
    (man.colour, man.royal && !man.walk.is_king(), man.flags)
}

/// Returns the options of a problem in Popeye's words.
pub fn option_words(layout: Layout, options: &Options) -> Vec<String> {
    let flags = [
        ("SetPlay", options.set_play),
        ("Variations", options.variations),
        ("NoThreat", options.no_threat),
        ("NoShortVariations", options.no_short_variations),
        ("TrivialTriesAvoid", options.no_trivial_tries),
        ("PostKeyPlay", options.post_key_play),
        ("NullMoves", options.null_moves),
        ("NoBoard", options.no_board),
        ("MoveNumbers", options.move_numbers),
        ("Intelligent", options.intelligent),
        ("Duplex", options.duplex),
        ("HalfDuplex", options.half_duplex),
        ("WhiteToPlay", options.white_to_play),
        ("Quodlibet", options.quodlibet),
        ("GoalIsEnd", options.goal_is_end),
        ("StopOnShortSolutions", options.stop_on_short),
        ("MatesIn1", options.mates_in_1),
        ("NoWk", options.no_white_king),
        ("NoBk", options.no_black_king),
    ];
    let flags = flags.into_iter().filter(|(_, set)| *set).map(|(word, _)| word.to_owned());
    flags.chain(options_with_values(layout, options)).collect()
}

/// Returns the words of the options that have a number, a walk or squares.
fn options_with_values(layout: Layout, options: &Options) -> Vec<String> {
    let mut words = Vec::new();
    match options.tries {
        None => {}
        Some(1) => words.push("Try".into()),
        Some(refutations) => words.push(format!("Defence {refutations}")),
    }
    if let Some(numbers) = options.first_moves {
        words.extend((numbers.from > 0).then(|| format!("StartMoveNumber {}", numbers.from)));
        words.extend((numbers.to < u64::MAX).then(|| format!("UpToMoveNumber {}", numbers.to)));
    }
    if let Some(moves) = options.threat {
        words.push(format!("Threat {moves}"));
    }
    if let Some(step) = &options.en_passant {
        let step = &step.value;
        let squares = [step.departure].into_iter().chain(step.passed.iter().copied()).chain([step.arrival]);
        let names: String = squares.map(|square| layout.name(square)).collect();
        words.push(format!("EnPassant {names}"));
    }
    if !options.no_castling.is_empty() {
        let squares = options.no_castling.iter();
        let names: String = squares.map(|square| layout.name(square.value)).collect();
        words.push(format!("NoCastling {names}"));
    }
    for &(one, other) in &options.exclusive_castlings {
        words.push(format!("CastlingMutuallyExclusive {}{}", layout.name(one), layout.name(other)));
    }
    if let Some(NonTrivial { allowance: spare, within }) = options.nontrivial {
        words.push(format!("NonTrivial {spare} {within}"));
    }
    if let Some(flights) = options.max_flights {
        words.push(format!("MaxFlightsquares {flights}"));
    }
    if let Some(count) = options.max_solutions {
        words.push(format!("MaxSolutions {count}"));
    }
    if let Some(time) = options.max_time {
        let seconds = time.as_secs() + u64::from(time.subsec_nanos() > 0);
        words.push(format!("MaxTime {}", seconds.max(1)));
    }
    words
}

/// Returns the changes of a twin in Popeye's words.
pub fn twin_words(layout: Layout, twin: &Twin) -> String {
    let mut words = Vec::new();
    if twin.continued {
        words.push("continued".to_owned());
    }
    let name = |square: &Square| layout.name(*square);
    // After a condition, the word for a change could be read as another condition (`exchange` for
    // `ExchangeCastling`), so conditions come last.
    let (conditions, others): (Vec<_>, Vec<_>) =
        twin.changes.iter().partition(|alteration| matches!(alteration.value, TwinChange::Conditions(_)));
    for alteration in others.into_iter().chain(conditions) {
        words.push(match &alteration.value {
            TwinChange::Move(from, to) => format!("move {} {}", name(from), name(to)),
            TwinChange::Exchange(one, other) => format!("exchange {} {}", name(one), name(other)),
            TwinChange::Remove(square) => format!("remove {}", name(square)),
            TwinChange::Add(men) => format!("add {}", self::men(layout, men)),
            TwinChange::Substitute(from, to) => format!("substitute {} {}", from.letters(), to.letters()),
            TwinChange::Transform(symmetry) => symmetry.words(),
            TwinChange::Shift(from, to) => format!("shift {} {}", name(from), name(to)),
            TwinChange::PolishType => "PolishType".to_owned(),
            TwinChange::Stipulation(stipulation) => format!("stipulation {stipulation}"),
            TwinChange::Structured(_, structured) => structured.command(),
            TwinChange::Reserve(reserve) => reserve.to_string(),
            TwinChange::Conditions(conditions) => {
                let conditions: Vec<String> = conditions.iter().map(ToString::to_string).collect();
                format!("condition {}", conditions.join(" "))
            }
        });
    }
    words.join(" ")
}
