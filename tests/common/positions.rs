//! Random positions, in a form that shrinks to positions that a composer can read.

#![allow(dead_code)] // Each test file uses its part.

use std::io::{self, Write as _};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;
use std::{fmt, thread};

use kirke::board::{Board as _, Layout, RectBoard, Set64, Square, Squares};
use kirke::position::{AnyRuleState, Man, Position, RuleState, Side, Walk};
use kirke::rules::movement::{SeriesCapture, TakeAndMake};
use kirke::rules::rebirth::{Home, OnOccupied};
use kirke::rules::{
    Circe, CirceForm, CirceOccupied, Condition, GameRules, Orthodox, Royals, RuleScope, RuleSet, ScopedRule,
    Traced, catalogue,
};
use proptest::prelude::*;
use proptest::test_runner::{TestCaseResult, TestError, TestRunner};

/// Rules that the reference generator knows by their type.
pub trait KnownToReference: GameRules {
    /// Returns the parameters of Circe, or `None` if the rules are not Circe.
    fn circe(&self) -> Option<Circe>;
}

impl<R: KnownToReference<State = ()>> KnownToReference for Traced<R> {
    fn circe(&self) -> Option<Circe> {
        self.0.circe()
    }
}

impl KnownToReference for Orthodox {
    fn circe(&self) -> Option<Circe> {
        None
    }
}

impl KnownToReference for Circe {
    fn circe(&self) -> Option<Circe> {
        Some(*self)
    }
}

/// Rules that the reference generator does not know by their type.
impl KnownToReference for RuleSet {
    fn circe(&self) -> Option<Circe> {
        None
    }
}

/// Returns all sets of rules of the fast engines; `None` is orthodox chess.
pub fn every_fast_rule() -> Vec<Option<Circe>> {
    let mut rules = vec![None];
    for occupied in [CirceOccupied::Relaxed, CirceOccupied::Strict, CirceOccupied::Assassin] {
        for royals in [Royals::Exclusive, Royals::Inclusive] {
            rules.push(Some(Circe { on_occupied: occupied, royals, ..Circe::PLAIN }));
        }
    }
    rules.push(Some(Circe { mirrored: true, ..Circe::PLAIN }));
    rules.extend([Some(Circe::PWC), Some(Circe::EQUIPOLLENTS)]);
    for form in [CirceForm::Calvet, CirceForm::Cheylan] {
        for royals in [Royals::Exclusive, Royals::Inclusive] {
            rules.push(Some(Circe { form, royals, ..Circe::ANTI }));
        }
    }
    rules.push(Some(Circe { mirrored: true, ..Circe::ANTI }));
    rules
}

/// Returns every condition of the rules table, and pairs of compatible conditions from distant
/// places of the table.
pub fn rule_sets() -> Vec<RuleSet> {
    let conditions: Vec<Condition> =
        catalogue::RULES.iter().flat_map(|rule| rule.example_conditions()).collect();
    let single = conditions.iter().map(|&condition| vec![condition]);
    let pairs = conditions.iter().enumerate().flat_map(|(index, &one)| {
        let others = [7, 31, 64, 101].map(|apart| conditions[(index + apart) % conditions.len()]);
        others.map(|other| vec![one, other])
    });
    let sets: Vec<Vec<Condition>> = single.chain(pairs).collect();
    let limited = sets.iter().enumerate().map(|(index, set)| {
        let limit =
            |rule: &Condition| ScopedRule::new(*rule, scope(index)).unwrap_or(ScopedRule::from(*rule));
        // The second rule of a pair applies at all plies.
        set.iter().take(1).map(limit).chain(set.iter().skip(1).map(|&rule| rule.into())).collect()
    });
    let unlimited = sets.iter().map(|set| set.iter().map(|&rule| rule.into()).collect());
    let all: Vec<Vec<ScopedRule>> = unlimited.chain(limited).collect();
    all.iter().filter_map(|clauses| RuleSet::new(clauses).ok()).collect()
}

