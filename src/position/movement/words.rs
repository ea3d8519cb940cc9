//! Movements in words.

use super::{
    Ahead, Bounds, Directions, Distance, FERS, HALF_TURN, Hopper, Lame, Leap, Lenders, Line, Mirror,
    Movement, QUARTER_TURN, Stops, WAZIR,
};

impl Movement {
    /// Returns the movement in one sentence.
    pub fn sentence(self) -> String {
        let clause = self.clause();
        let mut letters = clause.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        first.into_iter().chain(letters).chain(['.']).collect()
    }

    /// Returns the movement as a part of a sentence, which begins with a verb.
    fn clause(self) -> String {
        match self {
            Movement::Leaper(leaps) if leaps.iter().all(|&Leap(files, ranks)| files.max(ranks) <= 1) => {
                format!("leaps {}", listed(leaps, "or"))
            }
            Movement::Leaper(leaps) => format!("leaps {}, whatever is between", listed(leaps, "or")),
            Movement::LameLeaper(lame) => {
                format!("leaps (1,2) unless the {} square on its way is occupied", passed(lame))
            }
            Movement::LameHopper(lame) => {
                format!("leaps (1,2) if the {} square on its way is occupied", passed(lame))
            }
            Movement::Rider(lines) => format!("moves along {} up to the first man", lines_in_words(lines)),
            Movement::Hopper(hopper) => hopper.clause(),
            Movement::Halfway(lines) => format!(
                "moves along {} to the square in the middle between it and another man, with no man between",
                lines_in_words(lines)
            ),
            Movement::Bounce(lines) => format!(
                "moves along {} over empty squares away from the first man or the edge of the board, as far as that is",
                lines_in_words(lines)
            ),
            Movement::Locust { lines: [Line::Lame(lame)], .. } => {
                format!("leaps (1,2) to an empty square over the man on the {} square on its way", passed(*lame))
            }
            Movement::Locust { lines, approach } => {
                let victim = if approach == Distance::Any { "the first man" } else { "a man one leap away" };
                format!("hops along {} over {victim} to the next square, if that is empty", lines_in_words(lines))
            }
            Movement::PawnSteps(ahead) => {
                format!("steps one or, from its second rank, two empty squares {}", ahead.clause())
            }
            Movement::PawnCaptures(ahead) => {
                format!("moves one square {}, also en passant", ahead.clause())
            }
            Movement::PawnHops => {
                "hops over a man on the next square diagonally ahead to the square after it, if that is empty, also en passant"
                    .into()
            }
            Movement::Within(bounds, movement) => format!("{}, {}", movement.clause(), bounds.clause()),
            Movement::Split { quiet, capture } => {
                let leaps = matches!(quiet, Movement::Leaper(_) | Movement::LameLeaper(_));
                let comma = if leaps { "," } else { "" };
                format!("{}{comma} without capture; to capture it {}", quiet.clause(), capture.clause())
            }
            Movement::Twice(movement) => {
                format!("twice in turn, first to an empty square and never back, {}", movement.clause())
            }
            Movement::Repeat { movement, most, stops } => {
                let times = most.map_or("any number of times".to_owned(), |most| format!("up to {most} times"));
                let squares = match stops {
                    Stops::Anywhere => "empty squares",
                    Stops::Edge => "empty squares of the edge",
                };
                format!("{times} in turn, first to {squares}, {}", movement.clause())
            }
            Movement::Treehopper(Directions::OfQueen) => {
                "leaps to a man of either side, the hurdle, and from it as far, along ranks and files or both times along \
                 diagonals, whatever is between"
                    .into()
            }
            Movement::Treehopper(Directions::All) => {
                "leaps to any man of either side, the hurdle, and from it as far in any direction, whatever is between".into()
            }
            Movement::Leafhopper(Directions::OfQueen) => {
                "leaps as far as another man of either side is, in another direction, both along ranks and files or both along \
                 diagonals, whatever is between"
                    .into()
            }
            Movement::Leafhopper(Directions::All) => {
                "leaps as far as another man of either side is, in any other direction, whatever is between".into()
            }
            Movement::RadialLeap => {
                "leaps to any enemy man, the hurdle, and from it as far in any direction, whatever is between".into()
            }
            Movement::Combined(parts) => {
                parts.iter().map(|part| part.clause()).collect::<Vec<_>>().join(", or ")
            }
            Movement::Borrowed(lenders) => {
                let side = match lenders {
                    Lenders::Enemies => "of the other side",
                    Lenders::Friends => "of its own side",
                };
                format!(
                    "moves as any man {side} that observes it, or observes it through others of its kind that are observed in \
                     turn"
                )
            }
            Movement::Immobile => "does not move".into(),
        }
    }
}

