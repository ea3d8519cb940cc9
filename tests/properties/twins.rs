//! No state passes from one twin or problem to the next.
//!
//! `KIRKE_CASES` is the number of cases of each property.

use std::ops::Range;

use crate::common::positions::runner;
use kirke::formats;
use kirke::problem::Problem;
use kirke::search::limits::StopFlag;
use kirke::search::{Limits, TranspositionTable};
use kirke::solution::{MissingKing, Resources, Solution, TreeBuilder, solve};
use proptest::prelude::*;

const MEN: [&str; 12] = ["Qd1", "Re4", "Ra1", "Rh1", "Bc4", "Sf5", "Pe5", "Pg7", "Pb2", "Sh7", "Rd8", "Bg2"];
const STIPULATIONS: [&str; 9] = ["#1", "#2", "=1", "h#1.5", "h=1", "s#1", "ser-#2", "x1", "001"];
const CONDITIONS: [&str; 4] = ["", "condition Circe", "condition Circe Strict", "condition CirceAssassin"];
const OPTIONS: [&str; 6] = [
    "",
    "option Variation",
    "option SetPlay",
    "option Try Variation",
    "option Duplex",
    "option NoCastling h1",
];
/// Changes, most of which are possible in any position.
const CHANGES: [&str; 16] = [
    "rotate 90",
    "rotate 180",
    "rotate 270",
    "mirror a1<-->h1",
    "mirror a1<-->a8",
    "mirror a1<-->h8",
    "mirror a8<-->h1",
    "PolishType",
    "shift b2 b1",
    "add white Rc3",
    "add black Bc3",
    "substitute R B",
    "remove e1",
    "stipulation h#1",
    "stipulation =1",
    "condition Circe",
];

