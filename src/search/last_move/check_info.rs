//! Check information: which moves may give check, determined without making them.
//!
//! **What.** For each walk the squares from which it attacks the enemy king, and the men that may give a
//! [discovered check](https://www.chessprogramming.org/Discovered_Check) by leaving. Computed once for a
//! position, then tested for each move.
//!
//! **Why it is correct.** Only moves that cannot give check are rejected. Orthodox quiet moves of officers
//! and kings are classified exactly, castling excepted. Under other rules a move is rejected only where a
//! check requires an attack; otherwise [`CheckInfo::is_unrestricted`] holds and no move is rejected.
//!
//! **Cost and gain.** Mates in one with this filter, with [`Flights`](super::flights::Flights) and with the
//! last refutation tried first: one #6 from 0.45 to 0.15 s, another from 2.54 to 1.07 s
//! (`docs/internals/experiments.md`).
//!
//! **Reference.** The tables are the check squares and discovered-check candidates of most chess programs
//! ([check detection](https://www.chessprogramming.org/Check)).

use crate::board::{Board, Square, Squares};
use crate::game::movegen::generate::MoveFilter;
use crate::game::{Game, PositionOf};
use crate::position::{AnyRuleState, Move, MoveKind, Side, Walk};
use crate::rules::{CheckCondition, DecidedMoves, GameRules, WalkChanges};

/// The moves that may give check: a superset of those that do.
pub(in crate::search) struct CheckInfo<S> {
    /// By walk: the squares from which it would attack the enemy king; for the walks of fairy chess together, those
    /// from which one might. Under rules with fairy men also the squares where a man may become a hurdle.
    check_squares: [S; Walk::TABLE_LEN],
    /// Men that may open a line to the enemy king by leaving their square, and others for which no square is known from
    /// which alone they give check.
    discoverers: S,
    /// Whether no move can be rejected.
    unrestricted: bool,
    /// Whether captures are classified as quiet moves are.
    captures_like_quiet: bool,
    /// Squares on which a capture may give check by itself or by its effect under the rules.
    capture_targets: S,
    /// Squares on which a pawn may give check by promoting.
    promotion_squares: S,
    /// Whether a promotion outside `promotion_squares` cannot give check.
    promotions_are_exact: bool,
    /// The lines from the enemy king up to the first man.
    king_lines: S,
    /// Walks without a rebirth square that gives check, one bit each. A man with such a walk, unless it is on
    /// `king_lines`, gives check by a capture only from `check_squares` or by capturing on
    /// `critical_victims`.
    walks_without_rebirth_check: u8,
    /// Squares on which a captured man may open a line or turn an attack into a check.
    critical_victims: S,
}

impl<S: Squares> MoveFilter<S> for CheckInfo<S> {
    #[inline]
    fn targets(&self, walk: Walk, from: Square) -> S {
        if self.unrestricted || self.discoverers.contains(from) {
            return !S::EMPTY;
        }
        let mut squares = self.check_squares[walk.table_index()];
        if !self.captures_like_quiet {
            let no_rebirth_check = self.walks_without_rebirth_check >> walk.table_index() & 1 == 1
                && !self.king_lines.contains(from);
            squares |=
                self.capture_targets & if no_rebirth_check { self.critical_victims } else { !S::EMPTY };
        }
        if walk == Walk::Pawn { squares | self.promotion_squares } else { squares }
    }
}

