//! The move of a fairy man that `kirke men` plays and shows.

use super::{CENTRE, Reach};
use crate::board::{Layout, Set64, Square, Squares};
use crate::position::FairyWalk;
use crate::report::catalogue::PlayedExample;

/// Men that lend their moves to an orphan, and to a friend.
const LENDERS: [&str; 2] = ["black Rd8 Sg4", "white Rd1 black Sg4"];

/// Men for a move from a1, where one from d4 needs more hurdles or a larger board: for hops over knights to squares of a
/// bishop, and none for long leaps.
const FROM_CORNER: [&str; 6] = [
    "black Sb4 Bc7",
    "black Sc4 Be7",
    "black Sc1 Se1 Bf1",
    "black Sb1 Sc1 Sd1 Se1 Bf1",
    "black Sb2 Sd2 Be1",
    "",
];

/// Returns a move of a white man on d4, or on a1: a capture over as few hurdles as it needs, or a move without capture;
/// `None` if the man has no move.
pub(super) fn example(row: &'static FairyWalk) -> Option<PlayedExample> {
    let reach = Reach::of(row.walk);
    let all = reach.hurdles();
    // The upper right is where most moves of men go to.
    let mut targets: Vec<Square> = reach.captures(all).iter().collect();
    targets.reverse();
    let with_men = targets.into_iter().map(|target| enemies(target, reach.needed_hurdles(target, all)));
    let others = with_men.chain(LENDERS.map(str::to_owned)).chain([String::new()]);
    let played = others.filter_map(|others| PlayedExample::of_man(row, Layout::CHESS.name(CENTRE), &others));
    let corner = FROM_CORNER.iter().filter_map(|others| PlayedExample::of_man(row, "a1", others));
    let played: Vec<PlayedExample> = played.chain(corner).collect();
    let captures = |example: &&PlayedExample| example.moves[0].contains('*');
    played.iter().find(captures).or(played.first()).cloned()
}

/// Returns a black bishop on a square, and knights as hurdles, as in the input language.
fn enemies(target: Square, hurdles: Set64) -> String {
    let hurdles = hurdles.iter().map(|at| format!(" S{}", Layout::CHESS.name(at)));
    format!("black B{}{}", Layout::CHESS.name(target), hurdles.collect::<String>())
}

impl Reach {
    /// Returns the hurdles with which the man captures on a square: none, one, or all of them.
    fn needed_hurdles(&self, target: Square, all: Set64) -> Set64 {
        let one = all.iter().map(Set64::of);
        let mut few = [Set64::EMPTY].into_iter().chain(one);
        few.find(|&hurdles| self.captures(hurdles).contains(target)).unwrap_or(all)
    }
}
