//! Places in a source text, for messages that point.

/// A place in a source: lines and columns count from 1, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Span {
    /// The line.
    pub line: u32,
    /// The column of the first character.
    pub column: u32,
    /// How many characters; 0 where a thing is missing.
    pub length: u32,
}

/// A thing with the place where it was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spanned<T> {
    /// The thing.
    pub value: T,
    /// Where it was read.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// The thing at its place.
    pub fn new(value: T, place: Span) -> Spanned<T> {
        Spanned { value, span: place }
    }
}
