//! The names of men: letters of a language, letters of the user's choice, or figurines.

use serde::{Deserialize, Serialize};

use std::borrow::Cow;

use super::Walk;

/// The names of men in short notation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum PieceNames {
    /// K Q R B S P, as in most problem journals.
    #[default]
    KnightS,
    /// K Q R B N P.
    KnightN,
    /// ♔ ♕ ♖ ♗ ♘ ♙.
    Figurines,
    /// The letters of another language.
    Letters(PieceLetters),
}

/// Six different capital letters, one for each kind of man. Each has a small letter, for black men on a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct PieceLetters([char; 6]);

impl PieceLetters {
    /// Returns the letters for K Q R B N P, in this order; `None` unless they are six different capital letters
    /// that have small letters.
    pub fn new(text: &str) -> Option<PieceLetters> {
        let letters: Vec<char> = text.chars().collect();
        let letters: [char; 6] = letters.try_into().ok()?;
        let is_repeated = |(index, letter): (usize, &char)| letters[..index].contains(letter);
        let usable =
            letters.iter().all(|&letter| letter.is_uppercase() && letter.to_lowercase().count() == 1);
        (usable && !letters.iter().enumerate().any(is_repeated)).then_some(PieceLetters(letters))
    }

    /// Returns the name of a walk: that of the reversed pawn is the letter of the pawn, twice; those of walks of fairy chess
    /// are their letters in the language of the chessmen, or in English, in parentheses if they are a letter of a chessman.
    fn of(self, walk: Walk) -> Cow<'static, str> {
        let [king, queen, rook, bishop, knight, pawn] = self.0;
        let letter = match walk {
            Walk::King => king,
            Walk::Queen => queen,
            Walk::Rook => rook,
            Walk::Bishop => bishop,
            Walk::Knight => knight,
            Walk::Pawn | Walk::ReversedPawn => pawn,
            fairy => {
                let [english, german, french] = fairy.fairy().map_or([""; 3], |row| row.letters);
                let letters = match PieceNames::Letters(self) {
                    PieceNames::GERMAN => german,
                    PieceNames::FRENCH => french,
                    _ => english,
                };
                let is_taken = self.0.iter().any(|letter| letters.chars().eq([*letter]));
                return if is_taken { format!("({letters})").into() } else { letters.into() };
            }
        };
        Cow::Owned(letter.to_string().repeat(if walk == Walk::ReversedPawn { 2 } else { 1 }))
    }
}

impl PieceNames {
    /// K D T L S B, the German letters.
    pub const GERMAN: PieceNames = PieceNames::Letters(PieceLetters(['K', 'D', 'T', 'L', 'S', 'B']));
    /// R D T F C P, the French letters.
    pub const FRENCH: PieceNames = PieceNames::Letters(PieceLetters(['R', 'D', 'T', 'F', 'C', 'P']));

    /// Returns the name of a walk; that of the reversed pawn is the name of the pawn, twice. Fairy men have no figurines.
    pub fn of(self, walk: Walk) -> Cow<'static, str> {
        let name = match (self, walk) {
            (PieceNames::KnightN, Walk::Knight) => "N",
            (PieceNames::KnightN, walk) if walk.letters() == "N" => "(N)",
            (PieceNames::KnightS | PieceNames::KnightN, walk) => walk.letters(),
            (PieceNames::Figurines, Walk::King) => "♔",
            (PieceNames::Figurines, Walk::Queen) => "♕",
            (PieceNames::Figurines, Walk::Rook) => "♖",
            (PieceNames::Figurines, Walk::Bishop) => "♗",
            (PieceNames::Figurines, Walk::Knight) => "♘",
            (PieceNames::Figurines, Walk::Pawn) => "♙",
            (PieceNames::Figurines, Walk::ReversedPawn) => "♙♙",
            (PieceNames::Figurines, fairy) => fairy.letters(),
            (PieceNames::Letters(letters), walk) => return letters.of(walk),
        };
        Cow::Borrowed(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_six_different_capitals() {
        let letters = PieceLetters::new("KDTLSB").unwrap();
        assert_eq!(PieceNames::Letters(letters), PieceNames::GERMAN);
        assert_eq!(PieceNames::Letters(PieceLetters::new("КФЛСНП").unwrap()).of(Walk::Queen), "Ф");
        for wrong in
            ["", "KDTLS", "KDTLSBX", "KDTLSS", "kdtlsb", "KDTLS1", "KDTL S", "王后車象馬兵", "KDTLSİ"]
        {
            assert_eq!(PieceLetters::new(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn walks_have_names_in_each_language() {
        let walks = [Walk::CHESS.as_slice(), &[Walk::Grasshopper, Walk::Lion]].concat();
        for (names, expected) in [
            (PieceNames::KnightS, "K Q R B S P PP G LI"),
            (PieceNames::KnightN, "K Q R B N P PP G LI"),
            (PieceNames::Figurines, "♔ ♕ ♖ ♗ ♘ ♙ ♙♙ G LI"),
            (PieceNames::GERMAN, "K D T L S B BB G LI"),
            (PieceNames::FRENCH, "R D T F C P PP S LI"),
        ] {
            assert_eq!(walks.iter().map(|&walk| names.of(walk)).collect::<Vec<_>>().join(" "), expected);
        }
    }
}
