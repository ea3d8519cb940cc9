//! Loose men: which moves may lead to stalemate, told without playing them.
//!
//! A man of the side to be stalemated who can go somewhere mostly still can after the other side's
//! last move: that move must take him, or come to stand on his line with the king, or before a pawn.
//! So it goes where that is so for all *loose* men at once, and most positions have no such square.
//! A half-move earlier the same is asked of the men who stay loose though a man of their own goes next to
//! them: at most one moves, and all the others must be hindered by one move.
//!
//! Nor may the king have a flight then.
//!
//! In an h=3 of which no nets can be listed this takes the place of 4.4 million positions
//! (`docs/performance.md`).

use std::cell::OnceCell;

use crate::board::{Board, Square, Squares};
use crate::game::movegen::generate::MoveFilter;
use crate::game::movegen::preview::Preview;
use crate::game::{Game, PositionOf};
use crate::position::{Memory, Move, Side, Walk};
use crate::rules::GameRules;
use crate::search::last_move::check_info::CheckInfo;
use crate::search::last_move::flights::Flights;
use crate::stipulation::{Goal, GoalObligation, GoalValue, Quantifier, Schedule};

/// So many men, and no more, are looked at.
const MAX_MOBILE_MEN: usize = 16;

/// A man who can move.
#[derive(Clone, Copy)]
struct MobileMan<S> {
    at: Square,
    /// Who comes here may hinder him.
    hindering_squares: S,
    /// Where a pawn goes; who stands there stops it.
    pawn_step: Option<Square>,
}

/// The men of a side who can move, but for its king.
struct MobileMen<S> {
    men: [MobileMan<S>; MAX_MOBILE_MEN],
    count: usize,
}

/// The moves that may stalemate at once.
pub(in crate::search) struct StalemateGoalFilter<'a, B: Board, R: GameRules> {
    game: &'a Game<B, R>,
    position: &'a PositionOf<B, R>,
    mobile_men: MobileMen<B::Set>,
    /// Where an attack need not be check: those that may attack the king, which might become checks when a loose
    /// man moves.
    attack_info: Option<CheckInfo<B::Set>>,
    hindering_squares: B::Set,
    /// Whose capture may do more than capture.
    side_effect_victims: B::Set,
    /// Who may uncover somebody by leaving.
    hidden: B::Set,
    /// Castling hinders on squares of its own.
    may_castle: bool,
    /// Where the king may go, once that is asked for.
    flights: OnceCell<Option<Flights<B::Set>>>,
}

/// The moves of the side to be stalemated after which that may be possible at once.
pub(in crate::search) struct HelpStalemateFilter<S> {
    king: Square,
    /// May the king move?
    king_may_move: bool,
    /// Men who are looked at, and where each may go.
    men: [(Square, S); MAX_MOBILE_MEN],
    count: usize,
    /// Where others may go.
    other_targets: S,
}

impl<S: Squares> MobileMen<S> {
    /// Those of a side who can move whatever the other side does, as long as it does not hinder them,
    /// and `steady` ones even if a man of their own goes to one more square. None if there is not one king.
    #[inline]
    fn new<B: Board<Set = S>, R: GameRules>(
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
        side: Side,
        steady: bool,
    ) -> Option<(MobileMen<S>, Square)> {
        let royals = position.royal & position.of(side);
        let king = royals.first().filter(|_| !royals.more_than_one())?;
        let (own, enemies) = (position.of(side), position.of(side.other()));
        if !position.walk(Walk::King).contains(king) || enemies.contains(king) {
            return None;
        }
        let geometry = game.board.geometry();
        let occupied = own | enemies;
        let riders = position.riders() & enemies;
        // Who may be taken in passing is hindered from elsewhere; who uncovers another may not move.
        let passer = position.ep_pawn();
        let covers = position.memory.hidden_squares::<S>();
        // Captures may be forbidden.
        let barred = if R::ORTHODOX_CAPTURES { own } else { occupied };
        let paths = geometry.pawn(side);
        let mut found = MobileMen {
            men: [MobileMan { at: king, hindering_squares: S::EMPTY, pawn_step: None }; MAX_MOBILE_MEN],
            count: 0,
        };
        for walk in [Walk::Queen, Walk::Rook, Walk::Bishop, Walk::Knight, Walk::Pawn] {
            // Who belongs to both sides may be moved by the other.
            for at in (own & !enemies & position.walk(walk)).iter() {
                let line = geometry.line(at, king);
                // He may be pinned, or get pinned by a line that opens.
                if line.intersects(riders) || Some(at) == passer || covers.contains(at) {
                    continue;
                }
                let near = match walk {
                    Walk::Pawn => paths.step[at.index()] & !occupied,
                    Walk::Knight => geometry.knight[at.index()] & !barred,
                    _ => game.board.attacks(walk, side, at, occupied) & geometry.king[at.index()] & !barred,
                };
                let Some(to) = near.first() else { continue };
                if steady && walk != Walk::Pawn && near.without_first().is_empty() {
                    continue;
                }
                let mut arrivals = (line | S::of(at)).without(king);
                let mut step = None;
                if walk == Walk::Pawn {
                    step = Some(to);
                    arrivals |= near;
                } else if !R::ORTHODOX_CAPTURES && near.without_first().without_first().is_empty() {
                    // By standing there the capturer and the captured man take the last moves from him who might
                    // not capture.
                    arrivals |= near;
                }
                // Among the men who are looked at nothing changes if there are more.
                let Some(man) = found.men.get_mut(found.count) else { return Some((found, king)) };
                *man = MobileMan { at, hindering_squares: arrivals, pawn_step: step };
                found.count += 1;
            }
        }
        Some((found, king))
    }

