//! YAML, and JSON as a part of it: documents as trees of nodes with their spans.
//!
//! Documents are separated at lines that begin with `---` before they are parsed, so that a fault ends one document only
//! and a collection is never in memory as a tree. A sequence at the top is a list of documents. Depth and size of a
//! document are limited; the nodes that aliases repeat count.

mod list;
mod places;

use std::borrow::Cow;
use std::collections::BTreeMap;

use saphyr_parser::{Event, Parser, Span as MarkerSpan, StrInput};

use self::list::{ListEntries, zero_byte};
use self::places::Places;
use super::popeye::tokens::Tokens;
use super::{Diagnostic, Source};
use crate::problem::{NoteValue, Span};

/// The maximum length of a document in bytes. The parser can take 200 times as much memory.
const MAX_DOCUMENT_BYTES: usize = 4 << 20;
/// The maximum depth of a document.
const MAX_DEPTH: usize = 512;
/// The maximum number of nodes of a document, with those that aliases repeat.
const MAX_NODES: usize = 1_000_000;

/// A part of a document.
#[derive(Clone, Debug)]
pub(super) struct Node<'s> {
    pub value: Value<'s>,
    /// The place; of a mapping or sequence, its beginning.
    pub span: Span,
}

/// The contents of a node.
#[derive(Clone, Debug)]
pub(super) enum Value<'s> {
    Scalar(Scalar<'s>),
    Sequence(Vec<Node<'s>>),
    Mapping(Vec<(Node<'s>, Node<'s>)>),
}

/// A text.
#[derive(Clone, Debug)]
pub(super) struct Scalar<'s> {
    pub text: Cow<'s, str>,
    /// Whether it was written in quotes, as a block or with the tag of a text.
    pub is_quoted: bool,
    /// The text as in the source, if it differs by blanks only, with its place.
    raw: Option<(&'s str, Span)>,
}

impl<'s> Node<'s> {
    /// Returns the text of a scalar.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar(scalar) => Some(&scalar.text),
            Value::Sequence(_) | Value::Mapping(_) => None,
        }
    }

    /// Returns the words of a scalar with their spans; `None` for `null`, too.
    pub fn words(&self) -> Option<Tokens<'_>> {
        if self.is_null() { None } else { self.tokens() }
    }

    /// Returns the words of a scalar with their spans.
    pub fn tokens(&self) -> Option<Tokens<'_>> {
        match &self.value {
            Value::Scalar(Scalar { raw: Some((text, at)), .. }) => {
                Some(Tokens::from(text, at.line, at.column))
            }
            Value::Scalar(scalar) => Some(Tokens::from(&scalar.text, self.span.line, self.span.column)),
            Value::Sequence(_) | Value::Mapping(_) => None,
        }
    }

    /// Returns whether nothing was written, or `null`.
    pub fn is_null(&self) -> bool {
        matches!(&self.value, Value::Scalar(scalar)
            if !scalar.is_quoted && matches!(&*scalar.text, "" | "~" | "null" | "Null" | "NULL"))
    }

    /// Returns the contents without their places.
    pub fn note(&self) -> NoteValue {
        match &self.value {
            Value::Scalar(scalar) if scalar.is_quoted => NoteValue::Text(scalar.text.clone().into_owned()),
            Value::Scalar(scalar) => NoteValue::Plain(scalar.text.clone().into_owned()),
            Value::Sequence(elements) => NoteValue::List(elements.iter().map(Node::note).collect()),
            Value::Mapping(fields) => {
                NoteValue::Fields(fields.iter().map(|(key, value)| (key.note(), value.note())).collect())
            }
        }
    }

    /// Returns the elements of a sequence; a single node is a sequence of one, and nothing of none.
    pub fn elements(&self) -> &[Node<'s>] {
        match &self.value {
            Value::Sequence(elements) => elements,
            _ if self.is_null() => &[],
            _ => std::slice::from_ref(self),
        }
    }

    /// Returns the entries of a mapping; none if it is no mapping.
    pub fn entries(&self) -> &[(Node<'s>, Node<'s>)] {
        match &self.value {
            Value::Mapping(entries) => entries,
            Value::Scalar(_) | Value::Sequence(_) => &[],
        }
    }

    /// Returns the value of a key of a mapping.
    pub fn get(&self, key: &str) -> Option<&Node<'s>> {
        self.entries().iter().find(|(name, _)| name.text() == Some(key)).map(|(_, value)| value)
    }

    /// Returns what the node is, for messages.
    pub fn kind(&self) -> &'static str {
        match &self.value {
            _ if self.is_null() => "nothing",
            Value::Scalar(_) => "a text",
            Value::Sequence(_) => "a list",
            Value::Mapping(_) => "fields",
        }
    }

    /// Returns the number of nodes.
    fn count(&self) -> usize {
        match &self.value {
            Value::Scalar(scalar) => 1 + scalar.text.len() / 64,
            Value::Sequence(elements) => 1 + elements.iter().map(Node::count).sum::<usize>(),
            Value::Mapping(entries) => {
                1 + entries.iter().map(|(key, value)| key.count() + value.count()).sum::<usize>()
            }
        }
    }
}

