//! Help play towards nets against help play that tries everything, under every rule by which
//! men are reborn and with which nets reckon, on random positions.

use std::cell::RefCell;
use std::collections::BTreeMap;

use kirke::board::{Grid, Layout, Square};
use kirke::game::Game;
use kirke::position::{Colour, Man, Marks, Side, Walk};
use kirke::rules::rebirth::Reborn;
use kirke::rules::{Circe, Condition, Orthodox, RuleSet, Rules, catalogue};
use kirke::search::limits::StopFlag;
use kirke::search::{Limits, Prover, Table, moves_at};
use kirke::stipulation::{Schedule, Stipulation};
use proptest::prelude::*;

use crate::positions::{Sketch, runner, sets_of_rules, sets_that_lead_on, sketch, written};

const ASKED: [&str; 15] = [
    "h#1.5", "h#2", "h#2.5", "h#3", "ser-h#2", "ser-h#3", "ser-h#4", "ser-#3", "phser-#2", "pser-h#2",
    "hs#2", "hs#2.5", "hr#2", "ser-hs#3", "ser-s#3",
];
/// So many first moves are asked about.
const MOST_MOVES: usize = 3;
/// The half-moves that play without nets may look at, so that no case takes long.
const MOST_NODES: u64 = 10_000;

/// By rule: how many questions were answered with no and yes, and how many took too long.
type Tally = BTreeMap<String, [u64; 3]>;

/// What every first move is worth, by play that knows of nets or of none; none if that takes
/// too long.
fn answers<R: Rules>(
    rules: &R,
    sketch: &Sketch,
    stipulation: Stipulation,
    schedule: &Schedule,
    most: Option<u64>,
) -> Option<Vec<(String, bool)>> {
    let game = Game::new(Grid::new(sketch.layout()), rules.clone());
    let mut position = sketch.position_with();
    rules.begin(&mut position);
    if position.to_move != schedule.halves[0].side {
        position = position.passed_over();
    }
    if game.in_check(&position, position.to_move.other()) {
        return Some(Vec::new());
    }
    let limits = Limits::new(most, None, StopFlag::default());
    let table = Table::new(1 << 20);
    let mut prover = Prover::new(&game, stipulation.goal, &table, table.salt(), &limits);
    let mut told = vec![("any".to_owned(), prover.holds(schedule, &position, 0).ok()?)];
    let mut moves = Vec::new();
    moves_at(&game, stipulation.goal, schedule.halves[0], &position, &mut moves);
    // The engines may list and number moves otherwise: what stands where tells them apart.
    let mut moves: Vec<_> = moves.into_iter().map(|mv| (mv, game.play(&position, mv))).collect();
    moves.sort_by_key(|(_, after)| written(after, sketch.layout()));
    for (mv, after) in moves.iter().step_by(moves.len() / MOST_MOVES + 1) {
        let good = prover.is_good(schedule, &position, *mv, after, 0).ok()?;
        let men = written(after, sketch.layout());
        told.push((men.split(',').next().unwrap_or_default().to_owned(), good));
    }
    told.sort();
    Some(told)
}

/// The answers of which one has other ones than the other.
fn different(found: Option<Vec<(String, bool)>>, expected: &[(String, bool)]) -> Vec<(String, bool)> {
    let found = found.unwrap_or_default();
    let missing = expected.iter().filter(|answer| !found.contains(answer));
    missing.chain(found.iter().filter(|answer| !expected.contains(answer))).cloned().collect()
}

fn agree(
    rules: &RuleSet,
    sketch: &Sketch,
    stipulation: Stipulation,
    tally: &mut Tally,
) -> Result<(), TestCaseError> {
    let slow = rules.clone().without_shortcuts();
    let name: Vec<String> = rules.clauses().iter().map(|clause| clause.to_string()).collect();
    let name = name.join(", ");
    for white in Side::BOTH {
        let schedule = stipulation.schedule_of(white, stipulation.half_moves());
        let tally = tally.entry(name.clone()).or_default();
        let Some(expected) = answers(&slow, sketch, stipulation, &schedule, Some(MOST_NODES)) else {
            tally[2] += 1;
            continue;
        };
        if let Some((_, any)) = expected.iter().find(|(name, _)| name == "any") {
            tally[usize::from(*any)] += 1;
        }
        let here = || format!("{name}, {stipulation}, {white}: {sketch:?}");
        let found = answers(rules, sketch, stipulation, &schedule, None);
        prop_assert_eq!(different(found, &expected), Vec::new(), "{}", here());
        let usual = |(_, man): &(Square, Man)| man.colour != Colour::Neutral && man.marks == Marks::NONE;
        if sketch.men.iter().all(usual)
            && let [clause] = rules.clauses()
            && let Some(circe) = clause.unlimited().and_then(Circe::of)
        {
            let found = answers(&circe, sketch, stipulation, &schedule, None);
            prop_assert_eq!(different(found, &expected), Vec::new(), "made for speed: {}", here());
        }
    }
    Ok(())
}

