//! Defaults of options from a configuration file: options of the command line, which the command line overrides.
//!
//! Keys of the file are long names of options. Those at the top are for every command that has the option, those in a table
//! for the command that the table is named after.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};
use toml::de::{DeTable, DeValue};

use super::appearance::ColorArg;
use super::messages::{print_diagnostics, print_error};
use crate::formats::{Diagnostic, Source, nearest};
use crate::problem::Span;

/// The commands without defaults: their output is fixed, or another program reads it.
const WITHOUT_DEFAULTS: [&str; 5] = ["popeye", "worker", "completions", "man", "help"];

/// The environment variable that names the file. If it is empty, there is none.
const VARIABLE: &str = "KIRKE_CONFIG";

/// The largest number of bytes of the file.
const MAX_BYTES: u64 = 1 << 20;

/// Returns the arguments with the defaults of the configuration file, if there is one. `cli` returns the description of the
/// command line, which takes time to make.
///
/// # Errors
/// If the file is wrong, of which the user has been informed.
pub fn with_defaults(arguments: Vec<OsString>, cli: impl FnOnce() -> Command) -> Result<Vec<OsString>, ()> {
    let Some(path) = path() else { return Ok(arguments) };
    let name = path.display().to_string();
    let bytes = match read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && env::var_os(VARIABLE).is_none() => {
            return Ok(arguments);
        }
        Err(error) => {
            print_error(format_args!("cannot read {name}: {error}"));
            return Err(());
        }
    };
    let source = Source::new(&name, bytes);
    let cli = cli();
    let merged = Config::parse(&source, &cli).and_then(|config| config.merge(&arguments, &cli));
    merged.map_err(|error| print_diagnostics(&[*error], &source, ColorArg::default()))
}

/// Reads the file.
///
/// # Errors
/// If it cannot be read, or is longer than a configuration can be.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 {
        0..=MAX_BYTES => Ok(bytes),
        _ => Err(io::Error::other(format!("expected a file of at most {} MB", MAX_BYTES >> 20))),
    }
}

/// Returns the path of the file, which need not exist; `None` if the system has no place for it.
fn path() -> Option<PathBuf> {
    if let Some(path) = env::var_os(VARIABLE) {
        return Some(PathBuf::from(path)).filter(|path| !path.as_os_str().is_empty());
    }
    let folder = |name| env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
    let folder = if cfg!(windows) {
        folder("APPDATA")
    } else {
        folder("XDG_CONFIG_HOME").or_else(|| Some(folder("HOME")?.join(".config")))
    };
    Some(folder?.join("kirke").join("config.toml"))
}

/// The options of a file.
struct Config {
    options: Vec<ConfigOption>,
}

/// An option of the file.
struct ConfigOption {
    /// The command; `None` for all commands that have the option.
    command: Option<String>,
    name: String,
    /// The values as on the command line; empty for an option without a value.
    values: Vec<String>,
    /// Whether the option is given: `false` for one that is off.
    is_given: bool,
    span: Span,
}

impl Config {
    fn parse(source: &Source, cli: &Command) -> Result<Config, Box<Diagnostic>> {
        let table = DeTable::parse(source.text()).map_err(|error| {
            let span = error.span().unwrap_or_default();
            let message = error.message().lines().next().unwrap_or_default();
            Box::new(Diagnostic::error(span_of(source, span), format!("this is not TOML: {message}")))
        })?;
        let mut config = Config { options: Vec::new() };
        let commands = || cli.get_subcommands().filter(|command| has_defaults(command));
        for (key, value) in table.get_ref() {
            let (name, span) = (&**key.get_ref(), span_of(source, key.span()));
            let DeValue::Table(options) = value.get_ref() else {
                let owners: Vec<&Command> = commands().collect();
                config.add(None, (name, span), value.get_ref(), &owners)?;
                continue;
            };
            let Some(command) = commands().find(|command| command.get_name() == name) else {
                let names = commands().map(Command::get_name);
                let error = Diagnostic::error(span, format!("unknown command '{name}'"));
                return Err(Box::new(error.did_you_mean(nearest(name, names))));
            };
            for (key, value) in options {
                let option = (&**key.get_ref(), span_of(source, key.span()));
                config.add(Some(name), option, value.get_ref(), &[command])?;
            }
        }
        Ok(config)
    }

