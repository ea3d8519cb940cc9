//! Circe, PWC and Anticirce: the captured man, or the capturer, is reborn.
//!
//! Circe is by Pierre Monréal and Jean-Pierre Boyer, 1967. All its relatives are parameters
//! of [`Rebirth`]; these are the commonest of them once more, made for speed.

pub mod array;

use super::traced::TracedRules;
use crate::board::{Board, Square, Squares};
use crate::position::{Change, Man, Memory, Move, MoveKind, Position, Side, Teller, Walk};
use crate::rules::condition::Condition;
use crate::rules::game_rules::{Capture, Outcome, Rules};
use crate::rules::ply_bounds::Tally;
use crate::rules::predict::{Attacker, Fate, Peril, Shelter};
use crate::rules::rebirth;
use crate::rules::rebirth::{CapturerReborn, Home, Rebirth, Reborn, VictimReborn};
use crate::rules::rule::Rule;

/// The parameters of the commonest rules of the Circe family.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Circe {
    /// Who is reborn, and where.
    pub form: Form,
    /// The home is that of a man of the other side.
    pub mirrored: bool,
    /// What happens if the rebirth square is occupied.
    pub occupied: Occupied,
    /// Whether royal men are reborn.
    pub royals: Royals,
}

/// Who is reborn, and where.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// The captured man, on its square in the game array.
    Circe,
    /// The captured man, on the square that the capturer left.
    Pwc,
    /// The capturer, on its square in the game array, also if it captures there.
    Calvet,
    /// The capturer, on its square in the game array, which is not the one where it captures.
    Cheylan,
}

/// What happens if the rebirth square is occupied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Occupied {
    /// The captured man disappears.
    Relaxed,
    /// The capture is illegal.
    Strict,
    /// Whoever stands there disappears, and the captured man is reborn.
    Assassin,
}

/// Whether royal men are reborn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Royals {
    /// They are not: an attacked king is in check.
    Exclusive,
    /// They are: a king is in check only if it could not be reborn.
    Inclusive,
}

impl Form {
    /// Is it the capturer that is reborn?
    fn bears_capturer(self) -> bool {
        matches!(self, Form::Calvet | Form::Cheylan)
    }
}

impl Circe {
    /// Circe without any addition.
    pub const PLAIN: Circe =
        Circe { form: Form::Circe, mirrored: false, occupied: Occupied::Relaxed, royals: Royals::Exclusive };

    /// PWC.
    pub const PWC: Circe = Circe { form: Form::Pwc, ..Circe::PLAIN };

    /// Anticirce without any addition.
    pub const ANTI: Circe =
        Circe { form: Form::Calvet, occupied: Occupied::Strict, royals: Royals::Inclusive, ..Circe::PLAIN };

    /// The condition, if it is one of these rules with no other parameters than these.
    pub fn of(condition: Condition) -> Option<Circe> {
        let (Condition::Circe(VictimReborn(rebirth)) | Condition::Anticirce(CapturerReborn(rebirth))) =
            condition
        else {
            return None;
        };
        let form = match rebirth.home {
            _ if condition.bears_capturers() && rebirth.cheylan => Form::Cheylan,
            _ if condition.bears_capturers() => Form::Calvet,
            Home::Departure => Form::Pwc,
            _ => Form::Circe,
        };
        let occupied = match rebirth.occupied {
            rebirth::Occupied::Relaxed => Occupied::Relaxed,
            rebirth::Occupied::Strict => Occupied::Strict,
            rebirth::Occupied::Assassin => Occupied::Assassin,
            rebirth::Occupied::Volcanic | rebirth::Occupied::Parachute | rebirth::Occupied::Pongracz => {
                return None;
            }
        };
        let circe = Circe { form, mirrored: rebirth.mirrored, occupied, royals: rebirth.royals };
        let made_for = match form {
            Form::Circe => true,
            Form::Pwc => circe == Circe::PWC,
            Form::Calvet | Form::Cheylan => occupied == Occupied::Strict,
        };
        (made_for && circe.condition() == condition).then_some(circe)
    }

