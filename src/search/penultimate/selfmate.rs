//! Move filter of the last ply but one in selfmates and the like: the attacker must remove all tempo moves.
//!
//! **What.** Every reply to the attacker's move must reach the goal, which requires a check. A *tempo move*
//! is a legal reply that gives no check. The attacker's move must give check, or must remove each tempo move:
//! capture or pin the man, block its path, or turn the move into a check by opening a line or by moving the
//! own king onto a square that the move attacks. Up to two tempo moves of different men are computed for a
//! position; a move is accepted only if it may remove both. Moves that leave the defender's king a flight are
//! rejected as well: a king move that opens no line gives no check.
//!
//! Example: attacker Kh1, defender Ka8 Pb6. The step to b5 is a tempo move. Without a check the attacker must
//! arrive on b6 or b5 (capture or block), or move its king to a4 or c4, where b5 would give check; a8 and b6
//! share no line, so that the pawn cannot be pinned.
//!
//! **Why it is correct.** A rejected move leaves a legal reply that gives no check and so misses the goal.
//! Applies where quiet moves stay orthodox after any quiet move; the flight test is skipped where a king move
//! could give check by an attack on a fairy royal man.
//!
//! **Cost and gain.** Leaves 0.9 of 13.7 moves per position in a s#6 and takes a third of its time
//! (`docs/internals/experiments.md`).
//!
//! **Reference.** Tempo moves are a term of composition; the filter is not known to be published.

use std::cell::OnceCell;

use crate::board::{Board, Square, Squares};
use crate::game::movegen::generate::MoveFilter;
use crate::game::movegen::preview::Preview;
use crate::game::{Game, PositionOf};
use crate::position::{AnyRuleState, Move, Walk};
use crate::rules::GameRules;
use crate::search::last_move::check_info::CheckInfo;
use crate::search::last_move::flights::Flights;
use crate::stipulation::{Goal, GoalObligation, GoalValue, Quantifier, Schedule};

/// The moves by which the attacker may force the defender to reach the goal by its next move.
pub struct SelfmateFilter<'a, B: Board, R: GameRules> {
    game: &'a Game<B, R>,
    position: &'a PositionOf<B, R>,
    check_info: CheckInfo<B::Set>,
    /// Tempo moves of the defender, of two men if there are two.
    tempo_moves: [TempoMove<B::Set>; 2],
    /// The square of the attacker's king.
    king: Square,
    /// Attacker's men that by moving may expose the attacker's king to an attack that need not be a check.
    exposing_men: B::Set,
    /// Men that may have side effects when captured.
    side_effect_victims: B::Set,
    /// Whether no move of the defender's king gives check in the present position: it opens no line, and next
    /// to the attacker's king it would be attacked.
    king_gives_no_check: bool,
    /// The line through both kings, on which a rider gives check when the defender's king leaves it.
    kings_line: B::Set,
    /// Whether every attack is a check.
    attack_is_check: bool,
    /// The flights of the defender's king, computed on first use.
    flights: OnceCell<Option<Flights<B::Set>>>,
}

/// A tempo move: a legal move of the defender that gives no check.
#[derive(Clone, Copy)]
struct TempoMove<S> {
    /// Squares from which a departing man may turn the tempo move into a check.
    line_opening_squares: S,
    /// Squares on which an arriving man blocks, captures or may pin the moving man.
    hindering_squares: S,
    /// Squares on which the attacker's king would be in check after the tempo move.
    checking_king_squares: S,
}

impl<S: Squares> TempoMove<S> {
    /// Returns one that every move may remove.
    fn unknown() -> TempoMove<S> {
        let all = !S::EMPTY;
        TempoMove { line_opening_squares: all, hindering_squares: all, checking_king_squares: all }
    }
}

impl<'a, B: Board, R: GameRules> SelfmateFilter<'a, B, R> {
    /// Returns whether the filter is valid for the last ply but one of a schedule: all moves of the other
    /// side must reach the goal by the last ply, and by a check.
    #[inline]
    pub fn is_applicable(game: &Game<B, R>, goal: Goal, schedule: &Schedule) -> bool {
        let [.., penultimate, last] = &schedule.plies[..] else { return false };
        B::LINES_UNIQUE
            && goal.needs_checking_move()
            && game.quiet_moves_stay_orthodox()
            && (penultimate.quantifier, penultimate.obligation, penultimate.goal_value)
                == (Quantifier::Exists, GoalObligation::Free, GoalValue::Ignored)
            && (last.quantifier, last.side) == (Quantifier::ForAll, penultimate.side.other())
            && last.obligation != GoalObligation::IfPossible
            && !last.parry_only
    }

