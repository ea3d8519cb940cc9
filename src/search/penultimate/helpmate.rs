//! **What.** A move filter for the last ply but one of a helpmate: the moves of the mated side after which the
//! other side may mate at once.
//!
//! At this ply most positions are far from mate: the king has more flights than one move can take. Suppose that the
//! king is on *k* and the mating move goes to *x*. Then *k* must be attacked. Count the neighbours of *k* that are
//! empty or hold a mating man and are not guarded after that move. The men of the mated side are transparent in this
//! count, so that guards are never missed. At most *b* such flights can still be blocked: one by the man that
//! moves now (unless that is the king), one by the victim of the mate if it is reborn. So *b* is 0, 1 or 2. With more
//! flights there is no mate by this move.
//!
//! Example, without rebirth: White has Kc3 and Ra1, Black Kh8, Rh2 and Pg7, to move. Ra8 gives check and guards
//! g8; h7 is left and must be blocked. Rh1 guards h7, and g8 must be blocked. On g8 and h7 the king would keep two
//! flights. So of 17 quiet moves only Rh7 is kept.
//!
//! **Why it is correct.** Admissible for quiet moves: a man that guards now still guards after the move, unless it
//! makes the mating move. Moves that only a capture makes possible are never dropped. Captures are filtered only
//! by `captures`, or by `super_circe` where victims are reborn anywhere or capturers move on; castling and en
//! passant captures never. The filter applies if mate patterns support the position and either are disabled or men
//! are reborn, but not if a reborn man displaces another, nor where men move in other ways.
//!
//! **Cost and gain.** Without the filter 1.9 of 2.1 million positions of an h#4 in Anticirce are tests for mate in
//! one. With it that problem drops from 0.28 to 0.09 s, an h#5 in Super Circe from 1.05 to 0.50 s. Where mate
//! patterns work without rebirth it does not pay.
//!
//! **Reference.** The search of the last two plies together is an old technique; counting flights first, and the
//! treatment of rebirth, are new.

mod captures;
mod destinations;
mod mate_test;
mod reply_mates;
mod super_circe;

pub(in crate::search) use reply_mates::ReplyMates;

use crate::board::{Board, Castling, Square, Squares};
use crate::game::movegen::generate::MoveFilter;
use crate::game::{Game, PositionOf};
use crate::position::{Move, MoveKind, Walk};
use crate::rules::GameRules;
use crate::rules::rebirth::Relocation;
use crate::search::lower_bound::king_zone::KingZoneAttacks;
use crate::search::lower_bound::mate_patterns::{MAX_MEN, MatePatterns};

/// The greatest number of flights that the last move of the mated side and a rebirth can block.
const MAX_BLOCKED_FLIGHTS: usize = 2;
/// The greatest number of squares of the king: its own and its neighbours.
const MAX_MATING_SQUARES: usize = 16;

/// The targets of moves of the mated side after which a mate may follow.
#[derive(Clone, Copy)]
pub(in crate::search) struct HelpmateFilter<S> {
    /// The square of the mated king.
    king: Square,
    /// The targets of quiet moves of the king.
    king_targets: S,
    /// The targets of quiet moves of all other men.
    other_targets: S,
    /// The squares of men that may go anywhere.
    unrestricted_men: S,
    /// The targets of captures of the king.
    king_victims: S,
    /// The targets of captures of all other men.
    other_victims: S,
    /// Whether a pawn may capture en passant; then all pawns may go anywhere.
    has_en_passant: bool,
}

impl<S: Squares> MoveFilter<S> for HelpmateFilter<S> {
    #[inline]
    fn targets(&self, walk: Walk, from: Square) -> S {
        if from == self.king {
            return self.king_targets | self.king_victims;
        }
        let anywhere = self.unrestricted_men.contains(from) || (self.has_en_passant && walk == Walk::Pawn);
        if anywhere { !S::EMPTY } else { self.other_targets | self.other_victims }
    }
}

/// A man of the mating side.
#[derive(Clone, Copy)]
struct MatingMan<S> {
    walk: Walk,
    at: Square,
    /// The squares that it attacks through all men of the mated side.
    attacked: S,
}

