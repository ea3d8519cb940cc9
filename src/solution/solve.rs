//! Solves a whole problem: its twins, sides and phases, one after the other.

use thiserror::Error;

use super::battle::{emit_actual_play, emit_post_key_play, emit_set_play};
use super::event::{Counting, Event, Phase, Remark, Sink, TwinHead};
use super::lines::{LineKind, emit_forced, emit_lines};
use super::narrator::{EmitResult, Narrator, StopReason, emit};
use super::plan_lines;
use super::plan_trees::emit_plan_set_play;
use crate::board::{Board, GraphBoard, RectBoard};
use crate::game::{Game, IllegalSetup, PositionOf, set_up};
use crate::parallel::ThreadPool;
use crate::position::{Colour, Man, ManFlags, Memory, Side, Walk};
use crate::problem::{BoardError, Diagram, Options, Problem, Setting, Span, Spanned, TwinError};
use crate::rules::{Engine, GameRules, Orthodox, Rule, RuleSet, ScopedRule, Traced, reserve_error};
use crate::search::{Limits, PlanNode, PlanSolver, TranspositionTable};
use crate::stipulation::{
    Family, Goal, GoalObligation, GoalValue, Plan, PlanStep, Schedule, StepId, Stipulation,
};

/// The resources with which problems are solved.
pub struct Resources<'a> {
    /// The transposition table, shared by all problems.
    pub table: &'a TranspositionTable,
    /// The threads, if there are several.
    pub pool: Option<&'a ThreadPool>,
    /// The policy for a missing king.
    pub missing_king: MissingKing,
}

/// What to do if a side has no king and no option allows that.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MissingKing {
    /// Emit a remark and do not solve.
    Refuse,
    /// Emit a remark and solve, as Popeye does.
    Warn,
}

