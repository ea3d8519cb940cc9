//! Rules for pawns.

mod glasgow;
mod normal_pawn;

pub use glasgow::Glasgow;
pub use normal_pawn::NormalPawn;
