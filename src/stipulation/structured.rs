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

use super::plan::{End, Plan, Play, Step, StepId};
use super::{Choice, Family, Goal, Stipulation, StipulationError, Terms};
use crate::board::Layout;
use crate::position::Side;

/// A structured stipulation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Structured {
    /// Who begins.
    pub side: Side,
    /// Does the other side begin in fact (`-`)?
    pub turned: bool,
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
    Turn(Box<Expression>),
    Branch(Branch),
}

/// A kind of play of some length.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Branch {
    least: usize,
    most: usize,
    moves: Moves,
    /// What stands behind the first, third … half-move, and behind the others.
    behind: [Behind; 2],
    parries: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Moves {
    Help,
    Series,
    /// Attack and defence by turns, the attacker first.
    Attack,
    /// The defender first.
    Defence,
}

/// What stands behind a half-move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Behind {
    forks: Vec<Fork>,
    bars: Vec<Expression>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Fork {
    expression: Expression,
    forced: bool,
    hidden: bool,
}

/// The most levels of brackets.
const DEEPEST: usize = 20;
/// The most half-moves of a branch.
const LONGEST: usize = 200;

impl Structured {
    /// Reads an expression; blanks have no meaning.
    ///
    /// # Errors
    /// What was expected where.
    pub fn read(side: Side, text: &str, layout: Layout) -> Result<Structured, StipulationError> {
        let mut parser = Parser { text, at: 0, layout, depth: 0 };
        let mut expression = parser.expression()?;
        parser.blanks();
        if parser.at < text.len() {
            return parser.fail("expected '&', '|' or the end of the stipulation");
        }
        if !matches!(expression.kind(), Kind::Attack | Kind::Defence) {
            parser.at = 0;
            return parser.fail("expected a branch, as in '3a[#]d': a goal alone asks for no move");
        }
        let mut turned = false;
        while let Expression::Turn(inner) = expression {
            turned = !turned;
            expression = *inner;
        }
        let text = text.split_whitespace().collect();
        Ok(Structured { side, turned, expression, text })
    }

    /// The command that asks for it.
    pub fn command(&self) -> String {
        let side = if self.side == Side::White { "white" } else { "black" };
        format!("sstipulation {side} {}", self.text)
    }

    /// A stipulation that stands for it where one is asked for.
    pub fn stand_in(&self) -> Stipulation {
        let (family, goal, terms) = (Family::Structured, Goal::Any, Terms::default());
        Stipulation { family, intro: 0, goal, alternative: None, moves: 0, half: false, exact: false, terms }
    }

    /// Who makes the first move.
    pub fn beginner(&self) -> Side {
        if self.turned { self.side.other() } else { self.side }
    }

    /// Is it told as lines, and not as trees?
    pub fn is_lines(&self) -> bool {
        self.expression.is_lines()
    }

    /// The same as a stipulation with a name, if there is one that says all of it.
    pub fn classical(&self) -> Option<Stipulation> {
        let Expression::Branch(branch) = &self.expression else { return None };
        let [first, second] = &branch.behind;
        let exact = match branch.least {
            0 | 1 => false,
            least if least + 1 >= branch.most && branch.is_battle() => true,
            least if least == branch.most => true,
            _ => return None,
        };
        let goal = |behind: &Behind| match &behind.forks[..] {
            [Fork { expression: Expression::Goal(goal), forced: false, hidden: false }] => Some(*goal),
            _ => None,
        };
        let nothing = |behind: &Behind| behind.forks.is_empty() && behind.bars.is_empty();
        let is_plain = first.bars.is_empty() && (second.bars.is_empty() || branch.moves == Moves::Series);
        let most = branch.most;
        let white = self.beginner() == Side::White;
        let terms = Terms::default();
        let named = |family, goal, moves: usize, half| {
            let moves = u16::try_from(moves).ok()?;
            Some(Stipulation { family, intro: 0, goal, alternative: None, moves, half, exact, terms })
        };
        if branch.parries {
            return None;
        }
        // In reflex play a move of White's is good where Black could reach the goal.
        let reflex = match (branch.moves, &first.forks[..], &second.forks[..]) {
            (Moves::Attack, [Fork { expression, hidden: false, .. }], []) => expression.goal_of_one_move(),
            _ => None,
        };
        if let Some(goal) = reflex.filter(|_| white && !self.turned && most % 2 == 1 && first.bars.is_empty())
        {
            return match &second.bars[..] {
                [] => named(Family::SemiReflex, goal, most.div_ceil(2), false),
                [Expression::Not(bar)] if bar.goal_of_one_move() == Some(goal) => {
                    named(Family::Reflex, goal, most.div_ceil(2), false)
                }
                _ => None,
            };
        }
        if !is_plain {
            return None;
        }
        match (branch.moves, self.turned, white) {
            (Moves::Attack, false, true) if most % 2 == 1 && nothing(second) => {
                named(Family::Direct, goal(first)?, most.div_ceil(2), false)
            }
            (Moves::Attack, false, true) if most % 2 == 0 && nothing(first) => {
                named(Family::Self_, goal(second)?, most / 2, false)
            }
            (Moves::Attack, false, true)
                if most % 2 == 0 && goal(first).is_some() && goal(first) == goal(second) =>
            {
                let named = named(Family::Self_, goal(second)?, most / 2, false)?;
                Some(Stipulation { terms: Terms { quodlibet: true, ..terms }, ..named })
            }
            (Moves::Help, false, false) if most % 2 == 0 && nothing(first) => {
                named(Family::Help, goal(second)?, most / 2, false)
            }
            (Moves::Help, true, true) if most % 2 == 1 && nothing(second) => {
                named(Family::Help, goal(first)?, most / 2, true)
            }
            (Moves::Series, false, true) => named(Family::Series, goal(first)?, most, false),
            _ => None,
        }
    }

