//! The solution as data for the script: what it shows and plays, and nothing else.

use std::collections::VecDeque;

use serde::Serialize;

use super::replay::{Changes, Replay};
use crate::board::Layout;
use crate::report::collection::CollectionEntry;
use crate::report::diagram::legend::Legend;
use crate::report::diagram::{BoardKind, Gallery, place_name};
use crate::report::journal::{MoveWriter, NO_SET_PLAY, NO_SOLUTION, is_empty, side_headings, twin_heading};
use crate::report::json::{JsonMove, JsonNode, JsonPhase, JsonSide, JsonTwin};

/// A solution.
#[derive(Serialize)]
struct PlayData {
    /// The name of the board; empty if there is none.
    board: String,
    twins: Vec<TwinData>,
}

#[derive(Serialize)]
struct TwinData {
    /// The heading; empty without twins.
    title: String,
    /// What is on the board when play begins; `None` if moves cannot be played.
    first: Option<String>,
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

/// A move: its text, 1 if Black plays it, and the places that it changes with what is on them, as in `d4;d6wR`; `None`
/// if it cannot be played.
type MoveData = (String, u8, Option<String>);

/// A node of battle play: its text, the letter of its role, 1 if Black plays it, the places that it changes, and what
/// follows.
#[derive(Serialize)]
struct NodeData(String, char, u8, Option<String>, Vec<NodeData>);

/// Returns the data of a solution as JSON within an element of HTML.
pub(super) fn data(
    entry: &CollectionEntry,
    kind: Option<BoardKind>,
    replays: Vec<Option<Replay>>,
    gallery: &mut Gallery,
    writer: &MoveWriter,
) -> String {
    let layout = entry.problem.as_ref().map_or(Layout::CHESS, |problem| problem.setting.diagram.layout());
    let legend = gallery.legend(replays.iter().flatten().flat_map(Replay::contents));
    let mut encoder = Encoder { writer, gallery, legend, layout, changes: VecDeque::new() };
    let mut replays = replays.into_iter();
    let twins = entry.twins.iter().map(|twin| (twin, replays.next().flatten()));
    let twins = twins.filter(|(twin, _)| !twin.zeroposition);
    let twins = twins.map(|(twin, replay)| encoder.twin(twin, replay)).collect();
    let board = kind.map_or(String::new(), BoardKind::name);
    // The data have no map, so that this does not fail.
    in_script(&serde_json::to_string(&PlayData { board, twins }).unwrap_or_default())
}

/// Returns JSON that can be within a script: no markup begins or ends in it.
pub(super) fn in_script(json: &str) -> String {
    // These characters are in texts only.
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

struct Encoder<'a> {
    writer: &'a MoveWriter,
    gallery: &'a mut Gallery,
    legend: Legend,
    layout: Layout,
    /// The changes of the moves of a twin that follow.
    changes: VecDeque<Option<Changes>>,
}

impl Encoder<'_> {
    fn twin(&mut self, twin: &JsonTwin, replay: Option<Replay>) -> TwinData {
        let first = replay.map(|replay| {
            self.changes = replay.changes;
            let filled = replay.first.into_iter().map(|(place, content)| (place, Some(content)));
            self.words(filled.collect())
        });
        let remarks = twin.remarks.iter().map(|remark| remark.message.clone());
        let error: Vec<String> = twin.error.iter().cloned().chain(remarks).collect();
        let parts = twin.sides.iter().flat_map(|side| self.side(twin, side)).collect();
        self.changes.clear();
        let title = twin_heading(twin).unwrap_or_default();
        TwinData { title, first, error: error.join("; "), parts }
    }

    /// Returns changes for the script.
    fn words(&mut self, changes: Changes) -> String {
        let mut words = Vec::new();
        for (place, content) in changes {
            let content = content.map_or(String::new(), |content| self.gallery.words(content, &self.legend));
            words.push(place_name(place, self.layout) + &content);
        }
        words.join(";")
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
        let (text, side, changes) = self.mv(&node.mv, self.writer.numbered(node) + zugzwang);
        let role = node.role.chars().next().unwrap_or(' ');
        // A try and a threat begin with the same letter.
        let role = if node.role == "threat" { 'h' } else { role };
        let children = node.children.iter().map(|child| self.node(child)).collect();
        NodeData(text, role, side, changes, children)
    }

    fn mv(&mut self, mv: &JsonMove, text: String) -> MoveData {
        let changes = self.changes.pop_front().flatten().map(|changes| self.words(changes));
        (text, u8::from(mv.side == "black"), changes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_ends_no_element() {
        assert_eq!(in_script("[\"</script><!--\u{2028}\"]"), "[\"\\u003c/script>\\u003c!--\\u2028\"]");
    }
}
