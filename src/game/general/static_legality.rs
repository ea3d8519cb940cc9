//! Static legality: the legality of moves that is known without making them.
//!
//! Where every check is an attack and a quiet move does nothing but move a man to an empty square, check mask and pins
//! decide which quiet moves are legal. Where captures have no effects the same holds for them.

use crate::board::{Board, Square, Squares};
use crate::game::general::attack_test::{
    AttackInfo, attack_info, is_attacked_after, king_decided_by_attacks,
};
use crate::game::general::game_view::has_attackers;
use crate::game::general::lent_walks::LentAttacks;
use crate::game::general::pawns::promotion_rank;
use crate::game::general::targets::permitted_king_steps;
use crate::game::movegen::legality::legality_info;
use crate::game::movegen::legality::{LegalityInfo, MaskPower};
use crate::game::{Game, PositionOf};
use crate::position::{AnyRuleState, ManFlags, Move, MoveBranch, MoveKind, Position, Side, Walk};
use crate::rules::rebirth::Relocation;
use crate::rules::{CaptureEffect, DecidedMoves, GameRules, GameView, RuleSet};

/// What is known of the legality of the moves of a position.
pub(super) enum StaticLegality<S> {
    /// Nothing.
    Unknown,
    /// Check mask and pins decide.
    Masks(LegalityInfo<S>),
    /// The attacks after a move decide.
    Attacks(AttackInfo<S>),
    /// The squares on which men decide an attack exclude one, or prove it.
    Lent(LentAttacks<S>),
}

impl<S: Squares> StaticLegality<S> {
    /// Returns what is known; without `quiet` no quiet moves are asked for.
    pub fn new<B: Board<Set = S>>(
        game: &Game<B, RuleSet>,
        position: &PositionOf<B, RuleSet>,
        quiet: bool,
    ) -> StaticLegality<S> {
        // Masks take an attack that is not permitted for one.
        let is_masked = !game.rules.facts().attacks.are_restricted && (quiet || captures_are_decided(game));
        let masks = is_masked.then(|| quiet_legality_info(game, position));
        if let Some(info) = masks.flatten() {
            return StaticLegality::Masks(info);
        }
        let asks = quiet || game.rules.facts().attacks.decided == DecidedMoves::QuietAndCaptures;
        let attacks = if asks { attack_info(game, position) } else { None };
        if let Some(info) = attacks {
            return StaticLegality::Attacks(info);
        }
        let lent = LentAttacks::on_royal(game, position, position.to_move);
        lent.map_or(StaticLegality::Unknown, StaticLegality::Lent)
    }

    /// Returns the squares that are not excluded for a quiet move of the man on a square, or for a capture where
    /// [captures are decided](Self::decides_captures).
    pub fn possible_targets<B: Board<Set = S>>(
        &self,
        game: &Game<B, RuleSet>,
        position: &PositionOf<B, RuleSet>,
        from: Square,
    ) -> S {
        match self {
            StaticLegality::Unknown => !S::EMPTY,
            StaticLegality::Masks(info) => legal_targets(game, info, from),
            StaticLegality::Attacks(info) => info.possible_targets(game, from),
            StaticLegality::Lent(info) => info.possible_targets(position, from),
        }
    }

    /// Returns whether captures are decided as quiet moves are.
    pub fn decides_captures<B: Board<Set = S>>(&self, game: &Game<B, RuleSet>) -> bool {
        match self {
            StaticLegality::Unknown => false,
            StaticLegality::Masks(_) => captures_are_decided(game),
            StaticLegality::Attacks(info) => info.decides_captures(),
            StaticLegality::Lent(_) => true,
        }
    }

    /// Returns whether a pseudo-legal move is legal; `None` if it has to be made to test it.
    pub fn of<B: Board<Set = S>>(
        &self,
        game: &Game<B, RuleSet>,
        position: &PositionOf<B, RuleSet>,
        mv: Move,
    ) -> Option<bool> {
        match self {
            StaticLegality::Unknown => None,
            StaticLegality::Masks(info) => legality_of(game, position, info, mv),
            StaticLegality::Attacks(info) => info.legality_of(game, position, mv),
            StaticLegality::Lent(info) => info.legality_of(game, position, mv),
        }
    }
}

