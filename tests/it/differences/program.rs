//! The program as a whole.

use crate::common::program::{code, kirke, out, problem};

/// White mates on h8.
const ROOK: &str = "pieces white Kb6 Rh1 black Ka8\nstipulation #1";

/// D-137: Popeye always ends with 0.
#[test]
fn exit_code_shows_a_refusal() {
    assert_eq!(code(&kirke("popeye -", problem(ROOK))), 0);
    assert_eq!(code(&kirke("popeye -", problem(&format!("{ROOK}\nfrobnicate")))), 2);
    assert_eq!(code(&kirke("popeye no-such-file.inp", "")), 2);
}

/// D-138: Popeye reads `-maxtime` and goes on. The search would take hours.
#[test]
fn maxtime_stops_the_search() {
    let long = problem("pieces white Ka1 Qa2 Rb2 Sc3 black Ke5 Pe6e7d7\nstipulation h#9");
    let output = kirke("popeye -regression -maxtime 1 -", long);
    assert_eq!(code(&output), 3);
    assert!(out(&output).contains("solving interrupted."), "{}", out(&output));
}

/// D-139: Popeye finds `1.Rh1-h8` first. Whole answers have the same moves.
#[test]
fn max_solutions_depends_on_the_order_of_moves() {
    let rooks = "pieces white Kb6 Rc1h1 black Ka8\nstipulation #1";
    let all = out(&kirke("popeye -regression -", problem(rooks)));
    let first = out(&kirke("popeye -regression -", problem(&format!("{rooks}\noption MaxSolutions 1"))));
    for text in [&all, &first] {
        assert!(text.contains("1.Rc1-c8 # !"), "{text}");
    }
    assert!(all.contains("1.Rh1-h8 # !") && !first.contains("1.Rh1-h8"), "{all}{first}");
}

/// D-140: Popeye stops at the first `endproblem`.
#[test]
fn joined_files_are_read_to_the_end() {
    let second = "pieces white Kb6 Rg1 black Ka8\nstipulation #1";
    let joined = format!("{}text in between\n{}", problem(ROOK), problem(second));
    let text = out(&kirke("popeye -regression -", joined));
    for key in ["1.Rh1-h8 # !", "1.Rg1-g8 # !"] {
        assert!(text.contains(key), "{text}");
    }
}
