//! A condition of a problem: a rule of the table with its parameters.

use std::fmt;

use super::catalogue;
use super::game_rules::Outcome;
use super::game_view::Field;
use super::games::{Crazyhouse, Fiasco, Putback, Reenterent, Replacement, Reroute66, SmallBoard};
use super::move_context::Deed;
use super::movement::{MakeAndTake, PowerTransfer, SeriesCapture, TakeAndMake};
use super::pawn::{Glasgow, NormalPawn};
use super::ply_bounds::Tally;
use super::predict::Fates;
use super::rebirth::{
    Antimars, CapturerReborn, Geneva, Home, Immun, LastCapture, Marscirce, Phantom, Rebirth, VictimReborn,
};
use super::relocation::{Danger, Plus};
use super::restriction::{
    Amu, Bicaptures, Cast, Guards, Losing, MultiCaptures, MustCapture, NoCapture, Patrol, ShieldedKings,
    UltraPatrol, Woozles,
};
use super::rule::{Aftermath, Compulsion, Intent, Needs, Rule};
use super::rule_set::RuleSet;
use super::transformation::{
    Andernach, Atomic, Breton, Chameleon, Einstein, Ghost, Kobul, Norsk, Pad, Pursuit, Snek, Tibet, Traitor,
    VictimsWalk,
};
use crate::board::{Geometry, Square, Squares};
use crate::position::{Ledger, Man, Move, Position, Side, Walk};

/// A stage of a move, left to the rule of the condition.
macro_rules! stages {
    ($($stage:ident)*; $all:tt) => {
        $(stage!($stage $all);)*
    };
}

macro_rules! stage {
    ($stage:ident ($($name:ident)*)) => {
        fn $stage<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
            match self { $(Condition::$name(rule) => rule.$stage(deed),)* }
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
        pub(super) enum Order {
            $($name,)*
        }

        impl Condition {
            /// Does all that the rule does after a move, if it holds alone.
            pub(super) fn work<F: Field<Memory = Ledger>>(
                &self,
                rules: &RuleSet,
                deed: &mut Deed<'_, F>,
            ) -> Outcome {
                match self { $(Condition::$name(rule) => rules.work(rule, deed),)* }
            }

            /// When the rule has its turn at each stage of a move.
            pub(super) fn order(&self) -> Order {
                match self { $(Condition::$name(_) => Order::$name,)* }
            }
        }

        impl Rule for Condition {
            fn needs(&self) -> Needs {
                match self { $(Condition::$name(rule) => rule.needs(),)* }
            }

            fn tally(&self) -> Option<Tally> {
                match self { $(Condition::$name(rule) => rule.tally(),)* }
            }

            fn begins(&self, memory: &mut Ledger) {
                match self { $(Condition::$name(rule) => rule.begins(memory),)* }
            }

            fn origins<F: Field<Memory = Ledger>>(
                &self,
                field: &F,
                position: &Position<F::Set, Ledger>,
                from: Square,
                capture: bool,
            ) -> Option<F::Set> {
                match self { $(Condition::$name(rule) => rule.origins(field, position, from, capture),)* }
            }

            fn shape<S: Squares>(&self, geometry: &mut Geometry<S>) {
                match self { $(Condition::$name(rule) => rule.shape(geometry),)* }
            }

            fn releases<F: Field<Memory = Ledger>>(
                &self,
                field: &F,
                position: &Position<F::Set, Ledger>,
                from: Square,
            ) -> bool {
                match self { $(Condition::$name(rule) => rule.releases(field, position, from),)* }
            }

            fn more_targets<F: Field<Memory = Ledger>>(
                &self,
                field: &F,
                position: &Position<F::Set, Ledger>,
                from: Square,
                asked: F::Set,
            ) -> F::Set {
                match self { $(Condition::$name(rule) => rule.more_targets(field, position, from, asked),)* }
            }

            fn further<S: Squares>(&self, geometry: &Geometry<S>, walk: Walk, side: Side) -> S {
                match self { $(Condition::$name(rule) => rule.further(geometry, walk, side),)* }
            }

            fn entries<F: Field<Memory = Ledger>>(
                &self,
                field: &F,
                position: &Position<F::Set, Ledger>,
                walk: Walk,
            ) -> F::Set {
                match self { $(Condition::$name(rule) => rule.entries(field, position, walk),)* }
            }

            fn compulsion(&self, side: Side) -> Compulsion {
                match self { $(Condition::$name(rule) => rule.compulsion(side),)* }
            }

            fn foresees<F: Field<Memory = Ledger>>(
                &self,
                field: &F,
                position: &mut Position<F::Set, Ledger>,
                mv: Move,
            ) {
                match self { $(Condition::$name(rule) => rule.foresees(field, position, mv),)* }
            }

            fn counts_mate(&self, memory: &Ledger) -> bool {
                match self { $(Condition::$name(rule) => rule.counts_mate(memory),)* }
            }

            fn permits<F: Field<Memory = Ledger>>(&self, intent: &Intent<'_, F>) -> bool {
                match self { $(Condition::$name(rule) => rule.permits(intent),)* }
            }

            fn fates<F: Field<Memory = Ledger>>(&self, intent: &Intent<'_, F>) -> Option<Fates<F::Set>> {
                match self { $(Condition::$name(rule) => rule.fates(intent),)* }
            }

            fn is_still(&self, memory: &Ledger) -> bool {
                match self { $(Condition::$name(rule) => rule.is_still(memory),)* }
            }

            fn aftermath(&self) -> Aftermath {
                match self { $(Condition::$name(rule) => rule.aftermath(),)* }
            }

            fn binds_royal_captures(&self) -> bool {
                match self { $(Condition::$name(rule) => rule.binds_royal_captures(),)* }
            }

            fn acts_as<F: Field<Memory = Ledger>>(
                &self,
                field: &F,
                position: &Position<F::Set, Ledger>,
                man: Man,
                at: Square,
            ) -> Option<Walk> {
                match self { $(Condition::$name(rule) => rule.acts_as(field, position, man, at),)* }
            }

            fn vantages<F: Field<Memory = Ledger>>(
                &self,
                field: &F,
                position: &Position<F::Set, Ledger>,
                man: Man,
                at: Square,
                victim: Walk,
            ) -> Option<F::Set> {
                match self {
                    $(Condition::$name(rule) => rule.vantages(field, position, man, at, victim),)*
                }
            }

            stages! {
                keeps_victim goes_on allows takes_walk takes_along summons retypes concerns_others
                bears_capturer recolours wears_out bears_victim;
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
    pub fn bears_capturers(self) -> bool {
        matches!(self, Condition::Anticirce(_))
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&catalogue::words(*self))
    }
}
