//! Which man is which, from move to move.

use std::sync::Arc;

use super::played::{MovedMen, Origin, Standing};
use crate::board::Square;
use crate::position::{Effect, Walk};
use crate::problem::Diagram;
use crate::solution::{Action, MoveRecord};

/// Returns the men of a diagram, each on its own square.
pub(super) fn at_start(diagram: &Diagram) -> Standing {
    diagram.men().map(|(square, _)| (square, Origin(square))).collect()
}

/// Returns what becomes of the men in a move; `None` if that is not known, as after the entry of a man.
pub(super) fn after_move(
    standing: &Standing,
    record: &MoveRecord,
    before: &Diagram,
    after: &Diagram,
) -> Option<MovedMen> {
    let mut tracer = Tracer { standing: standing.clone(), captured: Vec::new(), reborn: Vec::new() };
    let mover = tracer.action(record, before, after)?;
    for effect in &record.effects {
        tracer.effect(effect)?;
    }
    let Tracer { standing, captured, reborn } = tracer;
    let is_complete = standing.keys().copied().eq(after.men().map(|(square, _)| square));
    is_complete.then(|| MovedMen { mover, captured, reborn, standing: Arc::new(standing) })
}

/// The men during a move.
struct Tracer {
    standing: Standing,
    captured: Vec<Origin>,
    reborn: Vec<(Origin, Square)>,
}

impl Tracer {
    /// Carries out the player's action, and returns the man that moved. The outer `None` stands for what is not known.
    #[expect(clippy::option_option, reason = "a pass has no mover")]
    fn action(&mut self, record: &MoveRecord, before: &Diagram, after: &Diagram) -> Option<Option<Origin>> {
        match record.action {
            Action::Move { from, to, captured, .. } => {
                let mover = self.standing.remove(&from)?;
                if let Some(captured) = captured {
                    self.capture(captured.at)?;
                }
                self.put(mover, to)?;
                Some(Some(mover))
            }
            Action::Exchange { from, to, .. } => {
                let (mover, partner) = (self.standing.remove(&from)?, self.standing.remove(&to)?);
                self.put(mover, to)?;
                self.put(partner, from)?;
                Some(Some(mover))
            }
            Action::Castling { from, to, .. } => {
                let (rook_from, rook_to) = castled_rook(before, after, [from, to])?;
                let (king, rook) = (self.standing.remove(&from)?, self.standing.remove(&rook_from)?);
                self.put(king, to)?;
                self.put(rook, rook_to)?;
                Some(Some(king))
            }
            Action::Pass => Some(None),
            Action::Entry { .. } => None,
        }
    }

    fn effect(&mut self, effect: &Effect) -> Option<()> {
        match *effect {
            Effect::Reborn { at, .. } => {
                let man = self.captured.pop()?;
                self.reborn.push((man, at));
                self.put(man, at)
            }
            Effect::Transferred { from, to, .. }
            | Effect::MovedToOrigin { from, to, .. }
            | Effect::Switched { from, to, .. } => {
                let man = self.standing.remove(&from)?;
                self.put(man, to)
            }
            Effect::Continued { from, to, captured, .. } => {
                if let Some(captured) = captured {
                    self.capture(captured.at)?;
                }
                let man = self.standing.remove(&from)?;
                self.put(man, to)
            }
            Effect::Assassinated { at, .. } | Effect::Removed { at, .. } => self.capture(at),
            Effect::WalkChanged { .. }
            | Effect::KingChanged { .. }
            | Effect::ColourChanged { .. }
            | Effect::NeutralityChanged { .. }
            | Effect::Marked { .. }
            | Effect::BoardChanged { .. }
            | Effect::Promoted { .. }
            | Effect::ImitatorsMoved { .. } => Some(()),
            Effect::Hidden { .. }
            | Effect::HiddenInPlace { .. }
            | Effect::Placed { .. }
            | Effect::Added { .. }
            | Effect::Revealed { .. }
            | Effect::BecameImitator { .. } => None,
        }
    }

    fn capture(&mut self, at: Square) -> Option<()> {
        self.captured.push(self.standing.remove(&at)?);
        Some(())
    }

    /// Puts a man on a square; `None` if the square is occupied.
    fn put(&mut self, man: Origin, at: Square) -> Option<()> {
        self.standing.insert(at, man).is_none().then_some(())
    }
}

/// Returns the squares of the rook before and after castling, of which the squares of the king are known.
fn castled_rook(before: &Diagram, after: &Diagram, king: [Square; 2]) -> Option<(Square, Square)> {
    let is_rook = |man: Option<crate::position::Man>| man.is_some_and(|man| man.walk == Walk::Rook);
    let squares = || before.layout().squares().filter(|square| !king.contains(square));
    let from = squares().find(|&at| is_rook(before.man(at)) && after.man(at).is_none())?;
    let to = squares().find(|&at| is_rook(after.man(at)) && before.man(at).is_none())?;
    Some((from, to))
}
