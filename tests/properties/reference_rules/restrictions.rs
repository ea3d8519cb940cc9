//! Restrictions by rules, tested in the position before the move.

use kirke::position::{Colour, ManFlags, Side, Walk};
use kirke::rules::Condition;
use kirke::rules::restriction::{Cast, Guards, Hinderers, Patrol, SquareColours, Woozles};

use crate::reference_rules::active_rules::included;
use crate::reference_rules::board::{Board, Sq, file, is_dark, rank};
use crate::reference_rules::pseudo_moves::{PseudoMove, PseudoMoveKind};

impl Board<'_> {
    /// Returns whether the man on a square observes another square.
    pub fn observes(&self, from: Sq, target: Sq) -> bool {
        let Some(man) = self.men[from] else { return false };
        let lifted = self.without(from);
        let strikes = |start, walk: Walk| match lifted
            .fairy_hops(walk, man.colour, start)
            .filter(|_| walk.is_fairy())
        {
            Some(hops) => hops
                .into_iter()
                .any(|(victim, to)| victim == target && self.squares_permit(man.colour, from, to)),
            None => {
                self.squares_permit(man.colour, from, target)
                    && lifted.attacked_squares(walk, man.colour, start).contains(&target)
            }
        };
        let walks = self.acting_walks(from);
        from != target
            && self
                .capture_origins(from)
                .into_iter()
                .any(|start| walks.iter().any(|&walk| strikes(start, walk)))
    }

    /// Returns whether the rules that look at the squares of a movement only permit a man to go from one to the other.
    pub fn squares_permit(&self, colour: Colour, from: Sq, to: Sq) -> bool {
        let is_on_edge = |at: Sq| [0, 7].contains(&file(at)) || [0, 7].contains(&rank(at));
        self.rules.conditions.iter().all(|law| match law {
            Condition::Grid(_) => file(from) / 2 != file(to) / 2 || rank(from) / 2 != rank(to) / 2,
            Condition::SquareColours(colours) => {
                (is_dark(from) == is_dark(to)) == (*colours == SquareColours::Same)
            }
            Condition::EdgeMover(rule) => colour != Colour::from(rule.0) || is_on_edge(to),
            _ => true,
        })
    }

    /// Returns the men of a side that observe a square.
    pub fn observers(&self, target: Sq, side: Side) -> Vec<Sq> {
        let men = self.side_men(side).into_iter().map(|(square, _)| square);
        men.filter(|&square| self.observes(square, target) && !self.is_paralysed(square)).collect()
    }

    /// Returns whether the rules permit a movement. In a test for check, rules that do not bind kings are
    /// ignored.
    pub fn permits(&self, intent: &PseudoMove, about_check: bool) -> bool {
        self.permits_under(intent, about_check, |_| true)
    }

    /// Returns whether the rules that do not count captures permit a movement.
    fn is_permitted_uncounted(&self, intent: &PseudoMove, about_check: bool) -> bool {
        self.permits_under(intent, about_check, |law| !matches!(law, Condition::MultiCaptures(_)))
    }

    fn permits_under(&self, intent: &PseudoMove, about_check: bool, selects: fn(&Condition) -> bool) -> bool {
        self.rules.conditions.iter().filter(|law| selects(law)).all(|law| match law {
            // A man that is dropped comes from off the board.
            Condition::UltraPatrol(_) if matches!(intent.kind, PseudoMoveKind::Drop(_)) => true,
            Condition::Madrasi(_) => !self.is_paralysed(intent.from),
            Condition::UltraPatrol(_) => !self.observers(intent.from, self.to_move).is_empty(),
            Condition::Functionary(_) => !self.observers(intent.from, self.to_move.other()).is_empty(),
            _ => intent.victim().is_none_or(|victim| self.permits_capture(law, intent, victim, about_check)),
        })
    }

    fn permits_capture(&self, law: &Condition, intent: &PseudoMove, at: Sq, about_check: bool) -> bool {
        let (by, other) = (self.to_move, self.to_move.other());
        let (Some(capturer), Some(victim)) = (self.men[intent.from], self.men[at]) else { return false };
        let observed = |side| !self.observers(intent.from, side).is_empty();
        match law {
            Condition::NoCapture(rule) => about_check || rule.0.is_some_and(|side| side != by),
            Condition::Patrol(Patrol::Own) => observed(by),
            Condition::Patrol(Patrol::NotOwn) => !observed(by),
            Condition::Patrol(Patrol::Enemy) => observed(other),
            Condition::Guards(rule) => {
                // The guards of a man are those of the other side, also for the capture of an own man.
                let guarded = !self.observers(at, other).is_empty();
                guarded == (*rule == Guards::Expose)
            }
            Condition::Cast(rule) => {
                let several = self.captures_or_home_captures(intent.from).len() > 1;
                several == (*rule == Cast::Several)
            }
            Condition::MultiCaptures(rule) => {
                let capturers = self.side_men(by).into_iter().map(|(square, _)| square);
                let captures = |square: &Sq| {
                    let mut captures = self.captures_or_home_captures(*square).into_iter();
                    captures
                        .any(|it| it.victim() == Some(at) && self.is_permitted_uncounted(&it, about_check))
                };
                rule.0.is_some_and(|side| side != by) || capturers.filter(captures).count() >= 2
            }
            Condition::ShieldedKings(_) => {
                !(capturer.royal && victim.royal) || self.observers(at, other).is_empty()
            }
            Condition::Woozles(rule) => !self.is_hindered(rule, intent, at),
            Condition::Norsk(_) => about_check || (capturer.walk == victim.walk && !capturer.royal),
            Condition::Atomic(_) => !capturer.royal,
            Condition::Pad(rule) => {
                let again = capturer.flags.contains(ManFlags::HAS_CAPTURED);
                !again || if capturer.royal { !included(rule.royals) } else { !rule.strict }
            }
            _ => true,
        }
    }

    /// Woozles and Heffalumps: returns whether the capturer observes, and is observed by, a man that
    /// paralyses it.
    fn is_hindered(&self, rule: &Woozles, intent: &PseudoMove, at: Sq) -> bool {
        let takes_part = |square: Sq| included(rule.royals) || self.men[square].is_some_and(|man| !man.royal);
        let side = match rule.hinderers {
            Hinderers::Own => self.to_move,
            Hinderers::Enemies => self.to_move.other(),
        };
        let from = intent.from;
        let mutual = self.observers(from, side).into_iter().filter(|&other| self.observes(from, other));
        let mut hinderers = mutual.filter(|&other| takes_part(other));
        // A pawn captured en passant is not where the capturer could observe it.
        let in_passing = self.ep_pawn == Some(at) && self.ep_squares.contains(&intent.to);
        let target = if in_passing { intent.to } else { at };
        takes_part(from) && hinderers.any(|other| !rule.only_along_line || are_collinear(from, other, target))
    }
}

/// Returns the files and ranks of a movement, those of both men in castling.
pub fn displacement(intent: &PseudoMove) -> (i32, i32) {
    let between = |from: Sq, to: Sq| (file(to) - file(from), rank(to) - rank(from));
    match intent.kind {
        // Castling is measured from the squares of the array: the king moves two files
        // one way, the rook two or three the other.
        PseudoMoveKind::Castling(..) => (if file(intent.to) == 6 { 0 } else { 1 }, 0),
        _ => between(intent.from, intent.to),
    }
}

/// Returns whether two squares lie in one direction from a square, or in opposite directions.
fn are_collinear(from: Sq, one: Sq, other: Sq) -> bool {
    let direction = |to: Sq| (file(to) - file(from), rank(to) - rank(from));
    let ((a, b), (c, d)) = (direction(one), direction(other));
    a * d == b * c
}

/// Returns the side of a man of this colour.
pub fn owner(colour: Colour) -> Side {
    if colour == Colour::White { Side::White } else { Side::Black }
}
