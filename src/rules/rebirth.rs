//! Rebirth: a man of a capture goes to a square that a rule determines.
//!
//! In Circe the captured man is reborn, in Anticirce the capturer. Both families are one record of
//! parameters, [`Rebirth`]; every named rule is a row of the [catalogue](super::catalogue). The rebirth
//! square is one of the [`Home`]s, each in a file of its own.

mod candidates;
pub mod families;
pub mod from_home;
pub mod home;
pub mod immun_geneva;
pub mod last_capture;
mod occupancy;
mod perform;
mod predict;
pub mod relocation;
pub mod transform;

pub use families::{CapturerReborn, VictimReborn};
pub use from_home::{Antimars, Marscirce, Phantom};
pub use home::{Home, HomeCandidates, Purpose, RebirthQuery};
pub use immun_geneva::{Geneva, Immun};
pub use last_capture::LastCapture;
pub use relocation::Relocation;
pub use transform::{SquareTransform, WalkChange, Walks};

pub use super::fast::circe::Royals;

/// The parameters of a rule with rebirth squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rebirth {
    /// The capture that causes the rebirth.
    pub relevant_capture: RelevantCapture,
    /// The rebirth square.
    pub home: Home,
    /// Whether the other man of the capture determines the square: walk and side of the capturer for the
    /// captured man, of the captured man for the capturer.
    pub partner_decides: bool,
    /// Whether the rebirth square is that of a man of the other side.
    pub mirrored: bool,
    /// The transformation of the rebirth square.
    pub transform: SquareTransform,
    /// The change of the man's walk before its rebirth square is determined.
    pub walk_change: WalkChange,
    /// Whether the man changes sides after its rebirth.
    pub turncoat: bool,
    /// What happens if the rebirth square is occupied.
    pub on_occupied: OnOccupied,
    /// Whether the capturer may not capture on its own rebirth square.
    pub cheylan: bool,
    /// The only walks that are reborn; all if `None`.
    pub april: Option<Walks>,
    /// Whether royal men are reborn.
    pub royals: Royals,
    /// Whether promoted men go to the promotion square of the file, as fairy men do.
    pub frischauf: bool,
}

/// What happens if the rebirth square is occupied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OnOccupied {
    /// There is no rebirth.
    Relaxed,
    /// The capture is illegal.
    Strict,
    /// The man on the rebirth square disappears.
    Assassin,
    /// The reborn man is hidden below the man on the square, and reappears when that man leaves.
    Volcanic,
    /// The man on the square is hidden below the reborn man, and reappears when that man leaves.
    Parachute,
    /// The man on the square is reborn itself, and so on, until one of them finds an empty square.
    Pongracz,
}

impl OnOccupied {
    /// Returns whether a man can always be reborn on an occupied square: above, below or instead of the
    /// man there.
    pub fn always_has_room(self) -> bool {
        self == OnOccupied::Assassin || self.shares_square()
    }

    /// Returns whether the reborn man and the man on the square share it, one of them hidden.
    pub fn shares_square(self) -> bool {
        matches!(self, OnOccupied::Volcanic | OnOccupied::Parachute)
    }
}

/// The capture that causes a rebirth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RelevantCapture {
    /// The capture just made.
    ThisMove,
    /// The capture of the previous ply.
    LastMove,
    /// The previous capture, at the time of the next one.
    WaitCapture,
}

impl Rebirth {
    /// Circe: the captured man goes to its square in the game array.
    pub const CIRCE: Rebirth = Rebirth {
        relevant_capture: RelevantCapture::ThisMove,
        home: Home::Array,
        partner_decides: false,
        mirrored: false,
        transform: SquareTransform::None,
        walk_change: WalkChange::None,
        turncoat: false,
        on_occupied: OnOccupied::Relaxed,
        cheylan: false,
        april: None,
        royals: Royals::Exclusive,
        frischauf: false,
    };

    /// Parrain Circe: the captured man is reborn by the vector of the next ply.
    pub const PARRAIN: Rebirth =
        Rebirth { relevant_capture: RelevantCapture::LastMove, home: Home::Equipollent, ..Rebirth::CIRCE };

    /// Returns whether a pawn promotes that is reborn on its promotion rank. It does if the rule by its
    /// nature leads to such squares.
    pub fn promotes(&self) -> bool {
        self.partner_decides || self.april.is_some() || self.home.promotes()
    }

    /// Anticirce: the capturer goes to its square in the game array.
    pub const ANTICIRCE: Rebirth =
        Rebirth { on_occupied: OnOccupied::Strict, royals: Royals::Inclusive, ..Rebirth::CIRCE };

    /// Immun, Geneva and Phantom chess: the square must be empty, and kings are exempt.
    pub const STRICT: Rebirth = Rebirth { on_occupied: OnOccupied::Strict, ..Rebirth::CIRCE };
}
