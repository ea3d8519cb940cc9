//! The walks of fairy chess: their moves in random positions, as Popeye plays them, and what they do to other rules.

use std::collections::BTreeSet;

use kirke::Solver;
use kirke::board::Layout;
use kirke::position::FAIRY_WALKS;
use kirke::problem::Problem;
use kirke::report::men::markdown;
use kirke::solution::notation;

use crate::common::program::{code, err, kirke, kirke_with, out, problem};

/// A row has the letters of a walk, a position, and all legal moves of White.
const MOVES: &str = include_str!("walks/moves.txt");

#[test]
fn moves_are_those_of_popeye() {
    let solver = Solver::builder().memory(1 << 20).build().expect("a solver");
    let rows: Vec<_> = MOVES.lines().filter(|line| !line.starts_with('#')).collect();
    for row in &rows {
        let [_, pieces, moves] = row.splitn(3, ": ").collect::<Vec<_>>()[..] else { panic!("{row}") };
        let text = format!("beginproblem stipulation ser-~1 pieces {pieces} endproblem");
        let problem: Problem = text.parse().unwrap_or_else(|error| panic!("{row}: {error:?}"));
        let solution = solver.solve(&problem).expect("no limit").solution;
        let actual = solution.twins[0].sides[0].actual.as_ref().expect("actual play");
        let squares = |line: &kirke::solution::Line| {
            let text = notation::machine(&line.moves[0], Layout::CHESS);
            text[..4].to_owned()
        };
        let found: BTreeSet<String> = actual.lines.iter().map(squares).collect();
        let expected: BTreeSet<String> = moves.split_whitespace().map(str::to_owned).collect();
        assert_eq!(found, expected, "{pieces}");
    }
    for walk in FAIRY_WALKS {
        let letters = format!("{}: ", walk.letters[0]);
        assert_eq!(rows.iter().filter(|row| row.starts_with(&letters)).count(), 4, "{}", walk.name);
    }
}

/// Returns the lines of a series of one move to any position.
fn moves(words: &str) -> String {
    out(&kirke("solve -", problem(&format!("stipulation ser-~1 option NoBoard {words}"))))
}

#[test]
fn fairy_men_are_reborn_on_the_promotion_square_of_the_file() {
    let played = moves("condition Circe pieces white Kg1 Rd4 black Kh7 Gd6");
    assert!(played.contains("1.Rxd6(Gd1)"), "{played}");
    let played = moves("condition FileCirce pieces white Kg1 Rd4 black Kh7 Gd6");
    assert!(played.contains("1.Rxd6(Gd1)"), "{played}");
}

/// Returns the moves of Popeye's text for a problem.
fn popeyes_moves(words: &str) -> Vec<String> {
    let text = out(&kirke("popeye - -regression", problem(&format!("option NoBoard NoWk NoBk {words}"))));
    let moves = text.lines().filter_map(|line| line.trim().strip_prefix("1."));
    moves.map(|line| line.trim_end_matches(" !").to_owned()).collect()
}

/// Next to the orphan the king would be taken by it, as a king.
#[test]
fn orphans_give_check_on_two_boards() {
    let played =
        popeyes_moves("stipulation ser-~1 condition AliceChess pieces black Kh8 Ob1 white AliceB Kd1");
    assert_eq!(played, ["Kd1-e1A", "Kd1-d2A", "Kd1-e2A"]);
}

/// Popeye 4.104 gives the same moves.
#[test]
fn double_steps_of_berolina_pawns_are_granted() {
    let words = "stipulation ep1 pieces white BPe5 black BPd5 option EnPassant f7e6d5";
    assert_eq!(popeyes_moves(words), ["BPe5*e6 ep."]);
    for (words, refusal) in [
        (
            "pieces white BPe5 black Pd5 option EnPassant f7e6d5",
            "expected a Berolina pawn of Black, or a man",
        ),
        ("pieces white BPe5 black BPd5 option EnPassant d7d6d5", "expected a pawn of Black, or a man"),
        ("pieces white BPe5 black BPd5 option EnPassant f7d6d5", "expected the double step of a pawn"),
    ] {
        let error = out(&kirke("check -", problem(&format!("stipulation ep1 {words}"))));
        assert!(error.contains(refusal), "{words}: {error}");
    }
}

