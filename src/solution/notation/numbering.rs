//! Lines of play with the numbers of their plies, as journals print them.

use super::{PieceNames, short, short_marks};
use crate::board::Layout;
use crate::position::Side;
use crate::solution::{Counting, MoveRecord};

/// Returns a ply with its number as journals print it: `2.Sc3#`, or `1...Kd4` for the second of a pair.
pub fn numbered(number: u16, second: bool, ply: &str) -> String {
    format!("{number}{}{ply}", if second { "..." } else { "." })
}

/// Returns the plies of a line as journals print them, each with its number if it has one.
pub fn line(steps: &[MoveRecord], counting: Counting, layout: Layout, names: PieceNames) -> Vec<String> {
    let sides: Vec<Side> = steps.iter().map(|step| step.side).collect();
    let numbers = numbers(&sides, counting);
    let plies = steps.iter().map(|step| short(step, layout, names) + short_marks(step));
    let words = numbers.into_iter().zip(plies).map(|(number, ply)| number + &ply);
    omitted_pair(counting).map(str::to_owned).into_iter().chain(words).collect()
}

/// Returns what stands for a first pair that is not played, before the plies of a line.
pub fn omitted_pair(counting: Counting) -> Option<&'static str> {
    (counting == Counting::PairsFromThird).then_some("1...")
}

/// Returns what precedes each ply of a line, played by these sides: its number with dots, or nothing.
pub fn numbers(sides: &[Side], counting: Counting) -> Vec<String> {
    let mut number = match counting {
        Counting::Pairs | Counting::Series | Counting::Introduced(_) => 1,
        _ => 2,
    };
    let mut written = Vec::new();
    for (index, &side) in sides.iter().enumerate() {
        let is_numbered = match counting {
            Counting::Pairs | Counting::PairsFromThird => index % 2 == 0,
            Counting::PairsFromSecond => index % 2 == 1,
            Counting::Series => sides.first() == Some(&side),
            Counting::SeriesEnd => false,
            Counting::Introduced(moves) => {
                let begin = usize::from(moves);
                // The series is numbered from 1.
                number = if index == begin { 1 } else { number };
                let first = if index < begin { sides.first() } else { sides.get(begin) };
                first == Some(&side)
            }
        };
        written.push(match counting {
            Counting::PairsFromSecond | Counting::SeriesEnd if index == 0 => numbered(1, true, ""),
            _ if is_numbered => numbered(number, false, ""),
            _ => String::new(),
        });
        number += u16::from(is_numbered);
    }
    written
}
