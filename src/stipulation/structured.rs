//! Structured stipulations: play as a tree of branches.
//!
//! Popeye's `sstipulation`: a side, then an expression of branches. `5h[1a[#]d]h` is a branch of at
//! most five help plies that leads into another branch of one attacking ply, which ends in mate. The
//! letters are plies: `h` helps, `s` is part of a series, `a` attacks and `d` defends. A letter is
//! followed by what its move may lead to, in brackets, and by what must hold after its move if play
//! goes on, in braces.
//!
//! | expression | meaning |
//! |---|---|
//! | `#` | the move just made mates |
//! | `!x` `x & y` `x \| y` `(x)` | not, and, or |
//! | `-x` | the other side begins |
//! | `3:5s[#]` | at least three plies, at most five |
//! | `[>x]` | play is over where this holds |
//! | `[/x]` | what follows is not reported |
//! | `h[#]?+?h` | the second side moves if, and only if, it is in check |

mod classical;
mod parser;

use std::fmt;
use std::ops::RangeInclusive;

use super::plan::{Plan, PlanEnd, PlanPly, PlanStep, StepId};
use super::{Family, Goal, Quantifier, ScheduleOptions, Stipulation, StipulationError};
use crate::board::Layout;
use crate::position::Side;
use parser::Parser;

/// A structured stipulation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Structured {
    /// The side that begins as written.
    pub side: Side,
    /// The other side begins instead (an odd number of leading `-`).
    pub sides_swapped: bool,
    /// The play.
    expression: Expression,
    /// The text of the expression without blanks.
    pub text: String,
}

/// A node of the syntax tree.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Expression {
    Goal(Goal),
    Not(Box<Expression>),
    And(Box<Expression>, Box<Expression>),
    Or(Box<Expression>, Box<Expression>),
    Pass(Box<Expression>),
    Branch(PlayBranch),
}

/// Play of one kind and of some length.
#[derive(Clone, PartialEq, Eq, Debug)]
struct PlayBranch {
    min_plies: usize,
    max_plies: usize,
    kind: BranchKind,
    /// What follows the first, third … ply, and what follows the others.
    after_ply: [AfterPly; 2],
    /// The second side moves only if it is in check, and passes if it is not.
    parry_only: bool,
}

/// The kind of play of a branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BranchKind {
    Help,
    Series,
    /// Attack and defence alternate, the attacker first.
    Attack,
    /// Attack and defence alternate, the defender first.
    Defence,
}

/// What follows a ply.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct AfterPly {
    /// What the move may lead to: `[x]`.
    continuations: Vec<Continuation>,
    /// What must hold after the move if play goes on: `{x}`.
    requirements: Vec<Expression>,
}

/// Something that a move may lead to.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Continuation {
    expression: Expression,
    /// The branch is over where this holds: `[>x]`.
    forced: bool,
    /// The play is not reported: `[/x]`.
    hidden: bool,
}

impl Structured {
    /// Parses an expression; blanks have no meaning.
    ///
    /// # Errors
    /// If the text is no expression: the place and what was expected there.
    pub fn read(side: Side, text: &str, layout: Layout) -> Result<Structured, StipulationError> {
        let mut expression = Parser::new(text, layout).parse()?;
        let mut sides_swapped = false;
        while let Expression::Pass(inner) = expression {
            sides_swapped = !sides_swapped;
            expression = *inner;
        }
        let text = text.split_whitespace().collect();
        Ok(Structured { side, sides_swapped, expression, text })
    }

    /// Returns Popeye's command for the stipulation.
    pub fn command(&self) -> String {
        let side = if self.side == Side::White { "white" } else { "black" };
        format!("sstipulation {side} {}", self.text)
    }

    /// Returns a [`Stipulation`] to use where one is needed.
    pub fn placeholder_stipulation(&self) -> Stipulation {
        let (family, goal, options) = (Family::Structured, Goal::Any, ScheduleOptions::default());
        Stipulation {
            family,
            intro: 0,
            goal,
            alternative: None,
            moves: 0,
            half_move: false,
            exact: false,
            options,
        }
    }

    /// Returns the side that makes the first move.
    pub fn first_side(&self) -> Side {
        if self.sides_swapped { self.side.other() } else { self.side }
    }

    /// Returns whether the solution is a list of lines, not a tree of variations.
    pub fn is_line_play(&self) -> bool {
        self.expression.is_line_play()
    }

    /// Returns whether the stipulation has set play.
    pub fn has_set_play(&self) -> bool {
        match &self.expression {
            Expression::Branch(branch) if branch.is_series() => branch.continuing_play().next().is_some(),
            Expression::Branch(branch) => {
                matches!(branch.kind, BranchKind::Help | BranchKind::Attack)
                    && branch.max_plies > 1
                    && !branch.parry_only
            }
            _ => false,
        }
    }

