//! The solution as data for the script: what it shows and plays, and nothing else.

use serde::Serialize;

use crate::report::collection::CollectionEntry;
use crate::report::diagram::{Gallery, Signs};
use crate::report::journal::{MoveWriter, NO_SET_PLAY, NO_SOLUTION, is_empty, side_headings, twin_heading};
use crate::report::json::{JsonMove, JsonNode, JsonPhase, JsonQuestion, JsonSide, JsonTwin};

/// A solution.
#[derive(Serialize)]
struct PlayData {
    twins: Vec<TwinData>,
    #[serde(flatten)]
    signs: Option<Signs>,
}

#[derive(Serialize)]
struct TwinData {
    /// The heading; empty without twins.
    title: String,
    /// The placement of men; empty if moves cannot be played.
    board: String,
    /// The men with attributes, as in `Magic Sg3`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    attributes: Vec<String>,
    /// The conditions with squares of imitators.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    conditions: Vec<String>,
    /// What is shown in place of play.
    error: String,
    parts: Vec<PartData>,
}

/// The play of a side in a phase.
#[derive(Serialize)]
struct PartData {
    title: String,
    roots: Vec<NodeData>,
    lines: Vec<Vec<MoveData>>,
    remarks: Vec<String>,
}

/// A move: its text, 1 if Black plays it, and the move in the notation for machines. The move in long notation follows after a
/// blank where men have attributes or there are imitators.
type MoveData = (String, u8, String);

/// A node of battle play: its text, the letter of its role, 1 if Black plays it, the move for machines, and what follows.
#[derive(Serialize)]
struct NodeData(String, char, u8, String, Vec<NodeData>);

/// Returns the data of a solution as JSON within an element of HTML.
pub(super) fn data(
    entry: &CollectionEntry,
    gallery: &mut Gallery,
    writer: &MoveWriter,
    is_drawn: bool,
) -> String {
    let problem = entry.problem.as_ref().filter(|_| is_drawn);
    let signs = problem.map(|problem| gallery.signs(&problem.setting.diagram));
    let array = problem.and_then(|problem| problem.setting.start_diagram());
    let array = array.map_or(String::new(), |array| array.placement());
    let mut encoder = Encoder { writer, gallery, is_drawn, array, needs_long: false };
    let twins = entry.twins.iter().filter(|twin| !twin.zeroposition).map(|twin| encoder.twin(twin)).collect();
    // The data have no map, so that this does not fail.
    in_script(&serde_json::to_string(&PlayData { twins, signs }).unwrap_or_default())
}

/// Returns JSON that can be within a script: no markup begins or ends in it.
pub(super) fn in_script(json: &str) -> String {
    // These characters are in texts only.
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

struct Encoder<'a> {
    writer: &'a MoveWriter,
    gallery: &'a mut Gallery,
    is_drawn: bool,
    /// The placement with which a proof game begins.
    array: String,
    /// Whether moves are given in long notation, too.
    needs_long: bool,
}

