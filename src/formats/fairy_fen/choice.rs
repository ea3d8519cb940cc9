//! The dialect of a placement: named before it, asked for, or the only one that can have its signs.

use super::men::text_length;
use super::reader::Squares;
use super::{Dialect, FEN_TOOL, FenDialect, POPEYE, ReadWalk, YACPDB};
use crate::formats::Diagnostic;
use crate::formats::diagnostic::{nearest, quoted};
use crate::formats::popeye::tokens::Token;
use crate::position::{Man, Reserve};
use crate::problem::{Diagram, Span, Spanned};

/// A diagram, and the men outside the board if it has them.
pub(in crate::formats) type Placed = (Diagram, Option<Spanned<Reserve>>);

/// Returns whether a word begins with the name of a dialect and a colon.
pub(in crate::formats) fn has_prefix(word: &str) -> bool {
    bare(word).len() < word.len()
}

fn named(name: &str) -> Option<FenDialect> {
    FenDialect::ALL.into_iter().find(|dialect| dialect.name() == name)
}

/// Returns the dialect that is named before a placement, and the placement.
fn split_prefix<'a>(word: &Token<'a>) -> Result<(Option<FenDialect>, Token<'a>), Diagnostic> {
    let Some((name, rest)) = word.text.split_once(':') else { return Ok((None, *word)) };
    if name.is_empty() || !name.bytes().all(|sign| sign.is_ascii_alphabetic() || sign == b'-') {
        return Ok((None, *word));
    }
    let Some(dialect) = named(name) else {
        let names = FenDialect::ALL.map(FenDialect::name);
        let message = format!("expected a dialect of FEN ({}), found {}", names.join(", "), quoted(name));
        let error = Diagnostic::error(word.sub_span(0, name.len()), message);
        return Err(error.did_you_mean(nearest(name, names)));
    };
    let from = name.len() + 1;
    Ok((Some(dialect), Token { text: rest, span: word.sub_span(from, word.text.len()) }))
}

