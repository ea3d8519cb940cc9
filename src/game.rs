//! Games: a board and rules, and what is legal there.

pub mod attacks;
pub mod captures;
pub mod diagram_goal;
mod disambiguation;
mod general;
pub mod killer_evasions;
pub mod make_move;
pub mod movegen;
pub mod perft;
pub mod reference;
pub mod setup;

use crate::board::{Board, RectBoard, Square, Squares};
use crate::position::{Position, Side, Walk};
use crate::rules::{GameRules, Orthodox};
pub use setup::{IllegalSetup, set_up};

/// A game that can be played: a board and the rules in force on it.
#[derive(Clone, Debug)]
pub struct Game<B: Board, R> {
    /// The board.
    pub board: B,
    /// The rules.
    pub rules: R,
    /// May a side pass, unless the other has just done so? Passing is a decision of a
    /// side that can move as well as of one that cannot, and counts for neither mate
    /// nor stalemate.
    pub may_pass: bool,
    /// Rooks of which only one may ever castle.
    pub exclusive_castlings: Vec<(Square, Square)>,
    /// What a proof game is to reach.
    pub target: Option<Box<diagram_goal::TargetPosition<B::Set>>>,
    /// Where a royal man of each side could be captured by men who do not attack it, White's first.
    pub extra_reach: [B::Set; 2],
}

/// The positions of a game.
pub type PositionOf<B, R> = Position<<B as Board>::Set, <R as GameRules>::Memory>;

impl<B: Board, R: GameRules> Game<B, R> {
    /// A game of these rules on this board.
    pub fn new(mut board: B, rules: R) -> Game<B, R> {
        if R::GENERAL {
            rules.adjust_geometry(board.geometry_mut());
        }
        let reached = R::GENERAL && rules.flags().extra_reach;
        let walks = if reached { &Walk::ALL[..] } else { &[] };
        let beyond = Side::BOTH.map(|side| {
            let further = walks.iter().map(|&walk| rules.extra_reach(board.geometry(), walk, side.other()));
            further.fold(B::Set::EMPTY, |all, some| all | some)
        });
        Game {
            board,
            rules,
            may_pass: false,
            exclusive_castlings: Vec::new(),
            target: None,
            extra_reach: beyond,
        }
    }
}

impl Game<RectBoard, Orthodox> {
    /// Orthodox chess.
    pub fn chess() -> Game<RectBoard, Orthodox> {
        Game::new(RectBoard::chess(), Orthodox)
    }
}
