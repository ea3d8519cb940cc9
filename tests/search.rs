//! The fast prover against the definition, on random small positions.
//!
//! `KIRKE_CASES` is the number of positions for each set of rules.

mod positions;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

use kirke::board::{Grid, Layout, Square};
use kirke::game::{Game, PositionOf};
use kirke::position::{Man, Move, Position, Side, Walk};
use kirke::rules::fast::traced::TracedRules;
use kirke::rules::{Orthodox, RuleSet, Rules, Traced};
use kirke::search::limits::StopFlag;
use kirke::search::penultimate::selfmate::Tempo;
use kirke::search::{Definition, Limits, Prover, Stopped, Table, moves_at, next_position, reaches};
use kirke::stipulation::{Choice, Reach, Schedule, Stipulation};
use positions::{Known, Sketch, every_rule, runner, sketch, written};
use proptest::prelude::*;

/// What is asked, with lengths that the definition manages.
const STIPULATIONS: [&str; 30] = [
    "exact-*2",
    "exact-s*2",
    "*1",
    "*2",
    "*3",
    "*4",
    "s*1",
    "s*2",
    "s*3",
    "r*1",
    "r*2",
    "semi-r*2",
    "h*1",
    "h*1.5",
    "h*2",
    "hs*1.5",
    "hr*1.5",
    "ser-*3",
    "ser-h*2",
    "ser-s*2",
    "ser-r*2",
    "ser-hs*2",
    "pser-*2",
    "exact-pser-*2",
    "pser-h*2",
    "pser-s*2",
    "pser-r*1",
    "phser-*2",
    "phser-s*2",
    "phser-r*2",
];
const GOALS: [&str; 22] = [
    "#", "=", "+", "x", "z", "00", "ep", "~", "#=", "==", "##", "##!", "!#", "!=", "++", "%", "k", "ct",
    "ctr", "<>", "<>r", "c81",
];

/// The half-moves that the definition may look at, so that no case takes long.
const MOST_NODES: u64 = 10_000;

/// How many questions were answered with no and yes, by the beginning of the
/// stipulation; and how many took the definition too long.
#[derive(Default, Debug)]
struct Tally {
    answers: BTreeMap<&'static str, [u64; 2]>,
    too_long: u64,
}

impl Tally {
    /// How many answers were yes.
    fn reached(&self) -> u64 {
        self.answers.values().map(|[_, yes]| yes).sum()
    }
}

/// As `agree`, with labels where the goal wants them.
fn agree_on_any<R: Known + TracedRules>(
    rules: R,
    sketch: &Sketch,
    question: (Stipulation, bool, Option<u16>),
    tables: &[Table; 3],
    tally: &mut Tally,
) -> Result<(), TestCaseError> {
    if question.0.goal.knows_men() {
        agree(Traced(rules), sketch, question, tables, tally)
    } else {
        agree(rules, sketch, question, tables, tally)
    }
}

/// Asks both in a position, for every length up to the stipulation's own.
fn agree<R: Known>(
    rules: R,
    sketch: &Sketch,
    (stipulation, passing, threat): (Stipulation, bool, Option<u16>),
    tables: &[Table; 3],
    tally: &mut Tally,
) -> Result<(), TestCaseError> {
    let layout = sketch.layout();
    let game = Game { passing, ..Game::new(Grid::new(layout), rules.clone()) };
    let goal = stipulation.goal;
    let endless = Limits::default();
    let mut provers: Vec<_> =
        tables.iter().map(|table| Prover::new(&game, goal, table, table.salt(), &endless)).collect();
    for white in Side::BOTH {
        for half_moves in 1..=stipulation.half_moves() {
            let schedule = Schedule { threat, ..stipulation.schedule_of(white, half_moves) };
            let mut position = sketch.position_with();
            game.rules.begin(&mut position);
            if position.to_move != schedule.halves[0].side {
                position = position.passed_over();
            }
            if game.in_check(&position, position.to_move.other()) {
                continue;
            }
            let limits = Limits::new(Some(MOST_NODES), None, StopFlag::default());
            let definition = Definition { game: &game, goal, schedule: &schedule, limits: &limits };
            let Ok(expected) = definition.holds(&position, 0) else {
                tally.too_long += 1;
                continue;
            };
            tally.answers.entry(stipulation.family.prefix()).or_default()[usize::from(expected)] += 1;
            for (prover, size) in provers.iter_mut().zip(["tiny", "small", "big"]) {
                let what = || {
                    let position = written(&position, layout);
                    let game = rules.circe();
                    format!(
                        "{stipulation} in {half_moves} half-moves for {white}, passing {passing}, \
                         threat {threat:?}, {size} table, {game:?}: {layout:?}, {position}"
                    )
                };
                prop_assert_eq!(prover.holds(&schedule, &position, 0), Ok(expected), "{}", what());
                let mut moves = Vec::new();
                moves_at(&game, goal, schedule.halves[0], &position, &mut moves);
                if schedule.is_free_battle() {
                    let key = prover.first_key(&schedule, &position, &moves);
                    prop_assert_eq!(key.map(|key| key.is_some()), Ok(expected), "{}", what());
                    if let Ok(Some(key)) = key {
                        let good = is_good(&definition, &position, key, &game.play(&position, key));
                        prop_assert_ne!(good, Ok(false), "{:?} a key? {}", key, what());
                    }
                }
                for mv in moves {
                    let after = game.play(&position, mv);
                    if let Ok(good) = is_good(&definition, &position, mv, &after) {
                        let fast = prover.is_good(&schedule, &position, mv, &after, 0);
                        prop_assert_eq!(fast, Ok(good), "{:?} good? {}", mv, what());
                    }
                }
            }
        }
    }
    Ok(())
}

