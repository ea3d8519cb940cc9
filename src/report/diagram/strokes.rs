//! Text as strokes: which glyphs it has, and how wide it is.

use super::alphabet::{GLYPHS, MARKS, MISSING, MarkPlace};

/// The height of a capital in the units of the alphabet.
pub const CAPITAL: f32 = 70.0;
/// The space between two glyphs.
const GAP: f32 = 15.0;

/// A character as strokes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Glyph {
    /// The width, without the space to the next one.
    pub width: f32,
    /// The path of the letter.
    pub path: &'static str,
    /// The mark above or below the letter.
    pub mark: Option<PlacedMark>,
}

/// A mark at its place on a glyph.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlacedMark {
    /// The path.
    pub path: &'static str,
    /// How far it is moved to the right.
    pub x: f32,
    /// How far it is moved down.
    pub y: f32,
}

/// Returns the glyph of a character: a box if there is none.
pub fn glyph(character: char) -> Glyph {
    if let Some((width, path)) = plain(character) {
        return Glyph { width: f32::from(width), path, mark: None };
    }
    accented(character).unwrap_or(Glyph { width: f32::from(MISSING.0), path: MISSING.1, mark: None })
}

/// Returns whether a character has a glyph.
pub fn has_glyph(character: char) -> bool {
    plain(character).is_some() || accented(character).is_some()
}

fn plain(character: char) -> Option<(u8, &'static str)> {
    GLYPHS
        .iter()
        .find(|(characters, ..)| characters.contains(character))
        .map(|&(_, width, path)| (width, path))
}

fn accented(character: char) -> Option<Glyph> {
    let with_base = |mark: &'static super::alphabet::Mark| {
        let at = mark.letters.chars().position(|letter| letter == character)?;
        Some((mark, mark.bases.chars().nth(at)?))
    };
    let (mark, base) = MARKS.iter().find_map(with_base)?;
    let (width, path) = plain(base)?;
    let x = f32::from(width) / 2.0;
    let is_high = character.is_uppercase() && mark.place == MarkPlace::Above;
    let placed = PlacedMark { path: mark.path, x, y: if is_high { -19.0 } else { 0.0 } };
    Some(Glyph { width: f32::from(width), path, mark: Some(placed) })
}

/// Returns the width of a text, in the units of the alphabet.
pub fn width(text: &str) -> f32 {
    let sum: f32 = text.chars().map(|character| glyph(character).width + GAP).sum();
    (sum - GAP).max(0.0)
}

/// Returns each visible glyph of a text with its horizontal position, from 0.
pub fn placed(text: &str) -> Vec<(f32, char, Glyph)> {
    let mut x = 0.0;
    let mut glyphs = Vec::new();
    for character in text.chars() {
        let glyph = glyph(character);
        if !glyph.path.is_empty() {
            glyphs.push((x, character, glyph));
        }
        x += glyph.width + GAP;
    }
    glyphs
}

/// Returns the lines of a text that are at most `most` units wide; a word that is wider is broken.
pub fn wrapped(text: &str, most: f32) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if width(&longer) <= most {
            line = longer;
            continue;
        }
        lines.extend(Some(std::mem::take(&mut line)).filter(|line| !line.is_empty()));
        for character in word.chars() {
            line.push(character);
            if width(&line) > most && line.chars().count() > 1 {
                line.pop();
                lines.push(std::mem::replace(&mut line, character.to_string()));
            }
        }
    }
    lines.extend(Some(line).filter(|line| !line.is_empty()));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latin_and_cyrillic_letters_have_glyphs() {
        let text = "AZaz09 ÄÖÜäöüß ÁÉÍÓÚ áéíóú ČĎĚŇŘŠŤŽ čďěňřšťž ĄĘŁŃŚŹŻ ąęłńśźż ŐŰőű ÇŞĞİçşğı ÅÆØåæø ÞÐþð ŠĐšđ \
                    АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ абвгдеёжзийклмнопрстуфхцчшщъыьэюя «»“”‘’„–—…½¼¾№×→↔ #=+-*/()[]&@%";
        let missing: String = text.chars().filter(|&character| !has_glyph(character)).collect();
        assert_eq!(missing, "");
        assert_eq!(glyph('象').path, MISSING.1);
    }

    #[test]
    fn characters_and_marks_occur_once() {
        let mut characters: Vec<char> = GLYPHS.iter().flat_map(|row| row.0.chars()).collect();
        let count = characters.len();
        characters.sort_unstable();
        characters.dedup();
        assert_eq!(characters.len(), count);
        for mark in MARKS {
            assert_eq!(mark.letters.chars().count(), mark.bases.chars().count(), "{}", mark.letters);
            assert!(mark.bases.chars().all(|base| plain(base).is_some()), "{}", mark.bases);
        }
    }

    #[test]
    fn lines_are_not_wider_than_the_page() {
        let text = "a b cc ddd WWWWWWWWWWWWWWWWWWWW e";
        for most in [40.0, 100.0, 300.0, 5000.0] {
            let lines = wrapped(text, most);
            assert!(lines.iter().all(|line| width(line) <= most || line.chars().count() == 1), "{lines:?}");
            let joined: String = lines.concat().chars().filter(|character| *character != ' ').collect();
            assert_eq!(joined, text.replace(' ', ""));
        }
    }
}
