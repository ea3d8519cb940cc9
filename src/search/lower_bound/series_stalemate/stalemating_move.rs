//! The last moves of the stalemating side, and who is held by what they leave.

use crate::board::{Board, Square, Squares};
use crate::position::{Side, Walk};
use crate::search::lower_bound::distance::PAWN_KINDS;

/// A move by which a side may stalemate, as far as only its own men are known.
pub(super) struct Last<S> {
    /// Its men afterwards.
    pub men: S,
    pub walks: [S; Walk::ROWS],
    /// Where a man is captured if it captures.
    pub capture: Option<Square>,
    /// Does it go only where it captures?
    pub captures: bool,
    /// Is the captured man a pawn that has just made a double step?
    pub in_passing: bool,
    /// The squares that are attacked afterwards if nobody else stands on the lines, and those
    /// attacked in any case.
    attacked: S,
    certain: S,
    /// By kind: where men of the other side may be held by men of their own who stand around them.
    hemmed: [S; Walk::ROWS],
}

/// What a last move asks for if the king is on a square.
pub(super) struct Tie<S> {
    /// Which of the last moves.
    pub last: usize,
    /// The flights that must be blocked.
    pub open: S,
    pub scope: Scope<S>,
}

/// Who is held where by last moves.
#[derive(Clone, Copy)]
pub(super) struct Scope<S> {
    /// By kind: where men may be held, and where they are held because they are pinned.
    pub held: [S; Walk::ROWS],
    pub pinned: [S; Walk::ROWS],
    /// Where men of the side that moves last stand then.
    pub stops: S,
    /// Can a man be captured?
    pub captures: bool,
}

impl<S: Squares> Scope<S> {
    /// No last move at all.
    pub const NONE: Scope<S> = Scope {
        held: [S::EMPTY; Walk::ROWS],
        pinned: [S::EMPTY; Walk::ROWS],
        stops: S::EMPTY,
        captures: false,
    };

    /// Takes in what other last moves hold.
    pub fn widen(&mut self, other: &Scope<S>) {
        for kind in PAWN_KINDS.map(Walk::index) {
            self.held[kind] |= other.held[kind];
            self.pinned[kind] |= other.pinned[kind];
        }
        self.stops |= other.stops;
        self.captures |= other.captures;
    }
}

/// The squares that men attack whoever stands elsewhere.
pub(super) fn certain_attacks<B: Board>(board: &B, side: Side, walks: &[B::Set; Walk::ROWS]) -> B::Set {
    let mut attacks = B::Set::EMPTY;
    for walk in Walk::ALL {
        for at in walks[walk.index()].iter() {
            attacks |= board.attacks(walk, side, at, !B::Set::EMPTY);
        }
    }
    attacks
}

/// Where men of the same side must stand so that an officer has no move.
pub(super) fn hem<B: Board>(board: &B, kind: Walk, at: Square) -> B::Set {
    let near = board.geometry().king[at.index()];
    match kind {
        Walk::Queen => near,
        Walk::Rook => near & board.rook(at, B::Set::EMPTY),
        Walk::Bishop => near & board.bishop(at, B::Set::EMPTY),
        Walk::Knight => board.geometry().knight[at.index()],
        _ => B::Set::EMPTY,
    }
}

