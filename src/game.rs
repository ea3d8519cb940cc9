//! Games: a board with the rules in force on it, move generation and the making of moves.
//!
//! There are two move generators. The fast one ([`movegen`]) serves the rules that are compiled in: orthodox chess
//! and the simple rules of the Circe family. The general one (`general`) serves any set of rules. A third, slow one
//! ([`mod@reference`]) tests the fast one.

pub mod attacks;
pub mod captures;
pub mod diagram_goal;
mod disambiguation;
mod facts;
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

/// A board and the rules in force on it.
#[derive(Clone, Debug)]
pub struct Game<B: Board, R> {
    /// The board.
    pub board: B,
    /// The rules.
    pub rules: R,
    /// Whether a side may pass, unless its opponent has just passed. A side may pass whether or not it has a
    /// legal move; passing does not affect mate and stalemate.
    pub may_pass: bool,
    /// Pairs of rooks of which only one may ever castle.
    pub exclusive_castlings: Vec<(Square, Square)>,
    /// The target position of a proof game.
    pub target: Option<Box<diagram_goal::TargetPosition<B::Set>>>,
    /// The squares where a royal man of each side, White first, could be captured by men that do not attack it.
    pub extra_reach: [B::Set; 2],
}

/// The positions of a game.
pub type PositionOf<B, R> = Position<<B as Board>::Set, <R as GameRules>::Memory>;

impl<B: Board, R: GameRules> Game<B, R> {
    /// Creates a game with these rules on this board.
    pub fn new(mut board: B, rules: R) -> Game<B, R> {
        if R::GENERAL {
            rules.adjust_geometry(board.geometry_mut());
        }
        let has_extra_reach = R::GENERAL && rules.flags().extra_reach;
        let walks = if has_extra_reach { &Walk::ALL[..] } else { &[] };
        let extra_reach = Side::BOTH.map(|side| {
            let reaches = walks.iter().map(|&walk| rules.extra_reach(board.geometry(), walk, side.other()));
            reaches.fold(B::Set::EMPTY, |all, some| all | some)
        });
        Game { board, rules, may_pass: false, exclusive_castlings: Vec::new(), target: None, extra_reach }
    }
}

impl Game<RectBoard, Orthodox> {
    /// Returns orthodox chess.
    pub fn chess() -> Game<RectBoard, Orthodox> {
        Game::new(RectBoard::chess(), Orthodox)
    }
}
