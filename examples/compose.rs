//! Composes sound problems by random search: random positions are solved, the best are varied and solved
//! again, and sound problems with the wanted move are printed in Popeye's language, with a remark on how they
//! were found.
//!
//! ```sh
//! cargo run --release --example compose -- 'Fiasco' 'h#2' '@' --men 6 --seconds 60 --seed 1
//! ```
//!
//! The arguments are the conditions, the stipulation and a text that the solution must contain in its last
//! move or, with `--anywhere`, in any of its moves.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use clap::Parser;
use kirke::board::{GameArray, Layout, Square};
use kirke::formats;
use kirke::formats::popeye;
use kirke::position::{Man, Reserve, Side, Walk};
use kirke::problem::{Problem, Verdict};
use kirke::report::notation::{PieceNames, short};
use kirke::search::limits::StopFlag;
use kirke::search::{Limits, TranspositionTable};
use kirke::solution::{MissingKing, MoveRecord, MoveTree, Resources, Role, Solution, TreeBuilder, solve};
use kirke::verify::{VerifyNames, problem_to_verify, verify};

#[derive(Parser)]
struct Args {
    /// The conditions, as in `Reenterent`
    condition: String,
    /// The stipulation, as in `h#2`
    stipulation: String,
    /// What the last move of the solution must contain, as in `@`; of several texts, one
    wanted: Vec<String>,
    /// Any move of the solution may contain it
    #[arg(long)]
    anywhere: bool,
    /// The maximum number of men on the board
    #[arg(long, default_value_t = 6)]
    men: usize,
    /// Stop after this number of problems
    #[arg(long, default_value_t = 3)]
    problems: usize,
    /// Stop after this number of seconds
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// The seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Random numbers, the same for the same seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % sides as u64) as usize
    }
}

/// The assessment of a position.
struct Assessment {
    /// The number of solutions, fewer is better; `None` for no solution.
    solutions: Option<usize>,
    sound: bool,
    has_wanted_move: bool,
    solution: String,
}

struct Search {
    args: Args,
    template: Problem,
    array: GameArray,
    reserve: Option<Reserve>,
    dice: Dice,
    table: TranspositionTable,
    tried: u64,
}

fn main() {
    let args = Args::parse();
    let text = format!(
        "beginproblem condition {} stipulation {} pieces endproblem",
        args.condition, args.stipulation
    );
    let reading = formats::read("arguments", text.as_bytes());
    let template = match reading.items.into_iter().next().map(|item| item.problem) {
        Some(Ok(problem)) => problem,
        Some(Err(refusal)) => {
            refusal.errors.iter().for_each(|error| eprintln!("{}", error.message));
            return;
        }
        None => return,
    };
    let array =
        template.setting.game_array().unwrap_or(GameArray::default_for(template.setting.diagram.layout()));
    let reserve = template.setting.off_board_men().map(|_| Reserve::EMPTY);
    let (dice, table) = (Dice(args.seed), TranspositionTable::new(64 << 20));
    let mut search = Search { args, template, array, reserve, dice, table, tried: 0 };
    search.run();
}

impl Search {
    fn run(&mut self) {
        let end = Instant::now() + Duration::from_secs(self.args.seconds);
        let mut found = 0;
        while found < self.args.problems && Instant::now() < end {
            let mut best = self.random();
            let mut best_score = self.score(&best);
            // A position is abandoned after a number of changes without improvement.
            let mut idle = 0;
            while idle < 60 && Instant::now() < end {
                let mut next = best.clone();
                for _ in 0..=self.dice.roll(2) {
                    self.change(&mut next);
                }
                let assessment = self.assess(&next);
                if assessment.sound && assessment.has_wanted_move {
                    let (problem, assessment) = self.without_spare_men(next, assessment);
                    self.print(&problem, &assessment);
                    found += 1;
                    break;
                }
                let score = self.score_of(&assessment);
                idle = if score < best_score { 0 } else { idle + 1 };
                if score <= best_score {
                    (best, best_score) = (next, score);
                }
            }
        }
        eprintln!("{} positions solved, {found} problems kept", self.tried);
    }

