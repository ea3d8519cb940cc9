//! Matrices: positions with men that may stand on several squares.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::str::FromStr;

use thiserror::Error;

use super::edit::may_stand;
use crate::board::{Layout, Square};
use crate::position::{Colour, Man, Side};
use crate::problem::{Declaration, Problem, Verdict};
use crate::query::{SquarePattern, Squares, squares, walk};
use crate::rules::Rule;
use crate::solution::{Unplayable, rules_of_setting};

/// A man of a matrix that may be one of several, on one of several squares: `wQ`, `bS,B@a*,b*` or `wP?`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FreeMan {
    /// The men that it may be.
    pub men: Vec<Man>,
    /// Whether it may be missing.
    pub is_optional: bool,
    /// The squares where it may stand.
    pub squares: Squares,
}

/// The reason why a matrix cannot be explored.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum MatrixError {
    /// The text of a free man is not understood.
    #[error(
        "expected a colour with men, as in wQ, bS,B@a*,b* or wP? for a man that may be missing, not '{0}'"
    )]
    FreeMan(String),
    /// The squares of a free man are not understood.
    #[error("expected squares after '@', as in e4,a*,*8, not '{0}'")]
    FreeSquares(String),
    /// A free man has no square.
    #[error("no square is left for '{0}'")]
    NoSquare(String),
    /// There are more positions than can be numbered.
    #[error("there are more than 2^63 positions")]
    TooLarge,
    /// The problem has twins, which is not supported.
    #[error("a matrix has no twins")]
    Twins,
    /// The problem has a number of solutions, which is given otherwise.
    #[error("a matrix has no MaxSolutions: --lines is the number of lines")]
    MaxSolutions,
    /// The conditions of the problem cannot be played.
    #[error("{0}")]
    Unplayable(Box<Unplayable>),
}

impl FromStr for FreeMan {
    type Err = MatrixError;

    fn from_str(text: &str) -> Result<FreeMan, MatrixError> {
        let error = || MatrixError::FreeMan(text.to_owned());
        let (men, place) = text.split_once('@').map_or((text, None), |(men, place)| (men, Some(place)));
        let (men, is_optional) = men.strip_suffix('?').map_or((men, false), |men| (men, true));
        let mut signs = men.chars();
        let colour = match signs.next() {
            Some('w') => Colour::White,
            Some('b') => Colour::Black,
            Some('n') => Colour::Neutral,
            _ => return Err(error()),
        };
        let man = |name: &str| walk(name).map(|walk| Man::new(colour, walk));
        let men: Option<Vec<Man>> = signs.as_str().split(',').map(man).collect();
        let squares = match place {
            Some(place) => squares(place).ok_or_else(|| MatrixError::FreeSquares(place.to_owned()))?,
            None => Squares(vec![SquarePattern { file: None, rank: None }]),
        };
        Ok(FreeMan { men: men.ok_or_else(error)?, is_optional, squares })
    }
}

/// What a free man may be: a man on a square; `None` if it is missing.
type Choice = Option<(Square, Man)>;

/// A problem with free men.
#[derive(Clone, Debug)]
pub struct Matrix {
    problem: Problem,
    /// For each free man what it may be.
    choices: Vec<Vec<Choice>>,
    /// Whether two free men have a choice in common.
    has_common_choices: bool,
    /// The numbers of men that a position may have, those of the problem included.
    men: RangeInclusive<usize>,
    size: u64,
}

impl Matrix {
    /// Returns the matrix of a problem with free men. Its positions have a number of men within `men`.
    ///
    /// # Errors
    /// If it has twins or a number of solutions, its conditions cannot be played, a free man has no square, or there
    /// are too many positions.
    pub fn new(
        problem: Problem,
        free: &[FreeMan],
        men: RangeInclusive<usize>,
    ) -> Result<Matrix, MatrixError> {
        if !problem.twins.is_empty() {
            return Err(MatrixError::Twins);
        }
        if problem.options.max_solutions.is_some() {
            return Err(MatrixError::MaxSolutions);
        }
        rules_of_setting(&problem.setting, &[]).map_err(MatrixError::Unplayable)?;
        let choices: Vec<_> = free.iter().map(|free| choices(&problem, free)).collect();
        if let Some(index) = choices.iter().position(Vec::is_empty) {
            let man = free[index].men.first().map_or_else(String::new, |man| man.label());
            return Err(MatrixError::NoSquare(man));
        }
        let size = choices.iter().try_fold(1_u64, |size, choices| size.checked_mul(choices.len() as u64));
        let size = size.filter(|&size| i64::try_from(size).is_ok()).ok_or(MatrixError::TooLarge)?;
        let mut seen = BTreeSet::new();
        let has_common_choices = choices.iter().flatten().any(|&choice| !seen.insert(choice));
        Ok(Matrix { problem, choices, has_common_choices, men, size })
    }

