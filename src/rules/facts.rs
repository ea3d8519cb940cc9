//! What may be assumed of a set of rules.
//!
//! Each rule states its [`RuleFlags`], the [`CaptureEffect`] and the [`PlyBounds`] of its own. From these
//! [`RuleFacts::of`] derives, once, what move generation and the search may assume of all rules together.
//! A fact that does not hold costs time only: moves are then made in order to test them.
//!
//! | fact | what may be assumed |
//! |---|---|
//! | a flag is not set | the test that the flag is about can be skipped |
//! | `capture_effect` | a permitted capture has no further effect than this |
//! | `check_requires_attack` | no attack on a royal man, no check |
//! | `near_check_requires_attack` | the same outside the extra reach of the men |
//! | `plain_attack_gives_check` | an attack between two men without attributes is a check |
//! | `acting_attack_gives_check` | an attack with the walk with which a man moves is a check, and nothing else is |
//! | `king_steps_are_unrestricted` | a king may go to any adjacent square that is empty and not attacked |
//! | `rebirth_kind` | this man is reborn, at this square, and nothing else happens |
//! | `ply_bounds` | one ply changes no more than this |
//! | `ply_limit` | after this number of plies no rule starts or ends |
//! | `all_unscoped` | all rules are in force in every ply |

use super::ply_bounds::PlyBounds;
use super::rebirth::RebirthKind;
use super::rule::{CaptureObligation, Rule};
use super::rule_flags::{CaptureEffect, RuleFlags};
use super::scope::ScopedRule;
use crate::position::Side;

/// What may be assumed of rules in force together. The table is in the docs of the
/// [module](self).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleFacts {
    /// What the rules do and need, all together.
    pub flags: RuleFlags,
    /// The further effect that a permitted capture can have, apart from the effects of flags of men.
    pub capture_effect: CaptureEffect,
    /// Whether a royal man is in check only if a man attacks it.
    pub check_requires_attack: bool,
    /// Whether the same holds for a royal man on a square outside the
    /// [extra reach](Rule::extra_reach).
    pub near_check_requires_attack: bool,
    /// Whether any attack on a royal man gives check if neither man has attributes.
    pub plain_attack_gives_check: bool,
    /// Whether an attack on a royal man, and nothing else, gives check, with the attacks of the walks with
    /// which men move, where men move with the walk of others.
    pub acting_attack_gives_check: bool,
    /// Whether kings can go to every adjacent square that is empty and not attacked.
    pub king_steps_are_unrestricted: bool,
    /// Which man is reborn, and where; `None` if the rules do more than that.
    pub rebirth_kind: Option<RebirthKind>,
    /// Upper bounds for the effects of one ply; `None` if a rule has none.
    pub ply_bounds: Option<PlyBounds>,
    /// The number of plies after which no rule starts or ends any more.
    pub ply_limit: u16,
    /// Whether all rules are in force for both sides and all plies.
    pub all_unscoped: bool,
}

impl RuleFacts {
    /// No flag, and nothing that may be assumed.
    pub const NONE: RuleFacts = RuleFacts {
        flags: RuleFlags::NONE,
        capture_effect: CaptureEffect::Any,
        check_requires_attack: false,
        near_check_requires_attack: false,
        plain_attack_gives_check: false,
        acting_attack_gives_check: false,
        king_steps_are_unrestricted: false,
        rebirth_kind: None,
        ply_bounds: None,
        ply_limit: 0,
        all_unscoped: true,
    };

    /// Returns the facts about rules that can be combined.
    pub fn of(rules: &[ScopedRule]) -> RuleFacts {
        let mut flags = rules.iter().fold(RuleFlags::default(), |flags, rule| flags.union(rule.flags()));
        // With one rule hidden men may as well reappear in the last stage, as under every rule.
        flags.quiet_effects |= flags.reveals_hidden && rules.len() > 1;
        let capture_effect =
            rules.iter().map(|rule| rule.capture_effect()).max().unwrap_or(CaptureEffect::None);
        let ply_bounds = rules
            .iter()
            .try_fold(PlyBounds::RESTRICTION, |all, rule| Some(all.combined_with(rule.ply_bounds()?)));

        let royals_are_capturable =
            rules.iter().all(|rule| !rule.flags().restricts_captures || !rule.restricts_royal_captures());
        let attacks_suffice =
            !flags.restricts_moves && royals_are_capturable && capture_effect != CaptureEffect::Any;
        let check_requires_attack = flags.check_requires_attack();
        let near_check_requires_attack = RuleFlags { extra_reach: false, ..flags }.check_requires_attack();
        let acting_check_requires_attack =
            flags.moves_as_others && RuleFlags { moves_as_others: false, ..flags }.check_requires_attack();

        let is_obliged =
            |side| rules.iter().any(|rule| rule.capture_obligation(side) != CaptureObligation::None);
        let king_steps_are_unrestricted = !flags.restricts_moves
            && !flags.virtual_origins
            && !flags.moves_as_others
            && !Side::BOTH.into_iter().any(is_obliged);

        let only_restricts = ply_bounds == Some(PlyBounds::RESTRICTION)
            && check_requires_attack
            && king_steps_are_unrestricted;
        let rebirth_kind = match rules {
            _ if only_restricts => Some(RebirthKind::NoRebirth),
            [rule] => rule.unscoped().and_then(RebirthKind::from_condition),
            _ => None,
        };
        RuleFacts {
            flags,
            capture_effect,
            check_requires_attack,
            near_check_requires_attack,
            plain_attack_gives_check: near_check_requires_attack && attacks_suffice,
            acting_attack_gives_check: acting_check_requires_attack && attacks_suffice,
            king_steps_are_unrestricted,
            rebirth_kind,
            ply_bounds,
            ply_limit: rules.iter().map(|rule| rule.scope().ply_limit()).max().unwrap_or(0),
            all_unscoped: rules.iter().all(|rule| rule.unscoped().is_some()),
        }
    }

    /// Returns the same facts without those that only save time.
    pub fn without_shortcuts(self) -> RuleFacts {
        let RuleFacts { flags, ply_limit, all_unscoped, .. } = self;
        RuleFacts { flags, ply_limit, all_unscoped, ..RuleFacts::NONE }
    }
}