/// As `Prover::is_good`, by the definition.
fn is_good<R: Rules>(
    definition: &Definition<'_, Grid, R>,
    before: &PositionOf<Grid, R>,
    mv: Move,
    after: &PositionOf<Grid, R>,
) -> Result<bool, Stopped> {
    let half = definition.schedule.halves[0];
    if half.reach != Reach::Nothing && reaches(definition.game, definition.goal, before, mv, after) {
        return Ok(half.reach == Reach::Good);
    }
    if half.choice == Choice::Some
        && definition.schedule.halves.len() > 1
        && !definition.threatens(after, 0)?
    {
        return Ok(false);
    }
    match next_position(definition.game, definition.goal, definition.schedule, 0, after) {
        Some(next) => definition.holds(&next, 1),
        None => Ok(false),
    }
}

#[test]
fn prover_and_definition_agree() {
    let questions = (0..STIPULATIONS.len(), 0..GOALS.len(), 0u8..64).prop_map(|(family, goal, target)| {
        let goal = match GOALS[goal] {
            "z" | "k" => format!("{}{}", GOALS[goal], Layout::CHESS.name(Square::new(target))),
            goal => goal.to_string(),
        };
        Stipulation::read(&STIPULATIONS[family].replace('*', &goal), Layout::CHESS).unwrap()
    });
    let threats = prop_oneof![6 => Just(None), 1 => (0u16..3).prop_map(Some)];
    let questions = (questions, prop::bool::weighted(0.15), threats);
    // Small boards, for mates and stalemates are frequent there.
    let sizes = prop_oneof![Just((8, 8)), (3u8..=5, 3u8..=6)];
    let tables = tables();
    for rule in every_rule() {
        let tally = RefCell::new(Tally::default());
        let result = runner(200).run(&(sketch(sizes.clone(), 4), questions.clone()), |(sketch, question)| {
            let tally = &mut *tally.borrow_mut();
            match rule {
                None => agree_on_any(Orthodox, &sketch, question, &tables, tally),
                Some(circe) => agree_on_any(circe, &sketch, question, &tables, tally),
            }
        });
        println!("{rule:?}: {:?}", tally.borrow());
        if let Err(error) = result {
            panic!("{rule:?}: {error}");
        }
    }
}

/// Where rules come and go, what is remembered of a position holds for its half-move.
#[test]
fn limited_rules_are_searched_as_they_are_defined() {
    let rules =
        ["Circe", "PWC", "AntiCirce", "CirceAssassin", "Circe RexInclusive", "AndernachChess", "MarsCirce"];
    let terms = [
        "OnlyWhite",
        "OnlyBlack",
        "FromPly 2",
        "FromPly 3",
        "UntilPly 1",
        "UntilPly 2",
        "OnlyBlack FromPly 3",
    ];
    let asked = ["#2", "h#1.5", "h#2", "s#2", "r#2", "ser-#3", "ser-h#2", "h=2", "hs#1.5"];
    let asked = asked.map(|asked| Stipulation::read(asked, Layout::CHESS).unwrap());
    let questions = (0..asked.len()).prop_map(move |index| (asked[index], false, None));
    let sets = (0..rules.len(), 0..terms.len());
    let tables = tables();
    let tally = RefCell::new(Tally::default());
    let sizes = prop_oneof![Just((8, 8)), (4u8..=5, 4u8..=6)];
    let result = runner(300).run(&(sets, sketch(sizes, 4), questions), |((rule, term), sketch, question)| {
        let line = format!("8/8/8/8/8/8/8/K1k5 w - - ~1 cond \"{} {}\";", rules[rule], terms[term]);
        let reading = kirke::formats::read("rule", line.as_bytes());
        let clause = reading.items[0].problem.as_ref().unwrap().setting.conditions[0].value;
        let set = RuleSet::new(&[clause]).unwrap();
        let answer = agree(set, &sketch, question, &tables, &mut tally.borrow_mut());
        answer.map_err(|error| TestCaseError::fail(format!("{clause}: {error}")))
    });
    println!("{:?}", tally.borrow());
    result.unwrap_or_else(|error| panic!("{error}"));
}