/// Those of some sets of rules in one of whose names `KIRKE_RULES` is a part, if that is given.
pub fn named(mut sets: Vec<RuleSet>) -> Vec<RuleSet> {
    let named = std::env::var("KIRKE_RULES").unwrap_or_default();
    sets.retain(|rules| rules.clauses().iter().any(|clause| clause.to_string().contains(&named)));
    sets
}

/// Compares under these rules, if they are [`named`], what is asked of random positions; so many times.
fn agree_often(sets: &[RuleSet], asked: &[&str], sketches: impl Strategy<Value = Sketch>, times: u32) {
    let sets = named(sets.to_vec());
    let asked: Vec<_> = asked.iter().map(|asked| Stipulation::read(asked, Layout::CHESS).unwrap()).collect();
    let tally = RefCell::new(Tally::default());
    let cases = (0..sets.len(), sketches, 0..asked.len());
    let result = runner(times).run(&cases, |(set, sketch, index)| {
        agree(&sets[set], &sketch, asked[index], &mut tally.borrow_mut())
    });
    for (rule, tally) in tally.borrow().iter() {
        println!("{rule}: {tally:?}");
    }
    result.unwrap_or_else(|error| panic!("{error}"));
    let reached: u64 = tally.borrow().values().map(|[_, yes, _]| yes).sum();
    assert!(reached > 5, "too few to tell: {reached}");
}

/// Compares, of random positions without rules, what is asked by the orthodox and the general engine; play
/// without nets may look at so many half-moves.
fn agree_without_rules(asked: &[&str], sketches: impl Strategy<Value = Sketch>, most: u64, times: u32) {
    let none = RuleSet::new::<Condition>(&[]).expect("no rules go with themselves");
    let slow = none.clone().without_shortcuts();
    let asked: Vec<_> = asked.iter().map(|asked| Stipulation::read(asked, Layout::CHESS).unwrap()).collect();
    let reached = RefCell::new([0; 2]);
    let result = runner(times).run(&(sketches, 0..asked.len()), |(sketch, index)| {
        for white in Side::BOTH {
            let schedule = asked[index].schedule_of(white, asked[index].half_moves());
            let Some(expected) = answers(&slow, &sketch, asked[index], &schedule, Some(most)) else {
                continue;
            };
            if let Some((_, any)) = expected.iter().find(|(name, _)| name == "any") {
                reached.borrow_mut()[usize::from(*any)] += 1;
            }
            let here = || format!("{}, {white}: {sketch:?}", asked[index]);
            let orthodox = answers(&Orthodox, &sketch, asked[index], &schedule, None);
            prop_assert_eq!(different(orthodox, &expected), Vec::new(), "{}", here());
            let general = answers(&none, &sketch, asked[index], &schedule, None);
            prop_assert_eq!(different(general, &expected), Vec::new(), "general: {}", here());
        }
        Ok(())
    });
    println!("{:?}", reached.borrow());
    result.unwrap_or_else(|error| panic!("{error}"));
    assert!(reached.borrow().iter().all(|&count| count > 5), "too few to tell: {reached:?}");
}

/// Every form of the rules by which men are reborn and with which nets reckon, if it is one of these.
fn sets_reborn(wanted: impl Fn(Reborn) -> bool) -> Vec<RuleSet> {
    let conditions = catalogue::RULES.iter().flat_map(|rule| rule.examples());
    let conditions = conditions.filter(|condition| Reborn::by(*condition).is_some_and(&wanted));
    conditions.map(|rule| RuleSet::new(&[rule]).expect("one rule goes with itself")).collect()
}

#[test]
fn where_men_are_reborn_nets_lose_nothing() {
    let sets = sets_reborn(|_| true);
    let sizes = prop_oneof![2 => (3u8..=4, 3u8..=5), 3 => (5u8..=8, 5u8..=8), 2 => Just((8, 8))];
    agree_often(&sets, &ASKED, sketch(sizes, 5), 1000);
}

