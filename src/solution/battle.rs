//! Battle play: keys and tries among the root moves, set play, and play after a key in the diagram.

use std::ops::ControlFlow;

use super::battle_tree::{BattleNarrator, Defence, PendingThreats};
use super::event::{AfterKey, Event, Phase, Role, Settled, Sink};
use super::move_numbers::NumberedMove;
use super::narrator::{EmitResult, Narrator, StopReason, emit};
use super::notation::{MoveFormat, written};
use super::parts::{Part, PartEvent, PartState};
use crate::board::Board;
use crate::game::PositionOf;
use crate::parallel::par_map_ordered;
use crate::position::Move;
use crate::problem::{ExaminedMoves, MAX_SHOWN_REFUTATIONS, Options};
use crate::rules::GameRules;
use crate::search::{ScheduleNode, ScheduleSolver, Stopped, can_continue, reaches};
use crate::stipulation::{GoalObligation, GoalValue, Schedule};

/// The class of a root move.
enum RootMoveClass {
    /// The move solves.
    Key,
    /// The move is refuted by exactly these replies.
    Try(Vec<Move>),
    /// The move has more refutations than the options allow for a try.
    Neither,
    /// The move and its play were found by an earlier search.
    Known(Part),
    /// Another search has taken the move.
    Taken,
}

impl RootMoveClass {
    /// Returns the role in which the move is emitted; `None` if it is not.
    fn role(&self) -> Option<Role> {
        match self {
            RootMoveClass::Key => Some(Role::Key),
            RootMoveClass::Try(_) => Some(Role::Try),
            RootMoveClass::Neither | RootMoveClass::Taken => None,
            RootMoveClass::Known(part) => match part.events.first() {
                Some(PartEvent::Node(node)) => Some(node.role),
                _ => None,
            },
        }
    }
}

/// How much of the tree is emitted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Detail {
    /// Keys and refutations.
    Keys,
    /// All variations, without threats.
    Variations,
    /// Threats, and the variations that avoid them.
    Threats,
}

impl Detail {
    /// Returns the detail of play after a key that was made before the diagram: always full variations.
    pub fn after_key(options: &Options) -> Detail {
        if options.no_threat { Detail::Variations } else { Detail::Threats }
    }

    pub fn of(options: &Options, phase: Phase) -> Detail {
        match (options.variations, options.no_threat) {
            (true, false) => Detail::Threats,
            (true, true) => Detail::Variations,
            // Set play has no keys: it is emitted in full or not at all.
            (false, _) if phase == Phase::Set => Detail::Variations,
            (false, _) => Detail::Keys,
        }
    }
}

/// Emits the actual play, including tries. `schedule` begins with the attacker.
pub fn emit_actual_play<B: Board, R: GameRules>(
    narrator: &Narrator<'_, B, R>,
    schedule: &Schedule,
    position: &PositionOf<B, R>,
    sink: &mut dyn Sink,
) -> EmitResult {
    let root = ScheduleNode::root(schedule, position);
    narrator.limits.progress().begin_search(root.plies_left, root.plies_left);
    let first = root.ply();
    let detail = Detail::of(narrator.options, Phase::Actual);
    let mut tree =
        BattleNarrator { narrator, schedule, solver: narrator.solver(), detail, key_is_made: false, sink };
    if first.obligation == GoalObligation::IfPossible && first.goal_value == GoalValue::Ignored {
        let forced = narrator.goal_moves(position);
        if !forced.is_empty() {
            return tree.emit_forced(position, &forced, 1);
        }
    }
    let moves = narrator.root_moves(root);
    if !narrator.options.any_key || !schedule.is_free_battle() {
        return emit_keys_and_tries(narrator, &mut tree, root, &moves);
    }
    let moves: Vec<Move> = moves.iter().map(|numbered| numbered.mv).collect();
    match tree.solver.find_key(schedule, position, &moves)? {
        Some(key) => {
            tree.emit_root_move(position, key, &RootMoveClass::Key).and(Err(StopReason::MaxSolutions))
        }
        None => Ok(()),
    }
}

/// Classifies the root moves with the threads of the pool, and emits the keys and tries in order.
fn emit_keys_and_tries<B: Board, R: GameRules>(
    narrator: &Narrator<'_, B, R>,
    tree: &mut BattleNarrator<'_, '_, B, R>,
    root: ScheduleNode<'_, B, R>,
    moves: &[NumberedMove],
) -> EmitResult {
    let mut solved = 0;
    let mut emitted = Vec::new();
    let mut result: EmitResult = Ok(());
    narrator.limits.progress().root_moves.start(moves.len() as u64);
    let flow = par_map_ordered(
        narrator.threads(root),
        moves,
        || narrator.solver(),
        |solver, &numbered| match narrator.claim_root_move(root, numbered) {
            PartState::Open => classify_root_move(narrator, solver, root, numbered.mv),
            PartState::Found(part) => Ok(RootMoveClass::Known(part)),
            PartState::Taken => Ok(RootMoveClass::Taken),
        },
        |&numbered, class| {
            result = class.map_err(StopReason::from).and_then(|class| {
                let role = class.role();
                solved += u64::from(role == Some(Role::Key));
                if role.is_some() {
                    emitted.push(numbered.mv);
                }
                if matches!(class, RootMoveClass::Taken) {
                    return Ok(());
                }
                tree.emit_root_move(root.position, numbered.mv, &class)?;
                narrator.settle_root_move(root, numbered, moves.len(), tree.sink)
            });
            let enough = narrator.options.max_solutions.is_some_and(|max| solved >= max);
            if result.is_ok() && enough {
                result = Err(StopReason::MaxSolutions);
            }
            if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        },
    );
    if flow.is_break() && result.is_ok() {
        return Err(StopReason::SearchStopped);
    }
    result?;
    let others = moves.iter().map(|numbered| numbered.mv).filter(|mv| !emitted.contains(mv));
    tree.emit_examined(root, &emitted, &others.collect::<Vec<_>>())
}

