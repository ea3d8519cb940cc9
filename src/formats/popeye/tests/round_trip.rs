//! Property tests: what is written is read, and any text is read or refused.

use proptest::prelude::*;
use std::collections::BTreeMap;
use std::time::Duration;

use super::{good, square};
use crate::board::{Layout, Square};
use crate::formats::popeye::write;
use crate::formats::{self, ColourMode, Diagnostic, Reading, consistency};
use crate::position::{Man, Reserve, Side, Walk};
use crate::problem::{
    Declaration, Diagram, DoubleStep, NamedRule, Options, Problem, Setting, Span, Spanned, Symmetry, Twin,
    TwinChange, Verdict,
};
use crate::rules::catalogue::RULES;
use crate::rules::{Condition, Rule as _, RuleScope, ScopedRule};
use crate::stipulation::{NonTrivial, Stipulation};

/// Returns the problem without its spans.
fn without_spans(mut problem: Problem) -> Problem {
    let nowhere = Span::default();
    problem.span = nowhere;
    problem.setting.places.clear();
    if let Some(stipulation) = &mut problem.setting.stipulation {
        stipulation.span = nowhere;
    }
    for condition in &mut problem.setting.conditions {
        (condition.span, condition.name) = (nowhere, None);
    }
    if let Some(step) = &mut problem.options.en_passant {
        step.span = nowhere;
    }
    for square in &mut problem.options.no_castling {
        square.span = nowhere;
    }
    for twin in &mut problem.twins {
        for alteration in &mut twin.changes {
            alteration.span = nowhere;
        }
    }
    problem
}

fn spanned<T>(value: T) -> Spanned<T> {
    Spanned::new(value, Span::default())
}

fn any_square() -> impl Strategy<Value = Square> {
    (0u8..8, 0u8..8).prop_map(|(file, rank)| Layout::CHESS.at(file, rank).unwrap())
}

fn any_man() -> impl Strategy<Value = Man> {
    let side = prop_oneof![Just(Side::White), Just(Side::Black)];
    (side, prop::sample::select(&Walk::CHESS[..])).prop_map(|(side, walk)| Man::new(side, walk))
}

fn any_men(min: usize) -> impl Strategy<Value = Vec<(Square, Man)>> {
    prop::collection::btree_map(any_square(), any_man(), min..12).prop_map(|men| men.into_iter().collect())
}

fn any_stipulation() -> impl Strategy<Value = Stipulation> {
    let families = ["", "h", "s", "r", "semi-r", "hs", "hr", "ser-", "ser-h", "ser-s", "ser-r"];
    let goals = ["#", "=", "+", "x", "zd4", "~"];
    let text = (prop::sample::select(families.to_vec()), prop::sample::select(goals.to_vec()), 1u16..50);
    let text = text.prop_map(|(family, goal, moves)| format!("{family}{goal}{moves}"));
    text.prop_map(|text| Stipulation::read(&text, Layout::CHESS).unwrap())
}

fn any_conditions(min: usize) -> impl Strategy<Value = Vec<ScopedRule>> {
    let mut all: Vec<Condition> = Vec::new();
    for rule in RULES.iter() {
        for condition in rule.example_conditions() {
            if !all.contains(&condition) {
                all.push(condition);
            }
        }
    }
    let side = prop_oneof![3 => Just(None), 1 => Just(Some(Side::White)), 1 => Just(Some(Side::Black))];
    let term = (side, prop_oneof![3 => Just(1u16), 1 => 2u16..9], prop::option::weighted(0.2, 0u16..9));
    let term =
        term.prop_map(|(side, from, more)| RuleScope { side, from, until: more.map(|more| from + more) });
    let terms = prop::collection::vec(term, 3);
    (prop::sample::subsequence(all, min..3), terms).prop_map(|(rules, terms)| {
        let limited =
            |(rule, term): (Condition, RuleScope)| ScopedRule::new(rule, term).unwrap_or(rule.into());
        rules.into_iter().zip(terms).map(limited).collect()
    })
}