/// How a text is divided into documents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Division {
    /// At lines that begin with `---`.
    Separators,
    /// Each line is a document.
    Lines,
}

/// The documents of a text in order.
pub(super) struct Documents<'s> {
    source: &'s Source,
    division: Division,
    /// The first line that was not read.
    next_line: u32,
    current: Option<Chunk<'s>>,
    /// The entries of a list that has a fault.
    list: Option<ListEntries<'s>>,
}

impl<'s> Documents<'s> {
    /// Returns the documents from a line on.
    pub fn new(source: &'s Source, first_line: u32, division: Division) -> Documents<'s> {
        Documents { source, division, next_line: first_line, current: None, list: None }
    }

    /// Returns the lines up to the next separator, or the error that they are too long.
    fn next_chunk(&mut self) -> Option<Result<Chunk<'s>, Diagnostic>> {
        let last = self.source.line_count() as u32;
        let first = self.next_line;
        if first > last {
            return None;
        }
        let mut end = first;
        // A separator after nothing but comments and directives begins this document.
        let mut has_contents = has_contents(self.source.line(first));
        while self.division == Division::Separators && end < last {
            let line = self.source.line(end + 1);
            if is_separator(line) && has_contents {
                break;
            }
            has_contents |= is_separator(line) || self::has_contents(line);
            end += 1;
        }
        self.next_line = end + 1;
        if self.source.lines_between(first, end).len() > MAX_DOCUMENT_BYTES {
            let span = Span { line: first, column: 1, length: 0 };
            let message = format!("expected a document of at most {} MB", MAX_DOCUMENT_BYTES >> 20);
            let error = Diagnostic::error(span, message);
            return Some(Err(
                error.suggest("documents are separated by lines of '---', or are JSON on a line each")
            ));
        }
        Some(Ok(Chunk::new(self.source.lines_between(first, end), first)))
    }
}

/// Returns whether a line begins a document.
pub(super) fn is_separator(line: &str) -> bool {
    line.strip_prefix("---").is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
}

fn has_contents(line: &str) -> bool {
    let text = line.trim();
    !text.is_empty() && !text.starts_with('#') && !line.starts_with('%')
}

