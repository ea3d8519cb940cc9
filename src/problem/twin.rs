//! Twins: small changes of a setting that make another problem.

use thiserror::Error;

use super::label::LabelPart;
use super::{Diagram, NamedRule, Setting, Span, Spanned, Symmetry};
use crate::board::{Layout, Square};
use crate::position::{Imitators, Man, Reserve, Walk};
use crate::rules::ScopedRule;
use crate::stipulation::{Stipulation, Structured};

/// The changes that make one twin.
#[derive(Clone, PartialEq, Debug)]
pub struct Twin {
    /// The changes apply to the previous twin, not to the diagram.
    pub continued: bool,
    /// The changes in order.
    pub changes: Vec<Spanned<TwinChange>>,
}

impl Twin {
    /// Returns the twin with its changes at one place in the source.
    pub fn at(mut self, span: Span) -> Twin {
        self.changes.iter_mut().for_each(|change| change.span = span);
        self
    }
}

/// A change of a setting.
///
/// Changes of the diagram affect men only: squares in goals, options and conditions stay the same.
#[derive(Clone, PartialEq, Debug)]
pub enum TwinChange {
    /// The man on the first square moves to the second and replaces the man there.
    Move(Square, Square),
    /// The men on the two squares exchange squares.
    Exchange(Square, Square),
    /// The man on the square is removed.
    Remove(Square),
    /// The men are added and replace the men on their squares.
    Add(Vec<(Square, Man)>),
    /// All men of the first walk become men of the second.
    Substitute(Walk, Walk),
    /// The position is rotated or reflected.
    Transform(Symmetry),
    /// The position is shifted so that the first square moves to the second.
    Shift(Square, Square),
    /// All men change colour.
    PolishType,
    /// Another stipulation.
    Stipulation(Stipulation),
    /// Another, structured stipulation and the stipulation that represents it.
    Structured(Stipulation, Structured),
    /// Other conditions replace all conditions.
    Conditions(Vec<ScopedRule>),
    /// Other men off the board replace all of them.
    Reserve(Reserve),
}

/// The reason why a change is impossible.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TwinError {
    /// There is no man on the square.
    #[error("there is no man on {0}")]
    EmptySquare(String),
    /// There is no man of the walk to substitute.
    #[error("there is no {0} to be substituted")]
    NoSuchWalk(&'static str),
    /// A man would leave the board.
    #[error("{0} would leave the board")]
    OffBoard(String),
}

impl Twin {
    /// Returns the setting after the changes.
    ///
    /// # Errors
    /// If a change is impossible, such as the removal of a man that is not there: the reason and the
    /// place of the change.
    pub fn apply(&self, to: &Setting) -> Result<Setting, Spanned<TwinError>> {
        let mut setting = to.clone();
        for change in &self.changes {
            change.value.apply(&mut setting, change.span, &mut Vec::new())?;
        }
        Ok(setting)
    }
}

impl TwinChange {
    /// Applies the change and appends its effects to `parts`.
    pub(super) fn apply(
        &self,
        setting: &mut Setting,
        span: Span,
        parts: &mut Vec<LabelPart>,
    ) -> Result<(), Spanned<TwinError>> {
        match self {
            TwinChange::Stipulation(stipulation) => {
                setting.stipulation = Some(Spanned::new(*stipulation, span));
                setting.structured = None;
                parts.push(LabelPart::Stipulation(*stipulation));
            }
            TwinChange::Structured(stipulation, structured) => {
                setting.stipulation = Some(Spanned::new(*stipulation, span));
                setting.structured = Some(structured.clone());
                parts.push(LabelPart::Text(structured.to_string()));
            }
            TwinChange::Conditions(conditions) => {
                setting.conditions =
                    conditions.iter().map(|&condition| NamedRule::new(condition, span)).collect();
                let words: Vec<_> = conditions.iter().map(ToString::to_string).collect();
                parts.push(LabelPart::Text(words.join("\n")));
            }
            TwinChange::Reserve(reserve) => {
                setting.diagram.reserve = Some(*reserve);
                parts.push(LabelPart::Text(reserve.to_string()));
            }
            _ => {
                let spanned = |error| Spanned::new(error, span);
                self.change_diagram(&mut setting.diagram, parts).map_err(spanned)?;
                self.move_imitators(setting).map_err(spanned)?;
            }
        }
        Ok(())
    }

    /// Returns the square to which a change of the whole position moves a square: the same one for other changes. `None` if
    /// it is off the board.
    pub fn image(&self, layout: Layout, square: Square) -> Option<Square> {
        match self {
            TwinChange::Transform(symmetry) => symmetry.image(layout, square),
            TwinChange::Shift(from, to) => shifted(layout, square, *from, *to),
            _ => Some(square),
        }
    }

