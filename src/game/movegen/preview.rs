//! The board after a move, as far as it takes to know whom men attack: nothing is played.
//!
//! Where captured men or capturers are reborn the masks of orthodox play do not tell whether a
//! capture is legal or gives check. But which squares it empties and fills is known, and so are
//! the lines that are left.

use crate::board::{Board, Square, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{Move, MoveKind, Side, Walk};
use crate::rules::{Attacker, Fate, Rules, Shelter};

/// What is known of the board after a move.
pub(crate) enum Outlook<S> {
    /// Nothing, without playing the move.
    Unknown,
    /// The rules forbid the move.
    Forbidden,
    /// Who stands where.
    Scene(Scene<S>),
}

/// What is seen of a move.
pub(crate) enum Foresight {
    /// Nothing.
    Unknown,
    /// It is not legal.
    Illegal,
    /// It is legal, and gives no check.
    Calm,
    /// It is legal, and may give check.
    Check,
}

/// The board after a move.
pub struct Scene<S> {
    /// The side that moved.
    side: Side,
    /// All men.
    pub occupied: S,
    /// Where nobody stands any more, or somebody else.
    pub left: S,
    /// Is the man who moved royal?
    royal: bool,
    /// How it moves now.
    pub walk: Walk,
    /// Where it stands now.
    pub at: Square,
    /// The captured man who has come back: how it moves and where it stands.
    pub reborn: Option<(Walk, Square)>,
}

impl<B: Board, R: Rules> Game<B, R> {
    /// The board after a move of a position without neutral men, whether it is legal or not.
    #[inline]
    pub(crate) fn outlook(&self, position: &PositionOf<B, R>, mv: Move) -> Outlook<B::Set> {
        match mv.kind {
            MoveKind::Quiet | MoveKind::DoubleStep => {
                Outlook::Scene(self.scene(position, mv, B::Set::of(mv.from), mv.to, None))
            }
            MoveKind::Capture | MoveKind::EnPassant => match self.rules.fate(&self.board, position, mv) {
                None => Outlook::Unknown,
                Some(Fate::Forbidden) => Outlook::Forbidden,
                Some(Fate::Stand { capturer, reborn }) => {
                    Outlook::Scene(self.scene_of_capture(position, mv, capturer, reborn))
                }
            },
            _ => Outlook::Unknown,
        }
    }

    /// The board after a capture, of which it is known who stands where.
    #[inline]
    pub(crate) fn scene_of_capture(
        &self,
        position: &PositionOf<B, R>,
        mv: Move,
        capturer: Square,
        reborn: Option<(Walk, Square)>,
    ) -> Scene<B::Set> {
        let passer = if mv.kind == MoveKind::EnPassant { position.passer() } else { None };
        let left = B::Set::of(mv.from).with(passer.unwrap_or(mv.to));
        self.scene(position, mv, left, capturer, reborn)
    }

    /// The board after a move.
    #[inline(always)]
    fn scene(
        &self,
        position: &PositionOf<B, R>,
        mv: Move,
        left: B::Set,
        at: Square,
        reborn: Option<(Walk, Square)>,
    ) -> Scene<B::Set> {
        let occupied = (position.occupied() & !left).with(at);
        Scene {
            side: position.to_move,
            occupied: reborn.map_or(occupied, |(_, home)| occupied.with(home)),
            left,
            royal: position.royal.contains(mv.from),
            walk: mv.promotion.unwrap_or(mv.walk),
            at,
            reborn,
        }
    }

    /// What is seen of a move without playing it, if it could be made.
    #[inline]
    pub(crate) fn foresee(&self, position: &PositionOf<B, R>, mv: Move) -> Foresight {
        let royals = position.royal & position.of(position.to_move);
        if !self.is_foreseen(position) || royals.several() {
            return Foresight::Unknown;
        }
        let scene = match self.outlook(position, mv) {
            Outlook::Unknown => return Foresight::Unknown,
            Outlook::Forbidden => return Foresight::Illegal,
            Outlook::Scene(scene) => scene,
        };
        if let Some(royal) = royals.first() {
            let royal = if royal == mv.from { scene.at } else { royal };
            if !self.check_is_attack_on(scene.side, royal) {
                return Foresight::Unknown;
            }
            match self.checks_in(position, &scene, royal, scene.side.other()) {
                None => return Foresight::Unknown,
                Some(true) => return Foresight::Illegal,
                Some(false) => {}
            }
        }
        match self.gives_check(position, &scene) {
            Some(false) => Foresight::Calm,
            _ => Foresight::Check,
        }
    }

    /// Can it be told of positions what moves empty and fill?
    #[inline]
    fn is_foreseen(&self, position: &PositionOf<B, R>) -> bool {
        !R::GENERAL && B::STRAIGHT && !position.has_neutrals()
    }

    /// Does the move give check, if that can be told without playing it?
    #[inline]
    pub(crate) fn gives_check(&self, position: &PositionOf<B, R>, scene: &Scene<B::Set>) -> Option<bool> {
        let enemy = scene.side.other();
        let royals = position.royal & position.of(enemy);
        let told = |royal: &Square| !royals.several() && self.check_is_attack_on(enemy, *royal);
        if R::GENERAL && !self.checks_are_attacks(position) {
            return None;
        }
        let royal = royals.first().filter(told)?;
        self.checks_in(position, scene, royal, scene.side)
    }

    /// Do enemies of the side that moved attack a square?
    #[inline]
    pub(crate) fn is_exposed(&self, position: &PositionOf<B, R>, scene: &Scene<B::Set>, at: Square) -> bool {
        let enemy = scene.side.other();
        let men = position.of(enemy) & !scene.left;
        self.is_attacked_by(position, at, enemy, men, scene.reborn, scene.occupied)
    }

    /// Is a royal man on a square in check by `by`, if every check is an attack on it? None if
    /// that cannot be told.
    #[inline]
    pub(crate) fn checks_in(
        &self,
        position: &PositionOf<B, R>,
        scene: &Scene<B::Set>,
        royal: Square,
        by: Side,
    ) -> Option<bool> {
        let occupied = scene.occupied;
        let newcomer = if by == scene.side { Some((scene.walk, scene.at)) } else { scene.reborn };
        let men = position.of(by) & !scene.left;
        if !self.is_attacked_by(position, royal, by, men, newcomer, occupied) {
            return Some(false);
        }
        if self.rules.attack_is_check() {
            return Some(true);
        }
        let attacks =
            |&(walk, from): &(Walk, Square)| self.board.attacks(walk, by, from, occupied).contains(royal);
        let newcomer = newcomer.filter(attacks);
        let attackers = self.attackers(position, royal, by, occupied) & !scene.left;
        if let Some((walk, from)) = newcomer {
            let attacker = Attacker { side: by, walk, from, royal: by == scene.side && scene.royal };
            if self.rules.shelter(&self.board, attacker, royal).fails(occupied)? {
                return Some(true);
            }
        }
        for from in attackers.iter() {
            if self.shelter(position, from, by, royal).fails(occupied)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// What makes it no check that a man attacks a royal man on a square.
    #[inline]
    pub(crate) fn shelter(
        &self,
        position: &PositionOf<B, R>,
        from: Square,
        side: Side,
        royal: Square,
    ) -> Shelter<B::Set> {
        let Some(walk) = position.walk_on(from) else { return Shelter::Unknown };
        let attacker = Attacker { side, walk, from, royal: position.royal.contains(from) };
        self.rules.shelter(&self.board, attacker, royal)
    }
}
