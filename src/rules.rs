//! Rules: what a capture does in addition to capturing, and where men may move.
//!
//! [`catalogue`] lists every rule with its names. A [`Condition`] is one of them, with its parameters, as
//! a problem states it. A [`Rule`] overrides the stages of a move in which it takes part; [`GameRules`]
//! is what move generation calls: a [`RuleSet`] combines any rules, and [`fast`] has the rules that are
//! compiled in.

pub mod attack_facts;
pub mod attribute;
pub mod catalogue;
pub mod check_model;
pub mod choices;
pub mod condition;
mod conflicts;
mod engine;
pub mod example;
pub mod facts;
pub mod fast;
pub mod game_rules;
pub mod game_view;
pub mod games;
pub mod move_context;
pub mod movement;
pub mod pawn;
pub mod ply_bounds;
pub mod predict;
pub mod rebirth;
pub mod relocation;
pub mod restriction;
pub mod rule;
pub mod rule_flags;
pub mod rule_set;
pub mod scope;
mod stages;
pub mod transformation;

pub use attack_facts::{AttackFacts, DecidedMoves};
pub use check_model::CheckModel;
pub use choices::Choices;
pub use condition::Condition;
pub use conflicts::reserve_error;
pub use engine::Engine;
pub use example::Example;
pub use facts::{RuleFacts, WalkChanges};
pub use fast::circe::{Circe, CirceForm, CirceOccupied, Royals};
pub use fast::orthodox::Orthodox;
pub use fast::traced::Traced;
pub use game_rules::{Capture, GameRules, StageOutcome, UnderRules};
pub use game_view::GameView;
pub use move_context::{KingRebirth, MoveContext};
pub use ply_bounds::{Displacement, PlyBounds};
pub use predict::{CaptureBranches, CaptureOutcome, CheckCondition, RoyalAttacker, UnmaskedCaptures};
pub use rule::{CaptureEffect, CaptureQuery, LengthOrder, Obligation, Rule, RuleFlags};
pub use rule_set::RuleSet;
pub use scope::{RuleScope, ScopeWord, ScopedRule};
