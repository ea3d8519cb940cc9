//! A problem as its author wrote it: diagram, stipulation, conditions, options, twins and
//! declarations.
//!
//! Nothing here is checked against the rules of play; that happens when a position is set up from a
//! [`Setting`].

pub mod declaration;
pub mod diagram;
mod label;
pub mod named_rule;
mod note;
pub mod span;
pub mod symmetry;
pub mod twin;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::Duration;

pub use declaration::{Declaration, ExaminedMove, ExaminedMoves, MAX_SHOWN_REFUTATIONS, Verdict};
pub use diagram::Diagram;
pub use label::TwinLabel;
pub use named_rule::NamedRule;
pub use note::{Note, NoteValue};
pub use span::{Span, Spanned};
pub use symmetry::Symmetry;
pub use twin::{Twin, TwinChange, TwinError};

use thiserror::Error;

use crate::board::{GameArray, Layout, Square};
use crate::position::movement::Ahead;
use crate::position::{Imitators, Reserve, Side};
use crate::rules::restriction::Imitator;
use crate::rules::{Condition, Rule};
use crate::stipulation::{Family, Goal, NonTrivial, ScheduleOptions, Stipulation, Structured};

/// Returns the name under which a problem is reported: the first author, or else the title or the name in the source.
pub fn first_name<'n>(
    authors: &'n [String],
    titles: &'n [String],
    id: Option<&'n String>,
) -> Option<&'n str> {
    let name = authors.first().or(titles.first()).or(id)?.trim();
    Some(name).filter(|name| !name.is_empty())
}

/// A problem: a setting and its twins.
#[derive(Clone, PartialEq, Debug)]
pub struct Problem {
    /// The place in the source.
    pub span: Span,
    /// The name in the source, such as an EPD `id`.
    pub id: Option<String>,
    /// The authors, one a line.
    pub authors: Vec<String>,
    /// The places of publication, one a line.
    pub origins: Vec<String>,
    /// The titles, one a line.
    pub titles: Vec<String>,
    /// The awards, one a line.
    pub awards: Vec<String>,
    /// The diagram with its stipulation and conditions.
    pub setting: Setting,
    /// The options of solving and output.
    pub options: Options,
    /// Only the twins are solved, not the diagram itself.
    pub zeroposition: bool,
    /// The twins in order. The diagram is a) and the first twin b); in a zeroposition the first twin
    /// is a).
    pub twins: Vec<Twin>,
    /// The author's declarations about the solution.
    pub declarations: Vec<Declaration>,
    /// What else the entry of a collection has.
    pub notes: Vec<Note>,
}

