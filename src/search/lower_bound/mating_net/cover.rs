//! What a man can cover around a square with a number of moves, as on an empty board; computed on first use.

use crate::board::{Board, Square, Squares};
use crate::position::{Side, Walk};
use crate::search::lower_bound::distance::union;
use crate::search::lower_bound::king_zone::{KingZoneMask, zone_mask};

/// The largest number of moves of a man.
pub const MAX_MOVES: usize = 3;

/// A man: its walk, its side and its square.
pub type ManAt = (Walk, Side, Square);

/// What a man can cover around a king.
#[derive(Clone, Copy)]
pub struct Options {
    /// What it can cover with one move up to each number of moves, taken together.
    pub unions: [KingZoneMask; MAX_MOVES + 1],
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
    /// By walk, side and square, where the options of a man begin; 0 before the first use.
    starts: Vec<u32>,
    /// The options of men by square of the king, man after man.
    options: Vec<Options>,
    /// By man, in the same order, the squares that it reaches.
    reaches: Vec<Reach<B::Set>>,
    /// The sets of the options.
    sets: Vec<KingZoneMask>,
    /// By walk, side and square of the king, where the covers begin; 0 before the first use.
    cover_starts: Vec<u32>,
    /// The covers by square of the man.
    covers: Vec<KingZoneMask>,
}

/// The mask of a man that cannot stand there: no king has 15 neighbours.
const NONE: KingZoneMask = KingZoneMask::MAX;

/// The squares that a man reaches by each number of moves and no fewer, as on an empty board; a pawn also captures.
#[derive(Clone, Copy)]
struct Reach<S> {
    man: ManAt,
    /// With its own walk.
    own: [S; MAX_MOVES + 1],
    /// As a promoted pawn, queen or knight.
    promoted: [[S; MAX_MOVES + 1]; 2],
}

/// The walks of [`Reach::promoted`]: a rook or a bishop covers no more.
const PROMOTED: [Walk; 2] = [Walk::Queen, Walk::Knight];

impl<B: Board> CoverTable<B> {
    /// Returns an empty table.
    pub fn new() -> CoverTable<B> {
        CoverTable {
            starts: Vec::new(),
            options: Vec::new(),
            reaches: Vec::new(),
            sets: vec![0],
            cover_starts: Vec::new(),
            covers: Vec::new(),
        }
    }

    /// Returns the number of a man of chess, for [`options`](Self::options).
    #[inline]
    pub fn number(&mut self, board: &B, man: ManAt) -> usize {
        match self.starts.get(table_index::<B>(man)) {
            Some(&start) if start != 0 => start as usize,
            _ => self.add_man(board, man),
        }
    }

    #[cold]
    fn add_man(&mut self, board: &B, man: ManAt) -> usize {
        if self.starts.is_empty() {
            let len = 2 * Walk::CHESS.len() * B::Set::CAPACITY;
            (self.starts, self.cover_starts) = (vec![0; len], vec![0; len]);
            // Nothing begins at 0.
            self.options.resize(B::Set::CAPACITY, Options::UNKNOWN);
            self.covers.resize(B::Set::CAPACITY, NONE);
        }
        let start = self.options.len();
        self.options.resize(start + B::Set::CAPACITY, Options::UNKNOWN);
        self.reaches.push(Reach::new(board, man));
        self.starts[table_index::<B>(man)] = start as u32;
        start
    }

    /// Returns what a man can cover around a king, as on an empty board, given its [number](Self::number).
    #[inline]
    pub fn options(&mut self, board: &B, number: usize, king: Square) -> Options {
        let options = self.options[number + king.index()];
        if options.start != 0 { options } else { self.compute(board, number, king) }
    }

    /// Returns what a man covers without a move; `None` if it cannot stay there.
    #[inline]
    pub fn at_rest(&self, options: Options) -> Option<KingZoneMask> {
        (options.ends[0] > 0).then(|| self.sets[options.start as usize])
    }

    /// Returns the sets that a man can cover with one move up to this number of moves.
    #[inline]
    pub fn sets(&self, options: Options, moves: usize) -> &[KingZoneMask] {
        let [first, end] = [0, moves].map(|moves| options.start as usize + usize::from(options.ends[moves]));
        &self.sets[first..end]
    }