fn symmetries() -> Vec<Symmetry> {
    let named = Symmetry::ROTATIONS.into_iter().chain(Symmetry::REFLECTIONS);
    named.map(|(_, symmetry)| symmetry).collect()
}

fn any_alteration() -> impl Strategy<Value = TwinChange> {
    let two = || (any_square(), any_square()).prop_filter("two squares", |(one, other)| one != other);
    prop_oneof![
        two().prop_map(|(from, to)| TwinChange::Move(from, to)),
        two().prop_map(|(one, other)| TwinChange::Exchange(one, other)),
        any_square().prop_map(TwinChange::Remove),
        any_men(1).prop_map(TwinChange::Add),
        two().prop_map(|(from, to)| TwinChange::Shift(from, to)),
        prop::sample::subsequence(&Walk::CHESS[..], 2)
            .prop_shuffle()
            .prop_map(|walks| TwinChange::Substitute(walks[0], walks[1])),
        prop::sample::select(symmetries()).prop_map(TwinChange::Transform),
        Just(TwinChange::PolishType),
        any_stipulation().prop_map(TwinChange::Stipulation),
    ]
}

fn any_twins() -> impl Strategy<Value = Vec<Twin>> {
    let alterations = prop::collection::vec(any_alteration().prop_map(spanned), 1..4);
    // Conditions are written last, because other changes could be read as their words.
    let conditions = prop::option::of(any_conditions(1).prop_map(TwinChange::Conditions));
    let twin = (any::<bool>(), alterations, conditions);
    let twin = twin.prop_map(|(continued, mut alterations, conditions)| {
        alterations.extend(conditions.map(spanned));
        Twin { continued, changes: alterations }
    });
    prop::collection::vec(twin, 0..3)
}

fn any_options() -> impl Strategy<Value = Options> {
    let flags = prop::array::uniform12(any::<bool>());
    let counts = (prop::option::of(0u32..9), prop::option::of(1u64..9999), prop::option::of(1u64..9999));
    let castling = ["a1", "e1", "h1", "a8", "e8", "h8"];
    let castling = prop::sample::subsequence(castling.to_vec(), 0..6);
    let duplex = 0..3;
    (flags, counts, castling, duplex).prop_map(|(flags, counts, castling, duplex)| Options {
        probe: None,
        constraint: None,
        verify_tries: false,
        searched_first: Vec::new(),
        set_play: flags[0] && !flags[9] && !flags[10],
        tries: counts.0,
        examined: Default::default(),
        variations: flags[1],
        no_threat: flags[2],
        variation_filter: Default::default(),
        no_short_variations: flags[7],
        no_trivial_tries: flags[8],
        post_key_play: flags[9],
        null_moves: flags[10],
        intelligent: flags[11],
        first_moves: counts.0.map(|count| crate::problem::FirstMoveRange {
            from: u64::from(count) + 1,
            to: u64::from(count) + 3,
        }),
        threat: counts.0.map(|count| count as u16),
        no_board: flags[6],
        move_numbers: flags[5],
        duplex: duplex == 1,
        half_duplex: duplex == 2,
        white_to_play: flags[3],
        en_passant: None,
        no_castling: castling.into_iter().map(square).map(spanned).collect(),
        max_solutions: counts.1,
        any_key: false,
        changed_play: false,
        max_time: counts.2.map(Duration::from_secs),
        no_white_king: flags[4],
        no_black_king: flags[5],
        quodlibet: flags[6],
        goal_is_end: flags[7],
        stop_on_short: flags[8],
        mates_in_1: flags[9],
        max_flights: counts.0,
        nontrivial: counts.0.map(|count| NonTrivial { allowance: count, within: 2 }),
        exclusive_castlings: if flags[10] { vec![(square("a1"), square("h8"))] } else { Vec::new() },
    })
}

fn any_lines() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec("[\\p{L}0-9(]([\\p{L}0-9 .,;'\"!?-]{0,20}[\\p{L}.])?", 0..3)
}

