//! Solves a whole problem: its twins, sides and phases, one after the other.

use std::ops::ControlFlow;

use super::check_imitators::check_imitators;
use super::check_men::{check_men, men, walks};
use super::event::{Event, Remark, Sink};
use super::narrator::{EmitResult, KnownParts, Narrator, StopReason, emit};
use super::parts::{PartKeeper, PartRecorder};
use super::side_solver::SideSolver;
use super::unplayable::Unplayable;
use crate::board::{Board, GameArray, GraphBoard, RectBoard};
use crate::game::Game;
use crate::parallel::ThreadPool;
use crate::position::{Colour, Man, ManFlags, Side, Walk};
use crate::problem::{Diagram, NamedRule, Options, Problem, Setting};
use crate::rules::movement::Alice;
use crate::rules::{
    Condition, Engine, GameRules, Orthodox, Rule, RuleSet, ScopedRule, Traced, reserve_error,
};
use crate::search::{Limits, TranspositionTable};
use crate::stipulation::{Goal, Stipulation};

/// The resources with which problems are solved.
pub struct Resources<'a> {
    /// The transposition table, shared by all problems.
    pub table: &'a TranspositionTable,
    /// The threads, if there are several.
    pub pool: Option<&'a ThreadPool>,
    /// The policy for a missing king.
    pub missing_king: MissingKing,
    /// Keeps the parts of the solution, if anything does.
    pub parts: Option<&'a dyn PartKeeper>,
}

/// What to do if a side has no king and no option allows that.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MissingKing {
    /// Emit a remark and do not solve.
    Refuse,
    /// Emit a remark and solve, as Popeye does.
    Warn,
}

/// A sink that receives nothing after it has broken.
struct UntilBreak<'a> {
    sink: &'a mut dyn Sink,
    has_broken: bool,
}

impl Sink for UntilBreak<'_> {
    fn on_event(&mut self, event: Event<'_>) -> ControlFlow<()> {
        if self.has_broken {
            return ControlFlow::Break(());
        }
        let flow = self.sink.on_event(event);
        self.has_broken = flow.is_break();
        flow
    }
}

/// Solves a problem and emits the solution to a sink. After a break the sink receives no further event, not even the
/// [`End`](Event::End) of what is open.
///
/// # Errors
/// The reason why the solution was not emitted completely.
pub fn solve(
    problem: &Problem,
    resources: &Resources<'_>,
    limits: &Limits,
    sink: &mut dyn Sink,
) -> EmitResult {
    let sink = &mut UntilBreak { sink, has_broken: false };
    match resources.parts {
        Some(keeper) => solve_twins(problem, resources, limits, &mut PartRecorder::new(keeper, sink)),
        None => solve_twins(problem, resources, limits, sink),
    }
}

fn solve_twins(
    problem: &Problem,
    resources: &Resources<'_>,
    limits: &Limits,
    sink: &mut dyn Sink,
) -> EmitResult {
    let mut result = Ok(());
    for (twin, head) in problem.twins_in_order().into_iter().enumerate() {
        emit(sink, Event::Twin(&head))?;
        if !head.zeroposition {
            let outcome = match &head.setting {
                Ok(setting) => {
                    let options = problem.options.of_twin(head.label.as_deref());
                    solve_setting(setting, twin, &options, resources, limits, sink)
                }
                Err(error) => emit(sink, Event::Remark(Remark::Unplayable(Unplayable::Twin(error.clone())))),
            };
            match outcome {
                Ok(()) => {}
                Err(StopReason::SearchStopped) => emit(sink, Event::Remark(Remark::Incomplete))?,
                Err(StopReason::MaxSolutions) => emit(sink, Event::Remark(Remark::EnoughSolutions))?,
                Err(StopReason::SinkClosed) => return outcome,
            }
            result = outcome.and(result);
        }
        emit(sink, Event::End)?;
        if result == Err(StopReason::SearchStopped) {
            break;
        }
    }
    result
}

/// Returns the goals of a setting.
fn goals(setting: &Setting) -> Vec<Goal> {
    let line_play =
        setting.stipulation.map(|line_play| [Some(line_play.value.goal), line_play.value.alternative]);
    let mut goals: Vec<_> = line_play.into_iter().flatten().flatten().collect();
    if let Some(structured) = &setting.structured {
        goals.extend(structured.plan(false).0.goals());
    }
    goals
}

fn solve_setting(
    setting: &Setting,
    twin: usize,
    options: &Options,
    resources: &Resources<'_>,
    limits: &Limits,
    sink: &mut dyn Sink,
) -> EmitResult {
    let goals = goals(setting);
    let needs_identity = goals.iter().copied().any(Goal::needs_identity);
    let (array, rules, engine) = match rules_of_setting(setting, &goals) {
        Ok(checked) => checked,
        Err(error) => return emit(sink, Event::Remark(Remark::Unplayable(*error))),
    };
    let rules = if needs_identity { rules.traced() } else { rules };
    let mut solver = SettingSolver { setting, twin, options, resources, limits, sink };
    if !array.layout.is_rectangle() {
        let board = GraphBoard::reroute66();
        return match engine {
            Engine::Orthodox if !needs_identity => solver.solve_under(board, Orthodox),
            _ => solver.solve_under(board, rules),
        };
    }
    let board = RectBoard::with(array);
    match engine {
        Engine::Orthodox if needs_identity => solver.solve_under(board, Traced(Orthodox)),
        Engine::Orthodox => solver.solve_under(board, Orthodox),
        Engine::Circe(circe) if needs_identity => solver.solve_under(board, Traced(circe)),
        Engine::Circe(circe) => solver.solve_under(board, circe),
        Engine::General => solver.solve_under(board, rules),
    }
}

