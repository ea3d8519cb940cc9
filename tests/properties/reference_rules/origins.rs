//! The squares from which men move and the walks as which they move: mostly their own.

use kirke::position::{Colour, Man, Walk};
use kirke::rules::Condition;
use kirke::rules::movement::{Annan, Lender};
use kirke::rules::rebirth::{Antimars, Home, Marscirce, Phantom, Rebirth};

use crate::reference_rules::active_rules::included;
use crate::reference_rules::board::{Board, Sq, at, file, rank};
use crate::reference_rules::pseudo_moves::{PseudoMove, PseudoMoveKind};
use crate::reference_rules::rebirth_squares::{HomeQuery, array_square};

/// The four squares of Plus chess.
const CENTRE: [Sq; 4] = [27, 28, 35, 36];

impl Board<'_> {
    /// Returns the walk as which the man on a square moves.
    pub fn acting_walk(&self, square: Sq) -> Walk {
        let Some(man) = self.men[square] else { return Walk::King };
        let annan = self.rules.conditions.iter().find_map(|law| match law {
            Condition::Annan(annan) => Some(annan),
            _ => None,
        });
        if let Some(annan) = annan {
            return self.lender(square, annan).unwrap_or(man).walk;
        }
        let transfer = self.rules.conditions.iter().find_map(|law| match law {
            Condition::PowerTransfer(rule) => Some(rule.0),
            _ => None,
        });
        match transfer {
            Some(royals) if !man.royal || included(royals) => {
                let home = array_square(self.rules, man.walk, man.colour, square);
                self.men[home].map_or(man.walk, |there| there.walk)
            }
            _ => man.walk,
        }
    }

    /// Returns the walks as which the man on a square moves: one, or for an observed king those of its observers.
    pub fn acting_walks(&self, square: Sq) -> Vec<Walk> {
        let own = vec![self.acting_walk(square)];
        let Some(man) = self.men[square].filter(|man| man.royal) else { return own };
        let lent = self.rules.conditions.iter().find_map(|law| match law {
            Condition::LentWalks(rule) if rule.side.is_none_or(|side| man.colour == side.into()) => {
                Some(*rule)
            }
            _ => None,
        });
        let Some(rule) = lent else { return own };
        let observes = |&(from, enemy): &(Sq, Man)| {
            self.without(from).attacked_squares(enemy.walk, enemy.colour, from).contains(&square)
        };
        let enemies = self.side_men(crate::reference_rules::board::opposite(man.colour)).into_iter();
        let walks: Vec<Walk> = enemies.filter(observes).map(|(_, enemy)| enemy.walk).collect();
        match rule.reflective || walks.is_empty() {
            true => own.into_iter().chain(walks).collect(),
            false => walks,
        }
    }

    /// Annan and Nanna chess: returns the own man from which the man on a square takes its walk, if any.
    fn lender(&self, square: Sq, annan: &Annan) -> Option<Man> {
        let man = self.men[square]?;
        let up = (man.colour == Colour::White) == (annan.lender == Lender::Front);
        let lender = self.men[at(file(square), rank(square) + if up { 1 } else { -1 })?]?;
        let takes_part = (annan.kings.borrow() || !man.royal) && (annan.kings.lend() || !lender.royal);
        (lender.colour == man.colour && takes_part).then_some(lender)
    }

    /// Returns the squares from which the man on a square captures.
    pub fn capture_origins(&self, square: Sq) -> Vec<Sq> {
        let mut starts = vec![square];
        for law in &self.rules.conditions {
            match law {
                Condition::Marscirce(Marscirce(rebirth)) => starts = self.empty_home(square, rebirth),
                Condition::Phantom(Phantom(rebirth)) => starts.extend(self.empty_home(square, rebirth)),
                Condition::Plus(_) if CENTRE.contains(&square) => {
                    starts.extend(CENTRE.iter().filter(|&&other| self.men[other].is_none()));
                }
                _ => {}
            }
        }
        starts
    }

    /// Returns the squares from which the man makes other moves.
    pub fn quiet_origins(&self, square: Sq) -> Vec<Sq> {
        let mut starts = vec![square];
        for law in &self.rules.conditions {
            match law {
                Condition::Antimars(Antimars(rebirth)) => starts = self.empty_home(square, rebirth),
                Condition::Phantom(Phantom(rebirth)) => starts.extend(self.empty_home(square, rebirth)),
                _ => {}
            }
        }
        starts
    }

    /// Returns the home of the man, if it has one and no other man is on it.
    fn empty_home(&self, square: Sq, rebirth: &Rebirth) -> Vec<Sq> {
        let Some(man) = self.men[square] else { return Vec::new() };
        if man.royal && !included(rebirth.royals) {
            return Vec::new();
        }
        if self.testing_cage && rebirth.home == Home::Cage {
            return vec![square];
        }
        let homes = HomeQuery::for_man_on(man, square).homes(rebirth, self);
        homes.into_iter().filter(|&home| home == square || self.men[home].is_none()).collect()
    }

    /// Returns whether the king or rook castles as if it were on this square, its home. A rook does so in
    /// Antimars only, and if it is on that square itself, only with the right to castle.
    pub fn castles_from_home(&self, at: Sq, square: Sq) -> bool {
        self.rules.conditions.iter().any(|law| match law {
            Condition::Marscirce(Marscirce(rebirth)) => {
                self.men[at].is_some_and(|man| man.walk == Walk::King && man.royal)
                    && self.empty_home(at, rebirth) == [square]
            }
            Condition::Antimars(Antimars(rebirth)) => {
                let castles = self.men[at].is_some_and(|man| match man.walk {
                    Walk::King => man.royal,
                    _ => at != square,
                });
                castles && self.empty_home(at, rebirth) == [square]
            }
            _ => false,
        })
    }

    /// Danger Circe: returns the moves of a man in danger to its home, captures there included.
    pub fn home_moves(&self, square: Sq) -> Vec<PseudoMove> {
        let danger = self.rules.has(|law| matches!(law, Condition::Danger(_)));
        let Some(man) = self.men[square].filter(|_| danger) else { return Vec::new() };
        let home = array_square(self.rules, man.walk, man.colour, square);
        if self.observers(square, crate::reference_rules::board::opposite(man.colour)).is_empty()
            || home == square
        {
            return Vec::new();
        }
        let kind = match self.men[home] {
            None => PseudoMoveKind::Quiet(Vec::new()),
            Some(_) if self.is_capturable(man, home) => PseudoMoveKind::Capture(home),
            Some(_) => return Vec::new(),
        };
        vec![PseudoMove::new(square, home, kind)]
    }
}
