//! **What.** Rebirth squares by side, walk and square of the capture: an upper bound on where rebirth can put a
//! man, shared by the distance tables, the king zone tables and the penultimate filters; with the squares to which men may go
//! where rules restrict them.
//!
//! **Why it is correct.** Admissible: the table ignores whether a rebirth square is occupied, and lists all
//! squares where they are not known. Only the rules of [`Relocation`] are supported, and rules that do nothing
//! but forbid captures; for others [`RebirthSquares::new`] returns `None`.
//!
//! **Cost and gain.** Two sides, six walks and all squares are filled once for a search. What rebirth distances
//! save is in [`mate_patterns`](super::mate_patterns).
//!
//! **Reference.** None; the home squares are those of the rules.

use std::sync::Arc;

use crate::board::{Board, Square, Squares};
use crate::game::{Game, PermittedTargets};
use crate::position::{Side, Walk};
use crate::rules::GameRules;
use crate::rules::rebirth::{OnOccupied, Relocation};
use crate::search::lower_bound::pattern_walks::PatternWalks;

/// The capacity of tables indexed by man.
pub(in crate::search) const MAX_MEN: usize = 32;

/// The squares where men can be reborn, and what follows from them for attacks on kings.
#[derive(Clone)]
pub(in crate::search) struct RebirthSquares<S> {
    /// Which men are reborn.
    pub kind: Relocation,
    /// Whether captures may be forbidden, so that an attack on a king need not be a check.
    pub may_forbid_captures: bool,
    /// Whether kings capture exactly as in orthodox chess. Stored because hot loops read it.
    pub has_orthodox_king_captures: bool,
    /// The squares to which men may go; `None` if rules do not restrict them.
    pub permitted: Option<Arc<PermittedTargets<S>>>,
    /// Whether men are reborn on squares given by their walk and the square of the capture.
    has_rebirth: bool,
    /// All squares of the board.
    all_squares: S,
    /// One more than the highest index of a square.
    table_len: usize,
    /// The walks of the men of fairy chess.
    fairy: Vec<Walk>,
    /// The rebirth squares, indexed by side, walk and square of the capture; `None` if any square is possible.
    squares: Vec<Option<S>>,
}

impl<S: Squares> RebirthSquares<S> {
    /// Returns the rebirth squares under the rules of a game; `None` if the rules are not supported.
    pub fn new<B: Board<Set = S>, R: GameRules>(game: &Game<B, R>) -> Option<RebirthSquares<S>> {
        RebirthSquares::of_kind(game, game.rules.relocation()?)
    }

    /// Returns the rebirth squares under rules of this kind; `None` if men of the game are not supported.
    pub fn of_kind<B: Board<Set = S>, R: GameRules>(
        game: &Game<B, R>,
        kind: Relocation,
    ) -> Option<RebirthSquares<S>> {
        let walks = PatternWalks::new(game)?;
        let geometry = game.board.geometry();
        let (all_squares, table_len) = (geometry.all, geometry.table_len());
        let may_forbid_captures = match walks.changes() {
            Some(_) => game.rules.facts().flags.restricts_captures,
            None => kind.is_never() && !game.captures_have_only_rebirths(),
        };
        let mut table = RebirthSquares {
            kind,
            may_forbid_captures,
            permitted: game.only_permitted_targets().cloned(),
            has_orthodox_king_captures: kind.is_never() && !may_forbid_captures,
            has_rebirth: !matches!(kind, Relocation::Never | Relocation::TakeAndMake),
            all_squares,
            table_len,
            fairy: walks.fairy().to_vec(),
            squares: Vec::new(),
        };
        let (Relocation::Victims(rebirth) | Relocation::Capturers(rebirth) | Relocation::FromHome(rebirth)) =
            kind
        else {
            return Some(table);
        };
        table.squares = vec![Some(S::EMPTY); Side::BOTH.len() * walks.count() * table_len];
        for side in Side::BOTH {
            for walk in walks.all() {
                for at in all_squares.iter() {
                    let squares = rebirth.rebirth_squares(geometry, walk, side, at);
                    // An en passant capture takes place one step short of the capturer's target.
                    let step = &geometry.pawn(side).step;
                    let may_be_en_passant = matches!(kind, Relocation::Capturers(_)) && walk == Walk::Pawn;
                    let capture_square = all_squares
                        .iter()
                        .find(|square| may_be_en_passant && step[square.index()].contains(at));
                    let index = table.index(side, walk, at);
                    table.squares[index] = match capture_square {
                        None => squares,
                        Some(capture_square) => squares.and_then(|squares| {
                            Some(squares | rebirth.rebirth_squares(geometry, walk, side, capture_square)?)
                        }),
                    };
                }
            }
        }
        Some(table)
    }

