//! Direct play, two moves before the mate: which attacking moves a defence refutes.
//!
//! **What.** The defence is made as if the attacker had passed. The squares that must be covered in a mate, that of the
//! king and those next to it without men of its side, are compared with what the attacker's men cover after each attacking
//! move and a further one: the men at rest, the man that has moved, from its new square, and the man that mates.
//!
//! Example: White Kg1 Ra1 Pd2, Black Kh7 Ph6. After the defence Kh7-g7 two moves of White cannot cover f6, f7, f8, g6, g7, g8, h7
//! and h8: the defence refutes every attacking move after which it is legal.
//!
//! **Why it is correct.** Everything is an upper bound: a man that mates does so through other men of its side, a man
//! that moves opens lines and closes none, and whether the moves expose the attacker's king is not asked. Men of the other
//! side stay where they are or are captured, so that another man is in their place. Orthodox rules only, without castling
//! rights and en passant captures.
//!
//! **Cost and gain.** Refutes eight in ten moves without a search. A mate in nine with thirteen white men takes 0.83 times the
//! instructions; twelve hard direct mates take in geometric mean 0.93 times the time (`docs/internals/experiments.md`).
//!
//! **Reference.** None known; the covered squares are those of `last_move::flights`.

use crate::board::{Board, Square, Squares};
use crate::position::{AnyRuleState, Move, MoveKind, Position, Side, Walk};

/// The largest number of men of the attacker.
const MAX_MEN: usize = 16;

/// The largest number of moves that give check after a defence.
const MAX_CHECKS: usize = 32;

/// The walks that a pawn may promote to, but for those that attack less.
const PROMOTIONS: [Walk; 2] = [Walk::Queen, Walk::Knight];

/// The attacking moves that a defence refutes.
pub(in crate::search) struct RefutedMoves<S> {
    side: Side,
    king: Square,
    /// The squares that must be covered in a mate.
    required: S,
    /// The square of the king and those next to it.
    zone: S,
    /// The squares of all men but the king.
    occupied: S,
    /// The squares of the men of the other side but the king.
    obstacles: S,
    /// The squares from that of the defending man to that on which it arrives.
    path: S,
    /// What riders cover where two men leave a line.
    opened_by_two: S,
    /// The squares of the zone that at least one man, at least two and at least three men attack.
    guarded: [S; 3],
    /// The squares from which a man checks, by walk.
    check_squares: [S; Walk::CHESS_COUNT],
    /// The men that give check by leaving a line, one bit each.
    discoverers: u16,
    men: [Man<S>; MAX_MEN],
    count: usize,
    checks: [Check<S>; MAX_CHECKS],
    check_count: usize,
}

/// A man of the attacker after the defence.
#[derive(Clone, Copy)]
struct Man<S> {
    walk: Walk,
    from: Square,
    /// The squares that it attacks.
    attacks: S,
    /// The same if the men of its side next on its lines leave; empty if there are none.
    attacks_behind: S,
    /// The squares of the zone that other men attack if it leaves.
    opens: S,
    /// The squares that it can go to if one of those men leaves.
    targets: S,
}

/// A move that gives check.
#[derive(Clone, Copy)]
struct Check<S> {
    /// The number of the man.
    man: usize,
    /// The men of which one must leave before, or none.
    blockers: S,
    /// The squares of the zone that the man covers after it.
    covered: S,
}

/// What is the same for all moves of a man.
struct Mover<S> {
    /// Its number.
    number: usize,
    /// Its square.
    from: Square,
    /// The squares that no line covers which its moves may open.
    closed: S,
    /// The squares of the zone that another man covers at rest.
    at_rest: S,
    /// Those of `closed` that at most one other man covers at rest.
    unguarded: S,
    /// By check of another man: the squares that are uncovered after it, but for what the mover covers.
    uncovered_by_checks: [S; MAX_CHECKS],
    /// The number of these checks.
    check_count: usize,
}

impl<S: Squares> RefutedMoves<S> {
    /// No moves.
    pub fn none() -> RefutedMoves<S> {
        let no_man = Man {
            walk: Walk::King,
            from: Square::new(0),
            attacks: S::EMPTY,
            attacks_behind: S::EMPTY,
            opens: S::EMPTY,
            targets: S::EMPTY,
        };
        RefutedMoves {
            side: Side::White,
            king: Square::new(0),
            required: S::EMPTY,
            zone: S::EMPTY,
            occupied: S::EMPTY,
            obstacles: S::EMPTY,
            path: S::EMPTY,
            opened_by_two: S::EMPTY,
            guarded: [S::EMPTY; 3],
            check_squares: [S::EMPTY; Walk::CHESS_COUNT],
            discoverers: 0,
            men: [no_man; MAX_MEN],
            count: 0,
            checks: [Check { man: 0, blockers: S::EMPTY, covered: S::EMPTY }; MAX_CHECKS],
            check_count: 0,
        }
    }

