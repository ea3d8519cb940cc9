//! Where a command writes: standard output or a file.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::input::Input;

/// Makes it an error to write beyond the largest size of a file (`ulimit -f`), as on a full disk: by default the signal
/// of the system would end the program.
pub fn refuse_oversized_files() {
    #[cfg(unix)]
    {
        use signal_hook::{consts::SIGXFSZ, flag};
        // Without the handler the signal still ends the program.
        let _ = flag::register(SIGXFSZ, std::sync::Arc::default());
    }
}

/// Where the problems are written.
pub enum Output {
    /// Standard output, or a file that cannot be replaced, such as a pipe.
    Stream(BufWriter<Box<dyn Write>>),
    /// A new file next to the one that it replaces in the end, so that this one is kept if nothing can be written.
    File(BufWriter<NamedTempFile>, PathBuf),
}

impl Output {
    /// Returns where the problems are written: standard output without a path.
    ///
    /// # Errors
    /// If the file cannot be written, or is one of the inputs: the message.
    pub fn new(path: Option<&Path>, inputs: &[Result<Input, String>]) -> Result<Output, String> {
        let Some(path) = path else { return Ok(Output::Stream(BufWriter::new(Box::new(io::stdout())))) };
        let failed = |error: io::Error| format!("{}: {error}", path.display());
        let is_output = |input: &Input| match input {
            Input::File(file) => {
                matches!((file.canonicalize(), path.canonicalize()), (Ok(one), Ok(other)) if one == other)
            }
            Input::Standard | Input::Position(_) => false,
        };
        if inputs.iter().flatten().any(is_output) {
            return Err(format!("{}: expected another file than those that are read", path.display()));
        }
        if path.exists() && !path.is_file() {
            let file = File::options().write(true).open(path).map_err(failed)?;
            return Ok(Output::Stream(BufWriter::new(Box::new(file))));
        }
        // The file that a symbolic link names is replaced, not the link.
        let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let file = NamedTempFile::new_in(folder).map_err(|error| match folder.is_dir() {
            // The error names a temporary file.
            true => format!("{}: {}", path.display(), error.kind()),
            false => format!("{}: there is no folder {}", path.display(), folder.display()),
        })?;
        Ok(Output::File(BufWriter::new(file), target))
    }

    /// Returns what is written to.
    pub fn writer(&mut self) -> &mut dyn Write {
        match self {
            Output::Stream(out) => out,
            Output::File(out, _) => out,
        }
    }

    /// Writes what is left, and replaces the file if there is anything to write.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(self) -> io::Result<()> {
        match self {
            Output::Stream(mut out) => out.flush(),
            Output::File(out, path) => {
                let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
                if file.as_file().metadata()?.len() > 0 {
                    let permissions = match path.metadata() {
                        Ok(replaced) => replaced.permissions(),
                        // As of a file that is created in the usual way.
                        Err(_) => File::create(&path)?.metadata()?.permissions(),
                    };
                    file.as_file().set_permissions(permissions)?;
                    file.persist(path)?;
                }
                Ok(())
            }
        }
    }
}
