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

use super::game_rules::Outcome;
use super::game_view::Field;
use super::move_context::Deed;
use super::ply_bounds::Tally;
use super::predict::Fates;
use crate::board::{Geometry, Square, Squares};
use crate::position::{Ledger, Man, Move, Position, Reserve, Side, Taken, Walk};

/// A capture about which a rule is asked before it is made.
pub struct Intent<'a, F: Field> {
    /// The game.
    pub field: &'a F,
    /// The position before the move.
    pub position: &'a Position<F::Set, F::Memory>,
    /// The side that would capture.
    pub by: Side,
    /// The move.
    pub mv: Move,
    /// The capturer.
    pub mover: Man,
    /// What it would take.
    pub victim: Taken,
    /// Is the capture only looked at for what it does to royal men?
    pub hunted: bool,
}

/// What rules need to be done for them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Needs {
    /// Something can happen in moves that capture nothing.
    pub quiet: bool,
    /// Men come up from below before other things happen, also in moves that capture nothing.
    pub summons: bool,
    /// The last capture is to be remembered for a half-move.
    pub last_capture: bool,
    /// The last capture is to be remembered until the next.
    pub any_capture: bool,
    /// Where each man stood in the diagram is to be remembered.
    pub origins: bool,
    /// Promoted men are to be marked.
    pub promoted: bool,
    /// Men that have captured are to be marked.
    pub captured: bool,
    /// Own men can be captured too.
    pub own_men: bool,
    /// The capture of one man can remove others of its walk.
    pub endangers_alike: bool,
    /// Men can reach squares in other ways than by their walks.
    pub reaches_otherwise: bool,
    /// Men can go, without capturing there, where their walks do not lead them.
    pub steps_aside: bool,
    /// Men may be kept from moving.
    pub restrains: bool,
    /// Captures may be forbidden before they are made.
    pub forbids: bool,
    /// Men can move as others do.
    pub moves_as_others: bool,
    /// Where a man may capture from depends on whom it captures.
    pub vantages: bool,
    /// A capturer can go on capturing and moving.
    pub series: bool,
    /// Pawns do not promote.
    pub no_promotion: bool,
    /// What a pawn becomes is decided after other things have happened.
    pub late_promotion: bool,
    /// Kamikazes are reborn and do not disappear at once.
    pub kamikazes_reborn: bool,
    /// Every capturer disappears at once, so that none promotes.
    pub capturers_vanish: bool,
    /// The square that was left is to be remembered for a half-move.
    pub departures: bool,
    /// So many steps a pawn may make from its first rank, if any.
    pub first_rank_steps: u8,
    /// The capture of one man can remove another, royal one.
    pub endangers: bool,
    /// Captured kings can be reborn.
    pub kings_return: bool,
    /// And then belong to the other side.
    pub kings_turn: bool,
    /// Men may move as if they stood elsewhere.
    pub shifts: bool,
    /// Kings and rooks castle as if they had just been put on their home squares.
    pub castles_from_home: bool,
    /// Nobody is royal, and pawns may become kings.
    pub kingless: bool,
    /// Men may be brought in from beside the board.
    pub entries: bool,
    /// Kings and rooks that come from beside the board have the rights of men at home.
    pub entries_castle: bool,
    /// A pawn where it promotes is promoted by its owner before he moves.
    pub owes: bool,
    /// It may not become a man that gives check.
    pub quiet_promotions: bool,
    /// Who stands beside the board where a diagram does not say.
    pub reserve: Reserve,
}

/// What a side must do if it can.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Compulsion {
    /// It is free.
    None,
    /// It must capture if it can.
    Capture,
    /// It must capture, and has no move if it cannot.
    OnlyCapture,
}

/// What can come of a capture that is permitted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Aftermath {
    /// Nothing but the capture.
    Nothing,
    /// The captured man may stay below the square of its capture; whom a pawn takes in passing may come up at
    /// once.
    Below,
    /// The captured man, if it was not royal, may come back at once to an empty square, as an enemy
    /// of the capturer still.
    Return,
    /// If a royal man is captured it is gone, and no other with it; of other captures
    /// anything may come.
    NothingForRoyals,
    /// The capture may turn out to be forbidden, or captured men to be there again.
    Anything,
}

