//! Which moves may give check, told without playing them.

use crate::board::{Board, Square, Squares};
use crate::game::movegen::generate::Aim;
use crate::game::{Game, PositionOf};
use crate::position::{Memory, Move, MoveKind, Walk};
use crate::rules::{Rules, Shelter};

/// Which moves may give check.
///
/// Under orthodox rules exact for quiet moves of officers and kings that do not castle; under
/// others such moves are ruled out where a check takes an attack. All others may.
pub(in crate::search) struct Checks<S> {
    /// By walk: from where it would attack the enemy king.
    squares: [S; Walk::COUNT],
    /// Men whose leaving may open a line to the enemy king.
    openers: S,
    /// No move can be ruled out.
    any: bool,
    /// Captures can be ruled out as quiet moves can.
    captures: bool,
    /// Where a capture may give check by itself or by what the rules make of it.
    victims: S,
    /// Where a pawn may give check by becoming something else, and whether it cannot elsewhere.
    promotions: S,
    promotions_told: bool,
    /// The lines to the enemy king. From elsewhere men of some walks, a bit for each, give check
    /// by a capture only where they arrive or take one of the critical men.
    lines: S,
    idle_walks: u8,
    critical: S,
}

impl<S: Squares> Aim<S> for Checks<S> {
    #[inline]
    fn targets(&self, walk: Walk, from: Square) -> S {
        if self.any || self.openers.contains(from) {
            return !S::EMPTY;
        }
        let mut squares = self.squares[walk.index()];
        if !self.captures {
            let idle = self.idle_walks >> walk.index() & 1 == 1 && !self.lines.contains(from);
            squares |= self.victims & if idle { self.critical } else { !S::EMPTY };
        }
        if walk == Walk::Pawn { squares | self.promotions } else { squares }
    }
}

impl<S: Squares> Checks<S> {
    pub fn new<B: Board<Set = S>, R: Rules>(game: &Game<B, R>, position: &PositionOf<B, R>) -> Checks<S> {
        let side = position.to_move;
        let royals = position.royal & position.of(side.other());
        let attack_is_check = game.rules.attack_is_check();
        let own_too = R::GENERAL && game.rules.needs().own_men;
        let none = Checks {
            squares: [S::EMPTY; Walk::COUNT],
            openers: S::EMPTY,
            any: true,
            captures: R::PLAIN,
            victims: if own_too { position.occupied() } else { position.of(side.other()) },
            promotions: game.board.geometry().pawn(side).promotion_rank,
            promotions_told: !R::GENERAL,
            lines: S::EMPTY,
            idle_walks: 0,
            critical: S::EMPTY,
        };
        let told = |royal| game.check_is_attack_on(side.other(), royal);
        let told = !R::GENERAL && royals.first().is_some_and(told);
        if !(told || game.quiet_moves_are_orthodox(position)) || royals.several() {
            return none;
        }
        let Some(royal) = royals.first() else {
            // Nobody can be checked.
            return Checks { any: false, captures: attack_is_check, ..none };
        };
        let geometry = game.board.geometry();
        let occupied = position.occupied();
        // What a pawn becomes may be decided after its move.
        if R::GENERAL && game.rules.needs().late_promotion && game.may_promote(position) {
            return none;
        }
        // An attack that was none becomes a check where somebody leaves who made it none.
        let mut shelters = S::EMPTY;
        if !attack_is_check {
            for from in game.attackers(position, royal, side, occupied).iter() {
                match game.shelter(position, from, side, royal) {
                    Shelter::While(squares) => shelters |= squares,
                    Shelter::Nothing | Shelter::Unknown => return none,
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
        let mut openers = (shelters | position.memory.covers()) & own;
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
            true => game.captures_check_as_usual(position),
            // But for neutral men, who are their own enemies.
            false => attack_is_check && (R::PLAIN || !position.has_neutrals()),
        };
        let mut promotions = none.promotions;
        let pawns = own & position.walk(Walk::Pawn) & geometry.pawn(side).seventh_rank;
        if !R::GENERAL && pawns.is_empty() {
            promotions = S::EMPTY;
        } else if !R::GENERAL && captures {
            // The line to the king may be one that the pawn itself opens.
            let lines = game.board.attacks(Walk::Queen, side, royal, occupied & !pawns);
            promotions &= lines | squares[Walk::Knight.index()];
        }
        let mut idle_walks = 0;
        if !R::PLAIN && !R::GENERAL && !captures {
            // Who goes home gives check from there, or by whom it has taken.
            for walk in Walk::ALL {
                let landings = game.rules.landings(&game.board, side, walk);
                let idle = landings.is_some_and(|homes| !homes.meets(squares[walk.index()]));
                idle_walks |= u8::from(idle) << walk.index();
            }
        }
        let lines = rook | bishop;
        let critical = lines | shelters;
        Checks { squares, openers, any: false, captures, promotions, lines, idle_walks, critical, ..none }
    }

    /// Can no move be ruled out?
    #[inline]
    pub fn tells_nothing(&self) -> bool {
        self.any
    }

    /// Of the squares to which the capturer may go on after a capture, those where it may give check.
    #[inline]
    pub fn ends(&self, mv: Move, ends: S) -> S {
        // Who leaves a line to the king, or is captured there, may open it.
        if self.any || self.openers.contains(mv.from) || self.lines.meets(S::of(mv.from).with(mv.to)) {
            return ends;
        }
        ends & self.squares[mv.promotion.unwrap_or(mv.walk).index()]
    }

    #[inline]
    pub fn may_give(&self, mv: Move) -> bool {
        if self.any || self.openers.contains(mv.from) {
            return true;
        }
        let attacks = match mv.promotion {
            None => self.squares[mv.walk.index()].contains(mv.to),
            Some(_) => !self.promotions_told || self.promotions.contains(mv.to),
        };
        if attacks {
            return true;
        }
        match mv.kind {
            MoveKind::Quiet | MoveKind::DoubleStep | MoveKind::Pass => false,
            MoveKind::Capture => !self.captures,
            MoveKind::EnPassant | MoveKind::Castling | MoveKind::Entry => true,
        }
    }
}
