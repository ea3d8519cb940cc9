//! Tests of changed problems in stages, the cheapest first: most candidates fail at the first.
//!
//! 1. The intended solution and the cooks that are known are probed.
//! 2. Keys or lines are searched until one is found that is not intended; it becomes a known cook.
//! 3. What is left is verified in full.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Mutex;

use super::intent::Intent;
use super::play::PhaseKey;
use super::workbench::Workbench;
use crate::board::Layout;
use crate::position::Side;
use crate::problem::{Options, Probe, Problem, Verdict};
use crate::solution::notation::machine;
use crate::solution::{Event, Phase, Remark, Role, Sink, StopReason, probe};
use crate::verify::problem_to_verify;

/// The number of cooks that are remembered: those found last.
const MAX_KNOWN_COOKS: usize = 48;

/// The result of testing a changed problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Judgement {
    /// It is sound, and has the intended solution only.
    Sound,
    /// It cannot be played.
    Unplayable,
    /// The intended solution fails.
    LosesSolution,
    /// There is another solution. The number is that of the original cooks that are left, of those that were probed: 0
    /// if the other solution is none of them.
    Cooked(usize),
    /// It has duals or another defect.
    Defective,
    /// The search was stopped before its end.
    Unfinished,
}

/// Keys and lines that are not intended, which candidates have had.
#[derive(Debug, Default)]
pub(super) struct KnownCooks(Mutex<Vec<(PhaseKey, String)>>);

impl KnownCooks {
    fn snapshot(&self) -> Vec<(PhaseKey, String)> {
        self.0.lock().map_or(Vec::new(), |cooks| cooks.clone())
    }

    /// Adds a cook, or moves it to the front.
    fn add(&self, cook: (PhaseKey, String)) {
        if let Ok(mut cooks) = self.0.lock() {
            cooks.retain(|known| *known != cook);
            cooks.insert(0, cook);
            cooks.truncate(MAX_KNOWN_COOKS);
        }
    }
}

/// Tests changed problems against the solution that they must keep.
pub(super) struct Judge<'b, 's> {
    pub bench: &'b Workbench<'s>,
    /// The solutions of the original problem that are not intended.
    pub cooks: Vec<(PhaseKey, String)>,
    /// The cooks that candidates have had.
    pub known: KnownCooks,
}

impl<'b, 's> Judge<'b, 's> {
    pub fn new(bench: &'b Workbench<'s>) -> Judge<'b, 's> {
        let all = bench.play.solutions();
        let unintended = all.filter(|(key, moves, _)| !bench.intent.contains(*key, moves));
        let cooks = unintended.map(|(key, moves, _)| (key, moves.to_owned())).collect();
        Judge { bench, cooks, known: KnownCooks::default() }
    }

    /// Tests a changed problem, of which `intent` is the solution to keep.
    pub fn judge(&self, changed: &Problem, intent: &Intent) -> Judgement {
        if can_probe(changed) {
            match self.probe(changed, intent) {
                Judgement::Sound => {}
                failure => return failure,
            }
        }
        match self.search_cook(changed, intent) {
            Judgement::Sound => {}
            failure => return failure,
        }
        let verification = self.bench.verify_as(changed, intent);
        match verification.verdict {
            Verdict::Sound => Judgement::Sound,
            Verdict::Incomplete => Judgement::Unfinished,
            _ => Judgement::Defective,
        }
    }

    /// Probes the intended solution and the known cooks; sound if the former is all that solves.
    fn probe(&self, changed: &Problem, intent: &Intent) -> Judgement {
        let known = self.known.snapshot();
        let wanted = intent.solutions().map(|(_, moves)| moves);
        let others = self.cooks.iter().take(MAX_KNOWN_COOKS).chain(&known).map(|(_, moves)| moves.as_str());
        let mut lines: Vec<Vec<String>> = Vec::new();
        for moves in wanted.chain(others) {
            let line: Vec<String> = moves.split(' ').map(str::to_owned).collect();
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        let mut asked = keys_only(changed);
        asked.options.searched_first =
            intent.solutions().filter_map(|(_, moves)| first_move(moves)).collect();
        asked.options.probe = Some(Probe { lines });
        let mut found = FoundSolutions::default();
        let stopped = self.bench.solve(&asked, &mut found).is_err();
        if found.is_unplayable {
            return Judgement::Unplayable;
        }
        if stopped {
            return Judgement::Unfinished;
        }
        if intent.solutions().any(|(key, moves)| !found.has(key, moves)) {
            return Judgement::LosesSolution;
        }
        let is_cook = |(key, moves): &&(PhaseKey, String)| !intent.contains(*key, moves);
        if !found.solutions.iter().any(|solution| is_cook(&solution)) {
            return Judgement::Sound;
        }
        Judgement::Cooked(self.cooks.iter().filter(|(key, moves)| found.has(*key, moves)).count())
    }

    /// Searches until a solution is found that is not intended; sound if there is none.
    fn search_cook(&self, changed: &Problem, intent: &Intent) -> Judgement {
        let known = self.known.snapshot();
        let cooks = self.cooks.iter().take(MAX_KNOWN_COOKS).chain(&known);
        let mut asked = keys_only(changed);
        asked.options.searched_first = cooks.filter_map(|(_, moves)| first_move(moves)).collect();
        asked.options.max_solutions = Some(intent.max_count() + 1);
        let mut found = FoundSolutions { intent: Some(intent), ..FoundSolutions::default() };
        let result = self.bench.solve(&asked, &mut found);
        if found.is_unplayable {
            return Judgement::Unplayable;
        }
        if let Some(cook) = found.cook() {
            self.known.add(cook);
            return Judgement::Cooked(0);
        }
        if matches!(result, Err(StopReason::SearchStopped)) {
            return Judgement::Unfinished;
        }
        match intent.solutions().all(|(key, moves)| found.has(key, moves)) {
            true => Judgement::Sound,
            false => Judgement::LosesSolution,
        }
    }
}

/// Returns whether the keys and lines of a problem can be [probed](probe): a probe does not distinguish twins.
pub(super) fn can_probe(problem: &Problem) -> bool {
    probe::applies_to(&problem.setting, &problem.options) && problem.twins.is_empty()
}

/// Returns the intended keys or lines that solve a problem that can be [probed](probe); `None` if the search was stopped.
pub(super) fn probed(
    bench: &Workbench<'_>,
    changed: &Problem,
    intent: &Intent,
) -> Option<FoundSolutions<'static>> {
    let lines = intent.solutions().map(|(_, moves)| moves.split(' ').map(str::to_owned).collect());
    let mut asked = keys_only(changed);
    asked.options.probe = Some(Probe { lines: lines.collect() });
    let mut found = FoundSolutions::default();
    bench.solve(&asked, &mut found).ok()?;
    Some(found)
}

