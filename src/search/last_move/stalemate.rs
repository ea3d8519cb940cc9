//! Move filter of the last ply towards stalemate.
//!
//! **What.** A mobile man of the side to be stalemated can still move after the last move unless that move
//! captures it, arrives on its line with its king, or stops it if it is a pawn. The filter lists only arrival
//! squares that do so for all mobile men at once, and rejects moves that leave the king a flight.
//!
//! Example: white Ke1 Rc1, black Ka8 Pb7 Ph7, White to move. The pawn b7 is hindered by an arrival on b7
//! (capture), b6 (block) or c6, d5, ... h1 (pin); the pawn h7 by one on h7 or h6. No square hinders both, so
//! that no move stalemates.
//!
//! **Why it is correct.** Every condition is necessary for stalemate. Men that a rider could pin or that may
//! be captured en passant are not counted as mobile. Applies where every check requires an attack, king steps are
//! unrestricted and quiet moves have no side effects; captures with effects are judged by the board after them.
//!
//! **Cost and gain.** Most positions have no hindering square. With the [filter one ply
//! earlier](crate::search::penultimate::stalemate), an h=3 that has too many mate patterns from 10.4 to 0.13
//! s: 4.4 million positions are not searched (`docs/internals/experiments.md`).
//!
//! **Reference.** None known.

use std::cell::OnceCell;

use crate::board::{Board, Square, Squares};
use crate::game::movegen::generate::MoveFilter;
use crate::game::movegen::preview::Preview;
use crate::game::{Game, PositionOf};
use crate::position::{AnyRuleState, Move, Side, Walk};
use crate::rules::GameRules;
use crate::search::last_move::check_info::CheckInfo;
use crate::search::last_move::flights::Flights;
use crate::stipulation::Goal;

/// The maximum number of mobile men that are considered.
pub(in crate::search) const MAX_MOBILE_MEN: usize = 16;

/// A man that can move.
#[derive(Clone, Copy)]
pub(in crate::search) struct MobileMan<S> {
    /// Its square.
    pub at: Square,
    /// Squares on which an arriving man may immobilise it.
    pub hindering_squares: S,
    /// The square ahead of a pawn: a man there blocks it.
    pub pawn_step: Option<Square>,
}

/// The mobile men of a side, its king excepted.
pub(in crate::search) struct MobileMen<S> {
    men: [MobileMan<S>; MAX_MOBILE_MEN],
    count: usize,
}

/// Which men count as mobile.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::search) enum Mobility {
    /// Those that can move now.
    Now,
    /// Those that can still move after a man of their own side has made a move.
    AfterOwnMove,
}

/// The moves that may stalemate.
pub(in crate::search) struct StalemateGoalFilter<'a, B: Board, R: GameRules> {
    game: &'a Game<B, R>,
    position: &'a PositionOf<B, R>,
    mobile_men: MobileMen<B::Set>,
    /// Moves that may attack the king, where an attack need not be a check: the attack may become a check
    /// when a mobile man moves.
    attack_info: Option<CheckInfo<B::Set>>,
    /// Squares on which an arriving man may immobilise all mobile men.
    hindering_squares: B::Set,
    /// Men that may have side effects when captured.
    side_effect_victims: B::Set,
    /// Squares from which a departing man may reveal a hidden man.
    hidden: B::Set,
    /// Whether the side to move may castle, which occupies squares that are not listed.
    may_castle: bool,
    /// The king's flights, computed on first use.
    flights: OnceCell<Option<Flights<B::Set>>>,
}

