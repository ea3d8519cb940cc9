//! Solutions for tests, written as Popeye prints them and emitted as events.
//!
//! In addition to the lines of a solution, a script has lines that begin with `@`:
//!
//! ```text
//! @twin b wSf6-->b6      @twin +c …        @twin zeroposition
//! @side White            @phase set        @phase actual
//! @remark incomplete
//! ```
//!
//! A move may end with `?f`, `?r` or `?s`: in short notation it needs its file, rank or square of departure.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use crate::board::{Layout, Square};
use crate::position::{Colour, Effect, Man, Side, Walk};
use crate::problem::{Diagram, Problem, Setting, Span, Spanned, TwinLabel};
use crate::solution::{
    Action, Ambiguity, Captured, Counting, Event, Line, MoveRecord, Node, Pending, Phase, Remark, Role, Sink,
    Solution, TreeBuilder, TwinHead, Wing,
};
use crate::stipulation::{Family, Goal, Stipulation};

/// Returns a problem without author from a FEN placement and a stipulation.
pub fn problem(placement: &str, stipulation: &str) -> Problem {
    let stipulation = Stipulation::read(stipulation, Layout::CHESS).unwrap();
    Problem::new(Setting {
        diagram: diagram(placement),
        places: BTreeMap::new(),
        start: None,
        stipulation: Some(Spanned::new(stipulation, Span::default())),
        structured: None,
        conditions: Vec::new(),
    })
}

fn diagram(placement: &str) -> Diagram {
    let layout = Layout::CHESS;
    let mut diagram = Diagram::empty(layout);
    for (rank, row) in (0..8).rev().zip(placement.split('/')) {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(gap) = letter.to_digit(10) {
                file += gap as u8;
                continue;
            }
            let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
            let man = Man::new(side, walk(letter.to_ascii_uppercase()).unwrap());
            diagram.put(layout.at(file, rank).unwrap(), man);
            file += 1;
        }
    }
    diagram
}

fn walk(letter: char) -> Option<Walk> {
    match letter {
        'N' => Some(Walk::Knight),
        letter => Walk::CHESS.into_iter().find(|walk| walk.letter() == letter),
    }
}

fn square(name: &str) -> Square {
    Layout::CHESS.square(name).unwrap()
}

/// Returns a move as Popeye prints it, with its marks as separate words.
pub fn move_record(side: Side, words: &[&str]) -> MoveRecord {
    let (first, marks) = words.split_first().unwrap();
    let (first, ambiguity) = match first.split_once('?') {
        Some((first, "f")) => (first, Ambiguity::File),
        Some((first, "r")) => (first, Ambiguity::Rank),
        Some((first, "e")) => (first, Ambiguity::FileOrRank),
        Some((first, _)) => (first, Ambiguity::Square),
        None => (*first, Ambiguity::None),
    };
    let step = first.split('[').next().unwrap();
    // The effects of the rules follow the move, or its `ep.`.
    let parts = words.iter().flat_map(|word| word.split('[').skip(1));
    let action = match step {
        "0-0" | "0-0-0" => {
            let (wing, file) = if step == "0-0" { (Wing::King, 6) } else { (Wing::Queen, 2) };
            let rank = if side == Side::White { 0 } else { 7 };
            let at = |file| Layout::CHESS.at(file, rank).unwrap();
            Action::Castling { wing, from: at(4), to: at(file) }
        }
        step => {
            let named = step.chars().next().and_then(walk);
            let rest = &step[usize::from(named.is_some())..];
            let (from, to) = (square(&rest[0..2]), square(&rest[3..5]));
            let passed = Layout::CHESS.at(Layout::CHESS.file(to), Layout::CHESS.rank(from));
            let en_passant = marks.iter().any(|mark| mark.starts_with("ep."));
            let at = if en_passant { passed.unwrap() } else { to };
            Action::Move {
                man: Man::new(side, named.unwrap_or(Walk::Pawn)),
                from,
                to,
                captured: (&rest[2..3] == "*")
                    .then(|| Captured { man: Man::new(side.other(), Walk::Pawn), at }),
                en_passant,
                promotion: rest.get(6..7).and_then(|l| walk(l.chars().next()?)),
                ambiguity,
            }
        }
    };
    let effects = parts.map(effect).collect();
    let reached = marks.iter().find_map(|mark| match *mark {
        "#" => Some(Goal::Mate),
        "=" => Some(Goal::Stalemate),
        "x" => Some(Goal::Capture),
        "z" => Some(Goal::Target(square("d6"))),
        _ => None,
    });
    MoveRecord { side, action, effects, check: marks.contains(&"+") || reached == Some(Goal::Mate), reached }
}

