//! Options of the rules that use rebirth squares.

use std::sync::LazyLock;

use super::other_options::cycle_of;
use super::{Argument, RebirthOption, RuleOption};
use crate::position::Walk;
use crate::rules::Condition;
use crate::rules::rebirth::transform::{Cycle, WalkChange, Walks};
use crate::rules::rebirth::{Home, OnOccupied, Purpose, Rebirth, RelevantCapture, Royals, SquareTransform};

/// Returns the condition with changed parameters of rebirth.
fn with_parameters(condition: Condition, change: impl Fn(Rebirth) -> Rebirth) -> Condition {
    match condition.rebirth() {
        Some(rebirth) => condition.with_rebirth(change(rebirth)),
        None => condition,
    }
}

fn no_walks(_: Condition) -> Vec<Walk> {
    Vec::new()
}

macro_rules! option {
    ($name:ident, $names:expr, $group:literal, $meaning:literal, $($field:ident: $value:expr),+) => {
        static $name: RuleOption = RuleOption {
            names: $names,
            meaning: $meaning,
            group: $group,
            argument: Argument::Nothing,
            apply: |condition, _| with_parameters(condition, |rebirth| Rebirth { $($field: $value,)+ ..rebirth }),
            walks: no_walks,
        };
    };
}

option!(RELAXED, ["Relaxed", "Locker", "Relache"], "occupied", "If the rebirth square is occupied, there is no rebirth.", on_occupied: OnOccupied::Relaxed);
option!(STRICT, ["Strict", "Strikt", "Stricte"], "occupied", "If the rebirth square is occupied, the capture is illegal.", on_occupied: OnOccupied::Strict);
option!(ASSASSIN, ["Assassin", "Assassin", "Assassin"], "occupied", "The reborn man removes the man on the rebirth square.", on_occupied: OnOccupied::Assassin);
option!(VOLCANIC, ["Volcanic", "Vulkan", "Volcanique"], "occupied", "The man waits below the man on the rebirth square until that leaves.", on_occupied: OnOccupied::Volcanic);
option!(PARACHUTE, ["Parachute", "Fallschirm", "Parachute"], "occupied", "The man on the rebirth square waits below the reborn man until that leaves.", on_occupied: OnOccupied::Parachute);
option!(PONGRACZ, ["Pongracz", "Pongracz", "Pongracz"], "occupied", "The man on the rebirth square is reborn too, and so on.", on_occupied: OnOccupied::Pongracz);
option!(REX_EXCLUSIVE, ["RexExclusive", "RexExklusive", "RexExclusif"], "royals", "Kings are not reborn.", royals: Royals::Exclusive);
option!(REX_INCLUSIVE, ["RexInclusive", "RexInklusive", "RexInclusif"], "royals", "Kings are reborn too; an attacked king is in check only if it would be off the board.", royals: Royals::Inclusive);
option!(PARRAIN, ["Parrain", "Parrain", "Parrain"], "home", "A man is reborn after the next half-move, as far from its capture, and in the same direction, as that goes.", relevant_capture: RelevantCapture::LastMove, home: Home::Equipollent, mirrored: false);
option!(CONTRA_PARRAIN, ["ContraParrain", "ContraParrain", "ContraParrain"], "home", "As Parrain, but in the opposite direction.", relevant_capture: RelevantCapture::LastMove, home: Home::Equipollent, mirrored: true);
option!(LAST_MOVE, ["LastMove", "LetzterZug", "CoupDernier"], "when", "A man is reborn after the half-move that follows its capture.", relevant_capture: RelevantCapture::LastMove);
option!(WAIT_CAPTURE, ["WaitCapture", "NaechsterSchlag", "PriseProchaine"], "when", "A man is reborn when the next capture is made.", relevant_capture: RelevantCapture::WaitCapture);
option!(COUSCOUS, ["Couscous", "Couscous", "Couscous"], "partner", "The other man of the capture determines the square.", partner_decides: true);
option!(MIRROR, ["Mirror", "Spiegel", "Malefique"], "mirrored", "The homes are those of the other side.", mirrored: true);
option!(DIAMETRAL, ["Diametral", "Diametral", "Diametral"], "adapt", "The rebirth square is the one opposite across the middle of the board.", transform: SquareTransform::Diametral);
option!(VERTICAL_MIRROR, ["VerticalMirror", "VertikalSpiegel", "MalefiqueVerticale"], "adapt", "The rebirth square is the one mirrored left and right.", transform: SquareTransform::VerticalMirror);
option!(CLONE, ["Clone", "Clone", "Clone"], "walk", "The man takes the walk of the other man of the capture first.", walk_change: WalkChange::Clone);
option!(TURNCOATS, ["Turncoats", "Turncoat", "Turncoats"], "turncoat", "The man changes sides after its rebirth.", turncoat: true);
option!(FRISCHAUF, ["Frischauf", "Frischauf", "Frischauf"], "frischauf", "Promoted men are reborn on the promotion square of the file.", frischauf: true);
option!(CALVET, ["Calvet", "Calvet", "Calvet"], "cheylan", "The capturer may capture on its own rebirth square.", cheylan: false);
option!(CHEYLAN, ["Cheylan", "Cheylan", "Cheylan"], "cheylan", "The capturer may not capture on its own rebirth square.", cheylan: true);

