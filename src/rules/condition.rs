//! A condition of a problem: a rule of the catalogue with its parameters.

use super::attribute::{
    Anda, ChameleonMen, Functionary, HalfNeutral, HurdleMen, Jigger, Magic, Paralysing, ProteanMen, Volage,
};
use super::game_rules::StageOutcome;
use super::game_view::GameView;
use super::games::{Crazyhouse, Fiasco, Putback, Reenterent, Replacement, Reroute66, SmallBoard};
use super::move_context::MoveContext;
use super::movement::{
    Alice, Annan, Borrowed, LentWalks, MakeAndTake, Messigny, PowerTransfer, RadialLeaps, SeriesCapture,
    TakeAndMake,
};
use super::pawn::{Glasgow, NormalPawn};
use super::ply_bounds::PlyBounds;
use super::predict::CaptureBranches;
use super::rebirth::transform::{Cycle, WalkChange};
use super::rebirth::{
    Antimars, CapturerReborn, Geneva, Home, Immun, LastCapture, Marscirce, Phantom, Rebirth, VictimReborn,
};
use super::relocation::{Danger, Plus};
use super::restriction::{
    Amu, Bicaptures, Cast, Contact, EdgeMover, Grid, Guards, Imitator, Isardam, Losing, Madrasi,
    MultiCaptures, Mummer, MustCapture, NoCapture, NoImitatorPromotion, Patrol, ShieldedKings, SquareColours,
    UltraPatrol, Woozles,
};
use super::rule::{CaptureEffect, CaptureQuery, Obligation, Rule, RuleFlags};
use super::transformation::{
    Andernach, Atomic, Breton, Chameleon, Einstein, Ghost, Kobul, Masand, Norsk, Pad, Pursuit, Sentinels,
    Snek, Tibet, Traitor, VictimsWalk,
};
use crate::board::{Geometry, Square, Squares};
use crate::position::{Man, Move, Position, RuleState, Side, Walk};