/// Returns the effect in brackets, as in `+wSg1]`.
fn effect(part: &str) -> Effect {
    let part = part.trim_end_matches(']');
    let letters: Vec<char> = part.chars().collect();
    let colour = match letters[1] {
        'w' => Colour::White,
        'b' => Colour::Black,
        _ => Colour::Neutral,
    };
    let man = Man::new(colour, walk(letters[2]).unwrap());
    let at = square(&part[3..5]);
    match letters[0] {
        '+' => Effect::Reborn {
            man,
            at,
            promotion: letters.get(6).and_then(|&letter| walk(letter)),
            new_colour: None,
        },
        _ => Effect::Assassinated { man, at },
    }
}

/// Emits a script to a sink.
pub fn emit_script(problem: &Problem, script: &str, sink: &mut dyn Sink) {
    let mut player = ScriptPlayer {
        sink,
        stipulation: problem.setting.stipulation.unwrap().value,
        white: Side::White,
        open: Vec::new(),
    };
    let mut head = TwinHead {
        label: None,
        continued: false,
        zeroposition: false,
        span: problem.span,
        changes: TwinLabel::default(),
        setting: Ok(problem.setting.clone()),
    };
    for row in script.lines().filter(|row| !row.trim().is_empty()) {
        let words: Vec<&str> = row.split_whitespace().collect();
        match words[..] {
            ["@twin", label, ref changes @ ..] => {
                player.close(0);
                set_twin(&mut head, label, changes);
                player.twin(&head);
            }
            ["@side", side] => {
                player.twin_if_none(&head);
                player.close(1);
                player.white = if side == "White" { Side::White } else { Side::Black };
                player.begin(Event::Side(player.white), OpenEvent::Side);
            }
            ["@phase", phase] => player.phase(&head, if phase == "set" { Phase::Set } else { Phase::Actual }),
            ["@remark", remark] => {
                player.close(3);
                player.emit(Event::Remark(remark_of(remark)));
            }
            ["but"] => {
                player.close(4);
                if let Some(OpenEvent::Node { but, .. }) = player.open.last_mut() {
                    *but = true;
                }
            }
            _ => {
                if player.open.len() < 3 {
                    player.phase(&head, Phase::Actual);
                }
                if player.stipulation.family.is_battle() {
                    player.node(&words);
                } else {
                    player.line(&words);
                }
            }
        }
    }
    player.close(0);
}

fn set_twin(head: &mut TwinHead, label: &str, changes: &[&str]) {
    head.continued = label.starts_with('+');
    head.zeroposition = label == "zeroposition";
    head.label = (!head.zeroposition).then(|| label.trim_matches('+').into());
    head.changes = TwinLabel::of_words(changes);
}

fn remark_of(word: &str) -> Remark {
    match word {
        "incomplete" => Remark::Incomplete,
        "enough" => Remark::EnoughSolutions,
        "capturable" => Remark::KingCapturable,
        _ => Remark::KingMissing(Side::White),
    }
}

/// Returns the tree of a script.
pub fn solution(problem: &Problem, script: &str) -> Solution {
    let mut builder = TreeBuilder::default();
    emit_script(problem, script, &mut builder);
    builder.finish()
}

struct ScriptPlayer<'a> {
    sink: &'a mut dyn Sink,
    stipulation: Stipulation,
    white: Side,
    open: Vec<OpenEvent>,
}

enum OpenEvent {
    Twin,
    Side,
    Phase,
    Node { depth: usize, but: bool },
}

