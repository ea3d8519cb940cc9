//! Effects of captures in Circe, PWC, Equipollents Circe and Anticirce, in the reference generator.

use super::ReferenceBoard;
use crate::board::{Layout, Square};
use crate::position::{Colour, Man, Move, MoveBranch, Side, Walk};
use crate::rules::{Circe, CirceForm, CirceOccupied, Royals};

impl ReferenceBoard {
    /// Returns the branches of a move: the promotions of a victim that is a pawn and is reborn on its promotion rank.
    pub(super) fn branches(&self, mv: Move) -> Vec<Move> {
        let promotes = mv.is_capture() && self.promotes_at_rebirth(mv);
        let count = if promotes { 4 } else { 1 };
        (0..count).filter_map(|number| Some(Move { branch: MoveBranch::new(number)?, ..mv })).collect()
    }

    fn promotes_at_rebirth(&self, mv: Move) -> bool {
        let Some(captured) = self.capture_square(mv) else { return false };
        let home = match self.circe_in_force().map(|circe| circe.form) {
            Some(CirceForm::Pwc) => Some(mv.from),
            Some(CirceForm::Equipollent) => {
                self.continued(captured, mv).filter(|&home| self.man(home).is_none())
            }
            _ => None,
        };
        let last = if self.to_move == Side::White { 0 } else { self.layout.ranks() - 1 };
        let is_pawn = self.man(captured).is_some_and(|man| man.walk == Walk::Pawn);
        is_pawn && home.is_some_and(|home| self.layout.rank(home) == last)
    }

    /// Returns the square to which the move, made from this square, would go; `None` if it is off the board.
    fn continued(&self, square: Square, mv: Move) -> Option<Square> {
        let further = |at: u8, from: u8, to: u8| (at + to).checked_sub(from);
        let layout = self.layout;
        let file = further(layout.file(square), layout.file(mv.from), layout.file(mv.to))?;
        let rank = further(layout.rank(square), layout.rank(mv.from), layout.rank(mv.to))?;
        layout.at(file, rank)
    }

    /// Applies the rebirth, if any, after the capture of a man on `square`. The capturer is on its arrival square.
    /// Returns `None` if the capture is forbidden.
    pub(super) fn resolve_capture(
        &mut self,
        circe: Option<Circe>,
        captured: Man,
        square: Square,
        mv: Move,
    ) -> Option<()> {
        let Some(circe) = circe else {
            return Some(());
        };
        let bears_capturer = matches!(circe.form, CirceForm::Calvet | CirceForm::Cheylan);
        let mut reborn = if bears_capturer { self.man(mv.to)? } else { captured };
        if reborn.royal && circe.royals == Royals::Exclusive {
            return Some(());
        }
        let like = if circe.mirrored { Man { colour: reborn.colour.opposite(), ..reborn } } else { reborn };
        let home = match circe.form {
            CirceForm::Pwc => Some(mv.from),
            CirceForm::Equipollent => self.continued(square, mv),
            CirceForm::Circe | CirceForm::Calvet | CirceForm::Cheylan => self.home(like, square),
        };
        let Some(home) = home else {
            return Some(());
        };
        if bears_capturer {
            self.remove(mv.to);
            if home == mv.to && circe.form == CirceForm::Cheylan {
                return None;
            }
        }
        if self.man(home).is_some() {
            match circe.on_occupied {
                CirceOccupied::Relaxed => return Some(()),
                CirceOccupied::Strict => return None,
                CirceOccupied::Assassin => {}
            }
        }
        let first = if captured.colour == Colour::White { self.layout.ranks() - 1 } else { 0 };
        let is_moved_home = matches!(circe.form, CirceForm::Pwc | CirceForm::Equipollent);
        if is_moved_home && captured.walk == Walk::Pawn && self.layout.rank(home) == first {
            reborn.walk = *Walk::PROMOTIONS.get(mv.branch.number() as usize)?;
        }
        self.place(reborn, home);
        // A king or rook that is reborn on its game array square counts as not moved.
        self.may_castle[home.index()] = self.is_castling_home(reborn, home);
        Some(())
    }

    /// Returns whether the square is that of this man in the game array, so that it can castle.
    fn is_castling_home(&self, man: Man, square: Square) -> bool {
        let first = if man.colour == Colour::White { 0 } else { 7 };
        self.layout == Layout::CHESS
            && self.layout.rank(square) == first
            && match man.walk {
                Walk::King => man.royal && self.layout.file(square) == 4,
                Walk::Rook => matches!(self.layout.file(square), 0 | 7),
                _ => false,
            }
    }

    /// Returns the game array square of a captured man, by its walk and the square of its capture; `None` unless the
    /// board is 8x8.
    pub fn home(&self, captured: Man, square: Square) -> Option<Square> {
        if self.layout != Layout::CHESS {
            return None;
        }
        let is_white = captured.colour == Colour::White;
        let first_rank = if is_white { 0 } else { 7 };
        let files: &[u8] = match captured.walk {
            Walk::Pawn | Walk::ReversedPawn => {
                let second_rank = if is_white { 1 } else { 6 };
                return self.layout.at(self.layout.file(square), second_rank);
            }
            Walk::King => &[4],
            Walk::Queen => &[3],
            Walk::Rook => &[0, 7],
            Walk::Bishop => &[2, 5],
            Walk::Knight => &[1, 6],
            _ => return None,
        };
        let mut homes = files.iter().filter_map(|&file| self.layout.at(file, first_rank));
        if files.len() == 1 {
            homes.next()
        } else {
            homes.find(|&home| self.layout.is_dark(home) == self.layout.is_dark(square))
        }
    }
}
