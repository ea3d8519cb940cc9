//! Play under rules that may do anything.
//!
//! Every move of every man is listed without regard to check, split into the branches
//! that the rules make of it, played, and judged by what it leads to.

use std::cell::OnceCell;
use std::ops::ControlFlow;

use super::general::origins::Origin;
use super::movegen::generate::{AllMoves, MoveFilter};
use super::{Game, PositionOf};
use crate::board::{Board, Square, Squares};
use crate::position::{
    CapturedMan, EffectObserver, Man, ManFlags, Memory, Move, MoveBranch, MoveKind, NoObserver, Side, Walk,
};
use crate::rules::{
    CaptureObligation, CaptureQuery, Choices, GameRules, KingRebirth, MoveContext, StageOutcome,
};

mod branches;
mod castling;
mod entries;
mod game_view;
mod legs;
pub mod origins;
mod pawns;
mod pending_promotion;
mod royal_capture;
mod static_legality;

type Flow = ControlFlow<()>;

/// Who is shown moves, each with the position that it leads to, if that is known.
pub(crate) type MoveVisitor<'a, P> = &'a mut dyn FnMut(Move, Option<&P>) -> Flow;

/// Who may be captured, and to what end.
#[derive(Clone, Copy)]
pub(super) struct Victims<S> {
    men: S,
    /// The captures are looked at for what they do to royal men: what only forbids to play
    /// them does not count.
    for_check: bool,
}

/// Which moves that capture nothing are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum QuietMoves {
    /// None.
    None,
    /// All.
    All,
    /// All, and before them those of royal men, by which most checks are parried.
    RoyalFirst,
}

/// How much of a move is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Extent {
    /// All that the rules let it be.
    Full,
    /// The first movement: to see what it captures, and not how the capturer goes on.
    FirstLeg,
    /// As `First`, and only where a captured king does not come back.
    RoyalCapture,
}

/// To which squares moves need be shown.
pub(super) struct TargetMask<S> {
    quiet: S,
    captures: S,
}

impl<S: Squares> TargetMask<S> {
    /// To every square.
    pub(super) fn all(_: Walk, _: Square) -> TargetMask<S> {
        TargetMask { quiet: !S::EMPTY, captures: !S::EMPTY }
    }
}

impl<B: Board, R: GameRules> Game<B, R> {
    /// Shows the legal moves that are wanted, branch by branch, until one breaks, each with the
    /// position that it leads to, if it had to be played in order to be judged. `wanted` sees moves
    /// without their branches, legal or not.
    pub(crate) fn for_each_move_general(
        &self,
        position: &PositionOf<B, R>,
        filter: &dyn MoveFilter<B::Set>,
        accept: &mut dyn FnMut(Move) -> bool,
        visit: MoveVisitor<'_, PositionOf<B, R>>,
    ) -> Flow {
        let compulsion = self.rules.capture_obligation(&position.memory, position.to_move);
        if compulsion == CaptureObligation::None {
            return self.for_each_move_ignoring_obligation(
                position,
                (QuietMoves::All, true),
                filter,
                accept,
                visit,
            );
        }
        let mut can_capture = false;
        // What compels need not be wanted.
        self.for_each_move_ignoring_obligation(
            position,
            (QuietMoves::None, true),
            &AllMoves,
            &mut |_| true,
            &mut |mv, after| {
                can_capture = true;
                if accept(mv) { visit(mv, after) } else { ControlFlow::Continue(()) }
            },
        )?;
        if can_capture || compulsion == CaptureObligation::OnlyCapture {
            return ControlFlow::Continue(());
        }
        self.for_each_move_ignoring_obligation(position, (QuietMoves::All, false), filter, accept, visit)
    }

    /// Does a rule leave the side to move nothing but captures?
    pub(super) fn must_capture(&self, position: &PositionOf<B, R>) -> bool {
        let captures = (QuietMoves::None, true);
        match self.rules.capture_obligation(&position.memory, position.to_move) {
            CaptureObligation::None => false,
            CaptureObligation::OnlyCapture => true,
            _ => {
                let any = &mut |_, _: Option<&PositionOf<B, R>>| ControlFlow::Break(());
                self.for_each_move_ignoring_obligation(position, captures, &AllMoves, &mut |_| true, any)
                    .is_break()
            }
        }
    }

