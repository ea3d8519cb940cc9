//! Structured stipulations: play as a tree of branches.
//!
//! Popeye's `sstipulation`: a side, then an expression of branches. `5h[1a[#]d]h` is a
//! branch of at most five help half-moves that leads into another of one attacking
//! half-move, which ends in mate. The letters are half-moves: `h` helps, `s` is one of
//! a series, `a` attacks and `d` defends. Behind a letter stand what its move may lead
//! to, in brackets, and what must hold whenever it has been made and play goes on, in
//! braces.
//!
//! | expression | meaning |
//! |---|---|
//! | `#` | the move just made mates |
//! | `!x` `x & y` `x \| y` `(x)` | not, and, or |
//! | `-x` | the other side begins |
//! | `3:5s[#]` | at least three half-moves, at most five |
//! | `[>x]` | play is over where this holds |
//! | `[/x]` | what follows is not told |
//! | `h[#]?+?h` | the second side moves if, and only if, it is in check |

use std::fmt;

use super::plan::{Plan, PlanEnd, PlanPly, PlanStep, StepId};
use super::{Family, Goal, Quantifier, ScheduleOptions, Stipulation, StipulationError};
use crate::board::Layout;
use crate::position::Side;

/// A structured stipulation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Structured {
    /// Who begins.
    pub side: Side,
    /// Does the other side begin in fact (`-`)?
    pub sides_swapped: bool,
    /// What is asked.
    expression: Expression,
    /// As it was written, blanks left out.
    pub text: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Expression {
    Goal(Goal),
    Not(Box<Expression>),
    And(Box<Expression>, Box<Expression>),
    Or(Box<Expression>, Box<Expression>),
    Pass(Box<Expression>),
    Branch(PlayBranch),
}

/// A kind of play of some length.
#[derive(Clone, PartialEq, Eq, Debug)]
struct PlayBranch {
    min_plies: usize,
    max_plies: usize,
    kind: BranchKind,
    /// What stands behind the first, third … half-move, and behind the others.
    after_ply: [AfterPly; 2],
    parry_only: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BranchKind {
    Help,
    Series,
    /// Attack and defence by turns, the attacker first.
    Attack,
    /// The defender first.
    Defence,
}

/// What stands behind a half-move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct AfterPly {
    continuations: Vec<Continuation>,
    requirements: Vec<Expression>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Continuation {
    expression: Expression,
    forced: bool,
    hidden: bool,
}

/// The most levels of brackets.
const MAX_DEPTH: usize = 20;
/// The most half-moves of a branch.
const MAX_PLIES: usize = 200;

impl Structured {
    /// Reads an expression; blanks have no meaning.
    ///
    /// # Errors
    /// What was expected where.
    pub fn read(side: Side, text: &str, layout: Layout) -> Result<Structured, StipulationError> {
        let mut parser = Parser { text, offset: 0, layout, depth: 0 };
        let mut expression = parser.expression()?;
        parser.skip_blanks();
        if parser.offset < text.len() {
            return parser.fail("expected '&', '|' or the end of the stipulation");
        }
        if !matches!(expression.kind(), ExpressionKind::Attack | ExpressionKind::Defence) {
            parser.offset = 0;
            return parser.fail("expected a branch, as in '3a[#]d': a goal alone asks for no move");
        }
        let mut turned = false;
        while let Expression::Pass(inner) = expression {
            turned = !turned;
            expression = *inner;
        }
        let text = text.split_whitespace().collect();
        Ok(Structured { side, sides_swapped: turned, expression, text })
    }

    /// The command that asks for it.
    pub fn command(&self) -> String {
        let side = if self.side == Side::White { "white" } else { "black" };
        format!("sstipulation {side} {}", self.text)
    }

    /// A stipulation that stands for it where one is asked for.
    pub fn placeholder_stipulation(&self) -> Stipulation {
        let (family, goal, terms) = (Family::Structured, Goal::Any, ScheduleOptions::default());
        Stipulation {
            family,
            intro: 0,
            goal,
            alternative: None,
            moves: 0,
            half_move: false,
            exact: false,
            options: terms,
        }
    }

    /// Who makes the first move.
    pub fn first_side(&self) -> Side {
        if self.sides_swapped { self.side.other() } else { self.side }
    }

    /// Is it told as lines, and not as trees?
    pub fn is_line_play(&self) -> bool {
        self.expression.is_line_play()
    }

