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
//! | `check_model` | what an attack means for check, in every position |
//! | `plain_check_model` | the same between men without attributes, outside the extra reach of the men |
//! | `acting_check_model` | the same where men move with the walk of others, or are fairy men |
//! | `king_steps_are_unrestricted` | a king may go to any adjacent square that is empty and not attacked |
//! | `only_paralyses_others` | moves are orthodox, but men other than kings may be unable to move and to give check |
//! | `only_restricts_captures` | moves are orthodox, but the rules may forbid captures |
//! | `relocation` | this man is reborn, at this square, and nothing else happens |
//! | `only_borrowers_act` | other men than orphans and friends move with their own walks |
//! | `quiet_moves_only_move` | a quiet move without a promotion only moves its man |
//! | `walk_changes` | a quiet move without a promotion only moves its man and changes the walk of it |
//! | `walks_are_lent` | the men of a few squares decide as which man another one moves, and nothing else is unusual |
//! | `attacks` | the attacks after such a move decide whether it is legal, whatever walks men have |
//! | `ply_bounds` | one ply changes no more than this |
//! | `ply_limit` | after this number of plies no rule starts or ends |
//! | `all_unscoped` | all rules are in force in every ply |

use super::attack_facts::{AttackFacts, DecidedMoves, check_model, king_steps_are_free};
use super::check_model::CheckModel;
use super::ply_bounds::PlyBounds;
use super::rebirth::Relocation;
use super::rebirth::transform::Walks;
use super::rule::Rule;
use super::rule_flags::{CaptureEffect, RuleFlags};
use super::scope::ScopedRule;
use crate::position::Walk;

/// The walks that men have after they have moved, where that is all that a move changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WalkChanges {
    /// By walk: those after a move without a capture or, with `captures`, any move.
    by_walk: [Walks; Walk::CHESS_COUNT],
    /// By walk: that after a move without a capture, and after a capture if `captures`.
    next: [[Walk; 2]; Walk::CHESS_COUNT],
    /// Whether captures change nothing else, either.
    pub captures: bool,
}

impl WalkChanges {
    /// Returns the changes under rules without other effects of moves than those of their own stages; `None` if not exactly
    /// one of them has an effect without a capture, or if that is another one.
    fn of(rules: &[ScopedRule]) -> Option<WalkChanges> {
        let mut changing = rules.iter().filter(|rule| rule.flags().quiet_effects);
        let rule = changing.next()?;
        if changing.next().is_some() || rules.iter().any(|rule| rule.unscoped().is_none()) {
            return None;
        }
        let mut others = rules.iter().filter(|other| *other != rule);
        let captures = others.all(|other| other.capture_effect() == CaptureEffect::None)
            && rule.walk_after(Walk::Queen, true).is_some();
        let mut by_walk = [Walks::default(); Walk::CHESS_COUNT];
        let mut next = Walk::CHESS.map(|walk| [walk; 2]);
        for walk in Walk::CHESS {
            for is_capture in [false, true].into_iter().filter(|is_capture| captures || !is_capture) {
                let after = rule.walk_after(walk, is_capture).filter(|walk| Walk::CHESS.contains(walk))?;
                by_walk[walk.index()] = by_walk[walk.index()].with(after);
                next[walk.index()][usize::from(is_capture)] = after;
            }
        }
        Some(WalkChanges { by_walk, next, captures })
    }

    /// Returns the walks that a man of chess can have after a move.
    pub fn after(&self, walk: Walk) -> impl Iterator<Item = Walk> {
        self.by_walk[walk.index()].chess()
    }

