//! The line in which an author declares the solution:
//! `kirke: verdict=cooked keys=Qe2,Rd1 lines=2 branching=2.1.1.1 set=1 tries=Kb3 twin=b`.

use std::borrow::Cow;

use super::diagnostic::{Diagnostic, nearest, quoted};
use super::popeye::tokens::{Token, Tokens};
use crate::problem::{Declaration, Spanned, Verdict, declaration};

/// The names of the fields.
const FIELDS: [&str; 7] = ["verdict", "keys", "lines", "branching", "set", "tries", "twin"];

/// Returns the text after `kirke:` in a remark; `None` if the remark does not begin so.
pub(super) fn after_prefix<'a>(remark: &Token<'a>) -> Option<Tokens<'a>> {
    const ADDRESS: &str = "kirke:";
    let beginning = remark.text.get(..ADDRESS.len())?;
    beginning.eq_ignore_ascii_case(ADDRESS).then(|| {
        Tokens::from(
            &remark.text[ADDRESS.len()..],
            remark.span.line,
            remark.span.column + ADDRESS.len() as u32,
        )
    })
}

/// Returns the error for a remark that contains a declaration but lacks the colon after `kirke`, which both
/// Popeye and kirke would ignore.
pub(super) fn missing_colon(remark: &Token<'_>) -> Option<Diagnostic> {
    const NAME: &str = "kirke";
    let rest = remark.text.get(..NAME.len()).filter(|name| name.eq_ignore_ascii_case(NAME));
    let rest = rest.map(|_| &remark.text[NAME.len()..])?;
    let declares = rest.split(|c: char| !c.is_alphanumeric() && c != '=').any(|word| {
        let name = word.split_once('=').map(|(name, _)| name);
        name.is_some_and(|name| FIELDS.iter().any(|field| field.eq_ignore_ascii_case(name)))
    });
    (declares && !rest.starts_with(char::is_alphanumeric)).then(|| {
        Diagnostic::error(remark.sub_span(0, NAME.len()), "expected 'kirke:' before what is declared")
    })
}

/// Reads the fields, separated by blanks; the values of a list are separated by commas.
///
/// # Errors
/// For an unknown or repeated field, and for an invalid value.
pub(super) fn read(mut fields: Tokens<'_>) -> Result<Spanned<Declaration>, Vec<Diagnostic>> {
    let whole = fields.rest_of_line();
    let mut declaration = Declaration::default();
    let (mut errors, mut seen) = (Vec::new(), Vec::new());
    for field in split_at_blanks(&whole) {
        let Some((name, value)) = field.text.split_once('=') else {
            errors.push(unknown(&field, field.text));
            continue;
        };
        let Some(known) = FIELDS.iter().find(|known| known.eq_ignore_ascii_case(name)) else {
            errors.push(unknown(&field, name));
            continue;
        };
        let span = field.sub_span(name.len() + 1, field.text.len());
        if seen.contains(known) {
            let message = format!("the field '{known}' occurs twice in this declaration");
            errors.push(Diagnostic::error(field.span, message));
            continue;
        }
        seen.push(known);
        if let Err(expected) = set_field(&mut declaration, known, value) {
            let message = format!("expected {expected} after '{known}=', found {}", quoted(value));
            errors.push(Diagnostic::error(span, message));
        }
    }
    if seen.is_empty() && errors.is_empty() {
        let message = "expected what is declared, as in 'kirke: verdict=sound keys=Qe2'";
        errors.push(Diagnostic::error(whole.span, message));
    }
    if errors.is_empty() { Ok(Spanned::new(declaration, whole.span)) } else { Err(errors) }
}

fn unknown(field: &Token<'_>, name: &str) -> Diagnostic {
    let message = format!(
        "{} is no field of a declaration; the fields are {}",
        quoted(name),
        FIELDS.map(|known| format!("{known}=")).join(", ")
    );
    let meant = nearest(name, FIELDS).map(|meant| format!("{meant}="));
    Diagnostic::error(field.sub_span(0, name.len()), message).did_you_mean(meant)
}