/// Returns the text of a problem between the words for its beginning and end, with twins.
pub fn text(stipulations: &[&'static str], twins: Range<usize>) -> impl Strategy<Value = String> + use<> {
    let men = prop::sample::subsequence(MEN.to_vec(), 2..5);
    let changes = prop::collection::vec(prop::sample::select(CHANGES.to_vec()), 1..3);
    let twins = prop::collection::vec((any::<bool>(), changes), twins);
    (
        men,
        0..3_usize,
        prop::sample::select(stipulations.to_vec()),
        prop::sample::select(CONDITIONS.to_vec()),
        prop::sample::select(OPTIONS.to_vec()),
        twins,
    )
        .prop_map(|(men, white, stipulation, condition, option, twins)| {
            let (white, black) = men.split_at(white.min(men.len()));
            let mut text = format!(
                "pieces white Ke1 {} black Ka8 {}\nstipulation {stipulation}\n{condition}\n{option}\n",
                white.join(" "),
                black.join(" ")
            );
            for (index, (continued, mut changes)) in twins.into_iter().enumerate() {
                // After a condition `mirror` is parsed as a kind of Circe.
                changes.sort_by_key(|change| change.starts_with("condition"));
                let continued = if continued && index > 0 { "continued " } else { "" };
                text += &format!("twin {continued}{}\n", changes.join(" "));
            }
            text
        })
}

/// Reads problems.
pub fn read(texts: &[String]) -> Vec<Problem> {
    let file = format!("beginproblem\n{}endproblem\n", texts.join("nextproblem\n"));
    let items = formats::read("test", file.as_bytes()).items;
    items.into_iter().map(|item| item.problem.unwrap_or_else(|refusal| panic!("{file}{refusal}"))).collect()
}

fn solved(problem: &Problem, table: &TranspositionTable) -> Solution {
    let limits = Limits::new(None, None, StopFlag::default());
    let mut gatherer = TreeBuilder::default();
    let means = Resources { table, pool: None, missing_king: MissingKing::Warn, parts: None };
    solve(problem, &means, &limits, &mut gatherer).unwrap();
    gatherer.finish()
}

fn table() -> TranspositionTable {
    TranspositionTable::new(1 << 16)
}

#[test]
fn problems_share_a_table_without_effect() {
    runner(150)
        .run(&prop::collection::vec(text(&STIPULATIONS, 0..3), 2..4), |texts| {
            let shared = table();
            for (problem, text) in read(&texts).iter().zip(&texts) {
                let alone = &read(std::slice::from_ref(text))[0];
                let (together, alone) = (solved(problem, &shared), solved(alone, &table()));
                for (one, other) in together.twins.iter().zip(&alone.twins) {
                    prop_assert_eq!(&one.head.changes, &other.head.changes);
                    prop_assert_eq!(&one.sides, &other.sides);
                }
                prop_assert_eq!(together.twins.len(), alone.twins.len());
            }
            Ok(())
        })
        .unwrap();
}

#[test]
fn twins_solve_like_the_composed_problem() {
    runner(150)
        .run(&text(&STIPULATIONS, 1..5), |text| {
            let problem = &read(std::slice::from_ref(&text))[0];
            for twin in &solved(problem, &table()).twins {
                let Ok(setting) = &twin.head.setting else { continue };
                let composed = Problem { setting: setting.clone(), twins: Vec::new(), ..problem.clone() };
                prop_assert_eq!(&twin.sides, &solved(&composed, &table()).twins[0].sides);
            }
            Ok(())
        })
        .unwrap();
}

#[test]
fn continued_twin_changes_the_previous_twin() {
    let text = |twins: &str| format!("pieces white Ke1 Qd1 Pa2 black Ka8\nstipulation #1\n{twins}\n");
    let chain = text(
        "twin rotate 90 remove g1 twin continued PolishType twin continued stip h#1 twin mirror a1<-->h1",
    );
    let placements = |problem: &Problem| -> Vec<String> {
        let heads = problem.twins_in_order();
        heads.iter().map(|head| head.setting.as_ref().unwrap().diagram.placement()).collect()
    };
    assert_eq!(
        placements(&read(&[chain])[0]),
        [
            "k7/8/8/8/8/8/P7/3QK3",
            "8/8/8/7K/7Q/8/8/k7",
            "8/8/8/7k/7q/8/8/K7",
            "8/8/8/7k/7q/8/8/K7",
            "7k/8/8/8/8/8/7P/3KQ3"
        ]
    );
}

/// Squares named by an option do not change with the position.
#[test]
fn twin_transformations_keep_option_squares() {
    let found = |text: &str| -> Vec<bool> {
        let solved = solved(&read(&[text.to_owned()])[0], &table());
        let found =
            |side: &kirke::solution::SideTree| side.actual.as_ref().is_some_and(|phase| !phase.is_empty());
        solved.twins.iter().map(|twin| twin.sides.iter().any(found)).collect()
    };
    // The double step was Black's, to d5: no other side's and to no other square.
    let step = "pieces white Ka1 Pe5 black Kh8 Pd5\nstipulation ep1\noption EnPassant d7d6d5 Duplex\n\
                twin mirror a1<-->h1 twin continued mirror a1<-->h1 twin PolishType twin exchange e5 d5\n\
                twin add white Pc5 twin rotate 180 PolishType twin PolishType mirror a1<-->a8\n";
    assert_eq!(found(step), [true, false, true, false, false, true, false, false]);
    // A pawn of both sides can have gone either way.
    let neutral = "pieces white Ka1 Pe5 black Kh8 neutral Pd5\nstipulation ep1\noption EnPassant d7d6d5\n";
    assert_eq!(found(neutral), [true]);
    let castling = "pieces white Kd1 Ra1h1 black Kg8\nstipulation 001\noption NoCastling h1\n\
                    twin mirror a1<-->h1 twin move d1 e1 twin cont remove a1 twin cont rotate 180 twin cont rotate 180\n";
    assert_eq!(found(castling), [false, true, true, false, false, false]);
}
