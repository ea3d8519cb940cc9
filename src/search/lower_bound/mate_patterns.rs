//! Nets: help play towards mate, or stalemate (`hem`), goes only where a net can still be drawn.
//!
//! In the mated position the king stands on a square that he can reach, that square is
//! attacked, and every flight is guarded by the mating side or blocked by the king's own
//! men. A *net* says who does what: on which square the king is mated, which men guard or
//! attack which of the squares, and who blocks which. Every man has a long way or a short one
//! to where he can do his part, and each side has only so many moves: so most nets cannot be
//! drawn. Those that can are listed once, before the play; a move changes what one man needs,
//! and who is captured can do nothing any more, so that a move is refused, before it is
//! played, if no net survives it. (Playing towards listed mates is what help-play solvers have
//! done since the 1980s. Nets of demands on men, whatever square each goes to, and their
//! refinement on the way are ours.)
//!
//! The ways of men are counted on an empty board. So nets only ever err by finding a mate
//! possible: what they leave out are pins, blocked lines, checks on the way, captures that are
//! needed. Where men are reborn they may come by captures, too (`reborn`). Where there are too
//! many nets to list, some are listed unfinished, with squares that nobody covers yet; they are
//! finished on the way, when fewer moves are left.

mod capture_cost;
mod enumerate;
mod filter;
mod rebirth;
mod refute;
mod stalemate;
mod tasks;
mod trigger;
mod update;

use std::sync::Arc;

use crate::board::{Board, Square, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{Memory, Move, MoveKind, Position, Side, Walk};
use crate::rules::Rules;
use crate::rules::rebirth::Reborn;
use crate::search::lower_bound::distance::Travel;
use crate::search::lower_bound::king_zone::Guards;
use crate::search::lower_bound::payoff::Worth;
use crate::search::lower_bound::rebirth_squares::Births;
pub(in crate::search) use crate::search::lower_bound::rebirth_squares::MOST_MEN;
use crate::stipulation::{Choice, Goal, Half, Reach, Schedule};
use capture_cost::Falls;
use enumerate::Room;
pub(in crate::search) use enumerate::bits;
use tasks::{DemandId, Demands};
use update::Change;

/// Among more men there are so many nets that they are no help.
const MANY_MEN: usize = 20;
/// So few nets are listed without being asked for.
const FEW: usize = 4;
/// So many are looked at twice.
const FEW_TO_DOUBT: usize = 48;
/// Among so few nets the unfinished are finished.
const FEW_UNFINISHED: usize = 400;
/// With so few moves left it is cheaper to play them.
const FEW_MOVES: u16 = 2;

/// A man: how he walks, and where he stands.
pub(in crate::search) type Man = Option<(Walk, Square)>;

/// Who does what.
#[derive(Clone, Copy)]
struct Net {
    demands: [DemandId; MOST_MEN],
    king: Square,
    /// For stalemate, as bits: those who are to be captured, if nothing is demanded of them, and
    /// those who are pinned or stopped.
    excused: u32,
    /// Is something left that nobody does yet?
    unfinished: bool,
}

/// A net that can be drawn, and the moves that it costs, White's first.
#[derive(Clone, Copy)]
struct Live {
    net: u32,
    /// Those of whom something is demanded, as bits.
    busy: u32,
    cost: [u16; 2],
    /// Which sides had no move to spare when it was looked at for the second time; 0 if it
    /// was not.
    doubted: u8,
    /// The men of the mated side, as bits, who must move away with all moves that it has to
    /// spare; none if it has more.
    away: u32,
    /// Where men are reborn: what it costs the side that is not to move once the other has moved without
    /// capturing; `UNASKED` as long as that is not asked for.
    waiting: u16,
}

impl Live {
    /// A net that was not yet looked at for the second time.
    fn new(net: u32, busy: u32, cost: [u16; 2]) -> Live {
        Live { net, busy, cost, doubted: 0, away: 0, waiting: UNASKED }
    }
}

/// It is still to be asked what a net costs who waits.
const UNASKED: u16 = u16::MAX;

/// What is known at one position on the way.
#[derive(Clone, Copy)]
pub(in crate::search) struct Frame {
    pub(in crate::search) men: [Man; MOST_MEN],
    /// The mated king.
    pub(in crate::search) king: usize,
    pub(in crate::search) white: u32,
    /// The kings, as bits.
    pub(in crate::search) kings: u32,
    /// Those who stand on the board, as bits.
    pub(in crate::search) alive: u32,
    pub(in crate::search) left: [u16; 2],
    /// How many men of each side could be captured.
    pub(in crate::search) prey: [u16; 2],
    /// How many men of each side can still be reborn.
    pub(in crate::search) reborn: [u16; 2],
    start: usize,
    end: usize,
    /// Where men are reborn, the nets from here on cost who waits too much unless there is a capture.
    calm_end: usize,
    /// The move that led here, as long as it is not asked which nets have survived it. One has.
    change: Option<Change>,
    /// The net that survived the last move that one survived.
    witness: usize,
    nets: usize,
    /// Nothing is known: everything may be.
    pub(in crate::search) free: bool,
    /// Is there nothing but men of usual walks, with one king to be mated?
    pub(in crate::search) clear: bool,
    /// Has it been looked at more closely?
    looked: bool,
    /// The men whose moves may serve a net, as bits, once they are asked for.
    movers: Option<u32>,
}

/// A step on the way, or its beginning.
#[derive(Clone, Copy)]
struct Step {
    /// To which position, before which half-move, once that is noted.
    at: Option<(u64, usize)>,
    /// Is there a frame of its own? Where nothing is known there need be none.
    framed: bool,
}

/// The nets of a search, from the position where it begins to the one where it is.
pub(in crate::search) struct Nets<'a, B: Board> {
    pub(in crate::search) demands: Demands<'a, B>,
    /// Who is reborn.
    pub(in crate::search) rules: Reborn,
    /// Whether they pay where men are reborn.
    worth: Worth,
    /// Are they for stalemate?
    pub(in crate::search) stalemate: bool,
    /// What it takes to have men captured, while nets for stalemate are drawn, or looked at after a move.
    falls: Option<Box<Falls<B::Set>>>,
    /// Is that counted for the move that is looked at?
    falls_counted: bool,
    /// The steps of drawing that may still be taken.
    steps: u32,
    nets: Vec<Net>,
    live: Vec<Live>,
    /// How often a second look refuses a net.
    odds: trigger::AllOdds,
    way: Vec<Step>,
    pub(in crate::search) frames: Vec<Frame>,
    /// With so many moves left, White's first, there were too many nets the last time, perhaps elsewhere.
    too_many: Option<[u16; 2]>,
    /// Where men of each side can be reborn, if that is known, while the nets of a position are looked at.
    homes: [Option<B::Set>; 2],
}