/// Small boards, on which mates and stalemates are frequent, and half as often larger ones.
fn sizes() -> impl Strategy<Value = (u8, u8)> {
    prop_oneof![2 => (3u8..=4, 3u8..=5), 1 => (5u8..=8, 5u8..=8)]
}

/// Tables of 4, 256 and 2^20 entries.
fn tables() -> [Table; 3] {
    [Table::new(64), Table::new(4 << 10), Table::new(16 << 20)]
}

/// Asks these in random orthodox positions with at most so many men beside kings, corner rooks and pawns
/// that may meet in passing; more than so many answers must be yes.
fn agree_often(asked: &[&str], men: usize, least: u64) {
    let asked: Vec<_> = asked.iter().map(|asked| Stipulation::read(asked, Layout::CHESS).unwrap()).collect();
    let questions = (0..asked.len()).prop_map(|index| (asked[index], false, None));
    let (tables, tally) = (tables(), RefCell::new(Tally::default()));
    let result = runner(2500).run(&(sketch(sizes(), men), questions), |(sketch, question)| {
        agree(Orthodox, &sketch, question, &tables, &mut tally.borrow_mut())
    });
    println!("{:?}", tally.borrow());
    result.unwrap_or_else(|error| panic!("{error}"));
    let reached = tally.borrow().reached();
    assert!(reached > least, "too few to tell: {reached}");
}

/// Asks these under every rule, and with none, in so many random positions; more than so many
/// answers must be yes. The first number of two is without a rule.
fn agree_by_rule(asked: &[&str], cases: [u32; 2], least: [Option<u64>; 2]) {
    let asked: Vec<_> = asked.iter().map(|asked| Stipulation::read(asked, Layout::CHESS).unwrap()).collect();
    let questions = (0..asked.len(), prop::bool::weighted(0.1));
    let questions = questions.prop_map(|(index, passing)| (asked[index], passing, None));
    let tables = tables();
    for rule in every_rule() {
        let tally = RefCell::new(Tally::default());
        let ruled = usize::from(rule.is_some());
        let result = runner(cases[ruled]).run(&(sketch(sizes(), 8), &questions), |(sketch, question)| {
            let tally = &mut *tally.borrow_mut();
            match rule {
                None => agree(Orthodox, &sketch, question, &tables, tally),
                Some(circe) => agree(circe, &sketch, question, &tables, tally),
            }
        });
        println!("{rule:?}: {:?}", tally.borrow());
        result.unwrap_or_else(|error| panic!("{rule:?}: {error}"));
        let reached = tally.borrow().reached();
        let enough = least[ruled].is_none_or(|least| reached > least);
        assert!(enough, "{rule:?}: too few to tell: {reached}");
    }
}

/// Mating nets cut off most of help play: what is left must still be all that mates, or
/// stalemates.
#[test]
fn help_play_towards_nets_loses_nothing() {
    let asked = [
        "h#1.5", "h#2", "h#2.5", "ser-h#2", "ser-h#3", "ser-#3", "phser-#2", "pser-h#2", "h=1.5", "h=2",
        "ser-h=2", "ser-h=3", "ser-=3",
    ];
    agree_often(&asked, 5, 100);
}

/// Where a series must end in stalemate, most of it is cut off because none can be arranged: what
/// is left must still be all that stalemates. Many men on few squares, for they must hold one
/// another.
#[test]
fn stalemates_at_the_end_of_a_series_are_all_found() {
    let asked = ["ser-h=2", "ser-h=3", "ser-h=4"];
    agree_often(&asked, 8, 50);
}

