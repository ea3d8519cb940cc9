//! The tags with the names of authors, sources and the like.

use super::game::Tag;
use super::{GameProblem, is_stipulation};
use crate::formats::Diagnostic;
use crate::formats::source::sanitise;
use crate::problem::{Problem, first_name};

/// The tags with names; `Title`, `Source` and `Award` also with a number.
const NAME_TAGS: [&str; 6] = ["Event", "Site", "Date", "White", "Black", "Id"];
/// The tags with names that can be repeated with numbers.
const REPEATED_TAGS: [&str; 3] = ["Title", "Source", "Award"];
/// Tags of games that resemble those of problems.
pub(super) const GAME_TAGS: [&str; 4] = ["Board", "Opening", "Section", "Time"];

/// Returns whether a tag names an author, a source or the like.
pub(super) fn is_name_tag(name: &str) -> bool {
    NAME_TAGS.contains(&name) || REPEATED_TAGS.iter().any(|base| number(name, base).is_some())
}

/// Returns whether a value states nothing.
pub(super) fn is_unknown(value: &str) -> bool {
    value.chars().all(|sign| "?.-* ".contains(sign))
}

/// Returns the number of a tag that can be repeated: 1 without a number, as in `Title`, and 2 for `Title2`.
pub(super) fn number(name: &str, base: &str) -> Option<u32> {
    match name.strip_prefix(base)? {
        "" => Some(1),
        digits => digits.parse().ok().filter(|number| *number > 1 && !digits.starts_with(['0', '+'])),
    }
}

/// Returns the warning that a tag is not kept.
pub(super) fn not_kept(tag: &Tag<'_>) -> Diagnostic {
    Diagnostic::warning(tag.name.span, format!("the tag '{}' is not kept", tag.name.text))
}

/// Returns the date of a problem: the only year that its origins name, if there is one.
pub fn date(origins: &[String]) -> String {
    let numbers = origins.iter().flat_map(|origin| origin.split(|sign: char| !sign.is_alphanumeric()));
    let mut years: Vec<&str> = numbers.filter(|word| is_year(word)).collect();
    years.dedup();
    match years[..] {
        [year] => format!("{year}.??.??"),
        _ => "????.??.??".into(),
    }
}

fn is_year(word: &str) -> bool {
    word.len() == 4 && word.parse().is_ok_and(|year: u32| (1000..2200).contains(&year))
}

impl GameProblem<'_> {
    /// Reads the names of a problem, and notes those that it does not hold.
    pub(super) fn read_names(&mut self, problem: &mut Problem) {
        let text = |value: &str| sanitise(value.trim());
        let all = |name: &str| self.numbered(name).into_iter().map(|token| text(token.text)).collect();
        problem.titles = all("Title");
        problem.awards = all("Award");
        problem.origins = all("Source");
        problem.id = self.known("Id").map(|tag| text(&tag.value));
        problem.authors = self.authors();
        self.read_origin(problem);
        let layout = problem.setting.diagram.layout();
        if let Some(black) = self.known("Black") {
            let of_tag = self.tag("Stipulation").map(|tag| tag.value.trim());
            let is_same = of_tag.is_none_or(|stipulation| stipulation == black.value.trim());
            if !is_same || !is_stipulation(&black.value, layout) {
                self.unread.push(not_kept(black));
            }
        }
    }

    /// Makes `Event`, `Site` and `Date` the origin if there is no tag `Source`; if not, they must repeat it.
    fn read_origin(&mut self, problem: &mut Problem) {
        let tags = ["Event", "Site", "Date"].map(|name| self.known(name));
        if problem.origins.is_empty() {
            let parts = tags.into_iter().flatten();
            let parts: Vec<String> = parts.map(|tag| sanitise(tag.value.trim()).replace(".??", "")).collect();
            problem.origins.extend((!parts.is_empty()).then(|| parts.join(", ")));
            return;
        }
        for tag in tags.into_iter().flatten() {
            let is_repeated = match tag.name.text {
                "Date" => tag.value.trim() == date(&problem.origins),
                _ => problem.origins.first().is_some_and(|origin| origin == tag.value.trim()),
            };
            if !is_repeated {
                self.unread.push(not_kept(tag));
            }
        }
    }
}

impl<'g> GameProblem<'g> {
    /// Returns the author, title or name of the problem.
    pub(super) fn name(&self) -> Option<String> {
        let titles: Vec<String> =
            self.numbered("Title").iter().map(|token| sanitise(token.text.trim())).collect();
        let id = self.known("Id").map(|tag| sanitise(tag.value.trim()));
        first_name(&self.authors(), &titles, id.as_ref()).map(str::to_owned)
    }

    fn authors(&self) -> Vec<String> {
        let authors = self.known("White").map_or("", |tag| &tag.value);
        let names = authors.split(':').map(|name| sanitise(name.trim()));
        names.filter(|name| !is_unknown(name)).collect()
    }

    /// Returns the tag with this name if its value states something.
    fn known(&self, name: &str) -> Option<&'g Tag<'g>> {
        self.tag(name).filter(|tag| !is_unknown(&tag.value))
    }
}
