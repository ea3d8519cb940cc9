//! Positions: who stands where, who is to move, and what the board does not show.
//!
//! A position is copied, never taken back. It knows nothing of legality.

pub mod effect;
pub mod man;
pub mod moves;
pub mod reserve;
pub mod rule_state;
pub mod zobrist;

use crate::board::{Geometry, Square, Squares};
pub use effect::{Effect, EffectObserver, NoObserver};
pub use man::{Colour, Man, Side, Walk};
pub use moves::{Move, MoveBranch, MoveKind};
pub use reserve::Reserve;
pub use rule_state::{CapturedMan, DiagramSquares, HiddenMan, ManFlags, Memory, RuleState};

/// A position.
///
/// A neutral man is in the sets of both sides. The key is kept in step with all
/// the rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position<S, M = ()> {
    walks: [S; Walk::TABLE_LEN],
    sides: [S; 2],
    /// The men that can be checked and mated.
    pub royal: S,
    /// Squares whose king or rook has not lost its right to castle.
    pub castling: S,
    /// Squares passed by the last double step, on which its pawn can be taken.
    pub ep_squares: S,
    /// The pawn of that double step; empty if no square was passed. Where none was, every
    /// square: a side has just passed by its own choice, so that the other may not.
    ep_pawn: S,
    /// Who is to move.
    pub to_move: Side,
    key: u64,
    /// What the rules remember besides.
    pub memory: M,
}

impl<S: Squares, M: Memory> Position<S, M> {
    /// An empty board.
    pub fn empty(to_move: Side) -> Position<S, M> {
        Position {
            walks: [S::EMPTY; Walk::TABLE_LEN],
            sides: [S::EMPTY; 2],
            royal: S::EMPTY,
            castling: S::EMPTY,
            ep_squares: S::EMPTY,
            ep_pawn: S::EMPTY,
            to_move,
            key: zobrist::to_move(to_move),
            memory: M::default(),
        }
    }

    /// The men of a walk, of both sides.
    #[inline]
    pub fn walk(&self, walk: Walk) -> S {
        self.walks[walk.index()]
    }

    /// The men that the side may move.
    #[inline]
    pub fn of(&self, side: Side) -> S {
        self.sides[side.index()]
    }

    /// Are there men of both sides at once?
    #[inline]
    pub fn has_neutrals(&self) -> bool {
        self.sides[0].intersects(self.sides[1])
    }

    /// All men.
    #[inline]
    pub fn occupied(&self) -> S {
        self.sides[0] | self.sides[1]
    }

    /// The pawn that made a double step just now, if it can be taken in passing.
    #[inline]
    pub fn ep_pawn(&self) -> Option<Square> {
        self.ep_pawn.first().filter(|_| !self.ep_squares.is_empty())
    }

