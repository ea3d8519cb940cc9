//! Positions of games, given as FEN, and their moves in notation.

use kirke::board::{Board, GraphBoard, RectBoard, Squares};
use kirke::formats;
use kirke::game::{Game, PositionOf, set_up};
use kirke::position::{Move, Side};
use kirke::problem::Problem;
use kirke::rules::{GameRules, Orthodox, RuleSet, ScopedRule};
use kirke::solution::notation;
use kirke::solution::record_move::record_move;

/// An operation on a game and a position of any board and any rules.
pub trait Visitor {
    /// The result of the operation.
    type Output;

    /// Runs the operation.
    fn visit<B: Board, R: GameRules>(self, game: &Game<B, R>, position: &PositionOf<B, R>) -> Self::Output;
}

/// Returns the problem of a FEN.
pub fn problem(fen: &str) -> Problem {
    let mut reading = formats::read("position", format!("{fen} ~1").as_bytes());
    let item = reading.items.remove(0);
    item.problem.unwrap_or_else(|refusal| panic!("{fen}: {}", refusal.errors[0].message))
}

/// Visits the position of a FEN with the engine that a problem with these rules uses.
pub fn visit_position<V: Visitor>(fen: &str, visitor: V) -> V::Output {
    let problem = problem(fen);
    let array = problem.setting.game_array().unwrap();
    let all: Vec<ScopedRule> = problem.setting.conditions.iter().map(|rule| rule.value).collect();
    let only_a_board = all.iter().all(|rule| rule.is_board_only());
    match (array.layout.is_rectangle(), only_a_board) {
        (true, true) => with_position(&problem, Game::new(RectBoard::with(array), Orthodox), visitor),
        (true, false) => {
            with_position(&problem, Game::new(RectBoard::with(array), RuleSet::new(&all).unwrap()), visitor)
        }
        (false, true) => with_position(&problem, Game::new(GraphBoard::reroute66(), Orthodox), visitor),
        (false, false) => {
            with_position(&problem, Game::new(GraphBoard::reroute66(), RuleSet::new(&all).unwrap()), visitor)
        }
    }
}

fn with_position<B: Board, R: GameRules, V: Visitor>(
    problem: &Problem,
    game: Game<B, R>,
    visitor: V,
) -> V::Output {
    // If the FEN has the side other than White to move, the sides swap their parts.
    let to_move = if problem.options.half_duplex { Side::Black } else { Side::White };
    let position = set_up(&game, &problem.setting.diagram, &problem.options, to_move).unwrap();
    visitor.visit(&game, &position)
}

/// Returns a move in the notation of the tables: `Rd4xd6/Nc3`.
pub fn move_text<B: Board, R: GameRules>(game: &Game<B, R>, position: &PositionOf<B, R>, mv: Move) -> String {
    let printed = record_move(game, position, mv, None);
    let long = notation::long(&printed, game.board.geometry().layout);
    let plain =
        long.replace('*', "x").replace('S', "N").replace('0', "O").replace(" ep.", "").replace(") ", ")");
    plain.replace("[+w", "(").replace("[+b", "(").replace(']', ")")
}

/// Returns the legal moves of a FEN in notation, sorted.
pub fn moves(fen: &str) -> Vec<String> {
    struct List;
    impl Visitor for List {
        type Output = Vec<String>;
        fn visit<B: Board, R: GameRules>(
            self,
            game: &Game<B, R>,
            position: &PositionOf<B, R>,
        ) -> Vec<String> {
            let mut list = Vec::new();
            game.moves(position, &mut list);
            // The library refuses a position in which a king can be captured, before any move.
            list.retain(|mv| !mv.is_capture() || !position.royal.contains(mv.to));
            let mut words: Vec<String> = list.into_iter().map(|mv| move_text(game, position, mv)).collect();
            words.sort();
            words
        }
    }
    visit_position(fen, List)
}

/// Returns the number of move sequences of length `depth`.
pub fn perft(fen: &str, depth: u32) -> u64 {
    struct Count(u32);
    impl Visitor for Count {
        type Output = u64;
        fn visit<B: Board, R: GameRules>(self, game: &Game<B, R>, position: &PositionOf<B, R>) -> u64 {
            game.perft(position, self.0)
        }
    }
    visit_position(fen, Count(depth))
}