/// Near a king at the edge of the board, where most mates are.
pub fn near_an_edge() -> impl Strategy<Value = Sketch> {
    let step = || prop_oneof![3 => -1..=1i8, 2 => -3..=3i8, 1 => -7..=7i8];
    let riders = prop_oneof![Just(Walk::Queen), Just(Walk::Rook), Just(Walk::Bishop)];
    let any = (1usize..6).prop_map(|walk| Walk::ALL[walk]);
    let hunter = (step(), step(), prop_oneof![riders, any.clone()], Just(Side::White));
    let prey = (step(), step(), any, Just(Side::Black));
    let others = (prop::collection::vec(hunter, 1..4), prop::collection::vec(prey, 0..4));
    let sizes = prop_oneof![(4u8..=6, 4u8..=6), Just((8, 8))];
    (sizes, (0u8..8, 0u8..8), (0u8..8, prop::option::of(0u8..8)), others).prop_map(
        |(size, white, (file, rank), (hunters, prey))| {
            let (files, ranks) = size;
            let at = |file: u8, rank: u8| Square::new(rank * 8 + file);
            let (file, rank) = (file % files, rank.map_or(0, |rank| rank % ranks));
            let mut men = vec![
                (at(white.0 % files, white.1 % ranks), Man::new(Side::White, Walk::King)),
                (at(file, rank), Man::new(Side::Black, Walk::King)),
            ];
            for (more_files, more_ranks, walk, side) in hunters.into_iter().chain(prey) {
                let (file, rank) = (file as i8 + more_files, rank as i8 + more_ranks);
                let inside = (0..files as i8).contains(&file) && (0..ranks as i8).contains(&rank);
                if inside && (walk != Walk::Pawn || (1..ranks as i8 - 1).contains(&rank)) {
                    men.push((at(file as u8, rank as u8), Man::new(side, walk)));
                }
            }
            Sketch { size, men, to_move: Side::Black, denied: Vec::new(), double_step: false }
        },
    )
}

#[test]
fn near_the_edge_nets_lose_nothing() {
    let sets = sets_reborn(|_| true);
    agree_often(&sets, &["h#1.5", "h#2", "h#1.5", "h#2.5", "ser-h#2", "hs#1.5", "hr#2"], near_an_edge(), 500);
}

/// The same without rules, where nets and what the program knows otherwise are others.
#[test]
fn near_the_edge_orthodox_nets_lose_nothing() {
    let asked = ["h#1.5", "h#2", "h#2.5", "h=2", "ser-h#2", "ser-h=3", "hs#1.5", "hr#2"];
    agree_without_rules(&asked, near_an_edge(), MOST_NODES, 500);
}

/// A king alone captures from the square to which he has just gone: there his victim comes back under
/// some rules, wherever the king could have gone instead.
#[test]
fn where_a_lone_king_captures_nets_lose_nothing() {
    let sets = sets_reborn(|reborn| matches!(reborn, Reborn::Victims(rebirth) if rebirth.is_at_departure()));
    assert!(sets.len() > 1);
    let officers = prop::collection::vec((0u8..8, 0u8..8, 1usize..5), 1..=3);
    let sketches = (4u8..=6, 4u8..=6, officers, prop::array::uniform4(0u8..8)).prop_map(
        |(files, ranks, officers, kings)| {
            let at = |file: u8, rank: u8| Square::new(rank % ranks * 8 + file % files);
            let king = |file, rank, side| (at(file, rank), Man::new(side, Walk::King));
            let mut men = vec![king(kings[0], kings[1], Side::White), king(kings[2], kings[3], Side::Black)];
            men.extend(
                officers
                    .into_iter()
                    .map(|(file, rank, walk)| (at(file, rank), Man::new(Side::White, Walk::ALL[walk]))),
            );
            let denied = Vec::new();
            Sketch { size: (files, ranks), men, to_move: Side::Black, denied, double_step: false }
        },
    );
    agree_often(&sets, &["h#2", "h#2.5", "h#3", "ser-h#3"], sketches, 1000);
}

/// Where nets are not drawn, among many men, it is asked on the eve of the mate which moves may serve.
#[test]
fn among_many_men_the_eve_loses_nothing() {
    let asked = ["h#1.5", "h#2", "hs#1.5", "ser-h#1"];
    agree_without_rules(&asked, sketch(Just((8, 8)), 60), 10 * MOST_NODES, 120);
}

/// What is asked under any rules.
const ASKED_OF_ALL: [&str; 13] = [
    "s#1", "s#2", "hs#1.5", "hs#2", "ser-s#2", "h#1.5", "h#2", "ser-h#2", "#2", "s+2", "=1", "h=1.5",
    "ser-h=2",
];

