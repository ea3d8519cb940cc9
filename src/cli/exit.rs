//! How a run ended.

use std::process::ExitCode;

/// How a run ended; of several, the one that comes last here prevails.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Exit {
    /// Everything is as expected: 0.
    AsExpected,
    /// A verdict is not the one expected: 1.
    Unexpected,
    /// A search was cut: 3.
    Incomplete,
    /// Something was refused, or could not be written: 2.
    Refused,
    /// The user stopped it: 130.
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
