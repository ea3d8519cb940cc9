//! Soundness: compares a solution with the declarations of the author or, without a declaration, with the
//! convention of exactly one solution.
//!
//! | play | sound if |
//! |---|---|
//! | direct, self, reflex | exactly one key, of full length, and no choice for the attacker before its last move |
//! | help, series | exactly one line, of full length |
//! | reciprocal help | exactly two lines, one for each side's goal, of full length |
//!
//! More lines of help or series play are no defect if no verdict and no number is declared: many problems have
//! several intended solutions. They have a verdict of their own.
//!
//! A search that was stopped early can still prove a defect: two keys remain two keys.

mod battle;
mod declared;
mod duals;
mod finding;
mod lines;
mod parries;

use serde::{Deserialize, Serialize};

use crate::position::{PieceNames, Side};
use crate::problem::{Declaration, ExaminedMoves, Options, Problem, VariationFilter, Verdict};
use crate::solution::notation::MoveFormat;
use crate::solution::{Phase, PhaseTree, Remark, SideTree, Solution, TwinTree};
use crate::stipulation::Stipulation;
pub use finding::{Dual, DualKind, DualPlace, Finding, MAX_EXAMPLES, first_of};

/// The result of verifying a problem.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Verification {
    /// The verdict on the whole problem.
    pub verdict: Verdict,
    /// Whether the verdict is the declared one or, without a declaration, sound or several solutions.
    pub as_declared: bool,
    /// The twins; one even if there are no twins.
    pub twins: Vec<TwinVerification>,
}

impl Verification {
    /// Returns whether something was not searched to its end.
    pub fn is_incomplete(&self) -> bool {
        let phases = || self.twins.iter().flat_map(|twin| &twin.sides).flat_map(|side| &side.phases);
        self.has(Verdict::Incomplete) || phases().any(|phase| phase.is_incomplete)
    }

    /// Returns whether `verdict` is the verdict on the problem or on one of its twins.
    pub fn has(&self, verdict: Verdict) -> bool {
        self.verdict == verdict || self.twins.iter().any(|twin| twin.verdict == verdict)
    }
}

/// The result of verifying a twin.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TwinVerification {
    /// `a`, `b` …; `None` for a problem without twins.
    pub label: Option<String>,
    /// The changes that make it, as in `wSf6-->b6`.
    pub changes: Vec<String>,
    /// The verdict on the twin.
    pub verdict: Verdict,
    /// The declared verdict, sound unless declared.
    pub declared: Verdict,
    /// The reasons why the twin could not be solved; empty if it was.
    pub refusals: Vec<String>,
    /// The sides; two in duplex.
    pub sides: Vec<SideVerification>,
}

impl TwinVerification {
    /// Returns whether the verdict is the declared one and no other declaration is contradicted.
    pub fn is_as_declared(&self) -> bool {
        let findings = self.sides.iter().flat_map(|side| &side.phases).flat_map(|phase| &phase.findings);
        let contradicted = |finding: &Finding| finding.verdict() == Some(Verdict::DeclaredSolutionWrong);
        // Several solutions contradict no declaration.
        (self.verdict == self.declared || self.verdict == Verdict::SeveralSolutions)
            && (self.declared == Verdict::DeclaredSolutionWrong || !findings.into_iter().any(contradicted))
    }
}

/// The result of verifying one side's play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SideVerification {
    /// The side that plays White's part.
    pub side: Side,
    /// The phases that were solved.
    pub phases: Vec<PhaseVerification>,
}

/// The result of verifying a phase.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PhaseVerification {
    /// The phase.
    pub phase: Phase,
    /// The verdict on the phase.
    pub verdict: Verdict,
    /// The findings: the defects and what else is of interest.
    pub findings: Vec<Finding>,
    /// The keys of battle play that win in the stipulated number of moves, as in `1.Ra6`.
    pub keys: Vec<String>,
    /// The number of choices at each ply of help or series play, as in 2.1.1.1; `None` in battle play and for
    /// irregular branching.
    pub branching: Option<Vec<u64>>,
    /// Whether the search was stopped early, so that there may be further findings.
    pub is_incomplete: bool,
}

