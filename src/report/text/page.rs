//! The page on which a solution is printed: width, styles, letters.

use std::collections::VecDeque;
use std::io::{self, Write};

use anstyle::{AnsiColor, Color, RgbColor, Style};

use crate::report::notation::PieceNames;

/// The appearance of a solution.
#[derive(Clone, Debug)]
pub struct Page {
    /// The columns of the terminal or the paper.
    pub width: usize,
    /// The names of men in moves.
    pub names: PieceNames,
    /// The names of men on the board; black men in small letters or as black figurines.
    pub board: PieceNames,
    /// Whether the board is drawn.
    pub has_board: bool,
    /// The characters other than men.
    pub characters: Characters,
    /// The colours and weights.
    pub styles: Styles,
}

impl Default for Page {
    fn default() -> Page {
        Page {
            width: 80,
            names: PieceNames::KnightS,
            board: PieceNames::Figurines,
            has_board: true,
            characters: Characters::Unicode,
            styles: Styles::plain(),
        }
    }
}

/// The characters of frames, arrows and fractions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Characters {
    /// Frames, `→`, `½`.
    Unicode,
    /// `+--`, `-->`, `.5`.
    Ascii,
}

/// The styles of the parts of a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Styles {
    /// Authors, titles and twins.
    pub heading: Style,
    /// Labels such as *Set play*.
    pub label: Style,
    /// Keys.
    pub key: Style,
    /// Problems and missing results: *No solution*.
    pub note: Style,
    /// Less important parts: frames and Forsyth.
    pub faint: Style,
    /// Light squares.
    pub light: Style,
    /// Dark squares.
    pub dark: Style,
}

impl Styles {
    /// Returns the styles without colours and weights.
    pub fn plain() -> Styles {
        Styles::default()
    }

    /// Returns the styles for a terminal; the board looks as in print on any background.
    pub fn coloured() -> Styles {
        let ink = Style::new().fg_color(Some(Color::Rgb(RgbColor(0, 0, 0))));
        let paper = |grey| Some(Color::Rgb(RgbColor(grey, grey, grey)));
        Styles {
            heading: Style::new().bold(),
            label: Style::new().underline(),
            key: Style::new().bold().fg_color(Some(Color::Ansi(AnsiColor::Green))),
            note: Style::new().fg_color(Some(Color::Ansi(AnsiColor::Yellow))),
            faint: Style::new().dimmed(),
            light: ink.bg_color(paper(245)),
            dark: ink.bg_color(paper(190)),
        }
    }

    /// Returns the style of a kind of words.
    pub(super) fn of(&self, tone: Tone) -> Style {
        match tone {
            Tone::Plain => Style::new(),
            Tone::Heading => self.heading,
            Tone::Label => self.label,
            Tone::Key => self.key,
            Tone::Note => self.note,
            Tone::Faint => self.faint,
        }
    }
}

/// The kind of a word, which determines its style.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// An ordinary word.
    Plain,
    /// A word of an author, title or twin.
    Heading,
    /// A word of a label.
    Label,
    /// A key.
    Key,
    /// A problem or a missing result.
    Note,
    /// A less important word.
    Faint,
}

/// The words of a paragraph; a word is never broken.
#[derive(Clone, Debug, Default)]
pub struct StyledWords(Vec<(String, Tone)>);

impl StyledWords {
    /// Returns one word, which may contain blanks.
    pub fn one(word: impl Into<String>, tone: Tone) -> StyledWords {
        StyledWords(vec![(word.into(), tone)])
    }

    /// Returns the words of a text.
    pub fn of(text: &str, tone: Tone) -> StyledWords {
        StyledWords(text.split_whitespace().map(|word| (word.to_owned(), tone)).collect())
    }

    /// Appends a word.
    pub fn push(&mut self, word: impl Into<String>, tone: Tone) {
        self.0.push((word.into(), tone));
    }

