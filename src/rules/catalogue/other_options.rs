//! Options of the rules without rebirth.

use super::{Argument, RuleOption};
use crate::position::{Side, Walk};
use crate::rules::Condition;
use crate::rules::attribute::ChameleonMen;
use crate::rules::movement::{Annan, KingsPart};
use crate::rules::rebirth::Royals;
use crate::rules::rebirth::transform::Cycle;
use crate::rules::transformation::{Chameleon, Kobul, SentinelSide, Sentinels};

fn no_walks(_: Condition) -> Vec<Walk> {
    Vec::new()
}

macro_rules! option {
    ($name:ident, $names:expr, $group:literal, $meaning:literal, $rule:ident => $change:expr) => {
        static $name: RuleOption = RuleOption {
            names: $names,
            meaning: $meaning,
            group: $group,
            argument: Argument::Nothing,
            apply: |mut condition, _| {
                if let Condition::$rule(rule) = &mut condition {
                    $change(rule);
                }
                condition
            },
            walks: no_walks,
        };
    };
}

const REX_INCLUSIVE: [&str; 3] = ["RexInclusive", "RexInklusive", "RexInclusif"];
const REX_EXCLUSIVE: [&str; 3] = ["RexExclusive", "RexExklusive", "RexExclusif"];

option!(ABSOLUTE, ["Absolute", "Absolut", "Absolu"], "absolute", "A capturer of a king must be able to go on, too.",
    TakeAndMake => |rule: &mut crate::rules::movement::TakeAndMake| rule.absolute = true);
option!(TRANSFER_REX, REX_INCLUSIVE, "royals", "Kings are included.",
    PowerTransfer => |rule: &mut crate::rules::movement::PowerTransfer| rule.0 = Royals::Inclusive);
option!(WALK_REX, REX_EXCLUSIVE, "royals", "Kings do not change.",
    VictimsWalk => |rule: &mut crate::rules::transformation::VictimsWalk| rule.royals = Royals::Exclusive);
option!(WHITE_KING, ["White", "Weiss", "Blanc"], "side", "Only the white king changes.",
    Kobul => |rule: &mut Kobul| rule.0 = Some(Side::White));
option!(BLACK_KING, ["Black", "Schwarz", "Noir"], "side", "Only the black king changes.",
    Kobul => |rule: &mut Kobul| rule.0 = Some(Side::Black));
option!(ADVERSE, ["Adverse", "Adverse", "Adverse"], "side", "The man is one of the side that has lost one.",
    Breton => |rule: &mut crate::rules::transformation::Breton| rule.adverse = true);
option!(CHROMATIC, ["Chromatic", "Chromatisch", "Chromatique"], "chromatic", "The man changes sides and stays.",
    Breton => |rule: &mut crate::rules::transformation::Breton| rule.chromatic = true);
option!(PY, ["PY", "PY", "PY"], "py", "The man is chosen after the capturer's own changes, and can be neutral.",
    Breton => |rule: &mut crate::rules::transformation::Breton| rule.py = true);
option!(MADRASI_REX, REX_INCLUSIVE, "royals", "Kings are included.",
    Madrasi => |rule: &mut crate::rules::restriction::Madrasi| rule.0 = Royals::Inclusive);
option!(MESSIGNY_REX, REX_EXCLUSIVE, "royals", "Kings do not change places.",
    Messigny => |rule: &mut crate::rules::movement::Messigny| rule.0 = Royals::Exclusive);
option!(ANNAN_B, ["TypeB", "TypB", "TypeB"], "type", "Kings lend no walk.",
    Annan => |rule: &mut Annan| rule.kings = KingsPart::Borrow);
option!(ANNAN_C, ["TypeC", "TypC", "TypeC"], "type", "Kings move as kings.",
    Annan => |rule: &mut Annan| rule.kings = KingsPart::Lend);
option!(ANNAN_D, ["TypeD", "TypD", "TypeD"], "type", "Kings lend no walk and move as kings.",
    Annan => |rule: &mut Annan| rule.kings = KingsPart::Neither);