    /// Returns the number of positions, impossible ones included.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Returns the board.
    pub fn layout(&self) -> Layout {
        self.problem.setting.diagram.layout()
    }

    /// Returns the problem without the free men.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns the position with a number below [`size`](Self::size); `None` if two men stand on one square, the number
    /// of men is not admitted, or a smaller number has the same position, in which free men have exchanged their
    /// places.
    pub fn position(&self, number: u64) -> Option<Problem> {
        let mut rest = number;
        let mut problem = self.problem.clone();
        let mut chosen = Vec::with_capacity(self.choices.len());
        for choices in &self.choices {
            let index = (rest % choices.len() as u64) as usize;
            rest /= choices.len() as u64;
            chosen.push(index);
            if let Some((square, man)) = choices[index]
                && problem.setting.diagram.put(square, man).is_some()
            {
                return None;
            }
        }
        let count = problem.setting.diagram.men().count();
        let is_admitted = self.men.contains(&count) && (!self.has_common_choices || self.is_first(&chosen));
        is_admitted.then_some(problem)
    }

    /// Returns whether the choices are the first ones, man by man, that make their position.
    fn is_first(&self, chosen: &[usize]) -> bool {
        let places: Vec<Choice> =
            self.choices.iter().zip(chosen).map(|(choices, &index)| choices[index]).collect();
        (0..places.len()).all(|man| {
            let is_earlier = |place: &Choice| self.choices[man][..chosen[man]].contains(place);
            let others = (man + 1..places.len()).filter(|&other| is_earlier(&places[other]));
            !others.into_iter().any(|other| {
                let mut left = places[man..].to_vec();
                left.remove(other - man);
                can_take(&self.choices[man + 1..], &left)
            })
        })
    }
}

/// Returns whether free men with these choices can take these places, one each.
fn can_take(choices: &[Vec<Choice>], places: &[Choice]) -> bool {
    let mut taken_by = vec![None; places.len()];
    (0..choices.len()).all(|man| take(man, choices, places, &mut taken_by, &mut vec![false; places.len()]))
}

/// Lets a man take a place, for which others may change theirs; returns whether it is possible. `seen` marks the places
/// that were tried.
fn take(
    man: usize,
    choices: &[Vec<Choice>],
    places: &[Choice],
    taken_by: &mut Vec<Option<usize>>,
    seen: &mut Vec<bool>,
) -> bool {
    for place in 0..places.len() {
        if seen[place] || !choices[man].contains(&places[place]) {
            continue;
        }
        seen[place] = true;
        if taken_by[place].is_none_or(|other| take(other, choices, places, taken_by, seen)) {
            taken_by[place] = Some(man);
            return true;
        }
    }
    false
}

/// Returns what a free man of a problem may be.
fn choices(problem: &Problem, free: &FreeMan) -> Vec<Choice> {
    let diagram = &problem.setting.diagram;
    let layout = diagram.layout();
    let may_be = |&square: &Square| free.squares.contains(layout, square) && diagram.man(square).is_none();
    let men: BTreeSet<Man> = free.men.iter().copied().collect();
    let men = &men;
    let places = layout.squares().filter(may_be).flat_map(|square| {
        let men = men.iter().filter(move |man| may_stand(man.walk, square, layout));
        men.map(move |&man| Some((square, man)))
    });
    free.is_optional.then_some(None).into_iter().chain(places).collect()
}

/// Returns the problem with the declaration that it has this number of solutions, and is sound.
pub(super) fn declared(problem: Problem, solutions: u64) -> Problem {
    let stipulation = problem.setting.stipulation.map(|stipulation| stipulation.value);
    let is_battle = stipulation.is_some_and(|stipulation| stipulation.family.is_battle());
    let line_count = (!is_battle).then_some(solutions);
    let declaration = Declaration { verdict: Some(Verdict::Sound), line_count, ..Declaration::default() };
    Problem { declarations: vec![declaration], ..problem }
}

