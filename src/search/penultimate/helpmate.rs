//! The eve of the mate: which moves of the mated side may let the other mate at once.
//!
//! Two half-moves before the end most positions are far from a mate: the king has more flights than
//! one move can take away. What that move can guard is seen from the position, whatever the mated
//! side moves first, as long as that is no capture: who guards now guards still, or has made the mating move;
//! lines are thought to go through all men of the mated side; and what is not guarded must be blocked,
//! by the man who moved first or by one who is reborn. Captures and castling are not judged, and
//! neither is what only captures make legal. (That mates are sought for the last two
//! half-moves together is old; to ask the flights first, and where men are reborn, is ours.)

mod captures;
mod destinations;
mod super_circe;

use crate::board::{Board, Castling, Square, Squares};
use crate::game::movegen::generate::MoveFilter;
use crate::game::{Game, PositionOf};
use crate::position::Walk;
use crate::rules::GameRules;
use crate::rules::rebirth::RebirthKind;
use crate::search::lower_bound::king_zone::KingZoneAttacks;
use crate::search::lower_bound::mate_patterns::{MAX_MEN, MatePatterns};
use destinations::MatingDestination;

/// So many flights may be blocked at most, in the last move of the mated side.
const MAX_BLOCKED_FLIGHTS: usize = 2;

/// Where the men of the mated side may go so that a mate may follow.
#[derive(Clone, Copy)]
pub(in crate::search) struct HelpmateFilter<S> {
    king: Square,
    /// Where the king may go.
    king_targets: S,
    /// Where others may go.
    other_targets: S,
    /// Who may go anywhere.
    unrestricted_men: S,
    /// Where captures go, the king's and those of others.
    pub(super) king_victims: S,
    pub(super) other_victims: S,
    /// May a pawn take in passing?
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
    /// What it attacks, if only its own men stand in its way.
    attacked: S,
}

/// Where the king may be mated.
#[derive(Clone, Copy)]
struct MatingSquare<S> {
    king: Square,
    /// The squares around it on which no man of its own stands.
    unblocked: S,
    /// Those of them on which a man stands whom it may be unable to capture.
    uncapturable: S,
    /// Those that nobody else guards.
    unguarded: S,
    /// How many of them may be blocked in the end: by who moves first, unless that is the king, and by who is
    /// reborn.
    max_blocked: usize,
}

/// Why a mate cannot be given as the men stand.
#[derive(Default)]
struct ClosedLines<S> {
    /// The men of the mated side who may stand in the way.
    possible_blockers: S,
    /// The flights that are left, if the king is in check nevertheless.
    flights: Option<S>,
}

/// What is known of the men on the eve of the mate.
pub(super) struct HelpmateAnalysis<'a, 'n, B: Board, R: GameRules> {
    pub(super) game: &'a Game<B, R>,
    pub(super) position: &'a PositionOf<B, R>,
    pub(super) king_zone: &'a KingZoneAttacks<'n, B>,
    pub(super) mating_men: B::Set,
    /// The men of the mated side but for the king.
    pub(super) mated_men: B::Set,
    pub(super) king: Square,
    /// Where the men of the mated side, but for the king, can go without capturing.
    pub(super) quiet_targets: B::Set,
    /// The same by walk, as what they are then, and all of them together.
    pub(super) quiet_targets_by_walk: [B::Set; Walk::COUNT],
    /// Where pawns of theirs can be taken in passing.
    pub(super) en_passant_squares: B::Set,
    /// What has been found: where the king may go, and where others may go.
    pub(super) filter: HelpmateFilter<B::Set>,
}

