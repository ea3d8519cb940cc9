//! What the attacks after a move decide under rules in force together.

use super::check_model::CheckModel;
use super::condition::Condition;
use super::restriction::Contact;
use super::rule::{Obligation, Rule};
use super::rule_flags::{CaptureEffect, RuleFlags};
use super::scope::ScopedRule;
use crate::position::Side;

/// The moves of which the attacks after them decide whether they are legal and whether they give check: a royal man is
/// in check exactly if the walk of a man attacks it and this attack is [permitted](AttackFacts::are_restricted). Only for men
/// without attributes, of which none is hidden.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum DecidedMoves {
    /// None.
    None,
    /// Moves without capture that only move a man.
    Quiet,
    /// The same, and captures on the arrival square.
    QuietAndCaptures,
}

/// What attacks decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AttackFacts {
    /// The moves that the attacks after them decide, also those of fairy and neutral men.
    pub decided: DecidedMoves,
    /// Whether some attacks are not permitted, by the squares of the move or by `contact`.
    pub are_restricted: bool,
    /// What must be next to a man after its move. Known only where moves are decided; the rule judges other moves.
    pub contact: Option<Contact>,
    /// Whether, where moves are decided, kings can go to every adjacent square that is empty, permitted and not attacked.
    pub decide_king_steps: bool,
}

impl AttackFacts {
    /// Nothing is decided.
    pub const NONE: AttackFacts = AttackFacts {
        decided: DecidedMoves::None,
        are_restricted: false,
        contact: None,
        decide_king_steps: false,
    };

    /// Returns the facts about rules that can be combined.
    pub(super) fn of(rules: &[ScopedRule]) -> AttackFacts {
        let contact_of = |rule: &ScopedRule| match **rule {
            Condition::Contact(contact) => Some(contact),
            _ => None,
        };
        let mut contacts = rules.iter().filter_map(contact_of);
        let contact = contacts.next();
        let flags = rules.iter().filter(|rule| contact_of(rule).is_none()).map(|rule| rule.flags());
        let flags = flags.fold(RuleFlags::default(), RuleFlags::union);
        let are_restricted = flags.restricts_targets || contact.is_some();
        let is_scoped = rules.iter().any(|rule| rule.unscoped().is_none());
        if contacts.next().is_some() || (are_restricted && is_scoped) {
            return AttackFacts::NONE;
        }
        let others = rules.iter().filter(|rule| contact_of(rule).is_none());
        let capture_effect = others.map(|rule| rule.capture_effect()).max().unwrap_or(CaptureEffect::None);
        let permitted = RuleFlags { extra_reach: false, restricts_targets: false, ..flags };
        let has_other_moves = flags.extra_reach
            || flags.extra_quiet_reach
            || flags.final_effects
            || flags.compares_positions
            || flags.late_promotion
            || flags.series_captures;
        let decided = match capture_effect {
            _ if has_other_moves || !check_model(rules, permitted, capture_effect).is_orthodox() => {
                DecidedMoves::None
            }
            CaptureEffect::None => DecidedMoves::QuietAndCaptures,
            // A reborn man may be next to the capturer.
            _ if contact.is_some() => DecidedMoves::None,
            _ => DecidedMoves::Quiet,
        };
        AttackFacts {
            decided,
            are_restricted,
            contact,
            decide_king_steps: king_steps_are_free(rules, permitted),
        }
    }
}

/// Returns what an attack means for check under rules with these flags and this effect of captures.
pub(super) fn check_model(
    rules: &[ScopedRule],
    flags: RuleFlags,
    capture_effect: CaptureEffect,
) -> CheckModel {
    let royals_are_capturable =
        rules.iter().all(|rule| !rule.flags().restricts_captures || !rule.restricts_royal_captures());
    let attacks_suffice = !flags.restricts_moves
        && !flags.restricts_targets
        && !flags.binds_royal_captures
        && royals_are_capturable
        && capture_effect != CaptureEffect::Any;
    let necessary = flags.needs_attack_for_check();
    CheckModel { necessary, sufficient: necessary && attacks_suffice }
}

/// Returns whether kings can go to every adjacent square that is empty and not attacked, under rules with these flags.
pub(super) fn king_steps_are_free(rules: &[ScopedRule], flags: RuleFlags) -> bool {
    let is_obliged = |side| rules.iter().any(|rule| rule.obligation(side) != Obligation::None);
    !flags.restricts_moves
        && !flags.final_effects
        && !flags.restricts_targets
        && !flags.virtual_origins
        && !flags.moves_as_others
        && !flags.two_boards
        && !Side::BOTH.into_iter().any(is_obliged)
}
