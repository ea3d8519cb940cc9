//! The problem in a JSON record.

use serde::{Deserialize, Serialize};

use crate::board::Layout;
use crate::formats::popeye::{man_words, twin_words};
use crate::position::Colour;
use crate::problem::{Declaration, Diagram, Options, Problem, Setting, VariationFilter};
use crate::report::fen::fen;
use crate::report::question;

/// A problem as it was read.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct JsonProblem {
    /// The source's own name for the problem.
    pub id: Option<String>,
    /// The authors.
    pub authors: Vec<String>,
    /// The first publications.
    pub origins: Vec<String>,
    /// The titles.
    pub titles: Vec<String>,
    /// The distinctions.
    pub awards: Vec<String>,
    /// The diagram, stipulation and conditions.
    #[serde(flatten)]
    pub asked: JsonQuestion,
    /// The options.
    pub options: JsonOptions,
    /// Whether the diagram is a zeroposition.
    pub zeroposition: bool,
    /// The changes of the twins, each in Popeye's words.
    #[serde(default)]
    pub twins: Vec<String>,
    /// The author's declarations of the solution.
    pub declared: Vec<JsonDeclaration>,
}

/// A diagram, a stipulation and conditions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonQuestion {
    /// The diagram as FEN with the side that makes the first move.
    pub fen: String,
    /// The first placement of an A to B problem; omitted in other problems.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The numbers of white, black and neutral men.
    pub men: [usize; 3],
    /// The men with attributes, as in `Magic Sg3`, which the FEN does not hold; omitted without them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attributes: Vec<String>,
    /// The stipulation, as in `h#2.5`.
    pub stipulation: Option<String>,
    /// The conditions, as in `Circe Strict`.
    pub conditions: Vec<String>,
}

/// The options of a problem.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct JsonOptions {
    /// Show the set play.
    pub set_play: bool,
    /// Show the tries with at most this number of refutations.
    pub tries: Option<u32>,
    /// Show threats and variations.
    pub variations: bool,
    /// The filter of variations: `thematic`, `all` or `unique`.
    pub breadth: String,
    /// Show every variation and no threat.
    pub no_threat: bool,
    /// Omit variations that are shorter than necessary.
    pub no_short_variations: bool,
    /// Omit tries that check and have a single refutation.
    pub no_trivial_tries: bool,
    /// The key was made before the diagram.
    pub post_key_play: bool,
    /// A side may pass, unless the other side has just passed.
    pub null_moves: bool,
    /// The attacker must threaten to reach the goal in this number of moves, or give check.
    pub threat: Option<u16>,
    /// In Popeye's layout, print no diagram.
    #[serde(default)]
    pub no_board: bool,
    /// In Popeye's layout, print the first moves with their numbers.
    #[serde(default)]
    pub move_numbers: bool,
    /// White may have no king.
    #[serde(default)]
    pub no_white_king: bool,
    /// Black may have no king.
    #[serde(default)]
    pub no_black_king: bool,
    /// Solve for both sides.
    pub duplex: bool,
    /// Solve for the other side only.
    pub half_duplex: bool,
    /// White begins in help play.
    pub white_to_play: bool,
    /// The squares of kings and rooks that may not castle.
    pub no_castling: Vec<String>,
    /// The first and the last number of the root moves to search.
    pub first_moves: Option<[u64; 2]>,
    /// Whether these numbers are numbers of moves of a solution.
    pub intelligent: bool,
    /// In self play the attacker may reach the goal itself.
    pub quodlibet: bool,
    /// The play ends when the wrong side reaches the goal.
    pub goal_is_end: bool,
    /// Search for no longer lines if there are shorter ones.
    pub stop_on_short: bool,
    /// Show defences that reach the goal of self play too early.
    pub mates_in_1: bool,
    /// The maximum number of flights of the defender's king.
    pub max_flights: Option<u32>,
    /// The number of nontrivial defences, beyond one at a time, that the attacker may leave the defender in
    /// all; and the number of moves within which a trivial defence must be answered.
    pub nontrivial: Option<[u32; 2]>,
    /// Pairs of rooks of which only one may castle, as in `a1h8`.
    pub exclusive_castlings: Vec<String>,
    /// Stop after this number of solutions.
    pub max_solutions: Option<u64>,
    /// Whether any single key is sufficient.
    pub any_key: bool,
    /// Whether the play is only what a table of changed play needs.
    pub changed_play: bool,
    /// Stop after this number of seconds.
    pub max_time: Option<f64>,
    /// The query that a line must answer to be shown; omitted without one.
    #[serde(rename = "where", default, skip_serializing_if = "Option::is_none")]
    pub constraint: Option<String>,
}