/// What the men of the mating side attack together.
struct MatingAttacks<S> {
    /// The squares attacked by at least one man, through all men of the mated side.
    once: S,
    /// The squares attacked by at least two men, through all men of the mated side.
    twice: S,
    /// The squares attacked by men other than line pieces, which no move can shut off.
    by_leapers: S,
    /// The squares attacked on an empty board.
    on_empty_board: S,
}

/// A square on which the king may be mated.
#[derive(Clone, Copy)]
struct MatingSquare<S> {
    /// The square.
    king: Square,
    /// Its neighbours that no man of the mated side occupies.
    unblocked: S,
    /// Those of them with a man that the king may be unable to capture.
    uncapturable: S,
    /// Those of them that no man but the moving one guards.
    unguarded: S,
    /// The greatest number of them that can be blocked: by the man that moves first, unless that is the king, and
    /// by a reborn man.
    max_blocked: usize,
}

/// The analysis of a position, two plies before a mate.
struct HelpmateAnalysis<'a, 'n, B: Board, R: GameRules> {
    game: &'a Game<B, R>,
    position: &'a PositionOf<B, R>,
    king_zone: &'a KingZoneAttacks<'n, B>,
    /// The men of the mating side.
    mating_men: B::Set,
    /// The men of the mated side other than the king.
    mated_men: B::Set,
    /// The square of the mated king.
    king: Square,
    /// The targets of quiet moves of `mated_men`.
    quiet_targets: B::Set,
    /// The same targets by the walk of the man after the move, occupied squares included. The entry of pawns
    /// contains the targets of all men, if there is a pawn.
    quiet_targets_by_walk: [B::Set; Walk::TABLE_LEN],
    /// The squares that `mated_men` pass by double steps.
    en_passant_squares: B::Set,
    /// The filter, which grows during the analysis.
    filter: HelpmateFilter<B::Set>,
}

impl<B: Board> MatePatterns<'_, B> {
    /// Returns the filter of the moves of the side to move, after which the other side is to mate at once;
    /// `None` if the filter does not apply or the position has too many men or moves for it.
    pub fn helpmate_filter<R: GameRules>(
        &self,
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
    ) -> Option<HelpmateFilter<B::Set>> {
        let king_zone = &self.tasks.king_zone;
        let ply_state = self.ply_states.last()?;
        // Without rebirth, mate patterns prune the same moves.
        let has_patterns = self.rebirth.is_never() && !ply_state.disabled;
        if has_patterns
            || !ply_state.supported
            || self.for_stalemate
            || position.to_move == self.mating_side()
            || king_zone.has_displacing_rebirth()
            || king_zone.walks.has_fairy()
            || !self.has_orthodox_moves()
        {
            return None;
        }
        let mut analysis = HelpmateAnalysis::of_position(king_zone, game, position)?;
        if king_zone.rebirth_squares.has_chosen_rebirth() {
            analysis.filter_super_circe_captures();
        } else if king_zone.rebirth_squares.has_continued_captures() {
            analysis.filter_continued_captures();
        } else if king_zone.rebirth_squares.has_orthodox_king_captures {
            analysis.filter_captures();
        }
        Some(analysis.filter)
    }
}

impl<S: Squares> HelpmateFilter<S> {
    /// Returns whether a mate may follow a move. A move of another kind than a quiet move or a capture is always accepted.
    #[inline]
    pub fn may_accept(&self, mv: Move) -> bool {
        let is_tested = matches!(mv.kind, MoveKind::Quiet | MoveKind::DoubleStep | MoveKind::Capture);
        !is_tested || self.targets(mv.walk, mv.from).contains(mv.to)
    }
}