    /// The same as a stipulation with a name, if there is one that says all of it.
    pub fn classical(&self) -> Option<Stipulation> {
        let Expression::Branch(branch) = &self.expression else { return None };
        let [first, second] = &branch.after_ply;
        let exact = match branch.min_plies {
            0 | 1 => false,
            least if least + 1 >= branch.max_plies && branch.is_battle() => true,
            least if least == branch.max_plies => true,
            _ => return None,
        };
        let goal = |behind: &AfterPly| match &behind.continuations[..] {
            [Continuation { expression: Expression::Goal(goal), forced: false, hidden: false }] => {
                Some(*goal)
            }
            _ => None,
        };
        let nothing = |behind: &AfterPly| behind.continuations.is_empty() && behind.requirements.is_empty();
        let is_plain = first.requirements.is_empty()
            && (second.requirements.is_empty() || branch.kind == BranchKind::Series);
        let most = branch.max_plies;
        let white = self.first_side() == Side::White;
        let terms = ScheduleOptions::default();
        let named = |family, goal, moves: usize, half| {
            let moves = u16::try_from(moves).ok()?;
            Some(Stipulation {
                family,
                intro: 0,
                goal,
                alternative: None,
                moves,
                half_move: half,
                exact,
                options: terms,
            })
        };
        if branch.parry_only {
            return None;
        }
        // In reflex play a move of White's is good where Black could reach the goal.
        let reflex = match (branch.kind, &first.continuations[..], &second.continuations[..]) {
            (BranchKind::Attack, [Continuation { expression, hidden: false, .. }], []) => {
                expression.single_move_goal()
            }
            _ => None,
        };
        if let Some(goal) =
            reflex.filter(|_| white && !self.sides_swapped && most % 2 == 1 && first.requirements.is_empty())
        {
            return match &second.requirements[..] {
                [] => named(Family::SemiReflex, goal, most.div_ceil(2), false),
                [Expression::Not(bar)] if bar.single_move_goal() == Some(goal) => {
                    named(Family::Reflex, goal, most.div_ceil(2), false)
                }
                _ => None,
            };
        }
        if !is_plain {
            return None;
        }
        match (branch.kind, self.sides_swapped, white) {
            (BranchKind::Attack, false, true) if most % 2 == 1 && nothing(second) => {
                named(Family::Direct, goal(first)?, most.div_ceil(2), false)
            }
            (BranchKind::Attack, false, true) if most % 2 == 0 && nothing(first) => {
                named(Family::Self_, goal(second)?, most / 2, false)
            }
            (BranchKind::Attack, false, true)
                if most % 2 == 0 && goal(first).is_some() && goal(first) == goal(second) =>
            {
                let named = named(Family::Self_, goal(second)?, most / 2, false)?;
                Some(Stipulation { options: ScheduleOptions { quodlibet: true, ..terms }, ..named })
            }
            (BranchKind::Help, false, false) if most % 2 == 0 && nothing(first) => {
                named(Family::Help, goal(second)?, most / 2, false)
            }
            (BranchKind::Help, true, true) if most % 2 == 1 && nothing(second) => {
                named(Family::Help, goal(first)?, most / 2, true)
            }
            (BranchKind::Series, false, true) => named(Family::Series, goal(first)?, most, false),
            _ => None,
        }
    }

    /// Has it set play?
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

    /// The plan, with a start for each length in which it can be solved, the shortest
    /// first. Set play has no first half-move; of a series only what follows it is left.
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

