//! Rebirth: a man involved in a capture goes to a square that a rule gives it.
//!
//! Circe lets the captured man be reborn, Anticirce the capturer. Both families are one
//! record of parameters, [`Rebirth`], and every named rule is a row of the
//! [table](super::catalogue). Where it goes is one of the [`Home`]s, each in a file of its own.

pub mod families;
pub mod from_home;
pub mod home;
pub mod immun_geneva;
pub mod kind;
pub mod last_capture;
mod occupancy;
pub mod perform;
pub mod transform;

pub use families::{CapturerReborn, VictimReborn};
pub use from_home::{Antimars, Marscirce, Phantom};
pub use home::{Home, HomeCandidates, Purpose, RebirthQuery};
pub use immun_geneva::{Geneva, Immun};
pub use kind::RebirthKind;
pub use last_capture::LastCapture;
pub use transform::{SquareTransform, WalkChange, Walks};

pub use super::fast::circe::Royals;

/// The parameters of a rule by which men are reborn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rebirth {
    /// Which capture it is about.
    pub relevant_capture: RelevantCapture,
    /// Where the man goes.
    pub home: Home,
    /// The other man of the capture says where: type and side of the capturer for the
    /// captured man, of the captured man for the capturer.
    pub partner_decides: bool,
    /// The home is that of a man of the other side.
    pub mirrored: bool,
    /// What becomes of the square so found.
    pub transform: SquareTransform,
    /// What the man becomes before its home is looked up.
    pub walk_change: WalkChange,
    /// The man changes sides after its rebirth.
    pub turncoat: bool,
    /// What happens if the rebirth square is occupied.
    pub on_occupied: OnOccupied,
    /// The capturer may not capture on its own rebirth square.
    pub cheylan: bool,
    /// Only men of these walks are reborn; all if there is none.
    pub april: Option<Walks>,
    /// Whether royal men are reborn.
    pub royals: Royals,
    /// Promoted men go to the promotion square of the file, as fairy men do.
    pub frischauf: bool,
}

/// What happens if the rebirth square is occupied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OnOccupied {
    /// There is no rebirth.
    Relaxed,
    /// The capture is illegal.
    Strict,
    /// Whoever stands there disappears.
    Assassin,
    /// The man goes below who stands there, and comes up when the square is left.
    Volcanic,
    /// Who stands there goes below the man, and comes up when that leaves.
    Parachute,
    /// Who stands there is reborn himself, and so on, until one finds an empty square.
    Pongracz,
}

impl OnOccupied {
    /// Is there always room for the man: above, below or instead of who stands there?
    pub fn always_has_room(self) -> bool {
        self == OnOccupied::Assassin || self.shares_square()
    }

    /// Do the man and who stands there have the square together, one below the other?
    pub fn shares_square(self) -> bool {
        matches!(self, OnOccupied::Volcanic | OnOccupied::Parachute)
    }
}

/// Which capture a rebirth follows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RelevantCapture {
    /// The one just made.
    ThisMove,
    /// The one of the half-move before.
    LastMove,
    /// The one before, however long ago, as soon as there is another.
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

    /// Parrain Circe: the captured man follows the next half-move.
    pub const PARRAIN: Rebirth =
        Rebirth { relevant_capture: RelevantCapture::LastMove, home: Home::Equipollent, ..Rebirth::CIRCE };

    /// Does a pawn promote that is reborn on its promotion rank? So where rebirth can
    /// lead to such a square by its nature.
    pub fn promotes(&self) -> bool {
        self.partner_decides || self.april.is_some() || self.home.promotes()
    }

    /// Anticirce: the capturer goes to its square in the game array.
    pub const ANTICIRCE: Rebirth =
        Rebirth { on_occupied: OnOccupied::Strict, royals: Royals::Inclusive, ..Rebirth::CIRCE };

    /// Immun, Geneva and Phantom chess: the square must be empty, and kings are exempt.
    pub const STRICT: Rebirth = Rebirth { on_occupied: OnOccupied::Strict, ..Rebirth::CIRCE };
}
