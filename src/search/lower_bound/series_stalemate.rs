//! Stalemates at the end of a series: the play goes only where one can still be arranged.
//!
//! In series-help play towards stalemate one side moves alone, and the other makes a single
//! move at the end. So the men of the other side stand still, but for those who are captured:
//! it is known what they attack, block and pin, which moves they have in the end, and what the
//! ways of the side that moves are among them. All its men are on the board in the end, but for
//! one at most. Whoever is neither captured nor pinned must be hemmed in by men of his own side
//! on all squares around him; a pawn is stopped by anyone ahead of it, and there must be nobody
//! whom it could capture. That makes an arrangement: a square for each man, and the moves that
//! it takes them all are bounded. A position is given up if there is no arrangement that the
//! moves allow; each is looked at as the stalemate that it would be. Where one is found, it is
//! kept, and a move that does not make it too dear asks for no other.
//!
//! Arrangements err only by finding a stalemate possible: the men of the moving side do not
//! hinder one another in their ways, and attacked squares stop their king only where the attack
//! cannot be cut off. A ser-h=8 that nets leave at 6.4 s takes 0.12 s, a ser-h=12 of more than 110 s
//! 0.7 s (`docs/performance.md`). (Programs for help play have arranged the final positions since the 1980s,
//! all of them before the play. That one suffices where it can be kept, and is looked for in every
//! position, is what we add.)

mod assignment;
mod incremental;
mod obstacles;
mod square_bounds;
mod stalemating_move;

use std::sync::Arc;

use crate::board::{Board, Square, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{Memory, Position, Side, Walk};
use crate::rules::Rules;
use crate::search::lower_bound::distance::{NEVER, PAWN_KINDS};
use crate::search::lower_bound::payoff::Worth;
use crate::stipulation::{Choice, Goal, Half, Reach, Schedule};
use assignment::{Arrangement, Arranging, Place};
use incremental::{Alive, Frame};
use obstacles::Stay;
use square_bounds::Prospect;
use stalemating_move::{hem, last_moves};

/// The most men besides the king who are arranged.
const MOST_MEN: usize = 15;
/// The most men who may be captured or stay.
const MOST_VICTIMS: u32 = 6;
/// The steps of arranging in one position; beyond them a stalemate is thought possible.
const STEPS: u32 = 3000;
/// The steps of arranging for all squares of the king in one position.
const MOST_STEPS: u64 = 20 * STEPS as u64;
/// A square of the king is so many steps' work at least.
const STEPS_A_SQUARE: u64 = 20;

/// With so many half-moves left positions should be given up.
const LATE: u16 = 3;

/// The men to be arranged.
#[derive(Clone, Copy)]
struct Men {
    count: usize,
    men: [(Walk, Square); MOST_MEN],
    king: Square,
}

impl Men {
    /// What a man can become.
    #[inline]
    fn kinds(&self, man: usize) -> &'static [Walk] {
        const OWN: [Walk; Walk::COUNT] = Walk::ALL;
        match self.men[man].0 {
            Walk::Pawn => &PAWN_KINDS,
            walk => std::slice::from_ref(&OWN[walk.index()]),
        }
    }
}

/// By man and kind: squares.
type Held<S> = [[S; Walk::ROWS]; MOST_MEN];

/// What is known of one search.
pub(in crate::search) struct Ends<S> {
    mated: Side,
    /// The men of the other side at first, and who of them may castle.
    walks: [S; Walk::ROWS],
    castling: S,
    /// How many men there are to be arranged.
    count: usize,
    /// Is all this known?
    known: bool,
    /// By kind and square: where men must stand so that a man has no move.
    hems: Vec<S>,
    /// The steps taken by now, and whether they pay.
    steps: u64,
    worth: Worth,
    /// By who stays.
    stays: Vec<Stay<S>>,
    /// By moves left: the last position where a stalemate could be arranged.
    frames: Vec<Option<Frame<S>>>,
}

impl<S: Squares> Ends<S> {
    /// Is this schedule, towards this goal, one of series-help play for which stalemates are
    /// arranged?
    pub fn speak_of<B: Board<Set = S>, R: Rules>(game: &Game<B, R>, goal: Goal, schedule: &Schedule) -> bool {
        let helps = |half: &Half| half.choice == Choice::Some && half.reach != Reach::Good && !half.parries;
        let Some((last, before)) = schedule.halves.split_last() else { return false };
        goal == Goal::Stalemate
            && R::PLAIN
            && B::STRAIGHT
            && !game.passing
            && schedule.threat.is_none()
            && before.len() > 1
            && last.choice == Choice::Some
            && before.iter().all(|half| helps(half) && half.side != last.side)
    }

    /// What is known at first of stalemates of a side.
    pub fn new(mated: Side) -> Ends<S> {
        let walks = [S::EMPTY; Walk::ROWS];
        Ends {
            mated,
            walks,
            castling: S::EMPTY,
            count: 0,
            known: false,
            hems: Vec::new(),
            steps: 0,
            worth: Worth::default(),
            stays: Vec::new(),
            frames: Vec::new(),
        }
    }