    /// The goal, if one attacking move is to reach it.
    fn single_move_goal(&self) -> Option<Goal> {
        match self {
            Expression::Branch(PlayBranch {
                min_plies: 0 | 1,
                max_plies: 1,
                kind: BranchKind::Attack,
                after_ply: behind,
                parry_only: false,
            }) => match (
                &behind[0].continuations[..],
                behind.iter().all(|behind| behind.requirements.is_empty()),
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

    /// May a series go on where this has been reached? So it may from a stalemate, for the
    /// stalemated side need not move; and it cannot go on from a mate in any case.
    fn allows_series_continuation(&self) -> bool {
        match self {
            Expression::Goal(goal) => {
                matches!(
                    goal,
                    Goal::Stalemate | Goal::Immobility | Goal::Mate | Goal::DoubleMate | Goal::CounterMate
                )
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
    /// A start for each length, the shortest first, without so many of the first half-moves.
    fn starts(&self, plan: &mut Plan, skipped: usize) -> Vec<StepId> {
        let behind: Vec<(Vec<PlanEnd>, Vec<StepId>)> = self
            .after_ply
            .iter()
            .map(|behind| {
                let forks = behind.continuations.iter();
                let ends = forks.map(|fork| {
                    let rests = (self.kind == BranchKind::Series || self.parry_only)
                        && fork.expression.allows_series_continuation();
                    let goal = fork.expression.kind() == ExpressionKind::Goal && !rests;
                    let over = fork.forced || goal || self.is_battle();
                    let step = fork.expression.add_to(plan);
                    PlanEnd { step, good: true, ends_play: over, hidden: fork.hidden }
                });
                let ends: Vec<PlanEnd> = ends.collect();
                let bars = behind.requirements.iter().map(|bar| bar.add_to(plan)).collect();
                (ends, bars)
            })
            .collect();
        if self.is_battle() {
            return self.battle_starts(plan, &behind);
        }
        let period = if self.kind == BranchKind::Series { 1 } else { 2 };
        let slot = |half: usize| (half - 1) % period;
        let mut starts = Vec::new();
        // Help may be of no move at all, or of none that is left, if it leads into other play.
        if self.kind == BranchKind::Help && self.min_plies <= skipped && !self.parry_only {
            let (play, _) = &behind[(skipped + 1) % 2];
            starts.extend(play.iter().map(|end| end.step).filter(|&step| !plan.is_goal(step)));
        }
        for length in self.min_plies.max(1)..=self.max_plies {
            if behind[slot(length)].0.is_empty() || length <= skipped {
                continue;
            }
            let mut next = None;
            for half in (skipped + 1..=length).rev() {
                let (ends, _) = &behind[slot(half)];
                let last = half == length;
                // Before the last half-move what ends the play ends it too early.
                let ends = ends.iter().filter(|end| last || end.ends_play);
                let ends = ends.map(|&end| PlanEnd { good: last, ..end }).collect();
                // In a series what a move must reach is asked of the move itself.
                let of_move = |&&step: &&StepId| self.kind == BranchKind::Series && plan.is_goal(step);
                let (wants, bars) = behind[slot(half + 1)].1.iter().partition(|step| of_move(step));
                let play = PlanPly {
                    preconditions: bars,
                    postconditions: wants,
                    parry_only: self.parry_only && half % 2 == 0,
                    starts_numbering: half == 1 && self.max_plies > period,
                    ..PlanPly::help(ends, next)
                };
                let step = plan.add(PlanStep::Ply(play));
                let turn = self.kind == BranchKind::Series && half > 1;
                next = Some(if turn { plan.add(PlanStep::Pass(step)) } else { step });
            }
            starts.extend(next);
        }
        starts
    }

    /// Does one side move, and the other at most parry?
    fn is_series(&self) -> bool {
        self.kind == BranchKind::Series || (self.kind == BranchKind::Help && self.parry_only)
    }

    /// The play into which the moves of the side that begins may lead.
    fn continuing_play(&self) -> impl Iterator<Item = &Expression> {
        let forks = self.after_ply[0].continuations.iter().map(|fork| &fork.expression);
        forks.filter(|expression| expression.kind() != ExpressionKind::Goal)
    }

    fn is_battle(&self) -> bool {
        matches!(self.kind, BranchKind::Attack | BranchKind::Defence)
    }

    fn battle_starts(&self, plan: &mut Plan, behind: &[(Vec<PlanEnd>, Vec<StepId>)]) -> Vec<StepId> {
        let mut next = None;
        let mut attacks = Vec::new();
        for half in (1..=self.max_plies).rev() {
            let attacks_now = (half % 2 == 1) == (self.kind == BranchKind::Attack);
            // A solution may end sooner, but not before the least length.
            let good = self.max_plies == half || half + 1 >= self.min_plies;
            let ends = behind[(half - 1) % 2].0.iter();
            // Too early, only a goal that has been reached ends the play.
            let over = |end: &PlanEnd| good || plan.implies_reached(end.step);
            let ends =
                ends.map(|end| PlanEnd { good, ends_play: end.ends_play && over(end), ..*end }).collect();
            let play = PlanPly {
                quantifier: if attacks_now { Quantifier::Exists } else { Quantifier::ForAll },
                preconditions: behind[half % 2].1.clone(),
                parry_only: self.parry_only && !attacks_now,
                starts_numbering: half == 1 && self.max_plies > 2,
                is_battle: true,
                shorter: if attacks_now && self.min_plies <= 1 { attacks.clone() } else { Vec::new() },
                ..PlanPly::help(ends, next)
            };
            let step = plan.add(PlanStep::Ply(play));
            if attacks_now {
                attacks.push(step);
            }
            next = Some(step);
        }
        next.into_iter().collect()
    }
}

struct Parser<'t> {
    text: &'t str,
    offset: usize,
    layout: Layout,
    depth: usize,
}

type Parsed<T> = Result<T, StipulationError>;

impl Parser<'_> {
    fn fail<T>(&self, message: &str) -> Parsed<T> {
        let length = self.text[self.offset..].chars().next().map_or(0, char::len_utf8);
        Err(StipulationError { offset: self.offset, length, message: message.into() })
    }

    fn skip_blanks(&mut self) {
        let rest = &self.text[self.offset..];
        self.offset += rest.len() - rest.trim_start().len();
    }

    fn peek(&mut self) -> Option<char> {
        self.skip_blanks();
        self.text[self.offset..].chars().next().map(|c| c.to_ascii_lowercase())
    }

    fn accept(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.offset += wanted.len_utf8();
        }
        found
    }

    fn expect(&mut self, wanted: char) -> Parsed<()> {
        if self.accept(wanted) { Ok(()) } else { self.fail(&format!("expected '{wanted}'")) }
    }

    fn expression(&mut self) -> Parsed<Expression> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.fail("so many brackets within each other are not understood");
        }
        let one = self.operand()?;
        let sign = self.peek();
        let begin = self.offset;
        let joined = match sign {
            Some('&') => Expression::And,
            Some('|') => Expression::Or,
            _ => {
                self.depth -= 1;
                return Ok(one);
            }
        };
        self.offset += 1;
        let other = self.expression()?;
        if one.kind() != other.kind() || one.kind() == ExpressionKind::Defence {
            self.offset = begin;
            return self.fail("only goals can be joined with goals, and attacking branches with their like");
        }
        self.depth -= 1;
        Ok(joined(Box::new(one), Box::new(other)))
    }

    fn operand(&mut self) -> Parsed<Expression> {
        match self.peek() {
            Some('(') => {
                self.offset += 1;
                let inner = self.expression()?;
                self.expect(')')?;
                Ok(inner)
            }
            Some(sign @ ('!' | '-')) => {
                self.offset += 1;
                self.depth += 1;
                if self.depth > MAX_DEPTH {
                    return self.fail("so many signs within each other are not understood");
                }
                let inner = Box::new(self.operand()?);
                self.depth -= 1;
                Ok(if sign == '!' { Expression::Not(inner) } else { Expression::Pass(inner) })
            }
            Some('1'..='9') => self.branch().map(Expression::Branch),
            _ => match super::notation::parse_goal(&self.text[self.offset..], self.layout) {
                Ok(Some((goal, used))) => {
                    self.offset += used;
                    Ok(Expression::Goal(goal))
                }
                Ok(None) => self.fail("expected a goal or a branch, as in '3a[#]d'"),
                Err((length, message)) => Err(StipulationError { offset: self.offset, length, message }),
            },
        }
    }

    fn number(&mut self) -> Parsed<usize> {
        self.skip_blanks();
        let rest = &self.text[self.offset..];
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        match rest[..digits].parse::<usize>() {
            Ok(number) if (1..=MAX_PLIES).contains(&number) => {
                self.offset += digits;
                Ok(number)
            }
            _ => self.fail(&format!("expected a number of half-moves from 1 to {MAX_PLIES}")),
        }
    }

    fn branch(&mut self) -> Parsed<PlayBranch> {
        let mut most = self.number()?;
        let mut least = 0;
        if self.accept(':') {
            least = most;
            most = self.number()?;
            if least > most {
                return self.fail("the least length is greater than the greatest");
            }
        }
        let (moves, second) = match self.peek() {
            Some('h') => (BranchKind::Help, Some('h')),
            Some('s') => (BranchKind::Series, None),
            Some('a') => (BranchKind::Attack, Some('d')),
            Some('d') => (BranchKind::Defence, Some('a')),
            _ => return self.fail("expected h, s, a or d behind the number of half-moves"),
        };
        self.offset += 1;
        let first = self.after_ply(moves == BranchKind::Defence)?;
        let parries = self.text[self.offset..].trim_start().starts_with("?+?");
        if parries {
            self.skip_blanks();
            self.offset += 3;
        }
        let mut behind = [first, AfterPly::default()];
        match second {
            // The second letter can be missing where nothing stands behind it.
            Some(letter) if self.accept(letter) => behind[1] = self.after_ply(letter == 'd')?,
            Some('h') => return self.fail("expected 'h': help half-moves come in pairs"),
            _ if parries => return self.fail("expected the letter of the side that parries"),
            _ => {}
        }
        if behind.iter().all(|behind| behind.continuations.is_empty()) {
            return self.fail("expected what the branch leads to, as in '[#]'");
        }
        if moves == BranchKind::Series {
            behind[1] = behind[0].clone();
        }
        Ok(PlayBranch {
            min_plies: least,
            max_plies: most,
            kind: moves,
            after_ply: behind,
            parry_only: parries,
        })
    }

    fn after_ply(&mut self, defends: bool) -> Parsed<AfterPly> {
        let mut behind = AfterPly::default();
        loop {
            if self.accept('[') {
                let forced = self.accept('>');
                let hidden = self.accept('/');
                let begin = self.offset;
                let expression = self.expression()?;
                if forced && (expression.kind() != ExpressionKind::Attack || defends) {
                    self.offset = begin;
                    return self
                        .fail("'>' has a meaning only before an attacking branch that no defence leads to");
                }
                self.expect(']')?;
                behind.continuations.push(Continuation { expression, forced, hidden });
            } else if self.accept('{') {
                behind.requirements.push(self.expression()?);
                self.expect('}')?;
            } else {
                return Ok(behind);
            }
        }
    }
}
