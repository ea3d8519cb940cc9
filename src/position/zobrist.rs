//! Zobrist keys: random numbers for the features of a position; the key of a position is their exclusive or
//! (<https://www.chessprogramming.org/Zobrist_Hashing>).
//!
//! The numbers are taken from a fixed sequence, so that keys are the same in every run and on every machine.

use super::{Man, ManFlags, Side, Walk};
use crate::board::Square;

/// The number of kinds of men: royal or not, colour, walk. Neutral is a colour of its own, since the key of a neutral
/// man must differ from that of a white and a black man together; the fourth colour makes a bounds check unnecessary.
const KINDS: usize = 2 * COLOURS * Walk::TABLE_LEN;
const COLOURS: usize = 4;

struct Keys {
    men: [[u64; Square::LIMIT]; KINDS],
    castling: [u64; Square::LIMIT],
    ep_squares: [u64; Square::LIMIT],
    black_to_move: u64,
}

static KEYS: Keys = generate_keys();

/// Returns the next number of a splitmix64 sequence.
const fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const fn generate_keys() -> Keys {
    let mut state = 0x006b_6972_6b65;
    let mut keys = Keys {
        men: [[0; Square::LIMIT]; KINDS],
        castling: [0; Square::LIMIT],
        ep_squares: [0; Square::LIMIT],
        black_to_move: next(&mut state),
    };
    let mut square = 0;
    while square < Square::LIMIT {
        let mut kind = 0;
        while kind < KINDS {
            keys.men[kind][square] = next(&mut state);
            kind += 1;
        }
        keys.castling[square] = next(&mut state);
        keys.ep_squares[square] = next(&mut state);
        square += 1;
    }
    keys
}

/// Returns the number of a man on a square.
#[inline(always)]
pub fn man(man: &Man, square: Square) -> u64 {
    if man.walk.is_fairy() { fairy_man(man, square) } else { chessman(man, square) }
}

/// Returns the number of a man with a walk of chess on a square.
#[inline(always)]
pub fn chessman(man: &Man, square: Square) -> u64 {
    // Usually kings are royal and other men are not: their numbers are adjacent in memory.
    let is_unusual = man.royal != (man.walk == Walk::King);
    let kind = (usize::from(is_unusual) * COLOURS + man.colour as usize % COLOURS) * Walk::TABLE_LEN;
    KEYS.men[kind + man.walk.index()][square.index()]
}

/// Returns the number of a man with a walk of fairy chess on a square, made of that of a pawn there.
// Out of line, since most positions have no such men.
#[cold]
#[inline(never)]
fn fairy_man(man: &Man, square: Square) -> u64 {
    let pawn = Man { walk: Walk::Pawn, ..*man };
    next(&mut (chessman(&pawn, square) ^ man.walk as u64))
}

/// Returns the number of the right to castle of the man on a square.
#[inline]
pub fn castling(square: Square) -> u64 {
    KEYS.castling[square.index()]
}

/// Returns the number of an en passant square.
#[inline]
pub fn ep_square(square: Square) -> u64 {
    KEYS.ep_squares[square.index()]
}

/// Returns the number of the flags of a man on a square; 0 for none. Computed when needed: few positions have flags.
pub(super) fn flags(flags: ManFlags, square: Square) -> u64 {
    if flags == ManFlags::NONE {
        return 0;
    }
    let mut state = 0x6d61_0000_0000_0000 ^ (u64::from(flags.bits()) << 8 | square.index() as u64);
    next(&mut state)
}

/// The number of Black to move.
pub const SIDE_TO_MOVE: u64 = generate_keys().black_to_move;

/// The number of a pass of a side by its own choice.
pub const PASSED_BY_CHOICE: u64 = 0x9e6c_63d0_876a_68de;

/// Returns the number of a side to move.
#[inline]
pub fn to_move(side: Side) -> u64 {
    match side {
        Side::White => 0,
        Side::Black => SIDE_TO_MOVE,
    }
}
