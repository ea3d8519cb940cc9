//! Catalogue of the rules that forbid captures or compel them, and of rules for pawns and origins.

use super::{Argument, CatalogueEntry, RuleOption};
use crate::position::Side;
use crate::rules::Condition;
use crate::rules::pawn::{Glasgow, NormalPawn};
use crate::rules::rebirth::Royals;
use crate::rules::relocation::{Danger, Plus};
use crate::rules::restriction::{
    Amu, Bicaptures, Cast, Hinderers, Losing, MultiCaptures, MustCapture, ShieldedKings, UltraPatrol, Woozles,
};

static INVERSE: RuleOption = RuleOption {
    names: ["Inverse", "Invers", "Inverse"],
    meaning: "Only a man that has more than one capture may capture.",
    group: "inverse",
    argument: Argument::Nothing,
    apply: |condition, _| match condition {
        Condition::Cast(_) => Condition::Cast(Cast::Several),
        other => other,
    },
    walks: |_| Vec::new(),
};

static ULTRA: RuleOption = RuleOption {
    names: ["Ultra", "Ultra", "Ultra"],
    meaning: "It has no move if it cannot capture.",
    group: "ultra",
    argument: Argument::Nothing,
    apply: |condition, _| match condition {
        Condition::MustCapture(rule) => Condition::MustCapture(MustCapture { ultra: true, ..rule }),
        other => other,
    },
    walks: |_| Vec::new(),
};

static WHITE: RuleOption = RuleOption {
    names: ["White", "Weiss", "Blanc"],
    meaning: "Only for captures by White.",
    group: "side",
    argument: Argument::Nothing,
    apply: |condition, _| match condition {
        Condition::MultiCaptures(_) => Condition::MultiCaptures(MultiCaptures(Some(Side::White))),
        other => other,
    },
    walks: |_| Vec::new(),
};

static BLACK: RuleOption = RuleOption {
    names: ["Black", "Schwarz", "Noir"],
    meaning: "Only for captures by Black.",
    group: "side",
    argument: Argument::Nothing,
    apply: |condition, _| match condition {
        Condition::MultiCaptures(_) => Condition::MultiCaptures(MultiCaptures(Some(Side::Black))),
        other => other,
    },
    walks: |_| Vec::new(),
};

static REX_EXCLUSIVE: RuleOption = RuleOption {
    names: ["RexExclusive", "RexExklusive", "RexExclusif"],
    meaning: "Kings take no part.",
    group: "royals",
    argument: Argument::Nothing,
    apply: |condition, _| match condition {
        Condition::Woozles(rule) => Condition::Woozles(Woozles { royals: Royals::Exclusive, ..rule }),
        other => other,
    },
    walks: |_| Vec::new(),
};

static CAST_OPTIONS: &[&RuleOption] = &[&INVERSE];
static SIDE_OPTIONS: &[&RuleOption] = &[&WHITE, &BLACK];
static MUST_CAPTURE_OPTIONS: &[&RuleOption] = &[&ULTRA];
static WOOZLES_OPTIONS: &[&RuleOption] = &[&REX_EXCLUSIVE];