    /// Shows the legal moves, those that capture nothing first: most of these need not be played in
    /// order to be judged.
    pub(super) fn for_each_move_quiet_first(
        &self,
        position: &PositionOf<B, R>,
        visit: MoveVisitor<'_, PositionOf<B, R>>,
    ) -> Flow {
        if self.rules.capture_obligation(&position.memory, position.to_move) != CaptureObligation::None {
            return self.for_each_move_general(position, &AllMoves, &mut |_| true, visit);
        }
        self.for_each_move_ignoring_obligation(
            position,
            (QuietMoves::RoyalFirst, false),
            &AllMoves,
            &mut |_| true,
            visit,
        )?;
        self.for_each_move_ignoring_obligation(
            position,
            (QuietMoves::None, true),
            &AllMoves,
            &mut |_| true,
            visit,
        )
    }

    /// Shows the moves that would be legal if nobody were compelled to anything: those that
    /// capture nothing, the captures, or both; of these, those that are wanted.
    pub(super) fn for_each_move_ignoring_obligation(
        &self,
        position: &PositionOf<B, R>,
        (quiet, captures): (QuietMoves, bool),
        filter: &dyn MoveFilter<B::Set>,
        accept: &mut dyn FnMut(Move) -> bool,
        visit: MoveVisitor<'_, PositionOf<B, R>>,
    ) -> Flow {
        let side = position.to_move;
        self.for_each_promotion_choice(position, &mut |settled, owed| {
            let victims = captures.then(|| self.victims(settled));
            let told = quiet != QuietMoves::None || self.captures_are_orthodox();
            let royal = OnceCell::new();
            let view = if told { self.quiet_legality_info(settled) } else { None };
            let within = |walk: Walk, from: Square| {
                let wanted = filter.targets(walk, from);
                let legal = view.as_ref().map_or(!B::Set::EMPTY, |view| self.legal_targets(view, from));
                let captures = if self.captures_are_orthodox() { wanted & legal } else { wanted };
                TargetMask { quiet: wanted & legal, captures }
            };
            self.for_each_pseudo_legal_move_general(settled, quiet, victims, &within, &mut |mv, fixed| {
                if !filter.accepts(mv) || !accept(mv) {
                    return ControlFlow::Continue(());
                }
                match view.as_ref().and_then(|view| self.legality_of(settled, view, mv)) {
                    Some(true) => return visit(mv, None),
                    Some(false) => return ControlFlow::Continue(()),
                    None => {}
                }
                let judge =
                    |mv: Move, after: &PositionOf<B, R>, visit: MoveVisitor<'_, PositionOf<B, R>>| match self
                        .keeps_royals(position, after, side)
                        && !self.in_check(after, side)
                    {
                        true => visit(mv, Some(after)),
                        false => ControlFlow::Continue(()),
                    };
                let told_royal = || *royal.get_or_init(|| self.royal_checked_iff_attacked(settled));
                if mv.kind == MoveKind::Capture
                    && (filter.filters_branches() || told_royal().is_some())
                    && let Some(fates) = self.predicted_branches(position, mv, fixed)
                {
                    let ends =
                        |ends| filter.final_squares(mv, ends) | self.late_promotion_squares(mv, side, ends);
                    return self.for_each_predicted_branch(
                        position,
                        mv,
                        fates,
                        &ends,
                        &mut |mv, fixed, scene| {
                            let promotes = self.promotes_late_in(position, mv, scene);
                            if !promotes && !filter.accepts_preview(mv, scene) {
                                return ControlFlow::Continue(());
                            }
                            let royal =
                                told_royal().map(|royal| if royal == mv.from { scene.at } else { royal });
                            let exposed = royal.map(|royal| self.is_attacked_after(position, scene, royal));
                            match exposed {
                                Some(true) => ControlFlow::Continue(()),
                                Some(false) if !promotes => visit(mv, None),
                                _ => self.for_each_branch(
                                    position,
                                    mv,
                                    fixed,
                                    Extent::Full,
                                    &mut |mv, after| judge(mv, after, visit),
                                ),
                            }
                        },
                    );
                }
                let Some((mv, fixed)) = owed.prepend_to(mv, fixed) else {
                    self.rules.mark_branch_overflow();
                    return ControlFlow::Continue(());
                };
                self.for_each_branch(position, mv, fixed, Extent::Full, &mut |mv, after| {
                    judge(mv, after, visit)
                })
            })
        })
    }

