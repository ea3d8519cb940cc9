//! Catalogue of the games with rules of their own, and of their boards.

use super::{Argument, CatalogueEntry, RuleOption};
use crate::board::GameArray;
use crate::position::Walk;
use crate::rules::Condition;
use crate::rules::games::{Crazyhouse, Fiasco, Putback, Reenterent, Replacement, Reroute66, SmallBoard};

fn no_walks(_: Condition) -> Vec<Walk> {
    Vec::new()
}

/// An option that sets a flag of some rules.
macro_rules! flag {
    ($name:ident, $word:literal, $meaning:literal, $($rule:ident($bound:ident) => $field:expr),+) => {
        static $name: RuleOption = RuleOption {
            names: [$word; 3],
            meaning: $meaning,
            group: $word,
            argument: Argument::Nothing,
            apply: |mut condition, _| {
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

flag!(DEMOTES_PROMOTED, "demote_promoted", "A promoted man is a pawn again when it is captured.",
    Replacement(rule) => rule.0.demotes_promoted, Putback(rule) => rule.options.demotes_promoted, Reenterent(rule) => rule.demotes_promoted);
flag!(PUT_CASTLES, "placement_restores_castling", "A rook that is put on its home square may castle.",
    Replacement(rule) => rule.0.restores_castling, Putback(rule) => rule.options.restores_castling);
flag!(KEEPS_DOUBLE_STEP, "first_rank_pawn_keeps_double", "A pawn that walked from its first rank to its second may still step twice.",
    Putback(rule) => rule.keeps_double_step);
flag!(NO_CHECKING_PROMOTION, "owner_chooses_no_check", "A pawn may be put where it could become a man that gives check; its owner chooses another.",
    Putback(rule) => rule.quiet_promotions);
flag!(REENTRY_CASTLES, "reentry_restores_castling", "A rook that has come back may castle.",
    Reenterent(rule) => rule.restores_castling);
flag!(NO_LEAP_IN_SWITCH, "no_switch_pair_knight", "No knight leaps between A4 and a4, or h5 and H5.",
    Reroute66(rule) => rule.no_leap_in_switch);
flag!(NO_LEAP_TO_SWITCH_NEIGHBOUR, "no_switch_side_knight", "No knight leaps between b4 and A4, or g5 and H5.",
    Reroute66(rule) => rule.no_leap_to_switch_neighbour);

/// Returns the game array with these officers; `None` unless there are five.
fn officer_array(walks: &[Walk]) -> Option<GameArray> {
    walks.try_into().ok().map(GameArray::five_files)
}

/// The officers after a name, unless they are the usual ones.
static OFFICERS: RuleOption = RuleOption {
    names: ["officers", "Offiziere", "officiers"],
    meaning: "White's officers in the game array, from the left.",
    group: "officers",
    argument: Argument::Officers,
    apply: |condition, walks| match (condition, officer_array(walks)) {
        (Condition::Fiasco(_), Some(array)) => Condition::Fiasco(Fiasco(array)),
        (Condition::SmallBoard(_), Some(array)) => Condition::SmallBoard(SmallBoard(array)),
        (condition, _) => condition,
    },
    walks: |condition| match condition {
        Condition::Fiasco(Fiasco(array)) if array != GameArray::FIASCO => array.officers().collect(),
        Condition::SmallBoard(SmallBoard(array)) if array != GameArray::REENTERENT => {
            array.officers().collect()
        }
        _ => Vec::new(),
    },
};

static REPLACEMENT: &[&RuleOption] = &[&DEMOTES_PROMOTED, &PUT_CASTLES];
static PUTBACK: &[&RuleOption] =
    &[&DEMOTES_PROMOTED, &PUT_CASTLES, &KEEPS_DOUBLE_STEP, &NO_CHECKING_PROMOTION];
static REENTERENT: &[&RuleOption] = &[&DEMOTES_PROMOTED, &REENTRY_CASTLES];
static REROUTE66: &[&RuleOption] = &[&NO_LEAP_IN_SWITCH, &NO_LEAP_TO_SWITCH_NEIGHBOUR];

/// Returns the games.
pub(super) fn rules() -> Vec<CatalogueEntry> {
    vec![
        CatalogueEntry::new(
            ["Replacement", "Replacement", "Replacement"],
            "The capturer puts the captured man on any empty square, a bishop on its colour, a pawn off the first and last ranks.",
            Condition::Replacement(Replacement::default()),
            REPLACEMENT,
        ).with_source("the rules of the game: docs/games.md"),
        CatalogueEntry::new(
            ["Putback", "Putback", "Putback"],
            "The capturer puts the captured man on any empty square; a pawn put on its promotion rank is promoted by its owner before the owner's next move, and a pawn on its first rank may step up to three squares.",
            Condition::Putback(Putback::default()),
            PUTBACK,
        ).with_source("the rules of the game: docs/games.md"),
        CatalogueEntry::new(
            ["Reenterent", "Reenterent", "Reenterent"],
            "On five files: a captured man goes to the re-entrant square, from where its side may bring it back instead of moving; bishops on c4 and c5 may switch between these squares.",
            Condition::Reenterent(Reenterent::default()),
            REENTERENT,
        ).with_source("the rules of the game: docs/games.md").with_example("Ka1 Rd4", "Ka8 Sd6", "d4d6"),
        CatalogueEntry {
            walk_argument: Some(&OFFICERS),
            ..CatalogueEntry::new(
                ["Fiasco", "Fiasco", "Fiasco"],
                "On five files, without castling: instead of moving a side may put a man of its bank of queen, rook and knight on its first rank.",
                Condition::Fiasco(Fiasco::default()),
                &[],
            ).with_source("the rules of the game: docs/games.md").with_example("Kd1 Rc4", "Kd8 Sc6", "c4c6")
        },
        CatalogueEntry::new(
            ["Crazyhouse", "Crazyhouse", "Crazyhouse"],
            "A captured man changes sides and goes to the capturer's bank, a promoted one as a pawn; instead of moving a side may put a man of its bank on any empty square, a pawn not on the first or last rank.",
            Condition::Crazyhouse(Crazyhouse),
            &[],
        ).with_source("the rules of the game: docs/games.md"),
        CatalogueEntry::new(
            ["Reroute66", "Reroute66", "Reroute66"],
            "On 66 squares: the files are shifted in the middle of the board, and fork at both ends.",
            Condition::Reroute66(Reroute66::default()),
            REROUTE66,
        ).with_example("Kg2 Rd2", "Kh7 Se6", "d2e6")
        .with_source("the rules of the game: docs/games.md"),
        CatalogueEntry {
            walk_argument: Some(&OFFICERS),
            ..CatalogueEntry::new(
                ["SmallBoard", "KleinesBrett", "PetitEchiquier"],
                "On five files and eight ranks, with the officers K Q B S R or those after the name.",
                Condition::SmallBoard(SmallBoard::default()),
                &[],
            ).with_source("the rules of the game: docs/games.md").with_example("Ka1 Rd4", "Ka8 Sd6", "d4d6")
        },
    ]
}
