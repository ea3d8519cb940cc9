//! The general engine against the oracle, along random play that the oracle directs.

use std::collections::BTreeMap;

use kirke::board::{Layout, RectBoard, Square, Squares};
use kirke::game::{Game, PositionOf};
use kirke::position::{AnyRuleState, ManFlags, Move, Side};
use kirke::rules::{Condition, GameRules, RuleSet};
use proptest::prelude::*;

use crate::common::positions::{Sketch, describe};
use crate::reference_rules::active_rules::ActiveRules;
use crate::reference_rules::board::{Board, PastCapture, Sq, name};
use crate::reference_rules::pseudo_moves::PseudoMove;

type Position = PositionOf<RectBoard, RuleSet>;

/// Counts of the comparisons made.
#[derive(Default, Debug)]
pub struct Counts {
    pub positions: u64,
    pub moves: u64,
    pub captures: u64,
    pub checks: u64,
}

impl<'l> Board<'l> {
    /// Converts a position of the engine to one of the oracle, without the state that is not visible.
    pub fn of(position: &Position, laws: &'l ActiveRules) -> Board<'l> {
        let man = |square: Sq| position.man(Square::new(square as u8));
        let reserve = position.rule_state.reserve();
        let bank = |side| reserve.men(side).map(move |walk| (side, walk)).collect::<Vec<_>>();
        Board {
            rules: laws,
            men: std::array::from_fn(man),
            may_castle: std::array::from_fn(|square| position.castling.contains(Square::new(square as u8))),
            ep_squares: position.ep_squares.iter().map(|square| square.index()).collect(),
            ep_pawn: position.ep_pawn().map(|square| square.index()),
            to_move: position.to_move,
            hidden: position.rule_state.hidden().map(|below| (below.at.index(), below.man)).collect(),
            last_capture: None,
            vacated: None,
            imitators: position.rule_state.imitators.iter().map(|square| square.index()).collect(),
            exchanged: Vec::new(),
            attacked_once: false,
            testing_cage: false,
            bank: Side::BOTH.into_iter().flat_map(bank).collect(),
            pushed: Vec::new(),
        }
    }

    /// Returns the position of a diagram.
    fn from_diagram(position: &Position, laws: &'l ActiveRules) -> Board<'l> {
        let mut board = Board::of(position, laws);
        for square in 0..64 {
            if let Some(man) = &mut board.men[square] {
                man.flags = ManFlags::NONE.with_diagram_square(Square::new(square as u8));
                man.royal &= !laws.kingless();
            }
        }
        for law in &laws.conditions {
            if let Condition::LastCapture(last) = law {
                board.last_capture =
                    Some(PastCapture { man: last.0.man, at: last.0.at.index(), capturer: None });
            }
        }
        board
    }
}

/// Returns the moves of the engine by their squares and the positions after them.
fn engine_moves(
    game: &Game<RectBoard, RuleSet>,
    position: &Position,
    laws: &ActiveRules,
) -> Result<BTreeMap<String, (Move, Position)>, TestCaseError> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut named = BTreeMap::new();
    for mv in moves {
        let after = game.play(position, mv);
        prop_assert_eq!(after.key(), after.key_from_scratch(), "{:?}", mv);
        let key =
            format!("{}{} {}", name(mv.from.index()), name(mv.to.index()), Board::of(&after, laws).text());
        named.insert(key, (mv, after));
    }
    Ok(named)
}

/// Compares engine and oracle in a position and along play from it.
pub fn agree(
    laws: &ActiveRules,
    rules: &RuleSet,
    sketch: &Sketch,
    picks: &[u16],
    tally: &mut Counts,
) -> Result<(), TestCaseError> {
    let game = Game::new(RectBoard::new(Layout::CHESS), rules.clone());
    let mut position: Position = sketch.position_with();
    game.rules.init_position(&mut position);
    let mut board = Board::from_diagram(&position, laws);
    if board.in_check(board.to_move.other()) {
        position = position.after_null_move();
        board = board.with_turn(board.to_move.other());
        (board.ep_squares, board.ep_pawn) = (Vec::new(), None);
    }
    let mut story = String::new();
    for &pick in picks {
        let here = || format!("{:?}{story}: {}", laws.names(), describe(&position, Layout::CHESS));
        for side in Side::BOTH {
            let says = board.in_check(side);
            prop_assert_eq!(
                game.in_check(&position, side),
                says,
                "{} in check? (oracle: right) {}",
                side,
                here()
            );
            tally.checks += u64::from(says);
        }
        tally.positions += 1;
        if board.in_check(board.to_move.other()) {
            return Ok(());
        }
        let fast = engine_moves(&game, &position, laws)?;
        // Of a move with too many branches the engine plays a part, and marks the answer as incomplete.
        if game.rules.has_branch_overflow() {
            return Ok(());
        }
        let slow: BTreeMap<String, _> = board
            .legal_moves()
            .into_iter()
            .map(|(intent, after)| {
                (
                    format!("{}{} {}", name(intent.notation_from()), name(intent.to), after.text()),
                    (intent, after),
                )
            })
            .collect();
        let only = |one: Vec<&String>, other: Vec<&String>| -> Vec<String> {
            one.into_iter().filter(|key| !other.contains(key)).take(4).cloned().collect()
        };
        let (f, s): (Vec<_>, Vec<_>) = (fast.keys().collect(), slow.keys().collect());
        let (engine, oracle) = (only(f.clone(), s.clone()), only(s, f));
        prop_assert!(
            engine.is_empty() && oracle.is_empty(),
            "{}\n  only the engine: {:#?}\n  only the oracle: {:#?}",
            here(),
            engine,
            oracle
        );
        let mated = slow.is_empty() && board.is_mating_check();
        prop_assert_eq!(game.is_mate(&position), mated, "mate? {}", here());
        let stalemate = slow.is_empty() && !board.in_check(board.to_move);
        prop_assert_eq!(game.is_stalemate(&position), stalemate, "stalemate? {}", here());
        tally.moves += slow.len() as u64;
        tally.captures += slow.values().filter(|(intent, _)| intent.victim().is_some()).count() as u64;
        let captures: Vec<&String> =
            slow.iter().filter(|(_, (intent, _))| intent.victim().is_some()).map(|(key, _)| key).collect();
        let all: Vec<&String> = slow.keys().collect();
        // Every other move is a capture, if there is one.
        let from = if pick % 2 == 0 && !captures.is_empty() { &captures } else { &all };
        let Some(&key) = from.get(usize::from(pick / 2) % from.len().max(1)) else { return Ok(()) };
        let (intent, after) = &slow[key];
        let next = fast[key].1;
        story += &format!(" {}{}", name(intent.from), name(intent.to));
        let is_en_passant = |intent: &PseudoMove| {
            let aside = intent.victim().is_some_and(|victim| victim != intent.to);
            aside && !after.acting_walk(intent.from).is_fairy()
        };
        let can_be_taken = after.pseudo_moves().iter().any(is_en_passant);
        let passed = Board::of(&next, laws).ep_squares;
        let mut expected = after.ep_squares.clone();
        expected.sort_unstable();
        prop_assert!(
            passed.is_empty() || passed == expected,
            "passed after{story}: {:?}, {:?}",
            laws.names(),
            passed
        );
        prop_assert!(!can_be_taken || !passed.is_empty(), "nothing passed after{story}: {:?}", laws.names());
        (position, board) = (next, after.clone());
    }
    Ok(())
}
