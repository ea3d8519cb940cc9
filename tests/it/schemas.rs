//! The JSON schemas of `docs/schema`, and the answers that they describe.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use jsonschema::{Draft, Retrieve, Uri, Validator};
use serde_json::Value;

use crate::common::program::{code, kirke, out};

const SCHEMAS: [&str; 9] =
    ["common", "problem", "record", "stream", "check", "rules", "report", "workshop", "found"];

/// Input with errors of several kinds, and problems that cannot be solved.
const WRONG: [&str; 6] = [
    "8/8/8/8/8/5K2/4Z3/7k w - - #2;\n8/8/8/8/8/8/4Q3/7k w - - #2;\n8/8/8/8/8/P4K2/PPPPPPPP/7k w - - h#2;\n",
    "beginproblem pieces white Kf3 Qe2 black Kh1 stipulation #1 option Varaition endproblem",
    "{\"fen\": \"8/8/8/8/8/5K2/4Q3/7k\", \"stipulation\": \"#1\", \"unknown\": 1}",
    "[White \"x\"\n*",
    "not a problem",
    "",
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/schema")
}

fn schema(name: &str) -> Value {
    let text = fs::read_to_string(folder().join(format!("{name}.json"))).expect("a schema");
    serde_json::from_str(&text).expect("JSON")
}

/// Reads the schemas to which others refer from their folder.
struct SchemaFolder;

impl Retrieve for SchemaFolder {
    fn retrieve(&self, uri: &Uri<String>) -> Result<Value, Box<dyn Error + Send + Sync>> {
        let (_, name) = uri.as_str().rsplit_once('/').ok_or("a file")?;
        Ok(schema(name.strip_suffix(".json").ok_or("a JSON file")?))
    }
}

