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
use super::scope::ScopedRule;
use crate::position::{Reserve, Side, Walk};

/// The effect that a permitted capture can have in addition to capturing. The order is by how little can
/// be assumed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CaptureEffect {
    /// No further effect.
    None,
    /// The victim may be hidden below the square of its capture. The victim of an en passant capture may
    /// reappear at once.
    VictimHidden,
    /// The victim, unless royal, may be reborn at once on an empty square, and still belongs to the
    /// opponent of the capturer.
    VictimReborn,
    /// A captured royal man is gone, and no other man with it. Captures of other men may have any effect.
    NoneForRoyals,
    /// The capture may turn out to be forbidden, or captured men may be on the board again.
    Any,
}

/// Defines [`RuleFlags`] and the union of two of them.
macro_rules! rule_flags {
    ($($(#[$doc:meta])* $flag:ident;)*) => {
        /// What a rule does and needs. Move generation and the search skip every test that the flags of
        /// the rules exclude.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub struct RuleFlags {
            $($(#[$doc])* pub $flag: bool,)*
            /// The maximum number of steps of a pawn from its first rank; 0 if it has no move there.
            pub first_rank_steps: u8,
            /// The reserve of a diagram that does not state one.
            pub reserve: Reserve,
        }

        impl RuleFlags {
            /// No flag.
            pub const NONE: RuleFlags =
                RuleFlags { $($flag: false,)* first_rank_steps: 0, reserve: Reserve::EMPTY };

            /// Returns the flags of two rules together.
            pub fn union(self, other: RuleFlags) -> RuleFlags {
                RuleFlags {
                    $($flag: self.$flag || other.$flag,)*
                    first_rank_steps: self.first_rank_steps.max(other.first_rank_steps),
                    reserve: if self.reserve.is_empty() { other.reserve } else { self.reserve },
                }
            }
        }
    };
}

rule_flags! {
    /// Moves without a capture can have effects.
    quiet_effects;
    /// Hidden men reappear before the later stages, also in moves without a capture.
    reveals_hidden;
    /// The last capture is remembered for one ply.
    remembers_capture_for_ply;
    /// The last capture is remembered until the next one.
    remembers_last_capture;
    /// The diagram square of each man is remembered.
    tracks_diagram_squares;
    /// Promoted men get a flag.
    marks_promoted;
    /// Men that have captured get a flag.
    marks_capturers;
    /// Men can capture men of their own side.
    captures_own_men;
    /// The capture of a man can remove other men of its walk.
    removes_same_walk;
    /// Men can reach squares, also in order to capture, other than by their walks.
    extra_reach;
    /// Men can go to squares, without capturing there, other than by their walks.
    extra_quiet_reach;
    /// Men can be barred from moving.
    restricts_moves;
    /// Captures can be forbidden before they are made.
    restricts_captures;
    /// Men can move with the walk of another man.
    moves_as_others;
    /// The square from which a man captures depends on the walk of the victim.
    victim_dependent_origins;
    /// A capturer can continue with further captures and moves.
    series_captures;
    /// Pawns do not promote.
    no_promotion;
    /// The promotion of a pawn is chosen after other effects.
    late_promotion;
    /// Kamikazes are reborn instead of disappearing at once.
    kamikazes_reborn;
    /// Every capturer disappears at once, so that none promotes.
    capturers_vanish;
    /// The departure square of a move is remembered for one ply.
    remembers_departure;
    /// The capture of a man can remove another man, which may be royal.
    removes_royals_indirectly;
    /// Captured kings can be reborn.
    kings_reborn;
    /// Reborn kings change sides.
    reborn_kings_change_side;
    /// Men can move as if they were on another square.
    virtual_origins;
    /// Kings and rooks castle as if they had just been put on their home squares.
    castles_from_home;
    /// No man is royal, and pawns may become kings.
    kingless;
    /// Men can enter the board from the reserve.
    entries;
    /// Kings and rooks that enter the board may castle, as men at home may.
    entries_castle;
    /// A pawn on a promotion square is promoted by its owner before the owner's next move.
    pending_promotions;
    /// A pending promotion may not give check.
    promotions_without_check;
}

impl RuleFlags {
    /// Returns the walks to which a pawn can promote, in the order of the move list; empty if pawns do
    /// not promote.
    pub fn promotions(&self) -> &'static [Walk] {
        match (self.no_promotion, self.kingless) {
            (true, _) => &[],
            (false, true) => &Walk::PROMOTIONS_WITH_KING,
            (false, false) => &Walk::PROMOTIONS,
        }
    }

    /// Returns whether a king is in check only if a man attacks it by its walk.
    pub fn check_requires_attack(&self) -> bool {
        !(self.removes_royals_indirectly
            || self.extra_reach
            || self.moves_as_others
            || self.victim_dependent_origins
            || self.virtual_origins
            || self.kingless
            || self.pending_promotions)
    }
}

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
