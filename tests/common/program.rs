//! Runs of kirke as a user starts it.

use std::process::Output;
use std::time::Duration;

use assert_cmd::Command;

/// Returns the program, without the defaults of the user's configuration file.
pub fn program() -> std::process::Command {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_kirke"));
    command.env("KIRKE_CONFIG", "");
    command
}

/// Runs kirke with arguments separated by blanks and a text on standard input.
pub fn kirke(arguments: &str, input: impl Into<Vec<u8>>) -> Output {
    kirke_with(&arguments.split_whitespace().collect::<Vec<_>>(), input)
}

/// Runs kirke with arguments, which may contain blanks, and a text on standard input.
pub fn kirke_with(arguments: &[&str], input: impl Into<Vec<u8>>) -> Output {
    let mut command = Command::from_std(program());
    command.args(arguments).write_stdin(input).timeout(Duration::from_secs(60));
    // The appearance of the output does not depend on the terminal of the tests.
    for variable in ["COLUMNS", "NO_COLOR"] {
        command.env_remove(variable);
    }
    command.current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("kirke runs")
}

/// Sends Ctrl-C to a program.
#[cfg(unix)]
pub fn interrupt(child: &std::process::Child) {
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
}

/// Returns a problem in Popeye's language.
pub fn problem(words: &str) -> String {
    format!("beginproblem\n{words}\nendproblem\n")
}

/// Returns the text of standard output.
pub fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// Returns the text of standard error.
pub fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// Returns the exit code.
pub fn code(output: &Output) -> i32 {
    output.status.code().expect("an exit code")
}