    /// May a step or a capture that was legal somewhere else be made here, if the royal men are safe then, and
    /// does it leave the mover nothing to decide but what was decided first?
    pub(super) fn is_pseudo_legal_general(&self, position: &PositionOf<B, R>, mv: Move) -> bool {
        let side = position.to_move;
        let free = self.rules.capture_obligation(&position.memory, side) == CaptureObligation::None
            && !self.has_pending_promotion(position);
        if !free || mv.branch != MoveBranch::ONLY || !position.of(side).contains(mv.from) {
            return false;
        }
        let victims = mv.is_capture().then(|| self.victims(position));
        let there = |_, _| TargetMask { quiet: B::Set::of(mv.to), captures: B::Set::of(mv.to) };
        let shown = &mut |shown, _| if shown == mv { Flow::Break(()) } else { Flow::Continue(()) };
        self.for_each_move_from(position, mv.from, !mv.is_capture(), victims, &there, shown).is_break()
    }

    /// Plays the branches of a move one by one; the first `fixed` decisions are made.
    pub(super) fn for_each_branch(
        &self,
        position: &PositionOf<B, R>,
        mv: Move,
        fixed: usize,
        extent: Extent,
        visit: &mut dyn FnMut(Move, &PositionOf<B, R>) -> Flow,
    ) -> Flow {
        let mut branch = mv.branch;
        loop {
            let mv = Move { branch, ..mv };
            let mut choices = Choices::of(branch);
            let mut after = *position;
            let outcome = self.make_branch(&mut after, mv, &mut choices, extent, &mut NoObserver);
            if outcome == StageOutcome::Done {
                visit(mv, &after)?;
            }
            match choices.next(fixed) {
                Ok(Some(next)) => branch = next,
                Ok(None) => return ControlFlow::Continue(()),
                // Branches that no number tells apart cannot be played: see `Choices`.
                Err(_) => {
                    self.rules.mark_branch_overflow();
                    return ControlFlow::Continue(());
                }
            }
        }
    }

    /// Makes a branch of a move on the position itself.
    pub(super) fn make_general(
        &self,
        position: &mut PositionOf<B, R>,
        mv: Move,
        choices: &mut Choices,
        observer: &mut dyn EffectObserver,
    ) -> StageOutcome {
        self.make_branch(position, mv, choices, Extent::Full, observer)
    }

    /// Makes one movement of a man with all that the rules do, the first of a move with its extent. Tells
    /// what became of it, and who captured and stands on the board still.
    fn make_leg(
        &self,
        position: &mut PositionOf<B, R>,
        mv: Move,
        extent: Option<Extent>,
        choices: &mut Choices,
        observer: &mut dyn EffectObserver,
    ) -> (StageOutcome, Option<Square>) {
        let first = extent.is_some();
        let side = position.to_move;
        if mv.kind == MoveKind::Pass {
            position.set_passed_by_choice();
            position.memory.on_pass();
            return (StageOutcome::Done, None);
        }
        if mv.kind == MoveKind::Entry {
            return (self.make_entry(position, mv, choices, observer), None);
        }
        self.rules.before_move(self, position, mv);
        let (stand, castled) = self.choose_origin(position, (mv, first), choices, observer);
        let mover = position.own_man(side, mv.walk, stand);
        let passer = position.ep_pawn();
        position.clear_ep();
        let geometry = self.board.geometry();
        let mut victim = None;
        match mv.kind {
            MoveKind::Quiet => position.move_man(mover, stand, mv.to),
            MoveKind::DoubleStep => {
                position.move_man(mover, stand, mv.to);
                position.set_ep(geometry.between(stand, mv.to), mv.to);
            }
            MoveKind::Capture | MoveKind::EnPassant => {
                let at = match passer {
                    Some(passer) if mv.kind == MoveKind::EnPassant => passer,
                    _ => mv.to,
                };
                let Some(man) = position.man(at) else { return (StageOutcome::Forbidden, None) };
                victim = Some(CapturedMan { man, at });
                position.remove(man, at);
                position.move_man(mover, stand, mv.to);
            }
            MoveKind::Pass | MoveKind::Entry => {}
            MoveKind::Castling => {
                if !castled || !self.castle(position, mover, mv) {
                    return (StageOutcome::Forbidden, None);
                }
            }
        }
        let mut deed = MoveContext {
            game: self,
            position: &mut *position,
            observer,
            choices,
            by: side,
            mv,
            mover,
            at: Some(mv.to),
            victim,
            is_first_leg: first,
            king_rebirth: if extent == Some(Extent::RoyalCapture) {
                KingRebirth::Forbidden
            } else {
                KingRebirth::Optional
            },
        };
        let outcome = self.rules.apply_move_effects(&mut deed);
        let capturer = deed.at.filter(|_| deed.victim.is_some());
        (outcome, capturer)
    }

