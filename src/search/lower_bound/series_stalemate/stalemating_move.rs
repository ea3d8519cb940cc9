//! The last moves of the stalemating side, and what each requires of the other side.
//!
//! **What.** The men of the stalemating side do not move before the last ply, so that all its last moves are
//! enumerated once. For a square of the king, a last move gives the flights that must be blocked and, by
//! walk, the squares on which a man may be immobile.
//!
//! **Why it is correct.** The masks are supersets: a man counts as immobile where own men may surround it, or
//! where a line piece of the stalemating side may pin it. Only attacks that no man can block exclude a square
//! of the king.
//!
//! **Cost and gain.** Restricting the squares for each last move: a ser-h=8 from 0.24 to 0.14 s
//! (`docs/internals/experiments.md`).
//!
//! **Reference.** None.

use crate::board::{Board, Castling, Square, Squares};
use crate::game::PermittedTargets;
use crate::position::{Side, Walk};
use crate::search::lower_bound::distance::PAWN_FINAL_WALKS;

/// A move by which a side may stalemate. Only the men of that side are known.
pub(super) struct StalematingMove<S> {
    /// The men of the side after the move.
    pub men: S,
    /// The men of the side after the move, by walk.
    pub walks: [S; Walk::TABLE_LEN],
    /// The square of the captured man if the move captures; `None` if it cannot capture.
    pub capture_square: Option<Square>,
    /// Whether the move is possible only as a capture.
    pub must_capture: bool,
    /// Whether the captured man is a pawn that has just made a double step.
    pub en_passant: bool,
    /// The squares attacked after the move if no man of the other side blocks a line.
    attacked_if_open: S,
    /// The squares attacked after the move in any case.
    always_attacked: S,
    /// By walk: the squares on which own men may surround a man of the other side.
    blockable: [S; Walk::TABLE_LEN],
}

/// What a last move requires if the king is on a certain square.
pub(super) struct StalemateConstraint<S> {
    /// The index of the last move.
    pub last_move: usize,
    /// The flights that must be blocked.
    pub open_flights: S,
    /// The squares on which men may be immobile.
    pub masks: ImmobilityMasks<S>,
}

/// The squares on which men may be immobile after last moves.
#[derive(Clone, Copy)]
pub(super) struct ImmobilityMasks<S> {
    /// By walk: the squares on which a man may be immobile.
    pub immobile: [S; Walk::TABLE_LEN],
    /// By walk: the squares on which a man may be immobile by a pin.
    pub pinned: [S; Walk::TABLE_LEN],
    /// The men of the stalemating side after the last move.
    pub opposing_men: S,
    /// Whether the last move may capture a man.
    pub may_capture: bool,
}

impl<S: Squares> ImmobilityMasks<S> {
    /// The masks of no last move.
    pub const NONE: ImmobilityMasks<S> = ImmobilityMasks {
        immobile: [S::EMPTY; Walk::TABLE_LEN],
        pinned: [S::EMPTY; Walk::TABLE_LEN],
        opposing_men: S::EMPTY,
        may_capture: false,
    };

    /// Adds the squares of other last moves.
    pub fn merge(&mut self, other: &ImmobilityMasks<S>) {
        for walk in PAWN_FINAL_WALKS.map(Walk::index) {
            self.immobile[walk] |= other.immobile[walk];
            self.pinned[walk] |= other.pinned[walk];
        }
        self.opposing_men |= other.opposing_men;
        self.may_capture |= other.may_capture;
    }
}

/// Returns the squares that men attack if `occupied` are the occupied squares.
fn attacks_of<B: Board>(
    board: &B,
    permitted: &PermittedTargets<B::Set>,
    side: Side,
    walks: &[B::Set; Walk::TABLE_LEN],
    occupied: B::Set,
) -> B::Set {
    let mut attacks = B::Set::EMPTY;
    for walk in Walk::CHESS {
        for at in walks[walk.index()].iter() {
            attacks |= permitted.attacks(board, (walk, side), at, occupied);
        }
    }
    attacks
}

/// Returns the squares that men attack whatever men block the lines.
pub(super) fn unblockable_attacks<B: Board>(
    board: &B,
    permitted: &PermittedTargets<B::Set>,
    side: Side,
    walks: &[B::Set; Walk::TABLE_LEN],
) -> B::Set {
    attacks_of(board, permitted, side, walks, !B::Set::EMPTY)
}

