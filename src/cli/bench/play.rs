//! Compares the play printed by two programs.

use std::collections::BTreeSet;

use serde::Serialize;

/// The result of comparing the play of two programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayComparison {
    /// The play is the same, in any order.
    Same,
    /// The play differs.
    Differs,
}

/// Compares two outputs in Popeye's layout: every line of play with its ancestors in the tree, in any order.
pub fn compare(one: &str, other: &str) -> PlayComparison {
    if is_finished(one) && is_finished(other) && lines(one) == lines(other) {
        PlayComparison::Same
    } else {
        PlayComparison::Differs
    }
}

/// Returns whether an output in Popeye's layout is complete.
pub fn is_finished(text: &str) -> bool {
    text.contains("solution finished.")
}

/// Returns the lines of play, each preceded by those from which it is indented.
pub fn lines(text: &str) -> BTreeSet<String> {
    let frame = |line: &str| line.starts_with("+---");
    // The caption between the board and the play is skipped.
    let head = text.lines().enumerate().filter(|(_, line)| frame(line)).nth(1);
    let mut above: Vec<(usize, String)> = Vec::new();
    let mut lines = BTreeSet::new();
    for line in text.lines().skip(head.map_or(0, |(index, _)| index + 1)) {
        let words = line.trim_start();
        let first = words.split_whitespace().next().unwrap_or("");
        let is_move = first.split_once('.').is_some_and(|(number, _)| is_number(number));
        let is_twin = line.len() == words.len() && first.ends_with(')');
        if !is_move && !is_twin && first != "but" {
            continue;
        }
        let indent = line.len() - words.len();
        above.retain(|&(left, _)| left < indent);
        let words =
            if is_twin { first.to_owned() } else { words.split_whitespace().collect::<Vec<_>>().join(" ") };
        above.push((indent, words));
        lines.insert(above.iter().map(|(_, words)| &words[..]).collect::<Vec<_>>().join(" / "));
    }
    lines
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "
  #2                          3 + 4

   1.Ra1-a6 ! zugzwang.
      1...b7*a6
          2.b6-b7 #
      1...Bb8-h2
          2.Ra6*a7 #

   1.Ra1-a5 ? zugzwang.
    but
      1...a7-a6 !

solution finished.
";

    #[test]
    fn order_and_blanks_are_ignored() {
        let turned = "
   1.Ra1-a5  ? zugzwang.
    but
      1...a7-a6 !
   1.Ra1-a6 ! zugzwang.
      1...Bb8-h2
          2.Ra6*a7 #
      1...b7*a6
          2.b6-b7 #
solution finished.";
        assert_eq!(compare(KEY, turned), PlayComparison::Same);
        assert_eq!(lines(KEY).len(), 8);
    }

    #[test]
    fn moved_lines_differ() {
        let exchanged =
            KEY.replace("2.b6-b7 #", "#").replace("2.Ra6*a7 #", "2.b6-b7 #").replace("#\n", "2.Ra6*a7 #\n");
        assert_eq!(compare(KEY, &exchanged), PlayComparison::Differs);
        assert_eq!(compare(KEY, &KEY.replace("a7-a6 !", "a7-a5 !")), PlayComparison::Differs);
        assert_eq!(compare(KEY, &KEY.replace("1.Ra1-a6 !", "1.Ra1-a6 ?")), PlayComparison::Differs);
    }

    #[test]
    fn unfinished_output_differs() {
        assert_eq!(compare("", ""), PlayComparison::Differs);
        assert_eq!(compare("solution finished.", "solution finished."), PlayComparison::Same);
        assert_eq!(compare(KEY, &KEY.replace("finished", "interrupted")), PlayComparison::Differs);
    }

    #[test]
    fn lines_are_compared_within_their_twin() {
        let of = |a: &str, b: &str| format!("a)\n  1.{a}\nb) wRa1-->a2\n  1.{b}\nsolution finished.");
        assert_eq!(compare(&of("x", "y"), &of("x", "y").replace("-->", "==>")), PlayComparison::Same);
        assert_eq!(compare(&of("x", "y"), &of("y", "x")), PlayComparison::Differs);
    }

    #[test]
    fn text_above_the_board_is_ignored() {
        let headed = format!("1.Preis\n+---a---+\n1.Preis\n+---a---+\n{KEY}");
        assert_eq!(compare(KEY, &headed), PlayComparison::Same);
    }
}