    /// Has it set play?
    pub fn has_set_play(&self) -> bool {
        match &self.expression {
            Expression::Branch(branch) if branch.is_series() => branch.play_behind().next().is_some(),
            Expression::Branch(branch) => {
                matches!(branch.moves, Moves::Help | Moves::Attack) && branch.most > 1 && !branch.parries
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
                branch.play_behind().map(|play| play.step(&mut plan)).collect()
            }
            Expression::Branch(branch) => branch.starts(&mut plan, usize::from(set_play)),
            expression => vec![expression.step(&mut plan)],
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
enum Kind {
    Goal,
    Attack,
    Defence,
}

impl Expression {
    fn kind(&self) -> Kind {
        match self {
            Expression::Goal(_) => Kind::Goal,
            Expression::Not(inner) | Expression::Turn(inner) => inner.kind(),
            Expression::And(one, _) | Expression::Or(one, _) => one.kind(),
            Expression::Branch(branch) if branch.moves == Moves::Defence => Kind::Defence,
            Expression::Branch(_) => Kind::Attack,
        }
    }

    /// The goal, if one attacking move is to reach it.
    fn goal_of_one_move(&self) -> Option<Goal> {
        match self {
            Expression::Branch(Branch {
                least: 0 | 1,
                most: 1,
                moves: Moves::Attack,
                behind,
                parries: false,
            }) => match (&behind[0].forks[..], behind.iter().all(|behind| behind.bars.is_empty())) {
                ([Fork { expression: Expression::Goal(goal), hidden: false, .. }], true) => Some(*goal),
                _ => None,
            },
            _ => None,
        }
    }

    fn is_lines(&self) -> bool {
        match self {
            Expression::Branch(branch) => branch.parries || !branch.is_battle(),
            Expression::And(one, other) | Expression::Or(one, other) => one.is_lines() && other.is_lines(),
            Expression::Goal(_) | Expression::Not(_) | Expression::Turn(_) => false,
        }
    }

    /// May a series go on where this has been reached? So it may from a stalemate, for the
    /// stalemated side need not move; and it cannot go on from a mate in any case.
    fn lets_series_go_on(&self) -> bool {
        match self {
            Expression::Goal(goal) => {
                matches!(
                    goal,
                    Goal::Stalemate | Goal::Immobility | Goal::Mate | Goal::DoubleMate | Goal::CounterMate
                )
            }
            Expression::And(one, other) => one.lets_series_go_on() || other.lets_series_go_on(),
            Expression::Or(one, other) => one.lets_series_go_on() && other.lets_series_go_on(),
            Expression::Not(_) | Expression::Turn(_) | Expression::Branch(_) => false,
        }
    }

    fn step(&self, plan: &mut Plan) -> StepId {
        match self {
            Expression::Goal(goal) => plan.add(Step::Reached(*goal)),
            Expression::Not(inner) => {
                let inner = inner.step(plan);
                plan.add(Step::Not(inner))
            }
            Expression::Turn(inner) => {
                let inner = inner.step(plan);
                plan.add(Step::Turn(inner))
            }
            Expression::And(one, other) => {
                let both = vec![one.step(plan), other.step(plan)];
                plan.add(Step::All(both))
            }
            Expression::Or(one, other) => {
                let both = vec![one.step(plan), other.step(plan)];
                plan.add(Step::Any(both))
            }
            Expression::Branch(branch) => {
                let mut starts = branch.starts(plan, 0);
                match starts.len() {
                    1 => starts.remove(0),
                    _ => plan.add(Step::Any(starts)),
                }
            }
        }
    }
}

impl Branch {
    /// A start for each length, the shortest first, without so many of the first half-moves.
    fn starts(&self, plan: &mut Plan, skipped: usize) -> Vec<StepId> {
        let behind: Vec<(Vec<End>, Vec<StepId>)> = self
            .behind
            .iter()
            .map(|behind| {
                let forks = behind.forks.iter();
                let ends = forks.map(|fork| {
                    let rests =
                        (self.moves == Moves::Series || self.parries) && fork.expression.lets_series_go_on();
                    let goal = fork.expression.kind() == Kind::Goal && !rests;
                    let over = fork.forced || goal || self.is_battle();
                    let step = fork.expression.step(plan);
                    End { step, good: true, over, hidden: fork.hidden }
                });
                let ends: Vec<End> = ends.collect();
                let bars = behind.bars.iter().map(|bar| bar.step(plan)).collect();
                (ends, bars)
            })
            .collect();
        if self.is_battle() {
            return self.battle(plan, &behind);
        }
        let period = if self.moves == Moves::Series { 1 } else { 2 };
        let slot = |half: usize| (half - 1) % period;
        let mut starts = Vec::new();
        // Help may be of no move at all, or of none that is left, if it leads into other play.
        if self.moves == Moves::Help && self.least <= skipped && !self.parries {
            let (play, _) = &behind[(skipped + 1) % 2];
            starts.extend(play.iter().map(|end| end.step).filter(|&step| !plan.is_goal(step)));
        }
        for length in self.least.max(1)..=self.most {
            if behind[slot(length)].0.is_empty() || length <= skipped {
                continue;
            }
            let mut next = None;
            for half in (skipped + 1..=length).rev() {
                let (ends, _) = &behind[slot(half)];
                let last = half == length;
                // Before the last half-move what ends the play ends it too early.
                let ends = ends.iter().filter(|end| last || end.over);
                let ends = ends.map(|&end| End { good: last, ..end }).collect();
                // In a series what a move must reach is asked of the move itself.
                let of_move = |&&step: &&StepId| self.moves == Moves::Series && plan.is_goal(step);
                let (wants, bars) = behind[slot(half + 1)].1.iter().partition(|step| of_move(step));
                let play = Play {
                    bars,
                    wants,
                    parries: self.parries && half % 2 == 0,
                    begins: half == 1 && self.most > period,
                    ..Play::help(ends, next)
                };
                let step = plan.add(Step::Play(play));
                let turn = self.moves == Moves::Series && half > 1;
                next = Some(if turn { plan.add(Step::Turn(step)) } else { step });
            }
            starts.extend(next);
        }
        starts
    }

    /// Does one side move, and the other at most parry?
    fn is_series(&self) -> bool {
        self.moves == Moves::Series || (self.moves == Moves::Help && self.parries)
    }

    /// The play into which the moves of the side that begins may lead.
    fn play_behind(&self) -> impl Iterator<Item = &Expression> {
        let forks = self.behind[0].forks.iter().map(|fork| &fork.expression);
        forks.filter(|expression| expression.kind() != Kind::Goal)
    }

    fn is_battle(&self) -> bool {
        matches!(self.moves, Moves::Attack | Moves::Defence)
    }

    fn battle(&self, plan: &mut Plan, behind: &[(Vec<End>, Vec<StepId>)]) -> Vec<StepId> {
        let mut next = None;
        let mut attacks = Vec::new();
        for half in (1..=self.most).rev() {
            let attacks_now = (half % 2 == 1) == (self.moves == Moves::Attack);
            // A solution may end sooner, but not before the least length.
            let good = self.most == half || half + 1 >= self.least;
            let ends = behind[(half - 1) % 2].0.iter();
            // Too early, only a goal that has been reached ends the play.
            let over = |end: &End| good || plan.says_reached(end.step);
            let ends = ends.map(|end| End { good, over: end.over && over(end), ..*end }).collect();
            let play = Play {
                choice: if attacks_now { Choice::Some } else { Choice::Every },
                bars: behind[half % 2].1.clone(),
                parries: self.parries && !attacks_now,
                begins: half == 1 && self.most > 2,
                is_battle: true,
                shorter: if attacks_now && self.least <= 1 { attacks.clone() } else { Vec::new() },
                ..Play::help(ends, next)
            };
            let step = plan.add(Step::Play(play));
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
    at: usize,
    layout: Layout,
    depth: usize,
}

type Parsed<T> = Result<T, StipulationError>;

impl Parser<'_> {
    fn fail<T>(&self, message: &str) -> Parsed<T> {
        let length = self.text[self.at..].chars().next().map_or(0, char::len_utf8);
        Err(StipulationError { offset: self.at, length, message: message.into() })
    }

    fn blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn peek(&mut self) -> Option<char> {
        self.blanks();
        self.text[self.at..].chars().next().map(|c| c.to_ascii_lowercase())
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn expect(&mut self, wanted: char) -> Parsed<()> {
        if self.take(wanted) { Ok(()) } else { self.fail(&format!("expected '{wanted}'")) }
    }

    fn expression(&mut self) -> Parsed<Expression> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.fail("so many brackets within each other are not understood");
        }
        let one = self.operand()?;
        let sign = self.peek();
        let begin = self.at;
        let joined = match sign {
            Some('&') => Expression::And,
            Some('|') => Expression::Or,
            _ => {
                self.depth -= 1;
                return Ok(one);
            }
        };
        self.at += 1;
        let other = self.expression()?;
        if one.kind() != other.kind() || one.kind() == Kind::Defence {
            self.at = begin;
            return self.fail("only goals can be joined with goals, and attacking branches with their like");
        }
        self.depth -= 1;
        Ok(joined(Box::new(one), Box::new(other)))
    }

    fn operand(&mut self) -> Parsed<Expression> {
        match self.peek() {
            Some('(') => {
                self.at += 1;
                let inner = self.expression()?;
                self.expect(')')?;
                Ok(inner)
            }
            Some(sign @ ('!' | '-')) => {
                self.at += 1;
                self.depth += 1;
                if self.depth > DEEPEST {
                    return self.fail("so many signs within each other are not understood");
                }
                let inner = Box::new(self.operand()?);
                self.depth -= 1;
                Ok(if sign == '!' { Expression::Not(inner) } else { Expression::Turn(inner) })
            }
            Some('1'..='9') => self.branch().map(Expression::Branch),
            _ => match super::notation::goal(&self.text[self.at..], self.layout) {
                Ok(Some((goal, used))) => {
                    self.at += used;
                    Ok(Expression::Goal(goal))
                }
                Ok(None) => self.fail("expected a goal or a branch, as in '3a[#]d'"),
                Err((length, message)) => Err(StipulationError { offset: self.at, length, message }),
            },
        }
    }

    fn number(&mut self) -> Parsed<usize> {
        self.blanks();
        let rest = &self.text[self.at..];
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        match rest[..digits].parse::<usize>() {
            Ok(number) if (1..=LONGEST).contains(&number) => {
                self.at += digits;
                Ok(number)
            }
            _ => self.fail(&format!("expected a number of half-moves from 1 to {LONGEST}")),
        }
    }

    fn branch(&mut self) -> Parsed<Branch> {
        let mut most = self.number()?;
        let mut least = 0;
        if self.take(':') {
            least = most;
            most = self.number()?;
            if least > most {
                return self.fail("the least length is greater than the greatest");
            }
        }
        let (moves, second) = match self.peek() {
            Some('h') => (Moves::Help, Some('h')),
            Some('s') => (Moves::Series, None),
            Some('a') => (Moves::Attack, Some('d')),
            Some('d') => (Moves::Defence, Some('a')),
            _ => return self.fail("expected h, s, a or d behind the number of half-moves"),
        };
        self.at += 1;
        let first = self.behind(moves == Moves::Defence)?;
        let parries = self.text[self.at..].trim_start().starts_with("?+?");
        if parries {
            self.blanks();
            self.at += 3;
        }
        let mut behind = [first, Behind::default()];
        match second {
            // The second letter can be missing where nothing stands behind it.
            Some(letter) if self.take(letter) => behind[1] = self.behind(letter == 'd')?,
            Some('h') => return self.fail("expected 'h': help half-moves come in pairs"),
            _ if parries => return self.fail("expected the letter of the side that parries"),
            _ => {}
        }
        if behind.iter().all(|behind| behind.forks.is_empty()) {
            return self.fail("expected what the branch leads to, as in '[#]'");
        }
        if moves == Moves::Series {
            behind[1] = behind[0].clone();
        }
        Ok(Branch { least, most, moves, behind, parries })
    }

    fn behind(&mut self, defends: bool) -> Parsed<Behind> {
        let mut behind = Behind::default();
        loop {
            if self.take('[') {
                let forced = self.take('>');
                let hidden = self.take('/');
                let begin = self.at;
                let expression = self.expression()?;
                if forced && (expression.kind() != Kind::Attack || defends) {
                    self.at = begin;
                    return self
                        .fail("'>' has a meaning only before an attacking branch that no defence leads to");
                }
                self.expect(']')?;
                behind.forks.push(Fork { expression, forced, hidden });
            } else if self.take('{') {
                behind.bars.push(self.expression()?);
                self.expect('}')?;
            } else {
                return Ok(behind);
            }
        }
    }
}