impl<'s> Iterator for Documents<'s> {
    type Item = Result<Node<'s>, Diagnostic>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(list) = &mut self.list {
                match list.next() {
                    None => self.list = None,
                    entry => return entry,
                }
            }
            let chunk = match &mut self.current {
                Some(chunk) => chunk,
                none => {
                    // A part of `self` is borrowed.
                    let mut rest = Documents { current: None, list: None, ..*self };
                    let chunk = rest.next_chunk();
                    self.next_line = rest.next_line;
                    match chunk? {
                        Ok(chunk) => none.insert(chunk),
                        Err(error) => return Some(Err(error)),
                    }
                }
            };
            match chunk.next_document() {
                Ok(Some(node)) if node.is_null() => {}
                Ok(Some(node)) => return Some(Ok(node)),
                Ok(None) => self.current = None,
                Err(error) => {
                    let entries = chunk.entries_after(error);
                    self.current = None;
                    match entries {
                        Ok(entries) => self.list = Some(entries),
                        Err(error) => return Some(Err(error)),
                    }
                }
            }
        }
    }
}

/// The lines of one document, or of several that are divided in other ways than by a separator.
struct Chunk<'s> {
    parser: Parser<'s, StrInput<'s>>,
    places: Places<'s>,
    /// Whether the parser is in a sequence at the top.
    in_sequence: bool,
    /// The nodes with anchors.
    anchors: BTreeMap<usize, Node<'s>>,
    /// The number of nodes of the current document.
    nodes: usize,
    /// The number of documents that were returned.
    returned: usize,
}

/// A mapping or sequence that is not complete.
struct OpenNode<'s> {
    node: Node<'s>,
    anchor: usize,
    /// The key of a mapping that has no value yet.
    key: Option<Node<'s>>,
}

impl<'s> Chunk<'s> {
    /// Returns the documents of a text that begins in the line `first`.
    fn new(text: &'s str, first: u32) -> Chunk<'s> {
        Chunk {
            parser: Parser::new_from_str(text),
            places: Places::new(text, first),
            in_sequence: false,
            anchors: BTreeMap::new(),
            nodes: 0,
            returned: 0,
        }
    }

    /// Returns the entries after a fault.
    ///
    /// # Errors
    /// The fault, if what follows cannot be read.
    fn entries_after(&self, fault: Diagnostic) -> Result<ListEntries<'s>, Diagnostic> {
        let entries = ListEntries::new(self.places.text, self.places.line, self.returned, fault);
        entries.map_err(|fault| match self.in_sequence {
            true => fault.suggest("the rest of this list is not read"),
            false => fault,
        })
    }

