//! How attack and check are related.
//!
//! In orthodox chess a side is in check if and only if its royal man is attacked. Under other rules an attack may be
//! necessary without being sufficient, or neither; move generation and search then test less by masks and more by
//! making moves.
//!
//! | rules | necessary | sufficient |
//! |---|---|---|
//! | orthodox chess | yes | yes |
//! | Circe, kings are not reborn | yes | yes |
//! | Circe, kings are reborn | yes | no: the king may be reborn |
//! | Anticirce | yes | no: the rebirth square of the attacker may be occupied |
//! | Circe Assassin | unless the king is on a rebirth square of its side | no |
//! | general rules that only restrict or add effects of captures of other men | yes | between men without attributes |
//! | general rules that bar men from moving, from squares or from capturing kings, or under which a capture may fail | yes | no |
//! | general rules with captures beyond the walks ([`extra_reach`](super::Rule::extra_reach)) | on squares out of this reach | no more than above |
//! | general rules under which men move with the walk of others | by the acting walk | by the acting walk |
//! | general rules that remove kings indirectly, move the origin of captures, leave promotions pending or know no king | no | no |
//!
//! Fast rules state their model ([`GameRules::check_model`](super::GameRules::check_model)); that of general rules
//! follows from their flags ([`RuleFacts`](super::RuleFacts)).

/// What an attack on a royal man means for check. A field that is false permits no conclusion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckModel {
    /// Whether there is no check without an attack.
    pub necessary: bool,
    /// Whether every attack gives check, whatever the capture would lead to.
    pub sufficient: bool,
}

impl CheckModel {
    /// Nothing is known.
    pub const UNKNOWN: CheckModel = CheckModel { necessary: false, sufficient: false };
    /// The model of orthodox chess: attack and check are the same.
    pub const ORTHODOX: CheckModel = CheckModel { necessary: true, sufficient: true };

    /// Returns whether attack and check are the same.
    #[inline]
    pub fn is_orthodox(self) -> bool {
        self.necessary && self.sufficient
    }
}
