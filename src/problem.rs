//! A problem as its author wrote it: diagram, stipulation, conditions, options,
//! twins, and what it is declared to be.
//!
//! Nothing here is checked against the rules of play; that is done when a
//! position is made of a [`Setting`].

pub mod declaration;
pub mod diagram;
mod label;
pub mod span;
pub mod symmetry;
pub mod twin;

use std::borrow::Cow;
use std::time::Duration;

pub use declaration::{Declaration, Verdict};
pub use diagram::Diagram;
pub use span::{Span, Spanned};
pub use symmetry::Symmetry;
pub use twin::{Twin, TwinChange, TwinError};

use thiserror::Error;

use crate::board::{GameArray, Layout, Square};
use crate::position::{Reserve, Side};
use crate::rules::{Condition, Rule, ScopedRule};
use crate::stipulation::{Family, Goal, NonTrivial, ScheduleOptions, Stipulation, Structured};

/// A problem: a diagram with its question, and its twins.
#[derive(Clone, PartialEq, Debug)]
pub struct Problem {
    /// Where it was read.
    pub span: Span,
    /// A name by which the source calls it, such as an EPD `id`.
    pub id: Option<String>,
    /// Who made it, one a line.
    pub authors: Vec<String>,
    /// Where it was first shown, one a line.
    pub origins: Vec<String>,
    /// What it is called, one a line.
    pub titles: Vec<String>,
    /// Its distinctions, one a line.
    pub awards: Vec<String>,
    /// The diagram with its stipulation and conditions.
    pub setting: Setting,
    /// How to solve and tell.
    pub options: Options,
    /// Only the twins are to be solved, not the diagram itself.
    pub zeroposition: bool,
    /// The twins in order; the diagram is a), the first twin b), unless it is a
    /// zeroposition: then the first twin is a).
    pub twins: Vec<Twin>,
    /// What the author says of the solution.
    pub declarations: Vec<Declaration>,
}

impl Problem {
    /// A problem of which nothing but its setting is known: no author, no options, no
    /// twins.
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
        }
    }
}

/// What a twin can change: the diagram, the question, the conditions.
#[derive(Clone, PartialEq, Debug)]
pub struct Setting {
    /// Who stands where; in a proof game, in the end.
    pub diagram: Diagram,
    /// Who stands where when an A to B problem begins.
    pub start: Option<Diagram>,
    /// What is asked; a problem without one is refused before it is solved.
    pub stipulation: Option<Spanned<Stipulation>>,
    /// What is asked, where only a structured stipulation says it.
    pub structured: Option<Structured>,
    /// The rules beside orthodox chess.
    pub conditions: Vec<Spanned<ScopedRule>>,
}

/// Why a setting's conditions and board do not go together.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum BoardError {
    /// The condition is played on another board.
    #[error("'{}' is played on {}, and this is {}", .0.value, board_name(.1.layout), board_name(*.2))]
    WrongBoard(Spanned<ScopedRule>, GameArray, Layout),
    /// The condition has no meaning on the board.
    #[error("'{}' cannot be played here: {}", .0.value, .1)]
    Meaningless(Spanned<ScopedRule>, &'static str),
}

impl BoardError {
    /// Where the condition was read.
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

/// Where men stand beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OffBoardMen {
    /// In a bank of each side.
    Banks(Reserve),
    /// On the re-entrant square.
    ReentrantSquare(Reserve),
}

impl Setting {
    /// The diagram from which play begins: a proof game's is the game array. None if it is
    /// not known.
    pub fn start_diagram(&self) -> Option<Cow<'_, Diagram>> {
        match self.stipulation.map(|asked| asked.value.goal) {
            Some(Goal::ProofGame) => {
                let array = self.game_array().ok().filter(|array| array.officers().next().is_some());
                array.map(|array| Cow::Owned(Diagram::of(array)))
            }
            Some(Goal::AToB) => self.start.as_ref().map(Cow::Borrowed),
            _ => Some(Cow::Borrowed(&self.diagram)),
        }
    }

    /// Who stands beside the board, if men can.
    pub fn off_board_men(&self) -> Option<OffBoardMen> {
        let rules = || self.conditions.iter().map(|condition| condition.value);
        let rule = rules().find(|rule| rule.flags().entries)?;
        let reserve = self.diagram.reserve.unwrap_or(rule.flags().reserve);
        Some(match rule.rule() {
            Condition::Reenterent(_) => OffBoardMen::ReentrantSquare(reserve),
            _ => OffBoardMen::Banks(reserve),
        })
    }

    /// The board with its game array: that of the condition that has one, or of the board
    /// alone.
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

