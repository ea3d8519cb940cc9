//! The settings of a problem's twins.

use super::event::TwinHead;
use crate::problem::{Problem, Setting, Spanned, Twin, TwinError, TwinLabel};

impl Problem {
    /// Returns the settings of the problem in the order of its twins, the diagram first.
    pub fn twins_in_order(&self) -> Vec<TwinHead> {
        let mut before: Result<Setting, Spanned<TwinError>> = Ok(self.setting.clone());
        let mut heads = vec![TwinHead {
            label: (!self.twins.is_empty() && !self.zeroposition).then(|| Twin::name(0)),
            continued: false,
            zeroposition: self.zeroposition,
            span: self.span,
            changes: TwinLabel::default(),
            setting: before.clone(),
        }];
        let first = if self.zeroposition { 0 } else { 1 };
        for (index, twin) in self.twins.iter().enumerate() {
            let base = if twin.continued { before.clone() } else { Ok(self.setting.clone()) };
            let (setting, changes) = match &base {
                Ok(base) => twin.describe(base, &self.options),
                Err(error) => (Err(error.clone()), TwinLabel::default()),
            };
            before = setting.clone();
            heads.push(TwinHead {
                label: Some(Twin::name(index + first)),
                continued: twin.continued,
                zeroposition: false,
                span: twin.changes.first().map_or(self.span, |first| first.span),
                changes,
                setting,
            });
        }
        heads
    }
}