impl Problem {
    /// Returns a problem with a setting and nothing else: no author, no options, no twins.
    pub fn new(setting: Setting) -> Problem {
        Problem {
            span: Span::default(),
            id: None,
            authors: Vec::new(),
            origins: Vec::new(),
            titles: Vec::new(),
            awards: Vec::new(),
            setting,
            options: Options::default(),
            zeroposition: false,
            twins: Vec::new(),
            declarations: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Returns the problem without its name, authors, publications, titles and awards.
    pub fn without_names(self) -> Problem {
        let none = Vec::new;
        Problem { id: None, authors: none(), origins: none(), titles: none(), awards: none(), ..self }
    }
}

/// The part of a problem that a twin can change: diagram, stipulation and conditions.
#[derive(Clone, PartialEq, Debug)]
pub struct Setting {
    /// The diagram; in a proof game the final position.
    pub diagram: Diagram,
    /// The places in the source of men of the diagram, by square, where they are known. A twin does not change them.
    pub places: BTreeMap<Square, Span>,
    /// The initial position of an A to B problem.
    pub start: Option<Diagram>,
    /// The stipulation. A problem without one is refused before it is solved.
    pub stipulation: Option<Spanned<Stipulation>>,
    /// The structured stipulation, if [`stipulation`](Setting::stipulation) only represents one.
    pub structured: Option<Structured>,
    /// The rules in addition to orthodox chess.
    pub conditions: Vec<NamedRule>,
}

/// The reason why a condition cannot be played on the board of a setting.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum BoardError {
    /// The condition needs another board.
    #[error("'{}' is played on {}, and this is {}", .0.value, board_name(.1.layout), board_name(*.2))]
    WrongBoard(NamedRule, GameArray, Layout),
    /// The condition has no meaning on the board.
    #[error("'{}' cannot be played here: {}", .0.value, .1)]
    Meaningless(NamedRule, &'static str),
}

impl BoardError {
    /// Returns the place of the condition in the source.
    pub fn span(&self) -> Span {
        match self {
            BoardError::WrongBoard(condition, ..) | BoardError::Meaningless(condition, _) => condition.span,
        }
    }
}

fn board_name(layout: Layout) -> String {
    match layout {
        Layout::REROUTE66 => "the board of 66 squares".to_owned(),
        layout => format!("a board of {} files and {} ranks", layout.files(), layout.ranks()),
    }
}

/// Men that are not on the board, by the place where they are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OffBoardMen {
    /// In the banks of both sides.
    Banks(Reserve),
    /// On the re-entrant square.
    ReentrantSquare(Reserve),
}

impl Setting {
    /// Returns the diagram from which play begins; for a proof game the game array. `None` if the
    /// problem has no such diagram.
    pub fn start_diagram(&self) -> Option<Cow<'_, Diagram>> {
        match self.stipulation.map(|stipulation| stipulation.value.goal) {
            Some(Goal::ProofGame) => {
                let array = self.game_array().ok().filter(|array| array.officers().next().is_some());
                array.map(|array| Cow::Owned(Diagram::of(array)))
            }
            Some(Goal::AToB) => self.start.as_ref().map(Cow::Borrowed),
            _ => Some(Cow::Borrowed(&self.diagram)),
        }
    }

    /// Returns the men that are not on the board. `None` if no rule keeps men there.
    pub fn off_board_men(&self) -> Option<OffBoardMen> {
        let rules = || self.conditions.iter().map(|condition| condition.value);
        let rule = rules().find(|rule| rule.flags().entries)?;
        let reserve = self.diagram.reserve.unwrap_or(rule.flags().reserve);
        Some(match rule.rule() {
            Condition::Reenterent(_) => OffBoardMen::ReentrantSquare(reserve),
            _ => OffBoardMen::Banks(reserve),
        })
    }

    /// Returns the imitators on the board.
    pub fn imitators(&self) -> Imitators {
        let mut stated = self.conditions.iter().filter_map(|rule| match rule.value.rule() {
            Condition::Imitator(Imitator(imitators)) => Some(imitators),
            _ => None,
        });
        stated.next().unwrap_or(Imitators::NONE)
    }

    /// Puts the imitators, if there are any, on other squares.
    pub fn move_imitators(&mut self, to: Imitators) {
        let is_of_imitators = |rule: &&mut NamedRule| matches!(*rule.value, Condition::Imitator(_));
        for rule in self.conditions.iter_mut().filter(is_of_imitators) {
            rule.value = Condition::Imitator(Imitator(to)).into();
        }
    }

    /// Returns the game array: that of the first condition that has one, or else that of the board.
    ///
    /// # Errors
    /// If a condition cannot be played on the board of the diagram.
    pub fn game_array(&self) -> Result<GameArray, BoardError> {
        let layout = self.diagram.layout();
        for condition in &self.conditions {
            if let Some(reason) = condition.value.board_conflict(layout) {
                return Err(BoardError::Meaningless(*condition, reason));
            }
        }
        let named = self.conditions.iter().find_map(|rule| Some((rule, rule.value.game_array()?)));
        match named {
            Some((rule, array)) if array.layout != layout => {
                Err(BoardError::WrongBoard(*rule, array, layout))
            }
            Some((_, array)) => Ok(array),
            None => Ok(GameArray::default_for(layout)),
        }
    }
}