/// How a problem is to be solved and its solution told.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Options {
    /// Tell the set play.
    pub set_play: bool,
    /// Tell the tries that have at most so many refutations.
    pub tries: Option<u32>,
    /// Tell threats and variations, not only keys.
    pub variations: bool,
    /// Which variations to tell.
    pub variation_filter: VariationFilter,
    /// Tell every variation and no threat.
    pub no_threat: bool,
    /// Leave out variations that end before they must.
    pub no_short_variations: bool,
    /// Tell no try that gives check and fails to a single refutation.
    pub no_trivial_tries: bool,
    /// The key has been made: tell what follows the diagram.
    pub post_key_play: bool,
    /// A side may pass, unless the other has just passed.
    pub null_moves: bool,
    /// The attacker must threaten to reach the goal in so many moves, or give check.
    pub threat: Option<u16>,
    /// In Popeye's layout, tell the solution without the diagram above it.
    pub no_board: bool,
    /// Solve for both sides.
    pub duplex: bool,
    /// Solve for the other side only.
    pub half_duplex: bool,
    /// In help play White begins, and the last half-move is saved.
    pub white_to_play: bool,
    /// The double step that led to the diagram: departure, passed squares and arrival.
    pub en_passant: Option<Spanned<DoubleStep>>,
    /// Squares whose king or rook may not castle.
    pub no_castling: Vec<Spanned<Square>>,
    /// The numbers of the first moves that are to be looked at; all of them if none.
    pub first_moves: Option<FirstMoveRange>,
    /// Help and series play is to be solved from its last positions. It changes what
    /// [`first_moves`](Options::first_moves) means: the numbers of moves of a solution.
    pub intelligent: bool,
    /// In self play the attacker may reach the goal himself, too.
    pub quodlibet: bool,
    /// The play ends, in vain, when the wrong side reaches the goal.
    pub goal_is_end: bool,
    /// In help and series play, look for no longer lines where there are shorter ones.
    pub stop_on_short: bool,
    /// Tell defences that reach the goal of self play too early, too.
    pub mates_in_1: bool,
    /// How many moves that hold out the attacker leaves the defender.
    pub nontrivial: Option<NonTrivial>,
    /// After a move of the attacker the defender's king has at most so many flights.
    pub max_flights: Option<u32>,
    /// Rooks of which only one may ever castle.
    pub exclusive_castlings: Vec<(Square, Square)>,
    /// Stop when so many solutions are told.
    pub max_solutions: Option<u64>,
    /// Of keys, any one is enough: the first that is found.
    pub any_key: bool,
    /// Stop after this time.
    pub max_time: Option<Duration>,
    /// There need be no white king.
    pub no_white_king: bool,
    /// There need be no black king.
    pub no_black_king: bool,
}

impl Options {
    /// The option by which a side may be without a king.
    pub const fn missing_king_option(side: Side) -> &'static str {
        match side {
            Side::White => "NoWk",
            Side::Black => "NoBk",
        }
    }

    /// What they change in the schedule of a stipulation.
    pub fn schedule_options(&self) -> ScheduleOptions {
        ScheduleOptions {
            quodlibet: self.quodlibet,
            goal_is_end: self.goal_is_end,
            max_flights: self.max_flights,
            white_begins: self.white_to_play,
        }
    }

    /// May the side be without a king?
    pub fn may_lack_king(&self, side: Side) -> bool {
        match side {
            Side::White => self.no_white_king,
            Side::Black => self.no_black_king,
        }
    }

    /// The stipulation under which one is solved: where White begins in help play that
    /// Black would begin, half a move is saved.
    pub fn effective_stipulation(&self, stipulation: Stipulation) -> Stipulation {
        let saved = self.white_to_play
            && stipulation.family == Family::Help
            && !stipulation.half_move
            && stipulation.moves > 0;
        let stipulation = match stipulation.family {
            Family::ProofGame => Stipulation { options: self.schedule_options(), ..stipulation },
            _ => stipulation,
        };
        match saved {
            true => Stipulation { moves: stipulation.moves - 1, half_move: true, ..stipulation },
            false => stipulation,
        }
    }
}

/// Which variations of battle play are told.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum VariationFilter {
    /// Those in which the defence does something against the threat.
    #[default]
    Thematic,
    /// All: every defence, also one that lets the threat through.
    All,
    /// Of the thematic ones that are answered alike after a move, the first.
    Unique,
}

/// From which first move to which one, both counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FirstMoveRange {
    /// The first of them.
    pub from: u64,
    /// The last of them.
    pub to: u64,
}

impl FirstMoveRange {
    /// Is the move of this number among them?
    pub fn contains(&self, number: u64) -> bool {
        (self.from..=self.to).contains(&number)
    }
}

/// A pawn's step over one or more squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DoubleStep {
    /// Where it stood.
    pub departure: Square,
    /// What it passed.
    pub passed: Vec<Square>,
    /// Where it stands now.
    pub arrival: Square,
}
