//! What play asks of a rule.

use super::game_view::Field;
use super::move_context::Deed;
use super::ply_bounds::Tally;
use super::predict::{Attacker, Fate, Fates, Peril, Shelter};
use super::rebirth::Reborn;
use super::rule::{Aftermath, Compulsion, Intent, Needs};
use crate::board::{Board, Geometry, Square, Squares};
use crate::position::{Branch, Man, Memory, Move, Position, Side, Walk};

/// A capture, seen after the captured man has been taken off the board and the
/// capturer, promoted if it had to be, stands on its arrival square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capture {
    /// The side that captures.
    pub by: Side,
    /// Where the capturer came from.
    pub from: Square,
    /// Where it stands now.
    pub to: Square,
    /// Who was captured.
    pub captured: Man,
    /// Where it stood.
    pub at: Square,
    /// What the mover decides besides.
    pub branch: Branch,
}

/// What became of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub enum Outcome {
    /// It was made.
    Done,
    /// The rule forbids it.
    Forbidden,
}

/// A set of rules that play can be governed by.
pub trait Rules: Clone + Send + Sync + 'static {
    /// Captures do nothing but capture. All that rules could do compiles away.
    const PLAIN: bool;

    /// The rules may do anything that a [`Rule`](super::rule::Rule) can: every move is
    /// played in order to be judged.
    const GENERAL: bool = false;

    /// What a position remembers for them beside men and rights.
    type Memory: Memory;

    /// Is a man's attack on a royal man a check, whatever would come of the capture?
    fn attack_is_check(&self) -> bool;

    /// Is every check a man's attack on a royal man? Where none is attacked nothing else
    /// need be looked at then.
    #[inline]
    fn check_is_attack(&self) -> bool {
        self.attack_is_check()
    }

    /// Is every check to `side` a man's attack, if its royal man stands on this square?
    #[inline]
    fn check_is_attack_on<B: Board>(&self, board: &B, side: Side, royal: Square) -> bool {
        let _ = (board, side, royal);
        self.check_is_attack()
    }

    /// What becomes of the two men of a capture, as far as that can be told without playing it:
    /// no neutral man stands on the board.
    #[inline]
    fn fate<B: Board>(
        &self,
        board: &B,
        position: &Position<B::Set, Self::Memory>,
        capture: Move,
    ) -> Option<Fate> {
        let _ = (board, position, capture);
        None
    }

    /// Which captures of the side to move do more to the safety of its royal man, on this square,
    /// than in orthodox chess, or can be forbidden: no others than these. Asked only where an
    /// attack is a check and no neutral man stands on the board; what the royal man takes, and
    /// what is taken in passing, are not meant.
    #[inline]
    fn perils<B: Board>(
        &self,
        board: &B,
        position: &Position<B::Set, Self::Memory>,
        royal: Square,
    ) -> [Peril<B::Set>; 2] {
        let _ = (board, position, royal);
        [Peril::anywhere(), Peril::NOWHERE]
    }

    /// What makes an attack on a royal man that stands on `at` no check. Asked only where an
    /// attack is not simply a check.
    #[inline]
    fn shelter<B: Board>(&self, board: &B, attacker: Attacker, at: Square) -> Shelter<B::Set> {
        let _ = (board, attacker, at);
        Shelter::Unknown
    }

    /// Where a capturer of this walk may stand in the end, if not where it captures; none if more
    /// comes of captures than that.
    #[inline]
    fn landings<B: Board>(&self, board: &B, side: Side, walk: Walk) -> Option<B::Set> {
        let _ = (board, side, walk);
        None
    }

    /// What may become of the two men of a permitted capture under general rules, if neither is marked;
    /// none if more may come of it.
    fn fates<F: Field<Memory = Self::Memory>>(&self, intent: &Intent<'_, F>) -> Option<Fates<F::Set>> {
        let _ = intent;
        None
    }

    /// How many branches a capture has, legal or not.
    #[inline]
    fn branches<B: Board>(&self, board: &B, position: &Position<B::Set, Self::Memory>, capture: Move) -> u32 {
        let _ = (board, position, capture);
        1
    }

    /// Who is reborn, and where; none if the rules do more than that.
    fn reborn(&self) -> Option<Reborn> {
        None
    }

    /// How much a half-move can do at most, as far as that is said.
    fn tally(&self) -> Option<Tally> {
        None
    }

    /// Where the man of a legal move stands after all that the move does, if it stands
    /// anywhere. General rules remember it instead.
    #[inline]
    fn arrival<B: Board>(&self, board: &B, position: &Position<B::Set, Self::Memory>, mv: Move) -> Square {
        let _ = (board, position);
        mv.to
    }

    /// The squares of `side`'s men whose capture could remove one of its royal men.
    /// Asked only where an attack is not simply a check.
    fn vital<B: Board>(&self, board: &B, position: &Position<B::Set, Self::Memory>, side: Side) -> B::Set {
        let _ = board;
        position.royal & position.of(side)
    }

    /// Does all that a capture does besides capturing.
    fn resolve<B: Board, T: crate::position::Teller>(
        &self,
        board: &B,
        position: &mut Position<B::Set, Self::Memory>,
        capture: &Capture,
        teller: &mut T,
    ) -> Outcome;

    /// Notes in the first position what the rules have to remember of it.
    fn begin<S: Squares>(&self, position: &mut Position<S, Self::Memory>) {
        let _ = position;
    }

    /// Is any attack on a royal man a check under general rules, if neither of the two men is
    /// [singular](Memory::has_singular)?
    fn attacks_are_checks(&self) -> bool {
        false
    }

    /// Is an attack on a royal man a check under general rules, and nothing else, where men may move as others
    /// do, with attacks counted as they move?
    fn acting_attacks_are_checks(&self) -> bool {
        false
    }

    /// Is every check a man's attack on a royal man under general rules, if it does not stand where men may
    /// go [further](Self::further)?
    fn near_checks_are_attacks(&self) -> bool {
        false
    }

    /// Can a king that walks as one go to every square next to it under general rules, if
    /// it is empty and nobody attacks it there?
    fn frees_kings(&self) -> bool {
        false
    }

    /// Can a move that captures nothing do nothing now but lead a man to an empty square under
    /// general rules?
    fn is_still(&self, memory: &Self::Memory) -> bool {
        let _ = memory;
        false
    }

    /// Is it one rule alone, for both sides and all the time, under general rules?
    fn is_single(&self) -> bool {
        false
    }

    /// What can come of a permitted capture under general rules, but for what men are marked
    /// with.
    fn aftermath(&self) -> Aftermath {
        Aftermath::Anything
    }

    /// What is to be done for general rules.
    fn needs(&self) -> Needs {
        Needs::default()
    }

    /// What is to be done for general rules in the next half-move, if a side makes it.
    #[inline]
    fn needs_of(&self, memory: &Self::Memory, side: Side) -> Needs {
        let _ = (memory, side);
        self.needs()
    }

    /// From where the man on a square may move, or capture, under general rules.
    fn origins<F: Field<Memory = Self::Memory>>(
        &self,
        field: &F,
        position: &Position<F::Set, Self::Memory>,
        from: Square,
        capture: bool,
    ) -> F::Set {
        let _ = (field, position, capture);
        F::Set::of(from)
    }

    /// As what a man moves under general rules, if not as what it is.
    fn acts_as<F: Field<Memory = Self::Memory>>(
        &self,
        field: &F,
        position: &Position<F::Set, Self::Memory>,
        man: Man,
        at: Square,
    ) -> Option<Walk> {
        let _ = (field, position, man, at);
        None
    }

    /// From where a man may capture men of a walk under general rules; none for its own
    /// square alone.
    fn vantages<F: Field<Memory = Self::Memory>>(
        &self,
        field: &F,
        position: &Position<F::Set, Self::Memory>,
        man: Man,
        at: Square,
        victim: Walk,
    ) -> Option<F::Set> {
        let _ = (field, position, man, at, victim);
        None
    }

    /// Notes that a move has branches that could not be played.
    fn lose_branches(&self) {}

    /// Did a move have branches that could not be played?
    fn has_lost_branches(&self) -> bool {
        false
    }

    /// Changes the paths of pawns under general rules.
    fn shape<S: Squares>(&self, geometry: &mut Geometry<S>) {
        let _ = geometry;
    }

    /// May the man on a square move at all under general rules?
    fn releases<F: Field<Memory = Self::Memory>>(
        &self,
        field: &F,
        position: &Position<F::Set, Self::Memory>,
        from: Square,
    ) -> bool {
        let _ = (field, position, from);
        true
    }

    /// Where of the squares asked about a man may go beside where its walk leads it, under
    /// general rules.
    fn more_targets<F: Field<Memory = Self::Memory>>(
        &self,
        field: &F,
        position: &Position<F::Set, Self::Memory>,
        from: Square,
        asked: F::Set,
    ) -> F::Set {
        let _ = (field, position, from, asked);
        F::Set::EMPTY
    }

    /// Where a man of this walk, of the side to move, may go at all of those squares to which its walk does
    /// not lead it, under general rules.
    fn further<S: Squares>(&self, geometry: &Geometry<S>, walk: Walk, side: Side) -> S {
        let _ = (geometry, walk, side);
        S::EMPTY
    }

    /// Where the side to move may bring in a man of this walk from beside the board, under
    /// general rules: empty squares.
    fn entries<F: Field<Memory = Self::Memory>>(
        &self,
        field: &F,
        position: &Position<F::Set, Self::Memory>,
        walk: Walk,
    ) -> F::Set {
        let _ = (field, position, walk);
        F::Set::EMPTY
    }

    /// Notes that a side has brought in a man, under general rules.
    fn entered(&self, memory: &mut Self::Memory, side: Side, walk: Walk) {
        let _ = (memory, side, walk);
    }

    /// What a side must do if it can, by the next half-move under general rules.
    fn compulsion(&self, memory: &Self::Memory, side: Side) -> Compulsion {
        let _ = (memory, side);
        Compulsion::None
    }

    /// Notes what is to be known of the position before a move, under general rules.
    fn foresees<F: Field<Memory = Self::Memory>>(
        &self,
        field: &F,
        position: &mut Position<F::Set, Self::Memory>,
        mv: Move,
    ) {
        let _ = (field, position, mv);
    }

    /// Is a check without an answer mate under general rules?
    fn counts_mate(&self, memory: &Self::Memory) -> bool {
        let _ = memory;
        true
    }

    /// May this capture be made under general rules?
    fn permits<F: Field<Memory = Self::Memory>>(&self, intent: &Intent<'_, F>) -> bool {
        let _ = intent;
        true
    }

    /// Does all that general rules do after a move, capture or not.
    fn consequences<F: Field<Memory = Self::Memory>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        let _ = deed;
        Outcome::Done
    }
}