    /// The rule as a condition.
    pub fn condition(self) -> Condition {
        if self.form.bears_capturer() {
            Condition::Anticirce(CapturerReborn(self.rebirth()))
        } else {
            Condition::Circe(VictimReborn(self.rebirth()))
        }
    }

    /// All the parameters of rebirth.
    pub fn rebirth(self) -> Rebirth {
        let occupied = match self.occupied {
            Occupied::Relaxed => rebirth::Occupied::Relaxed,
            Occupied::Strict => rebirth::Occupied::Strict,
            Occupied::Assassin => rebirth::Occupied::Assassin,
        };
        Rebirth {
            home: if self.form == Form::Pwc { Home::Departure } else { Home::Array },
            mirrored: self.mirrored,
            occupied,
            cheylan: self.form == Form::Cheylan,
            royals: self.royals,
            ..Rebirth::CIRCE
        }
    }

    /// The home of a man of a side, if it were captured on `at`.
    #[inline]
    fn home<B: Board>(&self, board: &B, walk: Walk, side: Side, at: Square) -> Option<Square> {
        let side = if self.mirrored { side.other() } else { side };
        array::rebirth_square(board.geometry(), walk, side, at)
    }

    /// The homes of a side, by walk.
    fn homes<'a, B: Board>(&self, board: &'a B, side: Side) -> &'a [B::Set; Walk::COUNT] {
        &board.geometry().homes[if self.mirrored { side.other() } else { side }.index()]
    }

    /// What becomes of a capturer who goes home. `rest` are those who take no part.
    #[inline]
    fn fate_of_capturer<B: Board>(
        &self,
        board: &B,
        capture: Move,
        side: Side,
        at: Square,
        rest: B::Set,
    ) -> Fate {
        let stands = |capturer| Fate::Stand { capturer, reborn: None };
        match self.home(board, capture.promotion.unwrap_or(capture.walk), side, at) {
            Some(home) if home == capture.to && self.form == Form::Cheylan => Fate::Forbidden,
            Some(home) if rest.contains(home) => Fate::Forbidden,
            Some(home) => stands(home),
            None => stands(capture.to),
        }
    }

    /// Lets the capturer go home.
    fn transfer<B: Board, M: Memory, T: Teller>(
        &self,
        board: &B,
        position: &mut Position<B::Set, M>,
        capture: &Capture,
        teller: &mut T,
    ) -> Outcome {
        let from = capture.to;
        let Some(man) = position.man(from) else { return Outcome::Done };
        if man.royal && self.royals == Royals::Exclusive {
            return Outcome::Done;
        }
        let Some(to) = self.home(board, man.walk, capture.by, capture.at) else { return Outcome::Done };
        let barred = if to == from { self.form == Form::Cheylan } else { position.occupied().contains(to) };
        if barred {
            return Outcome::Forbidden;
        }
        teller.tell(Change::Transferred { man, from, to, walk: man.walk, promotion: None, turned: None });
        position.lift(man, from);
        position.settle(man, to, board.geometry());
        Outcome::Done
    }
}

impl Rules for Circe {
    const PLAIN: bool = false;
    type Memory = ();

    #[inline]
    fn attack_is_check(&self) -> bool {
        self.royals == Royals::Exclusive && self.occupied != Occupied::Assassin && !self.form.bears_capturer()
    }

    #[inline]
    fn check_is_attack(&self) -> bool {
        self.occupied != Occupied::Assassin
    }

    #[inline]
    fn check_is_attack_on<B: Board>(&self, board: &B, side: Side, royal: Square) -> bool {
        self.occupied != Occupied::Assassin
            || !self.homes(board, side).iter().any(|home| home.contains(royal))
    }

    fn reborn(&self) -> Option<Reborn> {
        Reborn::by(self.condition())
    }

    fn tally(&self) -> Option<Tally> {
        self.condition().tally()
    }