impl<S: Squares> MobileMan<S> {
    /// Returns a man with the targets `near`, on a line to its king; `None` if it is not mobile.
    #[inline]
    fn new<R: GameRules>(
        walk: Walk,
        at: Square,
        near: S,
        line: S,
        mobility: Mobility,
    ) -> Option<MobileMan<S>> {
        let to = near.first()?;
        // An own man may occupy the only target. A pawn blocked in this way is handled by `pawn_step`.
        if mobility == Mobility::AfterOwnMove && walk != Walk::Pawn && near.without_first().is_empty() {
            return None;
        }
        let mut hindering_squares = line | S::of(at);
        let mut pawn_step = None;
        if walk == Walk::Pawn {
            pawn_step = Some(to);
            hindering_squares |= near;
        } else if !R::ORTHODOX_CAPTURES && near.without_first().without_first().is_empty() {
            // The capturer and the reborn victim may occupy the last two targets, and capturing them may be
            // forbidden.
            hindering_squares |= near;
        }
        Some(MobileMan { at, hindering_squares, pawn_step })
    }
}

/// Returns the adjacent squares to which a man of a side can move: those a knight's move away for a knight, and
/// the square ahead for a pawn.
#[inline]
fn near_targets<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    side: Side,
    walk: Walk,
    at: Square,
) -> B::Set {
    let geometry = game.board.geometry();
    let occupied = position.occupied();
    // Captures may be forbidden.
    let excluded = if R::ORTHODOX_CAPTURES { position.of(side) } else { occupied };
    match walk {
        Walk::Pawn => geometry.pawn(side).step[at.index()] & !occupied,
        Walk::Knight => geometry.knight[at.index()] & !excluded,
        _ => game.board.attacks(walk, side, at, occupied) & geometry.king[at.index()] & !excluded,
    }
}

impl<S: Squares> MobileMen<S> {
    /// Returns the men of a side that can move whatever the other side plays, unless it hinders them, and the
    /// square of the king. `None` unless the side has exactly one royal man, a king of its own.
    #[inline]
    pub fn new<B: Board<Set = S>, R: GameRules>(
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
        side: Side,
        mobility: Mobility,
    ) -> Option<(MobileMen<S>, Square)> {
        let royals = position.royal & position.of(side);
        let king = royals.first().filter(|_| !royals.more_than_one())?;
        let (own, enemies) = (position.of(side), position.of(side.other()));
        if !position.walk(Walk::King).contains(king) || enemies.contains(king) {
            return None;
        }
        let riders = position.riders() & enemies;
        // An en passant capture hinders from another square; a man with a hidden man below it may be unable
        // to leave.
        let mut unsure = position.rule_state.hidden_squares::<S>();
        if let Some(ep_pawn) = position.ep_pawn() {
            unsure |= S::of(ep_pawn);
        }
        let mut found = MobileMen {
            men: [MobileMan { at: king, hindering_squares: S::EMPTY, pawn_step: None }; MAX_MOBILE_MEN],
            count: 0,
        };
        for walk in [Walk::Queen, Walk::Rook, Walk::Bishop, Walk::Knight, Walk::Pawn] {
            // A neutral man may be moved by the other side.
            for at in (own & !enemies & !unsure & position.walk(walk)).iter() {
                // The man may be pinned now, or when a line opens.
                let line = game.board.geometry().line(at, king);
                if line.intersects(riders) {
                    continue;
                }
                let near = near_targets(game, position, side, walk, at);
                let line = line.without(king);
                let Some(mobile) = MobileMan::new::<R>(walk, at, near, line, mobility) else { continue };
                // Further men are ignored: the conditions on the first ones remain necessary.
                let Some(man) = found.men.get_mut(found.count) else { return Some((found, king)) };
                *man = mobile;
                found.count += 1;
            }
        }
        Some((found, king))
    }

    /// The men as a slice.
    pub fn as_slice(&self) -> &[MobileMan<S>] {
        &self.men[..self.count]
    }
}

impl<'a, B: Board, R: GameRules> StalemateGoalFilter<'a, B, R> {
    /// Returns whether the filter is valid for a game and a goal.
    #[inline]
    pub fn is_applicable(game: &Game<B, R>, goal: Goal) -> bool {
        goal == Goal::Stalemate && game.quiet_moves_stay_orthodox() && B::LINES_UNIQUE && !game.may_pass
    }

