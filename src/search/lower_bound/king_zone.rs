//! **What.** Which squares of the *king zone* (a king's square and its neighbours) a man guards, by walk, square
//! of the man and square of the king, as 16-bit masks: alone on the board, or with given squares occupied. A
//! *guarding square* of a task is a square from which a man fulfils it.
//!
//! Example: a white rook on g1 and a black king on h3 give the mask of g2, g3 and g4, without h3: the rook guards
//! three flights and gives no check. With g2 occupied, only g2 remains.
//!
//! **Why it is correct.** Upper bounds on what a man guards: an adjacent man that the king may be unable to
//! capture counts as guarded, and so does a square where the rebirth of its own man would displace the king.
//! Attacks with occupied squares are exact for these squares.
//!
//! **Cost and gain.** Masks are computed on first use. Together with lazy [`distance`](super::distance) rows, an
//! h#5 in Circe drops from 14.6 to 6.4 million instructions.
//!
//! **Reference.** [King safety](https://www.chessprogramming.org/King_Safety) uses the same zone in evaluation.

use std::cell::{Cell, OnceCell};
use std::sync::Arc;

use crate::board::{Board, Geometry, Square, Squares};
use crate::position::{Side, Walk};
use crate::rules::rebirth::Relocation;
use crate::search::lower_bound::distance::union;
use crate::search::lower_bound::pattern_walks::{PatternWalks, attacked_squares};
use crate::search::lower_bound::rebirth_squares::{MAX_MEN, RebirthSquares};

/// A set of squares of a king zone: bit *i* is the *i*-th neighbour of the king, the highest bit its own square.
pub(in crate::search) type KingZoneMask = u16;
/// The mask of the king's own square.
pub(in crate::search) const KING_SQUARE: KingZoneMask = 1 << KING_SQUARE_BIT;
/// The bit of the king's own square.
const KING_SQUARE_BIT: usize = 15;
/// The number of neighbours that a mask can hold.
const MAX_NEIGHBOURS: usize = 15;

/// What men of the mating side guard in the zone of a king of the other side.
pub(in crate::search) struct KingZoneAttacks<'a, B: Board> {
    board: &'a B,
    mating_side: Side,
    table_len: usize,
    /// The walks of the men.
    pub walks: PatternWalks<'a>,
    pub rebirth_squares: Arc<RebirthSquares<B::Set>>,
    /// The walks of the men of the mated side that may be captured.
    victim_walks: Vec<Walk>,
    /// The squares on which a man of the mated side must be captured to be reborn on a square, indexed by that
    /// square. Empty unless a reborn man displaces the man on its rebirth square.
    displacing_capture_squares: Vec<B::Set>,
    /// The squares attacked on an empty board, by walk and square of the man.
    attacked: Vec<B::Set>,
    /// The squares from which a square is attacked on an empty board, by walk and attacked square.
    attackers: Vec<B::Set>,
    /// The mask guarded, plus one, by walk, square of the man and square of the king; 0 if not computed.
    guarded: Vec<Cell<u32>>,
    /// The masks that can be guarded and are contained in no other, by walk and square of the king.
    maximal_masks: Vec<OnceCell<Vec<KingZoneMask>>>,
    /// The most neighbours of any square that a man attacks from one square, by walk.
    max_attacked_neighbours: OnceCell<Vec<u32>>,
}

