//! Text and numbers of XML.

use std::fmt::{self, Display, Write as _};

/// A text with its markup escaped, for contents and attributes. Characters that XML forbids are replaced.
pub struct Escaped<'t>(pub &'t str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\t' | '\n' | '\r' => f.write_char(' ')?,
                '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => {
                    f.write_char('\u{fffd}')?
                }
                letter => f.write_char(letter)?,
            }
        }
        Ok(())
    }
}

/// A number with at most two decimals.
pub struct Number(pub f32);

impl Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.2}", self.0);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_escaped() {
        let text = Escaped("<b a=\"1\">&amp;\u{1}\n'é'").to_string();
        assert_eq!(text, "&lt;b a=&quot;1&quot;&gt;&amp;amp;\u{fffd} 'é'");
    }

    #[test]
    fn numbers_are_short() {
        let texts = [1.0, -0.001, 0.5, 12.346, -3.1].map(|number| Number(number).to_string());
        assert_eq!(texts, ["1", "0", "0.5", "12.35", "-3.1"]);
    }
}
