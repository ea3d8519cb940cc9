//! The table of the walks: those of chess, the reversed pawn, and those of fairy chess, a row each.

use serde::{Deserialize, Serialize};

use crate::position::Colour;
use crate::position::movement::Distance::{Any, Exactly, Same};
use crate::position::movement::Lame::{Mao, Moa};
use crate::position::movement::Line::{self, Straight};
use crate::position::movement::Movement::{
    self, Borrowed, Bounce, Combined, Halfway, Immobile, LameHopper, LameLeaper, Leaper, PawnCaptures,
    PawnHops, PawnSteps, Repeat, Rider, Split, Twice, Within,
};
use crate::position::movement::{
    Ahead, Bounds, Directions, Distance, EIGHTH_TURN, FERS, HALF_TURN, Hopper, KNIGHT, Leap, Lenders, Mirror,
    QUARTER_TURN, Stops, WAZIR,
};

/// A walk of fairy chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FairyWalk {
    /// The walk.
    pub walk: Walk,
    /// Its English name.
    pub name: &'static str,
    /// Its letters in English, German and French.
    pub letters: [&'static str; 3],
    /// How it moves.
    pub movement: Movement,
}

/// The men that Popeye does not have: leapers and riders of the usual names.
const NOT_IN_POPEYE: [Walk; 23] = [
    Walk::Leaper03,
    Walk::Leaper04,
    Walk::Leaper05,
    Walk::Leaper06,
    Walk::Leaper07,
    Walk::Leaper17,
    Walk::Leaper26,
    Walk::Leaper27,
    Walk::Leaper33,
    Walk::Leaper44,
    Walk::Leaper45,
    Walk::Leaper46,
    Walk::Leaper47,
    Walk::Leaper55,
    Walk::Leaper56,
    Walk::Leaper57,
    Walk::Leaper66,
    Walk::Leaper67,
    Walk::Leaper77,
    Walk::Dabbabarider,
    Walk::Alfilrider,
    Walk::Threerider,
    Walk::Tripperrider,
];

impl FairyWalk {
    /// Returns the source of its definition.
    pub fn source(&self) -> &'static str {
        match NOT_IN_POPEYE.contains(&self.walk) {
            true => "its usual name, for these leaps",
            false => "as Popeye 4.104 plays it",
        }
    }

    /// Returns the English letters in parentheses, as in FEN: in lower case for a black man, as in `(g)`; after a `-`
    /// if they have no case, as in `(-15)`.
    pub fn in_parentheses(&self, colour: Colour) -> String {
        let upper = self.letters[0];
        let lower = upper.to_ascii_lowercase();
        match colour {
            Colour::Black if lower == upper => format!("(-{upper})"),
            Colour::Black => format!("({lower})"),
            Colour::White | Colour::Neutral => format!("({upper})"),
        }
    }
}

