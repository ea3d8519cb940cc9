//! Lower bound of direct, self and reflex play towards mate: the mating net.
//!
//! **What.** In a mate, the square of the mated king and all squares next to it are covered: attacked by the mating
//! side, or, except for the first, blocked by men of the mated side. The men of the mating side cover squares from where
//! they stand and from where they can be after some moves. If for no square that the king can reach they can cover
//! everything with the moves that are left, there is no mate.
//!
//! Example: White Kb3 Rh1, Black Kd5. At d5 and next to it the rook and the king cannot cover nine squares with two moves: no
//! mate in two.
//!
//! **Why it is correct.** Everything is an upper bound: men cover and move as on an empty board, pawns also move
//! diagonally, each man of the mated side that stands next to its king stays there, and each move of its other men may
//! block one square more. Positions with castling rights are not tested. Orthodox rules only.
//!
//! **Cost and gain.** Half a microsecond for five men; excludes 40 to 92 in 100 positions two moves before a direct mate
//! with few men. It is given up where it excludes little (`docs/internals/search/mating-net.md`).
//!
//! **Reference.** None known; mate patterns are the same idea for help play.

mod cover;

use crate::board::{Board, Square, Squares};
use crate::game::Game;
use crate::position::{AnyRuleState, Position, Side, Walk};
use crate::rules::GameRules;
use crate::search::lower_bound::distance::union;
use crate::search::lower_bound::king_zone::{KING_SQUARE, KingZoneMask, zone_mask};
use crate::search::lower_bound::payoff::SuccessRate;
use crate::stipulation::Goal;
use cover::{CoverTable, ManAt, Options};

/// The largest number of men of the attacker that are tested.
const MAX_MEN: usize = 16;

/// The largest number of moves of the attacker that a test is made for.
pub(in crate::search) const MAX_MOVES: usize = cover::MAX_MOVES;

/// The bound, with what it remembers of earlier tests.
pub(in crate::search) struct MatingNet<B: Board> {
    covers: CoverTable<B>,
    /// The number of tests in self play that have not been made, at most [`FIRST_SELF_TEST`].
    self_tests_skipped: u32,
    /// How often tests have excluded a mate, by number of moves.
    success: [SuccessRate; MAX_MOVES + 1],
    /// The same for tests after a defence.
    success_after_defence: [SuccessRate; MAX_MOVES + 1],
    /// The men of the last test.
    men: Vec<(ManAt, usize)>,
    /// The net of the last test.
    net: Net,
}

/// A mate in some moves.
#[derive(Clone, Copy)]
pub(in crate::search) struct Mate {
    /// The side that mates.
    pub attacker: Side,
    /// The largest number of its moves, at most [`MAX_MOVES`].
    pub attacks: usize,
    /// The largest number of moves of the other side before the mate: the same, if it moves first, or one less.
    pub defences: usize,
}

/// The number of tests in self play that are not made: a short search would not regain the time to fill the tables.
const FIRST_SELF_TEST: u32 = 256;

/// The number of tests after which the share of exclusions decides whether more are made.
const TRIAL: u32 = 256;

/// The number of tests that one exclusion pays for.
const TESTS_PER_EXCLUSION: u32 = 8;

/// The number of tests after a defence that one exclusion pays for.
const TESTS_PER_REFUTATION: u32 = 6;

impl<B: Board> MatingNet<B> {
    /// Returns the bound before the first test; `None` if it does not apply to the game or the goal.
    pub fn of_game<R: GameRules>(game: &Game<B, R>, goal: Goal) -> Option<MatingNet<B>> {
        let applies = game.is_orthodox() && goal == Goal::Mate;
        applies.then(|| MatingNet {
            covers: CoverTable::new(),
            self_tests_skipped: 0,
            success: [SuccessRate::default(); MAX_MOVES + 1],
            success_after_defence: [SuccessRate::default(); MAX_MOVES + 1],
            men: Vec::new(),
            net: Net::EMPTY,
        })
    }

    /// Returns whether a side cannot mate in some moves. False if that is not known.
    #[inline]
    pub fn excludes_mate<M: AnyRuleState>(
        &mut self,
        board: &B,
        position: &Position<B::Set, M>,
        mate: Mate,
    ) -> bool {
        if mate.defences == mate.attacks && self.self_tests_skipped < FIRST_SELF_TEST {
            self.self_tests_skipped += 1;
            return false;
        }
        if !self.success[mate.attacks].pays(TRIAL, TESTS_PER_EXCLUSION) {
            return false;
        }
        let excluded = self.excludes(board, position, mate);
        self.success[mate.attacks].record(excluded);
        excluded
    }

