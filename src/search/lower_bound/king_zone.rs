//! What men guard around a king from a post, be they alone or among others.

use std::cell::{Cell, OnceCell};
use std::sync::Arc;

use crate::board::{Board, Geometry, Square, Squares};
use crate::position::{Side, Walk};
use crate::rules::rebirth::Reborn;
use crate::search::lower_bound::distance::{WALKS, kinds, union};
use crate::search::lower_bound::rebirth_squares::{Births, MOST_MEN};

/// A king's square and its neighbours, as bits: the square itself is the highest.
pub(in crate::search) type Pattern = u16;
/// The king's own square.
pub(in crate::search) const KING: Pattern = 1 << KING_BIT;
/// Its bit.
const KING_BIT: usize = 15;
/// The most neighbours that a pattern has room for.
const MOST_FLIGHTS: usize = 15;

/// What the men of one side, which is to mate, guard around a king of the other.
pub(in crate::search) struct Guards<'a, B: Board> {
    board: &'a B,
    mating: Side,
    squares: usize,
    pub births: Arc<Births<B::Set>>,
    /// How the men of the mated side walk of whom it is reckoned that they are captured.
    victims: Vec<Walk>,
    /// By square, where whoever is reborn takes the place of who stands there: where men of the
    /// mated side are captured to come there.
    origins: Vec<B::Set>,
    /// By walk and post: what is attacked from there on an empty board.
    attacked: Vec<B::Set>,
    /// By walk and square: the posts from which it is attacked on an empty board.
    attackers: Vec<B::Set>,
    /// By walk, post and king, one more than what is guarded, if that is known.
    guarded: Vec<Cell<u32>>,
    /// By walk and king, if that is known: what can be guarded, without what is part of something else.
    patterns: Vec<OnceCell<Vec<Pattern>>>,
    /// By walk: how many squares around a king are attacked from one post at most.
    most: OnceCell<[u32; WALKS]>,
}

