//! A sink that passes on the lines of a solution for which a query holds.

use std::ops::ControlFlow;

use super::language::Query;
use crate::features::{PlayedLine, replay_branch, replay_line};
use crate::problem::{Options, Problem, Setting};
use crate::solution::{Event, Line, MoveTree, Node, Phase, Remark, Role, Sink};

/// Passes on the lines for which a query holds: of help and series play the lines, of battle play the variations, with
/// the moves that lead to them. Keys and tries without such a variation are left out.
pub struct WhereFilter<'a> {
    query: &'a Query,
    problem: &'a Problem,
    inner: &'a mut dyn Sink,
    /// The setting of the twin; `None` if it cannot be made.
    setting: Option<Setting>,
    options: Options,
    phase: Option<Phase>,
    /// The plies of the root move that is being received, from the root.
    open: Vec<MoveTree>,
    /// The number of lines of the phase that were passed on.
    passed: u64,
    unexamined: u64,
}

impl<'a> WhereFilter<'a> {
    /// Returns a filter of the solution of a problem, which is solved [without a bound](Self::question) on the number
    /// of lines.
    pub fn new(query: &'a Query, problem: &'a Problem, inner: &'a mut dyn Sink) -> WhereFilter<'a> {
        WhereFilter {
            query,
            problem,
            inner,
            setting: None,
            options: problem.options.clone(),
            phase: None,
            open: Vec::new(),
            passed: 0,
            unexamined: 0,
        }
    }

    /// Returns the problem to solve: the filter counts the lines that it passes on.
    pub fn question(problem: &Problem) -> Problem {
        let mut asked = problem.clone();
        asked.options.max_solutions = None;
        asked
    }

    /// Returns the number of lines that could not be played, and were passed on.
    pub fn unexamined(&self) -> u64 {
        self.unexamined
    }

    fn line(&mut self, line: &Line) -> ControlFlow<()> {
        let Some(setting) = self.setting.as_ref().filter(|_| !line.forced) else {
            return self.inner.on_event(Event::Line(line));
        };
        let holds = match replay_line(setting, &self.options, line) {
            Some(phase) => phase.lines.iter().any(|line| self.query.holds_for_line(&phase, line)),
            None => {
                self.unexamined += 1;
                true
            }
        };
        let is_within = self.problem.options.max_solutions.is_none_or(|max| self.passed < max);
        if !holds || !is_within {
            return ControlFlow::Continue(());
        }
        self.passed += 1;
        self.inner.on_event(Event::Line(line))
    }

    fn node(&mut self, node: &Node) {
        self.open.push(MoveTree { node: node.clone(), children: Vec::new() });
    }

    /// Ends the innermost ply, and passes on the root move if it was one.
    fn end_of_node(&mut self, tree: MoveTree) -> ControlFlow<()> {
        match self.open.last_mut() {
            Some(parent) => {
                parent.children.push(tree);
                ControlFlow::Continue(())
            }
            None => self.branch(tree),
        }
    }

    fn branch(&mut self, tree: MoveTree) -> ControlFlow<()> {
        let Some(setting) = self.setting.as_ref().filter(|_| tree.node.role != Role::Forced) else {
            return emit(&tree, self.inner);
        };
        let Some(played) = replay_branch(setting, &self.options, &tree) else {
            self.unexamined += 1;
            return emit(&tree, self.inner);
        };
        let holds = |line: &PlayedLine| self.query.holds_for_line(&played, line);
        let mut lines = played.lines.iter();
        match pruned(&tree, &mut |_| lines.next().is_some_and(holds)) {
            Some(tree) => emit(&tree, self.inner),
            None => ControlFlow::Continue(()),
        }
    }
}

/// Returns the part of a tree that leads to the final moves that are kept, with the refutations of its moves; `None` if
/// there is none.
fn pruned(tree: &MoveTree, keeps: &mut dyn FnMut(&Node) -> bool) -> Option<MoveTree> {
    let is_kept = tree.children.is_empty() && tree.node.mv.reached.is_some() && keeps(&tree.node);
    let mut children = Vec::new();
    let mut has_play = is_kept;
    for child in &tree.children {
        if child.node.role == Role::Refutation {
            children.push(child.clone());
        } else if let Some(child) = pruned(child, keeps) {
            has_play = true;
            children.push(child);
        }
    }
    has_play.then(|| MoveTree { node: tree.node.clone(), children })
}

fn emit(tree: &MoveTree, sink: &mut dyn Sink) -> ControlFlow<()> {
    sink.on_event(Event::Node(&tree.node))?;
    tree.children.iter().try_for_each(|child| emit(child, sink))?;
    sink.on_event(Event::End)
}

impl Sink for WhereFilter<'_> {
    fn on_event(&mut self, event: Event<'_>) -> ControlFlow<()> {
        match event {
            Event::Twin(head) => {
                self.setting = head.setting.as_ref().ok().cloned();
                self.options = self.problem.options.of_twin(head.label.as_deref()).into_owned();
                self.inner.on_event(event)
            }
            Event::Phase(phase) => {
                self.phase = Some(phase);
                self.passed = 0;
                self.inner.on_event(event)
            }
            Event::Node(node) => {
                self.node(node);
                ControlFlow::Continue(())
            }
            Event::Line(line) => self.line(line),
            Event::End => match self.open.pop() {
                Some(tree) => self.end_of_node(tree),
                None => {
                    let max = self.problem.options.max_solutions;
                    if self.phase.take().is_some() && max.is_some_and(|max| self.passed >= max) {
                        self.inner.on_event(Event::Remark(Remark::EnoughSolutions))?;
                    }
                    self.inner.on_event(event)
                }
            },
            Event::Side(_) | Event::AfterKey(_) | Event::Remark(_) | Event::Settled(_) => {
                self.inner.on_event(event)
            }
        }
    }
}