impl<S: Squares> CheckInfo<S> {
    /// The check information of a position, for the side to move.
    pub fn new<B: Board<Set = S>, R: GameRules>(
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
    ) -> CheckInfo<S> {
        let side = position.to_move;
        let royals = position.royal & position.of(side.other());
        let attack_is_check = game.check_model_everywhere().sufficient;
        let unrestricted = Self::unrestricted(game, position);
        let walk_changes = game.walk_changes(position);
        let is_orthodox =
            walk_changes.is_some() || game.quiet_checks_are_orthodox(position, side.other(), royals.first());
        let decided =
            (!is_orthodox || game.attacks_are_restricted()).then(|| game.decided_by_attacks(position));
        let is_unknown = decided == Some(DecidedMoves::None)
            || (decided.is_some() && royals.intersects(position.of(side)));
        if is_unknown || royals.more_than_one() {
            return Self::lent(game, position, unrestricted);
        }
        let Some(royal) = royals.first() else {
            // No royal man: no check.
            return CheckInfo { unrestricted: false, captures_like_quiet: attack_is_check, ..unrestricted };
        };
        // The promotion may be chosen after the move.
        if game.may_promote_late(position) {
            return unrestricted;
        }
        let suppressors = match decided {
            Some(_) => (!game.has_permitted_attack(position, royal, side)).then_some(S::EMPTY),
            None => Self::suppressors(game, position, royal),
        };
        let Some(suppressors) = suppressors else { return unrestricted };
        let occupied = position.occupied();
        let (rook, bishop) = (game.board.rook(royal, occupied), game.board.bishop(royal, occupied));
        let lines = rook | bishop;
        // Where a man may become a hurdle, or cease to be one.
        let deciding = match decided {
            Some(_) => game.deciding_squares(position, side, royal) | game.contact_squares(royal),
            None => S::EMPTY,
        };
        let king_lines = lines | deciding;
        let mut squares = match game.attacks_are_restricted() {
            true => Self::check_squares_beyond_attackers(game, position, royal),
            false => Self::check_squares(game, side, royal, rook, bishop),
        };
        if let Some(changes) = walk_changes {
            squares = Self::check_squares_after_change(&squares, changes);
        }
        // A hidden man that is revealed may give check.
        let mut revealing = suppressors | position.rule_state.hidden_squares();
        if decided.is_some() {
            revealing |= deciding | game.men_without_check_squares(position);
            squares[Walk::CHESS_COUNT] = game.fairy_sources(position, side, royal);
            squares.iter_mut().for_each(|squares| *squares |= deciding);
        }
        // Where every attack is a check, a reborn victim can only close lines to the enemy king.
        let captures = match decided {
            Some(decided) => decided == DecidedMoves::QuietAndCaptures,
            None if walk_changes.is_some_and(|changes| changes.captures) => true,
            None => game.captures_check_as_in_orthodox(position),
        };
        let capture_targets = match decided {
            Some(DecidedMoves::Quiet) => game.victims_reborn_on(position, deciding),
            _ => unrestricted.capture_targets,
        };
        let promotion_squares = match game.promotes_as_in_orthodox() {
            true => Self::promotion_squares(game, position, royal, captures, squares[Walk::Knight.index()]),
            false => unrestricted.promotion_squares,
        };
        let mut walks_without_rebirth_check = 0;
        if game.has_capture_previews() && !captures {
            walks_without_rebirth_check = Self::walks_without_rebirth_check(game, side, &squares);
        }
        CheckInfo {
            check_squares: squares,
            discoverers: (revealing & position.of(side)) | Self::discoverers(game, position, royal, lines),
            unrestricted: false,
            captures_like_quiet: captures,
            capture_targets,
            promotion_squares,
            king_lines,
            walks_without_rebirth_check,
            critical_victims: king_lines | suppressors,
            ..unrestricted
        }
    }

    /// Returns the check information that rejects no move.
    #[inline]
    fn unrestricted<B: Board<Set = S>, R: GameRules>(
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
    ) -> CheckInfo<S> {
        CheckInfo {
            check_squares: [S::EMPTY; Walk::TABLE_LEN],
            discoverers: S::EMPTY,
            unrestricted: true,
            captures_like_quiet: R::ORTHODOX_CAPTURES,
            capture_targets: game.possible_victims(position),
            promotion_squares: game.board.geometry().pawn(position.to_move).promotion_rank,
            promotions_are_exact: game.promotes_as_in_orthodox(),
            king_lines: S::EMPTY,
            walks_without_rebirth_check: 0,
            critical_victims: S::EMPTY,
        }
    }