/// Returns those of `squares` from which a man may mate on one of the mating squares, if the other men guard at
/// most `guarded`: the king is in check, and at most `max_blocked` flights are left.
#[inline(always)]
fn mating_destinations<B: Board>(
    king_zone: &KingZoneAttacks<B>,
    mating_squares: &[MatingSquare<B::Set>],
    guarded: B::Set,
    walk: Walk,
    squares: B::Set,
) -> B::Set {
    let mut found = B::Set::EMPTY;
    if squares.is_empty() {
        return found;
    }
    for mating_square in mating_squares {
        let checking = match guarded.contains(mating_square.king) {
            true => squares & !found,
            false => squares & !found & king_zone.attackers(walk, mating_square.king),
        };
        if checking.is_empty() {
            continue;
        }
        // The squares from which at least one flight is left, at least two, and so on.
        let mut left = [B::Set::EMPTY; MAX_BLOCKED_FLIGHTS + 1];
        for flight in mating_square.unguarded.iter() {
            let mut leaving = checking & !king_zone.attackers(walk, flight).with(flight);
            for left in &mut left {
                (*left, leaving) = (*left | leaving, *left & leaving);
            }
        }
        found |= checking & !left[mating_square.max_blocked];
    }
    found
}

impl<'a, 'n, B: Board, R: GameRules> HelpmateAnalysis<'a, 'n, B, R> {
    /// Returns the analysis of a position in which the other side is to mate after the next move, with the filter of
    /// all moves but captures; `None` if the position has too many men or moves for it.
    fn of_position(
        king_zone: &'a KingZoneAttacks<'n, B>,
        game: &'a Game<B, R>,
        position: &'a PositionOf<B, R>,
    ) -> Option<HelpmateAnalysis<'a, 'n, B, R>> {
        let mating_men = position.of(position.to_move.other());
        let kings = position.royal & position.of(position.to_move);
        let king = kings.first().filter(|_| !kings.more_than_one())?;
        let mut analysis = HelpmateAnalysis {
            game,
            position,
            king_zone,
            mating_men,
            mated_men: position.of(position.to_move).without(king),
            king,
            quiet_targets: B::Set::EMPTY,
            quiet_targets_by_walk: [B::Set::EMPTY; Walk::TABLE_LEN],
            en_passant_squares: B::Set::EMPTY,
            filter: HelpmateFilter {
                king,
                king_targets: B::Set::EMPTY,
                other_targets: B::Set::EMPTY,
                unrestricted_men: B::Set::EMPTY,
                king_victims: mating_men,
                other_victims: mating_men,
                has_en_passant: position.ep_pawn().is_some(),
            },
        };
        analysis.analyse()?;
        Some(analysis)
    }

    /// Adds the quiet moves after which a mate may follow to the filter. Returns `None` if a mating man has too
    /// many moves, or if there are too many mating men.
    fn analyse(&mut self) -> Option<()> {
        let king_zone = self.king_zone;
        self.find_quiet_targets();
        let mut men = [MatingMan { walk: Walk::King, at: self.king, attacked: B::Set::EMPTY }; MAX_MEN];
        let mut count = 0;
        let attacks = self.find_mating_attacks(&mut men, &mut count)?;
        let men = &men[..count];
        let empty = MatingSquare {
            king: self.king,
            unblocked: B::Set::EMPTY,
            uncapturable: B::Set::EMPTY,
            unguarded: B::Set::EMPTY,
            max_blocked: 0,
        };
        let mut squares = [empty; MAX_MATING_SQUARES];
        let count = self.find_mating_squares(men, &attacks, &mut squares)?;
        let squares = &squares[..count];
        if squares.is_empty() {
            return Some(());
        }
        // Outside the loop, since filling it costs as much as a test.
        let mut near = [empty; MAX_MATING_SQUARES];
        for man in men {
            let guarded = self.guarded_by_others(man, men, &attacks);
            let max_guarded = self.max_guarded(man.walk);
            let mut count = 0;
            for square in squares {
                let unblocked = square.unblocked & !square.uncapturable.without(man.at);
                let unguarded = unblocked & !guarded;
                if unguarded.count() as usize <= max_guarded + square.max_blocked {
                    near[count] = MatingSquare { unblocked, unguarded, ..*square };
                    count += 1;
                }
            }
            if count > 0 {
                let near = &near[..count];
                let destinations =
                    |walk, squares| mating_destinations(king_zone, near, guarded, walk, squares);
                self.for_each_destination(man.walk, man.at, destinations, |analysis, destination| {
                    for square in near {
                        analysis.test_mate(square, men, man, guarded, destination);
                    }
                })?;
            }
        }
        self.test_castling_mates(men, attacks.on_empty_board, squares);
        Some(())
    }