macro_rules! conditions {
    ($dollar:tt $($(#[$doc:meta])* $name:ident($rule:ty);)*) => {
        /// A rule in addition to orthodox chess, as a problem states it.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Condition {
            $($(#[$doc])* $name($rule),)*
        }

        /// The rules in the order in which they act at each stage of a move.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub(super) enum StageOrder {
            $($name,)*
        }

        impl Condition {
            /// Returns the place of the rule in the order of a stage.
            pub(super) fn order(&self) -> StageOrder {
                match self { $(Condition::$name(_) => StageOrder::$name,)* }
            }
        }

        /// Evaluates an expression with the rule of a condition, compiled for the type of each rule:
        /// `dispatch!(condition, rule => rule.flags())`.
        macro_rules! dispatch {
            ($dollar condition:expr, $dollar rule:ident => $dollar value:expr) => {
                match $dollar condition { $(Condition::$name($dollar rule) => $dollar value,)* }
            };
        }
        pub(super) use dispatch;
    };
}

conditions! { $
    /// A man cannot be captured while its rebirth square is occupied.
    Immun(Immun);
    /// A captured man is reborn.
    Circe(VictimReborn);
    /// The capturer is reborn.
    Anticirce(CapturerReborn);
    /// Capturers continue with a move of the captured man.
    TakeAndMake(TakeAndMake);
    /// Capturers first make a move of the captured man.
    MakeAndTake(MakeAndTake);
    /// Capturers may continue with further captures and moves.
    SeriesCapture(SeriesCapture);
    /// Men move like the man on their rebirth square.
    PowerTransfer(PowerTransfer);
    /// Men move as the own men one rank back.
    Annan(Annan);
    /// Observed kings move as their observers.
    LentWalks(LentWalks);
    /// Orphans and friends move as others.
    Borrowed(Borrowed);
    /// Radial knights leap over enemy men.
    RadialLeaps(RadialLeaps);
    /// Men change places with enemy men of their walk.
    Messigny(Messigny);
    /// Men stand on two boards.
    Alice(Alice);
    /// Men take the next walk of a cycle.
    Chameleon(Chameleon);
    /// Chameleons take the next walk of a cycle.
    ChameleonMen(ChameleonMen);
    /// Protean men become what they capture.
    ProteanMen(ProteanMen);
    /// Capturers become what they capture.
    VictimsWalk(VictimsWalk);
    /// Men of the walk of the captured man disappear or change sides.
    Breton(Breton);
    /// Captured men reappear on the square of the capture.
    Ghost(Ghost);
    /// Men capture only men of their own walk, and change it.
    Norsk(Norsk);
    /// Men change their walk.
    Einstein(Einstein);
    /// Half-neutral men become neutral, or cease to be.
    HalfNeutral(HalfNeutral);
    /// Kings take the walks of captured men.
    Kobul(Kobul);
    /// Other men take the walks of captured men.
    Snek(Snek);
    /// Men that capture a man of another walk change sides.
    Tibet(Tibet);
    /// Men change sides.
    Andernach(Andernach);
    /// Men are worn out by captures.
    Pad(Pad);
    /// Men change sides that go to the square that the opponent has just left.
    Pursuit(Pursuit);
    /// Black men change sides beyond the middle of the board.
    Traitor(Traitor);
    /// Volage men change sides on squares of the other colour.
    Volage(Volage);
    /// Hurdles change colour or move.
    HurdleMen(HurdleMen);
    /// Magic men change the colour of others.
    Magic(Magic);
    /// Anda men become neutral, or cease to be.
    Anda(Anda);
    /// Men that are observed by one that gives check change colour.
    Masand(Masand);
    /// Men leave pawns.
    Sentinels(Sentinels);
    /// Men that move alone are forbidden.
    Jigger(Jigger);
    /// Paralysing men paralyse.
    Paralysing(Paralysing);
    /// Functionaries move only if they are observed.
    Functionary(Functionary);
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
    /// Men in the middle of the board also capture from the other middle squares.
    Plus(Plus);
    /// Attacked men may go to their rebirth square.
    Danger(Danger);
    /// A man cannot capture while its rebirth square is occupied.
    Geneva(Geneva);
    /// Men move only if they are observed.
    UltraPatrol(UltraPatrol);
    /// Men observed by men like themselves are paralysed.
    Madrasi(Madrasi);
    /// Men may not be observed by men like themselves.
    Isardam(Isardam);
    /// Men that move must be next to a man, or must not.
    Contact(Contact);
    /// Men leave the cell of a grid.
    Grid(Grid);
    /// Men keep the colour of their squares, or change it.
    SquareColours(SquareColours);
    /// Men of one side go to the edge.
    EdgeMover(EdgeMover);
    /// Imitators repeat the vectors of moves.
    Imitator(Imitator);
    /// Pawns do not become imitators.
    NoImitatorPromotion(NoImitatorPromotion);
    /// Men with several captures have none, or only these men have.
    Cast(Cast);
    /// Only men that can be captured in several ways can be captured.
    MultiCaptures(MultiCaptures);
    /// Own men can be captured.
    Bicaptures(Bicaptures);
    /// Captures are compulsory for one side.
    MustCapture(MustCapture);
    /// One side makes its longest moves, or its shortest.
    Mummer(Mummer);
    /// Captures are compulsory, and kings are not royal.
    Losing(Losing);
    /// Kings do not attack guarded kings.
    ShieldedKings(ShieldedKings);
    /// Only a man that was attacked exactly once gives mate.
    Amu(Amu);
    /// Men that observe each other do not capture.
    Woozles(Woozles);
    /// A capture preceded the diagram.
    LastCapture(LastCapture);
    /// Captures are explosions.
    Atomic(Atomic);
    /// Pawns move from their first rank.
    NormalPawn(NormalPawn);
    /// Pawns promote one rank earlier.
    Glasgow(Glasgow);
    /// Captured men are put on squares of their kind by their opponent.
    Replacement(Replacement);
    /// Captured men are put on any square.
    Putback(Putback);
    /// Captured men can enter the board again.
    Reenterent(Reenterent);
    /// Men enter the board from banks.
    Fiasco(Fiasco);
    /// Captured men change sides and can enter the board again.
    Crazyhouse(Crazyhouse);
    /// The board has 66 squares.
    Reroute66(Reroute66);
    /// The board has five files.
    SmallBoard(SmallBoard);
}

/// Methods of a condition that are those of its rule.
macro_rules! delegate {
    ($(fn $method:ident$(<$generic:ident: $bound:path>)?(
        &$self:ident $(, $argument:ident: $type:ty)* $(,)?
    ) $(-> $result:ty)?;)*) => {
        $(fn $method$(<$generic: $bound>)?(&$self $(, $argument: $type)*) $(-> $result)? {
            dispatch!($self, rule => rule.$method($($argument),*))
        })*
    };
}

/// The stages of a move, which have one signature.
macro_rules! delegate_stages {
    ($($stage:ident)*) => {
        delegate! {
            $(fn $stage<F: GameView<State = RuleState>>(
                &self, ctx: &mut MoveContext<'_, F>,
            ) -> StageOutcome;)*
        }
    };
}

impl Rule for Condition {
    delegate! {
        fn flags(&self) -> RuleFlags;
        fn ply_bounds(&self) -> Option<PlyBounds>;
        fn init_state(&self, rule_state: &mut RuleState);
        fn origins<F: GameView<State = RuleState>>(
            &self, game: &F, position: &Position<F::Set, RuleState>, from: Square, capture: bool,
        ) -> Option<F::Set>;
        fn adjust_geometry<S: Squares>(&self, geometry: &mut Geometry<S>);
        fn may_move<F: GameView<State = RuleState>>(
            &self, game: &F, position: &Position<F::Set, RuleState>, from: Square,
        ) -> bool;
        fn permitted_targets<S: Squares>(&self, geometry: &Geometry<S>, from: Square, side: Side) -> S;
        fn extra_targets<F: GameView<State = RuleState>>(
            &self, game: &F, position: &Position<F::Set, RuleState>, from: Square, asked: F::Set,
        ) -> F::Set;
        fn extra_reach<S: Squares>(&self, geometry: &Geometry<S>, walk: Walk, side: Side) -> S;
        fn entries<F: GameView<State = RuleState>>(
            &self, game: &F, position: &Position<F::Set, RuleState>, walk: Walk,
        ) -> F::Set;
        fn exchange_partners<F: GameView<State = RuleState>>(
            &self, game: &F, position: &Position<F::Set, RuleState>, from: Square,
        ) -> F::Set;
        fn obligation(&self, side: Side) -> Obligation;
        fn before_move<F: GameView<State = RuleState>>(
            &self, game: &F, position: &mut Position<F::Set, RuleState>, mv: Move,
        );
        fn counts_as_mate(&self, rule_state: &RuleState) -> bool;
        fn is_suffocated<F: GameView<State = RuleState>>(
            &self, game: &F, position: &Position<F::Set, RuleState>,
        ) -> bool;
        fn may_observe<F: GameView<State = RuleState>>(
            &self, game: &F, position: &Position<F::Set, RuleState>, from: Square, by: Side,
        ) -> bool;
        fn permits_capture<F: GameView<State = RuleState>>(&self, query: &CaptureQuery<'_, F>) -> bool;
        fn capture_branches<F: GameView<State = RuleState>>(
            &self, query: &CaptureQuery<'_, F>,
        ) -> Option<CaptureBranches<F::Set>>;
        fn quiet_moves_are_plain(&self, rule_state: &RuleState) -> bool;
        fn capture_effect(&self) -> CaptureEffect;
        fn walk_after(&self, walk: Walk, is_capture: bool) -> Option<Walk>;
        fn leaves_kings_free(&self) -> bool;
        fn restricts_royal_captures(&self) -> bool;
        fn acts_as<F: GameView<State = RuleState>>(
            &self, game: &F, position: &Position<F::Set, RuleState>, man: Man, at: Square,
        ) -> Option<Walk>;
        fn lenders<F: GameView<State = RuleState>>(
            &self, game: &F, position: &Position<F::Set, RuleState>, man: Man, at: Square,
        ) -> Option<F::Set>;
        fn borrows<F: GameView<State = RuleState>>(
            &self, game: &F, position: &Position<F::Set, RuleState>, at: Square, side: Side, walk: Walk,
        ) -> bool;
        fn capture_origins<F: GameView<State = RuleState>>(
            &self, game: &F, position: &Position<F::Set, RuleState>, man: Man, at: Square, victim: Walk,
        ) -> Option<F::Set>;
    }

    delegate_stages! {
        hide_victim continue_move check_permission adopt_walk remove_others reveal_hidden change_walk
        affect_others rebirth_capturer change_side wear_out rebirth_victim add_men recolour judge
    }
}

impl Condition {
    /// Returns whether the rule is that of orphans and friends.
    pub fn is_borrowed(self) -> bool {
        matches!(self, Condition::Borrowed(_))
    }

    /// Returns the cycle of walks that the rule has; `None` if it has none.
    pub fn cycle(self) -> Option<Cycle> {
        match self {
            Condition::Chameleon(Chameleon(cycle)) | Condition::ChameleonMen(ChameleonMen(cycle)) => {
                Some(cycle)
            }
            _ => match self.rebirth()?.walk_change {
                WalkChange::Chameleon(cycle) => Some(cycle),
                _ => None,
            },
        }
    }

    /// Returns the parameters of rebirth, if the rule has rebirth squares.
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

    /// Returns the same rule with other parameters of rebirth.
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

    /// Returns the same rule with another rebirth square, if it has one.
    pub fn with_home(self, home: Home) -> Condition {
        self.rebirth().map_or(self, |rebirth| self.with_rebirth(Rebirth { home, ..rebirth }))
    }

    /// Returns whether capturers are reborn under the rule.
    pub fn is_anticirce(self) -> bool {
        matches!(self, Condition::Anticirce(_))
    }
}