    /// Adds an option that one of these commands must have.
    fn add(
        &mut self,
        command: Option<&str>,
        (name, span): (&str, Span),
        value: &DeValue<'_>,
        owners: &[&Command],
    ) -> Result<(), Box<Diagnostic>> {
        let Some(arg) = owners.iter().find_map(|owner| option(owner, name)) else {
            let names = owners.iter().flat_map(|owner| options(owner)).filter_map(Arg::get_long);
            let of = command.map_or("any command".to_owned(), |command| format!("'kirke {command}'"));
            let error = Diagnostic::error(span, format!("'{name}' is no option of {of}"));
            return Err(Box::new(error.did_you_mean(nearest(name, names))));
        };
        let is_flag = !arg.get_action().takes_values();
        let may_lack_value = arg.get_num_args().is_some_and(|number| number.min_values() == 0);
        let (values, is_given) = match value {
            DeValue::Boolean(value) if is_flag || may_lack_value => (Vec::new(), *value),
            _ if is_flag => {
                let message = format!("expected '{name} = true' or '{name} = false'");
                return Err(Box::new(Diagnostic::error(span, message)));
            }
            DeValue::Array(values) => {
                let values: Option<Vec<String>> = values.iter().map(|value| text(value.get_ref())).collect();
                (values.ok_or_else(|| no_text(name, span))?, true)
            }
            value => (vec![text(value).ok_or_else(|| no_text(name, span))?], true),
        };
        let (command, name) = (command.map(str::to_owned), name.to_owned());
        self.options.push(ConfigOption { command, name, values, is_given, span });
        Ok(())
    }

    /// Returns the arguments with all options that they do not override.
    fn merge(&self, arguments: &[OsString], cli: &Command) -> Result<Vec<OsString>, Box<Diagnostic>> {
        let matches = cli.clone().ignore_errors(true).try_get_matches_from(arguments);
        let Some((command, matches)) = matches.as_ref().ok().and_then(ArgMatches::subcommand) else {
            return Ok(arguments.to_vec());
        };
        // The command follows the name of the program.
        let Some(owner) = cli.find_subcommand(command).filter(|owner| has_defaults(owner)) else {
            return Ok(arguments.to_vec());
        };
        let mut defaults = Vec::new();
        for default in self.options.iter().filter(|default| default.is_given) {
            let Some(arg) = option(owner, &default.name).filter(|_| self.is_in_force(default, command))
            else {
                continue;
            };
            if !is_excluded(arg, owner, matches) && default.is_valid(&arguments[0], owner, cli)? {
                defaults.push(default);
            }
        }
        let call = Call { arguments, cli };
        let mut defaults = call.without_unmet(&defaults);
        // The cost is printed in JSON only.
        let is_json = call.format(&defaults).is_some_and(|format| format == "json");
        defaults.retain(|default| is_json || default.name != "stats");
        call.check(&defaults)?;
        Ok(call.with(&defaults))
    }

    /// Returns whether a default is for a command, and no other one for the command alone replaces it.
    fn is_in_force(&self, default: &ConfigOption, command: &str) -> bool {
        let is_own = |other: &ConfigOption| other.command.as_deref() == Some(command);
        match default.command {
            Some(_) => is_own(default),
            None => !self.options.iter().any(|other| is_own(other) && other.name == default.name),
        }
    }
}

/// A call of a command, to which defaults are added.
struct Call<'a> {
    arguments: &'a [OsString],
    cli: &'a Command,
}

impl Call<'_> {
    /// Returns the arguments with defaults, which precede those of the command.
    fn with(&self, defaults: &[&ConfigOption]) -> Vec<OsString> {
        let (command, rest) = self.arguments.split_at(2);
        let defaults = defaults.iter().flat_map(|default| default.words());
        command.iter().cloned().chain(defaults).chain(rest.iter().cloned()).collect()
    }

    fn error(&self, defaults: &[&ConfigOption]) -> Option<clap::Error> {
        self.cli.clone().try_get_matches_from(self.with(defaults)).err()
    }

    /// Returns the value of `--format`; `None` if the command has no such option.
    fn format(&self, defaults: &[&ConfigOption]) -> Option<OsString> {
        let cli = self.cli.clone().ignore_errors(true);
        let matches = cli.try_get_matches_from(self.with(defaults)).ok()?;
        let mut values = matches.subcommand()?.1.try_get_raw("format").ok()??;
        values.next_back().map(OsStr::to_owned)
    }

    /// Returns the arguments that are required with some defaults, and are missing.
    fn missing(&self, defaults: &[&ConfigOption]) -> Vec<String> {
        let error = self.error(defaults).filter(|error| error.kind() == ErrorKind::MissingRequiredArgument);
        match error.as_ref().and_then(|error| error.get(ContextKind::InvalidArg)) {
            Some(ContextValue::Strings(missing)) => missing.clone(),
            _ => Vec::new(),
        }
    }

    /// Returns the defaults without those that require an option which neither the call nor the file gives.
    fn without_unmet<'d>(&self, defaults: &[&'d ConfigOption]) -> Vec<&'d ConfigOption> {
        let missing = self.missing(&[]);
        let is_given = |wanted: &String| {
            let name = wanted.split_whitespace().next().and_then(|word| word.strip_prefix("--"));
            missing.contains(wanted) || defaults.iter().any(|default| Some(&*default.name) == name)
        };
        let is_met = |default: &&&ConfigOption| self.missing(&[**default]).iter().all(is_given);
        defaults.iter().filter(is_met).copied().collect()
    }

    /// Checks that the defaults agree with each other and with the arguments.
    ///
    /// # Errors
    /// The first default with which the arguments are wrong, which are right without defaults.
    fn check(&self, defaults: &[&ConfigOption]) -> Result<(), Box<Diagnostic>> {
        let failure = |defaults: &[&ConfigOption]| self.error(defaults).filter(clap::Error::use_stderr);
        if failure(defaults).is_none() || self.error(&[]).is_some() {
            return Ok(());
        }
        for (index, default) in defaults.iter().enumerate() {
            if let Some(error) = failure(&defaults[..=index])
                && error.kind() != ErrorKind::MissingRequiredArgument
            {
                return Err(Box::new(Diagnostic::error(default.span, first_paragraph(&error))));
            }
        }
        Ok(())
    }
}

