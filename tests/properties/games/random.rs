//! Each game on random positions and in random play: the library against the oracle, incremental keys
//! against keys computed from scratch, and every text form read back.
//!
//! `KIRKE_CASES` is the number of positions of each game.

use std::collections::BTreeMap;

use kirke::board::{Board, Squares};
use kirke::formats;
use kirke::game::{Game, PositionOf};
use kirke::position::{AnyRuleState, Colour, Man, ManFlags, Side, Walk};
use kirke::problem::{Diagram, DoubleStep, Options, Problem, Spanned};
use kirke::report::json::JsonQuestion;
use kirke::rules::GameRules;

use crate::common::positions::cases;
use crate::games::fen_moves::{Visitor, move_text, problem, visit_position};
use crate::games::reference::{BoardGraph, Name, State, VariantRules, castling_rows};

/// Random numbers, the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % sides as u64) as usize
    }

    fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.roll(of.len())].clone()
    }
}

/// Returns a random position in which no king can be captured.
fn position(laws: VariantRules, ground: &BoardGraph, dice: &mut Dice) -> State {
    let squares: Vec<Name> = ground.squares().collect();
    loop {
        let mut state = State { rules: laws, white: dice.roll(2) == 0, ..State::default() };
        let homes = castling_rows(laws);
        for (white, king) in [(true, 'K'), (false, 'k')] {
            let home = homes.iter().find(|way| way.0 == white && dice.roll(3) == 0);
            let at = home.map_or_else(|| dice.pick(&squares), |way| way.1[0]);
            state.men.insert(at, king);
        }
        for (white, [_, _, rook, _], _) in homes {
            if dice.roll(3) == 0 {
                state.men.entry(rook).or_insert(if *white { 'R' } else { 'r' });
            }
        }
        for _ in 0..dice.roll(10) {
            let man = dice.pick(&['Q', 'R', 'B', 'N', 'P', 'P', 'P', 'q', 'r', 'b', 'n', 'p', 'p', 'p']);
            let mut at = dice.pick(&squares);
            if man.eq_ignore_ascii_case(&'b') && laws.reenterent && dice.roll(3) == 0 {
                at = dice.pick(&["c4", "c5", "b3", "d6"]);
            }
            let row = at.as_bytes()[1] - b'0';
            let last = if man == 'P' { 8 } else { 1 };
            let edge = row == 1 || row == 8;
            let owed = man.is_ascii_uppercase() == state.white;
            if man.eq_ignore_ascii_case(&'p') && edge && !(laws.putback && (row != last || owed)) {
                continue;
            }
            state.men.entry(at).or_insert(man);
        }
        for (white, [king, _, rook, _], _) in homes {
            for (at, man) in [(king, if *white { 'K' } else { 'k' }), (rook, if *white { 'R' } else { 'r' })]
            {
                if state.men.get(*at) == Some(&man) && dice.roll(4) > 0 {
                    state.rights.insert(at);
                }
            }
        }
        // A castling right without a partner has no notation.
        let whole = |at: &Name| {
            homes.iter().any(|way| {
                way.1.contains(at) && state.rights.contains(way.1[0]) && state.rights.contains(way.1[2])
            })
        };
        state.rights = state.rights.iter().filter(|at| whole(at)).copied().collect();
        if laws.reenterent && dice.roll(3) > 0 {
            state.off_board.push(dice.pick(&['Q', 'R', 'B', 'N', 'P', 'q', 'r', 'b', 'n', 'p']));
        }
        if laws.fiasco {
            state.off_board = "QRNqrn".chars().filter(|_| dice.roll(2) == 0).collect();
        }
        if laws.putback {
            for (&square, man) in &state.men {
                let second = (*man == 'P' && square.ends_with('2')) || (*man == 'p' && square.ends_with('7'));
                if second && dice.roll(3) == 0 {
                    state.walked_pawns.insert(square);
                }
            }
        }
        let kings = state.men.values().filter(|man| man.eq_ignore_ascii_case(&'k')).count();
        let other = State { white: !state.white, ..state.clone() };
        if kings == 2 && !other.in_check(ground) {
            return state;
        }
    }
}