/// Returns the rules that forbid or compel captures, and those that change pawns or origins of moves.
pub(super) fn rules() -> Vec<CatalogueEntry> {
    vec![
        CatalogueEntry::new(
            ["UltraPatrol", "UltraPatrouille", "UltraPatrouille"],
            "A man moves, captures and gives check only if a man of its own side observes it.",
            Condition::UltraPatrol(UltraPatrol),
            &[],
        ).with_example("Kg2 Rd4 Rd1 Sb5", "Kh7 Sd6 Pa7", "d4d6"),
        CatalogueEntry::new(
            ["ShieldedKings", "SchutzKoenige", "ShieldedKings"],
            "A king neither captures nor checks a king that a man of its side guards.",
            Condition::ShieldedKings(ShieldedKings),
            &[],
        ).with_example("Kg4 Rh5", "Kg6 Sg5", "g4g5"),
        CatalogueEntry::new(
            ["AMU", "AMU", "AMU"],
            "Only a man that exactly one enemy attacked before it moved gives mate.",
            Condition::Amu(Amu),
            &[],
        ).with_example("Kg6 Ra1", "Kh8 Sc2 Sa8", "a1a8"),
        CatalogueEntry::new(
            ["CASTChess", "CASTSchach", "CASTEchecs"],
            "A man that has more than one capture may not capture.",
            Condition::Cast(Cast::Single),
            CAST_OPTIONS,
        ).with_example("Kg2 Rd4 Sb5", "Kh7 Sd6 Pa4", "b5d6"),
        CatalogueEntry::new(
            ["MultiCaptures", "MultiCaptures", "MultiCaptures"],
            "A man can be captured only if at least two men could capture it, as far as other rules permit.",
            Condition::MultiCaptures(MultiCaptures(None)),
            SIDE_OPTIONS,
        ).with_example("Kg2 Rd4 Sb5", "Kh7 Sd6 Pa4", "d4d6"),
        CatalogueEntry::new(
            ["Bicaptures", "Bicaptures", "Bicaptures"],
            "Own men can be captured too, but for the king.",
            Condition::Bicaptures(Bicaptures),
            &[],
        ).with_example("Kg2 Rd4 Sa4", "Kh7 Sd6", "d4a4"),
        CatalogueEntry::new(
            ["WhiteMustCapture", "WeisserSchlagzwang", "BlancPriseForce"],
            "White must capture if it can.",
            Condition::MustCapture(MustCapture { side: Side::White, ultra: false }),
            MUST_CAPTURE_OPTIONS,
        ),
        CatalogueEntry::new(
            ["BlackMustCapture", "SchwarzerSchlagzwang", "NoirPriseForce"],
            "Black must capture if it can.",
            Condition::MustCapture(MustCapture { side: Side::Black, ultra: false }),
            MUST_CAPTURE_OPTIONS,
        ).with_example("Kg2 Pe4", "Kh7 Sd6", "d6e4"),
        CatalogueEntry::new(
            ["LosingChess", "Schlagschach", "QuiPerdGagne"],
            "A side that can capture must; kings are men like others.",
            Condition::Losing(Losing),
            &[],
        ).with_example("Kg2 Rd4", "Kd6", "d4d6"),
        CatalogueEntry::new(
            ["Woozles", "Woozles", "Woozles"],
            "A man that observes, and is observed by, a man of its own side neither captures nor checks.",
            Condition::Woozles(Woozles { hinderers: Hinderers::Own, only_along_line: false, royals: Royals::Inclusive }),
            WOOZLES_OPTIONS,
        ).with_example("Kh1 Rd4 Rd1 Sb5", "Kh7 Sd6 Sa4", "b5d6"),
        CatalogueEntry::new(
            ["BiWoozles", "BiWoozles", "BiWoozles"],
            "A man that observes, and is observed by, a man of the other side neither captures nor checks.",
            Condition::Woozles(Woozles { hinderers: Hinderers::Enemies, only_along_line: false, royals: Royals::Inclusive }),
            WOOZLES_OPTIONS,
        ).with_example("Kg2 Rd4 Sb5", "Kh7 Rd6 Pa4", "b5d6"),
        CatalogueEntry::new(
            ["Heffalumps", "Heffalumps", "Heffalumps"],
            "As Woozles, but only captures along the line of observation are forbidden.",
            Condition::Woozles(Woozles { hinderers: Hinderers::Own, only_along_line: true, royals: Royals::Inclusive }),
            WOOZLES_OPTIONS,
        ).with_example("Kh1 Rd4 Rd1", "Kh7 Sd6 Sa4", "d4a4"),
        CatalogueEntry::new(
            ["BiHeffalumps", "BiHeffalumps", "BiHeffalumps"],
            "As BiWoozles, but only captures along the line of observation are forbidden.",
            Condition::Woozles(Woozles { hinderers: Hinderers::Enemies, only_along_line: true, royals: Royals::Inclusive }),
            WOOZLES_OPTIONS,
        ).with_example("Kg2 Rd4 Sb5", "Kh7 Rd6 Pa4", "d4a4"),
        CatalogueEntry::new(
            ["NormalPawn", "NormalBauern", "PionNormale"],
            "Pawns step and capture from their own first rank too.",
            Condition::NormalPawn(NormalPawn),
            &[],
        ).with_example("Kg4 Pa1 Pc2", "Kh7 Sb2", "a1b2"),
        CatalogueEntry::new(
            ["GlasgowChess", "GlasgowSchach", "EchecsGlasgow"],
            "Pawns promote on their seventh rank.",
            Condition::Glasgow(Glasgow),
            &[],
        ).with_example("Kg2 Pa6", "Kh4 Sb7", "a6b7"),
        CatalogueEntry::new(
            ["PlusChess", "PlusSchach", "EchecsPlus"],
            "A man on one of the four squares in the middle of the board captures also as if from another of them that is empty.",
            Condition::Plus(Plus),
            &[],
        ).with_label("Plus").with_example("Kg2 Rd4", "Kh7 Sa5 Sd6", "d4a5"),
        CatalogueEntry::new(
            ["DangerCirce", "GefahrenCirce", "CirceDanger"],
            "A man that is attacked may go to its home square in the game array, and capture there.",
            Condition::Danger(Danger),
            &[],
        ).with_example("Kg2 Rd4", "Kh7 Sd6 Bg7 Sa1", "d4a1"),
    ]
}