impl<B: Board> MatePatterns<'_, B> {
    /// Where the men of the side to move, which the other is to mate with its next move, may go;
    /// none if that is not known.
    pub fn helpmate_filter<R: GameRules>(
        &self,
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
    ) -> Option<HelpmateFilter<B::Set>> {
        let guards = &self.tasks.king_zone;
        let frame = self.ply_states.last()?;
        // Where nobody is reborn nets know as much.
        let told = self.rebirth.is_no_rebirth() && !frame.disabled;
        if told
            || !frame.supported
            || self.for_stalemate
            || position.to_move == self.mating_side()
            || guards.has_displacing_rebirth()
        {
            return None;
        }
        let own = position.of(self.mating_side());
        let kings = position.royal & position.of(position.to_move);
        let king = kings.first().filter(|_| !kings.more_than_one())?;
        let foe = position.of(position.to_move).without(king);
        let mut scout = HelpmateAnalysis {
            game,
            position,
            king_zone: guards,
            mating_men: own,
            mated_men: foe,
            king,
            quiet_targets: B::Set::EMPTY,
            quiet_targets_by_walk: [B::Set::EMPTY; Walk::COUNT],
            en_passant_squares: B::Set::EMPTY,
            filter: HelpmateFilter {
                king,
                king_targets: B::Set::EMPTY,
                other_targets: B::Set::EMPTY,
                unrestricted_men: B::Set::EMPTY,
                king_victims: own,
                other_victims: own,
                has_en_passant: position.ep_pawn().is_some(),
            },
        };
        scout.analyse()?;
        if guards.rebirth_squares.has_chosen_rebirth() {
            scout.filter_super_circe_captures();
        } else if guards.rebirth_squares.has_continued_captures() {
            scout.filter_continued_captures();
        } else if guards.rebirth_squares.has_orthodox_king_captures {
            scout.filter_captures();
        }
        Some(scout.filter)
    }
}

/// From which of these posts a man who walks like this may mate on one of the sites, if the others guard
/// these squares at most: the king is in check, and no more flights are left than may be blocked.
fn mating_destinations<B: Board>(
    guards: &KingZoneAttacks<B>,
    sites: &[MatingSquare<B::Set>],
    guarded: B::Set,
    walk: Walk,
    among: B::Set,
) -> B::Set {
    let mut hoped = B::Set::EMPTY;
    if among.is_empty() {
        return hoped;
    }
    for site in sites {
        let checking = match guarded.contains(site.king) {
            true => among & !hoped,
            false => among & !hoped & guards.attackers(walk, site.king),
        };
        if checking.is_empty() {
            continue;
        }
        // The posts from which one flight is left, two, and more.
        let mut left = [B::Set::EMPTY; MAX_BLOCKED_FLIGHTS + 1];
        for flight in site.unguarded.iter() {
            let mut leaving = checking & !guards.attackers(walk, flight).with(flight);
            for left in &mut left {
                (*left, leaving) = (*left | leaving, *left & leaving);
            }
        }
        hoped |= checking & !left[site.max_blocked];
    }
    hoped
}