option!(ULTRA, ["Ultra", "Ultra", "Ultra"], "ultra",
    "Moves that leave the own king in check count, and a capture of a king gives check only if it could be made.",
    Mummer => |rule: &mut crate::rules::restriction::Mummer| rule.ultra = true);
option!(TYPE_B, ["TypeB", "TypB", "TypeB"], "type", "Any attack on a king is check.",
    Isardam => |rule: &mut crate::rules::restriction::Isardam| rule.binds_royal_captures = false);
option!(ISARDAM_REX, REX_INCLUSIVE, "royals", "Kings are included.",
    Isardam => |rule: &mut crate::rules::restriction::Isardam| rule.royals = Royals::Inclusive);
option!(PAD_STRICT, ["Strict", "Strikt", "Stricte"], "strict", "A second capture is illegal.",
    Pad => |rule: &mut crate::rules::transformation::Pad| rule.strict = true);
option!(PAD_REX, REX_INCLUSIVE, "royals", "A king may not capture twice.",
    Pad => |rule: &mut crate::rules::transformation::Pad| rule.royals = Royals::Inclusive);
option!(SENTINEL_OTHER, ["PionAdvers", "PionAdvers", "PionAdvers"], "side", "The pawn is one of the other side.",
    Sentinels => |rule: &mut Sentinels| rule.side = SentinelSide::Other);
option!(SENTINEL_NEUTRAL, ["PionNeutre", "PionNeutre", "PionNeutre"], "side", "The pawn of a neutral man is neutral.",
    Sentinels => |rule: &mut Sentinels| rule.side = SentinelSide::Neutral);
option!(PARA, ["ParaSentinelles", "ParaSentinelles", "ParaSentinelles"], "para",
    "A side with more pawns than the other gets none.",
    Sentinels => |rule: &mut Sentinels| rule.para = true);

/// Returns the cycle of walks that follows a name; the usual one if there is none.
pub(super) fn cycle_of(walks: &[Walk]) -> Cycle {
    Cycle::of(walks).unwrap_or(Cycle::USUAL)
}

/// The cycle of walks that can follow ChameleonChess and must follow ChameleonSequence.
pub(super) static CYCLE: RuleOption = RuleOption {
    names: ["Chameleon", "Chamaeleon", "Chameleon"],
    meaning: "The cycle of walks.",
    group: "walk",
    argument: Argument::CycleOrNone,
    apply: |condition, walks| match condition {
        Condition::Chameleon(_) => Condition::Chameleon(Chameleon(cycle_of(walks))),
        Condition::ChameleonMen(_) => Condition::ChameleonMen(ChameleonMen(cycle_of(walks))),
        other => other,
    },
    walks: |condition| match condition {
        Condition::Chameleon(Chameleon(cycle)) | Condition::ChameleonMen(ChameleonMen(cycle))
            if cycle != Cycle::USUAL =>
        {
            cycle.walks().to_vec()
        }
        _ => Vec::new(),
    },
};

pub(super) static TAKE_AND_MAKE: &[&RuleOption] = &[&ABSOLUTE];
pub(super) static MADRASI: &[&RuleOption] = &[&MADRASI_REX];
pub(super) static ISARDAM: &[&RuleOption] = &[&TYPE_B, &ISARDAM_REX];
pub(super) static MESSIGNY: &[&RuleOption] = &[&MESSIGNY_REX];
pub(super) static ANNAN: &[&RuleOption] = &[&ANNAN_B, &ANNAN_C, &ANNAN_D];
pub(super) static MUMMER: &[&RuleOption] = &[&ULTRA];
pub(super) static POWER_TRANSFER: &[&RuleOption] = &[&TRANSFER_REX];
pub(super) static VICTIMS_WALK: &[&RuleOption] = &[&WALK_REX];
pub(super) static KOBUL: &[&RuleOption] = &[&WHITE_KING, &BLACK_KING];
pub(super) static BRETON: &[&RuleOption] = &[&ADVERSE, &CHROMATIC, &PY];
pub(super) static PAD: &[&RuleOption] = &[&PAD_STRICT, &PAD_REX];
pub(super) static SENTINELS: &[&RuleOption] = &[&SENTINEL_OTHER, &SENTINEL_NEUTRAL, &PARA];