    /// Shows the moves without regard to check. Captures that the rules do not permit
    /// are left out, and so is castling through check. `victims` are the men that may be
    /// captured; without them no captures are shown. Of the moves by which men walk, only those to
    /// certain squares need be shown.
    ///
    /// The second argument of `take` is the number of decisions already made in the
    /// branch of the move.
    pub(super) fn for_each_pseudo_legal_move_general(
        &self,
        position: &PositionOf<B, R>,
        quiet: QuietMoves,
        victims: Option<Victims<B::Set>>,
        target_mask: &dyn Fn(Walk, Square) -> TargetMask<B::Set>,
        visit: &mut dyn FnMut(Move, usize) -> Flow,
    ) -> Flow {
        let men = position.of(position.to_move);
        let first = if quiet == QuietMoves::RoyalFirst { position.royal } else { B::Set::EMPTY };
        let quiet = quiet != QuietMoves::None;
        for from in (men & first).iter().chain((men & !first).iter()) {
            self.for_each_move_from(position, from, quiet, victims, target_mask, visit)?;
        }
        if quiet {
            self.for_each_castling(position, visit)?;
            self.for_each_entry(position, visit)?;
        }
        ControlFlow::Continue(())
    }

    /// Who could be captured.
    pub(super) fn victims(&self, position: &PositionOf<B, R>) -> Victims<B::Set> {
        let side = position.to_move;
        let men = if self.rules.flags_for(&position.memory, side).captures_own_men {
            position.occupied() & !(position.of(side) & position.royal)
        } else {
            position.of(side.other())
        };
        Victims { men, for_check: false }
    }

    /// Shows the moves of one man without regard to check, castling left out.
    fn for_each_move_from(
        &self,
        position: &PositionOf<B, R>,
        from: Square,
        quiet: bool,
        victims: Option<Victims<B::Set>>,
        target_mask: &dyn Fn(Walk, Square) -> TargetMask<B::Set>,
        visit: &mut dyn FnMut(Move, usize) -> Flow,
    ) -> Flow {
        if !self.rules.may_move(self, position, from) {
            return ControlFlow::Continue(());
        }
        let captures = victims.is_some();
        let none = Victims { men: B::Set::EMPTY, for_check: false };
        let victims = victims.map_or(none, |prey| Victims { men: prey.men.without(from), ..prey });
        let needs = self.rules.flags();
        // Under most rules a man moves from its own square only, and as what it is.
        let walk = position.walk_on(from);
        let only = walk.filter(|_| !needs.virtual_origins && !needs.moves_as_others);
        if let Some(walk) = only {
            let stand = Origin::own_square(walk, from, position.occupied());
            let within = target_mask(walk, from);
            if captures {
                self.for_each_capture(position, &stand, victims, within.captures, visit)?;
            }
            if quiet {
                self.for_each_quiet_move(position, &stand, within.quiet, visit)?;
            }
        } else {
            if captures {
                for stand in self.origins(position, from, true) {
                    let squares = target_mask(stand.walk, from).captures;
                    self.for_each_capture(position, &stand, victims, squares, visit)?;
                }
            }
            if quiet {
                for stand in self.origins(position, from, false) {
                    self.for_each_quiet_move(position, &stand, target_mask(stand.walk, from).quiet, visit)?;
                }
            }
        }
        let further = walk.map_or(B::Set::EMPTY, |walk| {
            self.rules.extra_reach(self.board.geometry(), walk, position.to_move)
        });
        if further.is_empty() {
            return ControlFlow::Continue(());
        }
        let free = if quiet { !position.occupied() } else { B::Set::EMPTY };
        let asked = ((free | victims.men) & further).without(from);
        let more = match asked.is_empty() {
            true => asked,
            false => self.rules.extra_targets(self, position, from, asked),
        };
        if !more.is_empty() {
            self.for_each_extra_move(position, from, more, victims, (quiet, captures), visit)?;
        }
        ControlFlow::Continue(())
    }

