//! The pseudo-legal moves of a side: every movement of every man, without restrictions by rules and without
//! a test for check.

use kirke::position::{Colour, Man, ManFlags, Side, Walk};
use kirke::rules::Condition;
use kirke::rules::movement::Messigny;
use kirke::rules::rebirth::Royals;

use crate::reference_rules::board::{Board, Sq, rank};
use crate::reference_rules::fairy_men::pawns::captures_en_passant;
use crate::reference_rules::restrictions::owner;

/// A pseudo-legal movement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PseudoMove {
    /// The square of the man; a man that is dropped has its target here as well.
    pub from: Sq,
    /// The target of the man, before any effect.
    pub to: Sq,
    pub kind: PseudoMoveKind,
    /// The squares from which the man can make it: its own if it can, or else virtual ones.
    pub starts: Vec<Sq>,
}

/// The kinds of movements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PseudoMoveKind {
    /// A move without capture; a pawn passes these squares.
    Quiet(Vec<Sq>),
    /// A capture of the man on this square.
    Capture(Sq),
    /// Castling; the rook goes from the first square to the second.
    Castling(Sq, Sq),
    /// The man and an enemy man change places.
    Exchange,
    /// A man is dropped.
    Drop(Walk),
}

impl PseudoMove {
    /// Returns a movement from the man's own square.
    pub fn new(from: Sq, to: Sq, kind: PseudoMoveKind) -> PseudoMove {
        PseudoMove { from, to, kind, starts: vec![from] }
    }

    /// Returns whether it is the same movement, wherever the man starts.
    fn is_same_as(&self, other: &PseudoMove) -> bool {
        (self.from, self.to, &self.kind) == (other.from, other.to, &other.kind)
    }

    /// Adds the starts of the same movement; from its own square a man starts nowhere else.
    fn add_starts(&mut self, starts: Vec<Sq>) {
        self.starts.extend(starts);
        if self.starts.contains(&self.from) {
            self.starts = vec![self.from];
        }
    }

    /// Returns the square from which the move is named: for castling the king's in the array.
    pub fn notation_from(&self) -> Sq {
        match self.kind {
            PseudoMoveKind::Castling(..) => self.to - self.to % 8 + 4,
            _ => self.from,
        }
    }

    pub fn victim(&self) -> Option<Sq> {
        match self.kind {
            PseudoMoveKind::Capture(victim) => Some(victim),
            _ => None,
        }
    }
}

