//! A condition of a problem: a rule of the table with its parameters.

use std::fmt;

use super::catalogue;
use super::game_rules::StageOutcome;
use super::game_view::GameView;
use super::games::{Crazyhouse, Fiasco, Putback, Reenterent, Replacement, Reroute66, SmallBoard};
use super::move_context::MoveContext;
use super::movement::{MakeAndTake, PowerTransfer, SeriesCapture, TakeAndMake};
use super::pawn::{Glasgow, NormalPawn};
use super::ply_bounds::PlyBounds;
use super::predict::CaptureBranches;
use super::rebirth::{
    Antimars, CapturerReborn, Geneva, Home, Immun, LastCapture, Marscirce, Phantom, Rebirth, VictimReborn,
};
use super::relocation::{Danger, Plus};
use super::restriction::{
    Amu, Bicaptures, Cast, Guards, Losing, MultiCaptures, MustCapture, NoCapture, Patrol, ShieldedKings,
    UltraPatrol, Woozles,
};
use super::rule::{CaptureEffect, CaptureObligation, CaptureQuery, Rule, RuleFlags};
use super::rule_set::RuleSet;
use super::transformation::{
    Andernach, Atomic, Breton, Chameleon, Einstein, Ghost, Kobul, Norsk, Pad, Pursuit, Snek, Tibet, Traitor,
    VictimsWalk,
};
use crate::board::{Geometry, Square, Squares};
use crate::position::{Man, Move, Position, RuleState, Side, Walk};

/// A stage of a move, left to the rule of the condition.
macro_rules! stages {
    ($($stage:ident)*; $all:tt) => {
        $(stage!($stage $all);)*
    };
}

macro_rules! stage {
    ($stage:ident ($($name:ident)*)) => {
        fn $stage<F: GameView<Memory = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
            match self { $(Condition::$name(rule) => rule.$stage(ctx),)* }
        }
    };
}

