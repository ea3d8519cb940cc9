//! The attack test: the legality of moves that the attacks after them decide.
//!
//! Where men of fairy chess or neutral men are on the board, check mask and pins do not decide which moves are legal: a move
//! may bring a hurdle or remove one, and a neutral man attacks its own side. But the attacks on the royal man after a move
//! that only moves a man, or captures on its arrival square, are found without making it; and most moves change no square
//! that an attack depends on.

use crate::board::{Board, Square, Squares};
use crate::game::attacks::is_attacked_by;
use crate::game::general::locusts::captures_aside;
use crate::game::general::static_legality::promotes_late;
use crate::game::general::targets::{Neighbours, permits_contact, permitted_attackers};
use crate::game::{Game, PositionOf};
use crate::position::{Move, MoveKind, Side, Walk};
use crate::rules::restriction::Contact;
use crate::rules::{DecidedMoves, GameRules, RuleSet};

/// The facts about a position that decide which moves of the side to move leave its royal man attacked.
pub(super) struct AttackInfo<S> {
    /// The moves that the attacks after them decide.
    decided: DecidedMoves,
    /// The only royal man of the side to move; `None` if it has none.
    royal: Option<Square>,
    /// Whether the royal man is attacked.
    is_attacked: bool,
    /// The squares on which a man may decide whether a man of fairy chess attacks the royal man.
    deciding: S,
    /// The men of the side to move that may end or open an attack on the royal man without arriving on a special square, or
    /// attack it themselves.
    movers_to_test: S,
    /// If the royal man is attacked: the squares on which the arrival of another man may end the attacks.
    parries: S,
    /// The squares next to the men, if a man must arrive next to another.
    neighbours: Option<Neighbours<S>>,
}

/// Returns the facts about a position; `None` if the attacks after its moves decide nothing.
pub(super) fn attack_info<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
) -> Option<AttackInfo<B::Set>> {
    let decided = game.decided_by_attacks(position);
    let (side, own) = (position.to_move, position.of(position.to_move));
    let royals = position.royal & own;
    let enemies = position.of(side.other());
    if decided == DecidedMoves::None || royals.more_than_one() || royals.intersects(enemies) {
        return None;
    }
    let mut info = AttackInfo {
        decided,
        royal: royals.first(),
        is_attacked: false,
        deciding: B::Set::EMPTY,
        movers_to_test: B::Set::EMPTY,
        parries: !B::Set::EMPTY,
        neighbours: (game.rules.facts().attacks.contact == Some(Contact::Required))
            .then(|| Neighbours::of(&game.board, position.occupied())),
    };
    let Some(royal) = info.royal else { return Some(info) };
    info.deciding = game.deciding_squares(position, side.other(), royal);
    let near_royal = game.contact_squares(royal);
    info.deciding |= near_royal;
    info.movers_to_test = (info.deciding & own) | (own & enemies) | pinned_men(game, position, royal);
    let attackers = permitted_attackers(game, position, royal, side.other());
    info.is_attacked = !attackers.is_empty();
    if info.is_attacked {
        info.movers_to_test |= men_that_capture_aside(game, position);
    }
    for from in attackers.iter() {
        info.parries &= parries(game, position, from, royal) | near_royal;
    }
    Some(info)
}

/// Returns the men of the side to move, neutral men included, that are alone between its royal man and an enemy rider of
/// chess.
fn pinned_men<B: Board>(game: &Game<B, RuleSet>, position: &PositionOf<B, RuleSet>, royal: Square) -> B::Set {
    let (own, enemies) = (position.of(position.to_move), position.of(position.to_move.other()));
    let (queens, blocking) = (position.walk(Walk::Queen), enemies & !own);
    let riders = (game.board.rook(royal, blocking) & (position.walk(Walk::Rook) | queens))
        | (game.board.bishop(royal, blocking) & (position.walk(Walk::Bishop) | queens));
    // Beyond a neutral rider there may be another one.
    let riders = riders | (position.riders() & own & enemies);
    let mut pinned = B::Set::EMPTY;
    for rider in (riders & enemies).iter() {
        let blockers = game.board.geometry().between(royal, rider) & own;
        if !blockers.more_than_one() {
            pinned |= blockers;
        }
    }
    pinned
}

/// Returns the men of the side to move that arrive on another square than that of the man that they capture.
pub(in crate::game) fn men_that_capture_aside<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
) -> B::Set {
    let men = position.fairy_men() & position.of(position.to_move);
    let captures_aside = |&at: &Square| position.walk_on(at).is_some_and(|walk| captures_aside(game, walk));
    B::Set::from_squares(men.iter().filter(captures_aside))
}

/// Returns the squares on which the arrival of another man may end the attack of the man on `from`.
fn parries<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    from: Square,
    royal: Square,
) -> B::Set {
    let geometry = game.board.geometry();
    let by = position.to_move.other();
    match position.walk_on(from) {
        Some(walk) if walk.is_fairy() => {
            geometry.movements.deciding_squares(walk, by, from, royal).with(from)
        }
        _ => geometry.between(royal, from).with(from),
    }
}

