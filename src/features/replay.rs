//! Plays a solution on the board.

use std::sync::Arc;

use super::identity::{Identities, identities};
use super::picture::{Picture, picture};
use super::played::{PlayedLine, PlayedMove, PlayedPhase, Standing};
use super::tracing;
use crate::board::Board;
use crate::game::{Game, PositionOf};
use crate::position::Side;
use crate::problem::{Diagram, Options, Problem, Setting};
use crate::rules::RuleSet;
use crate::solution::setting_after::{
    GameVisitor, MoveError, move_of, start_position, with_game, with_position,
};
use crate::solution::{Line, MoveRecord, MoveTree, Phase, PhaseTree, Role, Solution};

/// The number of lines of a phase that are played; the rest is not examined.
pub const MAX_LINES: usize = 20_000;

/// The lines of a solution with the board after each move.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    /// The phases in the order of the solution.
    pub phases: Vec<PlayedPhase>,
    /// Whether lines were left out: there are more than [`MAX_LINES`], or moves could not be played.
    pub is_incomplete: bool,
}

/// Plays the lines of a solution. Of battle play, these are the keys and tries with their threats and variations, and
/// set play; lines that are forced and refutations are left out.
pub fn replay(problem: &Problem, solution: &Solution) -> Replay {
    let mut replay = Replay::default();
    for (twin, tree) in solution.twins.iter().filter(|twin| !twin.head.zeroposition).enumerate() {
        let Ok(setting) = &tree.head.setting else { continue };
        let options = problem.options.of_twin(tree.head.label.as_deref());
        let men = Arc::new(identities(problem, twin));
        for side in &tree.sides {
            for (phase, tree) in side.phases() {
                let place =
                    Place { setting, options: &options, twin, men: men.clone(), side: side.side, phase };
                match with_game(setting, &options, PhaseReplay { place, tree }) {
                    Ok(Ok((phase, is_complete))) => {
                        replay.phases.push(phase);
                        replay.is_incomplete |= !is_complete;
                    }
                    Ok(Err(_)) | Err(_) => replay.is_incomplete |= !tree.is_empty(),
                }
            }
        }
    }
    replay
}

/// Plays a line of help or series play from the diagram; `None` if that cannot be done.
pub fn replay_line(setting: &Setting, options: &Options, line: &Line) -> Option<PlayedPhase> {
    replay_tree(setting, options, &PhaseTree { lines: vec![line.clone()], ..PhaseTree::default() })
}

/// Plays a root move of battle play with its variations, in the order of the tree; `None` if that cannot be done.
pub fn replay_branch(setting: &Setting, options: &Options, branch: &MoveTree) -> Option<PlayedPhase> {
    replay_tree(setting, options, &PhaseTree { branches: vec![branch.clone()], ..PhaseTree::default() })
}

/// Plays the lines of a part of the actual play; `None` if not all of them can be played.
fn replay_tree(setting: &Setting, options: &Options, tree: &PhaseTree) -> Option<PlayedPhase> {
    let men = Arc::new(Identities::new());
    let place = Place { setting, options, twin: 0, men, side: Side::White, phase: Phase::Actual };
    let (phase, is_complete) = with_game(setting, options, PhaseReplay { place, tree }).ok()?.ok()?;
    is_complete.then_some(phase)
}

/// The place of a phase in a solution.
#[derive(Clone)]
struct Place<'s> {
    setting: &'s Setting,
    options: &'s Options,
    twin: usize,
    men: Arc<Identities>,
    side: Side,
    phase: Phase,
}

/// Plays the lines of a phase.
struct PhaseReplay<'s> {
    place: Place<'s>,
    tree: &'s PhaseTree,
}

