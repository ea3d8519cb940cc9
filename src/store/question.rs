//! Keys of questions.

use std::fmt;

use sha2::{Digest, Sha256};

/// The SHA-256 of a question.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct QuestionKey([u8; 32]);

impl QuestionKey {
    /// Returns the key of a question.
    pub fn of(question: &str) -> QuestionKey {
        QuestionKey(Sha256::digest(question.as_bytes()).into())
    }

    /// Returns the bytes.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Returns a number that no other question has, but for chance.
    pub fn seed(&self) -> u64 {
        self.0.iter().take(8).fold(0, |seed, &byte| seed << 8 | u64::from(byte))
    }

    /// Returns the key with these bytes; `None` unless they are 32.
    pub fn from_bytes(bytes: &[u8]) -> Option<QuestionKey> {
        bytes.try_into().ok().map(QuestionKey)
    }
}

/// Shows the key in hexadecimal digits.
impl fmt::Display for QuestionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
