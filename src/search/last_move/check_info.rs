//! Which moves may give check, told without playing them.

use crate::board::{Board, Square, Squares};
use crate::game::movegen::generate::MoveFilter;
use crate::game::{Game, PositionOf};
use crate::position::{Memory, Move, MoveKind, Walk};
use crate::rules::{CheckCondition, GameRules};

/// Which moves may give check.
///
/// Under orthodox rules exact for quiet moves of officers and kings that do not castle; under
/// others such moves are ruled out where a check takes an attack. All others may.
pub(in crate::search) struct CheckInfo<S> {
    /// By walk: from where it would attack the enemy king.
    check_squares: [S; Walk::COUNT],
    /// Men whose leaving may open a line to the enemy king.
    discoverers: S,
    /// No move can be ruled out.
    unrestricted: bool,
    /// Captures can be ruled out as quiet moves can.
    captures_like_quiet: bool,
    /// Where a capture may give check by itself or by what the rules make of it.
    capture_targets: S,
    /// Where a pawn may give check by becoming something else, and whether it cannot elsewhere.
    promotion_squares: S,
    promotions_are_exact: bool,
    /// The lines to the enemy king. From elsewhere men of some walks, a bit for each, give check
    /// by a capture only where they arrive or take one of the critical men.
    king_lines: S,
    walks_without_rebirth_check: u8,
    critical_victims: S,
}

impl<S: Squares> MoveFilter<S> for CheckInfo<S> {
    #[inline]
    fn targets(&self, walk: Walk, from: Square) -> S {
        if self.unrestricted || self.discoverers.contains(from) {
            return !S::EMPTY;
        }
        let mut squares = self.check_squares[walk.index()];
        if !self.captures_like_quiet {
            let idle =
                self.walks_without_rebirth_check >> walk.index() & 1 == 1 && !self.king_lines.contains(from);
            squares |= self.capture_targets & if idle { self.critical_victims } else { !S::EMPTY };
        }
        if walk == Walk::Pawn { squares | self.promotion_squares } else { squares }
    }
}

