//! The legal moves of a position under conditions, in Popeye's long notation.

use kirke::board::RectBoard;
use kirke::formats;
use kirke::game::{Game, set_up};
use kirke::position::{Move, Side, Walk};
use kirke::rules::{RuleSet, ScopedRule};
use kirke::solution::notation::long;
use kirke::solution::record_move::record_move;

/// A position with expectations of its moves.
pub struct Case {
    /// The conditions, in the words of a problem.
    pub condition: &'static str,
    /// White's men.
    pub white: &'static str,
    /// Black's men.
    pub black: &'static str,
    /// The moves that are played first. If there is one, Black begins, unless the play is a series.
    pub played_first: &'static [&'static str],
    /// The side that moves.
    pub side: Side,
    /// Moves that must be generated.
    pub present: &'static [&'static str],
    /// Moves that must not be generated.
    pub absent: &'static [&'static str],
    /// The expected number of moves, or `None` if it is not known.
    pub move_count: Option<usize>,
}

/// Returns a case in which White moves.
pub const fn white(condition: &'static str, white: &'static str, black: &'static str) -> Case {
    Case {
        condition,
        white,
        black,
        played_first: &[],
        side: Side::White,
        present: &[],
        absent: &[],
        move_count: None,
    }
}

/// Returns a case in which Black moves.
pub const fn black(condition: &'static str, white: &'static str, black: &'static str) -> Case {
    Case { side: Side::Black, ..self::white(condition, white, black) }
}

impl Case {
    /// Expects these moves.
    pub const fn has(self, there: &'static [&'static str]) -> Case {
        Case { present: there, ..self }
    }

    /// Expects that these moves are absent.
    pub const fn lacks(self, missing: &'static [&'static str]) -> Case {
        Case { absent: missing, ..self }
    }

    /// Expects this number of moves.
    pub const fn counts(self, count: usize) -> Case {
        Case { move_count: Some(count), ..self }
    }

    /// Plays these moves first, by the two sides in turn.
    pub const fn after(self, before: &'static [&'static str]) -> Case {
        Case { played_first: before, ..self }
    }

    /// Generates the moves and checks the expectations.
    pub fn check(&self) {
        let text = format!(
            "beginproblem\npieces white {} black {}\nstipulation ~1\noption NoWk NoBk\n{}{}\nendproblem\n",
            self.white,
            self.black,
            if self.condition.is_empty() { "" } else { "condition " },
            self.condition
        );
        let reading = formats::read("case", text.as_bytes());
        let problem = reading.items[0].problem.as_ref().unwrap_or_else(|error| panic!("{text}{error:?}"));
        let setting = &problem.setting;
        let conditions: Vec<ScopedRule> = setting.conditions.iter().map(|placed| placed.value).collect();
        let walks: Vec<Walk> = setting.diagram.men().map(|(_, man)| man.walk).collect();
        let rules = RuleSet::new(&conditions).expect("rules that go together").with_walks(&walks);
        let game = Game::new(RectBoard::new(setting.diagram.layout()), rules);
        let first = if self.played_first.len().is_multiple_of(2) { self.side } else { self.side.other() };
        let mut position =
            set_up(&game, &setting.diagram, &problem.options, first).expect("a position that can be set up");
        let named = |position: &_| -> Vec<(String, Move)> {
            let mut moves = Vec::new();
            game.moves(position, &mut moves);
            let layout = setting.diagram.layout();
            moves.into_iter().map(|mv| (long(&record_move(&game, position, mv, None), layout), mv)).collect()
        };
        let what = format!("{}: {} / {}", self.condition, self.white, self.black);
        for wanted in self.played_first {
            let moves = named(&position);
            let found = moves.iter().find(|(name, _)| name == wanted);
            let (_, mv) = found.unwrap_or_else(|| panic!("{what}: no {wanted} in {moves:?}"));
            position = game.play(&position, *mv);
        }
        let names: Vec<String> = named(&position).into_iter().map(|(name, _)| name).collect();
        for there in self.present {
            assert!(names.iter().any(|name| name == there), "{what}: no {there} in {names:?}");
        }
        for missing in self.absent {
            assert!(!names.iter().any(|name| name == missing), "{what}: {missing} in {names:?}");
        }
        if let Some(count) = self.move_count {
            assert_eq!(names.len(), count, "{what}: {names:?}");
        }
    }
}
