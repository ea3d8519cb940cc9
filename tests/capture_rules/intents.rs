//! What a side could try: every movement of every man, whatever the rules forbid and whoever
//! would be in check.

use kirke::position::{Colour, Man, Marks, Side, Walk};
use kirke::rules::Condition;

use crate::board::{Board, Sq, rank};
use crate::vetoes::owner;

/// A movement that a side could try.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Intent {
    /// Where the man stands; who comes in from beside the board stands where he arrives.
    pub from: Sq,
    /// Where he arrives, before anything else happens.
    pub to: Sq,
    pub kind: Kind,
}

/// The sorts of movements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Without capture, by a pawn over these squares.
    Quiet(Vec<Sq>),
    /// The man on this square is captured.
    Capture(Sq),
    /// The rook goes from one square to the other.
    Castling(Sq, Sq),
    /// A man comes in.
    Entry(Walk),
}

impl Intent {
    /// The square from which the move is named: for castling the king's in the array.
    pub fn named_from(&self) -> Sq {
        match self.kind {
            Kind::Castling(..) => self.to - self.to % 8 + 4,
            _ => self.from,
        }
    }

    pub fn victim(&self) -> Option<Sq> {
        match self.kind {
            Kind::Capture(victim) => Some(victim),
            _ => None,
        }
    }
}