    /// Moves the imitators with the men.
    fn move_imitators(&self, setting: &mut Setting) -> Result<(), TwinError> {
        let layout = setting.diagram.layout();
        let image = |square| self.image(layout, square);
        let imitators = setting.imitators();
        let mut moved = Vec::new();
        for square in imitators.iter() {
            let off_board = || TwinError::OffBoard(format!("the imitator on {}", layout.name(square)));
            moved.push(image(square).ok_or_else(off_board)?);
        }
        setting.move_imitators(Imitators::on(&moved).unwrap_or(imitators));
        Ok(())
    }

    /// Applies a change of the diagram.
    fn change_diagram(&self, diagram: &mut Diagram, parts: &mut Vec<LabelPart>) -> Result<(), TwinError> {
        let layout = diagram.layout();
        let name = |square: Square| layout.name(square).to_owned();
        let empty = |square: Square| TwinError::EmptySquare(name(square));
        let part = match self {
            TwinChange::Move(from, to) => {
                let man = diagram.remove(*from).ok_or_else(|| empty(*from))?;
                parts.extend(diagram.put(*to, man).map(|removed| LabelPart::Removed(removed, *to)));
                LabelPart::Moved(man, [*from, *to])
            }
            TwinChange::Exchange(one, other) => {
                let first = diagram.remove(*one).ok_or_else(|| empty(*one))?;
                let second = diagram.remove(*other).ok_or_else(|| empty(*other))?;
                diagram.put(*other, first);
                diagram.put(*one, second);
                LabelPart::Exchanged([(first, *one), (second, *other)])
            }
            TwinChange::Remove(square) => {
                let man = diagram.remove(*square).ok_or_else(|| empty(*square))?;
                LabelPart::Removed(man, *square)
            }
            TwinChange::Add(men) => {
                for &(square, man) in men {
                    parts.extend(diagram.put(square, man).map(|removed| LabelPart::Removed(removed, square)));
                    parts.push(LabelPart::Added(man, square));
                }
                return Ok(());
            }
            TwinChange::Substitute(from, to) => {
                if diagram.men().all(|(_, man)| man.walk != *from) {
                    return Err(TwinError::NoSuchWalk(from.letters()));
                }
                map_men(diagram, |square, man| {
                    Ok((square, if man.walk == *from { man.with_walk(*to) } else { man }))
                })?;
                LabelPart::Substituted([*from, *to])
            }
            TwinChange::Transform(symmetry) => {
                map_squares(diagram, |square| symmetry.image(layout, square))?;
                LabelPart::Text(symmetry.words())
            }
            TwinChange::Shift(from, to) => {
                map_squares(diagram, |square| shifted(layout, square, *from, *to))?;
                LabelPart::Text(format!("shift {} ==> {}", name(*from), name(*to)))
            }
            TwinChange::PolishType => {
                map_men(diagram, |square, man| Ok((square, Man { colour: man.colour.opposite(), ..man })))?;
                diagram.reserve = diagram.reserve.map(Reserve::with_sides_swapped);
                LabelPart::Text("PolishType".to_owned())
            }
            TwinChange::Stipulation(_)
            | TwinChange::Structured(..)
            | TwinChange::Conditions(_)
            | TwinChange::Reserve(_) => return Ok(()),
        };
        parts.push(part);
        Ok(())
    }
}

/// Moves all men to the images of their squares.
fn map_squares(diagram: &mut Diagram, image: impl Fn(Square) -> Option<Square>) -> Result<(), TwinError> {
    let layout = diagram.layout();
    map_men(diagram, |square, man| {
        let off_board = || TwinError::OffBoard(format!("{}{}", man.label(), layout.name(square)));
        Ok((image(square).ok_or_else(off_board)?, man))
    })
}

/// Replaces every man and its square by `image`.
fn map_men(
    diagram: &mut Diagram,
    image: impl Fn(Square, Man) -> Result<(Square, Man), TwinError>,
) -> Result<(), TwinError> {
    let mut mapped = Diagram::empty(diagram.layout());
    mapped.reserve = diagram.reserve;
    for (square, man) in diagram.men() {
        let (square, man) = image(square, man)?;
        mapped.put(square, man);
    }
    *diagram = mapped;
    Ok(())
}

/// Returns the square at the same distance and direction from `square` as `to` from `from`; `None` if
/// it is off the board.
fn shifted(layout: Layout, square: Square, from: Square, to: Square) -> Option<Square> {
    if !layout.is_rectangle() {
        return Some(square).filter(|_| from == to);
    }
    let along = |at: u8, from: u8, to: u8| (at + to).checked_sub(from);
    let file = along(layout.file(square), layout.file(from), layout.file(to))?;
    let rank = along(layout.rank(square), layout.rank(from), layout.rank(to))?;
    layout.at(file, rank)
}
