//! Features of the ways of men within a line.

use std::collections::{BTreeMap, BTreeSet};

use super::feature::Feature;
use super::finder::Finder;
use super::played::{MovedMen, Origin, PlayedLine, PlayedMove, PlayedPhase, square_of};
use super::tracing::at_start;
use crate::board::{Layout, Square};
use crate::position::{Side, Walk};
use crate::solution::Action;

/// A man on its way through a line: the number of each of its moves and the square after it; first the square from
/// which it moves.
type Route = Vec<(usize, Square)>;

/// Returns the routes of the men that move in a line. A man that comes to another square without moving itself, as by a
/// rebirth, begins another route there.
fn routes(line: &PlayedLine) -> Vec<(Origin, Route)> {
    let mut open: BTreeMap<Origin, Route> = BTreeMap::new();
    let mut routes = Vec::new();
    for (index, step, men) in line.traced() {
        let is_mover = |man: Origin| match step.record.action {
            Action::Castling { .. } | Action::Exchange { .. } => true,
            _ => men.mover == Some(man),
        };
        for (&square, &man) in men.standing.iter() {
            let route = open.entry(man).or_insert_with(|| vec![(0, man.0)]);
            let is_elsewhere = route.last().is_some_and(|&(_, last)| last != square);
            let was_reborn = men.reborn.iter().any(|&(reborn, _)| reborn == man);
            if is_elsewhere && is_mover(man) && !was_reborn {
                route.push((index, square));
            } else if is_elsewhere || was_reborn {
                routes.push((man, std::mem::replace(route, vec![(index, square)])));
            }
        }
    }
    routes.extend(open);
    routes.retain(|(_, route)| route.len() > 1);
    routes
}

/// Finds switchbacks, round trips, the Klasinc and exchanges of places.
pub(super) fn find_routes(finder: &mut Finder<'_>) {
    for (phase, line) in finder.lines() {
        for &(man, ref route) in &routes(line) {
            let place = |finder: &Finder<'_>| {
                format!("{}: {}", phase.label(man, finder.names), finder.text(phase, line))
            };
            let squares: Vec<Square> = route.iter().map(|&(_, square)| square).collect();
            if squares.windows(3).any(|three| three[0] == three[2]) {
                finder.add(Feature::Switchback, place(finder));
            }
            if has_round_trip(&squares) {
                finder.add(Feature::RoundTrip, place(finder));
            }
            if let Some(other) = crossing_man(phase, line, man, route) {
                let text = format!("{}, {}", phase.label(other, finder.names), place(finder));
                finder.add(Feature::Klasinc, text);
            }
        }
        find_exchange(finder, phase, line);
    }
}

/// Returns whether a man returns to a square after at least three moves to different squares.
fn has_round_trip(squares: &[Square]) -> bool {
    (0..squares.len()).any(|begin| {
        let end = squares.iter().skip(begin + 1).position(|&square| square == squares[begin]);
        end.is_some_and(|end| {
            let way = &squares[begin + 1..=begin + end];
            way.len() > 1 && way.iter().collect::<BTreeSet<_>>().len() == way.len()
        })
    })
}

/// Returns a man that crosses a square between the departure of a man from it and its return.
fn crossing_man(phase: &PlayedPhase, line: &PlayedLine, man: Origin, route: &Route) -> Option<Origin> {
    for (begin, &(_, square)) in route.iter().enumerate() {
        let Some(&(left, _)) = route.get(begin + 1) else { break };
        let Some(&(back, _)) = route[begin + 1..].iter().find(|&&(_, at)| at == square) else { continue };
        let crosses = |step: &PlayedMove, men: &MovedMen| match step.record.action {
            Action::Move { from, to, man: mover, .. } => {
                men.mover != Some(man) && passes(phase.layout(), mover.walk, [from, to], square)
            }
            _ => false,
        };
        let crossing =
            line.traced().find(|&(index, step, men)| (left..back).contains(&index) && crosses(step, men));
        if let Some((_, _, men)) = crossing {
            return men.mover;
        }
    }
    None
}

/// Returns whether a man that moves from one square to another passes a square that must be empty.
fn passes(layout: Layout, walk: Walk, [from, to]: [Square; 2], square: Square) -> bool {
    let way = walk.straight_way(layout.vector(from, to));
    let passed = layout.vector(from, square);
    square != to && way.is_some_and(|way| way.empty().any(|vector| vector == passed))
}