    /// Returns the walk that a man of chess has after a move without a promotion. Captures must be known to change nothing
    /// else.
    pub fn next(&self, walk: Walk, is_capture: bool) -> Walk {
        self.next[walk.index()][usize::from(is_capture)]
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
    /// What an attack means for check to any man at any square. It is never known to be sufficient, since men may
    /// have attributes. The two models below know more about fewer cases.
    pub check_model: CheckModel,
    /// The same for a royal man on a square outside the [extra reach](Rule::extra_reach): without an attack there is no
    /// check, and an attack is a check if neither man has attributes.
    pub plain_check_model: CheckModel,
    /// What an attack of the walk with which a man moves means for check, where men move with the walk of others, some
    /// are of fairy chess, or the men stand on two boards: then an attack on the board of the royal man. Nothing is
    /// known elsewhere.
    pub acting_check_model: CheckModel,
    /// What the attacks after a move decide.
    pub attacks: AttackFacts,
    /// Whether a quiet move without a promotion does nothing but move its man while none is hidden.
    pub quiet_moves_only_move: bool,
    /// How men change by moving, if quiet moves without a promotion do nothing else.
    pub walk_changes: Option<WalkChanges>,
    /// Whether the rules do nothing but let men move, capture and give check as men that stand on their
    /// [lending squares](Rule::lenders).
    pub walks_are_lent: bool,
    /// Whether no men but orphans and friends move with the walk of others.
    pub only_borrowers_act: bool,
    /// Whether kings can go to every adjacent square that is empty and not attacked.
    pub king_steps_are_unrestricted: bool,
    /// Whether the rules do nothing but paralyse men, and no king.
    pub only_paralyses_others: bool,
    /// Whether the rules do nothing but forbid captures.
    pub only_restricts_captures: bool,
    /// Which man is reborn, and where; `None` if the rules do more than that.
    pub relocation: Option<Relocation>,
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
        check_model: CheckModel::UNKNOWN,
        plain_check_model: CheckModel::UNKNOWN,
        acting_check_model: CheckModel::UNKNOWN,
        attacks: AttackFacts::NONE,
        quiet_moves_only_move: false,
        walk_changes: None,
        walks_are_lent: false,
        only_borrowers_act: false,
        king_steps_are_unrestricted: false,
        only_paralyses_others: false,
        only_restricts_captures: false,
        relocation: None,
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

        let model = |flags| check_model(rules, flags, capture_effect);
        let any_check_model = CheckModel { sufficient: false, ..model(flags) };
        let plain_check_model = model(RuleFlags { extra_reach: false, ..flags });
        let acting_check_model = match flags.moves_as_others || flags.two_boards {
            true => model(RuleFlags { moves_as_others: false, two_boards: false, ..flags }),
            false => CheckModel::UNKNOWN,
        };

        let has_only_quiet_effects = !flags.prepares_moves
            && !flags.exchanges
            && !flags.final_effects
            && !flags.reveals_hidden
            && !flags.remembers_capture_for_ply
            && !flags.remembers_last_capture
            && !flags.remembers_departure
            && !flags.virtual_origins
            && !flags.late_promotion
            && !flags.pending_promotions
            && !flags.compares_positions
            && !flags.two_boards;
        let quiet_moves_only_move = has_only_quiet_effects && !flags.quiet_effects;
        let walk_changes = if has_only_quiet_effects { WalkChanges::of(rules) } else { None };

        let king_steps_are_unrestricted = king_steps_are_free(rules, flags);
        let only_restricts = ply_bounds == Some(PlyBounds::RESTRICTION)
            && any_check_model.necessary
            && king_steps_are_unrestricted;
        let paralysis =
            RuleFlags { restricts_moves: true, restricts_observers: true, ..RuleFlags::default() };
        let only_paralyses_others = flags == paralysis
            && ply_bounds == Some(PlyBounds::RESTRICTION)
            && any_check_model.necessary
            && rules.iter().all(|rule| rule.unscoped().is_some() && rule.leaves_kings_free());
        let only_restricts_captures = capture_effect == CaptureEffect::None
            && flags == RuleFlags { restricts_captures: true, ..RuleFlags::default() };
        let all_unscoped = rules.iter().all(|rule| rule.unscoped().is_some());
        let walks_are_lent = flags == RuleFlags { moves_as_others: true, ..RuleFlags::default() }
            && capture_effect == CaptureEffect::None
            && acting_check_model.is_orthodox()
            && all_unscoped;
        let relocation = match rules {
            _ if only_restricts => Some(Relocation::Never),
            [rule] => rule.unscoped().and_then(Relocation::from_condition),
            _ => None,
        };
        RuleFacts {
            flags,
            capture_effect,
            check_model: any_check_model,
            plain_check_model,
            acting_check_model,
            attacks: AttackFacts::of(rules),
            quiet_moves_only_move,
            walk_changes,
            walks_are_lent,
            only_borrowers_act: rules.iter().all(|rule| !rule.flags().moves_as_others || rule.is_borrowed()),
            king_steps_are_unrestricted,
            only_paralyses_others,
            only_restricts_captures,
            relocation,
            ply_bounds,
            ply_limit: rules.iter().map(|rule| rule.scope().ply_limit()).max().unwrap_or(0),
            all_unscoped,
        }
    }

    /// Returns what is known if some men are of fairy chess: no more than what attacks mean for check, and decide.
    pub fn with_fairy_men(self) -> RuleFacts {
        let acting_check_model = match self.flags {
            RuleFlags { extra_reach: true, .. } => CheckModel::UNKNOWN,
            RuleFlags { moves_as_others: true, .. } | RuleFlags { two_boards: true, .. } => {
                self.acting_check_model
            }
            _ => self.plain_check_model,
        };
        let RuleFacts { attacks, king_steps_are_unrestricted, capture_effect, .. } = self;
        let RuleFacts { quiet_moves_only_move, only_borrowers_act, .. } = self;
        RuleFacts {
            acting_check_model,
            attacks,
            king_steps_are_unrestricted,
            quiet_moves_only_move,
            only_borrowers_act,
            capture_effect,
            relocation: self.relocation.filter(|_| attacks.decided != DecidedMoves::None),
            ..self.without_shortcuts()
        }
    }

    /// Returns the same facts without those that only save time.
    pub fn without_shortcuts(self) -> RuleFacts {
        let RuleFacts { flags, ply_limit, all_unscoped, .. } = self;
        RuleFacts { flags, ply_limit, all_unscoped, ..RuleFacts::NONE }
    }
}
