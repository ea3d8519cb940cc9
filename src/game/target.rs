//! The position that a proof game is to reach.

mod needs;

use super::{Game, PositionOf};
use crate::board::{Board, Square, Squares};
use crate::position::{Marks, Memory, Position, Reserve, Side, Walk};
use crate::problem::Diagram;
use crate::rules::Rules;
use needs::Needs;

/// Who is to stand where at the end, also beside the board, whoever is to move and with whatever rights.
#[derive(Clone, Debug)]
pub struct Target<S> {
    walks: [S; Walk::COUNT],
    sides: [S; 2],
    /// The attributes of the men: a ghost, whom nobody can capture, is no ordinary man.
    attributes: Vec<(Square, Marks)>,
    reserve: Reserve,
    /// What men need to come there, where the rules let it be counted.
    needs: Option<Needs<S>>,
    /// How many squares a half-move can change, where the rules say so.
    spread: Option<u32>,
}

impl<S: Squares> Target<S> {
    /// How many squares are not as they are to be, men's attributes left aside?
    fn astray<M: Memory>(&self, position: &Position<S, M>) -> u32 {
        let sides = Side::BOTH.into_iter().map(|side| position.of(side) ^ self.sides[side.index()]);
        let walks = Walk::ALL.into_iter().map(|walk| position.walk(walk) ^ self.walks[walk.index()]);
        sides.chain(walks).fold(S::EMPTY, |all, some| all | some).count()
    }

    fn is_reached<M: Memory>(&self, position: &Position<S, M>) -> bool {
        Side::BOTH.into_iter().all(|side| position.of(side) == self.sides[side.index()])
            && Walk::ALL.into_iter().all(|walk| position.walk(walk) == self.walks[walk.index()])
            && position.memory.reserve() == self.reserve
            && self.attributes.iter().all(|&(at, marks)| position.memory.marks(at).attributes() == marks)
    }
}

impl<B: Board, R: Rules> Game<B, R> {
    /// The game with a target, which is to be reached from a diagram.
    pub fn towards(mut self, from: &Diagram, target: &Diagram) -> Game<B, R> {
        let mut walks = [B::Set::EMPTY; Walk::COUNT];
        let mut sides = [B::Set::EMPTY; 2];
        let mut attributes = Vec::new();
        for (square, man) in target.men() {
            attributes.push((square, man.marks.attributes()));
            walks[man.walk.index()] = walks[man.walk.index()].with(square);
            for side in Side::BOTH.into_iter().filter(|&side| man.colour.is_of(side)) {
                sides[side.index()] = sides[side.index()].with(square);
            }
        }
        // Men who are reborn or changed come to their squares in other ways than by moves.
        let needs = R::PLAIN.then(|| Needs::new(&self.board, from, target));
        let reserve = target.reserve.unwrap_or(self.rules.needs().reserve);
        self.target =
            Some(Box::new(Target { walks, sides, attributes, reserve, needs, spread: self.rules.spread() }));
        self
    }

    /// Do the men stand as they are to stand at the end?
    pub fn is_target(&self, position: &PositionOf<B, R>) -> bool {
        self.target.as_ref().is_some_and(|target| target.is_reached(position))
    }

    /// Can the target still be reached, as far as can be counted, if the sides have at most
    /// so many moves left, White's first?
    pub fn can_arrive(&self, position: &PositionOf<B, R>, left: [usize; 2]) -> bool {
        let Some(target) = &self.target else { return true };
        let moves = left[0].saturating_add(left[1]);
        let near = target
            .spread
            .is_none_or(|spread| target.astray(position) as usize <= moves.saturating_mul(spread as usize));
        near && target.needs.as_ref().is_none_or(|needs| needs.fit(position, left))
    }
}
