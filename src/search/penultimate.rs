//! The last ply but one: rejects moves after which the last ply cannot reach the goal.
//!
//! | last two plies | filter | necessary condition |
//! |---|---|---|
//! | help play towards mate | [`helpmate`] | some king square can be covered by the next move |
//! | help play towards stalemate | [`stalemate`] | the next move immobilises all mobile men |
//! | every reply must reach a goal that requires a check | [`selfmate`] | the move checks or removes all tempo moves |

pub mod helpmate;
pub mod selfmate;
pub mod stalemate;