    /// Shows the captures of a man from one of its stands.
    fn for_each_capture(
        &self,
        position: &PositionOf<B, R>,
        origin: &Origin<B::Set>,
        victims: Victims<B::Set>,
        squares: B::Set,
        visit: &mut dyn FnMut(Move, usize) -> Flow,
    ) -> Flow {
        let side = position.to_move;
        let passer = position.ep_pawn().filter(|&passer| victims.men.contains(passer));
        let prey = (victims.men & squares) | passer.map_or(B::Set::EMPTY, B::Set::of);
        let (targets, passing) = self.capture_targets_from(position, origin, prey);
        if passing.is_empty() && !targets.intersects(victims.men & squares) {
            return ControlFlow::Continue(());
        }
        let mover = position.own_man(side, origin.walk, origin.from);
        for to in (targets & !origin.excluded & victims.men & squares).iter() {
            let Some(man) = position.man(to) else { continue };
            let mv = origin.move_to(to, MoveKind::Capture);
            if self.permits(position, mv, mover, CapturedMan { man, at: to }, victims.for_check) {
                self.for_each_promotion(&position.memory, mv, mover, origin.fixed, side, visit)?;
            }
        }
        if let Some(at) = passer
            && let Some(man) = position.man(at)
        {
            for to in (passing & !origin.excluded & !position.occupied()).iter() {
                let mv = origin.move_to(to, MoveKind::EnPassant);
                if self.permits(position, mv, mover, CapturedMan { man, at }, victims.for_check) {
                    self.for_each_promotion(&position.memory, mv, mover, origin.fixed, side, visit)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Shows the moves without capture of a man from one of its stands.
    fn for_each_quiet_move(
        &self,
        position: &PositionOf<B, R>,
        origin: &Origin<B::Set>,
        squares: B::Set,
        visit: &mut dyn FnMut(Move, usize) -> Flow,
    ) -> Flow {
        let side = position.to_move;
        let mover = position.own_man(side, origin.walk, origin.from);
        let (targets, doubles) = self.quiet_targets_from(origin, mover, side);
        for to in (targets & !origin.excluded & squares).iter() {
            let double = doubles.contains(to) && origin.walk.is_pawn();
            let kind = if double { MoveKind::DoubleStep } else { MoveKind::Quiet };
            self.for_each_promotion(
                &position.memory,
                origin.move_to(to, kind),
                mover,
                origin.fixed,
                side,
                visit,
            )?;
        }
        ControlFlow::Continue(())
    }

    /// What a man can reach from a stand by a capture, whoever of these men is there, and on which
    /// squares it can take in passing.
    fn capture_targets_from(
        &self,
        position: &PositionOf<B, R>,
        origin: &Origin<B::Set>,
        prey: B::Set,
    ) -> (B::Set, B::Set) {
        let side = position.to_move;
        let passed = |attacks: B::Set| {
            if origin.acting_walk.is_pawn() { attacks & position.ep_squares } else { B::Set::EMPTY }
        };
        if !self.rules.flags().victim_dependent_origins {
            let attacks = self.board.attacks(origin.acting_walk, side, origin.square, origin.occupied);
            return (attacks, passed(attacks));
        }
        let mover = position.own_man(side, origin.walk, origin.from);
        let (mut targets, mut passing) = (B::Set::EMPTY, B::Set::EMPTY);
        for victim in Walk::ALL {
            // Nobody comes from elsewhere to capture his own.
            let victims = position.walk(victim) & position.of(side.other()) & prey;
            if victims.is_empty() {
                continue;
            }
            let origins = self.rules.capture_origins(self, position, mover, origin.square, victim);
            let origins = origins.unwrap_or(B::Set::of(origin.square));
            // Officers attack as they are attacked.
            if B::LINES_UNIQUE && !origin.acting_walk.is_pawn() {
                let occupied = origin.occupied.without(origin.square);
                let hit = |&at: &Square| {
                    self.board.attacks(origin.acting_walk, side, at, occupied).intersects(origins.without(at))
                };
                targets |= B::Set::from_squares(victims.iter().filter(hit));
                continue;
            }
            for from in origins.iter() {
                let occupied = origin.occupied.without(origin.square).with(from);
                let attacks = self.board.attacks(origin.acting_walk, side, from, occupied);
                targets |= attacks & victims;
                if position.ep_pawn().is_some_and(|passer| victims.contains(passer)) {
                    passing |= passed(attacks);
                }
            }
        }
        (targets, passing)
    }

    /// Where a man can go from a stand without capturing, and by which double steps.
    fn quiet_targets_from(&self, origin: &Origin<B::Set>, mover: Man, side: Side) -> (B::Set, B::Set) {
        match origin.acting_walk {
            walk if walk.is_pawn() => {
                let (all, doubles) = self.pawn_steps(walk, side, origin.square, origin.occupied);
                let walked = mover.flags.contains(ManFlags::NO_DOUBLE_STEP);
                if walked { (all & !doubles, B::Set::EMPTY) } else { (all, doubles) }
            }
            walk => (
                self.board.attacks(walk, side, origin.square, origin.occupied) & !origin.occupied,
                B::Set::EMPTY,
            ),
        }
    }

    /// Shows the moves of a man to squares where its walk does not lead it.
    fn for_each_extra_move(
        &self,
        position: &PositionOf<B, R>,
        from: Square,
        targets: B::Set,
        victims: Victims<B::Set>,
        (quiet, captures): (bool, bool),
        visit: &mut dyn FnMut(Move, usize) -> Flow,
    ) -> Flow {
        let Some(walk) = position.walk_on(from) else { return ControlFlow::Continue(()) };
        let side = position.to_move;
        let own = |capture| {
            let origins = self.rules.origins(self, position, from, capture);
            // Where it could move from elsewhere too, it has decided for its own square.
            let number = origins.iter().position(|at| at == from).unwrap_or(0);
            let branch = MoveBranch::new(number as u32).unwrap_or(MoveBranch::ONLY);
            let fixed = usize::from(self.rules.flags().virtual_origins && origins.more_than_one());
            Origin { branch, fixed, ..Origin::own_square(walk, from, position.occupied()) }
        };
        let mover = position.own_man(side, walk, from);
        let captured = self.origins(position, from, true).map(|stand| {
            self.capture_targets_from(position, &stand, victims.men).0 & victims.men & !stand.excluded
        });
        let reached = self
            .origins(position, from, false)
            .map(|stand| self.quiet_targets_from(&stand, mover, side).0 & !stand.excluded);
        let known = captured.chain(reached).fold(B::Set::EMPTY, |known, some| known | some);
        for to in (targets & !known).iter() {
            match position.man(to) {
                None if quiet => {
                    let stand = own(false);
                    visit(stand.move_to(to, MoveKind::Quiet), stand.fixed)?;
                }
                Some(man) if captures && victims.men.contains(to) => {
                    let stand = own(true);
                    let mv = stand.move_to(to, MoveKind::Capture);
                    if self.permits(position, mv, mover, CapturedMan { man, at: to }, victims.for_check) {
                        visit(mv, stand.fixed)?;
                    }
                }
                _ => {}
            }
        }
        ControlFlow::Continue(())
    }

    fn permits(
        &self,
        position: &PositionOf<B, R>,
        mv: Move,
        mover: Man,
        victim: CapturedMan,
        for_check: bool,
    ) -> bool {
        let by = position.to_move;
        self.rules.permits_capture(&CaptureQuery { game: self, position, by, mv, mover, victim, for_check })
    }

    /// Shows a move, or its promotions.
    fn for_each_promotion(
        &self,
        memory: &R::Memory,
        mv: Move,
        mover: Man,
        fixed: usize,
        side: Side,
        visit: &mut dyn FnMut(Move, usize) -> Flow,
    ) -> Flow {
        if !mv.walk.is_pawn() || !self.promotion_rank(mv.walk, side).contains(mv.to) {
            return visit(mv, fixed);
        }
        let needs = self.rules.flags_for(memory, side);
        let kamikaze = mover.flags.contains(ManFlags::KAMIKAZE) && !needs.kamikazes_reborn;
        let vanishes = mv.is_capture() && (needs.capturers_vanish || kamikaze);
        if !needs.no_promotion && !needs.late_promotion && !vanishes {
            for &walk in needs.promotions() {
                visit(Move { promotion: Some(walk), ..mv }, fixed)?;
            }
            ControlFlow::Continue(())
        } else {
            visit(mv, fixed)
        }
    }
}
