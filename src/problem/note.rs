//! Fields of a collection's entry that do not define the problem: what an entry of the same format must still have.

/// A field, such as the keywords of an entry of Olive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// The name.
    pub name: String,
    /// The contents.
    pub value: NoteValue,
}

/// The contents of a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoteValue {
    /// A word without quotes, which can be a number or a date; empty if nothing was written.
    Plain(String),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<NoteValue>),
    /// Further fields.
    Fields(Vec<(NoteValue, NoteValue)>),
}
