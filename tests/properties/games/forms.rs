//! Text forms of games: accepted input, refused input, and the notation of moves.

use kirke::formats;
use kirke::problem::{Problem, Verdict};
use kirke::report::json::JsonQuestion;
use kirke::report::notation::{PieceNames, line, short};
use kirke::search::{Limits, TranspositionTable};
use kirke::solution::{MissingKing, Remark, Resources, Solution, TreeBuilder, solve};
use kirke::verify::{VerifyNames, problem_to_verify, verify};

use crate::games::fen_moves::moves;

fn read(text: &str) -> Result<Problem, String> {
    let mut reading = formats::read("text", text.as_bytes());
    reading.items.remove(0).problem.map_err(|refusal| {
        let error = &refusal.errors[0];
        format!("{}:{} {}", error.span.line, error.span.column, error.message)
    })
}

fn solved(problem: &Problem) -> Solution {
    let (table, mut gatherer) = (TranspositionTable::new(1 << 20), TreeBuilder::default());
    let means = Resources { table: &table, pool: None, missing_king: MissingKing::Refuse, parts: None };
    let _ = solve(problem, &means, &Limits::default(), &mut gatherer);
    gatherer.finish()
}

/// Returns the lines of a solution in short notation, or the errors if there is no solution.
fn lines(text: &str) -> Vec<String> {
    let problem = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let layout = problem.setting.diagram.layout();
    let solved = solved(&problem);
    let mut words = Vec::new();
    for twin in &solved.twins {
        let unplayable = twin.remarks.iter().filter_map(|remark| match remark {
            Remark::Unplayable(reason) => Some(reason.to_string()),
            _ => None,
        });
        words.extend(unplayable);
        for tree in twin.sides.iter().filter_map(|side| side.actual.as_ref()) {
            words.extend(
                tree.branches.iter().map(|branch| short(&branch.node.mv, layout, PieceNames::KnightN)),
            );
            words.extend(tree.lines.iter().map(|printed| {
                line(&printed.moves, printed.counting, layout, PieceNames::KnightN).join(" ")
            }));
        }
    }
    words
}

#[test]
fn bank_is_read_in_three_languages() {
    let [english, german, french] = [
        "beginproblem condition Reenterent pieces white Ka1 black Ka8 Pe7 bank white S stipulation #1 endproblem",
        "anfangproblem bedingung Reenterent steine weiss Ka1 schwarz Ka8 Be7 bank weiss S forderung #1 endeproblem",
        "debutprobleme condition Reenterent banque blanc C pieces blanc Ra1 noir Ra8 Pe7 enonce #1 finprobleme",
    ]
    .map(|text| read(text).unwrap().setting);
    assert_eq!(english.diagram, german.diagram);
    assert_eq!(english.diagram, french.diagram);
    assert_eq!(english.off_board_men(), french.off_board_men());
    assert!(english.diagram.reserve.is_some());
}