impl Needs {
    /// What a pawn may become, in the order in which moves are listed; nothing if pawns do
    /// not promote.
    pub fn promotions(&self) -> &'static [Walk] {
        match (self.no_promotion, self.kingless) {
            (true, _) => &[],
            (false, true) => &Walk::WITH_KING,
            (false, false) => &Walk::PROMOTIONS,
        }
    }

    /// Is a king in danger only if a man attacks it by the way it moves?
    pub fn checks_by_attacks(&self) -> bool {
        !(self.endangers
            || self.reaches_otherwise
            || self.moves_as_others
            || self.vantages
            || self.shifts
            || self.kingless
            || self.owes)
    }

    /// What either needs.
    pub fn and(self, other: Needs) -> Needs {
        Needs {
            quiet: self.quiet || other.quiet,
            summons: self.summons || other.summons,
            last_capture: self.last_capture || other.last_capture,
            any_capture: self.any_capture || other.any_capture,
            origins: self.origins || other.origins,
            promoted: self.promoted || other.promoted,
            captured: self.captured || other.captured,
            own_men: self.own_men || other.own_men,
            endangers_alike: self.endangers_alike || other.endangers_alike,
            reaches_otherwise: self.reaches_otherwise || other.reaches_otherwise,
            steps_aside: self.steps_aside || other.steps_aside,
            restrains: self.restrains || other.restrains,
            forbids: self.forbids || other.forbids,
            moves_as_others: self.moves_as_others || other.moves_as_others,
            vantages: self.vantages || other.vantages,
            series: self.series || other.series,
            no_promotion: self.no_promotion || other.no_promotion,
            late_promotion: self.late_promotion || other.late_promotion,
            kamikazes_reborn: self.kamikazes_reborn || other.kamikazes_reborn,
            capturers_vanish: self.capturers_vanish || other.capturers_vanish,
            departures: self.departures || other.departures,
            first_rank_steps: self.first_rank_steps.max(other.first_rank_steps),
            endangers: self.endangers || other.endangers,
            kings_return: self.kings_return || other.kings_return,
            kings_turn: self.kings_turn || other.kings_turn,
            shifts: self.shifts || other.shifts,
            castles_from_home: self.castles_from_home || other.castles_from_home,
            kingless: self.kingless || other.kingless,
            entries: self.entries || other.entries,
            entries_castle: self.entries_castle || other.entries_castle,
            owes: self.owes || other.owes,
            quiet_promotions: self.quiet_promotions || other.quiet_promotions,
            reserve: if self.reserve.is_empty() { other.reserve } else { self.reserve },
        }
    }
}

/// A rule.
pub trait Rule {
    /// What is to be done for it.
    fn needs(&self) -> Needs {
        Needs::default()
    }

    /// Notes in the first position what is to be remembered of the time before it.
    fn begins(&self, memory: &mut Ledger) {
        let _ = memory;
    }

    /// From where a man may move or capture; none for its own square alone.
    fn origins<F: Field<Memory = Ledger>>(
        &self,
        field: &F,
        position: &Position<F::Set, Ledger>,
        from: Square,
        capture: bool,
    ) -> Option<F::Set> {
        let _ = (field, position, from, capture);
        None
    }

    /// As what a man moves, if not as what it is.
    fn acts_as<F: Field<Memory = Ledger>>(
        &self,
        field: &F,
        position: &Position<F::Set, Ledger>,
        man: Man,
        at: Square,
    ) -> Option<Walk> {
        let _ = (field, position, man, at);
        None
    }

    /// From where a man may capture men of a walk; none for its own square alone.
    fn vantages<F: Field<Memory = Ledger>>(
        &self,
        field: &F,
        position: &Position<F::Set, Ledger>,
        man: Man,
        at: Square,
        victim: Walk,
    ) -> Option<F::Set> {
        let _ = (field, position, man, at, victim);
        None
    }

    /// Changes the paths of pawns.
    fn shape<S: Squares>(&self, geometry: &mut Geometry<S>) {
        let _ = geometry;
    }

    /// May the man on a square move at all? Asked of rules that [restrain](Needs::restrains) men.
    fn releases<F: Field<Memory = Ledger>>(
        &self,
        field: &F,
        position: &Position<F::Set, Ledger>,
        from: Square,
    ) -> bool {
        let _ = (field, position, from);
        true
    }