    /// Sets the moves that a defence refutes which has led to a position. `None` if the position is not one that can be tested:
    /// then the moves are not set.
    // In place: a copy is large.
    pub fn set<B: Board<Set = S>, M: AnyRuleState>(
        &mut self,
        board: &B,
        defence: Move,
        after: &Position<S, M>,
    ) -> Option<()> {
        let side = after.to_move;
        let kings = after.royal & after.of(side.other());
        let own = after.of(side);
        // The attacker may capture en passant after a double step.
        let is_plain =
            matches!(defence.kind, MoveKind::Quiet | MoveKind::Capture) && defence.promotion.is_none();
        let is_testable = B::LINES_UNIQUE
            && is_plain
            && !kings.more_than_one()
            && after.castling.is_empty()
            && own.count() as usize <= MAX_MEN;
        let king = kings.first().filter(|_| is_testable)?;
        self.side = side;
        self.king = king;
        self.occupied = after.occupied().without(king);
        self.obstacles = self.occupied & !own;
        self.zone = board.geometry().king[king.index()].with(king);
        self.required = self.zone & !self.obstacles;
        self.path = board.geometry().between(defence.from, defence.to).with(defence.from).with(defence.to);
        self.set_check_squares(board);
        (self.opened_by_two, self.guarded, self.count, self.check_count) = (S::EMPTY, [S::EMPTY; 3], 0, 0);
        for from in own.iter() {
            let walk = after.walk_on(from).filter(|&walk| walk != Walk::ReversedPawn)?;
            self.add_man(board, walk, from);
        }
        for number in 0..self.count {
            self.add_opened_lines(board, number);
            self.add_checks(board, number)?;
        }
        let discoverers =
            self.men[..self.count].iter().enumerate().filter(|(_, man)| man.opens.contains(king));
        self.discoverers = discoverers.fold(0, |all, (number, _)| all | 1 << number);
        Some(())
    }

    fn set_check_squares<B: Board<Set = S>>(&mut self, board: &B) {
        let (geometry, king) = (board.geometry(), self.king);
        let (rook, bishop) = (board.rook(king, self.obstacles), board.bishop(king, self.obstacles));
        self.check_squares[Walk::Queen.index()] = rook | bishop;
        self.check_squares[Walk::Rook.index()] = rook;
        self.check_squares[Walk::Bishop.index()] = bishop;
        self.check_squares[Walk::Knight.index()] = geometry.knight[king.index()];
        self.check_squares[Walk::Pawn.index()] = geometry.pawn(self.side).attackers[king.index()];
    }

    fn own(&self) -> S {
        self.occupied & !self.obstacles
    }

    fn add_man<B: Board<Set = S>>(&mut self, board: &B, walk: Walk, from: Square) {
        let attacks = board.attacks(walk, self.side, from, self.occupied);
        let next_men = attacks & self.own();
        let attacks_behind = self.attacks_behind(board, walk, from, attacks);
        let farther_men = attacks_behind & self.own() & !next_men;
        let targets = self.targets(board, walk, from, (attacks | attacks_behind) & !farther_men);
        let guards = attacks & self.zone;
        let [once, twice, thrice] = self.guarded;
        self.guarded = [once | guards, twice | (once & guards), thrice | (twice & guards)];
        self.men[self.count] = Man { walk, from, attacks, attacks_behind, opens: S::EMPTY, targets };
        self.count += 1;
    }

    /// Records what a rider covers if men of its side leave its lines.
    fn add_opened_lines<B: Board<Set = S>>(&mut self, board: &B, number: usize) {
        let Man { walk, from, attacks, attacks_behind, .. } = self.men[number];
        let attacks_with = |occupied| board.attacks(walk, self.side, from, occupied) & self.zone;
        if attacks_behind.is_empty() || (attacks_with(self.obstacles) & !attacks).is_empty() {
            return;
        }
        let next_men = attacks & self.own();
        let over_two = attacks_with(self.occupied & !next_men & !(attacks_behind & self.own()));
        self.opened_by_two |= over_two & !attacks_behind;
        for at in next_men.iter() {
            let opens =
                board.attacks(walk, self.side, from, self.occupied.without(at)) & self.zone & !attacks;
            if let Some(blocker) = self.number(at) {
                self.men[blocker].opens |= opens;
            }
        }
    }