/// Returns whether quiet moves do no more to the safety of their king than in orthodox chess. How the mover changes does not
/// matter to it.
fn quiet_safety_is_orthodox<B: Board, R: GameRules>(game: &Game<B, R>, position: &PositionOf<B, R>) -> bool {
    game.quiet_moves_are_orthodox(position) || game.walk_changes(position).is_some()
}

/// Returns the facts that decide the legality of quiet moves of the side to move; `None` if no such facts are
/// known.
fn quiet_legality_info<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
) -> Option<LegalityInfo<B::Set>> {
    let own = position.of(position.to_move);
    let decidable = quiet_safety_is_orthodox(game, position)
        && !(position.royal & own).more_than_one()
        // Neutral men can attack the king of the side that moves them.
        && !position.has_neutrals();
    decidable.then(|| {
        let mut info = legality_info(game, position);
        if game.check_model(position).sufficient {
            info.masks = MaskPower::Exact;
        }
        info.hidden_squares = position.rule_state.hidden_squares();
        info
    })
}

/// Implements [`Game::blockers_and_royal`].
pub(in crate::game) fn blockers_and_royal<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
) -> Option<B::Set> {
    quiet_legality_info(game, position)?.blockers_and_royal()
}

/// Returns the squares that the masks do not exclude for a quiet move of the man on a square, or for a capture
/// where captures are orthodox.
fn legal_targets<B: Board>(game: &Game<B, RuleSet>, info: &LegalityInfo<B::Set>, from: Square) -> B::Set {
    match info.masks == MaskPower::Exact && info.royal != Some(from) && !info.hidden_squares.contains(from) {
        true => info.allowed_targets(game.board.geometry(), from),
        false => !B::Set::EMPTY,
    }
}

/// Returns whether a pseudo-legal move is legal; `None` if it has to be made to test it.
fn legality_of<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    info: &LegalityInfo<B::Set>,
    mv: Move,
) -> Option<bool> {
    let side = position.to_move;
    let plain = match mv.kind {
        MoveKind::Quiet | MoveKind::DoubleStep => !promotes_late(game, mv, side),
        MoveKind::Capture => {
            captures_are_decided(game) && !promotes_late(game, mv, side) && !is_kamikaze(position, mv)
        }
        _ => false,
    };
    // A royal pawn could be captured en passant; a revealed man may attack or close a line.
    if !plain
        || info.hidden_squares.contains(mv.from)
        || (info.royal == Some(mv.from) && mv.kind == MoveKind::DoubleStep)
    {
        return None;
    }
    let safe = if info.royal == Some(mv.from) {
        if game.extra_reach[side.index()].contains(mv.to) {
            return None;
        }
        let occupied = info.occupied.without(mv.from);
        !game.is_attacked(position, mv.to, side.other(), occupied)
    } else if has_moves_beyond_walks(game) && info.is_pinned(mv.from) {
        // The man may pass its king and still be on the line.
        return None;
    } else {
        info.allowed_targets(game.board.geometry(), mv.from).contains(mv.to)
    };
    (safe || info.masks == MaskPower::Exact).then_some(safe)
}

/// Returns whether captures do no more to the safety of their king than in orthodox chess, where quiet moves do not.
fn captures_are_decided<B: Board, R: GameRules>(game: &Game<B, R>) -> bool {
    game.captures_are_orthodox() || game.rules.facts().walk_changes.is_some_and(|changes| changes.captures)
}

/// Returns whether men may move other than by their walks.
fn has_moves_beyond_walks<B: Board>(game: &Game<B, RuleSet>) -> bool {
    let flags = game.rules.flags();
    flags.extra_reach || flags.extra_quiet_reach
}

