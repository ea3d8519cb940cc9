//! The test of one mating move, with lines through the men of the mated side first, then with the men where they
//! are.
//!
//! **What.** A move passes if it leaves at most the flights that the mated side's move and a rebirth can block, and if the
//! lines that its check and its guards need can be open. From what is missing follow the moves to keep: to block a flight,
//! to open a line, or of the king.
//!
//! **Why it is correct.** Admissible: the first test counts all lines through men of the mated side as open, so it
//! rejects only what no arrangement of these men can mate. The second keeps every move that changes one of the lines or
//! flights that it found wanting.
//!
//! **Cost and gain.** The first test, a few set operations, rejects most moves. Figures in [`helpmate`](super).
//!
//! **Reference.** None.

use super::destinations::MatingDestination;
use super::{HelpmateAnalysis, MatingMan, MatingSquare};
use crate::board::{Board, Squares};
use crate::position::Walk;
use crate::rules::GameRules;
use crate::rules::rebirth::Relocation;

/// Why a move does not mate with the men where they are.
#[derive(Default)]
struct ClosedLines<S> {
    /// The men of the mated side that may close a line.
    possible_blockers: S,
    /// The flights left if the king is in check nevertheless.
    flights: Option<S>,
}

impl<B: Board, R: GameRules> HelpmateAnalysis<'_, '_, B, R> {
    /// Adds the moves of the mated side after which the king may be mated on a square by a move of `man`, if the
    /// other men guard at most `guarded`.
    pub(super) fn test_mate(
        &mut self,
        square: &MatingSquare<B::Set>,
        men: &[MatingMan<B::Set>],
        man: &MatingMan<B::Set>,
        guarded: B::Set,
        destination: &MatingDestination<B::Set>,
    ) {
        let &MatingDestination { to, victim_rebirth_squares, .. } = destination;
        let Some(flights) = self.unguarded_flights(square, guarded | destination.attacked, destination)
        else {
            return;
        };
        let rest = flights.without_first();
        if !rest.without_first().is_empty() {
            return;
        }
        let king_stays = square.king == self.king;
        if flights.is_empty() || (rest.is_empty() && flights.intersects(victim_rebirth_squares)) {
            let lines = self.check_lines(square, men, man, destination);
            let is_possible_now = !destination.needs_capture || self.mated_men.contains(to);
            match (king_stays, lines) {
                (false, Ok(())) if is_possible_now => self.filter.king_targets |= B::Set::of(square.king),
                (false, _) => {}
                (true, Ok(())) if is_possible_now || self.en_passant_squares.contains(to) => {
                    self.filter.other_targets = !B::Set::EMPTY
                }
                (true, Ok(())) => self.filter.other_targets |= B::Set::of(to),
                (true, Err(ClosedLines { possible_blockers, flights })) => {
                    self.filter.unrestricted_men |= possible_blockers;
                    // A flight that a closed line leaves may be blocked instead.
                    if let Some(flights) = flights {
                        self.allow_blocks(flights, destination);
                    }
                }
            }
        } else if king_stays {
            self.allow_blocks(flights, destination);
        }
    }

    /// Adds the moves that help to block the flights left by a move to `destination`: to a flight, and, where
    /// victims are reborn, to the square of the capture.
    fn allow_blocks(&mut self, flights: B::Set, destination: &MatingDestination<B::Set>) {
        let rest = flights.without_first();
        if rest.is_empty() {
            self.filter.other_targets |= flights;
            if matches!(self.king_zone.rebirth_squares.kind, Relocation::Victims(_)) {
                let to = destination.to;
                let any_move = self.en_passant_squares.contains(to);
                self.filter.other_targets |= if any_move { !B::Set::EMPTY } else { B::Set::of(to) };
            }
        } else if rest.without_first().is_empty() && flights.intersects(destination.victim_rebirth_squares) {
            self.filter.other_targets |= flights;
        }
    }

    /// Returns the flights left if `guarded` is guarded and the mating man is at `destination`; `None` if the king
    /// is not in check then.
    fn unguarded_flights(
        &self,
        square: &MatingSquare<B::Set>,
        guarded: B::Set,
        destination: &MatingDestination<B::Set>,
    ) -> Option<B::Set> {
        let MatingDestination { walk, at, .. } = *destination;
        if at == square.king || !guarded.contains(square.king) {
            return None;
        }
        let flights = square.unblocked & !guarded;
        let neighbours = self.game.board.geometry().king[square.king.index()];
        if !neighbours.contains(at) {
            return Some(flights);
        }
        let is_safe = guarded.contains(at)
            || self.king_zone.may_prevent_king_capture(walk, at, square.king, B::Set::EMPTY);
        Some(if is_safe { flights.without(at) } else { flights.with(at) })
    }

    /// Tests whether the lines that the mate needs are open with the men where they are.
    fn check_lines(
        &self,
        square: &MatingSquare<B::Set>,
        men: &[MatingMan<B::Set>],
        man: &MatingMan<B::Set>,
        destination: &MatingDestination<B::Set>,
    ) -> Result<(), ClosedLines<B::Set>> {
        let HelpmateAnalysis { game, position, king_zone, mated_men, .. } = *self;
        let mating_side = position.to_move.other();
        let mut occupied = position.occupied().without(self.king).without(man.at);
        let paths = game.board.geometry().pawn(mating_side);
        let mut path = game.board.attacks(man.walk, mating_side, man.at, occupied)
            | king_zone.attacked_from_home(man.walk, man.at, occupied);
        if man.walk == Walk::Pawn {
            let steps = paths.step[man.at.index()];
            path |= steps;
            for passed in (steps & !mated_men).iter() {
                path |= paths.step[passed.index()];
            }
        }
        // If the capturer does not stay on the square of the capture, that square is empty.
        if destination.at != destination.to {
            occupied = occupied.without(destination.to);
        }
        let at = destination.at;
        let mut guarded = king_zone.attacked_upper_bound(destination.walk, at, occupied.without(at));
        for other in men.iter().filter(|other| other.at != man.at) {
            guarded |= king_zone.attacked_upper_bound(other.walk, other.at, occupied.without(other.at));
        }
        // A capturer that moves on needs an open path, too.
        let mut continuation_blockers = B::Set::EMPTY;
        if king_zone.rebirth_squares.has_continued_captures() && at != destination.to {
            let path = game.board.geometry().between(destination.to, at).with(at);
            continuation_blockers = path & mated_men;
        }
        let can_go = continuation_blockers.is_empty()
            && path.contains(destination.to)
            && (destination.needs_capture || man.walk != Walk::Pawn || !mated_men.contains(destination.to));
        let flights = if can_go { self.unguarded_flights(square, guarded, destination) } else { None };
        let is_mate = flights.is_some_and(|flights| {
            flights.is_empty()
                || (flights.without_first().is_empty()
                    && flights.intersects(destination.victim_rebirth_squares))
        });
        let possible_blockers = ((path | guarded) & mated_men) | continuation_blockers;
        if is_mate { Ok(()) } else { Err(ClosedLines { possible_blockers, flights }) }
    }
}
