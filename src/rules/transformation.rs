//! Rules by which men change their walk or side, or disappear.

mod andernach;
mod atomic;
mod breton;
mod chameleon;
mod einstein;
mod ghost;
mod kobul;
mod masand;
mod norsk;
mod pad;
mod pursuit;
mod sentinels;
mod snek;
mod tibet;
mod traitor;
mod victims_walk;

pub use andernach::Andernach;
pub use atomic::Atomic;
pub use breton::Breton;
pub use chameleon::Chameleon;
pub use einstein::Einstein;
pub use ghost::Ghost;
pub use kobul::Kobul;
pub use masand::Masand;
pub use norsk::Norsk;
pub use pad::Pad;
pub use pursuit::Pursuit;
pub use sentinels::{SentinelSide, Sentinels};
pub use snek::Snek;
pub use tibet::Tibet;
pub use traitor::Traitor;
pub use victims_walk::VictimsWalk;