    /// Writes the mating men and their number to `men` and `count`. Returns what they attack; `None` if there are
    /// too many.
    #[inline]
    fn find_mating_attacks(
        &self,
        men: &mut [MatingMan<B::Set>; MAX_MEN],
        count: &mut usize,
    ) -> Option<MatingAttacks<B::Set>> {
        let HelpmateAnalysis { position, king_zone, mating_men, .. } = *self;
        let mut attacks = MatingAttacks {
            once: B::Set::EMPTY,
            twice: B::Set::EMPTY,
            by_leapers: B::Set::EMPTY,
            on_empty_board: B::Set::EMPTY,
        };
        for at in mating_men.iter() {
            let walk = position.walk_on(at)?;
            let attacked = king_zone.attacked_upper_bound(walk, at, mating_men.without(at));
            if !walk.is_line_piece() {
                attacks.by_leapers |= attacked;
            }
            attacks.twice |= attacks.once & attacked;
            attacks.once |= attacked;
            attacks.on_empty_board |= king_zone.attacked(walk, at);
            *men.get_mut(*count)? = MatingMan { walk, at, attacked };
            *count += 1;
        }
        Some(attacks)
    }

    /// Writes the squares where the king can be and may be mated to `squares`. Returns their number; `None` if
    /// there are too many.
    #[inline]
    fn find_mating_squares(
        &self,
        men: &[MatingMan<B::Set>],
        attacks: &MatingAttacks<B::Set>,
        squares: &mut [MatingSquare<B::Set>; MAX_MATING_SQUARES],
    ) -> Option<usize> {
        let HelpmateAnalysis { game, position, king_zone, mating_men, mated_men, king, .. } = *self;
        let geometry = game.board.geometry();
        let mut king_moves = geometry.king[king.index()] & !(mating_men | mated_men);
        if !king_zone.rebirth_squares.kings_may_be_adjacent() {
            // The king cannot go where it is attacked; only lines can be closed.
            king_moves &= !attacks.by_leapers;
        }
        let max_guarded = match self.castlings().next() {
            Some(_) => geometry.table_len(),
            None => men.iter().map(|man| self.max_guarded(man.walk)).max().unwrap_or(0),
        };
        let has_victim_rebirth = matches!(king_zone.rebirth_squares.kind, Relocation::Victims(_));
        let mut count = 0;
        for at in std::iter::once(king).chain(king_moves.iter()) {
            let unblocked = geometry.king[at.index()] & !mated_men;
            let is_uncapturable = |man: &Square| {
                let walk = position.walk_on(*man);
                walk.is_some_and(|walk| king_zone.may_prevent_king_capture(walk, *man, at, B::Set::EMPTY))
            };
            let adjacent = unblocked & mating_men;
            let uncapturable = B::Set::from_squares(adjacent.iter().filter(is_uncapturable));
            let max_blocked = usize::from(at == king) + usize::from(has_victim_rebirth);
            let unguarded = unblocked & !uncapturable & !attacks.on_empty_board;
            if unguarded.count() as usize <= max_guarded + max_blocked {
                *squares.get_mut(count)? =
                    MatingSquare { king: at, unblocked, uncapturable, unguarded: unblocked, max_blocked };
                count += 1;
            }
        }
        Some(count)
    }

    /// Returns the greatest number of neighbours of the king that a man can take by its move: those that it
    /// attacks, and its own square.
    #[inline]
    fn max_guarded(&self, walk: Walk) -> usize {
        self.king_zone.max_attacked_neighbours(walk) as usize + 1
    }

    /// Returns the squares that all mating men but one guard once that man has left its square, through all men of
    /// the mated side.
    #[inline]
    fn guarded_by_others(
        &self,
        man: &MatingMan<B::Set>,
        men: &[MatingMan<B::Set>],
        attacks: &MatingAttacks<B::Set>,
    ) -> B::Set {
        let others = self.mating_men.without(man.at);
        let mut guarded = attacks.twice | (attacks.once & !man.attacked);
        for line_piece in men {
            if line_piece.walk.is_line_piece() && line_piece.attacked.contains(man.at) {
                let MatingMan { walk, at, .. } = *line_piece;
                guarded |= self.king_zone.attacked_upper_bound(walk, at, others.without(at));
            }
        }
        guarded
    }

