//! Rules by which men change: their walk, their side, or whether they are there at all.

mod andernach;
mod einstein;
mod tibet;

pub use andernach::Andernach;
pub use einstein::Einstein;
pub use tibet::Tibet;
