//! A stipulation in one sentence, in English, German and French.

use std::sync::LazyLock;

use super::translations::Translations;
use crate::board::{Layout, Square};
use crate::position::Side;
use crate::stipulation::{Family, Goal, Stipulation};

const PHRASES: &str = include_str!("explanation/phrases.txt");

static TRANSLATIONS: LazyLock<Translations> = LazyLock::new(|| Translations::read(PHRASES));

/// The names of White and Black where a sentence begins.
const SIDES: [[&str; 2]; 3] = [["White", "Black"], ["Weiß", "Schwarz"], ["Les Blancs", "Les Noirs"]];
/// One move and several ones, after a preposition.
const MOVES: [[&str; 2]; 3] = [["move", "moves"], ["Zug", "Zügen"], ["coup", "coups"]];
/// One move and several ones, as an object.
const SERIES: [[&str; 2]; 3] = [["move", "moves"], ["Zug", "Züge"], ["coup", "coups"]];
/// The languages, as indexes of these lists.
const LANGUAGES: [usize; 3] = [0, 1, 2];

/// Returns the meaning of a stipulation in English, German and French: which side moves how often, and what the last
/// move must reach.
pub fn sentences(stipulation: &Stipulation, layout: Layout) -> [String; 3] {
    LANGUAGES.map(|language| sentence(stipulation, layout, language))
}

fn sentence(stipulation: &Stipulation, layout: Layout, language: usize) -> String {
    let phrase = |phrase: &'static str| TRANSLATIONS.of(phrase)[language];
    let first = Stipulation { intro: 0, ..*stipulation }.first_side(Side::White);
    let length = Length { moves: stipulation.moves, has_half: stipulation.half_move };
    let mut text = length.filled(phrase(play(stipulation)), language);
    text = text.replace("{side}", SIDES[language][usize::from(first == Side::Black)]);
    let mut wrap = |template: &'static str, goal: &str| {
        text = phrase(template).replace("{goal}", goal).replace("{play}", &text);
    };
    let goal = |reached: Goal| {
        let (template, square) = goal(reached);
        phrase(template).replace("{square}", square.map_or("", |square| layout.name(square)))
    };
    if stipulation.family != Family::ProofGame && stipulation.family != Family::Structured {
        wrap("{play}; the last move {goal}", &goal(stipulation.goal));
    }
    if let Some(other) = stipulation.alternative {
        wrap("{play}, or Black's {goal}", &goal(other));
    }
    if stipulation.intro > 0 {
        wrap("First the other side makes up to {series}. {play}", "");
        text = Length { moves: stipulation.intro, has_half: false }.filled(&text, language);
    }
    if stipulation.exact {
        text = phrase("{play}; shorter solutions do not count").replace("{play}", &text);
    }
    text + "."
}

/// A number of moves.
#[derive(Clone, Copy)]
struct Length {
    moves: u16,
    has_half: bool,
}

impl Length {
    /// Returns a phrase with the number in its places.
    fn filled(self, phrase: &str, language: usize) -> String {
        let point = if language == 0 { ".5" } else { ",5" };
        let number = format!("{}{}", self.moves, if self.has_half { point } else { "" });
        // In French one and a half is no plural.
        let is_one = self.moves == 1 && (!self.has_half || language == 2);
        let counted = |nouns: [[&str; 2]; 3]| format!("{number} {}", nouns[language][usize::from(!is_one)]);
        phrase.replace("{moves}", &counted(MOVES)).replace("{series}", &counted(SERIES))
    }
}

/// Returns the course of the play, without the goal.
fn play(stipulation: &Stipulation) -> &'static str {
    match stipulation.family {
        Family::Direct => "{side} begins and forces the goal in {moves}, against any defence",
        Family::Self_ => "{side} begins and forces Black to reach the goal in {moves}, against Black's will",
        Family::Reflex => {
            "{side} begins and forces Black to reach the goal in {moves}; each side must reach it whenever it can"
        }
        Family::SemiReflex => {
            "{side} begins and forces Black to reach the goal in {moves}; Black must reach it whenever it can"
        }
        Family::Help => "{side} begins, and both sides cooperate to reach the goal in {moves}",
        Family::HelpSelf => {
            "{side} begins, both sides cooperate for {series}, and the move that reaches the goal is forced"
        }
        Family::HelpReflex => {
            "{side} begins, and both sides cooperate for {series}; each side must reach the goal whenever it can"
        }
        Family::Reciprocal => {
            "{side} begins, and both sides cooperate for {series}, after which either side can reach its goal"
        }
        Family::SeriesReciprocal => {
            "{side} makes a series of {moves}, after which either side can reach its goal"
        }
        Family::ProofGame if stipulation.goal == Goal::AToB => {
            "{side} begins, and play of {moves} leads from the first diagram to the second"
        }
        Family::ProofGame => "{side} begins, and a game of {moves} leads to the diagram",
        Family::Structured => "The play is written move by move",
        family => series(family),
    }
}