/// Returns whether a quiet move that was legal in another position is known to be legal in this one.
pub(in crate::game) fn is_statically_legal<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    mv: Move,
) -> bool {
    // Otherwise a man may be barred from a move of its walk, or reach the square other than by its walk.
    let only_walks = game.rules.facts().king_steps_are_unrestricted && !has_moves_beyond_walks(game);
    let occupied = position.occupied();
    let men = position.walk(mv.walk) & position.of(position.to_move);
    only_walks
        && mv.branch == MoveBranch::ONLY
        // Other rules may be in force in this ply, by which the promotion is chosen later.
        && mv.promotion.is_none()
        && men.contains(mv.from)
        && game.quiet_targets(mv.walk, position.to_move, mv.from, occupied).contains(mv.to)
        && quiet_legality_info(game, position).is_some_and(|info| legality_of(game, position, &info, mv) == Some(true))
}

/// Returns a move of the king to an empty square that is known to be legal; `None` if there is none.
pub(in crate::game) fn quick_king_move_general<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
) -> Option<Move> {
    let side = position.to_move;
    let occupied = position.occupied();
    let targets = |king: Square| game.board.geometry().king[king.index()] & !occupied;
    let step = |king, to| Move::new(Walk::King, king, to, MoveKind::Quiet);
    let unrestricted = only_royal(position, side).filter(|&king| {
        quiet_safety_is_orthodox(game, position) && is_unrestricted(game, position, side, king)
    });
    if let Some(king) = unrestricted {
        let safe = |to: &Square| !game.is_attacked(position, *to, side.other(), occupied.without(king));
        return targets(king).iter().find(safe).map(|to| step(king, to));
    }
    let king = king_decided_by_attacks(game, position, side)?;
    let mut steps = permitted_king_steps(game, position, king, side).iter().map(|to| step(king, to));
    steps.find(|&mv| !is_attacked_after(game, position, mv, mv.to))
}

/// Returns the only royal man of a side under general rules if it is a king for which every adjacent square that is
/// empty and not attacked is a legal destination, now and after any quiet move of another man. `None` if that is
/// not certain.
pub(in crate::game) fn unrestricted_general_king<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    side: Side,
) -> Option<Square> {
    only_royal(position, side).filter(|&king| {
        game.quiet_moves_are_orthodox(position) && is_unrestricted(game, position, side, king)
    })
}

/// Returns the only royal man of a side.
fn only_royal<S: Squares, M: AnyRuleState>(position: &Position<S, M>, side: Side) -> Option<Square> {
    let royals = position.royal & position.of(side);
    royals.first().filter(|_| !royals.more_than_one())
}

/// Returns whether the royal man of a side is a king for which every adjacent square that is empty and not attacked is a
/// legal destination, if quiet moves do no more to its safety than in orthodox chess.
fn is_unrestricted<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    side: Side,
    king: Square,
) -> bool {
    B::LINES_UNIQUE
        && game.rules.facts().king_steps_are_unrestricted
        && position.walk(Walk::King).contains(king)
        && !position.of(side.other()).contains(king)
        && !game.extra_reach[side.index()].intersects(game.board.geometry().king[king.index()])
        // A man that its departure reveals may attack it.
        && !position.rule_state.hidden_squares::<B::Set>().contains(king)
}

/// Returns whether under general rules a permitted capture can give check only as in orthodox chess: by the
/// capturer on its arrival square, or by a line that it opens. A reborn man can only close lines.
pub(in crate::game) fn general_captures_check_as_in_orthodox<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
) -> bool {
    // A reborn man may be a hurdle.
    position.fairy_men().is_empty() && victims_only_close_lines(game, position)
}

/// Returns whether all that a permitted capture does to the check of the opponent, apart from the attacks of the capturer, is
/// that its victim may occupy another square.
fn victims_only_close_lines<B: Board>(game: &Game<B, RuleSet>, position: &PositionOf<B, RuleSet>) -> bool {
    // A kamikaze opens the line of its victim.
    let no_attributes = !position.rule_state.has_attributes();
    match game.rules.facts().capture_effect {
        CaptureEffect::None | CaptureEffect::VictimHidden => no_attributes,
        // Neutral victims, and victims of the capturer's side, could attack after their rebirth.
        CaptureEffect::VictimReborn => {
            no_attributes && !position.has_neutrals() && !game.rules.flags().captures_own_men
        }
        CaptureEffect::NoneForRoyals | CaptureEffect::Any => false,
    }
}

