//! The messages between a run and its workers: JSON and bytes, each after its length.

use std::borrow::Cow;
use std::io::{self, Read, Write};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::search::progress::ProgressState;
use crate::solution::{Part, PartKey, PartState};
use crate::solver::SearchStats;
use crate::verify::{Verification, VerifyNames};

/// The largest message, in bytes.
const MAX_BYTES: u32 = 1 << 30;

/// A message to a worker.
#[derive(Serialize, Deserialize)]
pub(super) enum Order<'r> {
    /// To solve a problem. The worker solves one at a time.
    Solve(Cow<'r, Request>),
    /// The answer to a [`Claim`](Reply::Claim).
    Claimed(PartState),
    /// To stop solving the problem. The worker still replies.
    Stop,
}

/// A problem to verify.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Request {
    /// The problem in Popeye's input language.
    pub problem: String,
    /// The question that it must give.
    pub question: String,
    pub names: VerifyNames,
    pub max_plies: usize,
    pub milliseconds: Option<u64>,
    pub nodes: Option<u64>,
    /// How parts are kept.
    pub parts: PartKeeping,
}

/// How the parts of a solution are kept.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum PartKeeping {
    /// They are not.
    Never,
    /// None is known: a short search need not claim them.
    Empty,
    /// Some may be known.
    Known,
}

/// A message of a worker. Bytes follow a [`Done`](Reply::Done): the record of the solution.
#[derive(Serialize, Deserialize)]
pub(super) enum Reply {
    /// A part is about to be searched: what is known of it? The worker waits for the answer.
    Claim(PartKey),
    /// A part was searched; further replies follow.
    Part(PartKey, Part),
    /// How far the search has come, from time to time.
    Progress(ProgressState),
    /// The problem was verified.
    Done { verification: Verification, stats: SearchStats, was_cut: bool },
    /// The program failed, with this message.
    Failed(String),
    /// The text does not give the question, or the problem cannot be solved.
    Declined,
}

/// Writes a message and the bytes that follow it.
///
/// # Errors
/// If it could not be written, or is too long.
pub(super) fn send(out: &mut impl Write, message: &impl Serialize, bytes: &[u8]) -> io::Result<()> {
    let text = serde_json::to_vec(message).map_err(io::Error::other)?;
    // Written at once: each write may wake the receiver.
    let mut whole = Vec::with_capacity(text.len() + bytes.len() + 8);
    for part in [&text[..], bytes] {
        let length = u32::try_from(part.len()).ok().filter(|&length| length <= MAX_BYTES);
        let length = length.ok_or_else(|| io::Error::other("the message is too long"))?;
        whole.extend_from_slice(&length.to_le_bytes());
        whole.extend_from_slice(part);
    }
    out.write_all(&whole)?;
    out.flush()
}

/// Reads a message and the bytes that follow it.
///
/// # Errors
/// If the input has ended, or is no message.
pub(super) fn receive<T: DeserializeOwned>(input: &mut impl Read) -> io::Result<(T, Vec<u8>)> {
    let text = receive_bytes(input)?;
    let bytes = receive_bytes(input)?;
    Ok((serde_json::from_slice(&text).map_err(io::Error::other)?, bytes))
}

fn receive_bytes(input: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut length = [0; 4];
    input.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if length > MAX_BYTES {
        return Err(io::Error::other("the message is too long"));
    }
    let mut bytes = Vec::new();
    input.take(length.into()).read_to_end(&mut bytes)?;
    if bytes.len() < length as usize { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_received_as_sent() {
        let mut sent = Vec::new();
        send(&mut sent, &Reply::Failed("x".into()), b"record").unwrap();
        send(&mut sent, &Reply::Declined, b"").unwrap();
        let mut input = &sent[..];
        let (reply, bytes) = receive::<Reply>(&mut input).unwrap();
        assert!(matches!(reply, Reply::Failed(message) if message == "x") && bytes == b"record");
        assert!(matches!(receive::<Reply>(&mut input).unwrap().0, Reply::Declined));
        assert!(receive::<Reply>(&mut input).is_err());
        for cut in 0..sent.len() - 12 {
            assert!(receive::<Reply>(&mut &sent[..cut]).is_err() || cut > 12);
        }
    }
}