/// Returns the problem with the options under which it must be solved to be verified: everything is emitted,
/// whatever its own options omit. `names` are those in declared moves.
pub fn problem_to_verify(problem: &Problem, names: VerifyNames) -> Problem {
    let mut whole = problem.clone();
    let options = &mut whole.options;
    options.variations = true;
    options.no_threat = false;
    options.no_short_variations = false;
    // This number of lines suffices: a problem with more lines is not sound.
    let declared = problem.declarations.iter().filter_map(|declaration| declaration.line_count).max();
    options.max_solutions = Some(declared.unwrap_or(0).saturating_add(EXTRA_LINES));
    // Options that restrict or change the search would prove nothing.
    options.first_moves = None;
    options.threat = None;
    options.nontrivial = None;
    options.max_flights = None;
    options.null_moves = false;
    // A table of changed play is not the whole play.
    options.changed_play = false;
    // If duals are declared, all of them are shown.
    if problem.declarations.iter().any(|declaration| declaration.verdict == Some(Verdict::Dualled)) {
        options.variation_filter = VariationFilter::All;
    }
    options.set_play |= problem.declarations.iter().any(|declaration| declaration.set_line_count.is_some());
    if problem.declarations.iter().any(|declaration| declaration.tries.is_some()) {
        options.tries = Some(options.tries.unwrap_or(1));
    } else if !options.verify_tries {
        options.tries = None;
    }
    // A declared key that fails is reported with its refutations.
    options.examined = ExaminedMoves::declared_keys(&problem.declarations, names.declared);
    whole
}

/// The number of lines to search beyond the declared number.
const EXTRA_LINES: u64 = 50_000;

/// The names of men in a verification.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct VerifyNames {
    /// Those in findings and keys.
    pub shown: PieceNames,
    /// Those in declared moves, in addition to the names of every notation that kirke prints by default.
    pub declared: PieceNames,
}

/// How moves are written, and how declared moves are read.
#[derive(Clone, Copy)]
struct Writing {
    moves: MoveFormat,
    declared: PieceNames,
}

/// Verifies a solution of the problem returned by [`problem_to_verify`] against the declarations of
/// `problem`.
pub fn verify(problem: &Problem, solution: &Solution, names: VerifyNames) -> Verification {
    let incomplete = solution.remarks.contains(&Remark::Incomplete);
    let mut twins: Vec<TwinVerification> = Vec::new();
    for twin in solution.twins.iter().filter(|twin| !twin.head.zeroposition) {
        twins.push(verify_twin(problem, twin, names));
    }
    let heads = problem.twins_in_order();
    // The twins that a stopped search did not reach.
    let mut missing = heads.iter().filter(|head| !head.zeroposition).skip(twins.len()).peekable();
    let mut verdict = worst(twins.iter().map(|twin| twin.verdict));
    if incomplete || missing.peek().is_some() {
        verdict = worst([verdict, Verdict::Incomplete]);
    }
    let as_declared = twins.iter().all(TwinVerification::is_as_declared)
        && missing.all(|head| {
            declared::of_twin(problem, head.label.as_deref()).verdict == Some(Verdict::Incomplete)
        });
    Verification { verdict, as_declared, twins }
}

fn verify_twin(problem: &Problem, twin: &TwinTree, names: VerifyNames) -> TwinVerification {
    let declaration = declared::of_twin(problem, twin.head.label.as_deref());
    let mut refusals = Vec::new();
    for remark in twin.remarks.iter().chain(twin.sides.iter().flat_map(all_remarks)) {
        if let Some(refusal) = refusal_reason(remark)
            && !refusals.contains(&refusal)
        {
            refusals.push(refusal);
        }
    }
    let is_refused = |remark: &Remark| refusal_reason(remark).is_some();
    let incomplete = twin.remarks.iter().chain(twin.sides.iter().flat_map(all_remarks)).any(is_incomplete);
    let stipulation = twin.head.setting.as_ref().ok().and_then(|setting| setting.stipulation);
    let mut sides = Vec::new();
    if let (Ok(setting), Some(stipulation)) = (&twin.head.setting, stipulation) {
        let moves = MoveFormat { layout: setting.diagram.layout(), names: names.shown };
        let writing = Writing { moves, declared: names.declared };
        let stipulation = stipulation.value;
        // A side that was not solved has no findings.
        let is_solved = |side: &&SideTree| !twin.remarks.iter().chain(all_remarks(side)).any(is_refused);
        for side in twin.sides.iter().filter(is_solved) {
            let play = match &setting.structured {
                Some(structured) if !structured.is_line_play() => Play::Structured,
                None if stipulation.family.is_battle() => Play::Battle,
                _ => Play::Lines,
            };
            let phases = verify_phases((&stipulation, play), side, &declaration, writing, incomplete);
            sides.push(SideVerification { side: side.side, phases });
        }
    }
    let mut verdict = worst(sides.iter().flat_map(|side| side.phases.iter().map(|phase| phase.verdict)));
    if !refusals.is_empty() {
        verdict = Verdict::Refused;
    } else if incomplete || sides.is_empty() {
        verdict = worst([verdict, Verdict::Incomplete]);
    }
    TwinVerification {
        label: twin.head.label.clone(),
        changes: twin.head.changes.words(names.shown),
        verdict,
        declared: declaration.verdict.unwrap_or(Verdict::Sound),
        refusals,
        sides,
    }
}

