//! Rotations and reflections of the whole board.

use crate::board::{Layout, Square};

/// A rotation or reflection that maps the board onto itself.
///
/// A reflection is named by two squares that it exchanges.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Symmetry {
    /// A quarter turn to the left: a1 moves to h1.
    Quarter,
    /// Half a turn: a1 moves to h8.
    Half,
    /// A quarter turn to the right: a1 moves to a8.
    ThreeQuarters,
    /// Left and right are exchanged.
    Files,
    /// Top and bottom are exchanged.
    Ranks,
    /// The reflection in the diagonal from a8 to h1.
    A1H8,
    /// The reflection in the diagonal from a1 to h8.
    A8H1,
}

impl Symmetry {
    /// The rotations by their angle to the left.
    pub const ROTATIONS: [(&'static str, Symmetry); 3] =
        [("90", Symmetry::Quarter), ("180", Symmetry::Half), ("270", Symmetry::ThreeQuarters)];

    /// The reflections by two squares that they exchange.
    pub const REFLECTIONS: [(&'static str, Symmetry); 4] = [
        ("a1<-->h1", Symmetry::Files),
        ("a1<-->a8", Symmetry::Ranks),
        ("a1<-->h8", Symmetry::A1H8),
        ("a8<-->h1", Symmetry::A8H1),
    ];

    /// Returns the symmetry in Popeye's words, such as `rotate 90` or `mirror a1<-->h1`.
    pub fn words(self) -> String {
        let name = |table: &[(&'static str, Symmetry)]| {
            table.iter().find(|(_, symmetry)| *symmetry == self).map(|(name, _)| *name)
        };
        match name(&Symmetry::ROTATIONS) {
            Some(angle) => format!("rotate {angle}"),
            None => format!("mirror {}", name(&Symmetry::REFLECTIONS).unwrap_or_default()),
        }
    }

    /// Returns the image of a square. `None` if files would become ranks and their numbers differ, or
    /// if the board lacks the symmetry.
    pub fn image(self, layout: Layout, square: Square) -> Option<Square> {
        if !layout.is_rectangle() {
            // Half a turn reverses the order of all squares, row by row.
            let squares = || (0..layout.ranks()).flat_map(|rank| layout.row(rank));
            let mut reversed: Vec<Square> = squares().collect();
            reversed.reverse();
            let index = squares().position(|other| other == square).filter(|_| self == Symmetry::Half)?;
            return reversed.get(index).copied();
        }
        let (file, rank) = (layout.file(square), layout.rank(square));
        let other_file = (layout.files() - 1).checked_sub(file)?;
        let other_rank = (layout.ranks() - 1).checked_sub(rank)?;
        let keeps_files = matches!(self, Symmetry::Half | Symmetry::Files | Symmetry::Ranks);
        if !keeps_files && layout.files() != layout.ranks() {
            return None;
        }
        match self {
            Symmetry::Quarter => layout.at(other_rank, file),
            Symmetry::Half => layout.at(other_file, other_rank),
            Symmetry::ThreeQuarters => layout.at(rank, other_file),
            Symmetry::Files => layout.at(other_file, rank),
            Symmetry::Ranks => layout.at(file, other_rank),
            Symmetry::A1H8 => layout.at(other_rank, other_file),
            Symmetry::A8H1 => layout.at(rank, file),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> impl Iterator<Item = Symmetry> {
        let named = Symmetry::ROTATIONS.into_iter().chain(Symmetry::REFLECTIONS);
        named.map(|(_, symmetry)| symmetry)
    }

    #[test]
    fn images_of_a1_and_b1_match_docs() {
        let images = [
            ("h1", "h2"),
            ("h8", "g8"),
            ("a8", "a7"),
            ("h1", "g1"),
            ("a8", "b8"),
            ("h8", "h7"),
            ("a1", "a2"),
        ];
        let square = |name| Layout::CHESS.square(name).unwrap();
        for (symmetry, (a1, b1)) in all().zip(images) {
            assert_eq!(symmetry.image(Layout::CHESS, square("a1")), Some(square(a1)), "{symmetry:?}");
            assert_eq!(symmetry.image(Layout::CHESS, square("b1")), Some(square(b1)), "{symmetry:?}");
        }
    }

    #[test]
    fn reflections_swap_their_naming_squares() {
        for (name, symmetry) in Symmetry::REFLECTIONS {
            let (one, other) = name.split_once("<-->").unwrap();
            let [one, other] = [one, other].map(|name| Layout::CHESS.square(name).unwrap());
            assert_eq!(symmetry.image(Layout::CHESS, one), Some(other), "{name}");
            assert_eq!(symmetry.image(Layout::CHESS, other), Some(one), "{name}");
        }
    }

    #[test]
    fn half_turn_swaps_reroute66_switches() {
        let layout = Layout::REROUTE66;
        for (one, other) in [("A4", "H5"), ("a4", "h5"), ("e1", "d8"), ("b5", "g4")] {
            let [one, other] = [one, other].map(|name| layout.square(name).unwrap());
            assert_eq!(Symmetry::Half.image(layout, one), Some(other));
            assert_eq!(Symmetry::Half.image(layout, other), Some(one));
            assert_eq!(Symmetry::Files.image(layout, one), None);
        }
    }

    #[test]
    fn symmetries_are_bijective() {
        for layout in [Layout::CHESS, Layout::rectangle(5, 8).unwrap()] {
            for symmetry in all() {
                let mut images: Vec<_> =
                    layout.squares().filter_map(|square| symmetry.image(layout, square)).collect();
                images.sort();
                images.dedup();
                assert!(images.len() == layout.squares().count() || images.is_empty(), "{symmetry:?}");
                assert!(!images.is_empty() || layout != Layout::CHESS);
            }
        }
    }
}
