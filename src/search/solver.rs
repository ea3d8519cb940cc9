//! The solver of schedules: a depth-first AND/OR search.
//!
//! **What.** One recursion over the plies of a schedule: at an ∃ ply one good move suffices, at a ∀ ply every
//! move must be good. It adds to the [reference](super::reference) a [transposition table](super::table),
//! move ordering (`ordering`), a lower bound (`super::lower_bound`), move filters (`candidates`) and cheap
//! goal tests at the last ply. Where the rest of a schedule is battle play, it is searched by `battle`; a
//! single key is searched by `proof_number`. The [map of the search](super) lists which technique applies where.
//!
//! **Why it is correct.** Exact: it returns the same answers as [`ReferenceSolver`](super::ReferenceSolver),
//! against which `tests/properties/solver.rs` compares it on random positions under the fast rules, and
//! `tests/properties/pruning.rs` its pruning under all others.
//!
//! **Cost and gain.** Killer moves and mate patterns are kept from one root move to the next: nodes of battle
//! play 0.92 times in geometric mean, a `1->pser-h#4` on two threads from 7.9 to 1.2 s
//! (`docs/internals/experiments.md`).
//!
//! **Reference.** Depth-first search of AND/OR trees is standard; the techniques name their sources.

mod attack_shortcut;
mod battle;
mod candidates;
mod lazy;
mod nontrivial;
mod ordering;
mod path;
mod proof_number;
mod shared_refutation;

use candidates::has_target_in_one;
use ordering::{HistoryTable, Preference};

use super::ScheduleNode;
use super::goals::reaches_with_killers;
use super::play::{after_pass, can_continue_unless_forced, first_deciding_move, misses_check, must_pass};
use crate::board::Board;
use crate::game::killer_evasions::KillerEvasions;
use crate::game::movegen::preview::StaticVerdict;
use crate::game::{Game, PositionOf};
use crate::position::{Move, zobrist};
use crate::rules::{DecidedMoves, GameRules};
use crate::search::last_move::check_info::CheckInfo;
use crate::search::last_move::goal_in_one::has_goal_in_one;
use crate::search::limits::{Limits, Stopped};
use crate::search::lower_bound::mating_net::MatingNet;
use crate::search::lower_bound::{Bounded, LowerBound};
use crate::search::penultimate::helpmate::ReplyMates;
use crate::search::penultimate::refuted_moves::RefutedMoves;
use crate::search::table::TranspositionTable;
use crate::stipulation::{Goal, GoalObligation, GoalValue, Quantifier};

/// A solver of schedules for one goal, used by one thread.
pub struct ScheduleSolver<'a, B: Board, R> {
    game: &'a Game<B, R>,
    goal: Goal,
    table: &'a TranspositionTable,
    limits: &'a Limits,
    /// A number mixed into the keys of the table.
    salt: u64,
    /// The number of nontrivial defences left to the defender, in addition to one at each ply.
    allowance: u32,
    /// The nodes not yet reported to the limits.
    unreported_nodes: u64,
    /// The nodes of all searches of this solver.
    total_nodes: u64,
    /// The value of `total_nodes` when the search for a single key began.
    root_nodes: u64,
    /// The moves of all nodes on the path, node after node.
    move_stack: Vec<Move>,
    /// The killer moves by plies left: the last two moves that decided a node, the latest first.
    killers: Vec<[Option<Move>; 2]>,
    /// The scores of the defences of all nodes on the path.
    score_stack: Vec<u32>,
    /// The history table of battle play.
    history: HistoryTable,
    /// The lower bound of help and series play and of proof games.
    lower_bound: LowerBound<'a, B>,
    /// The lower bound of direct mates; `None` if it does not apply.
    mating_net: Option<Box<MatingNet<B>>>,
    /// The moves that killer defences refute at the last node two moves before a mate.
    refuted: Box<RefutedMoves<B::Set>>,
    /// What the move filter of reflex play needs; `None` before its first use, and `None` inside if it does not apply.
    reply_mates: Option<Option<Box<ReplyMates<'a, B>>>>,
    /// The evasions that refuted mates.
    killer_evasions: KillerEvasions,
}

