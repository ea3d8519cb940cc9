//! What men guard around a king from a post, be they alone or among others.

use std::cell::{Cell, OnceCell};
use std::sync::Arc;

use crate::board::{Board, Geometry, Square, Squares};
use crate::position::{Side, Walk};
use crate::rules::rebirth::RebirthKind;
use crate::search::lower_bound::distance::{WALK_COUNT, final_walks, union};
use crate::search::lower_bound::rebirth_squares::{MAX_MEN, RebirthSquares};

/// A king's square and its neighbours, as bits: the square itself is the highest.
pub(in crate::search) type KingZoneMask = u16;
/// The king's own square.
pub(in crate::search) const KING_SQUARE: KingZoneMask = 1 << KING_SQUARE_BIT;
/// Its bit.
const KING_SQUARE_BIT: usize = 15;
/// The most neighbours that a pattern has room for.
const MAX_NEIGHBOURS: usize = 15;

/// What the men of one side, which is to mate, guard around a king of the other.
pub(in crate::search) struct KingZoneAttacks<'a, B: Board> {
    board: &'a B,
    mating_side: Side,
    table_len: usize,
    pub rebirth_squares: Arc<RebirthSquares<B::Set>>,
    /// How the men of the mated side walk of whom it is reckoned that they are captured.
    victim_walks: Vec<Walk>,
    /// By square, where whoever is reborn takes the place of who stands there: where men of the
    /// mated side are captured to come there.
    displacing_capture_squares: Vec<B::Set>,
    /// By walk and post: what is attacked from there on an empty board.
    attacked: Vec<B::Set>,
    /// By walk and square: the posts from which it is attacked on an empty board.
    attackers: Vec<B::Set>,
    /// By walk, post and king, one more than what is guarded, if that is known.
    guarded: Vec<Cell<u32>>,
    /// By walk and king, if that is known: what can be guarded, without what is part of something else.
    maximal_masks: Vec<OnceCell<Vec<KingZoneMask>>>,
    /// By walk: how many squares around a king are attacked from one post at most.
    max_attacked_neighbours: OnceCell<[u32; WALK_COUNT]>,
}