/// Returns sets of rules by which the capturer moves on and the captured man is reborn after that.
pub fn take_and_make_sets() -> Vec<RuleSet> {
    let reborn = catalogue::RULES.iter().flat_map(|rule| rule.example_conditions());
    let reborn = reborn.filter(|rule| matches!(rule, Condition::Circe(_)));
    let sets = reborn.flat_map(|rule| {
        [false, true].map(|absolute| [Condition::TakeAndMake(TakeAndMake { absolute }), rule])
    });
    sets.filter_map(|set| RuleSet::new(&set).ok()).collect()
}

/// Returns the scope with this number; the scopes repeat.
fn scope(index: usize) -> RuleScope {
    let side = [None, Some(Side::White), Some(Side::Black)][index % 3];
    let from = (index / 3 % 3) as u16 + 1;
    RuleScope { side, from, until: [None, Some(from), Some(from + 1)][index / 9 % 3] }
}

/// Returns the number of cases to run: `usual`, or the number in `KIRKE_CASES`.
pub fn cases(usual: u32) -> u32 {
    match std::env::var("KIRKE_CASES").as_deref() {
        Err(_) | Ok("full") => usual,
        Ok(number) => number.parse().expect("KIRKE_CASES is a number or 'full'"),
    }
}

/// Returns the number of cases of a test that takes long to run: a quarter of `full`, or `full` if
/// `KIRKE_CASES=full`, or the number in `KIRKE_CASES`.
pub fn quick_cases(full: u32) -> u32 {
    match std::env::var("KIRKE_CASES") {
        Err(_) => full.div_ceil(4),
        Ok(_) => cases(full),
    }
}

/// Returns how many of `quick_cases(full)` cases must have a property that `count` of `full` cases have.
pub fn quick_share(count: u64, full: u32) -> u64 {
    count * u64::from(quick_cases(full)) / u64::from(full)
}

/// Returns a runner of `cases(usual)` cases.
pub fn runner(usual: u32) -> Runner {
    Runner::of(cases(usual))
}

/// Returns a runner of `quick_cases(full)` cases.
pub fn quick_runner(full: u32) -> Runner {
    Runner::of(quick_cases(full))
}

/// Returns the node limit of a search that may visit `most` nodes with a usual number of moves, if its root has
/// `moves` moves: nodes with more moves cost more.
pub fn node_limit(most: u64, moves: usize) -> u64 {
    const USUAL_MOVES: u64 = 50;
    most * USUAL_MOVES / (moves as u64).max(USUAL_MOVES)
}

/// A runner of cases. It aborts the tests with the name of a case that does not end in time, since
/// a case that never ends would block the tests without a message. `KIRKE_PATIENCE` sets the limit
/// in seconds.
pub struct Runner(TestRunner);

impl Runner {
    /// Returns a runner of this number of cases that keeps no files.
    pub fn of(cases: u32) -> Runner {
        Runner::new(ProptestConfig { cases, ..ProptestConfig::default() })
    }

    /// Returns a runner that keeps no files.
    pub fn new(config: ProptestConfig) -> Runner {
        Runner(TestRunner::new(ProptestConfig { failure_persistence: None, ..config }))
    }

    /// Runs cases until one fails.
    pub fn run<S: Strategy>(
        &mut self,
        strategy: &S,
        test: impl Fn(S::Value) -> TestCaseResult,
    ) -> Result<(), TestError<S::Value>> {
        let patience = std::env::var("KIRKE_PATIENCE").ok().and_then(|seconds| seconds.parse().ok());
        let patience = Duration::from_secs(patience.unwrap_or(600));
        self.0.run(strategy, |case| {
            let name = &format!("{case:?}");
            thread::scope(|scope| {
                let (ended, end) = mpsc::channel::<()>();
                scope.spawn(move || {
                    if end.recv_timeout(patience) == Err(RecvTimeoutError::Timeout) {
                        // Not `eprintln!`: a test keeps its output until it ends.
                        let message = format!("still running after {patience:?}: {name}\n");
                        let _ = io::stderr().write_all(message.as_bytes());
                        std::process::exit(101);
                    }
                });
                let result = test(case);
                drop(ended);
                result
            })
        })
    }
}

