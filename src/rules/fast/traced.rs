//! Rules under which it is known which man is which.
//!
//! Most questions ask only what stands where. Circuits, exchanges and kisses ask for one
//! man among his likes: there every man keeps a mark of the square on which he stood in
//! the diagram, and takes it along wherever he goes.

use crate::board::{Board, Square, Squares};
use crate::position::{Memory, Move, Origins, Position, Side, Teller, Walk};
use crate::rules::game_rules::{Capture, Outcome, Rules};
use crate::rules::ply_bounds::Tally;
use crate::rules::predict::{Attacker, Fate, Shelter};

/// Rules that know which man is which.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Traced<R>(pub R);

impl<R: Rules<Memory = ()>> Traced<R> {
    /// The position without its memory, for the rules that need none.
    fn plain<S: Squares>(position: &Position<S, Origins>) -> Position<S> {
        position.without_memory()
    }
}

impl<R: TracedRules> Rules for Traced<R> {
    const PLAIN: bool = R::PLAIN;
    type Memory = Origins;

    #[inline]
    fn attack_is_check(&self) -> bool {
        self.0.attack_is_check()
    }

    #[inline]
    fn check_is_attack(&self) -> bool {
        self.0.check_is_attack()
    }

    #[inline]
    fn check_is_attack_on<B: Board>(&self, board: &B, side: Side, royal: Square) -> bool {
        self.0.check_is_attack_on(board, side, royal)
    }

    #[inline]
    fn fate<B: Board>(&self, board: &B, position: &Position<B::Set, Origins>, capture: Move) -> Option<Fate> {
        self.0.fate_in(board, position, capture)
    }

    #[inline]
    fn shelter<B: Board>(&self, board: &B, attacker: Attacker, at: Square) -> Shelter<B::Set> {
        self.0.shelter(board, attacker, at)
    }

    #[inline]
    fn landings<B: Board>(&self, board: &B, side: Side, walk: Walk) -> Option<B::Set> {
        self.0.landings(board, side, walk)
    }

    #[inline]
    fn branches<B: Board>(&self, board: &B, position: &Position<B::Set, Origins>, capture: Move) -> u32 {
        self.0.branches_in(board, position, capture)
    }

    #[inline]
    fn arrival<B: Board>(&self, board: &B, position: &Position<B::Set, Origins>, mv: Move) -> Square {
        self.0.arrival_in(board, position, mv)
    }

    fn vital<B: Board>(&self, board: &B, position: &Position<B::Set, Origins>, side: Side) -> B::Set {
        self.0.vital(board, &Traced::<R>::plain(position), side)
    }

    fn resolve<B: Board, T: Teller>(
        &self,
        board: &B,
        position: &mut Position<B::Set, Origins>,
        capture: &Capture,
        teller: &mut T,
    ) -> Outcome {
        self.0.resolve_in(board, position, capture, teller)
    }

    fn tally(&self) -> Option<Tally> {
        self.0.tally()
    }

    fn begin<S: Squares>(&self, position: &mut Position<S, Origins>) {
        for square in position.occupied().iter() {
            let marks = position.memory.marks(square).with_origin(square);
            position.memory.mark(square, marks);
        }
    }
}

/// Rules whose part in a capture does not hang on what positions remember.
pub trait TracedRules: Rules<Memory = ()> {
    /// As [`Rules::resolve`], in positions with any memory.
    fn resolve_in<B: Board, M: Memory, T: Teller>(
        &self,
        board: &B,
        position: &mut Position<B::Set, M>,
        capture: &Capture,
        teller: &mut T,
    ) -> Outcome;

    /// As [`Rules::fate`], in positions with any memory.
    #[inline]
    fn fate_in<B: Board, M: Memory>(
        &self,
        board: &B,
        position: &Position<B::Set, M>,
        capture: Move,
    ) -> Option<Fate> {
        let _ = (board, position, capture);
        None
    }

    /// As [`Rules::branches`], in positions with any memory.
    #[inline]
    fn branches_in<B: Board, M: Memory>(
        &self,
        board: &B,
        position: &Position<B::Set, M>,
        capture: Move,
    ) -> u32 {
        let _ = (board, position, capture);
        1
    }

    /// As [`Rules::arrival`], in positions with any memory.
    #[inline]
    fn arrival_in<B: Board, M: Memory>(&self, board: &B, position: &Position<B::Set, M>, mv: Move) -> Square {
        let _ = (board, position);
        mv.to
    }
}