/// Defines [`Walk`] and [`FAIRY_WALKS`]. A row has the variant, the English name, the letters in English, German and
/// French, and the movement.
macro_rules! walks {
    ($($walk:ident $name:literal $english:literal $german:literal $french:literal => $movement:expr;)*) => {
        /// The walk of a man: how it moves.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[repr(u8)]
        pub enum Walk {
            /// One step in any direction.
            King,
            /// Any distance along ranks, files and diagonals.
            Queen,
            /// Any distance along ranks and files.
            Rook,
            /// Any distance along diagonals.
            Bishop,
            /// The knight's leap.
            Knight,
            /// Straight ahead, captures diagonally ahead, promotes.
            Pawn,
            /// The moves of a pawn of the other side.
            ReversedPawn,
            $(#[doc = concat!("The ", $name, ".")] $walk,)*
        }

        /// The walks of fairy chess, in the order of their variants.
        pub static FAIRY_WALKS: &[FairyWalk] = &[$(FairyWalk {
            walk: Walk::$walk,
            name: $name,
            letters: [$english, $german, $french],
            movement: $movement,
        },)*];
    };
}

/// The lines of a rook.
const ORTHOGONALS: &[Line] = &[Straight(WAZIR)];
/// The lines of a bishop.
const DIAGONALS: &[Line] = &[Straight(FERS)];
/// The lines of a queen.
const QUEEN_LINES: &[Line] = &[Straight(WAZIR), Straight(FERS)];

/// The leaps of up to three steps of a queen, whatever is between.
const NONSTOP_QUEEN_LINES: &[Line] = &[
    Straight(WAZIR),
    Straight(Leap(0, 2)),
    Straight(Leap(0, 3)),
    Straight(FERS),
    Straight(Leap(2, 2)),
    Straight(Leap(3, 3)),
];
/// The leaps of a queen, whatever is between.
const LONG_QUEEN_LINES: &[Line] = &[
    Straight(WAZIR),
    Straight(Leap(0, 2)),
    Straight(Leap(0, 3)),
    Straight(Leap(0, 4)),
    Straight(Leap(0, 5)),
    Straight(Leap(0, 6)),
    Straight(Leap(0, 7)),
    Straight(FERS),
    Straight(Leap(2, 2)),
    Straight(Leap(3, 3)),
    Straight(Leap(4, 4)),
    Straight(Leap(5, 5)),
    Straight(Leap(6, 6)),
    Straight(Leap(7, 7)),
];
/// The leaps of up to three files and ranks that are not on the lines of a queen.
const OTHER_LINES: &[Line] = &[Straight(KNIGHT), Straight(Leap(1, 3)), Straight(Leap(2, 3))];
/// These leaps and their multiples.
const LONG_OTHER_LINES: &[Line] = &[
    Straight(KNIGHT),
    Straight(Leap(2, 4)),
    Straight(Leap(3, 6)),
    Straight(Leap(1, 3)),
    Straight(Leap(2, 6)),
    Straight(Leap(2, 3)),
    Straight(Leap(4, 6)),
];

/// Returns the movement of a man that hops straight on.
const fn hopper(lines: &'static [Line], approach: Distance, landing: Distance) -> Movement {
    Movement::Hopper(Hopper { lines, hurdles: 1, approach, landing, turn: 0 })
}

/// Returns the movement of a man that hops over several hurdles of a queen's line.
const fn over(hurdles: u8, landing: Distance) -> Movement {
    Movement::Hopper(Hopper { lines: QUEEN_LINES, hurdles, approach: Any, landing, turn: 0 })
}

/// Returns a line of two knight's leaps in turn with this sum.
const fn spiral(period: Leap) -> Line {
    Line::Zigzag { leap: KNIGHT, period }
}

/// Returns the movement of a man that lands next to the hurdle after a turn on it.
const fn turning(lines: &'static [Line], turn: u8) -> Movement {
    Movement::Hopper(Hopper { lines, hurdles: 1, approach: Any, landing: Exactly(1), turn })
}

/// Returns the movement of a man that hops over its victim.
const fn hop_over_victim(lines: &'static [Line], approach: Distance) -> Movement {
    Movement::Locust { lines, approach }
}

/// Returns the movement of a man that only captures.
const fn capturing(capture: &'static Movement) -> Movement {
    Split { quiet: &Immobile, capture }
}

/// Returns the movement of a man that goes as far from the hurdle as to it, after a quarter turn.
const fn eagle(lines: &'static [Line], approach: Distance, landing: Distance) -> Movement {
    Movement::Hopper(Hopper { lines, hurdles: 1, approach, landing, turn: QUARTER_TURN })
}

/// The moves of men of chess, as parts of hunters.
const QUEEN_MOVES: Movement = Rider(QUEEN_LINES);
const ROOK_MOVES: Movement = Rider(ORTHOGONALS);
const BISHOP_MOVES: Movement = Rider(DIAGONALS);
const KNIGHT_MOVES: Movement = Leaper(&[KNIGHT]);

/// The movement of a man that moves ahead in one way and back in another.
macro_rules! hunter {
    ($ahead:expr, $back:expr) => {
        Combined(&[Within(Bounds::Forward, &$ahead), Within(Bounds::Backward, &$back)])
    };
}

/// The movement of a man that moves ahead as a pawn and back in another way.
macro_rules! pawn_hunter {
    ($back:expr) => {
        Split {
            quiet: &Combined(&[PawnSteps(Ahead::Straight), Within(Bounds::Backward, &$back)]),
            capture: &Combined(&[PawnCaptures(Ahead::Diagonally), Within(Bounds::Backward, &$back)]),
        }
    };
}

#[rustfmt::skip]
walks! {
    BerolinaPawn "Berolina pawn" "BP" "BB" "PB" => Split { quiet: &PawnSteps(Ahead::Diagonally), capture: &PawnCaptures(Ahead::Straight) };
    Superpawn "superpawn" "SP" "SB" "SP" => Split { quiet: &Within(Bounds::Forward, &Rider(ORTHOGONALS)), capture: &Within(Bounds::Forward, &Rider(DIAGONALS)) };
    BerolinaSuperpawn "Berolina superpawn" "BS" "BS" "BS" => Split {
        quiet: &Within(Bounds::Forward, &Rider(DIAGONALS)),
        capture: &Within(Bounds::Forward, &Rider(ORTHOGONALS)),
    };
    MarinePawn "marine pawn" "MP" "MB" "PM" => Split { quiet: &PawnSteps(Ahead::Straight), capture: &PawnHops };
    Dragon "dragon" "DR" "DR" "DR" => Split {
        quiet: &Combined(&[PawnSteps(Ahead::Straight), Leaper(&[KNIGHT])]),
        capture: &Combined(&[PawnCaptures(Ahead::Diagonally), Leaper(&[KNIGHT])]),
    };
    Gryphon "gryphon" "GY" "GY" "GY" => Split { quiet: &Combined(&[PawnSteps(Ahead::Straight), Rider(DIAGONALS)]), capture: &Rider(DIAGONALS) };
    Ship "ship" "SH" "SC" "BA" => Split { quiet: &Rider(ORTHOGONALS), capture: &Combined(&[PawnCaptures(Ahead::Diagonally), Rider(ORTHOGONALS)]) };
    MarineShip "marine ship" "MH" "MC" "BM" => Split {
        quiet: &Rider(ORTHOGONALS),
        capture: &Combined(&[
            hop_over_victim(ORTHOGONALS, Any),
            // From its first rank, too.
            Within(Bounds::Forward, &hop_over_victim(DIAGONALS, Exactly(1))),
            PawnHops,
        ]),
    };
    HunterPawnQueen "hunter pawn/queen" "P/Q" "B/D" "P/D" => pawn_hunter!(QUEEN_MOVES);
    HunterPawnRook "hunter pawn/rook" "P/R" "B/T" "P/T" => pawn_hunter!(ROOK_MOVES);
    HunterPawnBishop "hunter pawn/bishop" "P/B" "B/L" "P/F" => pawn_hunter!(BISHOP_MOVES);
    HunterPawnKnight "hunter pawn/knight" "P/S" "B/S" "P/C" => pawn_hunter!(KNIGHT_MOVES);
    Wazir "wazir" "WE" "WE" "VI" => Leaper(&[WAZIR]);
    Fers "fers" "FE" "FE" "FE" => Leaper(&[FERS]);
    Dabbaba "dabbaba" "DA" "DA" "DA" => Leaper(&[Leap(0, 2)]);
    Alfil "alfil" "AL" "AL" "AL" => Leaper(&[Leap(2, 2)]);
    Camel "camel" "CA" "CA" "CH" => Leaper(&[Leap(1, 3)]);
    Zebra "zebra" "Z" "Z" "Z" => Leaper(&[Leap(2, 3)]);
    Giraffe "giraffe" "GI" "GI" "GI" => Leaper(&[Leap(1, 4)]);
    Antelope "antelope" "AN" "AN" "AN" => Leaper(&[Leap(3, 4)]);
    RootFiftyLeaper "root-50-leaper" "RF" "WF" "CC" => Leaper(&[Leap(1, 7), Leap(5, 5)]);
    Bucephalus "root-25-leaper" "BU" "BU" "BU" => Leaper(&[Leap(0, 5), Leap(3, 4)]);
    Leaper15 "(1,5) leaper" "15" "15" "15" => Leaper(&[Leap(1, 5)]);
    Leaper16 "(1,6) leaper" "16" "16" "16" => Leaper(&[Leap(1, 6)]);
    Leaper24 "(2,4) leaper" "24" "24" "24" => Leaper(&[Leap(2, 4)]);
    Leaper25 "(2,5) leaper" "25" "25" "25" => Leaper(&[Leap(2, 5)]);
    Leaper35 "(3,5) leaper" "35" "35" "35" => Leaper(&[Leap(3, 5)]);
    Leaper36 "(3,6) leaper" "36" "36" "36" => Leaper(&[Leap(3, 6)]);
    Leaper37 "(3,7) leaper" "37" "37" "37" => Leaper(&[Leap(3, 7)]);
    Leaper03 "threeleaper" "03" "03" "03" => Leaper(&[Leap(0, 3)]);
    Leaper04 "fourleaper" "04" "04" "04" => Leaper(&[Leap(0, 4)]);
    Leaper05 "(0,5) leaper" "05" "05" "05" => Leaper(&[Leap(0, 5)]);
    Leaper06 "(0,6) leaper" "06" "06" "06" => Leaper(&[Leap(0, 6)]);
    Leaper07 "(0,7) leaper" "07" "07" "07" => Leaper(&[Leap(0, 7)]);
    Leaper17 "(1,7) leaper" "17" "17" "17" => Leaper(&[Leap(1, 7)]);
    Leaper26 "(2,6) leaper" "26" "26" "26" => Leaper(&[Leap(2, 6)]);
    Leaper27 "(2,7) leaper" "27" "27" "27" => Leaper(&[Leap(2, 7)]);
    Leaper33 "tripper" "33" "33" "33" => Leaper(&[Leap(3, 3)]);
    Leaper44 "commuter" "44" "44" "44" => Leaper(&[Leap(4, 4)]);
    Leaper45 "(4,5) leaper" "45" "45" "45" => Leaper(&[Leap(4, 5)]);
    Leaper46 "(4,6) leaper" "46" "46" "46" => Leaper(&[Leap(4, 6)]);
    Leaper47 "(4,7) leaper" "47" "47" "47" => Leaper(&[Leap(4, 7)]);
    Leaper55 "(5,5) leaper" "55" "55" "55" => Leaper(&[Leap(5, 5)]);
    Leaper56 "(5,6) leaper" "56" "56" "56" => Leaper(&[Leap(5, 6)]);
    Leaper57 "(5,7) leaper" "57" "57" "57" => Leaper(&[Leap(5, 7)]);
    Leaper66 "(6,6) leaper" "66" "66" "66" => Leaper(&[Leap(6, 6)]);
    Leaper67 "(6,7) leaper" "67" "67" "67" => Leaper(&[Leap(6, 7)]);
    Leaper77 "(7,7) leaper" "77" "77" "77" => Leaper(&[Leap(7, 7)]);
    Gnu "gnu" "GN" "GN" "G" => Leaper(&[KNIGHT, Leap(1, 3)]);
    Okapi "okapi" "OK" "OK" "OK" => Leaper(&[KNIGHT, Leap(2, 3)]);
    Bison "bison" "BI" "BI" "BI" => Leaper(&[Leap(1, 3), Leap(2, 3)]);
    Zebu "zebu" "ZE" "ZE" "ZE" => Leaper(&[Leap(1, 3), Leap(1, 4)]);
    Squirrel "squirrel" "SQ" "EI" "EC" => Leaper(&[Leap(0, 2), KNIGHT, Leap(2, 2)]);
    Erlking "erlking" "EK" "EK" "RE" => Leaper(&[WAZIR, FERS]);
    Nightrider "nightrider" "N" "N" "N" => Rider(&[Straight(KNIGHT)]);
    Camelrider "camelrider" "CR" "CR" "CN" => Rider(&[Straight(Leap(1, 3))]);
    Zebrarider "zebrarider" "ZR" "ZR" "ZN" => Rider(&[Straight(Leap(2, 3))]);
    Gnurider "gnurider" "GR" "GR" "GN" => Rider(&[Straight(KNIGHT), Straight(Leap(1, 3))]);
    Dabbabarider "dabbabarider" "DD" "DD" "DD" => Rider(&[Straight(Leap(0, 2))]);
    Alfilrider "alfilrider" "AA" "AA" "AA" => Rider(&[Straight(Leap(2, 2))]);
    Threerider "threerider" "3R" "3R" "3R" => Rider(&[Straight(Leap(0, 3))]);
    Tripperrider "tripperrider" "TT" "TT" "TT" => Rider(&[Straight(Leap(3, 3))]);
    Wazirrider "wazirrider" "WR" "WR" "VS" => Rider(ORTHOGONALS);
    Fersrider "fersrider" "FR" "FR" "FS" => Rider(DIAGONALS);
    Amazon "amazon" "AM" "AM" "AM" => Combined(&[Rider(QUEEN_LINES), Leaper(&[KNIGHT])]);
    Empress "empress" "EM" "KN" "IM" => Combined(&[Rider(ORTHOGONALS), Leaper(&[KNIGHT])]);
    Princess "princess" "PR" "PR" "PR" => Combined(&[Rider(DIAGONALS), Leaper(&[KNIGHT])]);
    Waran "waran" "WA" "WA" "V" => Rider(&[Straight(WAZIR), Straight(KNIGHT)]);
    Elephant "elephant" "ET" "ET" "EL" => Rider(&[Straight(WAZIR), Straight(FERS), Straight(KNIGHT)]);
    Rose "rose" "RO" "RO" "RO" => Rider(&[Line::Rose]);
    Grasshopper "grasshopper" "G" "G" "S" => hopper(QUEEN_LINES, Any, Exactly(1));
    Grasshopper2 "grasshopper-2" "G2" "G2" "S2" => hopper(QUEEN_LINES, Any, Exactly(2));
    Grasshopper3 "grasshopper-3" "G3" "G3" "S3" => hopper(QUEEN_LINES, Any, Exactly(3));
    ContraGrasshopper "contra-grasshopper" "CG" "KG" "SA" => hopper(QUEEN_LINES, Exactly(1), Any);
    Kinghopper "kinghopper" "KH" "KH" "SR" => hopper(QUEEN_LINES, Exactly(1), Exactly(1));
    Rookhopper "rookhopper" "RH" "TH" "ST" => hopper(ORTHOGONALS, Any, Exactly(1));
    Bishophopper "bishophopper" "BH" "LH" "SF" => hopper(DIAGONALS, Any, Exactly(1));
    Knighthopper "knighthopper" "KP" "SH" "SV" => hopper(&[Straight(KNIGHT)], Exactly(1), Exactly(1));
    NightriderHopper "nightrider hopper" "NH" "NH" "SN" => hopper(&[Straight(KNIGHT)], Any, Exactly(1));
    CamelriderHopper "camelrider hopper" "CH" "CH" "SC" => hopper(&[Straight(Leap(1, 3))], Any, Exactly(1));
    ZebrariderHopper "zebrarider hopper" "ZH" "ZH" "SZ" => hopper(&[Straight(Leap(2, 3))], Any, Exactly(1));
    GnuriderHopper "gnurider hopper" "GH" "GH" "SG" => hopper(&[Straight(KNIGHT), Straight(Leap(1, 3))], Any, Exactly(1));
    RoseHopper "rose hopper" "RP" "RH" "RS" => hopper(&[Line::Rose], Any, Exactly(1));
    Lion "lion" "LI" "LI" "LI" => hopper(QUEEN_LINES, Any, Any);
    RookLion "rook lion" "RL" "TL" "TL" => hopper(ORTHOGONALS, Any, Any);
    BishopLion "bishop lion" "BL" "LL" "FL" => hopper(DIAGONALS, Any, Any);
    NightriderLion "nightrider lion" "NL" "NL" "NL" => hopper(&[Straight(KNIGHT)], Any, Any);
    RoseLion "rose lion" "RN" "RN" "RL" => hopper(&[Line::Rose], Any, Any);
    Moose "moose" "M" "EL" "E" => turning(QUEEN_LINES, EIGHTH_TURN);
    RookMoose "rook moose" "RM" "TC" "ET" => turning(ORTHOGONALS, EIGHTH_TURN);
    BishopMoose "bishop moose" "BM" "LC" "EF" => turning(DIAGONALS, EIGHTH_TURN);
    Eagle "eagle" "EA" "AD" "AI" => turning(QUEEN_LINES, QUARTER_TURN);
    RookEagle "rook eagle" "RE" "TA" "AT" => turning(ORTHOGONALS, QUARTER_TURN);
    BishopEagle "bishop eagle" "BE" "LA" "AF" => turning(DIAGONALS, QUARTER_TURN);
    Sparrow "sparrow" "SW" "SP" "M" => turning(QUEEN_LINES, QUARTER_TURN + EIGHTH_TURN);
    RookSparrow "rook sparrow" "RW" "TS" "MT" => turning(ORTHOGONALS, QUARTER_TURN + EIGHTH_TURN);
    BishopSparrow "bishop sparrow" "BW" "LS" "MF" => turning(DIAGONALS, QUARTER_TURN + EIGHTH_TURN);
    Hamster "hamster" "HA" "HA" "HA" => turning(QUEEN_LINES, HALF_TURN);
    Leo "leo" "LE" "LE" "LE" => Split { quiet: &Rider(QUEEN_LINES), capture: &hopper(QUEEN_LINES, Any, Any) };
    Pao "pao" "PA" "PA" "PA" => Split { quiet: &Rider(ORTHOGONALS), capture: &hopper(ORTHOGONALS, Any, Any) };
    Vao "vao" "VA" "VA" "VA" => Split { quiet: &Rider(DIAGONALS), capture: &hopper(DIAGONALS, Any, Any) };
    Nao "nao" "NA" "NA" "NA" => Split { quiet: &Rider(&[Straight(KNIGHT)]), capture: &hopper(&[Straight(KNIGHT)], Any, Any) };
    Rao "rao" "RA" "RA" "RA" => Split { quiet: &Rider(&[Line::Rose]), capture: &hopper(&[Line::Rose], Any, Any) };
    Mao "mao" "MA" "MA" "MA" => LameLeaper(Mao);
    Moa "moa" "MO" "MO" "MO" => LameLeaper(Moa);
    Maorider "maorider" "AO" "AO" "AO" => Rider(&[Line::Lame(Mao)]);
    Moarider "moarider" "OA" "OA" "OA" => Rider(&[Line::Lame(Moa)]);
    Scorpion "scorpion" "SO" "SO" "SO" => Combined(&[Leaper(&[WAZIR, FERS]), hopper(QUEEN_LINES, Any, Exactly(1))]);
    Sting "sting" "ST" "ST" "EP" => Combined(&[Leaper(&[WAZIR, FERS]), hopper(QUEEN_LINES, Any, Exactly(1))]);
    Gral "gral" "GL" "GL" "GL" => Combined(&[Leaper(&[Leap(2, 2)]), hopper(ORTHOGONALS, Any, Exactly(1))]);
    Kangaroo "kangaroo" "KA" "KA" "KA" => over(2, Exactly(1));
    Dolphin "dolphin" "DO" "DE" "DN" => Combined(&[hopper(QUEEN_LINES, Any, Exactly(1)), over(2, Exactly(1))]);
    KangarooLion "kangaroo lion" "KL" "LK" "KL" => over(2, Any);
    Rabbit "rabbit" "RT" "HE" "LA" => over(2, Any);
    Bob "bob" "BO" "BO" "BO" => over(4, Any);
    Kao "kao" "KO" "KO" "KO" => Split { quiet: &Leaper(&[KNIGHT]), capture: &hopper(&[Straight(KNIGHT)], Exactly(1), Exactly(1)) };
    Senora "senora" "SE" "SE" "DG" => Split { quiet: &hopper(QUEEN_LINES, Any, Any), capture: &Rider(QUEEN_LINES) };
    Faro "faro" "FA" "FA" "FA" => Split { quiet: &hopper(ORTHOGONALS, Any, Any), capture: &Rider(ORTHOGONALS) };
    Loco "loco" "LO" "LO" "LO" => Split { quiet: &hopper(DIAGONALS, Any, Any), capture: &Rider(DIAGONALS) };
    SpiralSpringer "spiralspringer" "SS" "SS" "CS" => Rider(&[spiral(Leap(0, 2)), spiral(Leap(0, 4))]);
    DiagonalSpiralSpringer "diagonal spiralspringer" "DS" "DS" "CD" => Rider(&[spiral(Leap(1, 1)), spiral(Leap(3, 3))]);
    SpiralSpringer20 "spiralspringer (0,2)" "S2" "S2" "N2" => Rider(&[spiral(Leap(0, 2))]);
    SpiralSpringer40 "spiralspringer (0,4)" "S4" "S4" "N4" => Rider(&[spiral(Leap(0, 4))]);
    SpiralSpringer11 "diagonal spiralspringer (1,1)" "S1" "S1" "N1" => Rider(&[spiral(Leap(1, 1))]);
    SpiralSpringer33 "diagonal spiralspringer (3,3)" "S3" "S3" "N3" => Rider(&[spiral(Leap(3, 3))]);
    Boyscout "boyscout" "BT" "PF" "BT" => Rider(&[Line::Zigzag { leap: FERS, period: Leap(0, 2) }]);
    Girlscout "girlscout" "GT" "PN" "GT" => Rider(&[Line::Zigzag { leap: WAZIR, period: Leap(1, 1) }]);
    MaoHopper "mao hopper" "AH" "AH" "AS" => LameHopper(Mao);
    MoaHopper "moa hopper" "OH" "OH" "OS" => LameHopper(Moa);
    Saltador "saltador" "SA" "SA" "SL" => Split {
        quiet: &Combined(&[LameHopper(Mao), LameHopper(Moa)]),
        capture: &Combined(&[LameLeaper(Mao), LameLeaper(Moa)]),
    };
    Orix "orix" "OR" "OR" "OR" => hopper(QUEEN_LINES, Any, Same);
    NonstopOrix "nonstop orix" "NO" "NO" "NO" => hopper(NONSTOP_QUEEN_LINES, Exactly(1), Exactly(1));
    Equihopper "equihopper" "EQ" "EQ" "EA" => Combined(&[hopper(QUEEN_LINES, Any, Same), hopper(OTHER_LINES, Exactly(1), Exactly(1))]);
    NonstopEquihopper "nonstop equihopper" "NE" "NE" "EQ" => Combined(&[
        hopper(NONSTOP_QUEEN_LINES, Exactly(1), Exactly(1)),
        hopper(OTHER_LINES, Exactly(1), Exactly(1)),
    ]);
    DoubleGrasshopper "double grasshopper" "DG" "DG" "DS" => Twice(&hopper(QUEEN_LINES, Any, Exactly(1)));
    DoubleRookhopper "double rookhopper" "DK" "DT" "DT" => Twice(&hopper(ORTHOGONALS, Any, Exactly(1)));
    DoubleBishophopper "double bishophopper" "DB" "DL" "DF" => Twice(&hopper(DIAGONALS, Any, Exactly(1)));
    ContraHamster "contra-hamster" "HC" "HK" "HC" => Movement::Hopper(Hopper {
        lines: QUEEN_LINES,
        hurdles: 1,
        approach: Exactly(1),
        landing: Any,
        turn: HALF_TURN,
    });
    Marguerite "marguerite" "MG" "MG" "MG" => Combined(&[
        hopper(QUEEN_LINES, Any, Exactly(1)),
        turning(QUEEN_LINES, EIGHTH_TURN),
        turning(QUEEN_LINES, QUARTER_TURN),
        turning(QUEEN_LINES, QUARTER_TURN + EIGHTH_TURN),
        turning(QUEEN_LINES, HALF_TURN),
    ]);
    Scarabeus "scarabeus" "SC" "SR" "SS" => turning(QUEEN_LINES, 1);
    EagleEquihopper "eagle equihopper" "EE" "AE" "AE" => Combined(&[eagle(QUEEN_LINES, Any, Same), eagle(OTHER_LINES, Exactly(1), Exactly(1))]);
    NonstopEagleEquihopper "nonstop eagle equihopper" "EN" "AQ" "AQ" => Combined(&[
        eagle(LONG_QUEEN_LINES, Exactly(1), Exactly(1)),
        eagle(LONG_OTHER_LINES, Exactly(1), Exactly(1)),
    ]);
    EnglishEquihopper "English equihopper" "QE" "QE" "QA" => Combined(&[Halfway(QUEEN_LINES), Halfway(OTHER_LINES)]);
    FrenchEquihopper "French equihopper" "QF" "QF" "QF" => Combined(&[Halfway(NONSTOP_QUEEN_LINES), Halfway(OTHER_LINES)]);
    MaoriderLion "maorider lion" "ML" "ML" "ML" => hopper(&[Line::Lame(Mao)], Any, Any);
    MoariderLion "moarider lion" "MM" "MM" "MM" => hopper(&[Line::Lame(Moa)], Any, Any);
    Bouncer "bouncer" "B1" "B1" "B1" => Bounce(QUEEN_LINES);
    RookBouncer "rook bouncer" "B2" "B2" "B2" => Bounce(ORTHOGONALS);
    BishopBouncer "bishop bouncer" "B3" "B3" "B3" => Bounce(DIAGONALS);
    Edgehog "edgehog" "EH" "RD" "EH" => Within(Bounds::AcrossEdge, &Rider(QUEEN_LINES));
    Quintessence "quintessence" "QN" "QN" "QN" => Rider(&[spiral(Leap(1, 3))]);
    Treehopper "treehopper" "TH" "UH" "SB" => Movement::Treehopper(Directions::OfQueen);
    Leafhopper "leafhopper" "LH" "BH" "SE" => Movement::Leafhopper(Directions::OfQueen);
    GreaterTreehopper "greater treehopper" "GE" "GU" "SM" => Movement::Treehopper(Directions::All);
    GreaterLeafhopper "greater leafhopper" "GF" "GB" "SU" => Movement::Leafhopper(Directions::All);
    ReflectingBishop "reflecting bishop" "RB" "RL" "FR" => Rider(&[Line::Reflected { mirror: Mirror::EdgeSquare, times: 4 }]);
    Archbishop "archbishop" "AR" "ER" "AR" => Rider(&[Line::Reflected { mirror: Mirror::EdgeSquare, times: 1 }]);
    Cardinal "cardinal" "C" "KL" "CA" => Rider(&[Line::Reflected { mirror: Mirror::Border, times: 1 }]);
    TrojanHorse "Trojan horse" "CT" "CT" "CT" => Rider(&[Line::Bent { first: KNIGHT, then: Leap(0, 2) }]);
    BouncyKnight "bouncy knight" "BK" "RS" "CR" => Repeat { movement: &Leaper(&[KNIGHT]), most: Some(3), stops: Stops::Edge };
    BouncyNightrider "bouncy nightrider" "BN" "NR" "NR" => Repeat { movement: &Rider(&[Straight(KNIGHT)]), most: None, stops: Stops::Edge };
    UbiUbi "ubi-ubi" "UU" "UU" "UU" => Repeat { movement: &Leaper(&[KNIGHT]), most: None, stops: Stops::Anywhere };
    Querquisite "querquisite" "QQ" "OD" "QQ" => Combined(&[
        Within(Bounds::FromFiles(&[0, 7]), &Rider(ORTHOGONALS)),
        Within(Bounds::FromFiles(&[1, 6]), &Leaper(&[KNIGHT])),
        Within(Bounds::FromFiles(&[2, 5]), &Rider(DIAGONALS)),
        Within(Bounds::FromFiles(&[3]), &Rider(QUEEN_LINES)),
        Within(Bounds::FromFiles(&[4]), &Leaper(&[WAZIR, FERS])),
    ]);
    RookBishopHunter "rook/bishop hunter" "RR" "TJ" "TC" => Combined(&[Within(Bounds::Up, &Rider(ORTHOGONALS)), Within(Bounds::Down, &Rider(DIAGONALS))]);
    BishopRookHunter "bishop/rook hunter" "BR" "LJ" "FC" => Combined(&[Within(Bounds::Up, &Rider(DIAGONALS)), Within(Bounds::Down, &Rider(ORTHOGONALS))]);
    HunterQueenRook "hunter queen/rook" "Q/R" "D/T" "D/T" => hunter!(QUEEN_MOVES, ROOK_MOVES);
    HunterQueenBishop "hunter queen/bishop" "Q/B" "D/L" "D/F" => hunter!(QUEEN_MOVES, BISHOP_MOVES);
    HunterQueenKnight "hunter queen/knight" "Q/S" "D/S" "D/C" => hunter!(QUEEN_MOVES, KNIGHT_MOVES);
    HunterRookQueen "hunter rook/queen" "R/Q" "T/D" "T/D" => hunter!(ROOK_MOVES, QUEEN_MOVES);
    HunterRookBishop "hunter rook/bishop" "R/B" "T/L" "T/F" => hunter!(ROOK_MOVES, BISHOP_MOVES);
    HunterRookKnight "hunter rook/knight" "R/S" "T/S" "T/C" => hunter!(ROOK_MOVES, KNIGHT_MOVES);
    HunterBishopQueen "hunter bishop/queen" "B/Q" "L/D" "F/D" => hunter!(BISHOP_MOVES, QUEEN_MOVES);
    HunterBishopRook "hunter bishop/rook" "B/R" "L/T" "F/T" => hunter!(BISHOP_MOVES, ROOK_MOVES);
    HunterBishopKnight "hunter bishop/knight" "B/S" "L/S" "F/C" => hunter!(BISHOP_MOVES, KNIGHT_MOVES);
    HunterKnightQueen "hunter knight/queen" "S/Q" "S/D" "C/D" => hunter!(KNIGHT_MOVES, QUEEN_MOVES);
    HunterKnightRook "hunter knight/rook" "S/R" "S/T" "C/T" => hunter!(KNIGHT_MOVES, ROOK_MOVES);
    HunterKnightBishop "hunter knight/bishop" "S/B" "S/L" "C/F" => hunter!(KNIGHT_MOVES, BISHOP_MOVES);
    HunterQueenPawn "hunter queen/pawn" "Q/P" "D/B" "D/P" => Within(Bounds::Forward, &QUEEN_MOVES);
    HunterRookPawn "hunter rook/pawn" "R/P" "T/B" "T/P" => Within(Bounds::Forward, &ROOK_MOVES);
    HunterBishopPawn "hunter bishop/pawn" "B/P" "L/B" "F/P" => Within(Bounds::Forward, &BISHOP_MOVES);
    HunterKnightPawn "hunter knight/pawn" "S/P" "S/B" "C/P" => Within(Bounds::Forward, &KNIGHT_MOVES);
    ChinesePawn "Chinese pawn" "CP" "CB" "PC" => Combined(&[Within(Bounds::Forward, &Leaper(&[WAZIR])), Within(Bounds::AsideInEnemyHalf, &Leaper(&[WAZIR]))]);
    Locust "locust" "L" "H" "L" => capturing(&hop_over_victim(QUEEN_LINES, Any));
    RookLocust "rook locust" "LR" "HT" "LT" => capturing(&hop_over_victim(ORTHOGONALS, Any));
    BishopLocust "bishop locust" "LB" "HL" "LF" => capturing(&hop_over_victim(DIAGONALS, Any));
    NightriderLocust "nightrider locust" "LN" "HN" "LN" => capturing(&hop_over_victim(&[Straight(KNIGHT)], Any));
    RoseLocust "rose locust" "LS" "LR" "LR" => capturing(&hop_over_victim(&[Line::Rose], Any));
    Siren "siren" "SI" "SI" "SI" => Split { quiet: &Rider(QUEEN_LINES), capture: &hop_over_victim(QUEEN_LINES, Any) };
    Triton "triton" "TR" "TR" "TR" => Split { quiet: &Rider(ORTHOGONALS), capture: &hop_over_victim(ORTHOGONALS, Any) };
    Nereid "nereid" "ND" "ND" "NE" => Split { quiet: &Rider(DIAGONALS), capture: &hop_over_victim(DIAGONALS, Any) };
    MarineKnight "marine knight" "MS" "MS" "CM" => Split { quiet: &Leaper(&[KNIGHT]), capture: &hop_over_victim(&[Straight(KNIGHT)], Exactly(1)) };
    Poseidon "poseidon" "PO" "PO" "PO" => Split { quiet: &Leaper(&[WAZIR, FERS]), capture: &hop_over_victim(QUEEN_LINES, Exactly(1)) };
    Skylla "Skylla" "SK" "SK" "SK" => Split { quiet: &LameLeaper(Mao), capture: &hop_over_victim(&[Line::Lame(Mao)], Exactly(1)) };
    Charybdis "Charybdis" "CY" "CY" "CY" => Split { quiet: &LameLeaper(Moa), capture: &hop_over_victim(&[Line::Lame(Moa)], Exactly(1)) };
    RadialKnight "radial knight" "RK" "RP" "CL" => Movement::RadialLeap;
    Orphan "orphan" "O" "O" "O" => Borrowed(Lenders::Enemies);
    Friend "friend" "F" "F" "A" => Borrowed(Lenders::Friends);
    Dummy "dummy" "DU" "DU" "PI" => Immobile;
}
