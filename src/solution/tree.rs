//! A solution as a tree.
//!
//! [`TreeBuilder`] receives the events of a solution and builds the tree; [`replay`] emits the events of a
//! tree. A solution that was stopped early is kept as far as it got.

use std::ops::ControlFlow;

use super::event::{AfterKey, Event, Line, Node, Phase, Remark, Sink, TwinHead};
use super::settled_parts::SettledParts;
use crate::position::Side;

/// The solution of a problem.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Solution {
    /// The twins in order; one even if there are no twins.
    pub twins: Vec<TwinTree>,
    /// The remarks on the problem as a whole.
    pub remarks: Vec<Remark>,
}

/// The solution of a twin.
#[derive(Clone, PartialEq, Debug)]
pub struct TwinTree {
    /// The label and the setting.
    pub head: TwinHead,
    /// The play of one side or, in duplex, of both.
    pub sides: Vec<SideTree>,
    /// The remarks on the twin.
    pub remarks: Vec<Remark>,
}

/// The play of a twin for one side.
#[derive(Clone, PartialEq, Debug)]
pub struct SideTree {
    /// The side.
    pub side: Side,
    /// The set play, if it was asked for.
    pub set: Option<PhaseTree>,
    /// The actual play, if it was asked for.
    pub actual: Option<PhaseTree>,
    /// The remarks on the side.
    pub remarks: Vec<Remark>,
}

/// The play of a phase: trees of battle play, lines of help and series play.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PhaseTree {
    /// The state of the defender, if the key was made before the diagram.
    pub after_key: Option<AfterKey>,
    /// The root moves of battle play.
    pub branches: Vec<MoveTree>,
    /// The lines of help and series play.
    pub lines: Vec<Line>,
    /// The remarks on the phase.
    pub remarks: Vec<Remark>,
    /// How far the search has come, if it was stopped in this phase.
    pub settled: Option<SettledParts>,
}

/// A ply of battle play with its subtree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveTree {
    /// The ply.
    pub node: Node,
    /// The replies.
    pub children: Vec<MoveTree>,
}

impl SideTree {
    /// Returns the phases that were solution, set play first.
    pub fn phases(&self) -> impl Iterator<Item = (Phase, &PhaseTree)> {
        let set = self.set.as_ref().map(|tree| (Phase::Set, tree));
        let actual = self.actual.as_ref().map(|tree| (Phase::Actual, tree));
        set.into_iter().chain(actual)
    }

    fn last_phase_mut(&mut self) -> Option<&mut PhaseTree> {
        self.actual.as_mut().or(self.set.as_mut())
    }

    fn phase_mut(&mut self, phase: Phase) -> &mut Option<PhaseTree> {
        match phase {
            Phase::Set => &mut self.set,
            Phase::Actual => &mut self.actual,
        }
    }
}

impl PhaseTree {
    /// Returns whether the phase has no play.
    pub fn is_empty(&self) -> bool {
        self.branches.is_empty() && self.lines.is_empty()
    }
}

impl Remark {
    /// Returns whether the remark precedes the play to which it refers.
    pub fn precedes_play(&self) -> bool {
        match self {
            Remark::Unplayable(_) | Remark::KingCapturable | Remark::KingMissing(_) => true,
            Remark::Incomplete | Remark::EnoughSolutions => false,
        }
    }
}

impl Solution {
    /// Removes all but the first `max_lines` lines of every phase.
    pub fn truncate_lines(&mut self, max_lines: usize) {
        let sides = self.twins.iter_mut().flat_map(|twin| &mut twin.sides);
        for tree in sides.flat_map(|side| [&mut side.set, &mut side.actual]).flatten() {
            tree.lines.truncate(max_lines);
        }
    }
}

/// A sink that builds the tree of one solution.
#[derive(Debug)]
pub struct TreeBuilder {
    solution: Solution,
    open: Vec<OpenScope>,
    max_plies: usize,
    plies: usize,
    full: bool,
    /// How far the search of the current phase has come.
    settled: SettledParts,
}

impl Default for TreeBuilder {
    fn default() -> TreeBuilder {
        TreeBuilder::with_max_plies(usize::MAX)
    }
}

/// An event that has no `End` yet.
#[derive(Debug)]
enum OpenScope {
    Twin,
    Side,
    Phase(Phase),
    Node(MoveTree),
}

impl TreeBuilder {
    /// Returns a builder that stops the search after `max_plies` plies.
    pub fn with_max_plies(room: usize) -> TreeBuilder {
        TreeBuilder {
            solution: Solution::default(),
            open: Vec::new(),
            max_plies: room,
            plies: 0,
            full: false,
            settled: SettledParts::default(),
        }
    }