    #[inline]
    fn index(&self, side: Side, walk: Walk, at: Square) -> usize {
        let walks = PatternWalks::of_fairy_men(&self.fairy);
        (side.index() * walks.count() + walks.index(walk)) * self.table_len + at.index()
    }

    /// Returns those of the squares to which a man of `side` on `from` may go.
    #[inline]
    pub fn permit(&self, side: Side, from: Square, squares: S) -> S {
        self.permitted.as_ref().map_or(squares, |permitted| squares & permitted.targets(side, from))
    }

    /// Returns whether men are reborn on squares given by their walk and the square of the capture.
    #[inline]
    pub fn has_rebirth(&self) -> bool {
        self.has_rebirth
    }

    /// Returns whether capturers move on from the square of the capture (Take&Make).
    #[inline]
    pub fn has_continued_captures(&self) -> bool {
        matches!(self.kind, Relocation::TakeAndMake)
    }

    /// Returns the rebirth squares of a man that captures, or is captured, on a square.
    #[inline]
    pub fn squares(&self, side: Side, walk: Walk, at: Square) -> S {
        self.squares[self.index(side, walk, at)].unwrap_or(self.all_squares)
    }

    /// Returns the squares from which a man on `at` attacks: its home in Marscirce, else `at`.
    #[inline]
    pub fn attack_origins(&self, side: Side, walk: Walk, at: Square) -> S {
        match self.kind {
            Relocation::FromHome(_) => self.squares(side, walk, at),
            _ => S::of(at),
        }
    }

    /// Returns whether a reborn man replaces the man on its rebirth square, even a king (Assassin Circe).
    pub fn has_displacing_rebirth(&self) -> bool {
        matches!(self.kind, Relocation::Victims(rebirth) if rebirth.is_assassin())
    }

    /// Returns, indexed by rebirth square, the squares on which a man of a side with one of these walks must be
    /// captured to be reborn there.
    pub fn capture_squares_by_rebirth(&self, side: Side, walks: &[Walk]) -> Vec<S> {
        let mut capture_squares = vec![S::EMPTY; self.table_len];
        for &walk in walks.iter().filter(|&walk| !matches!(walk, Walk::King | Walk::ReversedPawn)) {
            for at in self.all_squares.iter() {
                for home in self.squares(side, walk, at).without(at).iter() {
                    capture_squares[home.index()] |= S::of(at);
                }
            }
        }
        capture_squares
    }

    /// Returns the rebirth squares of a man captured on `at`; empty if victims are not reborn.
    pub fn victim_squares(&self, side: Side, walk: Walk, at: Square) -> S {
        match self.kind {
            Relocation::Victims(_) if walk != Walk::King => self.squares(side, walk, at),
            _ => S::EMPTY,
        }
    }

    /// Returns whether a king attacks the other king as any man does, so that it may be adjacent to it or give
    /// check.
    pub fn kings_may_be_adjacent(&self) -> bool {
        self.may_forbid_captures
            || self.permitted.is_some()
            || matches!(self.kind, Relocation::Capturers(_) | Relocation::FromHome(_))
    }

    /// Returns whether the capturer chooses any empty square for the rebirth of its victim (Super Circe).
    #[inline]
    pub fn has_chosen_rebirth(&self) -> bool {
        matches!(self.kind, Relocation::Victims(rebirth) if rebirth.is_super())
    }

    /// Returns whether a king on `king` may be unable to capture an adjacent man on `at`: because a rule forbids
    /// it, or because of an attack by the reborn man or a move of the reborn king. `attack` returns whether the
    /// man would attack `at` from a square, or displace a king there.
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
            Relocation::Never => false,
            Relocation::Capturers(_) | Relocation::FromHome(_) | Relocation::TakeAndMake => true,
            // Kings are not captured.
            Relocation::Victims(_) if walk == Walk::King => false,
            Relocation::Victims(rebirth) if rebirth.on_occupied == OnOccupied::Strict => true,
            Relocation::Victims(rebirth) if rebirth.is_pwc() => attack(king),
            Relocation::Victims(rebirth) => {
                let squares = self.squares[self.index(side, walk, at)];
                // The capturing king may be on the rebirth square.
                let displaces_king = |squares: S| rebirth.is_assassin() && squares.contains(at);
                squares.is_none_or(|squares| displaces_king(squares) || squares.iter().any(attack))
            }
        }
    }
}
