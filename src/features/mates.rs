//! Features of final positions.

use std::collections::BTreeSet;

use super::feature::Feature;
use super::finder::Finder;
use super::picture::Picture;
use super::played::{PlayedLine, PlayedMove, PlayedPhase};
use crate::board::{Layout, Square};
use crate::position::{Colour, Walk};
use crate::solution::Action;

/// Finds pure, model and ideal final positions.
pub(super) fn find_pictures(finder: &mut Finder<'_>) {
    type Test = fn(&Picture) -> bool;
    let tests: [(Test, Feature, Feature); 3] = [
        (Picture::is_pure, Feature::PureMate, Feature::PureStalemate),
        (Picture::is_model, Feature::ModelMate, Feature::ModelStalemate),
        (Picture::is_ideal, Feature::IdealMate, Feature::IdealStalemate),
    ];
    for (phase, line, picture) in finder.pictures() {
        for (has_feature, mate, stalemate) in tests {
            if has_feature(picture) {
                finder.add(if picture.is_mate { mate } else { stalemate }, finder.text(phase, line));
            }
        }
    }
}

/// A man of a picture, seen from the king.
type Placed = ((i8, i8), Walk, Colour);

/// The men that take part in a picture and the squares next to the king, seen from it.
#[derive(PartialEq, Eq)]
struct Pattern {
    is_mate: bool,
    men: BTreeSet<Placed>,
    field: BTreeSet<(i8, i8)>,
}

impl Pattern {
    fn new(picture: &Picture, layout: Layout) -> Pattern {
        let seen = |square| layout.vector(picture.king, square);
        Pattern {
            is_mate: picture.is_mate,
            men: picture
                .active_men()
                .map(|entry| (seen(entry.square), entry.man.walk, entry.man.colour))
                .collect(),
            field: picture.field.iter().map(|field| seen(field.square)).collect(),
        }
    }

    /// Returns the pattern after one of the eight rotations and reflections.
    fn turned(&self, symmetry: usize) -> Pattern {
        let turn = |(x, y): (i8, i8)| {
            let (x, y) = if symmetry & 1 == 0 { (x, y) } else { (-x, y) };
            let (x, y) = if symmetry & 2 == 0 { (x, y) } else { (x, -y) };
            if symmetry & 4 == 0 { (x, y) } else { (y, x) }
        };
        Pattern {
            is_mate: self.is_mate,
            men: self.men.iter().map(|&(at, walk, colour)| (turn(at), walk, colour)).collect(),
            field: self.field.iter().map(|&at| turn(at)).collect(),
        }
    }
}

/// Finds echoes among the final positions of one side.
pub(super) fn find_echoes(finder: &mut Finder<'_>) {
    let mut seen: Vec<(Pattern, &Picture, String)> = Vec::new();
    for (phase, line, picture) in finder.pictures().filter(|(_, _, picture)| picture.has_no_idle_piece()) {
        let layout = phase.layout();
        let pattern = Pattern::new(picture, layout);
        let text = finder.text(phase, line);
        for (other, earlier, earlier_text) in &seen {
            let is_other = earlier.king != picture.king || pattern != *other;
            if is_other
                && earlier.side == picture.side
                && (0..8).any(|symmetry| pattern.turned(symmetry) == *other)
            {
                let is_chameleon = layout.is_dark(earlier.king) != layout.is_dark(picture.king);
                let feature = if is_chameleon { Feature::ChameleonEcho } else { Feature::Echo };
                finder.add(feature, format!("{earlier_text} / {text}"));
            }
        }
        // A picture that occurs again is no further partner.
        let is_known =
            seen.iter().any(|(other, earlier, _)| earlier.king == picture.king && pattern == *other);
        match seen.len() < MAX_PATTERNS {
            _ if is_known => {}
            true => seen.push((pattern, picture, text)),
            false => finder.leave_out(),
        }
    }
}

/// The number of final positions that are compared with others.
const MAX_PATTERNS: usize = 64;

/// Finds mates by the opening of a line.
pub(super) fn find_batteries(finder: &mut Finder<'_>) {
    for (phase, line, picture) in finder.pictures().filter(|(_, _, picture)| picture.is_mate) {
        let Some(last) = line.last() else { continue };
        if picture.checkers.iter().any(|&checker| is_opened(phase, last, checker, picture.king)) {
            finder.add(Feature::BatteryMate, finder.text(phase, line));
        }
    }
}

/// Returns whether a move has opened the line from a man, which has not moved, to the king.
fn is_opened(phase: &PlayedPhase, last: &PlayedMove, checker: Square, king: Square) -> bool {
    let Action::Move { to, .. } = last.record.action else { return false };
    let stood_there = last.before.man(checker) == last.after.man(checker) && checker != to;
    let layout = phase.layout();
    stood_there && last.vacated().any(|(square, _)| is_between(layout, checker, king, square))
}

/// Returns whether a square is between two others on a straight line.
fn is_between(layout: Layout, one: Square, other: Square, square: Square) -> bool {
    let wide = |(x, y): (i8, i8)| (i32::from(x), i32::from(y));
    let ((x, y), (to_x, to_y)) = (wide(layout.vector(one, square)), wide(layout.vector(one, other)));
    let is_on_line = x * to_y == y * to_x && x * to_x + y * to_y > 0;
    is_on_line && x * x + y * y < to_x * to_x + to_y * to_y
}

/// Returns the man that gives mate: the one that made the last move, and of castling the rook if it gives check.
pub(super) fn mating_man(line: &PlayedLine) -> Option<super::played::Origin> {
    let picture = line.picture.as_ref().filter(|picture| picture.is_mate)?;
    let last = line.last()?;
    let men = last.men.as_ref()?;
    match last.record.action {
        Action::Castling { .. } => men.standing.get(picture.checkers.first()?).copied(),
        _ => men.mover,
    }
}