    /// Computes the targets of the men of the mated side other than the king.
    fn find_quiet_targets(&mut self) {
        let HelpmateAnalysis { game, position, mated_men, .. } = *self;
        let paths = game.board.geometry().pawn(position.to_move);
        let occupied = position.occupied();
        let mut targets = B::Set::EMPTY;
        for walk in [Walk::Queen, Walk::Rook, Walk::Bishop, Walk::Knight, Walk::King] {
            for at in (position.walk(walk) & mated_men).iter() {
                self.quiet_targets_by_walk[walk.index()] |=
                    game.board.attacks(walk, position.to_move, at, occupied);
            }
            targets |= self.quiet_targets_by_walk[walk.index()];
        }
        for at in (position.walk(Walk::Pawn) & mated_men).iter() {
            let steps = paths.step[at.index()] & !occupied;
            targets |= steps;
            if paths.double_rank.contains(at) {
                for passed in steps.iter() {
                    let double_steps = paths.step[passed.index()] & !occupied;
                    targets |= double_steps;
                    if !double_steps.is_empty() {
                        self.en_passant_squares |= B::Set::of(passed);
                    }
                }
            }
            self.quiet_targets_by_walk[Walk::Pawn.index()] |= targets;
        }
        for walk in Walk::PROMOTIONS {
            let promoted = self.quiet_targets_by_walk[Walk::Pawn.index()] & paths.promotion_rank;
            self.quiet_targets_by_walk[walk.index()] |= promoted;
        }
        self.quiet_targets = targets & !occupied;
    }

    /// Returns the castlings that the mating side may have.
    fn castlings(&self) -> impl Iterator<Item = &'a Castling<B::Set>> + use<'a, B, R> {
        let HelpmateAnalysis { game, position, king_zone, mating_men, .. } = *self;
        let kings = position.walk(Walk::King) & mating_men;
        let rooks = position.walk(Walk::Rook) & mating_men;
        let mating_side = position.to_move.other();
        let from_home = matches!(king_zone.rebirth_squares.kind, Relocation::FromHome(_));
        let has_men = !kings.is_empty() && !rooks.is_empty();
        let castlings = if has_men { &*game.board.geometry().castlings } else { &[] };
        castlings.iter().filter(move |castling| castling.side == mating_side).filter(move |castling| {
            let are_home = kings.contains(castling.king_from) && rooks.contains(castling.rook_from);
            are_home || from_home
        })
    }

    /// Adds the moves after which castling may mate, if the other men guard at most `guarded`.
    fn test_castling_mates(
        &mut self,
        men: &[MatingMan<B::Set>],
        guarded: B::Set,
        squares: &[MatingSquare<B::Set>],
    ) {
        let king_zone = self.king_zone;
        for castling in self.castlings() {
            let guarded = guarded
                | king_zone.attacked_upper_bound(Walk::King, castling.king_to, B::Set::EMPTY)
                | king_zone.attacked_upper_bound(Walk::Rook, castling.rook_to, B::Set::EMPTY);
            for square in squares {
                let safe = men
                    .iter()
                    .map(|man| (man.walk, man.at))
                    .chain([(Walk::King, castling.king_to), (Walk::Rook, castling.rook_to)])
                    .filter(|&(walk, at)| {
                        king_zone.may_prevent_king_capture(walk, at, square.king, B::Set::EMPTY)
                    })
                    .fold(guarded, |safe, (_, at)| safe.with(at));
                let flights = square.unblocked & !safe;
                if !guarded.contains(square.king) || flights.more_than_one() {
                    continue;
                }
                if square.king != self.king {
                    self.filter.king_targets |= B::Set::of(square.king);
                } else {
                    self.filter.other_targets |= if flights.is_empty() { !B::Set::EMPTY } else { flights };
                }
            }
        }
    }
}
