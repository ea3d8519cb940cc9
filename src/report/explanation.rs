//! A stipulation in one sentence.

use crate::board::Layout;
use crate::position::Side;
use crate::stipulation::{Family, Goal, Stipulation};

/// Returns the meaning of a stipulation: which side moves how often, and what the last move must reach.
pub fn sentence(stipulation: &Stipulation, layout: Layout) -> String {
    let mut text = play(stipulation);
    if stipulation.family != Family::ProofGame && stipulation.family != Family::Structured {
        text += &format!("; the last move {}", goal(stipulation.goal, layout));
    }
    if let Some(other) = stipulation.alternative {
        text += &format!(", or Black's {}", goal(other, layout));
    }
    if stipulation.intro > 0 {
        let moves = counted(stipulation.intro);
        text = format!("First the other side makes up to {moves}. {text}");
    }
    if stipulation.exact {
        text += "; shorter solutions do not count";
    }
    text + "."
}

/// Returns a number of moves.
fn counted(moves: u16) -> String {
    format!("{moves} move{}", if moves == 1 { "" } else { "s" })
}

/// Returns the course of the play, without the goal.
fn play(stipulation: &Stipulation) -> String {
    let first = Stipulation { intro: 0, ..*stipulation }.first_side(Side::White);
    let moves = match stipulation.half_move {
        true => format!("{}.5 moves", stipulation.moves),
        false => counted(stipulation.moves),
    };
    let series = format!("{first} makes {moves} in succession");
    let parries = "the other side moves only to parry a check";
    match stipulation.family {
        Family::Direct => format!("{first} begins and forces the goal in {moves}, against any defence"),
        Family::Self_ => {
            format!("{first} begins and forces Black to reach the goal in {moves}, against Black's will")
        }
        Family::Reflex => format!(
            "{first} begins and forces Black to reach the goal in {moves}; each side must reach it whenever it can"
        ),
        Family::SemiReflex => format!(
            "{first} begins and forces Black to reach the goal in {moves}; Black must reach it whenever it can"
        ),
        Family::Help => format!("{first} begins, and both sides cooperate to reach the goal in {moves}"),
        Family::HelpSelf => {
            format!(
                "{first} begins, both sides cooperate for {moves}, and the move that reaches the goal is forced"
            )
        }
        Family::HelpReflex => format!(
            "{first} begins, and both sides cooperate for {moves}; each side must reach the goal whenever it can"
        ),
        Family::Series => series,
        Family::SeriesHelp => format!("{series}, and the other side then reaches the goal in one move"),
        Family::SeriesSelf => format!("{series}, and the other side is then forced to reach the goal"),
        Family::SeriesReflex => {
            format!(
                "{series}, and the other side must then reach the goal if it can, as must each side before"
            )
        }
        Family::SeriesHelpSelf => {
            format!("{series}, and the other side then moves so that the goal is forced")
        }
        Family::ParrySeries => format!("{series}; {parries}, as it likes"),
        Family::ParrySeriesHelp => format!("{series}, and the other side then reaches the goal; {parries}"),
        Family::ParrySeriesSelf | Family::ParrySeriesReflex => {
            format!("{series}, and the other side is then forced to reach the goal; {parries}, as it likes")
        }
        Family::HelpParrySeries => format!("{series}; {parries}, and helps"),
        Family::HelpParrySeriesSelf | Family::HelpParrySeriesReflex => {
            format!("{series}, and the other side is then forced to reach the goal; {parries}, and helps")
        }
        Family::Reciprocal => {
            format!(
                "{first} begins, and both sides cooperate for {moves}, after which either side can reach its goal"
            )
        }
        Family::SeriesReciprocal => {
            format!("{first} makes a series of {moves}, after which either side can reach its goal")
        }
        Family::ProofGame if stipulation.goal == Goal::AToB => {
            format!("{first} begins, and play of {moves} leads from the first diagram to the second")
        }
        Family::ProofGame => format!("{first} begins, and a game of {moves} leads to the diagram"),
        Family::Structured => "The play is written move by move".to_owned(),
    }
}

/// Returns what the last move does, as a verb.
fn goal(goal: Goal, layout: Layout) -> String {
    let text = match goal {
        Goal::Mate => "mates",
        Goal::Stalemate => "stalemates",
        Goal::Immobility => "mates or stalemates",
        Goal::DoubleStalemate => "leaves neither side a move or a check",
        Goal::DoubleMate => "leaves both sides in check and without a move",
        Goal::CounterMate => "leaves both sides in check and without a move, and answers mate",
        Goal::AutoMate => "leaves its own side in check and without a move",
        Goal::AutoStalemate => "leaves its own side without a move",
        Goal::Check => "gives check",
        Goal::MultipleCheck => "gives check by several men",
        Goal::Capture => "captures",
        Goal::Win => "captures a man that is not reborn",
        Goal::Target(square) => return format!("brings a man to {}", layout.name(square)),
        Goal::Kiss(square) => return format!("brings a man next to the one of {}", layout.name(square)),
        Goal::Circuit => "brings a man back to its square of the diagram",
        Goal::CircuitByRebirth => "lets a man be reborn on its square of the diagram",
        Goal::Exchange => "completes an exchange of the squares of two men",
        Goal::ExchangeByRebirth => "completes an exchange of squares by rebirth",
        Goal::LastRank => "brings a man to the last rank of its side",
        Goal::Castling => "castles",
        Goal::EnPassant => "captures en passant",
        Goal::Any => "can be any move",
        Goal::ProofGame | Goal::AToB => "leads to the diagram",
    };
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn explained(text: &str) -> String {
        let problem: crate::problem::Problem = format!("7k/8/5K2/8/8/8/8/6Q1 {text}").parse().unwrap();
        sentence(&problem.setting.stipulation.unwrap().value, Layout::CHESS)
    }

    #[test]
    fn sentences_name_sides_lengths_and_goals() {
        assert_eq!(
            explained("w - - #1"),
            "White begins and forces the goal in 1 move, against any defence; the last move mates."
        );
        assert_eq!(
            explained("b - - h=2.5"),
            "White begins, and both sides cooperate to reach the goal in 2.5 moves; the last move stalemates."
        );
        assert_eq!(
            explained("w - - ser-zd64"),
            "White makes 4 moves in succession; the last move brings a man to d6."
        );
    }
}
