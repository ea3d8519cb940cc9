//! The labels of twins: their changes in Popeye's words.

use super::{Options, Setting, Spanned, Twin, TwinError};
use crate::board::{Layout, Square};
use crate::position::{Man, PieceNames, Walk};
use crate::stipulation::Stipulation;

/// The effect of a change as a part of the label.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum LabelPart {
    /// A man was put on a square.
    Added(Man, Square),
    /// A man was removed from a square.
    Removed(Man, Square),
    /// A man was moved to another square.
    Moved(Man, [Square; 2]),
    /// The men of two squares were exchanged.
    Exchanged([(Man, Square); 2]),
    /// All men of the first walk were given the second.
    Substituted([Walk; 2]),
    /// The stipulation was replaced.
    Stipulation(Stipulation),
    /// Any other change, in words.
    Text(String),
}

/// The changes that make a twin, which can be written with any names of men.
#[derive(Clone, PartialEq, Debug)]
pub struct TwinLabel {
    parts: Vec<LabelPart>,
    layout: Layout,
}

impl Default for TwinLabel {
    fn default() -> TwinLabel {
        TwinLabel { parts: Vec::new(), layout: Layout::CHESS }
    }
}

impl Twin {
    /// Returns the name of the twin with this number, from 0: `a`, `b`, … `z`, `z1`, …
    pub fn name(number: usize) -> String {
        match u8::try_from(number) {
            Ok(letter) if letter < 26 => char::from(b'a' + letter).to_string(),
            _ => format!("z{}", number - 25),
        }
    }

    /// Returns the setting after the changes, and the label of the changes. If a change is impossible, the label
    /// is that of the changes before it. A stipulation is written as it is solved under the options.
    pub fn describe(
        &self,
        before: &Setting,
        options: &Options,
    ) -> (Result<Setting, Spanned<TwinError>>, TwinLabel) {
        let mut setting = before.clone();
        let mut parts = Vec::new();
        let result = self
            .changes
            .iter()
            .try_for_each(|change| change.value.apply(&mut setting, change.span, &mut parts));
        for part in &mut parts {
            if let LabelPart::Stipulation(stipulation) = part {
                *stipulation = options.effective_stipulation(*stipulation);
            }
        }
        (result.map(|()| setting), TwinLabel { parts, layout: before.diagram.layout() })
    }
}

impl TwinLabel {
    /// Returns a text for each change, such as `wSf6-->b6`: `+wQd1` for an added man, without the plus if a man was
    /// removed from its square before; `-wQd1` for a removed man, left out if a man is added to its square later.
    /// Several conditions have one line each.
    pub fn words(&self, names: PieceNames) -> Vec<String> {
        let TwinLabel { parts, layout } = self;
        let named = |man: &Man, square: &Square| man.label_in(names) + layout.name(*square);
        let mut labels = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            match part {
                LabelPart::Added(man, square) => {
                    let replaces = parts[..index]
                        .iter()
                        .any(|other| matches!(other, LabelPart::Removed(_, on) if on == square));
                    labels.push(format!("{}{}", if replaces { "" } else { "+" }, named(man, square)));
                }
                LabelPart::Removed(man, square) => {
                    let replaced = parts[index..]
                        .iter()
                        .any(|other| matches!(other, LabelPart::Added(_, on) if on == square));
                    if !replaced {
                        labels.push(format!("-{}", named(man, square)));
                    }
                }
                LabelPart::Moved(man, [from, to]) => {
                    labels.push(format!("{}-->{}", named(man, from), layout.name(*to)));
                }
                LabelPart::Exchanged([(one, at), (other, other_at)]) => {
                    labels.push(format!("{}<-->{}", named(one, at), named(other, other_at)));
                }
                LabelPart::Substituted([from, to]) => {
                    labels.push(format!("{} ==> {}", names.of(*from), names.of(*to)));
                }
                LabelPart::Stipulation(stipulation) => labels.push(stipulation.to_string()),
                LabelPart::Text(change) => labels.push(change.clone()),
            }
        }
        labels
    }
}

#[cfg(test)]
impl TwinLabel {
    /// Returns a label of changes in words.
    pub(crate) fn of_words(words: &[&str]) -> TwinLabel {
        let parts = words.iter().map(|word| LabelPart::Text(word.to_string())).collect();
        TwinLabel { parts, ..TwinLabel::default() }
    }
}

#[cfg(test)]
mod tests {
    use crate::formats;
    use crate::position::PieceNames;
    use crate::problem::Diagram;