    /// Appends all words of another list.
    pub fn extend(&mut self, words: StyledWords) {
        self.0.extend(words.0);
    }

    /// Appends a mark to the last word.
    pub fn append(&mut self, mark: &str) {
        if let Some((word, _)) = self.0.last_mut() {
            *word += mark;
        }
    }

    /// Puts a mark before the first word.
    pub fn prepend(&mut self, mark: &str) {
        if let Some((word, _)) = self.0.first_mut() {
            word.insert_str(0, mark);
        }
    }

    /// Returns the lines of the paragraph, at most `width` columns wide if the words allow that; lines after
    /// the first are indented by `hanging` more columns.
    fn wrapped(&self, width: usize, indent: usize, hanging: usize, styles: &Styles) -> Vec<String> {
        let mut lines = Vec::new();
        let (mut line, mut used) = (" ".repeat(indent), indent);
        // The style in effect at the end of the line so far.
        let mut active: Option<Style> = None;
        for (index, (word, tone)) in self.0.iter().enumerate() {
            let length = word.chars().count();
            let style = styles.of(*tone);
            if index > 0 && used + 1 + length > width {
                line += &reset(active.take());
                lines.push(std::mem::replace(&mut line, " ".repeat(indent + hanging)));
                used = indent + hanging;
            } else if index > 0 {
                if active != Some(style) {
                    line += &reset(active.take());
                }
                line.push(' ');
                used += 1;
            }
            if active != Some(style) {
                line += &style.render().to_string();
                active = Some(style);
            }
            line += word;
            used += length;
        }
        line += &reset(active);
        lines.push(line);
        lines
    }
}

fn reset(style: Option<Style>) -> String {
    style.map_or(String::new(), |style| style.render_reset().to_string())
}

/// A column of text, with other lines to its left while they last.
#[derive(Debug)]
pub struct Column<W> {
    out: W,
    width: usize,
    styles: Styles,
    left: VecDeque<String>,
    left_width: usize,
    failed: Option<io::Error>,
}

impl<W: Write> Column<W> {
    /// Returns a column with the width of the page.
    pub fn new(page: &Page, out: W) -> Column<W> {
        Column {
            out,
            width: page.width.max(20),
            styles: page.styles,
            left: VecDeque::new(),
            left_width: 0,
            failed: None,
        }
    }

    /// Puts lines, each `width` columns wide, to the left of the following lines.
    pub fn place_left(&mut self, lines: Vec<String>, width: usize) {
        self.left = lines.into();
        self.left_width = width + 4;
        self.width = self.width.saturating_sub(self.left_width).max(20);
    }

    /// Returns the columns that are left for lines.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Writes a paragraph.
    pub fn paragraph(&mut self, indent: usize, words: &StyledWords) {
        for line in words.wrapped(self.width, indent, 2, &self.styles) {
            self.line(&line);
        }
    }

    /// Writes a line without wrapping.
    pub fn line(&mut self, line: &str) {
        let line = if self.left_width == 0 {
            format!("{line}\n")
        } else {
            match (self.left.pop_front(), line) {
                (Some(left), "") => format!("{}\n", left.trim_end()),
                (Some(left), line) => format!("{left}    {line}\n"),
                (None, "") => "\n".into(),
                (None, line) => format!("{:1$}{line}\n", "", self.left_width),
            }
        };
        if self.failed.is_none() {
            self.failed = self.out.write_all(line.as_bytes()).err();
        }
    }

    /// Flushes the output, because the search may take long.
    pub fn flush(&mut self) {
        if self.failed.is_none() {
            self.failed = self.out.flush().err();
        }
    }

    /// Returns whether a write has failed.
    pub fn has_failed(&self) -> bool {
        self.failed.is_some()
    }

    /// Writes the remaining lines on the left.
    pub fn finish(mut self) -> io::Result<()> {
        while !self.left.is_empty() {
            self.line("");
        }
        match self.failed {
            Some(error) => Err(error),
            None => self.out.flush(),
        }
    }
}