fn find_exchange(finder: &mut Finder<'_>, phase: &PlayedPhase, line: &PlayedLine) {
    for (_, _, men) in line.traced() {
        for (&square, &man) in men.standing.iter() {
            let partner = Origin(square);
            if square < man.0 && men.standing.get(&man.0) == Some(&partner) {
                let [one, other] = [partner, man].map(|man| phase.label(man, finder.names));
                finder.add(Feature::PlaceExchange, format!("{one}, {other}: {}", finder.text(phase, line)));
            }
        }
    }
}

/// Finds Excelsior and Phoenix.
pub(super) fn find_promotions(finder: &mut Finder<'_>) {
    for (phase, line) in finder.lines() {
        let mut lost: Vec<(Side, Walk, Origin)> = Vec::new();
        let start = at_start(&phase.start);
        let mut standing = &start;
        for (_, step, men) in line.traced() {
            let moved = match step.record.action {
                Action::Move { promotion: Some(_), .. } => men.mover,
                _ => None,
            };
            if let Some(pawn) = moved.filter(|&pawn| is_from_second_rank(phase, pawn, step.record.side)) {
                let label = phase.label(pawn, finder.names);
                finder.add(Feature::Excelsior, format!("{label}: {}", finder.text(phase, line)));
            }
            for promotion in step.promotions() {
                let replaced = lost.iter().find(|&&(side, lost, _)| (side, lost) == promotion);
                if let Some(&(.., replaced)) = replaced {
                    let label = phase.label(replaced, finder.names);
                    finder.add(Feature::Phoenix, format!("{label}: {}", finder.text(phase, line)));
                }
            }
            for &captured in &men.captured {
                // The man as it is when it is captured.
                let man = square_of(standing, captured).and_then(|square| step.before.man(square));
                let Some(man) = man.filter(|man| !man.walk.is_pawn()) else { continue };
                let sides = Side::BOTH.into_iter().filter(|&side| man.colour.is_of(side));
                lost.extend(sides.map(|side| (side, man.walk, captured)));
            }
            standing = &men.standing;
        }
    }
}

/// Returns whether a man is a pawn on the second rank of its side in the diagram.
fn is_from_second_rank(phase: &PlayedPhase, pawn: Origin, side: Side) -> bool {
    let layout = phase.layout();
    let second = match side {
        Side::White => 1,
        Side::Black => layout.ranks().saturating_sub(2),
    };
    layout.rank(pawn.0) == second
        && phase.man(pawn).is_some_and(|man| man.walk.is_pawn() && man.colour.is_of(side))
}

/// Finds rebirths and what reborn men do.
pub(super) fn find_rebirths(finder: &mut Finder<'_>) {
    for (phase, line) in finder.lines() {
        let mut reborn: Vec<Origin> = Vec::new();
        for (_, step, men) in line.traced() {
            for &(man, square) in &men.reborn {
                let text = format!("{} on {}", phase.label(man, finder.names), phase.layout().name(square));
                finder.add(Feature::Rebirth, text);
                if reborn.contains(&man) {
                    let label = phase.label(man, finder.names);
                    finder.add(Feature::RepeatedRebirth, format!("{label}: {}", finder.text(phase, line)));
                }
                reborn.push(man);
            }
            if matches!(step.record.action, Action::Castling { .. }) && castles_reborn(step, men, &reborn) {
                finder.add(Feature::RebornCastling, finder.text(phase, line));
            }
        }
        let Some(picture) = line.picture.as_ref().filter(|picture| picture.is_mate) else { continue };
        let Some(last) = line.last().and_then(|last| last.men.as_ref()) else { continue };
        let is_reborn = |square: &Square| last.standing.get(square).is_some_and(|man| reborn.contains(man));
        if picture.checkers.iter().any(is_reborn) {
            finder.add(Feature::RebornMate, finder.text(phase, line));
        }
    }
}

/// Returns whether a king or a rook of a castling was reborn.
fn castles_reborn(step: &PlayedMove, men: &MovedMen, reborn: &[Origin]) -> bool {
    let mut moved = men.standing.iter().filter(|(square, _)| step.before.man(**square).is_none());
    moved.any(|(_, man)| reborn.contains(man))
}