impl<'a, B: Board> Guards<'a, B> {
    /// What men guard on a board; none if a square has too many neighbours. Men of the mated side
    /// walk like these.
    pub fn new(
        board: &'a B,
        mating: Side,
        births: Arc<Births<B::Set>>,
        victims: Vec<Walk>,
    ) -> Option<Guards<'a, B>> {
        let geometry = board.geometry();
        let squares = geometry.rows();
        if geometry.king.iter().any(|around| around.count() as usize > MOST_FLIGHTS) {
            return None;
        }
        let origins = match births.displace() {
            true => births.origins(mating.other(), &victims),
            false => Vec::new(),
        };
        let mut guards = Guards {
            board,
            mating,
            squares,
            births,
            victims,
            origins,
            attacked: vec![B::Set::EMPTY; WALKS * squares],
            attackers: vec![B::Set::EMPTY; WALKS * squares],
            guarded: vec![Cell::new(0); WALKS * squares * squares],
            patterns: vec![OnceCell::new(); WALKS * squares],
            most: OnceCell::new(),
        };
        for walk in [Walk::King, Walk::Queen, Walk::Rook, Walk::Bishop, Walk::Knight, Walk::Pawn] {
            let row = walk.index() * squares;
            for post in geometry.all.iter() {
                let attacked = guards.attacked_at_most(walk, post, B::Set::EMPTY);
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
    pub fn displaces(&self) -> bool {
        !self.origins.is_empty()
    }

    /// Is it reckoned that men of the mated side who walk like these are captured?
    pub fn reckon_with(&self, walks: &[Walk]) -> bool {
        walks.iter().all(|walk| self.victims.contains(walk))
    }

    /// What a man who walks, or may come to walk, like this can guard around a king at most, wherever he stands.
    pub fn patterns(&self, walk: Walk, king: Square) -> &[Pattern] {
        let cell = &self.patterns[walk.index() * self.squares + king.index()];
        cell.get_or_init(|| {
            let posts = self.board.geometry().all;
            let mut patterns: Vec<Pattern> = Vec::new();
            for (&kind, post) in
                kinds(walk).iter().flat_map(|kind| posts.iter().map(move |post| (kind, post)))
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
    pub fn most_attacked(&self, walk: Walk) -> u32 {
        let most = self.most.get_or_init(|| self.count_most());
        kinds(walk).iter().map(|kind| most[kind.index()]).max().unwrap_or(0)
    }

    fn count_most(&self) -> [u32; WALKS] {
        let geometry = self.board.geometry();
        let mut most = [0; WALKS];
        for (most, attacked) in most.iter_mut().zip(self.attacked.chunks_exact(self.squares)) {
            let around =
                |king: Square| attacked.iter().map(move |&set| (set & geometry.king[king.index()]).count());
            *most = geometry.all.iter().flat_map(around).max().unwrap_or(0);
        }
        most
    }

    /// What a man attacks from a post, if others stand on these squares.
    #[inline]
    pub fn attacked_among(&self, walk: Walk, post: Square, others: B::Set) -> B::Set {
        if !matches!(self.births.reborn, Reborn::FromHome(_)) {
            return self.board.attacks(walk, self.mating, post, others);
        }
        let stands = self.births.stands(self.mating, walk, post) & !others;
        union(stands, |from| self.board.attacks(walk, self.mating, from, others))
    }

    /// What a man attacks from a post if nobody stands in between.
    #[inline]
    pub fn attacked(&self, walk: Walk, post: Square) -> B::Set {
        self.attacked[walk.index() * self.squares + post.index()]
    }

    /// The posts from which a man attacks a square if nobody stands in between.
    #[inline]
    pub fn attackers(&self, walk: Walk, square: Square) -> B::Set {
        self.attackers[walk.index() * self.squares + square.index()]
    }

    /// As [`attacked_among`](Self::attacked_among), whoever stands where he captures from.
    #[inline]
    pub fn attacked_at_most(&self, walk: Walk, at: Square, others: B::Set) -> B::Set {
        match self.births.reborn {
            Reborn::FromHome(_) => self.captured_from_home(walk, at, others),
            _ => self.board.attacks(walk, self.mating, at, others),
        }
    }

    /// Where a man captures from home, if that is from where he captures.
    #[inline]
    pub fn captured_from_home(&self, walk: Walk, at: Square, others: B::Set) -> B::Set {
        match self.births.reborn {
            Reborn::FromHome(_) => {
                let homes = self.births.stands(self.mating, walk, at);
                union(homes, |home| self.board.attacks(walk, self.mating, home, others))
            }
            _ => B::Set::EMPTY,
        }
    }

    /// Are men reborn who capture?
    #[inline]
    pub fn are_capturers_reborn(&self) -> bool {
        matches!(self.births.reborn, Reborn::Capturers(_))
    }

    /// Where a man may be reborn who captures on a square.
    #[inline]
    pub fn reborn_capturers(&self, walk: Walk, to: Square) -> B::Set {
        match self.births.reborn {
            Reborn::Capturers(_) => self.births.places(self.mating, walk, to),
            _ => B::Set::EMPTY,
        }
    }

    /// Where a man of the mated side may be reborn who is captured on a square.
    #[inline]
    pub fn reborn_victims(&self, walk: Walk, at: Square) -> B::Set {
        match self.births.reborn {
            Reborn::Victims(_) => self.births.places(self.mating.other(), walk, at),
            _ => B::Set::EMPTY,
        }
    }

    /// May a king be unable to capture a man next to him, on a post among others, whoever guards that?
    #[inline]
    pub fn bars(&self, walk: Walk, post: Square, king: Square, others: B::Set) -> bool {
        if self.births.plain {
            return false;
        }
        let attack = |from: Square| {
            if self.births.displace() {
                let attacked = self.board.attacks(walk, self.mating, from, others);
                return attacked.contains(post) || self.removes(walk, attacked, post);
            }
            !others.contains(from) && self.board.attacks(walk, self.mating, from, others).contains(post)
        };
        self.births.may_bar_capture(self.mating, walk, post, king, attack)
    }

    /// May a king be unable to capture a man next to him, on a post, if the captured man is reborn on an empty square
    /// of the king's choice?
    #[inline]
    pub fn bars_by_choice(&self, walk: Walk, post: Square) -> bool {
        match walk {
            // A pawn may have to promote where it is reborn.
            Walk::Pawn => true,
            Walk::King => false,
            // There are empty squares from where he is not attacked.
            _ => {
                let squares = self.board.geometry().all.count() as usize;
                self.attackers(walk, post).count() as usize + MOST_MEN >= squares
            }
        }
    }

    /// What a man guards around a king by attacking these squares from a post, if others stand on
    /// others, and his own square if the king could not capture him there.
    fn pattern_from(
        &self,
        walk: Walk,
        post: Square,
        king: Square,
        others: B::Set,
        attacked: B::Set,
    ) -> Pattern {
        let geometry = self.board.geometry();
        let mut guarded = pattern(geometry, attacked, king);
        if self.displaces() {
            guarded |= self.removed(walk, attacked, king);
        }
        if geometry.king[king.index()].contains(post) && self.bars(walk, post, king, others) {
            guarded |= pattern(geometry, B::Set::of(post), king);
        }
        guarded
    }

    /// On which of the squares around a king, and his own, he would be removed by the rebirth of
    /// one of his men whom a man of the mating side captures on one of these squares.
    fn removed(&self, walk: Walk, attacked: B::Set, king: Square) -> Pattern {
        let around = self.board.geometry().king[king.index()].iter().enumerate();
        let removed = around.filter(|&(_, flight)| self.removes(walk, attacked, flight));
        let own = if self.removes(walk, attacked, king) { KING } else { 0 };
        removed.fold(own, |removed, (bit, _)| removed | 1 << bit)
    }

    /// Would the king be removed from a square by a capture on one of these?
    fn removes(&self, walk: Walk, attacked: B::Set, square: Square) -> bool {
        let steps = &self.board.geometry().pawn(self.mating.other()).step;
        let origins = self.origins[square.index()];
        // Who is taken in passing stands behind the square to which the capturer goes.
        origins.meets(attacked)
            || (walk == Walk::Pawn && origins.meets(union(attacked, |to| steps[to.index()])))
    }

    /// What of a pattern a king who mates does not guard.
    #[inline]
    fn beyond_kings(&self, walk: Walk, post: Square, king: Square) -> Pattern {
        match walk {
            Walk::King if self.births.kings_may_meet() => 0,
            // Kings are never neighbours.
            Walk::King if self.board.geometry().king[king.index()].contains(post) => Pattern::MAX,
            // A king gives no check, but by the rebirth of whom he captures.
            Walk::King if !self.births.displace() => KING,
            _ => 0,
        }
    }

    /// What a man guards around the king, or on his square, from a post on which it can be, if
    /// nobody stands in between.
    #[inline]
    pub fn guarded(&self, walk: Walk, post: Square, king: Square) -> Pattern {
        let at = walk.index() * self.squares + post.index();
        let cell = &self.guarded[at * self.squares + king.index()];
        match cell.get() {
            0 => {
                let guarded = match post == king {
                    true => 0,
                    false => {
                        self.pattern_from(walk, post, king, B::Set::EMPTY, self.attacked[at])
                            & !self.beyond_kings(walk, post, king)
                    }
                };
                cell.set(u32::from(guarded) + 1);
                guarded
            }
            known => (known - 1) as Pattern,
        }
    }

    /// The posts from which a man guards one square of a pattern around a king, if nobody stands in between.
    pub fn posts(&self, walk: Walk, king: Square, bit: usize) -> B::Set {
        let geometry = self.board.geometry();
        let around = geometry.king[king.index()];
        let square = if bit == KING_BIT { Some(king) } else { around.iter().nth(bit) };
        let Some(square) = square else { return B::Set::EMPTY };
        if self.displaces() {
            let guards = |post: &Square| self.guarded(walk, *post, king) >> bit & 1 == 1;
            return B::Set::from_squares(geometry.all.iter().filter(guards));
        }
        let mut posts = self.attackers(walk, square).without(king);
        if square != king && self.bars(walk, square, king, B::Set::EMPTY) {
            posts = posts.with(square);
        }
        match walk {
            Walk::King if self.births.kings_may_meet() => posts,
            Walk::King if square == king => B::Set::EMPTY,
            Walk::King => posts & !around,
            _ => posts,
        }
    }

    /// Does a man guard all of a pattern from a post, if others stand on these squares?
    #[inline]
    pub fn guards(&self, walk: Walk, post: Square, king: Square, wanted: Pattern, others: B::Set) -> bool {
        self.guarded(walk, post, king) & wanted == wanted
            && (others.is_empty() || self.guarded_among(walk, post, king, others) & wanted == wanted)
    }

    /// The posts, of those from which a man guards all of a pattern on an empty board, from which he
    /// guards it if others stand on these squares.
    #[inline]
    pub fn still_guard(
        &self,
        walk: Walk,
        posts: B::Set,
        king: Square,
        wanted: Pattern,
        others: B::Set,
    ) -> B::Set {
        if posts.is_empty() || others.is_empty() {
            return posts;
        }
        if self.displaces() || matches!(self.births.reborn, Reborn::FromHome(_)) || !B::STRAIGHT {
            let guards = |&post: &Square| self.guards(walk, post, king, wanted, others);
            return B::Set::from_squares(posts.iter().filter(guards));
        }
        let leaps = matches!(walk, Walk::King | Walk::Knight | Walk::Pawn);
        let mut posts = posts & !others;
        for square in self.around(king, wanted).iter().chain((wanted & KING != 0).then_some(king)) {
            let there = posts.contains(square) && !self.bars(walk, square, king, others);
            if !leaps {
                // Lines are seen alike from both ends.
                let seen = self.board.attacks(walk, self.mating, square, others);
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
    pub fn guarded_among(&self, walk: Walk, post: Square, king: Square, others: B::Set) -> Pattern {
        if others.contains(post) || post == king {
            return 0;
        }
        let leaps = matches!(walk, Walk::King | Walk::Knight | Walk::Pawn);
        if leaps && self.births.plain {
            return self.guarded(walk, post, king);
        }
        let guarded = self.pattern_from(walk, post, king, others, self.attacked_among(walk, post, others));
        if leaps { guarded & self.guarded(walk, post, king) } else { guarded }
    }

    /// The squares of a pattern around the king, without his own.
    pub fn around(&self, king: Square, pattern: Pattern) -> B::Set {
        if pattern == 0 {
            return B::Set::EMPTY;
        }
        let around = self.board.geometry().king[king.index()].iter().enumerate();
        B::Set::from_squares(around.filter(|(bit, _)| pattern >> bit & 1 == 1).map(|(_, square)| square))
    }
}

/// Which of the king's square and its neighbours are in a set.
pub(in crate::search) fn pattern<S: Squares>(geometry: &Geometry<S>, set: S, king: Square) -> Pattern {
    let around = geometry.king[king.index()];
    if !set.meets(around.with(king)) {
        return 0;
    }
    let mut pattern = if set.contains(king) { KING } else { 0 };
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
    use crate::board::{Grid, Layout, Set64};
    use crate::game::Game;
    use crate::rules::{Condition, RuleSet, Rules, catalogue};

    const ALL_WALKS: [Walk; WALKS] =
        [Walk::King, Walk::Queen, Walk::Rook, Walk::Bishop, Walk::Knight, Walk::Pawn];

    /// Shows what is guarded under some of the rules with which nets reckon, and orthodox ones.
    fn under_many_rules(show: impl Fn(&str, &Guards<'_, Grid>)) {
        let reckoned = catalogue::RULES.iter().flat_map(|rule| rule.examples());
        let sets = reckoned.filter_map(|condition| RuleSet::new(&[condition]).ok());
        let sets = sets.filter(|rules| rules.reborn().is_some()).step_by(9);
        let mut count = 0;
        for rules in RuleSet::new::<Condition>(&[]).into_iter().chain(sets) {
            let name = format!("{rules:?}");
            let game = Game::new(Grid::new(Layout::rectangle(6, 5).unwrap()), rules);
            let Some(births) = Births::new(&game) else { continue };
            let walks = ALL_WALKS.to_vec();
            let guards = Guards::new(&game.board, Side::White, Arc::new(births), walks).unwrap();
            show(&name, &guards);
            count += 1;
        }
        assert!(count > 5, "{count}");
    }

    #[test]
    fn posts_are_where_a_man_guards() {
        under_many_rules(|rules, guards| {
            let geometry = guards.board.geometry();
            for (walk, king) in
                ALL_WALKS.iter().flat_map(|&walk| geometry.all.iter().map(move |at| (walk, at)))
            {
                for bit in (0..geometry.king[king.index()].count() as usize).chain([KING_BIT]) {
                    let guards_it = |&post: &Square| guards.guarded(walk, post, king) >> bit & 1 == 1;
                    let expected = Set64::from_squares(geometry.all.iter().filter(guards_it));
                    assert_eq!(guards.posts(walk, king, bit), expected, "{rules}: {walk:?} {king:?} {bit}");
                }
            }
        });
    }

    #[test]
    fn who_still_guards_among_others_guards_alone_too() {
        under_many_rules(|rules, guards| {
            let geometry = guards.board.geometry();
            for (walk, king) in
                ALL_WALKS.iter().flat_map(|&walk| geometry.all.iter().map(move |at| (walk, at)))
            {
                // Blockers next to the king, as in a net.
                for others in geometry.king[king.index()].iter().map(Set64::of) {
                    for bit in (0..geometry.king[king.index()].count() as usize).chain([KING_BIT]) {
                        let wanted = 1 << bit;
                        let posts = guards.posts(walk, king, bit);
                        let guards_it = |&post: &Square| guards.guards(walk, post, king, wanted, others);
                        let expected = Set64::from_squares(posts.iter().filter(guards_it));
                        let found = guards.still_guard(walk, posts, king, wanted, others);
                        assert_eq!(found, expected, "{rules}: {walk:?} {king:?} {bit} {others:?}");
                    }
                }
            }
        });
    }

    #[test]
    fn patterns_leave_nothing_out() {
        under_many_rules(|rules, guards| {
            let all = guards.board.geometry().all;
            for king in all.iter() {
                let known = guards.patterns(Walk::Pawn, king);
                for (walk, post) in
                    kinds(Walk::Pawn).iter().flat_map(|&walk| all.iter().map(move |at| (walk, at)))
                {
                    let guarded = guards.guarded(walk, post, king);
                    let inside = known.iter().any(|pattern| pattern & guarded == guarded);
                    assert!(inside, "{rules}: {walk:?} {post:?} {king:?}");
                }
            }
        });
    }
}