    fn vital<B: Board>(&self, board: &B, position: &Position<B::Set>, side: Side) -> B::Set {
        let royals = position.royal & position.of(side);
        if self.occupied != Occupied::Assassin {
            return royals;
        }
        // A man reborn on the king's square removes the king.
        let homes = self.homes(board, side);
        let mut vital = royals;
        for walk in Walk::ALL.into_iter().filter(|walk| homes[walk.index()].meets(royals)) {
            let men = (position.walk(walk) & position.of(side)).iter();
            let comes =
                |&at: &Square| self.home(board, walk, side, at).is_some_and(|home| royals.contains(home));
            vital |= B::Set::from_squares(men.filter(comes));
        }
        vital
    }

    fn resolve<B: Board, T: Teller>(
        &self,
        board: &B,
        position: &mut Position<B::Set>,
        capture: &Capture,
        teller: &mut T,
    ) -> Outcome {
        self.resolve_in(board, position, capture, teller)
    }

    #[inline]
    fn fate<B: Board>(&self, board: &B, position: &Position<B::Set>, capture: Move) -> Option<Fate> {
        self.fate_in(board, position, capture)
    }

    #[inline]
    fn perils<B: Board>(&self, board: &B, position: &Position<B::Set>, royal: Square) -> [Peril<B::Set>; 2] {
        let geometry = board.geometry();
        let enemy = position.to_move.other();
        match self.form {
            // Who comes home to attack the square, if lines are open.
            Form::Circe if self.occupied == Occupied::Relaxed && !self.mirrored => {
                let perils = &geometry.perils[enemy.index()][royal.index()];
                let of = |walk: &Walk| position.walk(*walk) & perils[walk.index()];
                let victims = Walk::ALL.iter().fold(B::Set::EMPTY, |all, walk| all | of(walk));
                [Peril { victims, departures: !B::Set::EMPTY }, Peril::NOWHERE]
            }
            // Who comes back where the capturer was attacks nobody to whom it does not reach.
            Form::Pwc => {
                let lines = board.rook(royal, B::Set::EMPTY) | board.bishop(royal, B::Set::EMPTY);
                let leaps = geometry.knight[royal.index()];
                let promoting = leaps & geometry.pawn(enemy).promotion_rank;
                [
                    Peril { victims: !B::Set::EMPTY, departures: lines | promoting },
                    Peril { victims: position.walk(Walk::Knight), departures: leaps },
                ]
            }
            _ => [Peril::anywhere(), Peril::NOWHERE],
        }
    }

    #[inline]
    fn shelter<B: Board>(&self, board: &B, attacker: Attacker, at: Square) -> Shelter<B::Set> {
        let Attacker { side, walk, from, royal } = attacker;
        if !self.form.bears_capturer() {
            return if self.royals == Royals::Exclusive { Shelter::Nothing } else { Shelter::Unknown };
        }
        if royal && self.royals == Royals::Exclusive {
            return Shelter::Nothing;
        }
        let of = |walk| match self.home(board, walk, side, at) {
            Some(home) if home == at && self.form == Form::Cheylan => Shelter::While(B::Set::EMPTY),
            Some(home) if home != at && home != from => Shelter::While(B::Set::of(home)),
            _ => Shelter::Nothing,
        };
        if walk == Walk::Pawn && board.geometry().pawn(side).promotion_rank.contains(at) {
            let any = Shelter::While(B::Set::EMPTY);
            return Walk::PROMOTIONS.into_iter().fold(any, |all, walk| all.and(of(walk)));
        }
        of(walk)
    }

    #[inline]
    fn landings<B: Board>(&self, board: &B, side: Side, walk: Walk) -> Option<B::Set> {
        self.form.bears_capturer().then(|| self.homes(board, side)[walk.index()])
    }

    #[inline]
    fn branches<B: Board>(&self, board: &B, position: &Position<B::Set>, capture: Move) -> u32 {
        self.branches_in(board, position, capture)
    }

    #[inline]
    fn arrival<B: Board>(&self, board: &B, position: &Position<B::Set>, mv: Move) -> Square {
        self.arrival_in(board, position, mv)
    }
}