/// A declaration of the author about the solution.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonDeclaration {
    /// The twin to which it applies; `None` for all twins.
    pub twin: Option<String>,
    /// The expected verdict.
    pub verdict: Option<String>,
    /// The keys.
    pub keys: Option<Vec<String>>,
    /// The number of solutions.
    pub lines: Option<u64>,
    /// The number of choices at each ply.
    pub branching: Option<Vec<u64>>,
    /// The number of lines or variations of the set play.
    pub set: Option<u64>,
    /// The first moves of the tries.
    pub tries: Option<Vec<String>>,
}

impl JsonProblem {
    /// Returns a problem as JSON.
    pub fn new(problem: &Problem) -> JsonProblem {
        let layout = problem.setting.diagram.layout();
        JsonProblem {
            id: problem.id.clone(),
            authors: problem.authors.clone(),
            origins: problem.origins.clone(),
            titles: problem.titles.clone(),
            awards: problem.awards.clone(),
            asked: JsonQuestion::new(&problem.setting, &problem.options),
            options: JsonOptions::new(&problem.options, layout),
            zeroposition: problem.zeroposition,
            twins: problem.twins.iter().map(|twin| twin_words(layout, twin)).collect(),
            declared: problem.declarations.iter().map(JsonDeclaration::new).collect(),
        }
    }
}

impl JsonQuestion {
    /// Returns the question of a setting.
    pub fn new(setting: &Setting, options: &Options) -> JsonQuestion {
        JsonQuestion {
            start: setting.start.as_ref().map(Diagram::placement),
            fen: fen(setting, options),
            men: [Colour::White, Colour::Black, Colour::Neutral].map(|colour| setting.diagram.count(colour)),
            attributes: attributes(&setting.diagram),
            stipulation: question::stipulation_text(setting, options),
            conditions: setting.conditions.iter().map(|condition| condition.value.to_string()).collect(),
        }
    }
}

/// Returns the men with attributes, and those that are royal without being kings.
fn attributes(diagram: &Diagram) -> Vec<String> {
    let men = diagram.men().map(|(square, man)| man_words(diagram.layout(), square, man));
    men.filter(|words| words.contains(' ')).collect()
}

impl JsonOptions {
    fn new(options: &Options, layout: Layout) -> JsonOptions {
        JsonOptions {
            set_play: options.set_play,
            tries: options.tries,
            variations: options.variations,
            breadth: match options.variation_filter {
                VariationFilter::Thematic => "thematic",
                VariationFilter::All => "all",
                VariationFilter::Unique => "unique",
            }
            .into(),
            no_threat: options.no_threat,
            no_short_variations: options.no_short_variations,
            no_trivial_tries: options.no_trivial_tries,
            post_key_play: options.post_key_play,
            null_moves: options.null_moves,
            threat: options.threat,
            no_board: options.no_board,
            move_numbers: options.move_numbers,
            no_white_king: options.no_white_king,
            no_black_king: options.no_black_king,
            duplex: options.duplex,
            half_duplex: options.half_duplex,
            white_to_play: options.white_to_play,
            no_castling: options
                .no_castling
                .iter()
                .map(|square| layout.name(square.value).to_owned())
                .collect(),
            first_moves: options.first_moves.map(|wanted| [wanted.from, wanted.to]),
            intelligent: options.intelligent,
            quodlibet: options.quodlibet,
            goal_is_end: options.goal_is_end,
            stop_on_short: options.stop_on_short,
            mates_in_1: options.mates_in_1,
            max_flights: options.max_flights,
            nontrivial: options.nontrivial.map(|wanted| [wanted.allowance, wanted.within.into()]),
            exclusive_castlings: options
                .exclusive_castlings
                .iter()
                .map(|(one, other)| [layout.name(*one), layout.name(*other)].concat())
                .collect(),
            max_solutions: options.max_solutions,
            any_key: options.any_key,
            changed_play: options.changed_play,
            max_time: options.max_time.map(|time| time.as_secs_f64()),
            constraint: options.constraint.clone(),
        }
    }
}

impl JsonDeclaration {
    fn new(declaration: &Declaration) -> JsonDeclaration {
        JsonDeclaration {
            twin: declaration.twin.clone(),
            verdict: declaration.verdict.map(|verdict| verdict.words().into()),
            keys: declaration.keys.clone(),
            lines: declaration.line_count,
            branching: declaration.branching.clone(),
            set: declaration.set_line_count,
            tries: declaration.tries.clone(),
        }
    }
}