    /// Returns label and placement of the only twin of a diagram, or its error.
    fn twin(changes: &str) -> (String, Result<String, String>) {
        let text = format!(
            "beginproblem pieces white Ka3 Rh7 Pa2 black Ka8 Pb5 Sb7 stip #1 opt WhiteToPlay twin {changes} endproblem"
        );
        let mut reading = formats::read("test", text.as_bytes());
        let problem = reading.items.remove(0).problem.unwrap();
        let (setting, label) = problem.twins[0].describe(&problem.setting, &problem.options);
        let words = label.words(PieceNames::KnightS);
        let placement = |diagram: &Diagram| diagram.placement();
        let made = setting.map(|setting| placement(&setting.diagram));
        (words.join("  "), made.map_err(|error| format!("{}: {}", error.span.column, error.value)))
    }

    /// As Popeye prints them.
    #[test]
    fn twin_labels_list_added_and_removed_men() {
        for (changes, label) in [
            ("remove a2 add white Qa2", "wQa2"),
            ("move a2 b5", "-bPb5  wPa2-->b5"),
            ("move a2 b5 add black Qb5", "wPa2-->b5  bQb5"),
            ("move a2 b5 remove b5", "-bPb5  wPa2-->b5  -wPb5"),
            ("add white Qa2 add black Qa2", "wQa2  bQa2"),
            ("add white Qa2 remove a2", "wQa2  -wQa2"),
            ("remove a2 move h7 a2", "-wPa2  wRh7-->a2"),
            ("add white Bc2 Ra2 black Sc1", "+wBc2  wRa2  +bSc1"),
            ("remove a2b5 add white Rb5", "-wPa2  wRb5"),
            ("rotate 90 remove a1", "rotate 90  -bKa1"),
            ("mirror a1<-->h1 exchange h2 h3", "mirror a1<-->h1  wPh2<-->wKh3"),
            ("subst S B add white Sa1", "S ==> B  +wSa1"),
            ("stip #2 stip #1", "#2  #1"),
            ("condition Circe AntiCirce", "Circe\nAntiCirce"),
            ("stip h#1 stip h#1.5", "h#0.5  h#1.5"),
            ("polish shift a1 a1", "PolishType  shift a1 ==> a1"),
        ] {
            assert_eq!(twin(changes).0, label, "{changes}");
        }
    }

    #[test]
    fn twin_labels_have_any_names_of_men() {
        let text = "beginproblem pieces white Ka3 Rh7 Qb2 black Ka8 Sb5 stip #1 \
                    twin move b2 b5 exchange a3 h7 substitute R B add black Ph2 endproblem";
        let problem = formats::read("test", text.as_bytes()).items.remove(0).problem.unwrap();
        let label = problem.twins[0].describe(&problem.setting, &problem.options).1;
        let words = label.words(PieceNames::GERMAN).join("  ");
        assert_eq!(words, "-bSb5  wDb2-->b5  wKa3<-->wTh7  T ==> L  +bBh2");
    }

    #[test]
    fn whole_board_twins_transform_placement() {
        for (changes, placement) in [
            ("rotate 90", "1R6/8/8/8/8/8/1n1p4/k4KP1"),
            ("rotate 180", "8/7P/7K/8/6p1/8/R5n1/7k"),
            ("rotate 270", "1PK4k/4p1n1/8/8/8/8/8/6R1"),
            ("mirror a1<-->h1", "7k/R5n1/8/6p1/8/7K/7P/8"),
            ("mirror a1<-->a8", "8/P7/K7/8/1p6/8/1n5R/k7"),
            ("mirror a1<-->h8", "k4KP1/1n1p4/8/8/8/8/8/1R6"),
            ("mirror a8<-->h1", "6R1/8/8/8/8/8/4p1n1/1PK4k"),
            ("shift a2 a1", "8/k7/1n5R/8/1p6/8/K7/P7"),
            ("substitute P Q", "k7/1n5R/8/1q6/8/K7/Q7/8"),
            ("PolishType", "K7/1N5r/8/1P6/8/k7/p7/8"),
        ] {
            let made = twin(changes).1;
            assert_eq!(made.as_deref(), Ok(placement), "{changes}");
        }
    }

    #[test]
    fn impossible_twin_changes_report_errors() {
        for (changes, error) in [
            ("shift a1 a2", "86: bKa8 would leave the board"),
            ("polish shift b1 a1", "93: bPa2 would leave the board"),
            ("remove h7 substitute R B", "96: there is no R to be substituted"),
            ("move c1 c2", "86: there is no man on c1"),
        ] {
            assert_eq!(twin(changes).1, Err(error.to_owned()), "{changes}");
        }
    }
}