/// Nor is any lost where both sides work towards it: men are captured, pinned and stopped then, too.
#[test]
fn stalemates_by_help_are_all_found() {
    let asked = ["h=1.5", "h=2", "h=2.5", "pser-h=2", "hs=1.5", "hs=2"];
    agree_often(&asked, 8, 50);
}

/// Nor is anybody thought loose under any rule who is not.
#[test]
fn nobody_who_can_be_stalemated_is_thought_loose() {
    let asked = ["=1", "=2", "h=1.5", "h=2", "ser-=2", "ser-h=2", "hs=1.5"];
    agree_by_rule(&asked, [60; 2], [Some(5); 2]);
}

/// Before the last half-move of self play most of the attacker's moves are not even listed, because
/// the defender has a tempo move: every move that is left out must have an answer without check.
fn tempo_moves_answer<R: Known>(
    rules: R,
    sketch: &Sketch,
    left_out: &Cell<u64>,
) -> Result<(), TestCaseError> {
    let game = Game::new(Grid::new(sketch.layout()), rules.clone());
    let mut position = sketch.position_with();
    game.rules.begin(&mut position);
    if !game.rules.attack_is_check() || game.in_check(&position, position.to_move.other()) {
        return Ok(());
    }
    let Some(tempo) = Tempo::new(&game, &position) else { return Ok(()) };
    let (mut listed, mut moves) = (Vec::new(), Vec::new());
    let _ = game.each_move_towards(&position, &tempo, |mv| {
        listed.push(mv);
        ControlFlow::Continue(())
    });
    game.moves(&position, &mut moves);
    let calm = |before: &PositionOf<Grid, R>, answer| {
        let after = game.play(before, answer);
        !game.in_check(&after, after.to_move)
    };
    for mv in moves.iter().filter(|mv| !listed.contains(mv)) {
        let after = game.play(&position, *mv);
        let mut answers = Vec::new();
        game.moves(&after, &mut answers);
        left_out.set(left_out.get() + 1);
        prop_assert!(
            answers.into_iter().any(|answer| calm(&after, answer)),
            "{:?} {:?}: {}",
            rules.circe(),
            mv,
            written(&position, sketch.layout())
        );
    }
    Ok(())
}

#[test]
fn what_a_tempo_move_refutes_compels_nobody() {
    let sizes = prop_oneof![2 => Just((8, 8)), 1 => (3u8..=5, 3u8..=6)];
    for rule in every_rule() {
        let left_out = Cell::new(0);
        // Pins by quiet moves are rare.
        let told = rule.is_none_or(|circe| circe.attack_is_check());
        let result =
            runner(if told { 2000 } else { 50 }).run(&sketch(sizes.clone(), 12), |sketch| match rule {
                None => tempo_moves_answer(Orthodox, &sketch, &left_out),
                Some(circe) => tempo_moves_answer(circe, &sketch, &left_out),
            });
        result.unwrap_or_else(|error| panic!("{rule:?}: {error}"));
        println!("{rule:?}: {left_out:?}");
        assert_eq!(left_out.get() > 500, told, "{rule:?}: {left_out:?}");
    }
}

/// The bishop's are all tempo moves until it is pinned.
#[test]
fn who_pins_hinders_a_tempo_move() {
    let at = |name: &str| Square::new((name.as_bytes()[1] - b'1') * 8 + name.as_bytes()[0] - b'a');
    let game = Game::new(Grid::new(Layout::CHESS), Orthodox);
    let mut position: PositionOf<Grid, Orthodox> = Position::empty(Side::White);
    for (side, walk, square) in [
        (Side::White, Walk::King, "g2"),
        (Side::White, Walk::Queen, "a6"),
        (Side::White, Walk::Queen, "g8"),
        (Side::Black, Walk::King, "h4"),
        (Side::Black, Walk::Bishop, "h5"),
    ] {
        position.put(Man::new(side, walk), at(square));
    }
    let tempo = Tempo::new(&game, &position).expect("the bishop can move");
    let lists = |from: &str, to: &str| {
        let move_of = |mv: Move| match (mv.from, mv.to) == (at(from), at(to)) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        game.each_move_towards(&position, &tempo, move_of).is_break()
    };
    assert!(lists("a6", "h6"));
    assert!(!lists("a6", "a5"));
}

/// And what is left must still be all that compels.
#[test]
fn everybody_who_can_be_is_compelled() {
    let asked = ["s#1", "s#2", "s+1", "s+2", "s++1", "hs#1.5", "hs#2", "ser-s#2", "ser-hs#2", "pser-s#1"];
    agree_by_rule(&asked, [1500, 150], [Some(2), None]);
}
