//! A collection as one page of HTML: filters, plots, and each problem with its board, verdict and solution.
//!
//! The page needs no other file and loads nothing. Without a script, and in print, it shows all problems with their
//! solutions as text; its script folds these, filters the problems, and plays the moves of a tree on the board. All
//! texts are escaped, and the content security policy admits no script but that of the page.

mod article;
mod facets;
mod play;
mod plots;
mod replay;

use std::io::{self, Write};

use sha2::{Digest, Sha256};

use self::facets::Facets;
use self::plots::Statistics;
use super::PieceNames;
use super::collection::CollectionEntry;
use super::diagram::{Escaped, Gallery};
use super::journal::MoveWriter;

/// The maximum number of plies of a solution in the page.
pub const MAX_PLIES: usize = 4_000;

const STYLE: &str = include_str!("html/report.css");
/// The modules of the script. Trees that fold are those of the page of `kirke serve`.
const SCRIPTS: [&str; 4] = [
    include_str!("../serve/page/fold.js"),
    include_str!("html/board.js"),
    include_str!("html/tree.js"),
    include_str!("html/report.js"),
];

/// A page that is being made.
pub struct CollectionPage {
    title: String,
    writer: MoveWriter,
    gallery: Gallery,
    facets: Facets,
    statistics: Statistics,
    articles: String,
    number: usize,
}

impl CollectionPage {
    /// Returns a page without problems; solutions have these names of men.
    pub fn new(title: &str, names: PieceNames) -> CollectionPage {
        CollectionPage {
            title: title.to_owned(),
            writer: MoveWriter::new(names),
            gallery: Gallery::new(names),
            facets: Facets::default(),
            statistics: Statistics::default(),
            articles: String::new(),
            number: 0,
        }
    }

    /// Adds a problem.
    pub fn add(&mut self, mut entry: CollectionEntry) {
        entry.limit_plies(MAX_PLIES);
        self.number += 1;
        self.facets.count(&entry);
        self.statistics.count(&entry);
        self.articles += &article::article(self.number, &entry, &mut self.gallery, &self.writer);
    }

    /// Writes the page.
    ///
    /// # Errors
    /// The first failure to write.
    pub fn write(self, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        let (definitions, places) = self.gallery.finish();
        let script = script();
        let (title, problems) = (Escaped(&self.title), self.number);
        let noun = if problems == 1 { "problem" } else { "problems" };
        write!(
            out,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
             <style>\n{STYLE}</style>\n</head>\n<body>\n\
             <svg class=\"definitions\" aria-hidden=\"true\"><defs>\n{definitions}</defs></svg>\n\
             <header><h1>{title}</h1><p>{problems} {noun}</p></header>\n",
            policy(&script)
        )?;
        self.statistics.write(out)?;
        self.facets.write(out)?;
        write!(out, "<main id=\"problems\" aria-label=\"Problems\">\n{}</main>\n", self.articles)?;
        writeln!(out, "<p id=\"nothing\" hidden>No problem is like this.</p>")?;
        let places = serde_json::to_string(&places)?;
        writeln!(
            out,
            "<script type=\"application/json\" id=\"places\">{}</script>",
            play::in_script(&places)
        )?;
        writeln!(
            out,
            "<footer>Made by kirke {}</footer>\n<script type=\"module\">{script}</script>\n</body>\n</html>",
            env!("CARGO_PKG_VERSION")
        )
    }
}

/// Returns the script of the page: that of several modules without their imports and exports.
fn script() -> String {
    let mut script = String::from("\n");
    for line in SCRIPTS.into_iter().flat_map(str::lines) {
        if !line.starts_with("import ") {
            script += line.strip_prefix("export ").unwrap_or(line);
            script.push('\n');
        }
    }
    script
}

/// Returns the content security policy: nothing is loaded, and no script runs but one.
fn policy(script: &str) -> String {
    let hash = base64(&Sha256::digest(script.as_bytes()));
    format!(
        "default-src 'none'; script-src 'sha256-{hash}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
    )
}

/// Returns bytes as text in base 64.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let [first, second, third] = [0, 1, 2].map(|index| u32::from(group.get(index).copied().unwrap_or(0)));
        let number = first << 16 | second << 8 | third;
        for index in 0..4 {
            let digit = DIGITS[(number >> (18 - 6 * index)) as usize & 63];
            text.push(if index > group.len() { '=' } else { char::from(digit) });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_64_is_padded() {
        for (text, expected) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")]
        {
            assert_eq!(base64(text.as_bytes()), expected);
        }
    }

    #[test]
    fn script_is_one_module() {
        let script = script();
        assert!(!script.contains("\nimport ") && !script.contains("\nexport "));
        assert!(!script.contains("</script") && !script.contains("<!--"));
        assert!(script.contains("\nfunction playerOf("));
    }

    fn page(problem: &str) -> String {
        let mut problem: crate::problem::Problem = problem.parse().unwrap();
        problem.titles = vec!["</script><img src=x onerror=alert(1)>".into()];
        problem.authors = vec!["A & \"B\"".into()];
        let entry = CollectionEntry {
            place: "a.epd:1".into(),
            problem: Some(problem),
            has_own_names: true,
            outcome: "sound".into(),
            ..CollectionEntry::default()
        };
        let mut page = CollectionPage::new("<b>", PieceNames::KnightS);
        page.add(entry);
        let mut out = Vec::new();
        page.write(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn texts_are_escaped() {
        let page = page("kbK5/pp6/1P6/8/8/8/8/R7 w - - #2");
        assert!(!page.contains("<img") && !page.contains("<b>") && page.contains("A &amp; &quot;B&quot;"));
        assert_eq!(page.matches("<script").count(), page.matches("</script>").count());
    }

    #[test]
    fn men_are_defined_once() {
        let page = page("kbK5/pp6/1P6/8/8/8/8/R7 w - - #2");
        for id in ["wK", "bK", "wP", "bB"] {
            assert_eq!(page.matches(&format!("id=\"{id}\"")).count(), 1, "{id}");
        }
    }
}