static EINSTEIN: RuleOption = RuleOption {
    names: ["Einstein", "Einstein", "Einstein"],
    meaning: "A captured man goes down in the order Q R B S P before its rebirth, a capturer up.",
    group: "walk",
    argument: Argument::Nothing,
    apply: |condition, _| {
        let walk = if condition.is_anticirce() { WalkChange::Up } else { WalkChange::Down };
        with_parameters(condition, |rebirth| Rebirth { walk_change: walk, ..rebirth })
    },
    walks: no_walks,
};

static REVERSAL_EINSTEIN: RuleOption = RuleOption {
    names: ["ReversalEinstein", "ReversesEinstein", "ReversEinstein"],
    meaning: "A captured man goes up in the order Q R B S P before its rebirth, a capturer down.",
    group: "walk",
    argument: Argument::Nothing,
    apply: |condition, _| {
        let walk = if condition.is_anticirce() { WalkChange::Down } else { WalkChange::Up };
        with_parameters(condition, |rebirth| Rebirth { walk_change: walk, ..rebirth })
    },
    walks: no_walks,
};

/// Chameleon; also the argument of the name ChameleonCirce.
pub(super) static CHAMELEON: RuleOption = RuleOption {
    names: ["Chameleon", "Chamaeleon", "Chameleon"],
    meaning: "The man takes the next walk of a cycle first: S B R Q, or the walks that follow the word.",
    group: "walk",
    argument: Argument::CycleOrNone,
    apply: |condition, walks| {
        let cycle = cycle_of(walks);
        with_parameters(condition, |rebirth| Rebirth { walk_change: WalkChange::Chameleon(cycle), ..rebirth })
    },
    walks: |condition| match condition.rebirth().map(|rebirth| rebirth.walk_change) {
        Some(WalkChange::Chameleon(cycle)) if cycle != Cycle::USUAL => cycle.walks().to_vec(),
        _ => Vec::new(),
    },
};

/// April; also the argument of the name AprilChess.
pub(super) static APRIL: RuleOption = RuleOption {
    names: ["April", "April", "Avril"],
    meaning: "Only men of the walks that follow the word are reborn; the walk that counts is that of the man that determines the square, after its change.",
    group: "april",
    argument: Argument::Walks,
    apply: |condition, walks| {
        let walks = walks.iter().fold(Walks::default(), |set, &walk| set.with(walk));
        with_parameters(condition, |rebirth| Rebirth { april: Some(walks), ..rebirth })
    },
    walks: |condition| {
        let april = condition.rebirth().and_then(|rebirth| rebirth.april);
        april.map_or(Vec::new(), |walks| walks.iter().collect())
    },
};

/// The options that come before the rebirth squares, with their minimal purpose.
static OPTIONS_BEFORE_HOMES: [(Purpose, &RuleOption); 10] = [
    (Purpose::Rebirth, &RELAXED),
    (Purpose::Origin, &STRICT),
    (Purpose::Rebirth, &ASSASSIN),
    (Purpose::Rebirth, &VOLCANIC),
    (Purpose::Rebirth, &PARACHUTE),
    (Purpose::Rebirth, &PONGRACZ),
    (Purpose::Origin, &REX_EXCLUSIVE),
    (Purpose::Origin, &REX_INCLUSIVE),
    (Purpose::Rebirth, &PARRAIN),
    (Purpose::Rebirth, &CONTRA_PARRAIN),
];

/// The options that come after the rebirth squares, with their minimal purpose.
static OPTIONS_AFTER_HOMES: [(Purpose, &RuleOption); 15] = [
    (Purpose::Rebirth, &LAST_MOVE),
    (Purpose::Rebirth, &WAIT_CAPTURE),
    (Purpose::VictimTest, &COUSCOUS),
    (Purpose::Origin, &MIRROR),
    (Purpose::Origin, &DIAMETRAL),
    (Purpose::Origin, &VERTICAL_MIRROR),
    (Purpose::VictimTest, &CLONE),
    (Purpose::Rebirth, &TURNCOATS),
    (Purpose::Origin, &FRISCHAUF),
    (Purpose::Rebirth, &CALVET),
    (Purpose::Rebirth, &CHEYLAN),
    (Purpose::VictimTest, &EINSTEIN),
    (Purpose::VictimTest, &REVERSAL_EINSTEIN),
    (Purpose::VictimTest, &CHAMELEON),
    (Purpose::CapturerTest, &APRIL),
];

/// Every option of the rules that use rebirth squares.
pub(super) static ALL: LazyLock<Vec<RebirthOption>> = LazyLock::new(|| {
    let homes = Home::ALL.iter().filter_map(|home| {
        let (word, set) = home.word()?;
        let option = RuleOption {
            names: word.names,
            meaning: word.meaning,
            group: "home",
            argument: Argument::Nothing,
            apply: set,
            walks: no_walks,
        };
        Some(RebirthOption { min_purpose: word.purpose, option, example: Some(word.example) })
    });
    let without_example = |&(min_purpose, option): &(Purpose, &RuleOption)| RebirthOption {
        min_purpose,
        option: *option,
        example: None,
    };
    OPTIONS_BEFORE_HOMES
        .iter()
        .map(without_example)
        .chain(homes)
        .chain(OPTIONS_AFTER_HOMES.iter().map(without_example))
        .collect()
});
