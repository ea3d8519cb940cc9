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
use crate::game::movegen::generate::Aim;
use crate::game::{Game, PositionOf};
use crate::position::Walk;
use crate::rules::Rules;
use crate::rules::rebirth::Reborn;
use crate::search::lower_bound::king_zone::Guards;
use crate::search::lower_bound::mate_patterns::{MOST_MEN, Nets};
use destinations::Post;

/// So many flights may be blocked at most, in the last move of the mated side.
const MOST_SPARE: usize = 2;

/// Where the men of the mated side may go so that a mate may follow.
#[derive(Clone, Copy)]
pub(in crate::search) struct Eve<S> {
    king: Square,
    /// Where the king may go.
    flights: S,
    /// Where others may go.
    arrivals: S,
    /// Who may go anywhere.
    departures: S,
    /// Where captures go, the king's and those of others.
    pub(super) royal_prey: S,
    pub(super) prey: S,
    /// May a pawn take in passing?
    passing: bool,
}

impl<S: Squares> Aim<S> for Eve<S> {
    #[inline]
    fn targets(&self, walk: Walk, from: Square) -> S {
        if from == self.king {
            return self.flights | self.royal_prey;
        }
        let anywhere = self.departures.contains(from) || (self.passing && walk == Walk::Pawn);
        if anywhere { !S::EMPTY } else { self.arrivals | self.prey }
    }
}

/// A man of the mating side.
#[derive(Clone, Copy)]
struct Hunter<S> {
    walk: Walk,
    at: Square,
    /// What it attacks, if only its own men stand in its way.
    attacked: S,
}

/// Where the king may be mated.
#[derive(Clone, Copy)]
struct Site<S> {
    king: Square,
    /// The squares around it on which no man of its own stands.
    around: S,
    /// Those of them on which a man stands whom it may be unable to capture.
    barred: S,
    /// Those that nobody else guards.
    open: S,
    /// How many of them may be blocked in the end: by who moves first, unless that is the king, and by who is
    /// reborn.
    spare: usize,
}

/// Why a mate cannot be given as the men stand.
#[derive(Default)]
struct Closed<S> {
    /// The men of the mated side who may stand in the way.
    ways: S,
    /// The flights that are left, if the king is in check nevertheless.
    unguarded: Option<S>,
}

/// What is known of the men on the eve of the mate.
pub(super) struct Scout<'a, 'n, B: Board, R: Rules> {
    pub(super) game: &'a Game<B, R>,
    pub(super) position: &'a PositionOf<B, R>,
    pub(super) guards: &'a Guards<'n, B>,
    pub(super) own: B::Set,
    /// The men of the mated side but for the king.
    pub(super) foe: B::Set,
    pub(super) king: Square,
    /// Where the men of the mated side, but for the king, can go without capturing.
    pub(super) arrivals: B::Set,
    /// The same by walk, as what they are then, and all of them together.
    pub(super) arriving: [B::Set; Walk::COUNT],
    /// Where pawns of theirs can be taken in passing.
    pub(super) passed: B::Set,
    /// What has been found: where the king may go, and where others may go.
    pub(super) eve: Eve<B::Set>,
}

impl<B: Board> Nets<'_, B> {
    /// Where the men of the side to move, which the other is to mate with its next move, may go;
    /// none if that is not known.
    pub fn eve<R: Rules>(&self, game: &Game<B, R>, position: &PositionOf<B, R>) -> Option<Eve<B::Set>> {
        let guards = &self.demands.guards;
        let frame = self.frames.last()?;
        // Where nobody is reborn nets know as much.
        let told = self.rules.is_nobody() && !frame.free;
        if told || !frame.clear || self.stalemate || position.to_move == self.mating() || guards.displaces() {
            return None;
        }
        let own = position.of(self.mating());
        let kings = position.royal & position.of(position.to_move);
        let king = kings.first().filter(|_| !kings.several())?;
        let foe = position.of(position.to_move).without(king);
        let mut scout = Scout {
            game,
            position,
            guards,
            own,
            foe,
            king,
            arrivals: B::Set::EMPTY,
            arriving: [B::Set::EMPTY; Walk::COUNT],
            passed: B::Set::EMPTY,
            eve: Eve {
                king,
                flights: B::Set::EMPTY,
                arrivals: B::Set::EMPTY,
                departures: B::Set::EMPTY,
                royal_prey: own,
                prey: own,
                passing: position.passer().is_some(),
            },
        };
        scout.look()?;
        if guards.births.are_anywhere() {
            scout.look_at_births_anywhere();
        } else if guards.births.lead_on() {
            scout.look_at_prey();
        } else if guards.births.plain {
            scout.look_at_captures();
        }
        Some(scout.eve)
    }
}