/// Returns the squares that own men must occupy to immobilise a man of `side`; none for a king. Where the rules forbid the
/// first move along a line or of a pawn, men on several squares can stop the man: then none is required.
pub(super) fn blocking_squares<B: Board>(
    board: &B,
    permitted: &PermittedTargets<B::Set>,
    (walk, side): (Walk, Side),
    at: Square,
) -> B::Set {
    let near = board.geometry().king[at.index()];
    let first = match walk {
        Walk::Queen => near,
        Walk::Rook => near & board.rook(at, B::Set::EMPTY),
        Walk::Bishop => near & board.bishop(at, B::Set::EMPTY),
        Walk::Knight => board.geometry().knight[at.index()],
        Walk::Pawn => board.geometry().pawn(side).step[at.index()],
        _ => B::Set::EMPTY,
    };
    first & permitted.targets(side, at)
}

/// Returns all moves by which a side with these men and castling rights may stalemate. The other side has
/// `other_men` men, its king excepted.
pub(super) fn stalemating_moves<B: Board>(
    board: &B,
    permitted: &PermittedTargets<B::Set>,
    side: Side,
    walks: &[B::Set; Walk::TABLE_LEN],
    castling: B::Set,
    other_men: usize,
) -> Vec<StalematingMove<B::Set>> {
    let men = walks.iter().fold(B::Set::EMPTY, |men, &walk| men | walk);
    let mut list = MoveList { board, permitted, side, walks, men, other_men, moves: Vec::new() };
    for walk in Walk::CHESS {
        for from in walks[walk.index()].iter() {
            match walk {
                Walk::Pawn => list.add_pawn_moves(from),
                _ => list.add_officer_moves(walk, from),
            }
        }
    }
    let castlings = board.geometry().castlings.iter();
    let is_possible = |castles: &&Castling<B::Set>| {
        castles.side == side && castles.is_granted(castling) && !castles.empty.intersects(men)
    };
    for granted in castlings.filter(is_possible) {
        let king = (Walk::King, granted.king_from, Walk::King, granted.king_to);
        let rook = (Walk::Rook, granted.rook_from, Walk::Rook, granted.rook_to);
        list.add(&[king, rook], LastMoveCapture::Never);
    }
    list.moves
}

/// The capture that a last move makes.
#[derive(Clone, Copy)]
enum LastMoveCapture {
    Never,
    /// If a man is on the square.
    Possible(Square),
    /// Of a man on the square, without which there is no such move.
    Required(Square),
    /// En passant, of the pawn on the square.
    EnPassant(Square),
}

/// The last moves of a side found so far.
struct MoveList<'b, B: Board> {
    board: &'b B,
    permitted: &'b PermittedTargets<B::Set>,
    side: Side,
    walks: &'b [B::Set; Walk::TABLE_LEN],
    men: B::Set,
    other_men: usize,
    moves: Vec<StalematingMove<B::Set>>,
}

impl<B: Board> MoveList<'_, B> {
    /// Adds a move of some men, each given by walk and square before and after it.
    fn add(&mut self, moved: &[(Walk, Square, Walk, Square)], capture: LastMoveCapture) {
        let mut after = *self.walks;
        for &(walk, from, _, _) in moved {
            after[walk.index()] &= !B::Set::of(from);
        }
        for &(_, _, walk, to) in moved {
            after[walk.index()] |= B::Set::of(to);
        }
        self.moves.push(StalematingMove::new(self, after, capture));
    }

    fn add_officer_moves(&mut self, walk: Walk, from: Square) {
        let attacks = self.permitted.attacks(self.board, (walk, self.side), from, self.men);
        for to in (attacks & !self.men).iter() {
            self.add(&[(walk, from, walk, to)], LastMoveCapture::Possible(to));
        }
    }

    fn add_pawn_moves(&mut self, from: Square) {
        let board = self.board;
        let paths = board.geometry().pawn(self.side);
        let opposing = board.geometry().pawn(self.side.other());
        let final_walks = |to| match paths.promotion_rank.contains(to) {
            true => &Walk::PROMOTIONS[..],
            false => &[Walk::Pawn],
        };
        for to in self.permitted.pawn_advances(board, self.side, from, self.men).iter() {
            for &walk in final_walks(to) {
                self.add(&[(Walk::Pawn, from, walk, to)], LastMoveCapture::Never);
            }
        }
        for to in (self.permitted.pawn_captures(board, self.side, from) & !self.men).iter() {
            for &walk in final_walks(to) {
                self.add(&[(Walk::Pawn, from, walk, to)], LastMoveCapture::Required(to));
            }
            // A pawn that has just passed over the square is one step beyond it.
            for pawn in (opposing.step[to.index()] & !self.men).iter() {
                let is_passed = opposing.step.iter().zip(0u8..).any(|(step, home)| {
                    step.contains(to) && opposing.double_rank.contains(Square::new(home))
                });
                if is_passed {
                    self.add(&[(Walk::Pawn, from, Walk::Pawn, to)], LastMoveCapture::EnPassant(pawn));
                }
            }
        }
    }
}

