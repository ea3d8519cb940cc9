//! Options that contradict each other, or that mean nothing beside what else is asked.
//!
//! Two options of which only one can be meant are refused. An option that changes
//! nothing is warned of: the solution is the one that was asked for, but its author may
//! have meant another.

use super::options::PopeyeOption;
use crate::formats::Diagnostic;
use crate::problem::{Problem, Spanned, TwinChange};
use crate::stipulation::{Family, Goal, Stipulation};

/// The options that were read, each where it was read first.
pub(super) type OptionsRead = Vec<Spanned<PopeyeOption>>;

/// Pairs of which only one can be meant, and why.
const EXCLUSIVE: [(PopeyeOption, PopeyeOption, &str); 3] = [
    (PopeyeOption::Duplex, PopeyeOption::HalfDuplex, "Duplex and HalfDuplex exclude each other"),
    (
        PopeyeOption::SetPlay,
        PopeyeOption::PostKeyPlay,
        "SetPlay tells what would happen before the key, and PostKeyPlay says that it has been made",
    ),
    (
        PopeyeOption::SetPlay,
        PopeyeOption::NullMoves,
        "with NullMoves the first move can be passed: SetPlay would tell the same again",
    ),
];

/// Notes an option. If it was read before with another number, only one can be meant.
pub(super) fn record(asked: &mut OptionsRead, choice: Spanned<PopeyeOption>) {
    if !asked.iter().any(|other| other.value == choice.value) {
        asked.push(choice);
    }
}

/// Where an option was read.
pub(super) fn find(asked: &OptionsRead, choice: PopeyeOption) -> Option<&Spanned<PopeyeOption>> {
    asked.iter().find(|other| other.value == choice)
}

/// Options that exclude each other.
pub(super) fn contradictions(asked: &OptionsRead) -> Vec<Diagnostic> {
    let pairs = EXCLUSIVE.iter().filter_map(|&(one, other, why)| {
        let (one, other) = (find(asked, one)?.span, find(asked, other)?.span);
        Some(Diagnostic::error(one.max(other), why).see_also(one.min(other), "the other one"))
    });
    pairs.collect()
}

/// That White is to begin where that could mean several things.
pub(super) fn unclear_white_to_play(asked: &OptionsRead, stipulation: &Stipulation) -> Option<Diagnostic> {
    let beginning = find(asked, PopeyeOption::WhiteToPlay).filter(|_| !white_can_begin(stipulation))?;
    let message = "expected WhiteToPlay only where White saves a half-move by it (h, reci-h, a=>b)";
    Some(Diagnostic::error(beginning.span, message))
}

/// Is it clear what it means that White begins: that he begins in any case, or that he saves
/// a half-move by it?
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
    // A single move of each side leaves none to save.
    let nothing_to_save = stipulation.family == Family::Reciprocal && stipulation.moves < 2;
    !unclear && !nothing_to_save && stipulation.intro == 0
}

/// Options that mean nothing in this problem.
pub(super) fn warnings(asked: &OptionsRead, problem: &Problem) -> Vec<Diagnostic> {
    let twins = problem.twins.iter().flat_map(|twin| &twin.changes);
    let of_twins = twins.filter_map(|alteration| match alteration.value {
        TwinChange::Stipulation(stipulation) => Some(stipulation),
        _ => None,
    });
    let stipulations: Vec<_> =
        problem.setting.stipulation.iter().map(|asked| asked.value).chain(of_twins).collect();
    let battle = stipulations.iter().any(|stipulation| stipulation.family.is_battle());
    let options = &problem.options;
    let told = options.variations || options.set_play || options.post_key_play;
    let mut warnings = Vec::new();
    for choice in asked {
        let why = match choice.value {
            PopeyeOption::Try | PopeyeOption::Defence if !battle => {
                "there are no tries in help and series play"
            }
            PopeyeOption::Try | PopeyeOption::Defence if options.post_key_play => {
                "there are no tries after a key that has been made"
            }
            PopeyeOption::Variations if !battle => "in help and series play every line is told",
            PopeyeOption::NoThreat
            | PopeyeOption::Threat
            | PopeyeOption::NoShortVariations
            | PopeyeOption::TrivialTriesAvoid
            | PopeyeOption::PostKeyPlay
                if !battle =>
            {
                "this is about direct, self and reflex play"
            }
            PopeyeOption::NoThreat | PopeyeOption::NoShortVariations if !told => {
                "this is about variations, which only Variations or SetPlay tell"
            }
            PopeyeOption::TrivialTriesAvoid if options.tries.is_none() => {
                "this is about tries, which only Try or Defence tell"
            }
            PopeyeOption::Threat if stipulations.iter().all(|asked| options.threat >= Some(asked.moves)) => {
                "no move of the attacker leaves him so many"
            }
            PopeyeOption::MaxSolutions if options.post_key_play && battle => {
                "after a key that has been made there are no solutions to count"
            }
            PopeyeOption::WhiteToPlay
                if !stipulations.iter().any(|asked| {
                    let helps = matches!(asked.family, Family::Help | Family::Reciprocal);
                    (helps && !asked.half_move) || asked.goal == Goal::AToB
                }) =>
            {
                "White begins in any case"
            }
            PopeyeOption::SetPlay
                if stipulations.iter().all(|asked| {
                    matches!(asked.family, Family::Series | Family::ParrySeries | Family::HelpParrySeries)
                }) =>
            {
                "there is no set play where the side that begins makes all moves"
            }
            _ => continue,
        };
        warnings.push(Diagnostic::warning(choice.span, format!("this option changes nothing: {why}")));
    }
    warnings
}