/// Returns the diagrams of a setting: the first one of an A to B problem, then the one of every problem.
pub(super) fn diagrams(setting: &Setting) -> impl Iterator<Item = &Diagram> {
    setting.start.iter().chain([&setting.diagram])
}

/// Returns whether a diagram of a setting has men in reserve.
pub(super) fn reserves_men(setting: &Setting) -> bool {
    diagrams(setting).any(|diagram| diagram.reserve.is_some())
}

/// Returns the game array and the rules of a setting with these goals, and the engine that plays them.
///
/// # Errors
/// The first reason found why the parts of the setting exclude each other.
pub(crate) fn rules_of_setting(
    setting: &Setting,
    goals: &[Goal],
) -> Result<(GameArray, RuleSet, Engine), Box<Unplayable>> {
    let conditions: Vec<ScopedRule> = setting.conditions.iter().map(|condition| condition.value).collect();
    let (array, rules) = check_setting(setting, &conditions, goals)?;
    let men: Vec<Man> = men(setting).collect();
    let rules = rules.with_attributes(&men).with_walks(&walks(setting));
    let is_unusual = men.into_iter().any(needs_general_engine);
    let engine = if is_unusual { Engine::General } else { Engine::of(&conditions) };
    Ok((array, rules, engine))
}

/// Returns the game array and the rules of a setting with these conditions and goals.
///
/// # Errors
/// The first reason found why the parts of the setting exclude each other.
fn check_setting(
    setting: &Setting,
    conditions: &[ScopedRule],
    goals: &[Goal],
) -> Result<(GameArray, RuleSet), Box<Unplayable>> {
    let array = setting.game_array().map_err(|error| Box::new(Unplayable::Board(error)))?;
    let rules = RuleSet::new(conditions).map_err(|conflict| {
        let [one, other] = conflict.rules.map(|index| setting.conditions[index]);
        Box::new(Unplayable::Conditions(one, other, conflict.reason))
    })?;
    let mut reserves = diagrams(setting).filter_map(|diagram| diagram.reserve.as_ref());
    if let Some(message) = reserves.find_map(|reserve| reserve_error(conditions, reserve)) {
        return Err(Box::new(Unplayable::Reserve(message)));
    }
    let stated = setting.conditions.iter();
    if has_man_with(setting, ManFlags::KAMIKAZE)
        && let Some((rule, reason)) = first_conflict(stated.clone(), |rule| rule.kamikaze_conflict())
    {
        return Err(Box::new(Unplayable::Kamikazes(rule, reason)));
    }
    let others = stated.filter(|rule| !matches!(*rule.value, Condition::Alice(_)));
    if has_man_with(setting, ManFlags::OF_TWO_BOARDS)
        && let Some((rule, reason)) =
            first_conflict(others, |rule| rule.conflict(Condition::Alice(Alice).into()))
    {
        return Err(Box::new(Unplayable::TwoBoards(rule, reason)));
    }
    check_men(setting, conditions, array.layout, &rules, goals)?;
    check_imitators(setting, goals)?;
    // If no man is royal, there are no checks. Popeye refuses `#`, `+` and `#=`.
    let impossible = goals.iter().find(|goal| goal.needs_check() || **goal == Goal::Immobility);
    if let Some(goal) = impossible
        && let Some(rule) = setting.conditions.iter().find(|rule| rule.value.flags().kingless)
    {
        return Err(Box::new(Unplayable::Goal(*rule, *goal)));
    }
    match unsettled(setting, goals) {
        Some(reason) => Err(Box::new(reason)),
        None => Ok((array, rules)),
    }
}

/// Returns whether a man of a setting has one of these flags.
pub(super) fn has_man_with(setting: &Setting, flags: ManFlags) -> bool {
    men(setting).any(|man| man.flags.meets(flags))
}

/// Returns the first of some rules with a conflict, and the reason.
fn first_conflict<'r>(
    mut rules: impl Iterator<Item = &'r NamedRule>,
    conflict: impl Fn(ScopedRule) -> Option<&'static str>,
) -> Option<(NamedRule, &'static str)> {
    rules.find_map(|rule| Some((*rule, conflict(rule.value)?)))
}