    fn square(&mut self) -> Square {
        let squares: Vec<Square> = self.array.layout.squares().collect();
        squares[self.dice.roll(squares.len())]
    }

    fn man(&mut self) -> Man {
        const WALKS: [Walk; 6] =
            [Walk::Queen, Walk::Rook, Walk::Bishop, Walk::Knight, Walk::Pawn, Walk::Pawn];
        let side = Side::BOTH[self.dice.roll(2)];
        Man::new(side, WALKS[self.dice.roll(WALKS.len())])
    }

    fn random(&mut self) -> Problem {
        let mut problem = self.template.clone();
        problem.setting.diagram.reserve = self.reserve;
        while problem.setting.diagram.men().count() < 2 {
            for side in Side::BOTH {
                let square = self.square();
                if problem.setting.diagram.royals(side).next().is_none()
                    && problem.setting.diagram.man(square).is_none()
                {
                    problem.setting.diagram.put(square, Man::new(side, Walk::King));
                }
            }
        }
        for _ in 0..2 + self.dice.roll(self.args.men - 2) {
            self.add(&mut problem);
        }
        self.fill_reserve(&mut problem);
        problem
    }

    fn add(&mut self, problem: &mut Problem) {
        let (square, man) = (self.square(), self.man());
        let layout = problem.setting.diagram.layout();
        let edge = matches!(layout.rank(square), 0) || layout.rank(square) + 1 == layout.ranks();
        let room = problem.setting.diagram.men().count() < self.args.men;
        if room && problem.setting.diagram.man(square).is_none() && !(man.walk.is_pawn() && edge) {
            problem.setting.diagram.put(square, man);
        }
    }

    /// Puts men into the reserve, if the rules allow that.
    fn fill_reserve(&mut self, problem: &mut Problem) {
        if self.reserve.is_none() {
            return;
        }
        let mut reserve = Reserve::EMPTY;
        for _ in 0..self.dice.roll(3) {
            let man = self.man();
            let side = if man.colour == Side::White.into() { Side::White } else { Side::Black };
            let mut more = reserve;
            more.add(side, man.walk);
            let rules: Vec<_> = problem.setting.conditions.iter().map(|rule| rule.value).collect();
            if kirke::rules::reserve_error(&rules, &more).is_none() {
                reserve = more;
            }
        }
        problem.setting.diagram.reserve = Some(reserve);
    }

    /// Makes a small random change to a position.
    fn change(&mut self, problem: &mut Problem) {
        let men: Vec<(Square, Man)> = problem.setting.diagram.men().collect();
        let (square, man) = men[self.dice.roll(men.len())];
        match self.dice.roll(8) {
            0..=3 => {
                let to = self.square();
                let layout = problem.setting.diagram.layout();
                let edge = layout.rank(to) == 0 || layout.rank(to) + 1 == layout.ranks();
                if problem.setting.diagram.man(to).is_none() && !(man.walk.is_pawn() && edge) {
                    problem.setting.diagram.remove(square);
                    problem.setting.diagram.put(to, man);
                }
            }
            4 if !man.royal => drop(problem.setting.diagram.remove(square)),
            5 if !man.royal => {
                problem.setting.diagram.remove(square);
                self.add(problem);
            }
            6 => self.fill_reserve(problem),
            _ => self.add(problem),
        }
    }

    fn score(&mut self, problem: &Problem) -> usize {
        let assessment = self.assess(problem);
        self.score_of(&assessment)
    }

    fn score_of(&self, assessment: &Assessment) -> usize {
        let shown = if assessment.has_wanted_move { 0 } else { 3 };
        assessment.solutions.map_or(1000, |solutions| solutions + shown)
    }

