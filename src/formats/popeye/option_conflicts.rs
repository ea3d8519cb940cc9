//! Options that contradict each other or have no effect.
//!
//! Two options that exclude each other are refused. An option without effect gives a warning: the solution is
//! correct, but the author may have intended something else.

use super::options::PopeyeOption;
use crate::formats::{Diagnostic, consistency};
use crate::problem::{Options, Problem, Spanned, TwinChange};
use crate::stipulation::{Family, Goal, Stipulation};

/// The options that were read, each with the span of its first occurrence.
pub(super) type OptionsRead = Vec<Spanned<PopeyeOption>>;

/// Pairs of options that exclude each other, with the reason.
const EXCLUSIVE: [(PopeyeOption, PopeyeOption, &str); 3] = [
    (PopeyeOption::Duplex, PopeyeOption::HalfDuplex, consistency::DUPLEX_AND_HALF),
    (PopeyeOption::SetPlay, PopeyeOption::PostKeyPlay, consistency::SET_PLAY_AFTER_KEY),
    (PopeyeOption::SetPlay, PopeyeOption::NullMoves, consistency::SET_PLAY_WITH_PASSES),
];

/// Records the first occurrence of an option.
pub(super) fn record(options_read: &mut OptionsRead, option: Spanned<PopeyeOption>) {
    if !options_read.iter().any(|other| other.value == option.value) {
        options_read.push(option);
    }
}

/// Returns the first occurrence of an option.
pub(super) fn find(options_read: &OptionsRead, option: PopeyeOption) -> Option<&Spanned<PopeyeOption>> {
    options_read.iter().find(|other| other.value == option)
}

/// Returns the errors for options that exclude each other.
pub(super) fn contradictions(options_read: &OptionsRead) -> Vec<Diagnostic> {
    let pairs = EXCLUSIVE.iter().filter_map(|&(one, other, why)| {
        let (one, other) = (find(options_read, one)?.span, find(options_read, other)?.span);
        Some(Diagnostic::error(one.max(other), why).see_also(one.min(other), "the other one"))
    });
    pairs.collect()
}

/// Returns the error for WhiteToPlay where its meaning is unclear.
pub(super) fn unclear_white_to_play(
    options_read: &OptionsRead,
    stipulation: &Stipulation,
) -> Option<Diagnostic> {
    let beginning = find(options_read, PopeyeOption::WhiteToPlay)
        .filter(|_| !consistency::white_can_begin(stipulation))?;
    let message = "expected WhiteToPlay only where White saves a half-move by it (h, reci-h, a=>b)";
    Some(Diagnostic::error(beginning.span, message))
}

/// Returns the warnings for options without effect in this problem.
pub(super) fn warnings(options_read: &OptionsRead, problem: &Problem) -> Vec<Diagnostic> {
    let stipulations = stipulations(problem);
    let warning = |option: &Spanned<PopeyeOption>| {
        let why = reason_without_effect(option.value, &problem.options, &stipulations)?;
        Some(Diagnostic::warning(option.span, format!("this option changes nothing: {why}")))
    };
    options_read.iter().filter_map(warning).collect()
}

/// Returns the stipulations of a problem and of its twins.
fn stipulations(problem: &Problem) -> Vec<Stipulation> {
    let changes = problem.twins.iter().flat_map(|twin| &twin.changes);
    let of_twins = changes.filter_map(|change| match change.value {
        TwinChange::Stipulation(stipulation) => Some(stipulation),
        _ => None,
    });
    problem.setting.stipulation.iter().map(|stipulation| stipulation.value).chain(of_twins).collect()
}

/// Returns why an option changes nothing with these options and stipulations; `None` if it may change something.
fn reason_without_effect(
    option: PopeyeOption,
    options: &Options,
    stipulations: &[Stipulation],
) -> Option<&'static str> {
    use PopeyeOption as Is;
    let any = |test: fn(&Stipulation) -> bool| stipulations.iter().any(test);
    let battle = any(|stipulation| stipulation.family.is_battle());
    let shows_variations = options.variations || options.set_play || options.post_key_play;
    let reason = match option {
        Is::Try | Is::Defence if !battle => "there are no tries in help and series play",
        Is::Try | Is::Defence if options.post_key_play => "there are no tries after a key that has been made",
        Is::Variations if !battle => "in help and series play every line is shown",
        Is::NoThreat | Is::Threat | Is::NoShortVariations | Is::TrivialTriesAvoid | Is::PostKeyPlay
            if !battle =>
        {
            "this is about direct, self and reflex play"
        }
        Is::NoThreat | Is::NoShortVariations if !shows_variations => {
            "this is about variations, which only Variations or SetPlay show"
        }
        Is::TrivialTriesAvoid if options.tries.is_none() => {
            "this is about tries, which only Try or Defence show"
        }
        Is::Threat if stipulations.iter().all(|stipulation| options.threat >= Some(stipulation.moves)) => {
            "no move of the attacker leaves it that many moves"
        }
        Is::MaxSolutions if options.post_key_play && battle => {
            "after a key that has been made there are no solutions to count"
        }
        Is::WhiteToPlay if !any(black_can_begin) => "White begins in any case",
        Is::SetPlay if !any(sides_alternate) => {
            "there is no set play where the side that begins makes all moves"
        }
        _ => return None,
    };
    Some(reason)
}

/// Returns whether Black begins, unless the option WhiteToPlay is set.
fn black_can_begin(stipulation: &Stipulation) -> bool {
    let helps = matches!(stipulation.family, Family::Help | Family::Reciprocal);
    (helps && !stipulation.half_move) || stipulation.goal == Goal::AToB
}

/// Returns whether the side that begins does not make all moves up to the goal.
fn sides_alternate(stipulation: &Stipulation) -> bool {
    !matches!(stipulation.family, Family::Series | Family::ParrySeries | Family::HelpParrySeries)
}
