//! Values as YAML.

use crate::problem::NoteValue;

/// Returns a text as YAML on one line: plain if it can be read as nothing else, in quotes otherwise.
pub(super) fn quoted(text: &str) -> String {
    let is_plain_sign = |sign: char| sign.is_alphanumeric() || " .+-/()".contains(sign);
    let is_word =
        text.starts_with(char::is_alphabetic) && text.chars().all(is_plain_sign) && !text.ends_with(' ');
    let reserved = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"];
    let is_reserved = reserved.iter().any(|word| word.eq_ignore_ascii_case(text));
    if is_word && !is_reserved { text.to_owned() } else { in_quotes(text) }
}

/// Returns a text in quotes.
fn in_quotes(text: &str) -> String {
    if text.chars().all(is_shown) {
        return format!("'{}'", text.replace('\'', "''"));
    }
    escaped(text)
}

/// Returns a text in double quotes.
fn escaped(text: &str) -> String {
    let mut quoted = String::from("\"");
    for sign in text.chars() {
        match sign {
            '"' | '\\' => quoted.extend(['\\', sign]),
            '\n' => quoted += "\\n",
            '\t' => quoted += "\\t",
            sign if is_shown(sign) => quoted.push(sign),
            sign => quoted += &format!("\\U{:08x}", u32::from(sign)),
        }
    }
    quoted + "\""
}

/// Returns whether a sign can stand in a text without an escape. A byte order mark and the line separators of Unicode
/// cannot.
fn is_shown(sign: char) -> bool {
    !sign.is_control()
        && !('\u{2028}'..='\u{2029}').contains(&sign)
        && !matches!(sign, '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

/// Appends a value after the name of its field, with the end of the line. Lines after the first begin with `indent` blanks.
pub(super) fn put_value(out: &mut String, indent: usize, value: &NoteValue) {
    match value {
        NoteValue::List(values) if !values.is_empty() => {
            out.push('\n');
            for value in values {
                *out += &format!("{:indent$}-", "");
                put_value(out, indent + 2, value);
            }
        }
        NoteValue::Fields(fields) if !fields.is_empty() => {
            out.push('\n');
            for (name, value) in fields {
                *out += &format!("{:indent$}{}:", "", inline(name));
                put_value(out, indent + 2, value);
            }
        }
        NoteValue::Text(text) if is_block(text) => {
            *out += if text.ends_with('\n') { " |\n" } else { " |-\n" };
            for line in text.lines() {
                *out += &format!("{:width$}{line}\n", "", width = if line.is_empty() { 0 } else { indent });
            }
        }
        NoteValue::Plain(text) if text.is_empty() => out.push('\n'),
        value => *out += &format!(" {}\n", inline(value)),
    }
}

/// Returns whether a text is shown as a block of lines: its blanks are seen.
fn is_block(text: &str) -> bool {
    let lines = || text.split('\n');
    text.trim_end_matches('\n').contains('\n')
        && !text.ends_with("\n\n")
        && !text.starts_with([' ', '\n'])
        && lines().all(|line| line.chars().all(is_shown) && !line.ends_with(' '))
}

/// Returns a value on one line.
fn inline(value: &NoteValue) -> String {
    let joined = |values: Vec<String>| values.join(", ");
    match value {
        NoteValue::Plain(text) if text.chars().all(is_shown) => text.clone(),
        NoteValue::Plain(text) => escaped(text),
        NoteValue::Text(text) => in_quotes(text),
        NoteValue::List(values) => format!("[{}]", joined(values.iter().map(inline).collect())),
        NoteValue::Fields(fields) => {
            let field =
                |(name, value): &(NoteValue, NoteValue)| format!("{}: {}", inline(name), inline(value));
            format!("{{{}}}", joined(fields.iter().map(field).collect()))
        }
    }
}