/// Returns the course of the play of a series.
fn series(family: Family) -> &'static str {
    match family {
        Family::SeriesHelp => {
            "{side} makes {series} in succession, and the other side then reaches the goal in one move"
        }
        Family::SeriesSelf => {
            "{side} makes {series} in succession, and the other side is then forced to reach the goal"
        }
        Family::SeriesReflex => {
            "{side} makes {series} in succession, and the other side must then reach the goal if it can, as must each side before"
        }
        Family::SeriesHelpSelf => {
            "{side} makes {series} in succession, and the other side then moves so that the goal is forced"
        }
        Family::ParrySeries => {
            "{side} makes {series} in succession; the other side moves only to parry a check, as it likes"
        }
        Family::ParrySeriesHelp => {
            "{side} makes {series} in succession, and the other side then reaches the goal; the other side moves only to parry a check"
        }
        Family::ParrySeriesSelf | Family::ParrySeriesReflex => {
            "{side} makes {series} in succession, and the other side is then forced to reach the goal; the other side moves only to \
             parry a check, as it likes"
        }
        Family::HelpParrySeries => {
            "{side} makes {series} in succession; the other side moves only to parry a check, and helps"
        }
        Family::HelpParrySeriesSelf | Family::HelpParrySeriesReflex => {
            "{side} makes {series} in succession, and the other side is then forced to reach the goal; the other side moves only to \
             parry a check, and helps"
        }
        _ => "{side} makes {series} in succession",
    }
}

/// Returns what the last move does, as a verb, and the square in it.
fn goal(goal: Goal) -> (&'static str, Option<Square>) {
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
        Goal::Target(square) => return ("brings a man to {square}", Some(square)),
        Goal::Kiss(square) => return ("brings a man next to the one of {square}", Some(square)),
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
    (text, None)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn stipulation(goal: &str) -> Stipulation {
        Stipulation::read(&format!("ser-{goal}2"), Layout::CHESS).unwrap()
    }

    fn explained(text: &str) -> [String; 3] {
        let problem: crate::problem::Problem = format!("7k/8/5K2/8/8/8/8/6Q1 {text}").parse().unwrap();
        sentences(&problem.setting.stipulation.unwrap().value, Layout::CHESS)
    }

    #[test]
    fn sentences_name_sides_lengths_and_goals() {
        assert_eq!(
            explained("w - - #1"),
            [
                "White begins and forces the goal in 1 move, against any defence; the last move mates.",
                "Weiß beginnt und erzwingt das Ziel in 1 Zug gegen jede Verteidigung; der letzte Zug setzt matt.",
                "Les Blancs commencent et forcent le but en 1 coup, contre toute défense ; le dernier coup fait mat.",
            ]
        );
        assert_eq!(
            explained("b - - h=1.5"),
            [
                "White begins, and both sides cooperate to reach the goal in 1.5 moves; the last move stalemates.",
                "Weiß beginnt, und beide Parteien wirken zusammen, um das Ziel in 1,5 Zügen zu erreichen; der letzte Zug setzt patt.",
                "Les Blancs commencent, et les deux camps coopèrent pour atteindre le but en 1,5 coup ; le dernier coup fait pat.",
            ]
        );
        assert_eq!(
            explained("w - - ser-zd64"),
            [
                "White makes 4 moves in succession; the last move brings a man to d6.",
                "Weiß macht 4 Züge hintereinander; der letzte Zug bringt einen Stein nach d6.",
                "Les Blancs jouent 4 coups de suite ; le dernier coup amène une pièce en d6.",
            ]
        );
        assert_eq!(
            explained("w - - exact-2->ser-h#3"),
            [
                "First the other side makes up to 2 moves. Black makes 3 moves in succession, and the other side then reaches the \
                 goal in one move; the last move mates; shorter solutions do not count.",
                "Zuerst macht die andere Partei bis zu 2 Züge. Schwarz macht 3 Züge hintereinander, und die andere Partei erreicht \
                 danach das Ziel in einem Zug; der letzte Zug setzt matt; kürzere Lösungen zählen nicht.",
                "D'abord l'autre camp joue jusqu'à 2 coups. Les Noirs jouent 3 coups de suite, et l'autre camp atteint ensuite le but \
                 en un coup ; le dernier coup fait mat ; les solutions plus courtes ne comptent pas.",
            ]
        );
    }

    #[test]
    fn every_phrase_is_translated() {
        let source = include_str!("explanation.rs").split("mod tests").next().unwrap_or_default();
        // A long phrase of the source has two lines.
        let source = source.replace("\\\n             ", "");
        let known: BTreeSet<&str> = PHRASES.lines().filter(|line| !line.is_empty()).collect();
        let has_place =
            |text: &str| text.contains("{side} ") || text.contains("{play}") && text.contains(' ');
        let is_phrase = |text: &str| known.contains(text) || has_place(text);
        let quoted = source.split('"').skip(1).step_by(2).filter(|text| is_phrase(text));
        Translations::check(PHRASES, &quoted.collect());
        let goals = [
            "#", "=", "#=", "==", "##", "##!", "!#", "!=", "+", "++", "x", "%", "zd6", "kd6", "ct", "ctr",
            "<>", "<>r", "c81",
        ];
        for text in goals.into_iter().chain(["00", "ep", "~"]) {
            let [english, german, french] = TRANSLATIONS.of(goal(stipulation(text).goal).0);
            assert!(english != german && english != french, "{english}");
        }
    }
}
