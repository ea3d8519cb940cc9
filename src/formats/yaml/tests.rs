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