impl<'a, B: Board> KingZoneAttacks<'a, B> {
    /// Returns the table of a board; `None` if a square has more than 15 neighbours. `victim_walks` are the walks
    /// of the men of the mated side.
    pub fn new(
        board: &'a B,
        mating_side: Side,
        walks: PatternWalks<'a>,
        rebirth_squares: Arc<RebirthSquares<B::Set>>,
        victim_walks: Vec<Walk>,
    ) -> Option<KingZoneAttacks<'a, B>> {
        let geometry = board.geometry();
        let table_len = geometry.table_len();
        if geometry.king.iter().any(|neighbours| neighbours.count() as usize > MAX_NEIGHBOURS) {
            return None;
        }
        let displacing_capture_squares = match rebirth_squares.has_displacing_rebirth() {
            true => rebirth_squares.capture_squares_by_rebirth(mating_side.other(), &victim_walks),
            false => Vec::new(),
        };
        let mut table = KingZoneAttacks {
            board,
            mating_side,
            table_len,
            walks,
            rebirth_squares,
            victim_walks,
            displacing_capture_squares,
            attacked: vec![B::Set::EMPTY; walks.count() * table_len],
            attackers: vec![B::Set::EMPTY; walks.count() * table_len],
            guarded: vec![Cell::new(0); walks.count() * table_len * table_len],
            maximal_masks: vec![OnceCell::new(); walks.count() * table_len],
            max_attacked_neighbours: OnceCell::new(),
        };
        for walk in walks.all() {
            let row = walks.index(walk) * table_len;
            for at in geometry.all.iter() {
                let attacked = table.attacked_upper_bound(walk, at, B::Set::EMPTY);
                table.attacked[row + at.index()] = attacked;
                for square in attacked.iter() {
                    table.attackers[row + square.index()] |= B::Set::of(at);
                }
            }
        }
        Some(table)
    }

    /// Returns whether a reborn man displaces the man on its rebirth square.
    #[inline]
    pub fn has_displacing_rebirth(&self) -> bool {
        !self.displacing_capture_squares.is_empty()
    }

    /// Returns whether the table takes captures of men with these walks into account.
    pub fn supports_victims(&self, walks: &[Walk]) -> bool {
        walks.iter().all(|walk| self.victim_walks.contains(walk))
    }

    /// Returns the masks that a man, promoted or not, can guard from some square and that are contained in no
    /// other such mask.
    pub fn maximal_masks(&self, walk: Walk, king: Square) -> &[KingZoneMask] {
        let cell = &self.maximal_masks[self.walks.index(walk) * self.table_len + king.index()];
        cell.get_or_init(|| {
            let all = self.board.geometry().all;
            let mut masks: Vec<KingZoneMask> = Vec::new();
            let finals = self.walks.final_walks(walk);
            for (final_walk, at) in finals.flat_map(|walk| all.iter().map(move |at| (walk, at))) {
                let new = self.guarded(final_walk, at, king);
                if !masks.iter().any(|&mask| mask & new == new) {
                    masks.retain(|&mask| mask & new != mask);
                    masks.push(new);
                }
            }
            masks
        })
    }

    /// Returns the most neighbours of any square that a man, promoted or not, attacks from one square.
    #[inline]
    pub fn max_attacked_neighbours(&self, walk: Walk) -> u32 {
        let max = self.max_attacked_neighbours.get_or_init(|| self.compute_max_attacked_neighbours());
        self.walks.final_walks(walk).map(|walk| max[self.walks.index(walk)]).max().unwrap_or(0)
    }

    fn compute_max_attacked_neighbours(&self) -> Vec<u32> {
        let zones = self.board.geometry().all.iter().map(|king| self.board.geometry().king[king.index()]);
        let zones: Vec<B::Set> = zones.collect();
        let max_of = |attacked: &[B::Set]| {
            // Every attacked square is a neighbour of another one; few sets need a count.
            let mut max = u32::from(attacked.iter().any(|set| !set.is_empty()));
            for &set in attacked {
                for common in zones.iter().map(|&zone| set & zone).filter(|common| common.more_than_one()) {
                    max = max.max(common.count());
                }
            }
            max
        };
        self.attacked.chunks_exact(self.table_len).map(max_of).collect()
    }

    /// Returns the squares that a man attacks if the squares `occupied` are occupied.
    #[inline]
    pub fn attacked_with_occupied(&self, walk: Walk, at: Square, occupied: B::Set) -> B::Set {
        if !matches!(self.rebirth_squares.kind, Relocation::FromHome(_)) {
            return self.permitted_attacks(walk, at, occupied);
        }
        let origins = self.rebirth_squares.attack_origins(self.mating_side, walk, at) & !occupied;
        union(origins, |origin| attacked_squares(self.board, walk, self.mating_side, origin, occupied))
    }

    /// Returns the squares that a man attacks on an empty board.
    #[inline]
    pub fn attacked(&self, walk: Walk, at: Square) -> B::Set {
        self.attacked[self.walks.index(walk) * self.table_len + at.index()]
    }

    /// Returns the squares from which a man attacks a square on an empty board.
    #[inline]
    pub fn attackers(&self, walk: Walk, square: Square) -> B::Set {
        self.attackers[self.walks.index(walk) * self.table_len + square.index()]
    }

    /// As [`attacked_with_occupied`](Self::attacked_with_occupied), but the square from which the man attacks may
    /// be occupied, too.
    #[inline]
    pub fn attacked_upper_bound(&self, walk: Walk, at: Square, occupied: B::Set) -> B::Set {
        match self.rebirth_squares.kind {
            Relocation::FromHome(_) => self.attacked_from_home(walk, at, occupied),
            _ => self.permitted_attacks(walk, at, occupied),
        }
    }

    /// Returns the squares that a man attacks from its square, of those to which it may go.
    #[inline(always)]
    fn permitted_attacks(&self, walk: Walk, at: Square, occupied: B::Set) -> B::Set {
        let attacked = attacked_squares(self.board, walk, self.mating_side, at, occupied);
        self.rebirth_squares.permit(self.mating_side, at, attacked)
    }

    /// Returns the mask of a king's square and of the neighbours to which the king may go.
    pub fn zone(&self, king: Square) -> KingZoneMask {
        let geometry = self.board.geometry();
        let neighbours = geometry.king[king.index()];
        let flights = self.rebirth_squares.permit(self.mating_side.other(), king, neighbours);
        zone_mask(geometry, flights, king) | KING_SQUARE
    }

    /// Returns the squares that a man attacks from its home; empty unless men capture from home (Marscirce).
    #[inline]
    pub fn attacked_from_home(&self, walk: Walk, at: Square, occupied: B::Set) -> B::Set {
        match self.rebirth_squares.kind {
            Relocation::FromHome(_) => {
                let homes = self.rebirth_squares.attack_origins(self.mating_side, walk, at);
                union(homes, |home| attacked_squares(self.board, walk, self.mating_side, home, occupied))
            }
            _ => B::Set::EMPTY,
        }
    }

    /// Returns whether capturers are reborn.
    #[inline]
    pub fn has_capturer_rebirth(&self) -> bool {
        matches!(self.rebirth_squares.kind, Relocation::Capturers(_))
    }

    /// Returns the squares where a man of the mating side that captures on `to` may be reborn.
    #[inline]
    pub fn capturer_rebirth_squares(&self, walk: Walk, to: Square) -> B::Set {
        match self.rebirth_squares.kind {
            Relocation::Capturers(_) => self.rebirth_squares.squares(self.mating_side, walk, to),
            _ => B::Set::EMPTY,
        }
    }

    /// Returns the squares where a man of the mated side that is captured on `at` may be reborn.
    #[inline]
    pub fn victim_rebirth_squares(&self, walk: Walk, at: Square) -> B::Set {
        match self.rebirth_squares.kind {
            Relocation::Victims(_) => self.rebirth_squares.squares(self.mating_side.other(), walk, at),
            _ => B::Set::EMPTY,
        }
    }

    /// Returns whether a king may be unable to capture an adjacent man on `at` although no man guards it, with the
    /// squares `occupied` occupied.
    #[inline]
    pub fn may_prevent_king_capture(&self, walk: Walk, at: Square, king: Square, occupied: B::Set) -> bool {
        if self.rebirth_squares.has_orthodox_king_captures {
            return false;
        }
        let attack = |origin: Square| {
            if self.rebirth_squares.has_displacing_rebirth() {
                let attacked = attacked_squares(self.board, walk, self.mating_side, origin, occupied);
                return attacked.contains(at) || self.may_displace_king(walk, attacked, at);
            }
            !occupied.contains(origin)
                && attacked_squares(self.board, walk, self.mating_side, origin, occupied).contains(at)
        };
        self.rebirth_squares.may_prevent_king_capture(self.mating_side, walk, at, king, attack)
    }

    /// Returns whether a king may be unable to capture an adjacent man on `at` if the king's side chooses any
    /// empty square for the rebirth (Super Circe).
    #[inline]
    pub fn may_prevent_king_capture_with_choice(&self, walk: Walk, at: Square) -> bool {
        match walk {
            // A pawn may have to promote where it is reborn.
            Walk::Pawn => true,
            Walk::King => false,
            // Unless attackers and men may fill the board, there is an empty square from which the reborn man does
            // not attack.
            _ => {
                let squares = self.board.geometry().all.count() as usize;
                self.attackers(walk, at).count() as usize + MAX_MEN >= squares
            }
        }
    }

    /// Returns the mask that a man on `at` guards by attacking the squares `attacked`, its own square included if
    /// the king may be unable to capture it there.
    fn guarded_mask(
        &self,
        walk: Walk,
        at: Square,
        king: Square,
        occupied: B::Set,
        attacked: B::Set,
    ) -> KingZoneMask {
        let geometry = self.board.geometry();
        let mut guarded = zone_mask(geometry, attacked, king);
        if self.has_displacing_rebirth() {
            guarded |= self.displacing_mask(walk, attacked, king);
        }
        if geometry.king[king.index()].contains(at) && self.may_prevent_king_capture(walk, at, king, occupied)
        {
            guarded |= zone_mask(geometry, B::Set::of(at), king);
        }
        guarded
    }

    /// Returns the squares of the zone on which the king would be displaced by the rebirth of a man of its own,
    /// captured by a man of the mating side on one of the squares `attacked`.
    fn displacing_mask(&self, walk: Walk, attacked: B::Set, king: Square) -> KingZoneMask {
        let neighbours = self.board.geometry().king[king.index()].iter().enumerate();
        let displaced = neighbours.filter(|&(_, flight)| self.may_displace_king(walk, attacked, flight));
        let own = if self.may_displace_king(walk, attacked, king) { KING_SQUARE } else { 0 };
        displaced.fold(own, |mask, (bit, _)| mask | 1 << bit)
    }

    /// Returns whether a capture on one of the squares `attacked` may displace a king on `square`.
    fn may_displace_king(&self, walk: Walk, attacked: B::Set, square: Square) -> bool {
        let steps = &self.board.geometry().pawn(self.mating_side.other()).step;
        let capture_squares = self.displacing_capture_squares[square.index()];
        // A pawn captured en passant is one step beyond the square to which the capturer moves.
        capture_squares.intersects(attacked)
            || (walk == Walk::Pawn && capture_squares.intersects(union(attacked, |to| steps[to.index()])))
    }

    /// Returns the squares of the zone that a man of the mating side does not guard because it is a king.
    #[inline]
    fn not_guarded_by_king(&self, walk: Walk, at: Square, king: Square) -> KingZoneMask {
        match walk {
            Walk::King if self.rebirth_squares.kings_may_be_adjacent() => 0,
            // Kings are never adjacent.
            Walk::King if self.board.geometry().king[king.index()].contains(at) => KingZoneMask::MAX,
            // A king gives no check, unless the rebirth of its victim displaces the other king.
            Walk::King if !self.rebirth_squares.has_displacing_rebirth() => KING_SQUARE,
            _ => 0,
        }
    }

    /// Returns the mask that a man on `at` guards on an empty board.
    #[inline]
    pub fn guarded(&self, walk: Walk, at: Square, king: Square) -> KingZoneMask {
        let row = self.walks.index(walk) * self.table_len + at.index();
        let cell = &self.guarded[row * self.table_len + king.index()];
        match cell.get() {
            0 => {
                let guarded = match at == king {
                    true => 0,
                    false => {
                        self.guarded_mask(walk, at, king, B::Set::EMPTY, self.attacked[row])
                            & !self.not_guarded_by_king(walk, at, king)
                    }
                };
                cell.set(u32::from(guarded) + 1);
                guarded
            }
            known => (known - 1) as KingZoneMask,
        }
    }

    /// Returns the squares from which a man guards one square of the zone, given by its bit, on an empty board.
    pub fn guarding_squares(&self, walk: Walk, king: Square, bit: usize) -> B::Set {
        let geometry = self.board.geometry();
        let neighbours = geometry.king[king.index()];
        let square = if bit == KING_SQUARE_BIT { Some(king) } else { neighbours.iter().nth(bit) };
        let Some(square) = square else { return B::Set::EMPTY };
        if self.has_displacing_rebirth() {
            let guards = |at: &Square| self.guarded(walk, *at, king) >> bit & 1 == 1;
            return B::Set::from_squares(geometry.all.iter().filter(guards));
        }
        let mut squares = self.attackers(walk, square).without(king);
        if square != king && self.may_prevent_king_capture(walk, square, king, B::Set::EMPTY) {
            squares = squares.with(square);
        }
        match walk {
            Walk::King if self.rebirth_squares.kings_may_be_adjacent() => squares,
            Walk::King if square == king => B::Set::EMPTY,
            Walk::King => squares & !neighbours,
            _ => squares,
        }
    }

    /// Returns whether a man on `at` guards all squares `targets` of the zone if the squares `occupied` are
    /// occupied.
    #[inline]
    pub fn guards_all(
        &self,
        walk: Walk,
        at: Square,
        king: Square,
        targets: KingZoneMask,
        occupied: B::Set,
    ) -> bool {
        self.guarded(walk, at, king) & targets == targets
            && (occupied.is_empty()
                || self.guarded_with_occupied(walk, at, king, occupied) & targets == targets)
    }

    /// Returns those of the squares from which a man guards all `targets` if the squares `occupied` are occupied.
    /// From each of `squares`, it must guard them on an empty board.
    #[inline]
    pub fn filter_guarding_squares(
        &self,
        walk: Walk,
        squares: B::Set,
        king: Square,
        targets: KingZoneMask,
        occupied: B::Set,
    ) -> B::Set {
        if squares.is_empty() || occupied.is_empty() {
            return squares;
        }
        if self.has_displacing_rebirth()
            || matches!(self.rebirth_squares.kind, Relocation::FromHome(_))
            || !B::LINES_UNIQUE
        {
            let guards = |&at: &Square| self.guards_all(walk, at, king, targets, occupied);
            return B::Set::from_squares(squares.iter().filter(guards));
        }
        let is_leaper = is_leaper(walk);
        let mut squares = squares & !occupied;
        for square in
            self.neighbours_in(king, targets).iter().chain((targets & KING_SQUARE != 0).then_some(king))
        {
            let guards_itself =
                squares.contains(square) && !self.may_prevent_king_capture(walk, square, king, occupied);
            if !is_leaper {
                // Line attacks are symmetric.
                let attackers = attacked_squares(self.board, walk, self.mating_side, square, occupied);
                squares &= attackers.with(square);
            }
            if guards_itself {
                squares = squares.without(square);
            }
        }
        squares
    }

    /// Returns the mask that a man on `at` guards if the squares `occupied` are occupied.
    #[inline]
    pub fn guarded_with_occupied(
        &self,
        walk: Walk,
        at: Square,
        king: Square,
        occupied: B::Set,
    ) -> KingZoneMask {
        if occupied.contains(at) || at == king {
            return 0;
        }
        let is_leaper = is_leaper(walk);
        if is_leaper && self.rebirth_squares.has_orthodox_king_captures {
            return self.guarded(walk, at, king);
        }
        let guarded =
            self.guarded_mask(walk, at, king, occupied, self.attacked_with_occupied(walk, at, occupied));
        if is_leaper { guarded & self.guarded(walk, at, king) } else { guarded }
    }

    /// Returns the neighbours of the king in a mask.
    pub fn neighbours_in(&self, king: Square, mask: KingZoneMask) -> B::Set {
        if mask == 0 {
            return B::Set::EMPTY;
        }
        let neighbours = self.board.geometry().king[king.index()].iter().enumerate();
        B::Set::from_squares(neighbours.filter(|(bit, _)| mask >> bit & 1 == 1).map(|(_, square)| square))
    }
}

/// Returns whether no man is taken to close the lines of a man.
#[inline]
fn is_leaper(walk: Walk) -> bool {
    matches!(walk, Walk::King | Walk::Knight | Walk::Pawn) || walk.is_fairy()
}

/// Returns the squares of the king zone that are in a set.
pub(in crate::search) fn zone_mask<S: Squares>(geometry: &Geometry<S>, set: S, king: Square) -> KingZoneMask {
    let neighbours = geometry.king[king.index()];
    if !set.intersects(neighbours.with(king)) {
        return 0;
    }
    let mut mask = if set.contains(king) { KING_SQUARE } else { 0 };
    for (index, flight) in neighbours.iter().enumerate() {
        if set.contains(flight) {
            mask |= 1 << index;
        }
    }
    mask
}

#[cfg(test)]
mod tests;