impl ConfigOption {
    /// Returns the option as arguments.
    fn words(&self) -> Vec<OsString> {
        match self.values.is_empty() {
            true => vec![format!("--{}", self.name).into()],
            false => self.values.iter().map(|value| format!("--{}={value}", self.name).into()).collect(),
        }
    }

    /// Returns whether a command knows the values. A default of all commands need not suit each of them.
    ///
    /// # Errors
    /// If no command with this default knows the values.
    fn is_valid(&self, program: &OsString, owner: &Command, cli: &Command) -> Result<bool, Box<Diagnostic>> {
        let check = |owner: &Command| check(&self.words(), &[program.clone(), owner.get_name().into()], cli);
        let Err(message) = check(owner) else { return Ok(true) };
        let mut others = cli.get_subcommands().filter(|other| has_defaults(other));
        let suits_another = self.command.is_none()
            && others.any(|other| option(other, &self.name).is_some() && check(other).is_ok());
        if suits_another { Ok(false) } else { Err(Box::new(Diagnostic::error(self.span, message))) }
    }
}

/// Returns whether a command takes defaults.
fn has_defaults(command: &Command) -> bool {
    !WITHOUT_DEFAULTS.contains(&command.get_name())
}

/// Returns the options of a command that have a long name and can have a default.
fn options(command: &Command) -> impl Iterator<Item = &Arg> {
    let is_shown = |arg: &&Arg| {
        use ArgAction::{Help, HelpLong, HelpShort, Version};
        arg.get_long().is_some() && !matches!(arg.get_action(), Help | HelpLong | HelpShort | Version)
    };
    command.get_arguments().filter(is_shown)
}

fn option<'c>(command: &'c Command, name: &str) -> Option<&'c Arg> {
    options(command).find(|arg| arg.get_long() == Some(name))
}

/// Returns whether the command line gives an option, or one that excludes it.
fn is_excluded(arg: &Arg, owner: &Command, matches: &ArgMatches) -> bool {
    let is_given = |arg: &&Arg| {
        let id = arg.get_id().as_str();
        matches.try_contains_id(id).is_ok() && matches.value_source(id) == Some(ValueSource::CommandLine)
    };
    let excludes = |other: &Arg, arg: &Arg| {
        owner.get_arg_conflicts_with(other).iter().any(|excluded| excluded.get_id() == arg.get_id())
    };
    owner
        .get_arguments()
        .filter(is_given)
        .any(|given| given.get_id() == arg.get_id() || excludes(given, arg) || excludes(arg, given))
}

/// Returns the message if the values of an option are wrong. `command` is the program and the command.
fn check(words: &[OsString], command: &[OsString], cli: &Command) -> Result<(), String> {
    use ErrorKind::{InvalidUtf8, InvalidValue, NoEquals, ValueValidation};
    let result = cli.clone().try_get_matches_from(command.iter().chain(words));
    match result {
        Err(error) if matches!(error.kind(), InvalidValue | ValueValidation | NoEquals | InvalidUtf8) => {
            Err(first_paragraph(&error))
        }
        _ => Ok(()),
    }
}

/// Returns the message of an error as one line.
fn first_paragraph(error: &clap::Error) -> String {
    let text = error.to_string();
    let lines = text.lines().take_while(|line| !line.is_empty()).map(str::trim);
    lines.collect::<Vec<_>>().join(" ").trim_start_matches("error: ").to_owned()
}

/// Returns a value as on the command line; `None` if it is a table, an array or a date.
fn text(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => Some(number.to_string()),
        DeValue::Float(number) => Some(number.to_string()),
        DeValue::Boolean(value) => Some(value.to_string()),
        DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => None,
    }
}

fn no_text(name: &str, span: Span) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(span, format!("expected a text or a number as the value of '{name}'")))
}

/// Returns the place of a range of bytes.
fn span_of(source: &Source, bytes: Range<usize>) -> Span {
    let text = source.text();
    let before = text.get(..bytes.start).unwrap_or(text);
    let line_begin = before.rfind('\n').map_or(0, |end| end + 1);
    let length =
        text.get(bytes).map_or(0, |marked| marked.lines().next().unwrap_or_default().chars().count());
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Span {
        line: count(before.matches('\n').count() + 1),
        column: count(before[line_begin..].chars().count() + 1),
        length: count(length),
    }
}