    /// Where of the squares asked about a man may go beside where its walk leads it. Asked of
    /// rules by which men [reach](Needs::reaches_otherwise) squares so, or [go](Needs::steps_aside)
    /// to them.
    fn more_targets<F: Field<Memory = Ledger>>(
        &self,
        field: &F,
        position: &Position<F::Set, Ledger>,
        from: Square,
        asked: F::Set,
    ) -> F::Set {
        let _ = (field, position, from, asked);
        F::Set::EMPTY
    }

    /// Where a man of this walk, of the side to move, may go at all of those squares to which its walk does
    /// not lead it.
    fn further<S: Squares>(&self, geometry: &Geometry<S>, walk: Walk, side: Side) -> S {
        let _ = (geometry, walk, side);
        !S::EMPTY
    }

    /// Where the side to move may bring in a man of this walk, of whom it has one beside
    /// the board, instead of moving: empty squares.
    fn entries<F: Field<Memory = Ledger>>(
        &self,
        field: &F,
        position: &Position<F::Set, Ledger>,
        walk: Walk,
    ) -> F::Set {
        let _ = (field, position, walk);
        F::Set::EMPTY
    }

    /// What a side must do if it can.
    fn compulsion(&self, side: Side) -> Compulsion {
        let _ = side;
        Compulsion::None
    }

    /// Notes what is to be known of the position before a move.
    fn foresees<F: Field<Memory = Ledger>>(
        &self,
        field: &F,
        position: &mut Position<F::Set, Ledger>,
        mv: Move,
    ) {
        let _ = (field, position, mv);
    }

    /// Is a check without an answer mate in this position?
    fn counts_mate(&self, memory: &Ledger) -> bool {
        let _ = memory;
        true
    }

    /// May this capture be made? Asked of rules that [forbid](Needs::forbids) captures.
    fn permits<F: Field<Memory = Ledger>>(&self, intent: &Intent<'_, F>) -> bool {
        let _ = intent;
        true
    }

    /// Does the permission hold for captures that remove a royal man too? If not, such a
    /// capture is a check though it could not be made.
    fn binds_royal_captures(&self) -> bool {
        true
    }

    /// Can a move that captures nothing do nothing now but lead a man to an empty square?
    fn is_still(&self, memory: &Ledger) -> bool {
        let _ = memory;
        !self.needs().quiet
    }

    /// How much a half-move can do at most under the rule; none if that is not said.
    fn tally(&self) -> Option<Tally> {
        None
    }

    /// What can come of a capture that is permitted.
    fn aftermath(&self) -> Aftermath {
        Aftermath::Anything
    }

    /// What may become of the two men of a capture that is permitted, if neither is marked; none if more
    /// may come of it.
    fn fates<F: Field<Memory = Ledger>>(&self, intent: &Intent<'_, F>) -> Option<Fates<F::Set>> {
        let _ = intent;
        None
    }

    /// The victim goes below the board.
    fn keeps_victim<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        let _ = deed;
        Outcome::Done
    }

    /// The capturer goes on by the same move.
    fn goes_on<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        let _ = deed;
        Outcome::Done
    }

    /// The captured man is gone, and the capturer has come where the capture leads it: may that be?
    fn allows<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        let _ = deed;
        Outcome::Done
    }

    /// The man that moved takes another walk before it can promote.
    fn takes_walk<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        let _ = deed;
        Outcome::Done
    }

    /// Others disappear together with the victim.
    fn takes_along<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        let _ = deed;
        Outcome::Done
    }

    /// Men come up from below before anything else happens.
    fn summons<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        let _ = deed;
        Outcome::Done
    }

    /// The man that moved changes its walk.
    fn retypes<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        let _ = deed;
        Outcome::Done
    }

    /// Others than the two men of the capture are concerned.
    fn concerns_others<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        let _ = deed;
        Outcome::Done
    }

    /// The capturer goes elsewhere.
    fn bears_capturer<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        let _ = deed;
        Outcome::Done
    }

    /// The man that moved changes sides.
    fn recolours<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        let _ = deed;
        Outcome::Done
    }

    /// The capturer is worn out by its captures.
    fn wears_out<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        let _ = deed;
        Outcome::Done
    }

    /// The captured man comes back.
    fn bears_victim<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        let _ = deed;
        Outcome::Done
    }
}
