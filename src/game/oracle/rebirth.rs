//! What becomes of a captured man in Circe.

use super::Board;
use crate::board::{Layout, Square};
use crate::position::{Colour, Man, Walk};
use crate::rules::{Occupied, Royals};

impl Board {
    /// Lets a man be reborn who was captured on the square. The capturer has arrived
    /// already. None if the capture is forbidden.
    pub(super) fn resolve_capture(&mut self, captured: Man, square: Square) -> Option<()> {
        let Some(circe) = self.circe else {
            return Some(());
        };
        if captured.royal && circe.royals == Royals::Exclusive {
            return Some(());
        }
        let Some(home) = self.home(captured, square) else {
            return Some(());
        };
        if self.man(home).is_some() {
            match circe.occupied {
                Occupied::Relaxed => return Some(()),
                Occupied::Strict => return None,
                Occupied::Assassin => {}
            }
        }
        self.place(captured, home);
        // A king or rook that is reborn has not moved.
        self.may_castle[home.index()] = matches!(captured.walk, Walk::King | Walk::Rook);
        Some(())
    }

    /// The square in the game array from which the man came, as far as its walk and
    /// the square of its capture tell; there is an array only on 8x8.
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
        };
        let mut homes = files.iter().filter_map(|&file| self.layout.at(file, first_rank));
        if files.len() == 1 {
            homes.next()
        } else {
            homes.find(|&home| self.layout.is_dark(home) == self.layout.is_dark(square))
        }
    }
}