fn validator(name: &str) -> Validator {
    let options = jsonschema::options().with_draft(Draft::Draft202012).with_retriever(SchemaFolder);
    options.build(&schema(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Checks that each line is as the schema describes; returns the lines.
fn validated(name: &str, text: &str) -> Vec<Value> {
    let validator = validator(name);
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    for line in &lines {
        let faults: Vec<String> =
            validator.iter_errors(line).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(faults.is_empty(), "{name}: {faults:#?}\n{line}");
    }
    lines
}

/// Returns the standard output of a run that prints something.
fn answer(arguments: &str, input: &str) -> String {
    let text = out(&kirke(arguments, input));
    assert!(!text.is_empty(), "kirke {arguments}");
    text
}

#[test]
fn schemas_are_valid() {
    let files = fs::read_dir(folder()).expect("a folder").count();
    assert_eq!(files, SCHEMAS.len());
    for name in SCHEMAS {
        let schema = schema(name);
        assert!(jsonschema::meta::is_valid(&schema), "{name}");
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema", "{name}");
        validator(name);
    }
}

#[test]
fn records_are_as_described() {
    // The bound on the positions stops some searches, so that unfinished phases are described, too.
    let solved = validated("record", &answer("solve problems --format json --nodes 100000", ""));
    assert!(solved.len() > 150, "{}", solved.len());
    assert!(solved.iter().any(|record| record.to_string().contains("\"settled\"")));
    let verified = validated("record", &answer("verify problems --format json --nodes 100000", ""));
    assert!(verified.iter().any(|record| record["verdict"]["verdict"] == "cooked"));
    let with_all = "solve problems/orthodox-directmates.inp --format json --stats --table --set --tries";
    let tables = validated("record", &answer(with_all, ""));
    assert!(tables.iter().any(|record| record["twins"][0]["sides"][0]["table"]["rows"].is_array()));
    for text in WRONG {
        for command in ["solve", "verify"] {
            let printed = validated("record", &answer(&format!("{command} - --format json"), text));
            assert!(
                printed.iter().any(|record| !record["errors"].as_array().expect("a list").is_empty()
                    || record["twins"][0]["remarks"][0]["name"].is_string()),
                "{printed:?}"
            );
        }
    }
}

#[test]
fn events_are_as_described() {
    for options in ["--nodes 100000", "--nodes 20000 --stats --set --tries", "--nodes 1000 -j 1"] {
        let events =
            validated("stream", &answer(&format!("solve problems --format json --stream {options}"), ""));
        assert!(events.len() > 1000, "{}", events.len());
    }
    let after_key = "8/8/8/8/8/5K2/4Q3/6k1 b - - #1; opt \"PostKeyPlay\";";
    validated("stream", &answer("solve - --format json --stream", after_key));
    for text in WRONG {
        validated("stream", &answer("solve - --format json --stream", text));
    }
}

#[test]
fn checks_rules_and_reports_are_as_described() {
    let checked = validated("check", &answer("check problems --format json", ""));
    assert!(checked.len() > 150, "{}", checked.len());
    for text in WRONG {
        validated("check", &answer("check - --format json", text));
    }
    let rules = validated("rules", &answer("rules --format json", ""));
    assert!(rules.len() > 150, "{}", rules.len());
    let store = tempfile::tempdir().expect("a folder");
    let [first, second] = ["a", "b"].map(|name| store.path().join(name).display().to_string());
    let collection =
        "kbK5/pp6/1P6/8/8/8/8/R7 w - - #2;\n8/8/8/8/8/5K2/4Z3/7k w - - #1;\n8/8/8/8/8/5K2/8/7k w - - #4;\n";
    kirke(&format!("verify - --store {first}"), collection);
    kirke(&format!("verify - --store {second} --nodes 1"), collection);
    let rows = validated("report", &answer(&format!("report {first} --format jsonl"), ""));
    assert_eq!(rows.len(), 3);
    let changes = answer(&format!("report {second} --against {first} --format jsonl"), "");
    assert!(!validated("report", &changes).is_empty());
}

#[test]
fn findings_of_the_workshop_are_as_described() {
    let men = validated(
        "workshop",
        &answer("economy problems/orthodox-directmates.inp --format json --nodes 20000", ""),
    );
    assert!(men.iter().any(|record| record["found"][0]["man"].is_string()));
    let small = "8/8/2K5/8/8/8/p7/k1R5 w - - #2; c0 \"keys=Kb6\";\n8/8/8/8/8/1K6/8/k6R w - - #1;\n";
    for command in ["improve", "twins"] {
        validated("workshop", &answer(&format!("{command} - --format json"), small));
    }
    for command in ["economy", "improve", "twins"] {
        for text in WRONG.iter().filter(|text| !text.is_empty()) {
            let records = validated("workshop", &answer(&format!("{command} - --format json"), text));
            // Twins need no solution of the problem.
            let is_unsolved = |record: &Value| command == "twins" && record["verdict"] == "no solution";
            let is_right = |record: &Value| record["error"].is_string() != is_unsolved(record);
            assert!(records.iter().all(is_right), "{records:?}");
        }
    }
}

#[test]
fn features_and_problems_that_are_found_are_as_described() {
    let records =
        validated("record", &answer("verify problems/circe-helpmates.inp --features --format json", ""));
    assert!(records.iter().any(|record| record["features"]["found"][0]["name"].is_string()));
    let shown = answer("solve problems/circe-helpmates.inp --where [captures] --format json", "");
    assert!(
        validated("record", &shown)
            .iter()
            .all(|record| record["problem"]["options"]["where"] == "[captures]")
    );
    let found = answer("explore - --free wR --format json", "kbK5/pp6/1P6/8/8/8/8/8 w - - #2\n");
    assert_eq!(validated("found", &found).len(), 5);
}

#[test]
fn problems_that_are_read_are_as_described() {
    let converted = answer("convert problems --to json", "");
    assert!(validated("problem", &converted).len() > 150);
    let least = r##"{"fen": "8/8/8/8/8/5K2/4Q3/7k", "stipulation": "#1", "options": {"variations": true}}"##;
    validated("problem", least);
    assert_eq!(code(&kirke("verify -", least)), 0);
    for wrong in [
        r##"{"stipulation": "#1"}"##,
        r##"{"fen": "8/8/8/8/8/5K2/4Q3/7k", "stipulation": "#1", "unknown": 1}"##,
        r##"{"fen": "8/8/8/8/8/5K2/4Q3/7k", "stipulation": "#1", "options": {"unknown": true}}"##,
        r##"{"fen": "8/8/8/8/8/5K2/4Q3/7k", "stipulation": "#1", "declared": [{"unknown": 1}]}"##,
        r##"{"version": 2, "problem": {"fen": "8/8/8/8/8/5K2/4Q3/7k", "stipulation": "#1"}}"##,
    ] {
        let instance: Value = serde_json::from_str(wrong).expect("JSON");
        assert!(!validator("problem").is_valid(&instance), "{wrong}");
        assert_eq!(code(&kirke("verify -", wrong)), 2, "{wrong}");
    }
}

/// Calls `visit` for a copy of a value for each of its objects, with a further field in it.
fn with_unknown_fields(value: &Value, visit: &mut dyn FnMut(Value)) {
    match value {
        Value::Object(fields) => {
            let mut more = fields.clone();
            more.insert("unknown".into(), Value::Null);
            visit(Value::Object(more));
            for (name, field) in fields {
                with_unknown_fields(field, &mut |changed| {
                    let mut fields = fields.clone();
                    fields.insert(name.clone(), changed);
                    visit(Value::Object(fields));
                });
            }
        }
        Value::Array(elements) => {
            for (index, element) in elements.iter().enumerate() {
                with_unknown_fields(element, &mut |changed| {
                    let mut elements = elements.clone();
                    elements[index] = changed;
                    visit(Value::Array(elements));
                });
            }
        }
        _ => {}
    }
}

#[test]
fn unknown_fields_are_refused_everywhere() {
    let twins = "kbK5/pp6/1P6/8/8/8/8/R7 w - - #2; opt \"SetPlay Try\"; twin \"move a1 a2\"; kirke \"twin=b keys=Rd1\";";
    let dual = "k7/8/1K6/8/8/8/8/2R4R w - - #1;";
    for (name, arguments, input) in [
        ("record", "solve - --format json --stats --table", twins),
        ("record", "verify - --format json", dual),
        ("record", "verify - --format json", WRONG[0]),
        ("stream", "solve - --format json --stream --stats", "k7/8/1K6/8/8/8/8/7R b - - h#1;"),
        ("stream", "solve - --format json --stream", WRONG[0]),
        ("check", "check - --format json", WRONG[0]),
        ("rules", "rules Circe --format json", ""),
        ("problem", "convert - --to json", twins),
    ] {
        let validator = validator(name);
        let mut objects = 0;
        for line in validated(name, &answer(arguments, input)) {
            with_unknown_fields(&line, &mut |changed| {
                objects += 1;
                assert!(!validator.is_valid(&changed), "{name}: {changed}");
            });
        }
        assert!(objects > 0, "{name}");
    }
}

/// Calls `visit` for the name of each property of a schema.
fn property_names(schema: &Value, visit: &mut dyn FnMut(&str)) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::Object(properties)) = fields.get("properties") {
                properties.keys().for_each(|name| visit(name));
            }
            fields.values().for_each(|field| property_names(field, visit));
        }
        Value::Array(elements) => elements.iter().for_each(|element| property_names(element, visit)),
        _ => {}
    }
}

#[test]
fn page_names_every_schema_and_field() {
    let page = include_str!("../../docs/json.md");
    for name in SCHEMAS {
        assert!(page.contains(&format!("(schema/{name}.json)")), "docs/json.md does not name {name}.json");
        let mut missing = Vec::new();
        property_names(&schema(name), &mut |property| {
            if !page.contains(&format!("`{property}`")) {
                missing.push(property.to_owned());
            }
        });
        assert!(missing.is_empty(), "docs/json.md does not describe {missing:?} of {name}.json");
    }
}