impl<'a, B: Board> KingZoneAttacks<'a, B> {
    /// What men guard on a board; none if a square has too many neighbours. Men of the mated side
    /// walk like these.
    pub fn new(
        board: &'a B,
        mating: Side,
        births: Arc<RebirthSquares<B::Set>>,
        victims: Vec<Walk>,
    ) -> Option<KingZoneAttacks<'a, B>> {
        let geometry = board.geometry();
        let squares = geometry.table_len();
        if geometry.king.iter().any(|around| around.count() as usize > MAX_NEIGHBOURS) {
            return None;
        }
        let origins = match births.has_displacing_rebirth() {
            true => births.capture_squares_by_rebirth(mating.other(), &victims),
            false => Vec::new(),
        };
        let mut guards = KingZoneAttacks {
            board,
            mating_side: mating,
            table_len: squares,
            rebirth_squares: births,
            victim_walks: victims,
            displacing_capture_squares: origins,
            attacked: vec![B::Set::EMPTY; WALK_COUNT * squares],
            attackers: vec![B::Set::EMPTY; WALK_COUNT * squares],
            guarded: vec![Cell::new(0); WALK_COUNT * squares * squares],
            maximal_masks: vec![OnceCell::new(); WALK_COUNT * squares],
            max_attacked_neighbours: OnceCell::new(),
        };
        for walk in [Walk::King, Walk::Queen, Walk::Rook, Walk::Bishop, Walk::Knight, Walk::Pawn] {
            let row = walk.index() * squares;
            for post in geometry.all.iter() {
                let attacked = guards.attacked_upper_bound(walk, post, B::Set::EMPTY);
                guards.attacked[row + post.index()] = attacked;
                for square in attacked.iter() {
                    guards.attackers[row + square.index()] |= B::Set::of(post);
                }
            }
        }
        Some(guards)
    }

    /// Does whoever is reborn take the place of who stands there?
    #[inline]
    pub fn has_displacing_rebirth(&self) -> bool {
        !self.displacing_capture_squares.is_empty()
    }

    /// Is it reckoned that men of the mated side who walk like these are captured?
    pub fn supports_victims(&self, walks: &[Walk]) -> bool {
        walks.iter().all(|walk| self.victim_walks.contains(walk))
    }

    /// What a man who walks, or may come to walk, like this can guard around a king at most, wherever he stands.
    pub fn maximal_masks(&self, walk: Walk, king: Square) -> &[KingZoneMask] {
        let cell = &self.maximal_masks[walk.index() * self.table_len + king.index()];
        cell.get_or_init(|| {
            let posts = self.board.geometry().all;
            let mut patterns: Vec<KingZoneMask> = Vec::new();
            for (&kind, post) in
                final_walks(walk).iter().flat_map(|kind| posts.iter().map(move |post| (kind, post)))
            {
                let new = self.guarded(kind, post, king);
                if !patterns.iter().any(|&known| known & new == new) {
                    patterns.retain(|&known| known & new != known);
                    patterns.push(new);
                }
            }
            patterns
        })
    }

    /// How many squares around a king a man attacks at most who walks, or may come to walk, like this.
    #[inline]
    pub fn max_attacked_neighbours(&self, walk: Walk) -> u32 {
        let most = self.max_attacked_neighbours.get_or_init(|| self.compute_max_attacked_neighbours());
        final_walks(walk).iter().map(|kind| most[kind.index()]).max().unwrap_or(0)
    }

    fn compute_max_attacked_neighbours(&self) -> [u32; WALK_COUNT] {
        let geometry = self.board.geometry();
        let mut most = [0; WALK_COUNT];
        for (most, attacked) in most.iter_mut().zip(self.attacked.chunks_exact(self.table_len)) {
            let around =
                |king: Square| attacked.iter().map(move |&set| (set & geometry.king[king.index()]).count());
            *most = geometry.all.iter().flat_map(around).max().unwrap_or(0);
        }
        most
    }

    /// What a man attacks from a post, if others stand on these squares.
    #[inline]
    pub fn attacked_with_occupied(&self, walk: Walk, post: Square, others: B::Set) -> B::Set {
        if !matches!(self.rebirth_squares.kind, RebirthKind::FromHome(_)) {
            return self.board.attacks(walk, self.mating_side, post, others);
        }
        let stands = self.rebirth_squares.attack_origins(self.mating_side, walk, post) & !others;
        union(stands, |from| self.board.attacks(walk, self.mating_side, from, others))
    }

    /// What a man attacks from a post if nobody stands in between.
    #[inline]
    pub fn attacked(&self, walk: Walk, post: Square) -> B::Set {
        self.attacked[walk.index() * self.table_len + post.index()]
    }

    /// The posts from which a man attacks a square if nobody stands in between.
    #[inline]
    pub fn attackers(&self, walk: Walk, square: Square) -> B::Set {
        self.attackers[walk.index() * self.table_len + square.index()]
    }

    /// As [`attacked_among`](Self::attacked_among), whoever stands where he captures from.
    #[inline]
    pub fn attacked_upper_bound(&self, walk: Walk, at: Square, others: B::Set) -> B::Set {
        match self.rebirth_squares.kind {
            RebirthKind::FromHome(_) => self.attacked_from_home(walk, at, others),
            _ => self.board.attacks(walk, self.mating_side, at, others),
        }
    }

    /// Where a man captures from home, if that is from where he captures.
    #[inline]
    pub fn attacked_from_home(&self, walk: Walk, at: Square, others: B::Set) -> B::Set {
        match self.rebirth_squares.kind {
            RebirthKind::FromHome(_) => {
                let homes = self.rebirth_squares.attack_origins(self.mating_side, walk, at);
                union(homes, |home| self.board.attacks(walk, self.mating_side, home, others))
            }
            _ => B::Set::EMPTY,
        }
    }

    /// Are men reborn who capture?
    #[inline]
    pub fn has_capturer_rebirth(&self) -> bool {
        matches!(self.rebirth_squares.kind, RebirthKind::Capturers(_))
    }

    /// Where a man may be reborn who captures on a square.
    #[inline]
    pub fn capturer_rebirth_squares(&self, walk: Walk, to: Square) -> B::Set {
        match self.rebirth_squares.kind {
            RebirthKind::Capturers(_) => self.rebirth_squares.squares(self.mating_side, walk, to),
            _ => B::Set::EMPTY,
        }
    }

    /// Where a man of the mated side may be reborn who is captured on a square.
    #[inline]
    pub fn victim_rebirth_squares(&self, walk: Walk, at: Square) -> B::Set {
        match self.rebirth_squares.kind {
            RebirthKind::Victims(_) => self.rebirth_squares.squares(self.mating_side.other(), walk, at),
            _ => B::Set::EMPTY,
        }
    }

    /// May a king be unable to capture a man next to him, on a post among others, whoever guards that?
    #[inline]
    pub fn may_prevent_king_capture(&self, walk: Walk, post: Square, king: Square, others: B::Set) -> bool {
        if self.rebirth_squares.has_orthodox_king_captures {
            return false;
        }
        let attack = |from: Square| {
            if self.rebirth_squares.has_displacing_rebirth() {
                let attacked = self.board.attacks(walk, self.mating_side, from, others);
                return attacked.contains(post) || self.may_displace_king(walk, attacked, post);
            }
            !others.contains(from) && self.board.attacks(walk, self.mating_side, from, others).contains(post)
        };
        self.rebirth_squares.may_prevent_king_capture(self.mating_side, walk, post, king, attack)
    }

    /// May a king be unable to capture a man next to him, on a post, if the captured man is reborn on an empty square
    /// of the king's choice?
    #[inline]
    pub fn may_prevent_king_capture_with_choice(&self, walk: Walk, post: Square) -> bool {
        match walk {
            // A pawn may have to promote where it is reborn.
            Walk::Pawn => true,
            Walk::King => false,
            // There are empty squares from where he is not attacked.
            _ => {
                let squares = self.board.geometry().all.count() as usize;
                self.attackers(walk, post).count() as usize + MAX_MEN >= squares
            }
        }
    }

    /// What a man guards around a king by attacking these squares from a post, if others stand on
    /// others, and his own square if the king could not capture him there.
    fn guarded_mask(
        &self,
        walk: Walk,
        post: Square,
        king: Square,
        others: B::Set,
        attacked: B::Set,
    ) -> KingZoneMask {
        let geometry = self.board.geometry();
        let mut guarded = zone_mask(geometry, attacked, king);
        if self.has_displacing_rebirth() {
            guarded |= self.displacing_mask(walk, attacked, king);
        }
        if geometry.king[king.index()].contains(post)
            && self.may_prevent_king_capture(walk, post, king, others)
        {
            guarded |= zone_mask(geometry, B::Set::of(post), king);
        }
        guarded
    }

    /// On which of the squares around a king, and his own, he would be removed by the rebirth of
    /// one of his men whom a man of the mating side captures on one of these squares.
    fn displacing_mask(&self, walk: Walk, attacked: B::Set, king: Square) -> KingZoneMask {
        let around = self.board.geometry().king[king.index()].iter().enumerate();
        let removed = around.filter(|&(_, flight)| self.may_displace_king(walk, attacked, flight));
        let own = if self.may_displace_king(walk, attacked, king) { KING_SQUARE } else { 0 };
        removed.fold(own, |removed, (bit, _)| removed | 1 << bit)
    }

    /// Would the king be removed from a square by a capture on one of these?
    fn may_displace_king(&self, walk: Walk, attacked: B::Set, square: Square) -> bool {
        let steps = &self.board.geometry().pawn(self.mating_side.other()).step;
        let origins = self.displacing_capture_squares[square.index()];
        // Who is taken in passing stands behind the square to which the capturer goes.
        origins.intersects(attacked)
            || (walk == Walk::Pawn && origins.intersects(union(attacked, |to| steps[to.index()])))
    }

    /// What of a pattern a king who mates does not guard.
    #[inline]
    fn not_guarded_by_king(&self, walk: Walk, post: Square, king: Square) -> KingZoneMask {
        match walk {
            Walk::King if self.rebirth_squares.kings_may_be_adjacent() => 0,
            // Kings are never neighbours.
            Walk::King if self.board.geometry().king[king.index()].contains(post) => KingZoneMask::MAX,
            // A king gives no check, but by the rebirth of whom he captures.
            Walk::King if !self.rebirth_squares.has_displacing_rebirth() => KING_SQUARE,
            _ => 0,
        }
    }

    /// What a man guards around the king, or on his square, from a post on which it can be, if
    /// nobody stands in between.
    #[inline]
    pub fn guarded(&self, walk: Walk, post: Square, king: Square) -> KingZoneMask {
        let at = walk.index() * self.table_len + post.index();
        let cell = &self.guarded[at * self.table_len + king.index()];
        match cell.get() {
            0 => {
                let guarded = match post == king {
                    true => 0,
                    false => {
                        self.guarded_mask(walk, post, king, B::Set::EMPTY, self.attacked[at])
                            & !self.not_guarded_by_king(walk, post, king)
                    }
                };
                cell.set(u32::from(guarded) + 1);
                guarded
            }
            known => (known - 1) as KingZoneMask,
        }
    }

    /// The posts from which a man guards one square of a pattern around a king, if nobody stands in between.
    pub fn guarding_squares(&self, walk: Walk, king: Square, bit: usize) -> B::Set {
        let geometry = self.board.geometry();
        let around = geometry.king[king.index()];
        let square = if bit == KING_SQUARE_BIT { Some(king) } else { around.iter().nth(bit) };
        let Some(square) = square else { return B::Set::EMPTY };
        if self.has_displacing_rebirth() {
            let guards = |post: &Square| self.guarded(walk, *post, king) >> bit & 1 == 1;
            return B::Set::from_squares(geometry.all.iter().filter(guards));
        }
        let mut posts = self.attackers(walk, square).without(king);
        if square != king && self.may_prevent_king_capture(walk, square, king, B::Set::EMPTY) {
            posts = posts.with(square);
        }
        match walk {
            Walk::King if self.rebirth_squares.kings_may_be_adjacent() => posts,
            Walk::King if square == king => B::Set::EMPTY,
            Walk::King => posts & !around,
            _ => posts,
        }
    }

    /// Does a man guard all of a pattern from a post, if others stand on these squares?
    #[inline]
    pub fn guards_all(
        &self,
        walk: Walk,
        post: Square,
        king: Square,
        wanted: KingZoneMask,
        others: B::Set,
    ) -> bool {
        self.guarded(walk, post, king) & wanted == wanted
            && (others.is_empty() || self.guarded_with_occupied(walk, post, king, others) & wanted == wanted)
    }

    /// The posts, of those from which a man guards all of a pattern on an empty board, from which he
    /// guards it if others stand on these squares.
    #[inline]
    pub fn filter_guarding_squares(
        &self,
        walk: Walk,
        posts: B::Set,
        king: Square,
        wanted: KingZoneMask,
        others: B::Set,
    ) -> B::Set {
        if posts.is_empty() || others.is_empty() {
            return posts;
        }
        if self.has_displacing_rebirth()
            || matches!(self.rebirth_squares.kind, RebirthKind::FromHome(_))
            || !B::LINES_UNIQUE
        {
            let guards = |&post: &Square| self.guards_all(walk, post, king, wanted, others);
            return B::Set::from_squares(posts.iter().filter(guards));
        }
        let leaps = matches!(walk, Walk::King | Walk::Knight | Walk::Pawn);
        let mut posts = posts & !others;
        for square in
            self.neighbours_in(king, wanted).iter().chain((wanted & KING_SQUARE != 0).then_some(king))
        {
            let there = posts.contains(square) && !self.may_prevent_king_capture(walk, square, king, others);
            if !leaps {
                // Lines are seen alike from both ends.
                let seen = self.board.attacks(walk, self.mating_side, square, others);
                posts &= seen.with(square);
            }
            if there {
                posts = posts.without(square);
            }
        }
        posts
    }

    /// What a man guards from a post, if others stand on these squares.
    #[inline]
    pub fn guarded_with_occupied(
        &self,
        walk: Walk,
        post: Square,
        king: Square,
        others: B::Set,
    ) -> KingZoneMask {
        if others.contains(post) || post == king {
            return 0;
        }
        let leaps = matches!(walk, Walk::King | Walk::Knight | Walk::Pawn);
        if leaps && self.rebirth_squares.has_orthodox_king_captures {
            return self.guarded(walk, post, king);
        }
        let guarded =
            self.guarded_mask(walk, post, king, others, self.attacked_with_occupied(walk, post, others));
        if leaps { guarded & self.guarded(walk, post, king) } else { guarded }
    }

    /// The squares of a pattern around the king, without his own.
    pub fn neighbours_in(&self, king: Square, pattern: KingZoneMask) -> B::Set {
        if pattern == 0 {
            return B::Set::EMPTY;
        }
        let around = self.board.geometry().king[king.index()].iter().enumerate();
        B::Set::from_squares(around.filter(|(bit, _)| pattern >> bit & 1 == 1).map(|(_, square)| square))
    }
}

