//! Tests of the dialects of FEN.

use proptest::prelude::*;

use super::{FenDialect, written};
use crate::board::Layout;
use crate::formats::epd::placed;
use crate::formats::{Asked, Document, FenReading, read};
use crate::position::{Colour, FAIRY_WALKS, Man, ManFlags, Walk};
use crate::problem::{Diagram, Problem};

const FOREIGN: [FenDialect; 3] = [FenDialect::Popeye, FenDialect::FenTool, FenDialect::Yacpdb];
const COLOURS: [Colour; 3] = [Colour::White, Colour::Black, Colour::Neutral];

/// Reads a placement; an error has its column.
fn one(text: &str, dialect: Option<FenDialect>) -> Result<Problem, (u32, String)> {
    // The board is named, so that none is refused.
    let line = format!("{text} #1; board {};", board(text));
    let document = Document::new("test", line.as_bytes());
    let mut items: Vec<_> =
        document.items(Asked::default(), FenReading { dialect, ..Default::default() }).collect();
    assert_eq!(items.len(), 1, "{text}");
    items.remove(0).problem.map_err(|refusal| {
        let error = &refusal.errors[0];
        (error.span.column, error.one_line())
    })
}

fn board(text: &str) -> &'static str {
    if text.matches('/').count() == 4 { "5x5" } else { "8x8" }
}

fn placement(text: &str, dialect: Option<FenDialect>) -> String {
    match one(text, dialect) {
        Ok(problem) => problem.setting.diagram.placement(),
        Err(error) => panic!("{text}: {error:?}"),
    }
}

fn walks() -> impl Iterator<Item = Walk> {
    Walk::CHESS.into_iter().chain(FAIRY_WALKS.iter().map(|row| row.walk))
}

/// Returns a diagram with one man on d4, and one of each king.
fn diagram_of(man: Man) -> Diagram {
    let mut diagram = Diagram::empty(Layout::CHESS);
    for (name, man) in [
        ("a1", Man::new(Colour::White, Walk::King)),
        ("h8", Man::new(Colour::Black, Walk::King)),
        ("d4", man),
    ] {
        diagram.put(Layout::CHESS.square(name).expect("a square"), man);
    }
    diagram
}

