//! Lines of a solution with the board after each move.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::identity::{Identities, Identity};
use super::picture::Picture;
use crate::board::{Layout, Square};
use crate::position::{Effect, Man, PieceNames, Side, Walk};
use crate::problem::Diagram;
use crate::solution::notation::{self, MoveFormat, numbered};
use crate::solution::{Action, Counting, MoveRecord, Phase, Role};

/// A man, known by its square in the diagram from which play begins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Origin(pub Square);

/// Which man is on which square.
pub type Standing = BTreeMap<Square, Origin>;

/// A phase of the play of a side in a twin.
#[derive(Clone, Debug)]
pub struct PlayedPhase {
    /// The number of the twin, from 0.
    pub twin: usize,
    /// The side that plays White's part.
    pub side: Side,
    /// Set play or actual play.
    pub phase: Phase,
    /// The diagram from which play begins.
    pub start: Arc<Diagram>,
    /// Which of its men is which man of the problem.
    pub identities: Arc<Identities>,
    /// The lines that reach the goal: those of help and series play, the variations of battle play.
    pub lines: Vec<PlayedLine>,
}

/// A line that reaches the goal.
#[derive(Clone, Debug)]
pub struct PlayedLine {
    /// The moves. In battle play a threat follows the move that threatens.
    pub moves: Vec<Arc<PlayedMove>>,
    /// How the moves of help and series play are numbered; `None` in battle play.
    pub counting: Option<Counting>,
    /// The final position, if it is a mate or a stalemate that can be examined.
    pub picture: Option<Picture>,
}

/// A move with the board before and after it.
#[derive(Clone, Debug)]
pub struct PlayedMove {
    /// The move.
    pub record: MoveRecord,
    /// Its role and number in battle play.
    pub role: Option<(Role, u16)>,
    /// The board before it.
    pub before: Arc<Diagram>,
    /// The board after it.
    pub after: Arc<Diagram>,
    /// What became of the men; `None` once it is not known which man is which.
    pub men: Option<MovedMen>,
}

/// What became of the men in a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MovedMen {
    /// The man that moved; `None` if the side passed.
    pub mover: Option<Origin>,
    /// The men that left the board and did not return at once.
    pub captured: Vec<Origin>,
    /// The men that were reborn, with their squares of rebirth.
    pub reborn: Vec<(Origin, Square)>,
    /// The men on the board after the move.
    pub standing: Arc<Standing>,
}

impl PlayedPhase {
    /// Returns the board.
    pub fn layout(&self) -> Layout {
        self.start.layout()
    }

    /// Returns a man with its square in the diagram, as in `wPa2`.
    pub fn label(&self, origin: Origin, names: PieceNames) -> String {
        let man = self.start.man(origin.0).map_or_else(String::new, |man| man.label_in(names));
        man + self.layout().name(origin.0)
    }

    /// Returns which man of the problem a man is.
    pub fn identity(&self, origin: Origin) -> Identity {
        let own = Identity::Added(self.twin, origin.0);
        self.identities.get(&origin.0).copied().unwrap_or(own)
    }

    /// Returns a man as it is in the diagram.
    pub fn man(&self, origin: Origin) -> Option<Man> {
        self.start.man(origin.0)
    }
}

impl PlayedMove {
    /// Returns the squares that the move has vacated, with the men that were there.
    pub fn vacated(&self) -> impl Iterator<Item = (Square, Man)> + '_ {
        self.before.men().filter(|&(square, _)| self.after.man(square).is_none())
    }

    /// Returns the square of the man that moved after the move; `None` if it is not known.
    pub fn arrival(&self) -> Option<Square> {
        match self.men.as_ref() {
            Some(men) => square_of(&men.standing, men.mover?),
            None => match self.record.action {
                Action::Move { to, .. } => Some(to),
                _ => None,
            },
        }
    }

    /// Returns the promotions of the move, also those of men that are reborn.
    pub fn promotions(&self) -> impl Iterator<Item = (Side, Walk)> + '_ {
        let own = match self.record.action {
            Action::Move { promotion, .. } => promotion.map(|walk| (self.record.side, walk)),
            _ => None,
        };
        let later = self.record.effects.iter().filter_map(|effect| {
            let (man, walk) = match *effect {
                Effect::Reborn { man, promotion, .. } | Effect::Transferred { man, promotion, .. } => {
                    (man, promotion?)
                }
                Effect::Promoted { man, walk, .. } => (man, walk),
                _ => return None,
            };
            let side = Side::BOTH.into_iter().find(|&side| man.colour == side.into());
            Some((side.unwrap_or(self.record.side), walk))
        });
        own.into_iter().chain(later)
    }
}

/// Returns the square of a man; `None` if it is not on the board.
pub(super) fn square_of(standing: &Standing, man: Origin) -> Option<Square> {
    standing.iter().find(|(_, origin)| **origin == man).map(|(&square, _)| square)
}

impl PlayedLine {
    /// Returns the last move.
    pub fn last(&self) -> Option<&PlayedMove> {
        self.moves.last().map(Arc::as_ref)
    }

    /// Returns the moves of which it is known what became of the men, with their numbers from 0.
    pub fn traced(&self) -> impl Iterator<Item = (usize, &PlayedMove, &MovedMen)> {
        let moves = self.moves.iter().enumerate();
        moves.map_while(|(index, step)| Some((index, step.as_ref(), step.men.as_ref()?)))
    }

    /// Returns the role of the first move in battle play.
    pub fn first_role(&self) -> Option<Role> {
        self.moves.first()?.role.map(|(role, _)| role)
    }

    /// Returns the moves in short notation.
    pub fn text(&self, layout: Layout, names: PieceNames) -> String {
        match self.counting {
            Some(counting) => {
                let records: Vec<MoveRecord> = self.moves.iter().map(|step| step.record.clone()).collect();
                notation::line(&records, counting, layout, names).join(" ")
            }
            None => {
                let plies = self.moves.iter().filter_map(|step| Some((step.role?, &step.record)));
                variation(plies.map(|((role, number), record)| (role, number, record)), layout, names)
            }
        }
    }
}

/// Returns the plies of a variation of battle play in short notation.
pub fn variation<'m>(
    plies: impl Iterator<Item = (Role, u16, &'m MoveRecord)>,
    layout: Layout,
    names: PieceNames,
) -> String {
    let format = MoveFormat { layout, names };
    let words = plies.enumerate().map(|(index, (role, number, record))| {
        let (text, is_defence) = (format.mv(record), role == Role::Defence);
        match is_defence && index > 0 {
            true => text,
            false => numbered(number, is_defence, &text),
        }
    });
    words.collect::<Vec<_>>().join(" ")
}
