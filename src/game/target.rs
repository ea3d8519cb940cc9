//! The position that a proof game is to reach.

mod needs;
mod paths;

pub use needs::Reckoned;

use super::{Game, PositionOf};
use crate::board::{Board, Square, Squares};
use crate::position::{Marks, Memory, Position, Reserve, Side, Walk};
use crate::problem::Diagram;
use crate::rules::{Rules, Tally, Ways};
use needs::Needs;
use paths::{Paths, Returns};

/// Who is to stand where at the end, also beside the board, whoever is to move and with whatever rights.
#[derive(Clone, Debug)]
pub struct Target<S> {
    walks: [S; Walk::COUNT],
    sides: [S; 2],
    /// The attributes of the men: a ghost, whom nobody can capture, is no ordinary man.
    attributes: Vec<(Square, Marks)>,
    reserve: Reserve,
    /// King and rook as they are to stand, who may have come there by one half-move.
    castled: Vec<S>,
    /// What a half-move can do at most, where the rules say so.
    tally: Option<Tally>,
    /// What men need to come there, where they go as in orthodox chess.
    needs: Option<Needs<S>>,
}

impl<S: Squares> Target<S> {
    fn is_reached<M: Memory>(&self, position: &Position<S, M>) -> bool {
        Side::BOTH.into_iter().all(|side| position.of(side) == self.sides[side.index()])
            && Walk::ALL.into_iter().all(|walk| position.walk(walk) == self.walks[walk.index()])
            && position.memory.reserve() == self.reserve
            && self.attributes.iter().all(|&(at, marks)| position.memory.marks(at).attributes() == marks)
    }

    /// The squares that are not as they are to be, men's attributes left aside.
    fn astray<M: Memory>(&self, position: &Position<S, M>) -> S {
        let sides = Side::BOTH.into_iter().map(|side| position.of(side) ^ self.sides[side.index()]);
        let walks = Walk::ALL.into_iter().map(|walk| position.walk(walk) ^ self.walks[walk.index()]);
        sides.chain(walks).fold(S::EMPTY, |all, some| all | some)
    }

    /// Can so many half-moves do what is still to be done?
    fn is_near<M: Memory>(&self, tally: Tally, position: &Position<S, M>, left: [usize; 2]) -> bool {
        let moves = left[0].saturating_add(left[1]);
        let moves_times = |squares: u32| moves.saturating_mul(squares as usize);
        let count = |squares: S| squares.count() as usize;
        let astray = self.astray(position);
        if count(astray) > moves_times(4 + tally.changes) {
            return false;
        }
        // Whoever is still to come must come by some half-move, and stay.
        let vacant = astray & (self.sides[0] | self.sides[1]);
        let castled =
            |side: S| self.castled.iter().filter(|&&both| both & !(vacant & side) == S::EMPTY).count();
        if count(vacant) > moves + moves_times(tally.arrivals) + castled(!S::EMPTY) {
            return false;
        }
        if !tally.counted {
            return true;
        }
        let pending = tally.pending as usize;
        Side::BOTH.into_iter().all(|side| {
            let (own, other) = (left[side.index()], left[side.other().index()]);
            let (now, then) = (position.of(side), self.sides[side.index()]);
            if count(now) + pending < count(then) || count(now) > count(then) + other {
                return false;
            }
            let pawns = |men: S, pawns: S| count(men & pawns);
            if tally.pawns
                && pawns(now, position.walk(Walk::Pawn)) + pending
                    < pawns(then, self.walks[Walk::Pawn.index()])
            {
                return false;
            }
            // A man comes by a half-move of his own side's, or, captured just now, by one of the other's.
            let bearing = if pending == 0 { other } else { moves };
            if count(vacant & then) > own + bearing * tally.arrivals as usize + castled(then) {
                return false;
            }
            // Whoever is in a wrong place must leave it, or be captured there.
            let kings = position.walk(Walk::King) & now & astray;
            let captured = count(now).saturating_sub(count(then));
            tally.arrivals > 0 || pending > 0 || count(now & astray) <= own + captured + count(kings)
        })
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
        let men_of = |side: Side, walk: Walk| sides[side.index()] & walks[walk.index()];
        let ways = self.board.geometry().castlings.iter().filter(|way| {
            men_of(way.side, Walk::King).contains(way.king_to)
                && men_of(way.side, Walk::Rook).contains(way.rook_to)
        });
        let castled = ways.map(|way| B::Set::of(way.king_to).with(way.rook_to)).collect();
        // What is counted of men is said of plain ones.
        let plain = from.men().chain(target.men()).all(|(_, man)| man.is_plain());
        let tally = self.rules.tally().map(|tally| Tally { counted: tally.counted && plain, ..tally });
        let returns = match tally.filter(|tally| tally.counted).map(|tally| tally.ways) {
            Some(Ways::Walks) => Some(Returns::NONE),
            Some(Ways::Returns(rebirth)) => {
                let all = self.board.geometry().all;
                Returns::new(all, |side, walk, at| rebirth.returns(&self, walk, side, at))
            }
            Some(Ways::Any) | None => None,
        };
        let needs = returns.map(|returns| {
            let kingless = self.rules.needs().kingless;
            Needs::new(&Paths::new(&self.board, (from, target), kingless, returns), target)
        });
        let reserve = target.reserve.unwrap_or(self.rules.needs().reserve);
        self.target = Some(Box::new(Target { walks, sides, attributes, reserve, castled, tally, needs }));
        self
    }

    /// Do the men stand as they are to stand at the end?
    pub fn is_target(&self, position: &PositionOf<B, R>) -> bool {
        self.target.as_ref().is_some_and(|target| target.is_reached(position))
    }

    /// Can the target still be reached, as far as can be counted, if the sides have at most
    /// so many moves left, White's first? What was reckoned for other positions towards the same target is
    /// not reckoned again.
    pub fn can_arrive(&self, position: &PositionOf<B, R>, left: [usize; 2], reckoned: &mut Reckoned) -> bool {
        let Some(target) = &self.target else { return true };
        target.tally.is_none_or(|tally| target.is_near(tally, position, left))
            && target.needs.as_ref().is_none_or(|needs| needs.fit(position, left, reckoned))
    }
}
