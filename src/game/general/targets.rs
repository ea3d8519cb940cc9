//! Restrictions of moves by their departure and arrival squares, as in grid chess, and by contact, as in Koeko.

use crate::board::{Board, Castling, Square, Squares};
use crate::game::attacks::{attackers, fairy_attackers};
use crate::game::general::locusts::captures_aside;
use crate::game::{Game, PositionOf};
use crate::position::{Side, Walk};
use crate::rules::restriction::Contact;
use crate::rules::{GameRules, RuleSet};

/// Returns the squares to which the man of `side` on `from` may go, as far as squares alone decide.
#[inline]
pub(super) fn permitted_targets<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    from: Square,
    side: Side,
) -> B::Set {
    match &game.permitted_targets {
        Some(permitted) => permitted.targets(side, from),
        None => game.rules.permitted_targets(game.board.geometry(), &position.rule_state, from, side),
    }
}

/// Returns whether both men of a castling may go where it puts them, as far as squares alone decide.
pub(super) fn permits_castling<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    castling: &Castling<B::Set>,
) -> bool {
    let permits = |from, to| permitted_targets(game, position, from, castling.side).contains(to);
    permits(castling.king_from, castling.king_to) && permits(castling.rook_from, castling.rook_to)
}

/// Returns those of the men of `by`, which attack a square by their walks, that may make the move of this attack, as far as
/// squares alone decide.
#[inline]
pub(super) fn with_permitted_attack<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    attackers: B::Set,
    square: Square,
    by: Side,
) -> B::Set {
    if !game.rules.flags().restricts_targets {
        return attackers;
    }
    let may_attack = |&from: &Square| {
        let man = position.man(from);
        let walk = man.map(|man| game.rules.acts_as(game, position, man, from).unwrap_or(man.walk));
        let arrivals = attack_arrivals(game, (walk, from), square, by, position.occupied());
        arrivals.intersects(permitted_targets(game, position, from, by))
    };
    B::Set::from_squares(attackers.iter().filter(may_attack))
}

/// Returns the squares on which a man of `by` on `from` arrives when it captures a man on `square`, which it attacks.
#[inline]
fn attack_arrivals<B: Board>(
    game: &Game<B, RuleSet>,
    (walk, from): (Option<Walk>, Square),
    square: Square,
    by: Side,
    occupied: B::Set,
) -> B::Set {
    match walk.filter(|&walk| captures_aside(game, walk)) {
        Some(walk) => game.board.geometry().movements.arrivals(walk, by, from, square, occupied),
        None => B::Set::of(square),
    }
}

/// Returns whether one of these men of `by`, or an extra man, attacks a square by a move that squares and contact permit,
/// if `occupied` are the occupied squares.
pub(in crate::game) fn has_permitted_attack<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    (square, by): (Square, Side),
    men: B::Set,
    extra: Option<(Walk, Square)>,
    occupied: B::Set,
) -> bool {
    let permits =
        |walk: Walk, from: Square| is_permitted_attack(game, position, (walk, from), (square, by), occupied);
    let permits_any =
        |men: B::Set| men.iter().any(|from| position.walk_on(from).is_some_and(|walk| permits(walk, from)));
    let geometry = game.board.geometry();
    let leapers = (geometry.knight[square.index()] & position.walk(Walk::Knight))
        | (geometry.king[square.index()] & position.walk(Walk::King))
        | (geometry.pawn(by).attackers[square.index()] & position.walk(Walk::Pawn));
    let queens = position.walk(Walk::Queen);
    let (rooks, bishops) = (position.walk(Walk::Rook) | queens, position.walk(Walk::Bishop) | queens);
    let attacks =
        |&(walk, from): &(Walk, Square)| game.board.attacks_by_any(walk, by, from, occupied).contains(square);
    // Lines are followed only if there is a man for them.
    permits_any(leapers & men)
        || (rooks.intersects(men) && permits_any(game.board.rook(square, occupied) & rooks & men))
        || (bishops.intersects(men) && permits_any(game.board.bishop(square, occupied) & bishops & men))
        || permits_any(fairy_attackers(game, position, square, by, occupied) & men)
        || extra.filter(attacks).is_some_and(|(walk, from)| permits(walk, from))
}

/// Returns those of the men of `by` that attack a square by a move that squares and contact permit.
pub(super) fn permitted_attackers<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    square: Square,
    by: Side,
) -> B::Set {
    let occupied = position.occupied();
    let attackers = attackers(game, position, square, by, occupied);
    if !game.rules.facts().attacks.are_restricted {
        return attackers;
    }
    let is_permitted = |&from: &Square| {
        let walk = position.walk_on(from);
        walk.is_some_and(|walk| is_permitted_attack(game, position, (walk, from), (square, by), occupied))
    };
    B::Set::from_squares(attackers.iter().filter(is_permitted))
}

/// Returns whether squares and contact permit the capture of a man that the man of `by` on `from` attacks, if `occupied`
/// are the occupied squares before it.
fn is_permitted_attack<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    (walk, from): (Walk, Square),
    (square, by): (Square, Side),
    occupied: B::Set,
) -> bool {
    let others = occupied.without(from).without(square);
    let arrivals = attack_arrivals(game, (Some(walk), from), square, by, occupied);
    let arrivals = arrivals & permitted_targets(game, position, from, by);
    arrivals.iter().any(|to| permits_contact(game, to, others))
}

/// Returns the empty squares next to a king of `side` to which its rules permit it to go, also after a move of an enemy man
/// that moves or captures on its arrival square.
pub(in crate::game) fn permitted_king_steps<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    king: Square,
    side: Side,
) -> B::Set {
    let others = position.occupied().without(king);
    let steps = game.board.geometry().king[king.index()] & !others;
    let steps = steps & permitted_targets(game, position, king, side);
    match game.rules.facts().attacks.contact {
        None => steps,
        // One of two neighbours is still there after a move.
        Some(Contact::Required) => steps & Neighbours::of(&game.board, others).twice,
        // The man may arrive next to any square.
        Some(Contact::Forbidden) => B::Set::EMPTY,
    }
}

/// Returns whether a man may arrive on a square by what is next to it, if `others` are the squares of the other men.
#[inline]
pub(super) fn permits_contact<B: Board>(game: &Game<B, RuleSet>, to: Square, others: B::Set) -> bool {
    let Some(contact) = game.rules.facts().attacks.contact else { return true };
    others.without(to).intersects(game.board.geometry().king[to.index()]) == (contact == Contact::Required)
}

/// The squares next to some men.
pub(in crate::game) struct Neighbours<S> {
    /// Those next to at least one of them.
    once: S,
    /// Those next to at least two.
    twice: S,
}

impl<S: Squares> Neighbours<S> {
    /// Returns the squares next to these men.
    pub fn of<B: Board<Set = S>>(board: &B, men: S) -> Neighbours<S> {
        let mut neighbours = Neighbours { once: S::EMPTY, twice: S::EMPTY };
        for at in men.iter() {
            let ring = board.geometry().king[at.index()].without(at);
            neighbours.twice |= neighbours.once & ring;
            neighbours.once |= ring;
        }
        neighbours
    }

    /// Returns the squares next to one of the men other than the one on `from`.
    pub fn without<B: Board<Set = S>>(&self, board: &B, from: Square) -> S {
        self.twice | (self.once & !board.geometry().king[from.index()])
    }
}