/// Reads a placement: in the dialect that is named before it, in the one that was asked for, or in the only one that can
/// mean it. `own` reads that of kirke.
pub(in crate::formats) fn placement(
    word: &Token<'_>,
    asked: Option<FenDialect>,
    own: impl Fn(&Token<'_>) -> Result<Placed, Diagnostic>,
) -> Result<Placed, Diagnostic> {
    let (prefix, word) = split_prefix(word)?;
    if let Some(dialect) = prefix.or(asked) {
        return match dialect.foreign() {
            None => own(&word),
            Some(record) => read_in(record, &word),
        };
    }
    match first_sign(word.text) {
        None => own(&word),
        Some(only) => detected(&word, only, own),
    }
}

/// Returns a placement without the name of its dialect.
fn bare(word: &str) -> &str {
    match word.split_once(':') {
        Some((name, rest)) if named(name).is_some() => rest,
        _ => word,
    }
}

/// Reads a placement in the dialect of another program.
fn read_in(record: &Dialect, word: &Token<'_>) -> Result<Placed, Diagnostic> {
    record.read(word).and_then(|squares| diagram(&squares)).map_err(|error| with_dialect(record, error))
}

/// Adds to an error in which dialect the placement is read, unless it has a suggestion.
fn with_dialect(record: &Dialect, error: Diagnostic) -> Diagnostic {
    match error.suggestion {
        Some(_) => error,
        None => error.suggest(format!("the placement is read as {}", record.title)),
    }
}

/// Returns the diagram of men that were read.
///
/// # Errors
/// If one of them is no man for kirke.
fn diagram(squares: &Squares) -> Result<Placed, Diagnostic> {
    let mut diagram = Diagram::empty(squares.layout);
    for found in &squares.men {
        match &found.walk {
            ReadWalk::Known(walk) => {
                diagram.put(found.square, Man::new(found.colour, *walk));
            }
            ReadWalk::Unsupported(message) => return Err(Diagnostic::error(found.span, message.clone())),
        }
    }
    Ok((diagram, None))
}

/// What a placement is in a dialect.
struct Candidate {
    dialect: FenDialect,
    placed: Result<Placed, Diagnostic>,
    /// The men with their places, but for kirke's dialect.
    squares: Option<Squares>,
}

/// Reads a placement with a sign of a dialect. `only` is the dialect that alone has the sign.
fn detected(
    word: &Token<'_>,
    only: Option<&'static Dialect>,
    own: impl Fn(&Token<'_>) -> Result<Placed, Diagnostic>,
) -> Result<Placed, Diagnostic> {
    let mut candidates = Vec::new();
    let own_placed = own(word);
    if own_placed.is_ok() {
        candidates.push(Candidate { dialect: FenDialect::Kirke, placed: own_placed.clone(), squares: None });
    }
    for dialect in FenDialect::ALL {
        // What the dialect can write counts, also if kirke knows no such man.
        if let Some(record) = dialect.foreign()
            && let Ok(squares) = record.read(word)
        {
            let placed = diagram(&squares).map_err(|error| with_dialect(record, error));
            candidates.push(Candidate { dialect, placed, squares: Some(squares) });
        }
    }
    let is_same = |other: &Candidate| match (&candidates[0].placed, &other.placed) {
        (Ok(one), Ok(other)) => one.0 == other.0,
        _ => false,
    };
    match &candidates[..] {
        [] => match only {
            Some(record) => read_in(record, word),
            None => own_placed,
        },
        [one] => one.placed.clone(),
        [first, others @ ..] if others.iter().all(is_same) => first.placed.clone(),
        several => Err(ambiguous(word, several)),
    }
}

/// Returns the error for a placement with several meanings.
fn ambiguous(word: &Token<'_>, candidates: &[Candidate]) -> Diagnostic {
    let names: Vec<&str> = candidates.iter().map(|candidate| candidate.dialect.name()).collect();
    let (span, meanings) = difference(candidates).unwrap_or((word.span, Vec::new()));
    let mut message = "expected the name of the dialect of this FEN".to_owned();
    if !meanings.is_empty() {
        message += &format!(": this man is {}", meanings.join(", "));
    }
    let prefixes: Vec<String> = names.iter().map(|name| format!("'{name}:'")).collect();
    Diagnostic::error(span, message)
        .suggest(format!("write {} before the placement, or name it by --fen-dialect", prefixes.join(" or ")))
}

/// Returns the place of the first man that differs, and what it is in each dialect.
fn difference(candidates: &[Candidate]) -> Option<(Span, Vec<String>)> {
    let with_places = candidates.iter().find_map(|candidate| candidate.squares.as_ref())?;
    let meaning = |candidate: &Candidate, square| {
        let man = match &candidate.placed {
            Ok((diagram, _)) => diagram.man(square).map(Man::label),
            Err(_) => None,
        };
        man.unwrap_or_else(|| "no man for kirke".to_owned())
    };
    with_places.men.iter().find_map(|found| {
        let all: Vec<String> = candidates.iter().map(|candidate| meaning(candidate, found.square)).collect();
        all.iter().any(|one| *one != all[0]).then(|| {
            let titles = candidates.iter().map(|candidate| candidate.dialect.title());
            let meanings = all.iter().zip(titles).map(|(man, title)| format!("{man} in {title}"));
            (found.span, meanings.collect())
        })
    })
}

/// Returns the dialect that alone has the first sign by which dialects differ from the FEN of chess, `Some(None)` if several
/// have it; `None` if there is no such sign. The tilde after a man, which marks it as promoted, and letters in
/// parentheses that no other dialect has are kirke's.
fn first_sign(text: &str) -> Option<Option<&'static Dialect>> {
    let mut signs = text.char_indices();
    let mut before = None;
    while let Some((at, sign)) = signs.next() {
        match sign {
            '[' => return None,
            '*' | '\'' => return Some(Some(&FEN_TOOL)),
            '.' | '+' => return Some(Some(&POPEYE)),
            '=' | '-' => return Some(None),
            '~' if !before.is_some_and(|before: char| before.is_alphabetic() || before == ')') => {
                return Some(Some(&FEN_TOOL));
            }
            '(' => {
                let inside = text[at + 1..].split(')').next().unwrap_or("");
                if inside.starts_with('!') {
                    return Some(Some(&YACPDB));
                }
                if inside.len() == 2 && inside.ends_with(['1', '2', '3']) {
                    return Some(None);
                }
                signs.by_ref().take_while(|&(_, passed)| passed != ')').for_each(drop);
                before = Some(')');
                continue;
            }
            _ => {}
        }
        before = Some(sign);
    }
    None
}

/// Returns a placement with a pawn instead of each man that is written with signs of a dialect.
pub(in crate::formats) fn simplified(word: &str) -> String {
    let word = bare(word);
    let mut text = String::new();
    let mut at = 0;
    while let Some(sign) = word[at..].chars().next() {
        let rest = &word[at..];
        let after = |count: usize| rest.chars().take(count).map(char::len_utf8).sum::<usize>();
        let length = match sign {
            '(' => rest.find(')').map(|end| end + 1),
            '\'' => text_length(rest),
            '.' => Some(after(3)),
            '*' => Some(after(2)),
            '+' | '-' | '=' | '~' => Some(after(1)),
            _ => None,
        };
        match (sign, length) {
            ('*' | '+' | '-' | '=' | '~', _) => {}
            (_, Some(_)) => text.push('p'),
            (_, None) => text.push(sign),
        }
        at += length.unwrap_or(sign.len_utf8());
    }
    text
}