impl TracedRules for Circe {
    fn resolve_in<B: Board, M: Memory, T: Teller>(
        &self,
        board: &B,
        position: &mut Position<B::Set, M>,
        capture: &Capture,
        teller: &mut T,
    ) -> Outcome {
        if self.form.bears_capturer() {
            return self.transfer(board, position, capture, teller);
        }
        let man = capture.captured;
        if man.royal && self.royals == Royals::Exclusive {
            return Outcome::Done;
        }
        let mut promotion = None;
        let home = if self.form == Form::Pwc {
            let paths = board.geometry().pawn(capture.by.other());
            if man.walk == Walk::Pawn && paths.promotion_rank.contains(capture.from) {
                promotion = Walk::PROMOTIONS.get(capture.branch.number() as usize).copied();
            }
            capture.from
        } else {
            let Some(home) = self.home(board, man.walk, capture.by.other(), capture.at) else {
                return Outcome::Done;
            };
            home
        };
        if position.occupied().contains(home) {
            match self.occupied {
                Occupied::Relaxed => return Outcome::Done,
                Occupied::Strict => return Outcome::Forbidden,
                Occupied::Assassin => {
                    let Some(occupant) = position.man(home) else { return Outcome::Done };
                    let assassination = Change::Assassinated { man: occupant, at: home };
                    teller.tell(assassination);
                    position.apply(assassination, board.geometry());
                }
            }
        }
        // What applying the change comes to, in short.
        teller.tell(Change::Reborn { man, at: home, promotion, turned: None });
        position.settle(Man { walk: promotion.unwrap_or(man.walk), ..man }, home, board.geometry());
        Outcome::Done
    }

    #[inline]
    fn fate_in<B: Board, M: Memory>(
        &self,
        board: &B,
        position: &Position<B::Set, M>,
        capture: Move,
    ) -> Option<Fate> {
        let (from, to, side) = (capture.from, capture.to, position.to_move);
        let at = if capture.kind == MoveKind::EnPassant { position.passer()? } else { to };
        let rest = position.occupied().without(from).without(at);
        let gone = Fate::Stand { capturer: to, reborn: None };
        if self.form.bears_capturer() {
            let stays = self.royals == Royals::Exclusive && position.royal.contains(from);
            return Some(if stays { gone } else { self.fate_of_capturer(board, capture, side, at, rest) });
        }
        // A royal man is not captured, but where the other could not be reborn.
        if position.royal.contains(at) {
            return None;
        }
        let walk = position.walk_on(at)?;
        let (mut reborn, mut home) = (walk, Some(from));
        if self.form != Form::Pwc {
            home = self.home(board, walk, side.other(), at);
        } else if walk == Walk::Pawn && board.geometry().pawn(side.other()).promotion_rank.contains(from) {
            reborn = *Walk::PROMOTIONS.get(capture.branch.number() as usize)?;
        }
        let Some(home) = home else { return Some(gone) };
        if !rest.with(to).contains(home) {
            return Some(Fate::Stand { capturer: to, reborn: Some((reborn, home)) });
        }
        match self.occupied {
            Occupied::Relaxed => Some(gone),
            Occupied::Strict => Some(Fate::Forbidden),
            Occupied::Assassin => None,
        }
    }

    /// A pawn that is reborn where it promotes may become any of so many men.
    #[inline]
    fn branches_in<B: Board, M: Memory>(
        &self,
        board: &B,
        position: &Position<B::Set, M>,
        capture: Move,
    ) -> u32 {
        let promotes = self.form == Form::Pwc && {
            let paths = board.geometry().pawn(position.to_move.other());
            let pawn = capture.kind == MoveKind::EnPassant || position.walk(Walk::Pawn).contains(capture.to);
            pawn && paths.promotion_rank.contains(capture.from)
        };
        if promotes { Walk::PROMOTIONS.len() as u32 } else { 1 }
    }

    #[inline]
    fn arrival_in<B: Board, M: Memory>(&self, board: &B, position: &Position<B::Set, M>, mv: Move) -> Square {
        let royal = self.royals == Royals::Exclusive && position.royal.contains(mv.from);
        if !self.form.bears_capturer() || !mv.is_capture() || royal {
            return mv.to;
        }
        let at = position.passer().filter(|_| mv.kind == MoveKind::EnPassant).unwrap_or(mv.to);
        let walk = mv.promotion.unwrap_or(mv.walk);
        self.home(board, walk, position.to_move, at).unwrap_or(mv.to)
    }
}
