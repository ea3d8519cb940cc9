//! Rules by which men move from, or to, squares where their walk does not lead them.

mod danger;
mod plus;

pub use danger::Danger;
pub use plus::Plus;
