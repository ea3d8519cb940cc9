//! What a single rule can do, and when.
//!
//! A rule is a type of its own in a file of its own; it overrides what it does and
//! leaves the rest. The stages of a move follow each other in one order, whatever the
//! rules. Rule by rule at each stage,
//!
//! 1. the victim is taken and the capturer arrives;
//! 2. the victim goes below the board where a rule keeps it;
//! 3. the capturer goes on, as in Take&Make;
//! 4. the capture is allowed or not, by where it has led, as in Immun chess; a kamikaze disappears;
//! 5. the capturer takes another walk that the capture gives it, as in Protean chess;
//! 6. others are taken along, as in Breton;
//! 7. a pawn promotes;
//! 8. men come up from below where a rule lets them come at once;
//! 9. the man that moved changes its walk, as in Einstein chess;
//! 10. others are concerned, as the king in Kobul kings;
//! 11. the capturer is reborn;
//! 12. it changes sides;
//! 13. it is worn out by captures, as in PAD;
//! 14. the victim is reborn;
//! 15. men come up from below.

use super::game_rules::StageOutcome;
use super::game_view::GameView;
use super::move_context::MoveContext;
use super::ply_bounds::PlyBounds;
use super::predict::CaptureBranches;
use crate::board::{Geometry, Square, Squares};
use crate::position::{CapturedMan, Man, Move, Position, Reserve, RuleState, Side, Walk};

/// A capture about which a rule is asked before it is made.
pub struct CaptureQuery<'a, F: GameView> {
    /// The game.
    pub game: &'a F,
    /// The position before the move.
    pub position: &'a Position<F::Set, F::Memory>,
    /// The side that would capture.
    pub by: Side,
    /// The move.
    pub mv: Move,
    /// The capturer.
    pub mover: Man,
    /// What it would take.
    pub victim: CapturedMan,
    /// Is the capture only looked at for what it does to royal men?
    pub for_check: bool,
}

/// What rules need to be done for them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RuleFlags {
    /// Something can happen in moves that capture nothing.
    pub quiet_effects: bool,
    /// Men come up from below before other things happen, also in moves that capture nothing.
    pub reveals_hidden: bool,
    /// The last capture is to be remembered for a half-move.
    pub remembers_capture_for_ply: bool,
    /// The last capture is to be remembered until the next.
    pub remembers_last_capture: bool,
    /// Where each man stood in the diagram is to be remembered.
    pub tracks_diagram_squares: bool,
    /// Promoted men are to be marked.
    pub marks_promoted: bool,
    /// Men that have captured are to be marked.
    pub marks_capturers: bool,
    /// Own men can be captured too.
    pub captures_own_men: bool,
    /// The capture of one man can remove others of its walk.
    pub removes_same_walk: bool,
    /// Men can reach squares in other ways than by their walks.
    pub extra_reach: bool,
    /// Men can go, without capturing there, where their walks do not lead them.
    pub extra_quiet_reach: bool,
    /// Men may be kept from moving.
    pub restricts_moves: bool,
    /// Captures may be forbidden before they are made.
    pub restricts_captures: bool,
    /// Men can move as others do.
    pub moves_as_others: bool,
    /// Where a man may capture from depends on whom it captures.
    pub victim_dependent_origins: bool,
    /// A capturer can go on capturing and moving.
    pub series_captures: bool,
    /// Pawns do not promote.
    pub no_promotion: bool,
    /// What a pawn becomes is decided after other things have happened.
    pub late_promotion: bool,
    /// Kamikazes are reborn and do not disappear at once.
    pub kamikazes_reborn: bool,
    /// Every capturer disappears at once, so that none promotes.
    pub capturers_vanish: bool,
    /// The square that was left is to be remembered for a half-move.
    pub remembers_departure: bool,
    /// So many steps a pawn may make from its first rank, if any.
    pub first_rank_steps: u8,
    /// The capture of one man can remove another, royal one.
    pub removes_royals_indirectly: bool,
    /// Captured kings can be reborn.
    pub kings_reborn: bool,
    /// And then belong to the other side.
    pub reborn_kings_change_side: bool,
    /// Men may move as if they stood elsewhere.
    pub virtual_origins: bool,
    /// Kings and rooks castle as if they had just been put on their home squares.
    pub castles_from_home: bool,
    /// Nobody is royal, and pawns may become kings.
    pub kingless: bool,
    /// Men may be brought in from beside the board.
    pub entries: bool,
    /// Kings and rooks that come from beside the board have the rights of men at home.
    pub entries_castle: bool,
    /// A pawn where it promotes is promoted by its owner before he moves.
    pub pending_promotions: bool,
    /// It may not become a man that gives check.
    pub promotions_without_check: bool,
    /// Who stands beside the board where a diagram does not say.
    pub reserve: Reserve,
}

/// What a side must do if it can.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CaptureObligation {
    /// It is free.
    None,
    /// It must capture if it can.
    Capture,
    /// It must capture, and has no move if it cannot.
    OnlyCapture,
}

/// What can come of a capture that is permitted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CaptureEffect {
    /// Nothing but the capture.
    None,
    /// The captured man may stay below the square of its capture; whom a pawn takes in passing may come up at
    /// once.
    VictimHidden,
    /// The captured man, if it was not royal, may come back at once to an empty square, as an enemy
    /// of the capturer still.
    VictimReborn,
    /// If a royal man is captured it is gone, and no other with it; of other captures
    /// anything may come.
    NoneForRoyals,
    /// The capture may turn out to be forbidden, or captured men to be there again.
    Any,
}

