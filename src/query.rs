//! A small language for what a solution must have.
//!
//! ```text
//! query     = all { "or" all }
//! all       = single { "and" single }
//! single    = "not" single | "(" query ")" | move | count | "mated on" squares | feature
//!           | "some line" "{" query "}" | "every line" "{" query "}"
//! move      = "[" { [ "not" ] condition } "]"
//! count     = "count" move ( "=" | "<" | ">" | "<=" | ">=" ) number
//! condition = "white" | "black" | "first" | "last" | "ply" number | man | "from" squares | "to" squares
//!           | "touches" squares | "captures" [ man ] | "promotes" [ "to" man ] | "castles" | "en passant" | "checks" |
//! "mates"
//!           | "reborn" [ "on" squares ] | "passes"
//! man       = "king" | "queen" | "rook" | "bishop" | "knight" | "pawn" | the capital letters of a man, as in Popeye
//! squares   = square { "," square }, where * stands for any file or rank
//! feature   = the name of a feature, with hyphens for blanks
//! ```
//!
//! A [`Query`] is asked of a line or of a whole solution. Of a solution, a move occurs if it does in some line.

mod filter;
mod language;
mod lexer;
mod parser;

pub use filter::WhereFilter;
pub use language::{Comparison, Condition, MovePattern, Query, SquarePattern, Squares};
pub use parser::{QueryError, Scope, squares, walk};
