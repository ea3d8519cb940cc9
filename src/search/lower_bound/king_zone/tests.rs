//! Tests of the king zone tables.

use super::*;
use crate::board::{Layout, RectBoard, Set64};
use crate::game::Game;
use crate::rules::{Condition, GameRules, RuleSet, catalogue};

const ALL_WALKS: [Walk; 6] = [Walk::King, Walk::Queen, Walk::Rook, Walk::Bishop, Walk::Knight, Walk::Pawn];

/// Visits the tables of orthodox chess and of every ninth rule with which mate patterns work.
fn for_each_rule_set(visit: impl Fn(&str, &KingZoneAttacks<'_, RectBoard>)) {
    let conditions = catalogue::RULES.iter().flat_map(|rule| rule.example_conditions());
    let sets = conditions.filter_map(|condition| RuleSet::new(&[condition]).ok());
    let sets = sets.filter(|rules| rules.relocation().is_some()).step_by(9);
    let mut count = 0;
    for rules in RuleSet::new::<Condition>(&[]).into_iter().chain(sets) {
        let name = format!("{rules:?}");
        let game = Game::new(RectBoard::new(Layout::rectangle(6, 5).unwrap()), rules);
        let Some(rebirth_squares) = RebirthSquares::new(&game) else { continue };
        let walks = ALL_WALKS.to_vec();
        let all = PatternWalks::new(&game).unwrap();
        let squares = Arc::new(rebirth_squares);
        let table = KingZoneAttacks::new(&game.board, Side::White, all, squares, walks).unwrap();
        visit(&name, &table);
        count += 1;
    }
    assert!(count > 5, "{count}");
}

#[test]
fn guarding_squares_match_guarded_masks() {
    for_each_rule_set(|rules, table| {
        let geometry = table.board.geometry();
        for (walk, king) in ALL_WALKS.iter().flat_map(|&walk| geometry.all.iter().map(move |at| (walk, at))) {
            for bit in (0..geometry.king[king.index()].count() as usize).chain([KING_SQUARE_BIT]) {
                let guards = |&at: &Square| table.guarded(walk, at, king) >> bit & 1 == 1;
                let expected = Set64::from_squares(geometry.all.iter().filter(guards));
                assert_eq!(
                    table.guarding_squares(walk, king, bit),
                    expected,
                    "{rules}: {walk:?} {king:?} {bit}"
                );
            }
        }
    });
}

#[test]
fn filter_guarding_squares_matches_guards_all() {
    for_each_rule_set(|rules, table| {
        let geometry = table.board.geometry();
        for (walk, king) in ALL_WALKS.iter().flat_map(|&walk| geometry.all.iter().map(move |at| (walk, at))) {
            // Blockers next to the king, as in a mate pattern.
            for occupied in geometry.king[king.index()].iter().map(Set64::of) {
                for bit in (0..geometry.king[king.index()].count() as usize).chain([KING_SQUARE_BIT]) {
                    let targets = 1 << bit;
                    let squares = table.guarding_squares(walk, king, bit);
                    let guards = |&at: &Square| table.guards_all(walk, at, king, targets, occupied);
                    let expected = Set64::from_squares(squares.iter().filter(guards));
                    let found = table.filter_guarding_squares(walk, squares, king, targets, occupied);
                    assert_eq!(found, expected, "{rules}: {walk:?} {king:?} {bit} {occupied:?}");
                }
            }
        }
    });
}

#[test]
fn maximal_masks_cover_every_guarded_mask() {
    for_each_rule_set(|rules, table| {
        let all = table.board.geometry().all;
        for king in all.iter() {
            let masks = table.maximal_masks(Walk::Pawn, king);
            let walks = table.walks.final_walks(Walk::Pawn);
            for (walk, at) in walks.flat_map(|walk| all.iter().map(move |at| (walk, at))) {
                let guarded = table.guarded(walk, at, king);
                let is_covered = masks.iter().any(|mask| mask & guarded == guarded);
                assert!(is_covered, "{rules}: {walk:?} {at:?} {king:?}");
            }
        }
    });
}