impl RuleFlags {
    /// What a pawn may become, in the order in which moves are listed; nothing if pawns do
    /// not promote.
    pub fn promotions(&self) -> &'static [Walk] {
        match (self.no_promotion, self.kingless) {
            (true, _) => &[],
            (false, true) => &Walk::PROMOTIONS_WITH_KING,
            (false, false) => &Walk::PROMOTIONS,
        }
    }

    /// Is a king in danger only if a man attacks it by the way it moves?
    pub fn check_requires_attack(&self) -> bool {
        !(self.removes_royals_indirectly
            || self.extra_reach
            || self.moves_as_others
            || self.victim_dependent_origins
            || self.virtual_origins
            || self.kingless
            || self.pending_promotions)
    }

    /// What either needs.
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

/// A rule.
pub trait Rule {
    /// What is to be done for it.
    fn flags(&self) -> RuleFlags {
        RuleFlags::default()
    }

    /// Notes in the first position what is to be remembered of the time before it.
    fn init_state(&self, memory: &mut RuleState) {
        let _ = memory;
    }

    /// From where a man may move or capture; none for its own square alone.
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

    /// As what a man moves, if not as what it is.
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

    /// From where a man may capture men of a walk; none for its own square alone.
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

    /// Changes the paths of pawns.
    fn adjust_geometry<S: Squares>(&self, geometry: &mut Geometry<S>) {
        let _ = geometry;
    }

    /// May the man on a square move at all? Asked of rules that [restrain](Needs::restrains) men.
    fn may_move<F: GameView<Memory = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        from: Square,
    ) -> bool {
        let _ = (game, position, from);
        true
    }

    /// Where of the squares asked about a man may go beside where its walk leads it. Asked of
    /// rules by which men [reach](Needs::reaches_otherwise) squares so, or [go](Needs::steps_aside)
    /// to them.
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

    /// Where a man of this walk, of the side to move, may go at all of those squares to which its walk does
    /// not lead it.
    fn extra_reach<S: Squares>(&self, geometry: &Geometry<S>, walk: Walk, side: Side) -> S {
        let _ = (geometry, walk, side);
        !S::EMPTY
    }

    /// Where the side to move may bring in a man of this walk, of whom it has one beside
    /// the board, instead of moving: empty squares.
    fn entries<F: GameView<Memory = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        walk: Walk,
    ) -> F::Set {
        let _ = (game, position, walk);
        F::Set::EMPTY
    }

    /// What a side must do if it can.
    fn capture_obligation(&self, side: Side) -> CaptureObligation {
        let _ = side;
        CaptureObligation::None
    }

    /// Notes what is to be known of the position before a move.
    fn before_move<F: GameView<Memory = RuleState>>(
        &self,
        game: &F,
        position: &mut Position<F::Set, RuleState>,
        mv: Move,
    ) {
        let _ = (game, position, mv);
    }

    /// Is a check without an answer mate in this position?
    fn counts_as_mate(&self, memory: &RuleState) -> bool {
        let _ = memory;
        true
    }

    /// May this capture be made? Asked of rules that [forbid](Needs::forbids) captures.
    fn permits_capture<F: GameView<Memory = RuleState>>(&self, query: &CaptureQuery<'_, F>) -> bool {
        let _ = query;
        true
    }

    /// Does the permission hold for captures that remove a royal man too? If not, such a
    /// capture is a check though it could not be made.
    fn restricts_royal_captures(&self) -> bool {
        true
    }

    /// Can a move that captures nothing do nothing now but lead a man to an empty square?
    fn quiet_moves_are_plain(&self, memory: &RuleState) -> bool {
        let _ = memory;
        !self.flags().quiet_effects
    }

    /// How much a half-move can do at most under the rule; none if that is not said.
    fn ply_bounds(&self) -> Option<PlyBounds> {
        None
    }

    /// What can come of a capture that is permitted.
    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::Any
    }

    /// What may become of the two men of a capture that is permitted, if neither is marked; none if more
    /// may come of it.
    fn capture_branches<F: GameView<Memory = RuleState>>(
        &self,
        query: &CaptureQuery<'_, F>,
    ) -> Option<CaptureBranches<F::Set>> {
        let _ = query;
        None
    }

    /// The victim goes below the board.
    fn hide_victim<F: GameView<Memory = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }

    /// The capturer goes on by the same move.
    fn continue_move<F: GameView<Memory = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }

    /// The captured man is gone, and the capturer has come where the capture leads it: may that be?
    fn check_permission<F: GameView<Memory = RuleState>>(
        &self,
        ctx: &mut MoveContext<'_, F>,
    ) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }

    /// The man that moved takes another walk before it can promote.
    fn adopt_walk<F: GameView<Memory = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }

    /// Others disappear together with the victim.
    fn remove_others<F: GameView<Memory = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }

    /// Men come up from below before anything else happens.
    fn reveal_hidden<F: GameView<Memory = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }

    /// The man that moved changes its walk.
    fn change_walk<F: GameView<Memory = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }

    /// Others than the two men of the capture are concerned.
    fn affect_others<F: GameView<Memory = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }

    /// The capturer goes elsewhere.
    fn rebirth_capturer<F: GameView<Memory = RuleState>>(
        &self,
        ctx: &mut MoveContext<'_, F>,
    ) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }

    /// The man that moved changes sides.
    fn change_side<F: GameView<Memory = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }

    /// The capturer is worn out by its captures.
    fn wear_out<F: GameView<Memory = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }

    /// The captured man comes back.
    fn rebirth_victim<F: GameView<Memory = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }
}
