//! Games with rules of their own, and their boards.

use super::{Rule, RuleOption, Takes};
use crate::board::Array;
use crate::position::Walk;
use crate::rules::Condition;
use crate::rules::games::{Crazyhouse, Fiasco, Putback, Reenterent, Replacement, Reroute66, SmallBoard};

fn no_walks(_: Condition) -> Vec<Walk> {
    Vec::new()
}

/// A word that sets a switch of some rules.
macro_rules! switch {
    ($name:ident, $word:literal, $meaning:literal, $($rule:ident($bound:ident) => $field:expr),+) => {
        static $name: RuleOption = RuleOption {
            names: [$word; 3],
            meaning: $meaning,
            group: $word,
            takes: Takes::Nothing,
            set: |mut condition, _| {
                match &mut condition {
                    $(Condition::$rule($bound) => $field = true,)+
                    _ => {}
                }
                condition
            },
            walks: no_walks,
        };
    };
}

switch!(DEMOTES, "demote_promoted", "A promoted man is a pawn again when it is captured.",
    Replacement(rule) => rule.0.demotes, Putback(rule) => rule.putting.demotes, Reenterent(rule) => rule.demotes);
switch!(PUT_CASTLES, "placement_restores_castling", "A rook that is put on its home square may castle.",
    Replacement(rule) => rule.0.restores_castling, Putback(rule) => rule.putting.restores_castling);
switch!(DOUBLE, "first_rank_pawn_keeps_double", "A pawn that walked from its first rank to its second may still step twice.",
    Putback(rule) => rule.keeps_double);
switch!(QUIET, "owner_chooses_no_check", "A pawn may be put where it could become a man that gives check; its owner chooses another.",
    Putback(rule) => rule.quiet_promotions);
switch!(REENTRY_CASTLES, "reentry_restores_castling", "A rook that has come back may castle.",
    Reenterent(rule) => rule.restores_castling);
switch!(NO_LEAP_IN, "no_switch_pair_knight", "No knight leaps between A4 and a4, or h5 and H5.",
    Reroute66(rule) => rule.no_leap_in_switch);
switch!(NO_LEAP_BESIDE, "no_switch_side_knight", "No knight leaps between b4 and A4, or g5 and H5.",
    Reroute66(rule) => rule.no_leap_beside_switch);

/// The officers of an array, if there are five.
fn array(walks: &[Walk]) -> Option<Array> {
    walks.try_into().ok().map(Array::five)
}

/// The officers behind a name, unless they are the usual ones.
static OFFICERS: RuleOption = RuleOption {
    names: ["officers", "Offiziere", "officiers"],
    meaning: "White's officers in the game array, from the left.",
    group: "officers",
    takes: Takes::Officers,
    set: |condition, walks| match (condition, array(walks)) {
        (Condition::Fiasco(_), Some(array)) => Condition::Fiasco(Fiasco(array)),
        (Condition::SmallBoard(_), Some(array)) => Condition::SmallBoard(SmallBoard(array)),
        (condition, _) => condition,
    },
    walks: |condition| match condition {
        Condition::Fiasco(Fiasco(array)) if array != Array::FIASCO => array.officers().collect(),
        Condition::SmallBoard(SmallBoard(array)) if array != Array::REENTERENT => array.officers().collect(),
        _ => Vec::new(),
    },
};

static REPLACEMENT: &[&RuleOption] = &[&DEMOTES, &PUT_CASTLES];
static PUTBACK: &[&RuleOption] = &[&DEMOTES, &PUT_CASTLES, &DOUBLE, &QUIET];
static REENTERENT: &[&RuleOption] = &[&DEMOTES, &REENTRY_CASTLES];
static REROUTE66: &[&RuleOption] = &[&NO_LEAP_IN, &NO_LEAP_BESIDE];

/// The games.
pub(super) fn rules() -> Vec<Rule> {
    vec![
        Rule::new(
            ["Replacement", "Replacement", "Replacement"],
            "Who captures puts the captured man on any empty square, a bishop on its colour, a pawn off the first and last ranks.",
            Condition::Replacement(Replacement::default()),
            REPLACEMENT,
        ).from("the rules of the game: docs/games.md"),
        Rule::new(
            ["Putback", "Putback", "Putback"],
            "Who captures puts the captured man on any empty square; a pawn put where it promotes is promoted by its owner before he moves, and a pawn on its first rank may go up to three squares.",
            Condition::Putback(Putback::default()),
            PUTBACK,
        ).from("the rules of the game: docs/games.md"),
        Rule::new(
            ["Reenterent", "Reenterent", "Reenterent"],
            "On five files: a captured man goes to the re-entrant square, from where its side may bring it back instead of moving; bishops on c4 and c5 may switch between these squares.",
            Condition::Reenterent(Reenterent::default()),
            REENTERENT,
        ).from("the rules of the game: docs/games.md").shown("Ka1 Rd4", "Ka8 Sd6", "d4d6"),
        Rule {
            walks: Some(&OFFICERS),
            ..Rule::new(
                ["Fiasco", "Fiasco", "Fiasco"],
                "On five files, without castling: instead of moving a side may put a man of its bank of queen, rook and knight on its first rank.",
                Condition::Fiasco(Fiasco::default()),
                &[],
            ).from("the rules of the game: docs/games.md").shown("Kd1 Rc4", "Kd8 Sc6", "c4c6")
        },
        Rule::new(
            ["Crazyhouse", "Crazyhouse", "Crazyhouse"],
            "A captured man goes to the capturer's bank as his man, a promoted one as a pawn; instead of moving a side may put a man of its bank on any empty square, a pawn not on the first or last rank.",
            Condition::Crazyhouse(Crazyhouse),
            &[],
        ).from("the rules of the game: docs/games.md"),
        Rule::new(
            ["Reroute66", "Reroute66", "Reroute66"],
            "On 66 squares: the files are shifted in the middle of the board, and fork at both ends.",
            Condition::Reroute66(Reroute66::default()),
            REROUTE66,
        ).shown("Kg2 Rd2", "Kh7 Se6", "d2e6")
        .from("the rules of the game: docs/games.md"),
        Rule {
            walks: Some(&OFFICERS),
            ..Rule::new(
                ["SmallBoard", "KleinesBrett", "PetitEchiquier"],
                "On five files and eight ranks, with the officers K Q B S R or those behind the name.",
                Condition::SmallBoard(SmallBoard::default()),
                &[],
            ).from("the rules of the game: docs/games.md").shown("Ka1 Rd4", "Ka8 Sd6", "d4d6")
        },
    ]
}