/// The parts of a random position.
#[derive(Clone)]
pub struct Sketch {
    /// The number of files and of ranks.
    pub size: (u8, u8),
    /// The men and their squares. Of two men on one square the first is kept; men outside the board are
    /// left out.
    pub men: Vec<(Square, Man)>,
    pub to_move: Side,
    /// The squares without castling rights.
    pub denied: Vec<Square>,
    /// Whether a pawn that could have made a double step has just made it.
    pub double_step: bool,
}

impl fmt::Debug for Sketch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (files, ranks) = self.size;
        write!(f, "{files}x{ranks}: {}", describe(&self.position_with::<RuleState>(), self.layout()))
    }
}

/// Returns the men and the rest of the state of a position in one line.
pub fn describe<M: AnyRuleState>(position: &Position<Set64, M>, layout: Layout) -> String {
    let men = |side: Side| {
        let men = position.of(side).iter().filter_map(|square| Some((square, position.man(square)?)));
        men.map(|(square, man)| format!(" {}{}", man.label(), layout.name(square))).collect::<String>()
    };
    let names = |set: Set64| set.iter().map(|square| format!(" {}", layout.name(square))).collect::<String>();
    format!(
        "{} ·{}, {} to move, castling{}, passed{}",
        men(Side::White).trim_start(),
        men(Side::Black),
        position.to_move,
        names(position.castling),
        names(position.ep_squares)
    )
}

/// The squares on which a man may have castling rights.
const CASTLING_SQUARES: [u8; 6] = [4, 0, 7, 60, 56, 63];

/// Returns positions on a board of one of these sizes with at most `most` men in addition to kings,
/// corner rooks and pawns that may meet en passant.
pub fn sketch(sizes: impl Strategy<Value = (u8, u8)>, most: usize) -> impl Strategy<Value = Sketch> {
    let king = |home: u8| {
        prop_oneof![
            4 => (0u8..64).prop_map(Some),
            4 => Just(Some(home)),
            2 => (home - 4..home + 4).prop_map(Some),
            1 => Just(None),
        ]
    };
    let kings = (king(4), king(60), prop::option::weighted(0.04, 0u8..64));
    let rooks = prop::array::uniform4(prop::bool::weighted(0.3));
    let pawns = prop::collection::vec((0u8..8, 0u8..8, any::<bool>()), 0..=2);
    // Home squares of officers matter to all rules with rebirths.
    let somewhere = prop_oneof![4 => 0u8..64, 1 => 0u8..8, 1 => 56u8..64];
    let others = prop::collection::vec((somewhere, 1usize..6, any::<bool>()), 0..=most);
    let denied = prop_oneof![3 => Just(0u8), 1 => any::<u8>()];
    (sizes, kings, rooks, pawns, others, any::<bool>(), denied, any::<bool>()).prop_map(
        |(size, kings, rooks, pawns, others, white, denied, double_step)| {
            let side = |white: bool| if white { Side::White } else { Side::Black };
            let mut men = Vec::new();
            men.extend(kings.0.map(|at| (at, side(true), Walk::King)));
            men.extend(kings.1.map(|at| (at, side(false), Walk::King)));
            men.extend(kings.2.map(|at| (at, side(white), Walk::King)));
            for (at, _) in [0, 7, 56, 63].into_iter().zip(rooks).filter(|(_, rook)| *rook) {
                men.push((at, side(at < 8), Walk::Rook));
            }
            for (file, other_file, white) in pawns {
                let (home, passing) = if white { (8, 24) } else { (48, 32) };
                men.push((home + file, side(white), Walk::Pawn));
                men.push((passing + other_file, side(!white), Walk::Pawn));
            }
            men.extend(others.into_iter().map(|(at, walk, white)| (at, side(white), Walk::CHESS[walk])));
            let men = men.into_iter().map(|(at, side, walk)| (Square::new(at), Man::new(side, walk)));
            let denied = (0..6).filter(|bit| denied >> bit & 1 == 1).map(|bit| CASTLING_SQUARES[bit]);
            Sketch {
                size,
                men: men.collect(),
                to_move: side(white),
                denied: denied.map(Square::new).collect(),
                double_step,
            }
        },
    )
}