/// Is one move enough at this half-move, and does none of them reach the goal?
fn is_help(half: &Half) -> bool {
    half.choice == Choice::Some && half.reach != Reach::Good
}

/// How the men of a side walk, or may walk once they have promoted.
fn walks_of<S: Squares, M: Memory>(position: &Position<S, M>, side: Side) -> Vec<Walk> {
    let walk_there = |walk| position.of(side).meets(position.walk(walk));
    let promote = walk_there(Walk::Pawn);
    let may_be = |&walk: &Walk| walk_there(walk) || (promote && Walk::PROMOTIONS.contains(&walk));
    Walk::ALL.into_iter().filter(may_be).collect()
}

impl Frame {
    /// Who stands on a square.
    #[inline]
    fn who(&self, at: Square) -> Option<usize> {
        self.men.iter().position(|man| man.is_some_and(|(_, square)| square == at))
    }

    /// Who is captured by a move.
    #[inline]
    fn victim<S: Squares, M: Memory>(&self, position: &Position<S, M>, mv: Move) -> Option<usize> {
        match mv.kind {
            MoveKind::Capture => self.who(mv.to),
            MoveKind::EnPassant => position.passer().and_then(|at| self.who(at)),
            _ => None,
        }
    }

    /// Counts the men who stand on the board, and those who could be captured.
    fn count_prey(&mut self) {
        let there = |(man, at): (usize, &Man)| at.map_or(0, |_| 1 << man);
        self.alive = self.men.iter().enumerate().map(there).fold(0, |alive, man: u32| alive | man);
        let alive = self.alive & !self.kings;
        self.prey = [alive & self.white, alive & !self.white].map(|men| men.count_ones() as u16);
    }

    /// The men of the other side who stand on the board, as bits.
    #[inline]
    fn men_against(&self, side: usize) -> u32 {
        self.alive & if side == 0 { !self.white } else { self.white }
    }

    /// Who may draw nets here, and in how many moves.
    fn room(&self, bonus: [u16; 2]) -> Room {
        let moves = [0, 1].map(|side| self.left[side] + bonus[side]);
        self.room_of(moves)
    }

    /// The same in so many moves of each side.
    fn room_of(&self, moves: [u16; 2]) -> Room {
        let Frame { men, alive, white, king, reborn, .. } = *self;
        Room { men, alive, white, king, moves, reborn, most: 0 }
    }
}

impl<'a, B: Board> Nets<'a, B> {
    /// Is this schedule, towards this goal, one of help play of which nets speak?
    pub fn speak_of<R: Rules>(game: &Game<B, R>, goal: Goal, schedule: &Schedule) -> bool {
        schedule.halves.len() > 2
            && schedule.halves.split_last().is_some_and(|(last, before)| {
                // Battle play behind an introduction finds its own way.
                before.iter().all(is_help) && (last.choice == Choice::Some || !schedule.holds_shorter)
            })
            && match goal {
                Goal::Mate => game.rules.reborn().is_some(),
                Goal::Stalemate => R::PLAIN && B::STRAIGHT,
                _ => false,
            }
    }