    fn as_slice(&self) -> &[MobileMan<S>] {
        &self.men[..self.count]
    }
}

impl<'a, B: Board, R: GameRules> StalemateGoalFilter<'a, B, R> {
    /// Is this known of a game and a goal?
    #[inline]
    pub fn is_applicable(game: &Game<B, R>, goal: Goal) -> bool {
        let rules = &game.rules;
        let free = R::GENERAL
            && rules.check_requires_attack()
            && rules.king_steps_are_unrestricted()
            && !rules.flags().quiet_effects;
        goal == Goal::Stalemate && (R::ORTHODOX_CAPTURES || free) && B::LINES_UNIQUE && !game.may_pass
    }

    /// What is known of a position; none if nothing is.
    #[inline]
    pub fn new(
        game: &'a Game<B, R>,
        position: &'a PositionOf<B, R>,
    ) -> Option<StalemateGoalFilter<'a, B, R>> {
        let side = position.to_move.other();
        if R::GENERAL && !game.quiet_moves_are_orthodox(position) {
            return None;
        }
        let (mut loose, king) = MobileMen::new(game, position, side, false)?;
        let mut attacks = None;
        if R::GENERAL && !game.attack_gives_check(position) {
            let checks = CheckInfo::new(game, position);
            if checks.is_unrestricted() || game.is_attacked(position, king, side.other(), position.occupied())
            {
                // Any move may bind a man then, but the king is as free as ever.
                loose.count = 0;
            } else {
                attacks = Some(checks);
            }
        }
        let arrivals =
            loose.as_slice().iter().fold(!B::Set::EMPTY, |arrivals, man| arrivals & man.hindering_squares);
        let castles = position.castling.intersects(position.of(position.to_move));
        let own_too = R::GENERAL && game.rules.flags().captures_own_men;
        let victims = match game.captures_are_plain(position) {
            true => B::Set::EMPTY,
            false => position.of(side) | if own_too { position.of(position.to_move) } else { B::Set::EMPTY },
        };
        let covers = position.memory.hidden_squares();
        let flights = OnceCell::new();
        Some(StalemateGoalFilter {
            game,
            position,
            mobile_men: loose,
            attack_info: attacks,
            hindering_squares: arrivals,
            side_effect_victims: victims,
            hidden: covers,
            may_castle: castles,
            flights,
        })
    }

    /// Does no move stalemate?
    #[inline]
    pub fn rejects_all_moves(&self) -> bool {
        (self.hindering_squares | self.side_effect_victims | self.hidden).is_empty()
            && !self.may_castle
            && self.attack_info.is_none()
    }

    /// Does a move surely leave the king a flight?
    #[inline]
    fn leaves_flight(&self, mv: Move, scene: Option<&Preview<B::Set>>) -> bool {
        let StalemateGoalFilter { game, position, .. } = *self;
        let flights = self.flights.get_or_init(|| Flights::new(game, position)).as_ref();
        flights.is_some_and(|flights| flights.has_flight_after(game, position, (mv, false), scene))
    }
}

impl<B: Board, R: GameRules> MoveFilter<B::Set> for StalemateGoalFilter<'_, B, R> {
    #[inline]
    fn targets(&self, walk: Walk, from: Square) -> B::Set {
        if self.hidden.contains(from) {
            return !B::Set::EMPTY;
        }
        let attacks = self.attack_info.as_ref().map_or(B::Set::EMPTY, |attacks| attacks.targets(walk, from));
        self.hindering_squares | self.side_effect_victims | attacks
    }

    #[inline]
    fn accepts(&self, mv: Move) -> bool {
        !self.leaves_flight(mv, None)
    }

    fn filters_branches(&self) -> bool {
        true
    }

    #[inline]
    fn accepts_preview(&self, mv: Move, scene: &Preview<B::Set>) -> bool {
        let reborn = scene.reborn.map_or(B::Set::EMPTY, |(_, at)| B::Set::of(at));
        let comes = reborn.with(mv.to).with(scene.at);
        let hinders = self.attack_info.is_some()
            || self.hidden.contains(mv.from)
            || self.mobile_men.as_slice().iter().all(|man| man.hindering_squares.intersects(comes));
        hinders && !self.leaves_flight(mv, Some(scene))
    }
}

