use super::*;
use crate::problem::{Declaration, Placed, Verdict};
use crate::report::script;
use crate::rules::Circe;
use crate::verify::verify;

/// The record, one field a line.
fn shown(record: &Record) -> String {
    serde_json::to_string_pretty(record).unwrap()
}

#[test]
fn battle_play() {
    let mut problem = script::problem("4k2r/pp6/5K2/8/8/8/Q7/8", "#2");
    problem.authors = vec!["A. Composer".into()];
    problem.options.set_play = true;
    problem.options.tries = Some(1);
    problem.options.variations = true;
    problem.declared.push(Declaration { verdict: Some(Verdict::Sound), ..Declaration::default() });
    let solved = script::solved(
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
    let record = Record::new(&problem, &solved).with_verdict(&verify(&problem, &solved));
    insta::assert_snapshot!("battle", shown(&record));
}

#[test]
fn help_play_in_twins() {
    let mut problem = script::problem("8/8/1n3k2/8/8/8/p7/K2r3R", "h#2.5");
    problem.setting.conditions.push(Placed::new(Circe::PLAIN.condition().into(), Place::default()));
    let solved = script::solved(
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
fn what_was_not_understood() {
    let place = Place { line: 4, column: 8, length: 2 };
    let fault = Fault::new(place, "expected a square, found 'j9'");
    let record = Record::refused(Place { line: 2, column: 1, length: 0 }, vec![fault]);
    insta::assert_snapshot!("refused", record.to_line().unwrap());
}

#[test]
fn a_record_takes_one_line_and_can_be_read_again() {
    let problem = script::problem("7k/pp6/5K2/8/8/8/Q7/8", "#2");
    let solved = script::solved(&problem, "   1.Qa2-g2 ! threat:\n          2.Qg2-g7 #");
    let record = Record::new(&problem, &solved).with_verdict(&verify(&problem, &solved));
    let line = record.to_line().unwrap();
    assert!(!line.contains('\n'));
    assert_eq!(serde_json::from_str::<Record>(&line).unwrap(), record);
}

#[test]
fn every_field_is_documented() {
    let document = include_str!("../../../docs/json.md");
    let problem = script::problem("7k/pp6/5K2/8/8/8/Q7/8", "h#2");
    let mut problem = problem;
    problem.declared.push(Declaration::default());
    let solved = script::solved(&problem, "@phase actual\n@remark capturable\n  1.a7-a5 Qa2-f7");
    let mut record = Record::new(&problem, &solved).with_verdict(&verify(&problem, &solved));
    record.errors.push(Fault::new(Place::default(), ""));
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