impl<S: Squares> AttackInfo<S> {
    /// Returns the squares on which a man may arrive by a legal move; others may be included.
    pub fn possible_targets<B: Board<Set = S>>(&self, game: &Game<B, RuleSet>, from: Square) -> S {
        let is_bound = self.is_attacked && self.royal != Some(from) && !self.movers_to_test.contains(from);
        let parries = if is_bound { self.parries } else { !S::EMPTY };
        match &self.neighbours {
            Some(neighbours) => parries & neighbours.without(&game.board, from),
            // Where contact is forbidden, a man that captures aside may leave the arrival square without a neighbour.
            None => parries,
        }
    }

    /// Returns whether captures are decided as quiet moves are.
    pub fn decides_captures(&self) -> bool {
        self.decided == DecidedMoves::QuietAndCaptures
    }

    /// Returns whether a pseudo-legal move is legal; `None` if the attacks after it do not decide that.
    pub fn legality_of<B: Board<Set = S>>(
        &self,
        game: &Game<B, RuleSet>,
        position: &PositionOf<B, RuleSet>,
        mv: Move,
    ) -> Option<bool> {
        if !is_decided(game, position, self.decided, mv) {
            return None;
        }
        if !keeps_contact(game, position, mv) {
            return Some(false);
        }
        let Some(royal) = self.royal else { return Some(true) };
        if royal == mv.from {
            return Some(!is_attacked_after(game, position, mv, mv.to));
        }
        let changes_attacks = self.movers_to_test.contains(mv.from) || self.deciding.contains(mv.to);
        if !changes_attacks && (!self.is_attacked || !self.parries.contains(mv.to)) {
            return Some(!self.is_attacked);
        }
        Some(!is_attacked_after(game, position, mv, royal))
    }
}

/// Returns whether the attacks after a move decide whether it is legal.
pub(super) fn is_decided<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    decided: DecidedMoves,
    mv: Move,
) -> bool {
    let is_plain = match mv.kind {
        MoveKind::Quiet => decided != DecidedMoves::None,
        // A royal pawn could be captured en passant.
        MoveKind::DoubleStep => decided != DecidedMoves::None && !position.royal.contains(mv.from),
        MoveKind::Capture => decided == DecidedMoves::QuietAndCaptures,
        _ => false,
    };
    is_plain && !promotes_late(game, mv, position.to_move)
}

/// Returns whether contact permits a move that only moves a man or captures on its arrival square.
fn keeps_contact<B: Board>(game: &Game<B, RuleSet>, position: &PositionOf<B, RuleSet>, mv: Move) -> bool {
    permits_contact(game, mv.to, position.occupied().without(mv.from))
}

/// Returns whether one pseudo-legal move is legal; `None` if the attacks after it do not decide that.
pub(in crate::game) fn legality_by_attacks<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    mv: Move,
) -> Option<bool> {
    if !is_decided(game, position, game.decided_by_attacks(position), mv) {
        return None;
    }
    let side = position.to_move;
    let royals = position.royal & position.of(side);
    if royals.more_than_one() || royals.intersects(position.of(side.other())) {
        return None;
    }
    if !keeps_contact(game, position, mv) {
        return Some(false);
    }
    let royal = royals.first().map(|royal| if royal == mv.from { mv.to } else { royal });
    Some(royal.is_none_or(|royal| !is_attacked_after(game, position, mv, royal)))
}

/// Returns whether a pseudo-legal move gives check to the only royal man of the opponent, which is not neutral; `None`
/// if the attacks after it do not decide that.
pub(in crate::game) fn check_by_attacks<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    mv: Move,
) -> Option<bool> {
    let side = position.to_move;
    let royals = position.royal & position.of(side.other());
    if royals.more_than_one()
        || royals.intersects(position.of(side))
        || !is_decided(game, position, game.decided_by_attacks(position), mv)
    {
        return None;
    }
    let Some(royal) = royals.first() else { return Some(false) };
    let occupied = position.occupied().without(mv.from).with(mv.to);
    let men = position.of(side).without(mv.from).without(mv.to);
    let moved = Some((mv.promotion.unwrap_or(mv.walk), mv.to));
    Some(is_attacked_by(game, position, royal, side, men, moved, occupied))
}

/// Returns whether the opponent attacks a square after a move that does nothing but move a man, or capture on the arrival
/// square.
pub(super) fn is_attacked_after<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    mv: Move,
    square: Square,
) -> bool {
    let enemy = position.to_move.other();
    let men = position.of(enemy);
    let occupied = position.occupied().without(mv.from).with(mv.to);
    // A neutral man attacks both sides.
    let moved = men.contains(mv.from).then(|| (mv.promotion.unwrap_or(mv.walk), mv.to));
    let men = men.without(mv.from).without(mv.to);
    is_attacked_by(game, position, square, enemy, men, moved, occupied)
}

/// Returns the only royal man of a side if it is a king and goes to every adjacent square that is empty, permitted and, after
/// the step, not attacked; `None` if that is not certain.
pub(in crate::game) fn king_decided_by_attacks<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    side: Side,
) -> Option<Square> {
    let royals = position.royal & position.of(side);
    let king = royals.first().filter(|_| !royals.more_than_one())?;
    let is_free = game.decided_by_attacks(position) != DecidedMoves::None
        && game.rules.facts().attacks.decide_king_steps
        && position.walk(Walk::King).contains(king)
        && !position.of(side.other()).contains(king);
    is_free.then_some(king)
}
