//! What the page filters and sorts by.

use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::problem::Verdict;
use crate::report::collection::CollectionEntry;
use crate::report::diagram::Escaped;

/// What separates several values in an attribute.
const SEPARATOR: &str = "|";
/// The rules of a problem without conditions.
const ORTHODOX: &str = "orthodox";

/// The values of each filter, with the numbers of problems.
#[derive(Default)]
pub(super) struct Facets {
    verdicts: BTreeMap<String, usize>,
    stipulations: BTreeMap<String, usize>,
    rules: BTreeMap<String, usize>,
    authors: BTreeMap<String, usize>,
}

impl Facets {
    /// Counts a problem.
    pub fn count(&mut self, entry: &CollectionEntry) {
        let add = |counts: &mut BTreeMap<String, usize>, value: &str| {
            if !value.is_empty() {
                *counts.entry(value.to_owned()).or_default() += 1;
            }
        };
        add(&mut self.verdicts, &entry.outcome);
        add(&mut self.stipulations, &entry.stipulation());
        rules(entry).iter().for_each(|rule| add(&mut self.rules, rule));
        entry.authors().iter().for_each(|author| add(&mut self.authors, author));
    }

    /// Writes the form with the filters, which the script shows.
    pub fn write(&self, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        writeln!(out, "<form id=\"filters\" aria-label=\"Filters\" hidden>")?;
        for (name, label, counts) in [
            ("verdict", "Verdict", &self.verdicts),
            ("stipulation", "Stipulation", &self.stipulations),
            ("rule", "Rule", &self.rules),
            ("author", "Author", &self.authors),
        ] {
            writeln!(out, "<label>{label} <select name=\"{name}\"><option value=\"\">all</option>")?;
            for (value, count) in counts {
                let value = Escaped(value);
                writeln!(out, "<option value=\"{value}\">{value} ({count})</option>")?;
            }
            writeln!(out, "</select></label>")?;
        }
        writeln!(
            out,
            "<label>Order <select name=\"sort\"><option value=\"\">as given</option>\
             <option value=\"cost\">longest first</option></select></label>\n\
             <label class=\"wide\">Text <input type=\"search\" name=\"text\" autocomplete=\"off\"></label>\n\
             <p class=\"actions\"><output id=\"count\"></output> <button type=\"reset\">Show all</button></p>\n</form>"
        )
    }
}

fn rules(entry: &CollectionEntry) -> Vec<String> {
    match entry.rules() {
        rules if rules.is_empty() && entry.problem.is_some() => vec![ORTHODOX.to_owned()],
        rules => rules,
    }
}

/// Returns the attributes of the article of a problem.
pub(super) fn attributes(number: usize, entry: &CollectionEntry) -> [(&'static str, String); 6] {
    [
        ("id", format!("p{number}")),
        ("data-verdict", entry.outcome.clone()),
        ("data-stipulation", entry.stipulation()),
        ("data-rule", rules(entry).join(SEPARATOR)),
        ("data-author", entry.authors().join(SEPARATOR)),
        ("data-cost", entry.cost.map_or(String::new(), |cost| format!("{:.3}", cost.milliseconds))),
    ]
}

/// Returns the class of the verdict: `good`, `fair`, `bad`, or `open` if there is none.
pub(super) fn gravity(entry: &CollectionEntry) -> &'static str {
    match entry.verdict {
        Some(Verdict::Sound) => "good",
        Some(Verdict::SeveralSolutions | Verdict::Dualled) => "fair",
        None | Some(Verdict::Incomplete | Verdict::Refused) => "open",
        Some(_) => "bad",
    }
}
