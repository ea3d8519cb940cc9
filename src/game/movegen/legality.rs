//! What is known of a position before its moves are listed: pins, and masks that tell legal moves.
//!
//! Quiet moves are legal or not by masks wherever it is known what makes an attack a check; captures
//! by which men are reborn by what they empty and fill.

use super::preview::{Outlook, Scene};
use crate::board::{Board, Geometry, Square, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{Move, MoveKind, Side, Walk};
use crate::rules::{Fate, Peril, Rules, Shelter};

/// What is known of a position before its moves are listed.
pub(in crate::game) struct View<S> {
    pub(in crate::game) side: Side,
    pub(in crate::game) own: S,
    pub(in crate::game) enemy: S,
    pub(in crate::game) occupied: S,
    /// The royal man that the masks speak of.
    pub(in crate::game) royal: Option<Square>,
    /// A quiet move is legal if, and only if, the masks say so.
    pub(in crate::game) masked: bool,
    /// A quiet move is legal if the masks say so; others may be.
    pub(in crate::game) proven: bool,
    /// Men that may move only on the line through the royal man.
    pinned: S,
    /// Where a man other than the royal one must arrive: everywhere if not in check.
    pub(in crate::game) remedy: S,
    pub(in crate::game) in_check: bool,
    /// Where an attack need not be a check: a quiet move is legal if, and only if, the masks say
    /// so, but for men who are bound.
    exact: bool,
    /// Men who make an attack no check by standing where they do, or could by going elsewhere.
    bound: S,
    /// Men whose leaving may open a line to the royal man; all if one is open.
    shields: S,
    /// Captures of which the masks alone do not tell.
    perils: [Peril<S>; 2],
    /// No move is looked at without being played.
    blind: bool,
    /// Moves may leave the royal man in check.
    pub(in crate::game) rash: bool,
    /// Where somebody is below the board, who comes up when the square is left.
    pub(in crate::game) covers: S,
}

impl<B: Board, R: Rules> Game<B, R> {
    /// What is known of a position.
    #[inline]
    pub(in crate::game) fn view(&self, position: &PositionOf<B, R>) -> View<B::Set> {
        let side = position.to_move;
        let own = position.of(side);
        let enemy = position.of(side.other());
        let occupied = own | enemy;
        let royals = position.royal & own;
        let masked = B::STRAIGHT && self.rules.attack_is_check() && !royals.several();
        let told = |royal| self.check_is_attack_on(side, royal);
        let proven = B::STRAIGHT
            && !royals.several()
            && royals.first().map_or_else(|| self.rules.check_is_attack(), told);
        let blind = !proven || position.has_neutrals();
        let mut view = View { masked, proven, blind, ..View::of(side, own, enemy) };
        let Some(royal) = royals.first().filter(|_| proven) else {
            return view;
        };
        view.royal = Some(royal);
        let geometry = self.board.geometry();
        let checkers = self.attackers(position, royal, side.other(), occupied);
        if let Some(checker) = checkers.first() {
            view.in_check = masked;
            view.remedy = if checkers.several() {
                B::Set::EMPTY
            } else {
                geometry.between(royal, checker).with(checker)
            };
        }
        let queens = position.walk(Walk::Queen);
        let snipers = (self.board.rook(royal, enemy) & (position.walk(Walk::Rook) | queens))
            | (self.board.bishop(royal, enemy) & (position.walk(Walk::Bishop) | queens));
        for sniper in (snipers & enemy).iter() {
            let shields = geometry.between(royal, sniper) & own;
            if !shields.several() {
                view.pinned |= shields;
            }
        }
        if R::PLAIN || R::GENERAL || view.blind {
            return view;
        }
        if masked {
            view.perils = self.rules.perils(&self.board, position, royal);
        } else {
            view.shields = if checkers.is_empty() { view.pinned } else { own };
            self.look_for_shelter(position, royal, checkers, snipers & enemy, &mut view);
        }
        view
    }

    /// Adds to the view what makes attacks no checks.
    fn look_for_shelter(
        &self,
        position: &PositionOf<B, R>,
        royal: Square,
        checkers: B::Set,
        snipers: B::Set,
        view: &mut View<B::Set>,
    ) {
        let enemy = view.side.other();
        let geometry = self.board.geometry();
        let (mut remedy, mut pinned, mut bound) = (!B::Set::EMPTY, B::Set::EMPTY, B::Set::EMPTY);
        for from in (checkers | snipers).iter() {
            let between = geometry.between(royal, from);
            let shields = between & view.own;
            if shields.several() {
                continue;
            }
            let shelter = match self.shelter(position, from, enemy, royal) {
                Shelter::Unknown => return,
                Shelter::Nothing => None,
                Shelter::While(squares) => Some(squares),
            };
            // Who goes where one man is missing makes the attack no check; who stands where
            // none is, a check by leaving.
            let missing = shelter.map(|squares| squares & !view.occupied);
            let sheltered = missing.is_some_and(B::Set::is_empty);
            if shields.is_empty() {
                bound |= shelter.map_or(B::Set::EMPTY, |squares| squares & view.own);
                if !sheltered {
                    let parry = missing.filter(|squares| !squares.several());
                    remedy &= between.with(from) | parry.unwrap_or(B::Set::EMPTY);
                }
            } else if !sheltered || shelter.is_some_and(|squares| squares.meets(shields)) {
                pinned |= shields;
                if missing.is_some_and(|squares| !squares.is_empty() && !squares.several()) {
                    bound |= shields;
                }
            }
        }
        (view.remedy, view.pinned, view.bound, view.exact) = (remedy, pinned, bound, true);
    }

    /// Is a move legal, of which the masks do not tell?
    #[inline(never)]
    pub(in crate::game) fn is_legal(
        &self,
        position: &PositionOf<B, R>,
        view: &View<B::Set>,
        mv: Move,
    ) -> bool {
        if R::PLAIN || view.blind {
            return self.try_move(position, mv).is_some();
        }
        if mv.kind == MoveKind::Capture {
            return match self.rules.fate(&self.board, position, mv) {
                Some(Fate::Forbidden) => false,
                // Most captures are no more than this: who looks closer stays out of the way.
                Some(Fate::Stand { capturer, reborn }) => {
                    self.is_harmless(position, view, mv, capturer, reborn)
                        || self.is_legal_capture(position, view, mv, capturer, reborn)
                }
                None => self.try_move(position, mv).is_some(),
            };
        }
        match self.outlook(position, mv) {
            Outlook::Forbidden => false,
            Outlook::Scene(scene) => self.is_legal_scene(position, view, mv, &scene),
            Outlook::Unknown => self.try_move(position, mv).is_some(),
        }
    }

    /// Is it seen by the masks that a capture leaves the royal man safe?
    #[inline(always)]
    fn is_harmless(
        &self,
        position: &PositionOf<B, R>,
        view: &View<B::Set>,
        mv: Move,
        capturer: Square,
        reborn: Option<(Walk, Square)>,
    ) -> bool {
        let Some(royal) = view.royal.filter(|&royal| royal != mv.from) else { return false };
        let geometry = self.board.geometry();
        if capturer != mv.to {
            // Who goes home opens nothing; nor do the squares left, if nobody stands behind them.
            let opened = geometry.line(royal, mv.to).without(mv.to) & view.enemy;
            return !view.masked && !view.shields.contains(mv.from) && !opened.meets(position.riders());
        }
        // The capturer stands for the man it took: all that is new is who has come back.
        !view.bound.contains(mv.from)
            && view.allowed(geometry, mv.from).contains(mv.to)
            && reborn.is_none_or(|(walk, home)| match walk {
                Walk::Knight => !geometry.knight[home.index()].contains(royal),
                Walk::Pawn => !geometry.pawn(view.side.other()).attacks[home.index()].contains(royal),
                Walk::King => !geometry.king[home.index()].contains(royal),
                _ => {
                    geometry.line(home, royal).is_empty()
                        || geometry.between(home, royal).meets(view.occupied.without(mv.from))
                }
            })
    }

    /// Is a capture legal, of which it is known who stands where afterwards?
    #[inline(never)]
    fn is_legal_capture(
        &self,
        position: &PositionOf<B, R>,
        view: &View<B::Set>,
        mv: Move,
        capturer: Square,
        reborn: Option<(Walk, Square)>,
    ) -> bool {
        let scene = self.scene_of_capture(position, mv, capturer, reborn);
        self.is_legal_scene(position, view, mv, &scene)
    }

    /// Is a move legal, of which the board behind it is known?
    #[inline]
    fn is_legal_scene(
        &self,
        position: &PositionOf<B, R>,
        view: &View<B::Set>,
        mv: Move,
        scene: &Scene<B::Set>,
    ) -> bool {
        let Some(royal) = view.royal else { return true };
        let moves = royal == mv.from;
        let royal = if moves { scene.at } else { royal };
        let told = !moves || self.check_is_attack_on(view.side, royal);
        let check = if told { self.checks_in(position, scene, royal, view.side.other()) } else { None };
        check.map_or_else(|| self.try_move(position, mv).is_some(), |check| !check)
    }
}

impl<S: Squares> View<S> {
    /// A view that tells nothing.
    #[inline(always)]
    fn of(side: Side, own: S, enemy: S) -> View<S> {
        View {
            side,
            own,
            enemy,
            occupied: own | enemy,
            royal: None,
            masked: false,
            proven: false,
            pinned: S::EMPTY,
            remedy: !S::EMPTY,
            in_check: false,
            exact: false,
            bound: S::EMPTY,
            shields: S::EMPTY,
            perils: [Peril::anywhere(), Peril::NOWHERE],
            blind: true,
            rash: false,
            covers: S::EMPTY,
        }
    }

    /// A view by which moves may leave the royal man in check.
    #[inline(always)]
    pub(in crate::game) fn rash(side: Side, own: S, enemy: S) -> View<S> {
        View { masked: true, rash: true, ..View::of(side, own, enemy) }
    }

    /// Is a quiet move of the man on a square legal if, and only if, the masks say so, though an
    /// attack need not be a check?
    #[inline]
    pub(in crate::game) fn tells(&self, from: Square) -> bool {
        self.exact && !self.bound.contains(from)
    }

    /// The royal man, and those of whom one alone stands between him and an enemy; none if he is attacked.
    pub(in crate::game) fn shields(&self) -> Option<S> {
        let royal = self.royal.filter(|_| self.remedy == !S::EMPTY)?;
        Some(self.pinned.with(royal))
    }

    /// Of the squares where the masks allow a man other than the royal one to arrive, those where
    /// they show that a capture is legal, other than in passing.
    #[inline(always)]
    pub(in crate::game) fn mild(&self, from: Square, allowed: S) -> S {
        let [one, other] = self.perils;
        allowed & !(one.victims_of(from) | other.victims_of(from))
    }

    /// Do the masks show that a quiet move to a square is legal, if they say so?
    #[inline]
    pub(in crate::game) fn proves(&self, allowed: S, to: Square) -> bool {
        self.proven && !self.exact && allowed.contains(to)
    }

    /// Does a man hold a line to the royal one?
    #[inline]
    pub(in crate::game) fn is_pinned(&self, from: Square) -> bool {
        self.pinned.contains(from)
    }

    /// Where a man other than the royal one may go.
    #[inline]
    pub(in crate::game) fn allowed(&self, geometry: &Geometry<S>, from: Square) -> S {
        match self.royal {
            Some(royal) if self.pinned.contains(from) => self.remedy & geometry.line(royal, from),
            _ => self.remedy,
        }
    }
}
