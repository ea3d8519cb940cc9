//! `kirke diagram`: every format, where it is written, and what is refused.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::common::program::{code, err, kirke, kirke_with, out, problem};

/// White mates on g2.
const QUEEN: &str = "8/8/8/8/8/5K2/4Q3/7k #1; c0 \"N. N.\";";

/// Returns the output, the messages and the exit code of a run.
fn drawn(arguments: &[&str], input: &str) -> (String, String, i32) {
    let done = kirke_with(&[&["diagram"], arguments].concat(), input);
    (out(&done), err(&done), code(&done))
}

/// Returns the title, the description and all text of an SVG. Panics unless it is valid and complete.
fn checked(svg: &str) -> [String; 3] {
    let document = roxmltree::Document::parse(svg).expect("XML");
    let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    let unique: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(unique.len(), ids.len(), "an id occurs twice: {svg}");
    for node in document.descendants() {
        let link = node.attribute("href").and_then(|link| link.strip_prefix('#'));
        let link =
            link.or(node.attribute("clip-path").and_then(|url| url.strip_prefix("url(#")?.strip_suffix(')')));
        assert!(link.is_none_or(|id| unique.contains(id)), "{link:?} is not defined: {svg}");
    }
    ["title", "desc", "text"].map(|name| {
        let nodes = document.descendants().filter(|node| node.tag_name().name() == name);
        nodes.filter_map(|node| node.text()).collect::<Vec<_>>().join("\n")
    })
}

#[test]
fn formats_follow_the_name_of_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    for (name, begin) in [
        ("x.svg", &b"<svg xmlns=\"http://www.w3.org/2000/svg\" "[..]),
        ("x.png", b"\x89PNG\r\n\x1a\n"),
        ("x.tex", b"% \\usepackage{diagram}\n\\begin{diagram}\n"),
        ("x.txt", "N. N.\n  ┌───".as_bytes()),
    ] {
        for _ in 0..2 {
            let (output, messages, exit) = drawn(&[QUEEN, "-o", &path(name)], "");
            assert_eq!((output.as_str(), messages.as_str(), exit), ("", "", 0), "{name}");
        }
        assert!(fs::read(path(name)).expect("a file").starts_with(begin), "{name}");
    }
    for (format, words) in [
        ("svg", "<svg"),
        ("tex", "\\pieces[2+1]{wKf3, wDe2, sKh1}"),
        ("ascii", "1 | .     .     .     .  k |"),
        ("text", "♚"),
    ] {
        let (output, messages, exit) = drawn(&["-", "--format", format, "-o", "-"], QUEEN);
        assert!(output.contains(words), "{format}: {output}");
        assert_eq!((messages.as_str(), exit), ("", 0), "{format}");
    }
}

#[test]
fn several_problems_have_numbered_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let lines = format!("{QUEEN}\n").repeat(10);
    let (_, messages, exit) = drawn(&["-", "-o", &path("x.svg")], &lines);
    assert_eq!((messages.as_str(), exit), ("", 0));
    for name in ["x-01.svg", "x-10.svg"] {
        checked(&fs::read_to_string(path(name)).expect("a file"));
    }
    assert!(!Path::new(&path("x.svg")).exists());
    let again = drawn(&["-", "-o", &path("x.svg")], &lines);
    assert!(again.1.contains("x-01.svg: this file exists; --overwrite replaces it"), "{}", again.1);
    assert_eq!(again.2, 2);
    assert_eq!(drawn(&["-", "-o", &path("x.svg"), "--overwrite"], &lines).2, 0);
    assert_eq!(drawn(&["-", "-o", &path("new/"), "--format", "png"], &lines).2, 0);
    assert!(fs::read(path("new/07.png")).expect("a file").starts_with(b"\x89PNG"));
    let (output, _, exit) = drawn(&["-"], &lines);
    assert_eq!((output.as_str(), exit), ("", 2));
    // One file holds any number in the other formats.
    let (output, _, exit) = drawn(&["-", "--format", "tex"], &lines);
    assert_eq!((output.matches("\\begin{diagram}").count(), exit), (10, 0));
}

