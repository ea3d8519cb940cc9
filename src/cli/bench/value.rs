//! Times, ratios of times and their geometric means, which limits turn into bounds.

use serde::Serialize;

/// The resolution of the measurement, in seconds; shorter times count as this one.
pub const MIN_SECONDS: f64 = 1e-3;

/// The multiple of the time of an empty run up to which a time is about the start of the process.
const START_FACTOR: f64 = 2.0;

/// The median time of the runs of a program.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Time {
    /// The seconds, if every run ended by itself.
    Finished(f64),
    /// The seconds after which a run was ended by the limit: a lower bound.
    PastLimit(f64),
}

impl Time {
    /// Returns the seconds, a lower bound past the limit.
    pub fn seconds(self) -> f64 {
        match self {
            Time::Finished(seconds) | Time::PastLimit(seconds) => seconds,
        }
    }

    /// Returns whether a run was ended by the limit.
    pub fn is_past_limit(self) -> bool {
        matches!(self, Time::PastLimit(_))
    }

    /// Returns whether the time is about that of an empty run, which takes `start` seconds.
    pub fn is_at_start(self, start: f64) -> bool {
        !self.is_past_limit() && self.seconds() <= START_FACTOR * start.max(MIN_SECONDS)
    }

    /// Returns this time as a multiple of another; `None` if both are past the limit.
    pub fn ratio_to(self, other: Time) -> Option<Value> {
        let bound = match (self.is_past_limit(), other.is_past_limit()) {
            (false, false) => Bound::Exact,
            (true, false) => Bound::AtLeast,
            (false, true) => Bound::AtMost,
            (true, true) => return None,
        };
        let number = self.seconds().max(MIN_SECONDS) / other.seconds().max(MIN_SECONDS);
        Some(Value { number, bound })
    }

    /// Returns the time as a value for a mean.
    pub fn value(self) -> Value {
        let bound = if self.is_past_limit() { Bound::AtLeast } else { Bound::Exact };
        Value { number: self.seconds().max(MIN_SECONDS), bound }
    }
}

/// The relation of a value to the number that is given for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bound {
    /// The value is the number.
    Exact,
    /// The value is the number or greater.
    AtLeast,
    /// The value is the number or less.
    AtMost,
    /// The number is a mean of lower and upper bounds: it bounds the value on neither side.
    Mixed,
}

impl Bound {
    /// Returns the mark before the number.
    pub fn mark(self) -> &'static str {
        match self {
            Bound::Exact => "",
            Bound::AtLeast => "≥",
            Bound::AtMost => "≤",
            Bound::Mixed => "~",
        }
    }

    /// Returns the bound of a product of two values.
    fn and(self, other: Bound) -> Bound {
        match (self, other) {
            (Bound::Exact, bound) | (bound, Bound::Exact) => bound,
            (one, other) if one == other => one,
            _ => Bound::Mixed,
        }
    }
}

/// A number that is exact or a bound.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Value {
    /// The number, greater than 0.
    pub number: f64,
    /// Its relation to the value.
    pub bound: Bound,
}

impl Value {
    /// Returns the geometric mean; `None` without values.
    pub fn mean(values: &[Value]) -> Option<Value> {
        let first = values.first()?;
        let logarithms: f64 = values.iter().map(|value| value.number.ln()).sum();
        let bound = values.iter().fold(first.bound, |bound, value| bound.and(value.bound));
        Some(Value { number: (logarithms / values.len() as f64).exp(), bound })
    }

    /// Returns the value as a multiple, as in `≥x12`.
    pub fn as_ratio(self) -> String {
        let (mark, number) = (self.bound.mark(), self.number);
        if number < 10.0 { format!("{mark}x{number:.2}") } else { format!("{mark}x{number:.0}") }
    }

    /// Returns the value as seconds.
    pub fn as_seconds(self) -> String {
        format!("{}{}", self.bound.mark(), seconds(self.number))
    }
}

/// Returns seconds, with more decimals if they are few.
pub fn seconds(seconds: f64) -> String {
    if seconds < 10.0 { format!("{seconds:.3}") } else { format!("{seconds:.1}") }
}

/// Returns the median; of two middle values the smaller.
pub fn median(mut seconds: Vec<f64>) -> Option<f64> {
    seconds.sort_by(f64::total_cmp);
    seconds.get(seconds.len().saturating_sub(1) / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(number: f64, bound: Bound) -> Value {
        Value { number, bound }
    }

    #[test]
    fn median_takes_the_lower_middle() {
        assert_eq!(median(vec![]), None);
        assert_eq!(median(vec![3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(vec![2.0, 1.0]), Some(1.0));
    }

    #[test]
    fn ratio_past_the_limit_is_a_bound() {
        use Time::{Finished, PastLimit};
        assert_eq!(Finished(6.0).ratio_to(Finished(2.0)), Some(value(3.0, Bound::Exact)));
        assert_eq!(PastLimit(60.0).ratio_to(Finished(2.0)), Some(value(30.0, Bound::AtLeast)));
        assert_eq!(Finished(6.0).ratio_to(PastLimit(60.0)), Some(value(0.1, Bound::AtMost)));
        assert_eq!(PastLimit(60.0).ratio_to(PastLimit(60.0)), None);
        assert_eq!(Finished(0.0).ratio_to(Finished(0.0)), Some(value(1.0, Bound::Exact)));
    }

    #[test]
    fn mean_of_opposite_bounds_is_no_bound() {
        let of = |bounds: &[Bound]| {
            let values: Vec<Value> = bounds.iter().map(|&bound| value(4.0, bound)).collect();
            Value::mean(&values).map(|mean| mean.bound)
        };
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[Bound::Exact, Bound::AtLeast, Bound::AtLeast]), Some(Bound::AtLeast));
        assert_eq!(of(&[Bound::AtMost, Bound::Exact]), Some(Bound::AtMost));
        assert_eq!(of(&[Bound::AtLeast, Bound::AtMost, Bound::Exact]), Some(Bound::Mixed));
        let mean = Value::mean(&[value(2.0, Bound::Exact), value(8.0, Bound::Exact)]).map(|mean| mean.number);
        assert!(mean.is_some_and(|mean| (mean - 4.0).abs() < 1e-9), "{mean:?}");
    }

    #[test]
    fn time_up_to_twice_an_empty_run_is_at_the_start() {
        assert!(Time::Finished(0.008).is_at_start(0.004));
        assert!(!Time::Finished(0.009).is_at_start(0.004));
        assert!(Time::Finished(0.002).is_at_start(0.0), "the resolution counts");
        assert!(!Time::PastLimit(0.001).is_at_start(0.004));
    }
}
