//! Recursive-descent parser of structured stipulations.

use super::{AfterPly, BranchKind, Continuation, Expression, ExpressionKind, PlayBranch};
use crate::board::Layout;
use crate::stipulation::StipulationError;
use crate::stipulation::notation::parse_goal;

/// The maximal nesting depth of brackets and signs.
const MAX_DEPTH: usize = 20;
/// The maximal number of plies of a branch.
const MAX_PLIES: usize = 200;

/// A parser and its place in the text.
pub(super) struct Parser<'t> {
    text: &'t str,
    /// The byte offset of the next character.
    offset: usize,
    layout: Layout,
    /// The nesting depth of brackets and signs.
    depth: usize,
}

type Parsed<T> = Result<T, StipulationError>;

impl<'t> Parser<'t> {
    pub(super) fn new(text: &'t str, layout: Layout) -> Parser<'t> {
        Parser { text, offset: 0, layout, depth: 0 }
    }

    /// Parses the whole text.
    pub(super) fn parse(mut self) -> Parsed<Expression> {
        let expression = self.expression()?;
        self.skip_blanks();
        if self.offset < self.text.len() {
            return self.fail("expected '&', '|' or the end of the stipulation");
        }
        if !matches!(expression.kind(), ExpressionKind::Attack | ExpressionKind::Defence) {
            self.offset = 0;
            return self.fail("expected a branch, as in '3a[#]d': a goal alone requires no move");
        }
        Ok(expression)
    }

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

    /// Skips a character and returns whether it was the next one.
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
            return self.fail(&format!("expected at most {MAX_DEPTH} nested brackets, found more"));
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
            return self
                .fail("only goals can be joined with goals, and attacking branches with attacking branches");
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
                    return self.fail(&format!("expected at most {MAX_DEPTH} nested signs"));
                }
                let inner = Box::new(self.operand()?);
                self.depth -= 1;
                Ok(if sign == '!' { Expression::Not(inner) } else { Expression::Pass(inner) })
            }
            Some('1'..='9') => self.branch().map(Expression::Branch),
            _ => match parse_goal(&self.text[self.offset..], self.layout) {
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
        let mut max_plies = self.number()?;
        let mut min_plies = 0;
        if self.accept(':') {
            min_plies = max_plies;
            max_plies = self.number()?;
            if min_plies > max_plies {
                return self.fail("the least length is greater than the greatest");
            }
        }
        let (kind, second) = match self.peek() {
            Some('h') => (BranchKind::Help, Some('h')),
            Some('s') => (BranchKind::Series, None),
            Some('a') => (BranchKind::Attack, Some('d')),
            Some('d') => (BranchKind::Defence, Some('a')),
            _ => return self.fail("expected h, s, a or d after the number of half-moves"),
        };
        self.offset += 1;
        let first = self.after_ply(kind == BranchKind::Defence)?;
        let parry_only = self.text[self.offset..].trim_start().starts_with("?+?");
        if parry_only {
            self.skip_blanks();
            self.offset += 3;
        }
        let mut after_ply = [first, AfterPly::default()];
        match second {
            // The second letter can be missing if nothing follows it.
            Some(letter) if self.accept(letter) => after_ply[1] = self.after_ply(letter == 'd')?,
            Some('h') => return self.fail("expected 'h': help half-moves come in pairs"),
            _ if parry_only => return self.fail("expected the letter of the side that parries"),
            _ => {}
        }
        if after_ply.iter().all(|after_ply| after_ply.continuations.is_empty()) {
            return self.fail("expected what the branch leads to, as in '[#]'");
        }
        if kind == BranchKind::Series {
            after_ply[1] = after_ply[0].clone();
        }
        Ok(PlayBranch { min_plies, max_plies, kind, after_ply, parry_only })
    }

    /// Parses the brackets and braces after a letter; `defends` if the letter is `d`.
    fn after_ply(&mut self, defends: bool) -> Parsed<AfterPly> {
        let mut after_ply = AfterPly::default();
        loop {
            if self.accept('[') {
                let forced = self.accept('>');
                let hidden = self.accept('/');
                let begin = self.offset;
                let expression = self.expression()?;
                if forced && (expression.kind() != ExpressionKind::Attack || defends) {
                    self.offset = begin;
                    return self.fail(
                        "'>' has a meaning only before an attacking branch that does not follow a defence",
                    );
                }
                self.expect(']')?;
                after_ply.continuations.push(Continuation { expression, forced, hidden });
            } else if self.accept('{') {
                after_ply.requirements.push(self.expression()?);
                self.expect('}')?;
            } else {
                return Ok(after_ply);
            }
        }
    }
}