    /// Returns whether a ply or a line did not fit.
    pub fn is_full(&self) -> bool {
        self.full
    }

    /// Returns the number of plies in the tree.
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// Returns the tree; closes all open nodes.
    pub fn finish(mut self) -> Solution {
        while !self.open.is_empty() {
            self.end();
        }
        self.solution
    }

    /// Counts plies against the limit; breaks if they exceed it.
    fn count_plies(&mut self, plies: usize) -> ControlFlow<()> {
        if plies > self.max_plies - self.plies {
            self.full = true;
            self.remark(Remark::Incomplete);
            return ControlFlow::Break(());
        }
        self.plies += plies;
        ControlFlow::Continue(())
    }

    fn side(&mut self) -> Option<&mut SideTree> {
        self.solution.twins.last_mut()?.sides.last_mut()
    }

    fn phase(&mut self) -> Option<&mut PhaseTree> {
        let phase = self.open.iter().rev().find_map(|open| match open {
            OpenScope::Phase(phase) => Some(*phase),
            _ => None,
        })?;
        self.side()?.phase_mut(phase).as_mut()
    }

    fn end(&mut self) {
        let Some(OpenScope::Node(branch)) = self.open.pop() else {
            return;
        };
        if let Some(OpenScope::Node(parent)) = self.open.last_mut() {
            parent.children.push(branch);
        } else if let Some(phase) = self.phase() {
            phase.branches.push(branch);
        }
    }

    fn remark(&mut self, remark: Remark) {
        if remark == Remark::Incomplete {
            let settled = Some(std::mem::take(&mut self.settled)).filter(|settled| !settled.is_empty());
            let sides = self.solution.twins.last_mut().and_then(|twin| twin.sides.last_mut());
            if let Some(phase) = sides.and_then(SideTree::last_phase_mut) {
                phase.settled = settled;
            }
        }
        let place = self.open.iter().rev().find(|open| !matches!(open, OpenScope::Node(_)));
        let remarks = match place {
            Some(OpenScope::Twin) => self.solution.twins.last_mut().map(|twin| &mut twin.remarks),
            Some(OpenScope::Side) => self.side().map(|side| &mut side.remarks),
            Some(_) => self.phase().map(|phase| &mut phase.remarks),
            None => None,
        };
        match remarks {
            Some(remarks) => remarks.push(remark),
            None => self.solution.remarks.push(remark),
        }
    }
}

impl Sink for TreeBuilder {
    fn on_event(&mut self, event: Event<'_>) -> ControlFlow<()> {
        match event {
            Event::Twin(head) => {
                self.solution.twins.push(TwinTree {
                    head: head.clone(),
                    sides: Vec::new(),
                    remarks: Vec::new(),
                });
                self.open.push(OpenScope::Twin);
            }
            Event::Side(side) => {
                if let Some(twin) = self.solution.twins.last_mut() {
                    twin.sides.push(SideTree { side, set: None, actual: None, remarks: Vec::new() });
                }
                self.open.push(OpenScope::Side);
            }
            Event::Phase(phase) => {
                if let Some(side) = self.side() {
                    *side.phase_mut(phase) = Some(PhaseTree::default());
                }
                self.settled = SettledParts::default();
                self.open.push(OpenScope::Phase(phase));
            }
            Event::AfterKey(after_key) => {
                if let Some(phase) = self.phase() {
                    phase.after_key = Some(after_key);
                }
            }
            Event::Node(node) => {
                self.count_plies(1)?;
                self.open.push(OpenScope::Node(MoveTree { node: node.clone(), children: Vec::new() }))
            }
            Event::Line(line) => {
                self.count_plies(line.moves.len())?;
                if let Some(phase) = self.phase() {
                    phase.lines.push(line.clone());
                }
            }
            Event::End => self.end(),
            Event::Remark(remark) => self.remark(remark),
            Event::Settled(settled) => self.settled.add(settled),
        }
        ControlFlow::Continue(())
    }
}

/// Emits the events of a tree.
///
/// Remarks are emitted where narrators emit them: before the play if they explain why there is none, after it
/// if they state that it is incomplete.
pub fn replay(solution: &Solution, sink: &mut dyn Sink) -> ControlFlow<()> {
    with_remarks(&solution.remarks, sink, |sink| {
        for twin in &solution.twins {
            sink.on_event(Event::Twin(&twin.head))?;
            with_remarks(&twin.remarks, sink, |sink| {
                twin.sides.iter().try_for_each(|side| replay_side(side, sink))
            })?;
            sink.on_event(Event::End)?;
        }
        ControlFlow::Continue(())
    })
}

