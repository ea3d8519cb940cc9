//! Which nets are looked at twice: a second look takes longer than to make a move.
//!
//! Every net once, again when who rests has changed, and, where few nets are left, at every position;
//! but not where such looks have refused little so far. What is not looked at stands.

use super::{FEW, Frame, Nets};
use crate::board::{Board, Square};
use crate::search::lower_bound::payoff::Odds;

/// With so few moves to spare it matters who must move away.
const FEW_TO_SPARE: u16 = 3;
/// What is noted of a net that was looked at twice, where both sides have moves to spare.
const NOBODY_RESTS: u8 = 4;

/// Why a net is looked at more closely: for the first time, since another side has no move to
/// spare, or because few nets are left.
#[derive(Clone, Copy)]
enum Why {
    First,
    Changed,
    Again,
}

/// How many reasons there are.
const WHYS: usize = 3;
/// By the moves that are left, by who has none to spare, and by why it is taken.
pub(super) type AllOdds = [[[Odds; WHYS]; 4]; MOST_ODDS];
/// With so many moves left, or more, a second look is as likely to refuse a net.
const MOST_ODDS: usize = 16;

impl<B: Board> Nets<'_, B> {
    /// Drops the nets that do not stand a second look.
    pub(super) fn look_twice(&mut self, frame: &mut Frame, bonus: [u16; 2], passer: Option<Square>) {
        let room = frame.room(bonus);
        let few = frame.end - frame.start <= FEW;
        let mated = self.mating().other().index();
        let moves = usize::from(frame.left[0] + frame.left[1]).min(MOST_ODDS - 1);
        let mut end = frame.start;
        for index in frame.start..frame.end {
            let mut live = self.live[index];
            let tight = [0, 1].map(|side| u8::from(live.cost[side] >= room.moves[side]));
            let doubted = NOBODY_RESTS | tight[0] | tight[1] << 1;
            let near = room.moves[mated] - live.cost[mated].min(room.moves[mated]) <= FEW_TO_SPARE;
            let why = match live.doubted {
                0 => Some(Why::First),
                before if before != doubted => Some(Why::Changed),
                _ => (few && (near || doubted != NOBODY_RESTS)).then_some(Why::Again),
            };
            let tight = usize::from(doubted & 3);
            if let Some(why) = why.filter(|&why| self.odds[moves][tight][why as usize].are_good(moves)) {
                live.doubted = doubted;
                let away = self.second_look(live, &room, passer);
                self.odds[moves][tight][why as usize].note(away.is_none());
                let Some(away) = away else { continue };
                if away.least > 0 && live.cost[mated] + away.least >= room.moves[mated] {
                    live.away = away.men;
                }
            }
            self.live[end] = live;
            end += 1;
        }
        self.live.truncate(end);
        frame.end = end;
        frame.movers = None;
    }
}