    /// Nets by which a side mates, or stalemates, in play from a position; none on a board with
    /// too many neighbours of a square, or under rules with which nets cannot reckon.
    pub fn new<R: Rules>(
        game: &'a Game<B, R>,
        mating: Side,
        goal: Goal,
        position: &PositionOf<B, R>,
    ) -> Option<Nets<'a, B>> {
        let births = Births::new(game)?;
        let victims = walks_of(position, mating.other());
        let reborn = births.reborn;
        let births = Arc::new(births);
        let ways = |free| Travel::new(&game.board, mating, Arc::clone(&births), free);
        let guards = Guards::new(&game.board, mating, Arc::clone(&births), victims)?;
        let demands = Demands::new(guards, ways(false), births.happen().then(|| ways(true)))?;
        Some(Nets {
            demands,
            rules: reborn,
            worth: Worth::default(),
            stalemate: goal == Goal::Stalemate,
            falls: None,
            falls_counted: false,
            steps: 0,
            nets: Vec::new(),
            live: Vec::new(),
            odds: Default::default(),
            way: Vec::new(),
            frames: Vec::new(),
            too_many: None,
            homes: [None; 2],
        })
    }

    /// The side that mates.
    pub fn mating(&self) -> Side {
        self.demands.travel.mating
    }

    /// Can they be drawn from a position, as from the one for which they were made?
    pub fn reckon_with<R: Rules>(&self, position: &PositionOf<B, R>) -> bool {
        let guards = &self.demands.guards;
        !guards.displaces() || guards.reckon_with(&walks_of(position, self.mating().other()))
    }

    /// Have so many been drawn that a search from elsewhere had better begin anew?
    pub fn are_many(&self) -> bool {
        self.way.is_empty() && self.demands.are_many()
    }

    /// How many nets were listed where the way begins; none if nothing is known there.
    pub fn first_count(&self) -> Option<usize> {
        self.frames.first().filter(|frame| !frame.free).map(|frame| frame.end - frame.start)
    }

    /// How many positions on the way are known.
    pub fn depth(&self) -> usize {
        self.way.len()
    }

    /// Goes back to an earlier position on the way.
    pub fn back_to(&mut self, depth: usize) {
        while self.way.len() > depth {
            let framed = self.way.pop().is_some_and(|step| step.framed);
            if let Some(frame) = if framed { self.frames.pop() } else { None } {
                self.live.truncate(frame.start);
                self.nets.truncate(frame.nets);
            }
        }
    }

    /// Is the play at this position, before this half-move?
    pub fn is_at(&self, key: u64, index: usize) -> bool {
        self.way.last().is_some_and(|step| step.at == Some((key, index)))
    }

    /// Notes which position, before which half-move, the play is at.
    pub fn note(&mut self, key: u64, index: usize) {
        if let Some(step) = self.way.last_mut() {
            step.at = Some((key, index));
        }
    }

    /// Begins at a position, with so many moves left, White's first. Can a net be drawn?
    pub fn begin<R: Rules>(&mut self, position: &PositionOf<B, R>, left: [usize; 2]) -> bool {
        let mated = self.mating().other();
        if self.way.is_empty() {
            self.worth = Worth::default();
        }
        let mut frame = Frame {
            men: [None; MOST_MEN],
            king: 0,
            white: 0,
            left: left.map(|moves| u16::try_from(moves).unwrap_or(u16::MAX / 4).min(u16::MAX / 4)),
            kings: 0,
            alive: 0,
            prey: [0; 2],
            reborn: [0; 2],
            start: self.live.len(),
            end: self.live.len(),
            calm_end: usize::MAX,
            change: None,
            witness: 0,
            nets: self.nets.len(),
            free: true,
            clear: false,
            movers: None,
            looked: false,
        };
        let kings = position.royal & position.of(mated);
        let unusual = position.of(Side::White) & position.of(Side::Black) | position.walk(Walk::ReversedPawn);
        let king = kings.first().filter(|&king| {
            !kings.several()
                && unusual.is_empty()
                && position.walk_on(king) == Some(Walk::King)
                && Self::is_clear::<R>(position)
        });
        frame.clear = king.is_some() && position.occupied().count() as usize <= MOST_MEN;
        let few = self.too_many.is_none_or(|many| (0..2).any(|side| frame.left[side] < many[side]));
        // Who goes on after captures is soon anywhere: only the eve is looked at.
        let drawn = self.worth.pays() && few && !self.demands.guards.births.lead_on();
        let king = king.filter(|_| drawn);
        if let Some(king) = king.filter(|_| position.occupied().count() as usize <= MANY_MEN) {
            for (id, at) in position.occupied().iter().enumerate() {
                frame.men[id] = position.walk_on(at).map(|walk| (walk, at));
                frame.white |= u32::from(position.of(Side::White).contains(at)) << id;
                frame.kings |= u32::from(position.walk(Walk::King).contains(at)) << id;
                if at == king {
                    frame.king = id;
                }
            }
            frame.count_prey();
            frame.reborn = self.most_reborn(&frame);
            let bonus = self.bonus::<R>(&frame, position);
            frame.free = !self.draw_all(&mut frame.room(bonus));
            if frame.free {
                self.too_many = Some(frame.left);
                self.live.truncate(frame.start);
                self.nets.truncate(frame.nets);
            } else {
                frame.end = self.live.len();
                if self.stalemate {
                    self.worth.draws(frame.end - frame.start);
                }
                if self.are_doubted() {
                    self.look_twice(&mut frame, bonus, position.passer());
                }
                frame.looked = true;
            }
        }
        self.push(frame);
        frame.free || frame.end > frame.start
    }

    /// Takes a step to a frame.
    fn push(&mut self, frame: Frame) {
        self.frames.push(frame);
        self.way.push(Step { at: None, framed: true });
    }

    /// What castling may still save each side.
    fn bonus<R: Rules>(&self, frame: &Frame, position: &PositionOf<B, R>) -> [u16; 2] {
        if !self.rules.is_nobody() {
            return self.bonus_of_reborn::<R>(frame, position);
        }
        if position.castling.is_empty() {
            return [0; 2];
        }
        let saved = self.demands.travel.saved_by_castling();
        let ways = &self.demands.travel.board.geometry().castlings;
        Side::BOTH.map(|side| {
            let mut own = ways.iter().filter(|way| way.side == side);
            let may = own.any(|way| way.is_granted(position.castling));
            if may { saved } else { 0 }
        })
    }

    /// Are they looked at for the second time? Not where it is doubtful who can parry, and when a man gives
    /// check.
    fn are_doubted(&self) -> bool {
        self.demands.guards.births.plain
    }

    /// Is it measured whether they pay? Towards mate without rebirths they do.
    fn must_pay(&self) -> bool {
        !self.rules.is_nobody() || self.stalemate
    }

    /// It was asked of a position with so many half-moves left whether the table knows it.
    #[inline]
    pub fn asks(&mut self, left: usize, known: bool) {
        if self.must_pay() {
            self.worth.asks(left, known);
        }
    }

    /// So many moves of a position with so many half-moves left are looked at.
    #[inline]
    pub fn opens(&mut self, left: usize, moves: usize) {
        if self.must_pay() {
            self.worth.opens(left, moves);
        }
    }

    /// Looks more closely at the nets of the position that play has come to. Can one be drawn?
    pub fn look<R: Rules>(&mut self, game: &Game<B, R>, position: &PositionOf<B, R>) -> bool {
        if self.frames.last().is_none_or(|frame| frame.free) {
            return true;
        }
        self.settle();
        let Some(mut frame) = self.frames.pop() else { return true };
        if !frame.free && !frame.looked {
            frame.looked = true;
            let bonus = self.bonus::<R>(&frame, position);
            let moves = frame.left[0] + frame.left[1];
            if moves > FEW_MOVES && frame.end - frame.start <= FEW_UNFINISHED {
                self.finish_all(&mut frame, bonus);
            }
            if !self.rules.is_nobody() {
                self.look_at_captures(game, position, &mut frame, bonus);
            } else if self.are_doubted() && moves > FEW_MOVES && frame.end - frame.start <= FEW_TO_DOUBT {
                self.look_twice(&mut frame, bonus, position.passer());
            }
        }
        let hopeful = frame.free || frame.end > frame.start;
        self.frames.push(frame);
        hopeful
    }

    /// Finishes unfinished nets, as far as there is room.
    fn finish_all(&mut self, frame: &mut Frame, bonus: [u16; 2]) {
        let unfinished = |live: &Live| self.nets[live.net as usize].unfinished;
        if !self.live[frame.start..frame.end].iter().any(unfinished) {
            return;
        }
        let mut room = frame.room(bonus);
        if self.stalemate {
            self.begin_falls(&room);
        }
        let known: Vec<Live> = self.live.drain(frame.start..).collect();
        let mut around = None;
        for live in known {
            if !self.nets[live.net as usize].unfinished {
                self.live.push(live);
            } else {
                self.finish(live, &mut room, &mut around);
            }
        }
        (frame.end, frame.calm_end) = (self.live.len(), usize::MAX);
        frame.movers = None;
    }
}

#[cfg(test)]
mod tests;
