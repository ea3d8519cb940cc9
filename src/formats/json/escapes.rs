//! Escapes of JSON that YAML does not have.

/// Returns a text in which the pairs of escapes by which JSON writes a character beyond U+FFFF are one escape of YAML;
/// `None` if it has none.
pub(in crate::formats) fn join_surrogates(text: &str) -> Option<String> {
    let mut joined = String::new();
    let mut kept = 0;
    let mut from = 0;
    while let Some(found) = text[from..].find("\\u") {
        let at = from + found;
        // A backslash that is itself escaped begins no escape.
        let is_escaped = text[..at].bytes().rev().take_while(|&byte| byte == b'\\').count() % 2 == 1;
        let pair = text.get(at..at + 12).filter(|_| !is_escaped).and_then(surrogate_pair);
        from = at + 2;
        if let Some(character) = pair {
            joined += &text[kept..at];
            joined += &format!("\\U{:08x}", u32::from(character));
            from = at + 12;
            kept = from;
        }
    }
    (kept > 0).then(|| joined + &text[kept..])
}

/// Returns the character of a pair such as `\ud83d\ude00`.
fn surrogate_pair(text: &str) -> Option<char> {
    let unit = |text: &str| u16::from_str_radix(text.strip_prefix("\\u")?, 16).ok();
    let units = [unit(text.get(..6)?)?, unit(text.get(6..)?)?];
    // A single unit that is a character is left to the parser.
    char::decode_utf16(units).next()?.ok().filter(|character| character.len_utf16() == 2)
}
