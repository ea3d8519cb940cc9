//! Play under rules that may do anything.
//!
//! Every move of every man is listed without regard to check, split into the branches
//! that the rules make of it, played, and judged by what it leads to.

use std::cell::OnceCell;
use std::ops::ControlFlow;

use super::general::origins::Stand;
use super::movegen::generate::{Aim, Anywhere};
use super::{Game, PositionOf};
use crate::board::{Board, Square, Squares};
use crate::position::{Branch, Man, Marks, Memory, Move, MoveKind, Side, Silent, Taken, Teller, Walk};
use crate::rules::{Choices, Compulsion, Deed, Intent, KingsFate, Outcome, Rules};

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
pub(crate) type Judged<'a, P> = &'a mut dyn FnMut(Move, Option<&P>) -> Flow;

/// Who may be captured, and to what end.
#[derive(Clone, Copy)]
pub(super) struct Prey<S> {
    men: S,
    /// The captures are looked at for what they do to royal men: what only forbids to play
    /// them does not count.
    hunted: bool,
}

/// Which moves that capture nothing are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Quiet {
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
    Whole,
    /// The first movement: to see what it captures, and not how the capturer goes on.
    First,
    /// As `First`, and only where a captured king does not come back.
    Fall,
}

/// To which squares moves need be shown.
pub(super) struct Within<S> {
    quiet: S,
    captures: S,
}

impl<S: Squares> Within<S> {
    /// To every square.
    pub(super) fn anywhere(_: Walk, _: Square) -> Within<S> {
        Within { quiet: !S::EMPTY, captures: !S::EMPTY }
    }
}

impl<B: Board, R: Rules> Game<B, R> {
    /// Shows the legal moves that are wanted, branch by branch, until one breaks, each with the
    /// position that it leads to, if it had to be played in order to be judged. `wanted` sees moves
    /// without their branches, legal or not.
    pub(crate) fn each_general_move(
        &self,
        position: &PositionOf<B, R>,
        aim: &dyn Aim<B::Set>,
        wanted: &mut dyn FnMut(Move) -> bool,
        take: Judged<'_, PositionOf<B, R>>,
    ) -> Flow {
        let compulsion = self.rules.compulsion(&position.memory, position.to_move);
        if compulsion == Compulsion::None {
            return self.each_uncompelled_move(position, (Quiet::All, true), aim, wanted, take);
        }
        let mut can_capture = false;
        // What compels need not be wanted.
        self.each_uncompelled_move(
            position,
            (Quiet::None, true),
            &Anywhere,
            &mut |_| true,
            &mut |mv, after| {
                can_capture = true;
                if wanted(mv) { take(mv, after) } else { ControlFlow::Continue(()) }
            },
        )?;
        if can_capture || compulsion == Compulsion::OnlyCapture {
            return ControlFlow::Continue(());
        }
        self.each_uncompelled_move(position, (Quiet::All, false), aim, wanted, take)
    }

    /// Does a rule leave the side to move nothing but captures?
    pub(super) fn must_capture(&self, position: &PositionOf<B, R>) -> bool {
        let captures = (Quiet::None, true);
        match self.rules.compulsion(&position.memory, position.to_move) {
            Compulsion::None => false,
            Compulsion::OnlyCapture => true,
            _ => {
                let any = &mut |_, _: Option<&PositionOf<B, R>>| ControlFlow::Break(());
                self.each_uncompelled_move(position, captures, &Anywhere, &mut |_| true, any).is_break()
            }
        }
    }

    /// Shows the legal moves, those that capture nothing first: most of these need not be played in
    /// order to be judged.
    pub(super) fn each_quiet_move_first(
        &self,
        position: &PositionOf<B, R>,
        take: Judged<'_, PositionOf<B, R>>,
    ) -> Flow {
        if self.rules.compulsion(&position.memory, position.to_move) != Compulsion::None {
            return self.each_general_move(position, &Anywhere, &mut |_| true, take);
        }
        self.each_uncompelled_move(position, (Quiet::RoyalFirst, false), &Anywhere, &mut |_| true, take)?;
        self.each_uncompelled_move(position, (Quiet::None, true), &Anywhere, &mut |_| true, take)
    }

