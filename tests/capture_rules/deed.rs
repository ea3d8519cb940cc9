//! A movement under way: its stages in their order, each of which may branch.

use kirke::position::{Man, Marks, Side, Walk};
use kirke::rules::Condition;
use kirke::rules::rebirth::When;

use crate::board::{Board, Sq, Taken, pawn_rank};
use crate::intents::{Intent, Kind};
use crate::{below, changes, goes_on, losses, rebirth, vacancy};

/// A movement under way.
#[derive(Clone, Debug)]
pub struct Deed<'l> {
    /// The position as far as the movement has been made.
    pub board: Board<'l>,
    /// What the side tries.
    pub intent: Intent,
    /// Whose movement it is.
    pub by: Side,
    /// The man that moves, as it was before.
    pub man: Man,
    /// Where it stands; none if it is gone.
    pub mover: Option<Sq>,
    /// Who was captured, and where.
    pub victim: Option<(Man, Sq)>,
    /// The memory of the capture before.
    pub taken: Option<Taken>,
}

/// What becomes of a deed at a stage: one deed for each decision; none if it is illegal.
pub type Stage = for<'l> fn(Deed<'l>) -> Vec<Deed<'l>>;

/// The stages of every movement.
const STAGES: &[Stage] = &[
    below::bury_victim,
    goes_on::make,
    vacancy::look_at_homes,
    changes::by_victim,
    losses::breton,
    losses::explode,
    promote,
    below::ghosts_come_up,
    changes::by_moving,
    losses::kobul,
    losses::snek,
    rebirth::of_capturer,
    losses::breton_after_changes,
    changes::of_side,
    losses::pad,
    losses::bank,
    rebirth::of_victim,
    below::come_up,
];

impl<'l> Deed<'l> {
    /// Every way in which the movement can end; none if rules make it impossible. Whether the
    /// own king is in check then is not asked.
    pub fn done(board: &Board<'l>, intent: &Intent) -> Vec<Deed<'l>> {
        let begun = Deed::begin(board, intent);
        let ended = STAGES
            .iter()
            .fold(vec![begun], |deeds, stage| deeds.into_iter().flat_map(|deed| stage(deed)).collect());
        let royals = board.royals(board.to_move);
        let ended = ended.into_iter().filter(|deed| deed.board.royals(deed.by) >= royals);
        ended.map(|deed| deed.remember(board)).collect()
    }

    /// The man moves and the victim is gone.
    fn begin(before: &Board<'l>, intent: &Intent) -> Deed<'l> {
        let mut board = before.clone();
        let by = board.to_move;
        board.passed = Vec::new();
        board.passer = None;
        let victim = intent.victim().and_then(|square| Some((board.lift(square)?, square)));
        let man = match intent.kind {
            Kind::Entry(walk) => {
                let index = board.bank.iter().position(|&other| other == (by, walk));
                board.bank.remove(index.expect("a man of the bank"));
                Man::new(by, walk)
            }
            _ => board.lift(intent.from).expect("a man that moves"),
        };
        match intent.kind {
            Kind::Castling(from, to) => {
                let rook = board.lift(from).expect("a rook to castle with");
                board.arrive(man, intent.to);
                board.arrive(rook, to);
            }
            _ => board.arrive(man, intent.to),
        }
        let taken = before.taken;
        Deed { board, intent: intent.clone(), by, man, mover: Some(intent.to), victim, taken }
    }

    /// The man that moved, as it is now.
    pub fn moved(&self) -> Option<(Sq, Man)> {
        let square = self.mover?;
        Some((square, self.board.men[square]?))
    }

    /// Was the capture that of a royal man, which is tried only to see whether he is in check?
    pub fn takes_royal(&self) -> bool {
        self.victim.is_some_and(|(man, _)| man.royal)
    }

    /// The same with another man on a square, changed by an effect.
    pub fn with(&self, man: Man, square: Sq) -> Deed<'l> {
        let mut deed = self.clone();
        deed.board.set(man, square);
        deed
    }

    /// What the next half-move is to know of this one.
    fn remember(mut self, before: &Board<'l>) -> Deed<'l> {
        let laws = self.board.laws;
        if let Kind::Quiet(passed) = &self.intent.kind
            && !passed.is_empty()
            && self.mover == Some(self.intent.to)
        {
            self.board.passed = passed.clone();
            self.board.passer = self.mover;
        }
        let births = laws.circe().into_iter().chain(laws.anticirce());
        for rebirth in births {
            let now = self.victim.map(|(man, at)| Taken { man, at, capturer: self.mover });
            match rebirth.when {
                When::ThisMove => {}
                When::LastMove => self.board.taken = now,
                When::WaitCapture => {
                    let follow = |taken: Taken| {
                        let moved = taken.capturer == Some(self.intent.from);
                        Taken { capturer: if moved { self.mover } else { taken.capturer }, ..taken }
                    };
                    self.board.taken = now.or(self.board.taken.map(follow));
                }
            }
        }
        if laws.has(|law| matches!(law, Condition::Pursuit(_))) {
            self.board.left = Some(self.intent.from);
        }
        if laws.has(|law| matches!(law, Condition::Amu(_))) {
            let attackers = before.observers(self.intent.from, self.by.other());
            self.board.attacked_once = attackers.len() == 1;
        }
        self.board.to_move = self.by.other();
        self
    }
}

/// What a pawn may become.
pub fn promotions(board: &Board) -> Vec<Walk> {
    let mut walks = vec![Walk::Queen, Walk::Rook, Walk::Bishop, Walk::Knight];
    if board.laws.kingless() {
        walks.push(Walk::King);
    }
    walks
}

/// The pawn that moved promotes, if it stands where it does.
fn promote(deed: Deed) -> Vec<Deed> {
    let Some((square, man)) = deed.moved() else { return vec![deed] };
    let there = man.walk.is_pawn()
        && deed.board.laws.promotion_rank() == Some(pawn_rank(man.walk, man.colour, square));
    if !there || matches!(deed.intent.kind, Kind::Entry(_)) {
        return vec![deed];
    }
    let become_one = |walk| {
        let mut deed = deed.with(promoted(&deed.board, man, walk), square);
        deed.board.may_castle[square] = false;
        deed
    };
    promotions(&deed.board).into_iter().map(become_one).collect()
}

/// A pawn promoted to a walk.
pub fn promoted(board: &Board, man: Man, walk: Walk) -> Man {
    let mark = if board.laws.marks_promoted() { Marks::FRISCHAUF } else { Marks::NONE };
    Man { walk, marks: man.marks.with(mark), ..man }
}
