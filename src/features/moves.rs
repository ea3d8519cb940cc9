//! Features of single moves and of sets of moves.

use std::collections::{BTreeMap, BTreeSet};

use super::feature::Feature;
use super::finder::Finder;
use super::identity::Identity;
use super::played::{PlayedLine, PlayedMove, PlayedPhase};
use crate::board::{Layout, Square};
use crate::position::{Side, Walk};
use crate::solution::notation::{self, MoveFormat};
use crate::solution::{Action, Role};

/// Finds castling, captures en passant, promotions and the Umnov.
pub(super) fn find_moves(finder: &mut Finder<'_>) {
    let mut promotions: BTreeMap<Side, BTreeSet<Walk>> = BTreeMap::new();
    for (phase, line) in finder.lines() {
        let format = MoveFormat { layout: phase.layout(), names: finder.names };
        for step in &line.moves {
            let text = || format.mv(&step.record);
            match step.record.action {
                Action::Castling { .. } => finder.add(Feature::Castling, text()),
                Action::Move { en_passant: true, .. } => finder.add(Feature::EnPassant, text()),
                _ => {}
            }
            for (side, walk) in step.promotions().filter(|(_, walk)| walk.is_promotion()) {
                promotions.entry(side).or_default().insert(walk);
                if walk != Walk::Queen {
                    finder.add(Feature::Underpromotion, text());
                }
            }
        }
        for pair in line.moves.windows(2).filter(|pair| follows(&pair[0], &pair[1])) {
            let [first, second] = [&pair[0], &pair[1]].map(|step| format.mv(&step.record));
            finder.add(Feature::Umnov, format!("{first} {second}"));
        }
    }
    let all = Walk::PROMOTIONS.len();
    let letters = |walks: &BTreeSet<Walk>| {
        walks.iter().map(|&walk| finder.names.of(walk).into_owned()).collect::<Vec<_>>().join(" ")
    };
    let of_one_side: Vec<String> = promotions
        .iter()
        .filter(|(_, walks)| walks.len() == all)
        .map(|(side, walks)| format!("{side}: {}", letters(walks)))
        .collect();
    let together: BTreeSet<Walk> = promotions.values().flatten().copied().collect();
    if of_one_side.is_empty() && together.len() == all {
        let sides: Vec<String> =
            promotions.iter().map(|(side, walks)| format!("{side}: {}", letters(walks))).collect();
        finder.add(Feature::MixedAllumwandlung, sides.join(", "));
    }
    of_one_side.into_iter().for_each(|text| finder.add(Feature::Allumwandlung, text));
}

/// Returns whether a man moves to a square that another man has just left.
fn follows(first: &PlayedMove, second: &PlayedMove) -> bool {
    let mover = |step: &PlayedMove| step.men.as_ref().and_then(|men| men.mover);
    let is_same_man = mover(first).is_some_and(|man| mover(second) == Some(man));
    let arrival = second.arrival().filter(|_| !is_same_man);
    let is_left = |square| {
        first.vacated().any(|(vacated, man)| vacated == square && man.colour.is_of(first.record.side))
    };
    arrival.is_some_and(is_left)
}

/// The squares to which the man on a square moves after the same moves.
type Targets = BTreeMap<(String, Square), BTreeSet<Square>>;

/// Finds stars of kings, the albino and the pickaninny.
pub(super) fn find_targets(finder: &mut Finder<'_>) {
    let (mut kings, mut pawns) = (Targets::new(), Targets::new());
    let mut attackers = Targets::new();
    let mut shown: BTreeMap<(String, Square), &PlayedPhase> = BTreeMap::new();
    for (phase, line) in finder.lines().filter(|(_, line)| line.counting.is_none()) {
        let mut before = format!("{} {:?}", phase.twin, phase.side);
        let whole = before.clone();
        for step in &line.moves {
            if let Action::Move { man, from, to, .. } = step.record.action {
                let is_defence = matches!(step.role, Some((Role::Defence, _)));
                let place = if is_defence { &before } else { &whole };
                let key = (place.clone(), from);
                let table = match (is_defence, man.walk) {
                    (true, _) if man.royal => Some(&mut kings),
                    (true, Walk::Pawn) => Some(&mut pawns),
                    (false, Walk::Pawn) => Some(&mut attackers),
                    _ => None,
                };
                if let Some(table) = table {
                    shown.entry(key.clone()).or_insert(phase);
                    table.entry(key).or_default().insert(to);
                }
            }
            before.push(' ');
            before += &notation::machine(&step.record, phase.layout());
        }
    }
    let vectors = |key: &(String, Square), targets: &BTreeSet<Square>| -> BTreeSet<(i8, i8)> {
        let layout = shown[key].layout();
        targets.iter().map(|&to| layout.vector(key.1, to)).collect()
    };
    let name = |key: &(String, Square)| shown[key].layout().name(key.1).to_owned();
    let mut found = Vec::new();
    for (key, targets) in &kings {
        let steps = vectors(key, targets);
        if [(1, 1), (1, -1), (-1, 1), (-1, -1)].iter().all(|step| steps.contains(step)) {
            found.push((Feature::KingStar, name(key)));
        }
    }
    for (table, feature) in [(&attackers, Feature::Albino), (&pawns, Feature::Pickaninny)] {
        for (key, targets) in table {
            let steps = vectors(key, targets);
            let has_all = |ahead: i8| {
                [(0, ahead), (0, 2 * ahead), (1, ahead), (-1, ahead)].iter().all(|step| steps.contains(step))
            };
            let layout = shown[key].layout();
            let (rank, last) = (layout.rank(key.1), layout.ranks() - 1);
            if (rank == 1 && has_all(1)) || (rank + 1 == last && has_all(-1)) {
                found.push((feature, name(key)));
            }
        }
    }
    found.into_iter().for_each(|(feature, text)| finder.add(feature, text));
}

