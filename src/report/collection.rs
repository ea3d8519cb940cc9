//! The problems of a collection as reports show them.

use crate::problem::{Problem, Verdict};
use crate::report::json::{JsonNode, JsonPhase, JsonSide, JsonTwin, JsonVerdict};
use crate::report::question;
use crate::report::text::{Characters, stipulation};

/// The maximum number of findings, and that of notes, that are shown of a problem.
const MAX_FINDINGS: usize = 10;

/// A problem with what is known of its solution.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CollectionEntry {
    /// The source and the line, as in `a.epd:3`.
    pub place: String,
    /// The author, the title or the name; empty if there is none.
    pub name: String,
    /// The problem; `None` if it was not understood or is not kept.
    pub problem: Option<Problem>,
    /// Whether authors and titles of the problem belong to this entry: equal problems have one result.
    pub has_own_names: bool,
    /// The verdict; `None` while there is none.
    pub verdict: Option<Verdict>,
    /// The verdict in words, or the state of a problem without one.
    pub outcome: String,
    /// Whether the verdict is as declared.
    pub as_declared: bool,
    /// The reason why the problem was refused or the program failed; empty otherwise.
    pub reason: String,
    /// The cost of the search; `None` while there is no result.
    pub cost: Option<Cost>,
    /// The reasons of the verdict.
    pub findings: Vec<String>,
    /// What else was found, such as minor duals.
    pub notes: Vec<String>,
    /// The solution.
    pub twins: Vec<JsonTwin>,
    /// The reason why the solution is missing or is only a part; empty if it is whole.
    pub remark: String,
}

/// The cost of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cost {
    /// The number of positions.
    pub nodes: u64,
    /// The time.
    pub milliseconds: f64,
}

impl CollectionEntry {
    /// Returns the authors, or the name of a problem with other names.
    pub fn authors(&self) -> Vec<&str> {
        let authors = self.own_problem().map_or(&[][..], |problem| &problem.authors);
        match authors.iter().map(|name| name.trim()).filter(|name| !name.is_empty()).collect() {
            authors if self.has_own_names => authors,
            _ => Some(self.name.trim()).filter(|name| !name.is_empty()).into_iter().collect(),
        }
    }

    /// Returns titles, publications and awards.
    pub fn sources(&self) -> Vec<&str> {
        let texts = self.own_problem().map(|problem| [&problem.titles, &problem.origins, &problem.awards]);
        let texts = texts.into_iter().flatten().flatten().map(|text| text.trim());
        texts.filter(|text| !text.is_empty()).collect()
    }

    /// Returns the name of the problem in its source.
    pub fn id(&self) -> Option<&str> {
        self.own_problem().and_then(|problem| problem.id.as_deref())
    }

    fn own_problem(&self) -> Option<&Problem> {
        self.problem.as_ref().filter(|_| self.has_own_names)
    }

    /// Returns the stipulation, as in `h#2½`; empty if it is not known.
    pub fn stipulation(&self) -> String {
        self.problem.as_ref().map_or(String::new(), |problem| stipulation(problem, Characters::Unicode))
    }

    /// Returns the conditions.
    pub fn rules(&self) -> Vec<String> {
        let problem = self.problem.iter();
        problem.flat_map(|problem| problem.setting.conditions.iter()).map(ToString::to_string).collect()
    }

    /// Returns the number of half-moves of the stipulation; `None` if it is structured or not known.
    pub fn half_moves(&self) -> Option<u32> {
        let problem = self.problem.as_ref().filter(|problem| problem.setting.structured.is_none())?;
        let stipulation = question::stipulation(&problem.setting, &problem.options)?;
        Some(2 * u32::from(stipulation.moves) + u32::from(stipulation.half_move))
    }

