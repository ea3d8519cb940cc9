//! Numbers of lines of stipulations that branch or begin with other play.

use kirke::search::{Limits, TranspositionTable};
use kirke::solution::{MissingKing, Resources, TreeBuilder, solve};

fn count_lines(problem: &str) -> usize {
    let text = format!("beginproblem {problem} endproblem");
    let reading = kirke::formats::read("test", text.as_bytes());
    let problem = reading.items[0].problem.as_ref().expect("a problem");
    let table = TranspositionTable::new(1 << 20);
    let means = Resources { table: &table, pool: None, missing_king: MissingKing::Refuse, parts: None };
    let mut gatherer = TreeBuilder::default();
    solve(problem, &means, &Limits::default(), &mut gatherer).expect("no limit is set");
    let solved = gatherer.finish();
    solved.twins[0].sides[0].actual.as_ref().map_or(0, |actual| actual.lines.len())
}

#[test]
fn line_counts_match_hand_counts() {
    for (problem, count) in [
        ("pieces white Kh1 Qh3 Rh4 Bf5 black Kh8 Qg8 Ph7 stipulation pser-#2", 1),
        ("pieces white Kh1 Pg7 black Kf1 Pe3 stipulation reci-h(=)#3", 2),
        ("pieces white Kc2 Sb5 black Ka1 Rb3 Sd3 stipulation 1->ser-h#3", 3),
        ("pieces white Kf2 Pd3e5h3h7 black Kf4 Sf6 Pe6f5f7g6h4 sstipulation black 4hh[2da[#]]", 4),
        ("forsyth rsbqkbsr/1ppppppp/p7/8/8/8/PPPPPPPP/RSBQKBSR stipulation dia2.5", 4),
        ("forsyth r1bqkbsr/ppp2ppp/3p4/8/8/8/PPPPPPPP/R1BQKBSR stipulation dia4", 1),
        ("forsyth rsbqkbsr/1ppppppp/p7/8/8/8/PPPPPPPP/RSBQKBSR stipulation ser-hdia2", 4),
        ("pieces white Kh5 Pc4 black Kd7 Pc5 stipulation a=>b2 pieces white Kh6 Pc4 black Kd6 Pc5", 9),
        // Pawns in the way: the bishop cannot leave, and the rook cannot castle.
        (
            "pieces white Ke1 Rh1 Bf1 Pe2g2h2 black Ke8 stipulation ser-a=>b9 \
          pieces white Ke1 Rh1 Bc4 Pe2g2h2 black Ke8",
            0,
        ),
        (
            "pieces white Ke1 Rh1 Pe2g2h2 black Ke8 stipulation ser-a=>b2 \
          pieces white Kh1 Rf1 Pe2g2h2 black Ke8",
            1,
        ),
        // A side that passes because it is not in check makes no move in help play: the bishop is still
        // reborn.
        ("pieces white Kf4 Rg2 black Kh1 Bg3 stipulation phser-zf22 condition ContraParrain", 7),
        // The table separates answers after introductions of one move and of two.
        ("pieces white Kg8 Ra7 Pc6 black Kd8 stipulation 2->ser-#1", 0),
    ] {
        assert_eq!(count_lines(problem), count, "{problem}");
    }
}

#[test]
fn last_rank_goal_ignores_promotion_rank() {
    // The only solution is d1-d8, also where pawns promote on the seventh rank. A man that moves on to
    // the rank or is reborn there has arrived there: d1*d7, on to d8.
    assert_eq!(count_lines("pieces white Kh1 Rd1 black Ka5 stipulation ser-c811"), 1);
    assert_eq!(count_lines("pieces white Kh1 Rd1 black Ka5 stipulation ser-c811 condition GlasgowChess"), 1);
    let reborn = "pieces white Kh1 Rd1 black Ka5 Bd7 stipulation ser-c811 condition AntiCirce Take&Make";
    assert_eq!(count_lines(reborn), 1);
}

#[test]
fn circuit_requires_same_man() {
    // 1.Ra1-a2 2.Rb1-a1 brings a rook to a1, but not the rook that left it. Only moves that return are
    // counted.
    assert_eq!(count_lines("pieces white Kh1 Ra1b1 black Kh8 stipulation exact-ser-ct2"), 20);
}
