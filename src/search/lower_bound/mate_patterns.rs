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
use crate::rules::GameRules;
use crate::rules::rebirth::RebirthKind;
use crate::search::lower_bound::distance::DistanceTable;
use crate::search::lower_bound::king_zone::KingZoneAttacks;
use crate::search::lower_bound::payoff::Payoff;
pub(in crate::search) use crate::search::lower_bound::rebirth_squares::MAX_MEN;
use crate::search::lower_bound::rebirth_squares::RebirthSquares;
use crate::stipulation::{Goal, GoalValue, Ply, Quantifier, Schedule};
use capture_cost::CaptureCosts;
use enumerate::Snapshot;
pub(in crate::search) use enumerate::bits;
use tasks::{TaskId, TaskTable};
use update::MoveDelta;

/// Among more men there are so many nets that they are no help.
const MAX_PATTERN_MEN: usize = 20;
/// So few nets are listed without being asked for.
const FEW_PATTERNS: usize = 4;
/// So many are looked at twice.
const MAX_PATTERNS_TO_TEST: usize = 48;
/// Among so few nets the unfinished are finished.
const MAX_PATTERNS_TO_COMPLETE: usize = 400;
/// With so few moves left it is cheaper to play them.
const MAX_MOVES_UNREFINED: u16 = 2;

/// A man: how he walks, and where he stands.
pub(in crate::search) type ManState = Option<(Walk, Square)>;

/// Who does what.
#[derive(Clone, Copy)]
struct MatePattern {
    tasks: [TaskId; MAX_MEN],
    king: Square,
    /// For stalemate, as bits: those who are to be captured, if nothing is demanded of them, and
    /// those who are pinned or stopped.
    captured_or_held: u32,
    /// Is something left that nobody does yet?
    incomplete: bool,
}

/// A net that can be drawn, and the moves that it costs, White's first.
#[derive(Clone, Copy)]
struct PatternState {
    pattern_index: u32,
    /// Those of whom something is demanded, as bits.
    assigned: u32,
    cost: [u16; 2],
    /// Which sides had no move to spare when it was looked at for the second time; 0 if it
    /// was not.
    tested_slack: u8,
    /// The men of the mated side, as bits, who must move away with all moves that it has to
    /// spare; none if it has more.
    must_vacate: u32,
    /// Where men are reborn: what it costs the side that is not to move once the other has moved without
    /// capturing; `UNASKED` as long as that is not asked for.
    waiting_cost: u16,
}

impl PatternState {
    /// A net that was not yet looked at for the second time.
    fn new(net: u32, busy: u32, cost: [u16; 2]) -> PatternState {
        PatternState {
            pattern_index: net,
            assigned: busy,
            cost,
            tested_slack: 0,
            must_vacate: 0,
            waiting_cost: NOT_COMPUTED,
        }
    }
}

/// It is still to be asked what a net costs who waits.
const NOT_COMPUTED: u16 = u16::MAX;

/// What is known at one position on the way.
#[derive(Clone, Copy)]
pub(in crate::search) struct PlyState {
    pub(in crate::search) men: [ManState; MAX_MEN],
    /// The mated king.
    pub(in crate::search) mated_king: usize,
    pub(in crate::search) white: u32,
    /// The kings, as bits.
    pub(in crate::search) kings: u32,
    /// Those who stand on the board, as bits.
    pub(in crate::search) on_board: u32,
    pub(in crate::search) moves_left: [u16; 2],
    /// How many men of each side could be captured.
    pub(in crate::search) capturable: [u16; 2],
    /// How many men of each side can still be reborn.
    pub(in crate::search) max_rebirths: [u16; 2],
    start: usize,
    end: usize,
    /// Where men are reborn, the nets from here on cost who waits too much unless there is a capture.
    needs_capture_from: usize,
    /// The move that led here, as long as it is not asked which nets have survived it. One has.
    pending_move: Option<MoveDelta>,
    /// The net that survived the last move that one survived.
    witness: usize,
    patterns_len: usize,
    /// Nothing is known: everything may be.
    pub(in crate::search) disabled: bool,
    /// Is there nothing but men of usual walks, with one king to be mated?
    pub(in crate::search) supported: bool,
    /// Has it been looked at more closely?
    refined: bool,
    /// The men whose moves may serve a net, as bits, once they are asked for.
    useful_movers: Option<u32>,
}