macro_rules! conditions {
    ($($(#[$doc:meta])* $name:ident($rule:ty);)*) => {
        /// A rule beside orthodox chess, as a problem states it.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Condition {
            $($(#[$doc])* $name($rule),)*
        }

        /// The rules in the order in which they have their turn at each stage of a move.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub(super) enum StageOrder {
            $($name,)*
        }

        impl Condition {
            /// Does all that the rule does after a move, if it holds alone.
            pub(super) fn run_stages<F: GameView<Memory = RuleState>>(
                &self,
                rules: &RuleSet,
                ctx: &mut MoveContext<'_, F>,
            ) -> StageOutcome {
                match self { $(Condition::$name(rule) => rules.run_stages(rule, ctx),)* }
            }

            /// When the rule has its turn at each stage of a move.
            pub(super) fn order(&self) -> StageOrder {
                match self { $(Condition::$name(_) => StageOrder::$name,)* }
            }
        }

        impl Rule for Condition {
            fn flags(&self) -> RuleFlags {
                match self { $(Condition::$name(rule) => rule.flags(),)* }
            }

            fn ply_bounds(&self) -> Option<PlyBounds> {
                match self { $(Condition::$name(rule) => rule.ply_bounds(),)* }
            }

            fn init_state(&self, memory: &mut RuleState) {
                match self { $(Condition::$name(rule) => rule.init_state(memory),)* }
            }

            fn origins<F: GameView<Memory = RuleState>>(
                &self,
                game: &F,
                position: &Position<F::Set, RuleState>,
                from: Square,
                capture: bool,
            ) -> Option<F::Set> {
                match self { $(Condition::$name(rule) => rule.origins(game, position, from, capture),)* }
            }

            fn adjust_geometry<S: Squares>(&self, geometry: &mut Geometry<S>) {
                match self { $(Condition::$name(rule) => rule.adjust_geometry(geometry),)* }
            }

            fn may_move<F: GameView<Memory = RuleState>>(
                &self,
                game: &F,
                position: &Position<F::Set, RuleState>,
                from: Square,
            ) -> bool {
                match self { $(Condition::$name(rule) => rule.may_move(game, position, from),)* }
            }

            fn extra_targets<F: GameView<Memory = RuleState>>(
                &self,
                game: &F,
                position: &Position<F::Set, RuleState>,
                from: Square,
                asked: F::Set,
            ) -> F::Set {
                match self { $(Condition::$name(rule) => rule.extra_targets(game, position, from, asked),)* }
            }

            fn extra_reach<S: Squares>(&self, geometry: &Geometry<S>, walk: Walk, side: Side) -> S {
                match self { $(Condition::$name(rule) => rule.extra_reach(geometry, walk, side),)* }
            }

            fn entries<F: GameView<Memory = RuleState>>(
                &self,
                game: &F,
                position: &Position<F::Set, RuleState>,
                walk: Walk,
            ) -> F::Set {
                match self { $(Condition::$name(rule) => rule.entries(game, position, walk),)* }
            }

            fn capture_obligation(&self, side: Side) -> CaptureObligation {
                match self { $(Condition::$name(rule) => rule.capture_obligation(side),)* }
            }

            fn before_move<F: GameView<Memory = RuleState>>(
                &self,
                game: &F,
                position: &mut Position<F::Set, RuleState>,
                mv: Move,
            ) {
                match self { $(Condition::$name(rule) => rule.before_move(game, position, mv),)* }
            }

            fn counts_as_mate(&self, memory: &RuleState) -> bool {
                match self { $(Condition::$name(rule) => rule.counts_as_mate(memory),)* }
            }

            fn permits_capture<F: GameView<Memory = RuleState>>(&self, query: &CaptureQuery<'_, F>) -> bool {
                match self { $(Condition::$name(rule) => rule.permits_capture(query),)* }
            }

            fn capture_branches<F: GameView<Memory = RuleState>>(&self, query: &CaptureQuery<'_, F>) -> Option<CaptureBranches<F::Set>> {
                match self { $(Condition::$name(rule) => rule.capture_branches(query),)* }
            }

            fn quiet_moves_are_plain(&self, memory: &RuleState) -> bool {
                match self { $(Condition::$name(rule) => rule.quiet_moves_are_plain(memory),)* }
            }

            fn capture_effect(&self) -> CaptureEffect {
                match self { $(Condition::$name(rule) => rule.capture_effect(),)* }
            }

            fn restricts_royal_captures(&self) -> bool {
                match self { $(Condition::$name(rule) => rule.restricts_royal_captures(),)* }
            }

            fn acts_as<F: GameView<Memory = RuleState>>(
                &self,
                game: &F,
                position: &Position<F::Set, RuleState>,
                man: Man,
                at: Square,
            ) -> Option<Walk> {
                match self { $(Condition::$name(rule) => rule.acts_as(game, position, man, at),)* }
            }

            fn capture_origins<F: GameView<Memory = RuleState>>(
                &self,
                game: &F,
                position: &Position<F::Set, RuleState>,
                man: Man,
                at: Square,
                victim: Walk,
            ) -> Option<F::Set> {
                match self {
                    $(Condition::$name(rule) => rule.capture_origins(game, position, man, at, victim),)*
                }
            }

            stages! {
                hide_victim continue_move check_permission adopt_walk remove_others reveal_hidden change_walk affect_others
                rebirth_capturer change_side wear_out rebirth_victim;
                ($($name)*)
            }

        }
    };
}

conditions! {
    /// Men whose rebirth square is occupied cannot be captured.
    Immun(Immun);
    /// A captured man is reborn.
    Circe(VictimReborn);
    /// The capturer is reborn.
    Anticirce(CapturerReborn);
    /// Capturers go on as the captured man could.
    TakeAndMake(TakeAndMake);
    /// Capturers first move as the captured man could.
    MakeAndTake(MakeAndTake);
    /// Capturers may go on capturing and moving.
    SeriesCapture(SeriesCapture);
    /// Men move as who stands on their homes.
    PowerTransfer(PowerTransfer);
    /// Men take the next walk of a cycle.
    Chameleon(Chameleon);
    /// Capturers become what they capture.
    VictimsWalk(VictimsWalk);
    /// Men like the captured ones disappear or change sides.
    Breton(Breton);
    /// Captured men come up where they were captured.
    Ghost(Ghost);
    /// Men capture their like and change.
    Norsk(Norsk);
    /// Men change their walk.
    Einstein(Einstein);
    /// Kings take the walks of lost men.
    Kobul(Kobul);
    /// Others take the walks of lost men.
    Snek(Snek);
    /// Men change sides that capture men of another walk.
    Tibet(Tibet);
    /// Men change sides.
    Andernach(Andernach);
    /// Men are worn out by captures.
    Pad(Pad);
    /// Men change sides that go where the other side has just left.
    Pursuit(Pursuit);
    /// Black men change sides beyond the middle.
    Traitor(Traitor);
    /// Captures are forbidden.
    NoCapture(NoCapture);
    /// Capturers must be observed, or must not be.
    Patrol(Patrol);
    /// Guarded men cannot be captured, or only they can.
    Guards(Guards);
    /// Men capture from their rebirth squares only.
    Marscirce(Marscirce);
    /// Men move without capturing from their rebirth squares only.
    Antimars(Antimars);
    /// Men move from their rebirth squares too.
    Phantom(Phantom);
    /// Men in the middle of the board capture from its other squares too.
    Plus(Plus);
    /// Attacked men may go home.
    Danger(Danger);
    /// Men whose rebirth square is occupied cannot capture.
    Geneva(Geneva);
    /// Men move only if they are observed.
    UltraPatrol(UltraPatrol);
    /// Men with several captures have none, or only they have.
    Cast(Cast);
    /// Only men that can be captured in several ways can be captured.
    MultiCaptures(MultiCaptures);
    /// Own men can be captured.
    Bicaptures(Bicaptures);
    /// Captures are compulsory for one side.
    MustCapture(MustCapture);
    /// Captures are compulsory, and kings are men like others.
    Losing(Losing);
    /// Kings do not attack guarded kings.
    ShieldedKings(ShieldedKings);
    /// Only men attacked once give mate.
    Amu(Amu);
    /// Men that observe each other do not capture.
    Woozles(Woozles);
    /// A capture has been made before the diagram.
    LastCapture(LastCapture);
    /// Captures are explosions.
    Atomic(Atomic);
    /// Pawns move from their first rank.
    NormalPawn(NormalPawn);
    /// Pawns promote one rank earlier.
    Glasgow(Glasgow);
    /// Captured men are put on squares of their kind.
    Replacement(Replacement);
    /// Captured men are put anywhere.
    Putback(Putback);
    /// Captured men can come back.
    Reenterent(Reenterent);
    /// Men come from banks.
    Fiasco(Fiasco);
    /// Captured men come back on the other side.
    Crazyhouse(Crazyhouse);
    /// The board has 66 squares.
    Reroute66(Reroute66);
    /// The board has five files.
    SmallBoard(SmallBoard);
}

impl Condition {
    /// The parameters of rebirth, if it is a rule by which men are reborn.
    pub fn rebirth(self) -> Option<Rebirth> {
        match self {
            Condition::Circe(VictimReborn(rebirth))
            | Condition::Anticirce(CapturerReborn(rebirth))
            | Condition::Marscirce(Marscirce(rebirth))
            | Condition::Antimars(Antimars(rebirth))
            | Condition::Phantom(Phantom(rebirth))
            | Condition::Immun(Immun(rebirth))
            | Condition::Geneva(Geneva(rebirth)) => Some(rebirth),
            _ => None,
        }
    }

    /// The same rule with other parameters of rebirth.
    pub fn with_rebirth(self, rebirth: Rebirth) -> Condition {
        match self {
            Condition::Circe(_) => Condition::Circe(VictimReborn(rebirth)),
            Condition::Anticirce(_) => Condition::Anticirce(CapturerReborn(rebirth)),
            Condition::Marscirce(_) => Condition::Marscirce(Marscirce(rebirth)),
            Condition::Antimars(_) => Condition::Antimars(Antimars(rebirth)),
            Condition::Phantom(_) => Condition::Phantom(Phantom(rebirth)),
            Condition::Immun(_) => Condition::Immun(Immun(rebirth)),
            Condition::Geneva(_) => Condition::Geneva(Geneva(rebirth)),
            other => other,
        }
    }

    /// The same rule with another rebirth square, if it has one.
    pub fn with_home(self, home: Home) -> Condition {
        self.rebirth().map_or(self, |rebirth| self.with_rebirth(Rebirth { home, ..rebirth }))
    }

    /// Is it a rule by which capturers are reborn?
    pub fn is_anticirce(self) -> bool {
        matches!(self, Condition::Anticirce(_))
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&catalogue::condition_text(*self))
    }
}