    /// Shows the moves that would be legal if nobody were compelled to anything: those that
    /// capture nothing, the captures, or both; of these, those that are wanted.
    pub(super) fn each_uncompelled_move(
        &self,
        position: &PositionOf<B, R>,
        (quiet, captures): (Quiet, bool),
        aim: &dyn Aim<B::Set>,
        wanted: &mut dyn FnMut(Move) -> bool,
        take: Judged<'_, PositionOf<B, R>>,
    ) -> Flow {
        let side = position.to_move;
        self.each_settled(position, &mut |settled, owed| {
            let victims = captures.then(|| self.victims(settled));
            let told = quiet != Quiet::None || self.captures_are_orthodox();
            let royal = OnceCell::new();
            let view = if told { self.quiet_view(settled) } else { None };
            let within = |walk: Walk, from: Square| {
                let wanted = aim.targets(walk, from);
                let legal = view.as_ref().map_or(!B::Set::EMPTY, |view| self.shown_legal(view, from));
                let captures = if self.captures_are_orthodox() { wanted & legal } else { wanted };
                Within { quiet: wanted & legal, captures }
            };
            self.each_pseudo_move(settled, quiet, victims, &within, &mut |mv, fixed| {
                if !aim.wants(mv) || !wanted(mv) {
                    return ControlFlow::Continue(());
                }
                match view.as_ref().and_then(|view| self.judged(settled, view, mv)) {
                    Some(true) => return take(mv, None),
                    Some(false) => return ControlFlow::Continue(()),
                    None => {}
                }
                let judge =
                    |mv: Move, after: &PositionOf<B, R>, take: Judged<'_, PositionOf<B, R>>| match self
                        .keeps_royals(position, after, side)
                        && !self.in_check(after, side)
                    {
                        true => take(mv, Some(after)),
                        false => ControlFlow::Continue(()),
                    };
                let told_royal = || *royal.get_or_init(|| self.told_royal(settled));
                if mv.kind == MoveKind::Capture
                    && (aim.looks_at_scenes() || told_royal().is_some())
                    && let Some(fates) = self.fates(position, mv, fixed)
                {
                    let ends = |ends| aim.ends(mv, ends) | self.late_promotions(mv, side, ends);
                    return self.each_fate(position, mv, fates, &ends, &mut |mv, fixed, scene| {
                        let promotes = self.promotes_in(position, mv, scene);
                        if !promotes && !aim.wants_scene(mv, scene) {
                            return ControlFlow::Continue(());
                        }
                        let royal = told_royal().map(|royal| if royal == mv.from { scene.at } else { royal });
                        let exposed = royal.map(|royal| self.is_exposed(position, scene, royal));
                        match exposed {
                            Some(true) => ControlFlow::Continue(()),
                            Some(false) if !promotes => take(mv, None),
                            _ => self.each_branch(position, mv, fixed, Extent::Whole, &mut |mv, after| {
                                judge(mv, after, take)
                            }),
                        }
                    });
                }
                let Some((mv, fixed)) = owed.before(mv, fixed) else {
                    self.rules.lose_branches();
                    return ControlFlow::Continue(());
                };
                self.each_branch(position, mv, fixed, Extent::Whole, &mut |mv, after| judge(mv, after, take))
            })
        })
    }

    /// May a step or a capture that was legal somewhere else be made here, if the royal men are safe then, and
    /// does it leave the mover nothing to decide but what was decided first?
    pub(super) fn leads_again(&self, position: &PositionOf<B, R>, mv: Move) -> bool {
        let side = position.to_move;
        let free = self.rules.compulsion(&position.memory, side) == Compulsion::None && !self.owes(position);
        if !free || mv.branch != Branch::ONLY || !position.of(side).contains(mv.from) {
            return false;
        }
        let victims = mv.is_capture().then(|| self.victims(position));
        let there = |_, _| Within { quiet: B::Set::of(mv.to), captures: B::Set::of(mv.to) };
        let shown = &mut |shown, _| if shown == mv { Flow::Break(()) } else { Flow::Continue(()) };
        self.each_move_of(position, mv.from, !mv.is_capture(), victims, &there, shown).is_break()
    }