    /// Sets the findings of a verdict, and apart from them those that do not lead to it.
    pub fn set_findings(&mut self, verdict: &JsonVerdict) {
        let [mut findings, mut notes] = [Vec::new(), Vec::new()];
        for twin in &verdict.twins {
            let label = twin.label.as_ref().map_or(String::new(), |label| format!("{label}) "));
            findings.extend(twin.refusals.iter().map(|reason| format!("{label}{reason}")));
            for finding in twin.sides.iter().flat_map(|side| &side.phases).flat_map(|phase| &phase.findings) {
                let list = if finding.verdict.is_some() { &mut findings } else { &mut notes };
                list.push(format!("{label}{}", finding.message));
            }
        }
        [self.findings, self.notes] = [findings, notes].map(shortened);
    }

    /// Removes the plies of the solution beyond the first `limit`.
    pub fn limit_plies(&mut self, limit: usize) {
        let mut left = limit;
        let mut is_cut = false;
        for phase in self.twins.iter_mut().flat_map(|twin| &mut twin.sides).flat_map(phases_mut) {
            is_cut |= limit_nodes(&mut phase.tree, &mut left);
            let lines = phase.lines.len();
            phase.lines.retain(|line| {
                let is_kept = left >= line.moves.len();
                left = if is_kept { left - line.moves.len() } else { 0 };
                is_kept
            });
            is_cut |= phase.lines.len() < lines;
        }
        if is_cut {
            self.remark = format!("Only the first {limit} moves are shown: kirke solve prints all of them.");
        }
    }
}

/// Returns the first texts of a list, and the number of the others.
fn shortened(mut texts: Vec<String>) -> Vec<String> {
    // A number takes as much space as a text.
    let more = texts.len().saturating_sub(MAX_FINDINGS);
    if more > 1 {
        texts.truncate(MAX_FINDINGS);
        texts.push(format!("{more} more"));
    }
    texts
}

/// Returns set play and actual play.
fn phases_mut(side: &mut JsonSide) -> impl Iterator<Item = &mut JsonPhase> {
    side.set.iter_mut().chain(side.actual.iter_mut())
}

/// Removes the nodes beyond the first `left`, and returns whether there are any.
fn limit_nodes(nodes: &mut Vec<JsonNode>, left: &mut usize) -> bool {
    let mut is_cut = false;
    nodes.retain_mut(|node| {
        if *left == 0 {
            is_cut = true;
            return false;
        }
        *left -= 1;
        is_cut |= limit_nodes(&mut node.children, left);
        true
    });
    is_cut
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_solutions_are_cut() {
        let twin: JsonTwin = serde_json::from_str(SHORT_TWIN).unwrap();
        let entry = CollectionEntry { twins: vec![twin], ..CollectionEntry::default() };
        let plies = |limit: usize| {
            let mut entry = entry.clone();
            entry.limit_plies(limit);
            let tree = entry.twins.remove(0).sides.remove(0).actual.unwrap().tree;
            (tree.len(), tree.first().map_or(0, |key| key.children.len()), !entry.remark.is_empty())
        };
        assert_eq!(
            [0, 1, 2, 3, 9].map(plies),
            [(0, 0, true), (1, 0, true), (1, 1, true), (2, 1, false), (2, 1, false)]
        );
    }

    const SHORT_TWIN: &str = r#"{"label":null,"continued":false,"zeroposition":false,"changes":[],"asked":null,"error":null,
        "remarks":[],"sides":[{"side":"white","begins":"white","set":null,"remarks":[],"actual":{"after_key":null,"lines":[],
        "remarks":[],"tree":[
        {"role":"key","number":1,"wins_in":2,"pending":null,"move":{"side":"white","long":"Ra1-a2","short":"Ra2",
        "machine":"a1a2","check":false,"goal":null},"children":[{"role":"defence","number":1,"wins_in":1,"pending":null,
        "move":{"side":"black","long":"Ka8-a7","short":"Ka7","machine":"a8a7","check":false,"goal":null},"children":[]}]},
        {"role":"try","number":1,"wins_in":2,"pending":null,"move":{"side":"white","long":"Ra1-a3","short":"Ra3",
        "machine":"a1a3","check":false,"goal":null},"children":[]}]}}]}"#;
}
