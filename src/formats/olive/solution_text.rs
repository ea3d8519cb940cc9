//! What an entry declares: the number of intended solutions, and the keys in the text of its solution.
//!
//! A text that is not understood beyond doubt declares nothing.

use crate::formats::solution_count;
use crate::problem::Declaration;
use crate::problem::declaration::parse_count;

/// The meaning of the number of intended solutions.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Intended {
    /// The number of keys of direct, self and reflex play.
    Keys(u64),
    /// The lines of help and series play.
    Lines(Declaration),
}

/// Reads the number of intended solutions, as in `2` or `2.1.1.1`.
///
/// # Errors
/// If it is not understood: the message of a warning.
pub(super) fn intended(text: &str, is_battle: bool, is_duplex: bool) -> Result<Intended, &'static str> {
    let text = text.trim();
    let count = parse_count(text).filter(|&count| count > 0);
    match count {
        _ if is_duplex => {
            Err("the number of solutions is not used: with Duplex it is not clear which side it counts")
        }
        Some(count) if is_battle => Ok(Intended::Keys(count)),
        Some(count) => Ok(Intended::Lines(Declaration { line_count: Some(count), ..Declaration::default() })),
        None if is_battle => Err("the number of solutions is not used: expected a number of keys, as in 2"),
        None => match solution_count::read_whole(text) {
            Ok(declaration) => Ok(Intended::Lines(declaration)),
            Err(_) => Err("the number of solutions is not used: expected one as in 2 or 2.1.1.1"),
        },
    }
}

/// Reads the keys of a solution, those of `intended` keys if their number is given: each move after `1.` must have a mark,
/// `!` or `?`.
///
/// # Errors
/// If the text is not understood: the reason.
pub(super) fn keys(text: &str, intended: Option<u64>) -> Result<Declaration, &'static str> {
    let text = without_comments(text)?;
    let mut keys: Vec<String> = Vec::new();
    let mut before = ' ';
    for (at, character) in text.char_indices() {
        let is_start = character == '1' && !before.is_alphanumeric() && !matches!(before, '.' | '-' | '+');
        before = character;
        let Some(rest) = text[at..].strip_prefix("1.").filter(|_| is_start) else { continue };
        if rest.trim_start().starts_with(['.', '…']) {
            // The play after a pass, or the defences.
            continue;
        }
        for (name, is_key) in first_moves(rest.trim_start())? {
            if is_key && !keys.contains(&name) {
                keys.push(name);
            }
        }
    }
    match (keys.len() as u64, intended) {
        (0, _) => Err("it has no move after '1.' with the mark '!'"),
        (1, None) => Ok(Declaration { keys: Some(keys), ..Declaration::default() }),
        (count, Some(intended)) if count == intended => {
            Ok(Declaration { keys: Some(keys), ..Declaration::default() })
        }
        (_, None) => Err("it has several keys, and their number is not given"),
        _ => Err("it has another number of keys than intended"),
    }
}

/// Returns a text without what is in braces.
fn without_comments(text: &str) -> Result<String, &'static str> {
    let mut rest = text;
    let mut kept = String::new();
    while let Some((before, after)) = rest.split_once('{') {
        kept += before;
        kept.push(' ');
        rest = after.split_once('}').ok_or("a brace is not closed")?.1;
    }
    kept += rest;
    Ok(kept)
}

/// Returns the moves with which a text begins, as in `Ra6!/Rb1!`, and whether each is marked as a key.
fn first_moves(text: &str) -> Result<Vec<(String, bool)>, &'static str> {
    let mut moves = Vec::new();
    let mut text = text;
    loop {
        let (name, is_key, rest) = first_move(text)?;
        moves.push((name, is_key));
        let rest = rest.trim_start();
        match rest.strip_prefix('/') {
            Some(next) => text = next.trim_start(),
            // After a comma there can also be other things than a move.
            None => match rest.strip_prefix([',', ';', '&']).map(str::trim_start) {
                Some(next) if first_move(next).is_ok() => text = next,
                _ => return Ok(moves),
            },
        }
    }
}

/// Returns the move with which a text begins, whether it is marked as a key, and the text after its mark.
fn first_move(text: &str) -> Result<(String, bool, &str), &'static str> {
    const UNCLEAR: &str = "a move after '1.' is in another notation";
    let end = text.find(|c: char| c.is_whitespace() || "!?(+#,;/[".contains(c)).unwrap_or(text.len());
    let name = with_promotion_sign(&text[..end]);
    if !is_move(&name) {
        return Err(UNCLEAR);
    }
    let rest = without_remarks(&text[end..]);
    let (mark, rest) = rest.split_at(rest.find(|c| !matches!(c, '!' | '?')).unwrap_or(rest.len()));
    match mark {
        "!" | "!!" => Ok((name, true, rest)),
        "?" | "??" | "!?" | "?!" | "?!?" => Ok((name, false, rest)),
        _ => Err("a move after '1.' has neither of the marks '!' and '?'"),
    }
}

/// Returns a move with the sign before the man of a promotion, which some authors omit.
fn with_promotion_sign(name: &str) -> String {
    let man = name.chars().next_back().filter(|man| "QRBSN".contains(*man));
    match man.and_then(|man| name.strip_suffix(man)).filter(|move_| move_.ends_with(['1', '8'])) {
        Some(move_) => format!("{move_}={}", &name[move_.len()..]),
        None => name.to_owned(),
    }
}