/// Whatever the rules, what is told of moves without playing them leaves out nothing that matters.
#[test]
fn under_any_rules_play_loses_nothing() {
    let sizes = prop_oneof![2 => (4u8..=5, 4u8..=5), 2 => (5u8..=8, 5u8..=8), 1 => Just((8, 8))];
    agree_often(&sets_of_rules(), &ASKED_OF_ALL, sketch(sizes, 7), 300);
}

#[test]
fn near_the_edge_play_loses_nothing() {
    agree_often(&sets_of_rules(), &ASKED_OF_ALL, near_an_edge(), 500);
}

/// Nor does it where one rule leads the capturer on, and another brings the captured man back.
#[test]
fn where_capturers_go_on_and_men_are_reborn_play_loses_nothing() {
    let sizes = prop_oneof![2 => (4u8..=5, 4u8..=5), 2 => (5u8..=8, 5u8..=8), 1 => Just((8, 8))];
    agree_often(&sets_that_lead_on(), &ASKED_OF_ALL, sketch(sizes, 7), 150);
}

/// Nor does it where men are neutral, or capture and are captured otherwise than others.
#[test]
fn with_unusual_men_play_loses_nothing() {
    let sizes = prop_oneof![2 => (4u8..=5, 4u8..=5), 2 => (5u8..=8, 5u8..=8), 1 => Just((8, 8))];
    let unusual = |man: Man, how: usize| match how {
        0 => Man { colour: Colour::Neutral, ..man },
        how => {
            let marks = [Marks::KAMIKAZE, Marks::PATROL, Marks::UNCAPTURABLE][how - 1];
            Man { marks: man.marks.with(marks), ..man }
        }
    };
    let changes = prop::collection::vec((0..16usize, 0..4usize), 1..3);
    let sketches = (sketch(sizes, 6), changes).prop_map(move |(mut sketch, changes)| {
        for (place, how) in changes {
            let mut others: Vec<_> = sketch.men.iter_mut().filter(|(_, man)| !man.royal).collect();
            let place = place % others.len().max(1);
            if let Some((_, man)) = others.get_mut(place) {
                *man = unusual(*man, how);
            }
        }
        sketch
    });
    agree_often(&sets_of_rules(), &ASKED_OF_ALL, sketches, 300);
}

/// What is compared for one position under rules of these names; how many questions are answered with
/// yes.
fn solutions(names: &[&str], asked: &str, size: (u8, u8), men: &[(u8, Side, Walk)]) -> u64 {
    solutions_of(names, asked, size, men.iter().map(|&(at, side, walk)| (at, Man::new(side, walk))))
}

/// As [`solutions`], of any men.
fn solutions_of(
    names: &[&str],
    asked: &str,
    size: (u8, u8),
    men: impl IntoIterator<Item = (u8, Man)>,
) -> u64 {
    let men = men.into_iter().map(|(at, man)| (Square::new(at), man)).collect();
    let sketch = Sketch { size, men, to_move: Side::Black, denied: Vec::new(), double_step: false };
    let conditions = catalogue::RULES.iter().flat_map(|rule| rule.examples());
    let stipulation = Stipulation::read(asked, Layout::CHESS).unwrap();
    let mut tally = Tally::default();
    for condition in conditions.filter(|condition| names.contains(&condition.to_string().as_str())) {
        let rules = RuleSet::new(&[condition]).expect("one rule goes with itself");
        agree(&rules, &sketch, stipulation, &mut tally).unwrap();
    }
    assert_eq!(tally.len(), names.len(), "{tally:?}");
    tally.values().map(|&[_, yes, _]| yes).min().unwrap_or(0)
}

#[test]
fn a_flight_is_blocked_where_the_line_that_would_guard_it_is_closed() {
    // 1.Kf2 Re3 2.Re1 Kg2#: the pawn on e2 stands between e3 and e1.
    let men = [
        (0, Side::White, Walk::Rook),
        (4, Side::White, Walk::King),
        (5, Side::White, Walk::Knight),
        (12, Side::White, Walk::Pawn),
        (63, Side::White, Walk::Bishop),
        (16, Side::Black, Walk::Rook),
        (23, Side::Black, Walk::King),
        (24, Side::Black, Walk::Pawn),
    ];
    assert!(solutions(&["AntiCirce"], "hr#2", (8, 8), &men) > 0);
}