    /// The side to be stalemated.
    pub fn mated(&self) -> Side {
        self.mated
    }

    /// Can stalemates be arranged from a position on?
    pub fn begin<B: Board<Set = S>, R: Rules>(
        &mut self,
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
    ) -> bool {
        self.men(position).is_some_and(|men| self.know(game, position, men.count))
    }

    /// Can a stalemate still be arranged, if the side to be stalemated has so many moves?
    pub fn hopeful<B: Board<Set = S>, R: Rules>(
        &mut self,
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
        moves: usize,
    ) -> bool {
        let Some(men) = self.men(position).filter(|_| position.passer().is_none()) else { return true };
        let saved = saved_by_castling(game, position, self.mated);
        let Ok(most) = u8::try_from(moves + saved).map(u16::from) else { return true };
        if !self.know(game, position, men.count) || !self.worth.pays() {
            return true;
        }
        let before = self.steps;
        let hopeful = self.looks_hopeful(game, position, moves, men, most);
        let left = most + 1;
        // Long before the end nothing is refused, and little is looked at.
        if left <= LATE {
            self.worth.looks_at((self.steps - before) as usize);
        }
        if !hopeful {
            self.worth.refuses(left, Worth::position(false));
        }
        hopeful
    }

    /// As [`hopeful`](Self::hopeful), where that pays.
    fn looks_hopeful<B: Board<Set = S>, R: Rules>(
        &mut self,
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
        moves: usize,
        men: Men,
        most: u16,
    ) -> bool {
        let present = position.of(self.mated.other());
        let mut frame = Frame { men, present, most, alive: Arc::default(), refined: false, kept: None };
        if self.frames.len() < moves + 2 {
            self.frames.resize(moves + 2, None);
        }
        let mut parent = self.frames[moves + 1].take();
        let stepped = parent.as_mut().is_some_and(|parent| self.step(game, parent, &mut frame));
        match parent.as_mut().filter(|_| stepped) {
            Some(parent) => {
                if frame.kept.is_none() && !parent.refined {
                    parent.alive = self.refine(game, parent);
                    parent.refined = true;
                }
                frame.alive = Arc::clone(&parent.alive);
            }
            None => frame.alive = self.everywhere(game),
        }
        self.frames[moves + 1] = parent;
        let hopeful = frame.kept.is_some() || self.look(game, &mut frame);
        if hopeful {
            self.frames[moves] = Some(frame);
        }
        hopeful
    }

    /// All squares of the king, whoever stays.
    fn everywhere<B: Board<Set = S>, R: Rules>(&self, game: &Game<B, R>) -> Arc<[Alive<S>]> {
        let kings = || game.board.geometry().all.iter();
        let all = (0..self.stays.len())
            .flat_map(|index| kings().map(move |king| Alive { index, king, held: None }));
        all.collect()
    }

    /// The squares of the king for which a stalemate can be arranged.
    fn refine<B: Board<Set = S>, R: Rules>(
        &mut self,
        game: &Game<B, R>,
        frame: &Frame<S>,
    ) -> Arc<[Alive<S>]> {
        let most = self.steps + MOST_STEPS;
        let left = frame.alive.iter().filter_map(|alive| {
            if self.steps >= most {
                return Some(alive.clone());
            }
            let (held, _) = self.arrange(game, frame, alive, &mut { STEPS })?;
            Some(Alive { held: Some(Box::new(held)), index: alive.index, king: alive.king })
        });
        left.collect()
    }

    /// Looks for an arrangement.
    fn look<B: Board<Set = S>, R: Rules>(&mut self, game: &Game<B, R>, frame: &mut Frame<S>) -> bool {
        let mut steps = STEPS;
        for alive in Arc::clone(&frame.alive).iter() {
            if let Some((_, found)) = self.arrange(game, frame, alive, &mut steps) {
                frame.kept = found;
                return true;
            }
        }
        false
    }