/// Popeye 4.104 gives the same moves.
#[test]
fn double_steps_of_hunters_and_dragons_are_granted() {
    for man in ["P/B", "P/S", "DR", "GY", "MP"] {
        let words = format!("stipulation ep1 pieces white Pe5 black {man}d5 option EnPassant d7d6d5");
        assert_eq!(popeyes_moves(&words), ["e5*d6 ep."], "{man}");
    }
}

/// Popeye 4.104 gives the same: the man on d5 is observed, since it could be captured en passant, and gives no check.
#[test]
fn men_that_could_capture_en_passant_observe() {
    for men in ["white Kc4 P/Be5 black Kh8 P/Bd7", "white Kc4 MPe5 black Kh8 MPd7"] {
        let check = format!("stipulation +1 condition Madrasi option HalfDuplex pieces {men}");
        assert!(popeyes_moves(&check).is_empty(), "{men}");
    }
    for men in
        ["white Kc4 white Paralysing P/Be5 black Kh8 Pd7", "white Kf4 white Paralysing BPe5 black Kh8 BPd7"]
    {
        let check = format!("stipulation +1 option HalfDuplex pieces {men}");
        assert!(popeyes_moves(&check).is_empty(), "{men}");
    }
    let words =
        "stipulation ser-~1 condition Isardam option HalfDuplex pieces white Kc1 P/Be5 black Kh8 P/Bd7";
    assert!(popeyes_moves(words).iter().all(|mv| mv != "P/Bd7-d5"));
}

/// Popeye 4.104 gives the same: two men can capture en passant, to different squares.
#[test]
fn captures_aside_count_among_several_captures() {
    let words = "stipulation hep1 condition MultiCaptures pieces white Kc1 MPe5 MHc5 black Kh8 MPd7";
    let played = out(&kirke("popeye - -regression", problem(words)));
    assert!(played.contains("MPe5*c7 ep.") && played.contains("MHc5*e7 ep."), "{played}");
}

#[test]
fn list_of_men_plays_an_example() {
    let text = out(&kirke("men lion", ""));
    assert!(text.contains("Source: as Popeye 4.104 plays it.") && text.contains("LId4*h8"), "{text}");
    let json = out(&kirke("men --all --format json", ""));
    let men: Vec<serde_json::Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let without = men.iter().filter(|man| man["kind"] == "walk" && man["example"].is_null());
    assert_eq!(without.map(|man| &man["name"]).collect::<Vec<_>>(), ["dummy"]);
    assert!(out(&kirke("men R(1,2)", "")).starts_with("nightrider"));
}

/// Popeye 4.104 gives the same moves.
#[test]
fn orphans_lend_and_borrow_first_moves_in_make_and_take() {
    let played = popeyes_moves("stipulation ~1 condition Make&TakeChess pieces white Ke7 Sc8 black Og4");
    let expected = ["Sc8-a7", "Sc8-b6", "Ke7-f8", "Ke7-e8", "Ke7-d8", "Ke7-f7", "Ke7-d7", "Ke7-d6", "Ke7*g4"];
    let sorted = |moves: &[&str]| moves.iter().map(|mv| (*mv).to_owned()).collect::<BTreeSet<String>>();
    assert_eq!(played.into_iter().collect::<BTreeSet<_>>(), sorted(&expected));
}

