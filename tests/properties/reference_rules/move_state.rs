//! A movement in progress: its stages in their order, each of which may branch.

use kirke::position::{Man, ManFlags, Side, Walk};
use kirke::rules::Condition;
use kirke::rules::rebirth::RelevantCapture;

use crate::reference_rules::board::{Board, PastCapture, Sq, pawn_rank};
use crate::reference_rules::pseudo_moves::{PseudoMove, PseudoMoveKind};
use crate::reference_rules::{
    hidden_men, immun_geneva, rebirth, side_effects, take_and_make, transformations,
};

/// A movement in progress.
#[derive(Clone, Debug)]
pub struct MoveState<'l> {
    /// The position after the completed part of the movement.
    pub board: Board<'l>,
    /// The pseudo-legal move.
    pub pseudo_move: PseudoMove,
    /// The side that moves.
    pub by: Side,
    /// The man that moves, as it was before.
    pub man: Man,
    /// The square of the man that moves; `None` if it has left the board.
    pub mover: Option<Sq>,
    /// The captured man and its square.
    pub victim: Option<(Man, Sq)>,
    /// The capture recorded before this movement.
    pub last_capture: Option<PastCapture>,
}

/// A stage maps a state to the states after each of its decisions; to none if the movement is illegal.
pub type Stage = for<'l> fn(MoveState<'l>) -> Vec<MoveState<'l>>;

/// The stages of every movement.
const STAGES: &[Stage] = &[
    hidden_men::hide_victim,
    take_and_make::continue_capture,
    immun_geneva::check_homes_empty,
    transformations::adopt_walk,
    side_effects::breton,
    side_effects::explode,
    promote,
    hidden_men::reveal_ghosts,
    transformations::change_board,
    transformations::change_walk,
    side_effects::kobul,
    side_effects::snek,
    rebirth::rebirth_capturer,
    side_effects::breton_after_changes,
    transformations::change_side,
    side_effects::pad,
    side_effects::add_to_bank,
    rebirth::rebirth_victim,
    side_effects::leave_sentinel,
    hidden_men::reveal_hidden,
    transformations::masand,
];

