//! Which rules go together, and on which boards they can be played.

use super::condition::Condition;
use super::games::{Fiasco, Reroute66};
use super::rebirth::{Home, SquareTransform, VictimReborn};
use super::rule::Rule;
use super::scope::ScopedRule;
use super::transformation::Tibet;
use crate::board::{GameArray, Layout};
use crate::position::{Man, Reserve, Side, Walk};

/// What is wrong with men beside the board under these rules.
pub fn reserve_error(conditions: &[ScopedRule], reserve: &Reserve) -> Option<String> {
    let mut men = reserve_men(reserve).map(label);
    match conditions.iter().find(|rule| rule.flags().entries) {
        Some(rule) => rule.reserve_error(reserve),
        None => men.next().map(|man| format!("there is no place beside the board for {man}")),
    }
}

fn reserve_men(reserve: &Reserve) -> impl Iterator<Item = (Side, Walk)> + '_ {
    Side::BOTH.into_iter().flat_map(move |side| reserve.men(side).map(move |walk| (side, walk)))
}

fn label((side, walk): (Side, Walk)) -> String {
    Man::new(side, walk).label()
}

impl Condition {
    /// Why the two rules cannot be in force together, if they cannot. It is the same in
    /// either order.
    pub fn conflict(self, other: Condition) -> Option<&'static str> {
        let alike = std::mem::discriminant(&self) == std::mem::discriminant(&other);
        if alike && !self.is_same_rule_for_other_side(other) {
            return Some("they are forms of one rule");
        }
        if self.game_array().is_some() && other.game_array().is_some() {
            return Some("each of them is played on a board of its own");
        }
        self.one_way_conflict(other).or_else(|| other.one_way_conflict(self))
    }

    /// Are they one rule for one side and for the other?
    fn is_same_rule_for_other_side(self, other: Condition) -> bool {
        match (self, other) {
            (Condition::MustCapture(one), Condition::MustCapture(other)) => one.side != other.side,
            (Condition::NoCapture(one), Condition::NoCapture(other)) => {
                one.0.is_some() && other.0.is_some() && one != other
            }
            _ => false,
        }
    }

    fn one_way_conflict(self, other: Condition) -> Option<&'static str> {
        match self {
            // Popeye refuses these, too.
            Condition::Circe(VictimReborn(rebirth)) if rebirth.partner_decides && other.is_anticirce() => {
                Some("by both the capturer's home decides, but one takes it away from there")
            }
            Condition::TakeAndMake(_)
                if matches!(other, Condition::Anticirce(_) | Condition::SeriesCapture(_)) =>
            {
                Some("the capturer cannot do both")
            }
            Condition::Ghost(_) if matches!(other, Condition::Circe(_) | Condition::Anticirce(_)) => {
                Some("the captured man cannot do both")
            }
            Condition::Replacement(_)
            | Condition::Putback(_)
            | Condition::Reenterent(_)
            | Condition::Crazyhouse(_)
                if other.handles_victims() =>
            {
                Some("a captured man cannot go to two places")
            }
            Condition::Putback(_) if other.flags().virtual_origins || other.flags().no_promotion => {
                Some("a pawn that is owed promotes where it stands, before anyone moves")
            }
            Condition::Crazyhouse(_) if matches!(other, Condition::Fiasco(_)) => {
                Some("each has a bank of its own")
            }
            Condition::Reenterent(_) | Condition::Fiasco(_) | Condition::Crazyhouse(_)
                if other.flags().kingless =>
            {
                Some("kings do not stand beside the board")
            }
            Condition::Reenterent(_) | Condition::Fiasco(_) | Condition::Crazyhouse(_)
                if other.flags().quiet_effects && !matches!(other, Condition::Putback(_)) =>
            {
                Some("a man that enters does not move, and the other rule is about moves")
            }
            _ => None,
        }
    }

    /// Why there can be no kamikazes under the rule, if there cannot. Popeye refuses them, too.
    pub fn kamikaze_conflict(self) -> Option<&'static str> {
        match self {
            Condition::Anticirce(_) => Some("a capturer cannot disappear and be reborn"),
            Condition::Ghost(_) => Some("a captured man does not wait below a capturer that disappears"),
            _ => None,
        }
    }

    /// Does it say what becomes of captured men?
    fn handles_victims(self) -> bool {
        matches!(
            self,
            Condition::Circe(_)
                | Condition::Atomic(_)
                | Condition::Ghost(_)
                | Condition::Replacement(_)
                | Condition::Putback(_)
                | Condition::Reenterent(_)
                | Condition::Crazyhouse(_)
        )
    }

    /// What is wrong with men beside the board under this rule, which has a place for men.
    fn reserve_error(self, reserve: &Reserve) -> Option<String> {
        let mut men = reserve_men(reserve);
        match self {
            Condition::Fiasco(_) => {
                let strange = |&(side, walk): &(Side, Walk)| {
                    !Fiasco::BANK.contains(&walk) || reserve.count(side, walk) > 1
                };
                let strange = men.find(strange).map(label);
                strange.map(|man| {
                    format!("a bank holds a queen, a rook and a knight, one of each at most, and not {man}")
                })
            }
            Condition::Crazyhouse(_) => {
                let strange = men.find(|(_, walk)| matches!(walk, Walk::King | Walk::ReversedPawn));
                strange.map(|man| format!("{} cannot be in a bank", label(man)))
            }
            Condition::Reenterent(_) => {
                match reserve_men(reserve).find(|(_, walk)| matches!(walk, Walk::King | Walk::ReversedPawn)) {
                    Some(king) => Some(format!("{} cannot stand on the re-entrant square", label(king))),
                    None => men.nth(1).map(|_| "the re-entrant square holds one man only".to_owned()),
                }
            }
            _ => None,
        }
    }

    /// The game array of a rule that has a board of its own.
    pub fn game_array(self) -> Option<GameArray> {
        match self {
            Condition::Reenterent(_) => Some(GameArray::REENTERENT),
            Condition::Fiasco(fiasco) => Some(fiasco.0),
            Condition::Reroute66(_) => Some(GameArray::REROUTE66),
            Condition::SmallBoard(board) => Some(board.0),
            _ => None,
        }
    }

    /// Why the rule cannot hold for some half-moves only, if it cannot.
    pub(super) fn ply_scope_conflict(self) -> Option<&'static str> {
        match self {
            Condition::Replacement(_)
            | Condition::Putback(_)
            | Condition::Reenterent(_)
            | Condition::Fiasco(_)
            | Condition::Crazyhouse(_)
            | Condition::Reroute66(_)
            | Condition::SmallBoard(_) => Some("a game has its rules from the first move to the last"),
            Condition::Einstein(_) | Condition::Glasgow(_) | Condition::NormalPawn(_) => {
                Some("pawns would have other paths during play")
            }
            Condition::Circe(VictimReborn(rebirth)) if rebirth.moves_pawns_from_first_rank() => {
                Some("pawns would have other paths during play")
            }
            Condition::Losing(_) => Some("kings would become royal, or men like others, during play"),
            Condition::Amu(_) => Some("it is about mates and not about half-moves"),
            Condition::SeriesCapture(_) => Some("within a series half-moves are not told apart"),
            Condition::LastCapture(_) => Some("it speaks of the time before the diagram"),
            _ => None,
        }
    }

    /// Why the rule cannot hold for one side only, if that needs a reason of its own.
    pub(super) fn side_scope_conflict(self) -> Option<&'static str> {
        let of_one_side = match self {
            Condition::MustCapture(_) | Condition::Traitor(_) | Condition::Tibet(Tibet::Black) => true,
            Condition::NoCapture(rule) => rule.0.is_some(),
            Condition::MultiCaptures(rule) => rule.0.is_some(),
            Condition::Kobul(rule) => rule.0.is_some(),
            _ => false,
        };
        of_one_side.then_some("it is a rule of one side already")
    }

    /// Is it a board and nothing else, on which chess is played if no other rule is named?
    pub fn is_board_only(self) -> bool {
        match self {
            Condition::Reroute66(board) => board == Reroute66::default(),
            Condition::SmallBoard(_) => true,
            _ => false,
        }
    }

    /// Why the rule has no meaning on a board, if it has none.
    pub fn board_conflict(self, layout: Layout) -> Option<&'static str> {
        if matches!(self, Condition::Plus(_)) && !layout.is_chess_board() {
            return Some("the board has no four squares in its middle");
        }
        let rebirth = self.rebirth()?;
        if rebirth.transform != SquareTransform::None && matches!(rebirth.home, Home::Super | Home::Cage) {
            return Some("among squares of choice none is the mirror image of another");
        }
        if !layout.is_rectangle() && (rebirth.transform != SquareTransform::None || rebirth.frischauf) {
            return Some("the board has no files and no mirror image");
        }
        rebirth.home.board_conflict(layout)
    }
}