impl Ahead {
    fn clause(self) -> &'static str {
        match self {
            Ahead::Straight => "straight ahead",
            Ahead::Diagonally => "diagonally ahead",
        }
    }
}

impl Bounds {
    fn clause(self) -> String {
        let squares = match self {
            Bounds::AcrossEdge => "from the edge of the board to another square or the other way",
            Bounds::FromFiles(files) => {
                let names: Vec<String> =
                    files.iter().map(|file| char::from(b'a' + file).to_string()).collect();
                let word = if files.len() == 1 { "file" } else { "files" };
                return format!("but only from the {word} {}", names.join(" and "));
            }
            Bounds::Up => "to higher ranks",
            Bounds::Down => "to lower ranks",
            Bounds::Forward => "ahead",
            Bounds::Backward => "back",
            Bounds::AsideInEnemyHalf => "along the rank in the half of the opponent",
        };
        format!("but only {squares}")
    }
}

impl Hopper {
    fn clause(self) -> String {
        let Hopper { hurdles, approach, landing, turn, .. } = self;
        let (lines, square) = match self.lines {
            [Line::Lame(lame)] => {
                let passed = passed(*lame);
                (
                    format!("straight lines of (1,2) leaps and the {passed} squares on their way"),
                    "end of a leap",
                )
            }
            lines => (lines_in_words(lines), "square"),
        };
        let which = match approach {
            Distance::Any | Distance::Same => "",
            Distance::Exactly(1) => " next to it",
            Distance::Exactly(_) => " at a fixed distance",
        };
        let hurdle = match hurdles {
            1 => format!("one man{which} of either side, the hurdle,"),
            2 => "two men of either side, the hurdles,".to_owned(),
            number => format!("{number} men of either side, the hurdles,"),
        };
        if turn > 0 {
            return format!("moves along {lines} up to {hurdle} and from it {}", self.way_from_hurdle());
        }
        let to = match landing {
            Distance::Any => format!("any {square} after it, up to the next man"),
            Distance::Same => "the square as far after it".to_owned(),
            Distance::Exactly(1) => "the next square".to_owned(),
            Distance::Exactly(2) => "the second square after it".to_owned(),
            Distance::Exactly(number) => format!("the square {number} leaps after it"),
        };
        format!("hops along {lines} over {hurdle} to {to}")
    }

    /// Returns the way after a turn on the hurdle.
    fn way_from_hurdle(self) -> String {
        let degrees = match self.turn {
            1 => return "by one of the two (1,2) leaps that are closest to its direction".to_owned(),
            HALF_TURN => "180° back".to_owned(),
            turn => format!("{}° to either side", 90 * u32::from(turn) / u32::from(QUARTER_TURN)),
        };
        let is_of_queen = |line: &Line| [Line::Straight(WAZIR), Line::Straight(FERS)].contains(line);
        let far = match self.landing {
            Distance::Any => "any number of squares, up to the next man,",
            Distance::Same => "as far",
            Distance::Exactly(_) if self.lines.iter().all(is_of_queen) => "one square",
            Distance::Exactly(_) => "one leap",
        };
        format!("{far} in a direction turned by {degrees}")
    }
}

