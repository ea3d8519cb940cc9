//! `kirke diagram`: problems as pictures.

mod target;

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::appearance::{AppearanceArgs, BoardArg};
use super::exit::Exit;
use super::input::Input;
use super::interrupt::Interrupt;
use super::messages::{
    exit_on_write_error, print_diagnostics, print_error, print_note, print_refusal, print_warnings,
};
use super::question::QuestionArgs;
use super::session::with_deep_stack;
use super::terminal;
use crate::board::{Layout, Square};
use crate::formats::{Document, Question, Refusal};
use crate::position::Side;
use crate::problem::Problem;
use crate::report::diagram::{
    self, Arrow, Caption, Coordinates, DarkSquares, DiagramStyle, MenSet, TextShapes,
    characters_without_strokes,
};
use target::Target;

/// The arguments of `kirke diagram`.
#[derive(Args, Debug)]
pub struct DiagramArgs {
    /// Problem files in Popeye's language, EPD, PGN or Olive's format; folders of them; a FEN in quotes; - for standard
    /// input
    #[arg(value_name = "FILES")]
    files: Vec<PathBuf>,
    /// The file to write, as in x.svg, x.png, x.tex or x.txt; of several pictures, each has a number, as in x-1.svg; or a
    /// folder; - for standard output
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
    /// What to write [default: that of the name of the output, or svg]
    #[arg(long, value_enum)]
    format: Option<DiagramFormat>,
    /// Replace numbered files that exist
    #[arg(long)]
    overwrite: bool,
    #[command(flatten)]
    picture: PictureArgs,
    #[command(flatten)]
    appearance: AppearanceArgs,
    #[command(flatten)]
    question: QuestionArgs,
}

/// How the picture looks.
#[derive(Args, Debug)]
#[command(next_help_heading = "Picture")]
struct PictureArgs {
    /// The side of a square in pixels, from 8 to 400
    #[arg(long, value_name = "N", default_value_t = 48, value_parser = square_size)]
    size: u16,
    /// The pictures of men
    #[arg(long, value_enum, default_value = "figures")]
    men: MenArg,
    /// How dark squares are filled
    #[arg(long, value_enum, default_value = "grey")]
    dark: DarkArg,
    /// How the text of an SVG is drawn
    #[arg(long, value_enum, default_value = "font")]
    text: TextArg,
    /// Name files and ranks at the edge
    #[arg(long)]
    coordinates: bool,
    /// Draw the board as Black sees it
    #[arg(long)]
    flip: bool,
    /// Draw no text around the board
    #[arg(long)]
    no_caption: bool,
    /// Colour squares, as in e4,f5
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    highlight: Vec<String>,
    /// Draw arrows, as in e2e4,g1f3
    #[arg(long, value_name = "ARROWS", value_delimiter = ',')]
    arrow: Vec<String>,
}

/// The formats of diagrams.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiagramFormat {
    /// A picture of paths, for web pages and print
    Svg,
    /// A picture of pixels
    Png,
    /// The environment of the LaTeX package diagram
    Tex,
    /// A board of chess symbols
    Text,
    /// A board of letters
    Ascii,
}

impl DiagramFormat {
    /// Returns the extension of files.
    pub const fn extension(self) -> &'static str {
        match self {
            DiagramFormat::Svg => "svg",
            DiagramFormat::Png => "png",
            DiagramFormat::Tex => "tex",
            DiagramFormat::Text | DiagramFormat::Ascii => "txt",
        }
    }

    /// Returns whether a file holds any number of diagrams.
    pub const fn holds_several(self) -> bool {
        !matches!(self, DiagramFormat::Svg | DiagramFormat::Png)
    }
}

/// The sets of men.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum MenArg {
    /// Figures; fairy men are turned
    Figures,
    /// Letters on counters
    Letters,
}

/// The fillings of dark squares.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum DarkArg {
    /// Plain grey
    Grey,
    /// Diagonal lines
    Hatched,
}

/// The shapes of text.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum TextArg {
    /// As text, in a font of the reader
    Font,
    /// As lines, the same everywhere
    Strokes,
}

/// Parses the side of a square.
fn square_size(text: &str) -> Result<u16, String> {
    let [least, most] = DiagramStyle::SQUARE_SIZES;
    let size = text.parse().ok().filter(|size| (least..=most).contains(size));
    size.ok_or_else(|| format!("expected a number of pixels from {least} to {most}"))
}

impl DiagramArgs {
    /// Returns the style for a board.
    ///
    /// # Errors
    /// If the board lacks a square of an option: the message.
    fn style(&self, layout: Layout) -> Result<DiagramStyle, String> {
        let PictureArgs { size, men, dark, text, coordinates, flip, no_caption, highlight, arrow } =
            &self.picture;
        let square = |name: &String| -> Result<Square, String> {
            let expected =
                || format!("--highlight: expected a square ({}), found '{name}'", layout.square_range());
            layout.square(name.trim()).ok_or_else(expected)
        };
        let arrows = |name: &String| -> Result<Arrow, String> {
            let range = layout.square_range();
            let expected = || format!("--arrow: expected two squares ({range}), as in e2e4, found '{name}'");
            Arrow::parse(name.trim(), layout).ok_or_else(expected)
        };
        Ok(DiagramStyle {
            men: if *men == MenArg::Letters { MenSet::Letters } else { MenSet::Figures },
            names: self.appearance.letters,
            dark_squares: if *dark == DarkArg::Hatched { DarkSquares::Hatched } else { DarkSquares::Grey },
            coordinates: if *coordinates { Coordinates::Shown } else { Coordinates::Hidden },
            viewpoint: if *flip { Side::Black } else { Side::White },
            caption: if *no_caption { Caption::Hidden } else { Caption::Shown },
            text: if *text == TextArg::Strokes { TextShapes::Strokes } else { TextShapes::Font },
            square_size: *size,
            highlighted: highlight.iter().map(square).collect::<Result<_, _>>()?,
            arrows: arrow.iter().map(arrows).collect::<Result<_, _>>()?,
        })
    }