    /// Returns the plan and a start for each possible length of a solution, the shortest first. Set
    /// play lacks the first ply; for a series it is only the play after the series.
    pub fn plan(&self, set_play: bool) -> (Plan, Vec<StepId>) {
        let mut plan = Plan::default();
        let starts = match &self.expression {
            Expression::Branch(branch) if set_play && branch.is_series() => {
                branch.continuing_play().map(|play| play.add_to(&mut plan)).collect()
            }
            Expression::Branch(branch) => branch.starts(&mut plan, usize::from(set_play)),
            expression => vec![expression.add_to(&mut plan)],
        };
        (plan, starts)
    }
}

impl fmt::Display for Structured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.side == Side::White { "white" } else { "black" }, self.text)
    }
}

/// The kind of an expression; [`Attack`](ExpressionKind::Attack) includes help play and series.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ExpressionKind {
    Goal,
    Attack,
    Defence,
}

impl Expression {
    fn kind(&self) -> ExpressionKind {
        match self {
            Expression::Goal(_) => ExpressionKind::Goal,
            Expression::Not(inner) | Expression::Pass(inner) => inner.kind(),
            Expression::And(one, _) | Expression::Or(one, _) => one.kind(),
            Expression::Branch(branch) if branch.kind == BranchKind::Defence => ExpressionKind::Defence,
            Expression::Branch(_) => ExpressionKind::Attack,
        }
    }