fn replay_side(side: &SideTree, sink: &mut dyn Sink) -> ControlFlow<()> {
    sink.on_event(Event::Side(side.side))?;
    with_remarks(&side.remarks, sink, |sink| {
        for (phase, tree) in side.phases() {
            sink.on_event(Event::Phase(phase))?;
            with_remarks(&tree.remarks, sink, |sink| {
                tree.after_key.iter().try_for_each(|&after_key| sink.on_event(Event::AfterKey(after_key)))?;
                tree.branches.iter().try_for_each(|branch| replay_branch(branch, sink))?;
                tree.lines.iter().try_for_each(|line| sink.on_event(Event::Line(line)))
            })?;
            sink.on_event(Event::End)?;
        }
        ControlFlow::Continue(())
    })?;
    sink.on_event(Event::End)
}

fn replay_branch(branch: &MoveTree, sink: &mut dyn Sink) -> ControlFlow<()> {
    sink.on_event(Event::Node(&branch.node))?;
    branch.children.iter().try_for_each(|child| replay_branch(child, sink))?;
    sink.on_event(Event::End)
}

fn with_remarks(
    remarks: &[Remark],
    sink: &mut dyn Sink,
    play: impl FnOnce(&mut dyn Sink) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (before, following): (Vec<Remark>, Vec<Remark>) =
        remarks.iter().cloned().partition(Remark::precedes_play);
    before.into_iter().try_for_each(|remark| sink.on_event(Event::Remark(remark)))?;
    play(sink)?;
    following.into_iter().try_for_each(|remark| sink.on_event(Event::Remark(remark)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::script;

    /// Records every event as text.
    #[derive(Default)]
    struct EventLog(Vec<String>);

    impl Sink for EventLog {
        fn on_event(&mut self, event: Event<'_>) -> ControlFlow<()> {
            self.0.push(format!("{event:?}"));
            ControlFlow::Continue(())
        }
    }

    #[test]
    fn replay_emits_the_recorded_events() {
        let problem = script::problem("7k/pp6/5K2/8/8/8/Q7/8", "#2");
        for play in [
            "@twin a\n@side White\n@phase set\n      1...Kh8-h7\n          2.Qa2-h2 #\n@phase actual
             1.Qa2-g8 + ?\n but\n 1...Kh8*g8 !
             1.Qa2-g2 ! threat:\n 2.Qg2-g7 #\n 1...Kh8-h7\n 2.Qg2-h2 #\n@side Black\n@phase actual
             @twin +b wQa2-->b2\n@phase set\n@remark capturable\n@phase actual\n 1.Qb2-g2 !
             @remark incomplete",
            "@twin zeroposition\n@twin a wQa2-->b2\n@remark missing",
        ] {
            let (mut first, mut again) = (EventLog::default(), EventLog::default());
            script::emit_script(&problem, play, &mut first);
            let solution = script::solution(&problem, play);
            assert_eq!(replay(&solution, &mut again), ControlFlow::Continue(()));
            assert_eq!(first.0, again.0);
        }
    }

    #[test]
    fn builder_stops_at_max_plies() {
        let problem = script::problem("k7/8/1K6/8/8/8/8/2R4R", "ser-#1");
        let play = "@twin a\n@side White\n@phase actual\n  1.Rc1-c8 #\n  1.Rh1-h8 #";
        let lines = |solution: &Solution| {
            let phase = solution.twins[0].sides[0].actual.as_ref();
            phase.map(|phase| (phase.lines.len(), phase.remarks.clone()))
        };
        let mut all = script::solution(&problem, play);
        assert_eq!(lines(&all), Some((2, vec![])));
        let mut small = TreeBuilder::with_max_plies(1);
        assert!(replay(&all, &mut small).is_break() && small.is_full());
        all.truncate_lines(1);
        assert_eq!(lines(&all), Some((1, vec![])));
        assert_eq!(lines(&small.finish()), Some((1, vec![Remark::Incomplete])));
    }

    #[test]
    fn builder_keeps_unfinished_branches() {
        let problem = script::problem("7k/pp6/5K2/8/8/8/Q7/8", "#2");
        let head = TwinHead {
            label: None,
            continued: false,
            zeroposition: false,
            span: problem.span,
            changes: Default::default(),
            setting: Ok(problem.setting.clone()),
        };
        let step = script::move_record(Side::White, &["Qa2-g8"]);
        let node = Node { role: super::super::Role::Key, number: 1, wins_in: 0, mv: step, pending: None };
        let mut builder = TreeBuilder::default();
        for event in
            [Event::Twin(&head), Event::Side(Side::White), Event::Phase(Phase::Actual), Event::Node(&node)]
        {
            assert!(builder.on_event(event).is_continue());
        }
        let solution = builder.finish();
        let actual = solution.twins[0].sides[0].actual.as_ref();
        assert_eq!(actual.map(|phase| phase.branches.len()), Some(1));
    }
}
