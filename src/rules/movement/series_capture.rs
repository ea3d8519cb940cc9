//! Series capture: a man that has captured may continue the same move with further captures and end
//! with a quiet step; each movement has its own effects. The series ends when either side is in
//! check, and when the man has changed sides.

use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// Series capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SeriesCapture;

impl Rule for SeriesCapture {
    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::NoneForRoyals
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { series_captures: true, ..RuleFlags::default() }
    }
}
