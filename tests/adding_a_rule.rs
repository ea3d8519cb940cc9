//! Follows `docs/adding-a-rule.md` and `docs/adding-a-man.md` literally in a copy of the crate.
//!
//! A block of `rust` is put into the last file named in the text before it: a new file, or an existing
//! file that contains the first line of the block, after which the rest is inserted. In a block of
//! `console`, `cargo run --` is the program built from the copy.
#![cfg(unix)]

#[path = "common/examples.rs"]
mod examples;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use examples::{Example, examples, is_shown};

const RULE: &str = include_str!("../docs/adding-a-rule.md");
const MAN: &str = include_str!("../docs/adding-a-man.md");

/// A fenced block of a page.
#[derive(Clone)]
struct Block {
    language: String,
    text: String,
    /// The last path named in backquotes.
    path: String,
}

fn blocks(page: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let (mut inside, mut path) = (false, String::new());
    for line in page.lines() {
        match line.strip_prefix("```") {
            Some(_) if inside => inside = false,
            Some(language) => {
                inside = true;
                blocks.push(Block { language: language.into(), text: String::new(), path: path.clone() });
            }
            None if inside => {
                let text = &mut blocks.last_mut().expect("a block").text;
                *text += line;
                *text += "\n";
            }
            None => {
                let quoted = line.split('`').skip(1).step_by(2);
                path = quoted.filter(|word| word.ends_with(".rs")).last().map_or(path, str::to_owned);
            }
        }
    }
    blocks
}

fn copy(from: &Path, to: &Path) {
    if !from.is_dir() {
        fs::copy(from, to).unwrap_or_else(|error| panic!("{}: {error}", from.display()));
        return;
    }
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let name = entry.expect("an entry").file_name();
        copy(&from.join(&name), &to.join(&name));
    }
}

/// Returns a copy of the sources of the crate, in which the pages have been followed.
fn crate_with_additions() -> PathBuf {
    let (from, to) =
        (Path::new(env!("CARGO_MANIFEST_DIR")), Path::new(env!("CARGO_TARGET_TMPDIR")).join("copy"));
    let _ = fs::remove_dir_all(&to);
    fs::create_dir_all(to.join("docs")).expect("a folder");
    for part in ["Cargo.toml", "Cargo.lock", "README.md", "src", "benches", "problems"] {
        copy(&from.join(part), &to.join(part));
    }
    let blocks = [RULE, MAN].map(blocks).concat();
    for block in blocks.iter().filter(|block| block.language == "rust") {
        let file = to.join(&block.path);
        let Ok(text) = fs::read_to_string(&file) else {
            fs::write(&file, &block.text).expect("a new file");
            continue;
        };
        let first = block.text.lines().next().expect("a line").to_owned() + "\n";
        assert_eq!(text.matches(&first).count(), 1, "{} has one line {first}", block.path);
        fs::write(&file, text.replace(&first, &block.text)).expect("a changed file");
    }
    to
}

/// Returns the program built from the copy. It is not optimised, since it is built once and run little.
fn build(copy: &Path) -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("target");
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["build", "--offline", "--bin", "kirke"])
        .current_dir(copy)
        .env("CARGO_TARGET_DIR", &target)
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "0")
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env_remove("RUSTFLAGS")
        .output()
        .expect("cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    target.join("debug/kirke")
}

/// Returns the output of a command of the page.
fn print(command: &str, kirke: &Path, folder: &Path) -> String {
    let command = command.replace("cargo run --", &format!("'{}'", kirke.display()));
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {command}\n}} 2>&1")])
        .current_dir(folder)
        .output()
        .expect("a shell");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn pages_add_a_rebirth_square_a_rule_and_men() {
    let copy = crate_with_additions();
    let kirke = build(&copy);
    let [rule, man] = [RULE, MAN].map(examples);
    assert!(rule.len() >= 6 && man.len() >= 5, "a page has lost its commands");
    let examples = rule.into_iter().chain(man);
    for Example { command, shown } in examples {
        let printed = print(command, &kirke, &copy);
        let lines: Vec<&str> = printed.trim_end().lines().collect();
        assert!(is_shown(&shown, &lines), "$ {command}\nprints\n{printed}");
    }

    // The rule appears in every place that the page lists, with the wording of the page.
    let page = fs::read_to_string(copy.join("docs/rules.md")).expect("the list of rules");
    assert!(page.contains("### Corner\n\nA man is reborn in the nearest corner.\n"));
    let ask = |text: &str, format: &str| {
        print(&format!("echo '{text}' | cargo run -- solve --format {format} -"), &kirke, &copy)
    };
    let german = "AnfangProblem Bedingung Circe Ecke Steine weiss Kg2 Td4 schwarz Kh7 Sd6 Forderung ser-~1 EndeProblem";
    assert!(ask(german, "popeye").contains("1.Rd4*d6[+bSa8]"));
    assert!(ask(german, "json").contains("\"conditions\":[\"Circe Corner\"]"));
    let rules = print("cargo run -- rules --format json ecke", &kirke, &copy);
    assert!(rules.contains("[\"Corner\",\"Ecke\",\"Coin\"]"), "{rules}");
    let only_pawns = "8/7k/3n4/8/3R1n2/4P3/6K1/8 w - - stip \"ser-x1\"; cond \"Circe PawnsCapture\";";
    assert!(ask(only_pawns, "popeye").contains("1.e3*f4[+bSb8] x"));
    assert!(!ask(only_pawns, "popeye").contains("Rd4*"));
    assert!(page.contains("### PawnsCapture\n\nOnly pawns capture.\n"));
    let others = ["AntiCirce", "ImmunChess", "GenevaChess", "MarsCirce"];
    for other in others {
        let problem = format!("8/7k/3n4/8/3R4/8/6K1/8 w - - stip \"ser-~1\"; cond \"{other} Corner\";");
        assert!(ask(&problem, "popeye").contains("1.Kg2-f1"), "{other} Corner");
    }
}
