//! Origins: the squares from which men move. Under most rules this is a man's own square; under some a man moves as
//! if it were on another one, as in Mars Circe and Phantom chess.

use super::Extent;
use crate::board::{Board, Square, Squares};
use crate::game::general::castling::{castling_king, castling_rooks};
use crate::game::general::legs::make_branch;
use crate::game::general::locusts::{captures_aside, locust_arrivals};
use crate::game::general::pawns::{attacks_as, borrowed_pawn_steps, pawn_steps};
use crate::game::general::pseudo_legal::capture_targets_from;
use crate::game::{Game, PositionOf};
use crate::position::{Effect, EffectObserver, Move, MoveBranch, MoveKind, Side, Walk};
use crate::rules::{Choices, GameRules, RuleSet};

/// A square from which a man can move, and how it moves from there.
pub(super) struct Origin<S> {
    /// The walk of the man.
    pub walk: Walk,
    /// The walk with which it moves.
    pub acting_walk: Walk,
    /// The square of the man.
    pub from: Square,
    /// The square from which it moves.
    pub square: Square,
    /// The occupied squares with the man on `square`.
    pub occupied: S,
    /// The squares to which it may not move from this origin: its own square, and those that it could reach from its
    /// own square. A locust may arrive on its own square where it does not move from there.
    pub excluded: S,
    /// The branch of the choice of this origin.
    pub branch: MoveBranch,
    /// The number of choices in `branch`.
    pub fixed: usize,
}

impl<S: Squares> Origin<S> {
    /// Returns the man's own square as origin.
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

    /// Returns the squares that the man attacks from this origin.
    #[inline(always)]
    pub fn attacks<B: Board<Set = S>>(&self, game: &Game<B, RuleSet>, side: Side) -> S {
        attacks_as(game, (self.walk, self.acting_walk), side, self.square, self.occupied)
    }

    /// Returns the move from this origin to a square.
    pub fn move_to(&self, to: Square, kind: MoveKind) -> Move {
        Move { branch: self.branch, ..Move::new(self.walk, self.from, to, kind) }
    }
}

/// An observer that records the effects of the mover's choices.
#[derive(Default)]
struct DecisionRecorder {
    /// Whether the next effect is that of a choice.
    is_decision: bool,
    /// The effects of the choices so far, in order.
    effects: Vec<Effect>,
}

impl EffectObserver for DecisionRecorder {
    fn on_effect(&mut self, effect: Effect) {
        let is_move = matches!(effect, Effect::Continued { .. } | Effect::MovedToOrigin { .. });
        if std::mem::take(&mut self.is_decision) || is_move {
            self.effects.push(effect);
        }
    }

    fn on_decision(&mut self) {
        self.is_decision = true;
    }
}

/// Returns the origins from which the man on `from` can move, or capture if `capture`.
pub(super) fn origins<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    from: Square,
    capture: bool,
) -> impl Iterator<Item = Origin<B::Set>> {
    let occupied = position.occupied();
    let flags = game.rules.flags();
    let origins = if flags.virtual_origins {
        game.rules.origins(game, position, from, capture)
    } else {
        B::Set::of(from)
    };
    let walk = position.walk_on(from);
    let man = walk.filter(|_| flags.moves_as_others);
    let man = man.map(|walk| position.man_of(walk, from));
    let acting_walk = man.and_then(|man| game.rules.acts_as(game, position, man, from));
    let fixed = usize::from(origins.more_than_one());
    let excluded = match walk {
        Some(walk) if fixed > 0 && origins.contains(from) => {
            targets_from_own_square(game, position, acting_walk.unwrap_or(walk), from, capture).with(from)
        }
        Some(walk) if capture && captures_aside(game, acting_walk.unwrap_or(walk)) => B::Set::EMPTY,
        _ => B::Set::of(from),
    };
    let own = origins.iter().enumerate().filter_map(move |(number, at)| {
        let own =
            Origin { acting_walk: acting_walk.unwrap_or(walk?), ..Origin::own_square(walk?, from, occupied) };
        let branch = MoveBranch::new(number as u32)?;
        Some(if at == from {
            Origin { branch, fixed, ..own }
        } else {
            Origin { square: at, occupied: occupied.without(from).with(at), excluded, branch, fixed, ..own }
        })
    });
    own.chain(borrowed_origins(game, position, from, capture))
}

/// Returns the own square of a man as origin of its moves as each of the men as which it moves in addition.
fn borrowed_origins<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    from: Square,
    capture: bool,
) -> Vec<Origin<B::Set>> {
    let mut origins = Vec::new();
    let Some(walk) = position.walk_on(from).filter(|_| game.rules.flags().moves_as_several) else {
        return origins;
    };
    if capture && game.rules.flags().victim_dependent_origins && walk.is_borrower() {
        return borrowed_capture_origins(game, position, walk, from);
    }
    // A square that it reaches as several men is one move.
    let man = position.man_of(walk, from);
    let own_walk = game.rules.acts_as(game, position, man, from).unwrap_or(walk);
    let mut excluded = targets_from_own_square(game, position, own_walk, from, capture);
    for acting_walk in game.rules.borrowed_walks(game, position, from, position.to_move) {
        let own = Origin::own_square(walk, from, position.occupied());
        origins.push(Origin { acting_walk, excluded, ..own });
        excluded |= targets_from_own_square(game, position, acting_walk, from, capture);
    }
    origins
}

