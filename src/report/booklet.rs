//! A collection as a booklet for LaTeX: diagrams in two columns, then the solutions.
//!
//! Diagrams and figurines are those of the package *diagram* by Stefan Höning. The same problems give the same bytes.

mod letters;

use std::fmt::Write as _;
use std::io::{self, Write};

use super::PieceNames;
use super::collection::CollectionEntry;
use super::diagram::{DiagramStyle, tex, tex_escaped as escaped};
use super::journal::{MoveWriter, ParagraphKind, paragraphs};

/// The maximum number of plies of a solution in the booklet.
pub const MAX_PLIES: usize = 1_000;

/// What precedes the title.
const PREAMBLE: &str = r"\documentclass[a4paper,10pt]{article}
\usepackage{iftex}
\iftutex\usepackage{fontspec}\else\usepackage[T1]{fontenc}\fi
\usepackage[margin=18mm]{geometry}
\usepackage{multicol}
\usepackage{diagram}
\setlength{\parindent}{0pt}
\raggedbottom
\newcommand{\problem}[1]{\begin{minipage}[t]{.49\textwidth}\centering #1\end{minipage}}
\newcommand{\solutionof}[2]{\par\medskip\textbf{#1}\enspace #2\par}
\newcommand{\variation}[1]{\par\hangindent=2em\hspace*{1em}#1}
\newcommand{\playline}[1]{\par\hangindent=1em #1}
\newcommand{\note}[1]{\par\textit{#1}}
";

/// A booklet that is being made.
pub struct Booklet {
    title: String,
    names: PieceNames,
    writer: MoveWriter,
    diagrams: String,
    solutions: String,
    number: usize,
}

impl Booklet {
    /// Returns a booklet without problems; solutions have these names of men.
    pub fn new(title: &str, names: PieceNames) -> Booklet {
        Booklet {
            title: title.to_owned(),
            names,
            writer: MoveWriter::new(names),
            diagrams: String::new(),
            solutions: String::new(),
            number: 0,
        }
    }

    /// Adds a problem.
    pub fn add(&mut self, mut entry: CollectionEntry) {
        entry.limit_plies(MAX_PLIES);
        self.number += 1;
        self.diagram(&entry);
        self.solution(&entry);
    }

    fn diagram(&mut self, entry: &CollectionEntry) {
        let style = DiagramStyle { names: self.names, ..DiagramStyle::default() };
        let problem = entry.problem.as_ref().map(|problem| match entry.has_own_names {
            true => problem.clone(),
            false => problem.clone().without_names(),
        });
        let diagram = match problem.map(|problem| tex(&problem, &style)) {
            Some(Ok(diagram)) => {
                let (_, diagram) = diagram.split_once("\\begin{diagram}").unwrap_or_default();
                let (size, rest) = diagram.split_once('\n').unwrap_or_default();
                format!("\\begin{{diagram}}{size}\n  \\specialdiagnum{{{}}}\n{rest}", self.number)
            }
            Some(Err(error)) => self.without_diagram(entry, &error.to_string()),
            None => self.without_diagram(entry, &entry.reason),
        };
        let _ = write!(self.diagrams, "\\problem{{%\n{diagram}}}");
        self.diagrams += if self.number.is_multiple_of(2) { "\\par\\bigskip\n" } else { "\\hfill\n" };
    }

    /// Returns what is in the place of a diagram.
    fn without_diagram(&self, entry: &CollectionEntry, reason: &str) -> String {
        let (place, reason) = (escaped(&entry.place), escaped(reason));
        format!("\\textbf{{{}}}\\enspace {place}\\par\\textit{{{reason}}}\n", self.number)
    }

    fn solution(&mut self, entry: &CollectionEntry) {
        let names = match entry.authors().join(", ") {
            names if names.is_empty() => entry.place.clone(),
            names => names,
        };
        let heading = format!("{}: \\textit{{{}}}", escaped(&names), escaped(&entry.outcome));
        let _ = writeln!(self.solutions, "\\solutionof{{{}}}{{{heading}}}", self.number);
        for paragraph in paragraphs(&entry.twins, &self.writer) {
            let command = match paragraph.kind {
                ParagraphKind::Heading | ParagraphKind::Remark => "note",
                ParagraphKind::Line => "playline",
                ParagraphKind::Variation => "variation",
            };
            let _ = writeln!(self.solutions, "\\{command}{{{}}}", escaped(&paragraph.text));
        }
        for text in entry.findings.iter().chain([&entry.reason, &entry.remark]) {
            if !text.is_empty() {
                let _ = writeln!(self.solutions, "\\note{{{}}}", escaped(text));
            }
        }
    }

    /// Writes the booklet.
    ///
    /// # Errors
    /// The first failure to write.
    pub fn write(self, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        let Booklet { title, diagrams, solutions, .. } = self;
        let title = escaped(&title);
        let letters = letters::preamble([&title, &diagrams, &solutions]);
        write!(
            out,
            "{PREAMBLE}{letters}\\begin{{document}}\n{{\\Large\\bfseries {title}\\par}}\\bigskip\n{diagrams}\\clearpage\n\
             {{\\large\\bfseries Solutions\\par}}\n\\begin{{multicols}}{{2}}\n\\raggedright\n{solutions}\\end{{multicols}}\n\\end{{document}}\n"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Problem;

    fn booklet(count: usize) -> String {
        let mut problem: Problem = "kbK5/pp6/1P6/8/8/8/8/R7 w - - #2".parse().unwrap();
        problem.authors = vec!["A_B \\input{x}".into()];
        let mut booklet = Booklet::new("50% #2", PieceNames::Figurines);
        for _ in 0..count {
            booklet.add(CollectionEntry {
                problem: Some(problem.clone()),
                has_own_names: true,
                outcome: "sound".into(),
                ..CollectionEntry::default()
            });
        }
        let mut out = Vec::new();
        booklet.write(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn texts_are_escaped() {
        let text = booklet(1);
        assert!(
            text.contains("50\\% \\#2") && text.contains("A\\_B \\textbackslash{}input\\{x\\}"),
            "{text}"
        );
    }

    #[test]
    fn problems_are_numbered_in_two_columns() {
        let text = booklet(3);
        assert_eq!(text.matches("\\begin{diagram}").count(), 3);
        assert!(text.contains("\\specialdiagnum{3}") && text.contains("\\solutionof{3}"));
        assert_eq!(text.matches("\\hfill").count(), 2);
    }
}
