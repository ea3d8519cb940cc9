//! Solutions: keys, variations and lines, as a stream of events and as trees.

mod battle;
mod battle_tree;
pub mod changed_play;
mod check_imitators;
mod check_men;
pub mod event;
mod lines;
mod move_numbers;
pub mod move_record;
pub mod narrator;
pub mod notation;
pub mod parts;
mod plan_lines;
mod plan_trees;
pub mod probe;
pub mod record_move;
pub mod setting_after;
mod settled_parts;
mod side_solver;
pub mod solve;
pub mod tree;
mod twins;
mod unplayable;

pub use changed_play::PlayTable;
pub use event::{
    AfterKey, Counting, Event, Line, Node, Pending, Phase, Remark, Role, RootMove, Settled, Sink, TwinHead,
};
pub use move_record::{Action, Ambiguity, Captured, MoveRecord, Wing};
pub use narrator::StopReason;
pub use parts::{Part, PartEvent, PartKeeper, PartKey, PartState};
pub use settled_parts::SettledParts;
pub(crate) use solve::rules_of_setting;
pub use solve::{MissingKing, Resources, solve};
pub use tree::{MoveTree, PhaseTree, SideTree, Solution, TreeBuilder, TwinTree, replay};
pub use unplayable::Unplayable;