#[test]
fn hunters_and_leapers_have_letters_in_each_format() {
    let fen = "(3R)7/8/3(R/B)4/8/4(p/s)3/2(03)5/8/K6k";
    let read = out(&kirke_with(&["solve", &format!("{fen} ser-~1")], ""));
    assert!(read.contains(fen) && read.contains("1.R/Bh2"), "{read}");
    let popeye = "stipulation ser-~1 pieces white Ka1 (0,3)c3 R(3,0)a8 R/Bd6 black Kh1 P/Se4";
    let read = out(&kirke("solve -", problem(popeye)));
    assert!(read.contains(fen), "{read}");
}

#[test]
fn men_that_capture_as_pawns_capture_en_passant() {
    for (man, capture) in [("P/Be5", "1.P/Bxd6 e.p."), ("DRe5", "1.DRxd6 e.p."), ("SHe5", "1.SHxd6 e.p.")] {
        let played = moves(&format!("pieces white Ka1 {man} black Kh1 Pd5 option EnPassant d6"));
        assert!(played.contains(capture), "{played}");
    }
    let played = moves("pieces white Ka1 B/Pe5 S/Bc5 black Kh1 Pd5 option EnPassant d6");
    assert!(!played.contains("e.p."), "{played}");
}

#[test]
fn orphans_act_as_pawns_from_their_first_rank() {
    let played = moves("pieces white Ka8 Oe1 black Kh8 Pd2 Sf2");
    for step in ["1.Oe2", "1.Oxd2", "1.Oxf2"] {
        assert!(played.contains(step), "{step}: {played}");
    }
    assert!(!played.contains("1.Oe3"), "{played}");
    // As a pawn it observes another orphan, which steps as a pawn, too.
    let chained = "pieces white Ka1 Pf7 Od7 black Kh5 Oe8";
    assert!(moves(chained).contains("1.Od8"), "{}", moves(chained));
    // No pawn of a friend's own side observes it there.
    let friend = moves("pieces white Ka8 Fe1 Pd2 black Kh8");
    assert!(!friend.contains("1.F"), "{friend}");
}

#[test]
fn pawns_promote_to_the_walks_of_the_diagram() {
    let played = moves("pieces white Ka1 Pb7 black Kh4 LIg8 Gh8");
    for walk in ["Q", "S", "G", "LI"] {
        assert!(played.contains(&format!("1.b8={walk}")), "{walk}: {played}");
    }
    assert!(!played.contains("=N"), "{played}");
}

#[test]
fn grasshopper_gives_check_and_opens_no_line() {
    // Without a hurdle there is no check; the bishop may not become one next to its king.
    let played = moves("pieces white Ka1 Bb3 black Kh8 Ga8");
    assert!(played.contains("1.Ba4") && !played.contains("1.Ba2"), "{played}");
    // A hurdle can go away.
    let played = moves("pieces white Ka1 Ba2 Rg2 black Kh8 Ga8");
    assert!(played.contains("1.Bb1") && !played.contains("1.Rg3"), "{played}");
}

#[test]
fn locusts_name_victim_and_arrival() {
    let played = moves("pieces white Kg1 Lb1 SKe4 black Kh8 Sb4 Qe5");
    for text in ["1.Lxb4-b5", "1.SKxe5-d6", "1.SKxe5-f6", "1.SKg5"] {
        assert!(played.contains(text), "{text}: {played}");
    }
    assert!(moves("condition Circe pieces white Kg1 Lb1 black Kh8 Sb4").contains("1.Lxb4-b5(Sb8)"));
    // Both victims are on circles to one square.
    let played = moves("pieces white Kg1 LSd4 black Ka8 Se6 Sf5");
    assert!(played.contains("1.LSxe6-g7") && played.contains("1.LSxf5-g7"), "{played}");
}

#[test]
fn king_is_in_check_by_a_locust_only_if_it_can_be_hopped_over() {
    // The arrival square is occupied, or off the board.
    let played = moves("pieces white Kg1 Lh4 black Kf6 Pg5");
    assert!(!played.contains("Lxg5"), "{played}");
    let played = moves("pieces white Kb2 Ra1 Sb1 black Kh8 Ld4");
    assert!(played.contains("1.Sa3") && !played.contains("1.Ra2"), "{played}");
    let played = moves("pieces white Kb2 black Kh8 Ld4");
    assert!(!played.contains("1.Kc3") && played.contains("1.Ka1"), "{played}");
}