/// Sets a field of the declaration, or returns a description of what was expected.
fn set_field(declaration: &mut Declaration, field: &str, value: &str) -> Result<(), Cow<'static, str>> {
    const NUMBER: &str = "a number";
    match field {
        "verdict" => {
            let verdict = Verdict::from_words(&value.to_lowercase());
            declaration.verdict = Some(verdict.ok_or_else(|| {
                let words = Verdict::ALL.map(|verdict| verdict.words().replace(' ', "-"));
                format!("a verdict ({})", words.join(", "))
            })?);
        }
        "keys" => declaration.keys = Some(moves(value, Declared::Key)?),
        "tries" => declaration.tries = Some(moves(value, Declared::Try)?),
        "lines" => declaration.line_count = Some(declaration::parse_count(value).ok_or(NUMBER)?),
        "set" => declaration.set_line_count = Some(declaration::parse_count(value).ok_or(NUMBER)?),
        "branching" => {
            let counts = declaration::parse_branching(value);
            declaration.branching = Some(counts.ok_or("numbers separated by dots, as in 2.1.1.1")?);
        }
        _ => {
            let label = value.to_lowercase();
            let well_formed = match label.strip_prefix('z') {
                Some("") => true,
                Some(number) => number.parse::<u32>().is_ok_and(|n| n > 0 && !number.starts_with('0')),
                None => matches!(label.as_bytes(), [b'a'..=b'y']),
            };
            if !well_formed {
                return Err("the label of a twin (a, b, … z, z1, …)".into());
            }
            declaration.twin = Some(label);
        }
    }
    Ok(())
}

/// Returns the moves, separated by commas; an empty text is an empty list.
fn moves(value: &str, what: Declared) -> Result<Vec<String>, &'static str> {
    if value.is_empty() {
        return Ok(Vec::new());
    }
    let moves: Vec<String> = value.split(',').map(str::to_owned).collect();
    if moves.iter().any(String::is_empty) {
        return Err("moves separated by commas, without blanks");
    }
    if !moves.iter().all(|text| can_be_move(text, what)) {
        return Err(match what {
            Declared::Key => "moves separated by commas, without the mark '?'",
            Declared::Try => "moves separated by commas",
        });
    }
    Ok(moves)
}

/// What a move is declared as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Declared {
    Key,
    Try,
}

/// Returns whether a word can be a move in any notation: castling, a pass, or signs of notation with a square. A key has no
/// mark of a try.
pub(super) fn can_be_move(text: &str, what: Declared) -> bool {
    let is_figurine = |sign: char| ('\u{2654}'..='\u{265f}').contains(&sign);
    let is_sign =
        |sign: char| sign.is_alphanumeric() || is_figurine(sign) || "[]()+-<>/=@~!.*:#^'½".contains(sign);
    let is_marked_only = |sign| sign == '?' && what == Declared::Try;
    let bare = text.strip_prefix("1.").unwrap_or(text).trim_end_matches(['+', '#', '!', '?']);
    // A king may change its walk when it castles, as in `0-0=B`.
    let castling = bare.split_once('=').map_or(bare, |(castling, _)| castling);
    let names_no_square =
        matches!(bare, "--" | "...") || matches!(castling, "0-0" | "0-0-0" | "O-O" | "O-O-O");
    let mut pairs = text.as_bytes().windows(2);
    let has_square = pairs.any(|pair| {
        (b'a'..=b'h').contains(&pair[0].to_ascii_lowercase()) && (b'1'..=b'8').contains(&pair[1])
    });
    text.chars().all(|sign| is_sign(sign) || is_marked_only(sign)) && (has_square || names_no_square)
}

/// Returns a move without the blanks that notation has before the words for en passant and after a pending promotion.
pub(super) fn without_blanks(text: &str) -> String {
    text.replace(" e.p.", "").replace(" ep.", "").replace(") ", ")")
}

/// Returns the parts of a line between blanks.
fn split_at_blanks<'a>(line: &Token<'a>) -> impl Iterator<Item = Token<'a>> {
    let (text, span) = (line.text, line.span);
    let mut column = span.column;
    text.split([' ', '\t']).filter_map(move |part| {
        let length = part.chars().count() as u32;
        let start = column;
        column += length + 1;
        let span = crate::problem::Span { column: start, length, ..span };
        (!part.is_empty()).then_some(Token { text: part, span })
    })
}

