//! From where men move: under most rules from their own squares, under some as if they
//! stood elsewhere.

use crate::board::{Board, Square, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{Effect, EffectObserver, Move, MoveBranch, MoveKind, Walk};
use crate::rules::{Choices, GameRules};

/// A square from which a man can move.
pub(super) struct Origin<S> {
    /// What the man is.
    pub walk: Walk,
    /// As what it moves.
    pub acting_walk: Walk,
    /// Where it stands.
    pub from: Square,
    /// From where it moves.
    pub square: Square,
    /// The occupied squares, the man on `at`.
    pub occupied: S,
    /// Where it cannot go from here: to its own square, and where it could go from there.
    pub excluded: S,
    /// The decision for this stand.
    pub branch: MoveBranch,
    /// How many decisions that is.
    pub fixed: usize,
}

impl<S: Squares> Origin<S> {
    /// The man's own square.
    pub fn own_square(walk: Walk, from: Square, occupied: S) -> Origin<S> {
        Origin {
            walk,
            acting_walk: walk,
            from,
            square: from,
            occupied,
            excluded: S::EMPTY,
            branch: MoveBranch::ONLY,
            fixed: 0,
        }
    }

    /// The move from here to a square.
    pub fn move_to(&self, to: Square, kind: MoveKind) -> Move {
        Move { branch: self.branch, ..Move::new(self.walk, self.from, to, kind) }
    }
}

/// What comes of the mover's decisions.
#[derive(Default)]
struct DecisionRecorder {
    is_decision: bool,
    effects: Vec<Effect>,
}

impl EffectObserver for DecisionRecorder {
    fn on_effect(&mut self, change: Effect) {
        let moves = matches!(change, Effect::Continued { .. } | Effect::MovedToOrigin { .. });
        if std::mem::take(&mut self.is_decision) || moves {
            self.effects.push(change);
        }
    }

    fn on_decision(&mut self) {
        self.is_decision = true;
    }
}

impl<B: Board, R: GameRules> Game<B, R> {
    /// The squares from which the man on a square can move, or capture.
    pub(super) fn origins(
        &self,
        position: &PositionOf<B, R>,
        from: Square,
        capture: bool,
    ) -> impl Iterator<Item = Origin<B::Set>> {
        let occupied = position.occupied();
        let needs = self.rules.flags();
        let origins = if needs.virtual_origins {
            self.rules.origins(self, position, from, capture)
        } else {
            B::Set::of(from)
        };
        let walk = position.walk_on(from);
        let man = walk.filter(|_| needs.moves_as_others);
        let man = man.map(|walk| position.man_of(walk, from));
        let acting = man.and_then(|man| self.rules.acts_as(self, position, man, from));
        let fixed = usize::from(origins.more_than_one());
        let known = match walk {
            Some(walk) if fixed > 0 && origins.contains(from) => {
                self.targets_from_own_square(position, walk, from, capture).with(from)
            }
            _ => B::Set::of(from),
        };
        origins.iter().enumerate().filter_map(move |(number, at)| {
            let own =
                Origin { acting_walk: acting.unwrap_or(walk?), ..Origin::own_square(walk?, from, occupied) };
            let branch = MoveBranch::new(number as u32)?;
            Some(if at == from {
                Origin { branch, fixed, ..own }
            } else {
                Origin {
                    square: at,
                    occupied: occupied.without(from).with(at),
                    excluded: known,
                    branch,
                    fixed,
                    ..own
                }
            })
        })
    }

    /// Where a man could go from its own square.
    fn targets_from_own_square(
        &self,
        position: &PositionOf<B, R>,
        walk: Walk,
        from: Square,
        capture: bool,
    ) -> B::Set {
        let side = position.to_move;
        if capture || !walk.is_pawn() {
            self.board.attacks(walk, side, from, position.occupied())
        } else {
            self.pawn_steps(walk, side, from, position.occupied()).0
        }
    }

    /// Has the mover decided the same in two moves of one man to one square, made in
    /// different positions: from where it goes, and what comes of it?
    pub fn makes_same_choices(
        &self,
        (before, one): (&PositionOf<B, R>, Move),
        (position, other): (&PositionOf<B, R>, Move),
    ) -> bool {
        if !R::GENERAL {
            return one.branch == other.branch;
        }
        let decisions = |position: &PositionOf<B, R>, mv: Move| {
            let mut decisions = DecisionRecorder::default();
            let mut after = *position;
            let _ = self.make_general(&mut after, mv, &mut Choices::of(mv.branch), &mut decisions);
            decisions.effects
        };
        decisions(before, one) == decisions(position, other)
    }

    /// Puts the men of a move where they move from, as its branch decides: that of
    /// the move, or that of the movement if it is not the first. Tells from
    /// where that is, and, if it is castling, whether that can be.
    pub(super) fn choose_origin(
        &self,
        position: &mut PositionOf<B, R>,
        (mv, first): (Move, bool),
        choices: &mut Choices,
        observer: &mut dyn EffectObserver,
    ) -> (Square, bool) {
        let needs = self.rules.flags();
        if !needs.virtual_origins {
            return (mv.from, true);
        }
        let mut go = |position: &mut PositionOf<B, R>, walk: Walk, from: Square, to: Square| {
            if from != to {
                let man = position.own_man(position.to_move, walk, from);
                let change = Effect::MovedToOrigin { man, from, to };
                observer.on_effect(change);
                position.apply(change, self.board.geometry());
            }
        };
        if mv.kind == MoveKind::Castling {
            let Some(way) = self.board.geometry().castling(mv.from, mv.to) else { return (mv.from, false) };
            let Some(king) = self.castling_king(position, way) else { return (mv.from, false) };
            let rooks = self.castling_rooks(position, way, king);
            let number = choices.choose(rooks.count() as usize);
            let Some(rook) = rooks.iter().nth(number) else { return (mv.from, false) };
            go(position, Walk::King, king, way.king_from);
            go(position, Walk::Rook, rook, way.rook_from);
            return (mv.from, true);
        }
        let origins = self.rules.origins(self, position, mv.from, mv.is_capture());
        // A capturer that goes on has decided by which movement, and so from where.
        let number =
            if first { choices.choose(origins.count() as usize) } else { mv.branch.number() as usize };
        // Who goes where it could have moved from has gone there by its own way.
        let at = origins.iter().nth(number).filter(|&at| at != mv.to).unwrap_or(mv.from);
        go(position, mv.walk, mv.from, at);
        (at, true)
    }
}