/// Returns the own square of an orphan or a friend as origin of its captures as each of the men as which it may capture from
/// the squares of its first moves.
fn borrowed_capture_origins<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    walk: Walk,
    from: Square,
) -> Vec<Origin<B::Set>> {
    let mut excluded = B::Set::of(from);
    let walks = game.rules.walks().iter().filter(|lent| !position.walk(**lent).is_empty());
    let origin = |&acting_walk: &Walk| {
        let own = Origin::own_square(walk, from, position.occupied());
        let origin = Origin { acting_walk, excluded, ..own };
        excluded |= capture_targets_from(game, position, &origin, !B::Set::EMPTY).0;
        origin
    };
    walks.filter(|lent| !lent.is_borrower()).map(origin).collect()
}

/// Returns the squares that a man can reach from its own square, by a capture if `capture`; by any move if it captures
/// aside.
fn targets_from_own_square<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    walk: Walk,
    from: Square,
    capture: bool,
) -> B::Set {
    let side = position.to_move;
    let occupied = position.occupied();
    let own_walk = position.walk_on(from).unwrap_or(walk);
    match walk {
        walk if captures_aside(game, walk) => {
            let quiet = game.board.quiet_targets(walk, side, from, occupied);
            quiet | locust_arrivals(game, position, &Origin::own_square(walk, from, occupied))
        }
        _ if capture => attacks_as(game, (own_walk, walk), side, from, occupied),
        Walk::Pawn if own_walk.is_borrower() => borrowed_pawn_steps(game, side, from, occupied),
        walk if walk.has_pawn_moves() => pawn_steps(game, walk, side, from, occupied).0,
        _ => game.board.quiet_targets(walk, side, from, occupied),
    }
}

/// Implements [`Game::makes_same_choices`].
pub(in crate::game) fn makes_same_choices<B: Board, R: GameRules>(
    game: &Game<B, R>,
    (before, one): (&PositionOf<B, R>, Move),
    (position, other): (&PositionOf<B, R>, Move),
) -> bool {
    let (Some((game, before)), Some((_, position))) = (game.general(before), game.general(position)) else {
        return one.branch == other.branch;
    };
    let effects = |position: &PositionOf<B, RuleSet>, mv: Move| {
        let mut recorder = DecisionRecorder::default();
        let mut after = *position;
        let _ = make_branch(game, &mut after, mv, &mut Choices::of(mv.branch), Extent::Full, &mut recorder);
        recorder.effects
    };
    let victim = |position, mv: Move| {
        (mv.kind == MoveKind::LocustCapture).then(|| game.victim_square(position, mv)).flatten()
    };
    effects(before, one) == effects(position, other) && victim(before, one) == victim(position, other)
}

/// Moves the men of a leg to their origins, which the choices of the move decide, or the branch of the leg if it is
/// not the first. Returns the origin of the mover; `None` if it is a castling that is impossible.
pub(super) fn choose_origin<B: Board>(
    game: &Game<B, RuleSet>,
    position: &mut PositionOf<B, RuleSet>,
    mv: Move,
    is_first_leg: bool,
    choices: &mut Choices,
    observer: &mut dyn EffectObserver,
) -> Option<Square> {
    if !game.rules.flags().virtual_origins {
        return Some(mv.from);
    }
    let mut go = |position: &mut PositionOf<B, RuleSet>, walk: Walk, from: Square, to: Square| {
        if from != to {
            let man = position.own_man(position.to_move, walk, from);
            let effect = Effect::MovedToOrigin { man, from, to };
            observer.on_effect(effect);
            position.apply(effect, game.board.geometry());
        }
    };
    if mv.kind == MoveKind::Castling {
        let castling = game.board.geometry().castling(mv.from, mv.to)?;
        let king = castling_king(game, position, castling)?;
        let rooks = castling_rooks(game, position, castling, king);
        let number = choices.choose(rooks.count() as usize);
        let rook = rooks.iter().nth(number)?;
        go(position, Walk::King, king, castling.king_from);
        go(position, Walk::Rook, rook, castling.rook_from);
        return Some(mv.from);
    }
    let origins = game.rules.origins(game, position, mv.from, mv.is_capture());
    // The choice of a further leg includes that of its origin.
    let number = match is_first_leg {
        true => choices.choose(origins.count() as usize),
        false => mv.branch.number() as usize,
    };
    // A man that arrives on another of its origins has moved there from its own square.
    let origin = origins.iter().nth(number).filter(|&at| at != mv.to).unwrap_or(mv.from);
    go(position, mv.walk, mv.from, origin);
    Some(origin)
}
