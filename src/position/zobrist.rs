//! Numbers whose sum modulo 2 is the key of a position.
//!
//! They are drawn once and for all from a fixed sequence, so that a key is the same
//! in every run and on every machine.

use super::{Man, ManFlags, Side, Walk};
use crate::board::Square;

/// Whether it is royal, colour and walk, by square: more than two colours so that a neutral
/// man is neither both nor none of the others, and four so that no index needs a test.
const KINDS: usize = 2 * COLOURS * Walk::TABLE_LEN;
const COLOURS: usize = 4;

struct Keys {
    men: [[u64; Square::LIMIT]; KINDS],
    castling: [u64; Square::LIMIT],
    ep_squares: [u64; Square::LIMIT],
    black_to_move: u64,
}

static KEYS: Keys = generate_keys();

/// The next number of a splitmix64 sequence.
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

/// The number of a man on a square.
#[inline]
pub fn man(man: Man, square: Square) -> u64 {
    // A king is royal and others are not, as a rule: those stand side by side in memory.
    let unusual = man.royal != (man.walk == Walk::King);
    let kind = (usize::from(unusual) * COLOURS + man.colour as usize % COLOURS) * Walk::TABLE_LEN;
    KEYS.men[kind + man.walk.index()][square.index()]
}

/// The number of a right to castle.
#[inline]
pub fn castling(square: Square) -> u64 {
    KEYS.castling[square.index()]
}

/// The number of a passed square.
#[inline]
pub fn ep_square(square: Square) -> u64 {
    KEYS.ep_squares[square.index()]
}

/// The number of a man's marks on a square; 0 for none. Drawn on the spot: few positions
/// have any.
pub(super) fn flags(marks: ManFlags, square: Square) -> u64 {
    if marks == ManFlags::NONE {
        return 0;
    }
    let mut state = 0x6d61_726b_0000_0000 ^ (u64::from(marks.bits()) << 8 | square.index() as u64);
    next(&mut state)
}

/// What changes in a key when the other side is to move.
pub const SIDE_TO_MOVE: u64 = generate_keys().black_to_move;

/// What changes in a key when a side has passed by its own choice.
pub const PASSED_BY_CHOICE: u64 = 0x9e6c_63d0_876a_68de;

/// The number of a side to move.
#[inline]
pub fn to_move(side: Side) -> u64 {
    match side {
        Side::White => 0,
        Side::Black => SIDE_TO_MOVE,
    }
}
