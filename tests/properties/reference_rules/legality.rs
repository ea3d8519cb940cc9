//! Check, and the legal moves.

use kirke::position::Side;
use kirke::rules::Condition;

use crate::reference_rules::board::{Board, Sq};
use crate::reference_rules::move_state::MoveState;
use crate::reference_rules::pseudo_moves::{PseudoMove, PseudoMoveKind};

impl<'l> Board<'l> {
    /// Returns whether the side is in check: the other side, if it were to move, could make a capture that
    /// removes a royal man of this side.
    pub fn in_check(&self, side: Side) -> bool {
        if self.rules.has(|law| matches!(law, Condition::Alice(_))) {
            return [false, true].iter().any(|&on_b| self.men_on_board(on_b).can_lose_royal(side, false));
        }
        self.can_lose_royal(side, self.rules.can_remove_other_royals())
    }

    /// Returns whether a royal man of the side can be removed: by a capture of whatever man, or only by its own.
    pub fn can_lose_royal(&self, side: Side, by_any_capture: bool) -> bool {
        let other = side.other();
        let threat = self.with_turn(other);
        let captures = threat.side_men(other).into_iter().flat_map(|(square, _)| {
            let home = threat.home_moves(square).into_iter().filter(|intent| intent.victim().is_some());
            threat.captures(square).into_iter().chain(home)
        });
        let royals = self.royal_count(side);
        captures
            .filter(|intent| {
                let victim = intent.victim().and_then(|square| self.men[square]);
                by_any_capture || victim.is_some_and(|man| man.royal)
            })
            .filter(|intent| threat.permits(intent, true) && threat.may_capture_royal(intent))
            .any(|intent| {
                MoveState::outcomes(&threat, &intent)
                    .iter()
                    .any(|state| state.board.royal_count(side) < royals)
            })
    }

    /// Returns the positions after each legal outcome of the movement.
    pub fn legal_outcomes(&self, intent: &PseudoMove) -> Vec<Board<'l>> {
        let by = self.to_move;
        if !self.permits(intent, false) || self.castles_through_check(intent) {
            return Vec::new();
        }
        let royals = self.royal_count(by.other());
        let states = MoveState::outcomes(self, intent);
        let mut boards: Vec<Board<'l>> = Vec::new();
        for state in states {
            if !state.captures_royal() || state.board.royal_count(by.other()) >= royals {
                boards.extend(state.series_captures());
                boards.push(state.board);
            }
        }
        boards.retain(|board| !board.in_check(by) && !board.is_left_in_check(intent.to, by));
        boards
    }

    /// Alice chess: returns whether the king that has arrived on a square would be in check if it had stayed on its board.
    fn is_left_in_check(&self, square: Sq, side: Side) -> bool {
        let alice = self.rules.has(|law| matches!(law, Condition::Alice(_)));
        let king = self.men[square].filter(|man| alice && man.royal);
        king.is_some_and(|king| {
            let mut board = self.clone();
            board.men[square] = Some(king.on_other_board());
            board.in_check(side)
        })
    }

    /// Returns every legal movement, with the positions after it.
    pub fn legal_moves(&self) -> Vec<(PseudoMove, Board<'l>)> {
        let all = self.pseudo_moves().into_iter().flat_map(|intent| {
            let ends = self.legal_outcomes(&intent);
            ends.into_iter().map(move |board| (intent.clone(), board))
        });
        let all: Vec<(PseudoMove, Board<'l>)> = all.collect();
        let captures = |moves: &[(PseudoMove, Board<'l>)]| -> Vec<(PseudoMove, Board<'l>)> {
            moves.iter().filter(|(intent, _)| intent.victim().is_some()).cloned().collect()
        };
        for law in &self.rules.conditions {
            let (bound, ultra) = match law {
                Condition::MustCapture(rule) => (rule.side == self.to_move, rule.ultra),
                Condition::Losing(_) => (true, false),
                _ => (false, false),
            };
            let taking = captures(&all);
            if bound && (ultra || !taking.is_empty()) {
                return taking;
            }
        }
        self.first_moves(all)
    }

    /// Returns whether the king would be in check on its castling square or on its way.
    pub fn castles_through_check(&self, intent: &PseudoMove) -> bool {
        let PseudoMoveKind::Castling(rook_from, _) = intent.kind else { return false };
        let home = intent.to - intent.to % 8 + 4;
        let attacked_on = |square: Sq| {
            let mut board = self.without(intent.from);
            if let Some(rook) = board.remove(rook_from) {
                // The square from which it castles.
                let corner = home - 4 + if intent.to > home { 7 } else { 0 };
                board.put_moved(rook, corner);
            }
            if let Some(king) = self.men[intent.from] {
                board.put_moved(king, square);
            }
            for imitator in &mut board.imitators {
                *imitator = (*imitator + square).saturating_sub(intent.from).min(63);
            }
            board.in_check(self.to_move)
        };
        !self.rules.kingless() && (attacked_on(home) || attacked_on((home + intent.to) / 2))
    }

    /// Returns whether the side to move is in check and mated, provided that it has no move.
    pub fn is_mating_check(&self) -> bool {
        let amu = self.rules.has(|law| matches!(law, Condition::Amu(_)));
        self.in_check(self.to_move) && (!amu || self.attacked_once)
    }
}

impl<'l> MoveState<'l> {
    /// SeriesCapture: the same man continues to capture, and may end with a move that captures
    /// nothing.
    fn series_captures(&self) -> Vec<Board<'l>> {
        let Some((square, man)) = self.moved_man() else { return Vec::new() };
        let ends = !self.board.rules.series_capture()
            || self.victim.is_none()
            || man.colour != self.by.into()
            || Side::BOTH.iter().any(|&side| self.board.in_check(side));
        if ends {
            return Vec::new();
        }
        let board = self.board.with_turn(self.by);
        let mut boards = Vec::new();
        let mut intents = board.captures(square);
        intents.extend(board.quiet_moves(square));
        intents.extend(board.home_moves(square));
        for intent in intents.iter().filter(|intent| board.permits(intent, false)) {
            for state in MoveState::outcomes(&board, intent) {
                if !state.captures_royal()
                    || state.board.royal_count(self.by.other()) >= board.royal_count(self.by.other())
                {
                    boards.extend(state.series_captures());
                    boards.push(state.board);
                }
            }
        }
        boards
    }
}
