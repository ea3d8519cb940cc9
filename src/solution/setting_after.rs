//! The setting after moves of a solution: what a board shows while the solution is played.

use serde::Deserialize;
use serde::de::{Deserializer, Error as _};
use thiserror::Error;

use super::move_record::{Action, MoveRecord};
use super::notation::machine;
use super::record_move::record_move;
use super::solve::rules_of_setting;
use super::unplayable::Unplayable;
use crate::board::{Board, GraphBoard, RectBoard, Square, Squares};
use crate::game::{Game, IllegalSetup, PositionOf, set_up};
use crate::position::{Move, Position, RuleState, Side};
use crate::problem::{Diagram, Options, Setting};
use crate::rules::RuleSet;

/// A move of a record.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct RecordedMove {
    /// The side that makes it: `white` or `black`.
    #[serde(deserialize_with = "side_of_word")]
    pub side: Side,
    /// The move in the notation for machines.
    pub machine: String,
}

/// A setting after moves.
#[derive(Clone, Debug)]
pub struct SettingAfter {
    /// The setting, of which the diagram is the position after the moves.
    pub setting: Setting,
    /// The squares that the last move changed.
    pub changed: Vec<Square>,
}

/// The reason why moves cannot be played.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum MoveError {
    /// The setting cannot be solved.
    #[error("{0}")]
    Unplayable(Box<Unplayable>),
    /// The diagram cannot be set up.
    #[error("{0}")]
    Setup(IllegalSetup),
    /// A move is not legal in its position.
    #[error("the move '{0}' is not legal there")]
    Illegal(String),
}

fn side_of_word<'w, D: Deserializer<'w>>(word: D) -> Result<Side, D::Error> {
    let word = String::deserialize(word)?;
    match word.as_str() {
        "white" => Ok(Side::White),
        "black" => Ok(Side::Black),
        _ => Err(D::Error::custom(format!("the side '{word}'; expected 'white' or 'black'"))),
    }
}

/// Returns the setting after moves of its solution. Where a side makes several moves one after the other, as in series
/// play or as a threat, the other one passes.
///
/// # Errors
/// [`MoveError`] if the setting cannot be solved or a move is not legal.
pub fn setting_after(
    setting: &Setting,
    options: &Options,
    moves: &[RecordedMove],
) -> Result<SettingAfter, MoveError> {
    with_game(setting, options, MovePlayer { setting, options, moves })?
}

/// What is done with the game of a setting.
pub(crate) trait GameVisitor {
    /// The result.
    type Output;

    /// Receives the game.
    fn visit<B: Board>(self, game: &Game<B, RuleSet>) -> Self::Output;
}

/// Passes the game of a setting to a visitor.
///
/// # Errors
/// [`MoveError`] if the setting cannot be solved.
pub(crate) fn with_game<V: GameVisitor>(
    setting: &Setting,
    options: &Options,
    visitor: V,
) -> Result<V::Output, MoveError> {
    let (array, rules, _) = rules_of_setting(setting, &[]).map_err(MoveError::Unplayable)?;
    if array.layout.is_rectangle() {
        Ok(visitor.visit(&with_options(Game::new(RectBoard::with(array), rules), options)))
    } else {
        Ok(visitor.visit(&with_options(Game::new(GraphBoard::reroute66(), rules), options)))
    }
}

fn with_options<B: Board>(game: Game<B, RuleSet>, options: &Options) -> Game<B, RuleSet> {
    Game { may_pass: options.null_moves, exclusive_castlings: options.exclusive_castlings.clone(), ..game }
}

/// Plays recorded moves.
struct MovePlayer<'s> {
    setting: &'s Setting,
    options: &'s Options,
    moves: &'s [RecordedMove],
}

impl GameVisitor for MovePlayer<'_> {
    type Output = Result<SettingAfter, MoveError>;

    fn visit<B: Board>(self, game: &Game<B, RuleSet>) -> Self::Output {
        play(game, self.setting, self.options, self.moves)
    }
}

fn play<B: Board>(
    game: &Game<B, RuleSet>,
    setting: &Setting,
    options: &Options,
    moves: &[RecordedMove],
) -> Result<SettingAfter, MoveError> {
    let begins = moves.first().map_or(Side::White, |first| first.side);
    let mut position = start_position(game, setting, options, begins)?;
    let mut before = position;
    for step in moves {
        let after = after_recorded(game, &position, step.side, &step.machine);
        before = position;
        position = after.ok_or_else(|| MoveError::Illegal(step.machine.clone()))?;
    }
    let changed = setting.diagram.layout().squares();
    let changed = changed.filter(|&square| before.man(square) != position.man(square)).collect();
    Ok(SettingAfter { setting: with_position(setting, &position), changed })
}

/// Returns the position after a move of a side in the notation for machines; the other side passes before it, if it is
/// to move. `None` if the move is not legal.
pub(crate) fn after_recorded<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    side: Side,
    text: &str,
) -> Option<PositionOf<B, RuleSet>> {
    let position = if position.to_move == side { *position } else { position.after_null_move() };
    find(game, &position, text).map(|mv| game.play(&position, mv))
}

