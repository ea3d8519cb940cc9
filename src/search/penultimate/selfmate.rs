//! Tempo moves: which moves before the last half-move of self play compel nobody.
//!
//! All the defender's moves must reach the goal then, and a man of his that can go somewhere without
//! giving check mostly still can after the attacker's move. So a move need be looked at only if it may give
//! check, or hinders that *tempo move*: if it takes the man or shuts its way, may pin it, or makes
//! the move a check, by opening a line or by going where the king is hit. Where two men have tempo
//! moves it must hinder both. Of all these, moves are left out which leave the defender's king a
//! flight, for a king that shuts no line gives no check by leaving, unless to a royal man that is no king.
//!
//! Of 13.7 moves a position in a selfmate in six this leaves 0.9, and the whole problem takes
//! a third of the time (`docs/performance.md`).

use std::cell::OnceCell;

use crate::board::{Board, Square, Squares};
use crate::game::movegen::generate::Aim;
use crate::game::movegen::preview::Scene;
use crate::game::{Game, PositionOf};
use crate::position::{Memory, Move, Walk};
use crate::rules::Rules;
use crate::search::last_move::check_info::Checks;
use crate::search::last_move::flights::Flights;
use crate::stipulation::{Choice, Duty, Goal, Reach, Schedule};

/// The moves by which the attacker may force the defender to reach the goal at once.
pub struct Tempo<'a, B: Board, R: Rules> {
    game: &'a Game<B, R>,
    position: &'a PositionOf<B, R>,
    checks: Checks<B::Set>,
    replies: [Reply<B::Set>; 2],
    /// The attacker's king.
    king: Square,
    /// Men whose moves may let the attacker's king be attacked, where that need not be check.
    exposing: B::Set,
    /// Men whose capture does more than capture.
    victims: B::Set,
    /// The defender's king gives no check by a move, as the men stand: he opens no line, and where he could attack
    /// the attacker's king that attacks him.
    is_harmless: bool,
    /// From where a rider would give check else.
    behind: B::Set,
    /// Is any attack a check?
    attacks_check: bool,
    /// Where the defender's king may go, once that is asked for.
    flights: OnceCell<Option<Flights<B::Set>>>,
}

/// A move of the defender's that gives no check.
#[derive(Clone, Copy)]
struct Reply<S> {
    /// Who moves from here may make it a check.
    departures: S,
    /// Who comes here is in the way, or may pin.
    arrivals: S,
    /// Here the attacker's king would be in check.
    hunted: S,
}

impl<'a, B: Board, R: Rules> Tempo<'a, B, R> {
    /// Is the attacker's move before the last half-move asked of, which all the
    /// defender's moves must make, and only by check?
    #[inline]
    pub fn speaks_of(game: &Game<B, R>, goal: Goal, schedule: &Schedule) -> bool {
        let [.., before, last] = &schedule.halves[..] else { return false };
        B::STRAIGHT
            && goal.takes_check()
            && Self::leave_men_free(&game.rules)
            && (before.choice, before.duty, before.reach) == (Choice::Some, Duty::Free, Reach::Nothing)
            && (last.choice, last.side) == (Choice::Every, before.side.other())
            && last.duty != Duty::Bound
            && !last.parries
    }

    /// Are quiet moves as in orthodox chess, whatever quiet move was made before?
    #[inline]
    fn leave_men_free(rules: &R) -> bool {
        match R::GENERAL {
            true => rules.check_is_attack() && rules.frees_kings() && !rules.needs().quiet,
            false => rules.attack_is_check(),
        }
    }

    /// What is known of a position; none if no tempo move is seen.
    #[inline]
    pub fn new(game: &'a Game<B, R>, position: &'a PositionOf<B, R>) -> Option<Tempo<'a, B, R>> {
        let side = position.to_move;
        if R::GENERAL && !game.quiet_moves_are_orthodox(position) {
            return None;
        }
        let royals = |side| position.royal & position.of(side);
        let (own, other) = (royals(side), royals(side.other()));
        let king = own.first().filter(|_| !own.several() && !position.has_neutrals())?;
        let target = other.first().filter(|&target| {
            !other.several() && !game.is_attacked(position, target, side, position.occupied())
        })?;
        let replies = replies(game, position, king, target)?;
        // What attacks the attacker's king without check could give check once a man has moved elsewhere.
        let exposing = match R::GENERAL && !game.attacks_are_checks(position) {
            true => game.shields(position)?,
            false => B::Set::EMPTY,
        };
        // Who comes up may do so, too.
        let covers = position.memory.covers();
        let exposing = exposing | covers;
        let behind = game.board.geometry().line(target, king);
        Some(Tempo {
            game,
            position,
            checks: Checks::new(game, position),
            replies,
            king,
            exposing,
            victims: match game.captures_leave_nothing(position) {
                true => B::Set::EMPTY,
                false if R::GENERAL && game.rules.needs().own_men => position.occupied(),
                false => position.of(side.other()),
            },
            is_harmless: !(behind & position.riders()).meets(position.of(side.other()))
                && (!R::GENERAL || position.walk(Walk::King).contains(king)),
            attacks_check: !R::GENERAL || game.attacks_are_checks(position),
            behind,
            flights: OnceCell::new(),
        })
    }

    /// Does a move leave the king a flight? It is refuted by his move then, unless that could make a check of an
    /// attack on the other king.
    #[inline]
    fn leaves_flight(&self, mv: Move, scene: Option<&Scene<B::Set>>) -> bool {
        let Tempo { game, position, .. } = *self;
        let exposes = self.exposing.contains(mv.from) || (mv.is_capture() && !self.exposing.is_empty());
        if !self.is_harmless || mv.from == self.king || exposes {
            return false;
        }
        // Somebody reborn may stand behind the king, or attack the other without check as yet.
        let calm = match scene {
            Some(scene) => scene.reborn.is_none_or(|(_, at)| self.attacks_check && !self.behind.contains(at)),
            None => {
                self.victims.is_empty() || !mv.is_capture() || (self.attacks_check && self.behind.is_empty())
            }
        };
        if !calm {
            return false;
        }
        let flights = self.flights.get_or_init(|| Flights::new(game, position)).as_ref();
        let checks = self.checks.may_give(mv);
        flights.is_some_and(|flights| flights.remain(game, position, (mv, checks), scene))
    }

    /// What is known of checks.
    pub(in crate::search) fn checks(&self) -> &Checks<B::Set> {
        &self.checks
    }
}