/// A step on the way, or its beginning.
#[derive(Clone, Copy)]
struct Undo {
    /// To which position, before which half-move, once that is noted.
    node_key: Option<(u64, usize)>,
    /// Is there a frame of its own? Where nothing is known there need be none.
    has_state: bool,
}

/// The nets of a search, from the position where it begins to the one where it is.
pub(in crate::search) struct MatePatterns<'a, B: Board> {
    pub(in crate::search) tasks: TaskTable<'a, B>,
    /// Who is reborn.
    pub(in crate::search) rebirth: RebirthKind,
    /// Whether they pay where men are reborn.
    payoff: Payoff,
    /// Are they for stalemate?
    pub(in crate::search) for_stalemate: bool,
    /// What it takes to have men captured, while nets for stalemate are drawn, or looked at after a move.
    capture_costs: Option<Box<CaptureCosts<B::Set>>>,
    /// Is that counted for the move that is looked at?
    capture_costs_ready: bool,
    /// The steps of drawing that may still be taken.
    nodes_left: u32,
    patterns: Vec<MatePattern>,
    states: Vec<PatternState>,
    /// How often a second look refuses a net.
    success_rates: trigger::SuccessRates,
    undo_stack: Vec<Undo>,
    pub(in crate::search) ply_states: Vec<PlyState>,
    /// With so many moves left, White's first, there were too many nets the last time, perhaps elsewhere.
    too_many_at: Option<[u16; 2]>,
    /// Where men of each side can be reborn, if that is known, while the nets of a position are looked at.
    rebirth_squares: [Option<B::Set>; 2],
}

/// Is one move enough at this half-move, and does none of them reach the goal?
fn is_help_ply(half: &Ply) -> bool {
    half.quantifier == Quantifier::Exists && half.goal_value != GoalValue::Good
}

/// How the men of a side walk, or may walk once they have promoted.
fn possible_walks<S: Squares, M: Memory>(position: &Position<S, M>, side: Side) -> Vec<Walk> {
    let walk_there = |walk| position.of(side).intersects(position.walk(walk));
    let promote = walk_there(Walk::Pawn);
    let may_be = |&walk: &Walk| walk_there(walk) || (promote && Walk::PROMOTIONS.contains(&walk));
    Walk::ALL.into_iter().filter(may_be).collect()
}

impl PlyState {
    /// Who stands on a square.
    #[inline]
    fn man_on(&self, at: Square) -> Option<usize> {
        self.men.iter().position(|man| man.is_some_and(|(_, square)| square == at))
    }

    /// Who is captured by a move.
    #[inline]
    fn victim<S: Squares, M: Memory>(&self, position: &Position<S, M>, mv: Move) -> Option<usize> {
        match mv.kind {
            MoveKind::Capture => self.man_on(mv.to),
            MoveKind::EnPassant => position.ep_pawn().and_then(|at| self.man_on(at)),
            _ => None,
        }
    }

    /// Counts the men who stand on the board, and those who could be captured.
    fn update_counts(&mut self) {
        let there = |(man, at): (usize, &ManState)| at.map_or(0, |_| 1 << man);
        self.on_board = self.men.iter().enumerate().map(there).fold(0, |alive, man: u32| alive | man);
        let alive = self.on_board & !self.kings;
        self.capturable = [alive & self.white, alive & !self.white].map(|men| men.count_ones() as u16);
    }

    /// The men of the other side who stand on the board, as bits.
    #[inline]
    fn opponents_of(&self, side: usize) -> u32 {
        self.on_board & if side == 0 { !self.white } else { self.white }
    }

