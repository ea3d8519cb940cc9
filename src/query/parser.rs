//! Reads queries.

use thiserror::Error;

use super::language::{Comparison, Condition, MovePattern, Query, SquarePattern, Squares};
use super::lexer::{Token, tokens};
use crate::features::Feature;
use crate::position::{FAIRY_WALKS, Side, Walk};

/// Of what a query is asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scope {
    /// Of a line.
    Line,
    /// Of a solution.
    Solution,
}

/// The reason why a query is not understood.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}: expected {expected}")]
pub struct QueryError {
    /// The place, as in `at 'x', sign 7` or `at the end`.
    pub place: String,
    /// What was expected there.
    pub expected: String,
}

/// The deepest nesting of a query.
const MAX_DEPTH: usize = 64;

impl Query {
    /// Returns the query of a text.
    ///
    /// # Errors
    /// If it is not understood: the place, and what was expected.
    pub fn parse(text: &str, scope: Scope) -> Result<Query, QueryError> {
        let mut parser = Parser { tokens: tokens(text), next: 0, scope, depth: 0, text };
        let query = parser.any()?;
        match parser.peek() {
            None => Ok(query),
            Some(_) => Err(parser.expected("'and', 'or' or the end")),
        }
    }
}

struct Parser<'t> {
    tokens: Vec<Token<'t>>,
    next: usize,
    scope: Scope,
    depth: usize,
    text: &'t str,
}

/// What can stand at the beginning of a query.
const SINGLE: &str = "a move in brackets, as in [last knight], 'count', 'mated on', 'not', a parenthesis or the name of a feature, \
    as in model-mate";

/// What can stand within brackets.
const CONDITION: &str = "white, black, first, last, ply, from, to, touches, captures, promotes, castles, en passant, checks, mates, \
    reborn, passes, a man, as in knight or S, 'not' or ']'";