/// Returns whether a move among many men has more branches than can be played in minutes. If every capture
/// is tested for a cage, the test repeats within itself for every man that could then capture
/// a king; and a series of captures can begin anew from any square.
pub fn has_huge_branching(rules: &RuleSet) -> bool {
    rules.scoped_rules().iter().any(|clause| {
        **clause == Condition::SeriesCapture(SeriesCapture)
            || clause.rebirth().is_some_and(|rebirth| {
                rebirth.home == Home::Cage
                    && (rebirth.on_occupied == OnOccupied::Strict || rebirth.royals == Royals::Inclusive)
            })
    })
}

impl Sketch {
    /// Keeps few men if the rules have huge branching.
    pub fn for_rules(self, rules: &RuleSet) -> Sketch {
        if has_huge_branching(rules) { self.with_few_men() } else { self }
    }

    /// Keeps one king of each side and the last three other men.
    fn with_few_men(mut self) -> Sketch {
        let (kings, mut men): (Vec<_>, Vec<_>) = self.men.iter().partition(|(_, man)| man.royal);
        men.drain(..men.len().saturating_sub(3));
        for side in Side::BOTH {
            men.extend(kings.iter().find(|(_, king)| king.colour.is_of(side)).copied());
        }
        self.men = men;
        self
    }

    /// Returns the layout of the board.
    pub fn layout(&self) -> Layout {
        Layout::rectangle(self.size.0, self.size.1).unwrap()
    }

    /// Returns the position.
    pub fn position(&self) -> Position<Set64> {
        self.position_with()
    }

    /// Returns the position, with any type of rule state.
    pub fn position_with<M: AnyRuleState>(&self) -> Position<Set64, M> {
        let layout = self.layout();
        let grid = RectBoard::new(layout);
        let mut position: Position<Set64, M> = Position::empty(self.to_move);
        for &(square, man) in &self.men {
            let on_board = layout.at(layout.file(square), layout.rank(square)).is_some();
            if on_board && !position.occupied().contains(square) {
                position.place(man, square);
            }
        }
        for square in position.occupied().iter() {
            position.grant_castling_at_home(square, grid.geometry());
        }
        for &square in &self.denied {
            position.deny_castling(square);
        }
        if self.double_step {
            record_double_step(&mut position, &grid);
        }
        position
    }
}

/// Records a double step of the first pawn that could have made one and could be captured en
/// passant.
fn record_double_step<M: AnyRuleState>(position: &mut Position<Set64, M>, grid: &RectBoard) {
    let geometry = grid.geometry();
    let (mover, enemy) = (position.to_move.other(), position.to_move);
    let pawns = position.walk(Walk::Pawn);
    for from in geometry.pawn(mover).double_rank.iter() {
        let way = geometry.pawn(mover).step[from.index()];
        let passed = way.first().unwrap();
        let pawn = geometry.pawn(mover).step[passed.index()].first().unwrap();
        let can_be_taken =
            geometry.pawn(enemy).attackers[passed.index()].intersects(pawns & position.of(enemy));
        if (pawns & position.of(mover)).contains(pawn)
            && !position.occupied().intersects(way.with(from))
            && can_be_taken
        {
            position.set_ep(way, pawn);
            return;
        }
    }
}