impl<S: Squares> CheckInfo<S> {
    pub fn new<B: Board<Set = S>, R: GameRules>(
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
    ) -> CheckInfo<S> {
        let side = position.to_move;
        let royals = position.royal & position.of(side.other());
        let attack_is_check = game.rules.attack_gives_check();
        let own_too = R::GENERAL && game.rules.flags().captures_own_men;
        let none = CheckInfo {
            check_squares: [S::EMPTY; Walk::COUNT],
            discoverers: S::EMPTY,
            unrestricted: true,
            captures_like_quiet: R::ORTHODOX_CAPTURES,
            capture_targets: if own_too { position.occupied() } else { position.of(side.other()) },
            promotion_squares: game.board.geometry().pawn(side).promotion_rank,
            promotions_are_exact: !R::GENERAL,
            king_lines: S::EMPTY,
            walks_without_rebirth_check: 0,
            critical_victims: S::EMPTY,
        };
        let told = |royal| game.check_requires_attack_on(side.other(), royal);
        let told = !R::GENERAL && royals.first().is_some_and(told);
        if !(told || game.quiet_moves_are_orthodox(position)) || royals.more_than_one() {
            return none;
        }
        let Some(royal) = royals.first() else {
            // Nobody can be checked.
            return CheckInfo { unrestricted: false, captures_like_quiet: attack_is_check, ..none };
        };
        let geometry = game.board.geometry();
        let occupied = position.occupied();
        // What a pawn becomes may be decided after its move.
        if R::GENERAL && game.rules.flags().late_promotion && game.may_promote(position) {
            return none;
        }
        // An attack that was none becomes a check where somebody leaves who made it none.
        let mut shelters = S::EMPTY;
        if !attack_is_check {
            for from in game.attackers(position, royal, side, occupied).iter() {
                match game.check_condition(position, from, side, royal) {
                    CheckCondition::UnlessOccupied(squares) => shelters |= squares,
                    CheckCondition::Always | CheckCondition::Unknown => return none,
                }
            }
        }
        let rook = game.board.rook(royal, occupied);
        let bishop = game.board.bishop(royal, occupied);
        let own = position.of(side);
        let queens = position.walk(Walk::Queen);
        let around = (rook | bishop) & own;
        let beyond = occupied & !around;
        let riders = (game.board.rook(royal, beyond) & (position.walk(Walk::Rook) | queens))
            | (game.board.bishop(royal, beyond) & (position.walk(Walk::Bishop) | queens));
        // Who comes up may give check.
        let mut openers = (shelters | position.memory.hidden_squares()) & own;
        for rider in (riders & own).iter() {
            openers |= geometry.between(royal, rider) & around;
        }
        let mut squares = [S::EMPTY; Walk::COUNT];
        squares[Walk::Queen.index()] = rook | bishop;
        squares[Walk::Rook.index()] = rook;
        squares[Walk::Bishop.index()] = bishop;
        squares[Walk::Knight.index()] = geometry.knight[royal.index()];
        squares[Walk::Pawn.index()] = geometry.pawn(side).attackers[royal.index()];
        // Where attacks are checks a king cannot go next to another.
        if !attack_is_check {
            squares[Walk::King.index()] = geometry.king[royal.index()];
        }
        // Where attacks are checks somebody reborn can only close lines to his own king.
        let captures = match R::GENERAL {
            true => game.captures_check_as_in_orthodox(position),
            // But for neutral men, who are their own enemies.
            false => attack_is_check && (R::ORTHODOX_CAPTURES || !position.has_neutrals()),
        };
        let mut promotions = none.promotion_squares;
        let pawns = own & position.walk(Walk::Pawn) & geometry.pawn(side).seventh_rank;
        if !R::GENERAL && pawns.is_empty() {
            promotions = S::EMPTY;
        } else if !R::GENERAL && captures {
            // The line to the king may be one that the pawn itself opens.
            let lines = game.board.attacks(Walk::Queen, side, royal, occupied & !pawns);
            promotions &= lines | squares[Walk::Knight.index()];
        }
        let mut idle_walks = 0;
        if !R::ORTHODOX_CAPTURES && !R::GENERAL && !captures {
            // Who goes home gives check from there, or by whom it has taken.
            for walk in Walk::ALL {
                let landings = game.rules.final_squares(&game.board, side, walk);
                let idle = landings.is_some_and(|homes| !homes.intersects(squares[walk.index()]));
                idle_walks |= u8::from(idle) << walk.index();
            }
        }
        let lines = rook | bishop;
        let critical = lines | shelters;
        CheckInfo {
            check_squares: squares,
            discoverers: openers,
            unrestricted: false,
            captures_like_quiet: captures,
            promotion_squares: promotions,
            king_lines: lines,
            walks_without_rebirth_check: idle_walks,
            critical_victims: critical,
            ..none
        }
    }

    /// Can no move be ruled out?
    #[inline]
    pub fn is_unrestricted(&self) -> bool {
        self.unrestricted
    }

    /// Of the squares to which the capturer may go on after a capture, those where it may give check.
    #[inline]
    pub fn checking_final_squares(&self, mv: Move, ends: S) -> S {
        // Who leaves a line to the king, or is captured there, may open it.
        if self.unrestricted
            || self.discoverers.contains(mv.from)
            || self.king_lines.intersects(S::of(mv.from).with(mv.to))
        {
            return ends;
        }
        ends & self.check_squares[mv.promotion.unwrap_or(mv.walk).index()]
    }

    #[inline]
    pub fn may_give_check(&self, mv: Move) -> bool {
        if self.unrestricted || self.discoverers.contains(mv.from) {
            return true;
        }
        let attacks = match mv.promotion {
            None => self.check_squares[mv.walk.index()].contains(mv.to),
            Some(_) => !self.promotions_are_exact || self.promotion_squares.contains(mv.to),
        };
        if attacks {
            return true;
        }
        match mv.kind {
            MoveKind::Quiet | MoveKind::DoubleStep | MoveKind::Pass => false,
            MoveKind::Capture => !self.captures_like_quiet,
            MoveKind::EnPassant | MoveKind::Castling | MoveKind::Entry => true,
        }
    }
}
