//! The men that a setting cannot have: fairy men and men with attributes that its board, goals or rules do not know.

use std::collections::BTreeSet;

use super::solve::{diagrams, has_man_with, reserves_men};
use super::unplayable::Unplayable;
use crate::board::Layout;
use crate::position::movement::Movement;
use crate::position::{Attribute, Colour, FairyWalk, Man, ManFlags, Reserve, Walk};
use crate::problem::{Diagram, NamedRule, Setting};
use crate::rules::rebirth::{Home, OnOccupied};
use crate::rules::{Condition, GameRules, RuleSet, ScopedRule};
use crate::stipulation::Goal;

/// Returns the walks of the men in the diagrams of a setting, in the order of [`Walk`].
pub(super) fn walks(setting: &Setting) -> Vec<Walk> {
    men(setting).map(|man| man.walk).collect::<BTreeSet<_>>().into_iter().collect()
}

/// Returns the rows of the walks of fairy chess in a setting.
fn fairy_rows(setting: &Setting) -> impl Iterator<Item = &'static FairyWalk> {
    walks(setting).into_iter().filter_map(Walk::fairy)
}

/// Returns the men in the diagrams of a setting.
pub(super) fn men(setting: &Setting) -> impl Iterator<Item = Man> {
    diagrams(setting).flat_map(Diagram::men).map(|(_, man)| man)
}

/// Checks the men of a setting on this board, with these conditions, rules and goals.
///
/// # Errors
/// The first man found that has no place there.
pub(super) fn check_men(
    setting: &Setting,
    conditions: &[ScopedRule],
    layout: Layout,
    rules: &RuleSet,
    goals: &[Goal],
) -> Result<(), Box<Unplayable>> {
    let place = Place { setting, layout, rules, lends_moves: lends_moves(conditions, rules) };
    let refused = place
        .refused_walk(goals)
        .or_else(|| place.refused_hopper())
        .or_else(|| place.refused_hurdle_mover())
        .or_else(|| place.refused_anda())
        .or_else(|| place.man_of_uncertain_check())
        .or_else(|| place.refused_lender())
        .or_else(|| place.refused_magic())
        .or_else(|| place.refused_borrower())
        .or_else(|| place.refused_below())
        .or_else(|| place.refused_make())
        .or_else(|| place.refused_cage())
        .or_else(|| place.refused_exchange())
        .or_else(|| place.refused_imitation())
        .or_else(|| place.refused_on_two_boards());
    refused.map_or(Ok(()), |(name, reason)| Err(Box::new(Unplayable::FairyMen(name, reason))))
}

/// Returns whether men can move as others, or otherwise than by their walks from their squares.
fn lends_moves(conditions: &[ScopedRule], rules: &RuleSet) -> bool {
    let flags = rules.facts().flags;
    flags.moves_as_others
        || flags.restricts_targets
        || flags.virtual_origins
        || flags.victim_dependent_origins
        || flags.extra_reach
        || flags.extra_quiet_reach
        || conditions.iter().any(|rule| {
            matches!(
                **rule,
                Condition::TakeAndMake(_)
                    | Condition::MakeAndTake(_)
                    | Condition::Madrasi(_)
                    | Condition::Isardam(_)
            )
        })
}

/// What the men of a setting meet.
struct Place<'a> {
    setting: &'a Setting,
    layout: Layout,
    rules: &'a RuleSet,
    /// Whether men can move as others, or other than by their walks from their squares.
    lends_moves: bool,
}

/// Where check is not known without making moves.
const UNCERTAIN_CHECK: &str = "with conditions that lend moves or let kings be reborn";

/// The name of a man that is refused, and where.
type Refused = Option<(&'static str, &'static str)>;

