//! Small changes of a problem.

use crate::board::{Layout, Square};
use crate::position::{Colour, Man, PieceNames, Side, Walk};
use crate::problem::{Diagram, Problem, Span, Spanned, Symmetry, Twin, TwinChange};
use crate::rules::ScopedRule;
use crate::rules::catalogue::RULES;
use crate::stipulation::Stipulation;
use crate::stipulation::notation::MAX_MOVES;

/// A kind of change of a problem.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EditKind {
    /// A man is taken away.
    Remove,
    /// A man is moved to an empty square.
    Move,
    /// A man becomes another one of its side: the change is an addition on its square.
    Exchange,
    /// A man is added.
    Add,
    /// The whole position is shifted.
    Shift,
    /// The whole position is rotated or reflected.
    Turn,
    /// The stipulation has one move more or less.
    Length,
    /// Another condition, or none, replaces all conditions.
    Condition,
}

impl EditKind {
    /// Every kind.
    pub const ALL: [EditKind; 8] = [
        EditKind::Remove,
        EditKind::Move,
        EditKind::Exchange,
        EditKind::Add,
        EditKind::Shift,
        EditKind::Turn,
        EditKind::Length,
        EditKind::Condition,
    ];
}

/// The men that are added, the weakest first.
const ADDED: [Walk; 5] = [Walk::Pawn, Walk::Knight, Walk::Bishop, Walk::Rook, Walk::Queen];

/// Returns the changes of these kinds by which a problem remains one: kings stay single, and pawns off the end ranks.
pub fn edits(problem: &Problem, kinds: &[EditKind]) -> Vec<TwinChange> {
    let diagram = &problem.setting.diagram;
    let layout = diagram.layout();
    let men: Vec<(Square, Man)> = diagram.men().collect();
    let empty: Vec<Square> = layout.squares().filter(|&square| diagram.man(square).is_none()).collect();
    let mut found = Vec::new();
    for kind in kinds {
        match kind {
            EditKind::Remove => {
                found.extend(men.iter().filter(|(_, man)| !man.royal).map(|&(at, _)| TwinChange::Remove(at)));
            }
            EditKind::Move => found.extend(men.iter().flat_map(|&(from, man)| {
                let to = empty.iter().filter(move |&&to| may_stand(man.walk, to, layout));
                to.map(move |&to| TwinChange::Move(from, to))
            })),
            EditKind::Exchange => {
                found.extend(men.iter().filter(|(_, man)| !man.royal).flat_map(|&(at, man)| {
                    let walks = ADDED
                        .into_iter()
                        .filter(move |&walk| walk != man.walk && may_stand(walk, at, layout));
                    walks.map(move |walk| TwinChange::Add(vec![(at, Man { walk, ..man })]))
                }))
            }
            EditKind::Add => found.extend(additions(&empty, layout)),
            EditKind::Shift => found.extend(shifts(diagram)),
            EditKind::Turn => found.extend(turns(diagram)),
            EditKind::Length => found.extend(lengths(problem).map(TwinChange::Stipulation)),
            EditKind::Condition => found.extend(conditions(problem)),
        }
    }
    found
}

/// Returns the additions of a man on one of these squares.
fn additions(empty: &[Square], layout: Layout) -> impl Iterator<Item = TwinChange> + '_ {
    let men = ADDED.into_iter().flat_map(|walk| Side::BOTH.map(|side| Man::new(side, walk)));
    men.flat_map(move |man| {
        let squares = empty.iter().filter(move |&&at| may_stand(man.walk, at, layout));
        squares.map(move |&at| TwinChange::Add(vec![(at, man)]))
    })
}

/// Returns the shifts that keep all men on the board, and pawns off the end ranks.
fn shifts(diagram: &Diagram) -> Vec<TwinChange> {
    let layout = diagram.layout();
    let Some(first) = diagram.men().map(|(square, _)| square).next().filter(|_| layout.is_rectangle()) else {
        return Vec::new();
    };
    let fits = |to: Square| {
        let image = |at| TwinChange::Shift(first, to).image(layout, at);
        diagram.men().all(|(at, man)| image(at).is_some_and(|image| may_stand(man.walk, image, layout)))
    };
    layout.squares().filter(|&to| to != first && fits(to)).map(|to| TwinChange::Shift(first, to)).collect()
}

/// Returns the rotations and reflections that keep pawns off the end ranks.
fn turns(diagram: &Diagram) -> impl Iterator<Item = TwinChange> + '_ {
    let layout = diagram.layout();
    let all = Symmetry::ROTATIONS.into_iter().chain(Symmetry::REFLECTIONS).map(|(_, symmetry)| symmetry);
    let fits = move |symmetry: &Symmetry| {
        diagram.men().all(|(at, man)| {
            symmetry.image(layout, at).is_some_and(|image| may_stand(man.walk, image, layout))
        })
    };
    all.filter(fits).map(TwinChange::Transform)
}

