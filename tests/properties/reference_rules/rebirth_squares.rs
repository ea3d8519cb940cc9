//! Rebirth squares.

use kirke::position::{Colour, Man, ManFlags, Walk};
use kirke::rules::rebirth::{Home, Rebirth, SquareTransform};

use crate::reference_rules::active_rules::ActiveRules;
use crate::reference_rules::board::{Board, Sq, at, file, is_dark, opposite, rank};
use crate::reference_rules::rebirth::reborn_forms;

/// The parameters of a search for rebirth squares.
#[derive(Clone, Debug)]
pub struct HomeQuery {
    pub man: Man,
    /// The other man of the capture.
    pub partner: Option<Man>,
    /// The colour of the captured man.
    pub captured: Colour,
    /// The square of the captured man.
    pub capture: Sq,
    /// The square from which the capturer came.
    pub departure: Sq,
    /// The files and ranks of the relevant move.
    pub vector: (i32, i32),
}

/// Returns the square of the game array; of two squares the one with the colour of another square.
pub fn array_square(laws: &ActiveRules, walk: Walk, colour: Colour, near: Sq) -> Sq {
    let first = if colour == Colour::White { 0 } else { 56 };
    let of_pair = |low: Sq, high: Sq| {
        if is_dark(first + low) == is_dark(near) { first + low } else { first + high }
    };
    match walk {
        Walk::King => first + 4,
        Walk::Queen => first + 3,
        Walk::Rook => of_pair(0, 7),
        Walk::Knight => of_pair(1, 6),
        Walk::Bishop => of_pair(2, 5),
        walk if walk.is_pawn() => near % 8 + if colour == Colour::White { 8 } else { 48 },
        _ => promotion_square(laws, colour, near),
    }
}

/// Returns the promotion square of this colour on the file of a square: the home of men that are not in
/// the array.
fn promotion_square(laws: &ActiveRules, colour: Colour, near: Sq) -> Sq {
    // Where pawns do not promote it is the last rank.
    let own_rank = laws.promotion_rank().unwrap_or(7) as usize;
    near % 8 + 8 * if colour == Colour::White { own_rank } else { 7 - own_rank }
}

impl HomeQuery {
    /// Returns the query for a man on a square that captures nothing.
    pub fn for_man_on(man: Man, square: Sq) -> HomeQuery {
        HomeQuery {
            man,
            partner: None,
            captured: man.colour,
            capture: square,
            departure: square,
            vector: (0, 0),
        }
    }

    /// Returns every square to choose from; an empty list if the home would be off the board.
    pub fn homes(&self, rebirth: &Rebirth, board: &Board) -> Vec<Sq> {
        let like = if rebirth.partner_decides { self.partner.unwrap_or(self.man) } else { self.man };
        let colour = if rebirth.mirrored { like.colour.opposite() } else { like.colour };
        let first_rank = if colour == Colour::White { 0 } else { 7 };
        let second_rank = if colour == Colour::White { 1 } else { 6 };
        let (f, r) = (file(self.capture), rank(self.capture));
        let sign = if rebirth.mirrored { -1 } else { 1 };
        let promoted = rebirth.frischauf && like.flags.contains(ManFlags::FRISCHAUF);
        let one = match rebirth.home {
            _ if promoted => Some(promotion_square(board.rules, colour, self.capture)),
            Home::Array => Some(array_square(board.rules, like.walk, colour, self.capture)),
            Home::File if like.walk.is_fairy() && !like.walk.is_pawn() => {
                Some(promotion_square(board.rules, colour, self.capture))
            }
            Home::File => at(f, if like.walk.is_pawn() { second_rank } else { first_rank }),
            Home::Rank => match like.walk {
                walk if walk.is_pawn() => Some(self.capture),
                _ => {
                    let square = array_square(board.rules, like.walk, colour, self.capture);
                    // The member of the pair that has the colour of the capture on this rank.
                    let other = at(7 - file(square), r);
                    let same = at(file(square), r);
                    if matches!(like.walk, Walk::King | Walk::Queen)
                        || same.map(is_dark) == Some(is_dark(self.capture))
                    {
                        same
                    } else {
                        other
                    }
                }
            },
            Home::PointSymmetry => at(7 - f, 7 - r),
            Home::VerticalSymmetry => at(7 - f, r),
            Home::HorizontalSymmetry => at(f, 7 - r),
            Home::Antipodes => at((f + 4) % 8, (r + 4) % 8),
            Home::CaptureSquare => Some(self.capture),
            Home::Departure => Some(self.departure),
            Home::Equipollent => at(f + sign * self.vector.0, r + sign * self.vector.1),
            Home::DiagramSquare => like.flags.diagram_square().map(|square| square.index()),
            Home::Super => return (0..64).collect(),
            Home::Cage => return self.cage_squares(rebirth, board),
            Home::Make => return self.make_squares(like.walk, board),
        };
        let adapted = one.map(|square| match rebirth.transform {
            SquareTransform::None => square,
            SquareTransform::Diametral => 63 - square,
            SquareTransform::VerticalMirror => square - square % 8 + (7 - square % 8),
        });
        adapted.into_iter().collect()
    }

    /// Returns the squares to which the man could move without capture from the square of the capture; a pawn
    /// moves as one of the side that was captured.
    fn make_squares(&self, walk: Walk, board: &Board) -> Vec<Sq> {
        let board = board.without(self.capture);
        board.quiet_steps(walk, self.captured, self.capture).into_iter().map(|way| way.to).collect()
    }

    /// Returns the squares on which the man, in a form it may take, would have no legal move without capture.
    fn cage_squares(&self, rebirth: &Rebirth, board: &Board) -> Vec<Sq> {
        let is_cage = |square: &Sq| {
            reborn_forms(rebirth, board, self.man, *square).iter().any(|&man| is_cage(board, man, *square))
        };
        (0..64).filter(is_cage).collect()
    }
}

/// Returns whether the man on the square would have no legal move without capture.
pub fn is_cage(board: &Board, man: Man, square: Sq) -> bool {
    let mut board = board.with_turn(opposite(man.colour.opposite()));
    board.testing_cage = true;
    board.put(man, square);
    let mut tries = board.quiet_moves(square);
    tries.extend(board.home_moves(square).into_iter().filter(|intent| intent.victim().is_none()));
    tries.extend(board.castlings().into_iter().filter(|intent| intent.from == square));
    tries.iter().all(|intent| board.legal_outcomes(intent).is_empty())
}
