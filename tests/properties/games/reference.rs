//! A second implementation of the games, slow and simple: men in a list of squares, moves in notation.
//!
//! No code is shared with the library. Squares of rectangles are computed from file and rank;
//! the neighbours on the board of Reroute66 come from its description.

use std::collections::{BTreeMap, BTreeSet};

/// The rules in force.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct VariantRules {
    pub replacement: bool,
    pub putback: bool,
    pub reenterent: bool,
    pub fiasco: bool,
    pub reroute66: bool,
}

/// The name of a square.
pub type Name = &'static str;

/// A board: for each square its neighbours north, north-east and so on clockwise.
pub struct BoardGraph {
    neighbours: BTreeMap<Name, [Vec<Name>; 8]>,
    /// For each square all targets of any man there on the empty board.
    possible_targets: BTreeMap<Name, BTreeSet<Name>>,
}

/// Returns a name with static lifetime. Boards are few and live as long as the tests.
fn intern(name: String) -> Name {
    Box::leak(name.into_boxed_str())
}

/// The directions of sides and of corners.
const SIDES: [usize; 4] = [0, 2, 4, 6];
const CORNERS: [usize; 4] = [1, 3, 5, 7];
const ALL: [usize; 8] = [0, 1, 2, 3, 4, 5, 6, 7];

impl BoardGraph {
    pub fn of(laws: VariantRules) -> BoardGraph {
        if laws.reroute66 {
            return BoardGraph::reroute66();
        }
        let files = if laws.reenterent || laws.fiasco { 5 } else { 8 };
        let mut next = BTreeMap::new();
        let name = |file: i8, rank: i8| {
            let inside = (0..files).contains(&file) && (0..8).contains(&rank);
            inside.then(|| intern(format!("{}{}", char::from(b'a' + file as u8), rank + 1)))
        };
        const WAYS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
        for (file, rank) in (0..files).flat_map(|file| (0..8).map(move |rank| (file, rank))) {
            let ways = WAYS.map(|(x, y)| name(file + x, rank + y).into_iter().collect());
            next.insert(name(file, rank).unwrap(), ways);
        }
        BoardGraph::with(next)
    }

    fn with(next: BTreeMap<Name, [Vec<Name>; 8]>) -> BoardGraph {
        let mut ground = BoardGraph { neighbours: next, possible_targets: BTreeMap::new() };
        for from in ground.squares().collect::<Vec<_>>() {
            let of = |man: char| {
                let state = State { men: BTreeMap::from([(from, man)]), ..State::default() };
                state.capture_targets(from, &ground)
            };
            let sight = of('q').into_iter().chain(of('n')).collect();
            ground.possible_targets.insert(from, sight);
        }
        ground
    }

    fn can_target(&self, from: &str, to: &str) -> bool {
        self.possible_targets[from].contains(to)
    }

    fn reroute66() -> BoardGraph {
        let mut next = BTreeMap::new();
        for line in include_str!("reroute66.txt").lines().filter(|line| !line.starts_with('#')) {
            let ways = ["N=", "NE=", "E=", "SE=", "S=", "SW=", "W=", "NW="].map(|key| {
                let names = line.split(' ').find_map(|word| word.strip_prefix(key)).unwrap();
                names.split(',').filter(|name| !name.is_empty()).collect()
            });
            next.insert(line.split(' ').next().unwrap(), ways);
        }
        BoardGraph::with(next)
    }

    pub fn squares(&self) -> impl Iterator<Item = Name> {
        self.neighbours.keys().copied()
    }

    /// Returns the square of this name.
    pub fn name(&self, name: &str) -> Name {
        self.neighbours.get_key_value(name).unwrap().0
    }

    fn go(&self, from: &str, way: usize) -> &[Name] {
        &self.neighbours[from][way]
    }

    fn knight_targets(&self, from: &str) -> BTreeSet<Name> {
        let mut leaps = BTreeSet::new();
        for (side, corner) in SIDES.into_iter().flat_map(|side| CORNERS.map(|corner| (side, corner))) {
            for (first, second) in [(side, corner), (corner, side)] {
                for via in self.go(from, first) {
                    leaps.extend(self.go(via, second));
                }
            }
        }
        let near: BTreeSet<&Name> = ALL.iter().flat_map(|&way| self.go(from, way)).collect();
        leaps.retain(|to| *to != from && !near.contains(to));
        leaps
    }
}

fn rank(square: &str) -> u8 {
    square.as_bytes()[1] - b'0'
}

fn file(square: &str) -> char {
    square.chars().next().unwrap().to_ascii_lowercase()
}