    #[cold]
    fn compute(&mut self, board: &B, number: usize, king: Square) -> Options {
        let Reach { man: (walk, side, _), own, promoted } = self.reaches[number / B::Set::CAPACITY - 1];
        let start = self.sets.len();
        let mut options = Options { start: start as u32, ..Options::UNKNOWN };
        for moves in 0..=MAX_MOVES {
            let first = self.sets.len();
            self.add_sets(board, (walk, side), king, own[moves], [start, first]);
            for (walk, squares) in PROMOTED.into_iter().zip(promoted) {
                self.add_sets(board, (walk, side), king, squares[moves], [start, first]);
            }
            options.ends[moves] = (self.sets.len() - start) as u8;
            let moved_sets = &self.sets[start + usize::from(options.ends[0])..];
            options.unions[moves] = moved_sets.iter().fold(0, |all, set| all | set);
            options.most[moves] = moved_sets.iter().map(|set| set.count_ones() as u8).max().unwrap_or(0);
        }
        self.options[number + king.index()] = options;
        options
    }

    /// Adds what a man covers from some squares.
    #[inline]
    fn add_sets(
        &mut self,
        board: &B,
        (walk, side): (Walk, Side),
        king: Square,
        squares: B::Set,
        firsts: [usize; 2],
    ) {
        if squares.is_empty() {
            return;
        }
        let covers = self.covers_around(board, (walk, side, king));
        for at in squares.iter() {
            let cover = self.covers[covers + at.index()];
            if cover != NONE {
                self.add_set(firsts, cover);
            }
        }
    }

    /// Returns where the covers of a man around a king begin.
    fn covers_around(&mut self, board: &B, (walk, side, king): ManAt) -> usize {
        let index = table_index::<B>((walk, side, king));
        if self.cover_starts[index] == 0 {
            self.cover_starts[index] = self.covers.len() as u32;
            let first = self.covers.len();
            self.covers.resize(first + B::Set::CAPACITY, NONE);
            for at in board.geometry().all.iter() {
                self.covers[first + at.index()] = cover(board, (walk, side, at), king).unwrap_or(NONE);
            }
        }
        self.cover_starts[index] as usize
    }

    /// Adds a set to those from the first number, unless one of them contains it. Those from the second number, which
    /// need the same number of moves, are removed if it contains them.
    fn add_set(&mut self, [start, first]: [usize; 2], set: KingZoneMask) {
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

/// Returns the index of a man in tables by walk, side and square.
#[inline]
fn table_index<B: Board>((walk, side, at): ManAt) -> usize {
    (walk as usize * 2 + side.index()) * B::Set::CAPACITY + at.index()
}

impl<S: Squares> Reach<S> {
    fn new<B: Board<Set = S>>(board: &B, man: ManAt) -> Reach<S> {
        let (walk, side, from) = man;
        let mut reach =
            Reach { man, own: [S::EMPTY; MAX_MOVES + 1], promoted: [[S::EMPTY; MAX_MOVES + 1]; 2] };
        reach.own[0] = S::of(from);
        let promotion_rank =
            if walk.is_pawn() { board.geometry().pawn(side).promotion_rank } else { S::EMPTY };
        for moves in 1..=MAX_MOVES {
            let targets = union(reach.own[moves - 1], |at| moves_of(board, (walk, side, at)));
            let promoting = targets & promotion_rank;
            reach.own[moves] = targets & !promotion_rank & !all(&reach.own[..moves]);
            for (walk, squares) in PROMOTED.into_iter().zip(&mut reach.promoted) {
                let later = union(squares[moves - 1], |at| moves_of(board, (walk, side, at)));
                squares[moves] = (promoting | later) & !all(&squares[..moves]);
            }
        }
        reach
    }
}

/// Returns the union of some sets.
fn all<S: Squares>(sets: &[S]) -> S {
    sets.iter().fold(S::EMPTY, |all, &set| all | set)
}

/// Returns what a man covers around a king; `None` if it cannot stand there.
fn cover<B: Board>(board: &B, (walk, side, at): ManAt, king: Square) -> Option<KingZoneMask> {
    let geometry = board.geometry();
    if at == king {
        // The king has captured it.
        return (walk != Walk::King).then_some(0);
    }
    if walk == Walk::King && geometry.king[king.index()].contains(at) {
        return None;
    }
    Some(zone_mask(geometry, board.attacks(walk, side, at, B::Set::EMPTY), king))
}

/// Returns the squares that a man reaches by one move, as on an empty board; a pawn also captures.
fn moves_of<B: Board>(board: &B, (walk, side, at): ManAt) -> B::Set {
    if !walk.is_pawn() {
        return board.attacks(walk, side, at, B::Set::EMPTY);
    }
    board.geometry().pawn(side).reach(at)
}