impl Board<'_> {
    /// Returns the pseudo-legal movements of the side to move.
    pub fn pseudo_moves(&self) -> Vec<PseudoMove> {
        if !self.rules.has(|law| matches!(law, Condition::Alice(_))) {
            return self.pseudo_moves_among_men();
        }
        // No man arrives on a square that is occupied on the other board.
        let is_free = |intent: &PseudoMove| {
            let arrivals = match intent.kind {
                PseudoMoveKind::Castling(_, rook) => vec![intent.to, rook],
                PseudoMoveKind::Capture(victim) if victim == intent.to => Vec::new(),
                _ => vec![intent.to],
            };
            arrivals.into_iter().all(|square| self.men[square].is_none())
        };
        let boards = [false, true].map(|on_b| self.men_on_board(on_b).pseudo_moves_among_men());
        boards.concat().into_iter().filter(is_free).collect()
    }

    /// Alice chess: returns the position with only the men of one board.
    pub fn men_on_board(&self, on_b: bool) -> Board<'_> {
        let mut board = self.clone();
        for square in 0..64 {
            if board.men[square].is_some_and(|man| man.flags.contains(ManFlags::ON_BOARD_B) != on_b) {
                board.remove(square);
            }
        }
        if board.ep_pawn.is_some_and(|pawn| board.men[pawn].is_none()) {
            board.ep_pawn = None;
            board.ep_squares = Vec::new();
        }
        board
    }

    /// Returns the pseudo-legal movements where all men stand on one board.
    fn pseudo_moves_among_men(&self) -> Vec<PseudoMove> {
        let men = self.side_men(self.to_move);
        let mut intents: Vec<PseudoMove> =
            men.iter().flat_map(|&(square, _)| self.pseudo_moves_of(square)).collect();
        intents.extend(self.castlings());
        intents.extend(self.drops());
        intents.extend(self.exchanges());
        intents
    }

    /// Messigny: men of one walk and different colours change places, but no man that has just done so.
    fn exchanges(&self) -> Vec<PseudoMove> {
        let Some(royals) = self.rules.conditions.iter().find_map(|law| match *law {
            Condition::Messigny(Messigny(royals)) => Some(royals),
            _ => None,
        }) else {
            return Vec::new();
        };
        let may = |&(square, man): &(Sq, Man)| {
            !self.exchanged.contains(&square) && (royals == Royals::Inclusive || !man.royal)
        };
        let men = |side: Side| self.side_men(side).into_iter().filter(may).collect::<Vec<_>>();
        let (own, others) = (men(self.to_move), men(self.to_move.other()));
        let pairs = own.iter().flat_map(|one| others.iter().map(move |other| (one, other)));
        let alike = pairs.filter(|((_, one), (_, other))| one.walk == other.walk);
        alike.map(|(&(from, _), &(to, _))| PseudoMove::new(from, to, PseudoMoveKind::Exchange)).collect()
    }

    /// Returns the pseudo-legal movements of one man, except castling.
    pub fn pseudo_moves_of(&self, square: Sq) -> Vec<PseudoMove> {
        let mut intents = self.captures(square);
        intents.extend(self.quiet_moves(square));
        intents.extend(self.home_moves(square));
        intents
    }

    /// Returns the movements without capture of the man on a square.
    pub fn quiet_moves(&self, square: Sq) -> Vec<PseudoMove> {
        let Some(man) = self.men[square] else { return Vec::new() };
        let lifted = self.without(square);
        let mut intents: Vec<PseudoMove> = Vec::new();
        let starts = self.quiet_origins(square);
        for &start in &starts {
            let walks = self.acting_walks(square).into_iter();
            for way in walks.flat_map(|walk| lifted.quiet_steps(walk, man.colour, start)) {
                // Only what moves as a pawn by itself can be captured en passant.
                let passed = if man.walk.has_pawn_moves() { way.passed } else { Vec::new() };
                let intent = PseudoMove::new(square, way.to, PseudoMoveKind::Quiet(passed));
                let is_known =
                    start != square && starts.contains(&square) && self.is_known_to_hopper(square, &intent);
                let may_go = self.squares_permit(man.colour, square, way.to);
                if way.to != square && may_go && !is_known && intents.iter().all(|known| known.to != way.to) {
                    intents.push(intent);
                }
            }
        }
        intents
    }

    /// Returns the captures by the man on a square.
    pub fn captures(&self, square: Sq) -> Vec<PseudoMove> {
        let Some(man) = self.men[square] else { return Vec::new() };
        let mut intents: Vec<PseudoMove> = Vec::new();
        let lifted = self.without(square);
        if self.rules.has(|law| matches!(law, Condition::MakeAndTake(_))) {
            for start in self.capture_origins(square) {
                intents.extend(self.make_and_take_captures(square, man, start));
            }
        } else {
            let starts = self.capture_origins(square);
            for &start in &starts {
                let walks = self.acting_walks(square).into_iter();
                let mut found: Vec<PseudoMove> =
                    walks.flat_map(|walk| lifted.targets(man, walk, square, start)).collect();
                if start != square && starts.contains(&square) {
                    found.retain(|intent| !self.is_known_to_hopper(square, intent));
                }
                intents.extend(found.into_iter().map(|intent| PseudoMove { starts: vec![start], ..intent }));
            }
        }
        let mut different: Vec<PseudoMove> = Vec::new();
        for intent in intents {
            if let Some(known) = different.iter_mut().find(|known| known.is_same_as(&intent)) {
                known.add_starts(intent.starts);
            } else if self.squares_permit(man.colour, square, intent.to) {
                different.push(intent);
            }
        }
        different
    }

    /// Returns whether the man on a square captures by hops, and could also move from its own square to where it arrives.
    fn is_known_to_hopper(&self, square: Sq, intent: &PseudoMove) -> bool {
        let (Some(man), walk) = (self.men[square], self.acting_walk(square)) else { return false };
        let lifted = self.without(square);
        let is_hopper = walk.is_fairy() && lifted.fairy_hops(walk, man.colour, square).is_some();
        let known = || {
            let hops = lifted.targets(man, walk, square, square).into_iter().map(|hop| hop.to);
            hops.chain(lifted.quiet_steps(walk, man.colour, square).into_iter().map(|way| way.to))
        };
        // A capture of a royal man is check in any case.
        let takes_royal = intent.victim().and_then(|at| self.men[at]).is_some_and(|taken| taken.royal);
        is_hopper && !takes_royal && (intent.to == square || known().any(|to| to == intent.to))
    }

    /// Returns the captures, including those by which the man goes home.
    pub fn captures_or_home_captures(&self, square: Sq) -> Vec<PseudoMove> {
        let mut captures = self.captures(square);
        let home = self.home_moves(square).into_iter().filter(|intent| intent.victim().is_some());
        captures.extend(
            home.filter(|intent| captures.iter().all(|known| !known.is_same_as(intent))).collect::<Vec<_>>(),
        );
        captures
    }

    /// Returns the captures as if the man, which has been lifted from a square, were on another.
    fn targets(&self, man: Man, walk: Walk, from: Sq, start: Sq) -> Vec<PseudoMove> {
        let hops = if walk.is_fairy() { self.fairy_hops(walk, man.colour, start) } else { None };
        if let Some(hops) = hops {
            let possible = hops.into_iter().filter(|&(victim, _)| self.is_capturable(man, victim));
            let hop = |(victim, to)| PseudoMove::new(from, to, PseudoMoveKind::Capture(victim));
            let passing = self.hops_en_passant(walk, man.colour, start).into_iter();
            let pawn = self.ep_pawn.filter(|&pawn| self.is_capturable(man, pawn));
            let en_passant: Vec<PseudoMove> = passing.filter_map(|to| Some(hop((pawn?, to)))).collect();
            return [possible.map(hop).collect(), en_passant].concat();
        }
        let mut intents = Vec::new();
        for to in self.attacked_squares(walk, man.colour, start) {
            let victim = match self.men[to] {
                Some(_) => to,
                None if self.ep_squares.contains(&to) && captures_en_passant(walk, man.colour, start, to) => {
                    match self.ep_pawn {
                        Some(passer) => passer,
                        None => continue,
                    }
                }
                None => continue,
            };
            if self.is_capturable(man, victim) {
                intents.push(PseudoMove::new(from, to, PseudoMoveKind::Capture(victim)));
            }
        }
        intents
    }

    /// Make&Take: the man first moves like its victim, and captures from the square it reaches.
    fn make_and_take_captures(&self, from: Sq, man: Man, start: Sq) -> Vec<PseudoMove> {
        let lifted = self.without(from);
        let mut intents = Vec::new();
        let others = (0..64).filter_map(|square| Some((square, lifted.men[square]?)));
        // There are no other captures, and so none of own men.
        for (square, victim) in others.filter(|(_, victim)| victim.colour != man.colour) {
            let mut ways: Vec<Sq> =
                lifted.quiet_steps(victim.walk, victim.colour, start).into_iter().map(|way| way.to).collect();
            if victim.walk == Walk::King {
                ways.extend(lifted.castling_squares(victim.colour, start));
            }
            for way in ways {
                let captures = lifted.targets(man, self.acting_walk(from), from, way);
                intents.extend(captures.into_iter().filter(|intent| intent.victim() == Some(square)));
            }
        }
        intents
    }

    /// Returns the castling targets of a king of this colour on the square.
    fn castling_squares(&self, colour: Colour, start: Sq) -> Vec<Sq> {
        let mut board = self.with_turn(owner(colour));
        board.put(Man::new(colour, Walk::King), start);
        board
            .castlings()
            .into_iter()
            .filter(|castling| castling.from == start)
            .map(|castling| castling.to)
            .collect()
    }

    /// Returns whether the square has a man that this man could capture.
    pub fn is_capturable(&self, by: Man, square: Sq) -> bool {
        let own_too = self.rules.has(|law| matches!(law, Condition::Bicaptures(_)));
        self.men[square].is_some_and(|victim| {
            !victim.flags.contains(ManFlags::UNCAPTURABLE)
                && (victim.colour != by.colour || (own_too && !victim.royal))
        })
    }

    /// Returns castling from the squares of the array, or from homes if a rule requires it.
    pub fn castlings(&self) -> Vec<PseudoMove> {
        let first = if self.to_move == Side::White { 0 } else { 56 };
        let mut intents = Vec::new();
        for (king_to, corner, rook_to, between) in [(6, 7, 5, vec![5, 6]), (2, 0, 3, vec![1, 2, 3])] {
            // Of several kings one castles.
            for king in self.castling_men(first + 4, Walk::King).into_iter().take(1) {
                for &rook in &self.castling_men(first + corner, Walk::Rook) {
                    let mut board = self.without(king);
                    board.remove(rook);
                    let colour = Colour::from(self.to_move);
                    let may_go = self.squares_permit(colour, first + 4, first + king_to)
                        && self.squares_permit(colour, first + corner, first + rook_to);
                    if may_go && between.iter().all(|file| board.men[first + file].is_none()) {
                        let kind = PseudoMoveKind::Castling(rook, first + rook_to);
                        intents.push(PseudoMove::new(king, first + king_to, kind));
                    }
                }
            }
        }
        intents
    }

    /// Returns the men of the side to move that castle from a square: the man on it, if it has the right, and
    /// the men with their home on it.
    fn castling_men(&self, square: Sq, walk: Walk) -> Vec<Sq> {
        let man =
            |at: Sq| self.men[at].filter(|man| man.walk == walk && man.colour == Colour::from(self.to_move));
        let own = (self.may_castle[square] && man(square).is_some()).then_some(square);
        let from_home = (0..64).filter(|&at| man(at).is_some() && self.castles_from_home(at, square));
        own.into_iter().chain(from_home.filter(|&at| Some(at) != own)).collect()
    }

    /// Returns the drops of men of the bank on empty squares; pawns not on the first and last ranks, nor on
    /// their promotion rank.
    fn drops(&self) -> Vec<PseudoMove> {
        let mut intents = Vec::new();
        for &walk in Walk::CHESS.iter().filter(|&&walk| self.bank.contains(&(self.to_move, walk))) {
            let squares = (0..64).filter(|&square| self.men[square].is_none());
            let last = self.rules.promotion_rank().unwrap_or(7);
            let steps = |square: Sq| match self.to_move {
                Side::White => rank(square),
                Side::Black => 7 - rank(square),
            };
            let squares = squares.filter(|&square| walk != Walk::Pawn || (1..last).contains(&steps(square)));
            intents.extend(squares.map(|square| PseudoMove::new(square, square, PseudoMoveKind::Drop(walk))));
        }
        intents
    }
}
