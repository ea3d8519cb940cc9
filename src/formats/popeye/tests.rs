//! Tests of the reader of Popeye's input language.

use std::time::Duration;

use super::write;
use crate::board::{Layout, Square};
use crate::formats::{self, ColourMode, Diagnostic, Reading};
use crate::position::PieceNames;
use crate::problem::{Problem, Verdict};
use crate::stipulation::NonTrivial;

pub(crate) mod round_trip;

fn reading(text: &str) -> Reading {
    formats::read("test", text.as_bytes())
}

/// Returns the only problem of a text without errors.
fn good(text: &str) -> Problem {
    let mut reading = reading(text);
    assert_eq!(reading.items.len(), 1, "{text}");
    match reading.items.remove(0).problem {
        Ok(problem) => problem,
        Err(refusal) => panic!("{}", refusal.render(&reading.source, ColourMode::Plain)),
    }
}

/// Returns the first error of a text with one problem.
fn bad(text: &str) -> Diagnostic {
    let mut reading = reading(text);
    assert_eq!(reading.items.len(), 1, "{text}");
    let refusal = reading.items.remove(0).problem.expect_err(text);
    refusal.render(&reading.source, ColourMode::Plain);
    refusal.errors.into_iter().next().unwrap()
}

/// Returns the first error of a problem with the given first line.
fn bad_line(line: &str) -> Diagnostic {
    bad(&format!("beginproblem stip #2\n{line}\nendproblem\n"))
}

fn square(name: &str) -> Square {
    Layout::CHESS.square(name).unwrap()
}

#[test]
fn problem_is_the_same_in_three_languages() {
    let english = good(
        "beginproblem author Sam Loyd\n\
         pieces white Kb1 Qh3 Sd4 Pb2c2 black Royal Ka8 Re1 Bf1\n\
         stipulation h#2.5 option SetPlay NoBk condition Circe Strict endproblem",
    );
    let german = good(
        "anfangproblem autor Sam Loyd\n\
         steine weiss Kb1 Dh3 Sd4 Bb2c2 schwarz Koeniglich Ka8 Te1 Lf1\n\
         forderung h#2.5 option Satzspiel OhneSk bedingung Circe Strikt endeproblem",
    );
    let french = good(
        "debutprobleme auteur Sam Loyd\n\
         pieces blanc Rb1 Dh3 Cd4 Pb2c2 noir Royale Ra8 Te1 Ff1\n\
         enonce h#2.5 option Apparent SansRN condition Circe Stricte finprobleme",
    );
    assert_eq!(write(&english), write(&german));
    assert_eq!(write(&english), write(&french));
    assert_eq!(english.setting.diagram.placement(), "k7/8/8/8/3N4/7Q/1PP5/1K2rb2");
    assert_eq!(english.authors, ["Sam Loyd"]);
    assert!(english.options.set_play && english.options.no_black_king);
}

#[test]
fn keywords_may_be_abbreviated() {
    let problem = good("beg;PIEC whi kE1 Q d1,, black kE8\r\nSTIP #2;opt vari try end");
    assert!(problem.options.variations);
    assert_eq!(problem.options.tries, Some(1));
    assert_eq!(problem.setting.diagram.men().count(), 3);
}

#[test]
fn fault_loses_only_its_problem() {
    let reading = reading(
        "beginproblem\nstip #2\nnextproblem\nstip #2 opt nonsense\nnextproblem\nstip #3\n\
         endproblem\n",
    );
    let read: Vec<_> = reading.items.iter().map(|item| (item.span.line, item.problem.is_ok())).collect();
    assert_eq!(read, [(1, true), (3, false), (5, true)]);
}

#[test]
fn missing_end_loses_only_its_problem() {
    let reading = reading("beginproblem\nstip #2\nbeginproblem\nstip #3\nendproblem\nnotes\n");
    let read: Vec<_> = reading.items.iter().map(|item| item.problem.is_ok()).collect();
    assert_eq!(read, [false, true]);
    assert_eq!(reading.warnings.len(), 1);
    assert_eq!(reading.warnings[0].span.line, 6);
}