    /// Returns whether tests after a defence have excluded enough mates in this number of moves.
    #[inline]
    pub fn pays_after_defence(&self, attacks: usize) -> bool {
        self.success_after_defence[attacks].pays(TRIAL, TESTS_PER_REFUTATION)
    }

    /// Returns whether a side cannot mate in some moves, of which it makes one before the defence that has led to the position.
    /// False if that is not known.
    #[inline]
    pub fn excludes_mate_after_defence<M: AnyRuleState>(
        &mut self,
        board: &B,
        position: &Position<B::Set, M>,
        mate: Mate,
    ) -> bool {
        let excluded = self.excludes(board, position, mate);
        self.success_after_defence[mate.attacks].record(excluded);
        excluded
    }

    fn excludes<M: AnyRuleState>(&mut self, board: &B, position: &Position<B::Set, M>, mate: Mate) -> bool {
        let Mate { attacker, attacks, defences } = mate;
        let defenders = position.of(attacker.other());
        let kings = position.royal & defenders;
        let is_testable = kings.count() == 1 && position.castling.is_empty();
        if !is_testable || !self.list_men(board, position, attacker) {
            return false;
        }
        let is_bare = defenders == kings;
        let geometry = board.geometry();
        let (mut zone, mut reached) = (kings, kings);
        for steps in 0..=defences {
            // A bare king that has not moved at all is mated before its only move, after which one attack is left.
            let attacks = if is_bare && steps == 0 && defences == 1 { attacks - 1 } else { attacks };
            let entry = match steps {
                0 => Entry::None,
                1 if defences == 1 => Entry::Next,
                _ => Entry::Later,
            };
            for at in zone.iter() {
                // A man of its side on the square may be captured there, so that it costs no move.
                let blocks = if is_bare { 0 } else { defences - steps };
                let required = zone_mask(geometry, !(defenders & !kings), at) | KING_SQUARE;
                self.set_net(board, at, blocks, entry);
                if self.net.can_cover(&self.covers, required, attacks) {
                    return false;
                }
            }
            let next = union(zone, |at| geometry.king[at.index()]);
            zone = next & !reached;
            reached |= next;
        }
        true
    }

    /// Lists the men of a side. Returns false if there are too many.
    #[inline]
    fn list_men<M: AnyRuleState>(&mut self, board: &B, position: &Position<B::Set, M>, side: Side) -> bool {
        self.men.clear();
        for at in position.of(side).iter() {
            let Some(walk) = position.walk_on(at).filter(|&walk| walk != Walk::ReversedPawn) else {
                return false;
            };
            self.men.push(((walk, side, at), self.covers.number(board, (walk, side, at))));
        }
        self.men.len() <= MAX_MEN
    }

    /// Sets the net around a king.
    #[inline]
    fn set_net(&mut self, board: &B, king: Square, blocks: usize, entry: Entry) {
        let net = &mut self.net;
        (net.count, net.at_rest, net.leavers, net.blocks) = (0, 0, 0, blocks);
        net.unions = [0; MAX_MOVES + 1];
        for &(man, number) in &self.men {
            let options = self.covers.options(board, number, king);
            let rest = self.covers.at_rest(options);
            // The king cannot go to a square that a leaper attacks, which must leave before, or be captured.
            let is_leaper = matches!(man.0, Walk::Knight | Walk::Pawn);
            let attacks = is_leaper && rest.is_some_and(|cover| cover & KING_SQUARE != 0);
            let at_rest = match entry {
                Entry::Next if attacks => None,
                Entry::Later if attacks => Some(0),
                _ => rest,
            };
            net.leavers |= u16::from(at_rest.is_none()) << net.count;
            let at_rest = at_rest.unwrap_or(0);
            net.at_rest |= at_rest;
            for (all, union) in net.unions.iter_mut().zip(options.unions) {
                *all |= union;
            }
            net.men[net.count] = NetMan { at_rest, options };
            net.count += 1;
        }
    }
}

/// When the king goes to the square of a net.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Entry {
    /// It is there.
    None,
    /// By the only move of its side.
    Next,
    /// By one of several moves of its side.
    Later,
}

/// The men of the attacker with what they can cover around one square.
struct Net {
    men: [NetMan; MAX_MEN],
    count: usize,
    /// What all men cover without a move.
    at_rest: KingZoneMask,
    /// What any of them may cover with one move up to each number of moves.
    unions: [KingZoneMask; MAX_MOVES + 1],
    /// The men that must move, as a set of their numbers.
    leavers: u16,
    /// The number of squares next to the king that other men than those there now may block.
    blocks: usize,
}

