//! Diagrams as PNG: the SVG, rendered by resvg without any font of the system.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use thiserror::Error;

use super::svg::svg;
use super::{DiagramStyle, TextShapes};
use crate::problem::Problem;

/// The reason why a picture cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PngError {
    /// The renderer does not accept the SVG.
    #[error("the picture cannot be rendered: {0}")]
    Svg(String),
    /// The picture has more than 100 million pixels.
    #[error("the picture is too large")]
    TooLarge,
    /// The picture cannot be encoded.
    #[error("the picture cannot be encoded: {0}")]
    Encoding(String),
}

/// Returns the picture of a problem as PNG, with its text as strokes.
///
/// # Errors
/// If the picture is too large.
pub fn png(problem: &Problem, style: &DiagramStyle) -> Result<Vec<u8>, PngError> {
    rendered(&svg(problem, &DiagramStyle { text: TextShapes::Strokes, ..style.clone() }))
}

/// The greatest number of pixels of a picture.
const MAX_PIXELS: u64 = 20_000_000;
/// The greatest number of bytes of its SVG, which takes about fifty times as much memory.
const MAX_BYTES: usize = 2 << 20;

/// Renders a picture.
fn rendered(svg: &str) -> Result<Vec<u8>, PngError> {
    if svg.len() > MAX_BYTES {
        return Err(PngError::TooLarge);
    }
    let tree = Tree::from_str(svg, &Options::default()).map_err(|error| PngError::Svg(error.to_string()))?;
    let size = tree.size().to_int_size();
    if u64::from(size.width()) * u64::from(size.height()) > MAX_PIXELS {
        return Err(PngError::TooLarge);
    }
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or(PngError::TooLarge)?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
}