impl GameVisitor for PhaseReplay<'_> {
    type Output = Result<(PlayedPhase, bool), MoveError>;

    fn visit<B: Board>(self, game: &Game<B, RuleSet>) -> Self::Output {
        let PhaseReplay { place, tree } = self;
        let Place { setting, options, twin, men, side, phase } = place;
        let position = start_position(game, setting, options, first_side(tree).unwrap_or(side))?;
        let start = Arc::new(with_position(setting, &position).diagram);
        let mut player = Player { game, setting, path: Vec::new(), lines: Vec::new(), is_complete: true };
        let root =
            Node { position, diagram: start.clone(), standing: Some(Arc::new(tracing::at_start(&start))) };
        for line in tree.lines.iter().filter(|line| !line.forced) {
            player.line(&root, line);
        }
        let is_solution = |branch: &&MoveTree| !matches!(branch.node.role, Role::Forced | Role::Refutation);
        for branch in tree.branches.iter().filter(is_solution) {
            player.branch(&root, branch);
        }
        let Player { lines, is_complete, .. } = player;
        Ok((PlayedPhase { twin, side, phase, start, identities: men, lines }, is_complete))
    }
}

/// Returns the side that makes the first move of a phase; `None` if it has no move.
fn first_side(tree: &PhaseTree) -> Option<Side> {
    let of_line = tree.lines.iter().find_map(|line| line.moves.first());
    of_line.or(tree.branches.first().map(|branch| &branch.node.mv)).map(|record| record.side)
}

/// A position with its diagram.
struct Node<B: Board> {
    position: PositionOf<B, RuleSet>,
    diagram: Arc<Diagram>,
    /// Which man is which; `None` once that is not known.
    standing: Option<Arc<Standing>>,
}

/// Plays lines and collects them.
struct Player<'g, B: Board> {
    game: &'g Game<B, RuleSet>,
    setting: &'g Setting,
    path: Vec<Arc<PlayedMove>>,
    lines: Vec<PlayedLine>,
    is_complete: bool,
}

impl<B: Board> Player<'_, B> {
    fn line(&mut self, root: &Node<B>, line: &Line) {
        if self.is_full() {
            return;
        }
        let mut node = None;
        for record in &line.moves {
            let before = node.as_ref().unwrap_or(root);
            let Some((played, after)) = self.step(before, record, None) else {
                self.path.clear();
                return;
            };
            self.path.push(Arc::new(played));
            node = Some(after);
        }
        let picture = node.as_ref().and_then(|node| self.picture(node));
        let moves = std::mem::take(&mut self.path);
        self.lines.push(PlayedLine { moves, counting: Some(line.counting), picture });
    }

    fn branch(&mut self, before: &Node<B>, branch: &MoveTree) {
        let role = (branch.node.role, branch.node.number);
        if role.0 == Role::Refutation || self.is_full() {
            return;
        }
        let Some((played, after)) = self.step(before, &branch.node.mv, Some(role)) else { return };
        let has_reached = played.record.reached.is_some();
        self.path.push(Arc::new(played));
        if branch.children.is_empty() && has_reached {
            let (moves, picture) = (self.path.clone(), self.picture(&after));
            self.lines.push(PlayedLine { moves, counting: None, picture });
        }
        branch.children.iter().for_each(|child| self.branch(&after, child));
        self.path.pop();
    }

    fn is_full(&mut self) -> bool {
        let is_full = self.lines.len() >= MAX_LINES;
        self.is_complete &= !is_full;
        is_full
    }

    /// Plays a move. A side that makes several moves one after the other is not answered in between.
    fn step(
        &mut self,
        before: &Node<B>,
        record: &MoveRecord,
        role: Option<(Role, u16)>,
    ) -> Option<(PlayedMove, Node<B>)> {
        let position = match before.position.to_move == record.side {
            true => before.position,
            false => before.position.after_null_move(),
        };
        let Some(mv) = move_of(self.game, &position, record) else {
            self.is_complete = false;
            return None;
        };
        let position = self.game.play(&position, mv);
        let diagram = Arc::new(with_position(self.setting, &position).diagram);
        let men = before.standing.as_ref();
        let men = men.and_then(|men| tracing::after_move(men, record, &before.diagram, &diagram));
        let standing = men.as_ref().map(|men| men.standing.clone());
        let (earlier, after) = (before.diagram.clone(), diagram.clone());
        let played = PlayedMove { record: record.clone(), role, before: earlier, after, men };
        Some((played, Node { position, diagram, standing }))
    }

    fn picture(&self, node: &Node<B>) -> Option<Picture> {
        let goal = self.path.last()?.record.reached?;
        picture(self.game, &node.position, goal)
    }
}
