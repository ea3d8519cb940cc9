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
use crate::game::movegen::generate::MoveFilter;
use crate::game::movegen::preview::Preview;
use crate::game::{Game, PositionOf};
use crate::position::{Memory, Move, Walk};
use crate::rules::GameRules;
use crate::search::last_move::check_info::CheckInfo;
use crate::search::last_move::flights::Flights;
use crate::stipulation::{Goal, GoalObligation, GoalValue, Quantifier, Schedule};

/// The moves by which the attacker may force the defender to reach the goal at once.
pub struct SelfmateFilter<'a, B: Board, R: GameRules> {
    game: &'a Game<B, R>,
    position: &'a PositionOf<B, R>,
    check_info: CheckInfo<B::Set>,
    tempo_moves: [TempoMove<B::Set>; 2],
    /// The attacker's king.
    king: Square,
    /// Men whose moves may let the attacker's king be attacked, where that need not be check.
    exposing_men: B::Set,
    /// Men whose capture does more than capture.
    side_effect_victims: B::Set,
    /// The defender's king gives no check by a move, as the men stand: he opens no line, and where he could attack
    /// the attacker's king that attacks him.
    king_gives_no_check: bool,
    /// From where a rider would give check else.
    kings_line: B::Set,
    /// Is any attack a check?
    attack_is_check: bool,
    /// Where the defender's king may go, once that is asked for.
    flights: OnceCell<Option<Flights<B::Set>>>,
}

/// A move of the defender's that gives no check.
#[derive(Clone, Copy)]
struct TempoMove<S> {
    /// Who moves from here may make it a check.
    line_opening_squares: S,
    /// Who comes here is in the way, or may pin.
    hindering_squares: S,
    /// Here the attacker's king would be in check.
    checking_king_squares: S,
}

impl<'a, B: Board, R: GameRules> SelfmateFilter<'a, B, R> {
    /// Is the attacker's move before the last half-move asked of, which all the
    /// defender's moves must make, and only by check?
    #[inline]
    pub fn is_applicable(game: &Game<B, R>, goal: Goal, schedule: &Schedule) -> bool {
        let [.., before, last] = &schedule.plies[..] else { return false };
        B::LINES_UNIQUE
            && goal.needs_checking_move()
            && Self::quiet_moves_stay_orthodox(&game.rules)
            && (before.quantifier, before.obligation, before.goal_value)
                == (Quantifier::Exists, GoalObligation::Free, GoalValue::Ignored)
            && (last.quantifier, last.side) == (Quantifier::ForAll, before.side.other())
            && last.obligation != GoalObligation::IfPossible
            && !last.parry_only
    }

    /// Are quiet moves as in orthodox chess, whatever quiet move was made before?
    #[inline]
    fn quiet_moves_stay_orthodox(rules: &R) -> bool {
        match R::GENERAL {
            true => {
                rules.check_requires_attack()
                    && rules.king_steps_are_unrestricted()
                    && !rules.flags().quiet_effects
            }
            false => rules.attack_gives_check(),
        }
    }

    /// What is known of a position; none if no tempo move is seen.
    #[inline]
    pub fn new(game: &'a Game<B, R>, position: &'a PositionOf<B, R>) -> Option<SelfmateFilter<'a, B, R>> {
        let side = position.to_move;
        if R::GENERAL && !game.quiet_moves_are_orthodox(position) {
            return None;
        }
        let royals = |side| position.royal & position.of(side);
        let (own, other) = (royals(side), royals(side.other()));
        let king = own.first().filter(|_| !own.more_than_one() && !position.has_neutrals())?;
        let target = other.first().filter(|&target| {
            !other.more_than_one() && !game.is_attacked(position, target, side, position.occupied())
        })?;
        let replies = find_tempo_moves(game, position, king, target)?;
        // What attacks the attacker's king without check could give check once a man has moved elsewhere.
        let exposing = match R::GENERAL && !game.attack_gives_check(position) {
            true => game.blockers_and_royal(position)?,
            false => B::Set::EMPTY,
        };
        // Who comes up may do so, too.
        let covers = position.memory.hidden_squares();
        let exposing = exposing | covers;
        let behind = game.board.geometry().line(target, king);
        Some(SelfmateFilter {
            game,
            position,
            check_info: CheckInfo::new(game, position),
            tempo_moves: replies,
            king,
            exposing_men: exposing,
            side_effect_victims: match game.captures_are_plain(position) {
                true => B::Set::EMPTY,
                false if R::GENERAL && game.rules.flags().captures_own_men => position.occupied(),
                false => position.of(side.other()),
            },
            king_gives_no_check: !(behind & position.riders()).intersects(position.of(side.other()))
                && (!R::GENERAL || position.walk(Walk::King).contains(king)),
            attack_is_check: !R::GENERAL || game.attack_gives_check(position),
            kings_line: behind,
            flights: OnceCell::new(),
        })
    }

    /// Does a move leave the king a flight? It is refuted by his move then, unless that could make a check of an
    /// attack on the other king.
    #[inline]
    fn leaves_flight(&self, mv: Move, scene: Option<&Preview<B::Set>>) -> bool {
        let SelfmateFilter { game, position, .. } = *self;
        let exposes =
            self.exposing_men.contains(mv.from) || (mv.is_capture() && !self.exposing_men.is_empty());
        if !self.king_gives_no_check || mv.from == self.king || exposes {
            return false;
        }
        // Somebody reborn may stand behind the king, or attack the other without check as yet.
        let calm = match scene {
            Some(scene) => {
                scene.reborn.is_none_or(|(_, at)| self.attack_is_check && !self.kings_line.contains(at))
            }
            None => {
                self.side_effect_victims.is_empty()
                    || !mv.is_capture()
                    || (self.attack_is_check && self.kings_line.is_empty())
            }
        };
        if !calm {
            return false;
        }
        let flights = self.flights.get_or_init(|| Flights::new(game, position)).as_ref();
        let checks = self.check_info.may_give_check(mv);
        flights.is_some_and(|flights| flights.has_flight_after(game, position, mv, checks, scene))
    }

    /// What is known of checks.
    pub(in crate::search) fn check_info(&self) -> &CheckInfo<B::Set> {
        &self.check_info
    }
}

