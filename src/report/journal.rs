//! Solutions as journals set them, from records: in letters of any language or with figurines.

use std::collections::BTreeMap;

use super::PieceNames;
use super::json::{JsonLine, JsonMove, JsonNode, JsonPhase, JsonSide, JsonTwin};
use crate::position::{FAIRY_WALKS, Walk};

/// Writes the moves of records, which have English letters, with other names of men.
#[derive(Clone, Debug)]
pub struct MoveWriter {
    /// The names by the English letters.
    names: BTreeMap<&'static str, String>,
}

impl MoveWriter {
    /// Returns a writer with these names of men.
    pub fn new(names: PieceNames) -> MoveWriter {
        let walks = Walk::CHESS.into_iter().chain(FAIRY_WALKS.iter().map(|row| row.walk));
        let named = walks.map(|walk| (walk.letters(), names.of(walk).into_owned()));
        MoveWriter { names: named.filter(|(letters, name)| letters != name).collect() }
    }

    /// Returns a move with the mark of its goal or of a check.
    pub fn played(&self, mv: &JsonMove) -> String {
        let mark = mv.goal.as_deref().unwrap_or(if mv.check { "+" } else { "" });
        self.renamed(&mv.short) + mark
    }

    /// Replaces the letters of men in a move: groups of capitals that are the letters of a man. A capital before a digit
    /// is a square, as on the board of Reroute66.
    fn renamed(&self, text: &str) -> String {
        if self.names.is_empty() {
            return text.to_owned();
        }
        let (mut out, mut rest) = (String::new(), text);
        while let Some(start) = rest.find(|letter: char| letter.is_ascii_uppercase()) {
            let group = &rest[start..];
            let end = group.find(|letter: char| !letter.is_ascii_uppercase()).unwrap_or(group.len());
            let (group, after) = group.split_at(end);
            out += &rest[..start];
            let is_square = after.starts_with(|digit: char| digit.is_ascii_digit());
            let name = self.names.get(group).filter(|_| !is_square);
            out += name.map_or(group, String::as_str);
            rest = after;
        }
        out + rest
    }

    /// Returns a move of battle play with its number and the mark of its role, as in `1.Qg2!`.
    pub fn numbered(&self, node: &JsonNode) -> String {
        let dots = if is_reply(node) { "..." } else { "." };
        format!("{}{dots}{}{}", node.number, self.played(&node.mv), mark(node))
    }

    /// Returns the moves of a line with their numbers; the last one with `(short)` or `(forced)`.
    pub fn numbered_line(&self, line: &JsonLine) -> Vec<String> {
        let plies = line.moves.iter().zip(line.numbers());
        let mut words: Vec<String> = plies.map(|(mv, number)| number + &self.played(mv)).collect();
        let end = match (line.short, line.forced) {
            (true, _) => " (short)",
            (_, true) => " (forced)",
            _ => "",
        };
        words.last_mut().into_iter().for_each(|last| last.push_str(end));
        words
    }
}

/// Returns whether a move of battle play answers one with the same number.
fn is_reply(node: &JsonNode) -> bool {
    matches!(&*node.role, "defence" | "refutation")
}

fn mark(node: &JsonNode) -> &'static str {
    match &*node.role {
        "key" | "refutation" => "!",
        "try" => "?",
        _ => "",
    }
}

/// A paragraph of a solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Paragraph {
    /// What it is.
    pub kind: ParagraphKind,
    /// The text.
    pub text: String,
}

/// The kinds of paragraphs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ParagraphKind {
    /// The name of a twin, a side or a phase.
    Heading,
    /// A line, or a key or try with what it threatens.
    Line,
    /// What follows a defence against a key or a try.
    Variation,
    /// A remark.
    Remark,
}

/// Returns the solution of a problem.
pub fn paragraphs(twins: &[JsonTwin], writer: &MoveWriter) -> Vec<Paragraph> {
    let mut journal = Journal { writer, paragraphs: Vec::new() };
    twins.iter().for_each(|twin| journal.twin(twin));
    journal.paragraphs
}

/// Returns the heading of a twin, as in `b) wSf6→b6`; `None` for a problem without twins.
pub fn twin_heading(twin: &JsonTwin) -> Option<String> {
    let label = twin.label.as_ref()?;
    let continued = if twin.continued { "+" } else { "" };
    let changes = twin.changes.join(", ").replace("<-->", "↔").replace("-->", "→").replace("==>", "→");
    Some(format!("{continued}{label}) {changes}").trim_end().to_owned())
}

/// Returns the headings of a side and of its phases: empty texts where there is only one.
pub fn side_headings(twin: &JsonTwin, side: &JsonSide) -> [&'static str; 3] {
    let duplex = match (twin.sides.len(), side.begins.as_str()) {
        (0 | 1, _) => "",
        (_, "white") => "White begins",
        _ => "Black begins",
    };
    let set = side.set.as_ref().is_some_and(|set| !set.tree.is_empty() || !set.lines.is_empty());
    [duplex, if set { "Set play" } else { "" }, if set { "Actual play" } else { "" }]
}

