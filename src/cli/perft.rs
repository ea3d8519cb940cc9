//! `kirke perft`: counts sequences of moves.

use std::io::{self, Write};
use std::time::Instant;

use clap::Args;

use super::appearance::ColorArg;
use super::exit::Exit;
use super::interrupt::Interrupt;
use super::messages::{exit_on_write_error, print_diagnostics, print_note, print_refusal};
use crate::board::{Board, GraphBoard, RectBoard};
use crate::formats::{self, Diagnostic, Source};
use crate::game::{Game, PositionOf, set_up};
use crate::position::Side;
use crate::problem::Problem;
use crate::rules::{Engine, GameRules, Orthodox};
use crate::solution::solve::rules_of_setting;

/// The arguments of `kirke perft`.
#[derive(Args, Debug)]
pub struct PerftArgs {
    /// The depth in plies, at most 30
    #[arg(value_parser = clap::value_parser!(u32).range(..=30))]
    depth: u32,
    /// The position in FEN [default: the game array]
    #[arg(hide_default_value = true, default_value = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -")]
    fen: String,
    /// The rules, as in `Circe Strict` [default: orthodox]
    #[arg(long, visible_alias = "cond", value_name = "CONDITION")]
    condition: Option<String>,
    /// Count after every root move
    #[arg(long)]
    divide: bool,
}

/// Counts and prints the number.
pub fn run(args: &PerftArgs) -> Exit {
    Interrupt::install().exiting_at_once(|| count(args))
}

fn count(args: &PerftArgs) -> Exit {
    let condition = args.condition.as_ref().map_or(String::new(), |name| format!(" cond \"{name}\";"));
    let line = format!("{}{condition} stip \"~1\";", args.fen);
    let reading = formats::read("position", line.as_bytes());
    match reading.items.into_iter().next().map(|item| item.problem) {
        Some(Ok(problem)) => {
            let (array, rules, engine) = match rules_of_setting(&problem.setting, &[]) {
                Ok(rules) => rules,
                Err(error) => {
                    let span = error.span().unwrap_or(problem.span);
                    let error = Diagnostic::error(span, error.to_string());
                    print_diagnostics(&[error], &reading.source, ColorArg::Auto);
                    return Exit::Refused;
                }
            };
            let task = PerftTask { args, problem: &problem, source: &reading.source };
            match engine {
                Engine::Orthodox if !array.layout.is_rectangle() => {
                    task.count(GraphBoard::reroute66(), Orthodox)
                }
                _ if !array.layout.is_rectangle() => task.count(GraphBoard::reroute66(), rules),
                Engine::Orthodox => task.count(RectBoard::with(array), Orthodox),
                Engine::Circe(circe) => task.count(RectBoard::with(array), circe),
                Engine::General => task.count(RectBoard::with(array), rules),
            }
        }
        Some(Err(refusal)) => {
            print_refusal(&refusal, &reading.source, ColorArg::Auto);
            Exit::Refused
        }
        None => Exit::Refused,
    }
}

/// The position to count, before the types of board and rules are chosen.
struct PerftTask<'a> {
    args: &'a PerftArgs,
    problem: &'a Problem,
    source: &'a Source,
}

impl PerftTask<'_> {
    fn count(&self, board: impl Board, rules: impl GameRules) -> Exit {
        let PerftTask { args, problem, source } = *self;
        let game = Game::new(board, rules);
        let to_move = if problem.options.half_duplex { Side::Black } else { Side::White };
        let position = match set_up(&game, &problem.setting.diagram, &problem.options, to_move) {
            Ok(position) if game.in_check(&position, to_move.other()) => {
                Err(Diagnostic::error(problem.span, "the side to play can capture the king"))
            }
            Ok(position) => Ok(position),
            Err(error) => Err(Diagnostic::error(error.span().unwrap_or(problem.span), error.to_string())),
        };
        let position = match position {
            Ok(position) => position,
            Err(error) => {
                print_diagnostics(&[error], source, ColorArg::Auto);
                return Exit::Refused;
            }
        };
        let start = Instant::now();
        let total = match count_and_print(args, &game, &position, &mut io::stdout().lock()) {
            Ok(total) => total,
            Err(error) => return exit_on_write_error(&error, Exit::AsExpected),
        };
        let seconds = start.elapsed().as_secs_f64();
        print_note(format_args!("{seconds:.2} s, {:.1} million a second", total as f64 / seconds / 1e6));
        Exit::AsExpected
    }
}

fn count_and_print<B: Board, R: GameRules>(
    args: &PerftArgs,
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    out: &mut impl Write,
) -> io::Result<u64> {
    let mut total = 0;
    if args.divide && args.depth > 0 {
        let layout = game.board.geometry().layout;
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        for mv in moves {
            let count = game.perft(&game.play(position, mv), args.depth - 1);
            let record = crate::solution::record_move::record_move(game, position, mv, None);
            writeln!(out, "{} {count}", crate::solution::notation::long(&record, layout))?;
            total += count;
        }
    } else {
        total = game.perft(position, args.depth);
    }
    writeln!(out, "{total}")?;
    Ok(total)
}
