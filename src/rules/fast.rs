//! The compiled-in rules: orthodox chess, and the commonest rules of the Circe family, at no cost to
//! orthodox chess.

pub mod circe;
pub mod orthodox;
pub mod traced;