impl Board<'_> {
    /// Everything that the side to move could try.
    pub fn intents(&self) -> Vec<Intent> {
        let men = self.side_men(self.to_move);
        let mut intents: Vec<Intent> = men.iter().flat_map(|&(square, _)| self.intents_of(square)).collect();
        intents.extend(self.castlings());
        intents.extend(self.entries());
        intents
    }

    /// Everything that one man could try, but for castling.
    pub fn intents_of(&self, square: Sq) -> Vec<Intent> {
        let mut intents = self.captures(square);
        intents.extend(self.quiet_moves(square));
        intents.extend(self.flights_home(square));
        intents
    }

    /// The movements without capture of the man on a square.
    pub fn quiet_moves(&self, square: Sq) -> Vec<Intent> {
        let Some(man) = self.men[square] else { return Vec::new() };
        let lifted = self.without(square);
        let mut intents: Vec<Intent> = Vec::new();
        for start in self.quiet_starts(square) {
            for way in lifted.quiet(self.walk_of(square), man.colour, start) {
                if way.to != square && intents.iter().all(|known| known.to != way.to) {
                    intents.push(Intent { from: square, to: way.to, kind: Kind::Quiet(way.passed) });
                }
            }
        }
        intents
    }

    /// The captures by the man on a square.
    pub fn captures(&self, square: Sq) -> Vec<Intent> {
        let Some(man) = self.men[square] else { return Vec::new() };
        let mut intents: Vec<Intent> = Vec::new();
        let lifted = self.without(square);
        if self.laws.has(|law| matches!(law, Condition::MakeAndTake(_))) {
            for start in self.capture_starts(square) {
                intents.extend(self.captures_by_making(square, man, start));
            }
        } else {
            for start in self.capture_starts(square) {
                intents.extend(lifted.targets(man, self.walk_of(square), square, start));
            }
        }
        let mut different: Vec<Intent> = Vec::new();
        for intent in intents {
            if !different.contains(&intent) {
                different.push(intent);
            }
        }
        different
    }

    /// The same, and the captures by which it goes home.
    pub fn captures_anyhow(&self, square: Sq) -> Vec<Intent> {
        let mut captures = self.captures(square);
        let home = self.flights_home(square).into_iter().filter(|intent| intent.victim().is_some());
        captures.extend(home.filter(|intent| !captures.contains(intent)).collect::<Vec<_>>());
        captures
    }

    /// The captures as if the man, who has been lifted from a square, stood on another.
    fn targets(&self, man: Man, walk: Walk, from: Sq, start: Sq) -> Vec<Intent> {
        let mut intents = Vec::new();
        for to in self.strikes(walk, man.colour, start) {
            let victim = match self.men[to] {
                Some(_) => to,
                None if walk.is_pawn() && self.passed.contains(&to) => match self.passer {
                    Some(passer) => passer,
                    None => continue,
                },
                None => continue,
            };
            if self.may_be_victim(man, victim) {
                intents.push(Intent { from, to, kind: Kind::Capture(victim) });
            }
        }
        intents
    }

    /// Make&Take: the man goes as its victim first, and captures from there.
    fn captures_by_making(&self, from: Sq, man: Man, start: Sq) -> Vec<Intent> {
        let lifted = self.without(from);
        let mut intents = Vec::new();
        let others = (0..64).filter_map(|square| Some((square, lifted.men[square]?)));
        // There are no captures but these, and so none of own men.
        for (square, victim) in others.filter(|(_, victim)| victim.colour != man.colour) {
            let mut ways: Vec<Sq> =
                lifted.quiet(victim.walk, victim.colour, start).into_iter().map(|way| way.to).collect();
            if victim.walk == Walk::King {
                ways.extend(lifted.castled(victim.colour, start));
            }
            for way in ways {
                let captures = lifted.targets(man, self.walk_of(from), from, way);
                intents.extend(captures.into_iter().filter(|intent| intent.victim() == Some(square)));
            }
        }
        intents
    }

    /// Where a king of this colour who stood on the square would castle to.
    fn castled(&self, colour: Colour, start: Sq) -> Vec<Sq> {
        let mut board = self.with_turn(owner(colour));
        board.set(Man::new(colour, Walk::King), start);
        board
            .castlings()
            .into_iter()
            .filter(|castling| castling.from == start)
            .map(|castling| castling.to)
            .collect()
    }

    /// Is there somebody on the square whom the man could capture?
    pub fn may_be_victim(&self, by: Man, square: Sq) -> bool {
        let own_too = self.laws.has(|law| matches!(law, Condition::Bicaptures(_)));
        self.men[square].is_some_and(|victim| {
            !victim.marks.contains(Marks::UNCAPTURABLE)
                && (victim.colour != by.colour || (own_too && !victim.royal))
        })
    }

    /// Castling from the squares of the array, or from homes where a rule says so.
    pub fn castlings(&self) -> Vec<Intent> {
        let first = if self.to_move == Side::White { 0 } else { 56 };
        let mut intents = Vec::new();
        for (king_to, corner, rook_to, between) in [(6, 7, 5, vec![5, 6]), (2, 0, 3, vec![1, 2, 3])] {
            // Of several kings one castles.
            for king in self.castlers(first + 4, Walk::King).into_iter().take(1) {
                for &rook in &self.castlers(first + corner, Walk::Rook) {
                    let mut board = self.without(king);
                    board.lift(rook);
                    if between.iter().all(|file| board.men[first + file].is_none()) {
                        let kind = Kind::Castling(rook, first + rook_to);
                        intents.push(Intent { from: king, to: first + king_to, kind });
                    }
                }
            }
        }
        intents
    }

    /// The men of the side to move who castle from a square: who stands there with the right, and
    /// those whose home it is.
    fn castlers(&self, square: Sq, walk: Walk) -> Vec<Sq> {
        let man =
            |at: Sq| self.men[at].filter(|man| man.walk == walk && man.colour == Colour::from(self.to_move));
        let own = (self.may_castle[square] && man(square).is_some()).then_some(square);
        let from_home = (0..64).filter(|&at| man(at).is_some() && self.castles_from_home(at, square));
        own.into_iter().chain(from_home.filter(|&at| Some(at) != own)).collect()
    }

    /// Men of the bank on empty squares; pawns not on the first and last ranks, nor where they
    /// promote.
    fn entries(&self) -> Vec<Intent> {
        let mut intents = Vec::new();
        for &walk in Walk::ALL.iter().filter(|&&walk| self.bank.contains(&(self.to_move, walk))) {
            let squares = (0..64).filter(|&square| self.men[square].is_none());
            let last = self.laws.promotion_rank().unwrap_or(7);
            let steps = |square: Sq| match self.to_move {
                Side::White => rank(square),
                Side::Black => 7 - rank(square),
            };
            let squares = squares.filter(|&square| walk != Walk::Pawn || (1..last).contains(&steps(square)));
            intents.extend(squares.map(|square| Intent {
                from: square,
                to: square,
                kind: Kind::Entry(walk),
            }));
        }
        intents
    }
}