/// Returns what the definition of a rule of the setting leaves open: whether a self-check is one of the moves that have
/// an order, or whether a man observes where it could not capture.
fn unsettled(setting: &Setting, goals: &[Goal]) -> Option<Unplayable> {
    let orders = |rule: &&NamedRule| matches!(*rule.value, Condition::Mummer(_));
    if let Some(rule) = setting.conditions.iter().find(orders)
        && let Some(goal) = goals.iter().find(|goal| goal.mates_mover())
    {
        return Some(Unplayable::UnsettledGoal(*rule, *goal));
    }
    let depends_on_observers = |rule: &&NamedRule| {
        matches!(*rule.value, Condition::Isardam(_) | Condition::Contact(_) | Condition::LentWalks(_))
    };
    let rule = setting.conditions.iter().find(depends_on_observers)?;
    let observing = [
        ManFlags::FUNCTIONARY,
        ManFlags::PATROL,
        ManFlags::PARALYSING,
        ManFlags::ANDA,
        ManFlags::ANDA_INVERSE,
    ];
    let mut observing = observing.into_iter().fold(ManFlags::NONE, ManFlags::with);
    if matches!(*rule.value, Condition::LentWalks(_)) {
        observing = observing.with(ManFlags::JIGGER);
    }
    let (_, man) = diagrams(setting).flat_map(Diagram::men).find(|(_, man)| man.flags.meets(observing))?;
    Some(Unplayable::Attribute(*rule, man.label()))
}

/// A setting to solve, before the types of board and rules are chosen.
struct SettingSolver<'a> {
    setting: &'a Setting,
    /// The number of the twin, from 0.
    twin: usize,
    options: &'a Options,
    resources: &'a Resources<'a>,
    limits: &'a Limits,
    sink: &'a mut dyn Sink,
}

impl SettingSolver<'_> {
    fn solve_under(&mut self, board: impl Board, rules: impl GameRules) -> EmitResult {
        let from = self.setting.start_diagram();
        let Some(from) = from else {
            return emit(self.sink, Event::Remark(Remark::Unplayable(Unplayable::NoStart)));
        };
        let game = Game {
            may_pass: self.options.null_moves,
            exclusive_castlings: self.options.exclusive_castlings.clone(),
            ..Game::new(board, rules)
        };
        let goal = self.setting.stipulation.map(|line_play| line_play.value.goal);
        let game = match goal.is_some_and(Goal::is_diagram) {
            true => game.with_target(&from, &self.setting.diagram),
            false => game,
        };
        self.solve_game(&game, &from)
    }

    fn solve_game<B: Board, R: GameRules>(&mut self, game: &Game<B, R>, from: &Diagram) -> EmitResult {
        let Some(mut stipulation) = self.setting.stipulation.map(|stipulation| stipulation.value) else {
            return emit(self.sink, Event::Remark(Remark::Unplayable(Unplayable::NoStipulation)));
        };
        stipulation.options = self.options.schedule_options();
        let sides: &[Side] = match (self.options.half_duplex, self.options.duplex) {
            (true, _) => &[Side::Black],
            (false, true) => &Side::BOTH,
            (false, false) => &[Side::White],
        };
        let missing: Vec<Side> = Side::BOTH
            .into_iter()
            .filter(|&side| from.royals(side).next().is_none() && !self.options.may_lack_king(side))
            .filter(|_| !game.rules.facts().flags.kingless)
            .collect();
        for &white in sides {
            emit(self.sink, Event::Side(white))?;
            for &side in &missing {
                emit(self.sink, Event::Remark(Remark::KingMissing(side)))?;
            }
            let is_refused = self.resources.missing_king == MissingKing::Refuse && !missing.is_empty();
            let result = if is_refused { Ok(()) } else { self.solve_side(game, from, stipulation, white) };
            let end = emit(self.sink, Event::End);
            result.and(end)?;
        }
        Ok(())
    }

    fn solve_side<B: Board, R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        from: &Diagram,
        stipulation: Stipulation,
        white: Side,
    ) -> EmitResult {
        let Resources { table, pool, parts, .. } = *self.resources;
        // Introductions have the same lengths: their parts would not differ.
        let keeper = parts.filter(|_| stipulation.intro == 0);
        let salt = match keeper.and_then(PartKeeper::seed) {
            Some(seed) => TranspositionTable::salt_of(seed, 2 * self.twin + white.index()),
            None => table.new_salt(),
        };
        let parts = KnownParts::new(keeper, self.twin, white);
        let (options, limits) = (self.options, self.limits);
        let narrator = Narrator { game, stipulation, options, table, salt, limits, pool, parts };
        let mut play = SideSolver { narrator, from, setting: self.setting, white, sink: &mut *self.sink };
        let result = play.solve_phases();
        // A move with more branches than can be encoded was not searched completely.
        if result.is_ok() && play.narrator.has_branch_overflow() {
            emit(play.sink, Event::Remark(Remark::Incomplete))?;
        }
        result
    }
}

/// Returns whether the fast engines of orthodox chess and Circe do not support a man.
fn needs_general_engine(man: Man) -> bool {
    man.flags != ManFlags::NONE
        || man.colour == Colour::Neutral
        || man.walk == Walk::ReversedPawn
        || man.walk.is_fairy()
        || (man.royal && man.walk != Walk::King)
}