    /// Who may draw nets here, and in how many moves.
    fn snapshot(&self, bonus: [u16; 2]) -> Snapshot {
        let moves = [0, 1].map(|side| self.moves_left[side] + bonus[side]);
        self.snapshot_with(moves)
    }

    /// The same in so many moves of each side.
    fn snapshot_with(&self, moves: [u16; 2]) -> Snapshot {
        let PlyState { men, on_board: alive, white, mated_king: king, max_rebirths: reborn, .. } = *self;
        Snapshot {
            men,
            on_board: alive,
            white,
            mated_king: king,
            move_budget: moves,
            max_rebirths: reborn,
            pattern_limit: 0,
        }
    }
}

impl<'a, B: Board> MatePatterns<'a, B> {
    /// Is this schedule, towards this goal, one of help play of which nets speak?
    pub fn is_applicable<R: GameRules>(game: &Game<B, R>, goal: Goal, schedule: &Schedule) -> bool {
        schedule.plies.len() > 2
            && schedule.plies.split_last().is_some_and(|(last, before)| {
                // Battle play behind an introduction finds its own way.
                before.iter().all(is_help_ply)
                    && (last.quantifier == Quantifier::Exists || !schedule.includes_shorter)
            })
            && match goal {
                Goal::Mate => game.rules.rebirth_kind().is_some(),
                Goal::Stalemate => R::ORTHODOX_CAPTURES && B::LINES_UNIQUE,
                _ => false,
            }
    }