    /// The filter of a position; `None` if nothing can be rejected there.
    #[inline]
    pub fn new(
        game: &'a Game<B, R>,
        position: &'a PositionOf<B, R>,
    ) -> Option<StalemateGoalFilter<'a, B, R>> {
        let side = position.to_move.other();
        if !game.quiet_moves_are_orthodox(position) {
            return None;
        }
        let (mut mobile_men, king) = MobileMen::new(game, position, side, Mobility::Now)?;
        let mut attack_info = None;
        if !game.check_model(position).sufficient {
            let info = CheckInfo::new(game, position);
            if info.is_unrestricted() || game.is_attacked(position, king, side.other(), position.occupied()) {
                // Any move may then pin a man, but the king's flights are not affected.
                mobile_men.count = 0;
            } else {
                attack_info = Some(info);
            }
        }
        let hindering_squares =
            mobile_men.as_slice().iter().fold(!B::Set::EMPTY, |squares, man| squares & man.hindering_squares);
        let side_effect_victims = match game.captures_are_plain(position) {
            true => B::Set::EMPTY,
            false => game.possible_victims(position),
        };
        Some(StalemateGoalFilter {
            game,
            position,
            mobile_men,
            attack_info,
            hindering_squares,
            side_effect_victims,
            hidden: position.rule_state.hidden_squares(),
            may_castle: position.castling.intersects(position.of(position.to_move)),
            flights: OnceCell::new(),
        })
    }

    /// Returns whether no move can stalemate.
    #[inline]
    pub fn rejects_all_moves(&self) -> bool {
        (self.hindering_squares | self.side_effect_victims | self.hidden).is_empty()
            && !self.may_castle
            && self.attack_info.is_none()
    }

    /// Returns whether a move certainly leaves the king a flight.
    #[inline]
    fn leaves_flight(&self, mv: Move, preview: Option<&Preview<B::Set>>) -> bool {
        let StalemateGoalFilter { game, position, .. } = *self;
        let flights = self.flights.get_or_init(|| Flights::new(game, position)).as_ref();
        flights.is_some_and(|flights| flights.has_flight_after(game, position, mv, false, preview))
    }
}

impl<B: Board, R: GameRules> MoveFilter<B::Set> for StalemateGoalFilter<'_, B, R> {
    #[inline]
    fn targets(&self, walk: Walk, from: Square) -> B::Set {
        if self.hidden.contains(from) {
            return !B::Set::EMPTY;
        }
        let attacks = self.attack_info.as_ref().map_or(B::Set::EMPTY, |info| info.targets(walk, from));
        self.hindering_squares | self.side_effect_victims | attacks
    }

    #[inline]
    fn accepts(&self, mv: Move) -> bool {
        let StalemateGoalFilter { game, position, .. } = *self;
        if game.has_capture_previews() && mv.is_capture() && !position.has_neutrals() {
            let accepted =
                game.preview(position, mv).accepted_by(|preview| self.accepts_preview(mv, preview));
            if let Some(accepted) = accepted {
                return accepted;
            }
        }
        !self.leaves_flight(mv, None)
    }

    fn filters_branches(&self) -> bool {
        true
    }

    #[inline]
    fn accepts_preview(&self, mv: Move, preview: &Preview<B::Set>) -> bool {
        let reborn = preview.reborn.map_or(B::Set::EMPTY, |(_, at)| B::Set::of(at));
        let arrivals = reborn.with(mv.to).with(preview.at);
        let may_stalemate = self.attack_info.is_some()
            || self.hidden.contains(mv.from)
            || self.mobile_men.as_slice().iter().all(|man| man.hindering_squares.intersects(arrivals));
        may_stalemate && !self.leaves_flight(mv, Some(preview))
    }
}
