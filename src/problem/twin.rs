//! Twins: small changes, each of which makes another problem of the diagram.

use thiserror::Error;

use super::label::LabelPart;
use super::{Diagram, Setting, Span, Spanned, Symmetry};
use crate::board::{Layout, Square};
use crate::position::{Man, Reserve, Walk};
use crate::rules::ScopedRule;
use crate::stipulation::{Stipulation, Structured};

/// The changes that make one twin.
#[derive(Clone, PartialEq, Debug)]
pub struct Twin {
    /// The changes apply to the twin before, not to the diagram.
    pub continued: bool,
    /// What is changed, in order.
    pub changes: Vec<Spanned<TwinChange>>,
}

/// One change.
///
/// Changes of the diagram move men and nothing else: the squares that a goal, an
/// option or a condition names stay where they are.
#[derive(Clone, PartialEq, Debug)]
pub enum TwinChange {
    /// The man on the first square goes to the second, removing who stands there.
    Move(Square, Square),
    /// The men on the two squares change places.
    Exchange(Square, Square),
    /// The man on the square goes.
    Remove(Square),
    /// The men come, removing who stands there.
    Add(Vec<(Square, Man)>),
    /// All men of the first walk become men of the second.
    Substitute(Walk, Walk),
    /// The position is turned or reflected.
    Transform(Symmetry),
    /// The position is shifted so that the first square comes to the second.
    Shift(Square, Square),
    /// All men change colour.
    PolishType,
    /// Another stipulation.
    Stipulation(Stipulation),
    /// Another stipulation, which has no name.
    Structured(Stipulation, Structured),
    /// Other conditions, instead of all that were there.
    Conditions(Vec<ScopedRule>),
    /// Other men beside the board, instead of all that were there.
    Reserve(Reserve),
}

/// Why a twin cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TwinError {
    /// A man was expected on the square.
    #[error("no man stands on {0}")]
    EmptySquare(String),
    /// There is no man of the walk that is to be substituted.
    #[error("there is no {0} to be substituted")]
    NoSuchWalk(char),
    /// A man would come to stand where the board has no square.
    #[error("{0} would leave the board")]
    OffBoard(String),
}

impl Twin {
    /// The setting with the changes made.
    ///
    /// # Errors
    /// When a change cannot be made, such as the removal of a man that is not there;
    /// with the place of the change.
    pub fn apply(&self, to: &Setting) -> Result<Setting, Spanned<TwinError>> {
        let mut setting = to.clone();
        for alteration in &self.changes {
            alteration.value.apply(&mut setting, alteration.span, &mut Vec::new())?;
        }
        Ok(setting)
    }
}

impl TwinChange {
    /// Makes the change and notes what it did.
    pub(super) fn apply(
        &self,
        setting: &mut Setting,
        place: Span,
        effects: &mut Vec<LabelPart>,
    ) -> Result<(), Spanned<TwinError>> {
        match self {
            TwinChange::Stipulation(stipulation) => {
                setting.stipulation = Some(Spanned::new(*stipulation, place));
                setting.structured = None;
                effects.push(LabelPart::Stipulation(*stipulation));
            }
            TwinChange::Structured(stipulation, structured) => {
                setting.stipulation = Some(Spanned::new(*stipulation, place));
                setting.structured = Some(structured.clone());
                effects.push(LabelPart::Text(structured.to_string()));
            }
            TwinChange::Conditions(conditions) => {
                setting.conditions =
                    conditions.iter().map(|&condition| Spanned::new(condition, place)).collect();
                let words: Vec<_> = conditions.iter().map(ToString::to_string).collect();
                effects.push(LabelPart::Text(words.join("\n")));
            }
            TwinChange::Reserve(reserve) => {
                setting.diagram.reserve = Some(*reserve);
                effects.push(LabelPart::Text(reserve.to_string()));
            }
            _ => self
                .change_diagram(&mut setting.diagram, effects)
                .map_err(|error| Spanned::new(error, place))?,
        }
        Ok(())
    }

    /// Makes a change of the diagram.
    fn change_diagram(&self, diagram: &mut Diagram, effects: &mut Vec<LabelPart>) -> Result<(), TwinError> {
        let layout = diagram.layout();
        let name = |square: Square| layout.name(square);
        let named = |man: Man, square: Square| format!("{}{}", man.label(), name(square));
        let empty = |square: Square| TwinError::EmptySquare(name(square));
        let effect = match self {
            TwinChange::Move(from, to) => {
                let man = diagram.remove(*from).ok_or_else(|| empty(*from))?;
                effects.extend(diagram.put(*to, man).map(|removed| LabelPart::Removed(removed, *to)));
                LabelPart::Text(format!("{}-->{}", named(man, *from), name(*to)))
            }
            TwinChange::Exchange(one, other) => {
                let first = diagram.remove(*one).ok_or_else(|| empty(*one))?;
                let second = diagram.remove(*other).ok_or_else(|| empty(*other))?;
                diagram.put(*other, first);
                diagram.put(*one, second);
                LabelPart::Text(format!("{}<-->{}", named(first, *one), named(second, *other)))
            }
            TwinChange::Remove(square) => {
                let man = diagram.remove(*square).ok_or_else(|| empty(*square))?;
                LabelPart::Removed(man, *square)
            }
            TwinChange::Add(men) => {
                for &(square, man) in men {
                    effects
                        .extend(diagram.put(square, man).map(|removed| LabelPart::Removed(removed, square)));
                    effects.push(LabelPart::Added(man, square));
                }
                return Ok(());
            }
            TwinChange::Substitute(from, to) => {
                if diagram.men().all(|(_, man)| man.walk != *from) {
                    return Err(TwinError::NoSuchWalk(from.letter()));
                }
                map_men(diagram, |square, man| {
                    Ok((square, if man.walk == *from { man.with_walk(*to) } else { man }))
                })?;
                LabelPart::Text(format!("{} ==> {}", from.letters(), to.letters()))
            }
            TwinChange::Transform(symmetry) => {
                map_men(diagram, |square, man| {
                    let image = symmetry.image(layout, square);
                    Ok((image.ok_or_else(|| TwinError::OffBoard(named(man, square)))?, man))
                })?;
                LabelPart::Text(symmetry.words())
            }
            TwinChange::Shift(from, to) => {
                map_men(diagram, |square, man| {
                    let image = shifted(layout, square, *from, *to);
                    Ok((image.ok_or_else(|| TwinError::OffBoard(named(man, square)))?, man))
                })?;
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
        effects.push(effect);
        Ok(())
    }
}

/// Puts every man where, and makes it what, `image` says.
fn map_men(
    diagram: &mut Diagram,
    image: impl Fn(Square, Man) -> Result<(Square, Man), TwinError>,
) -> Result<(), TwinError> {
    let mut other = Diagram::empty(diagram.layout());
    other.reserve = diagram.reserve;
    for (square, man) in diagram.men() {
        let (square, man) = image(square, man)?;
        other.put(square, man);
    }
    *diagram = other;
    Ok(())
}

/// The square that lies from `square` as `to` lies from `from`, if the board has it.
fn shifted(layout: Layout, square: Square, from: Square, to: Square) -> Option<Square> {
    if !layout.is_rectangle() {
        return Some(square).filter(|_| from == to);
    }
    let along = |at: u8, from: u8, to: u8| (at + to).checked_sub(from);
    let file = along(layout.file(square), layout.file(from), layout.file(to))?;
    let rank = along(layout.rank(square), layout.rank(from), layout.rank(to))?;
    layout.at(file, rank)
}
