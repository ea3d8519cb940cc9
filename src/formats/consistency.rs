//! Consistency checks of a problem beyond its single words, for every format.

use super::Diagnostic;
use crate::board::{Layout, Square};
use crate::position::movement::Ahead;
use crate::position::{Reserve, Side};
use crate::problem::{
    Declaration, Diagram, DoubleStep, NamedRule, Options, Setting, Span, Spanned, Twin, TwinChange, Verdict,
};
use crate::rules::{ScopedRule, reserve_error};
use crate::stipulation::{Family, Goal, Stipulation};

/// Checks that every declaration names an existing twin and that nothing is declared twice.
pub(super) fn check_declarations(declared: &[Spanned<Declaration>], twins: usize) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    for line in declared {
        if let Some(twin) = &line.value.twin
            && twin_number(twin).is_none_or(|number| number >= twins)
        {
            let message = format!("there is no twin '{twin}' in this problem");
            faults.push(Diagnostic::error(line.span, message));
        }
    }
    let mut said: Vec<(&Spanned<Declaration>, [bool; 6])> = Vec::new();
    for line in declared.iter().take(MAX_DECLARATIONS) {
        let fields = declared_fields(&line.value);
        let twice = said.iter().find(|(other, others)| {
            other.value.twin == line.value.twin && others.iter().zip(fields).any(|(&one, other)| one && other)
        });
        if let Some((other, _)) = twice {
            let message = "this was declared before";
            faults.push(Diagnostic::error(line.span, message).see_also(other.span, "here"));
        }
        // Several solutions is the verdict where their number is not declared.
        let is_counted = line.value.line_count.is_some() || line.value.branching.is_some();
        if line.value.verdict == Some(Verdict::SeveralSolutions) && is_counted {
            let message = "'several-solutions' is the verdict if no number of solutions is declared: with this number the \
                           verdict is 'sound'";
            faults.push(Diagnostic::error(line.span, message));
        }
        said.push((line, fields));
    }
    faults
}

/// Returns the error of an A to B problem without its first diagram. `expected` is where it should be.
pub(super) fn check_start(setting: &Setting, expected: &str) -> Option<Diagnostic> {
    let read = setting.stipulation.filter(|read| read.value.goal == Goal::AToB && setting.start.is_none())?;
    let message = format!("{} needs two diagrams: expected {expected}", read.value);
    Some(Diagnostic::error(read.span, message))
}

/// Returns why options exclude each other; `None` if they do not.
pub(super) fn contradiction(options: &Options) -> Option<&'static str> {
    match options {
        Options { duplex: true, half_duplex: true, .. } => Some(DUPLEX_AND_HALF),
        Options { set_play: true, post_key_play: true, .. } => Some(SET_PLAY_AFTER_KEY),
        Options { set_play: true, null_moves: true, .. } => Some(SET_PLAY_WITH_PASSES),
        _ => None,
    }
}

/// Why two options exclude each other.
pub(super) const DUPLEX_AND_HALF: &str = "Duplex and HalfDuplex exclude each other";
pub(super) const SET_PLAY_AFTER_KEY: &str =
    "SetPlay shows play before the key, and PostKeyPlay assumes that the key has been made";
pub(super) const SET_PLAY_WITH_PASSES: &str =
    "with NullMoves the first move can be a pass: SetPlay would show the same play again";

/// Only this number of declarations is compared with each other.
const MAX_DECLARATIONS: usize = 256;

fn declared_fields(declaration: &Declaration) -> [bool; 6] {
    [
        declaration.verdict.is_some(),
        declaration.keys.is_some(),
        declaration.line_count.is_some(),
        declaration.branching.is_some(),
        declaration.set_line_count.is_some(),
        declaration.tries.is_some(),
    ]
}

/// Returns the number of a twin, from 0: `a`, `b`, … `z`, `z1`, …
pub(super) fn twin_number(label: &str) -> Option<usize> {
    match label.as_bytes() {
        [letter @ b'a'..=b'z'] => Some(usize::from(letter - b'a')),
        [b'z', ..] => label[1..].parse::<usize>().ok()?.checked_add(25),
        _ => None,
    }
}

/// Returns the side of the pawns that make this step: straight or diagonally ahead over one square or more, from the first
/// two ranks.
///
/// # Errors
/// If no pawn makes such a step.
pub(super) fn double_step_side(step: &DoubleStep, layout: Layout, span: Span) -> Result<Side, Diagnostic> {
    let mut squares = vec![step.departure];
    squares.extend(&step.passed);
    squares.push(step.arrival);
    let rank = |square| i16::from(layout.rank(square));
    let each_is = |by: i16| squares.windows(2).all(|pair| rank(pair[1]) - rank(pair[0]) == by);
    let file = |square| i16::from(layout.file(square));
    let goes_straight = (-1..=1).any(|by| squares.windows(2).all(|pair| file(pair[1]) - file(pair[0]) == by));
    let top = i16::from(layout.ranks()) - 1;
    match rank(step.departure) {
        _ if !goes_straight || step.passed.is_empty() => Err(not_a_double_step(span)),
        0 | 1 if each_is(1) => Ok(Side::White),
        from if from >= top - 1 && each_is(-1) => Ok(Side::Black),
        _ => Err(not_a_double_step(span)),
    }
}

