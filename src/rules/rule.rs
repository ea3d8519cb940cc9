//! What a single rule can do, and when.
//!
//! A rule is a type of its own in a file of its own; it overrides the stages in which it takes part. The
//! stages of a move have one order under all rules. At each stage the rules act one after the other:
//!
//! 1. the victim is taken and the capturer arrives;
//! 2. the victim is hidden below the square, where a rule keeps it there;
//! 3. the capturer continues its move, as in Take&Make;
//! 4. the capture is permitted or not, by its arrival square, as in Immun chess; a kamikaze disappears;
//! 5. the capturer adopts another walk before it can promote, as in Protean chess;
//! 6. other men are removed, as in Breton;
//! 7. a pawn promotes;
//! 8. hidden men reappear where a rule reveals them at once;
//! 9. the man that moved changes its walk, as in Einstein chess;
//! 10. other men are affected, as the king in Kobul kings;
//! 11. the capturer is reborn;
//! 12. it changes sides;
//! 13. it is worn out by captures, as in PAD;
//! 14. the victim is reborn;
//! 15. hidden men on empty squares reappear.

use super::game_rules::StageOutcome;
use super::game_view::GameView;
use super::move_context::MoveContext;
use super::ply_bounds::PlyBounds;
use super::predict::CaptureBranches;
use crate::board::{Geometry, Square, Squares};
use crate::position::{CapturedMan, Man, Move, Position, Reserve, RuleState, Side, Walk};

/// A capture that has not been made yet, for the rules that permit captures or predict their outcome.
pub struct CaptureQuery<'a, F: GameView> {
    /// The game.
    pub game: &'a F,
    /// The position before the move.
    pub position: &'a Position<F::Set, F::Memory>,
    /// The side that captures.
    pub by: Side,
    /// The move.
    pub mv: Move,
    /// The capturer.
    pub mover: Man,
    /// The man that it captures, and its square.
    pub victim: CapturedMan,
    /// Whether the capture is only tested for its effect on royal men.
    pub for_check: bool,
}

/// What a rule does and needs. Move generation and the search skip every test that the flags of the rules
/// exclude.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RuleFlags {
    /// Moves without a capture can have effects.
    pub quiet_effects: bool,
    /// Hidden men reappear before the later stages, also in moves without a capture.
    pub reveals_hidden: bool,
    /// The last capture is remembered for one ply.
    pub remembers_capture_for_ply: bool,
    /// The last capture is remembered until the next one.
    pub remembers_last_capture: bool,
    /// The diagram square of each man is remembered.
    pub tracks_diagram_squares: bool,
    /// Promoted men get a flag.
    pub marks_promoted: bool,
    /// Men that have captured get a flag.
    pub marks_capturers: bool,
    /// Men can capture men of their own side.
    pub captures_own_men: bool,
    /// The capture of a man can remove other men of its walk.
    pub removes_same_walk: bool,
    /// Men can reach squares, also in order to capture, other than by their walks.
    pub extra_reach: bool,
    /// Men can go to squares, without capturing there, other than by their walks.
    pub extra_quiet_reach: bool,
    /// Men can be barred from moving.
    pub restricts_moves: bool,
    /// Captures can be forbidden before they are made.
    pub restricts_captures: bool,
    /// Men can move with the walk of another man.
    pub moves_as_others: bool,
    /// The square from which a man captures depends on the walk of the victim.
    pub victim_dependent_origins: bool,
    /// A capturer can continue with further captures and moves.
    pub series_captures: bool,
    /// Pawns do not promote.
    pub no_promotion: bool,
    /// The promotion of a pawn is chosen after other effects.
    pub late_promotion: bool,
    /// Kamikazes are reborn instead of disappearing at once.
    pub kamikazes_reborn: bool,
    /// Every capturer disappears at once, so that none promotes.
    pub capturers_vanish: bool,
    /// The departure square of a move is remembered for one ply.
    pub remembers_departure: bool,
    /// The maximum number of steps of a pawn from its first rank; 0 if it has no move there.
    pub first_rank_steps: u8,
    /// The capture of a man can remove another man, which may be royal.
    pub removes_royals_indirectly: bool,
    /// Captured kings can be reborn.
    pub kings_reborn: bool,
    /// Reborn kings change sides.
    pub reborn_kings_change_side: bool,
    /// Men can move as if they were on another square.
    pub virtual_origins: bool,
    /// Kings and rooks castle as if they had just been put on their home squares.
    pub castles_from_home: bool,
    /// No man is royal, and pawns may become kings.
    pub kingless: bool,
    /// Men can enter the board from the reserve.
    pub entries: bool,
    /// Kings and rooks that enter the board may castle, as men at home may.
    pub entries_castle: bool,
    /// A pawn on a promotion square is promoted by its owner before the owner's next move.
    pub pending_promotions: bool,
    /// A pending promotion may not give check.
    pub promotions_without_check: bool,
    /// The reserve of a diagram that does not state one.
    pub reserve: Reserve,
}