fn any_declaration() -> impl Strategy<Value = Declaration> {
    let moves = || prop::option::of(prop::collection::vec("[A-Za-z0-9*+=-]{0,4}[a-h][1-8]", 0..3));
    let number = || prop::option::of(any::<u64>());
    (
        prop::sample::select(&Verdict::ALL[..]),
        moves(),
        number(),
        prop::option::of(prop::collection::vec(any::<u64>(), 1..5)),
        number(),
        moves(),
    )
        .prop_map(|(verdict, keys, lines, branching, set, tries)| Declaration {
            twin: None,
            verdict: Some(verdict),
            keys,
            // This verdict and a number exclude each other.
            line_count: lines.filter(|_| verdict != Verdict::SeveralSolutions),
            branching: branching.filter(|_| verdict != Verdict::SeveralSolutions),
            set_line_count: set,
            tries,
        })
}

prop_compose! {
    pub(crate) fn any_problem()(
        authors in any_lines(),
        others in prop::array::uniform3(any_lines()),
        men in any_men(0),
        stipulation in any_stipulation(),
        conditions in any_conditions(0),
        options in any_options(),
        twins in any_twins(),
        zeroposition in any::<bool>(),
        declared in prop::option::of(any_declaration()),
        passer in prop::option::of(0u8..8),
        switch in prop::option::of(any_man()),
        beside in prop::option::of(prop::sample::subsequence(&[Walk::Queen, Walk::Rook, Walk::Knight][..], 0..3)),
    ) -> Problem {
        let (mut options, mut twins, mut conditions) = (options, twins, conditions);
        // At most one condition defines a board, and twins name squares of the orthodox one.
        let board = conditions.iter().position(|rule| rule.game_array().is_some());
        let named = board.and_then(|at| conditions[at].game_array());
        conditions = conditions.into_iter().enumerate()
            .filter(|(at, rule)| rule.game_array().is_none() || Some(*at) == board).map(|(_, rule)| rule).collect();
        let layout = named.map_or(Layout::CHESS, |array| array.layout);
        options.white_to_play &= consistency::white_can_begin(&stipulation)
            && consistency::check_white_to_play(&twins).is_empty();
        if named.is_some() {
            twins.clear();
            options.no_castling.clear();
            options.exclusive_castlings.clear();
        }
        let mut diagram = Diagram::empty(layout);
        for (square, man) in men {
            if layout.at(layout.file(square), layout.rank(square)).is_some() {
                diagram.put(square, man);
            }
        }
        if let (Some(man), Some(square)) = (switch, layout.square("A4").filter(|_| !layout.is_rectangle())) {
            diagram.put(square, man);
        }
        let rule = conditions.iter().find(|rule| rule.flags().entries);
        let max_men = if matches!(rule.map(|rule| rule.rule()), Some(Condition::Reenterent(_))) { 1 } else { 3 };
        diagram.reserve = beside.filter(|_| rule.is_some()).map(|walks| {
            let mut reserve = Reserve::EMPTY;
            walks.into_iter().take(max_men).for_each(|walk| reserve.add(Side::Black, walk));
            reserve
        });
        options.en_passant = passer.filter(|&file| file < layout.files()).map(|file| {
            let at = |rank| layout.at(file, rank).unwrap();
            diagram.put(at(4), Man::new(Side::Black, Walk::Pawn));
            diagram.remove(at(5));
            diagram.remove(at(6));
            spanned(DoubleStep { departure: at(6), passed: vec![at(5)], arrival: at(4) })
        });
        let zeroposition = zeroposition && !twins.is_empty();
        if zeroposition {
            twins[0].continued = false;
        }
        let [origins, titles, awards] = others;
        Problem {
            span: Span::default(),
            id: None,
            authors,
            origins,
            titles,
            awards,
            setting: Setting {
                start: None,
                diagram,
                places: BTreeMap::new(),
                stipulation: Some(spanned(stipulation)),
                structured: None,
                conditions: conditions.into_iter().map(|rule| NamedRule::new(rule, Span::default())).collect(),
            },
            options,
            zeroposition,
            twins,
            declarations: declared.into_iter().collect(),
            notes: Vec::new(),
        }
    }
}