    /// A number that tells positions apart, men, side to move and rights included.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key ^ self.memory.key()
    }

    /// The key after a move that leads a man to another square and does nothing else, where rights end with
    /// none: of other moves it is a guess.
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        let man = self.own_man(self.to_move, mv.walk, mv.from);
        let then = Man { walk: mv.promotion.unwrap_or(mv.walk), ..man };
        let key = self.key() ^ zobrist::SIDE_TO_MOVE ^ zobrist::man(man, mv.from) ^ zobrist::man(then, mv.to);
        match mv.is_capture() {
            true => self.man(mv.to).map_or(key, |victim| key ^ zobrist::man(victim, mv.to)),
            false => key,
        }
    }

    /// The key counted anew.
    pub fn key_from_scratch(&self) -> u64 {
        let men = self.occupied().iter().filter_map(|square| Some((square, self.man(square)?)));
        let men = men.fold(0, |key, (square, man)| key ^ zobrist::man(man, square));
        men ^ self.castling.iter().fold(0, |key, square| key ^ zobrist::castling(square))
            ^ self.ep_squares.iter().fold(0, |key, square| key ^ zobrist::ep_square(square))
            ^ zobrist::to_move(self.to_move)
            ^ self.memory.key()
            ^ if self.passed_by_choice() { zobrist::PASSED_BY_CHOICE } else { 0 }
    }

    /// How the man on a square moves.
    #[inline]
    pub fn walk_on(&self, square: Square) -> Option<Walk> {
        let here = S::of(square);
        Walk::FREQUENT_FIRST.into_iter().find(|walk| self.walks[walk.index()].intersects(here))
    }

    /// Who stands on a square.
    #[inline]
    pub fn man(&self, square: Square) -> Option<Man> {
        Some(self.man_of(self.walk_on(square)?, square))
    }

    /// The man of this walk that stands on a square.
    #[inline]
    pub fn man_of(&self, walk: Walk, square: Square) -> Man {
        let colour = match (self.sides[0].contains(square), self.sides[1].contains(square)) {
            (true, false) => Colour::White,
            (false, true) => Colour::Black,
            _ => Colour::Neutral,
        };
        Man { colour, walk, royal: self.royal.contains(square), flags: self.memory.flags(square) }
    }

    /// The man of this walk on a square, known to be one that `side` may move.
    #[inline(always)]
    pub fn own_man(&self, side: Side, walk: Walk, square: Square) -> Man {
        let neutral = self.of(side.other()).contains(square);
        let colour = if neutral { Colour::Neutral } else { side.into() };
        Man { colour, walk, royal: self.royal.contains(square), flags: self.memory.flags(square) }
    }

    /// Queens, rooks and bishops.
    #[inline]
    pub fn riders(&self) -> S {
        self.walk(Walk::Queen) | self.walk(Walk::Rook) | self.walk(Walk::Bishop)
    }

    /// Puts a man on an empty square.
    #[inline]
    pub fn place(&mut self, man: Man, square: Square) {
        debug_assert!(!self.occupied().contains(square));
        self.toggle(man, S::of(square));
        self.key ^= zobrist::man(man, square);
        self.memory.set_flags(square, man.flags);
    }

    /// Lets the man on a square walk otherwise.
    #[inline]
    pub fn set_walk(&mut self, man: Man, walk: Walk, square: Square) {
        let other = Man { walk, ..man };
        self.toggle(man, S::of(square));
        self.toggle(other, S::of(square));
        self.key ^= zobrist::man(man, square) ^ zobrist::man(other, square);
    }

    /// Where the man on a square stood in the diagram, if that is remembered.
    #[inline]
    pub fn diagram_square(&self, square: Square) -> Option<Square> {
        self.memory.flags(square).diagram_square()
    }

    /// Takes a man off its square, and with it the right to castle there.
    #[inline]
    pub fn remove(&mut self, man: Man, square: Square) {
        debug_assert_eq!(self.man(square), Some(man));
        self.toggle(man, S::of(square));
        self.key ^= zobrist::man(man, square);
        self.memory.set_flags(square, ManFlags::NONE);
        self.deny_castling(square);
    }

    /// Moves a man to an empty square, and takes from it the right to castle.
    // Always, for it is most of what a move costs.
    #[inline(always)]
    pub fn move_man(&mut self, man: Man, from: Square, to: Square) {
        self.toggle(man, S::of(from) | S::of(to));
        self.key ^= zobrist::man(man, from) ^ zobrist::man(man, to);
        self.memory.set_flags(from, ManFlags::NONE);
        self.memory.set_flags(to, man.flags);
        self.deny_castling(from);
    }

    /// Puts the man on the squares of these where he is not and takes him off the
    /// others. Without branches: what is to be left alone is toggled nowhere.
    #[inline(always)]
    fn toggle(&mut self, man: Man, squares: S) {
        let only = |wanted: bool| if wanted { squares } else { S::EMPTY };
        self.walks[man.walk.index()] ^= squares;
        for side in Side::BOTH {
            self.sides[side.index()] ^= only(man.colour.is_of(side));
        }
        self.royal ^= only(man.royal);
    }

    /// Grants the right to castle to the man on a square.
    pub fn grant_castling(&mut self, square: Square) {
        if !self.castling.contains(square) {
            self.castling |= S::of(square);
            self.key ^= zobrist::castling(square);
        }
    }

    /// Takes the right to castle from the man on a square.
    #[inline]
    pub fn deny_castling(&mut self, square: Square) {
        if self.castling.contains(square) {
            self.castling &= !S::of(square);
            self.key ^= zobrist::castling(square);
        }
    }

    /// Grants the right if a king or rook of the square's side stands on a square
    /// from which it could castle: so for men in a diagram and for reborn men.
    #[inline]
    pub fn grant_castling_at_home(&mut self, square: Square, geometry: &Geometry<S>) {
        if geometry.castling_squares.contains(square) {
            self.grant_castling_of_man_at_home(square, geometry);
        }
    }

    // Apart, since few men come to it.
    #[inline(never)]
    fn grant_castling_of_man_at_home(&mut self, square: Square, geometry: &Geometry<S>) {
        let Some(man) = self.man(square) else { return };
        let home = geometry.castlings.iter().any(|castling| {
            man.colour.is_of(castling.side)
                && ((man.walk == Walk::King && man.royal && castling.king_from == square)
                    || (man.walk == Walk::Rook && castling.rook_from == square))
        });
        if home {
            self.grant_castling(square);
        }
    }

    /// Forgets what the last move alone made possible or impossible: that a pawn can be
    /// taken in passing, or that a side passed by its own choice.
    #[inline(always)]
    pub fn clear_ep(&mut self) {
        if !self.ep_pawn.is_empty() {
            self.clear_ep_and_pass();
        }
    }

    // Apart, since few moves come to it.
    #[inline(never)]
    fn clear_ep_and_pass(&mut self) {
        self.key ^= if self.passed_by_choice() { zobrist::PASSED_BY_CHOICE } else { 0 };
        for square in self.ep_squares.iter() {
            self.key ^= zobrist::ep_square(square);
        }
        self.ep_squares = S::EMPTY;
        self.ep_pawn = S::EMPTY;
    }

    /// Has a side just passed by its own choice?
    #[inline]
    pub fn passed_by_choice(&self) -> bool {
        self.ep_squares.is_empty() && !self.ep_pawn.is_empty()
    }

    /// Notes that a side passed by its own choice.
    pub fn set_passed_by_choice(&mut self) {
        self.clear_ep();
        self.ep_pawn = !S::EMPTY;
        self.key ^= zobrist::PASSED_BY_CHOICE;
    }

    /// Notes that a pawn, now on `pawn`, passed these squares.
    #[inline]
    pub fn set_ep(&mut self, ep_squares: S, pawn: Square) {
        self.clear_ep();
        self.ep_squares = ep_squares;
        self.ep_pawn = S::of(pawn);
        for square in ep_squares.iter() {
            self.key ^= zobrist::ep_square(square);
        }
    }

    /// Gives the move to the other side.
    #[inline]
    pub fn switch_side(&mut self) {
        self.key ^= zobrist::SIDE_TO_MOVE;
        self.to_move = self.to_move.other();
    }

    /// Gives the move to a side.
    #[inline]
    pub fn set_to_move(&mut self, side: Side) {
        if side != self.to_move {
            self.switch_side();
        }
    }

    /// The same position with the other side to move, as if the side had had to pass. A
    /// side that has just passed by its own choice does not forget that.
    pub fn after_null_move(&self) -> Position<S, M> {
        let mut position = *self;
        position.make_null_move();
        position
    }

    /// Makes it [the same position with the other side to move](Self::passed_over).
    #[inline]
    pub fn make_null_move(&mut self) {
        if !self.passed_by_choice() {
            self.clear_ep();
        }
        self.set_to_move(self.to_move.other());
    }

    /// The position after the side to move has passed in battle play: that is a half-move, so that
    /// what the last one captured is forgotten.
    pub fn after_pass_ply(&self) -> Position<S, M> {
        let mut position = self.after_null_move();
        position.memory.on_pass();
        position.memory.count_ply();
        position
    }

    /// The position in which a side threatens: the other has passed as by a half-move.
    pub fn threat_position(&self) -> Position<S, M> {
        let mut position = self.after_pass_ply();
        position.clear_ep();
        position
    }

    /// The same position without what the rules remember.
    pub fn without_memory(&self) -> Position<S> {
        Position {
            walks: self.walks,
            sides: self.sides,
            royal: self.royal,
            castling: self.castling,
            ep_squares: self.ep_squares,
            ep_pawn: self.ep_pawn,
            to_move: self.to_move,
            key: self.key,
            memory: (),
        }
    }
}
