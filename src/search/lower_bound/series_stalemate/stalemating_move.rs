//! The last moves of the stalemating side, and who is held by what they leave.

use crate::board::{Board, Square, Squares};
use crate::position::{Side, Walk};
use crate::search::lower_bound::distance::PAWN_FINAL_WALKS;

/// A move by which a side may stalemate, as far as only its own men are known.
pub(super) struct StalematingMove<S> {
    /// Its men afterwards.
    pub men: S,
    pub walks: [S; Walk::TABLE_LEN],
    /// Where a man is captured if it captures.
    pub capture_square: Option<Square>,
    /// Does it go only where it captures?
    pub must_capture: bool,
    /// Is the captured man a pawn that has just made a double step?
    pub en_passant: bool,
    /// The squares that are attacked afterwards if nobody else stands on the lines, and those
    /// attacked in any case.
    attacked_if_open: S,
    always_attacked: S,
    /// By kind: where men of the other side may be held by men of their own who stand around them.
    blockable: [S; Walk::TABLE_LEN],
}

/// What a last move asks for if the king is on a square.
pub(super) struct StalemateConstraint<S> {
    /// Which of the last moves.
    pub last_move: usize,
    /// The flights that must be blocked.
    pub open_flights: S,
    pub masks: ImmobilityMasks<S>,
}

/// Who is held where by last moves.
#[derive(Clone, Copy)]
pub(super) struct ImmobilityMasks<S> {
    /// By kind: where men may be held, and where they are held because they are pinned.
    pub immobile: [S; Walk::TABLE_LEN],
    pub pinned: [S; Walk::TABLE_LEN],
    /// Where men of the side that moves last stand then.
    pub opposing_men: S,
    /// Can a man be captured?
    pub may_capture: bool,
}

impl<S: Squares> ImmobilityMasks<S> {
    /// No last move at all.
    pub const NONE: ImmobilityMasks<S> = ImmobilityMasks {
        immobile: [S::EMPTY; Walk::TABLE_LEN],
        pinned: [S::EMPTY; Walk::TABLE_LEN],
        opposing_men: S::EMPTY,
        may_capture: false,
    };

    /// Takes in what other last moves hold.
    pub fn merge(&mut self, other: &ImmobilityMasks<S>) {
        for kind in PAWN_FINAL_WALKS.map(Walk::index) {
            self.immobile[kind] |= other.immobile[kind];
            self.pinned[kind] |= other.pinned[kind];
        }
        self.opposing_men |= other.opposing_men;
        self.may_capture |= other.may_capture;
    }
}

/// The squares that men attack whoever stands elsewhere.
pub(super) fn unblockable_attacks<B: Board>(
    board: &B,
    side: Side,
    walks: &[B::Set; Walk::TABLE_LEN],
) -> B::Set {
    let mut attacks = B::Set::EMPTY;
    for walk in Walk::ALL {
        for at in walks[walk.index()].iter() {
            attacks |= board.attacks(walk, side, at, !B::Set::EMPTY);
        }
    }
    attacks
}

/// Where men of the same side must stand so that an officer has no move.
pub(super) fn blocking_squares<B: Board>(board: &B, kind: Walk, at: Square) -> B::Set {
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
pub(super) fn stalemating_moves<B: Board>(
    board: &B,
    side: Side,
    walks: &[B::Set; Walk::TABLE_LEN],
    castling: B::Set,
    others: usize,
) -> Vec<StalematingMove<B::Set>> {
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
        lasts.push(StalematingMove::new(board, side, after, (capture, captures, in_passing), others));
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

impl<S: Squares> StalematingMove<S> {
    fn new<B: Board<Set = S>>(
        board: &B,
        side: Side,
        walks: [S; Walk::TABLE_LEN],
        (capture, captures, in_passing): (Option<Square>, bool, bool),
        others: usize,
    ) -> StalematingMove<S> {
        let men = walks.into_iter().fold(S::EMPTY, |men, walk| men | walk);
        let mut attacked = S::EMPTY;
        for walk in Walk::ALL {
            for at in walks[walk.index()].iter() {
                attacked |= board.attacks(walk, side, at, men);
            }
        }
        let certain = unblockable_attacks(board, side, &walks);
        let mut hemmed = [S::EMPTY; Walk::TABLE_LEN];
        let paths = board.geometry().pawn(side.other());
        for at in (board.geometry().all & !men).iter() {
            for kind in [Walk::Queen, Walk::Rook, Walk::Bishop, Walk::Knight] {
                let hem = blocking_squares(board, kind, at);
                // The king may be one of those who stand around him, and he is none of them.
                if !hem.intersects(men) && hem.count() as usize <= others {
                    hemmed[kind.index()] |= S::of(at);
                }
            }
            if !paths.attacks[at.index()].intersects(men) {
                hemmed[Walk::Pawn.index()] |= S::of(at);
            }
        }
        StalematingMove {
            men,
            walks,
            capture_square: capture,
            must_capture: captures,
            en_passant: in_passing,
            attacked_if_open: attacked,
            always_attacked: certain,
            blockable: hemmed,
        }
    }

    /// What the move asks for if the king of the other side is on a square; none if it cannot
    /// stalemate him there.
    pub fn constraint<B: Board<Set = S>>(
        &self,
        board: &B,
        king: Square,
        last: usize,
    ) -> Option<StalemateConstraint<S>> {
        let geometry = board.geometry();
        let flights = geometry.king[king.index()] & !self.attacked_if_open;
        let checked = self.always_attacked.contains(king) || self.men.contains(king);
        if checked || flights.intersects(self.men) {
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
        let mut scope = ImmobilityMasks {
            opposing_men: self.men,
            may_capture: self.capture_square.is_some(),
            ..ImmobilityMasks::NONE
        };
        for kind in PAWN_FINAL_WALKS {
            let pinned = match kind {
                Walk::Knight | Walk::Pawn => straight | diagonal,
                Walk::Bishop => straight,
                Walk::Rook => diagonal,
                // A queen goes along every line.
                _ => S::EMPTY,
            };
            scope.pinned[kind.index()] = pinned;
            scope.immobile[kind.index()] = (self.blockable[kind.index()] | pinned).without(king) & !self.men;
        }
        Some(StalemateConstraint { last_move: last, open_flights: flights, masks: scope })
    }
}