#[test]
fn a_lone_king_captures_from_wherever_he_has_gone() {
    // His victim comes back there, and not where another move would have led him.
    let men = [
        (2, Side::White, Walk::Bishop),
        (26, Side::White, Walk::King),
        (33, Side::White, Walk::Knight),
        (3, Side::Black, Walk::King),
    ];
    assert!(solutions(&["Circe PWC"], "h#2", (5, 6), &men) > 0);
    let men = [
        (0, Side::White, Walk::King),
        (20, Side::White, Walk::Bishop),
        (24, Side::White, Walk::Rook),
        (25, Side::White, Walk::Bishop),
        (29, Side::Black, Walk::King),
    ];
    assert!(solutions(&["Circe PWC"], "h#2", (6, 4), &men) > 0);
}

#[test]
fn who_takes_in_passing_comes_back_from_the_square_of_the_capture() {
    let men = [
        (4, Side::White, Walk::King),
        (9, Side::White, Walk::Pawn),
        (18, Side::Black, Walk::Queen),
        (24, Side::Black, Walk::Pawn),
    ];
    let names = ["AntiCirce Symmetry", "AntiCirce Symmetry Mirror"];
    assert!(solutions(&names, "ser-h#2", (6, 5), &men) > 0);
}

#[test]
fn a_king_leaves_the_square_before_a_pawn_that_mates() {
    // 1.Kd6 Ra4 2.Ke5 d6=Q#
    let men = [
        (0, Side::White, Walk::Rook),
        (1, Side::White, Walk::King),
        (35, Side::White, Walk::Pawn),
        (34, Side::Black, Walk::King),
    ];
    assert!(solutions(&["Circe VerticalSymmetry"], "h#2", (5, 6), &men) > 0);
}

#[test]
fn a_king_cannot_capture_whom_that_brings_behind_the_square() {
    // 1...Rh4 2.Rg6 Ra5#, and K*h4 brings the rook to b4.
    let men = [
        (0, Side::White, Walk::Rook),
        (7, Side::White, Walk::Rook),
        (52, Side::White, Walk::King),
        (38, Side::Black, Walk::King),
        (40, Side::Black, Walk::Rook),
    ];
    assert!(solutions(&["Circe PWC Diametral"], "h#1.5", (8, 8), &men) > 0);
}

#[test]
fn a_pawn_that_captures_promotes_by_its_rebirth() {
    // 1.Qb3 Rh7 2.Qa3+ b*a3(a8=Q)#
    let men = [
        (0, Side::White, Walk::King),
        (9, Side::White, Walk::Pawn),
        (55, Side::White, Walk::Rook),
        (60, Side::Black, Walk::King),
        (17, Side::Black, Walk::Queen),
    ];
    assert!(solutions(&["AntiCirce Super"], "h#1", (8, 8), &men) > 0);
    assert!(solutions(&["AntiCirce Super"], "h#1.5", (8, 8), &men) > 0);
}

#[test]
fn an_attack_becomes_check_when_a_loose_man_moves() {
    // 1.g8=R=: the queen could not be reborn on d1 while the rook is there.
    let men = [
        (24, Side::White, Walk::King),
        (63, Side::White, Walk::Queen),
        (54, Side::White, Walk::Pawn),
        (14, Side::White, Walk::Rook),
        (7, Side::Black, Walk::King),
        (3, Side::Black, Walk::Rook),
    ];
    assert!(solutions(&["AntiCirce Cheylan"], "=1", (8, 8), &men) > 0);
}

#[test]
fn a_king_below_a_square_is_mated_when_he_comes_up() {
    // 1.Kh5*g4[bKg4->e8->v] Se8-c7[+bKe8]#
    let men = [
        (62, Side::White, Walk::King),
        (60, Side::White, Walk::Knight),
        (35, Side::White, Walk::Rook),
        (31, Side::White, Walk::Queen),
        (30, Side::White, Walk::Queen),
        (39, Side::Black, Walk::King),
    ];
    assert!(solutions(&["AntiCirce Volcanic"], "h#1", (8, 8), &men) > 0);
}

#[test]
fn a_kamikaze_that_captures_opens_the_line_to_whom_it_took() {
    // 1.Kh5 B*a5(-Ba5)#
    let kamikaze = Man { marks: Marks::KAMIKAZE, ..Man::new(Side::White, Walk::Bishop) };
    let men = [
        (7, Man::new(Side::White, Walk::King)),
        (0, Man::new(Side::White, Walk::Rook)),
        (1, Man::new(Side::White, Walk::Rook)),
        (25, kamikaze),
        (56, Man::new(Side::Black, Walk::King)),
        (32, Man::new(Side::Black, Walk::Pawn)),
        (54, Man::new(Side::Black, Walk::Pawn)),
    ];
    assert!(solutions_of(&["CASTChess"], "h#1", (8, 8), men) > 0);
}