/// Implements [`Game::victims_reborn_on`].
pub(in crate::game) fn victims_reborn_on<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    squares: B::Set,
) -> B::Set {
    if !victims_only_close_lines(game, position) {
        return position.occupied();
    }
    if squares.is_empty() {
        return B::Set::EMPTY;
    }
    let Some(Relocation::Victims(rebirth)) = game.rules.relocation() else { return position.occupied() };
    let (side, geometry) = (position.to_move.other(), game.board.geometry());
    let may_be_reborn = |&at: &Square| {
        let homes = position.walk_on(at).and_then(|walk| rebirth.rebirth_squares(geometry, walk, side, at));
        homes.is_none_or(|homes| homes.intersects(squares))
    };
    B::Set::from_squares(position.of(side).iter().filter(may_be_reborn))
}

/// Returns whether an orthodox pawn of the side to move could promote by its next step; for other pawns see
/// [`Game::men_without_check_squares`].
pub(in crate::game) fn may_promote<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
) -> bool {
    let paths = game.board.geometry().pawn(position.to_move);
    let pawns = position.walk(Walk::Pawn) & position.of(position.to_move);
    pawns.iter().any(|pawn| {
        let step = paths.step[pawn.index()];
        let double = step.iter().any(|next| paths.step[next.index()].intersects(paths.promotion_rank));
        step.intersects(paths.promotion_rank) || (paths.double_rank.contains(pawn) && double)
    })
}

/// Returns whether the promotion of the moved pawn is chosen after the move.
pub(in crate::game) fn promotes_late<B: Board, R: GameRules>(
    game: &Game<B, R>,
    mv: Move,
    side: Side,
) -> bool {
    mv.promotion.is_none() && mv.walk.is_pawn() && promotion_rank(game, mv.walk, side).contains(mv.to)
}

/// Returns those of the squares on which the promotion of the capturer is chosen after the capture.
pub(super) fn late_promotion_squares<B: Board>(
    game: &Game<B, RuleSet>,
    mv: Move,
    side: Side,
    squares: B::Set,
) -> B::Set {
    match mv.walk.is_pawn() && mv.promotion.is_none() {
        true => squares & promotion_rank(game, mv.walk, side),
        false => B::Set::EMPTY,
    }
}

/// Returns whether the mover is a kamikaze.
fn is_kamikaze<S: Squares, M: AnyRuleState>(position: &Position<S, M>, mv: Move) -> bool {
    position.flags(mv.from).contains(ManFlags::KAMIKAZE)
}

/// Returns whether a permitted capture of a royal man removes it for certain, and no other man.
pub(super) fn removes_only_victim<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    mv: Move,
) -> bool {
    game.rules.facts().capture_effect != CaptureEffect::Any && !is_kamikaze(position, mv)
}

/// Returns whether the royal men of `side` are known to be safe because no man attacks them.
pub(super) fn royals_are_statically_safe<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    side: Side,
) -> bool {
    game.check_model_everywhere().necessary
        && game.check_model(position).necessary
        && !royal_is_ep_pawn(position, side)
        && !royals_are_attacked(game, position, side)
}

/// Returns whether a man attacks a royal man of `side`.
pub(super) fn royals_are_attacked<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    side: Side,
) -> bool {
    let royals = position.royal & position.of(side);
    royals.iter().any(|royal| has_attackers(game, position, royal, side.other()))
}

/// Returns whether a royal man of `side` could be captured en passant.
pub(super) fn royal_is_ep_pawn<S: Squares, M: AnyRuleState>(position: &Position<S, M>, side: Side) -> bool {
    let royals = position.royal & position.of(side);
    position.ep_pawn().is_some_and(|pawn| royals.contains(pawn))
}