impl<S: Squares> StalematingMove<S> {
    fn new<B: Board<Set = S>>(
        &MoveList { board, permitted, side, other_men, .. }: &MoveList<'_, B>,
        walks: [S; Walk::TABLE_LEN],
        capture: LastMoveCapture,
    ) -> StalematingMove<S> {
        let men = walks.into_iter().fold(S::EMPTY, |men, walk| men | walk);
        let mut blockable = [S::EMPTY; Walk::TABLE_LEN];
        let other = side.other();
        for at in (board.geometry().all & !men).iter() {
            for walk in [Walk::Queen, Walk::Rook, Walk::Bishop, Walk::Knight] {
                let blocking = blocking_squares(board, permitted, (walk, other), at);
                // The king may be one of the surrounding men, but the man itself is not.
                if !blocking.intersects(men) && blocking.count() as usize <= other_men {
                    blockable[walk.index()] |= S::of(at);
                }
            }
            if !permitted.pawn_captures(board, other, at).intersects(men) {
                blockable[Walk::Pawn.index()] |= S::of(at);
            }
        }
        StalematingMove {
            men,
            walks,
            capture_square: match capture {
                LastMoveCapture::Never => None,
                LastMoveCapture::Possible(at)
                | LastMoveCapture::Required(at)
                | LastMoveCapture::EnPassant(at) => Some(at),
            },
            must_capture: matches!(capture, LastMoveCapture::Required(_) | LastMoveCapture::EnPassant(_)),
            en_passant: matches!(capture, LastMoveCapture::EnPassant(_)),
            attacked_if_open: attacks_of(board, permitted, side, &walks, men),
            always_attacked: unblockable_attacks(board, permitted, side, &walks),
            blockable,
        }
    }

    /// Returns what the move, the last move of this index, requires if the king of the other side is on a
    /// square; `None` if it cannot stalemate the king there.
    pub fn constraint<B: Board<Set = S>>(
        &self,
        board: &B,
        permitted: &PermittedTargets<S>,
        (king, side): (Square, Side),
        index: usize,
    ) -> Option<StalemateConstraint<S>> {
        let geometry = board.geometry();
        let flights = geometry.king[king.index()] & permitted.targets(side, king);
        let open_flights = flights & !self.attacked_if_open;
        let is_impossible = self.always_attacked.contains(king) || self.men.contains(king);
        if is_impossible || open_flights.intersects(self.men) {
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
        let mut masks = ImmobilityMasks {
            opposing_men: self.men,
            may_capture: self.capture_square.is_some(),
            ..ImmobilityMasks::NONE
        };
        for walk in PAWN_FINAL_WALKS {
            let pinned = match walk {
                // The moves along the line may be forbidden.
                _ if permitted.are_restricted => straight | diagonal,
                Walk::Knight | Walk::Pawn => straight | diagonal,
                Walk::Bishop => straight,
                Walk::Rook => diagonal,
                // A pinned queen moves along the line.
                _ => S::EMPTY,
            };
            let index = walk.index();
            masks.pinned[index] = pinned;
            masks.immobile[index] = (self.blockable[index] | pinned).without(king) & !self.men;
        }
        Some(StalemateConstraint { last_move: index, open_flights, masks })
    }
}
