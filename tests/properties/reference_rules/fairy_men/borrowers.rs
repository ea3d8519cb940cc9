//! Orphans and friends: the men as which they move.

use kirke::position::{Colour, Man, Walk};

use crate::reference_rules::board::{Board, Sq, at, file, moves_up, pawn_rank, rank};

impl Board<'_> {
    /// Returns the walks as which an orphan or a friend of this colour on a square moves. It must have been removed from
    /// the board.
    pub fn lent_walks(&self, kind: Walk, colour: Colour, at: Sq) -> Vec<Walk> {
        let mut board = self.clone();
        board.men[at] = Some(Man::new(colour, Walk::Dummy));
        let mut walks: Vec<Walk> = self.men.iter().flatten().map(|man| man.walk).collect();
        walks.sort_unstable();
        walks.dedup();
        walks.retain(|walk| !matches!(walk, Walk::Orphan | Walk::Friend | Walk::Dummy));
        walks.into_iter().filter(|&walk| board.is_lent(kind, walk, colour, at)).collect()
    }

    /// Returns the squares on which an orphan or a friend can capture with a walk: it captures as a pawn also from its first
    /// rank.
    pub fn borrowed_captures(&self, walk: Walk, colour: Colour, from: Sq) -> Vec<Sq> {
        let mut squares = self.attacked_squares(walk, colour, from);
        if walk == Walk::Pawn && pawn_rank(walk, colour, from) == 0 {
            let ahead = if moves_up(walk, colour) { 1 } else { -1 };
            squares
                .extend([-1, 1].into_iter().filter_map(|aside| at(file(from) + aside, rank(from) + ahead)));
        }
        squares
    }

    /// Returns the squares to which an orphan or a friend can go with a walk without capturing: it steps as a pawn also
    /// from its first rank.
    pub fn borrowed_steps(&self, walk: Walk, colour: Colour, from: Sq) -> Vec<Sq> {
        let mut squares: Vec<Sq> =
            self.quiet_steps(walk, colour, from).into_iter().map(|step| step.to).collect();
        if walk == Walk::Pawn && pawn_rank(walk, colour, from) == 0 {
            let ahead = if moves_up(walk, colour) { 1 } else { -1 };
            squares.extend(at(file(from), rank(from) + ahead).filter(|&to| self.men[to].is_none()));
        }
        squares
    }

    /// Returns whether a man on a square moves with this walk: the borrowers that do are found one after the other.
    fn is_lent(&self, kind: Walk, walk: Walk, colour: Colour, at: Sq) -> bool {
        let sides = [Colour::White, Colour::Black];
        let belongs = |man: Man, side: Colour| man.colour == side || man.colour == Colour::Neutral;
        let mut holders: Vec<(Sq, Colour)> = Vec::new();
        loop {
            let observed_by_holder = |square: Sq, owner: Colour| {
                let lender = if kind == Walk::Orphan { owner.opposite() } else { owner };
                (0..64).filter(|&from| from != square).any(|from| {
                    self.men[from].is_some_and(|man| {
                        let holds = man.walk == walk || holders.contains(&(from, lender));
                        holds
                            && belongs(man, lender)
                            && match man.walk == walk {
                                true => self.without(from).attacked_squares(walk, lender, from),
                                false => self.without(from).borrowed_captures(walk, lender, from),
                            }
                            .contains(&square)
                    })
                })
            };
            if observed_by_holder(at, colour) {
                return true;
            }
            let is_new = |&(square, side): &(Sq, Colour)| {
                let is_kind = self.men[square].is_some_and(|man| man.walk == kind && belongs(man, side));
                is_kind && !holders.contains(&(square, side)) && observed_by_holder(square, side)
            };
            let all = (0..64).flat_map(|square| sides.map(|side| (square, side)));
            let Some(found) = all.into_iter().find(is_new) else { return false };
            holders.push(found);
        }
    }
}
