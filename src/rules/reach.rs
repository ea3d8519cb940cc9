//! Rules by which men capture or move in other ways than their own.

mod make_take;
mod power_transfer;
mod series_capture;
mod take_make;

pub use make_take::MakeAndTake;
pub use power_transfer::PowerTransfer;
pub use series_capture::SeriesCapture;
pub use take_make::TakeAndMake;
