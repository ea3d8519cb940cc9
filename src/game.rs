//! Games: a board with the rules in force on it, move generation and the making of moves.
//!
//! There are two move generators. The fast one ([`movegen`]) serves the rules that are compiled in: orthodox chess
//! and the simple rules of the Circe family. The general one (`general`) serves any set of rules. A third, slow one
//! ([`mod@reference`]) tests the fast one.
//!
//! [`Game`] is the face of all this: its methods are those that other modules call. The work is done by functions of the
//! modules, which take the game. What a search may assume of the rules is in `facts`.

pub mod attacks;
pub mod captures;
pub mod diagram_goal;
mod disambiguation;
mod facts;
mod general;
pub mod killer_evasions;
pub mod make_move;
pub mod movegen;
pub mod perft;
mod permitted_targets;
pub mod reference;
pub mod setup;

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::board::{Board, RectBoard, Square, Squares};
use crate::position::{EffectObserver, Move, Position, Side};
use crate::problem::Diagram;
use crate::rules::{CheckCondition, CheckModel, GameRules, Orthodox, RuleSet, StageOutcome};
use diagram_goal::TargetPosition;
use general::MoveVisitor;
use general::lengths::LengthTable;
use killer_evasions::KillerEvasions;
use movegen::generate::MoveFilter;
use movegen::preview::{Preview, PreviewResult, StaticVerdict};
pub use permitted_targets::PermittedTargets;
pub use setup::{IllegalSetup, set_up};

/// Whether a generator goes on after a visit.
type Flow = ControlFlow<()>;

/// A board and the rules in force on it.
#[derive(Clone, Debug)]
pub struct Game<B: Board, R> {
    /// The board.
    pub board: B,
    /// The rules.
    pub rules: R,
    /// Whether a side may pass, unless its opponent has just passed. A side may pass whether or not it has a
    /// legal move; passing does not affect mate and stalemate.
    pub may_pass: bool,
    /// Pairs of rooks of which only one may ever castle.
    pub exclusive_castlings: Vec<(Square, Square)>,
    /// The target position of a proof game.
    pub target: Option<Box<TargetPosition<B::Set>>>,
    /// The squares where a royal man of each side, White first, could be captured by men that do not attack it.
    pub extra_reach: [B::Set; 2],
    /// The squares by their distance, where a side must make its longest or shortest moves.
    pub lengths: Option<LengthTable<B::Set>>,
    /// The squares to which men may go; `None` unless rules restrict them throughout the game.
    pub permitted_targets: Option<Arc<PermittedTargets<B::Set>>>,
    /// What an attack means for check in every position.
    // Needed too often to be derived from the rules each time.
    pub check_model_everywhere: CheckModel,
}

/// The positions of a game.
pub type PositionOf<B, R> = Position<<B as Board>::Set, <R as GameRules>::State>;

impl<B: Board, R: GameRules> Game<B, R> {
    /// Creates a game with these rules on this board.
    pub fn new(mut board: B, rules: R) -> Game<B, R> {
        let mut extra_reach = [B::Set::EMPTY; 2];
        if let Some(rules) = rules.general() {
            rules.adjust_geometry(board.geometry_mut());
            for &walk in rules.fairy_walks() {
                board.geometry_mut().add_movements(walk, rules.flags().first_rank_steps);
            }
            if !rules.fairy_walks().is_empty() {
                board.geometry_mut().set_fairy_homes();
            }
            if rules.flags().extra_reach {
                extra_reach = Side::BOTH.map(|side| {
                    let reach = |walk| rules.extra_reach(board.geometry(), walk, side.other());
                    rules.walks().iter().copied().map(reach).fold(B::Set::EMPTY, |all, some| all | some)
                });
            }
        }
        let permitted_targets =
            rules.general().and_then(|rules| PermittedTargets::new(rules, board.geometry()));
        let orders_lengths = rules.general().is_some_and(RuleSet::orders_moves_by_length);
        let lengths = orders_lengths.then(|| LengthTable::new(board.geometry().layout));
        let exclusive_castlings = Vec::new();
        Game {
            check_model_everywhere: rules.check_model(),
            board,
            rules,
            may_pass: false,
            exclusive_castlings,
            target: None,
            extra_reach,
            lengths,
            permitted_targets: permitted_targets.map(Arc::new),
        }
    }