/// Returns the stipulation with one move less and with one move more; none for a structured one.
pub(super) fn lengths(problem: &Problem) -> impl Iterator<Item = Stipulation> {
    let setting = &problem.setting;
    let stipulation = setting.stipulation.map(|stipulation| stipulation.value);
    let stipulation = stipulation.filter(|_| setting.structured.is_none());
    stipulation.into_iter().flat_map(|stipulation| {
        let moves = [stipulation.moves.saturating_sub(1), stipulation.moves.saturating_add(1)];
        let lengths = moves.map(|moves| Stipulation { moves, ..stipulation });
        lengths.into_iter().filter(|stipulation| (1..=MAX_MOVES).contains(&stipulation.moves))
    })
}

/// Returns no conditions at all, and each condition that needs no further words, for the board of a problem. None of
/// them is what the problem has.
fn conditions(problem: &Problem) -> Vec<TwinChange> {
    let own: Vec<ScopedRule> = problem.setting.conditions.iter().map(|condition| condition.value).collect();
    let needs_no_words = RULES.iter().filter(|row| {
        row.walk_argument.is_none() && row.capture_argument.is_none() && row.square_argument.is_none()
    });
    let single = needs_no_words.map(|row| vec![ScopedRule::from(row.condition)]);
    let all = std::iter::once(Vec::new()).chain(single);
    all.filter(|conditions| *conditions != own).map(TwinChange::Conditions).collect()
}

/// Returns the problem after changes; `None` if they are impossible.
pub fn changed(problem: &Problem, changes: &[TwinChange]) -> Option<Problem> {
    let twin = twin_of(changes, problem.span);
    let setting = twin.apply(&problem.setting).ok()?;
    Some(Problem { setting, ..problem.clone() })
}

/// Returns changes as a twin at a place in the source.
pub(super) fn twin_of(changes: &[TwinChange], span: Span) -> Twin {
    let changes = changes.iter().map(|change| Spanned::new(change.clone(), span)).collect();
    Twin { continued: false, changes }
}

/// Returns changes in words: `wQa1=R` for an exchange, and the others as the labels of twins, as in `wSf6-->b6`.
pub(super) fn words(problem: &Problem, changes: &[TwinChange], names: PieceNames) -> Vec<String> {
    let mut setting = problem.setting.clone();
    let mut all = Vec::new();
    for change in changes {
        let twin = twin_of(std::slice::from_ref(change), problem.span);
        let (after, label) = twin.describe(&setting, &problem.options);
        let replaced = match change {
            TwinChange::Add(men) => {
                men.first().and_then(|&(at, man)| Some((setting.diagram.man(at)?, at, man)))
            }
            _ => None,
        };
        match replaced {
            Some((old, at, new)) => {
                let square = setting.diagram.layout().name(at);
                all.push(format!("{}{square}={}", old.label_in(names), names.of(new.walk)));
            }
            None => all.extend(label.words(names)),
        }
        setting = after.unwrap_or(setting);
    }
    all
}

/// Returns whether a man can be in a diagram: a pawn is on neither end rank.
pub(super) fn may_stand(walk: Walk, square: Square, layout: Layout) -> bool {
    let rank = layout.rank(square);
    !walk.is_pawn() || (rank > 0 && rank + 1 < layout.ranks())
}

/// Returns the number of men of a problem, White's and Black's; neutral men count for both.
pub(super) fn men_count(problem: &Problem) -> [usize; 2] {
    let diagram = &problem.setting.diagram;
    let neutral = diagram.count(Colour::Neutral);
    Side::BOTH.map(|side| diagram.count(side.into()) + neutral)
}

/// Returns the worth of all men of a problem in pawns; a fairy man counts as a minor piece.
pub(super) fn material(problem: &Problem) -> u32 {
    let worth = |man: Man| match man.walk {
        Walk::Queen => 9,
        Walk::Rook => 5,
        walk if walk.is_pawn() => 1,
        _ => 3,
    };
    problem.setting.diagram.men().filter(|(_, man)| !man.royal).map(|(_, man)| worth(man)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str) -> Problem {
        text.parse().expect("a problem")
    }

    #[test]
    fn edits_keep_kings_and_pawns() {
        let small = problem("8/8/8/8/8/1K6/P7/k7 w - - #1");
        let count = |kind| edits(&small, &[kind]).len();
        assert_eq!(count(EditKind::Remove), 1);
        // Two kings to 61 squares, the pawn to those of six ranks.
        assert_eq!(count(EditKind::Move), 2 * 61 + 45 + 1);
        assert_eq!(count(EditKind::Exchange), 4);
        assert_eq!(count(EditKind::Add), 8 * 61 + 2 * 46);
        assert_eq!(count(EditKind::Shift), 7 * 6 - 1);
        // The pawn would come to an end rank by a quarter turn or a reflection in a diagonal.
        assert_eq!(count(EditKind::Turn), 3);
        assert_eq!(count(EditKind::Length), 1);
        assert!(count(EditKind::Condition) > 100);
        for change in edits(&small, &EditKind::ALL) {
            let changed = changed(&small, &[change]).expect("a problem");
            assert_ne!(changed.setting, small.setting);
        }
    }
}