impl<'a, B: Board, R: GameRules> HelpmateAnalysis<'a, '_, B, R> {
    /// Looks for moves after which a mate may follow; none if that cannot be known.
    fn analyse(&mut self) -> Option<()> {
        let HelpmateAnalysis {
            game, position, king_zone: guards, mating_men: own, mated_men: foe, king, ..
        } = *self;
        let geometry = game.board.geometry();
        self.find_quiet_targets();
        let empty = MatingMan { walk: Walk::King, at: king, attacked: B::Set::EMPTY };
        let mut hunters = [empty; MAX_MEN];
        let mut count = 0;
        let (mut once, mut twice) = (B::Set::EMPTY, B::Set::EMPTY);
        let (mut anyhow, mut surely) = (B::Set::EMPTY, B::Set::EMPTY);
        for at in own.iter() {
            let walk = position.walk_on(at)?;
            let attacked = guards.attacked_upper_bound(walk, at, own.without(at));
            if !matches!(walk, Walk::Queen | Walk::Rook | Walk::Bishop) {
                surely |= attacked;
            }
            twice |= once & attacked;
            once |= attacked;
            anyhow |= guards.attacked(walk, at);
            *hunters.get_mut(count)? = MatingMan { walk, at, attacked };
            count += 1;
        }
        let hunters = &hunters[..count];
        let mut going = geometry.king[king.index()] & !(own | foe);
        if !guards.rebirth_squares.kings_may_be_adjacent() {
            // The king cannot go where it is attacked.
            going &= !surely;
        }
        // The man's own square may be one flight more than it attacks.
        let most_open = |walk| guards.max_attacked_neighbours(walk) as usize + 1;
        let most = match self.castlings().next() {
            Some(_) => geometry.table_len(),
            None => hunters.iter().map(|hunter| most_open(hunter.walk)).max().unwrap_or(0),
        };
        let reborn = matches!(guards.rebirth_squares.kind, RebirthKind::Victims(_));
        let (around, open) = (B::Set::EMPTY, B::Set::EMPTY);
        let nowhere = MatingSquare {
            king,
            unblocked: around,
            uncapturable: B::Set::EMPTY,
            unguarded: open,
            max_blocked: 0,
        };
        let mut sites = [nowhere; 16];
        let mut count = 0;
        for at in std::iter::once(king).chain(going.iter()) {
            let around = geometry.king[at.index()] & !foe;
            let is_barred = |hunter: &&MatingMan<B::Set>| {
                around.contains(hunter.at)
                    && guards.may_prevent_king_capture(hunter.walk, hunter.at, at, B::Set::EMPTY)
            };
            let barred = B::Set::from_squares(hunters.iter().filter(is_barred).map(|hunter| hunter.at));
            let spare = usize::from(at == king) + usize::from(reborn);
            if (around & !barred & !anyhow).count() as usize <= most + spare {
                *sites.get_mut(count)? = MatingSquare {
                    king: at,
                    unblocked: around,
                    uncapturable: barred,
                    unguarded: around,
                    max_blocked: spare,
                };
                count += 1;
            }
        }
        let sites = &sites[..count];
        if sites.is_empty() {
            return Some(());
        }
        for hunter in hunters {
            let MatingMan { walk, at, attacked } = *hunter;
            let others = own.without(at);
            let mut guarded = twice | (once & !attacked);
            for rider in hunters {
                let rides = matches!(rider.walk, Walk::Queen | Walk::Rook | Walk::Bishop);
                if rides && rider.attacked.contains(at) {
                    guarded |= guards.attacked_upper_bound(rider.walk, rider.at, others.without(rider.at));
                }
            }
            let open = |site: &MatingSquare<B::Set>| {
                let around = site.unblocked & !site.uncapturable.without(at);
                MatingSquare { unblocked: around, unguarded: around & !guarded, ..*site }
            };
            let most = most_open(walk);
            let mut near = [nowhere; 16];
            let mut count = 0;
            for site in sites
                .iter()
                .map(open)
                .filter(|site| site.unguarded.count() as usize <= most + site.max_blocked)
            {
                near[count] = site;
                count += 1;
            }
            if count > 0 {
                let near = &near[..count];
                let hoped = |walk, among| mating_destinations(guards, near, guarded, walk, among);
                self.for_each_destination(walk, at, hoped, |scout, post| {
                    for site in near {
                        scout.test_mate(site, hunters, hunter, guarded, post);
                    }
                })?;
            }
        }
        self.test_castling_mates(hunters, anyhow, sites);
        Some(())
    }

    /// Looks where the men of the mated side can go.
    fn find_quiet_targets(&mut self) {
        let HelpmateAnalysis { game, position, mated_men: foe, .. } = *self;
        let paths = game.board.geometry().pawn(position.to_move);
        let occupied = position.occupied();
        let mut arrivals = B::Set::EMPTY;
        for walk in [Walk::Queen, Walk::Rook, Walk::Bishop, Walk::Knight, Walk::King] {
            for at in (position.walk(walk) & foe).iter() {
                self.quiet_targets_by_walk[walk.index()] |=
                    game.board.attacks(walk, position.to_move, at, occupied);
            }
            arrivals |= self.quiet_targets_by_walk[walk.index()];
        }
        for at in (position.walk(Walk::Pawn) & foe).iter() {
            let steps = paths.step[at.index()] & !occupied;
            arrivals |= steps;
            if paths.double_rank.contains(at) {
                for passed in steps.iter() {
                    let twice = paths.step[passed.index()] & !occupied;
                    arrivals |= twice;
                    if !twice.is_empty() {
                        self.en_passant_squares |= B::Set::of(passed);
                    }
                }
            }
            self.quiet_targets_by_walk[Walk::Pawn.index()] |= arrivals;
        }
        for walk in Walk::PROMOTIONS {
            let promoted = self.quiet_targets_by_walk[Walk::Pawn.index()] & paths.promotion_rank;
            self.quiet_targets_by_walk[walk.index()] |= promoted;
        }
        self.quiet_targets = arrivals & !occupied;
    }

    /// Notes after which moves the king may be mated on a site by a hunter who goes to a post, if the
    /// others guard these squares at most.
    fn test_mate(
        &mut self,
        site: &MatingSquare<B::Set>,
        hunters: &[MatingMan<B::Set>],
        hunter: &MatingMan<B::Set>,
        guarded: B::Set,
        post: &MatingDestination<B::Set>,
    ) {
        let MatingDestination { to, victim_rebirth_squares: reborn, .. } = *post;
        let Some(missing) = self.unguarded_flights(site, guarded | post.attacked, post) else { return };
        let rest = missing.without_first();
        if !rest.without_first().is_empty() {
            return;
        }
        let stays = site.king == self.king;
        if missing.is_empty() || (rest.is_empty() && missing.intersects(reborn)) {
            let open = self.check_lines(site, hunters, hunter, post);
            let ready = !post.needs_capture || self.mated_men.contains(to);
            match (stays, open.is_ok()) {
                (false, true) if ready => self.filter.king_targets |= B::Set::of(site.king),
                (false, _) => {}
                (true, true) if ready || self.en_passant_squares.contains(to) => {
                    self.filter.other_targets = !B::Set::EMPTY
                }
                (true, true) => self.filter.other_targets |= B::Set::of(to),
                (true, false) => {
                    let ClosedLines { possible_blockers: ways, flights: unguarded } =
                        open.err().unwrap_or_default();
                    self.filter.unrestricted_men |= ways;
                    // What is not guarded as the men stand may be blocked instead.
                    if let Some(flights) = unguarded {
                        self.allow_blocks(flights, post);
                    }
                }
            }
        } else if stays {
            self.allow_blocks(missing, post);
        }
    }

    /// Notes where men may go so that these flights are blocked once a hunter goes to a post: by who goes
    /// there and by who is reborn.
    fn allow_blocks(&mut self, flights: B::Set, post: &MatingDestination<B::Set>) {
        let rest = flights.without_first();
        if rest.is_empty() {
            self.filter.other_targets |= flights;
            if matches!(self.king_zone.rebirth_squares.kind, RebirthKind::Victims(_)) {
                let anywhere = self.en_passant_squares.contains(post.to);
                self.filter.other_targets |= if anywhere { !B::Set::EMPTY } else { B::Set::of(post.to) };
            }
        } else if rest.without_first().is_empty() && flights.intersects(post.victim_rebirth_squares) {
            self.filter.other_targets |= flights;
        }
    }

    /// The flights that are left if these squares are guarded and a man stands on a post; none if the
    /// king is not in check then.
    fn unguarded_flights(
        &self,
        site: &MatingSquare<B::Set>,
        guarded: B::Set,
        post: &MatingDestination<B::Set>,
    ) -> Option<B::Set> {
        let MatingDestination { walk, at, .. } = *post;
        if at == site.king || !guarded.contains(site.king) {
            return None;
        }
        let missing = site.unblocked & !guarded;
        let around = self.game.board.geometry().king[site.king.index()];
        if !around.contains(at) {
            return Some(missing);
        }
        let safe = guarded.contains(at)
            || self.king_zone.may_prevent_king_capture(walk, at, site.king, B::Set::EMPTY);
        Some(if safe { missing.without(at) } else { missing.with(at) })
    }

    /// Are the lines open that the mate needs, as men stand?
    fn check_lines(
        &self,
        site: &MatingSquare<B::Set>,
        hunters: &[MatingMan<B::Set>],
        hunter: &MatingMan<B::Set>,
        post: &MatingDestination<B::Set>,
    ) -> Result<(), ClosedLines<B::Set>> {
        let HelpmateAnalysis { game, position, king_zone: guards, mated_men: foe, .. } = *self;
        let mating = position.to_move.other();
        let mut occupied = position.occupied().without(self.king).without(hunter.at);
        let paths = game.board.geometry().pawn(mating);
        let mut way = game.board.attacks(hunter.walk, mating, hunter.at, occupied)
            | guards.attacked_from_home(hunter.walk, hunter.at, occupied);
        if hunter.walk == Walk::Pawn {
            let steps = paths.step[hunter.at.index()];
            way |= steps;
            for passed in (steps & !foe).iter() {
                way |= paths.step[passed.index()];
            }
        }
        // Who is captured by a man that is reborn elsewhere stands there no more.
        if post.at != post.to {
            occupied = occupied.without(post.to);
        }
        let attacked = guards.attacked_upper_bound(post.walk, post.at, occupied.without(post.at));
        let mut guarded = attacked;
        for other in hunters.iter().filter(|other| other.at != hunter.at) {
            guarded |= guards.attacked_upper_bound(other.walk, other.at, occupied.without(other.at));
        }
        // Who goes on by the same move must find his way, too.
        let mut way_on = B::Set::EMPTY;
        if guards.rebirth_squares.has_continued_captures() && post.at != post.to {
            way_on = game.board.geometry().between(post.to, post.at).with(post.at) & foe;
        }
        let goes = way_on.is_empty()
            && way.contains(post.to)
            && (post.needs_capture || hunter.walk != Walk::Pawn || !foe.contains(post.to));
        let missing = if goes { self.unguarded_flights(site, guarded, post) } else { None };
        let done = missing.is_some_and(|missing| {
            missing.is_empty()
                || (missing.without_first().is_empty() && missing.intersects(post.victim_rebirth_squares))
        });
        let ways = ((way | guarded) & foe) | way_on;
        if done { Ok(()) } else { Err(ClosedLines { possible_blockers: ways, flights: missing }) }
    }

    /// The ways in which the mating side may castle.
    pub(super) fn castlings(&self) -> impl Iterator<Item = &'a Castling<B::Set>> + use<'a, B, R> {
        let HelpmateAnalysis { game, position, king_zone: guards, mating_men: own, .. } = *self;
        let kings = position.walk(Walk::King) & own;
        let rooks = position.walk(Walk::Rook) & own;
        let mating = position.to_move.other();
        let from_home = matches!(guards.rebirth_squares.kind, RebirthKind::FromHome(_));
        let ways = game.board.geometry().castlings.iter().filter(move |way| way.side == mating);
        ways.filter(move |way| {
            let there = kings.contains(way.king_from) && rooks.contains(way.rook_from);
            there || (from_home && !kings.is_empty() && !rooks.is_empty())
        })
    }

    /// Notes the mates by castling, if no more than these squares is guarded besides.
    fn test_castling_mates(
        &mut self,
        hunters: &[MatingMan<B::Set>],
        guarded: B::Set,
        sites: &[MatingSquare<B::Set>],
    ) {
        let guards = self.king_zone;
        for way in self.castlings() {
            let guarded = guarded
                | guards.attacked_upper_bound(Walk::King, way.king_to, B::Set::EMPTY)
                | guards.attacked_upper_bound(Walk::Rook, way.rook_to, B::Set::EMPTY);
            for site in sites {
                let spared = hunters
                    .iter()
                    .map(|hunter| (hunter.walk, hunter.at))
                    .chain([(Walk::King, way.king_to), (Walk::Rook, way.rook_to)])
                    .filter(|&(walk, at)| guards.may_prevent_king_capture(walk, at, site.king, B::Set::EMPTY))
                    .fold(guarded, |spared, (_, at)| spared.with(at));
                let missing = site.unblocked & !spared;
                if !guarded.contains(site.king) || missing.more_than_one() {
                    continue;
                }
                if site.king != self.king {
                    self.filter.king_targets |= B::Set::of(site.king);
                } else {
                    self.filter.other_targets |= if missing.is_empty() { !B::Set::EMPTY } else { missing };
                }
            }
        }
    }
}
