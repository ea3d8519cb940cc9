//! Rules by which men move or capture in other ways than by their own walk.

mod alice;
mod annan;
mod borrowed;
mod lent_walks;
mod make_and_take;
mod messigny;
mod power_transfer;
mod radial_leaps;
mod series_capture;
mod take_and_make;

pub use alice::Alice;
pub use annan::{Annan, KingsPart, Lender};
pub use borrowed::Borrowed;
pub use lent_walks::LentWalks;
pub use make_and_take::MakeAndTake;
pub use messigny::Messigny;
pub use power_transfer::PowerTransfer;
pub use radial_leaps::RadialLeaps;
pub use series_capture::SeriesCapture;
pub use take_and_make::TakeAndMake;
