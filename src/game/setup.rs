//! From a diagram to a position.

use thiserror::Error;

use super::{Game, PositionOf};
use crate::board::{Board, Square, Squares};
use crate::position::{Colour, Man, Memory, Position, Side, Walk};
use crate::problem::{Diagram, Options, Place, Placed};
use crate::rules::Rules;

/// Why a diagram is no position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum IllegalSetup {
    /// A neutral man stands in the diagram.
    #[error("neutral men are not supported yet ({0})")]
    Neutral(String),
    /// A side has more than one king.
    #[error("{side} has several kings ({squares})")]
    SeveralKings {
        /// Whose.
        side: Side,
        /// Where.
        squares: String,
    },
    /// The double step that the input grants cannot have been made.
    #[error("no pawn can have made the double step to {}", .0.value)]
    NoDoubleStep(Placed<String>),
    /// A right to castle is denied to a square that has none.
    #[error("NoCastling names {}, where no king or rook could castle", .0.value)]
    NoCastling(Placed<String>),
}

impl IllegalSetup {
    /// Where the fault was read, if it is not the diagram as a whole.
    pub fn place(&self) -> Option<Place> {
        match self {
            IllegalSetup::Neutral(_) | IllegalSetup::SeveralKings { .. } => None,
            IllegalSetup::NoDoubleStep(square) | IllegalSetup::NoCastling(square) => Some(square.place),
        }
    }
}

/// Makes a position of a diagram, with `to_move` to move.
///
/// Kings and rooks on their home squares may castle unless the options deny it; en
/// passant is possible only if the options grant it.
///
/// # Errors
/// If the diagram breaks what every game here assumes.
pub fn set_up<B: Board, R: Rules>(
    game: &Game<B, R>,
    diagram: &Diagram,
    options: &Options,
    to_move: Side,
) -> Result<PositionOf<B, R>, IllegalSetup> {
    let layout = diagram.layout();
    let geometry = game.board.geometry();
    for side in Side::BOTH {
        let royals: Vec<Square> = diagram.royals(side).collect();
        if royals.len() > 1 && !game.rules.needs().kingless {
            let squares = royals.iter().map(|&square| layout.name(square)).collect::<Vec<_>>().join(" ");
            return Err(IllegalSetup::SeveralKings { side, squares });
        }
    }
    let mut position: PositionOf<B, R> = Position::empty(to_move);
    for (square, man) in diagram.men() {
        if man.colour == Colour::Neutral && !R::GENERAL {
            return Err(IllegalSetup::Neutral(layout.name(square)));
        }
        position.put(man, square);
    }
    let needs = game.rules.needs();
    position.memory.set_reserve(diagram.reserve.unwrap_or(needs.reserve));
    for (square, _) in diagram.men() {
        position.grant_castling_at_home(square, geometry);
    }
    for denied in &options.no_castling {
        let square = denied.value;
        if position.castling.contains(square) {
            position.deny_castling(square);
        } else if !geometry.castling_squares.contains(square) {
            return Err(IllegalSetup::NoCastling(Placed::new(layout.name(square), denied.place)));
        }
    }
    if let Some(Placed { value: step, place }) = &options.en_passant {
        let passed = B::Set::from_squares(step.passed.iter().copied());
        // In a twin another pawn may stand there, even one that goes the other way.
        let side = match layout.rank(step.departure) < layout.rank(step.arrival) {
            true => Side::White,
            false => Side::Black,
        };
        let stands = |man: Man| man.walk == Walk::Pawn && man.colour.is_of(side);
        let side = diagram.man(step.arrival).is_some_and(stands).then_some(side);
        let Some(side) = side.filter(|_| !position.occupied().meets(passed.with(step.departure))) else {
            return Err(IllegalSetup::NoDoubleStep(Placed::new(layout.name(step.arrival), *place)));
        };
        if side != to_move {
            game.note_passed(&mut position, passed, step.arrival, side);
        }
    }
    game.rules.begin(&mut position);
    Ok(position)
}