/// The obligation of a side to capture.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CaptureObligation {
    /// No obligation.
    None,
    /// The side must capture if it can.
    Capture,
    /// The side must capture, and has no legal move if it cannot.
    OnlyCapture,
}

/// The effect that a permitted capture can have in addition to capturing. The order is by how little can
/// be assumed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CaptureEffect {
    /// No further effect.
    None,
    /// The victim may be hidden below the square of its capture. The victim of an en passant capture may
    /// reappear at once.
    VictimHidden,
    /// The victim, unless royal, may be reborn at once on an empty square, and still belongs to the
    /// opponent of the capturer.
    VictimReborn,
    /// A captured royal man is gone, and no other man with it. Captures of other men may have any effect.
    NoneForRoyals,
    /// The capture may turn out to be forbidden, or captured men may be on the board again.
    Any,
}

impl RuleFlags {
    /// Returns the walks to which a pawn can promote, in the order of the move list; empty if pawns do
    /// not promote.
    pub fn promotions(&self) -> &'static [Walk] {
        match (self.no_promotion, self.kingless) {
            (true, _) => &[],
            (false, true) => &Walk::PROMOTIONS_WITH_KING,
            (false, false) => &Walk::PROMOTIONS,
        }
    }

    /// Returns whether a king is in check only if a man attacks it by its walk.
    pub fn check_requires_attack(&self) -> bool {
        !(self.removes_royals_indirectly
            || self.extra_reach
            || self.moves_as_others
            || self.victim_dependent_origins
            || self.virtual_origins
            || self.kingless
            || self.pending_promotions)
    }

    /// Returns the flags of two rules together.
    pub fn union(self, other: RuleFlags) -> RuleFlags {
        RuleFlags {
            quiet_effects: self.quiet_effects || other.quiet_effects,
            reveals_hidden: self.reveals_hidden || other.reveals_hidden,
            remembers_capture_for_ply: self.remembers_capture_for_ply || other.remembers_capture_for_ply,
            remembers_last_capture: self.remembers_last_capture || other.remembers_last_capture,
            tracks_diagram_squares: self.tracks_diagram_squares || other.tracks_diagram_squares,
            marks_promoted: self.marks_promoted || other.marks_promoted,
            marks_capturers: self.marks_capturers || other.marks_capturers,
            captures_own_men: self.captures_own_men || other.captures_own_men,
            removes_same_walk: self.removes_same_walk || other.removes_same_walk,
            extra_reach: self.extra_reach || other.extra_reach,
            extra_quiet_reach: self.extra_quiet_reach || other.extra_quiet_reach,
            restricts_moves: self.restricts_moves || other.restricts_moves,
            restricts_captures: self.restricts_captures || other.restricts_captures,
            moves_as_others: self.moves_as_others || other.moves_as_others,
            victim_dependent_origins: self.victim_dependent_origins || other.victim_dependent_origins,
            series_captures: self.series_captures || other.series_captures,
            no_promotion: self.no_promotion || other.no_promotion,
            late_promotion: self.late_promotion || other.late_promotion,
            kamikazes_reborn: self.kamikazes_reborn || other.kamikazes_reborn,
            capturers_vanish: self.capturers_vanish || other.capturers_vanish,
            remembers_departure: self.remembers_departure || other.remembers_departure,
            first_rank_steps: self.first_rank_steps.max(other.first_rank_steps),
            removes_royals_indirectly: self.removes_royals_indirectly || other.removes_royals_indirectly,
            kings_reborn: self.kings_reborn || other.kings_reborn,
            reborn_kings_change_side: self.reborn_kings_change_side || other.reborn_kings_change_side,
            virtual_origins: self.virtual_origins || other.virtual_origins,
            castles_from_home: self.castles_from_home || other.castles_from_home,
            kingless: self.kingless || other.kingless,
            entries: self.entries || other.entries,
            entries_castle: self.entries_castle || other.entries_castle,
            pending_promotions: self.pending_promotions || other.pending_promotions,
            promotions_without_check: self.promotions_without_check || other.promotions_without_check,
            reserve: if self.reserve.is_empty() { other.reserve } else { self.reserve },
        }
    }
}

/// A single rule. The default of every method is to have no effect.
pub trait Rule {
    /// Returns what the rule does and needs.
    fn flags(&self) -> RuleFlags {
        RuleFlags::default()
    }

    /// Sets what the state of the diagram must contain about earlier moves.
    fn init_state(&self, memory: &mut RuleState) {
        let _ = memory;
    }