    /// Returns the game with a target position, which is to be reached from the diagram `from`.
    pub fn with_target(mut self, from: &Diagram, target: &Diagram) -> Game<B, R> {
        let target = TargetPosition::new(from, target, self.rules.facts().flags.reserve);
        self.target = Some(Box::new(target));
        self
    }

    /// Returns whether the position is the target.
    pub fn is_target(&self, position: &PositionOf<B, R>) -> bool {
        self.target.as_ref().is_some_and(|target| target.is_reached(position))
    }

    /// Returns the position after a legal move.
    #[inline(always)]
    pub fn play(&self, position: &PositionOf<B, R>, mv: Move) -> PositionOf<B, R> {
        make_move::play(self, position, mv)
    }

    /// Returns the position after a move; `None` if the rules forbid the move or it leaves the mover's royal men
    /// in check.
    #[inline(always)]
    pub fn try_move(&self, position: &PositionOf<B, R>, mv: Move) -> Option<PositionOf<B, R>> {
        make_move::try_move(self, position, mv)
    }

    /// Evaluates the position after a move that was legal in another position; `None` if the move is not legal
    /// in this one, or if its legality would need a closer test.
    #[inline(always)]
    pub fn retry_move<T>(
        &self,
        position: &PositionOf<B, R>,
        mv: Move,
        evaluate: impl FnOnce(&PositionOf<B, R>) -> T,
    ) -> Option<T> {
        make_move::retry_move(self, position, mv, evaluate)
    }

    /// Returns whether a move that was legal in another position is legal in this one; false if that would need a closer
    /// test.
    #[inline(always)]
    pub(crate) fn is_legal_retried(&self, position: &PositionOf<B, R>, mv: Move) -> bool {
        make_move::is_legal_retried(self, position, mv)
    }

    /// Returns whether a move that was legal in another position is pseudo-legal in this one; false if that
    /// would need a closer test. Not for general rules.
    #[inline(always)]
    pub fn is_pseudo_legal(&self, position: &PositionOf<B, R>, mv: Move) -> bool {
        make_move::is_pseudo_legal(self, position, mv)
    }

    /// Makes a move on the position itself and reports its effects to the observer.
    ///
    /// The move may leave the mover's king in check. If the rules forbid the move, the position is left in an
    /// undefined state.
    #[inline(always)]
    pub fn make<T: EffectObserver>(
        &self,
        position: &mut PositionOf<B, R>,
        mv: Move,
        observer: &mut T,
    ) -> StageOutcome {
        make_move::make(self, position, mv, observer)
    }

    /// Appends the legal moves to a list.
    #[inline(always)]
    pub fn moves(&self, position: &PositionOf<B, R>, list: &mut Vec<Move>) {
        movegen::generate::moves(self, position, list)
    }

    /// Appends the legal moves and, if the side to move may pass, the pass.
    #[inline(always)]
    pub fn moves_and_pass(&self, position: &PositionOf<B, R>, list: &mut Vec<Move>) {
        movegen::generate::moves_and_pass(self, position, list)
    }

    /// Returns the pass; `None` if it is not allowed: in check, after a pass of the opponent, or where the side
    /// must capture or has a pending promotion.
    #[inline(always)]
    pub fn pass_move(&self, position: &PositionOf<B, R>) -> Option<Move> {
        movegen::generate::pass_move(self, position)
    }

    /// Returns whether the side to move has a legal move.
    #[inline(always)]
    pub fn has_move(&self, position: &PositionOf<B, R>) -> bool {
        movegen::generate::has_move(self, position)
    }

    /// Returns whether the side to move is in check without a legal move.
    #[inline(always)]
    pub fn is_mate(&self, position: &PositionOf<B, R>) -> bool {
        movegen::generate::is_mate(self, position)
    }

    /// Returns whether the side to move is not in check and has no legal move.
    #[inline(always)]
    pub fn is_stalemate(&self, position: &PositionOf<B, R>) -> bool {
        movegen::generate::is_stalemate(self, position)
    }

    /// Visits the legal moves, king moves first, until the visitor breaks.
    #[inline(always)]
    pub fn for_each_move(&self, position: &PositionOf<B, R>, visit: impl FnMut(Move) -> Flow) -> Flow {
        movegen::generate::for_each_move(self, position, visit)
    }

    /// Visits the legal moves that the filter accepts, king moves first, until the visitor breaks. May visit other
    /// legal moves.
    #[inline(always)]
    pub fn for_each_move_matching(
        &self,
        position: &PositionOf<B, R>,
        filter: &impl MoveFilter<B::Set>,
        visit: impl FnMut(Move) -> Flow,
    ) -> Flow {
        movegen::generate::for_each_move_matching(self, position, filter, visit)
    }

