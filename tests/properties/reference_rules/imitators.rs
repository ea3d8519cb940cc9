//! Imitators: what they find when they repeat a movement.

use kirke::position::Man;

use crate::reference_rules::board::{Board, Sq, at, file, rank};
use crate::reference_rules::move_state::MoveState;
use crate::reference_rules::pseudo_moves::{PseudoMove, PseudoMoveKind};

/// The squares that matter on the way of a man.
struct Way {
    /// Those that must be empty.
    empty: Vec<Sq>,
    /// Those that must not.
    hurdles: Vec<Sq>,
}

impl<'l> Board<'l> {
    /// Returns a board with imitators one movement later, if no man, and no edge of the board, hinders them. `from` is the
    /// square of the man that moves, which is gone.
    fn imitate(&self, from: Sq, to: Sq, way: &Way) -> Option<Board<'l>> {
        let image = |imitator: Sq, square: Sq| {
            at(file(imitator) + file(square) - file(from), rank(imitator) + rank(square) - rank(from))
        };
        let mut board = self.clone();
        for imitator in &mut board.imitators {
            let is_empty = |&square: &Sq| image(*imitator, square).map(|square| self.men[square].is_none());
            let is_free = way.empty.iter().all(|square| is_empty(square) == Some(true));
            let has_hurdle = way.hurdles.iter().all(|square| is_empty(square) == Some(false));
            if !is_free || !has_hurdle {
                return None;
            }
            *imitator = image(*imitator, to)?;
        }
        Some(board)
    }

    /// Returns the way of a man: the squares on which another man would hinder it on an otherwise empty board, and that on
    /// which it needs one.
    fn way_of(&self, man: Man, intent: &PseudoMove) -> Way {
        let (from, to) = (intent.from, intent.to);
        if let PseudoMoveKind::Quiet(passed) = &intent.kind
            && man.walk.is_pawn()
        {
            return Way { empty: passed.iter().copied().chain([to]).collect(), hurdles: Vec::new() };
        }
        let goes = |others: &[Sq]| {
            let mut board = Board { men: [None; 64], ..self.clone() };
            for &other in others {
                board.men[other] = Some(man);
            }
            board.attacked_squares(man.walk, man.colour, from).contains(&to)
        };
        let others = || (0..64).filter(|&square| square != from && square != to);
        let hurdles: Vec<Sq> =
            if goes(&[]) { Vec::new() } else { others().filter(|&square| goes(&[square])).collect() };
        let hinders =
            |&square: &Sq| !hurdles.contains(&square) && !goes(&[hurdles.clone(), vec![square]].concat());
        let empty = others().filter(hinders).chain([to]).collect();
        Way { empty, hurdles }
    }
}

impl MoveState<'_> {
    /// Lets the imitators repeat the movement that has just been made; `None` if they cannot.
    pub fn with_imitators(mut self, before: &Board) -> Option<Self> {
        if before.imitators.is_empty() {
            return Some(self);
        }
        let intent = &self.pseudo_move;
        let lifted = before.without(intent.from);
        let moved = match intent.kind {
            PseudoMoveKind::Castling(rook_from, rook_to) => {
                let straight = |from: Sq, to: Sq| {
                    let empty = if from < to { (from + 1..=to).collect() } else { (to..from).collect() };
                    Way { empty, hurdles: Vec::new() }
                };
                let mut after_king =
                    lifted.imitate(intent.from, intent.to, &straight(intent.from, intent.to))?;
                after_king.men[intent.to] = Some(self.man);
                after_king.imitate(rook_from, rook_to, &straight(rook_from, rook_to))?
            }
            _ => lifted.imitate(intent.from, intent.to, &before.way_of(self.man, intent))?,
        };
        self.board.imitators = moved.imitators;
        Some(self)
    }

    /// Returns the state with the pawn on a square made an imitator.
    pub fn with_pawn_as_imitator(&self, square: Sq) -> Self {
        let mut state = self.clone();
        state.board.remove(square);
        state.board.imitators.push(square);
        state.mover = None;
        state
    }

    /// Returns whether all imitators are on empty squares.
    pub fn has_free_imitators(&self) -> bool {
        self.board.imitators.iter().all(|&square| self.board.men[square].is_none())
    }
}
