//! Splits a query into words and signs.

/// A word, a number or a sign of a query, with its place in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token<'t> {
    pub text: &'t str,
    pub at: usize,
}

/// Returns the tokens of a query.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = 0;
    while let Some(sign) = text[rest..].chars().next() {
        let length = match sign {
            _ if sign.is_whitespace() => {
                rest += sign.len_utf8();
                continue;
            }
            '<' | '>' if text[rest + 1..].starts_with('=') => 2,
            _ if is_word(sign) => text[rest..].find(|next: char| !is_word(next)).unwrap_or(text.len() - rest),
            _ => sign.len_utf8(),
        };
        tokens.push(Token { text: &text[rest..rest + length], at: rest });
        rest += length;
    }
    tokens
}

/// Returns whether a sign belongs to a word.
fn is_word(sign: char) -> bool {
    sign.is_alphanumeric() || matches!(sign, '-' | '*' | ',')
}