/// Returns whether each side has a king, so that the position can be solved at all.
pub(super) fn has_kings(problem: &Problem) -> bool {
    let diagram = &problem.setting.diagram;
    let lacks_king =
        |side: Side| diagram.royals(side).next().is_none() && !problem.options.may_lack_king(side);
    let is_kingless = problem.setting.conditions.iter().any(|rule| rule.value.flags().kingless);
    is_kingless || !Side::BOTH.into_iter().any(lacks_king)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(fen: &str, free: &[&str], men: RangeInclusive<usize>) -> Result<Matrix, MatrixError> {
        let free: Vec<FreeMan> = free.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
        Matrix::new(fen.parse().expect("a problem"), &free, men)
    }

    #[test]
    fn free_men_are_read() {
        for good in ["wQ", "bS,B@a*,b*", "wP?", "nG?@e4", "bknight@*8"] {
            assert!(good.parse::<FreeMan>().is_ok(), "{good}");
        }
        for bad in ["", "w", "Q", "xQ", "wQ@", "wQ@z9", "wq", "wQ,", "wQ??", "w?"] {
            assert!(bad.parse::<FreeMan>().is_err(), "{bad}");
        }
        let squares = "wQ@a1,i9".parse::<FreeMan>();
        assert_eq!(squares, Err(MatrixError::FreeSquares("a1,i9".into())));
    }

    #[test]
    fn equal_free_men_are_not_exchanged() {
        let two = matrix("k7/8/8/8/8/8/8/7K w - - #2", &["wR@a1,b1,c1", "wR@a1,b1,c1"], 0..=64).unwrap();
        assert_eq!(two.size(), 9);
        assert_eq!((0..9).filter(|&number| two.position(number).is_some()).count(), 3);
        let missing = matrix("k7/8/8/8/8/8/8/7K w - - #2", &["wR?@a1,b1", "wR?@a1,b1"], 0..=64).unwrap();
        // None, one on either square, both.
        assert_eq!((0..9).filter(|&number| missing.position(number).is_some()).count(), 4);
    }

    #[test]
    fn each_position_has_one_number() {
        for free in [
            &["wR@a1,c1", "wB@g8", "wR@a1,c1"][..],
            &["wR?@a1", "bP?@h3", "wR?@a1"],
            &["wR@*4,*5", "wR@*5,a*"],
            &["wR,R@a1"],
            &["wR,S@a1,b1", "wS,B@b1,c1", "wB,R@c1,a1"],
        ] {
            let matrix = matrix("7k/8/8/8/8/8/8/7K w - - #2", free, 0..=64).unwrap();
            let positions = (0..matrix.size()).filter_map(|number| matrix.position(number));
            let mut placements: Vec<String> =
                positions.map(|problem| problem.setting.diagram.placement()).collect();
            let count = placements.len();
            placements.sort();
            placements.dedup();
            assert!(count > 0 && placements.len() == count, "{free:?}");
        }
        // Three men that may take each other's places in a circle.
        let circle = matrix("7k/8/8/8/8/8/8/7K w - - #2", &["wR@a1,b1", "wR@b1,c1", "wR@c1,a1"], 0..=64);
        let circle = circle.unwrap();
        assert_eq!((0..8).filter(|&number| circle.position(number).is_some()).count(), 1);
    }

    #[test]
    fn squares_and_numbers_of_men_are_bounded() {
        let pawns = matrix("k7/8/8/8/8/8/8/7K w - - #2", &["wP@a*"], 0..=64).unwrap();
        assert_eq!(pawns.size(), 6);
        let few = matrix("k7/8/8/8/8/8/8/7K w - - #2", &["wQ?@a1,b1"], 2..=2).unwrap();
        assert_eq!((0..3).filter(|&number| few.position(number).is_some()).count(), 1);
        let none = matrix("k7/8/8/8/8/8/8/7K w - - #2", &["wQ@h1"], 0..=64);
        assert!(matches!(none, Err(MatrixError::NoSquare(_))));
        let large = matrix("k7/8/8/8/8/8/8/7K w - - #2", &["wQ"; 11], 0..=64);
        assert!(matches!(large, Err(MatrixError::TooLarge)));
    }
}