#[test]
fn impossible_input_reports_place_and_reason() {
    for (text, words) in [
        (
            "beginproblem condition Fiasco pieces white Ka1 black Kf8 stipulation #1 endproblem",
            "1:55 expected a square (a1 to e8)",
        ),
        (
            "beginproblem condition Reroute66 pieces white Ka1 black KB4 stipulation #1 endproblem",
            "(a1 to h8, A4, H5)",
        ),
        (
            "beginproblem pieces white Ka1 black Ka8 condition Fiasco stipulation #1 endproblem",
            "1:51 'Fiasco' has a board of its own",
        ),
        (
            "beginproblem pieces white Ka1 black Ka8 bank white Q stipulation #1 endproblem",
            "no place beside the board for wQ",
        ),
        (
            "beginproblem condition Fiasco pieces white Ka1 black Ka8 bank white B stipulation #1 endproblem",
            "and not wB",
        ),
        (
            "beginproblem condition Fiasco pieces white Ka1 black Ka8 bank white QQ stipulation #1 endproblem",
            "one of each",
        ),
        (
            "beginproblem condition Reenterent pieces white Ka1 black Ka8 bank white K stipulation #1 endproblem",
            "wK cannot be on the re-entrant square",
        ),
        (
            "beginproblem condition Reenterent pieces white Ka1 black Ka8 bank white QS stipulation #1 endproblem",
            "one man only",
        ),
        (
            "beginproblem condition Fiasco bank white j stipulation #1 endproblem",
            "1:42 expected letters of men",
        ),
        ("beginproblem condition Fiasco R S B stipulation #1 endproblem", "five officers"),
        (
            "beginproblem condition Reenterent pieces white Ka1 black Ka8 option NoCastling b1 stipulation #1 endproblem",
            "expected some of a1, e1, a8, e8",
        ),
        ("k4/4p/5/5/5/5/5/K4 w - - {rules=Reenterent;re=K} #1", "wK cannot be on the re-entrant square"),
        (
            "k4/4p/5/5/5/5/5/K4 w - - {rules=Reenterent;re=QQ} #1",
            "1:47 expected the man on the re-entrant square",
        ),
        ("k4/4p/5/5/5/5/5/K4 w K - {rules=Reenterent} #1", "there is no wR on e1"),
        ("k4/4p/5/5/5/5/5/K4 w Q - {rules=Reenterent} #1", "some of Kk"),
        ("k4/4p/5/5/5/5/5/K4[Q] w - - #1 board 5x8;", "no place beside the board"),
        ("k4/4p/5/5/5/5/5/K4 w - - {rules=Fiasco;bank=Q} #1", "White's men, a slash and Black's"),
        ("k4/4p/5/5/5/5/5/K4 w - - {bnak=Q/Q} #1", "expected a key"),
        ("k4/4p/5/5/5/5/5/K4 w - - {rules=Reenterent;bank=Q/} #1", "1:49 there are no banks"),
        ("k4/4p/5/5/5/5/5/K4 w - - {rules=Fiasco;re=Q} #1", "1:43 there is no re-entrant square"),
        ("8/8/8/8/8/3P4/8/K1k5 w - - {rules=Putback;nodbl=d3} #1", "1:49 there is no man on d3"),
        (
            "beginproblem condition Putback pieces white Ka1 white OneStep Pd3 black Kc1 stipulation #1 endproblem",
            "only a pawn on its second rank",
        ),
        (
            "beginproblem condition Fiasco pieces white Ka1 black Kc2 bank white N stipulation #1 endproblem",
            "1:69 expected letters of men",
        ),
        ("k4/4p/5/5/5/5/5/K4 w - - {rules=Fiasco #1", "closes this brace"),
        (
            "8/8/8/8/8/8/8/K1k5 w - - {rules=Fiasco} #1",
            "a board of 5 files and 8 ranks, and this is a board of 8",
        ),
        ("8/8/8/8/8/8/8/K1k5 w - - {rules=Putback;nodbl=d2} #1", "there is no man on d2"),
        (
            "8/8/8/8/8/8/8/K1k5 b - - {rules=Putback;pend=a1} #1",
            "there is no pawn of Black on a1 to be promoted there",
        ),
        ("8/8/8/9/9/8/8/K1k5 w - - {rules=PlusChess} #1", "no four squares in its middle"),
        ("8/8/8/9/9/8/8/K1k5 w - - cond \"Circe Rank\"; stip \"#1\";", "the files of the board fork"),
        ("8/8/8/9/9/8/8/K1k5 w - - {rules=EquipollentsCirce} #1", "no distance"),
        ("3k4/8/8/9/9/8/8/4K3 w - a3>B4 #1", "can have passed"),
    ] {
        let error = read(text).expect_err(text);
        assert!(error.contains(words), "{text}: {error}");
    }
}

#[test]
fn twins_change_the_bank() {
    let text = "beginproblem condition Fiasco pieces white Kb3 Pe2 black Ka1 bank white R black stipulation #1 \
                twin bank white Q black \
                twin continued move b3 c3 \
                twin bank white black \
                twin PolishType \
                twin bank white B \
                twin condition Reenterent \
                twin condition SmallBoard endproblem";
    let problem = read(text).unwrap();
    let solved = solved(&problem);
    let printed: Vec<(String, Vec<String>)> = solved
        .twins
        .iter()
        .map(|twin| {
            let layout = problem.setting.diagram.layout();
            let trees = twin.sides.iter().filter_map(|side| side.actual.as_ref());
            let keys = trees.flat_map(|tree| &tree.branches);
            let mut keys: Vec<String> =
                keys.map(|key| short(&key.node.mv, layout, PieceNames::KnightN)).collect();
            keys.extend(twin.remarks.iter().filter_map(|remark| match remark {
                Remark::Unplayable(reason) => Some(reason.to_string()),
                _ => None,
            }));
            (twin.head.changes.words(PieceNames::KnightS).join("  "), keys)
        })
        .collect();
    let printed: Vec<(&str, String)> =
        printed.iter().map(|(changes, keys)| (changes.as_str(), keys.join(" "))).collect();
    let printed: Vec<(&str, &str)> =
        printed.iter().map(|(changes, keys)| (*changes, keys.as_str())).collect();
    assert_eq!(
        printed,
        [
            ("", "R@c1 R@d1 R@e1"),
            ("bank white Q black", "Q@c1 Q@d1 Q@e1"),
            ("wKb3-->c3", ""),
            ("bank white black", ""),
            ("PolishType", ""),
            (
                "bank white B black",
                "a bank holds a queen, a rook and a knight, one of each at most, and not wB"
            ),
            ("Reenterent", "R@e1"),
            ("SmallBoard", "there is no place beside the board for wR"),
        ]
    );
    let again = read(&formats::popeye::write(&problem)).unwrap();
    assert_eq!(again.twins.len(), problem.twins.len());
    for (twin, other) in problem.twins.iter().zip(&again.twins) {
        let changes = |twin: &kirke::problem::Twin| -> Vec<_> {
            twin.changes.iter().map(|change| change.value.clone()).collect()
        };
        assert_eq!(changes(twin), changes(other));
    }
}

