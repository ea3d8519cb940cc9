//! Rules that compare the walks of men, judge the position after a move, or order moves by their lengths.

use kirke::position::{Side, Walk};
use kirke::rules::rebirth::Royals;
use kirke::rules::restriction::{Contact, Mummer};
use kirke::rules::{Condition, LengthOrder};

use crate::reference_rules::board::{Board, Sq, file, opposite, rank};
use crate::reference_rules::move_state::MoveState;
use crate::reference_rules::pseudo_moves::{PseudoMove, PseudoMoveKind};

impl Board<'_> {
    /// Returns whether the man on a square is observed by an enemy with the same walk, also en passant.
    pub fn is_observed_by_like(&self, at: Sq, royals: Royals) -> bool {
        let Some(man) = self.men[at] else { return false };
        if man.royal && royals == Royals::Exclusive {
            return false;
        }
        let can_take = |from: Sq| {
            let on_square = self.observes(from, at);
            let in_passing = man.walk == Walk::Pawn && self.ep_pawn == Some(at);
            on_square || (in_passing && self.ep_squares.iter().any(|&passed| self.observes(from, passed)))
        };
        let enemies = self.side_men(opposite(man.colour)).into_iter();
        enemies.filter(|(_, enemy)| enemy.walk == man.walk).any(|(from, _)| can_take(from))
    }

    /// Returns whether the man on a square is paralysed.
    pub fn is_paralysed(&self, at: Sq) -> bool {
        self.rules.conditions.iter().any(|law| match law {
            Condition::Madrasi(rule) => self.is_observed_by_like(at, rule.0),
            _ => false,
        })
    }

    /// Returns the obligation of a side to make the longest or shortest moves.
    fn mummer(&self, side: Side) -> Option<Mummer> {
        self.rules.conditions.iter().find_map(|law| match law {
            Condition::Mummer(rule) if rule.side == side => Some(*rule),
            _ => None,
        })
    }

    /// Returns the square of the length of a move, negative if short moves come first.
    fn length(&self, rule: Mummer, intent: &PseudoMove) -> i32 {
        let walk = self.men[intent.from].map(|man| man.walk);
        let (files, ranks) = (file(intent.to) - file(intent.from), rank(intent.to) - rank(intent.from));
        let squared = match intent.kind {
            PseudoMoveKind::Castling(..) if file(intent.to) == 6 => 16,
            PseudoMoveKind::Castling(..) => 25,
            _ if walk.is_some_and(|walk| [Walk::Mao, Walk::Moa].contains(&walk)) => 6,
            _ => files * files + ranks * ranks,
        };
        if rule.order == LengthOrder::LongestFirst { squared } else { -squared }
    }

    /// Returns the moves of the side to move to which an obligation restricts it.
    pub fn first_moves<T>(&self, moves: Vec<(PseudoMove, T)>) -> Vec<(PseudoMove, T)> {
        let Some(rule) = self.mummer(self.to_move) else { return moves };
        let lengths = || moves.iter().map(|(intent, _)| self.length(rule, intent));
        let first = if rule.ultra { self.first_length(rule) } else { lengths().max() };
        moves.into_iter().filter(|(intent, _)| Some(self.length(rule, intent)) == first).collect()
    }

    /// Returns whether an obligation lets the side to move make a capture of a king.
    pub fn may_capture_royal(&self, intent: &PseudoMove) -> bool {
        self.mummer(self.to_move)
            .filter(|rule| rule.ultra)
            .is_none_or(|rule| Some(self.length(rule, intent)) == self.first_length(rule))
    }

    /// Returns the first length of all moves, those included that leave the own king in check.
    fn first_length(&self, rule: Mummer) -> Option<i32> {
        let possible = |intent: &PseudoMove| {
            self.permits(intent, false)
                && !self.castles_through_check(intent)
                && !MoveState::outcomes(self, intent).is_empty()
        };
        self.pseudo_moves().iter().filter(|intent| possible(intent)).map(|it| self.length(rule, it)).max()
    }
}

impl MoveState<'_> {
    /// Returns whether the rules permit the position after the move.
    pub fn is_permitted(&self) -> bool {
        self.board.rules.conditions.iter().all(|law| match law {
            Condition::Isardam(rule) => {
                let mut squares = 0..64;
                (self.captures_royal() && !rule.binds_royal_captures)
                    || !squares.any(|at| self.board.is_observed_by_like(at, rule.royals))
            }
            Condition::Imitator(_) => self.has_free_imitators(),
            Condition::Contact(rule) => {
                let is_near = |at: Sq, other: Sq| {
                    at != other
                        && (file(at) - file(other)).abs() <= 1
                        && (rank(at) - rank(other)).abs() <= 1
                        && self.board.men[other].is_some()
                };
                let touches = |at: Sq| (0..64).any(|other| is_near(at, other));
                self.mover.is_none_or(|at| touches(at) == (*rule == Contact::Required))
            }
            _ => true,
        })
    }
}