/// Returns the problem with the options under which only keys and lines are searched.
pub(super) fn keys_only(changed: &Problem) -> Problem {
    let undeclared = Problem { declarations: Vec::new(), ..changed.clone() };
    let mut asked = problem_to_verify(&undeclared, Default::default());
    asked.options = Options { variations: false, set_play: false, max_solutions: None, ..asked.options };
    asked
}

fn first_move(moves: &str) -> Option<String> {
    moves.split(' ').next().map(str::to_owned)
}

/// A sink that collects keys and lines. With an intent it stops the search at the first solution that is not intended.
#[derive(Default)]
pub(super) struct FoundSolutions<'i> {
    pub intent: Option<&'i Intent>,
    pub solutions: BTreeSet<(PhaseKey, String)>,
    pub is_unplayable: bool,
    place: Option<(PhaseKey, Layout)>,
    twins: usize,
    depth: usize,
}

impl FoundSolutions<'_> {
    pub fn has(&self, key: PhaseKey, moves: &str) -> bool {
        self.solutions.contains(&(key, moves.to_owned()))
    }

    /// Returns a solution that is not intended.
    fn cook(&self) -> Option<(PhaseKey, String)> {
        let intent = self.intent?;
        self.solutions.iter().find(|(key, moves)| !intent.contains(*key, moves)).cloned()
    }

    fn add(&mut self, moves: String) -> ControlFlow<()> {
        let Some((key, _)) = self.place.filter(|(key, _)| !key.is_set_play) else {
            return ControlFlow::Continue(());
        };
        let is_cook = self.intent.is_some_and(|intent| !intent.contains(key, &moves));
        self.solutions.insert((key, moves));
        if is_cook { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Sink for FoundSolutions<'_> {
    fn on_event(&mut self, event: Event<'_>) -> ControlFlow<()> {
        match event {
            Event::Twin(head) => {
                let layout = head.setting.as_ref().map_or(Layout::CHESS, |setting| setting.diagram.layout());
                self.place = Some((PhaseKey::new(self.twins, Side::White, Phase::Actual), layout));
                self.twins += usize::from(!head.zeroposition);
            }
            Event::Side(side) => {
                self.place = self
                    .place
                    .map(|(key, layout)| (PhaseKey { is_swapped: side == Side::Black, ..key }, layout));
            }
            Event::Phase(phase) => {
                self.depth = 0;
                self.place = self
                    .place
                    .map(|(key, layout)| (PhaseKey { is_set_play: phase == Phase::Set, ..key }, layout));
            }
            Event::Node(node) => {
                self.depth += 1;
                if let Some((_, layout)) = self.place.filter(|_| node.role == Role::Key && self.depth == 1) {
                    return self.add(machine(&node.mv, layout));
                }
            }
            Event::Line(line) if !line.forced => {
                if let Some((_, layout)) = self.place {
                    let moves: Vec<String> = line.moves.iter().map(|step| machine(step, layout)).collect();
                    return self.add(moves.join(" "));
                }
            }
            Event::End => self.depth = self.depth.saturating_sub(1),
            Event::Remark(Remark::Unplayable(_) | Remark::KingCapturable | Remark::KingMissing(_)) => {
                self.is_unplayable = true;
            }
            Event::Line(_) | Event::AfterKey(_) | Event::Remark(_) | Event::Settled(_) => {}
        }
        ControlFlow::Continue(())
    }
}
