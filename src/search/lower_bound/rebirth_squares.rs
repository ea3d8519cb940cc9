//! Rebirth as nets reckon with it: where it can lead men, and what it guards.
//!
//! Nothing is asked about the squares in question but what they are: whether they are occupied
//! is left open, so that what is counted here is never too much.

use crate::board::{Board, Square, Squares};
use crate::game::Game;
use crate::position::{Side, Walk};
use crate::rules::GameRules;
use crate::rules::rebirth::{OnOccupied, RebirthKind};
use crate::rules::rule::CaptureEffect;

/// The walks of men that can be reborn.
const WALKS: [Walk; 6] = [Walk::King, Walk::Queen, Walk::Rook, Walk::Bishop, Walk::Knight, Walk::Pawn];

/// With more men than these on the board nets are not asked.
pub(in crate::search) const MAX_MEN: usize = 32;

/// Where rebirth can lead men.
#[derive(Clone)]
pub(in crate::search) struct RebirthSquares<S> {
    /// Who is reborn.
    pub kind: RebirthKind,
    /// May captures be forbidden, so that an attack on a king need not be a check?
    pub may_forbid_captures: bool,
    /// Does a king capture whom he could in orthodox chess? Asked too often to be found out each time.
    pub has_orthodox_king_captures: bool,
    has_rebirth: bool,
    all_squares: S,
    table_len: usize,
    /// By side, walk and square of the capture; none if that can be anywhere.
    squares: Vec<Option<S>>,
}

impl<S: Squares> RebirthSquares<S> {
    /// What the rules of a game do, if nets can reckon with it.
    pub fn new<B: Board<Set = S>, R: GameRules>(game: &Game<B, R>) -> Option<RebirthSquares<S>> {
        let reborn = game.rules.rebirth_kind()?;
        let geometry = game.board.geometry();
        let (all, squares) = (geometry.all, geometry.table_len());
        let free =
            game.rules.capture_effect() == CaptureEffect::None && !game.rules.flags().restricts_captures;
        let hindered = R::GENERAL && reborn.is_no_rebirth() && !free;
        let plain = reborn.is_no_rebirth() && !hindered;
        let happen = !matches!(reborn, RebirthKind::NoRebirth | RebirthKind::TakeAndMake);
        let mut births = RebirthSquares {
            kind: reborn,
            may_forbid_captures: hindered,
            has_orthodox_king_captures: plain,
            has_rebirth: happen,
            all_squares: all,
            table_len: squares,
            squares: Vec::new(),
        };
        let (RebirthKind::Victims(rebirth)
        | RebirthKind::Capturers(rebirth)
        | RebirthKind::FromHome(rebirth)) = reborn
        else {
            return Some(births);
        };
        births.squares = vec![Some(S::EMPTY); Side::BOTH.len() * WALKS.len() * squares];
        for side in Side::BOTH {
            for walk in WALKS {
                for at in all.iter() {
                    let index = births.index(side, walk, at);
                    let places = rebirth.rebirth_squares(game, walk, side, at);
                    // Who takes in passing captures on the square behind that to which he goes.
                    let step = &geometry.pawn(side).step;
                    let passing = matches!(reborn, RebirthKind::Capturers(_)) && walk == Walk::Pawn;
                    let behind = all.iter().find(|square| passing && step[square.index()].contains(at));
                    births.squares[index] = match behind {
                        None => places,
                        Some(behind) => places.and_then(|places| {
                            Some(places | rebirth.rebirth_squares(game, walk, side, behind)?)
                        }),
                    };
                }
            }
        }
        Some(births)
    }

    fn index(&self, side: Side, walk: Walk, at: Square) -> usize {
        (side.index() * WALKS.len() + walk.index()) * self.table_len + at.index()
    }

    /// Is anybody reborn at all, by his kind and the square of the capture?
    #[inline]
    pub fn has_rebirth(&self) -> bool {
        self.has_rebirth
    }

    /// Do capturers go on from where they have captured?
    #[inline]
    pub fn has_continued_captures(&self) -> bool {
        matches!(self.kind, RebirthKind::TakeAndMake)
    }

    /// Where a man is reborn that captures, or is captured, on a square.
    pub fn squares(&self, side: Side, walk: Walk, at: Square) -> S {
        self.squares[self.index(side, walk, at)].unwrap_or(self.all_squares)
    }

    /// The squares from which a man on a square attacks others.
    pub fn attack_origins(&self, side: Side, walk: Walk, at: Square) -> S {
        match self.kind {
            RebirthKind::FromHome(_) => self.squares(side, walk, at),
            _ => S::of(at),
        }
    }

    /// Does whoever is reborn take the place of who stands there, be it a king?
    pub fn has_displacing_rebirth(&self) -> bool {
        matches!(self.kind, RebirthKind::Victims(rebirth) if rebirth.is_assassin())
    }

    /// By square: where men of this side who walk like one of these are captured to come there.
    pub fn capture_squares_by_rebirth(&self, side: Side, walks: &[Walk]) -> Vec<S> {
        let mut origins = vec![S::EMPTY; self.table_len];
        for &walk in walks.iter().filter(|&walk| *walk != Walk::King && WALKS.contains(walk)) {
            for at in self.all_squares.iter() {
                for home in self.squares(side, walk, at).without(at).iter() {
                    origins[home.index()] |= S::of(at);
                }
            }
        }
        origins
    }

    /// Where a man of this side comes without moving, captured on a square.
    pub fn victim_squares(&self, side: Side, walk: Walk, at: Square) -> S {
        match self.kind {
            RebirthKind::Victims(_) if walk != Walk::King => self.squares(side, walk, at),
            _ => S::EMPTY,
        }
    }

    /// Do kings attack each other as others do?
    pub fn kings_may_be_adjacent(&self) -> bool {
        self.may_forbid_captures || matches!(self.kind, RebirthKind::Capturers(_) | RebirthKind::FromHome(_))
    }

    /// May captured men be reborn on whatever empty square the capturer chooses?
    #[inline]
    pub fn has_chosen_rebirth(&self) -> bool {
        matches!(self.kind, RebirthKind::Victims(rebirth) if rebirth.is_super())
    }

    /// Might a king be unable to capture a man on a square, next to him, for what a rule forbids, or for
    /// what the man or he himself does once reborn? `attack` tells whether the man attacks its old square from
    /// another, or would remove a king there.
    pub fn may_prevent_king_capture(
        &self,
        side: Side,
        walk: Walk,
        at: Square,
        king: Square,
        attack: impl Fn(Square) -> bool,
    ) -> bool {
        match self.kind {
            _ if self.may_forbid_captures => true,
            RebirthKind::NoRebirth => false,
            RebirthKind::Capturers(_) | RebirthKind::FromHome(_) | RebirthKind::TakeAndMake => true,
            // Kings are not captured.
            RebirthKind::Victims(_) if walk == Walk::King => false,
            RebirthKind::Victims(rebirth) if rebirth.on_occupied == OnOccupied::Strict => true,
            RebirthKind::Victims(rebirth) if rebirth.is_pwc() => attack(king),
            RebirthKind::Victims(rebirth) => {
                let places = self.squares[self.index(side, walk, at)];
                // The king who captures may stand on the square of rebirth.
                let removed = |places: S| rebirth.is_assassin() && places.contains(at);
                places.is_none_or(|places| removed(places) || places.iter().any(attack))
            }
        }
    }
}
