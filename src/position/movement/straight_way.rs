//! Straight ways: leaps, straight rides, and hops straight over one man, as the squares that they pass.

use super::{Distance, KNIGHT, Leap, Line, Movement};

/// Equal leaps in one direction, over one man or over none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StraightWay {
    /// A leap, in files and ranks.
    pub leap: (i8, i8),
    /// The number of leaps.
    pub leaps: i8,
    /// The number of leaps to the man over which the way leads; `None` if it leads over none.
    pub hurdle: Option<i8>,
}

impl StraightWay {
    /// Returns a single leap.
    pub fn leap(vector: (i8, i8)) -> StraightWay {
        StraightWay { leap: vector, leaps: 1, hurdle: None }
    }

    /// Returns single steps as those of a queen.
    pub fn of_queen((files, ranks): (i8, i8)) -> StraightWay {
        let leap = (files.signum(), ranks.signum());
        StraightWay { leap, leaps: files.abs().max(ranks.abs()), hurdle: None }
    }

    /// Returns the leaps along the first of some lines that leads to a square at a distance; `None` if there is none.
    pub(super) fn along(lines: &[Line], (files, ranks): (i8, i8)) -> Option<StraightWay> {
        let leaps = lines.iter().filter_map(|line| match line {
            Line::Straight(leap) => Some(*leap),
            Line::Lame(_) => Some(KNIGHT),
            _ => None,
        });
        leaps.flat_map(Leap::vectors).find_map(|(right, up)| {
            let times = if right == 0 { ranks.checked_div(up) } else { files.checked_div(right) };
            let leaps = times.filter(|&times| times > 0 && (times * right, times * up) == (files, ranks))?;
            Some(StraightWay { leap: (right, up), leaps, hurdle: None })
        })
    }

    /// Returns the distances of the squares of the way that must be empty, the last one among them.
    pub fn empty(self) -> impl Iterator<Item = (i8, i8)> {
        (1..=self.leaps).filter(move |&count| self.hurdle != Some(count)).map(move |count| self.after(count))
    }

    /// Returns the distance of the man over which the way leads.
    pub fn hurdle(self) -> Option<(i8, i8)> {
        self.hurdle.map(|count| self.after(count))
    }

    fn after(self, count: i8) -> (i8, i8) {
        (count * self.leap.0, count * self.leap.1)
    }
}

impl Movement {
    /// Returns whether men move and capture along straight ways only, or as pawns.
    pub fn goes_straight(self) -> bool {
        let are_straight = |lines: &[Line]| lines.iter().all(|line| matches!(line, Line::Straight(_)));
        match self {
            Movement::Leaper(_) | Movement::PawnSteps(_) | Movement::PawnCaptures(_) | Movement::Immobile => {
                true
            }
            Movement::Rider(lines) => are_straight(lines),
            Movement::Hopper(hopper) => {
                (hopper.hurdles, hopper.turn) == (1, 0)
                    && hopper.landing != Distance::Any
                    && are_straight(hopper.lines)
            }
            Movement::Split { quiet: Movement::PawnSteps(_), capture: Movement::PawnCaptures(_) } => true,
            Movement::Combined(parts) => parts.iter().all(|part| part.goes_straight()),
            _ => false,
        }
    }

    /// Returns how a man goes straight to a distance in files and ranks; `None` if it does not.
    pub(in crate::position) fn straight_way(self, vector: (i8, i8)) -> Option<StraightWay> {
        match self {
            Movement::Leaper(_) => self.leaps_at(vector).then(|| StraightWay::leap(vector)),
            Movement::Rider(lines) => StraightWay::along(lines, vector),
            // A line of longer leaps can lead there, too.
            Movement::Hopper(hopper) => hopper.lines.iter().find_map(|&line| {
                let way = StraightWay::along(&[line], vector)?;
                let hurdle = match hopper.landing {
                    Distance::Exactly(leaps) => way.leaps - leaps as i8,
                    Distance::Same if way.leaps % 2 == 0 => way.leaps / 2,
                    Distance::Same | Distance::Any => return None,
                };
                let is_reached = match hopper.approach {
                    Distance::Exactly(leaps) => hurdle == leaps as i8,
                    _ => hurdle > 0,
                };
                is_reached.then_some(StraightWay { hurdle: Some(hurdle), ..way })
            }),
            Movement::Combined(parts) => parts.iter().find_map(|part| part.straight_way(vector)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::position::Walk;

    #[test]
    fn ways_lead_over_squares_and_one_hurdle() {
        let way = |walk: Walk, vector| {
            let way = walk.straight_way(vector)?;
            Some((way.empty().collect::<Vec<_>>(), way.hurdle()))
        };
        assert_eq!(way(Walk::Queen, (2, -2)), Some((vec![(1, -1), (2, -2)], None)));
        assert_eq!(way(Walk::Knight, (2, -1)), Some((vec![(2, -1)], None)));
        assert_eq!(way(Walk::Nightrider, (2, 4)), Some((vec![(1, 2), (2, 4)], None)));
        assert_eq!(way(Walk::Grasshopper, (0, 3)), Some((vec![(0, 1), (0, 3)], Some((0, 2)))));
        assert_eq!(way(Walk::Grasshopper, (0, 1)), None);
        assert_eq!(way(Walk::Equihopper, (2, 4)), Some((vec![(2, 4)], Some((1, 2)))));
        assert_eq!(way(Walk::Equihopper, (0, 4)), Some((vec![(0, 1), (0, 3), (0, 4)], Some((0, 2)))));
        assert_eq!(way(Walk::NonstopEquihopper, (0, 4)), Some((vec![(0, 4)], Some((0, 2)))));
        assert_eq!(way(Walk::Mao, (2, 1)), None);
    }
}