/// Returns the line for a declaration, without `kirke:`.
pub(super) fn write(declaration: &Declaration) -> String {
    let mut fields = Vec::new();
    if let Some(twin) = &declaration.twin {
        fields.push(format!("twin={twin}"));
    }
    if let Some(verdict) = declaration.verdict {
        fields.push(format!("verdict={}", verdict.words().replace(' ', "-")));
    }
    if let Some(keys) = &declaration.keys {
        fields.push(format!("keys={}", keys.join(",")));
    }
    if let Some(lines) = declaration.line_count {
        fields.push(format!("lines={lines}"));
    }
    if let Some(branching) = &declaration.branching {
        fields.push(format!("branching={}", declaration::branching_text(branching)));
    }
    if let Some(set) = declaration.set_line_count {
        fields.push(format!("set={set}"));
    }
    if let Some(tries) = &declaration.tries {
        fields.push(format!("tries={}", tries.join(",")));
    }
    fields.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declaration(text: &str) -> Result<Declaration, Vec<Diagnostic>> {
        read(Tokens::new(text)).map(|declaration| declaration.value)
    }

    #[test]
    fn declaration_fields_round_trip() {
        let text = "twin=b verdict=no-solution keys=Qe2,Rd1+ lines=2 branching=2.1.1.1 set=1 tries=Kb3,0-0";
        let read = declaration(text).unwrap();
        assert_eq!(read.verdict, Some(Verdict::NoSolution));
        assert_eq!(read.keys.as_ref().unwrap().len(), 2);
        assert_eq!(read.branching, Some(vec![2, 1, 1, 1]));
        assert_eq!(write(&read), text);
        assert_eq!(declaration("tries=").unwrap().tries, Some(vec![]));
    }

    #[test]
    fn words_that_can_be_no_move_are_refused() {
        for text in [
            "Qe2",
            "1.Rc3-c8+!",
            "exd6",
            "0-0",
            "O-O-O#",
            "b7b8=(G)",
            "♘f3",
            "Dd4",
            "Re4*e8[+bSg8]",
            "Q@c1",
            "--",
            "A4",
            "(a1=Q)Kg8",
            "Сf3",
            "nSb3",
            "(2,5)c4",
            "0-0=B",
        ] {
            let is_listed = text.contains(',');
            assert_eq!(can_be_move(text, Declared::Key), !is_listed, "{text}");
        }
        for text in
            ["Qg2,Kf2", "Ra6 verdict=cooked", "Rh8?", "foo", "", "1.", "Ra9", "!", "e.p.", "Ra6\"", "Ra6;"]
        {
            assert!(!can_be_move(text, Declared::Key), "{text}");
        }
        assert!(can_be_move("Rh8?", Declared::Try));
    }

    #[test]
    fn faults_have_their_column() {
        for (text, column, words) in [
            ("verdict=good", 9, "expected a verdict"),
            ("keys=Qe2 verdit=sound", 10, "no field"),
            ("keys=Qe2, Rd1", 6, "separated by commas"),
            ("keys Qe2", 1, "no field"),
            ("set=1 keys=Qe2?", 12, "without the mark '?'"),
            ("keys=foo", 6, "moves separated by commas"),
            ("lines=99999999999999999999", 7, "a number"),
            ("branching=2..1", 11, "numbers separated by dots"),
            ("set=1 set=1", 7, "twice"),
            ("twin=ä", 6, "label"),
            ("twin=z01", 6, "label"),
            ("", 1, "expected what is declared"),
        ] {
            let errors = declaration(text).unwrap_err();
            assert_eq!(errors[0].span.column, column, "{text}: {errors:?}");
            assert!(errors[0].message.contains(words), "{text}: {errors:?}");
        }
    }

    #[test]
    fn only_kirke_remarks_are_declarations() {
        let remark = |text| Token { text, span: Default::default() };
        assert!(after_prefix(&remark("Kirke: set=1")).is_some());
        assert!(after_prefix(&remark("kirk: set=1")).is_none());
        assert!(after_prefix(&remark("ékirke")).is_none());
        for nearly in ["kirke keys=Qe2", "Kirke, set=1 lines=2", "kirke : lines=1"] {
            assert!(missing_colon(&remark(nearly)).is_some(), "{nearly}");
        }
        for other in ["kirke found this", "kirkegaard: set=1", "keys=Qe2", "kirke e=mc"] {
            assert!(missing_colon(&remark(other)).is_none(), "{other}");
        }
    }
}
