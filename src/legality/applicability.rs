//! Which problems are judged, and what is known of the move before their diagrams.

use crate::board::{GameArray, Layout, Square};
use crate::position::{Man, ManFlags, Side, Walk};
use crate::problem::{Diagram, DoubleStep, Options, Setting};
use crate::stipulation::{Family, Goal};

/// What is known of the last ply before a diagram.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum LastPly {
    /// Either side may have made it.
    #[default]
    Unknown,
    /// This side made it.
    By(Side),
    /// It was this double step of this side, which the diagram allows.
    DoubleStep(Side, DoubleStep),
}

impl LastPly {
    /// Returns what the play of a setting implies. With set play and in duplex, both sides may move first.
    pub(super) fn of(setting: &Setting, options: &Options) -> LastPly {
        let Some(stipulation) = setting.stipulation.map(|stipulation| stipulation.value) else {
            return LastPly::Unknown;
        };
        if options.set_play || options.duplex {
            return LastPly::Unknown;
        }
        let white = if options.half_duplex { Side::Black } else { Side::White };
        let first = match &setting.structured {
            Some(structured) if white == Side::White => structured.first_side(),
            Some(structured) => structured.first_side().other(),
            None if stipulation.family.is_battle() && options.post_key_play => white.other(),
            // Here White's beginning is not part of the stipulation.
            None if options.white_to_play
                && !matches!(stipulation.family, Family::Help | Family::Reciprocal) =>
            {
                return LastPly::Unknown;
            }
            None => options.effective_stipulation(stipulation).first_side(white),
        };
        match &options.en_passant {
            None => LastPly::By(first.other()),
            Some(step) => LastPly::of_double_step(&step.value, &setting.diagram, first.other()),
        }
    }

    /// Returns the last ply of a side if a double step is declared.
    fn of_double_step(step: &DoubleStep, diagram: &Diagram, side: Side) -> LastPly {
        let layout = diagram.layout();
        let is_pawn = |man: Man| man.walk == Walk::Pawn && man.colour.is_of(side);
        let is_empty = |square: &Square| diagram.man(*square).is_none();
        let departure_rank = if side == Side::White { 1 } else { 6 };
        let is_possible = diagram.man(step.arrival).is_some_and(is_pawn)
            && step.passed.len() == 1
            && step.passed.iter().chain([&step.departure]).all(is_empty)
            && layout.rank(step.departure) == departure_rank;
        match is_possible {
            true => LastPly::DoubleStep(side, step.clone()),
            // It is a step of the side to move, none of chess, or one that a twin refuses.
            false => LastPly::Unknown,
        }
    }
}

/// Returns whether the play of a setting is that of orthodox chess and begins in its diagram.
pub(super) fn is_orthodox_play(setting: &Setting, options: &Options) -> bool {
    let begins_elsewhere = setting.stipulation.is_none_or(|stipulation| {
        let goal = stipulation.value.goal;
        matches!(goal, Goal::ProofGame | Goal::AToB) || stipulation.value.family == Family::ProofGame
    });
    setting.conditions.is_empty()
        && setting.game_array() == Ok(GameArray::CHESS)
        && !begins_elsewhere
        // If passes are moves, the side that moved last is not known, and pawns can wait for others.
        && !options.null_moves
}

/// Returns whether a diagram is one of orthodox chess, with one king of each side.
pub(super) fn is_orthodox(diagram: &Diagram) -> bool {
    let is_plain = diagram.men().all(|(_, man)| {
        man.is_plain() && man.flags == ManFlags::NONE && man.royal == (man.walk == Walk::King)
    });
    diagram.layout() == Layout::CHESS
        && diagram.reserve.is_none()
        && is_plain
        && Side::BOTH.into_iter().all(|side| diagram.royals(side).count() == 1)
}
