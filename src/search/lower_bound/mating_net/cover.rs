//! What a man can cover around a square with a number of moves, as on an empty board; computed on first use.

use std::marker::PhantomData;

use crate::board::{Board, Square, Squares};
use crate::position::{Side, Walk};

/// The largest number of moves of a man.
pub const MAX_MOVES: usize = 3;

/// A set of the squares around a king, in the order of their numbers, and of its own square.
pub type Cover = u16;

/// The square of the king.
pub const KING_SQUARE: Cover = 1 << 8;

/// A man: its walk, its side and its square.
pub type ManAt = (Walk, Side, Square);

/// Returns the squares around a king that must be covered: all but those that its own men block.
#[inline]
pub fn required<S: Squares>(ring: S, blocked: S) -> Cover {
    cover_of(ring, !blocked) | KING_SQUARE
}

/// Returns those of the squares around a king that a set has.
#[inline]
fn cover_of<S: Squares>(ring: S, squares: S) -> Cover {
    let bits = ring.iter().enumerate().map(|(number, at)| Cover::from(squares.contains(at)) << number);
    bits.fold(0, |all, bit| all | bit)
}

/// What a man can cover around a king.
#[derive(Clone, Copy)]
pub struct Options {
    /// What it can cover with one move up to each number of moves, taken together.
    pub unions: [Cover; MAX_MOVES + 1],
    /// The largest number of squares that it can cover with one move up to each number of moves.
    pub most: [u8; MAX_MOVES + 1],
    /// The first of its sets in the list; 0 if they are not known.
    start: u32,
    /// Where the sets end that it covers with at most each number of moves, from the first.
    ends: [u8; MAX_MOVES + 1],
}

impl Options {
    /// Not yet computed.
    pub const UNKNOWN: Options =
        Options { unions: [0; MAX_MOVES + 1], most: [0; MAX_MOVES + 1], start: 0, ends: [0; MAX_MOVES + 1] };
}

/// What men can cover, by man, its square and the square of the king.
pub struct CoverTable<B: Board> {
    /// Empty before the first use.
    options: Vec<Options>,
    sets: Vec<Cover>,
    board: PhantomData<fn() -> B>,
}

impl<B: Board> CoverTable<B> {
    /// Returns an empty table.
    pub fn new() -> CoverTable<B> {
        CoverTable { options: Vec::new(), sets: vec![0], board: PhantomData }
    }

    /// Returns the number of a man of chess, for [`options`](Self::options).
    #[inline]
    pub fn number(&mut self, (walk, side, from): ManAt) -> usize {
        if self.options.is_empty() {
            let men = 2 * Walk::CHESS.len() * B::Set::CAPACITY;
            self.options = vec![Options::UNKNOWN; men * B::Set::CAPACITY];
        }
        ((walk as usize * 2 + side.index()) * B::Set::CAPACITY + from.index()) * B::Set::CAPACITY
    }

    /// Returns what a man can cover around a king, as on an empty board, given its [number](Self::number).
    #[inline]
    pub fn options(&mut self, board: &B, number: usize, man: ManAt, king: Square) -> Options {
        let options = self.options[number + king.index()];
        if options.start != 0 { options } else { self.compute(board, number, man, king) }
    }

    /// Returns what a man covers without a move; `None` if it cannot stay there.
    #[inline]
    pub fn at_rest(&self, options: Options) -> Option<Cover> {
        (options.ends[0] > 0).then(|| self.sets[options.start as usize])
    }

    /// Returns the sets that a man can cover with one move up to this number of moves.
    #[inline]
    pub fn sets(&self, options: Options, moves: usize) -> &[Cover] {
        let [first, end] = [0, moves].map(|moves| options.start as usize + usize::from(options.ends[moves]));
        &self.sets[first..end]
    }

    #[cold]
    fn compute(&mut self, board: &B, number: usize, (walk, side, from): ManAt, king: Square) -> Options {
        let start = self.sets.len();
        let mut options = Options { start: start as u32, ..Options::UNKNOWN };
        let mut known = [B::Set::EMPTY; Walk::TABLE_LEN];
        known[walk.index()] = B::Set::of(from);
        let mut latest = vec![(walk, from)];
        for moves in 0..=MAX_MOVES {
            let first = self.sets.len();
            for &(walk, at) in &latest {
                if let Some(set) = cover(board, (walk, side, at), king) {
                    self.add_set(start, first, set);
                }
            }
            options.ends[moves] = (self.sets.len() - start) as u8;
            let moved_sets = &self.sets[start + usize::from(options.ends[0])..];
            options.unions[moves] = moved_sets.iter().fold(0, |all, set| all | set);
            options.most[moves] = moved_sets.iter().map(|set| set.count_ones() as u8).max().unwrap_or(0);
            if moves < MAX_MOVES {
                latest = step(board, side, &latest, &mut known);
            }
        }
        self.options[number + king.index()] = options;
        options
    }

    /// Adds a set to those from `start`, unless one of them contains it. Those from `first`, which need the same number
    /// of moves, are removed if it contains them.
    fn add_set(&mut self, start: usize, first: usize, set: Cover) {
        if self.sets[start..].iter().any(|&other| set & !other == 0) {
            return;
        }
        let mut index = first;
        while index < self.sets.len() {
            if self.sets[index] & !set == 0 {
                self.sets.swap_remove(index);
            } else {
                index += 1;
            }
        }
        self.sets.push(set);
    }
}

/// Returns what a man covers around a king; `None` if it cannot stand there.
fn cover<B: Board>(board: &B, (walk, side, at): ManAt, king: Square) -> Option<Cover> {
    let ring = board.geometry().king[king.index()];
    if at == king {
        // The king has captured it.
        return (walk != Walk::King).then_some(0);
    }
    if walk == Walk::King && ring.contains(at) {
        return None;
    }
    let attacks = board.attacks(walk, side, at, B::Set::EMPTY);
    let on_king = if attacks.contains(king) { KING_SQUARE } else { 0 };
    Some(cover_of(ring, attacks) | on_king)
}

/// Returns the walks and squares that a man reaches by one more move and that are not yet known, and adds them to those
/// that are known, by walk.
fn step<B: Board>(
    board: &B,
    side: Side,
    latest: &[(Walk, Square)],
    known: &mut [B::Set; Walk::TABLE_LEN],
) -> Vec<(Walk, Square)> {
    let mut next = Vec::new();
    for &(walk, at) in latest {
        for (walk, to) in moved(board, (walk, side, at)) {
            if !known[walk.index()].contains(to) {
                known[walk.index()] |= B::Set::of(to);
                next.push((walk, to));
            }
        }
    }
    next
}

/// Returns the walk and the square of a man after each of its moves, as on an empty board; a pawn also captures.
fn moved<B: Board>(board: &B, (walk, side, at): ManAt) -> Vec<(Walk, Square)> {
    if !walk.is_pawn() {
        let targets = board.attacks(walk, side, at, B::Set::EMPTY);
        return targets.iter().map(|to| (walk, to)).collect();
    }
    let paths = board.geometry().pawn(side);
    let step = paths.step[at.index()];
    let double = step.first().filter(|_| paths.double_rank.contains(at));
    let double = double.map_or(B::Set::EMPTY, |over| paths.step[over.index()]);
    let targets = paths.attacks[at.index()] | step | double;
    let promoted = |to| match paths.promotion_rank.contains(to) {
        true => vec![(Walk::Queen, to), (Walk::Knight, to)],
        false => vec![(walk, to)],
    };
    targets.iter().flat_map(promoted).collect()
}