impl<S: Squares> HelpStalemateFilter<S> {
    /// Is the half-move before the last one asked of, by which the other side is to stalemate?
    #[inline]
    pub fn is_applicable<B: Board<Set = S>, R: GameRules>(
        game: &Game<B, R>,
        goal: Goal,
        schedule: &Schedule,
    ) -> bool {
        let [.., before, last] = &schedule.plies[..] else { return false };
        R::ORTHODOX_CAPTURES
            && StalemateGoalFilter::<B, R>::is_applicable(game, goal)
            && (before.quantifier, before.obligation, before.goal_value)
                == (Quantifier::Exists, GoalObligation::Free, GoalValue::Ignored)
            && (last.quantifier, last.side) == (Quantifier::Exists, before.side.other())
    }

    /// What is known of a position; none if nothing is.
    #[inline]
    pub fn new<B: Board<Set = S>, R: GameRules>(
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
    ) -> Option<HelpStalemateFilter<S>> {
        let (loose, king) = MobileMen::new(game, position, position.to_move, true)?;
        let loose = loose.as_slice();
        let reach = reachable_squares(game, position, position.to_move.other());
        // Who castles comes to two squares.
        let castlings = game.board.geometry().castlings.iter();
        let castlings =
            castlings.filter(|way| way.side != position.to_move && way.is_granted(position.castling));
        let castlings = castlings.map(|way| S::of(way.king_to) | S::of(way.rook_to));
        // Can the other side hinder all these men but one or two?
        let hinders = |spared: Option<usize>, moved: Option<usize>| {
            let others =
                loose.iter().enumerate().filter(|&(man, _)| Some(man) != spared && Some(man) != moved);
            let hindering = others.clone().fold(reach, |arrivals, (_, man)| arrivals & man.hindering_squares);
            !hindering.is_empty()
                || castlings
                    .clone()
                    .any(|ends| others.clone().all(|(_, man)| ends.intersects(man.hindering_squares)))
        };
        let ways = |moved: Option<usize>| {
            if hinders(None, moved) {
                return !S::EMPTY;
            }
            // He himself may stop one pawn.
            let pawns = loose.iter().enumerate().filter_map(|(man, pawn)| Some((man, pawn.pawn_step?)));
            let stopped = pawns.filter(|&(man, _)| Some(man) != moved && hinders(Some(man), moved));
            S::from_squares(stopped.map(|(_, step)| step))
        };
        // When the king has moved each rider, one promoted among them, may pin a man, one may be taken
        // and one stopped by the king. Castling and captures in passing are looked at in any case.
        let riders = position.riders() & position.of(position.to_move.other());
        let mut eve = HelpStalemateFilter {
            king,
            king_may_move: loose.len() <= riders.count() as usize + 3,
            men: [(king, S::EMPTY); MAX_MOBILE_MEN],
            count: loose.len(),
            other_targets: ways(None),
        };
        for (man, &MobileMan { at, .. }) in loose.iter().enumerate() {
            eve.men[man] = (at, ways(Some(man)));
        }
        Some(eve)
    }
}

/// Where a side may go with its next move, if men of the other side stand in no way, and its own
/// are captured perhaps.
#[inline]
fn reachable_squares<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    side: Side,
) -> B::Set {
    let own = position.of(side);
    let geometry = game.board.geometry();
    let paths = geometry.pawn(side);
    let mut reach = B::Set::EMPTY;
    for walk in [Walk::King, Walk::Queen, Walk::Rook, Walk::Bishop, Walk::Knight] {
        for from in (position.walk(walk) & own).iter() {
            reach |= game.board.attacks(walk, side, from, own);
        }
    }
    for from in (position.walk(Walk::Pawn) & own).iter() {
        reach |= paths.attacks[from.index()] | paths.step[from.index()];
        if paths.double_rank.contains(from) {
            for passed in paths.step[from.index()].iter() {
                reach |= paths.step[passed.index()];
            }
        }
    }
    reach
}

impl<S: Squares> MoveFilter<S> for HelpStalemateFilter<S> {
    #[inline]
    fn targets(&self, _: Walk, from: Square) -> S {
        if from == self.king {
            return if self.king_may_move { !S::EMPTY } else { S::EMPTY };
        }
        let man = self.men[..self.count].iter().find(|&&(at, _)| at == from);
        man.map_or(self.other_targets, |&(_, ways)| ways)
    }
}
