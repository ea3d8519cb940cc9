//! Is it sound? A solution is held against what its author declares or, where he
//! declares nothing, against the convention of exactly one.
//!
//! | play | sound if |
//! |---|---|
//! | direct, self, reflex | exactly one key, of the length asked, and no choice for the attacker before his last move |
//! | help, series | exactly one line, of the length asked |
//! | reciprocal help | exactly two lines, one for each side's goal, of the length asked |
//!
//! A search that was cut can still prove a defect: two keys stay two keys.

mod battle;
mod declared;
mod duals;
mod finding;
mod lines;

use crate::position::Side;
use crate::problem::{Declaration, Options, Problem, VariationFilter, Verdict};
use crate::solution::{Phase, PhaseTree, Remark, SideTree, Solution, TwinTree};
pub use finding::{Dual, DualKind, DualPlace, Finding, MAX_EXAMPLES};

/// What was found of a problem.
#[derive(Clone, PartialEq, Debug)]
pub struct Verification {
    /// The verdict on the whole.
    pub verdict: Verdict,
    /// Is that what was declared or, without a declaration, sound?
    pub as_declared: bool,
    /// The twins; one even where there are none.
    pub twins: Vec<TwinVerification>,
}

impl Verification {
    /// Is this the verdict on the whole or on a twin?
    pub fn has(&self, verdict: Verdict) -> bool {
        self.verdict == verdict || self.twins.iter().any(|twin| twin.verdict == verdict)
    }
}

/// What was found of a twin.
#[derive(Clone, PartialEq, Debug)]
pub struct TwinVerification {
    /// `a`, `b` …; none for a problem without twins.
    pub label: Option<String>,
    /// The verdict on the twin.
    pub verdict: Verdict,
    /// What was declared.
    pub declared: Verdict,
    /// Why it could not be solved, if so.
    pub refusals: Vec<String>,
    /// The sides; two in duplex.
    pub sides: Vec<SideVerification>,
}

impl TwinVerification {
    /// Is the verdict the declared one, and nothing else that was declared contradicted?
    pub fn is_as_declared(&self) -> bool {
        let findings = self.sides.iter().flat_map(|side| &side.phases).flat_map(|phase| &phase.findings);
        let contradicted = |finding: &Finding| finding.verdict() == Some(Verdict::DeclaredSolutionWrong);
        self.verdict == self.declared
            && (self.declared == Verdict::DeclaredSolutionWrong || !findings.into_iter().any(contradicted))
    }
}

/// What was found of one side's play.
#[derive(Clone, PartialEq, Debug)]
pub struct SideVerification {
    /// Who plays White's part.
    pub side: Side,
    /// The phases that were solved.
    pub phases: Vec<PhaseVerification>,
}

/// What was found of a phase.
#[derive(Clone, PartialEq, Debug)]
pub struct PhaseVerification {
    /// Which.
    pub phase: Phase,
    /// The verdict on it.
    pub verdict: Verdict,
    /// What makes it so, and what else is worth knowing.
    pub findings: Vec<Finding>,
    /// How often the lines of help or series play branch at each half-move, as in
    /// 2.1.1.1; none in battle play, and where they branch irregularly.
    pub branching: Option<Vec<u64>>,
    /// Was it left before all was found, so that there may be more than these findings say?
    pub is_incomplete: bool,
}

/// The options under which a problem must be solved to be verified: everything is
/// told, whatever its own options leave out.
pub fn problem_to_verify(problem: &Problem) -> Problem {
    let mut whole = problem.clone();
    let options = &mut whole.options;
    options.variations = true;
    options.no_threat = false;
    options.no_short_variations = false;
    // So many lines show what there is to show: who has more has no sound problem.
    let declared = problem.declarations.iter().filter_map(|declaration| declaration.line_count).max();
    options.max_solutions = Some(declared.unwrap_or(0).saturating_add(EXTRA_LINES));
    // What is solved more quickly or otherwise than asked proves nothing.
    options.first_moves = None;
    options.threat = None;
    options.nontrivial = None;
    options.max_flights = None;
    options.null_moves = false;
    // Who says that there are duals is shown all of them.
    if problem.declarations.iter().any(|declaration| declaration.verdict == Some(Verdict::Dualled)) {
        options.variation_filter = VariationFilter::All;
    }
    options.set_play |= problem.declarations.iter().any(|declaration| declaration.set_line_count.is_some());
    if problem.declarations.iter().any(|declaration| declaration.tries.is_some()) {
        options.tries = Some(options.tries.unwrap_or(1));
    } else {
        options.tries = None;
    }
    whole
}

/// How many lines more than are declared are looked at.
const EXTRA_LINES: u64 = 50_000;

