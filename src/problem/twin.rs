//! Twins: small changes, each of which makes another problem of the diagram.

use thiserror::Error;

use super::{Placed, Setting};
use crate::board::{Layout, Square};
use crate::position::Man;
use crate::rules::Condition;
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
    /// Another stipulation.
    Stipulation(Stipulation),
    /// Another stipulation, which has no name.
    Structured(Stipulation, Structured),
    /// Other conditions, instead of all that were there.
    Conditions(Vec<Condition>),
}

/// Why a twin cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TwinError {
    /// A man was expected on the square.
    #[error("no man stands on {0}")]
    Empty(String),
}

impl Twin {
    /// The setting with the changes made.
    ///
    /// # Errors
    /// When a man that is to move, to be exchanged or to be removed is not there;
    /// with the place of the change.
    pub fn apply(&self, to: &Setting) -> Result<Setting, Placed<TwinError>> {
        let mut setting = to.clone();
        for alteration in &self.alterations {
            alteration
                .value
                .apply(&mut setting, alteration.place)
                .map_err(|error| Placed::new(error, alteration.place))?;
        }
        Ok(setting)
    }
}

impl Alteration {
    fn apply(&self, setting: &mut Setting, place: super::Place) -> Result<(), TwinError> {
        let layout = setting.diagram.layout();
        let empty = |square: Square| TwinError::Empty(layout.name(square));
        let diagram = &mut setting.diagram;
        match self {
            Alteration::Move(from, to) => {
                let man = diagram.take(*from).ok_or_else(|| empty(*from))?;
                diagram.place(*to, man);
            }
            Alteration::Exchange(one, other) => {
                let first = diagram.take(*one).ok_or_else(|| empty(*one))?;
                let second = diagram.take(*other).ok_or_else(|| empty(*other))?;
                diagram.place(*other, first);
                diagram.place(*one, second);
            }
            Alteration::Remove(square) => {
                diagram.take(*square).ok_or_else(|| empty(*square))?;
            }
            Alteration::Add(men) => {
                for &(square, man) in men {
                    diagram.place(square, man);
                }
            }
            Alteration::Stipulation(stipulation) => {
                setting.stipulation = Some(Placed::new(*stipulation, place));
                setting.structured = None;
            }
            Alteration::Structured(stipulation, structured) => {
                setting.stipulation = Some(Placed::new(*stipulation, place));
                setting.structured = Some(structured.clone());
            }
            Alteration::Conditions(conditions) => {
                setting.conditions =
                    conditions.iter().map(|&condition| Placed::new(condition, place)).collect();
            }
        }
        Ok(())
    }

    /// The change in Popeye's words, as in `wSf6-->b6`, for the diagram before it.
    pub fn describe(&self, before: &Setting) -> String {
        let layout: Layout = before.diagram.layout();
        let man = |square: Square| before.diagram.man(square).map_or(String::new(), |man| man.label());
        match self {
            Alteration::Move(from, to) => {
                let removed = match before.diagram.man(*to) {
                    Some(man) => format!("-{}{}  ", man.label(), layout.name(*to)),
                    None => String::new(),
                };
                format!("{removed}{}{}-->{}", man(*from), layout.name(*from), layout.name(*to))
            }
            Alteration::Exchange(one, other) => {
                format!("{}{}<-->{}{}", man(*one), layout.name(*one), man(*other), layout.name(*other))
            }
            Alteration::Remove(square) => format!("-{}{}", man(*square), layout.name(*square)),
            Alteration::Add(men) => men
                .iter()
                .map(|(square, man)| {
                    let plus = if before.diagram.man(*square).is_none() { "+" } else { "" };
                    format!("{plus}{}{}", man.label(), layout.name(*square))
                })
                .collect::<Vec<_>>()
                .join("  "),
            Alteration::Stipulation(stipulation) => stipulation.to_string(),
            Alteration::Structured(_, structured) => structured.to_string(),
            Alteration::Conditions(conditions) => {
                conditions.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
            }
        }
    }
}