#[test]
fn men_that_capture_as_pawns_do_so_en_passant() {
    let lines = |pieces: &str| out(&kirke("popeye -", problem(&format!("stipulation h~1 pieces {pieces}"))));
    let berolina = lines("white Ka1 BPe5 black Kh8 BPd7");
    assert!(berolina.contains("1.BPd7-f5 BPe5*e6 ep."), "{berolina}");
    let straight = lines("white Ka1 MPd5 DRf5 BPe5 black Kh8 Pe7");
    for text in ["1.e7-e5 MPd5*f7 ep.", "1.e7-e5 DRf5*e6 ep."] {
        assert!(!straight.contains(text), "the square is occupied: {straight}");
    }
    let ships = lines("white Ka1 MPd5 SHf5 black Kh8 Pe7");
    for text in ["1.e7-e5 MPd5*f7 ep.", "1.e7-e5 SHf5*e6 ep."] {
        assert!(ships.contains(text), "{text}: {ships}");
    }
}

#[test]
fn marine_pawns_promote_to_marine_men() {
    let played = moves("pieces white Ka1 MPa7 Pb7 black Kh8 Bh1");
    for walk in ["SI", "TR", "ND", "MS", "B"] {
        assert!(played.contains(&format!("1.MPa8={walk}")), "{walk}: {played}");
    }
    assert!(!played.contains("MPa8=Q") && !played.contains("1.b8=SI"), "{played}");
}

#[test]
fn pawns_of_all_kinds_are_reborn_as_pawns() {
    let played = moves("condition Circe pieces white Kg1 Rd4 black Kh7 BPd6");
    assert!(played.contains("1.Rxd6(BPd7)"), "{played}");
    let played = moves("condition FileCirce pieces white Kg1 Rd4 black Kh7 SPd6");
    assert!(played.contains("1.Rxd6(SPd7)"), "{played}");
}

#[test]
fn poseidon_is_a_king() {
    let played = moves("pieces white POc4 black Kh7 Rd8 Rg5");
    assert!(
        played.contains("1.POc3") && !played.contains("1.POd4") && !played.contains("1.POb5"),
        "{played}"
    );
    let text = problem("stipulation h#1 pieces white Ka1 black POh8");
    let popeye = out(&kirke("convert - --to popeye", text.as_str()));
    assert!(popeye.contains("black POh8"), "{popeye}");
}

#[test]
fn fairy_men_are_written_and_read_in_every_format() {
    let text = problem(
        "stipulation h#2 condition Circe pieces white Kg1 LIe5 Nb2 black Kh7 15b8 Gd6 MAa3 neutral Qa8",
    );
    let written = |format: &str, text: &str| {
        let output = kirke(&format!("convert - --to {format}"), text);
        assert_eq!(err(&output), "", "{format}");
        out(&output)
    };
    let popeye = written("popeye", &text);
    assert!(popeye.contains("Kg1 Nb2 LIe5 black Kh7 15b8 Gd6 MAa3 neutral Qa8"), "{popeye}");
    let olive = written("olv", &text);
    assert_eq!(written("popeye", &olive), popeye);
    let plain = text.replace(" neutral Qa8", "");
    let popeye = written("popeye", &plain);
    for format in ["epd", "json", "pgn"] {
        let converted = written(format, &plain);
        assert!(converted.contains("3(g)"), "{converted}");
        assert_eq!(written("popeye", &converted), popeye, "{format}");
    }
}

#[test]
fn faulty_fairy_men_in_fen_are_refused() {
    for man in ["((G)", "(Ma)", "(g", "()", "(-G)", "(KA))", "(15"] {
        let output = kirke("check -", format!("7K/8/8/8/8/2{man}5/8/7k b - - h#1"));
        let text = out(&output) + &err(&output);
        assert!(code(&output) != 0 && text.contains("found"), "{man}: {text}");
    }
}