/// The options of solving and output.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Options {
    /// Include the set play.
    pub set_play: bool,
    /// Include the tries that have at most this number of refutations.
    pub tries: Option<u32>,
    /// The first moves of which refutations are included although the moves are no tries.
    pub examined: ExaminedMoves,
    /// Include threats and variations, not only keys.
    pub variations: bool,
    /// The variations to include.
    pub variation_filter: VariationFilter,
    /// Include every variation and no threat.
    pub no_threat: bool,
    /// Leave out variations that end earlier than they must.
    pub no_short_variations: bool,
    /// Leave out tries that give check and fail to a single refutation.
    pub no_trivial_tries: bool,
    /// The key has been played: the solution begins with the defences.
    pub post_key_play: bool,
    /// A side may pass unless the other one has just passed.
    pub null_moves: bool,
    /// The attacker must threaten to reach the goal within this number of moves, or give check.
    pub threat: Option<u16>,
    /// Print the solution without the diagram above it in Popeye's layout.
    pub no_board: bool,
    /// Solve for both sides.
    pub duplex: bool,
    /// Solve for the other side only.
    pub half_duplex: bool,
    /// White begins in help play, which is half a move shorter.
    pub white_to_play: bool,
    /// The double step that led to the diagram, which allows en passant captures.
    pub en_passant: Option<Spanned<DoubleStep>>,
    /// The squares of kings and rooks that may not castle.
    pub no_castling: Vec<Spanned<Square>>,
    /// The range of first moves to search; all of them if `None`.
    pub first_moves: Option<FirstMoveRange>,
    /// In Popeye's layout, print each first move with its number when its play is complete.
    pub move_numbers: bool,
    /// Popeye's intelligent mode for help and series play. It only changes the meaning of
    /// [`first_moves`](Options::first_moves): the numbers of moves of a solution.
    pub intelligent: bool,
    /// In self play the attacker may reach the goal, too.
    pub quodlibet: bool,
    /// The play ends without success when the wrong side reaches the goal.
    pub goal_is_end: bool,
    /// In help and series play, do not search longer lines if there are shorter ones.
    pub stop_on_short: bool,
    /// Include defences that reach the goal of self play too early.
    pub mates_in_1: bool,
    /// The limit on nontrivial defences.
    pub nontrivial: Option<NonTrivial>,
    /// The maximal number of flights of the defender's king after a move of the attacker.
    pub max_flights: Option<u32>,
    /// Pairs of rooks of which only one may ever castle.
    pub exclusive_castlings: Vec<(Square, Square)>,
    /// Stop after this number of solutions.
    pub max_solutions: Option<u64>,
    /// Stop after the first key.
    pub any_key: bool,
    /// Only these keys or lines are examined, if play can be [probed](crate::solution::probe).
    pub probe: Option<Probe>,
    /// Search the tries in a verification, too, which does not need them.
    pub verify_tries: bool,
    /// The query that a line must answer to be shown. It does not belong to the stipulation.
    pub constraint: Option<String>,
    /// The first moves to search before the others, in the notation for machines. The order of the solution follows.
    pub searched_first: Vec<String>,
    /// Emit what a table of changed play needs: every defence, also those without an answer in set play,
    /// the answers to it, and nothing after these.
    pub changed_play: bool,
    /// Stop after this time.
    pub max_time: Option<Duration>,
    /// White may have no king.
    pub no_white_king: bool,
    /// Black may have no king.
    pub no_black_king: bool,
}

