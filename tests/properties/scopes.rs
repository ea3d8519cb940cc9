//! Rules for one side only, from one ply on and up to another.

use std::cell::Cell;
use std::collections::BTreeSet;

use kirke::board::{Layout, RectBoard};
use kirke::game::{Game, PositionOf, reference};
use kirke::position::{Move, Side};
use kirke::rules::{Circe, Condition, GameRules, RuleScope, RuleSet, ScopeWord, ScopedRule};
use proptest::prelude::*;

use crate::common::positions::{Sketch, describe, every_fast_rule, runner, sketch};
use crate::moves::{black, white};

type Position = PositionOf<RectBoard, RuleSet>;

/// Popeye has no such terms: the expected moves follow from the definition in `docs/input.md`.
#[test]
fn scoped_rule_applies_to_its_side_and_plies() {
    let cases = [
        white("Circe OnlyWhite", "Kg2 Rd4", "Kh7 Sd6").has(&["Rd4*d6[+bSb8]"]),
        black("Circe OnlyWhite", "Kg2 Pb4", "Kh7 Rb8").has(&["Rb8*b4"]).lacks(&["Rb8*b4[+wPb2]"]),
        black("Circe OnlyBlack", "Kg2 Pb4", "Kh7 Rb8").has(&["Rb8*b4[+wPb2]"]),
        white("Circe FromPly 2", "Kg2 Rd4", "Kh7 Sd6").has(&["Rd4*d6"]),
        white("Circe FromPly 3", "Kg2 Rd4", "Kh7 Sd6").after(&["Kg2-g1", "Kh7-h8"]).has(&["Rd4*d6[+bSb8]"]),
        white("Circe UntilPly 2", "Kg2 Rd4", "Kh7 Sd6").after(&["Kg2-g1", "Kh7-h8"]).has(&["Rd4*d6"]),
        white("Circe UntilPly 2 PWC FromPly 3", "Kg2 Rd4", "Kh7 Sd6")
            .after(&["Kg2-g1", "Kh7-h8"])
            .has(&["Rd4*d6[+bSd4]"]),
        // A king is in check if the capture would be legal on the next ply.
        black("AntiCirce OnlyWhite", "Kg2 Rd4 Ba1", "Kd6 Pa7").has(&["a7-a6"]),
        black("AntiCirce OnlyBlack", "Kg2 Rd4 Ba1", "Kd6 Pa7").lacks(&["a7-a6"]).has(&["Kd6-c7"]),
        black("AntiCirce UntilPly 1", "Kg2 Rd4 Ba1", "Kd6 Pa7").lacks(&["a7-a6"]),
        black("AntiCirce FromPly 2", "Kg2 Rd4 Ba1", "Kd6 Pa7").has(&["a7-a6"]),
        // If captures are compulsory, they are so on these plies only.
        white("WhiteMustCapture FromPly 2", "Kg2 Rd4", "Kh7 Sd6").has(&["Rd4*d6", "Rd4-d5"]),
        white("WhiteMustCapture UntilPly 2", "Kg2 Rd4", "Kh7 Sd6").counts(1),
        // Moves and castling from other squares and captures of own men are limited to these plies.
        white("Bicaptures OnlyBlack", "Kg2 Rd4 Sa4", "Kh7 Sd6").lacks(&["Rd4*a4"]),
        white("MarsCirce OnlyBlack", "Kg2 Rd4", "Kh7 Sa6 Sd6").has(&["Rd4*d6"]).lacks(&["Rd4-a1*a6"]),
        white("AntiMarsCirce OnlyBlack", "Kg2 Rd4", "Kh7 Sd6")
            .has(&["Rd4-d5"])
            .lacks(&["[wKg2->e1][wRd4->a1]0-0-0"]),
        white("AntiMarsCirce OnlyWhite", "Kg2 Rd4", "Kh7 Sd6").has(&["[wKg2->e1][wRd4->a1]0-0-0"]),
        // Men below the board come up when their square is left, whether or not the rule is in force.
        white("GhostChess UntilPly 1", "Kg2 Rd4", "Kh7 Sd6")
            .after(&["Rd4*d6", "Kh7-h8"])
            .has(&["Rd6-d1[+buSd6]"]),
    ];
    cases.iter().for_each(|case| case.check());
}