#[test]
fn proof_game_goal_includes_the_bank() {
    let array = "rnbkb/pppp1/4p/5/5/2N2/PPPPP/RQBKB";
    let asked = |bank: &str| lines(&format!("{array} w - - {{rules=Fiasco{bank}}} dia1.5"));
    assert_eq!(asked(";bank=RN/QRN"), ["1.Nc3 e6 2.Q@b1"]);
    assert_eq!(asked(";bank=QRN/QRN"), [""; 0]);
    // As in every diagram, a bank that is not given is full.
    assert_eq!(asked(""), [""; 0]);
    let text = |bank: &str| {
        format!(
            "beginproblem condition Fiasco pieces white Kc2 Pa3 black Ka8 bank white Q black \
             stipulation a=>b1 pieces white Kc2 Qb1 Pa3 black Ka7 {bank} endproblem"
        )
    };
    assert_eq!(lines(&text("bank white black")), ["1.Ka7 Q@b1"]);
    assert_eq!(lines(&text("bank white Q black")), [""; 0]);
    let problem = read(&text("bank white black")).unwrap();
    let again = read(&formats::popeye::write(&problem)).unwrap();
    assert_eq!(again.setting.start, problem.setting.start);
    assert_eq!(again.setting.diagram, problem.setting.diagram);
}

#[test]
fn conflicting_rules_report_reason() {
    for (rules, words) in [
        ("Reenterent PWC", "cannot go to two places"),
        ("Replacement Circe", "cannot go to two places"),
        ("Replacement Putback", "cannot go to two places"),
        ("Fiasco Reenterent", "a board of its own"),
        ("Fiasco EinsteinChess", "does not move"),
        ("Reenterent LosingChess", "kings do not stand beside the board"),
    ] {
        let files = if rules.contains("Re") && !rules.contains("Replacement") || rules.contains("Fi") {
            5
        } else {
            8
        };
        let rows = format!(
            "{}/{}",
            "k7 ".replace('7', &(files - 1).to_string()).trim(),
            vec![files.to_string(); 6].join("/")
        );
        let fen = format!("{rows}/K{} w - - {{rules={rules}}} h#1", files - 1);
        let found = lines(&fen);
        assert!(found.iter().any(|line| line.contains(words)), "{rules}: {found:?}");
    }
}

#[test]
fn circe_rules_work_on_other_boards() {
    // The rook is reborn on the square from which the capturer came, or on its only home, or not at all.
    let fen = "k4/5/5/5/1r3/5/1R3/K4 w - - {rules=SmallBoard,";
    assert!(moves(&format!("{fen}PWC}}")).contains(&"Rb2xb4(Rb2)".into()));
    assert!(moves(&format!("{fen}Circe}}")).contains(&"Rb2xb4(Re8)".into()));
    assert!(moves(&format!("{fen}AntiCirce}}")).iter().any(|mv| mv.starts_with("Rb2xb4[wRb4->e1")));
    // In Fiasco both homes of the bishop are dark squares.
    let fen = "k4/5/5/5/1b3/5/1R3/K4 w - - {rules=SmallBoard R S B K B Circe}";
    assert!(moves(fen).contains(&"Rb2xb4(Bc8)".into()));
    // A knight has two homes on Reroute66, one of which has the colour of the square of the knight.
    let fen = "7k/8/8/9/2n6/8/1R6/K7 w - - {rules=Reroute66,Circe}";
    assert!(moves(fen).iter().all(|mv| !mv.contains("(N") || mv.contains("Nb8") || mv.contains("Ng8")));
}

#[test]
fn promoted_rook_castling_rights_follow_fen() {
    let castles = |rights: &str| {
        let fen = format!("4k3/8/8/8/8/8/8/4K2R w {rights} - {{rules=Replacement;prom=h1}}");
        moves(&fen).contains(&"O-O".to_owned())
    };
    assert!(castles("K") && !castles("-"));
}

