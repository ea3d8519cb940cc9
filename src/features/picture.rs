//! Final positions: what each man does in a mate or a stalemate.

use crate::board::{Board, Square, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{Colour, Man, Move, MoveKind, NoObserver, Side, Walk};
use crate::rules::{GameRules, StageOutcome};
use crate::stipulation::Goal;

/// A mate or a stalemate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// Whether it is mate; otherwise it is stalemate.
    pub is_mate: bool,
    /// The side that has no move.
    pub side: Side,
    /// The square of its king.
    pub king: Square,
    /// The squares next to the king.
    pub field: Vec<FieldSquare>,
    /// The men that give check.
    pub checkers: Vec<Square>,
    /// Whether each man of a double check is needed: if the other one alone gave check, a man could parry it.
    pub is_double_check_needed: bool,
    /// All men, but for the king without a move.
    pub men: Vec<PictureMan>,
}

/// A square next to the king.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldSquare {
    /// The square.
    pub square: Square,
    /// Whether a man of the king's side is there.
    pub is_blocked: bool,
    /// The men that could capture the king there.
    pub guards: Vec<Square>,
}

/// A man in a final position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PictureMan {
    /// Its square.
    pub square: Square,
    /// The man.
    pub man: Man,
    /// Whether it is needed: without it the king's side would have a move, or would not be in check. A pinned man is
    /// needed, too, if the pin is.
    pub is_needed: bool,
}

impl Picture {
    /// Returns whether every square next to the king is inaccessible for exactly one reason: a block or one guard; and
    /// whether one man gives check, or two that are both needed.
    pub fn is_pure(&self) -> bool {
        let is_pure = |square: &FieldSquare| usize::from(square.is_blocked) + square.guards.len() == 1;
        let is_check_pure = match self.checkers.len() {
            0 => !self.is_mate,
            1 => self.is_mate,
            2 => self.is_mate && self.is_double_check_needed,
            _ => false,
        };
        is_check_pure && self.field.iter().all(is_pure)
    }

    /// Returns whether the picture is pure, and each piece of the other side but its king and its pawns is needed.
    pub fn is_model(&self) -> bool {
        let is_idle = |entry: &PictureMan| !entry.is_needed && self.is_piece_of_other_side(entry.man);
        self.is_pure() && !self.men.iter().any(is_idle)
    }

    /// Returns whether the picture is pure, and every man is needed.
    pub fn is_ideal(&self) -> bool {
        self.is_pure() && self.men.iter().all(|entry| entry.is_needed)
    }

    /// Returns the men that take part: those that are needed, give check, guard or block a square next to the king.
    pub fn active_men(&self) -> impl Iterator<Item = &PictureMan> {
        let blocks =
            |square: Square| self.field.iter().any(|field| field.is_blocked && field.square == square);
        let is_active =
            move |square| self.checkers.contains(&square) || self.guards(square) || blocks(square);
        self.men.iter().filter(move |entry| entry.is_needed || is_active(entry.square))
    }

    /// Returns whether each piece of the other side but its king and its pawns takes part.
    pub fn has_no_idle_piece(&self) -> bool {
        let active: Vec<Square> = self.active_men().map(|entry| entry.square).collect();
        let pieces = self.men.iter().filter(|entry| self.is_piece_of_other_side(entry.man));
        pieces.into_iter().all(|entry| active.contains(&entry.square))
    }

    fn is_piece_of_other_side(&self, man: Man) -> bool {
        !man.royal && !man.walk.is_pawn() && man.colour == self.side.other().into()
    }

    /// Returns whether a man guards a square next to the king.
    pub fn guards(&self, square: Square) -> bool {
        self.field.iter().any(|field| field.guards.contains(&square))
    }
}

/// Returns the picture of a final position, in which the side to move has no move; `None` if it is neither mate nor
/// stalemate or cannot be examined: without exactly one king that moves as a king, with neutral men, or where the king
/// could not step to each square next to it if that were not guarded.
pub(super) fn picture<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    goal: Goal,
) -> Option<Picture> {
    let is_mate = match goal {
        Goal::Mate => true,
        Goal::Stalemate => false,
        Goal::Immobility => game.is_mate(position),
        _ => return None,
    };
    let examiner = Examiner { game, position, side: position.to_move, is_mate };
    examiner.is_final(position).then(|| examiner.picture()).flatten()
}

/// Examines a final position.
struct Examiner<'g, B: Board, R: GameRules> {
    game: &'g Game<B, R>,
    position: &'g PositionOf<B, R>,
    /// The side that has no move.
    side: Side,
    is_mate: bool,
}