/// Returns the double step from the second rank of a side over a square; `None` if no pawn makes one, or if either
/// side can have made it.
pub(super) fn double_step_over(passed: Square, layout: Layout) -> Option<DoubleStep> {
    let (file, rank) = (layout.file(passed), layout.rank(passed));
    let [from, to] = match rank {
        2 if layout.ranks() != 5 => [1, 3],
        _ if layout.ranks() != 5 && rank + 3 == layout.ranks() => [rank + 1, rank - 1],
        _ => return None,
    };
    let [departure, arrival] = [from, to].map(|rank| layout.at(file, rank));
    Some(DoubleStep { departure: departure?, passed: vec![passed], arrival: arrival? })
}

/// Returns the error that squares do not form a double step.
pub(super) fn not_a_double_step(span: Span) -> Diagnostic {
    let message = "expected the double step of a pawn: the square that it passed, as in d6, or departure, passed \
                   square and arrival without blanks, as in d7d6d5 or, of a Berolina pawn, f7e6d5";
    Diagnostic::error(span, message)
}

/// Checks that a pawn of the diagram can have made this double step.
///
/// # Errors
/// If no pawn is at its end, or its way is occupied.
pub(super) fn check_en_passant(step: &Spanned<DoubleStep>, diagram: &Diagram) -> Result<(), Diagnostic> {
    let layout = diagram.layout();
    let side = double_step_side(&step.value, layout, step.span)?;
    let direction = step.value.direction(layout);
    let arrival = layout.name(step.value.arrival);
    match diagram.man(step.value.arrival) {
        Some(man) if man.walk.double_steps() == Some(direction) && man.colour.is_of(side) => {}
        found => {
            let found = found.map_or("no man".to_owned(), |man| man.label());
            let pawn = if direction == Ahead::Straight { "pawn" } else { "Berolina pawn" };
            let message = format!(
                "expected a {pawn} of {side}, or a man that steps as one, on {arrival}, found {found}"
            );
            return Err(Diagnostic::error(step.span, message));
        }
    }
    let way = step.value.passed.iter().chain([&step.value.departure]);
    for square in way {
        if let Some(man) = diagram.man(*square) {
            let message = format!(
                "the pawn on {arrival} cannot have passed {}, which {} occupies",
                layout.name(*square),
                man.label()
            );
            return Err(Diagnostic::error(step.span, message));
        }
    }
    Ok(())
}

/// Checks that these men may be in the reserve.
///
/// # Errors
/// If the rules do not allow one of them.
pub(super) fn check_reserve(conditions: &[NamedRule], reserve: Spanned<Reserve>) -> Result<(), Diagnostic> {
    let conditions: Vec<ScopedRule> = conditions.iter().map(|spanned| spanned.value).collect();
    match reserve_error(&conditions, &reserve.value) {
        Some(message) => Err(Diagnostic::error(reserve.span, message)),
        None => Ok(()),
    }
}

/// Checks that the meaning of WhiteToPlay is clear in the stipulations of twins, which have the options of the
/// diagram.
pub(super) fn check_white_to_play<'a>(twins: impl IntoIterator<Item = &'a Twin>) -> Vec<Diagnostic> {
    let is_unclear = |change: &&Spanned<TwinChange>| match &change.value {
        TwinChange::Stipulation(stipulation) => !white_can_begin(stipulation),
        _ => false,
    };
    let unclear = twins.into_iter().flat_map(|twin| &twin.changes).filter(is_unclear);
    let error = |change: &Spanned<TwinChange>| {
        let message = "expected a stipulation in which White can begin: the diagram has White to play";
        Diagnostic::error(change.span, message)
    };
    unclear.map(error).collect()
}

/// Returns whether the meaning of WhiteToPlay is clear: White begins in any case, or White saves a ply by
/// beginning.
pub(super) fn white_can_begin(stipulation: &Stipulation) -> bool {
    let unclear = matches!(
        stipulation.family,
        Family::HelpSelf
            | Family::HelpReflex
            | Family::SeriesHelp
            | Family::SeriesHelpSelf
            | Family::SeriesReciprocal
            | Family::ParrySeriesHelp
    );
    // A single move of each side leaves no ply to save.
    let nothing_to_save = stipulation.family == Family::Reciprocal && stipulation.moves < 2;
    !unclear && !nothing_to_save && stipulation.intro == 0
}
