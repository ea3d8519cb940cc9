//! Woozles: a man does not capture and gives no check if it and another man of its own side observe
//! each other. BiWoozles: if it and a man of the other side do. Heffalumps and BiHeffalumps: it does
//! not capture along the line of this observation. Kings are included unless they are excluded;
//! excluded kings neither observe nor are observed in this sense.
//!
//! wKh1 Rd4 Rd1, bKh7 Sd6 Sa4: the rooks observe each other. Woozles: neither captures.
//! Heffalumps: Rd4*a4 is legal, Rd4*d6 is not.

use crate::board::{Layout, Square, Squares};
use crate::position::{MoveKind, RuleState, Side, Walk};
use crate::rules::game_view::GameView;
use crate::rules::ply_bounds::PlyBounds;
use crate::rules::rebirth::Royals;
use crate::rules::rule::{CaptureEffect, CaptureQuery, Rule, RuleFlags};

/// Men that observe each other do not capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Woozles {
    /// The side of the other man.
    pub hinderers: Hinderers,
    /// Only captures along the line of observation are forbidden: Heffalumps.
    pub only_along_line: bool,
    /// Whether kings are included.
    pub royals: Royals,
}

/// The side of the man that hinders a capturer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Hinderers {
    /// The capturer's own side.
    Own,
    /// The other side.
    Enemies,
}

impl Rule for Woozles {
    fn ply_bounds(&self) -> Option<PlyBounds> {
        Some(PlyBounds::RESTRICTION)
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { restricts_captures: true, ..RuleFlags::default() }
    }

    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::None
    }

    fn permits_capture<F: GameView<State = RuleState>>(&self, query: &CaptureQuery<'_, F>) -> bool {
        let excluded = self.royals == Royals::Exclusive;
        if excluded && query.mover.royal {
            return true;
        }
        let (game, position, from) = (query.game, query.position, query.mv.from);
        let side: Side = if self.hinderers == Hinderers::Own { query.by } else { query.by.other() };
        let mut mutual = game.observers(position, from, side) & game.attacked_from(position, from, query.by);
        if excluded {
            mutual &= !position.walk(Walk::King);
        }
        if !self.only_along_line || mutual.is_empty() {
            return mutual.is_empty();
        }
        let layout = game.geometry().layout;
        // A man captured en passant is not where the capturer could observe it.
        let target = if query.mv.kind == MoveKind::EnPassant { query.mv.to } else { query.victim.at };
        let capture = direction(layout, from, target);
        !mutual.iter().any(|other| {
            let (files, ranks) = direction(layout, from, other);
            capture == (files, ranks) || capture == (-files, -ranks)
        })
    }
}

/// Returns the shortest step, in files and ranks, in the direction from a square to another.
fn direction(layout: Layout, from: Square, to: Square) -> (i8, i8) {
    let files = layout.file(to) as i8 - layout.file(from) as i8;
    let ranks = layout.rank(to) as i8 - layout.rank(from) as i8;
    let divisor = (1..8).rev().find(|by| files % by == 0 && ranks % by == 0).unwrap_or(1);
    (files / divisor, ranks / divisor)
}
