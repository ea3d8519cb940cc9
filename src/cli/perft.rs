//! `kirke perft`: counting sequences of moves.

use std::time::Instant;

use clap::Args;

use super::exit::Exit;
use crate::board::{Board, Grid};
use crate::formats::{self, Ink};
use crate::game::{Game, set_up};
use crate::position::Side;
use crate::problem::Problem;
use crate::rules::{Circe, Orthodox, RuleSet, Rules};

/// What `kirke perft` can be told.
#[derive(Args, Debug)]
pub struct PerftArgs {
    /// How many half-moves deep
    depth: u32,
    /// The position in FEN [default: the game array]
    #[arg(default_value = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -")]
    fen: String,
    /// The rules, as in `Circe Strict` [default: orthodox]
    #[arg(long, value_name = "CONDITION")]
    condition: Option<String>,
    /// Count behind every first move
    #[arg(long)]
    divide: bool,
}

/// Counts and prints the count.
pub fn run(args: &PerftArgs) -> Exit {
    let condition = args.condition.as_ref().map_or(String::new(), |name| format!(" cond \"{name}\";"));
    let line = format!("{}{condition} stip \"~1\";", args.fen);
    let reading = formats::read("position", line.as_bytes());
    match reading.items.into_iter().next().map(|item| item.problem) {
        Some(Ok(problem)) => {
            let conditions: Vec<_> =
                problem.setting.conditions.iter().map(|condition| condition.value).collect();
            match (&conditions[..], conditions.first().copied().and_then(Circe::of)) {
                ([], _) => count(args, &problem, Orthodox),
                ([_], Some(circe)) => count(args, &problem, circe),
                _ => count(args, &problem, RuleSet::new(&conditions)),
            }
        }
        Some(Err(refusal)) => {
            eprintln!("{}", refusal.render(&reading.source, Ink::Plain));
            Exit::Refused
        }
        None => Exit::Refused,
    }
}

fn count(args: &PerftArgs, problem: &Problem, rules: impl Rules) -> Exit {
    let game = Game::new(Grid::new(problem.setting.diagram.layout()), rules);
    let to_move = if problem.options.half_duplex { Side::Black } else { Side::White };
    let position = match set_up(&game, &problem.setting.diagram, &problem.options, to_move) {
        Ok(position) if game.in_check(&position, to_move.other()) => {
            eprintln!("error: the side to play can capture the king");
            return Exit::Refused;
        }
        Ok(position) => position,
        Err(error) => {
            eprintln!("error: {error}");
            return Exit::Refused;
        }
    };
    let start = Instant::now();
    let mut total = 0u64;
    if args.divide && args.depth > 0 {
        let layout = game.board.geometry().layout;
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        for mv in moves {
            let count = game.perft(&game.play(&position, mv), args.depth - 1);
            let told = crate::solution::tell::tell_move(&game, &position, mv, None);
            println!("{} {count}", crate::solution::notation::long(&told, layout));
            total += count;
        }
    } else {
        total = game.perft(&position, args.depth);
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{total}");
    eprintln!("{seconds:.2} s, {:.1} million a second", total as f64 / seconds / 1e6);
    Exit::AsExpected
}