/// Returns the square that a lame leaper passes.
fn passed(lame: Lame) -> &'static str {
    match lame {
        Lame::Mao => "orthogonally adjacent",
        Lame::Moa => "diagonally adjacent",
    }
}

/// Returns lines in words.
fn lines_in_words(lines: &[Line]) -> String {
    let has = |leap: Leap| lines.contains(&Line::Straight(leap));
    let mut words = Vec::new();
    match (has(WAZIR), has(FERS)) {
        (true, true) => words.push("ranks, files and diagonals".to_owned()),
        (true, false) => words.push("ranks and files".to_owned()),
        (false, true) => words.push("diagonals".to_owned()),
        (false, false) => {}
    }
    let leaps: Vec<Leap> = lines
        .iter()
        .filter_map(|line| match line {
            Line::Straight(leap) if ![WAZIR, FERS].contains(leap) => Some(*leap),
            _ => None,
        })
        .collect();
    if !leaps.is_empty() {
        words.push(format!("straight lines of {} leaps", listed(&leaps, "or")));
    }
    for line in lines {
        match line {
            Line::Straight(_) => {}
            Line::Lame(lame) => {
                let over = passed(*lame);
                words.push(format!("straight lines of (1,2) leaps, each over an empty {over} square,"));
            }
            Line::Rose => words.push("circles of (1,2) leaps".to_owned()),
            Line::Zigzag { leap, period } => {
                let (leap, period) = (in_numbers(*leap), in_numbers(*period));
                words.push(format!("lines of two {leap} leaps in turn, together {period},"));
            }
            Line::Bent { first, then } => {
                let (first, then) = (in_numbers(*first), in_numbers(*then));
                words.push(format!("lines of one {first} leap, then {then} leaps closest to its direction,"));
            }
            Line::Reflected { mirror, times } => {
                let place = match mirror {
                    Mirror::EdgeSquare => "on edge squares",
                    Mirror::Border => "on the border, from an edge square to the next one",
                };
                let times = if *times == 1 { "once".to_owned() } else { format!("up to {times} times") };
                words.push(format!("diagonals, reflected {times} {place},"));
            }
        }
    }
    words.join(" or ")
}

/// Returns the lengths of leaps, the last one after a word.
fn listed(leaps: &[Leap], word: &str) -> String {
    let names: Vec<String> = leaps.iter().map(|&leap| in_numbers(leap)).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} {word} {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

fn in_numbers(Leap(short, long): Leap) -> String {
    format!("({short},{long})")
}

#[cfg(test)]
mod tests {
    use crate::position::Walk;

    #[test]
    fn movements_are_described() {
        for (walk, sentence) in [
            (Walk::Squirrel, "Leaps (0,2), (1,2) or (2,2), whatever is between."),
            (Walk::Mao, "Leaps (1,2) unless the orthogonally adjacent square on its way is occupied."),
            (
                Walk::Waran,
                "Moves along ranks and files or straight lines of (1,2) leaps up to the first man.",
            ),
            (
                Walk::Grasshopper,
                "Hops along ranks, files and diagonals over one man of either side, the hurdle, to the next square.",
            ),
            (
                Walk::Pao,
                "Moves along ranks and files up to the first man without capture; to capture it hops along ranks and files \
                 over one man of either side, the hurdle, to any square after it, up to the next man.",
            ),
            (
                Walk::MaoriderLion,
                "Hops along straight lines of (1,2) leaps and the orthogonally adjacent squares on their way over one man of \
                 either side, the hurdle, to any end of a leap after it, up to the next man.",
            ),
            (
                Walk::RookBouncer,
                "Moves along ranks and files over empty squares away from the first man or the edge of the board, as far as \
                 that is.",
            ),
            (Walk::Dummy, "Does not move."),
        ] {
            assert_eq!(walk.fairy().map(|row| row.movement.sentence()).as_deref(), Some(sentence));
        }
    }
}