/// All moves by which a side may stalemate, whose men are these and who may castle with these;
/// `others` is how many men the other side has besides its king.
pub(super) fn last_moves<B: Board>(
    board: &B,
    side: Side,
    walks: &[B::Set; Walk::ROWS],
    castling: B::Set,
    others: usize,
) -> Vec<Last<B::Set>> {
    let men = walks.iter().fold(B::Set::EMPTY, |men, &walk| men | walk);
    let geometry = board.geometry();
    let mut lasts = Vec::new();
    let mut add = |moved: &[(Walk, Square, Walk, Square)], capture, captures, in_passing| {
        let mut after = *walks;
        for &(walk, from, _, _) in moved {
            after[walk.index()] &= !B::Set::of(from);
        }
        for &(_, _, walk, to) in moved {
            after[walk.index()] |= B::Set::of(to);
        }
        lasts.push(Last::new(board, side, after, (capture, captures, in_passing), others));
    };
    for walk in Walk::ALL {
        for from in walks[walk.index()].iter() {
            if walk != Walk::Pawn {
                for to in (board.attacks(walk, side, from, men) & !men).iter() {
                    add(&[(walk, from, walk, to)], Some(to), false, false);
                }
                continue;
            }
            let paths = geometry.pawn(side);
            let kinds = |to| {
                let promotes = paths.promotion_rank.contains(to);
                if promotes { &Walk::PROMOTIONS[..] } else { &[Walk::Pawn] }
            };
            let mut steps = paths.step[from.index()] & !men;
            for step in steps.iter().filter(|_| paths.double_rank.contains(from)) {
                steps |= paths.step[step.index()] & !men;
            }
            for to in steps.iter() {
                kinds(to).iter().for_each(|&kind| add(&[(walk, from, kind, to)], None, false, false));
            }
            for to in (paths.attacks[from.index()] & !men).iter() {
                kinds(to).iter().for_each(|&kind| add(&[(walk, from, kind, to)], Some(to), true, false));
                let theirs = geometry.pawn(side.other());
                // A pawn that has just passed the square stands behind it.
                for pawn in (theirs.step[to.index()] & !men).iter() {
                    if theirs.step.iter().zip(0u8..).any(|(step, home)| {
                        step.contains(to) && theirs.double_rank.contains(Square::new(home))
                    }) {
                        add(&[(walk, from, walk, to)], Some(pawn), true, true);
                    }
                }
            }
        }
    }
    for way in geometry.castlings.iter().filter(|way| way.side == side) {
        if way.is_granted(castling) {
            let king = (Walk::King, way.king_from, Walk::King, way.king_to);
            add(&[king, (Walk::Rook, way.rook_from, Walk::Rook, way.rook_to)], None, false, false);
        }
    }
    lasts
}

impl<S: Squares> Last<S> {
    fn new<B: Board<Set = S>>(
        board: &B,
        side: Side,
        walks: [S; Walk::ROWS],
        (capture, captures, in_passing): (Option<Square>, bool, bool),
        others: usize,
    ) -> Last<S> {
        let men = walks.into_iter().fold(S::EMPTY, |men, walk| men | walk);
        let mut attacked = S::EMPTY;
        for walk in Walk::ALL {
            for at in walks[walk.index()].iter() {
                attacked |= board.attacks(walk, side, at, men);
            }
        }
        let certain = certain_attacks(board, side, &walks);
        let mut hemmed = [S::EMPTY; Walk::ROWS];
        let paths = board.geometry().pawn(side.other());
        for at in (board.geometry().all & !men).iter() {
            for kind in [Walk::Queen, Walk::Rook, Walk::Bishop, Walk::Knight] {
                let hem = hem(board, kind, at);
                // The king may be one of those who stand around him, and he is none of them.
                if !hem.meets(men) && hem.count() as usize <= others {
                    hemmed[kind.index()] |= S::of(at);
                }
            }
            if !paths.attacks[at.index()].meets(men) {
                hemmed[Walk::Pawn.index()] |= S::of(at);
            }
        }
        Last { men, walks, capture, captures, in_passing, attacked, certain, hemmed }
    }

    /// What the move asks for if the king of the other side is on a square; none if it cannot
    /// stalemate him there.
    pub fn tie<B: Board<Set = S>>(&self, board: &B, king: Square, last: usize) -> Option<Tie<S>> {
        let geometry = board.geometry();
        let flights = geometry.king[king.index()] & !self.attacked;
        let checked = self.certain.contains(king) || self.men.contains(king);
        if checked || flights.meets(self.men) {
            return None;
        }
        let queens = self.walks[Walk::Queen.index()];
        let (mut straight, mut diagonal) = (S::EMPTY, S::EMPTY);
        for pinner in (board.rook(king, self.men) & (self.walks[Walk::Rook.index()] | queens)).iter() {
            straight |= geometry.between(king, pinner);
        }
        for pinner in (board.bishop(king, self.men) & (self.walks[Walk::Bishop.index()] | queens)).iter() {
            diagonal |= geometry.between(king, pinner);
        }
        let mut scope = Scope { stops: self.men, captures: self.capture.is_some(), ..Scope::NONE };
        for kind in PAWN_KINDS {
            let pinned = match kind {
                Walk::Knight | Walk::Pawn => straight | diagonal,
                Walk::Bishop => straight,
                Walk::Rook => diagonal,
                // A queen goes along every line.
                _ => S::EMPTY,
            };
            scope.pinned[kind.index()] = pinned;
            scope.held[kind.index()] = (self.hemmed[kind.index()] | pinned).without(king) & !self.men;
        }
        Some(Tie { last, open: flights, scope })
    }
}
