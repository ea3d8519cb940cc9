//! Every format: what is written is read, and any text is read or refused.

use kirke::formats::{FenDialect, read};
use kirke::report::export::{OutputFormat, export};
use proptest::prelude::*;

const FORMATS: [OutputFormat; 8] = [
    OutputFormat::Popeye,
    OutputFormat::Epd(FenDialect::Kirke),
    OutputFormat::Epd(FenDialect::Popeye),
    OutputFormat::Epd(FenDialect::FenTool),
    OutputFormat::Epd(FenDialect::Yacpdb),
    OutputFormat::Olive,
    OutputFormat::Json,
    OutputFormat::Pgn,
];

/// Texts to be damaged.
const SAMPLES: [&str; 5] = [
    "---\nauthors: [!!python/unicode 'É, X']\nalgebraic:\n  white: [Kb6, Royal Rh1]\n  black:\n  - Ka8\nstipulation: \
     '#1'\noptions: [SetPlay, Circe]\ntwins: {b: Move h1 h2, c: Continued Shift a1 a1}\nintended-solutions: 2.1...\n\
     solution: |\n  1.Rh8! {x}\nsource:\n  name: S\n  date: {year: 1965}\n---\n{}\n",
    "{\"algebraic\": {\"white\": [\"Kb6\"], \"neutral\": [\"Qa1\"]}, \"stipulation\": \"h#2\\u002e5\"}\n",
    "{\"version\":1,\"problem\":{\"fen\":\"7k/8/5K2/8/8/8/8/6Q1 w - - 0 1\",\"stipulation\":\"#1\",\"twins\":[\"move g1 \
     g2\"],\"options\":{\"tries\":1,\"no_castling\":[\"a1\"]},\"declared\":[{\"keys\":[\"Qg7\"]}]}}\n",
    "a: &x [&y 1, *y]\nb: *x\nalgebraic: *x\n",
    "[Event \"S, \\\"É\\\" 1900\"]\n[White \"A: B\"]\n[Black \"#2\"]\n[FEN \"r5k1/Q7/8/8/8/8/8/4K2R w K - 0 1\"]\n[TwinB \"move a7 \
     b7\"]\n[Declared \"keys=0-0\"]\n\n1. O-O {x} (1. Qb7 Kf8) *\n\n[Stipulation \"h#2.5\"]\n[Condition \"Circe\"]\n\n*\n",
];

fn is_read_or_refused(text: &[u8]) {
    let reading = read("any", text);
    assert!(!reading.items.is_empty());
    for item in reading.items {
        match item.problem {
            Ok(problem) => FORMATS.into_iter().for_each(|format| {
                export(&problem, format);
            }),
            Err(refusal) => assert!(!refusal.errors.is_empty()),
        }
    }
}

proptest! {
    #[test]
    fn damaged_texts_are_read_or_refused(
        sample in prop::sample::select(&SAMPLES[..]),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0usize..4), 1..6),
    ) {
        let mut bytes = sample.as_bytes().to_vec();
        for (at, byte, kind) in damage {
            let at = at.index(bytes.len().max(1)).min(bytes.len().saturating_sub(1));
            match kind {
                0 if !bytes.is_empty() => bytes[at] = byte,
                1 => bytes.insert(at, b"[]{}()\\'\"&*!|>%:#-\n\t "[usize::from(byte) % 21]),
                2 if !bytes.is_empty() => { bytes.remove(at); }
                _ => bytes.truncate(at),
            }
        }
        is_read_or_refused(&bytes);
    }
}

/// The problems of the folder `problems/` are written as far as the formats can hold them.
#[test]
fn problems_are_written_in_every_format() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("problems");
    let mut written = [0; FORMATS.len()];
    let mut all = 0;
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let bytes = std::fs::read(entry.expect("an entry").path()).expect("a file");
        for problem in read("problems", &bytes).items.into_iter().filter_map(|item| item.problem.ok()) {
            all += 1;
            for (count, format) in written.iter_mut().zip(FORMATS) {
                *count += usize::from(export(&problem, format).text.is_some());
            }
        }
    }
    assert!(all > 150, "{all}");
    assert_eq!(written[0], all);
    for (count, format) in written.into_iter().zip(FORMATS) {
        // Other programs have fewer men, and boards of one size.
        let is_foreign = matches!(format, OutputFormat::Epd(dialect) if dialect != FenDialect::Kirke);
        let least = if is_foreign { 6 } else { 8 };
        assert!(10 * count > least * all, "{format:?}: {count} of {all}");
    }
}
