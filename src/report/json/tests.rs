use super::*;
use crate::problem::{Declaration, NamedRule, Verdict};
use crate::report::script;
use crate::rules::Circe;
use crate::verify::{VerifyNames, verify};

/// Returns the record as JSON, one field per line.
fn shown(record: &Record<impl Serialize>) -> String {
    serde_json::to_string_pretty(record).unwrap()
}

#[test]
fn json_battle_play_snapshot() {
    let mut problem = script::problem("4k2r/pp6/5K2/8/8/8/Q7/8", "#2");
    problem.authors = vec!["A. Composer".into()];
    problem.options.set_play = true;
    problem.options.tries = Some(1);
    problem.options.variations = true;
    problem.declarations.push(Declaration { verdict: Some(Verdict::Sound), ..Declaration::default() });
    let solved = script::solution(
        &problem,
        "
        @phase set
        @phase actual
   1.Qa2-g8 + ?
    but
      1...Ke8*g8 !
   1.Qa2-g2 ! threat:
          2.Qg2-g7 #
        ",
    );
    let record =
        Record::new(&problem, &solved).with_verdict(&verify(&problem, &solved, VerifyNames::default()));
    insta::assert_snapshot!("battle", shown(&record));
}

#[test]
fn json_help_twins_snapshot() {
    let mut problem = script::problem("8/8/1n3k2/8/8/8/p7/K2r3R", "h#2.5");
    problem.setting.conditions.push(NamedRule::new(Circe::PLAIN.condition().into(), Span::default()));
    let solved = script::solution(
        &problem,
        "
        @twin a
        @phase actual
  1...Rh1*d1[+bRa8]   2.Sb6-c4?f Rd1-d6 +   3.Sc4*d6 a2*b3 ep.[+bPb7] #
        @twin b wRh1-->h8
        @phase actual
        @remark capturable
        ",
    );
    insta::assert_snapshot!("help", shown(&Record::new(&problem, &solved)));
}

#[test]
fn json_refused_snapshot() {
    let place = Span { line: 4, column: 8, length: 2 };
    let fault = JsonFault::new(place, "expected a square, found 'j9'");
    let record = Record::refused(Span { line: 2, column: 1, length: 0 }, vec![fault]);
    insta::assert_snapshot!("refused", record.to_line().unwrap());
}

#[test]
fn attributes_of_men_are_written() {
    let text = "begin pieces white Kb1 Qb3 white Royal Ra1 white Magic Sg3 black Kh8 stipulation #1 end";
    let problem = crate::formats::read("test", text.as_bytes()).items.remove(0).problem.unwrap();
    let asked = JsonQuestion::new(&problem.setting, &problem.options);
    assert_eq!(asked.attributes, ["Royal Ra1", "Magic Sg3"]);
    let asked = JsonQuestion::new(&script::problem("7k/8/8/8/8/8/8/K7", "#1").setting, &problem.options);
    assert!(!serde_json::to_string(&asked).unwrap().contains("attributes"));
}

#[test]
fn record_round_trips_on_one_line() {
    let problem = script::problem("7k/pp6/5K2/8/8/8/Q7/8", "#2");
    let solved = script::solution(&problem, "   1.Qa2-g2 ! threat:\n          2.Qg2-g7 #");
    let record =
        Record::new(&problem, &solved).with_verdict(&verify(&problem, &solved, VerifyNames::default()));
    let line = record.to_line().unwrap();
    assert!(!line.contains('\n'));
    assert_eq!(serde_json::from_str::<Record>(&line).unwrap().to_line().unwrap(), line);
}

#[test]
fn json_fields_are_documented() {
    let document = include_str!("../../../docs/json.md");
    let problem = script::problem("7k/pp6/5K2/8/8/8/Q7/8", "h#2");
    let mut problem = problem;
    problem.declarations.push(Declaration::default());
    let solved = script::solution(&problem, "@phase actual\n@remark capturable\n  1.a7-a5 Qa2-f7");
    let mut record =
        Record::new(&problem, &solved).with_verdict(&verify(&problem, &solved, VerifyNames::default()));
    record.errors.push(JsonFault::new(Span::default(), ""));
    fn names(value: &serde_json::Value, into: &mut Vec<String>) {
        match value {
            serde_json::Value::Object(fields) => {
                for (name, value) in fields {
                    into.push(name.clone());
                    names(value, into);
                }
            }
            serde_json::Value::Array(values) => values.iter().for_each(|value| names(value, into)),
            _ => {}
        }
    }
    let mut used = Vec::new();
    names(&serde_json::to_value(&record).unwrap(), &mut used);
    for name in used {
        assert!(document.contains(&format!("`{name}`")), "docs/json.md says nothing of '{name}'");
    }
}