impl Encoder<'_> {
    fn twin(&mut self, twin: &JsonTwin) -> TwinData {
        let asked = twin.asked.as_ref().filter(|_| self.is_drawn);
        let board = asked.map_or(String::new(), |asked| self.first_placement(asked));
        let attributes = asked.map_or(Vec::new(), |asked| asked.attributes.clone());
        let conditions = asked.map_or(Vec::new(), |asked| asked.conditions.clone());
        let conditions: Vec<_> =
            conditions.into_iter().filter(|text| text.starts_with("Imitator ")).collect();
        if !conditions.is_empty() {
            self.gallery.define_imitator();
        }
        self.needs_long = !attributes.is_empty() || !conditions.is_empty();
        names(&board).for_each(|name| self.gallery.define_name(name));
        let remarks = twin.remarks.iter().map(|remark| remark.message.clone());
        let error: Vec<String> = twin.error.iter().cloned().chain(remarks).collect();
        let parts = twin.sides.iter().flat_map(|side| self.side(twin, side)).collect();
        let title = twin_heading(twin).unwrap_or_default();
        TwinData { title, board, attributes, conditions, error: error.join("; "), parts }
    }

    /// Returns the placement with which play begins: the diagram of a proof game is its end.
    fn first_placement(&self, asked: &JsonQuestion) -> String {
        if asked.stipulation.as_deref().is_some_and(|stipulation| stipulation.contains("dia")) {
            return self.array.clone();
        }
        asked.fen.split(' ').next().unwrap_or_default().to_owned()
    }

    fn side(&mut self, twin: &JsonTwin, side: &JsonSide) -> Vec<PartData> {
        let [duplex, set, actual] = side_headings(twin, side);
        let phases = [(set, &side.set, NO_SET_PLAY), (actual, &side.actual, NO_SOLUTION)];
        let mut parts: Vec<PartData> = phases
            .into_iter()
            .filter_map(|(title, phase, none)| {
                let phase = phase.as_ref()?;
                let mut part = self.phase([duplex, title], phase);
                part.remarks.extend(is_empty(phase).then(|| none.to_owned()));
                Some(part)
            })
            .collect();
        let messages = side.remarks.iter().map(|remark| remark.message.clone());
        parts.iter_mut().take(1).for_each(|part| part.remarks.extend(messages.clone()));
        parts.retain(|part| !(part.roots.is_empty() && part.lines.is_empty() && part.remarks.is_empty()));
        parts
    }

    fn phase(&mut self, titles: [&str; 2], phase: &JsonPhase) -> PartData {
        let titles: Vec<&str> = titles.into_iter().filter(|title| !title.is_empty()).collect();
        PartData {
            title: titles.join(": "),
            roots: phase.tree.iter().map(|node| self.node(node)).collect(),
            lines: phase
                .lines
                .iter()
                .map(|line| {
                    let texts = self.writer.numbered_line(line);
                    line.moves.iter().zip(texts).map(|(mv, text)| self.mv(mv, text)).collect()
                })
                .collect(),
            remarks: phase.remarks.iter().map(|remark| remark.message.clone()).collect(),
        }
    }

    fn node(&mut self, node: &JsonNode) -> NodeData {
        let zugzwang = if node.pending.as_deref() == Some("zugzwang") { " zugzwang" } else { "" };
        let (text, side, machine) = self.mv(&node.mv, self.writer.numbered(node) + zugzwang);
        let role = node.role.chars().next().unwrap_or(' ');
        // A try and a threat begin with the same letter.
        let role = if node.role == "threat" { 'h' } else { role };
        let children = node.children.iter().map(|child| self.node(child)).collect();
        NodeData(text, role, side, machine, children)
    }

    fn mv(&mut self, mv: &JsonMove, text: String) -> MoveData {
        names(&mv.machine).for_each(|name| self.gallery.define_name(name));
        let long = if self.needs_long { format!(" {}", mv.long) } else { String::new() };
        (text, u8::from(mv.side == "black"), with_victim(mv) + &long)
    }
}

/// Returns a move for machines with the square of a pawn that was captured en passant.
fn with_victim(mv: &JsonMove) -> String {
    let (plain, squares) = (&mv.machine, mv.machine.as_bytes());
    // Squares have a letter and a digit; the notation names an unusual victim itself.
    if !mv.long.contains(" ep.") || squares.len() < 4 || squares.get(4) == Some(&b'-') {
        return plain.clone();
    }
    let (begin, rest) = plain.split_at(4);
    format!("{begin}-{}{}{rest}", squares[2] as char, squares[1] as char)
}

/// Returns the fairy men of a placement or of a move in the notation for machines, as in `(G)`.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('(').filter_map(|(start, _)| {
        let rest = &text[start..];
        rest.find(')').map(|end| &rest[..=end])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_ends_no_element() {
        assert_eq!(in_script("[\"</script><!--\u{2028}\"]"), "[\"\\u003c/script>\\u003c!--\\u2028\"]");
    }

    #[test]
    fn fairy_men_are_found() {
        assert_eq!(names("k7/8/(G)6=(LI)/8").collect::<Vec<_>>(), ["(G)", "(LI)"]);
    }
}
