//! A small problem, and its form in Popeye's input language.

use std::fmt;

use kirke::position::FAIRY_WALKS;

/// The side of a man.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Colour {
    White,
    Black,
}

impl Colour {
    pub fn other(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }
}

/// A square by file and rank, both from 0 to 7.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Square {
    pub file: i32,
    pub rank: i32,
}

impl Square {
    pub fn new(file: i32, rank: i32) -> Option<Square> {
        let on_board = (0..8).contains(&file) && (0..8).contains(&rank);
        on_board.then_some(Square { file, rank })
    }

    /// Returns the number of king steps to the other square.
    pub fn distance(self, other: Square) -> i32 {
        (self.file - other.file).abs().max((self.rank - other.rank).abs())
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = (b'a' + self.file as u8) as char;
        write!(f, "{file}{}", self.rank + 1)
    }
}

/// A special property of a man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attribute {
    Kamikaze,
    Uncapturable,
    Patrol,
    Chameleon,
    Jigger,
    Volage,
    Functionary,
    HalfNeutral,
    Paralysing,
    Anda,
    AndaInverse,
    Magic,
    HurdleColourChanging,
    Bul,
    Dob,
    /// The man belongs to both sides.
    Neutral,
}

impl Attribute {
    pub const ALL: [Attribute; 16] = [
        Attribute::Kamikaze,
        Attribute::Uncapturable,
        Attribute::Patrol,
        Attribute::Neutral,
        Attribute::Chameleon,
        Attribute::Jigger,
        Attribute::Volage,
        Attribute::Functionary,
        Attribute::HalfNeutral,
        Attribute::Paralysing,
        Attribute::Anda,
        Attribute::AndaInverse,
        Attribute::Magic,
        Attribute::HurdleColourChanging,
        Attribute::Bul,
        Attribute::Dob,
    ];
}

/// The letter of the first fairy man, in a range of Unicode without signs; those of the others follow.
const FIRST_FAIRY_LETTER: u32 = 0xE000;

/// Returns the letter by which a fairy man is stored here.
pub fn fairy_letter(number: usize) -> char {
    char::from_u32(FIRST_FAIRY_LETTER + number as u32).expect("a letter")
}

/// Returns the English letters of a man.
fn letters(letter: char) -> String {
    let number = (letter as u32).checked_sub(FIRST_FAIRY_LETTER);
    let row = number.and_then(|number| FAIRY_WALKS.get(number as usize));
    row.map_or(letter.to_string(), |row| row.letters[0].to_owned())
}

/// A man on its square, with its English letter or a [`fairy_letter`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Man {
    pub colour: Colour,
    pub letter: char,
    pub square: Square,
    pub attribute: Option<Attribute>,
}

/// A stipulation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stipulation {
    /// Whether shorter solutions are excluded.
    pub exact: bool,
    /// The play family: `""`, `"s"`, `"ser-h"`…
    pub family: &'static str,
    /// The goal: `"#"`, `"zd5"`…
    pub goal: String,
    /// The number of plies, twice the number of moves: odd if there is a half-move (`h#2.5`).
    pub plies: i32,
}

impl Stipulation {
    pub fn is_battle(&self) -> bool {
        matches!(self.family, "" | "s" | "r" | "semi-r") && !self.leads_to_diagram()
    }

    /// Returns whether the goal is a second diagram.
    pub fn leads_to_diagram(&self) -> bool {
        self.goal == "a=>b"
    }

    pub fn allows_half_move(&self) -> bool {
        matches!(self.family, "h" | "hs" | "hr")
    }

    /// Returns whether there can be a move before the first one. Otherwise the peer ignores the option
    /// SetPlay with a message.
    pub fn has_set_play(&self) -> bool {
        let families = [
            "", "s", "r", "semi-r", "h", "ser-h", "pser-h", "pser-s", "pser-r", "phser-s", "phser-r",
            "ser-hs",
        ];
        let least = if matches!(self.family, "hs" | "hr") { 3 } else { 2 };
        (families.contains(&self.family) || least == 3) && self.plies >= least
    }

    /// Returns the side that makes the first move.
    pub fn beginner(&self) -> Colour {
        match self.family {
            "ser-hs" | "pser-h" | "1->ser-" | "reci-h" | "ser-reci-h" => Colour::Black,
            "h" if self.plies % 2 == 0 => Colour::Black,
            "hs" | "hr" if self.plies % 2 == 1 => Colour::Black,
            "ser-h" => Colour::Black,
            "" if self.leads_to_diagram() => Colour::Black,
            _ => Colour::White,
        }
    }