impl<B: Board, R: GameRules> BattleNarrator<'_, '_, B, R> {
    /// Emits a key or a try with its subtree.
    fn emit_root_move(&mut self, position: &PositionOf<B, R>, mv: Move, class: &RootMoveClass) -> EmitResult {
        let (role, refutations) = match class {
            RootMoveClass::Key => (Role::Key, &[][..]),
            RootMoveClass::Try(refutations) => (Role::Try, &refutations[..]),
            RootMoveClass::Neither | RootMoveClass::Taken => return Ok(()),
            RootMoveClass::Known(part) => return emit_part(part, self.sink),
        };
        self.emit_attack(ScheduleNode::root(self.schedule, position), mv, 1, role, refutations)
    }

    /// Emits refutations of the moves that the options name, unless the name is that of a move already emitted.
    fn emit_examined(
        &mut self,
        root: ScheduleNode<'_, B, R>,
        emitted: &[Move],
        others: &[Move],
    ) -> EmitResult {
        let ExaminedMoves { names, moves } = &self.narrator.options.examined;
        let format = MoveFormat { layout: self.narrator.game.board.geometry().layout, names: *names };
        let is_named = |name: &str, mv: Move| {
            let record = self.narrator.record(root.position, mv, None);
            written::is_usual(name, &record, format.layout) || written::is_short(name, &record, format)
        };
        let is_emitted = |name: &str| emitted.iter().any(|&mv| is_named(name, mv));
        let names: Vec<&str> =
            moves.iter().map(|examined| &*examined.name).filter(|name| !is_emitted(name)).collect();
        let examined = |mv: &&Move| names.iter().any(|name| is_named(name, **mv));
        let examined: Vec<Move> = others.iter().filter(examined).copied().collect();
        self.detail = Detail::Keys;
        for mv in examined {
            let after = self.narrator.game.play(root.position, mv);
            let refutations =
                refutations(self.narrator, &mut self.solver, root, (mv, &after), MAX_SHOWN_REFUTATIONS + 1)?;
            if !refutations.is_empty() {
                self.emit_attack(root, mv, 1, Role::Try, &refutations)?;
            }
        }
        Ok(())
    }
}

/// Emits the set play. `schedule` begins with the attacker; in `position` the defender is to move.
pub fn emit_set_play<B: Board, R: GameRules>(
    narrator: &Narrator<'_, B, R>,
    schedule: &Schedule,
    position: &PositionOf<B, R>,
    sink: &mut dyn Sink,
) -> EmitResult {
    let plies_left = schedule.plies.len().saturating_sub(1);
    narrator.limits.progress().begin_search(plies_left, plies_left);
    match narrator.parts.claim_set_play() {
        PartState::Open => {}
        PartState::Found(part) => {
            emit_part(&part, sink)?;
            return narrator.settle(Settled::SetPlay, sink);
        }
        PartState::Taken => return Ok(()),
    }
    emit_defences(narrator, ScheduleNode { schedule, position, plies_left }, sink)?;
    narrator.settle(Settled::SetPlay, sink)
}

/// Emits the events of a part that is known.
fn emit_part(part: &Part, sink: &mut dyn Sink) -> EmitResult {
    match part.replay(sink) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(StopReason::SinkClosed),
    }
}

/// Emits the defences of the set play, and the answers to them.
fn emit_defences<B: Board, R: GameRules>(
    narrator: &Narrator<'_, B, R>,
    node: ScheduleNode<'_, B, R>,
    sink: &mut dyn Sink,
) -> EmitResult {
    let (schedule, detail) = (node.schedule, Detail::of(narrator.options, Phase::Set));
    let mut tree =
        BattleNarrator { narrator, schedule, solver: narrator.solver(), detail, key_is_made: false, sink };
    if node.plies_left == 0 || !can_continue(narrator.game, narrator.stipulation.goal, node) {
        return Ok(());
    }
    let defences = tree.defences(node)?;
    tree.emit_variations(node, 1, &defences, &PendingThreats::default())?;
    if !narrator.options.changed_play {
        return Ok(());
    }
    tree.emit_refutations(node, 1, &unanswered(&defences))
}