    /// Nets by which a side mates, or stalemates, in play from a position; none on a board with
    /// too many neighbours of a square, or under rules with which nets cannot reckon.
    pub fn new<R: GameRules>(
        game: &'a Game<B, R>,
        mating: Side,
        goal: Goal,
        position: &PositionOf<B, R>,
    ) -> Option<MatePatterns<'a, B>> {
        let births = RebirthSquares::new(game)?;
        let victims = possible_walks(position, mating.other());
        let reborn = births.kind;
        let births = Arc::new(births);
        let ways = |free| DistanceTable::new(&game.board, mating, Arc::clone(&births), free);
        let guards = KingZoneAttacks::new(&game.board, mating, Arc::clone(&births), victims)?;
        let demands = TaskTable::new(guards, ways(false), births.has_rebirth().then(|| ways(true)))?;
        Some(MatePatterns {
            tasks: demands,
            rebirth: reborn,
            payoff: Payoff::default(),
            for_stalemate: goal == Goal::Stalemate,
            capture_costs: None,
            capture_costs_ready: false,
            nodes_left: 0,
            patterns: Vec::new(),
            states: Vec::new(),
            success_rates: Default::default(),
            undo_stack: Vec::new(),
            ply_states: Vec::new(),
            too_many_at: None,
            rebirth_squares: [None; 2],
        })
    }

    /// The side that mates.
    pub fn mating_side(&self) -> Side {
        self.tasks.distances.mating_side
    }

    /// Can they be drawn from a position, as from the one for which they were made?
    pub fn supports<R: GameRules>(&self, position: &PositionOf<B, R>) -> bool {
        let guards = &self.tasks.king_zone;
        !guards.has_displacing_rebirth()
            || guards.supports_victims(&possible_walks(position, self.mating_side().other()))
    }

    /// Have so many been drawn that a search from elsewhere had better begin anew?
    pub fn should_rebuild(&self) -> bool {
        self.undo_stack.is_empty() && self.tasks.is_half_full()
    }

    /// How many nets were listed where the way begins; none if nothing is known there.
    pub fn root_count(&self) -> Option<usize> {
        self.ply_states.first().filter(|frame| !frame.disabled).map(|frame| frame.end - frame.start)
    }

    /// How many positions on the way are known.
    pub fn depth(&self) -> usize {
        self.undo_stack.len()
    }

    /// Goes back to an earlier position on the way.
    pub fn pop_to(&mut self, depth: usize) {
        while self.undo_stack.len() > depth {
            let framed = self.undo_stack.pop().is_some_and(|step| step.has_state);
            if let Some(frame) = if framed { self.ply_states.pop() } else { None } {
                self.states.truncate(frame.start);
                self.patterns.truncate(frame.patterns_len);
            }
        }
    }

    /// Is the play at this position, before this half-move?
    pub fn is_current(&self, key: u64, index: usize) -> bool {
        self.undo_stack.last().is_some_and(|step| step.node_key == Some((key, index)))
    }

    /// Notes which position, before which half-move, the play is at.
    pub fn set_key(&mut self, key: u64, index: usize) {
        if let Some(step) = self.undo_stack.last_mut() {
            step.node_key = Some((key, index));
        }
    }

    /// Begins at a position, with so many moves left, White's first. Can a net be drawn?
    pub fn init_root<R: GameRules>(&mut self, position: &PositionOf<B, R>, left: [usize; 2]) -> bool {
        let mated = self.mating_side().other();
        if self.undo_stack.is_empty() {
            self.payoff = Payoff::default();
        }
        let mut frame = PlyState {
            men: [None; MAX_MEN],
            mated_king: 0,
            white: 0,
            moves_left: left.map(|moves| u16::try_from(moves).unwrap_or(u16::MAX / 4).min(u16::MAX / 4)),
            kings: 0,
            on_board: 0,
            capturable: [0; 2],
            max_rebirths: [0; 2],
            start: self.states.len(),
            end: self.states.len(),
            needs_capture_from: usize::MAX,
            pending_move: None,
            witness: 0,
            patterns_len: self.patterns.len(),
            disabled: true,
            supported: false,
            useful_movers: None,
            refined: false,
        };
        let kings = position.royal & position.of(mated);
        let unusual = position.of(Side::White) & position.of(Side::Black) | position.walk(Walk::ReversedPawn);
        let king = kings.first().filter(|&king| {
            !kings.more_than_one()
                && unusual.is_empty()
                && position.walk_on(king) == Some(Walk::King)
                && Self::has_only_plain_men::<R>(position)
        });
        frame.supported = king.is_some() && position.occupied().count() as usize <= MAX_MEN;
        let few = self.too_many_at.is_none_or(|many| (0..2).any(|side| frame.moves_left[side] < many[side]));
        // Who goes on after captures is soon anywhere: only the eve is looked at.
        let drawn = self.payoff.is_worthwhile()
            && few
            && !self.tasks.king_zone.rebirth_squares.has_continued_captures();
        let king = king.filter(|_| drawn);
        if let Some(king) = king.filter(|_| position.occupied().count() as usize <= MAX_PATTERN_MEN) {
            for (id, at) in position.occupied().iter().enumerate() {
                frame.men[id] = position.walk_on(at).map(|walk| (walk, at));
                frame.white |= u32::from(position.of(Side::White).contains(at)) << id;
                frame.kings |= u32::from(position.walk(Walk::King).contains(at)) << id;
                if at == king {
                    frame.mated_king = id;
                }
            }
            frame.update_counts();
            frame.max_rebirths = self.max_rebirths(&frame);
            let bonus = self.castling_savings::<R>(&frame, position);
            frame.disabled = !self.enumerate_all(&mut frame.snapshot(bonus));
            if frame.disabled {
                self.too_many_at = Some(frame.moves_left);
                self.states.truncate(frame.start);
                self.patterns.truncate(frame.patterns_len);
            } else {
                frame.end = self.states.len();
                if self.for_stalemate {
                    self.payoff.record_enumeration(frame.end - frame.start);
                }
                if self.has_refutation_test() {
                    self.run_refutation_tests(&mut frame, bonus, position.ep_pawn());
                }
                frame.refined = true;
            }
        }
        self.push_state(frame);
        frame.disabled || frame.end > frame.start
    }

    /// Takes a step to a frame.
    fn push_state(&mut self, frame: PlyState) {
        self.ply_states.push(frame);
        self.undo_stack.push(Undo { node_key: None, has_state: true });
    }

    /// What castling may still save each side.
    fn castling_savings<R: GameRules>(&self, frame: &PlyState, position: &PositionOf<B, R>) -> [u16; 2] {
        if !self.rebirth.is_no_rebirth() {
            return self.castling_savings_with_rebirth::<R>(frame, position);
        }
        if position.castling.is_empty() {
            return [0; 2];
        }
        let saved = self.tasks.distances.castling_savings();
        let ways = &self.tasks.distances.board.geometry().castlings;
        Side::BOTH.map(|side| {
            let mut own = ways.iter().filter(|way| way.side == side);
            let may = own.any(|way| way.is_granted(position.castling));
            if may { saved } else { 0 }
        })
    }

    /// Are they looked at for the second time? Not where it is doubtful who can parry, and when a man gives
    /// check.
    fn has_refutation_test(&self) -> bool {
        self.tasks.king_zone.rebirth_squares.has_orthodox_king_captures
    }

    /// Is it measured whether they pay? Towards mate without rebirths they do.
    fn is_metered(&self) -> bool {
        !self.rebirth.is_no_rebirth() || self.for_stalemate
    }

    /// It was asked of a position with so many half-moves left whether the table knows it.
    #[inline]
    pub fn record_probe(&mut self, left: usize, known: bool) {
        if self.is_metered() {
            self.payoff.record_probe(left, known);
        }
    }

    /// So many moves of a position with so many half-moves left are looked at.
    #[inline]
    pub fn record_expansion(&mut self, left: usize, moves: usize) {
        if self.is_metered() {
            self.payoff.record_expansion(left, moves);
        }
    }

    /// Looks more closely at the nets of the position that play has come to. Can one be drawn?
    pub fn refine<R: GameRules>(&mut self, game: &Game<B, R>, position: &PositionOf<B, R>) -> bool {
        if self.ply_states.last().is_none_or(|frame| frame.disabled) {
            return true;
        }
        self.apply_pending_move();
        let Some(mut frame) = self.ply_states.pop() else { return true };
        if !frame.disabled && !frame.refined {
            frame.refined = true;
            let bonus = self.castling_savings::<R>(&frame, position);
            let moves = frame.moves_left[0] + frame.moves_left[1];
            if moves > MAX_MOVES_UNREFINED && frame.end - frame.start <= MAX_PATTERNS_TO_COMPLETE {
                self.complete_all(&mut frame, bonus);
            }
            if !self.rebirth.is_no_rebirth() {
                self.refute_by_captures(game, position, &mut frame, bonus);
            } else if self.has_refutation_test()
                && moves > MAX_MOVES_UNREFINED
                && frame.end - frame.start <= MAX_PATTERNS_TO_TEST
            {
                self.run_refutation_tests(&mut frame, bonus, position.ep_pawn());
            }
        }
        let hopeful = frame.disabled || frame.end > frame.start;
        self.ply_states.push(frame);
        hopeful
    }

    /// Finishes unfinished nets, as far as there is room.
    fn complete_all(&mut self, frame: &mut PlyState, bonus: [u16; 2]) {
        let unfinished = |live: &PatternState| self.patterns[live.pattern_index as usize].incomplete;
        if !self.states[frame.start..frame.end].iter().any(unfinished) {
            return;
        }
        let mut room = frame.snapshot(bonus);
        if self.for_stalemate {
            self.init_capture_costs(&room);
        }
        let known: Vec<PatternState> = self.states.drain(frame.start..).collect();
        let mut around = None;
        for live in known {
            if !self.patterns[live.pattern_index as usize].incomplete {
                self.states.push(live);
            } else {
                self.complete(live, &mut room, &mut around);
            }
        }
        (frame.end, frame.needs_capture_from) = (self.states.len(), usize::MAX);
        frame.useful_movers = None;
    }
}

#[cfg(test)]
mod tests;