/// What stands for set play without moves.
pub const NO_SET_PLAY: &str = "No set play.";
/// What stands for a solution without moves.
pub const NO_SOLUTION: &str = "No solution.";

/// Returns whether a phase has neither play nor a reason why.
pub fn is_empty(phase: &JsonPhase) -> bool {
    phase.tree.is_empty() && phase.lines.is_empty() && phase.remarks.is_empty()
}

struct Journal<'w> {
    writer: &'w MoveWriter,
    paragraphs: Vec<Paragraph>,
}

impl Journal<'_> {
    fn add(&mut self, kind: ParagraphKind, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.paragraphs.push(Paragraph { kind, text });
        }
    }

    fn twin(&mut self, twin: &JsonTwin) {
        self.add(ParagraphKind::Heading, twin_heading(twin).unwrap_or_default());
        self.add(ParagraphKind::Remark, twin.error.clone().unwrap_or_default());
        for side in &twin.sides {
            let [duplex, set, actual] = side_headings(twin, side);
            self.add(ParagraphKind::Heading, duplex);
            for (heading, phase, none) in [(set, &side.set, NO_SET_PLAY), (actual, &side.actual, NO_SOLUTION)]
            {
                if let Some(phase) = phase {
                    self.add(ParagraphKind::Heading, heading);
                    self.phase(phase);
                    self.add(ParagraphKind::Remark, if is_empty(phase) { none } else { "" });
                }
            }
            side.remarks.iter().for_each(|remark| self.add(ParagraphKind::Remark, &remark.message));
        }
        twin.remarks.iter().for_each(|remark| self.add(ParagraphKind::Remark, &remark.message));
    }

    fn phase(&mut self, phase: &JsonPhase) {
        phase.tree.iter().for_each(|root| self.root(root));
        for line in &phase.lines {
            self.add(ParagraphKind::Line, self.writer.numbered_line(line).join(" "));
        }
        phase.remarks.iter().for_each(|remark| self.add(ParagraphKind::Remark, &remark.message));
    }

    /// Adds a key or a try with its variations, or a variation of set play.
    fn root(&mut self, node: &JsonNode) {
        if is_reply(node) {
            return self.add(ParagraphKind::Variation, self.variation(node));
        }
        let (threats, replies): (Vec<&JsonNode>, Vec<&JsonNode>) =
            node.children.iter().partition(|child| child.role == "threat");
        let (refutations, replies): (Vec<&JsonNode>, Vec<&JsonNode>) =
            replies.into_iter().partition(|child| child.role == "refutation");
        self.add(ParagraphKind::Line, self.writer.numbered(node) + &self.pending(node, &threats));
        replies.into_iter().for_each(|reply| self.add(ParagraphKind::Variation, self.variation(reply)));
        let refutations: Vec<String> = refutations.iter().map(|node| self.variation(node)).collect();
        if !refutations.is_empty() {
            self.add(ParagraphKind::Variation, format!("but {}", refutations.join(", ")));
        }
    }

    /// Returns what a move threatens, as in ` (2.Qe4#)`.
    fn pending(&self, node: &JsonNode, threats: &[&JsonNode]) -> String {
        let threats: Vec<String> = threats.iter().map(|threat| self.variation(threat)).collect();
        match node.pending.as_deref() {
            _ if !threats.is_empty() => format!(" ({})", threats.join(", ")),
            Some("zugzwang") => " zugzwang".to_owned(),
            _ => String::new(),
        }
    }

    /// Returns a move and what follows it.
    fn variation(&self, node: &JsonNode) -> String {
        self.writer.numbered(node) + &self.after(node)
    }

    /// Returns what follows a move.
    fn after(&self, node: &JsonNode) -> String {
        let (threats, replies): (Vec<&JsonNode>, Vec<&JsonNode>) =
            node.children.iter().partition(|child| child.role == "threat");
        let pending = match replies.as_slice() {
            // A forced reply leaves no choice to wait for.
            [_] if threats.is_empty() => String::new(),
            _ => self.pending(node, &threats),
        };
        let replies = match replies.as_slice() {
            [] => String::new(),
            [reply] if is_reply(reply) => {
                format!(" {}{}{}", self.writer.played(&reply.mv), mark(reply), self.after(reply))
            }
            [reply] => format!(" {}", self.variation(reply)),
            several => {
                let variations: Vec<String> = several.iter().map(|reply| self.variation(reply)).collect();
                format!(" {}", variations.join(if is_reply(several[0]) { "; " } else { ", " }))
            }
        };
        pending + &replies
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mv(side: &str, short: &str) -> String {
        let goal = if short.ends_with('#') { "\"#\"" } else { "null" };
        let short = short.trim_end_matches('#');
        format!(
            r#"{{"side":"{side}","long":"","short":"{short}","machine":"a1a2","check":false,"goal":{goal}}}"#
        )
    }

    fn node(role: &str, number: u16, side: &str, short: &str, children: &[String]) -> String {
        let pending = if role == "key" { "\"zugzwang\"" } else { "null" };
        let (mv, children) = (mv(side, short), children.join(","));
        format!(
            r#"{{"role":"{role}","number":{number},"wins_in":null,"pending":{pending},"move":{mv},"children":[{children}]}}"#
        )
    }

    fn line(counting: &str, sides: &str) -> JsonLine {
        let side = |letter: char| if letter == 'w' { "white" } else { "black" };
        let moves: Vec<String> = sides.chars().map(|letter| mv(side(letter), "K")).collect();
        let moves = moves.join(",");
        let text = format!(r#"{{"moves":[{moves}],"counting":"{counting}","short":false,"forced":false}}"#);
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn letters_are_replaced() {
        let written = |names: PieceNames, text: &str| MoveWriter::new(names).renamed(text);
        for (names, expected) in [
            (PieceNames::KnightS, "Rxe8(Sg8) a8=Q LIe4 A4 0-0"),
            (PieceNames::KnightN, "Rxe8(Ng8) a8=Q LIe4 A4 0-0"),
            (PieceNames::GERMAN, "Txe8(Sg8) a8=D LIe4 A4 0-0"),
            (PieceNames::FRENCH, "Txe8(Cg8) a8=D LIe4 A4 0-0"),
            (PieceNames::Figurines, "♖xe8(♘g8) a8=♕ LIe4 A4 0-0"),
        ] {
            assert_eq!(written(names, "Rxe8(Sg8) a8=Q LIe4 A4 0-0"), expected);
        }
    }

    #[test]
    fn lines_are_numbered() {
        let text = |counting: &str, sides: &str| line(counting, sides).numbers().join("_");
        assert_eq!(text("pairs", "bwbw"), "1.__2._");
        assert_eq!(text("pairs-from-second", "wbw"), "1..._2._");
        assert_eq!(text("pairs-from-third", "bw"), "1... 2._");
        assert_eq!(text("series", "bbbw"), "1._2._3._");
        assert_eq!(text("series", "www"), "1._2._3.");
        assert_eq!(text("series-end", "w"), "1...");
        let introduced = JsonLine { introductory: Some(2), ..line("introduced", "wwbbw") };
        assert_eq!(introduced.numbers().join("_"), "1._2._1._2._");
        // A series of Black with an introductory move of Black.
        let introduced = JsonLine { introductory: Some(1), ..line("introduced", "bbbw") };
        assert_eq!(introduced.numbers().join("_"), "1._1._2._");
    }

    #[test]
    fn ends_of_lines_and_empty_phases_are_stated() {
        let writer = MoveWriter::new(PieceNames::KnightS);
        for (short, forced, end) in
            [(true, false, " (short)"), (false, true, " (forced)"), (false, false, "")]
        {
            let line = JsonLine { short, forced, ..line("pairs", "bw") };
            assert!(writer.numbered_line(&line)[1].ends_with(&format!("K{end}")));
        }
        let phase = |lines: &str, remarks: &str| -> JsonPhase {
            let text = format!(r#"{{"after_key":null,"tree":[],"lines":[{lines}],"remarks":[{remarks}]}}"#);
            serde_json::from_str(&text).unwrap()
        };
        assert!(is_empty(&phase("", "")));
        assert!(!is_empty(&phase("", r#"{"name":"incomplete","message":""}"#)));
    }

    #[test]
    fn battle_play_has_a_paragraph_for_each_defence() {
        let mate = |number, short| node("continuation", number, "white", short, &[]);
        let defence = |short, children: &[String]| node("defence", 1, "black", short, children);
        let longer = node(
            "continuation",
            2,
            "white",
            "Ra2",
            &[node("defence", 2, "black", "Kb8", &[mate(3, "Ra8#")])],
        );
        let key = node(
            "key",
            1,
            "white",
            "Sa1",
            &[defence("Ka7", &[mate(2, "Qa2#"), mate(2, "Qa3#")]), defence("Ka8", &[longer])],
        );
        let phase = format!(r#"{{"after_key":null,"tree":[{key}],"lines":[],"remarks":[]}}"#);
        let phase: JsonPhase = serde_json::from_str(&phase).unwrap();
        let writer = MoveWriter::new(PieceNames::GERMAN);
        let mut journal = Journal { writer: &writer, paragraphs: Vec::new() };
        journal.phase(&phase);
        let texts: Vec<&str> = journal.paragraphs.iter().map(|paragraph| paragraph.text.as_str()).collect();
        assert_eq!(texts, ["1.Sa1! zugzwang", "1...Ka7 2.Da2#, 2.Da3#", "1...Ka8 2.Ta2 Kb8 3.Ta8#"]);
    }
}
