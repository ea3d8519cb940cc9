//! The fast move generator, for the rules that are compiled in: a check mask and pins decide the legality of most
//! moves (see <https://www.chessprogramming.org/Move_Generation>).

pub mod generate;
pub(in crate::game) mod legality;
pub mod preview;
pub mod pseudo_legal;