    /// Returns the squares from which the man on `from` may move or capture; `None` for its own square
    /// alone.
    fn origins<F: GameView<Memory = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        from: Square,
        capture: bool,
    ) -> Option<F::Set> {
        let _ = (game, position, from, capture);
        None
    }

    /// Returns the walk with which a man moves; `None` for its own.
    fn acts_as<F: GameView<Memory = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        man: Man,
        at: Square,
    ) -> Option<Walk> {
        let _ = (game, position, man, at);
        None
    }

    /// Returns the squares from which a man may capture men with the walk `victim`; `None` for its own
    /// square alone.
    fn capture_origins<F: GameView<Memory = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        man: Man,
        at: Square,
        victim: Walk,
    ) -> Option<F::Set> {
        let _ = (game, position, man, at, victim);
        None
    }

    /// Adjusts the moves of pawns in the geometry of the board.
    fn adjust_geometry<S: Squares>(&self, geometry: &mut Geometry<S>) {
        let _ = geometry;
    }

    /// Returns whether the man on `from` may move at all. Called only under rules with
    /// [`restricts_moves`](RuleFlags::restricts_moves).
    fn may_move<F: GameView<Memory = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        from: Square,
    ) -> bool {
        let _ = (game, position, from);
        true
    }

    /// Returns the squares among `asked` that the man on `from` can reach in addition to those of its
    /// walk. Called only under rules with [`extra_reach`](RuleFlags::extra_reach) or
    /// [`extra_quiet_reach`](RuleFlags::extra_quiet_reach).
    fn extra_targets<F: GameView<Memory = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        from: Square,
        asked: F::Set,
    ) -> F::Set {
        let _ = (game, position, from, asked);
        F::Set::EMPTY
    }

    /// Returns a superset, in any position, of the [extra targets](Self::extra_targets) of a man of this
    /// walk, of the side to move.
    fn extra_reach<S: Squares>(&self, geometry: &Geometry<S>, walk: Walk, side: Side) -> S {
        let _ = (geometry, walk, side);
        !S::EMPTY
    }

    /// Returns the empty squares on which the side to move may place a man of this walk from its reserve,
    /// instead of moving.
    fn entries<F: GameView<Memory = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        walk: Walk,
    ) -> F::Set {
        let _ = (game, position, walk);
        F::Set::EMPTY
    }

    /// Returns the obligation of a side to capture.
    fn capture_obligation(&self, side: Side) -> CaptureObligation {
        let _ = side;
        CaptureObligation::None
    }

    /// Records what a later stage must know about the position before the move.
    fn before_move<F: GameView<Memory = RuleState>>(
        &self,
        game: &F,
        position: &mut Position<F::Set, RuleState>,
        mv: Move,
    ) {
        let _ = (game, position, mv);
    }

    /// Returns whether a check without a legal answer is mate in this position.
    fn counts_as_mate(&self, memory: &RuleState) -> bool {
        let _ = memory;
        true
    }

    /// Returns whether the capture may be made. Called only under rules with
    /// [`restricts_captures`](RuleFlags::restricts_captures).
    fn permits_capture<F: GameView<Memory = RuleState>>(&self, query: &CaptureQuery<'_, F>) -> bool {
        let _ = query;
        true
    }

    /// Returns whether [`permits_capture`](Self::permits_capture) also binds captures that remove a royal
    /// man. If not, such a capture gives check although it could not be made.
    fn restricts_royal_captures(&self) -> bool {
        true
    }

    /// Returns whether every move without a capture now does nothing but move a man to an empty square.
    fn quiet_moves_are_plain(&self, memory: &RuleState) -> bool {
        let _ = memory;
        !self.flags().quiet_effects
    }

    /// Returns upper bounds for the effects of one ply under the rule; `None` if there are none.
    fn ply_bounds(&self) -> Option<PlyBounds> {
        None
    }

    /// Returns the further effect that a permitted capture can have.
    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::Any
    }

    /// Returns the branches of a permitted capture between two men without flags; `None` if more can
    /// happen.
    fn capture_branches<F: GameView<Memory = RuleState>>(
        &self,
        query: &CaptureQuery<'_, F>,
    ) -> Option<CaptureBranches<F::Set>> {
        let _ = query;
        None
    }

    /// Stage 2: the victim is hidden below the square of the capture.
    fn hide_victim<F: GameView<Memory = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }

    /// Stage 3: the capturer continues by the same move.
    fn continue_move<F: GameView<Memory = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }

    /// Stage 4: forbids the capture or not, once the victim is off the board and the capturer is on its
    /// arrival square.
    fn check_permission<F: GameView<Memory = RuleState>>(
        &self,
        ctx: &mut MoveContext<'_, F>,
    ) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }

    /// Stage 5: the man that moved adopts another walk before it can promote.
    fn adopt_walk<F: GameView<Memory = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }

    /// Stage 6: other men disappear together with the victim.
    fn remove_others<F: GameView<Memory = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }

    /// Stage 8: hidden men reappear before the later stages.
    fn reveal_hidden<F: GameView<Memory = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }

    /// Stage 9: the man that moved changes its walk.
    fn change_walk<F: GameView<Memory = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }

    /// Stage 10: men other than the two of the capture are affected.
    fn affect_others<F: GameView<Memory = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }

    /// Stage 11: the capturer is reborn.
    fn rebirth_capturer<F: GameView<Memory = RuleState>>(
        &self,
        ctx: &mut MoveContext<'_, F>,
    ) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }

    /// Stage 12: the man that moved changes sides.
    fn change_side<F: GameView<Memory = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }

    /// Stage 13: the capturer is worn out by its captures.
    fn wear_out<F: GameView<Memory = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }

    /// Stage 14: the victim is reborn.
    fn rebirth_victim<F: GameView<Memory = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }
}