    /// Returns the check information where men may lend their walks to others; `unrestricted` elsewhere.
    fn lent<B: Board<Set = S>, R: GameRules>(
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
        unrestricted: CheckInfo<S>,
    ) -> CheckInfo<S> {
        let squares = game.squares_to_check_with(position).filter(|_| !game.may_promote_late(position));
        let Some(squares) = squares else { return unrestricted };
        CheckInfo {
            check_squares: [squares; Walk::TABLE_LEN],
            discoverers: squares & position.of(position.to_move),
            unrestricted: false,
            captures_like_quiet: true,
            promotion_squares: squares,
            promotions_are_exact: true,
            ..unrestricted
        }
    }

    /// Returns the squares from which men of a side attack the king on `royal`, by walk. `rook` and `bishop`
    /// are the squares that these men would attack from there.
    #[inline]
    fn check_squares<B: Board<Set = S>, R: GameRules>(
        game: &Game<B, R>,
        side: Side,
        royal: Square,
        rook: S,
        bishop: S,
    ) -> [S; Walk::TABLE_LEN] {
        let geometry = game.board.geometry();
        let mut squares = [S::EMPTY; Walk::TABLE_LEN];
        squares[Walk::Queen.index()] = rook | bishop;
        squares[Walk::Rook.index()] = rook;
        squares[Walk::Bishop.index()] = bishop;
        squares[Walk::Knight.index()] = geometry.knight[royal.index()];
        squares[Walk::Pawn.index()] = geometry.pawn(side).attackers[royal.index()];
        // Where every attack is a check, a king cannot move next to the other king.
        if !game.check_model_everywhere().sufficient {
            squares[Walk::King.index()] = geometry.king[royal.index()];
        }
        squares
    }

    /// Returns the squares from which men of the side to move attack the king on `royal`, by walk, where attacks may not be
    /// permitted: a rider that attacks it may go on along its line.
    fn check_squares_beyond_attackers<B: Board<Set = S>, R: GameRules>(
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
        royal: Square,
    ) -> [S; Walk::TABLE_LEN] {
        let side = position.to_move;
        let occupied = position.occupied();
        let others = occupied & !game.attackers(position, royal, side, occupied);
        let (rook, bishop) = (game.board.rook(royal, others), game.board.bishop(royal, others));
        Self::check_squares(game, side, royal, rook, bishop)
    }

    /// Returns the squares from which men attack the king after they have changed, by the walk with which they move.
    fn check_squares_after_change(
        squares: &[S; Walk::TABLE_LEN],
        changes: &WalkChanges,
    ) -> [S; Walk::TABLE_LEN] {
        let mut changed = *squares;
        for walk in Walk::CHESS {
            let after = changes.after(walk).map(|after| squares[after.index()]);
            changed[walk.index()] = after.fold(S::EMPTY, |all, some| all | some);
        }
        changed
    }

    /// Returns the men of the side to move that are the only ones between the king on `royal` and a rider of
    /// their side. `king_lines` are the lines from the king up to the first man.
    #[inline]
    fn discoverers<B: Board<Set = S>, R: GameRules>(
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
        royal: Square,
        king_lines: S,
    ) -> S {
        let own = position.of(position.to_move);
        let queens = position.walk(Walk::Queen);
        let nearest = king_lines & own;
        let further = position.occupied() & !nearest;
        let riders = (game.board.rook(royal, further) & (position.walk(Walk::Rook) | queens))
            | (game.board.bishop(royal, further) & (position.walk(Walk::Bishop) | queens));
        let mut discoverers = S::EMPTY;
        for rider in (riders & own).iter() {
            discoverers |= game.board.geometry().between(royal, rider) & nearest;
        }
        discoverers
    }