    /// Records the moves of a man that give check. `None` if there are too many.
    fn add_checks<B: Board<Set = S>>(&mut self, board: &B, number: usize) -> Option<()> {
        let Man { walk, attacks, targets, .. } = self.men[number];
        let next_men = attacks & self.own();
        let promotion_rank = board.geometry().pawn(self.side).promotion_rank;
        // Where men of its side are next on its lines, one of them must leave before it can go farther.
        let must_wait = |at| walk != Walk::Pawn && (next_men.contains(at) || !attacks.contains(at));
        let (walks, targets): (&[Walk], S) = match walk {
            Walk::King => (&[], targets),
            Walk::Pawn if targets.intersects(promotion_rank) => (&PROMOTIONS, targets & promotion_rank),
            _ => (&[walk], targets),
        };
        for &end_walk in walks {
            for at in (targets & self.check_squares[end_walk.index()]).iter() {
                let covered = board.attacks(end_walk, self.side, at, self.obstacles);
                let blockers = if must_wait(at) { next_men } else { S::EMPTY };
                *self.checks.get_mut(self.check_count)? = Check { man: number, blockers, covered };
                self.check_count += 1;
            }
        }
        Some(())
    }

    /// Removes from a list, from an index on, moves after which the defence is legal and leaves no mate in one.
    pub fn drop_from<B: Board<Set = S>>(&self, board: &B, moves: &mut Vec<Move>, first: usize) {
        let mut end = first;
        let mut mover: Option<Mover<S>> = None;
        for at in first..moves.len() {
            let mv = moves[at];
            if mover.as_ref().is_none_or(|mover| mover.from != mv.from) {
                mover = self.mover(mv.from);
            }
            let is_refuted = mover.as_ref().is_some_and(|mover| self.refutes(board, mover, mv));
            moves[end] = mv;
            end += usize::from(!is_refuted);
        }
        moves.truncate(end);
    }

    /// Returns what is the same for all moves of the man on a square; `None` if there is none.
    fn mover(&self, from: Square) -> Option<Mover<S>> {
        let number = self.number(from)?;
        let Man { attacks, opens, .. } = self.men[number];
        let [once, twice, thrice] = self.guarded;
        let at_rest = twice | (once & !attacks);
        let twice_at_rest = thrice | (twice & !attacks);
        let closed = !opens & !self.opened_by_two;
        let unguarded = closed & !twice_at_rest;
        let mut mover = Mover {
            number,
            from,
            closed,
            at_rest,
            unguarded,
            uncovered_by_checks: [S::EMPTY; MAX_CHECKS],
            check_count: 0,
        };
        for check in &self.checks[..self.check_count] {
            let man = &self.men[check.man];
            let uncovered = unguarded & (!at_rest | man.attacks) & !man.opens & !check.covered;
            mover.uncovered_by_checks[mover.check_count] = uncovered;
            let is_possible =
                check.man != number && (check.blockers.is_empty() || check.blockers.contains(from));
            mover.check_count += usize::from(is_possible);
        }
        Some(mover)
    }

    /// Returns whether the defence is legal after a move and leaves no mate in one. False if that is not known.
    #[inline]
    fn refutes<B: Board<Set = S>>(&self, board: &B, mover: &Mover<S>, mv: Move) -> bool {
        let is_plain = matches!(mv.kind, MoveKind::Quiet | MoveKind::Capture | MoveKind::DoubleStep);
        if !is_plain || self.path.contains(mv.to) {
            return false;
        }
        let required = if self.zone.contains(mv.to) { self.required.with(mv.to) } else { self.required };
        let walk = mv.promotion.unwrap_or(mv.walk);
        let attacks = board.attacks(walk, self.side, mv.to, self.occupied.without(mv.from));
        let uncovered = required & !attacks & !self.attacks_behind(board, walk, mv.to, attacks);
        // Otherwise the defence may be illegal.
        if !(uncovered & mover.closed).contains(self.king) {
            return false;
        }
        let checks = &mover.uncovered_by_checks[..mover.check_count];
        // All are tested: it takes longer to end the loop where one may mate, which cannot be predicted.
        let mates = checks.iter().fold(false, |mates, &check| mates | (uncovered & check).is_empty());
        !mates
            && (self.discoverers == 0 || !self.mates_by_discovery(board, mover, uncovered))
            && !self.mover_mates(board, mover.number, mv, attacks, required & mover.closed & !mover.at_rest)
    }