/// Which of the king's square and its neighbours are in a set.
pub(in crate::search) fn zone_mask<S: Squares>(geometry: &Geometry<S>, set: S, king: Square) -> KingZoneMask {
    let around = geometry.king[king.index()];
    if !set.intersects(around.with(king)) {
        return 0;
    }
    let mut pattern = if set.contains(king) { KING_SQUARE } else { 0 };
    for (index, flight) in around.iter().enumerate() {
        if set.contains(flight) {
            pattern |= 1 << index;
        }
    }
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Layout, RectBoard, Set64};
    use crate::game::Game;
    use crate::rules::{Condition, GameRules, RuleSet, catalogue};

    const ALL_WALKS: [Walk; WALK_COUNT] =
        [Walk::King, Walk::Queen, Walk::Rook, Walk::Bishop, Walk::Knight, Walk::Pawn];

    /// Shows what is guarded under some of the rules with which nets reckon, and orthodox ones.
    fn for_each_rule_set(show: impl Fn(&str, &KingZoneAttacks<'_, RectBoard>)) {
        let reckoned = catalogue::RULES.iter().flat_map(|rule| rule.example_conditions());
        let sets = reckoned.filter_map(|condition| RuleSet::new(&[condition]).ok());
        let sets = sets.filter(|rules| rules.rebirth_kind().is_some()).step_by(9);
        let mut count = 0;
        for rules in RuleSet::new::<Condition>(&[]).into_iter().chain(sets) {
            let name = format!("{rules:?}");
            let game = Game::new(RectBoard::new(Layout::rectangle(6, 5).unwrap()), rules);
            let Some(births) = RebirthSquares::new(&game) else { continue };
            let walks = ALL_WALKS.to_vec();
            let guards = KingZoneAttacks::new(&game.board, Side::White, Arc::new(births), walks).unwrap();
            show(&name, &guards);
            count += 1;
        }
        assert!(count > 5, "{count}");
    }

    #[test]
    fn guarding_squares_match_guarded_masks() {
        for_each_rule_set(|rules, guards| {
            let geometry = guards.board.geometry();
            for (walk, king) in
                ALL_WALKS.iter().flat_map(|&walk| geometry.all.iter().map(move |at| (walk, at)))
            {
                for bit in (0..geometry.king[king.index()].count() as usize).chain([KING_SQUARE_BIT]) {
                    let guards_it = |&post: &Square| guards.guarded(walk, post, king) >> bit & 1 == 1;
                    let expected = Set64::from_squares(geometry.all.iter().filter(guards_it));
                    assert_eq!(
                        guards.guarding_squares(walk, king, bit),
                        expected,
                        "{rules}: {walk:?} {king:?} {bit}"
                    );
                }
            }
        });
    }

    #[test]
    fn filter_guarding_squares_matches_guards_all() {
        for_each_rule_set(|rules, guards| {
            let geometry = guards.board.geometry();
            for (walk, king) in
                ALL_WALKS.iter().flat_map(|&walk| geometry.all.iter().map(move |at| (walk, at)))
            {
                // Blockers next to the king, as in a net.
                for others in geometry.king[king.index()].iter().map(Set64::of) {
                    for bit in (0..geometry.king[king.index()].count() as usize).chain([KING_SQUARE_BIT]) {
                        let wanted = 1 << bit;
                        let posts = guards.guarding_squares(walk, king, bit);
                        let guards_it = |&post: &Square| guards.guards_all(walk, post, king, wanted, others);
                        let expected = Set64::from_squares(posts.iter().filter(guards_it));
                        let found = guards.filter_guarding_squares(walk, posts, king, wanted, others);
                        assert_eq!(found, expected, "{rules}: {walk:?} {king:?} {bit} {others:?}");
                    }
                }
            }
        });
    }

    #[test]
    fn maximal_masks_cover_every_guarded_mask() {
        for_each_rule_set(|rules, guards| {
            let all = guards.board.geometry().all;
            for king in all.iter() {
                let known = guards.maximal_masks(Walk::Pawn, king);
                for (walk, post) in
                    final_walks(Walk::Pawn).iter().flat_map(|&walk| all.iter().map(move |at| (walk, at)))
                {
                    let guarded = guards.guarded(walk, post, king);
                    let inside = known.iter().any(|pattern| pattern & guarded == guarded);
                    assert!(inside, "{rules}: {walk:?} {post:?} {king:?}");
                }
            }
        });
    }
}