    /// Returns the next document; `None` at the end.
    fn next_document(&mut self) -> Result<Option<Node<'s>>, Diagnostic> {
        if self.returned == 0 {
            // The parser would end there without an error.
            let begin = Span { line: self.places.line, column: 1, length: 0 };
            if let Some(error) = zero_byte(self.places.text, begin) {
                return Err(error);
            }
        }
        loop {
            let (event, at) = match self.next_event()? {
                Some(event) => event,
                None => return Ok(None),
            };
            match event {
                Event::StreamEnd => return Ok(None),
                Event::SequenceStart(..) if !self.in_sequence => self.in_sequence = true,
                Event::SequenceEnd => self.in_sequence = false,
                Event::DocumentStart(_) => self.anchors.clear(),
                Event::Nothing | Event::StreamStart | Event::DocumentEnd | Event::MappingEnd => {}
                Event::Alias(_) | Event::Scalar(..) | Event::SequenceStart(..) | Event::MappingStart(..) => {
                    self.nodes = 0;
                    let node = self.node(event, at)?;
                    self.returned += 1;
                    return Ok(Some(node));
                }
            }
        }
    }

    fn next_event(&mut self) -> Result<Option<(Event<'s>, MarkerSpan)>, Diagnostic> {
        match self.parser.next_event() {
            None => Ok(None),
            Some(Ok(event)) => Ok(Some(event)),
            Some(Err(error)) => {
                let span = self.places.at(error.marker());
                Err(Diagnostic::error(span, format!("this is not valid YAML or JSON: {}", error.info())))
            }
        }
    }

    /// Returns the node that begins with an event.
    fn node(&mut self, first: Event<'s>, at: MarkerSpan) -> Result<Node<'s>, Diagnostic> {
        let mut open: Vec<OpenNode<'s>> = Vec::new();
        let (mut event, mut at) = (first, at);
        loop {
            let complete = match event {
                Event::Scalar(text, style, anchor, tag) => {
                    let mut node = self.places.scalar(text, style, &at);
                    if let Value::Scalar(scalar) = &mut node.value {
                        scalar.is_quoted |= tag.is_some_and(|tag| is_text_tag(&tag.suffix));
                    }
                    self.keep(anchor, &node);
                    Some(node)
                }
                Event::Alias(anchor) => Some(self.repeated(anchor, &at)?),
                Event::SequenceStart(anchor, _) => {
                    open.push(self.opened(Value::Sequence(Vec::new()), anchor, &at));
                    None
                }
                Event::MappingStart(anchor, _) => {
                    open.push(self.opened(Value::Mapping(Vec::new()), anchor, &at));
                    None
                }
                Event::SequenceEnd | Event::MappingEnd => open.pop().map(|closed| {
                    self.keep(closed.anchor, &closed.node);
                    closed.node
                }),
                Event::StreamEnd | Event::DocumentEnd => {
                    return Err(Diagnostic::error(
                        self.places.at(&at.start),
                        "the text ends within an entry",
                    ));
                }
                Event::Nothing | Event::StreamStart | Event::DocumentStart(_) => None,
            };
            if let Some(node) = complete {
                self.nodes += 1;
                match open.last_mut() {
                    Some(parent) => parent.add(node),
                    None => return Ok(node),
                }
            }
            self.check_limits(open.len(), &at)?;
            (event, at) = match self.next_event()? {
                Some(next) => next,
                None => {
                    return Err(Diagnostic::error(
                        self.places.at(&at.start),
                        "the text ends within an entry",
                    ));
                }
            };
        }
    }

    fn opened(&mut self, value: Value<'s>, anchor: usize, at: &MarkerSpan) -> OpenNode<'s> {
        OpenNode { node: Node { value, span: self.places.at(&at.start) }, anchor, key: None }
    }

    fn keep(&mut self, anchor: usize, node: &Node<'s>) {
        if anchor > 0 {
            self.nodes += node.count();
            self.anchors.insert(anchor, node.clone());
        }
    }

    /// Returns a copy of the node with an anchor.
    fn repeated(&mut self, anchor: usize, at: &MarkerSpan) -> Result<Node<'s>, Diagnostic> {
        let span = self.places.at(&at.start);
        let Some(node) = self.anchors.get(&anchor) else {
            return Err(Diagnostic::error(span, "this alias names a part that is not complete"));
        };
        self.nodes += node.count();
        if self.nodes > MAX_NODES {
            return Err(too_large(span));
        }
        Ok(node.clone())
    }

    fn check_limits(&mut self, depth: usize, at: &MarkerSpan) -> Result<(), Diagnostic> {
        if depth > MAX_DEPTH {
            let message = format!("expected lists and fields of at most {MAX_DEPTH} levels");
            return Err(Diagnostic::error(self.places.at(&at.start), message));
        }
        if self.nodes > MAX_NODES {
            return Err(too_large(self.places.at(&at.start)));
        }
        Ok(())
    }
}

/// Returns whether a tag, as `!!str` or `!!python/unicode`, makes a word a text, which it would not be without quotes.
fn is_text_tag(suffix: &str) -> bool {
    matches!(suffix, "str" | "python/str" | "python/unicode")
}

fn too_large(span: Span) -> Diagnostic {
    Diagnostic::error(span, format!("expected an entry of at most {MAX_NODES} parts"))
}

impl<'s> OpenNode<'s> {
    fn add(&mut self, node: Node<'s>) {
        match &mut self.node.value {
            Value::Sequence(elements) => elements.push(node),
            Value::Mapping(entries) => match self.key.take() {
                None => self.key = Some(node),
                Some(key) => entries.push((key, node)),
            },
            Value::Scalar(_) => {}
        }
    }
}

#[cfg(test)]
mod tests;
