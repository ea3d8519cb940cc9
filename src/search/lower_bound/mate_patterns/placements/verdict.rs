//! Whether the men of a placement mate: the tests of [`placements`](super) of men on their final squares.

use super::{PatternPlacements, PlacedMan};
use crate::board::{Board, Square, Squares};
use crate::position::Walk;
use crate::search::lower_bound::king_zone::KING_SQUARE;
use crate::search::lower_bound::mate_patterns::MatePatterns;

/// Whether placed men mate.
pub(super) enum Verdict<S> {
    /// They cannot, whatever the other men do.
    Impossible,
    /// They may.
    Possible,
    /// Only if a man without a task helps.
    NeedsHelp {
        /// The squares where any man closes a line.
        closing: S,
        /// Whether a man of the mating side may give check instead.
        by_check: bool,
    },
}

impl<S: Squares> Verdict<S> {
    /// Returns the verdict on placed men with a line that must be closed on one of some squares.
    fn needs_closer(closing: S) -> Verdict<S> {
        Verdict::NeedsHelp { closing, by_check: false }
    }

    /// Returns the verdict if men without a task may give check.
    fn or_by_check(self) -> Verdict<S> {
        match self {
            Verdict::Possible => Verdict::Possible,
            Verdict::Impossible => Verdict::NeedsHelp { closing: S::EMPTY, by_check: true },
            Verdict::NeedsHelp { closing, .. } => Verdict::NeedsHelp { closing, by_check: true },
        }
    }
}

/// What a line from a placed man to a square is worth.
enum Line<S> {
    /// It is closed by a placed man, or there is none.
    Closed,
    /// It is certainly open.
    Open,
    /// It is open unless another man is on one of these squares.
    OpenUnless(S),
}

impl<B: Board> MatePatterns<'_, B> {
    /// Returns whether the placed men may mate a king.
    pub(super) fn verdict(&self, king: Square, search: &PatternPlacements<'_, B::Set>) -> Verdict<B::Set> {
        let PatternPlacements { unplaced, placed, .. } = search;
        let board = self.tasks.distances.board;
        let mating = self.mating_side();
        let occupied = B::Set::from_squares(placed.iter().map(|placed| placed.at));
        let blocked = B::Set::from_squares(search.placed_of(mating.other()).map(|placed| placed.at));
        // Guards see through the king.
        let attack =
            |placed: &PlacedMan| board.attacks(placed.walk, mating, placed.at, occupied.without(king));
        let guarded = search.placed_of(mating).fold(B::Set::EMPTY, |all, placed| all | attack(placed));
        for (bit, flight) in board.geometry().king[king.index()].iter().enumerate() {
            let may_be_blocked =
                blocked.contains(flight) || (unplaced.blocked.contains(flight) && !occupied.contains(flight));
            if !may_be_blocked && !guarded.contains(flight) && unplaced.guarded >> bit & 1 == 0 {
                return Verdict::Impossible;
            }
        }
        let legality = self.verdict_on_mating_king(search, occupied);
        if !matches!(legality, Verdict::Possible) {
            return legality;
        }
        let gives_check = |placed: &&PlacedMan| placed.walk != Walk::King && attack(placed).contains(king);
        let mut checkers = search.placed_of(mating).filter(gives_check);
        let verdict = match (checkers.next(), checkers.next()) {
            (None, _) => Verdict::Impossible,
            (Some(checker), None) => self.verdict_on_parries(king, *checker, search, occupied),
            (Some(_), Some(_)) => Verdict::Possible,
        };
        if unplaced.guarded & KING_SQUARE == 0 { verdict } else { verdict.or_by_check() }
    }

    /// Returns what the line from a placed man of the mated side to a square is worth, with the squares of all
    /// placed men.
    fn line(
        &self,
        from: &PlacedMan,
        to: Square,
        search: &PatternPlacements<'_, B::Set>,
        occupied: B::Set,
    ) -> Line<B::Set> {
        let board = self.tasks.distances.board;
        if !board.attacks(from.walk, self.mating_side().other(), from.at, occupied).contains(to) {
            return Line::Closed;
        }
        let between = match from.walk {
            Walk::Queen | Walk::Rook | Walk::Bishop => board.geometry().between(from.at, to),
            _ => B::Set::EMPTY,
        };
        match between & search.unplaced.squares {
            closers if closers.is_empty() => Line::Open,
            closers => Line::OpenUnless(closers),
        }
    }

    /// Returns whether the placed king of the mating side may be out of check.
    fn verdict_on_mating_king(
        &self,
        search: &PatternPlacements<'_, B::Set>,
        occupied: B::Set,
    ) -> Verdict<B::Set> {
        let mating = self.mating_side();
        let Some(king) = search.placed_of(mating).find(|placed| placed.walk == Walk::King) else {
            return Verdict::Possible;
        };
        for attacker in search.placed_of(mating.other()) {
            match self.line(attacker, king.at, search, occupied) {
                Line::Closed => {}
                Line::Open => return Verdict::Impossible,
                Line::OpenUnless(squares) => return Verdict::needs_closer(squares),
            }
        }
        Verdict::Possible
    }

    /// Returns whether the placed men of the mated side, other than the king, may be unable to parry the check of
    /// the only checker.
    fn verdict_on_parries(
        &self,
        king: Square,
        checker: PlacedMan,
        search: &PatternPlacements<'_, B::Set>,
        occupied: B::Set,
    ) -> Verdict<B::Set> {
        let mated = self.mating_side().other();
        let between = match checker.walk {
            Walk::Queen | Walk::Rook | Walk::Bishop => {
                self.tasks.distances.board.geometry().between(king, checker.at)
            }
            _ => B::Set::EMPTY,
        };
        let is_king = |placed: &&PlacedMan| placed.man == search.snapshot.mated_king;
        for defender in search.placed_of(mated).filter(|placed| !is_king(placed)) {
            if self.may_be_pinned(king, defender.at, search) {
                continue;
            }
            let interpositions = if defender.walk == Walk::Pawn { B::Set::EMPTY } else { between };
            for to in interpositions.with(checker.at).iter() {
                match self.line(defender, to, search, occupied) {
                    Line::Closed => {}
                    Line::Open => return Verdict::Impossible,
                    Line::OpenUnless(squares) => return Verdict::needs_closer(squares),
                }
            }
        }
        Verdict::Possible
    }

    /// Returns whether a man of the mating side may pin a placed man on a square.
    fn may_be_pinned(&self, king: Square, at: Square, search: &PatternPlacements<'_, B::Set>) -> bool {
        let line = self.tasks.distances.board.geometry().line(king, at);
        let may_pin = |placed: &PlacedMan| {
            line.contains(placed.at) && self.pinning_squares(placed.walk, king).contains(placed.at)
        };
        search.unplaced.pinning.intersects(line) || search.placed_of(self.mating_side()).any(may_pin)
    }

    /// Returns the squares from which a man may pin others to a king.
    pub(super) fn pinning_squares(&self, walk: Walk, king: Square) -> B::Set {
        match walk {
            Walk::Queen | Walk::Rook | Walk::Bishop => self.tasks.king_zone.attackers(walk, king),
            _ => B::Set::EMPTY,
        }
    }
}