/// From which of these posts a man who walks like this may mate on one of the sites, if the others guard
/// these squares at most: the king is in check, and no more flights are left than may be blocked.
fn hoped<B: Board>(
    guards: &Guards<B>,
    sites: &[Site<B::Set>],
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
        let mut left = [B::Set::EMPTY; MOST_SPARE + 1];
        for flight in site.open.iter() {
            let mut leaving = checking & !guards.attackers(walk, flight).with(flight);
            for left in &mut left {
                (*left, leaving) = (*left | leaving, *left & leaving);
            }
        }
        hoped |= checking & !left[site.spare];
    }
    hoped
}

impl<'a, B: Board, R: Rules> Scout<'a, '_, B, R> {
    /// Looks for moves after which a mate may follow; none if that cannot be known.
    fn look(&mut self) -> Option<()> {
        let Scout { game, position, guards, own, foe, king, .. } = *self;
        let geometry = game.board.geometry();
        self.look_for_arrivals();
        let empty = Hunter { walk: Walk::King, at: king, attacked: B::Set::EMPTY };
        let mut hunters = [empty; MOST_MEN];
        let mut count = 0;
        let (mut once, mut twice) = (B::Set::EMPTY, B::Set::EMPTY);
        let (mut anyhow, mut surely) = (B::Set::EMPTY, B::Set::EMPTY);
        for at in own.iter() {
            let walk = position.walk_on(at)?;
            let attacked = guards.attacked_at_most(walk, at, own.without(at));
            if !matches!(walk, Walk::Queen | Walk::Rook | Walk::Bishop) {
                surely |= attacked;
            }
            twice |= once & attacked;
            once |= attacked;
            anyhow |= guards.attacked(walk, at);
            *hunters.get_mut(count)? = Hunter { walk, at, attacked };
            count += 1;
        }
        let hunters = &hunters[..count];
        let mut going = geometry.king[king.index()] & !(own | foe);
        if !guards.births.kings_may_meet() {
            // The king cannot go where it is attacked.
            going &= !surely;
        }
        // The man's own square may be one flight more than it attacks.
        let most_open = |walk| guards.most_attacked(walk) as usize + 1;
        let most = match self.castlings().next() {
            Some(_) => geometry.rows(),
            None => hunters.iter().map(|hunter| most_open(hunter.walk)).max().unwrap_or(0),
        };
        let reborn = matches!(guards.births.reborn, Reborn::Victims(_));
        let (around, open) = (B::Set::EMPTY, B::Set::EMPTY);
        let nowhere = Site { king, around, barred: B::Set::EMPTY, open, spare: 0 };
        let mut sites = [nowhere; 16];
        let mut count = 0;
        for at in std::iter::once(king).chain(going.iter()) {
            let around = geometry.king[at.index()] & !foe;
            let is_barred = |hunter: &&Hunter<B::Set>| {
                around.contains(hunter.at) && guards.bars(hunter.walk, hunter.at, at, B::Set::EMPTY)
            };
            let barred = B::Set::from_squares(hunters.iter().filter(is_barred).map(|hunter| hunter.at));
            let spare = usize::from(at == king) + usize::from(reborn);
            if (around & !barred & !anyhow).count() as usize <= most + spare {
                *sites.get_mut(count)? = Site { king: at, around, barred, open: around, spare };
                count += 1;
            }
        }
        let sites = &sites[..count];
        if sites.is_empty() {
            return Some(());
        }
        for hunter in hunters {
            let Hunter { walk, at, attacked } = *hunter;
            let others = own.without(at);
            let mut guarded = twice | (once & !attacked);
            for rider in hunters {
                let rides = matches!(rider.walk, Walk::Queen | Walk::Rook | Walk::Bishop);
                if rides && rider.attacked.contains(at) {
                    guarded |= guards.attacked_at_most(rider.walk, rider.at, others.without(rider.at));
                }
            }
            let open = |site: &Site<B::Set>| {
                let around = site.around & !site.barred.without(at);
                Site { around, open: around & !guarded, ..*site }
            };
            let most = most_open(walk);
            let mut near = [nowhere; 16];
            let mut count = 0;
            for site in sites.iter().map(open).filter(|site| site.open.count() as usize <= most + site.spare)
            {
                near[count] = site;
                count += 1;
            }
            if count > 0 {
                let near = &near[..count];
                let hoped = |walk, among| hoped(guards, near, guarded, walk, among);
                self.posts(walk, at, hoped, |scout, post| {
                    for site in near {
                        scout.judge(site, hunters, hunter, guarded, post);
                    }
                })?;
            }
        }
        self.castle(hunters, anyhow, sites);
        Some(())
    }

    /// Looks where the men of the mated side can go.
    fn look_for_arrivals(&mut self) {
        let Scout { game, position, foe, .. } = *self;
        let paths = game.board.geometry().pawn(position.to_move);
        let occupied = position.occupied();
        let mut arrivals = B::Set::EMPTY;
        for walk in [Walk::Queen, Walk::Rook, Walk::Bishop, Walk::Knight, Walk::King] {
            for at in (position.walk(walk) & foe).iter() {
                self.arriving[walk.index()] |= game.board.attacks(walk, position.to_move, at, occupied);
            }
            arrivals |= self.arriving[walk.index()];
        }
        for at in (position.walk(Walk::Pawn) & foe).iter() {
            let steps = paths.step[at.index()] & !occupied;
            arrivals |= steps;
            if paths.double_rank.contains(at) {
                for passed in steps.iter() {
                    let twice = paths.step[passed.index()] & !occupied;
                    arrivals |= twice;
                    if !twice.is_empty() {
                        self.passed |= B::Set::of(passed);
                    }
                }
            }
            self.arriving[Walk::Pawn.index()] |= arrivals;
        }
        for walk in Walk::PROMOTIONS {
            let promoted = self.arriving[Walk::Pawn.index()] & paths.promotion_rank;
            self.arriving[walk.index()] |= promoted;
        }
        self.arrivals = arrivals & !occupied;
    }

    /// Notes after which moves the king may be mated on a site by a hunter who goes to a post, if the
    /// others guard these squares at most.
    fn judge(
        &mut self,
        site: &Site<B::Set>,
        hunters: &[Hunter<B::Set>],
        hunter: &Hunter<B::Set>,
        guarded: B::Set,
        post: &Post<B::Set>,
    ) {
        let Post { to, reborn, .. } = *post;
        let Some(missing) = self.missing(site, guarded | post.attacked, post) else { return };
        let rest = missing.without_first();
        if !rest.without_first().is_empty() {
            return;
        }
        let stays = site.king == self.king;
        if missing.is_empty() || (rest.is_empty() && missing.meets(reborn)) {
            let open = self.is_open(site, hunters, hunter, post);
            let ready = !post.captures || self.foe.contains(to);
            match (stays, open.is_ok()) {
                (false, true) if ready => self.eve.flights |= B::Set::of(site.king),
                (false, _) => {}
                (true, true) if ready || self.passed.contains(to) => self.eve.arrivals = !B::Set::EMPTY,
                (true, true) => self.eve.arrivals |= B::Set::of(to),
                (true, false) => {
                    let Closed { ways, unguarded } = open.err().unwrap_or_default();
                    self.eve.departures |= ways;
                    // What is not guarded as the men stand may be blocked instead.
                    if let Some(flights) = unguarded {
                        self.block(flights, post);
                    }
                }
            }
        } else if stays {
            self.block(missing, post);
        }
    }

    /// Notes where men may go so that these flights are blocked once a hunter goes to a post: by who goes
    /// there and by who is reborn.
    fn block(&mut self, flights: B::Set, post: &Post<B::Set>) {
        let rest = flights.without_first();
        if rest.is_empty() {
            self.eve.arrivals |= flights;
            if matches!(self.guards.births.reborn, Reborn::Victims(_)) {
                let anywhere = self.passed.contains(post.to);
                self.eve.arrivals |= if anywhere { !B::Set::EMPTY } else { B::Set::of(post.to) };
            }
        } else if rest.without_first().is_empty() && flights.meets(post.reborn) {
            self.eve.arrivals |= flights;
        }
    }

    /// The flights that are left if these squares are guarded and a man stands on a post; none if the
    /// king is not in check then.
    fn missing(&self, site: &Site<B::Set>, guarded: B::Set, post: &Post<B::Set>) -> Option<B::Set> {
        let Post { walk, at, .. } = *post;
        if at == site.king || !guarded.contains(site.king) {
            return None;
        }
        let missing = site.around & !guarded;
        let around = self.game.board.geometry().king[site.king.index()];
        if !around.contains(at) {
            return Some(missing);
        }
        let safe = guarded.contains(at) || self.guards.bars(walk, at, site.king, B::Set::EMPTY);
        Some(if safe { missing.without(at) } else { missing.with(at) })
    }

    /// Are the lines open that the mate needs, as men stand?
    fn is_open(
        &self,
        site: &Site<B::Set>,
        hunters: &[Hunter<B::Set>],
        hunter: &Hunter<B::Set>,
        post: &Post<B::Set>,
    ) -> Result<(), Closed<B::Set>> {
        let Scout { game, position, guards, foe, .. } = *self;
        let mating = position.to_move.other();
        let mut occupied = position.occupied().without(self.king).without(hunter.at);
        let paths = game.board.geometry().pawn(mating);
        let mut way = game.board.attacks(hunter.walk, mating, hunter.at, occupied)
            | guards.captured_from_home(hunter.walk, hunter.at, occupied);
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
        let attacked = guards.attacked_at_most(post.walk, post.at, occupied.without(post.at));
        let mut guarded = attacked;
        for other in hunters.iter().filter(|other| other.at != hunter.at) {
            guarded |= guards.attacked_at_most(other.walk, other.at, occupied.without(other.at));
        }
        // Who goes on by the same move must find his way, too.
        let mut way_on = B::Set::EMPTY;
        if guards.births.lead_on() && post.at != post.to {
            way_on = game.board.geometry().between(post.to, post.at).with(post.at) & foe;
        }
        let goes = way_on.is_empty()
            && way.contains(post.to)
            && (post.captures || hunter.walk != Walk::Pawn || !foe.contains(post.to));
        let missing = if goes { self.missing(site, guarded, post) } else { None };
        let done = missing.is_some_and(|missing| {
            missing.is_empty() || (missing.without_first().is_empty() && missing.meets(post.reborn))
        });
        let ways = ((way | guarded) & foe) | way_on;
        if done { Ok(()) } else { Err(Closed { ways, unguarded: missing }) }
    }

    /// The ways in which the mating side may castle.
    pub(super) fn castlings(&self) -> impl Iterator<Item = &'a Castling<B::Set>> + use<'a, B, R> {
        let Scout { game, position, guards, own, .. } = *self;
        let kings = position.walk(Walk::King) & own;
        let rooks = position.walk(Walk::Rook) & own;
        let mating = position.to_move.other();
        let from_home = matches!(guards.births.reborn, Reborn::FromHome(_));
        let ways = game.board.geometry().castlings.iter().filter(move |way| way.side == mating);
        ways.filter(move |way| {
            let there = kings.contains(way.king_from) && rooks.contains(way.rook_from);
            there || (from_home && !kings.is_empty() && !rooks.is_empty())
        })
    }

    /// Notes the mates by castling, if no more than these squares is guarded besides.
    fn castle(&mut self, hunters: &[Hunter<B::Set>], guarded: B::Set, sites: &[Site<B::Set>]) {
        let guards = self.guards;
        for way in self.castlings() {
            let guarded = guarded
                | guards.attacked_at_most(Walk::King, way.king_to, B::Set::EMPTY)
                | guards.attacked_at_most(Walk::Rook, way.rook_to, B::Set::EMPTY);
            for site in sites {
                let spared = hunters
                    .iter()
                    .map(|hunter| (hunter.walk, hunter.at))
                    .chain([(Walk::King, way.king_to), (Walk::Rook, way.rook_to)])
                    .filter(|&(walk, at)| guards.bars(walk, at, site.king, B::Set::EMPTY))
                    .fold(guarded, |spared, (_, at)| spared.with(at));
                let missing = site.around & !spared;
                if !guarded.contains(site.king) || missing.several() {
                    continue;
                }
                if site.king != self.king {
                    self.eve.flights |= B::Set::of(site.king);
                } else {
                    self.eve.arrivals |= if missing.is_empty() { !B::Set::EMPTY } else { missing };
                }
            }
        }
    }
}