fn scoped_rule(condition: Condition, word: ScopeWord, number: u16) -> ScopedRule {
    ScopedRule::new(condition, word.applied_to(RuleScope::ALWAYS, number)).unwrap()
}

fn game(rules: &[ScopedRule]) -> Game<RectBoard, RuleSet> {
    Game::new(RectBoard::chess(), RuleSet::new(rules).unwrap())
}

/// Returns the legal moves, each with the men on the board after it.
fn reached_positions(game: &Game<RectBoard, RuleSet>, position: &Position) -> BTreeSet<String> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves.iter().map(|mv| move_text(mv) + &describe(&game.play(position, *mv), Layout::CHESS)).collect()
}

fn move_text(mv: &Move) -> String {
    format!("{:?} {:?} {:?} {:?}: ", mv.from, mv.to, mv.kind, mv.promotion)
}

fn set_up(game: &Game<RectBoard, RuleSet>, sketch: &Sketch) -> Position {
    let mut position: Position = sketch.position_with();
    game.rules.init_position(&mut position);
    position
}

/// Rules that Popeye has for one side, against the same rules with a term.
#[test]
fn one_side_scope_matches_named_rule() {
    let condition = |text: &str| {
        let line = format!("8/8/8/8/8/8/8/K1k5 w - - ~1 cond \"{text}\";");
        let reading = kirke::formats::read("rule", line.as_bytes());
        reading.items[0].problem.as_ref().unwrap().setting.conditions[0].value
    };
    let pairs = [
        ("NoWhiteCapture", "NoCapture OnlyWhite"),
        ("NoBlackCapture", "NoCapture OnlyBlack"),
        ("MultiCaptures White", "MultiCaptures OnlyWhite"),
        ("MultiCaptures Black", "MultiCaptures OnlyBlack"),
        ("Tibet", "DoubleTibet OnlyBlack"),
        // The white king changes when White loses a man, by a move of Black's.
        ("KobulKings White", "KobulKings OnlyBlack"),
        ("KobulKings Black", "KobulKings OnlyWhite"),
    ];
    let pairs = pairs.map(|(named, limited)| [game(&[condition(named)]), game(&[condition(limited)])]);
    let strategy = (0..pairs.len(), sketch(Just((8, 8)), 6), prop::collection::vec(any::<u16>(), 3));
    let outcome = runner(200).run(&strategy, |(pair, sketch, picks)| {
        let [one, other] = &pairs[pair];
        let mut position = set_up(one, &sketch);
        for pick in picks {
            let here = describe(&position, Layout::CHESS);
            for side in Side::BOTH {
                prop_assert_eq!(one.in_check(&position, side), other.in_check(&position, side), "{}", here);
            }
            prop_assert_eq!(
                reached_positions(one, &position),
                reached_positions(other, &position),
                "{}",
                here
            );
            let mut moves = Vec::new();
            one.moves(&position, &mut moves);
            let Some(&mv) = moves.get(usize::from(pick) % moves.len().max(1)) else { return Ok(()) };
            position = one.play(&position, mv);
        }
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

/// Every term by one side or by plies up to the fourth.
fn any_scope() -> impl Strategy<Value = RuleScope> {
    let side = prop_oneof![Just(None), Just(Some(Side::White)), Just(Some(Side::Black))];
    (side, 1u16..4, prop::option::of(0u16..3)).prop_map(|(side, from, more)| RuleScope {
        side,
        from,
        until: more.map(|more| from + more),
    })
}

fn agree(
    circe: Circe,
    term: RuleScope,
    sketch: &Sketch,
    picks: &[u16],
    captures: &Cell<u64>,
) -> Result<(), TestCaseError> {
    let clause = ScopedRule::new(circe.condition(), term).unwrap();
    let game = game(&[clause]);
    let mut position = set_up(&game, sketch);
    let mut board = reference::ReferenceBoard::from_position(&sketch.position(), Layout::CHESS, Some(circe));
    board.scope = term;
    for &pick in picks {
        let here = || format!("{clause} after {}: {}", board.ply, describe(&position, Layout::CHESS));
        for side in Side::BOTH {
            prop_assert_eq!(
                game.in_check(&position, side),
                board.in_check(side),
                "{} in check? {}",
                side,
                here()
            );
        }
        if board.in_check(board.to_move.other()) {
            return Ok(());
        }
        let slow = board.legal_moves();
        let men = |board: &reference::ReferenceBoard| {
            let men = Layout::CHESS.squares().filter_map(|square| Some((square, board.man(square)?)));
            men.map(|(square, man)| format!("{}{square:?} ", man.label())).collect::<String>()
        };
        let slow_names: BTreeSet<String> =
            slow.iter().map(|mv| move_text(mv) + &men(&board.play(*mv).unwrap())).collect();
        let mut fast = Vec::new();
        game.moves(&position, &mut fast);
        let seen = |position: &Position| {
            men(&reference::ReferenceBoard::from_position(&position.without_memory(), Layout::CHESS, None))
        };
        let fast_names: BTreeSet<String> =
            fast.iter().map(|mv| move_text(mv) + &seen(&game.play(&position, *mv))).collect();
        prop_assert_eq!(&fast_names, &slow_names, "{}", here());
        prop_assert_eq!(position.key(), position.key_from_scratch());
        captures.set(captures.get() + fast.iter().filter(|mv| mv.is_capture()).count() as u64);
        let Some(&mv) = slow.get(usize::from(pick) % slow.len().max(1)) else { return Ok(()) };
        let Some(after) = board.play(mv) else { return Ok(()) };
        let same = |&&other: &&Move| {
            move_text(&other) == move_text(&mv) && seen(&game.play(&position, other)) == men(&after)
        };
        let next = *fast.iter().find(same).expect("the same move");
        position = game.play(&position, next);
        board = after;
    }
    Ok(())
}

#[test]
fn scoped_circe_matches_reference() {
    let rules: Vec<Circe> = every_fast_rule().into_iter().flatten().collect();
    let captures = Cell::new(0);
    let strategy =
        (0..rules.len(), any_scope(), sketch(Just((8, 8)), 6), prop::collection::vec(any::<u16>(), 5));
    let outcome = runner(400)
        .run(&strategy, |(rule, term, sketch, picks)| agree(rules[rule], term, &sketch, &picks, &captures));
    outcome.unwrap_or_else(|error| panic!("{error}"));
    assert!(captures.get() > 400, "only {} captures", captures.get());
}

/// The keys of repeated positions differ only if a scope is still to begin or to end.
#[test]
fn key_includes_ply_only_while_scope_is_pending() {
    let circe = Circe::PLAIN.condition();
    for (rules, differ) in [
        (vec![scoped_rule(circe, ScopeWord::White, 0)], false),
        (vec![scoped_rule(circe, ScopeWord::Until, 1)], false),
        (vec![scoped_rule(circe, ScopeWord::From, 3)], false),
        (vec![scoped_rule(circe, ScopeWord::From, 6)], true),
    ] {
        let game = game(&rules);
        let reading = kirke::formats::read("p", b"8/7k/8/8/8/8/6K1/8 w - - ~1");
        let problem = reading.items[0].problem.as_ref().unwrap();
        let begin =
            kirke::game::set_up(&game, &problem.setting.diagram, &problem.options, Side::White).unwrap();
        let round = |mut position: Position| {
            for (from, to) in [("g2", "g1"), ("h7", "h8"), ("g1", "g2"), ("h8", "h7")] {
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                let squares = [from, to].map(|name| Layout::CHESS.square(name).unwrap());
                let mv = moves.into_iter().find(|mv| [mv.from, mv.to] == squares).unwrap();
                position = game.play(&position, mv);
            }
            position
        };
        let once = round(begin);
        assert_eq!(once.key() != round(once).key(), differ, "{}", rules[0]);
    }
}