/// Returns the position as FEN.
fn fen(state: &State) -> String {
    let files = if state.rules.reenterent || state.rules.fiasco { 5 } else { 8 };
    let row = |rank: u8| {
        let mut names: Vec<String> =
            (0..files).map(|file| format!("{}{rank}", char::from(b'a' + file))).collect();
        match (state.rules.reroute66, rank) {
            (true, 4) => names.insert(0, "A4".into()),
            (true, 5) => names.push("H5".into()),
            _ => {}
        }
        let (mut text, mut gap) = (String::new(), 0);
        for name in names {
            match state.men.get(name.as_str()) {
                None => gap += 1,
                Some(man) => {
                    text += &if gap > 0 { gap.to_string() } else { String::new() };
                    text.push(*man);
                    gap = 0;
                }
            }
        }
        text + &if gap > 0 { gap.to_string() } else { String::new() }
    };
    let rows: Vec<String> = (1..=8).rev().map(row).collect();
    let letters = ["K", "Q", "k", "q"];
    let small = ["K", "k"];
    let letters = if state.rules.reenterent { &small[..] } else { &letters[..] };
    let rights = castling_rows(state.rules).iter().zip(letters);
    let rights = rights.filter(|(way, _)| state.rights.contains(way.1[0]) && state.rights.contains(way.1[2]));
    let rights: String = rights.map(|(_, letter)| *letter).collect();
    let passed = state.passed.as_ref().map_or("-".to_owned(), |(passed, at)| {
        let mut names: Vec<&str> = passed.iter().copied().collect();
        // In the order in which the pawn passed them.
        if state.white {
            names.reverse();
        }
        format!("{}>{at}", names.join(","))
    });
    let mut rules = Vec::new();
    for (holds, name) in [
        (state.rules.replacement, "Replacement"),
        (state.rules.putback, "Putback"),
        (state.rules.reenterent, "Reenterent"),
        (state.rules.fiasco, "Fiasco"),
        (state.rules.reroute66, "Reroute66"),
    ] {
        rules.extend(holds.then_some(name));
    }
    let mut extension = format!("rules={}", rules.join(","));
    if state.rules.reenterent {
        extension += &format!(";re={}", state.off_board.first().unwrap_or(&'-'));
    }
    if state.rules.fiasco {
        let of = |white: bool| state.off_board.iter().filter(move |man| man.is_ascii_uppercase() == white);
        let black: String = of(false).map(char::to_ascii_uppercase).collect();
        extension += &format!(";bank={}/{black}", of(true).collect::<String>());
    }
    if !state.walked_pawns.is_empty() {
        let names: Vec<&str> = state.walked_pawns.iter().copied().collect();
        extension += &format!(";nodbl={}", names.join(","));
    }
    let to_move = if state.white { 'w' } else { 'b' };
    let rights = if rights.is_empty() { "-" } else { &rights };
    format!("{} {to_move} {rights} {passed} {{{extension}}}", rows.join("/"))
}

/// Returns the same FEN with some men marked as promoted.
fn with_promoted(state: &State, fen: &str) -> String {
    let could = |man: char| !matches!(man, 'K' | 'k' | 'P' | 'p');
    let names = state.men.iter().filter(|(at, man)| could(**man) && at.contains(['c', 'e']));
    let names: Vec<&str> = names.map(|(at, _)| *at).collect();
    match names.is_empty() {
        true => fen.to_owned(),
        false => fen.replace('}', &format!(";prom={}}}", names.join(","))),
    }
}

/// Converts a position of the library to a position of the oracle.
fn to_state<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    laws: VariantRules,
    ground: &BoardGraph,
) -> State {
    let layout = game.board.geometry().layout;
    let name = |square| ground.name(layout.name(square));
    let letter = |side: Side, walk: Walk| Diagram::fen_letter(Man::new(side, walk));
    let mut state = State { rules: laws, white: position.to_move == Side::White, ..State::default() };
    for square in position.occupied().iter() {
        let man = position.man(square).unwrap();
        let side = if man.colour == Colour::White { Side::White } else { Side::Black };
        state.men.insert(name(square), letter(side, man.walk));
        if man.flags.contains(ManFlags::NO_DOUBLE_STEP) {
            state.walked_pawns.insert(name(square));
        }
    }
    state.rights = position.castling.iter().map(name).collect();
    state.passed =
        position.ep_pawn().map(|pawn| (position.ep_squares.iter().map(name).collect(), name(pawn)));
    let reserve = position.rule_state.reserve();
    state.off_board =
        Side::BOTH.iter().flat_map(|&side| reserve.men(side).map(move |walk| letter(side, walk))).collect();
    state
}

/// Returns the same position without details that cannot matter: passed squares on which no man can
/// capture, and the order of men off the board.
fn normalised(state: &State, ground: &BoardGraph) -> State {
    let mut state = state.clone();
    let taken = |state: &State| {
        let (passed, _) = state.passed.as_ref().unwrap();
        state.moves(ground).iter().any(|(text, after)| {
            text.contains('x') && {
                let to = text.split('x').nth(1).unwrap();
                passed.iter().any(|square| to.starts_with(square)) && after.men.len() <= state.men.len()
            }
        })
    };
    if state.passed.is_some() && !taken(&state) {
        state.passed = None;
    }
    let order = |man: &char| "KQRBNPkqrbnp".find(*man);
    state.off_board.sort_by_key(order);
    state
}

/// Plays some random moves and compares after each.
struct RandomPlay<'a> {
    state: State,
    ground: &'a BoardGraph,
    dice: &'a mut Dice,
}

