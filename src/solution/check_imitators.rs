//! Imitators that a setting cannot have.

use super::unplayable::Unplayable;
use crate::position::Imitators;
use crate::problem::Setting;
use crate::rules::Rule;
use crate::stipulation::Goal;

/// Checks the imitators of a setting with these goals.
///
/// # Errors
/// If an imitator stands on a man, or if pawns could become too many imitators, or if a goal takes no account of imitators.
pub(super) fn check_imitators(setting: &Setting, goals: &[Goal]) -> Result<(), Box<Unplayable>> {
    let mut stated = setting.conditions.iter().filter(|rule| rule.value.flags().imitators);
    let Some(rule) = stated.next() else { return Ok(()) };
    let imitators = setting.imitators();
    let refused = |reason: String| Err(Box::new(Unplayable::Imitators(*rule, reason)));
    let layout = setting.diagram.layout();
    if let Some(at) = imitators.iter().find(|&at| setting.diagram.man(at).is_some()) {
        return refused(format!("there is a man on {}", layout.name(at)));
    }
    let may_promote = !setting.conditions.iter().any(|rule| rule.value.flags().no_imitator_promotion);
    let mut rebirths = setting.conditions.iter().filter_map(|rule| rule.value.rebirth());
    if may_promote && rebirths.any(|rebirth| rebirth.promotes() || rebirth.mirrored) {
        return refused(
            "whether a pawn that is reborn can become one is not settled; add 'NoIProm'".to_owned(),
        );
    }
    let pawns = setting.diagram.men().filter(|(_, man)| man.walk.is_pawn()).count();
    let promoted = if may_promote { pawns } else { 0 };
    if imitators.iter().count() + promoted > Imitators::LIMIT {
        return refused(format!(
            "with those that pawns become there could be more than {}",
            Imitators::LIMIT
        ));
    }
    if goals.iter().any(|goal| goal.is_diagram()) {
        return refused("their squares in the target diagram are not known".to_owned());
    }
    Ok(())
}