/// Returns the defences without an answer.
fn unanswered(defences: &[Defence]) -> Vec<Move> {
    defences.iter().filter(|defence| defence.moves_needed.is_none()).map(|defence| defence.mv).collect()
}

/// Emits the play after a key that was made before the diagram. `schedule` begins with the key; in `position`
/// the defender is to move.
pub fn emit_post_key_play<B: Board, R: GameRules>(
    narrator: &Narrator<'_, B, R>,
    schedule: &Schedule,
    position: &PositionOf<B, R>,
    sink: &mut dyn Sink,
) -> EmitResult {
    let check = narrator.game.in_check(position, position.to_move);
    if schedule.plies.len() < 2 {
        let after_key = Event::AfterKey(AfterKey { check, pending: None });
        return if check { emit(sink, after_key) } else { Ok(()) };
    }
    let detail = Detail::after_key(narrator.options);
    let mut tree =
        BattleNarrator { narrator, schedule, solver: narrator.solver(), detail, key_is_made: true, sink };
    let node = ScheduleNode { schedule, position, plies_left: schedule.plies.len() - 1 };
    if !meets_option_limits(narrator, &mut tree.solver, node)? {
        return Ok(());
    }
    tree.set_defence_allowance(Some(node))?;
    let pending = tree.pending_threats(node)?;
    let defences = tree.defences(node)?;
    let mut refutations = Vec::new();
    if may_refute(&mut tree.solver, node) {
        refutations = unanswered(&defences);
    }
    emit(tree.sink, Event::AfterKey(AfterKey { check, pending: pending.pending }))?;
    tree.emit_variations(node, 1, &defences, &pending)?;
    tree.emit_refutations(node, 1, &refutations)
}

fn classify_root_move<B: Board, R: GameRules>(
    narrator: &Narrator<'_, B, R>,
    solver: &mut ScheduleSolver<'_, B, R>,
    root: ScheduleNode<'_, B, R>,
    mv: Move,
) -> Result<RootMoveClass, Stopped> {
    let position = narrator.game.play(root.position, mv);
    if solver.is_good_move(root, mv, &position)? {
        return Ok(RootMoveClass::Key);
    }
    let Some(max_refutations) = narrator.options.tries else {
        return Ok(RootMoveClass::Neither);
    };
    let max_refutations = max_refutations as usize;
    let refutations =
        refutations(narrator, solver, root, (mv, &position), max_refutations.saturating_add(1))?;
    let check = || narrator.game.in_check(&position, position.to_move);
    let trivial = refutations.len() == 1 && narrator.options.no_trivial_tries && check();
    Ok(if refutations.is_empty() || refutations.len() > max_refutations || trivial {
        RootMoveClass::Neither
    } else {
        RootMoveClass::Try(refutations)
    })
}

/// Returns up to `max` refutations of a root move that does not solve and leads to `position`; none if no reply
/// can refute it.
fn refutations<B: Board, R: GameRules>(
    narrator: &Narrator<'_, B, R>,
    solver: &mut ScheduleSolver<'_, B, R>,
    root: ScheduleNode<'_, B, R>,
    (mv, position): (Move, &PositionOf<B, R>),
    max: usize,
) -> Result<Vec<Move>, Stopped> {
    let goal = narrator.stipulation.goal;
    // A move that ends the play cannot be refuted.
    let ends_play = || {
        root.ply().goal_value == GoalValue::Early && reaches(narrator.game, goal, root.position, mv, position)
    };
    if root.plies_left <= 1 || ends_play() {
        return Ok(Vec::new());
    }
    let after = root.next(position);
    if !meets_option_limits(narrator, solver, after)?
        || !may_refute(solver, after)
        || !solver.has_required_threat(after)?
    {
        return Ok(Vec::new());
    }
    let mut refutations = Vec::new();
    for reply in narrator.moves(after) {
        let next = narrator.game.play(position, reply);
        if !solver.is_good_move(after, reply, &next)? {
            refutations.push(reply);
            if refutations.len() >= max {
                break;
            }
        }
    }
    Ok(refutations)
}

/// Returns whether the node after a root move, with the defender to move, satisfies the limits of the options
/// on flights and on nontrivial defences.
fn meets_option_limits<B: Board, R: GameRules>(
    narrator: &Narrator<'_, B, R>,
    solver: &mut ScheduleSolver<'_, B, R>,
    after: ScheduleNode<'_, B, R>,
) -> Result<bool, Stopped> {
    Ok(can_continue(narrator.game, narrator.stipulation.goal, after)
        && solver.remaining_allowance(after)?.is_some())
}

/// Returns whether a reply to the root move can be a refutation. If Black is obliged to reach the goal at the
/// last ply, Black either must reach it or cannot, so no reply refutes.
fn may_refute<B: Board, R: GameRules>(
    solver: &mut ScheduleSolver<'_, B, R>,
    after: ScheduleNode<'_, B, R>,
) -> bool {
    after.ply().obligation != GoalObligation::IfPossible
        || (after.plies_left > 1 && !solver.has_goal_in_one(after.position))
}
