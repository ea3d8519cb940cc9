//! Magic men: after each move, a man that magic men observe anew changes sides if they do so along an odd number of lines.
//! A line is straight or a curve and has a direction, or is a leap between two squares, or the first of two hops in turn; an
//! observation is new if the same magic man did not observe the same man along the same line before the move. Kings, magic
//! and neutral men do not change (Popeye 4.104).
//!
//! wKa1 Rd1, the rook magic, bKh8 Sc4 Bb3: Rd1-c1 makes the knight white, Rd1-b1 the bishop.

use crate::board::{Geometry, LineMark, Square, Squares};
use crate::position::{Colour, Man, ManFlags, Position, RuleState, Side};
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::MoveContext;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// Magic men.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Magic;

/// An observation by a magic man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Observation {
    /// The diagram squares of the magic man and of the man that it observes.
    men: [Option<Square>; 2],
    line: ObservationLine,
}

/// A line along which a man observes another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ObservationLine {
    /// The ends of a straight line, the one on the side of the observer first, or of a leap.
    Straight([Square; 2]),
    /// A curve, or the first of two moves in turn.
    Curve(LineMark),
}

/// Returns the observations of the man on a square.
fn observations<F: GameView<State = RuleState>>(
    game: &F,
    position: &Position<F::Set, RuleState>,
    at: Square,
) -> Vec<Observation> {
    let mut found = Vec::new();
    for side in Side::BOTH {
        for from in game.observers(position, at, side).iter() {
            let Some(magic) = position.man(from).filter(|man| man.flags.contains(ManFlags::MAGIC)) else {
                continue;
            };
            let men = [from, at].map(|square| position.flags(square).diagram_square());
            let lines = lines_between(game, position, (magic, side), from, at);
            found.extend(lines.into_iter().map(|line| Observation { men, line }));
        }
    }
    found
}

/// Returns the lines along which a man that a side moves observes a square.
fn lines_between<F: GameView<State = RuleState>>(
    game: &F,
    position: &Position<F::Set, RuleState>,
    (man, side): (Man, Side),
    from: Square,
    to: Square,
) -> Vec<ObservationLine> {
    let Geometry { layout, movements, .. } = game.geometry();
    if man.walk.fairy().is_some_and(|row| row.movement.captures_on_curves()) {
        let curves = movements.curves(*layout, (man.walk, side), (from, to), position.occupied());
        return curves.into_iter().map(ObservationLine::Curve).collect();
    }
    let ends = match man.walk.line_step(layout.vector(from, to)) {
        None => [from, to],
        Some((files, ranks)) => {
            let end = |square: Square, step| layout.ray(square, step).last().unwrap_or(square);
            [end(from, (-files, -ranks)), end(to, (files, ranks))]
        }
    };
    vec![ObservationLine::Straight(ends)]
}

impl Magic {
    fn can_change(man: Man) -> bool {
        !man.royal && man.colour != Colour::Neutral && !man.flags.contains(ManFlags::MAGIC)
    }
}

impl Rule for Magic {
    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::NoneForRoyals
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags {
            quiet_effects: true,
            final_effects: true,
            compares_positions: true,
            tracks_diagram_squares: true,
            ..RuleFlags::default()
        }
    }

    fn recolour<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let Some(before) = ctx.before else { return StageOutcome::Done };
        let changeable = |position: &Position<F::Set, F::State>| {
            let men =
                position.occupied().iter().filter(|&at| position.man(at).is_some_and(Magic::can_change));
            F::Set::from_squares(men)
        };
        let men = changeable(before).iter();
        let known: Vec<Observation> =
            men.into_iter().flat_map(|at| observations(ctx.game, before, at)).collect();
        let is_changed = |&at: &Square| {
            let now = observations(ctx.game, ctx.position, at).into_iter();
            now.filter(|observation| !known.contains(observation)).count() % 2 == 1
        };
        let changed = F::Set::from_squares(changeable(ctx.position).iter().filter(is_changed));
        for at in changed.iter() {
            if let Some(man) = ctx.position.man(at) {
                ctx.recolour_other(man, at);
            }
        }
        StageOutcome::Done
    }
}
