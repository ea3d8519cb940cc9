//! Places in a source text, for diagnostics.

/// A place in a source. Lines and columns count from 1, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Span {
    /// The line.
    pub line: u32,
    /// The column of the first character.
    pub column: u32,
    /// The number of characters; 0 where something is missing.
    pub length: u32,
}

/// A value with its place in the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// The place in the source.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Returns a value with its place.
    pub fn new(value: T, span: Span) -> Spanned<T> {
        Spanned { value, span }
    }
}