/// Holds a solution of [`to_verify`]'s problem against its declarations.
pub fn verify(problem: &Problem, solved: &Solution) -> Verification {
    let cut = solved.remarks.contains(&Remark::Incomplete);
    let mut twins: Vec<TwinVerification> = Vec::new();
    for twin in solved.twins.iter().filter(|twin| !twin.head.zeroposition) {
        twins.push(verify_twin(problem, twin));
    }
    let heads = problem.twins_in_order();
    // The twins that a search that was cut did not come to.
    let mut missing = heads.iter().filter(|head| !head.zeroposition).skip(twins.len()).peekable();
    let mut verdict = worst(twins.iter().map(|twin| twin.verdict));
    if cut || missing.peek().is_some() {
        verdict = worst([verdict, Verdict::Incomplete]);
    }
    let as_declared = twins.iter().all(TwinVerification::is_as_declared)
        && missing.all(|head| {
            declared::of_twin(problem, head.label.as_deref()).verdict == Some(Verdict::Incomplete)
        });
    Verification { verdict, as_declared, twins }
}

fn verify_twin(problem: &Problem, twin: &TwinTree) -> TwinVerification {
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
    let cut = twin.remarks.iter().chain(twin.sides.iter().flat_map(all_remarks)).any(is_incomplete);
    let stipulation = twin.head.setting.as_ref().ok().and_then(|setting| setting.stipulation);
    let mut sides = Vec::new();
    if let (Ok(setting), Some(stipulation)) = (&twin.head.setting, stipulation) {
        let layout = setting.diagram.layout();
        let stipulation = stipulation.value;
        // Of what was not solved nothing was found.
        let solved = |side: &&SideTree| !twin.remarks.iter().chain(all_remarks(side)).any(is_refused);
        for side in twin.sides.iter().filter(solved) {
            let mut phases = Vec::new();
            let has_set_play = side
                .phases()
                .any(|(phase, tree)| phase == Phase::Set && !tree.remarks.contains(&Remark::KingCapturable));
            let no_set_play =
                declaration.set_line_count.is_some_and(|declared| declared > 0) && !has_set_play;
            for (phase, tree) in side.phases() {
                let mut findings = if tree.remarks.contains(&Remark::KingCapturable) {
                    Vec::new()
                } else if stipulation.family.is_battle() {
                    battle::findings(&stipulation, phase, tree, &declaration, layout, cut)
                } else {
                    lines::findings(&stipulation, phase, tree, &declaration, layout, cut)
                };
                if phase == Phase::Actual && no_set_play && !cut {
                    findings.push(Finding::Missing { what: "set play, of which there is none".into() });
                }
                let branching = lines::branching_of(tree, layout).filter(|_| !cut);
                let verdict = phase_verdict(phase, tree, &findings, cut);
                phases.push(PhaseVerification { phase, verdict, findings, branching, is_incomplete: cut });
            }
            sides.push(SideVerification { side: side.side, phases });
        }
    }
    let mut verdict = worst(sides.iter().flat_map(|side| side.phases.iter().map(|phase| phase.verdict)));
    if !refusals.is_empty() {
        verdict = Verdict::Refused;
    } else if cut || sides.is_empty() {
        verdict = worst([verdict, Verdict::Incomplete]);
    }
    TwinVerification {
        label: twin.head.label.clone(),
        verdict,
        declared: declaration.verdict.unwrap_or(Verdict::Sound),
        refusals,
        sides,
    }
}

/// Why something could not be solved, if the remark says so.
fn refusal_reason(remark: &Remark) -> Option<String> {
    match remark {
        Remark::Unplayable(reason) => Some(reason.to_string()),
        Remark::KingMissing(side) => {
            let option = Options::missing_king_option(*side);
            Some(format!("{side} has no king, and no {option} says that none is needed"))
        }
        _ => None,
    }
}

fn all_remarks(side: &SideTree) -> impl Iterator<Item = &Remark> {
    side.remarks.iter().chain(side.phases().flat_map(|(_, tree)| &tree.remarks))
}

fn is_incomplete(remark: &Remark) -> bool {
    matches!(remark, Remark::Incomplete | Remark::EnoughSolutions)
}

/// The verdict on a phase: the gravest finding, if any is a defect.
fn phase_verdict(phase: Phase, tree: &PhaseTree, findings: &[Finding], cut: bool) -> Verdict {
    // Where set play is impossible, as when White is in check, there is none.
    if phase == Phase::Actual && tree.remarks.contains(&Remark::KingCapturable) {
        return Verdict::Illegal;
    }
    let proven = worst(findings.iter().filter_map(Finding::verdict));
    if cut { worst([proven, Verdict::Incomplete]) } else { proven }
}

/// The verdict that prevails: refusal, then a proven defect, then incomplete, then sound.
pub fn worst(verdicts: impl IntoIterator<Item = Verdict>) -> Verdict {
    let rank = |verdict: &Verdict| match verdict {
        Verdict::Refused => 8,
        Verdict::Illegal => 7,
        Verdict::NoSolution => 6,
        Verdict::ShortSolution => 5,
        Verdict::Cooked => 4,
        Verdict::DeclaredSolutionWrong => 3,
        Verdict::Dualled => 2,
        Verdict::Incomplete => 1,
        Verdict::Sound => 0,
    };
    verdicts.into_iter().max_by_key(rank).unwrap_or(Verdict::Sound)
}

/// Does the declaration change what is expected, and not only name it? A declared
/// defect is judged by the convention, a sound problem by its own numbers.
fn expects_sound(declaration: &Declaration) -> bool {
    declaration.verdict.is_none_or(|verdict| verdict == Verdict::Sound)
}
