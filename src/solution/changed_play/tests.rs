use super::*;
use crate::report::script;
use crate::solution::{MoveTree, Role, notation};

const LAYOUT: Layout = Layout::CHESS;

/// Returns the play of a script; a defence without an answer in set play becomes a refutation.
fn side(play: &str) -> SideTree {
    let problem = script::problem("7k/pp6/5K2/8/8/8/Q7/8", "#2");
    let mut solution = script::solution(&problem, play);
    let mut side = solution.twins.remove(0).sides.remove(0);
    let refute = |branch: &mut MoveTree| {
        if branch.children.is_empty() {
            branch.node.role = Role::Refutation;
        }
    };
    side.set.iter_mut().flat_map(|set| &mut set.branches).for_each(refute);
    side
}

/// Returns a table as text: heads, then rows, with `*` changed, `>` transferred, `<>` reciprocally changed.
fn text(table: &PlayTable) -> Vec<String> {
    let short = |mv: &MoveRecord| notation::short(mv, LAYOUT, notation::PieceNames::KnightS);
    let head = |phase: &TablePhase| phase.first_move.as_ref().map_or("set".to_owned(), short);
    let cell = |cell: &Cell| match cell {
        Cell::Impossible => ".".to_owned(),
        Cell::NoDefence => "-".to_owned(),
        Cell::Unanswered => "!".to_owned(),
        Cell::ReachesGoal => "goal".to_owned(),
        Cell::Answered { answers, marks } => {
            let signs = [(marks.changed, "*"), (marks.transferred, ">"), (marks.reciprocal, "<>")];
            let signs: String = signs.iter().filter(|(set, _)| *set).map(|(_, sign)| *sign).collect();
            answers.iter().map(short).collect::<Vec<_>>().join("/") + &signs
        }
    };
    let row = |row: &TableRow| {
        let defences: Vec<String> = row.defences.iter().map(short).collect();
        let random = row.random_man.as_ref();
        let random = random
            .map(|random| notation::random_move(random, LAYOUT, notation::PieceNames::KnightS) + "=")
            .unwrap_or_default();
        format!(
            "{random}{}: {}",
            defences.join(","),
            row.cells.iter().map(cell).collect::<Vec<_>>().join(" ")
        )
    };
    let heads = table.phases.iter().map(head).collect::<Vec<_>>().join(" ");
    [heads].into_iter().chain(table.rows.iter().map(row)).collect()
}

fn table(play: &str) -> Vec<String> {
    text(&PlayTable::new(&side(play), LAYOUT, ShownTries::All))
}

#[test]
fn same_defence_with_another_mate_is_changed() {
    let play = "@phase set
        1...Kh8-g7\n 2.Qa2-f7 #
        1...b7-b5\n 2.Qa2-a1 #
        @phase actual
        1.Qa2-e2 ! threat:\n 2.Qe2-h5 #
        1...Kh8-g7\n 2.Qe2-g4 #
        1...b7-b5\n 2.Qe2-a1 #
        1...a7-a6\n 2.Qe2-d2 #\n 2.Qe2-c2 #";
    // The queen reaches a1 from its square of the diagram in both phases: the same mate. The dual is compared
    // with nothing.
    assert_eq!(table(play), ["set Qe2", "Kg7: Qf7* Qg4*", "b5: Qa1 Qa1", "a6: . Qd2/Qc2"]);
}

#[test]
fn same_mate_after_other_defences_is_transferred() {
    let play = "@phase actual
        1.Qa2-b2 ?\n 1...Kh8-g8\n 2.Qb2-g7 #\n 1...a7-a6\n 2.Qb2-a1 #\n but\n 1...b7-b5 !
        1.Qa2-c2 !\n 1...Kh8-h7\n 2.Qc2-g7 #\n 1...a7-a6\n 2.Qc2-a1 #\n 1...a7-a5\n 2.Qc2-a1 #";
    // The mate on a1 follows a6 in both phases, so it is not transferred to a5.
    assert_eq!(table(play), ["Qb2 Qc2", "Kg8: Qg7> .", "Kh7: . Qg7>", "a6: Qa1 Qa1", "a5: . Qa1"]);
}

#[test]
fn exchanged_mates_are_reciprocal() {
    let play = "@phase set
        1...a7-a6\n 2.Qa2-g7 #\n 1...b7-b6\n 2.Qa2-h7 #\n 1...a7-a5\n 2.Qa2-b1 #
        @phase actual
        1.Qa2-e2 !
        1...a7-a6\n 2.Qe2-h7 #\n 1...b7-b6\n 2.Qe2-g7 #\n 1...a7-a5\n 2.Qe2-c1 #";
    assert_eq!(table(play), ["set Qe2", "a6: Qg7*><> Qh7*><>", "a5: Qb1* Qc1*", "b6: Qh7*><> Qg7*><>"]);
}

#[test]
fn rebirths_distinguish_moves() {
    let play = "@phase set
        1...Kh8-g7\n 2.Qa2*a7[+bPa7] #
        @phase actual
        1.Qa2-a1 !\n 1...Kh8-g7\n 2.Qa1*a7[+bPb7] #";
    assert_eq!(table(play)[1], "Kg7: Qxa7(Pa7)* Qxa7(Pb7)*");
}

#[test]
fn moves_that_parry_no_threat_are_no_defences() {
    let play = "@phase actual
        1.Qa2-e2 ! threat:\n 2.Qe2-h5 #\n 2.Qe2-e8 #
        1...a7-a6\n 2.Qe2-h5 #\n 2.Qe2-e8 #\n 2.Qe2-e4 #
        1...b7-b6\n 2.Qe2-h5 #
        1...Kh8-g8\n 2.Qe2-e8 #";
    assert_eq!(table(play), ["Qe2", "b6: Qh5", "Kg8: Qe8"]);
}