/// A man of the attacker.
#[derive(Clone, Copy)]
struct NetMan {
    /// What it covers without a move.
    at_rest: KingZoneMask,
    options: Options,
}

impl Net {
    const EMPTY: Net = Net {
        men: [NetMan { at_rest: 0, options: Options::UNKNOWN }; MAX_MEN],
        count: 0,
        at_rest: 0,
        unions: [0; MAX_MOVES + 1],
        leavers: 0,
        blocks: 0,
    };

    /// Returns whether the missing squares may remain uncovered.
    #[inline]
    fn is_enough(&self, missing: KingZoneMask) -> bool {
        missing == 0 || (missing & KING_SQUARE == 0 && missing.count_ones() as usize <= self.blocks)
    }

    /// Returns whether the men may cover all that is required with this number of moves.
    fn can_cover<B: Board>(&self, covers: &CoverTable<B>, required: KingZoneMask, moves: usize) -> bool {
        let uncovered = required & !self.at_rest;
        if self.leavers.count_ones() as usize > moves || !self.is_enough(uncovered & !self.unions[moves]) {
            return false;
        }
        if self.leavers == 0 && self.is_enough(uncovered) {
            return true;
        }
        if uncovered.count_ones() as usize > self.blocks + self.most(moves) {
            return false;
        }
        let test = Test { net: self, covers, required };
        test.some_movers_cover(&mut [(0, 0); MAX_MOVES], 0, moves, uncovered)
    }

    /// Returns an upper bound of the number of squares that men can cover with this number of moves.
    fn most(&self, moves: usize) -> usize {
        // By number of moves, what the men up to one can cover with them.
        let mut most = [0; MAX_MOVES + 1];
        for man in &self.men[..self.count] {
            for total in (1..=moves).rev() {
                let with = |used: usize| most[total - used] + usize::from(man.options.most[used]);
                most[total] = (1..=total).map(with).fold(most[total], usize::max);
            }
        }
        most[moves]
    }
}

/// A test whether movers and the other men at rest cover the squares around a king.
struct Test<'a, B: Board> {
    net: &'a Net,
    covers: &'a CoverTable<B>,
    required: KingZoneMask,
}

/// The number of a man, and the largest number of its moves.
type Mover = (usize, usize);

impl<B: Board> Test<'_, B> {
    /// Returns whether the first `count` movers and further ones with higher numbers, which make `moves` moves in all, cover
    /// all that is required, with the other men. `uncovered` is what neither these movers may cover nor any man at rest.
    fn some_movers_cover(
        &self,
        movers: &mut [Mover; MAX_MOVES],
        count: usize,
        moves: usize,
        uncovered: KingZoneMask,
    ) -> bool {
        if !self.net.is_enough(uncovered & !self.net.unions[moves]) {
            return false;
        }
        let next = if count == 0 { 0 } else { movers[count - 1].0 + 1 };
        (next..self.net.count).any(|number| {
            (1..=moves).any(|used| {
                movers[count] = (number, used);
                let uncovered = uncovered & !self.net.men[number].options.unions[used];
                match moves - used {
                    0 => self.net.is_enough(uncovered) && self.movers_cover(&movers[..=count]),
                    left => self.some_movers_cover(movers, count + 1, left, uncovered),
                }
            })
        })
    }

    /// Returns whether the movers and the other men cover all that is required.
    #[inline]
    fn movers_cover(&self, movers: &[Mover]) -> bool {
        let net = self.net;
        let numbers = movers.iter().fold(0, |all, (man, _)| all | 1 << man);
        if net.leavers & !numbers != 0 {
            return false;
        }
        let mut covered = 0;
        for (number, man) in net.men[..net.count].iter().enumerate() {
            if numbers >> number & 1 == 0 {
                covered |= man.at_rest;
            }
        }
        self.sets_cover(movers, self.required & !covered)
    }

    fn sets_cover(&self, movers: &[Mover], missing: KingZoneMask) -> bool {
        let net = self.net;
        let Some((&(number, moves), rest)) = movers.split_first() else { return net.is_enough(missing) };
        let union = rest.iter().fold(0, |all, &(man, moves)| all | net.men[man].options.unions[moves]);
        let mut sets = self.covers.sets(net.men[number].options, moves).iter();
        sets.any(|set| net.is_enough(missing & !set & !union) && self.sets_cover(rest, missing & !set))
    }
}

#[cfg(test)]
pub(in crate::search) mod tests;