    /// Plays the branches of a move one by one; the first `fixed` decisions are made.
    pub(super) fn each_branch(
        &self,
        position: &PositionOf<B, R>,
        mv: Move,
        fixed: usize,
        extent: Extent,
        take: &mut dyn FnMut(Move, &PositionOf<B, R>) -> Flow,
    ) -> Flow {
        let mut branch = mv.branch;
        loop {
            let mv = Move { branch, ..mv };
            let mut choices = Choices::of(branch);
            let mut after = *position;
            let outcome = self.make_branch(&mut after, mv, &mut choices, extent, &mut Silent);
            if outcome == Outcome::Done {
                take(mv, &after)?;
            }
            match choices.next(fixed) {
                Ok(Some(next)) => branch = next,
                Ok(None) => return ControlFlow::Continue(()),
                // Branches that no number tells apart cannot be played: see `Choices`.
                Err(_) => {
                    self.rules.lose_branches();
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
        teller: &mut dyn Teller,
    ) -> Outcome {
        self.make_branch(position, mv, choices, Extent::Whole, teller)
    }

    /// Makes one movement of a man with all that the rules do, the first of a move with its extent. Tells
    /// what became of it, and who captured and stands on the board still.
    fn make_movement(
        &self,
        position: &mut PositionOf<B, R>,
        mv: Move,
        extent: Option<Extent>,
        choices: &mut Choices,
        teller: &mut dyn Teller,
    ) -> (Outcome, Option<Square>) {
        let first = extent.is_some();
        let side = position.to_move;
        if mv.kind == MoveKind::Pass {
            position.note_pass();
            position.memory.pass_over();
            return (Outcome::Done, None);
        }
        if mv.kind == MoveKind::Entry {
            return (self.enter(position, mv, choices, teller), None);
        }
        self.rules.foresees(self, position, mv);
        let (stand, castled) = self.take_stand(position, (mv, first), choices, teller);
        let mover = position.own_man(side, mv.walk, stand);
        let passer = position.passer();
        position.forget_passed();
        let geometry = self.board.geometry();
        let mut victim = None;
        match mv.kind {
            MoveKind::Quiet => position.shift(mover, stand, mv.to),
            MoveKind::DoubleStep => {
                position.shift(mover, stand, mv.to);
                position.note_passed(geometry.between(stand, mv.to), mv.to);
            }
            MoveKind::Capture | MoveKind::EnPassant => {
                let at = match passer {
                    Some(passer) if mv.kind == MoveKind::EnPassant => passer,
                    _ => mv.to,
                };
                let Some(man) = position.man(at) else { return (Outcome::Forbidden, None) };
                victim = Some(Taken { man, at });
                position.lift(man, at);
                position.shift(mover, stand, mv.to);
            }
            MoveKind::Pass | MoveKind::Entry => {}
            MoveKind::Castling => {
                if !castled || !self.castle(position, mover, mv) {
                    return (Outcome::Forbidden, None);
                }
            }
        }
        let mut deed = Deed {
            field: self,
            position: &mut *position,
            teller,
            choices,
            by: side,
            mv,
            mover,
            at: Some(mv.to),
            victim,
            first,
            king: if extent == Some(Extent::Fall) { KingsFate::Falls } else { KingsFate::Open },
        };
        let outcome = self.rules.consequences(&mut deed);
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
    pub(super) fn each_pseudo_move(
        &self,
        position: &PositionOf<B, R>,
        quiet: Quiet,
        victims: Option<Prey<B::Set>>,
        within: &dyn Fn(Walk, Square) -> Within<B::Set>,
        take: &mut dyn FnMut(Move, usize) -> Flow,
    ) -> Flow {
        let men = position.of(position.to_move);
        let first = if quiet == Quiet::RoyalFirst { position.royal } else { B::Set::EMPTY };
        let quiet = quiet != Quiet::None;
        for from in (men & first).iter().chain((men & !first).iter()) {
            self.each_move_of(position, from, quiet, victims, within, take)?;
        }
        if quiet {
            self.each_general_castling(position, take)?;
            self.each_entry(position, take)?;
        }
        ControlFlow::Continue(())
    }

    /// Who could be captured.
    pub(super) fn victims(&self, position: &PositionOf<B, R>) -> Prey<B::Set> {
        let side = position.to_move;
        let men = if self.rules.needs_of(&position.memory, side).own_men {
            position.occupied() & !(position.of(side) & position.royal)
        } else {
            position.of(side.other())
        };
        Prey { men, hunted: false }
    }

    /// Shows the moves of one man without regard to check, castling left out.
    fn each_move_of(
        &self,
        position: &PositionOf<B, R>,
        from: Square,
        quiet: bool,
        victims: Option<Prey<B::Set>>,
        within: &dyn Fn(Walk, Square) -> Within<B::Set>,
        take: &mut dyn FnMut(Move, usize) -> Flow,
    ) -> Flow {
        if !self.rules.releases(self, position, from) {
            return ControlFlow::Continue(());
        }
        let captures = victims.is_some();
        let none = Prey { men: B::Set::EMPTY, hunted: false };
        let victims = victims.map_or(none, |prey| Prey { men: prey.men.without(from), ..prey });
        let needs = self.rules.needs();
        // Under most rules a man moves from its own square only, and as what it is.
        let walk = position.walk_on(from);
        let only = walk.filter(|_| !needs.shifts && !needs.moves_as_others);
        if let Some(walk) = only {
            let stand = Stand::own(walk, from, position.occupied());
            let within = within(walk, from);
            if captures {
                self.each_capture(position, &stand, victims, within.captures, take)?;
            }
            if quiet {
                self.each_quiet(position, &stand, within.quiet, take)?;
            }
        } else {
            if captures {
                for stand in self.stands(position, from, true) {
                    let squares = within(stand.walk, from).captures;
                    self.each_capture(position, &stand, victims, squares, take)?;
                }
            }
            if quiet {
                for stand in self.stands(position, from, false) {
                    self.each_quiet(position, &stand, within(stand.walk, from).quiet, take)?;
                }
            }
        }
        let further = walk
            .map_or(B::Set::EMPTY, |walk| self.rules.further(self.board.geometry(), walk, position.to_move));
        if further.is_empty() {
            return ControlFlow::Continue(());
        }
        let free = if quiet { !position.occupied() } else { B::Set::EMPTY };
        let asked = ((free | victims.men) & further).without(from);
        let more = match asked.is_empty() {
            true => asked,
            false => self.rules.more_targets(self, position, from, asked),
        };
        if !more.is_empty() {
            self.each_further(position, from, more, victims, (quiet, captures), take)?;
        }
        ControlFlow::Continue(())
    }

    /// Shows the captures of a man from one of its stands.
    fn each_capture(
        &self,
        position: &PositionOf<B, R>,
        stand: &Stand<B::Set>,
        victims: Prey<B::Set>,
        squares: B::Set,
        take: &mut dyn FnMut(Move, usize) -> Flow,
    ) -> Flow {
        let side = position.to_move;
        let passer = position.passer().filter(|&passer| victims.men.contains(passer));
        let prey = (victims.men & squares) | passer.map_or(B::Set::EMPTY, B::Set::of);
        let (targets, passing) = self.captures_from(position, stand, prey);
        if passing.is_empty() && !targets.meets(victims.men & squares) {
            return ControlFlow::Continue(());
        }
        let mover = position.own_man(side, stand.walk, stand.from);
        for to in (targets & !stand.barred & victims.men & squares).iter() {
            let Some(man) = position.man(to) else { continue };
            let mv = stand.to(to, MoveKind::Capture);
            if self.permits(position, mv, mover, Taken { man, at: to }, victims.hunted) {
                self.each_promotion(&position.memory, mv, mover, stand.fixed, side, take)?;
            }
        }
        if let Some(at) = passer
            && let Some(man) = position.man(at)
        {
            for to in (passing & !stand.barred & !position.occupied()).iter() {
                let mv = stand.to(to, MoveKind::EnPassant);
                if self.permits(position, mv, mover, Taken { man, at }, victims.hunted) {
                    self.each_promotion(&position.memory, mv, mover, stand.fixed, side, take)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Shows the moves without capture of a man from one of its stands.
    fn each_quiet(
        &self,
        position: &PositionOf<B, R>,
        stand: &Stand<B::Set>,
        squares: B::Set,
        take: &mut dyn FnMut(Move, usize) -> Flow,
    ) -> Flow {
        let side = position.to_move;
        let mover = position.own_man(side, stand.walk, stand.from);
        let (targets, doubles) = self.quiet_moves(stand, mover, side);
        for to in (targets & !stand.barred & squares).iter() {
            let double = doubles.contains(to) && stand.walk.is_pawn();
            let kind = if double { MoveKind::DoubleStep } else { MoveKind::Quiet };
            self.each_promotion(&position.memory, stand.to(to, kind), mover, stand.fixed, side, take)?;
        }
        ControlFlow::Continue(())
    }

    /// What a man can reach from a stand by a capture, whoever of these men is there, and on which
    /// squares it can take in passing.
    fn captures_from(
        &self,
        position: &PositionOf<B, R>,
        stand: &Stand<B::Set>,
        prey: B::Set,
    ) -> (B::Set, B::Set) {
        let side = position.to_move;
        let passed =
            |attacks: B::Set| if stand.acting.is_pawn() { attacks & position.passed } else { B::Set::EMPTY };
        if !self.rules.needs().vantages {
            let attacks = self.board.attacks(stand.acting, side, stand.at, stand.occupied);
            return (attacks, passed(attacks));
        }
        let mover = position.own_man(side, stand.walk, stand.from);
        let (mut targets, mut passing) = (B::Set::EMPTY, B::Set::EMPTY);
        for victim in Walk::ALL {
            // Nobody comes from elsewhere to capture his own.
            let victims = position.walk(victim) & position.of(side.other()) & prey;
            if victims.is_empty() {
                continue;
            }
            let origins = self.rules.vantages(self, position, mover, stand.at, victim);
            let origins = origins.unwrap_or(B::Set::of(stand.at));
            // Officers attack as they are attacked.
            if B::STRAIGHT && !stand.acting.is_pawn() {
                let occupied = stand.occupied.without(stand.at);
                let hit = |&at: &Square| {
                    self.board.attacks(stand.acting, side, at, occupied).meets(origins.without(at))
                };
                targets |= B::Set::from_squares(victims.iter().filter(hit));
                continue;
            }
            for origin in origins.iter() {
                let occupied = stand.occupied.without(stand.at).with(origin);
                let attacks = self.board.attacks(stand.acting, side, origin, occupied);
                targets |= attacks & victims;
                if position.passer().is_some_and(|passer| victims.contains(passer)) {
                    passing |= passed(attacks);
                }
            }
        }
        (targets, passing)
    }

    /// Where a man can go from a stand without capturing, and by which double steps.
    fn quiet_moves(&self, stand: &Stand<B::Set>, mover: Man, side: Side) -> (B::Set, B::Set) {
        match stand.acting {
            walk if walk.is_pawn() => {
                let (all, doubles) = self.pawn_steps(walk, side, stand.at, stand.occupied);
                let walked = mover.marks.contains(Marks::WALKED);
                if walked { (all & !doubles, B::Set::EMPTY) } else { (all, doubles) }
            }
            walk => {
                (self.board.attacks(walk, side, stand.at, stand.occupied) & !stand.occupied, B::Set::EMPTY)
            }
        }
    }

    /// Shows the moves of a man to squares where its walk does not lead it.
    fn each_further(
        &self,
        position: &PositionOf<B, R>,
        from: Square,
        targets: B::Set,
        victims: Prey<B::Set>,
        (quiet, captures): (bool, bool),
        take: &mut dyn FnMut(Move, usize) -> Flow,
    ) -> Flow {
        let Some(walk) = position.walk_on(from) else { return ControlFlow::Continue(()) };
        let side = position.to_move;
        let own = |capture| {
            let origins = self.rules.origins(self, position, from, capture);
            // Where it could move from elsewhere too, it has decided for its own square.
            let number = origins.iter().position(|at| at == from).unwrap_or(0);
            let branch = Branch::new(number as u32).unwrap_or(Branch::ONLY);
            let fixed = usize::from(self.rules.needs().shifts && origins.several());
            Stand { branch, fixed, ..Stand::own(walk, from, position.occupied()) }
        };
        let mover = position.own_man(side, walk, from);
        let captured = self
            .stands(position, from, true)
            .map(|stand| self.captures_from(position, &stand, victims.men).0 & victims.men & !stand.barred);
        let reached = self
            .stands(position, from, false)
            .map(|stand| self.quiet_moves(&stand, mover, side).0 & !stand.barred);
        let known = captured.chain(reached).fold(B::Set::EMPTY, |known, some| known | some);
        for to in (targets & !known).iter() {
            match position.man(to) {
                None if quiet => {
                    let stand = own(false);
                    take(stand.to(to, MoveKind::Quiet), stand.fixed)?;
                }
                Some(man) if captures && victims.men.contains(to) => {
                    let stand = own(true);
                    let mv = stand.to(to, MoveKind::Capture);
                    if self.permits(position, mv, mover, Taken { man, at: to }, victims.hunted) {
                        take(mv, stand.fixed)?;
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
        victim: Taken,
        hunted: bool,
    ) -> bool {
        let by = position.to_move;
        self.rules.permits(&Intent { field: self, position, by, mv, mover, victim, hunted })
    }

    /// Shows a move, or its promotions.
    fn each_promotion(
        &self,
        memory: &R::Memory,
        mv: Move,
        mover: Man,
        fixed: usize,
        side: Side,
        take: &mut dyn FnMut(Move, usize) -> Flow,
    ) -> Flow {
        if !mv.walk.is_pawn() || !self.promotion_rank(mv.walk, side).contains(mv.to) {
            return take(mv, fixed);
        }
        let needs = self.rules.needs_of(memory, side);
        let kamikaze = mover.marks.contains(Marks::KAMIKAZE) && !needs.kamikazes_reborn;
        let vanishes = mv.is_capture() && (needs.capturers_vanish || kamikaze);
        if !needs.no_promotion && !needs.late_promotion && !vanishes {
            for &walk in needs.promotions() {
                take(Move { promotion: Some(walk), ..mv }, fixed)?;
            }
            ControlFlow::Continue(())
        } else {
            take(mv, fixed)
        }
    }
}
