//! Twins: small changes, each of which makes another problem of the diagram.

use thiserror::Error;

use super::label::Effect;
use super::{Diagram, Place, Placed, Setting, Symmetry};
use crate::board::{Layout, Square};
use crate::position::{Man, Reserve, Walk};
use crate::rules::Clause;
use crate::stipulation::{Stipulation, Structured};

/// The changes that make one twin.
#[derive(Clone, PartialEq, Debug)]
pub struct Twin {
    /// The changes apply to the twin before, not to the diagram.
    pub continued: bool,
    /// What is changed, in order.
    pub alterations: Vec<Placed<Alteration>>,
}

/// One change.
///
/// Changes of the diagram move men and nothing else: the squares that a goal, an
/// option or a condition names stay where they are.
#[derive(Clone, PartialEq, Debug)]
pub enum Alteration {
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
    Conditions(Vec<Clause>),
    /// Other men beside the board, instead of all that were there.
    Beside(Reserve),
}

/// Why a twin cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TwinError {
    /// A man was expected on the square.
    #[error("no man stands on {0}")]
    Empty(String),
    /// There is no man of the walk that is to be substituted.
    #[error("there is no {0} to be substituted")]
    Absent(char),
    /// A man would come to stand where the board has no square.
    #[error("{0} would leave the board")]
    Outside(String),
}

impl Twin {
    /// The setting with the changes made.
    ///
    /// # Errors
    /// When a change cannot be made, such as the removal of a man that is not there;
    /// with the place of the change.
    pub fn apply(&self, to: &Setting) -> Result<Setting, Placed<TwinError>> {
        let mut setting = to.clone();
        for alteration in &self.alterations {
            alteration.value.apply(&mut setting, alteration.place, &mut Vec::new())?;
        }
        Ok(setting)
    }
}

impl Alteration {
    /// Makes the change and notes what it did.
    pub(super) fn apply(
        &self,
        setting: &mut Setting,
        place: Place,
        effects: &mut Vec<Effect>,
    ) -> Result<(), Placed<TwinError>> {
        match self {
            Alteration::Stipulation(stipulation) => {
                setting.stipulation = Some(Placed::new(*stipulation, place));
                setting.structured = None;
                effects.push(Effect::Asks(*stipulation));
            }
            Alteration::Structured(stipulation, structured) => {
                setting.stipulation = Some(Placed::new(*stipulation, place));
                setting.structured = Some(structured.clone());
                effects.push(Effect::Other(structured.to_string()));
            }
            Alteration::Conditions(conditions) => {
                setting.conditions =
                    conditions.iter().map(|&condition| Placed::new(condition, place)).collect();
                let words: Vec<_> = conditions.iter().map(ToString::to_string).collect();
                effects.push(Effect::Other(words.join("\n")));
            }
            Alteration::Beside(reserve) => {
                setting.diagram.reserve = Some(*reserve);
                effects.push(Effect::Other(reserve.to_string()));
            }
            _ => self.rearrange(&mut setting.diagram, effects).map_err(|error| Placed::new(error, place))?,
        }
        Ok(())
    }

    /// Makes a change of the diagram.
    fn rearrange(&self, diagram: &mut Diagram, effects: &mut Vec<Effect>) -> Result<(), TwinError> {
        let layout = diagram.layout();
        let name = |square: Square| layout.name(square);
        let named = |man: Man, square: Square| format!("{}{}", man.label(), name(square));
        let empty = |square: Square| TwinError::Empty(name(square));
        let effect = match self {
            Alteration::Move(from, to) => {
                let man = diagram.take(*from).ok_or_else(|| empty(*from))?;
                effects.extend(diagram.place(*to, man).map(|removed| Effect::Goes(removed, *to)));
                Effect::Other(format!("{}-->{}", named(man, *from), name(*to)))
            }
            Alteration::Exchange(one, other) => {
                let first = diagram.take(*one).ok_or_else(|| empty(*one))?;
                let second = diagram.take(*other).ok_or_else(|| empty(*other))?;
                diagram.place(*other, first);
                diagram.place(*one, second);
                Effect::Other(format!("{}<-->{}", named(first, *one), named(second, *other)))
            }
            Alteration::Remove(square) => {
                let man = diagram.take(*square).ok_or_else(|| empty(*square))?;
                Effect::Goes(man, *square)
            }
            Alteration::Add(men) => {
                for &(square, man) in men {
                    effects.extend(diagram.place(square, man).map(|removed| Effect::Goes(removed, square)));
                    effects.push(Effect::Comes(man, square));
                }
                return Ok(());
            }
            Alteration::Substitute(from, to) => {
                if diagram.men().all(|(_, man)| man.walk != *from) {
                    return Err(TwinError::Absent(from.letter()));
                }
                rearranged(diagram, |square, man| {
                    Ok((square, if man.walk == *from { man.with_walk(*to) } else { man }))
                })?;
                Effect::Other(format!("{} ==> {}", from.letters(), to.letters()))
            }
            Alteration::Transform(symmetry) => {
                rearranged(diagram, |square, man| {
                    let image = symmetry.image(layout, square);
                    Ok((image.ok_or_else(|| TwinError::Outside(named(man, square)))?, man))
                })?;
                Effect::Other(symmetry.words())
            }
            Alteration::Shift(from, to) => {
                rearranged(diagram, |square, man| {
                    let image = shifted(layout, square, *from, *to);
                    Ok((image.ok_or_else(|| TwinError::Outside(named(man, square)))?, man))
                })?;
                Effect::Other(format!("shift {} ==> {}", name(*from), name(*to)))
            }
            Alteration::PolishType => {
                rearranged(diagram, |square, man| {
                    Ok((square, Man { colour: man.colour.opposite(), ..man }))
                })?;
                diagram.reserve = diagram.reserve.map(Reserve::turned);
                Effect::Other("PolishType".to_owned())
            }
            Alteration::Stipulation(_)
            | Alteration::Structured(..)
            | Alteration::Conditions(_)
            | Alteration::Beside(_) => return Ok(()),
        };
        effects.push(effect);
        Ok(())
    }
}

/// Puts every man where, and makes it what, `image` says.
fn rearranged(
    diagram: &mut Diagram,
    image: impl Fn(Square, Man) -> Result<(Square, Man), TwinError>,
) -> Result<(), TwinError> {
    let mut other = Diagram::empty(diagram.layout());
    other.reserve = diagram.reserve;
    for (square, man) in diagram.men() {
        let (square, man) = image(square, man)?;
        other.place(square, man);
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
