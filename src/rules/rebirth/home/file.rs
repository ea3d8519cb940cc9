//! File Circe: the square of the file on the first rank of the man's side.

use super::{HomeCandidates, HomeWord, Purpose, RebirthQuery, RebirthSquare};
use crate::board::Layout;
use crate::position::Side;
use crate::rules::example::Example;
use crate::rules::fast::circe::array::rebirth_square;
use crate::rules::game_view::GameView;

/// The square of the file on the first rank of the man's side, for a pawn on the second.
pub(super) struct File;

impl RebirthSquare for File {
    const WORD: Option<HomeWord> = Some(HomeWord {
        names: ["File", "File", "Colonne"],
        meaning: "A man is reborn on the square of the file on its first rank, a pawn on its second, a fairy man on its promotion square.",
        purpose: Purpose::Origin,
        example: Example::USUAL,
    });

    const BY_CAPTURE_SQUARE: bool = true;
    const PROMOTES: bool = false;

    fn candidates<F: GameView>(query: &RebirthQuery<'_, F>) -> HomeCandidates<F::Set> {
        let layout = query.geometry().layout;
        let walk = query.deciding_man.walk;
        if walk.is_fairy() && !walk.is_pawn() {
            return rebirth_square(query.geometry(), walk, query.side, query.at).into();
        }
        let row = u8::from(walk.is_pawn());
        let rank = match query.side {
            Side::White => Some(row),
            Side::Black => layout.ranks().checked_sub(1 + row),
        };
        rank.and_then(|rank| layout.at(layout.file(query.at), rank)).into()
    }

    fn board_conflict(layout: Layout) -> Option<&'static str> {
        (!layout.is_rectangle()).then_some("the files of the board fork")
    }
}