    /// Returns the side of the king that is to be mated.
    pub fn target_side(&self) -> Colour {
        match self.family {
            "" | "h" | "ser-" | "ser-h" | "pser-" | "pser-h" | "phser-" => Colour::Black,
            family if family.contains("->") || family.contains("reci") => Colour::Black,
            _ => Colour::White,
        }
    }
}

impl fmt::Display for Stipulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let half = if self.plies % 2 == 1 { ".5" } else { "" };
        let exact = if self.exact { "exact-" } else { "" };
        write!(f, "{exact}{}{}{}{half}", self.family, self.goal, self.plies / 2)
    }
}

/// A change that a twin makes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    Move(Square, Square),
    Exchange(Square, Square),
    Remove(Square),
    Add(Man),
    /// Replaces one letter by another.
    Substitute(char, char),
    /// Rotates by an angle, anticlockwise.
    Rotate(i32),
    /// Reflects so that these two squares change places.
    Mirror(&'static str),
    /// Shifts by the vector from the first square to the second.
    Shift(Square, Square),
    PolishType,
    Stipulation(Stipulation),
    Condition(String),
}

/// The four reflections.
pub const MIRRORS: [&str; 4] = ["a1<-->h1", "a1<-->a8", "a1<-->h8", "a8<-->h1"];

impl Change {
    /// Returns the squares that the change names.
    pub fn squares(&self) -> Vec<Square> {
        match *self {
            Change::Move(one, other) | Change::Exchange(one, other) => vec![one, other],
            Change::Remove(square) => vec![square],
            Change::Add(man) => vec![man.square],
            _ => Vec::new(),
        }
    }

    /// Returns the new square of a man if the change is one of the whole board.
    fn image(&self, Square { file, rank }: Square) -> Option<Square> {
        let (file, rank) = match *self {
            Change::Rotate(90) => (7 - rank, file),
            Change::Rotate(180) => (7 - file, 7 - rank),
            Change::Rotate(_) => (rank, 7 - file),
            Change::Mirror("a1<-->h1") => (7 - file, rank),
            Change::Mirror("a1<-->a8") => (file, 7 - rank),
            Change::Mirror("a1<-->h8") => (7 - rank, 7 - file),
            Change::Mirror(_) => (rank, file),
            Change::Shift(from, to) => (file + to.file - from.file, rank + to.rank - from.rank),
            _ => (file, rank),
        };
        Square::new(file, rank)
    }

    /// Returns whether the change moves or alters the men of the whole board.
    pub fn is_board_wide(&self) -> bool {
        matches!(
            self,
            Change::Substitute(..)
                | Change::Rotate(_)
                | Change::Mirror(_)
                | Change::Shift(..)
                | Change::PolishType
        )
    }

    /// Returns whether the squares from which the change takes men are occupied, and those on which it
    /// puts men are empty.
    pub fn fits(&self, men: &[Man]) -> bool {
        let occupied = |square: Square| men.iter().any(|man| man.square == square);
        match *self {
            Change::Move(from, to) => occupied(from) && !occupied(to),
            Change::Exchange(one, other) => occupied(one) && occupied(other),
            Change::Remove(square) => occupied(square),
            Change::Substitute(from, _) => men.iter().any(|man| man.letter == from),
            Change::Shift(..) => men.iter().all(|man| self.image(man.square).is_some()),
            _ => true,
        }
    }