    /// Returns the number of the man on a square.
    #[inline]
    fn number(&self, from: Square) -> Option<usize> {
        let own = self.own();
        own.contains(from).then(|| (own & S::below(from)).count() as usize)
    }

    /// Returns what a man at a square attacks if any other man leaves one of its lines, up to which it attacks.
    #[inline]
    fn attacks_behind<B: Board<Set = S>>(&self, board: &B, walk: Walk, at: Square, attacks: S) -> S {
        let next_men = attacks & self.own();
        if !walk.is_line_piece() || next_men.is_empty() {
            return S::EMPTY;
        }
        board.attacks(walk, self.side, at, self.occupied & !next_men)
    }

    /// Returns whether another man than the mover may mate by opening a line. `uncovered` is what the mover does not cover.
    fn mates_by_discovery<B: Board<Set = S>>(&self, board: &B, mover: &Mover<S>, uncovered: S) -> bool {
        self.men[..self.count].iter().enumerate().any(|(number, man)| {
            let missing = uncovered & mover.unguarded & (!mover.at_rest | man.attacks) & !man.opens;
            self.discoverers >> number & 1 == 1
                && number != mover.number
                && self.can_cover(board, man.walk, man.targets, self.obstacles, missing)
        })
    }

    /// Returns whether the man that has moved may mate by its next move.
    fn mover_mates<B: Board<Set = S>>(
        &self,
        board: &B,
        mover: usize,
        mv: Move,
        attacks: S,
        missing: S,
    ) -> bool {
        let walk = mv.promotion.unwrap_or(mv.walk);
        let targets = self.targets(board, walk, mv.to, attacks) & !self.own().without(mv.from);
        if mv.kind != MoveKind::Capture {
            let targets = match walk {
                Walk::Pawn => targets,
                _ if missing.contains(self.king) => targets & self.check_squares[walk.index()],
                _ => targets,
            };
            return self.can_cover(board, walk, targets, self.obstacles, missing);
        }
        // The second move leaves the square of the captured man empty.
        let occupied = self.occupied.without(mv.from).without(mv.to);
        let obstacles = self.obstacles.without(mv.to);
        let missing = missing & !self.rider_attacks_without(board, mover, occupied);
        self.can_cover(board, walk, targets, obstacles, missing)
    }

    /// Returns what the riders but one man attack, given the occupied squares.
    fn rider_attacks_without<B: Board<Set = S>>(&self, board: &B, without: usize, occupied: S) -> S {
        let men = self.men[..self.count].iter().enumerate();
        let riders = men.filter(|&(number, man)| number != without && man.walk.is_line_piece());
        riders.fold(S::EMPTY, |all, (_, man)| all | board.attacks(man.walk, self.side, man.from, occupied))
    }

    /// Returns the squares that a man of the attacker can go to that attacks these squares. Pawns move through men of their side.
    #[inline]
    fn targets<B: Board<Set = S>>(&self, board: &B, walk: Walk, from: Square, attacks: S) -> S {
        if walk != Walk::Pawn {
            return attacks.without(self.king);
        }
        let steps = board.geometry().pawn(self.side).reach(from) & !attacks;
        ((steps & !self.obstacles) | (attacks & self.obstacles)).without(self.king)
    }

    /// Returns whether a man may cover some squares of the zone from one of these squares.
    fn can_cover<B: Board<Set = S>>(
        &self,
        board: &B,
        walk: Walk,
        targets: S,
        obstacles: S,
        missing: S,
    ) -> bool {
        let Some(first) = missing.first() else { return !targets.is_empty() };
        let square = if missing.contains(self.king) { self.king } else { first };
        let covers = |walk: Walk, targets: S| {
            let attackers = match walk {
                Walk::Pawn => board.geometry().pawn(self.side).attackers[square.index()],
                _ => board.attacks(walk, self.side, square, obstacles),
            };
            let covers = |at| (missing & !board.attacks(walk, self.side, at, obstacles)).is_empty();
            (targets & attackers).iter().any(covers)
        };
        if walk != Walk::Pawn {
            return covers(walk, targets);
        }
        let promotion_rank = board.geometry().pawn(self.side).promotion_rank;
        covers(Walk::Pawn, targets & !promotion_rank)
            || PROMOTIONS.into_iter().any(|walk| covers(walk, targets & promotion_rank))
    }
}

#[cfg(test)]
mod tests;
