use std::collections::BTreeSet;

use super::legend::Legend;
use super::*;
use crate::position::{FAIRY_WALKS, Man, ManFlags, Walk};
use crate::problem::Diagram;
use crate::report::script;

/// Returns a problem of a board of 3 by 3 squares with a man of each kind.
fn small() -> Problem {
    let mut problem = script::problem("8/8/8/8/8/8/8/8", "h#2.5");
    problem.authors = vec!["A. <Composer>".into(), "B & C".into()];
    problem.origins = vec!["Die Schwalbe, 1990".into()];
    let layout = Layout::rectangle(3, 3).unwrap();
    let mut diagram = Diagram::empty(layout);
    let square = |name| layout.square(name).unwrap();
    diagram.put(square("a1"), Man::new(Side::White, Walk::King));
    diagram.put(square("b2"), Man::new(Side::Black, Walk::Grasshopper));
    diagram.put(
        square("c3"),
        Man { colour: crate::position::Colour::Neutral, ..Man::new(Side::White, Walk::Pawn) },
    );
    diagram.put(square("a3"), Man { flags: ManFlags::KAMIKAZE, ..Man::new(Side::White, Walk::Rook) });
    problem.setting.diagram = diagram;
    problem
}

#[test]
fn svg_snapshot() {
    let problem = small();
    insta::assert_snapshot!("small_svg", svg(&problem, &DiagramStyle::default()));
    let layout = problem.setting.diagram.layout();
    let style = DiagramStyle {
        men: MenSet::Letters,
        dark_squares: DarkSquares::Hatched,
        coordinates: Coordinates::Shown,
        viewpoint: Side::Black,
        caption: Caption::Hidden,
        square_size: 30,
        highlighted: vec![layout.square("b1").unwrap()],
        arrows: Arrow::parse("a1c1", layout).into_iter().collect(),
        ..DiagramStyle::default()
    };
    insta::assert_snapshot!("small_svg_letters", svg(&problem, &style));
}

#[test]
fn tex_snapshot() {
    let problem = small();
    insta::assert_snapshot!("small_tex", tex(&problem, &DiagramStyle::default()).unwrap());
    let arrows = vec![Arrow::parse("a1c1", problem.setting.diagram.layout()).unwrap()];
    let refused = tex(&problem, &DiagramStyle { arrows, ..DiagramStyle::default() });
    assert_eq!(refused, Err(TexError::Style("arrows")));
    let mut large = problem;
    large.setting.diagram = Diagram::empty(Layout::REROUTE66);
    assert_eq!(tex(&large, &DiagramStyle::default()), Err(TexError::Board));
}

/// The package has a figure upside down only once.
#[test]
fn tex_has_letters_where_figures_do_not_suffice() {
    let mut problem = small();
    let layout = problem.setting.diagram.layout();
    let walks = [Walk::Camel, Walk::Camelrider, Walk::Zebra, Walk::Gnu, Walk::Maorider];
    for (square, walk) in layout.squares().zip(walks) {
        problem.setting.diagram.put(square, Man::new(Side::Black, walk));
    }
    let text = tex(&problem, &DiagramStyle::default()).unwrap();
    assert!(
        text.contains("\\pieces{wTa3, sSRa1, sSLc1, sSUb1, nBc3}\n  \\setboolean{piececounter}{false}"),
        "{text}"
    );
    assert!(text.contains("\\fieldtext{{gn}a2, {ao}b2}"), "{text}");
    assert!(text.contains("\\remark{GN = gnu; AO = maorider; kamikaze: a3; 1+5+1n}"), "{text}");
}

/// Of two walks on one board, both have letters or they look different.
#[test]
fn two_walks_never_look_alike_without_letters() {
    let walks: Vec<Walk> = Walk::CHESS.into_iter().chain(FAIRY_WALKS.iter().map(|row| row.walk)).collect();
    for (index, &one) in walks.iter().enumerate() {
        for &other in &walks[..index] {
            let men = [one, other].map(|walk| Man::new(Side::White, walk));
            let legend = Legend::new(men, PieceNames::KnightS);
            let [first, second] =
                [one, other].map(|walk| (Picture::of(walk).appearance(), legend.label(walk)));
            assert_ne!(first, second, "{one:?} {other:?}");
        }
    }
}

#[test]
fn every_walk_is_drawn_in_both_sets() {
    let walks: Vec<Walk> = Walk::CHESS.into_iter().chain(FAIRY_WALKS.iter().map(|row| row.walk)).collect();
    for men in [MenSet::Figures, MenSet::Letters] {
        let sheet = specimen(&walks, &DiagramStyle { men, ..DiagramStyle::default() });
        let document = roxmltree::Document::parse(&sheet).unwrap();
        let ids: BTreeSet<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
        let used: Vec<&str> = document.descendants().filter_map(|node| node.attribute("href")).collect();
        assert!(used.len() > 3 * walks.len());
        assert!(used.iter().all(|link| ids.contains(&link[1..])), "{men:?}");
    }
}

/// Journals trust a picture that they can compare.
#[test]
fn pictures_are_the_same_each_time() {
    let problem = small();
    let style = DiagramStyle::default();
    assert_eq!(svg(&problem, &style), svg(&problem, &style));
    #[cfg(feature = "pictures")]
    assert_eq!(png(&problem, &style), png(&problem, &style));
}

#[cfg(feature = "pictures")]
#[test]
fn png_has_the_size_of_the_svg() {
    let problem = small();
    let style = DiagramStyle { square_size: 60, ..DiagramStyle::default() };
    let bytes = png(&problem, &style).unwrap();
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    let [width, height] = [16, 20].map(|at| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()));
    let text = svg(&problem, &style);
    assert!(text.contains(&format!("width=\"{width}\" height=\"{height}\"")), "{width} {height}");
}

#[test]
fn arrows_name_two_squares() {
    let layout = Layout::CHESS;
    assert!(Arrow::parse("e2e4", layout).is_some_and(|arrow| Arrow::parse("e2-e4", layout) == Some(arrow)));
    for wrong in ["", "e2", "e2e9", "e2e2", "e2e4e5", "é2e4"] {
        assert_eq!(Arrow::parse(wrong, layout), None, "{wrong}");
    }
}
