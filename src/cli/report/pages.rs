//! The page and the booklet of a report.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use super::entry::entry;
use super::{ReportArgs, Stores, Wanted, is_wanted};
use crate::cli::exit::Exit;
use crate::cli::input::Input;
use crate::cli::messages::{exit_on_write_error, print_error};
use crate::cli::output::Output;
use crate::report::booklet::Booklet;
use crate::report::html::CollectionPage;

/// Writes the page, the booklet or both.
pub(super) fn write(args: &ReportArgs, stores: &Stores) -> Exit {
    match try_write(args, stores) {
        Ok(Ok(())) => Exit::AsExpected,
        Ok(Err(error)) => exit_on_write_error(&error, Exit::AsExpected),
        Err(message) => {
            print_error(message);
            Exit::Refused
        }
    }
}

fn try_write(args: &ReportArgs, stores: &Stores) -> Result<io::Result<()>, String> {
    if let (Some(html), Some(latex)) = (&args.html, &args.latex)
        && place(html) == place(latex)
    {
        return Err(format!("{}: expected another file than that of --html", latex.display()));
    }
    // The files are opened first, so that no report is made in vain.
    let outputs = [output(args, args.html.as_deref())?, output(args, args.latex.as_deref())?];
    let title = title(args);
    let mut page = args.html.as_ref().map(|_| CollectionPage::new(&title, args.letters));
    let mut booklet = args.latex.as_ref().map(|_| Booklet::new(&title, args.letters));
    let wanted: BTreeSet<Wanted> = args.verdict.iter().copied().collect();
    let visited = stores.for_each(|stored| {
        let (row, entry) = entry(stored);
        if !is_wanted(&wanted, &row) {
            return;
        }
        if let Some(booklet) = &mut booklet {
            booklet.add(entry.clone());
        }
        if let Some(page) = &mut page {
            page.add(entry);
        }
    });
    visited.map_err(|error| error.to_string())?;
    let [html, latex] = outputs;
    Ok(written(html, |out| page.map_or(Ok(()), |page| page.write(out)))
        .and_then(|()| written(latex, |out| booklet.map_or(Ok(()), |booklet| booklet.write(out)))))
}

/// Returns the place of a file that need not exist: the same one for all its names.
fn place(path: &Path) -> PathBuf {
    if let Ok(place) = path.canonicalize() {
        return place;
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    path.file_name().map_or(folder.clone(), |name| folder.join(name))
}

/// Returns the output for a path; `None` without one.
fn output(args: &ReportArgs, path: Option<&Path>) -> Result<Option<Output>, String> {
    let inputs: Vec<Result<Input, String>> =
        args.inputs.iter().map(|input| Ok(Input::from_argument(Path::new(input)))).collect();
    path.map(|path| Output::new(Some(path), &inputs)).transpose()
}

fn written(
    output: Option<Output>,
    write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>,
) -> io::Result<()> {
    let Some(mut output) = output else { return Ok(()) };
    write(output.writer())?;
    output.finish()
}

/// Returns the title: that of the arguments, or the names of the files without their folders and extensions.
fn title(args: &ReportArgs) -> String {
    if let Some(title) = &args.title {
        return title.clone();
    }
    let name = |input: &String| match Input::from_argument(Path::new(input)) {
        // The address of a server can contain a password.
        Input::File(_) if input.contains("://") => "Problems".to_owned(),
        Input::File(path) => {
            let path: PathBuf = path.components().collect();
            path.file_stem().map_or("Problems".to_owned(), |name| name.to_string_lossy().into_owned())
        }
        Input::Standard | Input::Position(_) => "Problems".to_owned(),
    };
    let mut names: Vec<String> = args.inputs.iter().map(name).collect();
    names.dedup();
    names.join(", ")
}
