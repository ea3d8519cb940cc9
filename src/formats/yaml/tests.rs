//! Documents with the places of their texts.

use super::*;

fn documents(text: &str) -> Vec<Result<String, String>> {
    let source = Source::new("test", text.as_bytes());
    let documents = Documents::new(&source, 1, Division::Separators);
    documents
        .map(|document| match document {
            Ok(node) => Ok(outline(&node)),
            Err(error) => Err(format!("{}:{} {}", error.span.line, error.span.column, error.message)),
        })
        .collect()
}

/// Returns a node with the places of its texts.
fn outline(node: &Node<'_>) -> String {
    match &node.value {
        Value::Scalar(scalar) => {
            let words = node.tokens().unwrap();
            let places = words.map(|word| format!("{}@{}:{}", word.text, word.span.line, word.span.column));
            let places: Vec<_> = places.collect();
            if scalar.text.is_empty() { "''".to_owned() } else { places.join("_") }
        }
        Value::Sequence(elements) => {
            format!("[{}]", elements.iter().map(outline).collect::<Vec<_>>().join(" "))
        }
        Value::Mapping(entries) => {
            let entry = |(key, value): &(Node<'_>, Node<'_>)| format!("{}:{}", outline(key), outline(value));
            format!("{{{}}}", entries.iter().map(entry).collect::<Vec<_>>().join(" "))
        }
    }
}

#[test]
fn texts_have_their_places() {
    let text =
        "a: Kb1\nb:\n- 'Q d1'\n- \"é ä\"\nc: |\n  one\n  two\nd: >-\n   long\n   text\ne: plain\n  text\n";
    let expected = "{a@1:1:Kb1@1:4 b@2:1:[Q@3:4_d1@3:6 é@4:4_ä@4:6] \
                    c@5:1:one@6:3_two@7:3 d@8:1:long@9:4_text@10:4 e@11:1:plain@11:4_text@12:3}";
    assert_eq!(documents(text), [Ok(expected.into())]);
    let crlf = text.replace('\n', "\r\n");
    assert_eq!(documents(&crlf), [Ok(expected.into())]);
}

#[test]
fn documents_are_independent() {
    let text = "%YAML 1.1\n# comment\n---\na: 1\n---\nb: [\n---\n---\n- c: 1\n- d: 2\n...\n";
    let read = documents(text);
    assert_eq!(read[0], Ok("{a@4:1:1@4:4}".into()));
    assert!(
        read[1].as_ref().is_err_and(|error| error.starts_with("7:") || error.starts_with("6:")),
        "{read:?}"
    );
    assert_eq!(read[2..], [Ok("{c@9:3:1@9:6}".into()), Ok("{d@10:3:2@10:6}".into())]);
}

#[test]
fn aliases_and_depth_are_limited() {
    assert_eq!(documents("a: &x [1]\nb: *x"), [Ok("{a@1:1:[1@1:8] b@2:1:[1@1:8]}".into())]);
    let mut bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n".to_owned();
    for level in 1..9 {
        let other = format!("*a{}", level - 1);
        bomb += &format!("a{level}: &a{level} [{}]\n", vec![other; 10].join(","));
    }
    assert!(documents(&bomb)[0].as_ref().is_err_and(|error| error.contains("at most 1000000 parts")));
    let deep = "[".repeat(100_000);
    assert!(
        documents(&deep)[0]
            .as_ref()
            .is_err_and(|error| error.contains("levels") || error.contains("recursion"))
    );
    assert!(documents("a: &x [*x]")[0].is_err());
}

#[test]
fn tags_are_ignored() {
    assert_eq!(documents("a: !!python/unicode 'b'"), [Ok("{a@1:1:b@1:22}".into())]);
    assert_eq!(documents("a: !!python/tuple [b]"), [Ok("{a@1:1:[b@1:20]}".into())]);
}

/// Returns the values of the field `a` of the entries of a list, and the places and messages of faults.
fn list(text: &str) -> Vec<String> {
    let source = Source::new("test", text.as_bytes());
    let documents = Documents::new(&source, 1, Division::Separators);
    let shown = |document: Result<Node<'_>, Diagnostic>| match document {
        Ok(node) => node.get("a").and_then(Node::text).unwrap_or("none").to_owned(),
        Err(error) => format!("{}:{} {}", error.span.line, error.span.column, error),
    };
    documents.map(shown).collect()
}

#[test]
fn fault_of_a_list_affects_one_entry() {
    let entry = |number: usize| format!("{{\"a\": {number}, \"b\": [{{\"c\": \"]}}\\\"\"}}]}}");
    let listed = |fault: &str| {
        let entries: Vec<String> =
            (0..9).map(|number| if number == 4 { fault.to_owned() } else { entry(number) }).collect();
        list(&format!("[\n{}\n]\n", entries.join(",\n")))
    };
    assert_eq!(listed(&entry(4)), ["0", "1", "2", "3", "4", "5", "6", "7", "8"]);
    for fault in [
        "{\"a\": \"k7/8, \"b\": \"#1\"}",
        "{\"a\": 4, \"b\": [}",
        "{\"a\": 4, \"b\": [1, 2}",
        "{\"a\": 4",
        "{\"a\": 4}}",
        "{\"a\" 4 \"b\": 5}",
        "{\"a\": 4, \"b\": '",
        "\0",
    ] {
        let found = listed(fault);
        let [others, faults] = [false, true]
            .map(|is_fault| found.iter().filter(|text| text.contains(' ') == is_fault).collect::<Vec<_>>());
        assert!(faults.len() == 1 && faults[0].starts_with("6:"), "{fault}: {found:?}");
        let others: Vec<&String> = others.into_iter().filter(|text| *text != "4").collect();
        assert_eq!(others, ["0", "1", "2", "3", "5", "6", "7", "8"], "{fault}");
    }
}

#[test]
fn what_is_not_read_of_a_list_is_stated() {
    let found = list("[{\"a\": 1}, {\"a\": \"2}, {\"a\": 3},\n{\"a\": 4}]");
    assert_eq!((found.len(), found[0].as_str(), found[2].as_str()), (3, "1", "4"), "{found:?}");
    assert!(
        found[1].starts_with("1:26") && found[1].contains("the rest of this line is not read"),
        "{found:?}"
    );
    let found = list("[{\"a\": 1}, {\"a\": \"2}, {\"a\": 3}]");
    assert!(found[1].contains("the rest of this list is not read") && found.len() == 2, "{found:?}");
    for (text, message) in [
        ("[{\"a\": 1}, {\"a\": 2}", "the list is not closed"),
        ("[{\"a\": 1} {\"a\": 2}]", "expected a comma"),
        ("[{\"a\": 1}, {\"a\": 2}] x", "expected nothing after the list"),
    ] {
        let found = list(text);
        assert!(found.iter().any(|text| text.contains(message)), "{found:?}");
        assert_eq!(found.iter().filter(|text| !text.contains(' ')).count(), 2, "{found:?}");
    }
    let found = list("- a: 1\n- a: [\n- a: 3\n");
    assert!(found[1].contains("the rest of this list is not read"), "{found:?}");
}
