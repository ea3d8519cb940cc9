//! What each move of a solution changes on the board.

use std::collections::VecDeque;
use std::rc::Rc;

use crate::board::Board;
use crate::game::{Game, PositionOf};
use crate::position::Side;
use crate::problem::{Options, Problem, Setting};
use crate::report::diagram::{Content, Contents, Place, contents};
use crate::report::json::{JsonMove, JsonNode, JsonPhase, JsonTwin};
use crate::rules::RuleSet;
use crate::solution::setting_after::{GameVisitor, after_recorded, start_position, with_game};

/// The places that a move changes, with what is on them after it. Those that become empty come first.
pub(super) type Changes = Vec<(Place, Option<Content>)>;

/// The play of a twin.
#[derive(Default)]
pub(super) struct Replay {
    /// What is on the board when play begins.
    pub first: Contents,
    /// The changes of each move in the order of the record: in each phase the nodes of its tree, each before those that
    /// follow it, and then the moves of its lines. `None` for a move that cannot be played.
    pub changes: VecDeque<Option<Changes>>,
}

impl Replay {
    /// Returns everything that is on a place in the play.
    pub fn contents(&self) -> impl Iterator<Item = &Content> {
        let changes = self.changes.iter().flatten().flatten();
        self.first.values().chain(changes.filter_map(|(_, content)| content.as_ref()))
    }

    /// Returns the highest number of men in the bank of a side.
    pub fn most_in_bank(&self) -> usize {
        let changes = self.changes.iter().flatten().flatten().map(|(place, _)| place);
        let number = |place: &Place| match place {
            Place::OffBoard(_, number) => number + 1,
            Place::Square(_) => 0,
        };
        self.first.keys().chain(changes).map(number).max().unwrap_or(0)
    }
}

/// Plays the solution of each twin; `None` for a twin of which the board is not that of the diagram or cannot be set up.
pub(super) fn replays(problem: &Problem, twins: &[JsonTwin]) -> Vec<Option<Replay>> {
    let layout = problem.setting.diagram.layout();
    let heads = problem.twins_in_order();
    if heads.len() != twins.len() {
        return twins.iter().map(|_| None).collect();
    }
    let replay = |(head, twin): (&crate::solution::TwinHead, &JsonTwin)| {
        let setting = head.setting.as_ref().ok().filter(|setting| setting.diagram.layout() == layout)?;
        let options = problem.options.of_twin(head.label.as_deref());
        with_game(setting, &options, TwinReplay { setting, options: &options, twin }).ok()?
    };
    heads.iter().zip(twins).map(replay).collect()
}

/// Plays the solution of a twin.
struct TwinReplay<'t> {
    setting: &'t Setting,
    options: &'t Options,
    twin: &'t JsonTwin,
}

impl GameVisitor for TwinReplay<'_> {
    type Output = Option<Replay>;

    fn visit<B: Board>(self, game: &Game<B, RuleSet>) -> Option<Replay> {
        let TwinReplay { setting, options, twin } = self;
        let starts = Side::BOTH.map(|side| {
            let position = start_position(game, setting, options, side).ok()?;
            Some(Rc::new(Node::new(game, setting, position)))
        });
        let first = starts.iter().flatten().next()?.contents.clone();
        let mut player = Player { game, setting, starts, changes: VecDeque::new() };
        for side in &twin.sides {
            side.set.iter().chain(&side.actual).for_each(|phase| player.phase(phase));
        }
        Some(Replay { first, changes: player.changes })
    }
}

/// A position of the play.
struct Node<B: Board> {
    position: PositionOf<B, RuleSet>,
    contents: Contents,
}

impl<B: Board> Node<B> {
    fn new(game: &Game<B, RuleSet>, setting: &Setting, position: PositionOf<B, RuleSet>) -> Node<B> {
        let squares = game.board.geometry().layout.squares();
        let men = squares.filter_map(|square| Some((square, position.man(square)?)));
        let reserve = setting.off_board_men().map(|_| position.rule_state.reserve);
        Node { contents: contents(men, reserve, position.rule_state.imitators), position }
    }
}

struct Player<'g, B: Board> {
    game: &'g Game<B, RuleSet>,
    setting: &'g Setting,
    /// The first position with each side to move.
    starts: [Option<Rc<Node<B>>>; 2],
    changes: VecDeque<Option<Changes>>,
}

impl<B: Board> Player<'_, B> {
    fn phase(&mut self, phase: &JsonPhase) {
        for node in &phase.tree {
            let start = self.start(&node.mv);
            self.node(start.as_deref(), node);
        }
        for line in &phase.lines {
            let mut last = line.moves.first().and_then(|mv| self.start(mv));
            for mv in &line.moves {
                last = self.step(last.as_deref(), mv).map(Rc::new);
            }
        }
    }

    /// Returns the position from which a first move is made.
    fn start(&self, first: &JsonMove) -> Option<Rc<Node<B>>> {
        self.starts[side_of(first).index()].clone()
    }

    fn node(&mut self, before: Option<&Node<B>>, node: &JsonNode) {
        let after = self.step(before, &node.mv);
        node.children.iter().for_each(|child| self.node(after.as_ref(), child));
    }

    /// Plays a move, and adds what it changes.
    fn step(&mut self, before: Option<&Node<B>>, mv: &JsonMove) -> Option<Node<B>> {
        let played = |before: &Node<B>| after_recorded(self.game, &before.position, side_of(mv), &mv.machine);
        let after = before.and_then(played);
        let after = after.map(|position| Node::new(self.game, self.setting, position));
        let nodes = before.zip(after.as_ref());
        self.changes.push_back(nodes.map(|(before, after)| changes(&before.contents, &after.contents)));
        after
    }
}

fn side_of(mv: &JsonMove) -> Side {
    if mv.side == "black" { Side::Black } else { Side::White }
}

/// Returns the places that differ.
fn changes(before: &Contents, after: &Contents) -> Changes {
    let emptied = before.keys().filter(|place| !after.contains_key(place)).map(|place| (*place, None));
    let filled = after.iter().filter(|(place, content)| before.get(place) != Some(content));
    emptied.chain(filled.map(|(place, content)| (*place, Some(*content)))).collect()
}
