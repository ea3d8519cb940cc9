//! The configuration file: defaults of options.

use std::path::Path;
use std::process::Output;

use crate::common::program::{code, err, out, program};

const MORPHY: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - #2";
const TWO_KEYS: &str = "k7/8/1K6/8/8/8/8/2R4R w - - #1";

/// Runs kirke with a configuration file.
fn configured(config: &str, arguments: &[&str]) -> Output {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("config.toml");
    std::fs::write(&file, config).expect("a file");
    program().env("KIRKE_CONFIG", file).args(arguments).output().expect("kirke runs")
}

#[test]
fn options_have_defaults() {
    let output = configured("letters = 'german'\n[verify]\nlines = 3\n", &["solve", MORPHY]);
    assert!(out(&output).contains("1.Ta6!"), "{}", out(&output));
    let output = configured("[solve]\nset = true\nno-board = true\n", &["solve", MORPHY]);
    assert!(out(&output).contains("Set play"), "{}", out(&output));
    assert!(!out(&output).contains('♚'), "{}", out(&output));
    // An option that is off.
    let output = configured("[solve]\nset = false\n", &["solve", MORPHY]);
    assert!(!out(&output).contains("Set play"), "{}", out(&output));
    let output = configured("[verify]\nonly = ['sound', 'cooked']\n", &["verify", TWO_KEYS]);
    assert!(out(&output).contains("cooked"), "{}", out(&output));
    let output = configured("[verify]\nonly = ['sound']\n", &["verify", TWO_KEYS]);
    assert_eq!((out(&output).as_str(), code(&output)), ("", 1));
}

#[test]
fn table_of_a_command_prevails() {
    let config = "letters = 'german'\n[solve]\nletters = 'french'\n";
    assert!(out(&configured(config, &["solve", MORPHY])).contains("1.Ta6!"));
    let config = "letters = 's'\n[solve]\nletters = 'figurines'\n";
    assert!(out(&configured(config, &["solve", MORPHY])).contains("1.♖a6!"));
}

#[test]
fn command_line_prevails() {
    let output = configured("letters = 'german'\n", &["solve", MORPHY, "--letters", "s"]);
    assert!(out(&output).contains("1.Ra6!"), "{}", out(&output));
    // Tiers exclude a time.
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("x.db").display().to_string();
    let output =
        configured("time = '5s'\n", &["verify", MORPHY, "--store", &store, "--tiers", "1s,2s", "--quiet"]);
    assert_eq!((code(&output), err(&output).as_str()), (0, ""), "{}", out(&output));
}

#[test]
fn defaults_supply_what_a_command_requires() {
    let output = configured("[work]\nstore = 'nowhere'\n", &["work"]);
    let message = err(&output);
    assert_eq!(code(&output), 2);
    assert!(message.contains("config.toml:2:1") && message.contains("PostgreSQL"), "{message}");
}

/// A default does not break a command that cannot use it.
#[test]
fn defaults_without_use_are_left_out() {
    for option in ["tiers = ['1s']", "lease = '2s'", "stats = true"] {
        let output = configured(&format!("[verify]\n{option}\n"), &["verify", "--quiet", MORPHY]);
        assert_eq!((code(&output), err(&output).as_str()), (0, ""), "{option}");
    }
    for (config, arguments) in [("", vec!["--format", "json"]), ("format = 'json'\n", vec![])] {
        let config = format!("stats = true\n{config}");
        let output = configured(&config, &[vec!["verify", MORPHY], arguments].concat());
        assert!(out(&output).contains("\"stats\":{"), "{}{}", out(&output), err(&output));
    }
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("x.db").display().to_string();
    // What the default requires can be a default, too.
    let config = format!("[verify]\ntiers = ['1ms', '1m']\nquiet = true\nstore = '{store}'\n");
    let output = configured(&config, &["verify", MORPHY]);
    assert_eq!((code(&output), err(&output).as_str()), (0, ""), "{}", out(&output));
    assert!(folder.path().join("x.db").exists());
    // Reports are printed as jsonl.
    let output = configured("format = 'json'\n", &["report", &store]);
    assert_eq!((code(&output), err(&output).as_str()), (0, ""));
    assert!(out(&output).contains("as expected"), "{}", out(&output));
    assert!(out(&configured("format = 'json'\n", &["verify", MORPHY])).starts_with('{'));
    let output = configured("format = 'jason'\n", &["verify", MORPHY]);
    assert!(code(&output) == 2 && err(&output).contains("config.toml:1:1"), "{}", err(&output));
}

