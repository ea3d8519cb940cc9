use super::*;
use crate::report::script;

fn printed(problem: &Problem, play: &str) -> (String, String) {
    let (mut out, mut messages) = (Vec::new(), Vec::new());
    let mut printer = Popeye::begin(problem, &mut out, &mut messages);
    script::perform(problem, play, &mut printer);
    printer.finish().unwrap();
    (String::from_utf8(out).unwrap(), String::from_utf8(messages).unwrap())
}