    /// Returns the goal if the expression is one attacking move that must reach it.
    fn single_move_goal(&self) -> Option<Goal> {
        match self {
            Expression::Branch(PlayBranch {
                min_plies: 0 | 1,
                max_plies: 1,
                kind: BranchKind::Attack,
                after_ply,
                parry_only: false,
            }) => match (
                &after_ply[0].continuations[..],
                after_ply.iter().all(|after_ply| after_ply.requirements.is_empty()),
            ) {
                ([Continuation { expression: Expression::Goal(goal), hidden: false, .. }], true) => {
                    Some(*goal)
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn is_line_play(&self) -> bool {
        match self {
            Expression::Branch(branch) => branch.parry_only || !branch.is_battle(),
            Expression::And(one, other) | Expression::Or(one, other) => {
                one.is_line_play() && other.is_line_play()
            }
            Expression::Goal(_) | Expression::Not(_) | Expression::Pass(_) => false,
        }
    }

    /// Returns whether a series may go on after this has been reached. It may after a stalemate, since
    /// the stalemated side need not move; after a mate it cannot go on in any case.
    fn allows_series_continuation(&self) -> bool {
        match self {
            Expression::Goal(goal) => {
                goal.allows_series_continuation()
                    || matches!(goal, Goal::Mate | Goal::DoubleMate | Goal::CounterMate)
            }
            Expression::And(one, other) => {
                one.allows_series_continuation() || other.allows_series_continuation()
            }
            Expression::Or(one, other) => {
                one.allows_series_continuation() && other.allows_series_continuation()
            }
            Expression::Not(_) | Expression::Pass(_) | Expression::Branch(_) => false,
        }
    }

    /// Adds the expression to a plan and returns its step.
    fn add_to(&self, plan: &mut Plan) -> StepId {
        match self {
            Expression::Goal(goal) => plan.add(PlanStep::Reached(*goal)),
            Expression::Not(inner) => {
                let inner = inner.add_to(plan);
                plan.add(PlanStep::Not(inner))
            }
            Expression::Pass(inner) => {
                let inner = inner.add_to(plan);
                plan.add(PlanStep::Pass(inner))
            }
            Expression::And(one, other) => {
                let both = vec![one.add_to(plan), other.add_to(plan)];
                plan.add(PlanStep::All(both))
            }
            Expression::Or(one, other) => {
                let both = vec![one.add_to(plan), other.add_to(plan)];
                plan.add(PlanStep::Any(both))
            }
            Expression::Branch(branch) => {
                let mut starts = branch.starts(plan, 0);
                match starts.len() {
                    1 => starts.remove(0),
                    _ => plan.add(PlanStep::Any(starts)),
                }
            }
        }
    }
}

impl PlayBranch {
    /// Adds a start for each length to a plan, the shortest first, without the first `skipped` plies.
    fn starts(&self, plan: &mut Plan, skipped: usize) -> Vec<StepId> {
        let after_plies: Vec<(Vec<PlanEnd>, Vec<StepId>)> = self
            .after_ply
            .iter()
            .map(|after_ply| {
                let ends = after_ply.continuations.iter().map(|continuation| {
                    let goes_on = (self.kind == BranchKind::Series || self.parry_only)
                        && continuation.expression.allows_series_continuation();
                    let goal = continuation.expression.kind() == ExpressionKind::Goal && !goes_on;
                    let ends_play = continuation.forced || goal || self.is_battle();
                    let step = continuation.expression.add_to(plan);
                    PlanEnd { step, good: true, ends_play, hidden: continuation.hidden }
                });
                let ends: Vec<PlanEnd> = ends.collect();
                let requirements = after_ply.requirements.iter();
                let preconditions = requirements.map(|requirement| requirement.add_to(plan)).collect();
                (ends, preconditions)
            })
            .collect();
        if self.is_battle() {
            return self.battle_starts(plan, &after_plies);
        }
        let slot = |ply: usize| (ply - 1) % self.period();
        let mut starts = Vec::new();
        // Help play may have no move, or no move left, if it leads into other play.
        if self.kind == BranchKind::Help && self.min_plies <= skipped && !self.parry_only {
            let (ends, _) = &after_plies[(skipped + 1) % 2];
            starts.extend(ends.iter().map(|end| end.step).filter(|&step| !plan.is_goal(step)));
        }
        for length in self.min_plies.max(1)..=self.max_plies {
            if after_plies[slot(length)].0.is_empty() || length <= skipped {
                continue;
            }
            starts.extend(self.add_plies(plan, &after_plies, skipped + 1..=length));
        }
        starts
    }

    /// Adds consecutive plies of help or series play to a plan, of which the last may end the play. Returns the
    /// step of the first one; `None` if there is none.
    fn add_plies(
        &self,
        plan: &mut Plan,
        after_plies: &[(Vec<PlanEnd>, Vec<StepId>)],
        plies: RangeInclusive<usize>,
    ) -> Option<StepId> {
        let period = self.period();
        let slot = |ply: usize| (ply - 1) % period;
        let length = *plies.end();
        let mut next = None;
        for ply in plies.rev() {
            let (ends, _) = &after_plies[slot(ply)];
            let last = ply == length;
            // Before the last ply an end of the play is too early.
            let ends = ends.iter().filter(|end| last || end.ends_play);
            let ends = ends.map(|&end| PlanEnd { good: last, ..end }).collect();
            // In a series a requirement on a move is tested after the move itself.
            let tests_move = |&&step: &&StepId| self.kind == BranchKind::Series && plan.is_goal(step);
            let requirements = after_plies[slot(ply + 1)].1.iter();
            let (postconditions, preconditions) = requirements.partition(tests_move);
            let plan_ply = PlanPly {
                preconditions,
                postconditions,
                parry_only: self.parry_only && ply % 2 == 0,
                starts_numbering: ply == 1 && self.max_plies > period,
                ..PlanPly::help(ends, next)
            };
            let step = plan.add(PlanStep::Ply(plan_ply));
            let passes = self.kind == BranchKind::Series && ply > 1;
            next = Some(if passes { plan.add(PlanStep::Pass(step)) } else { step });
        }
        next
    }

    /// Returns the number of plies after which the play repeats itself.
    fn period(&self) -> usize {
        if self.kind == BranchKind::Series { 1 } else { 2 }
    }

    /// Returns whether one side moves and the other at most parries.
    fn is_series(&self) -> bool {
        self.kind == BranchKind::Series || (self.kind == BranchKind::Help && self.parry_only)
    }

    /// Returns the play into which the moves of the side that begins may lead.
    fn continuing_play(&self) -> impl Iterator<Item = &Expression> {
        let continuations = self.after_ply[0].continuations.iter();
        let expressions = continuations.map(|continuation| &continuation.expression);
        expressions.filter(|expression| expression.kind() != ExpressionKind::Goal)
    }

    fn is_battle(&self) -> bool {
        matches!(self.kind, BranchKind::Attack | BranchKind::Defence)
    }

    /// Adds battle play to a plan and returns its start: one that includes all lengths.
    fn battle_starts(&self, plan: &mut Plan, after_plies: &[(Vec<PlanEnd>, Vec<StepId>)]) -> Vec<StepId> {
        let mut next = None;
        let mut attacking_steps = Vec::new();
        for ply in (1..=self.max_plies).rev() {
            let attacks = (ply % 2 == 1) == (self.kind == BranchKind::Attack);
            // A solution may be shorter, but not shorter than the minimal length.
            let good = self.max_plies == ply || ply + 1 >= self.min_plies;
            let ends = after_plies[(ply - 1) % 2].0.iter();
            // Too early, only a reached goal ends the play.
            let is_over = |end: &PlanEnd| good || plan.implies_reached(end.step);
            let ends =
                ends.map(|end| PlanEnd { good, ends_play: end.ends_play && is_over(end), ..*end }).collect();
            let plan_ply = PlanPly {
                quantifier: if attacks { Quantifier::Exists } else { Quantifier::ForAll },
                preconditions: after_plies[ply % 2].1.clone(),
                parry_only: self.parry_only && !attacks,
                starts_numbering: ply == 1 && self.max_plies > 2,
                is_battle: true,
                shorter: if attacks && self.min_plies <= 1 { attacking_steps.clone() } else { Vec::new() },
                ..PlanPly::help(ends, next)
            };
            let step = plan.add(PlanStep::Ply(plan_ply));
            if attacks {
                attacking_steps.push(step);
            }
            next = Some(step);
        }
        next.into_iter().collect()
    }
}