    /// Returns the diagram of a problem in a format.
    ///
    /// # Errors
    /// If the format does not have it: the message.
    fn diagram(&self, problem: &Problem, format: DiagramFormat) -> Result<Vec<u8>, String> {
        let style = self.style(problem.setting.diagram.layout())?;
        let draws_text = format == DiagramFormat::Png || style.text == TextShapes::Strokes;
        if draws_text && style.caption == Caption::Shown && !format.holds_several() {
            for letter in characters_without_strokes(problem) {
                print_note(format_args!("note: kirke has no strokes for '{letter}' and draws a box"));
            }
        }
        match format {
            DiagramFormat::Svg => Ok(diagram::svg(problem, &style).into_bytes()),
            DiagramFormat::Png => diagram::png(problem, &style).map_err(|error| error.to_string()),
            DiagramFormat::Tex => {
                diagram::tex(problem, &style).map(String::into_bytes).map_err(|error| error.to_string())
            }
            DiagramFormat::Text => self.text(problem, &style, BoardArg::Unicode),
            DiagramFormat::Ascii => self.text(problem, &style, BoardArg::Ascii),
        }
    }

    fn text(&self, problem: &Problem, style: &DiagramStyle, board: BoardArg) -> Result<Vec<u8>, String> {
        let missing = [
            (style.viewpoint == Side::Black, "flipped board"),
            (!style.highlighted.is_empty(), "coloured squares"),
            (!style.arrows.is_empty(), "arrows"),
        ];
        if let Some((_, what)) = missing.into_iter().find(|(is_needed, _)| *is_needed) {
            return Err(format!("the text format has no {what}; other formats have"));
        }
        let page = terminal::page(self.appearance.letters, board, self.appearance.color);
        let mut text = Vec::new();
        diagram::text(problem, &page, &mut text).map_err(|error| error.to_string())?;
        Ok(text)
    }
}

/// Draws the problems of all files.
pub fn run(args: &DiagramArgs) -> Exit {
    let interrupt = Interrupt::install();
    interrupt.exiting_at_once(|| with_deep_stack(|| draw(args)))
}

fn draw(args: &DiagramArgs) -> Exit {
    let inputs = args.question.inputs(&args.files);
    let (problems, mut exit) = read(args, &inputs);
    let target = Target::new(args.output.as_deref(), args.format, problems.len(), args.overwrite);
    let target = match target.and_then(|target| target.check(&inputs).map(|()| target)) {
        Ok(target) => target,
        Err(error) => {
            print_error(error);
            return Exit::Refused;
        }
    };
    let mut writer = match target.writer() {
        Ok(writer) => writer,
        Err(error) => {
            print_error(error);
            return Exit::Refused;
        }
    };
    for (number, problem) in problems.iter().enumerate() {
        match args.diagram(problem, target.format()) {
            Ok(diagram) => {
                if let Err(error) = writer.write(number, &diagram) {
                    return exit_on_write_error(&error, exit);
                }
            }
            Err(error) => {
                print_error(error);
                exit = exit.max(Exit::Refused);
            }
        }
    }
    match writer.finish() {
        Ok(()) => exit,
        Err(error) => exit_on_write_error(&error, exit),
    }
}

/// Returns the problems of all inputs, and the exit code after those that cannot be read.
fn read(args: &DiagramArgs, inputs: &[Result<Input, String>]) -> (Vec<Problem>, Exit) {
    let (question, color) = (args.question.question(), args.appearance.color);
    let (mut problems, mut exit) = (Vec::new(), Exit::AsExpected);
    for input in inputs {
        let read = input.clone().and_then(|input| Ok(Document::new(&input.name(), input.read()?)));
        let document = match read {
            Ok(document) => document,
            Err(error) => {
                print_error(error);
                exit = exit.max(Exit::Refused);
                continue;
            }
        };
        let mut items = question.items(&document);
        for (index, item) in items.by_ref().enumerate() {
            print_warnings(&item, &item.warnings, document.source(), color);
            match item.problem {
                Ok(problem) => problems.push(problem),
                Err(refusal) => match position(&question, &document, index, &refusal) {
                    Some(position) => problems.push(position),
                    None => {
                        print_refusal(&refusal, document.source(), color);
                        exit = exit.max(Exit::Refused);
                    }
                },
            }
        }
        print_diagnostics(items.warnings(), document.source(), color);
    }
    (problems, exit)
}

/// Returns the problem with an index if it was refused only because it has no stipulation, which a position needs not
/// have. `None` if it cannot be read anyway.
fn position(question: &Question, document: &Document, index: usize, refusal: &Refusal) -> Option<Problem> {
    let is_missing = |message: &str| {
        message.starts_with("expected a stipulation") || message.starts_with("expected the stipulation")
    };
    if question.stipulation.is_some() || !refusal.errors.iter().all(|error| is_missing(&error.message)) {
        return None;
    }
    // Any stipulation will do: it is removed again.
    let question = Question { stipulation: Some("~1".into()), ..question.clone() };
    let mut problem = question.items(document).nth(index)?.problem.ok()?;
    problem.setting.stipulation = None;
    problem.setting.structured = None;
    problem.options.half_duplex = false;
    Some(problem)
}
