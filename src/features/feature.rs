//! The features by name, with their definitions.

use serde::{Serialize, Serializer};

/// Declares the features, each with its name and its definition.
macro_rules! features {
    ($($variant:ident $name:literal $definition:literal)*) => {
        /// A feature of a solution.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Feature {
            $(#[doc = concat!("The ", $name, ": ", $definition, ".")] $variant,)*
        }

        impl Feature {
            /// Every feature, in the order in which they are printed.
            pub const ALL: &[Feature] = &[$(Feature::$variant),*];

            /// Returns the name, as in `model mate`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Feature::$variant => $name,)*
                }
            }

            /// Returns the definition, without a capital letter and a full stop.
            pub const fn definition(self) -> &'static str {
                match self {
                    $(Feature::$variant => $definition,)*
                }
            }
        }
    };
}

features! {
    PureMate "pure mate"
        "every square next to the mated king is inaccessible for exactly one reason, one guard or one block, and one man gives check, or two that are both needed"
    ModelMate "model mate"
        "a pure mate in which every piece of the mating side takes part, its king and its pawns excepted"
    IdealMate "ideal mate"
        "a pure mate in which every man on the board takes part"
    PureStalemate "pure stalemate"
        "every square next to the king is inaccessible for exactly one reason, one guard or one block"
    ModelStalemate "model stalemate"
        "a pure stalemate in which every piece of the other side takes part, its king and its pawns excepted"
    IdealStalemate "ideal stalemate"
        "a pure stalemate in which every man on the board takes part"
    Echo "echo"
        "two mates or two stalemates in which the men that take part stand in the same way around the king, after a rotation or a reflection of the board, with every piece of the other side but its king taking part; the king is on squares of one colour"
    ChameleonEcho "chameleon echo"
        "the same with the king on squares of different colours"
    BatteryMate "battery mate"
        "the mating move opens the line of another man of its side, which gives check"
    ChangedMate "changed mate"
        "the only answer to a defence is another one in another phase, and both reach the goal"
    TransferredMate "transferred mate"
        "an answer that reaches the goal follows one defence in one phase and another one in another phase"
    ReciprocalChange "reciprocal change"
        "the answers to two defences are exchanged in another phase, and reach the goal"
    Zilahi "Zilahi"
        "in one line a man is captured and another one gives mate, in another line they exchange these roles"
    CyclicZilahi "cyclic Zilahi"
        "the same with three men or more: each is captured in one line and gives mate in the next one"
    FunctionExchange "exchange of functions"
        "in one line a man gives mate and another one guards squares next to the king, in another line they exchange these roles"
    Allumwandlung "Allumwandlung"
        "pawns of one side promote to queen, rook, bishop and knight in the solution"
    MixedAllumwandlung "mixed Allumwandlung"
        "pawns of both sides, but of neither alone, promote to queen, rook, bishop and knight in the solution"
    Underpromotion "underpromotion"
        "a pawn promotes to another piece of chess than a queen"
    Excelsior "Excelsior"
        "a pawn goes from its square on the second rank of its side to promotion in one line"
    Phoenix "Phoenix"
        "a piece is captured, and later in the line a pawn of its side promotes to the same kind of piece"
    Switchback "switchback"
        "a man leaves a square and returns to it by its next move"
    RoundTrip "round trip"
        "a man returns to a square after three moves or more to different squares, without a switchback"
    PlaceExchange "exchange of places"
        "two men are at the same time on each other's square of the diagram"
    Klasinc "Klasinc"
        "a man leaves a square, another one moves across that square along a line, and the first one returns"
    Umnov "Umnov"
        "a man moves to the square that the move before it has vacated"
    Castling "castling"
        "a side castles"
    EnPassant "en passant"
        "a pawn is captured en passant"
    KingStar "king star"
        "in battle play the defender's king moves to all four squares that touch its own at a corner"
    Albino "albino"
        "in battle play a pawn of the attacker on its second rank makes all its four moves: one step, two steps, and a capture on each side"
    Pickaninny "pickaninny"
        "in battle play a pawn of the defender on its second rank makes all its four moves: one step, two steps, and a capture on each side"
    Rebirth "rebirth"
        "a captured man is reborn"
    RebornMate "reborn mate"
        "a man that was reborn in the line gives mate"
    RebornCastling "castling after rebirth"
        "a king or a rook castles that was reborn in the line"
    RepeatedRebirth "repeated rebirth"
        "a man is reborn more than once in a line"
}

impl Feature {
    /// Returns the feature with a name, in which hyphens may stand for blanks; `None` if there is none.
    pub fn by_name(name: &str) -> Option<Feature> {
        let name = name.replace('-', " ").to_lowercase();
        Feature::ALL.iter().copied().find(|feature| feature.name().to_lowercase() == name)
    }
}

impl Feature {
    /// Returns whether it is a relation between lines, which a single line cannot have.
    pub const fn needs_several_lines(self) -> bool {
        matches!(
            self,
            Feature::Echo
                | Feature::ChameleonEcho
                | Feature::ChangedMate
                | Feature::TransferredMate
                | Feature::ReciprocalChange
                | Feature::Zilahi
                | Feature::CyclicZilahi
                | Feature::FunctionExchange
                | Feature::KingStar
                | Feature::Albino
                | Feature::Pickaninny
        )
    }
}

/// Serialized as the name.
impl Serialize for Feature {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
