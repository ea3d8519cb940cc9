//! Positions of games, given as FEN, and their moves in writing.

use kirke::board::{Board, Graph, Grid, Squares};
use kirke::formats;
use kirke::game::{Game, PositionOf, set_up};
use kirke::position::{Move, Side};
use kirke::problem::Problem;
use kirke::rules::{Clause, Orthodox, RuleSet, Rules};
use kirke::solution::notation;
use kirke::solution::record_move::tell_move;

/// What is to be done with a game and a position, whatever the board and the rules.
pub trait Visitor {
    /// What comes of it.
    type Answer;

    /// Does it.
    fn visit<B: Board, R: Rules>(self, game: &Game<B, R>, position: &PositionOf<B, R>) -> Self::Answer;
}

/// The problem of a FEN.
pub fn problem(fen: &str) -> Problem {
    let mut reading = formats::read("position", format!("{fen} ~1").as_bytes());
    let item = reading.items.remove(0);
    item.problem.unwrap_or_else(|refusal| panic!("{fen}: {}", refusal.errors[0].message))
}

/// Visits the position of a FEN with the engine that its rules have as a problem.
pub fn visit<V: Visitor>(fen: &str, visitor: V) -> V::Answer {
    let problem = problem(fen);
    let array = problem.setting.array().unwrap();
    let all: Vec<Clause> = problem.setting.conditions.iter().map(|rule| rule.value).collect();
    let only_a_board = all.iter().all(|rule| rule.is_only_a_board());
    match (array.layout.is_rectangle(), only_a_board) {
        (true, true) => set(&problem, Game::new(Grid::with(array), Orthodox), visitor),
        (true, false) => set(&problem, Game::new(Grid::with(array), RuleSet::new(&all).unwrap()), visitor),
        (false, true) => set(&problem, Game::new(Graph::reroute66(), Orthodox), visitor),
        (false, false) => set(&problem, Game::new(Graph::reroute66(), RuleSet::new(&all).unwrap()), visitor),
    }
}

fn set<B: Board, R: Rules, V: Visitor>(problem: &Problem, game: Game<B, R>, visitor: V) -> V::Answer {
    // Where the other side than White begins, the sides change their parts.
    let to_move = if problem.options.half_duplex { Side::Black } else { Side::White };
    let position = set_up(&game, &problem.setting.diagram, &problem.options, to_move).unwrap();
    visitor.visit(&game, &position)
}

/// A move as the tables write it: `Rd4xd6/Nc3`.
pub fn written<B: Board, R: Rules>(game: &Game<B, R>, position: &PositionOf<B, R>, mv: Move) -> String {
    let told = tell_move(game, position, mv, None);
    let long = notation::long(&told, game.board.geometry().layout);
    let plain =
        long.replace('*', "x").replace('S', "N").replace('0', "O").replace(" ep.", "").replace(") ", ")");
    plain.replace("[+w", "(").replace("[+b", "(").replace(']', ")")
}

/// The legal moves of a FEN in writing, sorted.
pub fn moves(fen: &str) -> Vec<String> {
    struct List;
    impl Visitor for List {
        type Answer = Vec<String>;
        fn visit<B: Board, R: Rules>(self, game: &Game<B, R>, position: &PositionOf<B, R>) -> Vec<String> {
            let mut list = Vec::new();
            game.moves(position, &mut list);
            // Where a king could be taken the position is refused before anyone moves.
            list.retain(|mv| !mv.is_capture() || !position.royal.contains(mv.to));
            let mut words: Vec<String> = list.into_iter().map(|mv| written(game, position, mv)).collect();
            words.sort();
            words
        }
    }
    visit(fen, List)
}

/// The number of sequences of so many moves.
pub fn perft(fen: &str, depth: u32) -> u64 {
    struct Count(u32);
    impl Visitor for Count {
        type Answer = u64;
        fn visit<B: Board, R: Rules>(self, game: &Game<B, R>, position: &PositionOf<B, R>) -> u64 {
            game.perft(position, self.0)
        }
    }
    visit(fen, Count(depth))
}