impl<B: Board, R: Rules> Aim<B::Set> for Tempo<'_, B, R> {
    #[inline]
    fn targets(&self, walk: Walk, from: Square) -> B::Set {
        let hindering = |reply: &Reply<B::Set>| match reply.departures.contains(from) {
            true => !B::Set::EMPTY,
            false if self.exposing.contains(from) => !B::Set::EMPTY,
            false if from == self.king => reply.arrivals | reply.hunted,
            false => reply.arrivals,
        };
        let [one, other] = &self.replies;
        self.checks.targets(walk, from) | self.victims | (hindering(one) & hindering(other))
    }

    #[inline]
    fn wants(&self, mv: Move) -> bool {
        !self.leaves_flight(mv, None)
    }

    fn looks_at_scenes(&self) -> bool {
        true
    }

    /// Captures hinder where they lead the two men, and who is reborn may ride to the king when the man
    /// has moved.
    #[inline]
    fn wants_scene(&self, mv: Move, scene: &Scene<B::Set>) -> bool {
        let Tempo { game, position, .. } = *self;
        if self.leaves_flight(mv, Some(scene)) {
            return false;
        }
        if !self.exposing.is_empty() || game.gives_check(position, scene) != Some(false) {
            return true;
        }
        let line = |(_, at)| game.board.geometry().line(self.king, at).with(at);
        let behind = scene.reborn.map_or(B::Set::EMPTY, line);
        let hinders = |reply: &Reply<B::Set>| {
            mv.from == self.king
                || reply.departures.meets(B::Set::of(mv.from).with(mv.to))
                || reply.arrivals.meets(behind.with(mv.to).with(scene.at))
        };
        self.replies.iter().all(hinders)
    }
}

/// Two tempo moves of the side that is not to move, with which its king on `target` stays safe,
/// and the one on `king` is not checked. If there is but one, it stands for both.
#[inline]
fn replies<B: Board, R: Rules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    king: Square,
    target: Square,
) -> Option<[Reply<B::Set>; 2]> {
    let geometry = game.board.geometry();
    let side = position.to_move.other();
    let (men, enemies) = (position.of(side), position.of(side.other()));
    let occupied = men | enemies;
    // Who leaves somebody behind may open more than his line.
    let movers = men & !position.memory.covers::<B::Set>();
    let riders = position.riders();
    let paths = geometry.pawn(side);
    let mut found = None;
    for walk in [Walk::Pawn, Walk::Knight, Walk::Bishop, Walk::Rook, Walk::Queen] {
        for from in (movers & position.walk(walk)).without(target).iter() {
            let (to_own, to_enemy) = (geometry.line(from, target), geometry.line(from, king));
            let behind = (riders & men).without(from);
            // It may be pinned, or shut a line to the king.
            if (to_own & riders).meets(enemies) || to_enemy.meets(behind) {
                continue;
            }
            let rest = occupied.without(from);
            let (targets, checks) = match walk {
                Walk::Pawn => {
                    (paths.step[from.index()] & !paths.promotion_rank, paths.attackers[king.index()])
                }
                walk => {
                    let attacks = game.board.attacks(walk, side, from, occupied);
                    (attacks, game.board.attacks(walk, side, king, rest))
                }
            };
            let targets = targets & !occupied & !checks;
            let near = targets & geometry.king[from.index()];
            let Some(to) = near.first().or(targets.first()) else { continue };
            let ahead = if riders.contains(from) { geometry.between(to, king) } else { B::Set::EMPTY };
            let opened = behind.iter().map(|rider| geometry.line(rider, from));
            let attacks = game.board.attacks(walk, side, to, rest.without(king));
            let reply = Reply {
                departures: ahead,
                arrivals: to_own | geometry.between(from, to) | B::Set::of(from) | B::Set::of(to),
                hunted: opened.fold(attacks, |hunted, line| hunted | line),
            };
            match found {
                None => found = Some(reply),
                Some(first) => return Some([first, reply]),
            }
        }
    }
    found.map(|reply| [reply, reply])
}