#[test]
fn fen_includes_double_step_only_for_capturing_side() {
    let text = |stipulation: &str| {
        format!(
            "beginproblem condition Reroute66 pieces white Ke1 PA4 black Kd8 Pb4 \
             option EnPassant a2a3A4 stipulation {stipulation} endproblem"
        )
    };
    for (stipulation, passed) in [("h~1", "b - a3>A4 "), ("~1", "w - - ")] {
        let problem = read(&text(stipulation)).unwrap();
        let fen = JsonQuestion::new(&problem.setting, &problem.options).fen;
        assert!(fen.contains(passed), "{fen}");
        assert!(read(&format!("{fen} {stipulation}")).is_ok(), "{fen}");
    }
}

#[test]
fn game_options_change_moves() {
    let has = |fen: &str, mv: &str| moves(fen).contains(&mv.to_owned());
    let promoted = "7k/8/3q4/8/3R4/8/8/6K1 w - - {rules=Replacement demote_promoted;prom=d6}";
    assert!(has(promoted, "Rd4xd6/Pd5") && !has(promoted, "Rd4xd6/Qd5"));
    assert!(has(&promoted.replace(" demote_promoted", ""), "Rd4xd6/Qd5"));
    let walked = "7k/8/8/8/8/8/3P4/7K w - - {rules=Putback;nodbl=d2}";
    assert!(!has(walked, "d2-d4"));
    let check = "7k/8/3p4/8/3R4/6K1/8/8 w - - {rules=Putback}";
    assert!(!has(check, "Rd4xd6/Pe1"));
    assert!(has(&check.replace("Putback", "Putback owner_chooses_no_check"), "Rd4xd6/Pe1"));
    let owed = "7k/8/3R4/8/8/6K1/8/4p3 b - - {rules=Putback owner_chooses_no_check}";
    assert!(has(owed, "(e1=R)Kh8-g8") && !has(owed, "(e1=B)Kh8-g8"));
    let leap = "3k4/8/8/9/N8/8/8/4K3 w - - {rules=Reroute66}";
    assert!(has(leap, "NA4-a4"));
    assert!(!has(&leap.replace("66", "66 no_switch_pair_knight"), "NA4-a4"));
    assert!(!has(&leap.replace("66}", "66 no_switch_side_knight}"), "NA4-b4"));
}

#[test]
fn pending_promotion_is_part_of_the_move() {
    // Black promotes and moves in one move, also with the new man.
    let found = moves("7k/8/8/8/8/8/6K1/p7 b - - {rules=Putback}");
    assert!(found.contains(&"(a1=R)Ra1-a8".into()), "{found:?}");
    assert!(found.contains(&"(a1=N)Na1-b3".into()), "{found:?}");
    assert!(found.iter().all(|mv| mv.starts_with("(a1=")), "{found:?}");
}

#[test]
fn problems_are_solved_on_every_board() {
    for (text, expected) in [
        ("5/5/5/5/5/5/2K2/k4 w - - {rules=Fiasco;bank=QR/} #1", "Q@b1"),
        ("5/b4/5/5/K4/5/2k2/3r1 b - - {rules=Fiasco;bank=Q/} h#2", "1.Kc1 Kb3 2.Rd2 Q@a1#"),
        ("8/8/3p3k/1p7/7N1/8/8/1KR5 b - - {rules=Reroute66} h#2", "1.KH5 Rxd6 2.a4 Rh6#"),
        ("2K2/5/5/3k1/5/5/5/5 b - - {rules=Reenterent;re=R} h#2", "1.Ke6 Kc7 2.Ke7 R@e1#"),
    ] {
        assert_eq!(lines(text), [expected], "{text}");
    }
}

#[test]
fn target_goals_accept_switch_squares() {
    let fen = "7k/8/8/9/8P/8/8/K7 w - - {rules=Reroute66}";
    assert_eq!(lines(&format!("{fen} zH51")), ["H5"]);
    assert_eq!(lines(&format!("{fen} zh51")), [""; 0]);
    let text = "beginproblem condition Reroute66 pieces white Ka1 Ph4 black Kh8 sstipulation white 1a[zH5] endproblem";
    assert_eq!(lines(text), ["H5"]);
}

#[test]
fn verifier_supports_games() {
    let sound = read("5/5/5/5/5/5/2K2/k4 w - - {rules=Fiasco;bank=QR/} #1").unwrap();
    assert_eq!(
        verify(&sound, &solved(&problem_to_verify(&sound, VerifyNames::default())), VerifyNames::default())
            .verdict,
        Verdict::Sound
    );
    let cooked = read("5/5/5/5/5/1K3/5/k4 w - - {rules=Fiasco;bank=QR/} #1").unwrap();
    assert_eq!(
        verify(&cooked, &solved(&problem_to_verify(&cooked, VerifyNames::default())), VerifyNames::default())
            .verdict,
        Verdict::Cooked
    );
}