/// The answers to each defence after one first move, or in set play.
type Answers<'r> = BTreeMap<String, (BTreeSet<String>, &'r PlayedMove, &'r PlayedMove)>;

/// Finds changed, transferred and reciprocally changed mates.
pub(super) fn find_changes(finder: &mut Finder<'_>) {
    let mut units: BTreeMap<(usize, bool, Option<String>), Answers<'_>> = BTreeMap::new();
    let mut layout = Layout::CHESS;
    for phase in finder.phases {
        layout = phase.layout();
        for line in &phase.lines {
            let Some((first_move, defence, answer)) = answered(line) else { continue };
            let first = first_move.map(|step| notation::machine(&step.record, layout));
            let unit = units.entry((phase.twin, phase.side == Side::Black, first)).or_default();
            let entry = unit
                .entry(notation::machine(&defence.record, layout))
                .or_insert_with(|| (BTreeSet::new(), defence, answer));
            entry.0.insert(identity(phase, answer, layout));
        }
    }
    let format = MoveFormat { layout, names: finder.names };
    let text = |step: &PlayedMove| format.mv(&step.record);
    let units: Vec<&Answers<'_>> = units.values().collect();
    let mut found = Vec::new();
    for (index, one) in units.iter().enumerate() {
        for other in &units[index + 1..] {
            for (defence, (answers, step, answer)) in one.iter().filter(|(_, entry)| entry.0.len() == 1) {
                if let Some((others, _, changed)) = other.get(defence).filter(|entry| entry.0.len() == 1)
                    && others != answers
                {
                    found.push((
                        Feature::ChangedMate,
                        format!("{}: {} / {}", text(step), text(answer), text(changed)),
                    ));
                }
                let is_other = |entry: &(&String, &(BTreeSet<String>, &PlayedMove, &PlayedMove))| {
                    entry.0 != defence && entry.1.0 == *answers
                };
                let is_same = other.get(defence).is_some_and(|entry| entry.0 == *answers);
                for (after, (_, elsewhere, _)) in other.iter().filter(is_other).filter(|_| !is_same) {
                    if one.get(after).is_none_or(|entry| entry.0 != *answers) {
                        let (step, elsewhere) = (text(step), text(elsewhere));
                        found.push((
                            Feature::TransferredMate,
                            format!("{}: {step} / {elsewhere}", text(answer)),
                        ));
                    }
                    let exchanged = other.get(defence).zip(one.get(after));
                    if exchanged.is_some_and(|(here, there)| here.0 == there.0 && here.0.len() == 1) {
                        let [step, partner] = [text(step), text(elsewhere)];
                        let (first, second) = if defence < after { (step, partner) } else { (partner, step) };
                        found.push((Feature::ReciprocalChange, format!("{first}, {second}")));
                    }
                }
            }
        }
    }
    found.into_iter().for_each(|(feature, text)| finder.add(feature, text));
}

/// Returns what identifies an answer: its moves for machines. Its man counts as still on its square of the diagram,
/// also in a twin that moves it.
fn identity(phase: &PlayedPhase, answer: &PlayedMove, layout: Layout) -> String {
    let mut record = answer.record.clone();
    let mover = answer.men.as_ref().and_then(|men| men.mover);
    if let (Some(mover), Action::Move { from, .. }) = (mover, &mut record.action) {
        let (Identity::OfDiagram(square) | Identity::Added(_, square)) = phase.identity(mover);
        *from = square;
    }
    notation::machine(&record, layout)
}

/// Returns the first move, the defence and the answer of a line in which the answer to the first defence reaches the goal.
fn answered(line: &PlayedLine) -> Option<(Option<&PlayedMove>, &PlayedMove, &PlayedMove)> {
    let is = |step: &PlayedMove, role| matches!(step.role, Some((own, _)) if own == role);
    match &line.moves[..] {
        [defence, answer] if is(defence, Role::Defence) => Some((None, defence, answer)),
        [first, defence, answer] if is(defence, Role::Defence) => Some((Some(first), defence, answer)),
        _ => None,
    }
}