#[test]
fn fairy_men_are_refused_where_they_are_not_supported() {
    for (words, reason) in [
        (
            "stipulation h#2 condition Make&TakeChess pieces white Kb1 Oc4 black Kh8 LBd5",
            "with orphans or friends that first move as their victims",
        ),
        (
            "stipulation h#2 condition Make&TakeChess pieces white Kb1 Oc4 RKd4 black Kh8",
            "with conditions that lend moves or let kings be reborn",
        ),
        ("stipulation dia4.0 pieces white Ka1 Gb1 black Kh8", "in proof games"),
        ("stipulation h#2 condition Reroute66 pieces white Ka1 Gb1 black Kh8", "on this board"),
        (
            "stipulation h#2 condition Madrasi pieces white Ka1 RKb1 black Kh8",
            "with conditions that lend moves or let kings be reborn",
        ),
    ] {
        let output = kirke("solve -", problem(words));
        let text = out(&output) + &err(&output);
        assert!(text.contains(&format!("not supported {reason}")), "{text}");
    }
}

/// The message marks the man, or the last of several kings.
#[test]
fn refused_men_have_their_places() {
    for (words, place) in [
        ("stipulation h#2 condition Madrasi pieces white Ka1 RKb1 black Kh8", "2:54"),
        ("stipulation h#2 condition AnnanChess pieces white Ka1 white Bul Gc3b4 black Kh8", "2:66"),
        ("stipulation h#2 pieces white Kb6c2 black Ka8", "2:31"),
    ] {
        let error = err(&kirke("solve -", problem(words)));
        assert!(error.contains(&format!("standard input:{place}\n")), "{words}: {error}");
    }
}

#[test]
fn page_of_men_matches_the_table() {
    let (page, table) = (include_str!("../../docs/men.md"), markdown());
    assert!(
        page == table,
        "docs/men.md differs from the table of men; make it anew with\ncargo run -- men --format markdown > docs/men.md"
    );
    let readme = include_str!("../../README.md");
    assert!(readme.contains(&format!("{} [fairy men](docs/men.md)", FAIRY_WALKS.len())));
}

#[test]
fn men_are_listed_and_shown() {
    let list = out(&kirke("men", ""));
    assert!(FAIRY_WALKS.iter().all(|row| list.contains(row.letters[0])), "{list}");
    let shown = out(&kirke("men NH", ""));
    assert!(shown.starts_with("nightrider hopper (NH, in German NH, in French SN)"), "{shown}");
    assert_eq!(shown.lines().filter(|line| line.matches(['.', 'x', 'o', '@']).count() == 8).count(), 8);
    let words = out(&kirke("men royal neutral", ""));
    assert!(
        words.contains("Royal (attribute, in German Koeniglich") && words.contains("Neutral ("),
        "{words}"
    );
    let orthodox = kirke("men queen", "");
    assert!(err(&orthodox).contains("the queen of chess is not among the fairy men"), "{orthodox:?}");
    let wrong = kirke("men grashopper", "");
    assert!(code(&wrong) != 0 && err(&wrong).contains("did you mean 'grasshopper'?"), "{}", err(&wrong));
    let json = out(&kirke("men wazir --format json", ""));
    assert!(
        json.starts_with(
            r#"{"kind":"walk","name":"wazir","letters":["WE","WE","VI"],"movement":"Leaps (0,1)"#
        ),
        "{json}"
    );
}

#[test]
fn perft_counts_moves_of_fairy_men() {
    // The king has three moves; the grasshopper hops over the pawn, which is blocked.
    let output = kirke_with(&["perft", "1", "7k/8/8/3(G)4/3P4/8/8/K7 w - -"], "");
    assert_eq!(out(&output).trim(), "4", "{}", err(&output));
}
