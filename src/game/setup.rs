//! Setting up the position of a diagram.

use thiserror::Error;

use super::make_move::set_ep_if_capturable;
use super::{Game, PositionOf};
use crate::board::{Board, Square, Squares};
use crate::position::{AnyRuleState, Colour, Man, Position, Side};
use crate::problem::{Diagram, Options, Span, Spanned};
use crate::rules::GameRules;

/// The reason why a diagram is no valid position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum IllegalSetup {
    /// The diagram has a neutral man, which the fast rules do not support.
    #[error("neutral men are not supported by the fast rules ({0})")]
    Neutral(String),
    /// A side has more than one king.
    #[error("{side} has several kings ({squares})")]
    SeveralKings {
        /// The side.
        side: Side,
        /// The squares of its kings.
        squares: String,
        /// The last of them.
        last: Square,
    },
    /// A side has more than one royal man, and one of them is no king.
    #[error("{side} has several royal men ({men}): a king is royal without being marked")]
    SeveralRoyals {
        /// The side.
        side: Side,
        /// The royal men with their squares.
        men: String,
        /// The last of the squares.
        last: Square,
    },
    /// The double step that the input grants cannot have been made.
    #[error("no pawn can have made the double step to {}", .0.value)]
    NoDoubleStep(Spanned<String>),
    /// The input denies castling to a square that is no castling square.
    #[error("NoCastling names {}, where no king or rook could castle", .0.value)]
    NoCastling(Spanned<String>),
}

impl IllegalSetup {
    /// Returns the square of a man with which the error would be gone; `None` if it is not about men.
    pub fn square(&self) -> Option<Square> {
        match self {
            IllegalSetup::SeveralKings { last, .. } | IllegalSetup::SeveralRoyals { last, .. } => Some(*last),
            IllegalSetup::Neutral(_) | IllegalSetup::NoDoubleStep(_) | IllegalSetup::NoCastling(_) => None,
        }
    }

    /// Returns the place in the input of the error; `None` if the error concerns the diagram as a whole.
    pub fn span(&self) -> Option<Span> {
        match self {
            IllegalSetup::Neutral(_)
            | IllegalSetup::SeveralKings { .. }
            | IllegalSetup::SeveralRoyals { .. } => None,
            IllegalSetup::NoDoubleStep(square) | IllegalSetup::NoCastling(square) => Some(square.span),
        }
    }
}

/// Returns the error that a side has these royal men.
fn several_royals(diagram: &Diagram, side: Side, royals: &[Square], last: Square) -> IllegalSetup {
    let layout = diagram.layout();
    let men: Vec<(Man, &str)> =
        diagram.men().filter(|(at, _)| royals.contains(at)).map(|(at, man)| (man, layout.name(at))).collect();
    if men.iter().all(|(man, _)| man.walk.is_king()) {
        let squares = royals.iter().map(|&square| layout.name(square)).collect::<Vec<_>>().join(" ");
        return IllegalSetup::SeveralKings { side, squares, last };
    }
    let words = men.iter().map(|(man, at)| format!("{}{at}", man.letters()));
    IllegalSetup::SeveralRoyals { side, men: words.collect::<Vec<_>>().join(" "), last }
}

/// Returns the position of a diagram, with `to_move` to move.
///
/// Kings and rooks on their home squares may castle unless the options deny it. En passant is possible only if the
/// options grant it.
///
/// # Errors
/// [`IllegalSetup`] if the diagram or the options violate what every game assumes.
pub fn set_up<B: Board, R: GameRules>(
    game: &Game<B, R>,
    diagram: &Diagram,
    options: &Options,
    to_move: Side,
) -> Result<PositionOf<B, R>, IllegalSetup> {
    let layout = diagram.layout();
    let geometry = game.board.geometry();
    for side in Side::BOTH {
        let royals: Vec<Square> = diagram.royals(side).collect();
        if let [_, .., last] = royals[..]
            && !game.rules.facts().flags.kingless
        {
            return Err(several_royals(diagram, side, &royals, last));
        }
    }
    let mut position: PositionOf<B, R> = Position::empty(to_move);
    for (square, man) in diagram.men() {
        if man.colour == Colour::Neutral && !R::GENERAL {
            return Err(IllegalSetup::Neutral(layout.name(square).to_owned()));
        }
        position.place(man, square);
    }
    let flags = game.rules.facts().flags;
    position.rule_state.set_reserve(diagram.reserve.unwrap_or(flags.reserve));
    for (square, _) in diagram.men() {
        position.grant_castling_at_home(square, geometry);
    }
    for denied in &options.no_castling {
        let square = denied.value;
        if position.castling.contains(square) {
            position.deny_castling(square);
        } else if !geometry.castling_squares.contains(square) {
            return Err(IllegalSetup::NoCastling(Spanned::new(layout.name(square).to_owned(), denied.span)));
        }
    }
    if let Some(Spanned { value: step, span }) = &options.en_passant {
        let ep_squares = B::Set::from_squares(step.passed.iter().copied());
        // In a twin another pawn may be on the arrival square, even one that moves in the other direction.
        let side = match layout.rank(step.departure) < layout.rank(step.arrival) {
            true => Side::White,
            false => Side::Black,
        };
        let is_pawn =
            |man: Man| man.walk.double_steps() == Some(step.direction(layout)) && man.colour.is_of(side);
        let side = diagram.man(step.arrival).is_some_and(is_pawn).then_some(side);
        let Some(side) = side.filter(|_| !position.occupied().intersects(ep_squares.with(step.departure)))
        else {
            return Err(IllegalSetup::NoDoubleStep(Spanned::new(
                layout.name(step.arrival).to_owned(),
                *span,
            )));
        };
        if side != to_move && game.rules.general().is_some() {
            // Men of other kinds may capture as pawns.
            position.set_ep(ep_squares, step.arrival);
        } else if side != to_move {
            set_ep_if_capturable(game, &mut position, ep_squares, step.arrival, side);
        }
    }
    game.rules.init_position(&mut position);
    Ok(position)
}
