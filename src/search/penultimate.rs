//! The last ply but one: moves after which no reply can end the play as the stipulation asks.

pub mod helpmate;
pub mod selfmate;
pub mod stalemate;
