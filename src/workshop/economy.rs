//! What each man of a problem is for: what happens without it, and with a weaker man in its place.

use std::ops::ControlFlow;

use serde::Serialize;

use super::consequence::Consequence;
use super::edit::may_stand;
use super::workbench::{Obstacle, Workbench};
use crate::board::Square;
use crate::legality;
use crate::parallel::par_map_ordered;
use crate::position::{Man, Walk};
use crate::problem::Problem;

/// What a man is for: the first that applies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ManRole {
    /// Without it the problem cannot be played.
    Playability,
    /// Without it the intended solution fails.
    Solution,
    /// Without it there are cooks.
    Cooks,
    /// Without it there are more duals.
    Duals,
    /// Without it the search was stopped before anything was found.
    Unknown,
    /// Without it some variations or lines of set play disappear.
    Variations,
    /// Without it the position cannot arise in a game.
    Legality,
    /// For nothing.
    Superfluous,
}

/// What was found about a man.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ManReport {
    /// The man.
    pub man: Man,
    /// Its square.
    pub square: Square,
    /// What it is for.
    pub role: ManRole,
    /// What happens without it.
    pub without: Consequence,
    /// Why the position without it cannot arise in a game.
    pub illegality: Option<String>,
    /// The weakest man that could take its place: with it the problem is as sound, and no variation disappears.
    pub weaker: Option<Walk>,
}

/// What the men of a problem are for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Economy {
    /// The men that can be taken away, in the order of their squares. Kings are not among them.
    pub men: Vec<ManReport>,
    /// Whether the work was stopped before its end.
    pub is_stopped: bool,
}

impl ManReport {
    /// Returns whether the problem is better without the man, or with a weaker one.
    pub fn is_improvable(&self) -> bool {
        self.role == ManRole::Superfluous || self.weaker.is_some()
    }
}

/// Examines the men of a problem, and passes each report to `visit` in the order of the squares.
pub fn economy(bench: &Workbench<'_>, visit: &mut dyn FnMut(&ManReport)) -> Economy {
    let men: Vec<(Square, Man)> = bench.problem.setting.diagram.men().filter(|(_, man)| !man.royal).collect();
    let mut found = Economy::default();
    let known = legality::warnings(&bench.problem).len();
    let flow = par_map_ordered(
        bench.pool.into(),
        &men,
        || (),
        |(), &(square, man)| report(bench, square, man, known == 0),
        |_, report| {
            if bench.is_over() {
                return ControlFlow::Break(());
            }
            visit(&report);
            found.men.push(report);
            ControlFlow::Continue(())
        },
    );
    found.is_stopped = flow.is_break();
    found
}

fn report(bench: &Workbench<'_>, square: Square, man: Man, can_arise: bool) -> ManReport {
    let mut without = bench.problem.clone();
    without.setting.diagram.remove(square);
    let consequence = bench.consequence(&without);
    let illegality =
        can_arise.then(|| legality::warnings(&without).first().map(ToString::to_string)).flatten();
    let role = role(&consequence, illegality.is_some());
    let weaker = match role {
        ManRole::Superfluous => None,
        _ => weakest(bench, square, man, can_arise),
    };
    ManReport { man, square, role, without: consequence, illegality, weaker }
}

fn role(without: &Consequence, is_illegal: bool) -> ManRole {
    match without {
        Consequence { obstacle: Some(Obstacle::Illegal | Obstacle::Refused(_)), .. } => ManRole::Playability,
        Consequence { missing, .. } if !missing.is_empty() => ManRole::Solution,
        Consequence { cooks, .. } if !cooks.is_empty() => ManRole::Cooks,
        Consequence { duals, .. } if !duals.is_empty() => ManRole::Duals,
        Consequence { is_incomplete: true, .. } => ManRole::Unknown,
        Consequence { lost, .. } if !lost.is_empty() => ManRole::Variations,
        _ if is_illegal => ManRole::Legality,
        _ => ManRole::Superfluous,
    }
}

/// Returns the weakest man with which the problem stays as it is; `None` if there is none, or if it is not known.
fn weakest(bench: &Workbench<'_>, square: Square, man: Man, can_arise: bool) -> Option<Walk> {
    let layout = bench.problem.setting.diagram.layout();
    weaker_walks(man.walk).iter().copied().filter(|&walk| may_stand(walk, square, layout)).find(|&walk| {
        let with = with_walk(&bench.problem, square, man, walk);
        let consequence = bench.consequence(&with);
        consequence.keeps_soundness()
            && consequence.lost.is_empty()
            && (!can_arise || legality::warnings(&with).is_empty())
    })
}

fn with_walk(problem: &Problem, square: Square, man: Man, walk: Walk) -> Problem {
    let mut changed = problem.clone();
    changed.setting.diagram.put(square, Man { walk, ..man });
    changed
}

/// Returns the men that are weaker than one with this walk, the weakest first; none for a fairy man.
fn weaker_walks(walk: Walk) -> &'static [Walk] {
    match walk {
        Walk::Queen => &[Walk::Pawn, Walk::Knight, Walk::Bishop, Walk::Rook],
        Walk::Rook => &[Walk::Pawn, Walk::Knight, Walk::Bishop],
        Walk::Bishop | Walk::Knight => &[Walk::Pawn],
        _ => &[],
    }
}