#[test]
fn wrong_arguments_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = folder.path().join("in.txt").display().to_string();
    fs::write(&input, QUEEN).expect("written");
    for (arguments, expected) in [
        (&["-o", "x.gif"][..], "expected a name with .svg, .png, .tex or .txt, a folder, or --format"),
        (&["-o", "x.svg", "--format", "png"], "the name is one of another format than --format png"),
        (&["--format", "png"], "a PNG is written to a file"),
        (&["--highlight", "e4,e9"], "--highlight: expected a square (a1 to h8), found 'e9'"),
        (&["--arrow", "e2"], "--arrow: expected two squares (a1 to h8), as in e2e4, found 'e2'"),
        (&["--size", "4"], "expected a number of pixels from 8 to 400"),
        (&["--flip", "--format", "tex"], "the LaTeX package has no flipped board"),
        (&["--arrow", "e2e4", "--format", "text"], "the text format has no arrows"),
        (&["-o", input.as_str()], "expected another file than those that are read"),
        (&["-o", "none/none/x.svg"], "none/none/x.svg"),
    ] {
        let (output, messages, exit) = drawn(&[&[input.as_str()][..], arguments].concat(), "");
        assert!(messages.contains(expected), "{arguments:?}: {messages}");
        assert_eq!((output.as_str(), exit), ("", 2), "{arguments:?}");
    }
    assert_eq!(fs::read_to_string(&input).expect("a file"), QUEEN);
    let (output, messages, exit) = drawn(&["-"], "8/8/8/8/8/5K2/4D3/7k #1");
    assert!(messages.contains("the letter of the queen is Q"), "{messages}");
    assert_eq!((output.as_str(), exit), ("", 2));
}

#[test]
fn positions_need_no_stipulation() {
    for text in [
        "8/8/8/8/8/5K2/4Q3/7k",
        "8/8/8/8/8/5K2/4Q3/7k b - - 0 1",
        "[White \"\"]\n[FEN \"8/8/8/8/8/5K2/4Q3/7k b - - 0 1\"]\n\n*\n",
    ] {
        let (svg, messages, exit) = drawn(&["-"], text);
        assert_eq!((messages.as_str(), exit), ("", 0), "{text}");
        let [title, description, words] = checked(&svg);
        assert_eq!(title, "Chess position");
        assert_eq!(description, "White: Qe2 Kf3. Black: Kh1.");
        assert_eq!(words, "2+1");
    }
    assert_eq!(drawn(&["-"], "8/8/8/8/8/5K2/4Q3/7k w - - #x").2, 2);
}

/// A refused problem has a number, too, if others are drawn.
#[test]
fn problems_that_cannot_be_drawn_leave_the_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let text = problem("condition Reroute66\npieces white Ka1 black Kh8\nstipulation h#2")
        + &problem("pieces white Ka1 black Kh8\nstipulation h#2");
    let (_, messages, exit) =
        drawn(&["-", "--highlight", "H5", "-o", &path("x.svg").display().to_string()], &text);
    assert_eq!(exit, 0, "{messages}");
    let (_, messages, exit) = drawn(&["-", "-o", &path("x.tex").display().to_string()], &text);
    assert!(messages.contains("no board of 66 squares") && exit == 2, "{messages}");
    assert_eq!(fs::read_to_string(path("x.tex")).expect("a file").matches("\\end{diagram}").count(), 1);
}

#[test]
fn names_are_text_whatever_they_contain() {
    let text = problem(
        "author </text><script>alert(1)</script> & \"Co\"\norigin 100% $x_1$ \\input{/etc/passwd} #~^\ntitle ]]> <!-- \u{1b} é 象\n\
         pieces white Kf3 Qe2 black Kh1\nstipulation #1",
    );
    let (svg, _, exit) = drawn(&["-"], &text);
    assert_eq!(exit, 0);
    let [title, description, words] = checked(&svg);
    assert!(title.starts_with("</text><script>alert(1)</script> & \"Co\", 100% $x_1$"), "{title}");
    assert!(words.contains("é 象"), "{words}");
    assert_eq!(description, "White: Qe2 Kf3. Black: Kh1.");
    assert!(!svg.contains("<script") && !svg.contains('\u{1b}'));
    let (tex, _, _) = drawn(&["-", "--format", "tex"], &text);
    assert!(
        tex.contains(
            r"100\% \$x\_1\$ \textbackslash{}input\{/etc/passwd\} \#\textasciitilde{}\textasciicircum{}"
        ),
        "{tex}"
    );
    // Strokes are drawn for every letter; one that has none is reported.
    let (strokes, messages, exit) = drawn(&["-", "--text", "strokes"], &text);
    let [_, _, words] = checked(&strokes);
    assert_eq!((words.as_str(), exit), ("", 0));
    assert!(messages.contains("no strokes for '象'"), "{messages}");
}

