//! What rules may ask of a game.

use super::{Extent, Flow, TargetMask};
use crate::board::{Board, Geometry, Square, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{Memory, Position, Side, Walk};
use crate::rules::{GameRules, GameView};

impl<B: Board, R: GameRules> GameView for Game<B, R> {
    type Set = B::Set;
    type Memory = R::Memory;

    fn geometry(&self) -> &Geometry<B::Set> {
        self.board.geometry()
    }

    fn attackers(&self, position: &Position<B::Set, R::Memory>, square: Square, by: Side) -> B::Set {
        let needs = self.rules.flags();
        if !needs.virtual_origins && !needs.moves_as_others {
            let men = Game::attackers(self, position, square, by, position.occupied());
            return men | self.reversed_attackers(position, square, by);
        }
        if !needs.virtual_origins {
            return self.attackers_by_acting_walk(position, square, by);
        }
        let attack = |&from: &Square| {
            from != square
                && self.origins(position, from, true).any(|stand| {
                    self.board.attacks(stand.acting_walk, by, stand.square, stand.occupied).contains(square)
                })
        };
        B::Set::from_squares(position.of(by).iter().filter(attack))
    }

    fn attacked_from(&self, position: &Position<B::Set, R::Memory>, from: Square) -> B::Set {
        let Some(man) = position.man(from) else { return B::Set::EMPTY };
        let sides = Side::BOTH.into_iter().filter(|&side| man.colour.is_of(side));
        let attacked = sides.flat_map(|side| {
            let stands = self.origins(position, from, true);
            stands.map(move |stand| self.board.attacks(stand.acting_walk, side, stand.square, stand.occupied))
        });
        attacked.fold(B::Set::EMPTY, |all, one| all | one)
    }

    fn capture_targets(&self, position: &Position<B::Set, R::Memory>, from: Square) -> B::Set {
        if position.walk_on(from).is_none() {
            return B::Set::EMPTY;
        }
        let victims = self.victims(position).men.without(from);
        let passed = position.ep_pawn().is_some_and(|passer| victims.contains(passer));
        let targets = self.origins(position, from, true).map(|stand| {
            let (targets, passing) = self.capture_targets_from(position, &stand, victims);
            let passing = if passed { passing & !position.occupied() } else { B::Set::EMPTY };
            (targets & victims) | passing
        });
        let more = self.rules.extra_targets(self, position, from, victims);
        targets.fold(more, |all, some| all | some)
    }

    fn quiet_targets(&self, walk: Walk, side: Side, from: Square, occupied: B::Set) -> B::Set {
        if walk.is_pawn() {
            self.pawn_steps(walk, side, from, occupied).0
        } else {
            self.board.attacks(walk, side, from, occupied) & !occupied
        }
    }

    fn attacks_of(&self, walk: Walk, side: Side, from: Square, occupied: B::Set) -> B::Set {
        self.board.attacks(walk, side, from, occupied)
    }

    fn can_kings_be_reborn(&self) -> bool {
        self.rules.flags().kings_reborn
    }

    fn promotions(&self) -> &'static [Walk] {
        self.rules.flags().promotions()
    }

    fn promotion_rank(&self, walk: Walk, side: Side) -> B::Set {
        Game::promotion_rank(self, walk, side)
    }

    fn quiet_moves_are_unrestricted(&self, position: &Position<B::Set, R::Memory>, side: Side) -> bool {
        let needs = self.rules.flags();
        !needs.quiet_effects
            && !needs.virtual_origins
            && !needs.restricts_moves
            && !needs.moves_as_others
            // Who comes up can attack.
            && !position.memory.has_hidden()
            && self.royals_are_statically_safe(position, side)
    }

    fn has_quiet_move(&self, position: &Position<B::Set, R::Memory>, square: Square, side: Side) -> bool {
        let Some(man) = position.man(square) else { return false };
        // Where any capture endangers a king or a captured king comes back, the question of a cage would
        // have no end: within it an attack is a check.
        let needs = self.rules.flags();
        let endless = needs.removes_royals_indirectly || needs.kings_reborn;
        let in_check = |after: &Position<B::Set, R::Memory>, side: Side| {
            if endless {
                let royals = (after.royal & after.of(side)).iter();
                royals.into_iter().any(|royal| self.is_attacked(after, royal, side.other(), after.occupied()))
            } else {
                self.in_check(after, side)
            }
        };
        if !self.rules.may_move(self, position, square) {
            return false;
        }
        // By a single rule a man merely comes to another square, but that who was below it comes
        // up, and that a royal pawn is lost where it promotes.
        let more = needs.quiet_effects
            || needs.moves_as_others
            || position.memory.has_hidden()
            || (man.royal && man.walk.is_pawn());
        let merely = self.rules.is_single() && self.rules.check_requires_attack() && !more;
        if !endless && !merely {
            return self.has_quiet_branch(position, square, side, &in_check);
        }
        let occupied = position.occupied();
        self.quiet_targets(man.walk, side, square, occupied).iter().any(|to| {
            let mut after = *position;
            after.move_man(man, square, to);
            !in_check(&after, side)
        })
    }
}

impl<B: Board, R: GameRules> Game<B, R> {
    /// As [`attackers`](Field::attackers), where men may move as others do, from their own squares.
    fn attackers_by_acting_walk(&self, position: &PositionOf<B, R>, square: Square, by: Side) -> B::Set {
        let occupied = position.occupied();
        // However they move, on straight boards men attack along the lines of a queen, or as knights.
        let near = match B::LINES_UNIQUE {
            true => {
                let lines = self.board.attacks(Walk::Queen, by, square, occupied);
                lines | self.board.geometry().knight[square.index()]
            }
            false => !B::Set::EMPTY,
        };
        let attack = |&from: &Square| {
            position.man(from).is_some_and(|man| {
                let acting = self.rules.acts_as(self, position, man, from).unwrap_or(man.walk);
                self.board.attacks(acting, by, from, occupied).contains(square)
            })
        };
        B::Set::from_squares((position.of(by) & near).without(square).iter().filter(attack))
    }

    /// Has the man on a square, were its side to move, a move without capture that leaves its side
    /// without check, whatever else happens by it?
    fn has_quiet_branch(
        &self,
        position: &PositionOf<B, R>,
        square: Square,
        side: Side,
        in_check: &dyn Fn(&PositionOf<B, R>, Side) -> bool,
    ) -> bool {
        let mut before = *position;
        before.set_to_move(side);
        let tried =
            self.for_each_move_from(&before, square, true, None, &TargetMask::all, &mut |mv, fixed| {
                self.for_each_branch(&before, mv, fixed, Extent::Full, &mut |_, after| {
                    if self.keeps_royals(&before, after, side) && !in_check(after, side) {
                        Flow::Break(())
                    } else {
                        Flow::Continue(())
                    }
                })
            });
        tried.is_break()
    }
}