/// The examples of Popeye's manual, of the README and the tests of FEN Tool, and positions as Olive writes them.
#[test]
fn published_placements_are_read() {
    let array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for (dialect, text, expected) in [
        (FenDialect::Popeye, "rsbqkbsr/pppppppp/8/8/8/8/PPPPPPPP/RSBQKBSR", array),
        (FenDialect::Popeye, "rsbqkbsrpppppppp32PPPPPPPPRSBQKBSR", array),
        (FenDialect::Popeye, "48/5gPp/5K1k", "8/8/8/8/8/8/5(g)Pp/5K1k"),
        (
            FenDialect::Popeye,
            "1.PA6/8/1Q2.ma3/8/k1.pa.pa4/8/1P1K",
            "1(PA)6/8/1Q2(ma)3/8/k1(pa)(pa)4/8/1P1K4/8",
        ),
        (FenDialect::Popeye, "+g=p.PA.ma.g2+.15-.15=.li/k", "(G)=P(PA)(ma)(g2)(15)(-15)=(LI)/k7/8/8/8/8/8/8"),
        (FenDialect::FenTool, array, array),
        (FenDialect::FenTool, "4Q3/8/8/8/8/2P5/1P*2n5/8", "4Q3/8/8/8/8/2P5/1P(n)5/8"),
        (FenDialect::FenTool, "-k*2Q-*3B~n4/8/8/8/8/8/8/8", "=K(G)=(GI)=N4/8/8/8/8/8/8/8"),
        (FenDialect::FenTool, "5/5/2*1n2/5/5", "5/5/2(z)2/5/5"),
        (
            FenDialect::Yacpdb,
            "rsbqkbsr/pppp(!p)ppp/8/8/8/8/PPPPPPPP/RSBQKBSR",
            "rnbqkbnr/pppp=Pppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        ),
        (
            FenDialect::Yacpdb,
            "(Q2)(q3)(!S2)(!k)eOF(s3)/8/8/8/8/8/8/8",
            "(G)(le)=(N)=K(eq)(O)(RO)(z)/8/8/8/8/8/8/8",
        ),
        (FenDialect::Yacpdb, "(n2)N6/8/8/8/8/8/8/8", "(n)N6/8/8/8/8/8/8/8"),
    ] {
        assert_eq!(placement(text, Some(dialect)), expected, "{text}");
        assert_eq!(placement(&format!("{}:{text}", dialect.name()), None), expected, "{text}");
    }
}

#[test]
fn dialects_are_detected_where_that_is_certain() {
    for (text, expected) in [
        // FEN as in chess.
        ("8/8/8/3N4/8/8/8/8", "8/8/8/3N4/8/8/8/8"),
        ("8/8/8/2Q~k4/8/8/8/8", "8/8/8/2Qk4/8/8/8/8"),
        ("8/8/8/3(G)(s4)3/8/8/8/8", "8/8/8/3(G)(s4)3/8/8/8/8"),
        ("8/8/(s2)(g)6/8/8/8/8/8", "8/8/(s2)(g)6/8/8/8/8/8"),
        // Popeye.
        ("8/8/8/3.ma4/8/8/8/8", "8/8/8/3(ma)4/8/8/8/8"),
        ("8/8/8/3=.maS3/8/8/8/8", "8/8/8/3=(MA)N3/8/8/8/8"),
        ("8/8/8/3+g4/8/8/8/8", "8/8/8/3(G)4/8/8/8/8"),
        // The same man in both.
        ("8/8/8/3=q4/8/8/8/8", "8/8/8/3=Q4/8/8/8/8"),
        // FEN Tool.
        ("8/8/8/3*2q4/8/8/8/8", "8/8/8/3(g)4/8/8/8/8"),
        ("8/8/8/3~q4/8/8/8/8", "8/8/8/3=Q4/8/8/8/8"),
        ("8/8/8/3-*2qk3/8/8/8/8", "8/8/8/3=(G)k3/8/8/8/8"),
        // Olive.
        ("8/8/8/3(!n)S3/8/8/8/8", "8/8/8/3=NN3/8/8/8/8"),
        ("8/8/8/3(q2)4/8/8/8/8", "8/8/8/3(g)4/8/8/8/8"),
    ] {
        assert_eq!(placement(text, None), expected, "{text}");
    }
}

#[test]
fn ambiguous_placements_are_refused() {
    for (text, column, message) in [
        ("8/8/8/3-k4/8/8/8/8", 8, "this man is bK in Popeye's FEN, nK in the FEN of FEN Tool"),
        ("8/8/8/N2=n4/8/8/8/8", 7, "this man is wS in kirke's FEN, wN in Popeye's FEN"),
        ("8/8/8/3(s2)4/8/8/8/8", 8, "this man is bS2 in kirke's FEN, bN in the FEN of Olive and YACPDB"),
        ("8/8/8/3(B1)4/8/8/8/8", 8, "this man is wB1 in kirke's FEN, no man for kirke in the FEN of Olive"),
        ("8/8/8/3-ks3/8/8/8/8", 8, "bK in Popeye's FEN, no man for kirke in the FEN of FEN Tool"),
    ] {
        let (found, error) = one(text, None).unwrap_err();
        assert_eq!(found, column, "{text}: {error}");
        assert!(error.starts_with("expected the name of the dialect of this FEN: "), "{text}: {error}");
        assert!(error.contains(message) && error.contains("--fen-dialect"), "{text}: {error}");
    }
}

#[test]
fn faults_have_their_place() {
    for (text, column, message) in [
        ("popeye:8/8/8/3.xx4", 15, "expected a man, a number of empty squares or a slash, found '.'"),
        ("popeye:8/8/8/3X4", 15, "found 'X'; the placement is read as Popeye's FEN"),
        ("popeye:8/7/8", 11, "expected ranks of 8 squares, found 7"),
        ("popeye:65", 8, "from 1 to 64, found '65'"),
        (
            "fen-tool:8/8/8/3*1R4/8/8/8/8",
            17,
            "the picture '*1R' stands for no certain man in the FEN of FEN Tool",
        ),
        ("fen-tool:8/8/8/3*4Q4/8/8/8/8", 17, "expected a man"),
        ("fen-tool:8/8/8/3*0Q4/8/8/8/8", 17, "expected a man"),
        ("fen-tool:8/8/8/3-c4/8/8/8/8", 17, "'-c' is no man, but a circle"),
        ("fen-tool:8/8/8/3s4/8/8/8/8", 17, "the letter of the knight is N"),
        ("fen-tool:8/8/8/3''124/8/8/8/8", 17, "a text is no man"),
        ("fen-tool:8/8/8/3'A4/8/8/8/8", 17, "a text is no man"),
        ("fen-tool:8/8/8/3'", 17, "found"),
        ("fen-tool:31Q12/8/8/8/8/8/8/8", 10, "expected a number of empty squares from 1 to 8, found '31'"),
        ("fen-tool:8/8/8/3*2Q3/8/8/8/8", 16, "expected 8 squares in every rank, found 7"),
        ("fen-tool:8/8/8/8/8/8/8/8/8", 25, "expected at most 8 ranks"),
        ("fen-tool:*2Q8/8/8/8/8/8/8/8", 10, "expected at most 8 squares in a rank"),
        ("yacpdb:8/8/8/3(xx)4/8/8/8/8", 15, "expected a man"),
        ("yacpdb:8/8/8/3(q4)4/8/8/8/8", 15, "expected a man"),
        ("yacpdb:8/8/8/3(p1)4/8/8/8/8", 15, "the picture '(p1)' stands for no certain man"),
        ("yacpdb:8/8/8/3x4/8/8/8/8", 15, "the picture of every man without"),
        ("yacpdb:8/8/8/3(q2/8/8/8/8", 15, "expected a man"),
        ("yacpdb:8/8/8/8/8", 8, "expected 8 ranks, found 5"),
        ("kirke:8/8/8/3=4/8/8/8/8", 15, "expected the letter of a neutral man"),
        ("8/8/8/3*1R4/8/8/8/8", 8, "the picture '*1R' stands for no certain man"),
        ("popeya:8/8/8/8/8/8/8/8", 1, "found 'popeya'; did you mean 'popeye'?"),
    ] {
        let (found, error) = one(text, None).unwrap_err();
        assert!(error.contains(message), "{text}: {error}");
        assert_eq!(found, column, "{text}: {error}");
    }
}

/// Every man that a dialect can name is read as the same man, and every other one is refused by name.
#[test]
fn men_are_read_as_they_are_written() {
    for (dialect, named) in [
        (FenDialect::Kirke, walks().count() - 1),
        (FenDialect::Popeye, 162),
        (FenDialect::FenTool, 20),
        (FenDialect::Yacpdb, 20),
    ] {
        let mut count = 0;
        for (walk, colour) in walks().flat_map(|walk| COLOURS.map(|colour| (walk, colour))) {
            let man = Man::new(colour, walk);
            let diagram = diagram_of(man);
            match written(dialect, &diagram) {
                Ok(text) => {
                    let again = one(&text, None).map(|problem| problem.setting.diagram);
                    if dialect == FenDialect::Kirke && walk == Walk::ReversedPawn {
                        continue;
                    }
                    assert_eq!(again.as_ref(), Ok(&diagram), "{text}");
                    let asked = one(&text, Some(dialect)).map(|problem| problem.setting.diagram);
                    assert_eq!(asked.as_ref(), Ok(&diagram), "{text}");
                    count += usize::from(colour == Colour::White);
                }
                Err(error) => {
                    assert!(error.starts_with(&format!("{} d4: ", man.label())), "{error}");
                    assert!(error.contains("for this man"), "{error}");
                }
            }
        }
        assert_eq!(count, named, "{dialect:?}");
    }
}

#[test]
fn names_stand_only_where_they_are_needed() {
    for (dialect, man, expected) in [
        (FenDialect::Kirke, Man::new(Colour::White, Walk::Knight), "7k/8/8/8/3N4/8/8/K7"),
        (FenDialect::Kirke, Man::new(Colour::Neutral, Walk::Knight), "kirke:7k/8/8/8/3=N4/8/8/K7"),
        (FenDialect::Popeye, Man::new(Colour::White, Walk::Knight), "popeye:7k/8/8/8/3S4/8/8/K7"),
        (FenDialect::Popeye, Man::new(Colour::White, Walk::Nightrider), "popeye:7k/8/8/8/3N4/8/8/K7"),
        (FenDialect::Popeye, Man::new(Colour::Black, Walk::Mao), "7k/8/8/8/3.ma4/8/8/K7"),
        (FenDialect::Popeye, Man::new(Colour::Black, Walk::Leaper15), "7k/8/8/8/3-.154/8/8/K7"),
        (FenDialect::FenTool, Man::new(Colour::Neutral, Walk::Grasshopper), "7k/8/8/8/3-*2q4/8/8/K7"),
        (FenDialect::FenTool, Man::new(Colour::Neutral, Walk::Queen), "fen-tool:7k/8/8/8/3-q4/8/8/K7"),
        (FenDialect::Yacpdb, Man::new(Colour::Neutral, Walk::Knight), "7k/8/8/8/3(!s)4/8/8/K7"),
        (FenDialect::Yacpdb, Man::new(Colour::White, Walk::Grasshopper), "7k/8/8/8/3(Q2)4/8/8/K7"),
        (FenDialect::Yacpdb, Man::new(Colour::White, Walk::Nightrider), "yacpdb:7k/8/8/8/3(S2)4/8/8/K7"),
        (FenDialect::Yacpdb, Man::new(Colour::White, Walk::Rose), "yacpdb:7k/8/8/8/3F4/8/8/K7"),
    ] {
        assert_eq!(written(dialect, &diagram_of(man)).as_deref(), Ok(expected));
    }
}

#[test]
fn what_a_dialect_lacks_is_refused() {
    let attribute = Man { flags: ManFlags::KAMIKAZE, ..Man::new(Colour::White, Walk::Queen) };
    let royal = Man { royal: true, ..Man::new(Colour::Black, Walk::Queen) };
    for dialect in FOREIGN {
        let title = dialect.title();
        let error = written(dialect, &diagram_of(attribute)).unwrap_err();
        assert_eq!(error, format!("wkQ d4: {title} has no attributes, such as Kamikaze"));
        let error = written(dialect, &diagram_of(royal)).unwrap_err();
        assert_eq!(error, format!("brQ d4: {title} has no royal men but kings"));
        let small = Diagram::empty(Layout::rectangle(5, 6).expect("a board"));
        let reserve66 = Diagram::empty(Layout::REROUTE66);
        assert_eq!(written(dialect, &small).is_ok(), dialect == FenDialect::FenTool);
        assert!(written(dialect, &reserve66).is_err());
    }
}

#[test]
fn long_texts_are_refused() {
    for sign in ["(", "'", "*", "-", ".", "=", "8/", "''", "*2", "k", "(!", "9", "ü", "~k", "popeye:"] {
        for dialect in FenDialect::ALL.map(Some).into_iter().chain([None]) {
            let text = sign.repeat(20_000);
            assert!(one(&format!("8/{text}"), dialect).is_err(), "{sign}");
            if let Some(dialect) = dialect {
                assert!(one(&format!("{}:{text}", dialect.name()), None).is_err(), "{sign}");
            }
        }
    }
}

proptest! {
    /// A position of men that a dialect can name is read as it is written.
    #[test]
    fn positions_are_read_as_they_are_written(
        men in prop::collection::vec(prop::option::weighted(0.4, (0..COLOURS.len(), 0..1000usize)), 64),
        dialect in prop::sample::select(FenDialect::ALL.to_vec()),
    ) {
        let mut diagram = Diagram::empty(Layout::CHESS);
        let named: Vec<Walk> = walks()
            .filter(|walk| *walk != Walk::ReversedPawn || dialect == FenDialect::Popeye)
            .filter(|walk| written(dialect, &diagram_of(Man::new(Colour::White, *walk))).is_ok())
            .collect();
        for (square, man) in Layout::CHESS.squares().zip(&men) {
            if let Some((colour, walk)) = man {
                diagram.put(square, Man::new(COLOURS[*colour], named[walk % named.len()]));
            }
        }
        let text = written(dialect, &diagram).expect("a placement");
        // Several kings of a side are refused elsewhere.
        let reading = |text: &str, dialect| {
            placed(text, dialect).map_err(|error| error.to_string())
        };
        prop_assert_eq!(reading(&text, None), Ok(diagram.clone()), "{}", text);
        prop_assert_eq!(reading(&text, Some(dialect)), Ok(diagram.clone()), "{}", text);
    }

    /// Any text is read or refused.
    #[test]
    fn any_text_is_read_or_refused(text in "[-~+=*'!().a-cgk-sKNQ1-9/:é]{0,60}") {
        for dialect in FenDialect::ALL.map(Some).into_iter().chain([None]) {
            let _ = Document::new("test", format!("8/{text} #1").as_bytes())
                .items(Asked::default(), FenReading { dialect, ..Default::default() })
                .count();
        }
        prop_assert!(!read("test", text.as_bytes()).items.is_empty());
    }
}
