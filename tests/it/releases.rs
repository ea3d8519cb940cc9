//! The archives of a release: script, workflow, README and the page on releasing name the same targets and packages.

use std::fs;
use std::path::Path;

/// Returns the text of a file of the repository.
fn text(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the words that begin after a mark and end at one of `ends`, sorted.
fn after<'a>(text: &'a str, mark: &str, ends: &[char]) -> Vec<&'a str> {
    let mut words: Vec<&str> =
        text.split(mark).skip(1).map(|rest| rest.split(ends).next().unwrap_or_default()).collect();
    words.sort_unstable();
    words
}

#[test]
fn releases_name_the_same_targets() {
    let (script, workflow) = (text(".github/release.sh"), text(".github/workflows/release.yml"));
    let (readme, page) = (text("README.md"), text("docs/internals/releasing.md"));
    let prepare = script.split("prepare() {").nth(1).and_then(|rest| rest.split("esac").next());
    let prepare = prepare.expect("the function prepare");
    let mut built: Vec<&str> = prepare
        .lines()
        .filter_map(|line| line.trim().split_once(')').map(|(target, _)| target))
        .filter(|target| *target != "*")
        .collect();
    built.sort_unstable();
    assert!(built.len() >= 5, "the script builds only {built:?}");
    assert_eq!(after(&workflow, "{ target: ", &[',']), built, "the matrix of the workflow");
    assert_eq!(after(&page, "\n| `", &['`']), built, "the table of releasing.md");
    let prefix = concat!("| `kirke-", env!("CARGO_PKG_VERSION"), "-");
    let ending = |target: &str| if target.contains("windows") { "zip" } else { "tar.gz" };
    let archives: Vec<String> = built.iter().map(|target| format!("{target}.{}", ending(target))).collect();
    assert_eq!(after(&readme, prefix, &['`']), archives, "the archives of the README");
}

#[test]
fn releases_install_what_they_need() {
    let (workflow, page) = (text(".github/workflows/release.yml"), text("docs/internals/releasing.md"));
    let installed = page.split("apt-get install ").nth(1).and_then(|rest| rest.lines().next());
    let installed: Vec<&str> = installed.expect("the command that installs packages").split(' ').collect();
    for target in workflow.split("{ target: ").skip(1).map(|rest| rest.split('}').next().unwrap_or_default())
    {
        let packages = target.split("packages: ").nth(1).unwrap_or_default();
        for package in packages.split_whitespace() {
            assert!(installed.contains(&package), "releasing.md does not install {package}");
        }
        let has_compiler = packages.contains("musl-tools") || packages.contains("gcc-");
        assert!(has_compiler || target.contains("apple"), "no C compiler for {target}");
    }
}