/// The reason why a setting cannot be solved.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum Unplayable {
    /// A twin cannot be made.
    #[error("{}", .0.value)]
    Twin(Spanned<TwinError>),
    /// There is no stipulation.
    #[error("there is no stipulation")]
    NoStipulation,
    /// An A to B problem has only one diagram, or a proof game uses a board without a game array.
    #[error(
        "there is no diagram from which play begins: 'dia' needs a board with a game array, 'a=>b' a second diagram"
    )]
    NoStart,
    /// The diagram cannot be set up.
    #[error("{0}")]
    Setup(IllegalSetup),
    /// A condition and the board are incompatible.
    #[error("{0}")]
    Board(BoardError),
    /// A man is in the reserve that the rules do not allow there.
    #[error("{0}")]
    Reserve(String),
    /// Two rules cannot be combined.
    #[error("the conditions '{}' and '{}' cannot be combined: {}", .0.value, .1.value, .2)]
    Conditions(Spanned<ScopedRule>, Spanned<ScopedRule>, &'static str),
    /// A rule excludes kamikazes, and there is one.
    #[error("the condition '{}' and kamikazes cannot be combined: {}", .0.value, .1)]
    Kamikazes(Spanned<ScopedRule>, &'static str),
    /// Under a rule no man is royal, and the goal requires checks.
    #[error("under '{}' no man is royal, so that the goal '{}' cannot be reached", .0.value, .1)]
    Goal(Spanned<ScopedRule>, Goal),
}

impl Unplayable {
    /// Returns the source span of the fault; `None` if the fault is the setting as a whole.
    pub fn span(&self) -> Option<Span> {
        match self {
            Unplayable::Twin(error) => Some(error.span),
            Unplayable::NoStipulation | Unplayable::NoStart | Unplayable::Reserve(_) => None,
            Unplayable::Setup(error) => error.span(),
            Unplayable::Board(error) => Some(error.span()),
            Unplayable::Conditions(_, second, _) => Some(second.span),
            Unplayable::Kamikazes(condition, _) | Unplayable::Goal(condition, ..) => Some(condition.span),
        }
    }
}

impl Problem {
    /// Returns the settings of the problem in the order of its twins, the diagram first.
    pub fn twins_in_order(&self) -> Vec<TwinHead> {
        let label = |index: usize| -> String {
            match u8::try_from(index) {
                Ok(index) if index < 26 => char::from(b'a' + index).to_string(),
                _ => format!("z{}", index - 25),
            }
        };
        let mut before: Result<Setting, Spanned<TwinError>> = Ok(self.setting.clone());
        let mut heads = vec![TwinHead {
            label: (!self.twins.is_empty() && !self.zeroposition).then(|| label(0)),
            continued: false,
            zeroposition: self.zeroposition,
            span: self.span,
            changes: Vec::new(),
            setting: before.clone(),
        }];
        let first = if self.zeroposition { 0 } else { 1 };
        for (index, twin) in self.twins.iter().enumerate() {
            let base = if twin.continued { before.clone() } else { Ok(self.setting.clone()) };
            let (setting, changes) = match &base {
                Ok(base) => twin.describe(base, &self.options),
                Err(error) => (Err(error.clone()), Vec::new()),
            };
            before = setting.clone();
            heads.push(TwinHead {
                label: Some(label(index + first)),
                continued: twin.continued,
                zeroposition: false,
                span: twin.changes.first().map_or(self.span, |first| first.span),
                changes,
                setting,
            });
        }
        heads
    }
}

/// Solves a problem and emits the solution to a sink.
///
/// # Errors
/// The reason why the solution was not emitted completely.
pub fn solve(
    problem: &Problem,
    resources: &Resources<'_>,
    limits: &Limits,
    sink: &mut dyn Sink,
) -> EmitResult {
    let mut result = Ok(());
    for head in problem.twins_in_order() {
        emit(sink, Event::Twin(&head))?;
        if !head.zeroposition {
            let outcome = match &head.setting {
                Ok(setting) => solve_setting(setting, &problem.options, resources, limits, sink),
                Err(error) => {
                    emit(sink, Event::Remark(Remark::Unplayable(Unplayable::Twin(error.clone()))))?;
                    Ok(())
                }
            };
            if let Err(reason) = outcome {
                let remark = match reason {
                    StopReason::LimitReached => Remark::Incomplete,
                    StopReason::SinkClosed | StopReason::MaxSolutions => Remark::EnoughSolutions,
                };
                result = Err(reason);
                emit(sink, Event::Remark(remark))?;
            }
        }
        emit(sink, Event::End)?;
        if result == Err(StopReason::LimitReached) {
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
    options: &Options,
    resources: &Resources<'_>,
    limits: &Limits,
    sink: &mut dyn Sink,
) -> EmitResult {
    let goals = goals(setting);
    let needs_identity = goals.iter().copied().any(Goal::needs_identity);
    let mut solver = SettingSolver { setting, options, resources, limits, sink };
    let array = match setting.game_array() {
        Ok(array) => array,
        Err(error) => return emit(solver.sink, Event::Remark(Remark::Unplayable(Unplayable::Board(error)))),
    };
    let all: Vec<ScopedRule> = setting.conditions.iter().map(|placed| placed.value).collect();
    let rules = match RuleSet::new(&all) {
        Ok(rules) => rules,
        Err(conflict) => {
            let [one, other] = conflict.rules.map(|index| setting.conditions[index]);
            let error = Unplayable::Conditions(one, other, conflict.reason);
            return emit(solver.sink, Event::Remark(Remark::Unplayable(error)));
        }
    };
    let rules = if needs_identity { rules.traced() } else { rules };
    let diagrams = || setting.start.iter().chain([&setting.diagram]);
    let mut reserves = diagrams().filter_map(|diagram| diagram.reserve.as_ref());
    if let Some(message) = reserves.find_map(|reserve| reserve_error(&all, reserve)) {
        return emit(solver.sink, Event::Remark(Remark::Unplayable(Unplayable::Reserve(message))));
    }
    if diagrams().flat_map(Diagram::men).any(|(_, man)| man.flags.contains(ManFlags::KAMIKAZE)) {
        let mut conflicts = setting.conditions.iter().map(|rule| (*rule, rule.value.kamikaze_conflict()));
        if let Some((rule, reason)) = conflicts.find_map(|(rule, reason)| Some((rule, reason?))) {
            let error = Unplayable::Kamikazes(rule, reason);
            return emit(solver.sink, Event::Remark(Remark::Unplayable(error)));
        }
    }
    // If no man is royal, there are no checks. Popeye refuses `#`, `+` and `#=`.
    let impossible = goals.iter().find(|goal| goal.needs_check() || **goal == Goal::Immobility);
    if let Some(goal) = impossible
        && let Some(rule) = setting.conditions.iter().find(|rule| rule.value.flags().kingless)
    {
        let error = Unplayable::Goal(*rule, *goal);
        return emit(solver.sink, Event::Remark(Remark::Unplayable(error)));
    }
    let unusual = diagrams().flat_map(Diagram::men).any(|(_, man)| needs_general_engine(man));
    let engine = if unusual { Engine::General } else { Engine::of(&all) };
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

/// A setting to solve, before the types of board and rules are chosen.
struct SettingSolver<'a> {
    setting: &'a Setting,
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
        solve_game(&game, &from, self.setting, self.options, self.resources, self.limits, self.sink)
    }
}

/// Returns whether the fast engines of orthodox chess and Circe do not support a man.
fn needs_general_engine(man: Man) -> bool {
    man.flags != ManFlags::NONE
        || man.colour == Colour::Neutral
        || man.walk == Walk::ReversedPawn
        || (man.royal && man.walk != Walk::King)
}

fn solve_game<B: Board, R: GameRules>(
    game: &Game<B, R>,
    from: &Diagram,
    setting: &Setting,
    options: &Options,
    resources: &Resources<'_>,
    limits: &Limits,
    sink: &mut dyn Sink,
) -> EmitResult {
    let Some(mut stipulation) = setting.stipulation.map(|stipulation| stipulation.value) else {
        return emit(sink, Event::Remark(Remark::Unplayable(Unplayable::NoStipulation)));
    };
    stipulation.options = options.schedule_options();
    let sides: &[Side] = match (options.half_duplex, options.duplex) {
        (true, _) => &[Side::Black],
        (false, true) => &Side::BOTH,
        (false, false) => &[Side::White],
    };
    let missing: Vec<Side> = Side::BOTH
        .into_iter()
        .filter(|&side| from.royals(side).next().is_none() && !options.may_lack_king(side))
        .filter(|_| !game.rules.flags().kingless)
        .collect();
    for &white in sides {
        emit(sink, Event::Side(white))?;
        for &side in &missing {
            emit(sink, Event::Remark(Remark::KingMissing(side)))?;
        }
        if resources.missing_king == MissingKing::Refuse && !missing.is_empty() {
            emit(sink, Event::End)?;
            continue;
        }
        let narrator = Narrator {
            game,
            stipulation,
            options,
            table: resources.table,
            salt: resources.table.new_salt(),
            limits,
            pool: resources.pool,
        };
        let mut play = SideSolver { narrator, from, setting, white, sink: &mut *sink };
        let result = play.solve_phases();
        // A move with more branches than can be encoded was not searched completely.
        if result.is_ok() && game.rules.has_branch_overflow() {
            emit(play.sink, Event::Remark(Remark::Incomplete))?;
        }
        let end = emit(sink, Event::End);
        result.and(end)?;
    }
    Ok(())
}

/// Solves the phases of one side.
struct SideSolver<'n, 'a, B: Board, R> {
    narrator: Narrator<'a, B, R>,
    /// The diagram from which play begins.
    from: &'n Diagram,
    setting: &'n Setting,
    /// The side that plays White's part.
    white: Side,
    sink: &'n mut dyn Sink,
}

impl<B: Board, R: GameRules> SideSolver<'_, '_, B, R> {
    fn solve_phases(&mut self) -> EmitResult {
        if self.narrator.options.set_play && self.has_set_play() {
            self.solve_phase(Phase::Set)?;
        }
        self.solve_phase(Phase::Actual)
    }

    /// Returns whether there is set play: the side that does not begin must have the next move.
    fn has_set_play(&self) -> bool {
        let stipulation = self.narrator.stipulation;
        // There is no play before a key that has been made.
        let begun = stipulation.family.is_battle() && self.narrator.options.post_key_play;
        match &self.setting.structured {
            Some(structured) => structured.has_set_play(),
            None if stipulation.family == Family::Reciprocal => stipulation.moves > 1,
            // Set play must leave more than the final forced move.
            None if matches!(stipulation.family, Family::HelpSelf | Family::HelpReflex) => {
                stipulation.ply_count() > 2
            }
            None => stipulation.family.has_set_play() && stipulation.intro == 0 && !begun,
        }
    }

    fn solve_phase(&mut self, phase: Phase) -> EmitResult {
        emit(self.sink, Event::Phase(phase))?;
        let mut result = match self.narrator.stipulation.family {
            family if family.needs_plan() => self.solve_plan(phase),
            family if family.is_battle() => self.solve_battle(phase),
            _ => self.solve_lines(phase),
        };
        if result == Err(StopReason::MaxSolutions) {
            result = emit(self.sink, Event::Remark(Remark::EnoughSolutions));
        }
        let end = emit(self.sink, Event::End);
        result.and(end)
    }

    /// Returns the position with `side` to move; `None` if it cannot be played from.
    fn position(&mut self, side: Side, phase: Phase) -> Result<Option<PositionOf<B, R>>, StopReason> {
        let mut position = match set_up(self.narrator.game, self.from, self.narrator.options, side) {
            Ok(position) => position,
            Err(error) => {
                emit(self.sink, Event::Remark(Remark::Unplayable(Unplayable::Setup(error))))?;
                return Ok(None);
            }
        };
        if phase == Phase::Set {
            // The side that would begin is omitted.
            position.memory.count_ply();
        }
        if self.narrator.game.in_check(&position, side.other()) {
            emit(self.sink, Event::Remark(Remark::KingCapturable))?;
            return Ok(None);
        }
        Ok(Some(position))
    }

    fn solve_battle(&mut self, phase: Phase) -> EmitResult {
        let threat = self.narrator.options.threat;
        let nontrivial = self.narrator.options.nontrivial;
        let schedule = Schedule { threat, nontrivial, ..self.narrator.stipulation.schedule(self.white) };
        let emit_first =
            if self.narrator.options.post_key_play { emit_post_key_play } else { emit_actual_play };
        let first = if self.narrator.options.post_key_play { self.white.other() } else { self.white };
        match phase {
            Phase::Set => match self.position(self.white.other(), phase)? {
                Some(position) => emit_set_play(&self.narrator, &schedule, &position, self.sink),
                None => Ok(()),
            },
            Phase::Actual => match self.position(first, phase)? {
                Some(position) => emit_first(&self.narrator, &schedule, &position, self.sink),
                None => Ok(()),
            },
        }
    }

    /// Returns whether White, by an option, begins help play of both sides that Black would begin, which
    /// saves a ply.
    fn white_begins(&self) -> bool {
        let Stipulation { family, half_move: half, .. } = self.narrator.stipulation;
        self.narrator.options.white_to_play && matches!(family, Family::Help | Family::Reciprocal) && !half
    }

    /// Solves a stipulation that needs a plan.
    fn solve_plan(&mut self, phase: Phase) -> EmitResult {
        let stipulation = self.narrator.stipulation;
        let set = phase == Phase::Set;
        let white_begins = self.white_begins();
        let skipped = usize::from(set) + usize::from(white_begins);
        let (plan, starts, mut beginner, late): (Plan, Vec<StepId>, Side, bool) =
            match &self.setting.structured {
                Some(structured) => {
                    let (plan, starts) = structured.plan(set);
                    let white = self.white == Side::White;
                    let beginner = structured.first_side();
                    let beginner = if white { beginner } else { beginner.other() };
                    (plan, starts, beginner, structured.sides_swapped)
                }
                None => {
                    let (plan, starts) = stipulation.reciprocal_plan(skipped);
                    (plan, starts, stipulation.first_side(self.white), stipulation.half_move)
                }
            };
        if set != white_begins {
            beginner = beginner.other();
        }
        let counting = match usize::from(late) + skipped {
            0 => Counting::Series,
            1 => Counting::PairsFromSecond,
            _ => Counting::PairsFromThird,
        };
        let Some(position) = self.position(beginner, phase)? else { return Ok(()) };
        let narrator = &self.narrator;
        let salt = narrator.table.new_salt();
        let planner = PlanSolver::new(narrator.game, &plan, Some(narrator.table), salt, narrator.limits);
        if self.setting.structured.as_ref().is_some_and(|structured| !structured.is_line_play()) {
            return starts.iter().try_for_each(|&start| match phase {
                Phase::Set => emit_plan_set_play(&planner, start, &position, narrator.options, self.sink),
                Phase::Actual => {
                    plan_lines::emit_root(&planner, start, &position, narrator.options, beginner, self.sink)
                }
            });
        }
        let mut emitted = 0;
        let last = starts.len().saturating_sub(1);
        if let Some(PlanStep::Ply(play)) = starts.last().map(|&start| plan.step(start)) {
            let at = PlanNode { position: &position, last_move: None };
            if planner.has_failed_precondition(play, at)? {
                return plan_lines::emit_violations(&planner, play, at, counting, self.sink);
            }
        }
        for (index, &start) in starts.iter().enumerate() {
            let short = index < last;
            let Options { max_solutions: most, first_moves, .. } = *narrator.options;
            if short && first_moves.is_some() {
                continue;
            }
            let options = plan_lines::PlanLineOptions { counting, short, max_lines: most, first_moves };
            plan_lines::emit_plan_lines(&planner, start, &position, options, &mut emitted, self.sink)?;
            if emitted > 0 && short && narrator.options.stop_on_short {
                return Err(StopReason::MaxSolutions);
            }
        }
        Ok(())
    }

    /// Returns whether lines of `length` plies are selected if the stipulation has `full` plies.
    fn accepts_length(&self, length: usize, full: usize) -> bool {
        let Some(wanted) = self.narrator.options.first_moves else { return true };
        if !self.narrator.numbers_are_lengths() {
            // A run limited to some first moves has searched the shorter lines before.
            return length == full;
        }
        let (least, most) = match self.narrator.stipulation.family {
            Family::Series => (length, length),
            family if family.is_series() => (length - 1, length - 1),
            // An additional ply counts for the lower bound and not for the upper.
            _ => (length.div_ceil(2), length / 2),
        };
        least as u64 >= wanted.from && most as u64 <= wanted.to
    }

    fn solve_lines(&mut self, phase: Phase) -> EmitResult {
        let stipulation = self.narrator.stipulation;
        let full = stipulation.ply_count();
        // Set play begins one ply later; that of a series begins with what follows the series.
        let white_begins = self.white_begins();
        let plies = match phase {
            Phase::Actual => full - usize::from(white_begins),
            Phase::Set if stipulation.family == Family::SeriesHelpSelf => 2,
            Phase::Set if stipulation.family.is_series() => 1,
            Phase::Set => (full - usize::from(white_begins)).saturating_sub(1),
        };
        if plies == 0 {
            return Ok(());
        }
        let counting = counting(&stipulation, full - plies);
        let first = stipulation.schedule_with_intro(self.white, stipulation.intro.into(), plies).plies[0];
        let Some(position) = self.position(first.side, phase)? else { return Ok(()) };
        if first.obligation == GoalObligation::IfPossible
            && first.goal_value == GoalValue::Ignored
            && emit_forced(&self.narrator, &position, counting, self.sink)?
        {
            return Ok(());
        }
        let mut emitted = 0;
        for intro in stipulation.intro.min(1)..=stipulation.intro {
            if intro > 0 {
                // The same number of plies left has a different meaning after another introduction.
                self.narrator.salt = self.narrator.table.new_salt();
            }
            let mut solver = self.narrator.solver();
            for length in line_lengths(&stipulation, plies) {
                if !self.accepts_length(length, plies) {
                    continue;
                }
                let schedule = stipulation.schedule_with_intro(self.white, intro.into(), length);
                // A single move is not a series: its numbering continues.
                let introduced = intro > 0 && stipulation.moves > 1;
                let counting = if introduced { Counting::Introduced(intro) } else { counting };
                let short = length < plies || intro < stipulation.intro;
                let options = LineKind { counting, short };
                let line_play = (&schedule, &position, options);
                emit_lines(&self.narrator, &mut solver, line_play, &mut emitted, self.sink)?;
                if emitted > 0 && options.short && self.narrator.options.stop_on_short {
                    return Err(StopReason::MaxSolutions);
                }
            }
        }
        Ok(())
    }
}

/// Returns the possible numbers of plies of a line, shortest first, if the longest has `plies`.
fn line_lengths(stipulation: &Stipulation, plies: usize) -> impl Iterator<Item = usize> + use<> {
    let exact = stipulation.exact;
    let (least, step) = match stipulation.family {
        Family::Help | Family::ProofGame => (2 - plies % 2, 2),
        // Black may have to reach the goal with the first move.
        Family::HelpSelf | Family::HelpReflex => (2 - plies % 2, 2),
        Family::Series => (1, 1),
        Family::HelpParrySeries => (1, 2),
        Family::SeriesHelpSelf => (3, 1),
        family if family.is_parry_battle() => (plies, 1),
        family if family.is_parry_series() => (2 - plies % 2, 2),
        _ if plies == 1 => (1, 1),
        _ => (2, 1),
    };
    let least = if exact { plies } else { least.min(plies) };
    (least..=plies).step_by(step)
}

/// Returns the numbering of lines that begin `skipped` plies later than the stipulation.
fn counting(stipulation: &Stipulation, skipped: usize) -> Counting {
    if stipulation.family == Family::SeriesHelpSelf && skipped > 0 {
        return Counting::PairsFromSecond;
    }
    if stipulation.family.is_series() {
        return if skipped == 0 { Counting::Series } else { Counting::SeriesEnd };
    }
    // With a half-move White begins: the move is the second of a pair, and the first is omitted.
    let late = stipulation.half_move && stipulation.family != Family::ProofGame;
    match skipped + usize::from(late) {
        0 => Counting::Pairs,
        1 => Counting::PairsFromSecond,
        _ => Counting::PairsFromThird,
    }
}
