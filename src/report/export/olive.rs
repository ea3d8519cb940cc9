//! Problems as entries of Olive.

use crate::formats::popeye;
use crate::position::Colour;
use crate::problem::declaration::branching_text;
use crate::problem::{Declaration, Problem, Twin};

/// Returns a problem as a document of YAML.
pub(super) fn entry(problem: &Problem) -> String {
    let mut entry = Entry { text: "---\n".into() };
    entry.list("", "authors", &problem.authors);
    if let Some(origin) = problem.origins.first() {
        entry.text += "source:\n";
        entry.field("  ", "name", origin);
    }
    if let Some(award) = problem.awards.first() {
        entry.text += "award:\n";
        entry.field("  ", "tourney", "ditto");
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
        put_declaration(&mut entry, declaration);
    }
    if let Some(id) = &problem.id {
        entry.field("", "id", id);
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

/// Writes the number of solutions, and the keys as the text of a solution.
fn put_declaration(entry: &mut Entry, declaration: &Declaration) {
    let keys = declaration.keys.as_deref().unwrap_or_default();
    let count = (keys.len() > 1).then(|| keys.len().to_string());
    let lines = declaration.line_count.map(|lines| lines.to_string());
    let branching = declaration.branching.as_ref().map(|branching| branching_text(branching));
    if let Some(intended) = count.or(branching).or(lines) {
        entry.field("", "intended-solutions", &intended);
    }
    if !keys.is_empty() {
        let keys: Vec<String> = keys.iter().map(|key| format!("1.{key} !")).collect();
        entry.field("", "solution", &keys.join(" "));
    }
}

/// The text of an entry.
struct Entry {
    text: String,
}

impl Entry {
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

/// Returns a text as YAML: plain if it can be read as nothing else, in quotes otherwise.
fn quoted(text: &str) -> String {
    let is_plain_sign = |sign: char| sign.is_alphanumeric() || " .+-/()".contains(sign);
    let is_word =
        text.starts_with(char::is_alphabetic) && text.chars().all(is_plain_sign) && !text.ends_with(' ');
    let reserved = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"];
    let is_reserved = reserved.iter().any(|word| word.eq_ignore_ascii_case(text));
    match is_word && !is_reserved {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', "''")),
    }
}