impl<B: Board, R: GameRules> MoveFilter<B::Set> for SelfmateFilter<'_, B, R> {
    #[inline]
    fn targets(&self, walk: Walk, from: Square) -> B::Set {
        let hindering = |reply: &TempoMove<B::Set>| match reply.line_opening_squares.contains(from) {
            true => !B::Set::EMPTY,
            false if self.exposing_men.contains(from) => !B::Set::EMPTY,
            false if from == self.king => reply.hindering_squares | reply.checking_king_squares,
            false => reply.hindering_squares,
        };
        let [one, other] = &self.tempo_moves;
        self.check_info.targets(walk, from) | self.side_effect_victims | (hindering(one) & hindering(other))
    }

    #[inline]
    fn accepts(&self, mv: Move) -> bool {
        !self.leaves_flight(mv, None)
    }

    fn filters_branches(&self) -> bool {
        true
    }

    /// Captures hinder where they lead the two men, and who is reborn may ride to the king when the man
    /// has moved.
    #[inline]
    fn accepts_preview(&self, mv: Move, scene: &Preview<B::Set>) -> bool {
        let SelfmateFilter { game, position, .. } = *self;
        if self.leaves_flight(mv, Some(scene)) {
            return false;
        }
        if !self.exposing_men.is_empty() || game.gives_check(position, scene) != Some(false) {
            return true;
        }
        let line = |(_, at)| game.board.geometry().line(self.king, at).with(at);
        let behind = scene.reborn.map_or(B::Set::EMPTY, line);
        let hinders = |reply: &TempoMove<B::Set>| {
            mv.from == self.king
                || reply.line_opening_squares.intersects(B::Set::of(mv.from).with(mv.to))
                || reply.hindering_squares.intersects(behind.with(mv.to).with(scene.at))
        };
        self.tempo_moves.iter().all(hinders)
    }
}

/// Two tempo moves of the side that is not to move, with which its king on `target` stays safe,
/// and the one on `king` is not checked. If there is but one, it stands for both.
#[inline]
fn find_tempo_moves<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    king: Square,
    target: Square,
) -> Option<[TempoMove<B::Set>; 2]> {
    let geometry = game.board.geometry();
    let side = position.to_move.other();
    let (men, enemies) = (position.of(side), position.of(side.other()));
    let occupied = men | enemies;
    // Who leaves somebody behind may open more than his line.
    let movers = men & !position.memory.hidden_squares::<B::Set>();
    let riders = position.riders();
    let paths = geometry.pawn(side);
    let mut found = None;
    for walk in [Walk::Pawn, Walk::Knight, Walk::Bishop, Walk::Rook, Walk::Queen] {
        for from in (movers & position.walk(walk)).without(target).iter() {
            let (to_own, to_enemy) = (geometry.line(from, target), geometry.line(from, king));
            let behind = (riders & men).without(from);
            // It may be pinned, or shut a line to the king.
            if (to_own & riders).intersects(enemies) || to_enemy.intersects(behind) {
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
            let reply = TempoMove {
                line_opening_squares: ahead,
                hindering_squares: to_own | geometry.between(from, to) | B::Set::of(from) | B::Set::of(to),
                checking_king_squares: opened.fold(attacks, |hunted, line| hunted | line),
            };
            match found {
                None => found = Some(reply),
                Some(first) => return Some([first, reply]),
            }
        }
    }
    found.map(|reply| [reply, reply])
}