    /// Returns the squares that keep existing attacks from being checks while they are occupied; `None` if
    /// that is not known of an attack.
    #[inline]
    fn suppressors<B: Board<Set = S>, R: GameRules>(
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
        royal: Square,
    ) -> Option<S> {
        let side = position.to_move;
        let mut suppressors = S::EMPTY;
        if !game.check_model_everywhere().sufficient {
            for from in game.attackers(position, royal, side, position.occupied()).iter() {
                match game.check_condition(position, from, side, royal) {
                    CheckCondition::UnlessOccupied(squares) => suppressors |= squares,
                    CheckCondition::Always | CheckCondition::Unknown => return None,
                }
            }
        }
        Some(suppressors)
    }

    /// Returns the squares on which a promotion may give check, where pawns promote as in orthodox chess.
    /// `captures_like_quiet` is the field of that name, `knight` are the squares from which a knight gives
    /// check.
    #[inline]
    fn promotion_squares<B: Board<Set = S>, R: GameRules>(
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
        royal: Square,
        captures_like_quiet: bool,
        knight: S,
    ) -> S {
        let side = position.to_move;
        let paths = game.board.geometry().pawn(side);
        let pawns = position.of(side) & position.walk(Walk::Pawn) & paths.seventh_rank;
        if pawns.is_empty() {
            return S::EMPTY;
        }
        if !captures_like_quiet {
            return paths.promotion_rank;
        }
        // The pawn itself may open the line to the king.
        let lines = game.board.attacks(Walk::Queen, side, royal, position.occupied() & !pawns);
        paths.promotion_rank & (lines | knight)
    }

    /// Returns the field of that name. A reborn capturer gives check from its rebirth square, or because of
    /// the man it captured.
    #[inline]
    fn walks_without_rebirth_check<B: Board<Set = S>, R: GameRules>(
        game: &Game<B, R>,
        side: Side,
        check_squares: &[S; Walk::TABLE_LEN],
    ) -> u8 {
        let mut walks = 0;
        for walk in Walk::CHESS {
            let homes = game.rules.final_squares(&game.board, side, walk);
            let no_check = homes.is_some_and(|homes| !homes.intersects(check_squares[walk.index()]));
            walks |= u8::from(no_check) << walk.index();
        }
        walks
    }

    /// Returns whether no move can be rejected.
    #[inline]
    pub fn is_unrestricted(&self) -> bool {
        self.unrestricted
    }

    /// Returns those of `ends`, the squares to which the capturer may continue, from which the capture may
    /// give check.
    #[inline]
    pub fn checking_final_squares(&self, mv: Move, ends: S) -> S {
        // Leaving a line to the king, or capturing a man on it, may open it.
        if self.unrestricted
            || self.discoverers.contains(mv.from)
            || self.king_lines.intersects(S::of(mv.from).with(mv.to))
        {
            return ends;
        }
        ends & self.check_squares[mv.promotion.unwrap_or(mv.walk).table_index()]
    }

    /// Returns whether a move may give check.
    #[inline]
    pub fn may_give_check(&self, mv: Move) -> bool {
        if self.unrestricted || self.discoverers.contains(mv.from) {
            return true;
        }
        let attacks = match mv.promotion {
            None => self.check_squares[mv.walk.table_index()].contains(mv.to),
            Some(_) => !self.promotions_are_exact || self.promotion_squares.contains(mv.to),
        };
        if attacks {
            return true;
        }
        match mv.kind {
            MoveKind::Quiet | MoveKind::DoubleStep | MoveKind::Pass => false,
            MoveKind::Capture => !self.captures_like_quiet && self.capture_targets.contains(mv.to),
            MoveKind::EnPassant
            | MoveKind::LocustCapture
            | MoveKind::Castling
            | MoveKind::Exchange
            | MoveKind::Entry => true,
        }
    }
}