    fn assess(&mut self, problem: &Problem) -> Assessment {
        self.tried += 1;
        let whole = problem_to_verify(problem, VerifyNames::default());
        let mut builder = TreeBuilder::default();
        let limits = Limits::new(Some(3_000_000), None, StopFlag::default());
        let resources =
            Resources { table: &self.table, pool: None, missing_king: MissingKing::Refuse, parts: None };
        let mut counted = whole.clone();
        counted.options.max_solutions = Some(12);
        let complete = solve(&counted, &resources, &limits, &mut builder).is_ok();
        let solution = builder.finish();
        let (moves, solutions) = moves_and_count(&solution, problem.setting.diagram.layout());
        let sound = complete
            && solutions == 1
            && verify(&whole, &solution, VerifyNames::default()).verdict == Verdict::Sound;
        let wanted = |text: &String| self.args.wanted.iter().any(|wanted| text.contains(wanted));
        let shows = match (self.args.anywhere, self.args.wanted.is_empty()) {
            (_, true) => true,
            (true, _) => moves.iter().any(|(text, _)| wanted(text)),
            (false, _) => moves.iter().any(|(text, last)| *last && wanted(text)),
        };
        let texts: Vec<String> = moves.into_iter().map(|(text, _)| text).collect();
        Assessment {
            solutions: Some(solutions).filter(|&some| some > 0),
            sound,
            has_wanted_move: shows,
            solution: texts.join(" "),
        }
    }

    /// Returns the problem without unnecessary men, on the board or in the reserve.
    fn without_spare_men(
        &mut self,
        mut problem: Problem,
        mut assessment: Assessment,
    ) -> (Problem, Assessment) {
        loop {
            let removable: Vec<Square> = problem
                .setting
                .diagram
                .men()
                .filter(|(_, man)| !man.royal)
                .map(|(square, _)| square)
                .collect();
            let mut smaller = None;
            let in_reserve = problem.setting.diagram.reserve.unwrap_or(Reserve::EMPTY);
            let in_reserve =
                Side::BOTH.into_iter().flat_map(|side| in_reserve.walks(side).map(move |walk| (side, walk)));
            let without = removable.into_iter().map(|square| {
                let mut next = problem.clone();
                next.setting.diagram.remove(square);
                next
            });
            let without_reserve_man = in_reserve.map(|(side, walk)| {
                let mut next = problem.clone();
                next.setting.diagram.reserve.iter_mut().for_each(|reserve| reserve.take(side, walk));
                next
            });
            let smaller_ones: Vec<Problem> = without.chain(without_reserve_man).collect();
            for next in smaller_ones {
                let assessment = self.assess(&next);
                if assessment.sound && assessment.has_wanted_move {
                    smaller = Some((next, assessment));
                    break;
                }
            }
            match smaller {
                Some(next) => (problem, assessment) = next,
                None => return (problem, assessment),
            }
        }
    }

    fn print(&self, problem: &Problem, assessment: &Assessment) {
        let text = popeye::write(problem);
        let body = text.trim_start_matches("beginproblem\n").trim_end_matches("endproblem\n");
        println!("remark found by examples/compose with seed {}", self.args.seed);
        println!("remark {}", assessment.solution);
        println!("{body}remark kirke: verdict=sound\nnextproblem");
    }
}

/// Returns the moves of the solution, each once, with whether it is a last move; and the number of solutions.
fn moves_and_count(solution: &Solution, layout: Layout) -> (Vec<(String, bool)>, usize) {
    let mut moves = Vec::new();
    let mut seen = BTreeSet::new();
    let mut solutions = 0;
    let written = |step: &MoveRecord| short(step, layout, PieceNames::KnightS);
    for side in solution.twins.iter().flat_map(|twin| &twin.sides) {
        let Some(tree) = &side.actual else { continue };
        solutions += tree.lines.len();
        solutions += tree.branches.iter().filter(|branch| branch.node.role == Role::Key).count();
        for line in &tree.lines {
            for (index, step) in line.moves.iter().enumerate() {
                moves.push((written(step), index + 1 == line.moves.len()));
            }
        }
        // A last move with alternatives does not count as one.
        let mut open: Vec<(&MoveTree, bool)> =
            tree.branches.iter().rev().map(|branch| (branch, true)).collect();
        while let Some((branch, only)) = open.pop() {
            let entry = (written(&branch.node.mv), only && branch.children.is_empty());
            if seen.insert(entry.clone()) {
                moves.push(entry);
            }
            let alike = |role| branch.children.iter().filter(|child| child.node.role == role).count();
            open.extend(branch.children.iter().rev().map(|child| (child, alike(child.node.role) == 1)));
        }
    }
    (moves, solutions)
}