/// Returns the position from which play begins.
///
/// # Errors
/// [`MoveError`] if there is none.
pub(crate) fn start_position<B: Board>(
    game: &Game<B, RuleSet>,
    setting: &Setting,
    options: &Options,
    to_move: Side,
) -> Result<PositionOf<B, RuleSet>, MoveError> {
    let start = setting.start_diagram().ok_or(MoveError::Unplayable(Box::new(Unplayable::NoStart)))?;
    set_up(game, &start, options, to_move).map_err(MoveError::Setup)
}

/// Returns the legal move of a record.
pub(crate) fn move_of<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    record: &MoveRecord,
) -> Option<Move> {
    let layout = game.board.geometry().layout;
    let squares = match record.action {
        Action::Move { from, to, .. } => Some((from, to)),
        Action::Exchange { .. } | Action::Entry { .. } | Action::Pass | Action::Castling { .. } => None,
    };
    let mut moves = Vec::new();
    game.moves_and_pass(position, &mut moves);
    moves.retain(|mv| squares.is_none_or(|squares| squares == (mv.from, mv.to)));
    let wanted = machine(record, layout);
    moves.into_iter().find(|&mv| machine(&record_move(game, position, mv, None), layout) == wanted)
}

/// Returns the legal move that has this form in the notation for machines.
fn find<B: Board>(game: &Game<B, RuleSet>, position: &PositionOf<B, RuleSet>, text: &str) -> Option<Move> {
    let layout = game.board.geometry().layout;
    let mut moves = Vec::new();
    game.moves_and_pass(position, &mut moves);
    // Most texts begin with the squares of their move.
    let begins =
        |mv: &Move| text.starts_with(layout.name(mv.from)) && text[2..].starts_with(layout.name(mv.to));
    moves.sort_by_key(|mv| !begins(mv));
    moves.into_iter().find(|&mv| machine(&record_move(game, position, mv, None), layout) == text)
}

/// Returns a setting with the men, the men off the board and the imitators of a position.
pub fn with_position<S: Squares>(setting: &Setting, position: &Position<S, RuleState>) -> Setting {
    let layout = setting.diagram.layout();
    let mut diagram = Diagram::empty(layout);
    for square in layout.squares() {
        position.man(square).map(|man| diagram.put(square, man));
    }
    diagram.reserve = Some(position.rule_state.reserve);
    let mut after = Setting { diagram, start: None, ..setting.clone() };
    after.move_imitators(position.rule_state.imitators);
    after
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Problem;

    /// Returns the placement after moves such as `white:e2e4`, with the bank unless it is empty, and the names of the
    /// squares that the last one changed.
    fn after(problem: &str, moves: &str) -> Result<(String, String), MoveError> {
        let problem: Problem = problem.parse().unwrap();
        let moves: Vec<RecordedMove> = moves
            .split_whitespace()
            .filter_map(|step| step.split_once(':'))
            .map(|(side, machine)| serde_json::json!({ "side": side, "machine": machine }))
            .map(|step| serde_json::from_value(step).unwrap())
            .collect();
        let after = setting_after(&problem.setting, &problem.options, &moves)?;
        let diagram = after.setting.diagram;
        let layout = diagram.layout();
        let changed: Vec<&str> = after.changed.into_iter().map(|square| layout.name(square)).collect();
        let bank = diagram.reserve.filter(|bank| !bank.is_empty()).map_or("", |_| " and a bank");
        Ok((diagram.placement() + bank, changed.join(" ")))
    }

    #[test]
    fn rules_act_on_the_board_and_off_it() {
        let circe = "7k/8/3n4/8/3R4/8/8/K7 w - - 0 1 #2; cond \"Circe\";";
        let (placement, changed) = after(circe, "white:d4d6+nb8").unwrap();
        assert_eq!(placement, "1n5k/8/3R4/8/8/8/8/K7");
        assert_eq!(changed, "d4 d6 b8");
        let crazyhouse = "7k/8/3n4/8/3R4/8/8/K7 w - - 0 1 #2; cond \"Crazyhouse\";";
        assert_eq!(after(crazyhouse, "white:d4d6").unwrap().0, "7k/8/3R4/8/8/8/8/K7 and a bank");
    }

    #[test]
    fn sides_move_as_the_record_states() {
        let series = "7k/8/8/8/8/8/8/K6R w - - 0 1 ser-#2;";
        let (placement, _) = after(series, "white:h1g1 white:g1g2 black:h8h7").unwrap();
        assert_eq!(placement, "8/7k/8/8/8/8/6R1/K7");
        let illegal = after(series, "white:h1a2");
        assert_eq!(illegal, Err(MoveError::Illegal("h1a2".into())));
    }

    #[test]
    fn proof_games_begin_with_the_game_array() {
        let proof = "rnbqkbnr/pppppppp/8/8/8/7N/PPPPPPPP/RNBQKB1R b KQkq - 0 1 dia0.5;";
        let moved = after(proof, "white:g1h3").unwrap();
        assert_eq!(moved.0, "rnbqkbnr/pppppppp/8/8/8/7N/PPPPPPPP/RNBQKB1R");
    }
}
