use super::*;
use crate::problem::Placed;
use crate::report::notation::Names;
use crate::report::script;
use crate::rules::{Circe, Condition};

fn printed(problem: &Problem, page: Page, play: &str) -> String {
    let mut out = Vec::new();
    let mut printer = Text::begin(problem, page, &mut out);
    script::perform(problem, play, &mut printer);
    printer.finish().unwrap();
    String::from_utf8(out).unwrap()
}

fn page(width: usize) -> Page {
    Page { width, ..Page::default() }
}
