//! Game arrays: the initial positions of games, which give the home squares of men and the castlings.

use super::geometry::PerSquare;
use super::{Castling, Layout, Square, Squares, Wing};
use crate::position::{Side, Walk};

/// A game array: the initial position of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameArray {
    /// The board.
    pub layout: Layout,
    /// White's officers on the first rank from the left, if there are any; pawns are in front of them.
    officers: [Option<Walk>; 8],
}

const fn officers<const N: usize>(walks: [Walk; N]) -> [Option<Walk>; 8] {
    let mut officers = [None; 8];
    let mut file = 0;
    while file < N {
        officers[file] = Some(walks[file]);
        file += 1;
    }
    officers
}

use Walk::{Bishop as B, King as K, Knight as S, Queen as Q, Rook as R};

impl GameArray {
    /// Chess.
    pub const CHESS: GameArray =
        GameArray { layout: Layout::CHESS, officers: officers([R, S, B, Q, K, B, S, R]) };

    /// Reroute66: as chess, with Black's men rotated by half a turn.
    pub const REROUTE66: GameArray = GameArray { layout: Layout::REROUTE66, ..GameArray::CHESS };

    /// Reenterent chess.
    pub const REENTERENT: GameArray = GameArray::five_files([K, Q, B, S, R]);

    /// Eric's 40-square Fiasco, as far as its rules are known.
    pub const FIASCO: GameArray = GameArray::five_files([R, S, B, K, B]);

    /// An array on five files and eight ranks with these officers.
    pub const fn five_files(walks: [Walk; 5]) -> GameArray {
        let Some(layout) = Layout::rectangle(5, 8) else { panic!("a small board") };
        GameArray { layout, officers: officers(walks) }
    }

    /// The default array of a board: the game array on the orthodox board and on that of Reroute66, empty
    /// elsewhere.
    pub fn default_for(layout: Layout) -> GameArray {
        match layout {
            Layout::CHESS => GameArray::CHESS,
            Layout::REROUTE66 => GameArray::REROUTE66,
            layout => GameArray { layout, officers: [None; 8] },
        }
    }

    /// White's officers from the left.
    pub fn officers(&self) -> impl Iterator<Item = Walk> {
        self.officers.into_iter().flatten()
    }

    /// All men with their squares, White's first.
    pub fn men(self) -> Vec<(Square, Side, Walk)> {
        let mut men = Vec::new();
        for side in Side::BOTH {
            let rank = |n: u8| if side == Side::White { n } else { self.layout.ranks() - 1 - n };
            let is_rotated = side == Side::Black && self.layout == Layout::REROUTE66;
            for file in 0..self.layout.files() {
                let from = if is_rotated { 7 - file } else { file };
                let Some(officer) = self.officers[usize::from(from)] else { continue };
                for (n, walk) in [(0, officer), (1, Walk::Pawn)] {
                    men.extend(self.layout.at(file, rank(n)).map(|square| (square, side, walk)));
                }
            }
        }
        men
    }

    /// The home squares of men, by side and walk. The home squares of reversed pawns are those of pawns; fairy men have
    /// none yet: see [`Geometry::set_fairy_homes`](super::Geometry::set_fairy_homes).
    pub fn homes<S: Squares>(self) -> [[S; Walk::TABLE_LEN]; 2] {
        let mut homes = [[S::EMPTY; Walk::TABLE_LEN]; 2];
        for (square, side, walk) in self.men() {
            let homes = &mut homes[side.index()];
            homes[walk.index()] |= S::of(square);
            homes[Walk::ReversedPawn.index()] = homes[Walk::Pawn.index()];
        }
        homes
    }

    /// The home square in Circe of a man captured on a square, by side, walk and square: for officers with
    /// several home squares the one of the same square colour, or the leftmost if there is none; for a pawn
    /// the one on its file.
    pub fn rebirth_homes<S: Squares>(self) -> [[PerSquare<Option<Square>>; Walk::TABLE_LEN]; 2] {
        let layout = self.layout;
        let dark = S::from_squares(layout.squares().filter(|&at| layout.is_dark(at)));
        self.homes::<S>().map(|homes| {
            std::array::from_fn(|index| match Walk::CHESS.get(index) {
                Some(Walk::King | Walk::Queen) => per_square(layout, |_| homes[index].first()),
                Some(Walk::Rook | Walk::Bishop | Walk::Knight) => {
                    let of_colour =
                        |colour: S| (homes[index] & colour).first().or_else(|| homes[index].first());
                    let [on_dark, on_light] = [dark, !dark].map(of_colour);
                    per_square(layout, |at| if dark.contains(at) { on_dark } else { on_light })
                }
                _ => {
                    let on_file = |file| homes[index].iter().find(|&home| layout.file(home) == file);
                    let by_file: Vec<Option<Square>> = (0..layout.files()).map(on_file).collect();
                    per_square(layout, |at| by_file.get(usize::from(layout.file(at))).copied().flatten())
                }
            })
        })
    }