impl<'t> Parser<'t> {
    fn peek(&self) -> Option<&'t str> {
        self.tokens.get(self.next).map(|token| token.text)
    }

    /// Takes the next token if it is this one, in any case.
    fn take(&mut self, wanted: &str) -> bool {
        let is_wanted = self.peek().is_some_and(|text| text.eq_ignore_ascii_case(wanted));
        self.next += usize::from(is_wanted);
        is_wanted
    }

    fn require(&mut self, wanted: &str) -> Result<(), QueryError> {
        if self.take(wanted) { Ok(()) } else { Err(self.expected(&format!("'{wanted}'"))) }
    }

    fn expected(&self, what: &str) -> QueryError {
        let place = match self.tokens.get(self.next) {
            Some(token) => {
                let sign = self.text[..token.at].chars().count() + 1;
                format!("at '{}', sign {sign}", token.text)
            }
            None => "at the end".to_owned(),
        };
        QueryError { place, expected: what.to_owned() }
    }

    fn any(&mut self) -> Result<Query, QueryError> {
        let mut parts = vec![self.all()?];
        while self.take("or") {
            parts.push(self.all()?);
        }
        Ok(if parts.len() == 1 { parts.swap_remove(0) } else { Query::Any(parts) })
    }

    fn all(&mut self) -> Result<Query, QueryError> {
        let mut parts = vec![self.single()?];
        while self.take("and") {
            parts.push(self.single()?);
        }
        Ok(if parts.len() == 1 { parts.swap_remove(0) } else { Query::All(parts) })
    }

    fn single(&mut self) -> Result<Query, QueryError> {
        if self.depth == MAX_DEPTH {
            return Err(self.expected("less nesting"));
        }
        self.depth += 1;
        let query = self.nested();
        self.depth -= 1;
        query
    }

    fn nested(&mut self) -> Result<Query, QueryError> {
        if self.take("not") {
            return Ok(Query::Not(Box::new(self.single()?)));
        }
        if self.take("(") {
            let query = self.any()?;
            self.require(")")?;
            return Ok(query);
        }
        if self.peek() == Some("[") {
            return Ok(Query::Move(self.pattern()?));
        }
        if self.take("count") {
            let pattern = self.pattern()?;
            let comparison = self.comparison()?;
            return Ok(Query::Count(pattern, comparison, self.number()?));
        }
        if self.take("mated") {
            self.require("on")?;
            return Ok(Query::MatedOn(self.squares()?));
        }
        for (word, make) in
            [("some", Query::SomeLine as fn(_) -> _), ("every", Query::EveryLine as fn(_) -> _)]
        {
            if self.take(word) {
                return Ok(make(Box::new(self.of_line()?)));
            }
        }
        self.feature()
    }

    /// Reads a query of a line after `some` or `every`.
    fn of_line(&mut self) -> Result<Query, QueryError> {
        self.require("line")?;
        self.require("{")?;
        let outer = std::mem::replace(&mut self.scope, Scope::Line);
        let query = self.any();
        self.scope = outer;
        let query = query?;
        self.require("}")?;
        Ok(query)
    }

    fn feature(&mut self) -> Result<Query, QueryError> {
        let feature = self.peek().and_then(Feature::by_name);
        match feature {
            Some(feature) if self.scope == Scope::Line && feature.needs_several_lines() => {
                let expected =
                    format!("a feature of a line, which '{}' is not: it needs several", feature.name());
                Err(self.expected(&expected))
            }
            Some(feature) => {
                self.next += 1;
                Ok(Query::Feature(feature))
            }
            None => Err(self.expected(SINGLE)),
        }
    }

    fn comparison(&mut self) -> Result<Comparison, QueryError> {
        let comparisons = [
            ("=", Comparison::Equal),
            ("<", Comparison::Less),
            (">", Comparison::Greater),
            ("<=", Comparison::AtMost),
            (">=", Comparison::AtLeast),
        ];
        let found = comparisons.into_iter().find(|(sign, _)| self.take(sign));
        found.map(|(_, comparison)| comparison).ok_or_else(|| self.expected("=, <, >, <= or >="))
    }

    fn number(&mut self) -> Result<usize, QueryError> {
        let number = self.peek().and_then(|text| text.parse().ok());
        let number = number.ok_or_else(|| self.expected("a number"))?;
        self.next += 1;
        Ok(number)
    }

    fn squares(&mut self) -> Result<Squares, QueryError> {
        let squares = self.peek().and_then(squares);
        let squares = squares.ok_or_else(|| self.expected("squares, as in e4, e4,d5, e* or *8"))?;
        self.next += 1;
        Ok(squares)
    }

    fn pattern(&mut self) -> Result<MovePattern, QueryError> {
        self.require("[")?;
        let mut pattern = MovePattern::default();
        while !self.take("]") {
            let list = if self.take("not") { &mut pattern.excluded } else { &mut pattern.required };
            list.push(self.condition()?);
        }
        Ok(pattern)
    }

    fn condition(&mut self) -> Result<Condition, QueryError> {
        let Some(word) = self.peek() else { return Err(self.expected(CONDITION)) };
        let at = self.next;
        self.next += 1;
        let condition = match &word.to_ascii_lowercase()[..] {
            "white" => Condition::By(Side::White),
            "black" => Condition::By(Side::Black),
            "first" => Condition::Ply(1),
            "last" => Condition::Last,
            "ply" if self.peek() == Some("0") => return Err(self.expected("a number from 1")),
            "ply" => Condition::Ply(self.number()?),
            "from" => Condition::From(self.squares()?),
            "to" => Condition::To(self.squares()?),
            "touches" => Condition::Touches(self.squares()?),
            "captures" => Condition::Captures(self.man()),
            "promotes" => {
                let wanted = if self.take("to") {
                    Some(self.man().ok_or_else(|| self.expected("a man, as in knight or S"))?)
                } else {
                    None
                };
                Condition::Promotes(wanted)
            }
            "castles" => Condition::Castles,
            "en" => {
                self.require("passant")?;
                Condition::EnPassant
            }
            "en-passant" => Condition::EnPassant,
            "checks" => Condition::Checks,
            "mates" => Condition::Mates,
            "reborn" => {
                let squares = if self.take("on") { Some(self.squares()?) } else { None };
                Condition::Reborn(squares)
            }
            "passes" => Condition::Passes,
            _ => {
                self.next = at;
                Condition::Man(self.man().ok_or_else(|| self.expected(CONDITION))?)
            }
        };
        Ok(condition)
    }

    /// Takes the next token if it is a man.
    fn man(&mut self) -> Option<Walk> {
        let walk = self.peek().and_then(walk)?;
        self.next += 1;
        Some(walk)
    }
}

/// Returns the squares of a text such as `e4,d*`; `None` if it is something else.
pub fn squares(text: &str) -> Option<Squares> {
    let pattern = |name: &str| {
        let mut signs = name.chars();
        let (file, rank) = (signs.next()?, signs.next()?);
        let any_or = |sign: char, fits: fn(&char) -> bool| match sign {
            '*' => Some(None),
            _ => Some(Some(sign)).filter(|_| fits(&sign)),
        };
        let file = any_or(file, |sign| matches!(sign, 'a'..='h' | 'A' | 'H'))?;
        let rank = any_or(rank, |sign| matches!(sign, '1'..='8'))?;
        // Capital letters name the switches of Reroute66.
        let is_square = file.is_none_or(|file| file.is_ascii_lowercase()) || matches!(name, "A4" | "H5");
        (signs.next().is_none() && is_square).then_some(SquarePattern { file, rank })
    };
    text.split(',').map(pattern).collect::<Option<Vec<_>>>().map(Squares)
}

/// Returns the walk of a word or of capital letters; `None` if there is none.
pub fn walk(text: &str) -> Option<Walk> {
    let by_word = match &text.to_ascii_lowercase()[..] {
        "king" => Some(Walk::King),
        "queen" => Some(Walk::Queen),
        "rook" => Some(Walk::Rook),
        "bishop" => Some(Walk::Bishop),
        "knight" => Some(Walk::Knight),
        "pawn" => Some(Walk::Pawn),
        _ => None,
    };
    let of_chess = Walk::CHESS.into_iter().find(|walk| walk.letters() == text);
    let fairy =
        || FAIRY_WALKS.iter().find(|row| row.letters[0] == text || row.name.eq_ignore_ascii_case(text));
    by_word.or(of_chess).or_else(|| fairy().map(|row| row.walk))
}
