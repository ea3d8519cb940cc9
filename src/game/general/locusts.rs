//! Captures of men on other squares than the arrival square: those of locusts, Skylla and others.
//!
//! The victim is not stored in a move: it is a man over which the mover can hop to the arrival square. If there are several,
//! as on the circles of a rose locust, the mover chooses one.

use super::origins::{Origin, origins};
use super::{Extent, Flow, Victims};
use crate::board::{Board, Square, Squares};
use crate::game::general::legs::victim_of_locust_capture;
use crate::game::general::pseudo_legal::{capture_targets_from, for_each_promotion, permits, victims};
use crate::game::{Game, PositionOf};
use crate::position::{CapturedMan, Move, MoveKind, Walk};
use crate::rules::{Choices, GameRules, RuleSet};

/// Returns whether a man with a walk arrives on another square than that of the man that it captures.
#[inline]
pub(super) fn captures_aside<B: Board>(game: &Game<B, RuleSet>, walk: Walk) -> bool {
    walk.is_fairy() && game.board.geometry().movements.captures_aside(walk)
}

/// Visits the captures from an origin, of a man that [captures aside](captures_aside), that arrive on these squares.
pub(super) fn for_each_locust_capture<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    origin: &Origin<B::Set>,
    victims: Victims<B::Set>,
    squares: B::Set,
    visit: &mut dyn FnMut(Move, usize) -> Flow,
) -> Flow {
    let side = position.to_move;
    let mover = position.own_man(side, origin.walk, origin.from);
    let (targets, _) = capture_targets_from(game, position, origin, victims.men);
    // A move with several possible victims is visited once.
    let mut permitted = B::Set::EMPTY;
    for at in (targets & victims.men).iter() {
        let Some(man) = position.man(at) else { continue };
        // A capture of a royal man is check, even if the mover can arrive there in another way.
        let excluded = if position.royal.contains(at) { B::Set::EMPTY } else { origin.excluded };
        let arrivals = arrivals(game, position, origin, at) & !excluded;
        for to in (arrivals & squares & !permitted).iter() {
            let mv = origin.move_to(to, MoveKind::LocustCapture);
            if permits(game, position, mv, mover, CapturedMan { man, at }, victims.for_check) {
                permitted |= B::Set::of(to);
            }
        }
    }
    permitted.iter().try_for_each(|to| {
        let mv = origin.move_to(to, MoveKind::LocustCapture);
        for_each_promotion(game, &position.rule_state, mv, mover, origin.fixed, side, visit)
    })
}

/// Returns the squares on which the captures from an origin end.
pub(super) fn locust_arrivals<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    origin: &Origin<B::Set>,
) -> B::Set {
    let men = victims(game, position).men.without(origin.from).iter();
    men.fold(B::Set::EMPTY, |all, victim| all | arrivals(game, position, origin, victim))
}

/// Returns whether captures, by the man on a square, of men on others end on more than one square.
pub(super) fn has_several_arrivals<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    from: Square,
    victims: B::Set,
) -> bool {
    let captures = origins(game, position, from, true).flat_map(|origin| {
        victims.iter().map(move |victim| {
            let excluded = if position.royal.contains(victim) { B::Set::EMPTY } else { origin.excluded };
            arrivals(game, position, &origin, victim) & !excluded
        })
    });
    captures.fold(B::Set::EMPTY, |all, some| all | some).more_than_one()
}

/// Returns the squares on which a capture from an origin of the man on a square ends.
fn arrivals<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    origin: &Origin<B::Set>,
    victim: Square,
) -> B::Set {
    let side = position.to_move;
    let walk = origin.acting_walk;
    let from_square = |from: Square, occupied: B::Set| {
        game.board.geometry().movements.arrivals(walk, side, from, victim, occupied)
    };
    let Some(taken) = position.walk_on(victim).filter(|_| captures_aside(game, walk)) else {
        return B::Set::EMPTY;
    };
    if !game.rules.flags().victim_dependent_origins {
        return from_square(origin.square, origin.occupied);
    }
    let mover = position.own_man(side, origin.walk, origin.from);
    let origins = game.rules.capture_origins(game, position, mover, origin.square, taken);
    let arrivals = origins
        .unwrap_or(B::Set::of(origin.square))
        .iter()
        .map(|from| from_square(from, origin.occupied.without(origin.square).with(from)));
    arrivals.fold(B::Set::EMPTY, |all, some| all | some)
}

/// Returns the square of the man that the mover chooses to capture by a capture from an origin, on which the mover is, with
/// one of some walks; `None` if the rules do not permit its capture.
pub(super) fn choose_victim<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    mv: Move,
    origin: Square,
    acting_walks: &[Walk],
    extent: Option<Extent>,
    choices: &mut Choices,
) -> Option<Square> {
    let men = victims(game, position).men.without(origin);
    let own = Origin::own_square(mv.walk, origin, position.occupied());
    let fits = |&at: &Square| {
        let mut origins = acting_walks.iter().map(|&acting_walk| Origin { acting_walk, ..own });
        origins.any(|origin| arrivals(game, position, &origin, at).contains(mv.to))
    };
    let candidates = B::Set::from_squares(men.iter().filter(fits));
    let number = choices.choose(candidates.count() as usize);
    let at = candidates.iter().nth(number)?;
    let victim = CapturedMan { man: position.man(at)?, at };
    let mover = position.own_man(position.to_move, mv.walk, origin);
    let for_check = extent.is_some_and(|extent| extent != Extent::Full);
    let is_permitted = !candidates.more_than_one() || permits(game, position, mv, mover, victim, for_check);
    is_permitted.then_some(at)
}

/// Implements [`Game::victim_square`].
pub(in crate::game) fn victim_square<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    mv: Move,
) -> Option<Square> {
    match mv.kind {
        MoveKind::Capture => Some(mv.to),
        MoveKind::EnPassant => position.ep_pawn(),
        MoveKind::LocustCapture => {
            let (game, position) = game.general(position)?;
            victim_of_locust_capture(game, position, mv)
        }
        MoveKind::Quiet
        | MoveKind::DoubleStep
        | MoveKind::Castling
        | MoveKind::Exchange
        | MoveKind::Entry
        | MoveKind::Pass => None,
    }
}