impl Visitor for RandomPlay<'_> {
    type Output = ();

    fn visit<B: Board, R: GameRules>(self, game: &Game<B, R>, position: &PositionOf<B, R>) {
        let RandomPlay { mut state, ground, dice } = self;
        let mut position = *position;
        for _ in 0..4 {
            let here = fen(&state);
            assert_eq!(
                normalised(&to_state(game, &position, state.rules, ground), ground),
                normalised(&state, ground),
                "{here}"
            );
            assert_eq!(position.key(), position.key_from_scratch(), "{here}");
            assert_eq!(game.in_check(&position, position.to_move), state.in_check(ground), "{here}");
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            let found: BTreeMap<String, _> =
                moves.iter().map(|&mv| (move_text(game, &position, mv), mv)).collect();
            assert_eq!(found.len(), moves.len(), "a move is listed twice: {here}");
            let mut expected: BTreeMap<String, State> = state.moves(ground).into_iter().collect();
            let differ: Vec<&String> = (found.keys().filter(|name| !expected.contains_key(*name)))
                .chain(expected.keys().filter(|name| !found.contains_key(*name)))
                .collect();
            assert!(differ.is_empty(), "{here}: {differ:?}");
            for (name, &mv) in &found {
                let after = &expected[name];
                let played = to_state(game, &game.play(&position, mv), state.rules, ground);
                assert_eq!(normalised(&played, ground), normalised(after, ground), "{here}: {name}");
            }
            if moves.is_empty() {
                return;
            }
            let mv = dice.pick(&moves);
            let name = move_text(game, &position, mv);
            state = expected.remove(&name).unwrap();
            position = game.play(&position, mv);
        }
    }
}

/// Writes a problem in each form and reads it back.
fn round_trip(fen: &str) {
    let problem = problem(fen);
    let plain = |problem: &Problem| {
        let rules: Vec<_> = problem.setting.conditions.iter().map(|rule| rule.value).collect();
        let mut denied: Vec<_> = problem.options.no_castling.iter().map(|square| square.value).collect();
        denied.sort();
        let step: Option<DoubleStep> = problem.options.en_passant.clone().map(|step: Spanned<_>| step.value);
        let Options { half_duplex, .. } = problem.options;
        (problem.setting.diagram.clone(), rules, denied, step, half_duplex, problem.setting.off_board_men())
    };
    let asked = JsonQuestion::new(&problem.setting, &problem.options);
    let again = crate::games::fen_moves::problem(&asked.fen);
    assert_eq!(plain(&again), plain(&problem), "{fen} as {}", asked.fen);
    let text = formats::popeye::write(&problem);
    let mut reading = formats::read("text", text.as_bytes());
    let again = reading.items.remove(0).problem.unwrap_or_else(|refusal| panic!("{text}: {refusal:?}"));
    assert_eq!(plain(&again), plain(&problem), "{fen} as {text}");
}

fn agree(laws: VariantRules) {
    let ground = BoardGraph::of(laws);
    let mut dice = Dice(66);
    for _ in 0..cases(60) {
        let state = position(laws, &ground, &mut dice);
        let fen = fen(&state);
        round_trip(&fen);
        round_trip(&with_promoted(&state, &fen));
        visit_position(&fen, RandomPlay { state, ground: &ground, dice: &mut dice });
    }
}

/// Returns the key of the position of a FEN.
fn key(fen: &str) -> u64 {
    struct Key;
    impl Visitor for Key {
        type Output = u64;
        fn visit<B: Board, R: GameRules>(self, _: &Game<B, R>, position: &PositionOf<B, R>) -> u64 {
            position.key()
        }
    }
    visit_position(fen, Key)
}

#[test]
fn keys_include_off_board_state() {
    for (one, other) in [
        (
            "5/5/5/5/5/5/2K2/k4 w - - {rules=Fiasco;bank=Q/}",
            "5/5/5/5/5/5/2K2/k4 w - - {rules=Fiasco;bank=/Q}",
        ),
        (
            "5/5/5/5/5/5/2K2/k4 w - - {rules=Reenterent;re=N}",
            "5/5/5/5/5/5/2K2/k4 w - - {rules=Reenterent;re=-}",
        ),
        ("7k/8/8/8/8/8/3P4/7K w - - {rules=Putback}", "7k/8/8/8/8/8/3P4/7K w - - {rules=Putback;nodbl=d2}"),
        ("3k4/8/8/9/N8/8/8/4K3 w - -", "3k4/8/8/9/1N7/8/8/4K3 w - -"),
    ] {
        assert_ne!(key(one), key(other), "{one}");
    }
}

#[test]
fn replacement_agrees() {
    agree(VariantRules { replacement: true, ..VariantRules::default() });
}

#[test]
fn putback_agrees() {
    agree(VariantRules { putback: true, ..VariantRules::default() });
}

#[test]
fn reenterent_agrees() {
    agree(VariantRules { reenterent: true, ..VariantRules::default() });
}

#[test]
fn fiasco_agrees() {
    agree(VariantRules { fiasco: true, ..VariantRules::default() });
}

#[test]
fn reroute66_agrees() {
    agree(VariantRules { reroute66: true, ..VariantRules::default() });
}

#[test]
fn replacement_on_reroute66_agrees() {
    agree(VariantRules { reroute66: true, replacement: true, ..VariantRules::default() });
}

#[test]
fn putback_on_reroute66_agrees() {
    agree(VariantRules { reroute66: true, putback: true, ..VariantRules::default() });
}

#[test]
fn replacement_in_fiasco_agrees() {
    agree(VariantRules { fiasco: true, replacement: true, ..VariantRules::default() });
}