#[test]
fn caption_has_what_journals_print() {
    let text = problem(
        "author A. Author\norigin feenschach 1980\naward 1st Prize\npieces white Ka1 Gb2 black Kh8 neutral Ge5\n\
         stipulation h#2.5\ncondition Circe\ntwin move a1 b1",
    );
    let [title, description, words] = checked(&drawn(&["-"], &text).0);
    assert_eq!(title, "A. Author, feenschach 1980: h#2½");
    assert_eq!(description, "White: Ka1 Gb2. Black: Kh8. Neutral: Ge5.");
    let expected = "A. Author\nfeenschach 1980, 1st Prize\nh#2½\n2+1+1n\nCirce\nb) wKa1→b1\nG = grasshopper";
    assert_eq!(words, expected);
    let none = drawn(&["-", "--no-caption"], &text).0;
    assert_eq!(checked(&none)[2], "");
    let german = drawn(&["-", "--letters", "french"], &text).0;
    assert!(checked(&german)[2].ends_with("b) wRa1→b1\nS = grasshopper"));
}

#[test]
fn boards_of_all_games_are_drawn() {
    for (words, reserve) in [
        ("condition Reroute66\npieces white Ka1 RA4 Qa4 black Kg8 PH5", 0),
        ("condition Reenterent\npieces white Ka1 black Ka8\nbank white S", 1),
        ("condition Fiasco\npieces white Ka1 black Ka8", 6),
        ("condition Crazyhouse\npieces white Ka1 black Ka8\nbank white S P black Q", 3),
        ("condition Putback\npieces white Ka1 black Ka8 Pc7", 0),
        ("condition SmallBoard Replacement\npieces white Ka1 black Ka8", 0),
    ] {
        for flags in [&[][..], &["--flip", "--coordinates", "--dark", "hatched", "--men", "letters"]] {
            let (svg, messages, exit) = drawn(
                &[&["-", "--no-caption"], flags].concat(),
                &problem(&format!("{words}\nstipulation h#2")),
            );
            assert_eq!((messages.as_str(), exit), ("", 0), "{words}");
            checked(&svg);
            let men = svg.split("<g fill=\"#fff\"").nth(1).expect("men").matches("<use ").count();
            let on_board = words.split("bank").next().map_or(0, |pieces| {
                let pieces = pieces.split("pieces").nth(1).unwrap_or_default().split_whitespace();
                pieces.filter(|word| word.len() == 3).count()
            });
            assert_eq!(men, on_board + reserve, "{words}: {svg}");
        }
    }
}

/// The problems of the repository, in each kind of picture.
#[test]
fn collections_are_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = format!("{}/", folder.path().join("svg").display());
    let done = kirke(&format!("diagram problems -o {path} --coordinates"), "");
    assert_eq!(code(&done), 0, "{}", err(&done));
    let mut count = 0;
    for entry in fs::read_dir(&path).expect("a folder") {
        let svg = fs::read_to_string(entry.expect("an entry").path()).expect("a file");
        let [title, description, _] = checked(&svg);
        assert!(!title.is_empty() && description.ends_with('.'), "{title}: {description}");
        assert!(svg.len() < 20_000, "{title}: {} bytes", svg.len());
        count += 1;
    }
    assert!(count > 300, "{count}");
}

#[test]
fn sheets_of_men_are_drawn() {
    let [_, description, words] = checked(&out(&kirke("men --format svg", "")));
    assert!(description.starts_with("White, black and neutral: king, queen, rook,"), "{description}");
    assert!(words.contains("G grasshopper"), "{words}");
    let [_, _, words] = checked(&out(&kirke("men lion --format svg", "")));
    assert_eq!(words, "LI lion");
}
