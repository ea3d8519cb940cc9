//! Problems as entries of Olive.

use super::yaml::{put_value, quoted};
use crate::formats::popeye;
use crate::position::Colour;
use crate::problem::declaration::branching_text;
use crate::problem::{Declaration, Note, Problem, Twin, Verdict};

/// The fields that the origin is made of.
pub(super) const SOURCE_FIELDS: [&str; 3] = ["source", "source-id", "date"];
/// The fields that the award is made of.
pub(super) const AWARD_FIELDS: [&str; 5] = ["award", "distinction", "tourney", "judge", "judges"];

/// Returns a problem as a document of YAML.
pub(super) fn entry(problem: &Problem) -> String {
    let mut entry = Entry { text: "---\n".into() };
    entry.list("", "authors", &problem.authors);
    // The fields of the entry that was read have the same contents in parts.
    let has_note = |names: &[&str]| problem.notes.iter().any(|note| names.contains(&&*note.name));
    if let Some(origin) = problem.origins.first().filter(|_| !has_note(&SOURCE_FIELDS)) {
        entry.text += "source:\n";
        entry.field("  ", "name", origin);
    }
    if let Some(award) = problem.awards.first().filter(|_| !has_note(&AWARD_FIELDS)) {
        entry.text += "award:\n";
        entry.field("  ", "distinction", award);
    }
    put_diagram(&mut entry, problem);
    let setting = &problem.setting;
    if let Some(stipulation) = &setting.stipulation {
        entry.field("", "stipulation", &stipulation.value.to_string());
    }
    let layout = setting.diagram.layout();
    let mut rules = popeye::condition_words(setting);
    rules.extend(popeye::option_words(layout, &problem.options));
    entry.list("", "options", &rules);
    if !problem.twins.is_empty() {
        entry.text += "twins:\n";
        let first = usize::from(!problem.zeroposition);
        for (index, twin) in problem.twins.iter().enumerate() {
            entry.field("  ", &Twin::name(first + index), &popeye::twin_words(layout, twin));
        }
    }
    for declaration in problem.declarations.iter().filter(|declaration| declaration.twin.is_none()) {
        let [has_intended, has_solution] =
            [["intended-solutions"], ["solution"]].map(|names| has_note(&names));
        put_declaration(&mut entry, declaration, has_intended, has_solution);
    }
    if let Some(id) = problem.id.as_ref().filter(|_| !has_note(&["id"])) {
        entry.field("", "id", id);
    }
    let written = entry.names();
    // A field without contents can be that of another field, as if it has no options, but conditions.
    for Note { name, value } in problem.notes.iter().filter(|note| !written.contains(&note.name)) {
        entry.text += &format!("{}:", quoted(name));
        put_value(&mut entry.text, 2, value);
    }
    entry.text
}

fn put_diagram(entry: &mut Entry, problem: &Problem) {
    let diagram = &problem.setting.diagram;
    entry.text += "algebraic:\n";
    for (colour, name) in [(Colour::White, "white"), (Colour::Black, "black"), (Colour::Neutral, "neutral")] {
        let men = diagram.men().filter(|(_, man)| man.colour == colour);
        let mut men: Vec<_> = men.collect();
        men.sort_by_key(|(_, man)| man.walk);
        let words: Vec<String> = men
            .into_iter()
            .map(|(square, man)| quoted(&popeye::man_words(diagram.layout(), square, man)))
            .collect();
        if !words.is_empty() {
            entry.text += &format!("  {name}: [{}]\n", words.join(", "));
        }
    }
    if diagram.count(Colour::White) + diagram.count(Colour::Black) + diagram.count(Colour::Neutral) == 0 {
        entry.text += "  white: []\n";
    }
}

/// Writes the number of solutions and the keys as a solution, each unless the entry has this field. A declared fault has
/// none.
fn put_declaration(entry: &mut Entry, declaration: &Declaration, has_intended: bool, has_solution: bool) {
    // The number of intended solutions would include those that were not.
    if declaration.verdict.is_some_and(|verdict| verdict != Verdict::Sound) {
        return;
    }
    let keys = declaration.keys.as_deref().unwrap_or_default();
    let count = (keys.len() > 1).then(|| keys.len().to_string());
    let lines = declaration.line_count.map(|lines| lines.to_string());
    let branching = declaration.branching.as_ref().map(|branching| branching_text(branching));
    if let Some(intended) = count.or(branching).or(lines).filter(|_| !has_intended) {
        // In quotes: Olive does not accept a number.
        entry.field("", "intended-solutions", &intended);
    }
    if !keys.is_empty() && !has_solution {
        let keys: Vec<String> = keys.iter().map(|key| format!("1.{key} !")).collect();
        entry.field("", "solution", &keys.join(" "));
    }
}

/// The text of an entry.
struct Entry {
    text: String,
}

impl Entry {
    /// Returns the names of the fields so far.
    fn names(&self) -> Vec<String> {
        let lines = self.text.lines().filter(|line| line.starts_with(|first: char| first.is_alphabetic()));
        lines.filter_map(|line| Some(line.split_once(':')?.0.to_owned())).collect()
    }

    fn field(&mut self, indent: &str, name: &str, value: &str) {
        self.text += &format!("{indent}{name}: {}\n", quoted(value));
    }

    fn list(&mut self, indent: &str, name: &str, values: &[String]) {
        if !values.is_empty() {
            self.text += &format!("{indent}{name}:\n");
            values.iter().for_each(|value| self.text += &format!("{indent}- {}\n", quoted(value)));
        }
    }
}