    /// The filter of a position; `None` if no tempo move is found.
    #[inline]
    pub fn new(game: &'a Game<B, R>, position: &'a PositionOf<B, R>) -> Option<SelfmateFilter<'a, B, R>> {
        SelfmateFilter::build(game, position, None)
    }

    /// The same with a filter also where no tempo move is found, but the king's flights are known: the moves that leave it one
    /// are rejected. `None` if nothing can be rejected.
    #[inline]
    pub fn with_flights(
        game: &'a Game<B, R>,
        position: &'a PositionOf<B, R>,
    ) -> Option<SelfmateFilter<'a, B, R>> {
        SelfmateFilter::build(game, position, Some(TempoMove::unknown()))
    }

    /// The filter of a position; without a tempo move that with `otherwise`.
    #[inline(always)]
    fn build(
        game: &'a Game<B, R>,
        position: &'a PositionOf<B, R>,
        otherwise: Option<TempoMove<B::Set>>,
    ) -> Option<SelfmateFilter<'a, B, R>> {
        let side = position.to_move;
        if !game.quiet_moves_are_orthodox(position) {
            return None;
        }
        let royals = |side| position.royal & position.of(side);
        let (own, other) = (royals(side), royals(side.other()));
        let king = own.first().filter(|_| !own.more_than_one() && !position.has_neutrals())?;
        let target = other.first().filter(|&target| {
            !other.more_than_one() && !game.is_attacked(position, target, side, position.occupied())
        })?;
        let kings_line = game.board.geometry().line(target, king);
        let king_gives_no_check = !(kings_line & position.riders()).intersects(position.of(side.other()))
            && position.walk(Walk::King).contains(king);
        let otherwise = otherwise.filter(|_| king_gives_no_check).map(|tempo_move| [tempo_move; 2]);
        let tempo_moves = find_tempo_moves(game, position, king, target).or(otherwise)?;
        // A man may attack the attacker's king without check; the attack may become a check when another man
        // moves.
        let exposing_men = match game.check_model(position).sufficient {
            true => B::Set::EMPTY,
            false if game.tests_moves_by_making() => game.blockers_and_royal(position)?,
            false => blockers_and_king(game, position, king)?,
        };
        // A revealed man may do the same.
        let exposing_men = exposing_men | position.rule_state.hidden_squares();
        Some(SelfmateFilter {
            game,
            position,
            check_info: CheckInfo::new(game, position),
            tempo_moves,
            king,
            exposing_men,
            side_effect_victims: match game.captures_are_plain(position) {
                true => B::Set::EMPTY,
                false => game.possible_victims(position),
            },
            king_gives_no_check,
            attack_is_check: game.check_model(position).sufficient,
            kings_line,
            flights: OnceCell::new(),
        })
    }

    /// Returns whether a move certainly leaves the defender's king a flight, by a move that gives no check.
    #[inline]
    fn leaves_flight(&self, mv: Move, preview: Option<&Preview<B::Set>>) -> bool {
        let SelfmateFilter { game, position, .. } = *self;
        let exposes_king =
            self.exposing_men.contains(mv.from) || (mv.is_capture() && !self.exposing_men.is_empty());
        if !self.king_gives_no_check || mv.from == self.king || exposes_king {
            return false;
        }
        // The reborn man may be on the line through both kings, or attack the attacker's king without check.
        let king_still_gives_no_check = match preview {
            Some(preview) => {
                preview.reborn.is_none_or(|(_, at)| self.attack_is_check && !self.kings_line.contains(at))
            }
            None => {
                self.side_effect_victims.is_empty()
                    || !mv.is_capture()
                    || (self.attack_is_check && self.kings_line.is_empty())
            }
        };
        if !king_still_gives_no_check {
            return false;
        }
        let flights = self.flights.get_or_init(|| Flights::new(game, position)).as_ref();
        let only_checks = self.check_info.may_give_check(mv);
        flights.is_some_and(|flights| flights.has_flight_after(game, position, mv, only_checks, preview))
    }

    /// The check information of the position.
    pub(in crate::search) fn check_info(&self) -> &CheckInfo<B::Set> {
        &self.check_info
    }
}

