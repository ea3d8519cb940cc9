//! The declared key as the move of a game.

use crate::board::Layout;
use crate::game::{Game, set_up};
use crate::position::{Side, Walk};
use crate::problem::{Diagram, Problem};
use crate::solution::notation::written::is_usual;
use crate::solution::notation::{PieceNames, short};
use crate::solution::record_move::record_move;

/// Returns the side that moves and the move in the notation of PGN, if a problem without conditions and twins declares a
/// single key that is a legal move of the diagram.
pub fn main_line(problem: &Problem) -> Option<(Side, String)> {
    let setting = &problem.setting;
    let layout = setting.diagram.layout();
    let family = setting.stipulation?.value.family;
    let [declaration] = &problem.declarations[..] else { return None };
    let [key] = declaration.keys.as_deref()? else { return None };
    let is_plain = setting.conditions.is_empty()
        && setting.structured.is_none()
        && problem.twins.is_empty()
        && layout == Layout::CHESS
        && is_orthodox(&setting.diagram)
        && family.is_battle()
        && !problem.options.post_key_play
        && !problem.options.duplex;
    if !is_plain {
        return None;
    }
    let side = if problem.options.half_duplex { Side::Black } else { Side::White };
    let game = Game::chess();
    let position = set_up(&game, &setting.diagram, &problem.options, side).ok()?;
    if game.in_check(&position, side.other()) {
        return None;
    }
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    let mut meant = moves.into_iter().filter_map(|mv| {
        let step = record_move(&game, &position, mv, None);
        is_usual(key, &step, layout).then_some((mv, step))
    });
    let (mv, step) = meant.next()?;
    if meant.next().is_some() {
        return None;
    }
    let text = short(&step, layout, PieceNames::KnightN).replace(" e.p.", "");
    let text = if text.starts_with("0-0") { text.replace('0', "O") } else { text };
    let mark = match step.check {
        true if game.is_mate(&game.play(&position, mv)) => "#",
        true => "+",
        false => "",
    };
    Some((side, text + mark))
}

/// Returns whether each side has a king, and no man has unusual properties.
fn is_orthodox(diagram: &Diagram) -> bool {
    Side::BOTH.into_iter().all(|side| diagram.royals(side).count() == 1)
        && diagram.men().all(|(_, man)| man.is_plain() && man.royal == (man.walk == Walk::King))
}