    /// Visits the pseudo-legal moves that the filter accepts, and perhaps others, until the visitor breaks. They may
    /// leave the mover's king in check, and captures may be forbidden by the rules. Castling is legal. Not for general
    /// rules.
    #[inline(always)]
    pub fn for_each_pseudo_legal_move(
        &self,
        position: &PositionOf<B, R>,
        filter: &impl MoveFilter<B::Set>,
        visit: impl FnMut(Move) -> Flow,
    ) -> Flow {
        movegen::generate::for_each_pseudo_legal_move(self, position, filter, visit)
    }

    /// Visits the legal moves that `filter` and `accept` accept until the visitor breaks, each with the position
    /// after it if the move had to be made to test it. `accept` may be called with illegal moves, and sees moves
    /// without their branches. Moves that `filter` rejects may be visited, as by
    /// [`for_each_move_matching`](Self::for_each_move_matching).
    #[inline(always)]
    pub fn for_each_move_with_position(
        &self,
        position: &PositionOf<B, R>,
        filter: &impl MoveFilter<B::Set>,
        accept: impl FnMut(Move) -> bool,
        visit: impl FnMut(Move, Option<&PositionOf<B, R>>) -> Flow,
    ) -> Flow {
        movegen::generate::for_each_move_with_position(self, position, filter, accept, visit)
    }

    /// Visits the legal moves until the visitor breaks, the moves that are cheap to generate first, each with the
    /// position after it if the move had to be made to test it.
    #[inline(always)]
    pub fn for_each_move_cheap_first(
        &self,
        position: &PositionOf<B, R>,
        visit: impl FnMut(Move, Option<&PositionOf<B, R>>) -> Flow,
    ) -> Flow {
        movegen::generate::for_each_move_cheap_first(self, position, visit)
    }

    /// Returns a legal quiet king move that is found without looking for pins; `None` if there is no such move.
    #[inline(always)]
    pub fn quick_king_move(&self, position: &PositionOf<B, R>) -> Option<Move> {
        movegen::generate::quick_king_move(self, position)
    }

    /// Appends the moves that are illegal only because they leave the mover's king in check. Castling and captures
    /// of a king are never included.
    #[inline(always)]
    pub fn self_check_moves(&self, position: &PositionOf<B, R>, list: &mut Vec<Move>) {
        movegen::pseudo_legal::self_check_moves(self, position, list)
    }

    /// Appends the moves that would be legal if no own man were royal. If the side must capture if it can, these are
    /// only captures if it has a legal capture, and no captures otherwise.
    #[inline(always)]
    pub fn moves_ignoring_king(&self, position: &PositionOf<B, R>, list: &mut Vec<Move>) {
        movegen::pseudo_legal::moves_ignoring_king(self, position, list)
    }

    /// Returns the board after a move, legal or not. Requires that there is no neutral man.
    #[inline(always)]
    pub(crate) fn preview(&self, position: &PositionOf<B, R>, mv: Move) -> PreviewResult<B::Set> {
        movegen::preview::preview(self, position, mv)
    }

    /// Returns the legality of a pseudo-legal move and whether it gives check, as far as they are known without
    /// making it. Under general rules nothing is known.
    #[inline(always)]
    pub(crate) fn static_verdict(&self, position: &PositionOf<B, R>, mv: Move) -> StaticVerdict {
        movegen::preview::static_verdict(self, position, mv)
    }

    /// Returns whether the move gives check; `None` if the preview does not show it.
    #[inline(always)]
    pub(crate) fn gives_check(&self, position: &PositionOf<B, R>, preview: &Preview<B::Set>) -> Option<bool> {
        movegen::preview::gives_check(self, position, preview)
    }

    /// Returns the condition under which an attack of the man on `from` on a royal man gives check.
    #[inline(always)]
    pub(crate) fn check_condition(
        &self,
        position: &PositionOf<B, R>,
        from: Square,
        side: Side,
        royal: Square,
    ) -> CheckCondition<B::Set> {
        movegen::preview::check_condition(self, position, from, side, royal)
    }

    /// Returns the men of `by` that attack a square if `occupied` are the occupied squares.
    #[inline(always)]
    pub fn attackers(
        &self,
        position: &PositionOf<B, R>,
        square: Square,
        by: Side,
        occupied: B::Set,
    ) -> B::Set {
        attacks::attackers(self, position, square, by, occupied)
    }