fn is_dark(square: &str, laws: VariantRules) -> bool {
    let plain = (u32::from(file(square)) + u32::from(rank(square))) % 2 == u32::from(b'a' + 1) % 2;
    match square {
        "A4" => true,
        "H5" => false,
        _ => plain != (laws.reroute66 && rank(square) > 4),
    }
}

/// A position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct State {
    pub rules: VariantRules,
    /// The man on each square, as a letter of FEN.
    pub men: BTreeMap<Name, char>,
    pub white: bool,
    /// Squares from which a king or rook may castle.
    pub rights: BTreeSet<Name>,
    /// The squares that a pawn has just passed, and the square of that pawn.
    pub passed: Option<(BTreeSet<Name>, Name)>,
    /// The men off the board, in order.
    pub off_board: Vec<char>,
    /// Pawns that have walked to their second rank.
    pub walked_pawns: BTreeSet<Name>,
}

/// Whether the side is White, the king's home and target, the rook's home and target, and the notation.
type CastlingRow = (bool, [&'static str; 4], &'static str);

const CHESS: [CastlingRow; 4] = [
    (true, ["e1", "g1", "h1", "f1"], "O-O"),
    (true, ["e1", "c1", "a1", "d1"], "O-O-O"),
    (false, ["e8", "g8", "h8", "f8"], "O-O"),
    (false, ["e8", "c8", "a8", "d8"], "O-O-O"),
];
const REROUTE66: [CastlingRow; 4] = [
    CHESS[0],
    CHESS[1],
    (false, ["d8", "b8", "a8", "c8"], "O-O"),
    (false, ["d8", "f8", "h8", "e8"], "O-O-O"),
];
const SMALL: [CastlingRow; 2] =
    [(true, ["a1", "c1", "e1", "b1"], "O-O"), (false, ["a8", "c8", "e8", "b8"], "O-O")];

pub fn castling_rows(laws: VariantRules) -> &'static [CastlingRow] {
    match laws {
        VariantRules { fiasco: true, .. } => &[],
        VariantRules { reenterent: true, .. } => &SMALL,
        VariantRules { reroute66: true, .. } => &REROUTE66,
        _ => &CHESS,
    }
}

impl State {
    fn is_own(&self, letter: char) -> bool {
        letter.is_ascii_uppercase() == self.white
    }

    fn home(&self, n: u8) -> u8 {
        if self.white { n } else { 9 - n }
    }

    fn with_other_side(&self) -> State {
        State { white: !self.white, ..self.clone() }
    }

    /// Returns the legal moves in notation, each with the position after it.
    pub fn moves(&self, ground: &BoardGraph) -> Vec<(String, State)> {
        let mut all = Vec::new();
        for (prefix, settled) in self.resolve_promotions() {
            for (text, after) in settled.pseudo_legal(ground) {
                if !after.with_other_side().in_check(ground) {
                    all.push((prefix.clone() + &text, after));
                }
            }
        }
        all
    }

    /// Returns the position after each choice of the promotions that are due.
    fn resolve_promotions(&self) -> Vec<(String, State)> {
        let pawn = if self.white { 'P' } else { 'p' };
        let owed = self.men.iter().find(|(square, man)| **man == pawn && rank(square) == self.home(8));
        let Some((&square, _)) = owed.filter(|_| self.rules.putback) else {
            return vec![(String::new(), self.clone())];
        };
        let mut all = Vec::new();
        for letter in "QNRB".chars() {
            let mut one = self.clone();
            one.men.insert(square, if self.white { letter } else { letter.to_ascii_lowercase() });
            let rest = one.resolve_promotions().into_iter();
            all.extend(rest.map(|(text, state)| (format!("({square}={letter}){text}"), state)));
        }
        all
    }

    /// Returns whether the other side could capture the king of the side to move.
    pub fn in_check(&self, ground: &BoardGraph) -> bool {
        let king = if self.white { 'K' } else { 'k' };
        let Some(square) = self.men.iter().find(|man| *man.1 == king).map(|man| *man.0) else {
            return false;
        };
        self.is_attacked(square, ground)
    }

    fn is_attacked(&self, square: &str, ground: &BoardGraph) -> bool {
        self.with_other_side().resolve_promotions().into_iter().any(|(_, state)| {
            let men = state.men.iter().filter(|man| state.is_own(*man.1) && ground.can_target(man.0, square));
            men.into_iter().any(|(from, _)| state.capture_targets(from, ground).contains(square))
        })
    }

