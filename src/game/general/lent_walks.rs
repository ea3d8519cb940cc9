//! Attacks where men lend their walks to others: most moves change no square on which an attack depends.
//!
//! **What.** Where a man moves as the man on another square, any man on a line to the king or a knight's move from it may attack
//! it. Whether it does depends on the lines, on these men, and on the men on the squares from which they borrow.
//! A move that neither leaves nor enters one of these squares changes nothing.
//!
//! **Why it is correct.** The lines up to the first man stay the same, and with them the men that could attack; so do the men
//! as which these move. Neutral men, attributes and fairy men are excluded.
//!
//! **Cost and gain.** Two fifths to half of the time of an h#3.5 with power transfer and of a #5 of Annan chess
//! (`docs/internals/experiments.md`).
//!
//! **Reference.** The distinction of safe moves by check mask and pins is standard; these squares take its place.

use crate::board::{Board, Square, Squares};
use crate::game::general::attack_test::is_decided;
use crate::game::general::game_view::{has_attackers, sources_of_chess_attacks};
use crate::game::general::royal_capture::has_plain_royal_captures;
use crate::game::{Game, PositionOf};
use crate::position::{Move, Position, RuleState, Side};
use crate::rules::{DecidedMoves, GameRules, RuleSet};

/// On which squares men decide whether a royal man is attacked.
pub(in crate::game) struct LentAttacks<S> {
    /// The only royal man of the side that may be attacked.
    royal: Square,
    /// Whether it is attacked.
    is_attacked: bool,
    /// The squares: a move of another man that only moves this one, or captures on its arrival square, and neither leaves nor
    /// enters one of them, leaves `is_attacked` as it is.
    deciding: S,
}

impl<S: Squares> LentAttacks<S> {
    /// Returns the squares for the attacks on the royal man of a side; `None` if they are not known.
    pub fn on_royal<B: Board<Set = S>>(
        game: &Game<B, RuleSet>,
        position: &PositionOf<B, RuleSet>,
        side: Side,
    ) -> Option<LentAttacks<S>> {
        let royals = position.royal & position.of(side);
        let is_known = B::LINES_UNIQUE
            && game.rules.facts().walks_are_lent
            && !royals.more_than_one()
            && has_plain_royal_captures(position, side);
        let royal = royals.first().filter(|_| is_known)?;
        let by = side.other();
        let sources = sources_of_chess_attacks(game, royal, by, position.occupied());
        let mut deciding = sources;
        for at in (sources & position.of(by)).iter() {
            deciding |= game.rules.lenders(game, position, position.man(at)?, at)?;
        }
        Some(LentAttacks { royal, is_attacked: has_attackers(game, position, royal, by), deciding })
    }

    /// Returns the squares that are not excluded for a move of the man on a square.
    pub fn possible_targets(&self, position: &Position<S, RuleState>, from: Square) -> S {
        // The man that a pawn captures en passant is on another square than its arrival square.
        let is_bound = self.is_attacked
            && self.royal != from
            && !self.deciding.contains(from)
            && position.ep_pawn().is_none();
        if is_bound { self.deciding } else { !S::EMPTY }
    }

    /// Returns whether a pseudo-legal move is legal; `None` if it has to be made to test it.
    pub fn legality_of<B: Board<Set = S>>(
        &self,
        game: &Game<B, RuleSet>,
        position: &PositionOf<B, RuleSet>,
        mv: Move,
    ) -> Option<bool> {
        let is_plain = is_decided(game, position, DecidedMoves::QuietAndCaptures, mv);
        let changes_attacks = self.royal == mv.from || self.deciding.intersects(S::of(mv.from).with(mv.to));
        (is_plain && !changes_attacks).then_some(!self.is_attacked)
    }
}

/// Returns the squares that a move of the side to move must leave or enter to give check, unless it is castling or a capture en
/// passant; `None` if they are not known, or if the opponent is attacked already.
pub(in crate::game) fn squares_to_check_with<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
) -> Option<B::Set> {
    let attacks = LentAttacks::on_royal(game, position, position.to_move.other())?;
    (!attacks.is_attacked).then_some(attacks.deciding)
}