    /// Applies the change to these men, if it is a change of the diagram.
    pub fn apply(&self, men: &mut Vec<Man>) {
        match *self {
            Change::Move(from, to) => {
                men.retain(|man| man.square != to);
                for man in men.iter_mut().filter(|man| man.square == from) {
                    man.square = to;
                }
            }
            Change::Exchange(one, other) => {
                for man in men {
                    if man.square == one {
                        man.square = other;
                    } else if man.square == other {
                        man.square = one;
                    }
                }
            }
            Change::Remove(square) => men.retain(|man| man.square != square),
            Change::Add(man) => {
                men.retain(|other| other.square != man.square);
                men.push(man);
            }
            Change::Substitute(from, to) => {
                for man in men.iter_mut().filter(|man| man.letter == from) {
                    man.letter = to;
                }
            }
            Change::PolishType => men.iter_mut().for_each(|man| man.colour = man.colour.other()),
            Change::Rotate(_) | Change::Mirror(_) | Change::Shift(..) => {
                for man in men {
                    man.square = self.image(man.square).unwrap_or(man.square);
                }
            }
            Change::Stipulation(_) | Change::Condition(_) => {}
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Change::Move(from, to) => write!(f, "move {from} {to}"),
            Change::Exchange(one, other) => write!(f, "exchange {one} {other}"),
            Change::Remove(square) => write!(f, "remove {square}"),
            Change::Add(man) => {
                let colour = match man.colour {
                    Colour::White => "white",
                    Colour::Black => "black",
                };
                write!(f, "add {colour} {}{}", letters(man.letter), man.square)
            }
            Change::Substitute(from, to) => write!(f, "substitute {} {to}", letters(*from)),
            Change::Rotate(angle) => write!(f, "rotate {angle}"),
            Change::Mirror(squares) => write!(f, "mirror {squares}"),
            Change::Shift(from, to) => write!(f, "shift {from} {to}"),
            Change::PolishType => write!(f, "PolishType"),
            Change::Stipulation(stipulation) => write!(f, "stipulation {stipulation}"),
            Change::Condition(condition) => write!(f, "condition {condition}"),
        }
    }
}

/// A twin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Twin {
    pub continued: bool,
    pub changes: Vec<Change>,
}

/// A problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    pub men: Vec<Man>,
    /// The men of the diagram to be reached, if there is one.
    pub target: Vec<Man>,
    pub stipulation: Stipulation,
    pub condition: Option<String>,
    pub options: Vec<String>,
    /// Whether the first twin is a zeroposition: the diagram itself is not solved.
    pub zeroposition: bool,
    pub twins: Vec<Twin>,
}

impl Problem {
    /// Returns whether every twin can be made, and remains possible with the double step that an option
    /// grants.
    pub fn twins_fit(&self) -> bool {
        let mut men = self.men.clone();
        self.double_step_is_possible(&men)
            && self.twins.iter().all(|twin| {
                if !twin.continued {
                    men.clone_from(&self.men);
                }
                twin.changes.iter().all(|change| {
                    let fits = change.fits(&men);
                    change.apply(&mut men);
                    fits
                }) && self.double_step_is_possible(&men)
            })
    }

    /// Returns whether the double step that an option grants, if any, can have led to these men.
    pub fn double_step_is_possible(&self, men: &[Man]) -> bool {
        let squares = self.options.iter().find_map(|option| option.strip_prefix("EnPassant "));
        let Some(squares) = squares else { return true };
        let on = |name: &str| men.iter().find(|man| man.square.to_string() == name);
        let colour = if squares.as_bytes()[1] == b'2' { Colour::White } else { Colour::Black };
        on(&squares[4..]).is_some_and(|man| (man.letter, man.colour) == ('P', colour))
            && on(&squares[..2]).is_none()
            && on(&squares[2..4]).is_none()
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_men(f, &self.men)?;
        writeln!(f, "stipulation {}", self.stipulation)?;
        if self.stipulation.leads_to_diagram() {
            write_men(f, &self.target)?;
        }
        if let Some(condition) = &self.condition {
            writeln!(f, "condition {condition}")?;
        }
        if !self.options.is_empty() {
            writeln!(f, "option {}", self.options.join(" "))?;
        }
        for (index, twin) in self.twins.iter().enumerate() {
            let zero = self.zeroposition && index == 0;
            write!(f, "{}", if zero { "zeroposition" } else { "twin" })?;
            if twin.continued {
                write!(f, " continued")?;
            }
            for change in &twin.changes {
                write!(f, " {change}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

fn write_men(f: &mut fmt::Formatter<'_>, men: &[Man]) -> fmt::Result {
    write!(f, "pieces")?;
    let plain = |man: &&Man| man.attribute.is_none();
    for (colour, word) in [(Colour::White, "white"), (Colour::Black, "black")] {
        let mut men = men.iter().filter(plain).filter(|man| man.colour == colour).peekable();
        if men.peek().is_some() {
            write!(f, " {word}")?;
        }
        for man in men {
            write!(f, " {}{}", letters(man.letter), man.square)?;
        }
    }
    writeln!(f)?;
    for man in men {
        let Some(attribute) = man.attribute else { continue };
        let colour = if man.colour == Colour::White { "white" } else { "black" };
        match attribute {
            Attribute::Neutral => write!(f, "  neutral")?,
            attribute => write!(f, "  {colour} {attribute:?}")?,
        }
        writeln!(f, " {}{}", letters(man.letter), man.square)?;
    }
    Ok(())
}