impl ScriptPlayer<'_> {
    fn emit(&mut self, event: Event<'_>) {
        assert_eq!(self.sink.on_event(event), ControlFlow::Continue(()));
    }

    fn begin(&mut self, event: Event<'_>, opened: OpenEvent) {
        self.emit(event);
        self.open.push(opened);
    }

    /// Ends open events until `left` are left.
    fn close(&mut self, left: usize) {
        while self.open.len() > left {
            self.open.pop();
            self.emit(Event::End);
        }
    }

    fn twin(&mut self, head: &TwinHead) {
        self.begin(Event::Twin(head), OpenEvent::Twin);
    }

    fn twin_if_none(&mut self, head: &TwinHead) {
        if self.open.is_empty() {
            self.twin(head);
        }
    }

    fn phase(&mut self, head: &TwinHead, phase: Phase) {
        self.twin_if_none(head);
        if self.open.len() < 2 {
            self.begin(Event::Side(self.white), OpenEvent::Side);
        }
        self.close(2);
        self.begin(Event::Phase(phase), OpenEvent::Phase);
    }

    fn node(&mut self, words: &[&str]) {
        let (number, first) = words[0].split_once('.').unwrap();
        let number: usize = number.parse().unwrap();
        let (attacks, first) = match first.strip_prefix("..") {
            Some(first) => (false, first),
            None => (true, first),
        };
        let depth = 2 * number - if attacks { 2 } else { 1 };
        while matches!(self.open.last(), Some(OpenEvent::Node { depth: above, .. }) if *above >= depth) {
            self.close(self.open.len() - 1);
        }
        let (below_attack, but) = match self.open.last() {
            Some(OpenEvent::Node { depth, but }) => (depth % 2 == 0, *but),
            _ => (false, false),
        };
        let has = |word: &str| words.contains(&word);
        let role = match (attacks, depth) {
            _ if has("?!?") => Role::Forced,
            (true, 0) if has("!") => Role::Key,
            (true, 0) => Role::Try,
            (true, _) if below_attack => Role::Threat,
            (true, _) => Role::Continuation,
            (false, _) if but => Role::Refutation,
            (false, _) => Role::Defence,
        };
        let mut step = vec![first];
        step.extend(&words[1..]);
        let side = if attacks { self.white } else { self.white.other() };
        let node = Node {
            role,
            number: number as u16,
            wins_in: 0,
            mv: move_record(side, &step),
            pending: if has("threat:") {
                Some(Pending::Threat)
            } else {
                has("zugzwang.").then_some(Pending::Zugzwang)
            },
        };
        self.begin(Event::Node(&node), OpenEvent::Node { depth, but: false });
    }

    fn line(&mut self, words: &[&str]) {
        let series = self.stipulation.family.is_series();
        let counting = match words {
            ["1...", "...", ..] => Counting::PairsFromThird,
            [first, ..] if first.starts_with("1...") && series => Counting::SeriesEnd,
            [first, ..] if first.starts_with("1...") => Counting::PairsFromSecond,
            _ if series => Counting::Series,
            _ => Counting::Pairs,
        };
        let mut moves: Vec<(bool, Vec<&str>)> = Vec::new();
        for word in words {
            let number = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
            let rest = &word[number..];
            let (numbered, word) = match (rest.strip_prefix("..."), rest.strip_prefix('.')) {
                (Some(word), _) => (false, word),
                (None, Some(word)) => (true, word),
                (None, None) => (false, *word),
            };
            match word {
                "" | "?!?" => {}
                "+" | "#" | "=" | "x" | "z" => moves.last_mut().unwrap().1.push(word),
                word if word.starts_with("ep.") => moves.last_mut().unwrap().1.push(word),
                word => moves.push((numbered, vec![word])),
            }
        }
        let black_first = matches!(self.stipulation.family, Family::Help | Family::SeriesHelp);
        let counted = if black_first { self.white.other() } else { self.white };
        let steps = moves.iter().map(|(numbered, words)| {
            let side = if *numbered { counted } else { counted.other() };
            move_record(side, words)
        });
        let line = Line { moves: steps.collect(), counting, short: false, forced: words.contains(&"?!?") };
        self.emit(Event::Line(&line));
    }
}