/// Returns the text after a move without what can stand before its mark: en passant, check, and letters that name a theme.
fn without_remarks(text: &str) -> &str {
    let mut rest = text;
    loop {
        let trimmed = rest.trim_start_matches([' ', '\t', '+', '#']);
        let after = ["e.p.", "ep."].iter().find_map(|words| trimmed.strip_prefix(words));
        match after.or_else(|| after_letter(trimmed)) {
            Some(after) => rest = after,
            None => return trimmed,
        }
    }
}

/// Returns the text after a letter in brackets; `None` if it does not begin with one. Other brackets are effects of rules.
fn after_letter(text: &str) -> Option<&str> {
    let (inner, after) = text.strip_prefix('[')?.split_once(']')?;
    let letter = inner.trim_end_matches('\'');
    let mut letters = letter.chars();
    (letters.next()?.is_alphabetic() && letters.next().is_none()).then_some(after)
}

/// Returns whether a text is a move in English notation: a letter, departure, arrival and promotion.
fn is_move(text: &str) -> bool {
    if matches!(text, "0-0" | "0-0-0" | "O-O" | "O-O-O") {
        return true;
    }
    let text = text.strip_prefix(['K', 'Q', 'R', 'B', 'S', 'N', 'P']).unwrap_or(text);
    let text = match text.split_once('=') {
        Some((move_, "Q" | "R" | "B" | "S" | "N")) => move_,
        Some(_) => return false,
        None => text,
    };
    let Some(at) = text.len().checked_sub(2).filter(|_| text.is_ascii()) else { return false };
    let (departure, arrival) = text.split_at(at);
    let departure = departure.trim_end_matches(['-', 'x', '*', ':']);
    let is_file = |c: char| ('a'..='h').contains(&c);
    let is_rank = |c: char| ('1'..='8').contains(&c);
    let is_part = match departure.as_bytes() {
        [] => true,
        [one] => is_file(char::from(*one)) || is_rank(char::from(*one)),
        [file, rank] => is_file(char::from(*file)) && is_rank(char::from(*rank)),
        _ => false,
    };
    is_part && arrival.starts_with(is_file) && arrival.ends_with(is_rank)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marked_first_moves_are_keys() {
        for (text, intended, expected) in [
            ("1.Ra6 ! (2.Qa7+ Kb5)\n 1...d5 2.Qe7+", None, "Ra6"),
            ("1...Ne5[a] 2.Nd6#\n\n1.Qe5+??\n but 1...Kxe5!\n1.Nxd3! (2.Nc5#)", None, "Nxd3"),
            ("1.Sf2-g4 + !\n 1...Kg2-f1 {(1.Qa1)}\n 2.Rg8-a8", None, "Sf2-g4"),
            ("1.0-0! zz", None, "0-0"),
            ("1.e7-e8=S ! zugzwang.", None, "e7-e8=S"),
            ("1.Qa1! 1.Qa2!", Some(2), "Qa1,Qa2"),
            ("1.Qa1! x 1.Qa1!", None, "Qa1"),
            ("1.a5*b6 ep. !", None, "a5*b6"),
            ("1.axb6 e.p.+!", None, "axb6"),
            ("1.Qf3[A]! 1.Qf4+[b']?", None, "Qf3"),
            ("1.Qf3+[A]!", None, "Qf3"),
            ("1.d8Q! 1.exd1S?", None, "d8=Q"),
            ("1.Qa1!/Qb1!", Some(2), "Qa1,Qb1"),
            ("1.Qa1! / Qb1? / Qc1!", Some(2), "Qa1,Qc1"),
            ("1.Qa1!, Qb1!", Some(2), "Qa1,Qb1"),
            ("1.Qa1!, 2.Qb1#", None, "Qa1"),
        ] {
            let keys = keys(text, intended).map(|declared| declared.keys.unwrap().join(","));
            assert_eq!(keys.as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn doubtful_texts_declare_nothing() {
        for (text, intended) in [
            ("", None),
            ("1.Qa1", None),
            ("1.Td1! Kd4", None),
            ("1.Qa1! 1.Qb1", None),
            ("1.Qa1! 1.Qb1!", None),
            ("1.Qa1!", Some(2)),
            ("1.Qa1! {", None),
            ("1.Qa1/Qb1!", None),
            ("1.Qa1!/Qb1!", None),
            ("1.Qa1!/Qb1", None),
            ("1.Qa1!/", None),
            ("Solution: Qa1!", None),
            ("1.é!", None),
            ("11.Qa1!", None),
            ("1.Re4*e8[+bSg8] !", None),
            ("1.Qa1[AB]!", None),
            ("1.Qa1[]!", None),
            ("1.Qa1[A!", None),
            ("1.Q!", None),
        ] {
            assert!(keys(text, intended).is_err(), "{text}");
        }
    }

    #[test]
    fn intended_solutions_are_counted() {
        let lines = |count| Declaration { line_count: Some(count), ..Declaration::default() };
        let branching =
            |numbers: &[u64]| Declaration { branching: Some(numbers.to_vec()), ..Declaration::default() };
        assert_eq!(intended("2", false, false), Ok(Intended::Lines(lines(2))));
        assert_eq!(intended("2", true, false), Ok(Intended::Keys(2)));
        assert_eq!(intended("2.1.1.1", false, false), Ok(Intended::Lines(branching(&[2, 1, 1, 1]))));
        assert_eq!(intended("4.1.1...", false, false), Ok(Intended::Lines(branching(&[4, 1, 1]))));
        for (text, is_battle, is_duplex) in
            [("2", false, true), ("2.1", true, false), ("many", false, false), ("0", false, false)]
        {
            assert!(intended(text, is_battle, is_duplex).is_err(), "{text}");
        }
    }
}