    /// Returns whether `by` attacks a square if `occupied` are the occupied squares.
    #[inline(always)]
    pub fn is_attacked(
        &self,
        position: &PositionOf<B, R>,
        square: Square,
        by: Side,
        occupied: B::Set,
    ) -> bool {
        attacks::is_attacked(self, position, square, by, occupied)
    }

    /// Returns whether a quiet move of a king obviously gives no check. Requires, under general rules, that
    /// quiet moves are [as in orthodox chess](Self::quiet_moves_are_orthodox).
    #[inline(always)]
    pub fn king_move_gives_no_check(&self, position: &PositionOf<B, R>, mv: Move) -> bool {
        attacks::king_move_gives_no_check(self, position, mv)
    }

    /// Returns whether the side is in check.
    #[inline(always)]
    pub fn in_check(&self, position: &PositionOf<B, R>, side: Side) -> bool {
        attacks::in_check(self, position, side)
    }

    /// Returns the men that give check to the side.
    #[inline(always)]
    pub fn checkers(&self, position: &PositionOf<B, R>, side: Side) -> B::Set {
        attacks::checkers(self, position, side)
    }

    /// Returns the square of the man that a legal move captures; `None` if it captures nothing.
    #[inline(always)]
    pub fn victim_square(&self, position: &PositionOf<B, R>, mv: Move) -> Option<Square> {
        general::locusts::victim_square(self, position, mv)
    }

    /// Returns the men of the side to move that have a pseudo-legal capture of a man that is not royal, and the
    /// victims of these captures.
    #[inline(always)]
    pub fn capturers_and_victims(&self, position: &PositionOf<B, R>) -> (B::Set, B::Set) {
        captures::capturers_and_victims(self, position)
    }

    /// Returns whether the side to move is mate, as [`is_mate`](Self::is_mate); tries the killers first and
    /// updates them.
    #[inline(always)]
    pub fn is_mate_with_killers(&self, position: &PositionOf<B, R>, killers: &mut KillerEvasions) -> bool {
        killer_evasions::is_mate_with_killers(self, position, killers)
    }

    /// Returns the squares of the other men with the same walk that have a legal move to the same square.
    #[inline(always)]
    pub fn disambiguation_candidates(&self, position: &PositionOf<B, R>, mv: Move) -> B::Set {
        disambiguation::disambiguation_candidates(self, position, mv)
    }

    /// Returns the royal man of the side to move and the men that may expose it by leaving; `None` if it is attacked
    /// or this is not known.
    #[inline(always)]
    pub fn blockers_and_royal(&self, position: &PositionOf<B, R>) -> Option<B::Set> {
        general::static_legality::blockers_and_royal(self, position)
    }

    /// Returns whether the mover makes the same choices, of the origin and of the effects, in two moves of one man to
    /// one square that are made in different positions.
    #[inline(always)]
    pub fn makes_same_choices(
        &self,
        one: (&PositionOf<B, R>, Move),
        other: (&PositionOf<B, R>, Move),
    ) -> bool {
        general::origins::makes_same_choices(self, one, other)
    }

    /// Returns whether the side to move has a pending promotion.
    #[inline(always)]
    pub fn has_pending_promotion(&self, position: &PositionOf<B, R>) -> bool {
        general::pending_promotion::has_pending_promotion(self, position)
    }

    /// Returns the number of sequences of `depth` legal moves. Every move is made.
    #[inline(always)]
    pub fn perft(&self, position: &PositionOf<B, R>, depth: u32) -> u64 {
        perft::perft(self, position, depth)
    }

    /// As [`for_each_move_with_position`](Self::for_each_move_with_position), compiled once for all filters and
    /// visitors: for general rules, under which the tests of moves cost much more than dynamic calls.
    #[inline(always)]
    pub(crate) fn for_each_move_dynamic(
        &self,
        position: &PositionOf<B, R>,
        filter: &dyn MoveFilter<B::Set>,
        accept: &mut dyn FnMut(Move) -> bool,
        visit: MoveVisitor<'_, PositionOf<B, R>>,
    ) -> Flow {
        movegen::generate::for_each_move_dynamic(self, position, filter, accept, visit)
    }
}

impl Game<RectBoard, Orthodox> {
    /// Returns orthodox chess.
    pub fn chess() -> Game<RectBoard, Orthodox> {
        Game::new(RectBoard::chess(), Orthodox)
    }
}