#[test]
fn contradictions_of_defaults_show_their_place() {
    let config = "[verify]\nstore = 'x.db'\ntiers = ['1s']\nfail-fast = true\n";
    let output = configured(config, &["verify", MORPHY]);
    assert_eq!(code(&output), 2);
    assert!(err(&output).contains("config.toml:3:1"), "{}", err(&output));
    assert!(err(&output).contains("cannot be used with"), "{}", err(&output));
}

#[test]
fn errors_show_their_place() {
    for (config, place, expected) in [
        ("letters = ", "1:11", "this is not TOML"),
        ("# ö\nleters = 'german'", "2:1", "did you mean 'letters'?"),
        ("[solves]\nset = true", "1:2", "did you mean 'solve'?"),
        ("[solve]\nsets = true", "2:1", "'sets' is no option of 'kirke solve'"),
        ("[solve]\nset = 'yes'", "2:1", "expected 'set = true' or 'set = false'"),
        ("[solve]\ntime = 'soon'", "2:1", "invalid value 'soon' for '--time <TIME>'"),
        ("[solve]\nletters = 'klingon'", "2:1", "klingon"),
        ("time = 2020-01-01", "1:1", "expected a text or a number as the value of 'time'"),
        ("help = true", "1:1", "'help' is no option of any command"),
        ("[popeye]\nx = 1", "1:2", "unknown command 'popeye'"),
    ] {
        let output = configured(config, &["solve", MORPHY]);
        let message = err(&output);
        assert_eq!((code(&output), out(&output).as_str()), (2, ""), "{config}");
        assert!(message.contains(&format!("config.toml:{place}")), "{config}: {message}");
        assert!(message.contains(expected), "{config}: {message}");
    }
}

#[test]
fn file_is_found_in_its_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("kirke")).expect("a folder");
    std::fs::write(folder.path().join("kirke/config.toml"), "letters = 'german'").expect("a file");
    let run = |path: Option<&Path>| {
        let mut command = program();
        command.env_remove("KIRKE_CONFIG").env("XDG_CONFIG_HOME", folder.path());
        if let Some(path) = path {
            command.env("KIRKE_CONFIG", path);
        }
        command.args(["solve", MORPHY]).output().expect("kirke runs")
    };
    if cfg!(unix) {
        assert!(out(&run(None)).contains("1.Ta6!"));
    }
    assert!(out(&run(Some(Path::new("")))).contains("1.Ra6!"));
    let missing = run(Some(Path::new("missing.toml")));
    assert!(code(&missing) == 2 && err(&missing).contains("cannot read missing.toml"), "{}", err(&missing));
}

/// An option with an optional value can be on or off.
#[test]
fn options_with_optional_values_are_on_or_off() {
    let tries = |value: &str| {
        let output = configured(&format!("[solve]\ntries = {value}\n"), &["solve", MORPHY]);
        assert_eq!(code(&output), 0, "{}", err(&output));
        out(&output).contains('?')
    };
    assert!(tries("true") && tries("2") && !tries("false"));
}

/// The example of the documentation is accepted.
#[test]
fn documented_file_is_accepted() {
    let page = std::fs::read_to_string("docs/configuration.md").expect("a page");
    let example =
        page.split_once("```toml\n").and_then(|(_, rest)| rest.split_once("```")).expect("an example").0;
    for command in ["solve", "verify"] {
        let output = configured(example, &[command, MORPHY]);
        assert_eq!((code(&output), err(&output).as_str()), (0, ""), "{command}");
    }
}

#[cfg(unix)]
#[test]
fn file_without_end_is_refused() {
    let output =
        program().env("KIRKE_CONFIG", "/dev/zero").args(["solve", MORPHY]).output().expect("kirke runs");
    assert_eq!(code(&output), 2);
    assert!(err(&output).contains("expected a file of at most 1 MB"), "{}", err(&output));
}
