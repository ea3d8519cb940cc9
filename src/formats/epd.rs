//! Lines of FEN and EPD.
use super::{Item, Source};
pub(super) fn first_line(_source: &Source) -> Option<(u32, &str)> {
    None
}
pub(super) fn is_placement(_: &str) -> bool {
    false
}
pub(super) fn read(_: &Source, _: u32) -> Vec<Item> {
    Vec::new()
}