    /// The castlings of the array.
    pub fn castlings<S: Squares>(self) -> Vec<Castling<S>> {
        /// The wing, and the files of the king before and after and of the rook before and after.
        type Files = (Wing, u8, u8, u8, u8);
        const CHESS: &[Files] = &[(Wing::King, 4, 6, 7, 5), (Wing::Queen, 4, 2, 0, 3)];
        const ROTATED: &[Files] = &[(Wing::King, 3, 1, 0, 2), (Wing::Queen, 3, 5, 7, 4)];
        const FIVE_FILES: &[Files] = &[(Wing::King, 0, 2, 4, 1)];
        let mut castlings = Vec::new();
        for side in Side::BOTH {
            let ways = match (self, side) {
                (GameArray::CHESS, _) | (GameArray::REROUTE66, Side::White) => CHESS,
                (GameArray::REROUTE66, Side::Black) => ROTATED,
                (GameArray::REENTERENT, _) => FIVE_FILES,
                _ => &[],
            };
            let rank = if side == Side::White { 0 } else { self.layout.ranks() - 1 };
            let at = |file: u8| Square::new(8 * rank + file);
            let files = |one: u8, other: u8| S::from_squares((one.min(other)..=one.max(other)).map(at));
            castlings.extend(ways.iter().map(|&(wing, king, king_to, rook, rook_to)| Castling {
                side,
                wing,
                king_from: at(king),
                king_to: at(king_to),
                rook_from: at(rook),
                rook_to: at(rook_to),
                empty: files(king, rook).without(at(king)).without(at(rook)),
                safe: files(king, king_to),
            }));
        }
        castlings
    }
}

/// Returns a table with the results of a function for the squares of a board.
fn per_square(layout: Layout, home: impl Fn(Square) -> Option<Square>) -> PerSquare<Option<Square>> {
    let mut table = [None; Square::LIMIT];
    for at in layout.squares() {
        table[at.index()] = home(at);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Set128;

    #[test]
    fn black_array_is_rotated_only_on_reroute66() {
        let king = |array: GameArray| {
            let mut men = array.men().into_iter().filter(|man| (man.1, man.2) == (Side::Black, Walk::King));
            array.layout.name(men.next().unwrap().0)
        };
        let kings =
            [GameArray::CHESS, GameArray::REROUTE66, GameArray::REENTERENT, GameArray::FIASCO].map(king);
        assert_eq!(kings, ["e8", "d8", "a8", "d8"]);
        assert_eq!(GameArray::default_for(Layout::rectangle(5, 8).unwrap()).men().len(), 0);
    }

    #[test]
    fn castling_squares_follow_game_array() {
        let names = |array: GameArray| {
            let name = |square| array.layout.name(square);
            let list = |set: Set128| set.iter().map(name).collect::<Vec<_>>().join("");
            let ways = array.castlings::<Set128>().into_iter();
            let ways = ways.map(|way| {
                let squares = [way.king_from, way.king_to, way.rook_from, way.rook_to].map(name).join("");
                format!("{squares} {} {}", list(way.empty), list(way.safe))
            });
            ways.collect::<Vec<_>>()
        };
        assert_eq!(names(GameArray::CHESS)[0], "e1g1h1f1 f1g1 e1f1g1");
        assert_eq!(names(GameArray::CHESS)[3], "e8c8a8d8 b8c8d8 c8d8e8");
        assert_eq!(names(GameArray::REROUTE66)[2..], ["d8b8a8c8 b8c8 b8c8d8", "d8f8h8e8 e8f8g8 d8e8f8"]);
        assert_eq!(names(GameArray::REENTERENT), ["a1c1e1b1 b1c1d1 a1b1c1", "a8c8e8b8 b8c8d8 a8b8c8"]);
        assert!(names(GameArray::FIASCO).is_empty());
    }
}