impl<B: Board, R: GameRules> Examiner<'_, B, R> {
    fn picture(&self) -> Option<Picture> {
        let position = self.position;
        let mut royals = (position.royal & position.of(self.side)).iter();
        let king = royals.next().filter(|_| royals.next().is_none())?;
        if position.has_neutrals() || position.man(king)?.walk != Walk::King {
            return None;
        }
        let field = self.field(king)?;
        let checkers = self.checkers(position);
        let mut men: Vec<PictureMan> = self.men().filter(|entry| entry.square != king).collect();
        let needed: Vec<Square> =
            men.iter().filter(|entry| entry.is_needed).map(|entry| entry.square).collect();
        for entry in &mut men {
            entry.is_needed |= entry.man.colour == self.side.into()
                && needed.iter().any(|&pinner| self.is_pinned_by(entry.square, pinner, &checkers));
        }
        let is_double_check_needed = match checkers[..] {
            [one, other] => self.could_parry_without(one, king) && self.could_parry_without(other, king),
            _ => false,
        };
        Some(Picture {
            is_mate: self.is_mate,
            side: self.side,
            king,
            field,
            checkers,
            is_double_check_needed,
            men,
        })
    }

    /// Returns whether the side has no move, and is in check if that is required.
    fn is_final(&self, position: &PositionOf<B, R>) -> bool {
        match self.is_mate {
            true => self.game.is_mate(position),
            false => self.game.is_stalemate(position),
        }
    }

    /// Returns all men, each with whether it is needed on its own.
    fn men(&self) -> impl Iterator<Item = PictureMan> + '_ {
        let occupied = self.position.occupied().iter();
        occupied.filter_map(|square| {
            let man = self.position.man(square)?;
            let is_needed = !self.is_final(&self.without(square));
            Some(PictureMan { square, man, is_needed })
        })
    }

    fn without(&self, square: Square) -> PositionOf<B, R> {
        let mut position = *self.position;
        if let Some(man) = position.man(square) {
            position.remove(man, square);
        }
        position
    }

    fn checkers(&self, position: &PositionOf<B, R>) -> Vec<Square> {
        self.game.checkers(position, self.side).iter().collect()
    }

    /// Returns whether a man of the side is pinned by a needed man, and could move without it.
    fn is_pinned_by(&self, pinned: Square, pinner: Square, checkers: &[Square]) -> bool {
        let is_enemy =
            self.position.man(pinner).is_some_and(|man| man.colour == Colour::from(self.side.other()));
        if !is_enemy || checkers.contains(&pinner) || !self.checkers(&self.without(pinned)).contains(&pinner)
        {
            return false;
        }
        let mut moves = Vec::new();
        self.game.moves(&self.without(pinner), &mut moves);
        moves.iter().any(|mv| mv.from == pinned)
    }

    /// Returns whether a man other than the king could parry a check if this man did not give it.
    fn could_parry_without(&self, checker: Square, king: Square) -> bool {
        let mut moves = Vec::new();
        self.game.moves(&self.without(checker), &mut moves);
        moves.iter().any(|mv| mv.from != king)
    }

    /// Returns the squares next to the king.
    fn field(&self, king: Square) -> Option<Vec<FieldSquare>> {
        let mut moves = Vec::new();
        self.game.moves_ignoring_king(self.position, &mut moves);
        let own = self.position.of(self.side);
        let squares = self.game.board.geometry().king[king.index()].iter();
        let examined = squares.map(|square| {
            let is_blocked = own.contains(square);
            let guards = match is_blocked {
                true => self.guards_of_block(king, square)?,
                false => {
                    let is_step =
                        |mv: &&Move| (mv.from, mv.to) == (king, square) && mv.kind != MoveKind::Castling;
                    self.guards_after(*moves.iter().find(is_step)?)?
                }
            };
            Some(FieldSquare { square, is_blocked, guards })
        });
        examined.collect()
    }

    /// Returns the men that could capture the king after its step.
    fn guards_after(&self, step: Move) -> Option<Vec<Square>> {
        let mut after = *self.position;
        match self.game.make(&mut after, step, &mut NoObserver) {
            StageOutcome::Done => Some(self.checkers(&after)),
            StageOutcome::Forbidden => None,
        }
    }

    /// Returns the men that could capture the king in the place of a man of its side.
    fn guards_of_block(&self, king: Square, square: Square) -> Option<Vec<Square>> {
        let mut after = self.without(square);
        let man = after.man(king)?;
        after.move_man(man, king, square);
        Some(self.checkers(&after))
    }
}