impl<'l> MoveState<'l> {
    /// Returns every outcome of the movement; an empty list if rules make it impossible. Whether the
    /// own king is in check then is not tested.
    pub fn outcomes(board: &Board<'l>, intent: &PseudoMove) -> Vec<MoveState<'l>> {
        let begun = MoveState::start(board, intent);
        if intent.kind == PseudoMoveKind::Exchange {
            return vec![begun.store_history(board)];
        }
        let Some(begun) = begun.with_imitators(board) else { return Vec::new() };
        let ended = STAGES
            .iter()
            .fold(vec![begun], |states, stage| states.into_iter().flat_map(|state| stage(state)).collect());
        let royals = board.royal_count(board.to_move);
        let ended = ended.into_iter().filter(|state| state.board.royal_count(state.by) >= royals);
        ended.map(|state| state.store_history(board)).filter(MoveState::is_permitted).collect()
    }

    /// Moves the man and removes the victim.
    fn start(before: &Board<'l>, intent: &PseudoMove) -> MoveState<'l> {
        let mut board = before.clone();
        let by = board.to_move;
        board.ep_squares = Vec::new();
        board.exchanged = Vec::new();
        board.ep_pawn = None;
        let victim = intent.victim().and_then(|square| Some((board.remove(square)?, square)));
        let man = match intent.kind {
            PseudoMoveKind::Drop(walk) => {
                let index = board.bank.iter().position(|&other| other == (by, walk));
                board.bank.remove(index.expect("a man of the bank"));
                Man::new(by, walk)
            }
            _ => board.remove(intent.from).expect("a man that moves"),
        };
        match intent.kind {
            PseudoMoveKind::Castling(from, to) => {
                let rook = board.remove(from).expect("a rook to castle with");
                board.put_moved(man, intent.to);
                board.put_moved(rook, to);
            }
            PseudoMoveKind::Exchange => {
                let partner = board.remove(intent.to).expect("a man to change places with");
                board.put_moved(partner, intent.from);
                board.put_moved(man, intent.to);
                board.exchanged = vec![intent.from, intent.to];
            }
            _ => board.put_moved(man, intent.to),
        }
        let taken = before.last_capture;
        MoveState {
            board,
            pseudo_move: intent.clone(),
            by,
            man,
            mover: Some(intent.to),
            victim,
            last_capture: taken,
        }
    }

    /// Returns the man that moved, in its present form, and its square.
    pub fn moved_man(&self) -> Option<(Sq, Man)> {
        let square = self.mover?;
        Some((square, self.board.men[square]?))
    }

    /// Returns whether the captured man was royal: such a capture is tried only to test for check.
    pub fn captures_royal(&self) -> bool {
        self.victim.is_some_and(|(man, _)| man.royal)
    }

    /// Returns the same state with another man on a square, changed by an effect.
    pub fn with(&self, man: Man, square: Sq) -> MoveState<'l> {
        let mut state = self.clone();
        state.board.put(man, square);
        state
    }

    /// Records the state that the next ply needs.
    fn store_history(mut self, before: &Board<'l>) -> MoveState<'l> {
        let laws = self.board.rules;
        if let PseudoMoveKind::Quiet(passed) = &self.pseudo_move.kind
            && !passed.is_empty()
            && self.mover == Some(self.pseudo_move.to)
        {
            self.board.ep_squares = passed.clone();
            self.board.ep_pawn = self.mover;
        }
        let rebirths = laws.circe().into_iter().chain(laws.anticirce());
        for rebirth in rebirths {
            let now = self.victim.map(|(man, at)| PastCapture { man, at, capturer: self.mover });
            match rebirth.relevant_capture {
                RelevantCapture::ThisMove => {}
                RelevantCapture::LastMove => self.board.last_capture = now,
                RelevantCapture::WaitCapture => {
                    let follow = |taken: PastCapture| {
                        let moved = taken.capturer == Some(self.pseudo_move.from);
                        PastCapture { capturer: if moved { self.mover } else { taken.capturer }, ..taken }
                    };
                    self.board.last_capture = now.or(self.board.last_capture.map(follow));
                }
            }
        }
        if laws.has(|law| matches!(law, Condition::Pursuit(_))) {
            self.board.vacated = Some(self.pseudo_move.from);
        }
        if laws.has(|law| matches!(law, Condition::Amu(_))) {
            let attackers = before.observers(self.pseudo_move.from, self.by.other());
            self.board.attacked_once = attackers.len() == 1;
        }
        self.board.to_move = self.by.other();
        self
    }
}

/// Returns the walks to which a pawn of this walk may promote.
pub fn promotions(board: &Board, pawn: Walk) -> Vec<Walk> {
    let (mut walks, king) = match pawn {
        Walk::MarinePawn => {
            (vec![Walk::Siren, Walk::Triton, Walk::Nereid, Walk::MarineKnight], Walk::Poseidon)
        }
        _ => (vec![Walk::Queen, Walk::Rook, Walk::Bishop, Walk::Knight], Walk::King),
    };
    if board.rules.kingless() {
        walks.push(king);
    }
    let is_promotion =
        |walk: &&Walk| ![Walk::Dummy, Walk::Poseidon, Walk::Sting].contains(walk) && !walk.is_pawn();
    walks.extend(board.rules.fairy_walks.iter().filter(is_promotion));
    walks.sort_unstable();
    walks.dedup();
    walks
}

/// Promotes the pawn that moved, if it is on its promotion rank.
fn promote(state: MoveState) -> Vec<MoveState> {
    let Some((square, man)) = state.moved_man() else { return vec![state] };
    let there = man.walk.is_pawn()
        && state.board.rules.promotion_rank() == Some(pawn_rank(man.walk, man.colour, square));
    if !there || matches!(state.pseudo_move.kind, PseudoMoveKind::Drop(_)) {
        return vec![state];
    }
    let become_one = |walk| {
        let mut state = state.with(promoted(&state.board, man, walk), square);
        state.board.may_castle[square] = state.board.is_at_home(square);
        state
    };
    let mut states: Vec<MoveState> = promotions(&state.board, man.walk).into_iter().map(become_one).collect();
    let rules = state.board.rules;
    let has = |wanted: fn(&Condition) -> bool| rules.has(wanted);
    if has(|law| matches!(law, Condition::Imitator(_)))
        && !has(|law| matches!(law, Condition::NoImitatorPromotion(_)))
    {
        states.push(state.with_pawn_as_imitator(square));
    }
    states
}

/// Returns a pawn promoted to a walk.
pub fn promoted(board: &Board, man: Man, walk: Walk) -> Man {
    let mark = if board.rules.marks_promoted() { ManFlags::FRISCHAUF } else { ManFlags::NONE };
    Man { walk, flags: man.flags.with(mark), ..man }
}