impl<B: Board, R: GameRules> MoveFilter<B::Set> for SelfmateFilter<'_, B, R> {
    #[inline]
    fn targets(&self, walk: Walk, from: Square) -> B::Set {
        let removing_targets =
            |tempo_move: &TempoMove<B::Set>| match tempo_move.line_opening_squares.contains(from) {
                true => !B::Set::EMPTY,
                false if self.exposing_men.contains(from) => !B::Set::EMPTY,
                false if from == self.king => tempo_move.hindering_squares | tempo_move.checking_king_squares,
                false => tempo_move.hindering_squares,
            };
        let [first, second] = &self.tempo_moves;
        self.check_info.targets(walk, from)
            | self.side_effect_victims
            | (removing_targets(first) & removing_targets(second))
    }

    #[inline]
    fn accepts(&self, mv: Move) -> bool {
        !self.leaves_flight(mv, None)
    }

    fn filters_branches(&self) -> bool {
        true
    }

    /// A capture removes a tempo move by its arrival square and by the squares of the capturer and the reborn
    /// victim after it. The reborn man may give check by a line that the tempo move opens.
    #[inline]
    fn accepts_preview(&self, mv: Move, preview: &Preview<B::Set>) -> bool {
        let SelfmateFilter { game, position, .. } = *self;
        if self.leaves_flight(mv, Some(preview)) {
            return false;
        }
        if !self.exposing_men.is_empty() || game.gives_check(position, preview) != Some(false) {
            return true;
        }
        let line = |(_, at)| game.board.geometry().line(self.king, at).with(at);
        let reborn_line = preview.reborn.map_or(B::Set::EMPTY, line);
        let may_remove = |tempo_move: &TempoMove<B::Set>| {
            mv.from == self.king
                || tempo_move.line_opening_squares.intersects(B::Set::of(mv.from).with(mv.to))
                || tempo_move.hindering_squares.intersects(reborn_line.with(mv.to).with(preview.at))
        };
        self.tempo_moves.iter().all(may_remove)
    }
}

/// Returns the king of the side to move and the men that are alone on a line between it and an enemy rider, whether or not
/// that could give check; `None` if the king is attacked.
fn blockers_and_king<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    king: Square,
) -> Option<B::Set> {
    let (side, occupied) = (position.to_move, position.occupied());
    if game.is_attacked(position, king, side.other(), occupied) {
        return None;
    }
    let riders = (position.riders() & position.of(side.other())).iter();
    let between = riders.map(|rider| game.board.geometry().between(rider, king) & occupied);
    let blockers = between.filter(|men| !men.more_than_one()).fold(B::Set::EMPTY, |all, men| all | men);
    Some((blockers & position.of(side)).with(king))
}

/// Returns two tempo moves, of two men, of the side that is not to move: its king on `target` stays safe, and
/// the king on `king` is not checked. If only one man has a tempo move, it is returned twice; `None` if no
/// man has.
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
    // A man that reveals a hidden man may open more than its own line.
    let movers = men & !position.rule_state.hidden_squares::<B::Set>();
    let riders = position.riders();
    let paths = geometry.pawn(side);
    let mut found = None;
    for walk in [Walk::Pawn, Walk::Knight, Walk::Bishop, Walk::Rook, Walk::Queen] {
        for from in (movers & position.walk(walk)).without(target).iter() {
            let (to_own, to_enemy) = (geometry.line(from, target), geometry.line(from, king));
            let other_riders = (riders & men).without(from);
            // The man may be pinned, or may open a line to the attacker's king.
            if (to_own & riders).intersects(enemies) || to_enemy.intersects(other_riders) {
                continue;
            }
            let others = occupied.without(from);
            let (targets, checking) = match walk {
                Walk::Pawn => {
                    (paths.step[from.index()] & !paths.promotion_rank, paths.attackers[king.index()])
                }
                walk => {
                    let attacks = game.board.attacks(walk, side, from, occupied);
                    (attacks, game.board.attacks(walk, side, king, others))
                }
            };
            let targets = targets & !occupied & !checking;
            let near = targets & geometry.king[from.index()];
            let Some(to) = near.first().or(targets.first()) else { continue };
            let line_opening_squares =
                if riders.contains(from) { geometry.between(to, king) } else { B::Set::EMPTY };
            let opened_lines = other_riders.iter().map(|rider| geometry.line(rider, from));
            let attacks = game.board.attacks(walk, side, to, others.without(king));
            let tempo_move = TempoMove {
                line_opening_squares,
                hindering_squares: to_own | geometry.between(from, to) | B::Set::of(from) | B::Set::of(to),
                checking_king_squares: opened_lines.fold(attacks, |squares, line| squares | line),
            };
            match found {
                None => found = Some(tempo_move),
                Some(first) => return Some([first, tempo_move]),
            }
        }
    }
    found.map(|tempo_move| [tempo_move, tempo_move])
}