#[test]
fn forsyth_variants_are_read() {
    for (text, placement) in [
        ("rsbqkbsr/pppppppp/8/8/8/8/PPPPPPPP/RSBQKBSR", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
        ("rsbqkbsrpppppppp32PPPPPPPPRSBQKBSR", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
        ("48/5+k-K1/8", "8/8/8/8/8/8/5Kk1/8"),
        ("8/K1k", "8/K1k5/8/8/8/8/8/8"),
        ("k1K5/p7/1P6", "k1K5/p7/1P6/8/8/8/8/8"),
        ("=g=S=.maK4/k", "=(G)=N=(MA)K4/k7/8/8/8/8/8/8"),
        // Examples of Popeye's manual.
        ("48/5gPp/5K1k", "8/8/8/8/8/8/5(g)Pp/5K1k"),
        ("1.PA6/8/1Q2.ma3/8/k1.pa.pa4/8/1P1K", "1(PA)6/8/1Q2(ma)3/8/k1(pa)(pa)4/8/1P1K4/8"),
        ("+g=p.PA.ma.g2+.15-.15=.li/k", "(G)=P(PA)(ma)(g2)(15)(-15)=(LI)/k7/8/8/8/8/8/8"),
    ] {
        let problem = good(&format!("beginproblem forsyth {text} stip #2 endproblem"));
        assert_eq!(problem.setting.diagram.placement(), placement, "{text}");
    }
    for (text, column, words) in [
        ("8/8/8/8/8/8/8/7", 9, "found 63"),
        ("8/8/8/8/8/8/8/6K", 9, "found 63"),
        ("8/8/8/8/8/8/8/K8", 24, "found more"),
        ("8/7/8/8/8/8/8/8", 12, "ranks of 8 squares"),
        ("8//8/8/8/8/8/8", 11, "ranks of 8 squares"),
        ("88888888", 9, "from 1 to 64"),
        ("99999999999999999999999", 9, "from 1 to 64"),
        ("63?", 11, "expected a man"),
        ("62=K.", 13, "expected a man"),
        ("62==KK", 11, "expected a man"),
        ("8/7", 9, "found 15"),
    ] {
        let error = bad_line(&format!("forsyth {text}"));
        assert!(error.to_string().contains(words), "{text}: {error}");
        assert_eq!(error.span.column, column, "{text}: {error}");
    }
}

#[test]
fn options_are_read_in_three_languages() {
    let options = good(
        "beginproblem stip #2 option MaxSolutions 5 MaxTime 60 Defence 2 Try NoCastling a1h8 \
         EnPassant d7d6d5 Intelligent 3 Beep NoBoard pieces black Pd5 option Intelligent \
         WhiteToPlay HalfDuplex NoThreat NoWk endproblem",
    )
    .options;
    assert_eq!(options.max_solutions, Some(5));
    assert_eq!(options.max_time, Some(Duration::from_secs(60)));
    // Of Defence and Try the last one counts.
    assert_eq!(options.tries, Some(1));
    let both = good("beginproblem stip #2 option Try Defence 2 NonTrivial 1 3 endproblem").options;
    assert_eq!((both.tries, both.nontrivial), (Some(2), Some(NonTrivial { allowance: 1, within: 3 })));
    assert_eq!(options.no_castling.len(), 2);
    assert_eq!(options.en_passant.unwrap().value.arrival, square("d5"));
    let short = good("beginproblem stip #2 option EnPassant d6 pieces black Pd5 endproblem");
    let long = good("beginproblem stip #2 option EnPassant d7d6d5 pieces black Pd5 endproblem");
    let step = |problem: &Problem| problem.options.en_passant.as_ref().map(|step| step.value.clone());
    assert!(step(&short).is_some() && step(&short) == step(&long));
    let step = good("beginproblem stip #2 option EnPassant d8d7d6d5 pieces black Pd5 endproblem");
    assert_eq!(step.options.en_passant.unwrap().value.passed, [square("d7"), square("d6")]);
    assert!(options.white_to_play && options.half_duplex && options.no_threat && options.no_board);
}

#[test]
fn twin_changes_are_read() {
    let problem = good(
        "beginproblem pieces white Ke1 black Ke8 stipulation #2\n\
         zeroposition move e1 e2 add black Qd1 Sa1b1 white Qe1\n\
         twin continued remove a1b1 condition Circe\n\
         remark kirke: twin=b verdict=sound\n\
         twin stipulation h#2 exchange e1 e8\n\
         endproblem",
    );
    assert!(problem.zeroposition);
    let kinds: Vec<_> = problem.twins.iter().map(|twin| (twin.continued, twin.changes.len())).collect();
    assert_eq!(kinds, [(false, 2), (true, 3), (false, 2)]);
    assert_eq!(problem.declarations[0].twin.as_deref(), Some("b"));
}

#[test]
fn board_transformations_are_read_in_three_languages() {
    let english = good(
        "beginproblem pieces white Ke1 Rh1 black Ke8 stipulation #2\n\
         twin rotate 90 twin rot 180 mirror a1<-->h1 twin mirror a1<-->a twin cont mirr a8<-->h1\n\
         twin shift a1 a2 twin sub R Q twin PolishType\nendproblem",
    );
    let german = good(
        "anfangproblem steine weiss Ke1 Th1 schwarz Ke8 forderung #2\n\
         zwilling Drehung 90 zwilling dre 180 spiegelung a1<-->h1 zwilling spiegelung a1<-->a\n\
         zwilling ferner spieg a8<-->h1 zwilling verschiebung a1 a2 zwilling ersetze T D\n\
         zwilling farbwechsel endeproblem",
    );
    let french = good(
        "debutprobleme pieces blanc Re1 Th1 noir Re8 enonce #2\n\
         jumeau rotation 90 jumeau rot 180 miroir a1<-->h1 jumeau miroir a1<-->a\n\
         jumeau enplus mir a8<-->h1 jumeau translation a1 a2 jumeau remplace T D\n\
         jumeau CouleurEchange finprobleme",
    );
    assert_eq!(write(&english), write(&german));
    assert_eq!(write(&english), write(&french));
    let labels =
        english.twins_in_order().into_iter().map(|head| head.changes.words(PieceNames::KnightS).join(" "));
    assert_eq!(
        labels.collect::<Vec<_>>(),
        [
            "",
            "rotate 90",
            "rotate 180 mirror a1<-->h1",
            "mirror a1<-->a8",
            "mirror a8<-->h1",
            "",
            "R ==> Q",
            "PolishType"
        ]
    );
}

#[test]
fn square_list_is_bounded() {
    let named = |count: usize| format!("pieces white Ke1 Q{}", "a1".repeat(count));
    // Two men on one square are refused in any case.
    assert!(!bad_line(&named(128)).to_string().contains("at most"));
    let error = bad_line(&named(1_000_000));
    assert_eq!((error.span.line, error.span.column), (2, 19 + 2 * 128));
    assert!(error.to_string().contains("expected at most 128 squares"), "{error}");
}

#[test]
fn kirke_remarks_are_declarations() {
    let problem = good(
        "beginproblem stip #2\nremark kirke: verdict=cooked keys=Qe2,Rd1 set=0\n\
         remark nothing of interest: keys=\nendproblem",
    );
    assert_eq!(problem.declarations.len(), 1);
    assert_eq!(problem.declarations[0].verdict, Some(Verdict::Cooked));
    let error = bad_line("remark kirke: verdict=cooked kays=Qe2");
    assert_eq!((error.span.line, error.span.column), (2, 30));
    assert!(error.to_string().contains("did you mean 'keys='?"), "{error}");
    assert!(bad_line("remark kirke: twin=c set=1").message.contains("no twin"));
    let twice = bad("beginproblem stip #2\nremark kirke: set=1\nremark kirke: set=2\nendproblem");
    assert_eq!(twice.related.len(), 1);
}

#[test]
fn misspelt_separator_loses_one_problem() {
    for (separator, begin, end) in [
        ("nextproblme", "beginproblem stip #2", "endproblem"),
        ("WeitresProblem", "anfangproblem forderung #2", "endeproblem"),
    ] {
        let list =
            if end == "endproblem" { "pieces white Ka1 black Kh8" } else { "steine weiss Ka1 schwarz Kh8" };
        let text =
            format!("{begin}\n{list}\n{separator}\n{list}\n{}\n{end}", &begin[begin.find(' ').unwrap()..]);
        let reading = reading(&text);
        let [one, other] = &reading.items[..] else { panic!("{text}: {} problems", reading.items.len()) };
        let errors = &one.problem.as_ref().unwrap_err().errors;
        assert_eq!(errors.len(), 1, "{errors:?}");
        assert_eq!((errors[0].span.line, errors[0].span.column), (3, 1));
        assert!(other.problem.is_ok(), "{text}");
    }
}

#[test]
fn white_to_play_is_refused_where_unclear() {
    for stipulation in ["ser-h#2", "hs#2", "hr#2.5", "2->ser-#2", "pser-h#2", "ser-reci-h#2", "reci-h#1"] {
        let error = bad(&format!("beginproblem stip {stipulation}\noption WhiteToPlay\nendproblem"));
        assert_eq!((error.span.line, error.span.column), (2, 8), "{stipulation}");
        let twin = format!("beginproblem stip h#2 option WhiteToPlay\ntwin stip {stipulation}\nendproblem");
        assert_eq!(bad(&twin).span.line, 2, "{stipulation}");
    }
}

#[test]
fn options_without_effect_give_warnings() {
    for (stipulation, options, words) in [
        ("h#2", "Try", "no tries"),
        ("h#2", "PostKeyPlay", "direct, self and reflex"),
        ("#2", "WhiteToPlay", "White begins in any case"),
        ("h#2.5", "WhiteToPlay", "White begins in any case"),
        ("#2", "NoThreat", "which only Variations or SetPlay show"),
        ("#2", "TrivialTriesAvoid", "which only Try or Defence show"),
        ("#2", "Threat 2", "that many moves"),
        ("ser-#2", "SetPlay", "there is no set play"),
        ("#2", "PostKeyPlay Try", "after a key that has been made"),
    ] {
        let text = format!("beginproblem stip {stipulation} option {options} endproblem");
        let reading = reading(&text);
        let item = &reading.items[0];
        assert!(item.problem.is_ok(), "{text}");
        let [warning] = &item.warnings[..] else { panic!("{text}: {:?}", item.warnings) };
        assert!(warning.message.contains(words), "{text}: {warning}");
    }
    // A twin may give the option an effect.
    let text = "beginproblem stip h#2 option Variations Try twin stip #2 endproblem";
    assert!(reading(text).items[0].warnings.is_empty());
}

#[test]
fn faults_have_their_column() {
    for (line, column, words) in [
        ("stiplation #2", 1, "did you mean 'stipulation'"),
        ("s #2", 1, "is ambiguous"),
        ("pieces white Ke1 Rj9", 19, "expected a square (a1 to h8), found 'j9'"),
        ("pieces white Ke1 Rd", 18, "expected a man"),
        ("pieces white Ke1 Xd4", 18, "'X' is no letter of a man"),
        ("pieces white Ke1 XXd4", 18, "'XX' are no letters of a man (d4)"),
        ("pieces white Ke1 e4e5", 18, "expected a man with its squares as in Ke1"),
        ("pieces white Ke1 Royal Rd1", 18, "'Royal' stands after a colour"),
        ("pieces white Ke1 black Ke1", 25, "two men are on e1"),
        ("pieces Ke1", 8, "expected a colour"),
        ("pieces whte Ke1", 8, "did you mean 'White'"),
        ("pieces white Ke1 Magik Rd1", 18, "did you mean 'Magic'"),
        ("pieces white (-1,2)d4 Ke1", 14, "expected a leap of up to seven squares"),
        ("pieces white R/Gf3", 14, "a hunter of two different men of chess"),
        ("pieces totalinvisible Qf3", 8, "is known to Popeye"),
        ("pieces white Kd1 R stip", 20, "the squares of 'R'"),
        ("pieces white K e1", 14, "without a blank"),
        ("option setpaly", 8, "did you mean 'SetPlay'"),
        ("option no", 8, "is ambiguous"),
        ("option", 1, "expected an option"),
        ("option MaxTime x", 16, "expected a number"),
        ("option MaxTime 0", 16, "from 1 to"),
        ("option MaxSolutions 99999999999999999999", 21, "from 1 to"),
        ("option Threat x", 15, "expected a number"),
        ("option EnPassant d6d5", 18, "double step"),
        ("option EnPassant d7d6d5", 18, "found no man"),
        ("option NoCastling d4", 19, "no castling begins on d4"),
        ("option Duplex HalfDuplex", 15, "exclude each other"),
        ("option SetPlay PostKeyPlay", 16, "assumes that the key has been made"),
        ("option NullMoves SetPlay", 18, "the same play again"),
        ("option MaxSolutions 1 MaxSolutions 2", 23, "another number"),
        ("option Defence 2 Threat 1 Defence 3", 27, "another number"),
        ("option StartMoveNumber 5 UpToMoveNumber 4", 26, "no first moves from 5 up to 4"),
        ("option StartMoveNumber 5:x", 24, "expected numbers of moves"),
        ("condition Cirse", 11, "did you mean 'Circe'"),
        ("condition Circe Hypervolage", 17, "'Hypervolage' is known"),
        ("sstipulation white 3a[j", 23, "expected a goal"),
        ("sstipulation white 3a[#] & 2da[#]", 26, "joined"),
        ("stipulation #999", 14, "at most"),
        ("stipulation #2.5", 15, "half-move"),
        ("zeroposition", 1, "expected a change"),
        ("twin", 1, "expected a change"),
        ("twin move a1 j9", 14, "expected a square"),
        ("pieces white Qd4 InitialGameArray", 18, "the game array is put up on an empty board"),
        ("twin sstip rubbish", 12, "the side that begins"),
        ("twin rotate 360", 13, "expected an angle (90, 180 or 270), found '360'"),
        ("twin mirror a1", 13, "expected two squares that change places (a1<-->h1, "),
        ("twin mirror h1<-->a1", 13, "expected two squares that change places"),
        ("twin shift a1 j1", 15, "expected a square"),
        ("twin move a1 a1", 14, "expected another square than a1"),
        ("twin exchange a1 a1", 18, "expected another square than a1"),
        ("twin substitute R 2", 19, "expected the letter of a man"),
        ("twin substitute R R", 19, "expected the letter of another man"),
        ("twin substitute r/g S", 17, "expected the letter of a man (K, Q, R, B, S, P, PP), found 'r/g'"),
        ("twin move a1 a2 continued", 17, "precedes the changes"),
        ("twin move a1 a2 pieces white Ka1", 17, "precede the first twin"),
        ("twin add white Qa1 Ra1", 21, "two men are on a1"),
        ("\u{7}\u{1b}[2J", 1, "expected a command"),
    ] {
        let error = bad_line(line);
        assert!(error.to_string().contains(words), "{line}: {error}");
        let expected = if words == "expected an option" { 3 } else { 2 };
        assert_eq!((error.span.line, error.span.column), (expected, column), "{line}: {error}");
    }
    assert!(bad("beginproblem\nendproblem").message.contains("a stipulation"));
    assert!(bad("beginproblem\nstip #2\n").message.contains("ends within a problem"));
}

#[test]
fn wrong_man_leads_to_one_error() {
    for men in [
        "white Ka1 Xd4 Gd5 Ge5 black Kh8",
        "white Ka1 Bul Rd4 Rd5 black Kh8",
        "white Ka1 (-1,2)d4 Rd5 black Kh8",
    ] {
        let mut reading = reading(&format!("beginproblem stip #2 pieces {men} endproblem"));
        let refusal = reading.items.remove(0).problem.expect_err(men);
        assert_eq!(refusal.errors.len(), 1, "{:?}", refusal.errors);
    }
}

#[test]
fn stipulation_may_be_two_words() {
    let problem = good("beginproblem stip hze8 1.5 opt Try endproblem");
    let stipulation = problem.setting.stipulation.unwrap();
    assert_eq!(stipulation.value.to_string(), "hze81.5");
    assert!(bad_line("stip option Try").message.contains("found 'option'"));
}

#[test]
fn empty_piece_list_is_an_empty_diagram() {
    let problem = good("beginproblem pieces stip #2 endproblem");
    assert_eq!(problem.setting.diagram.men().count(), 0);
}

#[test]
fn files_without_problem_are_refused() {
    for (bytes, words) in [
        (&b""[..], "no problem"),
        (b"\n \n", "no problem"),
        (b"\x7fELF\0\0", "not a text"),
        (b"\xff\xfeb\0", "UTF-16"),
        (b"begnproblem", "did you mean 'beginproblem'"),
        (b"hello world", "expected 'beginproblem'"),
    ] {
        let reading = formats::read("x", bytes);
        let refusal = reading.items[0].problem.as_ref().unwrap_err();
        assert!(refusal.to_string().contains(words), "{refusal}");
        refusal.render(&reading.source, ColourMode::Plain);
    }
}

/// Returns the warnings at a problem with these men.
fn warnings(men: &str) -> String {
    let text = format!("beginproblem stip h#2 pieces white Kb1 {men} black Ka8 endproblem");
    reading(&text).items[0].warnings.iter().map(ToString::to_string).collect()
}

#[test]
fn attributes_without_effect_lead_to_a_warning() {
    assert!(warnings("white Bul Rd4").contains("Bul has no effect on a man that hops over no hurdle"));
    assert!(warnings("white Dob Qd4 Gd5").contains("Dob has no effect"));
    for men in ["white Bul Gd4", "white HurdleColourChanging PAd4", "white Bul Pd4"] {
        assert_eq!(warnings(men), "", "{men}");
    }
    assert_eq!(warnings("white Bul Rd4 condition AnnanChess"), "");
}

#[test]
fn nightrider_without_knights_leads_to_a_warning() {
    assert!(warnings("Nc3").contains("the letter of the knight is S"));
    assert_eq!(warnings("Nc3 Sd5"), "");
    assert_eq!(warnings("Nc3 Gd5"), "");
}
