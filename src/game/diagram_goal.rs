//! Diagram goals: proof games and A to B problems, which reach a given position.

use crate::board::{Square, Squares};
use crate::position::{AnyRuleState, ManFlags, Move, Position, Reserve, Side, Walk};
use crate::problem::Diagram;

/// The position to be reached: the men on the board and in reserve. The side to move and the castling rights
/// are not part of it.
#[derive(Clone, Debug)]
pub struct TargetPosition<S> {
    /// The diagram from which it is to be reached.
    pub from: Diagram,
    /// Its diagram.
    pub diagram: Diagram,
    /// Its men.
    pub placement: Placement<S>,
    /// The attributes of the men: a ghost, for example, cannot be captured and differs from an ordinary man.
    attributes: Vec<(Square, ManFlags)>,
    /// The men in reserve.
    reserve: Reserve,
}

impl<S: Squares> TargetPosition<S> {
    /// The target of a diagram that is to be reached from the diagram `from`. `reserve` is the reserve of a diagram
    /// without one.
    pub fn new(from: &Diagram, diagram: &Diagram, reserve: Reserve) -> TargetPosition<S> {
        let mut placement =
            Placement { walks: [S::EMPTY; Walk::TABLE_LEN], sides: [S::EMPTY; 2], castling: S::EMPTY };
        let mut attributes = Vec::new();
        for (square, man) in diagram.men() {
            attributes.push((square, man.flags.attributes()));
            placement.walks[man.walk.index()] |= S::of(square);
            for side in Side::BOTH.into_iter().filter(|&side| man.colour.is_of(side)) {
                placement.sides[side.index()] |= S::of(square);
            }
        }
        let reserve = diagram.reserve.unwrap_or(reserve);
        TargetPosition { from: from.clone(), diagram: diagram.clone(), placement, attributes, reserve }
    }

    /// Returns whether a position is the target.
    pub fn is_reached<M: AnyRuleState>(&self, position: &Position<S, M>) -> bool {
        self.placement.difference(&Placement::of(position)).is_empty()
            && position.rule_state.reserve() == self.reserve
            && self.attributes.iter().all(|&(at, flags)| position.flags(at).attributes() == flags)
    }
}

/// The men on the board, by walk and by side, and the castling rights.
#[derive(Clone, Copy, Debug)]
pub struct Placement<S> {
    /// The squares of each walk.
    pub walks: [S; Walk::TABLE_LEN],
    /// The squares of each side, White first.
    pub sides: [S; 2],
    /// The kings and rooks that may still castle.
    pub castling: S,
}

impl<S: Squares> Placement<S> {
    /// The placement of a position.
    pub fn of<M: AnyRuleState>(position: &Position<S, M>) -> Placement<S> {
        Placement {
            walks: position.walks(),
            sides: Side::BOTH.map(|side| position.of(side)),
            castling: position.castling,
        }
    }

    /// Returns the placement after a move that only moves one man to a square and captures a man there.
    pub fn after(mut self, side: Side, mv: Move) -> Placement<S> {
        let (from, to) = (S::of(mv.from), S::of(mv.to));
        self.walks.iter_mut().for_each(|walk| *walk &= !(from | to));
        self.walks[mv.promotion.unwrap_or(mv.walk).index()] |= to;
        self.sides[side.other().index()] &= !to;
        let own = &mut self.sides[side.index()];
        *own = (*own & !from) | to;
        self.castling &= !(from | to);
        self
    }

    /// Returns the men of a side with a walk.
    pub fn men(&self, side: Side, walk: Walk) -> S {
        self.sides[side.index()] & self.walks[walk.index()]
    }

    /// Returns the squares that do not hold the same man in both placements, or are empty in one of them
    /// only.
    pub fn difference(&self, other: &Placement<S>) -> S {
        let sides = self.sides.iter().zip(&other.sides);
        let walks = self.walks.iter().zip(&other.walks);
        sides.chain(walks).fold(S::EMPTY, |all, (&one, &other)| all | (one ^ other))
    }
}