    /// Looks for an arrangement at a square of the king, and tells where men may be held there.
    /// Nothing of it if it is not known, but thought possible.
    fn arrange<B: Board<Set = S>, R: Rules>(
        &mut self,
        game: &Game<B, R>,
        frame: &Frame<S>,
        alive: &Alive<S>,
        steps: &mut u32,
    ) -> Option<(Held<S>, Option<Arrangement>)> {
        let board = &game.board;
        let Frame { men, most, .. } = frame;
        let stay = &mut self.stays[alive.index];
        let missing = frame.present & !stay.men;
        if !(stay.men & !frame.present).is_empty() || missing.count() > u32::from(*most) {
            return None;
        }
        let king_begin = stay.begin(board, Walk::King, men.king);
        let way = stay.way(king_begin, Walk::King, alive.king);
        if way == NEVER || u16::from(way) > *most {
            return None;
        }
        let mut begins = [0; MOST_MEN];
        for (begin, &(walk, at)) in begins.iter_mut().zip(&men.men[..men.count]) {
            *begin = stay.begin(board, walk, at);
        }
        let comes = |victim: Square| {
            let mut men = men.men[..men.count].iter().zip(begins);
            u16::from(stay.way(king_begin, Walk::King, victim)) <= *most
                || men.any(|(&(walk, _), begin)| u16::from(stay.way_as_any(begin, walk, victim)) <= *most)
        };
        if !missing.iter().all(comes) {
            return None;
        }
        stay.prepare_end(board, alive.king);
        let stay = &self.stays[alive.index];
        let mut arranging = Arranging {
            stay,
            end: stay.end(alive.king)?,
            hems: &self.hems,
            king: (alive.king, u16::from(way)),
            king_begin,
            men,
            begins,
            missing,
            most: *most,
            steps,
            places: [Place::Unknown; MOST_MEN],
        };
        self.steps += STEPS_A_SQUARE;
        let prospect = Prospect::new(&arranging, alive.held.as_deref())?;
        let before = *arranging.steps;
        let found = arranging.search(game, &prospect);
        self.steps += u64::from(before - *arranging.steps);
        let found = found?;
        let found = found.map(|(spent, places)| Arrangement {
            index: alive.index,
            square: alive.king,
            spent,
            places,
        });
        Some((prospect.squares, found))
    }

    /// The men to be arranged; none if there are too many, or none who can be.
    fn men<M: Memory>(&self, position: &Position<S, M>) -> Option<Men> {
        let own = position.of(self.mated);
        let king = (position.royal & own).first()?;
        let kings = position.walk(Walk::King) & own;
        let usual = kings == S::of(king)
            && position.royal == position.walk(Walk::King)
            && !position.has_neutrals()
            && position.walk(Walk::ReversedPawn).is_empty();
        if !usual || own.count() as usize > MOST_MEN + 1 {
            return None;
        }
        let mut men = Men { count: 0, men: [(Walk::King, king); MOST_MEN], king };
        for walk in PAWN_KINDS {
            for at in (position.walk(walk) & own).iter() {
                men.men[men.count] = (walk, at);
                men.count += 1;
            }
        }
        Some(men)
    }

    /// Is it known who may stay? Otherwise that is found out; there may be too many.
    fn know<B: Board<Set = S>, R: Rules>(
        &mut self,
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
        count: usize,
    ) -> bool {
        let side = self.mated.other();
        let own = position.of(side);
        let walks: [S; Walk::ROWS] = std::array::from_fn(|walk| match Walk::ALL.get(walk) {
            Some(&walk) => position.walk(walk) & own,
            None => S::EMPTY,
        });
        let castling = position.castling & own;
        let fewer = walks.iter().zip(self.walks).all(|(&walk, known)| (walk & !known).is_empty());
        if fewer && (castling & !self.castling).is_empty() && self.count == count && self.known {
            return !self.stays.is_empty();
        }
        let victims = own & !position.walk(Walk::King);
        *self = Ends { walks, castling, count, known: true, ..Ends::new(self.mated) };
        if victims.count() > MOST_VICTIMS {
            return false;
        }
        let squares = game.board.geometry().rows();
        self.hems = vec![S::EMPTY; Walk::ROWS * squares];
        for kind in PAWN_KINDS {
            for at in game.board.geometry().all.iter() {
                self.hems[kind.index() * squares + at.index()] = match kind {
                    Walk::Pawn => game.board.geometry().pawn(self.mated).step[at.index()],
                    _ => hem(&game.board, kind, at),
                };
            }
        }
        let victims: Vec<Square> = victims.iter().collect();
        let mut sets: Vec<S> = (0..1u32 << victims.len())
            .map(|set| {
                S::from_squares(
                    victims.iter().enumerate().filter(|(bit, _)| set >> bit & 1 == 1).map(|(_, &at)| at),
                )
            })
            .collect();
        sets.sort_by_key(|set| set.count());
        self.stays = sets
            .into_iter()
            .map(|victims| {
                let lasts = |walks: &[S; Walk::ROWS]| last_moves(&game.board, side, walks, castling, count);
                Stay::new(&game.board, self.mated, walks, victims, lasts)
            })
            .collect();
        true
    }
}

/// The moves that castling may still save a side: king and rook go by one.
fn saved_by_castling<B: Board, R: Rules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    side: Side,
) -> usize {
    let geometry = game.board.geometry();
    let own = geometry.castlings.iter().filter(|way| way.side == side);
    let ways = own.filter(|way| way.is_granted(position.castling));
    ways.map(|way| geometry.between(way.king_from, way.king_to).count() as usize + 1).max().unwrap_or(0)
}

#[cfg(test)]
mod tests;
