//! Which rules can be combined, and on which boards they can be played.

use super::attribute::Functionary;
use super::condition::Condition;
use super::games::{Fiasco, Reroute66};
use super::rebirth::{Home, Rebirth, RelevantCapture, SquareTransform, VictimReborn};
use super::restriction::Mummer;
use super::rule::{Obligation, Rule};
use super::scope::ScopedRule;
use super::transformation::Tibet;
use crate::board::{GameArray, Layout};
use crate::position::{Man, Reserve, Side, Walk};

/// Returns what is wrong with a reserve under these rules.
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
    /// Returns the reason why the two rules cannot be combined, if they cannot. The order of the rules
    /// makes no difference.
    pub fn conflict(self, other: Condition) -> Option<&'static str> {
        let same_variant = std::mem::discriminant(&self) == std::mem::discriminant(&other);
        if same_variant && !self.is_same_rule_for_other_side(other) {
            return Some("they are variants of one rule");
        }
        if self.game_array().is_some() && other.game_array().is_some() {
            return Some("each of them has a board of its own");
        }
        self.one_way_conflict(other).or_else(|| other.one_way_conflict(self))
    }

    /// Returns whether they are the same rule for one side and for the other.
    fn is_same_rule_for_other_side(self, other: Condition) -> bool {
        match (self, other) {
            (Condition::MustCapture(one), Condition::MustCapture(other)) => one.side != other.side,
            (Condition::Mummer(one), Condition::Mummer(other)) => {
                one.side != other.side && !(one.ultra && other.ultra)
            }
            (Condition::LentWalks(one), Condition::LentWalks(other)) => {
                one.side.is_some() && other.side.is_some() && one.side != other.side
            }
            (Condition::EdgeMover(one), Condition::EdgeMover(other)) => one != other,
            (Condition::NoCapture(one), Condition::NoCapture(other)) => {
                one.0.is_some() && other.0.is_some() && one != other
            }
            _ => false,
        }
    }

    fn one_way_conflict(self, other: Condition) -> Option<&'static str> {
        match self {
            // Popeye rejects these, too.
            Condition::Circe(VictimReborn(rebirth)) if rebirth.partner_decides && other.is_anticirce() => {
                Some("one rule uses the rebirth square of the capturer, the other moves the capturer to it")
            }
            Condition::TakeAndMake(_)
                if matches!(other, Condition::Anticirce(_) | Condition::SeriesCapture(_)) =>
            {
                Some("both move the capturer after the capture")
            }
            Condition::Circe(VictimReborn(Rebirth { home: Home::Make, .. }))
                if other.flags().virtual_origins =>
            {
                Some("a man is reborn where it could go, and under the other rule it goes from other squares")
            }
            Condition::MakeAndTake(_) if other.flags().kings_reborn => Some(
                "to capture a king a man could castle first, and the rook with which it castles is not settled",
            ),
            Condition::Ghost(_) if matches!(other, Condition::Circe(_) | Condition::Anticirce(_)) => {
                Some("under the one a captured man is hidden, under the other a man is reborn")
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
                Some("a pending promotion takes place on the square of the pawn, before any move")
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
                Some("a man that enters the board does not move, and the other rule applies to moves")
            }
            Condition::Masand(_) if other.flags().removes_royals_indirectly || other.flags().kings_reborn => {
                Some("whether a man gives check would depend on what it changes by giving check")
            }
            Condition::Sentinels(_) if other.flags().tracks_diagram_squares => {
                Some("a pawn that is added has no square in the diagram")
            }
            _ if self.rebirth().is_some_and(|rebirth| rebirth.home == Home::Make)
                && (other.flags().restricts_moves || other.flags().restricts_targets) =>
            {
                Some("it is not settled whether a man is reborn where the other rule forbids it to go")
            }
            Condition::Alice(_) => other.conflict_with_two_boards(),
            Condition::Imitator(_) => other.conflict_with_imitators(),
            Condition::Messigny(_) => other.conflict_with_exchanges(),
            Condition::LentWalks(_) => other.conflict_with_lent_walks(),
            Condition::Annan(_) => other.conflict_with_lending(),
            Condition::Mummer(_) => other.conflict_with_lengths(self),
            Condition::Isardam(_) | Condition::Contact(_) => other.conflict_with_judgement(self),
            Condition::Madrasi(_) => other.conflict_with_likeness(),
            _ if self.flags().restricts_targets => other.conflict_with_restricted_targets(),
            _ => None,
        }
    }

    /// Returns the reason why the rule cannot be combined with one by which the men stand on two boards.
    fn conflict_with_two_boards(self) -> Option<&'static str> {
        let is_settled = match self {
            Condition::Circe(VictimReborn(rebirth)) => {
                rebirth.relevant_capture == RelevantCapture::ThisMove
                    && !self.flags().kings_reborn
                    && !self.flags().removes_royals_indirectly
                    && !matches!(rebirth.home, Home::Super | Home::Cage | Home::Make)
            }
            Condition::Andernach(_)
            | Condition::Chameleon(_)
            | Condition::Einstein(_)
            | Condition::Glasgow(_)
            | Condition::NoCapture(_)
            | Condition::NormalPawn(_)
            | Condition::Tibet(_)
            | Condition::VictimsWalk(_) => true,
            _ => false,
        };
        (!is_settled).then_some("it is not settled on which of two boards the other rule has its effect")
    }

    /// Returns the reason why the rule cannot be combined with one by which men change places.
    fn conflict_with_exchanges(self) -> Option<&'static str> {
        let flags = self.flags();
        if flags.moves_as_others || flags.moves_as_several || flags.virtual_origins {
            return Some("it is not settled with which walk a man changes places");
        }
        let depends_on_moves = flags.restricts_moves
            || flags.restricts_targets
            || flags.quiet_effects
            || flags.prepares_moves
            || flags.compares_positions
            || flags.final_effects
            || flags.remembers_departure
            || flags.remembers_capture_for_ply
            || flags.remembers_last_capture
            || flags.pending_promotions
            || flags.entries
            || Side::BOTH.into_iter().any(|side| self.obligation(side) != Obligation::None);
        depends_on_moves.then_some("it is not settled what the other rule takes an exchange of places for")
    }

    /// Returns the reason why the rule cannot be combined with one that restricts moves by their squares.
    fn conflict_with_restricted_targets(self) -> Option<&'static str> {
        let flags = self.flags();
        if self.has_other_squares() {
            return Some("one restricts moves by their squares, under the other a move has other squares");
        }
        if matches!(self, Condition::Cast(_) | Condition::MultiCaptures(_) | Condition::Amu(_)) {
            return Some("the other counts attacks, and it is not settled whether forbidden ones count");
        }
        flags.entries.then_some("one restricts moves by their squares, under the other men enter the board")
    }

    /// Returns whether the squares of a move are not those of the man's own movement.
    fn has_other_squares(self) -> bool {
        let flags = self.flags();
        flags.virtual_origins
            || flags.victim_dependent_origins
            || flags.extra_reach
            || flags.extra_quiet_reach
            || matches!(self, Condition::TakeAndMake(_) | Condition::SeriesCapture(_))
    }

    /// Returns the reason why the rule cannot be combined with imitators.
    fn conflict_with_imitators(self) -> Option<&'static str> {
        let is_settled = match self {
            Condition::Circe(VictimReborn(rebirth)) => {
                rebirth.relevant_capture == RelevantCapture::ThisMove
                    && !self.flags().kings_reborn
                    && !self.flags().removes_royals_indirectly
                    && !self.has_other_squares()
                    && !matches!(rebirth.home, Home::Super | Home::Cage | Home::Make)
            }
            Condition::Anticirce(_)
            | Condition::NoImitatorPromotion(_)
            | Condition::NoCapture(_)
            | Condition::MustCapture(_) => true,
            Condition::Mummer(rule) => !rule.ultra,
            _ => false,
        };
        (!is_settled).then_some("it is not settled what imitators repeat, or what forbids their moves")
    }

    /// Returns the reason why the rule cannot be combined with an obligation to make the longest or shortest moves.
    fn conflict_with_lengths(self, mummer: Condition) -> Option<&'static str> {
        if Side::BOTH.into_iter().any(|side| {
            self.obligation(side) != Obligation::None && mummer.obligation(side) != Obligation::None
        }) {
            return Some("a side cannot be obliged to two kinds of moves");
        }
        let is_ultra = matches!(mummer, Condition::Mummer(Mummer { ultra: true, .. }));
        if is_ultra && !matches!(self, Condition::Mummer(_)) {
            return Some("it is not settled which moves count for the ultra form");
        }
        if self.has_other_squares() || self.flags().entries {
            return Some("the length of a move that has other squares is not defined");
        }
        None
    }

    /// Returns the reason why the rule cannot be combined with one that judges the position after a move.
    fn conflict_with_judgement(self, judge: Condition) -> Option<&'static str> {
        let flags = self.flags();
        if flags.kings_reborn || flags.removes_royals_indirectly {
            return Some("whether a king is in check would depend on itself");
        }
        if flags.entries || flags.pending_promotions || flags.series_captures {
            return Some("one judges the position after a move, under the other a move has several parts");
        }
        if self.depends_on_observers() {
            return Some("it is not settled whether a man observes where it could not capture");
        }
        let is_settled = match self {
            Condition::Circe(VictimReborn(rebirth)) => {
                rebirth.relevant_capture == RelevantCapture::ThisMove
                    && !matches!(rebirth.home, Home::Super | Home::Cage)
            }
            Condition::Anticirce(_) => matches!(judge, Condition::Isardam(_)),
            Condition::Andernach(_)
            | Condition::Einstein(_)
            | Condition::VictimsWalk(_)
            | Condition::Kobul(_)
            | Condition::MustCapture(_)
            | Condition::NoCapture(_)
            | Condition::Chameleon(_)
            | Condition::Tibet(_)
            | Condition::Glasgow(_)
            | Condition::NormalPawn(_)
            | Condition::Immun(_) => true,
            _ => false,
        };
        if !is_settled {
            return Some("it is not settled which captures of a king give check");
        }
        match judge {
            Condition::Isardam(_) => self.conflict_with_likeness(),
            _ => None,
        }
    }

    /// Returns the reason why the rule cannot be combined with one by which men move as others.
    fn conflict_with_lending(self) -> Option<&'static str> {
        let flags = self.flags();
        if flags.moves_as_others || flags.entries {
            return Some("one lets men move as others, and the other affects how they move, too");
        }
        if matches!(self, Condition::Woozles(_)) {
            return Some("it is not settled by which walk a man observes the one that hinders it");
        }
        if self.has_other_squares() || matches!(self, Condition::MakeAndTake(_)) {
            return Some("one lets men move as others, under the other a move has other squares");
        }
        if flags.kings_reborn || flags.removes_royals_indirectly {
            return Some("whether a king is in check would depend on itself");
        }
        None
    }

    /// Returns the reason why the rule cannot be combined with one by which observed kings move as others.
    fn conflict_with_lent_walks(self) -> Option<&'static str> {
        let flags = self.flags();
        if let Some(reason) = self.conflict_with_lending() {
            return Some(reason);
        }
        if flags.captures_own_men {
            return Some("it is not settled whether men of its own side lend their moves to a king");
        }
        let restricts = flags.restricts_moves
            || flags.restricts_targets
            || flags.restricts_observers
            || (flags.restricts_captures && !matches!(self, Condition::NoCapture(_)))
            || matches!(
                self,
                Condition::Isardam(_) | Condition::Contact(_) | Condition::Mummer(Mummer { ultra: true, .. })
            );
        if restricts {
            return Some("it is not settled which men observe the king");
        }
        let changes_kings = flags.kingless
            || matches!(self, Condition::Kobul(_) | Condition::Snek(_) | Condition::VictimsWalk(_));
        changes_kings.then_some("both affect the moves of kings")
    }

    /// Returns the reason why the rule cannot be combined with one that compares the walks of men.
    fn conflict_with_likeness(self) -> Option<&'static str> {
        let flags = self.flags();
        if flags.moves_as_others {
            return Some("one compares the walks of men, under the other they move with other walks");
        }
        if self.has_other_squares() && !matches!(self, Condition::TakeAndMake(_)) {
            return Some("one compares the walks of men, under the other they move from other squares");
        }
        flags.kingless.then_some("one spares kings, under the other they are men like others")
    }

    /// Returns whether the rule depends on which men observe others.
    fn depends_on_observers(self) -> bool {
        matches!(
            self,
            Condition::Patrol(_)
                | Condition::Guards(_)
                | Condition::UltraPatrol(_)
                | Condition::Functionary(Functionary::All)
                | Condition::Cast(_)
                | Condition::MultiCaptures(_)
                | Condition::ShieldedKings(_)
                | Condition::Woozles(_)
                | Condition::Amu(_)
                | Condition::Danger(_)
        )
    }

    /// Returns the reason why there can be no kamikazes under the rule, if there cannot. Popeye rejects
    /// them, too.
    pub fn kamikaze_conflict(self) -> Option<&'static str> {
        match self {
            Condition::Anticirce(_) => Some("a capturer cannot disappear and be reborn"),
            Condition::Ghost(_) => Some("a captured man cannot be hidden below a capturer that disappears"),
            _ => None,
        }
    }

    /// Returns whether the rule has an effect of its own on captured men.
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

    /// Returns what is wrong with a reserve under this rule, which has one.
    fn reserve_error(self, reserve: &Reserve) -> Option<String> {
        let mut men = reserve_men(reserve);
        match self {
            Condition::Fiasco(_) => {
                let misplaced = |&(side, walk): &(Side, Walk)| {
                    !Fiasco::BANK.contains(&walk) || reserve.count(side, walk) > 1
                };
                let misplaced = men.find(misplaced).map(label);
                misplaced.map(|man| {
                    format!("a bank holds a queen, a rook and a knight, one of each at most, and not {man}")
                })
            }
            Condition::Crazyhouse(_) => {
                let misplaced = men.find(|(_, walk)| matches!(walk, Walk::King | Walk::ReversedPawn));
                misplaced.map(|man| format!("{} cannot be in a bank", label(man)))
            }
            Condition::Reenterent(_) => {
                match reserve_men(reserve).find(|(_, walk)| matches!(walk, Walk::King | Walk::ReversedPawn)) {
                    Some(king) => Some(format!("{} cannot be on the re-entrant square", label(king))),
                    None => men.nth(1).map(|_| "the re-entrant square holds one man only".to_owned()),
                }
            }
            _ => None,
        }
    }

    /// Returns the game array of a rule that has a board of its own.
    pub fn game_array(self) -> Option<GameArray> {
        match self {
            Condition::Reenterent(_) => Some(GameArray::REENTERENT),
            Condition::Fiasco(fiasco) => Some(fiasco.0),
            Condition::Reroute66(_) => Some(GameArray::REROUTE66),
            Condition::SmallBoard(board) => Some(board.0),
            _ => None,
        }
    }

    /// Returns the reason why the rule cannot be restricted to some plies, if it cannot.
    pub(super) fn ply_scope_conflict(self) -> Option<&'static str> {
        match self {
            Condition::Replacement(_)
            | Condition::Putback(_)
            | Condition::Reenterent(_)
            | Condition::Fiasco(_)
            | Condition::Crazyhouse(_)
            | Condition::Reroute66(_)
            | Condition::SmallBoard(_) => {
                Some("the rules of a game are in force from the first move to the last")
            }
            Condition::Einstein(_) | Condition::Glasgow(_) | Condition::NormalPawn(_) => {
                Some("the moves of pawns would change during play")
            }
            Condition::Circe(VictimReborn(rebirth)) if rebirth.moves_pawns_from_first_rank() => {
                Some("the moves of pawns would change during play")
            }
            Condition::Imitator(_) | Condition::NoImitatorPromotion(_) => {
                Some("imitators are on the board from the first move to the last")
            }
            Condition::Losing(_) => Some("kings would become royal, or cease to be, during play"),
            Condition::Amu(_) => Some("it applies to mates, not to single half-moves"),
            Condition::SeriesCapture(_) => Some("the half-moves of a series are not distinguished"),
            Condition::LastCapture(_) => Some("it applies to the move before the diagram"),
            _ => None,
        }
    }

    /// Returns the reason why the rule cannot be restricted to one side, if there is a particular one.
    pub(super) fn side_scope_conflict(self) -> Option<&'static str> {
        let of_one_side = match self {
            Condition::MustCapture(_)
            | Condition::Mummer(_)
            | Condition::EdgeMover(_)
            | Condition::Traitor(_)
            | Condition::Tibet(Tibet::Black) => true,
            Condition::NoCapture(rule) => rule.0.is_some(),
            Condition::LentWalks(rule) => rule.side.is_some(),
            Condition::MultiCaptures(rule) => rule.0.is_some(),
            Condition::Kobul(rule) => rule.0.is_some(),
            _ => false,
        };
        of_one_side.then_some("it is a rule of one side already")
    }

    /// Returns whether the rule is only a board, on which orthodox chess is played if there is no other
    /// rule.
    pub fn is_board_only(self) -> bool {
        match self {
            Condition::Reroute66(board) => board == Reroute66::default(),
            Condition::SmallBoard(_) => true,
            _ => false,
        }
    }

    /// Returns the reason why the rule has no meaning on a board, if it has none.
    pub fn board_conflict(self, layout: Layout) -> Option<&'static str> {
        if matches!(self, Condition::Plus(_)) && !layout.is_chess_board() {
            return Some("the board has no four squares in its middle");
        }
        if matches!(self, Condition::Grid(_)) && !layout.is_chess_board() {
            return Some("the board cannot be divided into cells of two files and two ranks");
        }
        if self.flags().restricts_targets && !layout.is_rectangle() {
            return Some("the board is no rectangle");
        }
        if matches!(self, Condition::Mummer(_)) && !layout.is_rectangle() {
            return Some("the lengths of moves are not defined");
        }
        let rebirth = self.rebirth()?;
        if rebirth.transform != SquareTransform::None && matches!(rebirth.home, Home::Super | Home::Cage) {
            return Some("squares that the mover chooses have no mirror image");
        }
        if !layout.is_rectangle() && (rebirth.transform != SquareTransform::None || rebirth.frischauf) {
            return Some("the board has no files and no mirror image");
        }
        rebirth.home.board_conflict(layout)
    }
}