#[test]
fn other_moves_of_a_man_are_its_random_move() {
    let play = "@phase actual
        1.Qa2-e2 ?
        1...Rd8-d1\n 2.Qe2-h5 #
        1...Rd8-d2\n 2.Qe2-h5 #
        1...Rd8-d3\n 2.Qe2-e8 #
        but\n 1...Rd8-d4 !
        1.Qa2-f2 !
        1...Rd8-d1\n 2.Qf2-f8 #
        1...Rd8-d2\n 2.Qf2-f8 #
        1...Rd8-d3\n 2.Qf2-f8 #
        1...Rd8-d5\n 2.Qf2-f8 #
        1...Rg1-g2\n 2.Qf2-f7 #";
    // Rd4 is a refutation and Rd3 has another answer. Rd5, which only the second phase has, has no other one.
    assert_eq!(table(play), ["Qe2 Qf2", "Rd~=Rd1,Rd2,Rd5: Qh5* Qf8*", "Rd3: Qe8* Qf8*", "Rg2: . Qf7"]);
}

#[test]
fn a_move_without_a_row_can_exclude_the_random_move() {
    let rows = |set: &str, key: &str| -> Vec<String> {
        let play = format!(
            "@phase set\n 1...Kh8-g7\n 2.Qa2-f7 #\n {set}
            @phase actual\n 1.Qa2-f2 ! threat:\n 2.Qf2-g2 #
            1...Rd8-d1\n 2.Qf2-f8 #\n 1...Rd8-d2\n 2.Qf2-f8 #\n {key}"
        );
        table(&play).into_iter().filter(|row| row.contains("Rd1")).collect()
    };
    assert_eq!(rows("", ""), ["R~=Rd1,Rd2: . Qf8"]);
    // In set play, where the random move has no answer, other moves need none.
    assert_eq!(rows("1...Rd8-d3", ""), ["R~=Rd1,Rd2: . Qf8"]);
    // After the key Rd3 does not parry the threat.
    assert_eq!(rows("", "1...Rd8-d3\n 2.Qf2-g2 #"), ["Rd1,Rd2: . Qf8"]);
    // In set play Rd3 has no answer, and Rd1 has one.
    let set = "1...Rd8-d1\n 2.Qa2-f7 #\n 1...Rd8-d2\n 2.Qa2-f7 #\n 1...Rd8-d3";
    assert_eq!(rows(set, ""), ["Rd1,Rd2: Qf7* Qf8*"]);
}

#[test]
fn random_moves_name_what_distinguishes_the_man() {
    let play = |other: &str| {
        format!(
            "@phase actual\n 1.Qa2-f2 !
            1...Sd8-b7\n 2.Qf2-f8 #\n 1...Sd8-f7\n 2.Qf2-f8 #\n 1...{other}\n 2.Qf2-f7 #"
        )
    };
    for (other, name) in [("Sg1-e2", "Sd~"), ("Sd1-e3", "S8~"), ("Kh8-h7", "S~"), ("Rd1-e1", "S~")] {
        assert!(table(&play(other))[1].starts_with(&format!("{name}=")), "{other}");
    }
    let pawn = "@phase actual\n 1.Qa2-f2 !\n 1...a7-a6\n 2.Qf2-f8 #\n 1...a7-a5\n 2.Qf2-f8 #";
    assert_eq!(table(pawn)[1], "a~=a6,a5: Qf8");
}

#[test]
fn moves_of_two_men_to_one_square_are_distinguished() {
    let play = "@phase set\n 1...Sd8-c6\n 2.Qa2-g8 #
        @phase actual\n 1.Qa2-f2 !\n 1...Sb8-c6\n 2.Qf2-f8 #";
    assert_eq!(table(play)[1..], ["Sd8c6: Qg8 .", "Sb8c6: . Qf8"]);
}

#[test]
fn trivial_tries_are_left_out() {
    let play = "@phase actual
        1.Qa2-b2 ?\n 1...Kh8-g8\n 2.Qb2-g7 #\n but\n 1...b7-b5 !
        1.Qa2-b1 ?\n 1...Kh8-g8\n 2.Qb1-b8 #\n but\n 1...b7-b5 !
        1.Qa2-h2 + ?\n 1...Kh8-g8\n 2.Qh2-h7 #\n but\n 1...b7-b5 !
        1.Qa2-d2 ?\n but\n 1...b7-b5 !
        1.Qa2-c2 !\n 1...Kh8-g8\n 2.Qc2-g7 #";
    let side = side(play);
    let nontrivial = PlayTable::new(&side, LAYOUT, ShownTries::Nontrivial);
    assert_eq!(text(&nontrivial), ["Qb1 Qc2", "Kg8: Qb8* Qg7*"]);
    assert_eq!(nontrivial.trivial_tries.len(), 3);
    let all = PlayTable::new(&side, LAYOUT, ShownTries::All);
    assert_eq!(text(&all)[0], "Qb2 Qb1 Qh2 Qd2 Qc2");
    assert!(all.trivial_tries.is_empty());
    // Tries alone cannot be compared with set play or a key.
    let (tries, _) = play.split_once("1.Qa2-c2").unwrap();
    let tries = PlayTable::new(&self::side(tries), LAYOUT, ShownTries::Nontrivial);
    assert_eq!(tries.phases.len(), 4);
}

#[test]
fn set_play_without_answers_has_no_column() {
    assert_eq!(
        table("@phase set\n 1...b7-b5\n@phase actual\n 1.Qa2-c2 !\n 1...b7-b5\n 2.Qc2-g7 #")[0],
        "Qc2"
    );
    assert!(PlayTable::new(&side("@phase actual"), LAYOUT, ShownTries::All).is_empty());
}