impl<'a, B: Board, R: GameRules> ScheduleSolver<'a, B, R> {
    /// Returns a solver for a goal. Solvers that share a table and a salt read each other's answers: they
    /// must have the same goal and family.
    pub fn new(
        game: &'a Game<B, R>,
        goal: Goal,
        table: &'a TranspositionTable,
        salt: u64,
        limits: &'a Limits,
    ) -> ScheduleSolver<'a, B, R> {
        ScheduleSolver {
            game,
            goal,
            table,
            limits,
            salt,
            allowance: 0,
            unreported_nodes: 0,
            total_nodes: 0,
            root_nodes: 0,
            move_stack: Vec::new(),
            killers: Vec::new(),
            score_stack: Vec::new(),
            history: HistoryTable::new(),
            lower_bound: LowerBound::new(game, goal),
            mating_net: MatingNet::of_game(game, goal).map(Box::new),
            refuted: Box::new(RefutedMoves::none()),
            reply_mates: None,
            killer_evasions: KillerEvasions::default(),
        }
    }

    /// Returns the game.
    pub fn game(&self) -> &'a Game<B, R> {
        self.game
    }

    /// Returns the goal.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// Returns the limits.
    pub fn limits(&self) -> &'a Limits {
        self.limits
    }

    /// Returns whether a node is solved for the side that wants the goal. See
    /// [`ReferenceSolver::has_solution`](super::ReferenceSolver::has_solution).
    ///
    /// # Errors
    /// [`Stopped`] if a limit is reached before the answer is known.
    pub fn has_solution(&mut self, node: ScheduleNode<'_, B, R>) -> Result<bool, Stopped> {
        let result = match self.is_current(node) {
            true => self.search(node),
            false => self.with_root(node, |solver| solver.search(node)).unwrap_or(Ok(false)),
        };
        self.reset_on_stop(result)
    }

    /// Returns whether a move is good: it reaches the goal where that is good, or leads to a solved position.
    ///
    /// # Errors
    /// [`Stopped`] if a limit is reached before the answer is known.
    pub fn is_good_move(
        &mut self,
        node: ScheduleNode<'_, B, R>,
        mv: Move,
        after: &PositionOf<B, R>,
    ) -> Result<bool, Stopped> {
        let result = self.with_root(node, |solver| {
            solver.with_move(node.position, mv, |solver| solver.evaluate_move(node, mv, after))
        });
        self.reset_on_stop(result.flatten().unwrap_or(Ok(false)))
    }

    /// Returns whether the side to move can reach the goal by its next move.
    pub fn has_goal_in_one(&mut self, position: &PositionOf<B, R>) -> bool {
        let (game, goal) = (self.game, self.goal);
        if let LowerBound::ProofGame(bound) = &mut self.lower_bound {
            return has_target_in_one(game, goal, position, bound);
        }
        let patterns = self.lower_bound.mate_patterns_mut();
        has_goal_in_one(game, goal, position, patterns, &mut self.move_stack, &mut self.killer_evasions)
    }

    /// As [`has_goal_in_one`](Self::has_goal_in_one), before the last ply, to which the mate patterns do not
    /// apply yet.
    fn has_early_goal_in_one(&mut self, position: &PositionOf<B, R>) -> bool {
        has_goal_in_one(self.game, self.goal, position, None, &mut self.move_stack, &mut self.killer_evasions)
    }

    /// Returns whether the attacker's move that led to a node carries the threat that the schedule requires.
    ///
    /// # Errors
    /// [`Stopped`] if a limit is reached before the answer is known.
    pub fn has_required_threat(&mut self, after: ScheduleNode<'_, B, R>) -> Result<bool, Stopped> {
        let result = self.search_required_threat(after);
        self.reset_on_stop(result)
    }

    #[inline(always)]
    fn search_required_threat(&mut self, after: ScheduleNode<'_, B, R>) -> Result<bool, Stopped> {
        let ScheduleNode { schedule, position, plies_left } = after;
        let Some(threat) = schedule.plies_left_at_threat(plies_left + 1) else { return Ok(true) };
        if self.game.in_check(position, position.to_move) {
            return Ok(true);
        }
        // A defender that must reach the goal at once need not be threatened.
        if after.ply().obligation == GoalObligation::IfPossible && self.has_goal_in_one(position) {
            return Ok(true);
        }
        let threatening = position.threat_position();
        self.search(ScheduleNode { schedule, position: &threatening, plies_left: threat })
    }

    /// Returns whether a move reaches the goal.
    #[inline]
    fn reaches(&mut self, before: &PositionOf<B, R>, mv: Move, after: &PositionOf<B, R>) -> bool {
        reaches_with_killers(self.game, self.goal, before, mv, after, &mut self.killer_evasions)
    }

    /// Passes a result on. Clears the stacks if the search was stopped within.
    fn reset_on_stop<T>(&mut self, result: Result<T, Stopped>) -> Result<T, Stopped> {
        if result.is_err() {
            self.move_stack.clear();
            self.score_stack.clear();
        }
        result
    }

    /// Counts a node, and reports to the limits at intervals.
    fn count_node(&mut self) -> Result<(), Stopped> {
        self.unreported_nodes += 1;
        self.total_nodes += 1;
        if self.unreported_nodes >= self.limits.poll_interval() {
            let nodes = std::mem::take(&mut self.unreported_nodes);
            self.limits.count_nodes(nodes)?;
        }
        Ok(())
    }

    /// Returns whether a move is good. The lower bound has accepted it.
    fn evaluate_move(
        &mut self,
        node: ScheduleNode<'_, B, R>,
        mv: Move,
        after: &PositionOf<B, R>,
    ) -> Result<bool, Stopped> {
        let ply = node.ply();
        if ply.goal_value != GoalValue::Ignored && self.reaches(node.position, mv, after) {
            return Ok(ply.goal_value == GoalValue::Good);
        }
        if node.plies_left == 1 {
            return Ok(false);
        }
        let node_after = node.next(after);
        if ply.quantifier == Quantifier::Exists && !self.search_required_threat(node_after)? {
            return Ok(false);
        }
        if !can_continue_unless_forced(self.game, node_after, |obligation| self.must_reach(obligation, after))
        {
            return Ok(false);
        }
        if !node.is_series_step() {
            return self.search(node_after);
        }
        // Made in place: positions are large.
        let mut next = *after;
        next.make_null_move();
        self.search(node.next(&next))
    }

    /// Returns the table key of a position with `plies_left` plies left.
    #[inline]
    fn answer_key(&self, position: u64, plies_left: usize) -> u64 {
        TranspositionTable::key(self.salt, position, plies_left | (self.allowance as usize) << 16)
    }

    /// Returns whether a node is solved.
    fn search(&mut self, node: ScheduleNode<'_, B, R>) -> Result<bool, Stopped> {
        self.count_node()?;
        let ScheduleNode { schedule, position, plies_left } = node;
        let Some(ply) = schedule.ply(plies_left) else {
            return Ok(false);
        };
        if schedule.ends_with_battle(plies_left) {
            return self.search_battle(node);
        }
        if !self.lower_bound.is_feasible_before_probe(node) {
            return Ok(false);
        }
        if plies_left == 1 && ply.goal_value == GoalValue::Good {
            return Ok(match ply.quantifier {
                _ if ply.obligation == GoalObligation::IfPossible => self.has_goal_in_one(position),
                Quantifier::Exists => self.has_goal_in_one(position),
                Quantifier::ForAll => self.all_moves_reach_goal(position),
            });
        }
        let key = self.answer_key(position.key(), plies_left);
        let known = self.table.answer(key);
        if let Some(patterns) = self.lower_bound.mate_patterns_mut() {
            patterns.record_probe(plies_left, known.is_some());
        }
        if let Some(answer) = known {
            return Ok(answer);
        }
        let must_pass = must_pass(self.game, node);
        let answer =
            self.lower_bound.is_feasible(self.game, node, must_pass) && self.expand_node(node, must_pass)?;
        self.table.store_answer(key, answer, plies_left);
        Ok(answer)
    }

    /// Returns whether a node is solved, once the table and the lower bound do not decide.
    #[inline]
    fn expand_node(&mut self, node: ScheduleNode<'_, B, R>, must_pass: bool) -> Result<bool, Stopped> {
        let (ply, position) = (node.ply(), node.position);
        let goal_is_forced = match ply.obligation {
            GoalObligation::Free => false,
            GoalObligation::IfPossible => self.has_early_goal_in_one(position),
            GoalObligation::IfUnavoidable => self.all_moves_reach_goal(position),
        };
        if goal_is_forced {
            Ok(ply.goal_value == GoalValue::Good)
        } else if must_pass {
            let next = after_pass::<B, R>(ply.quantifier, position);
            let search = |solver: &mut Self| solver.search(node.next(&next));
            self.with_pass(node, node.next(&next), search).unwrap_or(Ok(false))
        } else if ply.quantifier == Quantifier::ForAll && node.schedule.nontrivial.is_some() {
            self.search_nontrivial(node)
        } else if self.is_lazy_node(node) {
            self.search_moves_lazily(node)
        } else {
            self.search_moves(node)
        }
    }

    /// Searches the moves until one decides: a good move at an ∃ ply, a bad one at a ∀ ply.
    fn search_moves(&mut self, node: ScheduleNode<'_, B, R>) -> Result<bool, Stopped> {
        let ScheduleNode { position, plies_left, .. } = node;
        // The value of a move that decides.
        let decisive = node.ply().quantifier == Quantifier::Exists;
        let first = self.move_stack.len();
        self.list_candidates(node);
        if let Some(patterns) = self.lower_bound.mate_patterns_mut() {
            patterns.record_expansion(plies_left, self.move_stack.len() - first);
        }
        if self.move_stack.len() == first {
            return Ok(false);
        }
        // At the last ply but one each move is evaluated by a single goal test: ordering would cost more.
        if plies_left > 2 {
            let preference = Preference { promotions: true, captures: !decisive };
            self.order_moves(&CheckInfo::new(self.game, position), first, plies_left, preference);
        }
        self.prefetch_answer_after(node, first);
        for at in first..self.move_stack.len() {
            // One move ahead: making a move does not take as long as loading an entry.
            self.prefetch_answer_after(node, at + 1);
            let mv = self.move_stack[at];
            let good = self.with_move(position, mv, |solver| {
                let after = solver.game.play(position, mv);
                solver.evaluate_move(node, mv, &after)
            });
            if good.unwrap_or(Ok(false))? == decisive {
                self.store_killer(plies_left, mv);
                self.move_stack.truncate(first);
                return Ok(decisive);
            }
        }
        self.move_stack.truncate(first);
        Ok(!decisive)
    }

    /// Prefetches the table entry of the position after a move of a node, given by its index on the stack, if there is one.
    #[inline]
    fn prefetch_answer_after(&self, node: ScheduleNode<'_, B, R>, at: usize) {
        let plies_left = node.plies_left - 1;
        if plies_left > 1
            && let Some(&mv) = self.move_stack.get(at)
        {
            let side_switch = if node.is_series_step() { zobrist::SIDE_TO_MOVE } else { 0 };
            self.table.prefetch(self.answer_key(node.position.key_after(mv) ^ side_switch, plies_left));
        }
    }

    /// Returns whether a quick king move misses the goal. A king move hardly ever gives check or mates, and
    /// the king can mostly move: this decides most positions before any other test.
    #[inline]
    fn misses_goal_by_quick_king_move(&mut self, position: &PositionOf<B, R>) -> bool {
        let Some(mv) = self.game.quick_king_move(position) else { return false };
        (self.goal.needs_checking_move() && self.game.king_move_gives_no_check(position, mv))
            || !self.reaches(position, mv, &self.game.play(position, mv))
    }

    /// Returns whether the side to move must reach the goal, as [`must_reach`](super::play::must_reach) does.
    fn must_reach(&mut self, obligation: GoalObligation, position: &PositionOf<B, R>) -> bool {
        match obligation {
            GoalObligation::IfPossible => self.has_early_goal_in_one(position),
            _ => self.all_moves_reach_goal(position),
        }
    }

    /// Returns whether a killer is legal and misses the goal.
    #[inline]
    fn misses_goal_by_killer(&mut self, position: &PositionOf<B, R>, mv: Move) -> bool {
        let game = self.game;
        let needs_check = self.goal.needs_checking_move();
        // Captures with rebirth are expensive to make.
        if needs_check && game.has_capture_previews() && mv.is_capture() {
            if !game.is_pseudo_legal(position, mv) {
                return false;
            }
            match game.static_verdict(position, mv) {
                StaticVerdict::Illegal => return false,
                StaticVerdict::LegalWithoutCheck => return true,
                StaticVerdict::LegalMaybeCheck | StaticVerdict::Unknown => {}
            }
        }
        if needs_check && game.decided_by_attacks(position) != DecidedMoves::None {
            return game.is_legal_retried(position, mv)
                && (misses_check(game, self.goal, position, mv)
                    || !self.reaches(position, mv, &game.play(position, mv)));
        }
        game.retry_move(position, mv, |after| self.reaches(position, mv, after)) == Some(false)
    }

    /// Returns whether every move reaches the goal, and there is at least one.
    fn all_moves_reach_goal(&mut self, position: &PositionOf<B, R>) -> bool {
        // The general engine makes moves to test their legality, but not a quick king move: it is tried
        // before the killers.
        if self.game.tests_moves_by_making() && self.misses_goal_by_quick_king_move(position) {
            return false;
        }
        if self.killers(1).into_iter().flatten().any(|mv| self.misses_goal_by_killer(position, mv)) {
            return false;
        }
        if !self.game.tests_moves_by_making() && self.misses_goal_by_quick_king_move(position) {
            return false;
        }
        match first_deciding_move(self.game, self.goal, false, position, &mut self.killer_evasions) {
            None => false,
            Some((_, true)) => true,
            Some((mv, false)) => {
                self.store_killer(1, mv);
                false
            }
        }
    }
}