    /// Returns the squares on which the man on a square could capture.
    fn capture_targets(&self, from: &str, ground: &BoardGraph) -> BTreeSet<Name> {
        let walk = self.men[from].to_ascii_uppercase();
        let near = |ways: &[usize]| ways.iter().flat_map(|&way| ground.go(from, way).to_vec()).collect();
        match walk {
            'K' => near(&ALL),
            'N' => ground.knight_targets(from),
            'P' if rank(from) == self.home(1) && !self.rules.putback => BTreeSet::new(),
            'P' if self.white => near(&[7, 1]),
            'P' => near(&[3, 5]),
            _ => {
                let ways = match walk {
                    'R' => &SIDES[..],
                    'B' => &CORNERS[..],
                    _ => &ALL[..],
                };
                let mut seen = BTreeSet::new();
                for &way in ways {
                    let mut ends = ground.go(from, way).to_vec();
                    while let Some(to) = ends.pop() {
                        if !self.men.contains_key(to) {
                            ends.extend(ground.go(to, way));
                        }
                        seen.insert(to);
                    }
                }
                seen
            }
        }
    }

    fn pseudo_legal(&self, ground: &BoardGraph) -> Vec<(String, State)> {
        let mut all = Vec::new();
        for (&from, man) in self.men.iter().filter(|man| self.is_own(*man.1)) {
            let pawn = man.eq_ignore_ascii_case(&'p');
            for to in self.capture_targets(from, ground) {
                match self.men.get(to) {
                    Some(&victim) if !self.is_own(victim) && !victim.eq_ignore_ascii_case(&'k') => {
                        self.complete_move(from, to, Some(to), ground, &mut all);
                    }
                    None if pawn => {
                        let passer = self.passed.as_ref().filter(|(passed, _)| passed.contains(to));
                        if let Some(&(_, at)) = passer {
                            self.complete_move(from, to, Some(at), ground, &mut all);
                        }
                    }
                    None => self.complete_move(from, to, None, ground, &mut all),
                    Some(_) => {}
                }
            }
            if pawn {
                self.pawn_steps(from, ground, &mut all);
            }
            if let Some(other) = self.catacomb_partner(from).filter(|_| man.eq_ignore_ascii_case(&'b')) {
                self.complete_move(from, other, None, ground, &mut all);
            }
        }
        self.castle(ground, &mut all);
        self.drops(ground, &mut all);
        all
    }

