//! Rules by which men move from other squares than their own, or to squares off their lines.

mod danger;
mod plus;

pub use danger::Danger;
pub use plus::Plus;