/// What the solution of a stipulation consists of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Play {
    /// Trees of variations.
    Battle,
    /// Lines.
    Lines,
    /// Trees of variations or lines, by a structured stipulation.
    Structured,
}

/// Verifies the phases of one side.
fn verify_phases(
    (stipulation, play): (&Stipulation, Play),
    side: &SideTree,
    declaration: &Declaration,
    writing: Writing,
    incomplete: bool,
) -> Vec<PhaseVerification> {
    let mut phases = Vec::new();
    let has_set_play = side
        .phases()
        .any(|(phase, tree)| phase == Phase::Set && !tree.remarks.contains(&Remark::KingCapturable));
    let lacks_set_play = declaration.set_line_count.is_some_and(|declared| declared > 0) && !has_set_play;
    for (phase, tree) in side.phases() {
        let mut findings = if tree.remarks.contains(&Remark::KingCapturable) {
            Vec::new()
        } else if play == Play::Battle || (play == Play::Structured && tree.lines.is_empty()) {
            battle::findings(stipulation, phase, tree, declaration, writing, incomplete)
        } else {
            lines::findings(stipulation, phase, tree, declaration, writing.moves, incomplete)
        };
        if phase == Phase::Actual && lacks_set_play && !incomplete {
            findings.push(Finding::missing("set play, which the problem does not have"));
        }
        // The gravest findings first.
        findings.sort_by_key(|finding| {
            std::cmp::Reverse(finding.verdict().map_or(0, |verdict| 1 + verdict.gravity()))
        });
        let keys = battle::keys(stipulation, tree, writing.moves);
        let branching = lines::branching_of(stipulation, tree, writing.moves.layout).filter(|_| !incomplete);
        let verdict = phase_verdict(phase, tree, &findings, incomplete);
        phases.push(PhaseVerification {
            phase,
            verdict,
            findings,
            keys,
            branching,
            is_incomplete: incomplete,
        });
    }
    phases
}

/// Returns the reason why something could not be solved; `None` for other remarks.
fn refusal_reason(remark: &Remark) -> Option<String> {
    match remark {
        Remark::Unplayable(reason) => Some(reason.to_string()),
        Remark::KingMissing(side) => Some(Options::missing_king_reason(*side)),
        _ => None,
    }
}

fn all_remarks(side: &SideTree) -> impl Iterator<Item = &Remark> {
    side.remarks.iter().chain(side.phases().flat_map(|(_, tree)| &tree.remarks))
}

fn is_incomplete(remark: &Remark) -> bool {
    matches!(remark, Remark::Incomplete | Remark::EnoughSolutions)
}

/// Returns the verdict on a phase: its gravest defect, or sound.
fn phase_verdict(phase: Phase, tree: &PhaseTree, findings: &[Finding], incomplete: bool) -> Verdict {
    // Impossible set play, for example with White in check, counts as no set play.
    if phase == Phase::Actual && tree.remarks.contains(&Remark::KingCapturable) {
        return Verdict::Illegal;
    }
    let proven = worst(findings.iter().filter_map(Finding::verdict));
    if incomplete { worst([proven, Verdict::Incomplete]) } else { proven }
}

/// Returns the gravest verdict; sound if there is none.
pub fn worst(verdicts: impl IntoIterator<Item = Verdict>) -> Verdict {
    verdicts.into_iter().max_by_key(|verdict| verdict.gravity()).unwrap_or(Verdict::Sound)
}

/// Returns whether the declaration changes the expected numbers. A declared defect is judged by the
/// convention, a sound problem by its own numbers.
fn expects_sound(declaration: &Declaration) -> bool {
    declaration.verdict.is_none_or(|verdict| verdict == Verdict::Sound)
}
