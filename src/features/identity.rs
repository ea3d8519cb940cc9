//! Which man of a twin is which man of the diagram.

use std::collections::BTreeMap;

use crate::board::{Layout, Square};
use crate::problem::{Problem, TwinChange};

/// A man of a problem, the same one in all twins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Identity {
    /// The man on a square of the diagram.
    OfDiagram(Square),
    /// A man that a twin adds, with the number of the twin.
    Added(usize, Square),
}

/// The men of a twin by their squares.
pub type Identities = BTreeMap<Square, Identity>;

/// Returns the men of the twin with this number, from 0, of those that are solved.
pub(super) fn identities(problem: &Problem, number: usize) -> Identities {
    let diagram = &problem.setting.diagram;
    let mut men: Identities =
        diagram.men().map(|(square, _)| (square, Identity::OfDiagram(square))).collect();
    let base = men.clone();
    // The diagram is the first twin, unless it is a zeroposition.
    let first = usize::from(!problem.zeroposition);
    for (adding, twin) in problem.twins.iter().enumerate().map(|(index, twin)| (first + index, twin)) {
        if adding > number {
            break;
        }
        if !twin.continued {
            men.clone_from(&base);
        }
        for change in &twin.changes {
            men = after(men, &change.value, diagram.layout(), adding);
        }
    }
    men
}

/// Returns the men after a change by the twin with the number `adding`.
fn after(mut men: Identities, change: &TwinChange, layout: Layout, adding: usize) -> Identities {
    match change {
        TwinChange::Move(from, to) => {
            if let Some(man) = men.remove(from) {
                men.insert(*to, man);
            }
        }
        TwinChange::Exchange(one, other) => {
            let (first, second) = (men.remove(one), men.remove(other));
            men.extend(first.map(|man| (*other, man)));
            men.extend(second.map(|man| (*one, man)));
        }
        TwinChange::Remove(square) => {
            men.remove(square);
        }
        TwinChange::Add(added) => {
            men.extend(added.iter().map(|&(square, _)| (square, Identity::Added(adding, square))));
        }
        TwinChange::Transform(_) | TwinChange::Shift(..) => {
            let moved =
                men.into_iter().filter_map(|(square, man)| Some((change.image(layout, square)?, man)));
            return moved.collect();
        }
        TwinChange::Substitute(..)
        | TwinChange::PolishType
        | TwinChange::Stipulation(_)
        | TwinChange::Structured(..)
        | TwinChange::Conditions(_)
        | TwinChange::Reserve(_) => {}
    }
    men
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn men_keep_their_identity_in_twins() {
        let text = "beginproblem\npieces white Ka1 Rb1 black Kh8\nstipulation h#2\n\
                    twin move b1 c1\ntwin cont exchange a1 c1\ntwin add white Sd1\n\
                    twin cont move d1 e3\nendproblem\n";
        let problem: Problem = text.parse().expect("a problem");
        let square = |name: &str| Layout::CHESS.square(name).expect("a square");
        let of = |number: usize, at: &str| identities(&problem, number).get(&square(at)).copied();
        let rook = Some(Identity::OfDiagram(square("b1")));
        assert_eq!([of(0, "b1"), of(1, "c1"), of(2, "a1"), of(3, "b1")], [rook; 4]);
        assert_eq!(of(1, "b1"), None);
        // A man that a twin adds is the same one in a twin that continues.
        assert_eq!([of(3, "d1"), of(4, "e3")], [Some(Identity::Added(3, square("d1"))); 2]);
    }
}
