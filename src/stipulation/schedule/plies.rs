//! The plies of each family of stipulations, as in the table of [`schedule`](super).

use super::{GoalObligation, GoalValue, Ply};
use crate::position::Side;
use crate::stipulation::{Family, Goal, Stipulation};

/// The play of a stipulation in which the side `white` plays White's part. Plies are given by the plies left,
/// themselves included.
pub(super) struct FamilyPlay<'s> {
    stipulation: &'s Stipulation,
    white: Side,
    /// When White must reach the goal.
    white_obligation: GoalObligation,
    /// When Black must reach the goal.
    black_obligation: GoalObligation,
}

impl FamilyPlay<'_> {
    pub fn new(stipulation: &Stipulation, white: Side) -> FamilyPlay<'_> {
        let (white_obligation, black_obligation) = match stipulation.family {
            Family::Reflex
            | Family::HelpReflex
            | Family::SeriesReflex
            | Family::ParrySeriesReflex
            | Family::HelpParrySeriesReflex => (GoalObligation::IfPossible, GoalObligation::IfPossible),
            Family::SemiReflex => (GoalObligation::Free, GoalObligation::IfPossible),
            _ => (GoalObligation::Free, GoalObligation::Free),
        };
        // In these proof games Black makes the last move.
        let swapped = stipulation.goal == Goal::ProofGame
            && matches!(stipulation.family, Family::SeriesHelp | Family::ParrySeriesHelp);
        let white = if swapped { white.other() } else { white };
        FamilyPlay { stipulation, white, white_obligation, black_obligation }
    }

    /// Returns the ply with `plies_left` plies left.
    pub fn ply(&self, plies_left: usize) -> Ply {
        match self.stipulation.family {
            Family::ProofGame => self.proof_game_ply(plies_left),
            Family::Direct | Family::Self_ | Family::Reflex | Family::SemiReflex => {
                self.battle_ply(plies_left)
            }
            Family::ParrySeries | Family::ParrySeriesSelf | Family::ParrySeriesReflex => {
                self.parry_battle_ply(plies_left)
            }
            Family::Help
            | Family::Series
            | Family::SeriesHelp
            | Family::HelpParrySeries
            | Family::ParrySeriesHelp => self.help_ply(plies_left),
            _ => self.help_self_ply(plies_left),
        }
    }

    fn proof_game_ply(&self, plies_left: usize) -> Ply {
        let first_side = if self.stipulation.goal == Goal::ProofGame || self.stipulation.options.white_begins
        {
            self.white
        } else {
            self.black()
        };
        let last_side = if self.stipulation.half_move { first_side } else { first_side.other() };
        match plies_left {
            1 => Ply::exists(last_side, GoalValue::Good),
            _ if plies_left % 2 == 1 => Ply::exists(last_side, GoalValue::Early),
            _ => Ply::exists(last_side.other(), GoalValue::Ignored),
        }
    }

    /// Returns a ply of direct, self and reflex play.
    fn battle_ply(&self, plies_left: usize) -> Ply {
        let is_last_attack = plies_left <= 2;
        match self.stipulation.family {
            Family::Direct if plies_left % 2 == 1 => {
                Ply::exists(self.white, self.value_before_last(is_last_attack))
            }
            Family::Direct => Ply::for_all(self.black(), GoalValue::Ignored),
            _ if plies_left % 2 == 1 => {
                self.oblige_black(Ply::for_all(self.black(), self.value_before_last(plies_left == 1)))
            }
            Family::Self_ | Family::SemiReflex if self.stipulation.options.quodlibet => {
                Ply::exists(self.white, self.value_before_last(is_last_attack))
            }
            _ => self.white_choice(),
        }
    }

    /// Returns a ply of a series in which the other side moves to parry a check, as it likes.
    fn parry_battle_ply(&self, plies_left: usize) -> Ply {
        let (is_last, is_odd) = (plies_left == 1, plies_left % 2 == 1);
        let value = self.value_before_last(is_last);
        match self.stipulation.family {
            Family::ParrySeries if !is_odd => parry(Ply::for_all(self.black(), GoalValue::Ignored)),
            Family::ParrySeries if self.stipulation.exact && !is_last => {
                Ply::exists(self.white, self.value_within_series())
            }
            Family::ParrySeries => Ply::exists(self.white, value),
            _ if is_last => self.forced_end(),
            // The series can end wherever Black would be forced if Black had to move.
            Family::ParrySeriesSelf if is_odd => parry(if_unavoidable(Ply::for_all(self.black(), value))),
            _ if is_odd => parry(self.oblige_black(Ply::for_all(self.black(), value))),
            _ => self.white_choice(),
        }
    }

    /// Returns a ply of help and series play that White ends with the goal.
    fn help_ply(&self, plies_left: usize) -> Ply {
        let (white, black) = (self.white, self.black());
        let is_odd = plies_left % 2 == 1;
        match self.stipulation.family {
            _ if plies_left == 1 => Ply::exists(white, GoalValue::Good),
            Family::Series => Ply::exists(white, self.value_within_series()),
            Family::SeriesHelp => Ply::exists(black, GoalValue::Ignored),
            Family::HelpParrySeries if is_odd => Ply::exists(white, self.value_within_series()),
            Family::HelpParrySeries => parry(Ply::exists(black, GoalValue::Ignored)),
            Family::ParrySeriesHelp if is_odd => parry(Ply::exists(white, GoalValue::Ignored)),
            Family::Help if is_odd => Ply::exists(white, GoalValue::Early),
            _ => Ply::exists(black, GoalValue::Ignored),
        }
    }

    /// Returns a ply of help-self, help-reflex, series-self and series-reflex play, which ends with a goal that
    /// Black must reach.
    fn help_self_ply(&self, plies_left: usize) -> Ply {
        let is_odd = plies_left % 2 == 1;
        let black_choice = |value| Ply::exists(self.black(), value);
        match self.stipulation.family {
            _ if plies_left == 1 => self.forced_end(),
            Family::SeriesHelpSelf if plies_left > 2 => black_choice(GoalValue::Ignored),
            Family::HelpSelf if is_odd => if_unavoidable(black_choice(GoalValue::Ignored)),
            Family::HelpReflex if is_odd => self.oblige_black(black_choice(GoalValue::Early)),
            Family::HelpParrySeriesSelf if is_odd => parry(if_unavoidable(black_choice(GoalValue::Ignored))),
            Family::HelpParrySeriesReflex if is_odd => {
                parry(self.oblige_black(black_choice(GoalValue::Early)))
            }
            _ => self.white_choice(),
        }
    }

    fn black(&self) -> Side {
        self.white.other()
    }

    /// Returns a move of White towards a goal that Black will reach.
    fn white_choice(&self) -> Ply {
        Ply { obligation: self.white_obligation, ..Ply::exists(self.white, GoalValue::Ignored) }
    }

    /// Returns the last ply where Black must reach the goal.
    fn forced_end(&self) -> Ply {
        self.oblige_black(Ply::for_all(self.black(), GoalValue::Good))
    }

    fn oblige_black(&self, ply: Ply) -> Ply {
        Ply { obligation: self.black_obligation, ..ply }
    }

    /// Returns the value of the goal in battle play, which may reach it before the last move unless it must be
    /// exact.
    fn value_before_last(&self, is_last: bool) -> GoalValue {
        if is_last || !self.stipulation.exact { GoalValue::Good } else { GoalValue::Early }
    }

    /// Returns the value of the goal within a series. A series goes on from a stalemate: the stalemated side
    /// need not move. A mate ends it in any case, since a side in check cannot pass.
    fn value_within_series(&self) -> GoalValue {
        if self.stipulation.goal.allows_series_continuation() { GoalValue::Ignored } else { GoalValue::Early }
    }
}

/// Returns a ply at which the side moves only to parry a check.
fn parry(ply: Ply) -> Ply {
    Ply { parry_only: true, ..ply }
}

/// Returns a ply at which the side must reach the goal if all its moves do.
fn if_unavoidable(ply: Ply) -> Ply {
    Ply { obligation: GoalObligation::IfUnavoidable, ..ply }
}