impl Options {
    /// Returns the options for the twin with this label; a problem without twins is its own first twin.
    pub fn of_twin(&self, label: Option<&str>) -> Cow<'_, Options> {
        let is_here = |examined: &ExaminedMove| {
            examined.twin.as_deref().is_none_or(|twin| twin == label.unwrap_or("a"))
        };
        if self.examined.moves.iter().all(is_here) {
            return Cow::Borrowed(self);
        }
        let mut options = self.clone();
        options.examined.moves.retain(is_here);
        Cow::Owned(options)
    }

    /// Returns the keyword of the option that allows a side to have no king.
    pub const fn missing_king_option(side: Side) -> &'static str {
        match side {
            Side::White => "NoWk",
            Side::Black => "NoBk",
        }
    }

    /// Returns the reason why a problem in which a side has no king is not solved.
    pub fn missing_king_reason(side: Side) -> String {
        let option = Options::missing_king_option(side);
        format!("{side} has no king, and the option {option}, which allows that, is not set")
    }

    /// Requests what a table of changed play needs, with tries of at most `max_refutations` refutations.
    pub fn request_changed_play(&mut self, max_refutations: u32) {
        self.changed_play = true;
        self.variations = true;
        self.no_threat = false;
        self.no_short_variations = false;
        self.tries = Some(max_refutations);
        // Set play and passing exclude each other.
        self.set_play = !self.null_moves;
    }

    /// Returns the options that change the schedule of a stipulation.
    pub fn schedule_options(&self) -> ScheduleOptions {
        ScheduleOptions {
            quodlibet: self.quodlibet,
            goal_is_end: self.goal_is_end,
            max_flights: self.max_flights,
            white_begins: self.white_to_play,
        }
    }

    /// Returns whether the side may have no king.
    pub fn may_lack_king(&self, side: Side) -> bool {
        match side {
            Side::White => self.no_white_king,
            Side::Black => self.no_black_king,
        }
    }

    /// Returns the stipulation to solve instead of a written one. Help and reciprocal play is half a
    /// move shorter if White begins instead of Black.
    pub fn effective_stipulation(&self, stipulation: Stipulation) -> Stipulation {
        let has_ply_to_save = match stipulation.family {
            Family::Help => stipulation.moves > 0,
            Family::Reciprocal => stipulation.moves > 1,
            _ => false,
        };
        let is_shortened = self.white_to_play && !stipulation.half_move && has_ply_to_save;
        let stipulation = match stipulation.family {
            Family::ProofGame => Stipulation { options: self.schedule_options(), ..stipulation },
            _ => stipulation,
        };
        match is_shortened {
            true => Stipulation { moves: stipulation.moves - 1, half_move: true, ..stipulation },
            false => stipulation,
        }
    }
}

/// The variations of battle play to include.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum VariationFilter {
    /// Variations in which the defence parries the threat.
    #[default]
    Thematic,
    /// All variations, also those in which the threat succeeds.
    All,
    /// The first of the thematic variations at each node that have the same answer.
    Unique,
}

/// A range of first moves, which are numbered from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FirstMoveRange {
    /// The number of the first one.
    pub from: u64,
    /// The number of the last one.
    pub to: u64,
}

impl FirstMoveRange {
    /// All first moves.
    pub const ALL: FirstMoveRange = FirstMoveRange { from: 1, to: u64::MAX };

    /// Returns whether the range contains a number.
    pub fn contains(&self, number: u64) -> bool {
        (self.from..=self.to).contains(&number)
    }
}

/// Keys or lines of which is asked whether they solve.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Probe {
    /// The moves of each line, or the key alone, in the notation for machines.
    pub lines: Vec<Vec<String>>,
}

/// A pawn's step over one or more squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DoubleStep {
    /// The square that the pawn left.
    pub departure: Square,
    /// The squares that the pawn passed.
    pub passed: Vec<Square>,
    /// The square of the pawn.
    pub arrival: Square,
}

impl DoubleStep {
    /// Returns the direction of pawns that step so.
    pub fn direction(&self, layout: Layout) -> Ahead {
        match layout.file(self.departure) == layout.file(self.arrival) {
            true => Ahead::Straight,
            false => Ahead::Diagonally,
        }
    }
}