impl Place<'_> {
    /// Returns the rows of the walks of fairy chess that the conditions state.
    fn stated_rows(&self) -> impl Iterator<Item = &'static FairyWalk> {
        self.rules.stated_walks().into_iter().filter_map(Walk::fairy)
    }

    /// Returns whether men can enter the board from a reserve.
    fn has_reserve(&self) -> bool {
        let flags = self.rules.facts().flags;
        flags.reserve != Reserve::EMPTY || flags.entries || reserves_men(self.setting)
    }

    /// Returns a fairy man, if the board, the goals or the rules know none.
    fn refused_walk(&self, goals: &[Goal]) -> Refused {
        let row = fairy_rows(self.setting).chain(self.stated_rows()).next()?;
        match () {
            () if !self.layout.is_rectangle() => Some((row.name, "on this board")),
            () if goals.iter().any(|goal| goal.is_diagram()) => Some((row.name, "in proof games")),
            () if self.has_reserve() => Some((row.name, "with men in reserve")),
            () => None,
        }
    }

    /// Returns a man that acts on its hurdle, if it may hop in a way that does not show the hurdle.
    fn refused_hopper(&self) -> Refused {
        let attribute = self.attribute_among(ManFlags::OF_HURDLES)?;
        let hoppers = men(self.setting).filter(|man| man.flags.meets(ManFlags::OF_HURDLES));
        let mut rows = hoppers.filter_map(|man| man.walk.fairy());
        if let Some(row) = rows.find(|row| !row.movement.has_single_hurdles()) {
            return Some((row.name, "with attributes that act on hurdles"));
        }
        let flags = self.rules.facts().flags;
        let hops_otherwise = flags.moves_as_others || flags.virtual_origins || flags.victim_dependent_origins;
        let reason = "where men move as others or from other squares";
        hops_otherwise.then_some((attribute, reason))
    }

    /// Returns a man that moves its hurdle, if it depends on other men how that moves, or whether it does.
    fn refused_hurdle_mover(&self) -> Refused {
        let attribute = self.attribute_among(ManFlags::BUL.with(ManFlags::DOB))?;
        let flags = self.rules.facts().flags;
        let depends = flags.restricts_moves
            || flags.extra_reach
            || has_man_with(self.setting, ManFlags::PARALYSING.with(ManFlags::FUNCTIONARY))
            || fairy_rows(self.setting).any(|row| row.movement.depends_on_sides());
        depends.then_some((attribute, "where other men decide how a man moves, or whether it does"))
    }

    /// Returns the name of the first of these attributes that a man has; `None` if no man has one.
    fn attribute_among(&self, flags: ManFlags) -> Option<&'static str> {
        let mut attributes = men(self.setting).flat_map(|man| man.flags.listed());
        attributes.find(|attribute| attribute.flag.meets(flags)).map(|attribute| attribute.names[0])
    }

    /// Returns whether a rule lets men be reborn on squares of this kind.
    fn has_home(&self, home: Home) -> bool {
        let mut rebirths = self.setting.conditions.iter().filter_map(|rule| rule.value.rebirth());
        rebirths.any(|rebirth| rebirth.home == home)
    }

    /// Returns whether the rules let kings be reborn, or remove them with other men.
    fn saves_kings(&self) -> bool {
        let flags = self.rules.facts().flags;
        flags.kings_reborn || flags.removes_royals_indirectly
    }

    /// Returns a man that changes when it gives check, if check is not known without making moves in which it would
    /// change.
    fn refused_anda(&self) -> Refused {
        let anda = ManFlags::ANDA.with(ManFlags::ANDA_INVERSE);
        let mut andas = men(self.setting).filter(|man| man.flags.meets(anda)).peekable();
        andas.peek()?;
        if self.saves_kings() {
            return Some(("Anda man", UNCERTAIN_CHECK));
        }
        // One move can capture the king or another man: a test of the latter would ask again whether there is check.
        let mut rows = andas.filter_map(|man| man.walk.fairy());
        if let Some(row) = rows.find(|row| !row.movement.has_single_hurdles()) {
            return Some((row.name, "as Anda men"));
        }
        let mut rules = self.setting.conditions.iter();
        if rules.any(|rule| matches!(*rule.value, Condition::Isardam(_) | Condition::Contact(_))) {
            return Some(("Anda man", "with conditions that judge the position after a move"));
        }
        let binds = self.rules.facts().flags.binds_royal_captures;
        let reason = "with conditions that compel moves of a length and bind captures of kings";
        binds.then_some(("Anda man", reason))
    }

    /// Returns a man that moves by the sides of other men, if the rules lend moves, too, or let kings be reborn, so that check
    /// is not known without making moves.
    fn man_of_uncertain_check(&self) -> Refused {
        // The rebirth square of such a man would depend on the men that observe the square of its capture.
        let is_uncertain = |row: &&FairyWalk| {
            row.movement.depends_on_sides()
                && ((self.lends_moves && !self.lends_first_moves(row))
                    || self.has_home(Home::Make)
                    || self.saves_kings())
        };
        let uncertain = fairy_rows(self.setting).chain(self.stated_rows()).find(is_uncertain);
        // A king would capture aside, or move along circles, as these men.
        let mut rules = self.setting.conditions.iter();
        let lends_to_kings = rules.any(|rule| matches!(*rule.value, Condition::LentWalks(_)));
        let unusual =
            fairy_rows(self.setting).find(|row| lends_to_kings && !row.movement.has_single_hurdles());
        let row = uncertain.or(unusual)?;
        Some((row.name, UNCERTAIN_CHECK))
    }

    /// Returns whether the rules only lend capturers a first move, and men with this walk are orphans or friends.
    fn lends_first_moves(&self, row: &FairyWalk) -> bool {
        let is_make = |rule: &NamedRule| matches!(*rule.value, Condition::MakeAndTake(_));
        self.setting.conditions.iter().all(is_make) && matches!(row.movement, Movement::Borrowed(_))
    }

    /// Returns a man that arrives on another square than that of its victim, if orphans and friends capture like it after a
    /// first move.
    fn refused_lender(&self) -> Refused {
        let lends = fairy_rows(self.setting).any(|row| self.lends_moves && self.lends_first_moves(row));
        let mut rows = fairy_rows(self.setting);
        let row = rows.find(|row| lends && row.movement.captures_aside())?;
        Some((row.name, "with orphans or friends that first move as their victims"))
    }

    /// Returns the name of an attribute of a man other than these, if there is one that acts on men or moves.
    fn attribute_except(&self, settled: ManFlags) -> Option<&'static str> {
        let acts = |attribute: &&Attribute| {
            attribute.flag.attributes() != ManFlags::NONE && !attribute.flag.meets(settled)
        };
        let attribute = men(self.setting).flat_map(|man| man.flags.listed()).find(acts)?;
        Some(attribute.names[0])
    }

    /// Returns a man that moves by the sides of other men, if paralysing men keep others from observing.
    fn refused_borrower(&self) -> Refused {
        let paralysing = has_man_with(self.setting, ManFlags::PARALYSING);
        let mut rows = fairy_rows(self.setting).chain(self.stated_rows());
        let row = rows.find(|row| row.movement.depends_on_sides())?;
        paralysing.then_some((row.name, "with paralysing men"))
    }

    /// Returns a volage man, if men are reborn below others.
    fn refused_below(&self) -> Refused {
        let mut rebirths = self.setting.conditions.iter().filter_map(|rule| rule.value.rebirth());
        let hides = rebirths.any(|rebirth| rebirth.on_occupied == OnOccupied::Volcanic);
        let is_refused = hides && has_man_with(self.setting, ManFlags::VOLAGE);
        is_refused.then_some(("volage man", "where men are reborn below others"))
    }

    /// Returns a man that can keep men from moving, if men are reborn where they could go.
    fn refused_make(&self) -> Refused {
        let barring = [(ManFlags::PARALYSING, "paralysing man"), (ManFlags::FUNCTIONARY, "functionary")];
        let (_, name) = barring.into_iter().find(|(flag, _)| has_man_with(self.setting, *flag))?;
        self.has_home(Home::Make).then_some((name, "where men are reborn on squares to which they could go"))
    }

    /// Returns a man with an attribute that pawns can take when they promote, or that acts on a man that is reborn, if men are
    /// reborn where they could not move: that would depend on it.
    fn refused_cage(&self) -> Refused {
        let marks = ManFlags::CHAMELEON.with(ManFlags::OF_HURDLES).with(ManFlags::MAGIC);
        let attribute = self.attribute_among(marks).filter(|_| self.has_home(Home::Cage))?;
        Some((attribute, "where men are reborn on squares from which they could not move"))
    }

    /// Returns a man with an attribute that acts when men move, if they can also change places.
    fn refused_exchange(&self) -> Refused {
        let settled = ManFlags::KAMIKAZE.with(ManFlags::UNCAPTURABLE).with(ManFlags::PATROL);
        let name = self.attribute_except(settled).filter(|_| self.rules.flags().exchanges)?;
        Some((name, "where men change places"))
    }

    /// Returns a man with an attribute that acts when men move, or with a path that imitators cannot repeat.
    fn refused_imitation(&self) -> Refused {
        if !self.rules.flags().imitators {
            return None;
        }
        let settled = ManFlags::KAMIKAZE.with(ManFlags::UNCAPTURABLE);
        let mut rows = fairy_rows(self.setting).chain(self.stated_rows());
        let name = self
            .attribute_except(settled)
            .or_else(|| rows.find(|row| !row.movement.goes_straight()).map(|row| row.name))?;
        Some((name, "with imitators"))
    }

    /// Returns a man with an attribute by which it looks at others or acts on them, if the men stand on two boards.
    fn refused_on_two_boards(&self) -> Refused {
        let on_two_boards =
            has_man_with(self.setting, ManFlags::OF_TWO_BOARDS) || self.rules.flags().two_boards;
        let name = self.attribute_except(ManFlags::KAMIKAZE).filter(|_| on_two_boards)?;
        Some((name, "on two boards"))
    }

    /// Returns a magic man if it is neutral, or if men can observe other than along known lines, or have no diagram squares.
    fn refused_magic(&self) -> Refused {
        let mut magic = men(self.setting).filter(|man| man.flags.contains(ManFlags::MAGIC)).peekable();
        magic.peek()?;
        if magic.any(|man| man.colour == Colour::Neutral) {
            return Some(("magic man", "as neutral men"));
        }
        let mut rows = fairy_rows(self.setting).chain(self.stated_rows());
        let has_lines =
            |movement: Movement| movement.captures_on_plain_lines() || movement.captures_on_curves();
        if let Some(row) = rows.find(|row| !has_lines(row.movement)) {
            return Some((row.name, "with magic men"));
        }
        match () {
            () if !self.layout.is_rectangle() => Some(("magic man", "on this board")),
            () if self.has_reserve() => Some(("magic man", "with men in reserve")),
            () if self.lends_moves => Some(("magic man", "with conditions that lend moves")),
            () => None,
        }
    }
}