/// Returns whether every span is in the text, or just after the end of its line.
fn spans_are_inside(reading: &Reading) -> bool {
    let inside = |place: Span| {
        let line = reading.source.line(place.line);
        place.line >= 1
            && place.line as usize <= reading.source.line_count()
            && place.column >= 1
            && (place.column + place.length) as usize <= line.chars().count() + 1
    };
    let of = |diagnostic: &Diagnostic| {
        inside(diagnostic.span) && diagnostic.related.iter().all(|(place, _)| inside(*place))
    };
    let in_item = |item: &formats::Item| {
        let errors = match &item.problem {
            Ok(_) => true,
            Err(refusal) => !refusal.errors.is_empty() && refusal.errors.iter().all(of),
        };
        inside(item.span) && errors && item.warnings.iter().all(of)
    };
    !reading.items.is_empty() && reading.items.iter().all(in_item) && reading.warnings.iter().all(of)
}

fn survives(bytes: &[u8]) {
    let reading = formats::read("any", bytes);
    assert!(spans_are_inside(&reading), "{reading:?}");
    for item in &reading.items {
        if let Err(refusal) = &item.problem {
            refusal.render(&reading.source, ColourMode::Plain);
        }
    }
}

/// Words that lead deep into the reader.
const WORDS: &[&str] = &[
    "beginproblem",
    "anfangproblem",
    "debutprobleme",
    "nextproblem",
    "endproblem",
    "stipulation",
    "#2",
    "h#2.5",
    "zj9",
    "pieces",
    "white",
    "black",
    "neutral",
    "royal",
    "Ke1",
    "Kj",
    "Rd",
    "Q",
    "a1b2",
    "é",
    "N/",
    "option",
    "Try",
    "MaxTime",
    "99999999999999999999",
    "7",
    "EnPassant",
    "d7d6d5",
    "NoCastling",
    "Intelligent",
    "Threat",
    "condition",
    "Circe",
    "Strict",
    "Mirror",
    "AntiCirce",
    "twin",
    "zeroposition",
    "continued",
    "move",
    "remove",
    "add",
    "exchange",
    "forsyth",
    "8/8/8/8/8/8/8/8",
    "rsbq+k=K.pa",
    "bank",
    "Fiasco",
    "Crazyhouse",
    "Reenterent",
    "Reroute66",
    "A4",
    "{re=N}",
    "remark",
    "kirke:",
    "verdict=sound",
    "twin=b",
    "latex",
    "latexpieces",
    "initialgamearray",
    "author",
    "\n",
    "\r\n",
    ";",
    ".",
    "\"",
    "s",
    "e",
    "w",
    "b",
    "-",
    "KQkq",
    "e3",
    "dm",
    "stip",
    "\"#2\"",
    "bm",
    "cond",
    "\"Circe\"",
    "opt",
    "\"Try\"",
    "4k/5/K4",
    "\u{7}",
    "\t",
];

proptest! {
    #[test]
    fn what_is_written_is_read(problem in any_problem()) {
        let text = write(&problem);
        prop_assert_eq!(without_spans(good(&text)), problem, "{}", text);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        survives(&bytes);
    }

    #[test]
    fn any_words_are_read_or_refused(
        words in prop::collection::vec(prop::sample::select(WORDS), 0..40),
        glue in prop::sample::select(&[" ", "\n", ""][..]),
        begin in prop::sample::select(&["beginproblem ", "8/8/8/8/8/8/8/8 w - - ", ""][..]),
    ) {
        survives(format!("{begin}{}", words.join(glue)).as_bytes());
    }

    #[test]
    fn any_damage_is_read_or_refused(problem in any_problem(), at in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<prop::sample::Index>()) {
        let mut bytes = write(&problem).into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        survives(&bytes);
        bytes.truncate(cut.index(bytes.len()));
        survives(&bytes);
    }
}