    /// Returns the other end of the catacombs, if it is vacant.
    fn catacomb_partner(&self, at: &str) -> Option<&'static str> {
        let other = match at {
            "c4" => "c5",
            "c5" => "c4",
            _ => return None,
        };
        Some(other).filter(|other| self.rules.reenterent && !self.men.contains_key(*other))
    }

    fn pawn_steps(&self, from: Name, ground: &BoardGraph, all: &mut Vec<(String, State)>) {
        let ahead = if self.white { 0 } else { 4 };
        let most = match rank(from) {
            row if row == self.home(1) => {
                if self.rules.putback {
                    3
                } else {
                    0
                }
            }
            row if row == self.home(2) && !self.walked_pawns.contains(from) => 2,
            _ => 1,
        };
        let mut ways: Vec<Vec<Name>> = vec![Vec::new()];
        for _ in 0..most {
            let last = ways.clone();
            ways = last
                .iter()
                .flat_map(|way| {
                    let at = way.last().copied().unwrap_or(from);
                    let free = ground.go(at, ahead).iter().filter(|to| !self.men.contains_key(**to));
                    free.map(|to| [&way[..], std::slice::from_ref(to)].concat()).collect::<Vec<_>>()
                })
                .collect();
            for way in &ways {
                let to = *way.last().unwrap();
                let first = all.len();
                self.complete_move(from, to, None, ground, all);
                if way.len() > 1 {
                    for (_, after) in &mut all[first..] {
                        let passed = way[..way.len() - 1].iter().copied().collect();
                        after.passed = Some((passed, to));
                    }
                }
            }
        }
    }

    /// Moves a man from a square to another and captures the man on a third.
    fn complete_move(
        &self,
        from: Name,
        to: Name,
        taken: Option<Name>,
        ground: &BoardGraph,
        all: &mut Vec<(String, State)>,
    ) {
        let man = self.men[from];
        let pawn = man.eq_ignore_ascii_case(&'p');
        let mut after = State { passed: None, white: !self.white, ..self.clone() };
        after.men.remove(from);
        let victim = taken.and_then(|at| after.men.remove(at));
        for square in [Some(from), taken].into_iter().flatten() {
            after.rights.remove(square);
            after.walked_pawns.remove(square);
        }
        after.men.insert(to, man);
        let letter = if pawn { String::new() } else { man.to_ascii_uppercase().to_string() };
        let text = format!("{letter}{from}{}{to}", if taken.is_some() { 'x' } else { '-' });
        if pawn
            && self.rules.putback
            && rank(from) == self.home(1)
            && rank(to) == self.home(2)
            && taken.is_none()
        {
            after.walked_pawns.insert(to);
        }
        let kinds: Vec<char> =
            if pawn && rank(to) == self.home(8) { "QNRB".chars().collect() } else { vec![' '] };
        for kind in kinds {
            let (mut text, mut after) = (text.clone(), after.clone());
            if kind != ' ' {
                text += &format!("={kind}");
                after.men.insert(to, if self.white { kind } else { kind.to_ascii_lowercase() });
            }
            let mut ends = vec![(text, after)];
            let switches = man.eq_ignore_ascii_case(&'b') && self.catacomb_partner(from) != Some(to);
            if let Some(other) = ends[0].1.catacomb_partner(to).filter(|_| switches) {
                let (text, mut switched) = ends[0].clone();
                switched.men.remove(to);
                switched.men.insert(other, man);
                ends.push((format!("{text}/{other}"), switched));
            }
            for (text, after) in ends {
                match (victim, taken) {
                    (Some(victim), Some(at)) => self.capture(text, after, (victim, at), ground, all),
                    _ => all.push((text, after)),
                }
            }
        }
    }

    /// Applies the effect of the game on a captured man.
    fn capture(
        &self,
        text: String,
        mut after: State,
        (victim, at): (char, Name),
        ground: &BoardGraph,
        all: &mut Vec<(String, State)>,
    ) {
        if self.rules.reenterent {
            after.off_board = vec![victim];
        }
        if !self.rules.replacement && !self.rules.putback {
            all.push((text, after));
            return;
        }
        let letter = victim.to_ascii_uppercase();
        for square in ground.squares().filter(|square| !after.men.contains_key(square)) {
            let fits = match letter {
                _ if self.rules.putback => true,
                'B' => is_dark(square, self.rules) == is_dark(at, self.rules),
                'P' => !matches!(rank(square), 1 | 8),
                _ => true,
            };
            if fits {
                let mut put = after.clone();
                put.men.insert(square, victim);
                all.push((format!("{text}/{letter}{square}"), put));
            }
        }
    }

    fn castle(&self, ground: &BoardGraph, all: &mut Vec<(String, State)>) {
        for (_, [king, king_to, rook, rook_to], text) in
            castling_rows(self.rules).iter().filter(|way| way.0 == self.white)
        {
            let between = |one: &str, other: &str| {
                let (one, other) = (file(one).min(file(other)), file(one).max(file(other)));
                (one..=other).map(|file| ground.name(&format!("{file}{}", rank(king)))).collect::<Vec<_>>()
            };
            let free = self.rights.contains(*king)
                && self.rights.contains(*rook)
                && between(king, rook)
                    .iter()
                    .all(|at| [king, rook].contains(&at) || !self.men.contains_key(at))
                && between(king, king_to).iter().all(|at| {
                    let mut there = self.clone();
                    let man = there.men.remove(*king).unwrap();
                    there.men.insert(at, man);
                    !there.in_check(ground)
                });
            if free {
                let mut after = State { passed: None, white: !self.white, ..self.clone() };
                for (from, to) in [(king, king_to), (rook, rook_to)] {
                    let man = after.men.remove(*from).unwrap();
                    after.rights.remove(*from);
                    after.men.insert(to, man);
                }
                all.push(((*text).to_owned(), after));
            }
        }
    }

    fn drops(&self, ground: &BoardGraph, all: &mut Vec<(String, State)>) {
        if !self.rules.reenterent && !self.rules.fiasco {
            return;
        }
        for (index, &man) in self.off_board.iter().enumerate().filter(|man| self.is_own(*man.1)) {
            let letter = man.to_ascii_uppercase();
            for square in ground.squares().filter(|square| !self.men.contains_key(square)) {
                let row = rank(square) == self.home(1);
                let fits = match letter {
                    _ if self.rules.fiasco => row,
                    'Q' => row && file(square) == 'b',
                    'B' => row && file(square) == 'c',
                    'R' => row && file(square) == 'e',
                    'N' => {
                        row && file(square) == 'd'
                            || rank(square) == self.home(3) && matches!(file(square), 'c' | 'e')
                    }
                    'P' => {
                        let closed =
                            |other: &(&Name, &char)| *other.1 == man && file(other.0) == file(square);
                        (2..=4).any(|row| rank(square) == self.home(row))
                            && !self.men.iter().any(|other| closed(&other))
                    }
                    _ => false,
                };
                if fits {
                    let mut after = State { passed: None, white: !self.white, ..self.clone() };
                    after.off_board.remove(index);
                    after.men.insert(square, man);
                    all.push((format!("{letter}@{square}"), after));
                }
            }
        }
    }
}
