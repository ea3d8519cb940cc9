//! The exit codes.

use std::process::ExitCode;

/// The result of a run; of several results, the last in this order prevails.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Exit {
    /// Everything is as expected: 0.
    AsExpected,
    /// A verdict differs from the expected one: 1.
    Unexpected,
    /// A search was stopped by a limit: 3.
    Incomplete,
    /// Something was refused, or could not be written: 2.
    Refused,
    /// The user interrupted the run: 130.
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::AsExpected => 0,
            Exit::Unexpected => 1,
            Exit::Incomplete => 3,
            Exit::Refused => 2,
            Exit::Interrupted => 130,
        })
    }
}
