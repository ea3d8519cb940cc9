//! Played examples of rules and of fairy men.

use crate::board::{Board, GraphBoard, RectBoard, Square};
use crate::formats;
use crate::game::{Game, PositionOf, set_up};
use crate::position::{FairyWalk, Move, Side};
use crate::problem::{Problem, Setting};
use crate::rules::{Condition, Example, RuleSet};
use crate::solution::notation;
use crate::solution::record_move::record_move;
use crate::solution::setting_after::with_position;

/// The result of playing an example.
#[derive(Clone, Debug)]
pub struct PlayedExample {
    /// The setting before the moves.
    pub before: Setting,
    /// The setting after the moves; `None` if the rule forbids the last of them.
    pub after: Option<Setting>,
    /// The moves, in Popeye's long notation.
    pub moves: Vec<String>,
    /// The orthodox captures that the rule forbids in place of the last move.
    pub forbidden: Vec<String>,
}

impl PlayedExample {
    /// Plays an example of a condition; `None` if it cannot be played.
    pub fn of(condition: Condition, example: Example) -> Option<PlayedExample> {
        let conditions: Vec<Condition> = [condition].into_iter().chain(example.with).collect();
        let words: Vec<String> = conditions.iter().map(Condition::to_string).collect();
        let text = format!(
            "beginproblem condition {} pieces white {} black {} stipulation ~1 endproblem",
            words.join(" "),
            example.white,
            example.black
        );
        let problem = formats::read("example", text.as_bytes()).items.remove(0).problem.ok()?;
        let rules = RuleSet::new(&conditions).ok()?;
        let array = problem.setting.game_array().ok()?;
        if array.layout.is_rectangle() {
            play(&problem, example.moves, || RectBoard::with(array), rules)
        } else {
            play(&problem, example.moves, GraphBoard::reroute66, rules)
        }
    }

    /// Plays a move of a white fairy man, in a diagram without kings and with these other men, as in `black Sd6`: the first
    /// capture, or without one the first move; `None` if it has no move.
    pub fn of_man(row: &FairyWalk, at: &str, others: &str) -> Option<PlayedExample> {
        let text =
            format!("beginproblem pieces white {}{at} {others} stipulation ~1 endproblem", row.letters[0]);
        let problem = formats::read("example", text.as_bytes()).items.remove(0).problem.ok()?;
        let diagram = &problem.setting.diagram;
        let from = diagram.layout().square(at)?;
        let mut board = RectBoard::chess();
        board.geometry_mut().add_movements(row.walk, 0);
        let game = Game::new(board, RuleSet::new::<Condition>(&[]).ok()?.with_walks(&[row.walk]));
        let position = set_up(&game, diagram, &problem.options, Side::White).ok()?;
        let moves: Vec<Move> = legal(&game, &position).into_iter().filter(|mv| mv.from == from).collect();
        let mv = *moves.iter().find(|mv| mv.is_capture()).or(moves.first())?;
        Some(PlayedExample {
            before: problem.setting.clone(),
            after: Some(with_position(&problem.setting, &game.play(&position, mv))),
            moves: vec![named(&game, &position, mv)],
            forbidden: Vec::new(),
        })
    }
}

fn play<B: Board>(
    problem: &Problem,
    moves: &str,
    board: impl Fn() -> B,
    rules: RuleSet,
) -> Option<PlayedExample> {
    let diagram = &problem.setting.diagram;
    let layout = diagram.layout();
    let square = |name: &str| layout.square(name);
    let steps = moves.split_whitespace().map(|step| {
        let (step, skipped) = step.split_once('/').unwrap_or((step, "0"));
        let (from, to) = step.split_at_checked(2)?;
        Some((square(from)?, square(to)?, skipped.parse().ok()?))
    });
    let steps: Vec<(Square, Square, usize)> = steps.collect::<Option<_>>()?;
    let first = diagram.man(steps.first()?.0)?;
    let side = if first.colour.is_of(Side::White) { Side::White } else { Side::Black };
    let game = Game::new(board(), rules);
    let chess = Game::new(board(), RuleSet::new::<Condition>(&[]).ok()?);
    let mut position = set_up(&game, diagram, &problem.options, side).ok()?;
    let mut played = PlayedExample {
        before: problem.setting.clone(),
        after: None,
        moves: Vec::new(),
        forbidden: Vec::new(),
    };
    for (number, &(from, to, skipped)) in steps.iter().enumerate() {
        let moves = legal(&game, &position);
        if number + 1 == steps.len() {
            let captures = legal(&chess, &position).into_iter().filter(|mv| mv.is_capture());
            let forbidden = captures.filter(|mv| !moves.iter().any(|other| leads(other, mv.from, mv.to)));
            played.forbidden = forbidden.map(|mv| named(&chess, &position, mv)).collect();
        }
        let Some(&mv) = moves.iter().filter(|mv| leads(mv, from, to)).nth(skipped) else {
            // Only the last move may be forbidden.
            return (number + 1 == steps.len() && !played.forbidden.is_empty()).then_some(played);
        };
        played.moves.push(named(&game, &position, mv));
        position = game.play(&position, mv);
    }
    played.after = Some(with_position(&problem.setting, &position));
    Some(played)
}

fn leads(mv: &Move, from: Square, to: Square) -> bool {
    (mv.from, mv.to) == (from, to)
}

fn legal<B: Board>(game: &Game<B, RuleSet>, position: &PositionOf<B, RuleSet>) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}

fn named<B: Board>(game: &Game<B, RuleSet>, position: &PositionOf<B, RuleSet>, mv: Move) -> String {
    notation::long(&record_move(game, position, mv, None), game.board.geometry().layout)
}
