//! Where diagrams are written: standard output, one file, or numbered files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::DiagramFormat;
use crate::cli::input::Input;
use crate::cli::output::Output;

/// Where the diagrams of a run are written, and in which format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    format: DiagramFormat,
    place: Place,
}

/// The files of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Place {
    /// Standard output.
    Standard,
    /// One file with all diagrams.
    File(PathBuf),
    /// A file for each diagram.
    Numbered(Vec<PathBuf>),
}

impl Target {
    /// Returns the target of `count` diagrams for a path, a format and whether numbered files may be replaced.
    ///
    /// # Errors
    /// If the path does not fit the format or the number of diagrams: the message.
    pub fn new(
        path: Option<&Path>,
        format: Option<DiagramFormat>,
        count: usize,
        overwrite: bool,
    ) -> Result<Target, String> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else {
            let format = format.unwrap_or(DiagramFormat::Svg);
            return match format {
                DiagramFormat::Png => Err("a PNG is written to a file: add -o, as in -o x.png".into()),
                DiagramFormat::Svg if count > 1 => Err(format!(
                    "{count} problems need files of their own: add -o, as in -o x.svg or -o folder/"
                )),
                format => Ok(Target { format, place: Place::Standard }),
            };
        };
        let is_folder = path.is_dir() || path.to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR]);
        if is_folder {
            let format = format.unwrap_or(DiagramFormat::Svg);
            let files = numbered(count, |number| path.join(format!("{number}.{}", format.extension())));
            return Target { format, place: Place::Numbered(files) }.unless_existing(overwrite);
        }
        let format = file_format(path, format)?;
        if count <= 1 || format.holds_several() {
            return Ok(Target { format, place: Place::File(path.to_owned()) });
        }
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let extension = path.extension().map(|extension| format!(".{}", extension.to_string_lossy()));
        let extension = extension.unwrap_or_default();
        let files = numbered(count, |number| path.with_file_name(format!("{stem}-{number}{extension}")));
        Target { format, place: Place::Numbered(files) }.unless_existing(overwrite)
    }

    /// Returns the target, unless a numbered file exists that may not be replaced.
    fn unless_existing(self, overwrite: bool) -> Result<Target, String> {
        let Place::Numbered(files) = &self.place else { return Ok(self) };
        match files.iter().find(|file| file.exists()).filter(|_| !overwrite) {
            Some(file) => Err(format!("{}: this file exists; --overwrite replaces it", file.display())),
            None => Ok(self),
        }
    }

    /// Returns the format.
    pub fn format(&self) -> DiagramFormat {
        self.format
    }

    /// Checks that no input is overwritten.
    ///
    /// # Errors
    /// If one would be: the message.
    pub fn check(&self, inputs: &[Result<Input, String>]) -> Result<(), String> {
        let inputs = inputs.iter().flatten().filter_map(|input| match input {
            Input::File(file) => file.canonicalize().ok(),
            Input::Standard | Input::Position(_) => None,
        });
        let inputs: Vec<PathBuf> = inputs.collect();
        let is_input = |file: &&PathBuf| file.canonicalize().is_ok_and(|file| inputs.contains(&file));
        match self.files().iter().find(is_input) {
            Some(file) => Err(format!("{}: expected another file than those that are read", file.display())),
            None => Ok(()),
        }
    }

    fn files(&self) -> &[PathBuf] {
        match &self.place {
            Place::Standard => &[],
            Place::File(file) => std::slice::from_ref(file),
            Place::Numbered(files) => files,
        }
    }

    /// Returns a writer of the diagrams.
    ///
    /// # Errors
    /// If the file or the folder cannot be made: the message.
    pub fn writer(&self) -> Result<Writer<'_>, String> {
        Ok(match &self.place {
            Place::Standard => Writer::All(Output::new(None, &[])?),
            Place::File(file) => Writer::All(Output::new(Some(file), &[])?),
            Place::Numbered(files) => {
                if let Some(folder) = files.first().and_then(|file| file.parent()) {
                    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
                }
                Writer::Each(files)
            }
        })
    }
}

/// Writes diagrams one after the other.
pub enum Writer<'t> {
    /// All into one output.
    All(Output),
    /// Each into its own file.
    Each(&'t [PathBuf]),
}

impl Writer<'_> {
    /// Writes the diagram with a number, from 0.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, number: usize, diagram: &[u8]) -> io::Result<()> {
        match self {
            Writer::All(output) => output.writer().write_all(diagram),
            Writer::Each(files) => {
                let mut output =
                    Output::new(files.get(number).map(PathBuf::as_path), &[]).map_err(io::Error::other)?;
                output.writer().write_all(diagram)?;
                output.finish()
            }
        }
    }

    /// Writes what is left.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(self) -> io::Result<()> {
        match self {
            Writer::All(output) => output.finish(),
            Writer::Each(_) => Ok(()),
        }
    }
}

/// Returns the paths for the numbers from 1, which all have the same number of digits.
fn numbered(count: usize, path: impl Fn(String) -> PathBuf) -> Vec<PathBuf> {
    let digits = count.to_string().len();
    (1..=count).map(|number| path(format!("{number:0digits$}"))).collect()
}

/// Returns the format for the name of a file.
///
/// # Errors
/// If the name has no extension of a format, or one of another format: the message.
fn file_format(path: &Path, format: Option<DiagramFormat>) -> Result<DiagramFormat, String> {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
    let named = match extension.as_deref() {
        Some("svg") => Some(DiagramFormat::Svg),
        Some("png") => Some(DiagramFormat::Png),
        Some("tex") => Some(DiagramFormat::Tex),
        Some("txt") => Some(DiagramFormat::Text),
        _ => None,
    };
    match (named, format) {
        (Some(named), Some(format)) if named.extension() != format.extension() => Err(format!(
            "{}: the name is one of another format than --format {}",
            path.display(),
            if format == DiagramFormat::Ascii { "ascii" } else { format.extension() }
        )),
        (_, Some(format)) => Ok(format),
        (Some(named), None) => Ok(named),
        (None, None) => Err(format!(
            "{}: expected a name with .svg, .png, .tex or .txt, a folder, or --format",
            path.display()
        )),
    }
}
