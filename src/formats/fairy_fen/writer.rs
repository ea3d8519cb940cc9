//! Writes placements in a dialect.

use super::{Boards, Dialect, FenDialect};
use crate::board::Layout;
use crate::formats::epd;
use crate::position::Man;
use crate::problem::Diagram;

/// Returns the placement of a diagram in a dialect, after the name of the dialect and a colon if it could be taken for
/// another one.
///
/// # Errors
/// If the dialect cannot describe the diagram: what it does not have.
pub fn written(dialect: FenDialect, diagram: &Diagram) -> Result<String, String> {
    let text = match dialect.foreign() {
        None => diagram.placement(),
        Some(record) => record.placement(diagram)?,
    };
    match epd::is_read_in(&text, dialect) {
        true => Ok(text),
        false => Ok(format!("{}:{text}", dialect.name())),
    }
}

impl Dialect {
    /// Returns the placement of a diagram.
    fn placement(&self, diagram: &Diagram) -> Result<String, String> {
        let layout = diagram.layout();
        if self.boards != Boards::Rectangles && layout != Layout::CHESS {
            return Err(format!("{} has no board but that of 8 by 8 squares", self.title));
        }
        if !layout.is_rectangle() {
            return Err(format!("{} has no board but rectangles", self.title));
        }
        let mut rows = Vec::new();
        for rank in (0..layout.ranks()).rev() {
            let (mut row, mut gap) = (String::new(), 0);
            for square in layout.row(rank) {
                let Some(man) = diagram.man(square) else {
                    gap += 1;
                    continue;
                };
                if gap > 0 {
                    row += &std::mem::take(&mut gap).to_string();
                }
                let text = self.plain_text(man);
                row +=
                    &text.map_err(|reason| format!("{} {}: {reason}", man.label(), layout.name(square)))?;
            }
            if gap > 0 {
                row += &gap.to_string();
            }
            rows.push(row);
        }
        Ok(rows.join("/"))
    }

    /// Returns the text of a man.
    ///
    /// # Errors
    /// If it has none: the reason.
    fn plain_text(&self, man: Man) -> Result<String, String> {
        if let Some(attribute) = man.flags.listed().next() {
            return Err(format!("{} has no attributes, such as {}", self.title, attribute.names[0]));
        }
        if man.royal != man.walk.is_king() {
            return Err(format!("{} has no royal men but kings", self.title));
        }
        self.text(man).ok_or_else(|| match self.pictures() {
            [] => format!("{} has no letters for this man", self.title),
            _ => format!("{} has no picture for this man", self.title),
        })
    }
}
