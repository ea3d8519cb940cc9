//! `kirke serve`: the server is started on a free port and answers requests of HTTP.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A server that is ended when it is dropped.
struct Server {
    process: Child,
    host: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Server {
    fn start() -> Server {
        Server::start_with(&[])
    }

    fn start_with(arguments: &[&str]) -> Server {
        let mut process = Command::new(env!("CARGO_BIN_EXE_kirke"))
            .args(["serve", "--no-open", "--jobs", "1", "--memory", "16M"])
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .expect("a server");
        let mut url = String::new();
        BufReader::new(process.stdout.take().expect("output")).read_line(&mut url).expect("an address");
        let host = url.trim().strip_prefix("http://").expect("an address").trim_end_matches('/').to_owned();
        Server { process, host }
    }

    fn connect(&self, request: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(&self.host).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time limit");
        stream.write_all(request).expect("a request");
        stream
    }

    /// Returns the whole answer to a request.
    fn answer(&self, request: &[u8]) -> String {
        let mut answer = Vec::new();
        // A refused request may end with a reset of the connection.
        let _ = self.connect(request).read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn request(&self, line: &str, headers: &str, body: &str) -> String {
        let (host, length) = (&self.host, body.len());
        format!(
            "{line} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
        )
    }

    fn get(&self, path: &str) -> String {
        self.answer(self.request(&format!("GET {path}"), "", "").as_bytes())
    }

    fn post_request(&self, path: &str, body: &str) -> String {
        self.request(&format!("POST {path}"), "Content-Type: application/json\r\n", body)
    }

    fn post(&self, path: &str, body: &str) -> String {
        self.answer(self.post_request(path, body).as_bytes())
    }

    /// Waits until no job is listed.
    fn wait_until_idle(&self) {
        let start = Instant::now();
        while !self.get("/api/jobs").ends_with("[]") {
            assert!(start.elapsed() < Duration::from_secs(30), "jobs are left: {}", self.get("/api/jobs"));
            thread::sleep(Duration::from_millis(50));
        }
    }
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or("none")
}

fn is_late(read: io::Result<usize>) -> bool {
    read.is_err_and(|error| matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut))
}

const CIRCE: &str =
    r#"{"text":"2b2qn1/n4pP1/6p1/4N2r/7k/2p3b1/1P2K3/8","stipulation":"h#2","conditions":["Circe"]}"#;
/// A search that takes far longer than any test may.
const LONG: &str = r#"{"text":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - #9"}"#;

#[test]
fn problems_are_solved_verified_converted_and_drawn() {
    let server = Server::start();
    let solved = server.post("/api/solve", CIRCE);
    assert_eq!(status(&solved), "200", "{solved}");
    assert!(solved.contains("event: solution") && solved.contains("gxf8=S(Qd8)"), "{solved}");
    assert!(solved.contains(r#"event: done"#) && solved.contains(r#"{"complete":true}"#), "{solved}");
    let verified = server.post("/api/verify", CIRCE);
    assert!(verified.contains(r#""verdict":{"verdict":"sound""#), "{verified}");
    let converted = server.post("/api/convert", &CIRCE.replace("}", r#","to":"popeye"}"#));
    assert!(converted.contains("condition Circe"), "{converted}");
    let yacpdb = server.post("/api/convert", &CIRCE.replace("}", r#","to":"epd","to_dialect":"yacpdb"}"#));
    assert!(yacpdb.contains("yacpdb:2b2qs1/"), "{yacpdb}");
    let unknown = server.post("/api/convert", &CIRCE.replace("}", r#","to":"epd","to_dialect":"other"}"#));
    assert_eq!(status(&unknown), "400");
    assert!(server.post("/api/diagram", CIRCE).contains("<svg "));
    assert!(server.post("/api/diagram", &CIRCE.replace("}", r#","to":"tex"}"#)).contains("\\begin{diagram}"));
    assert!(server.get("/api/rules").contains(r#""names":["Circe","#));
    assert!(server.get("/api/men").contains("grasshopper"));
}

#[test]
fn squares_outside_the_board_are_not_coloured() {
    let server = Server::start();
    let drawn = |highlight: &str| {
        let field = format!(r#","highlight":[{highlight}]}}"#);
        server.post("/api/diagram", &CIRCE.replacen('}', &field, 1))
    };
    assert_eq!(status(&drawn(r#""e4""#)), "200");
    let unknown = drawn(r#""e4","e9""#);
    assert_eq!(status(&unknown), "422", "{unknown}");
    assert!(unknown.contains("highlight: expected a square of the board, not 'e9'"), "{unknown}");
}

/// Returns the description of a picture.
fn description(picture: &str) -> &str {
    let (_, rest) = picture.split_once("<desc>").unwrap_or_else(|| panic!("{picture}"));
    rest.split("</desc>").next().unwrap_or_default()
}

#[test]
fn moves_are_drawn_with_what_the_rules_do() {
    let server = Server::start();
    let drawn = |problem: &str, moves: &str| {
        server.post(
            "/api/diagram",
            &problem.replacen('}', &format!(r#","no_caption":true,"moves":[{moves}]}}"#), 1),
        )
    };
    let crazyhouse = r#"{"text":"7k/8/3n4/8/3R4/8/8/K7","stipulation":"ser-~2","conditions":["Crazyhouse"]}"#;
    let capture = r#"{"side":"white","machine":"d4d6"}"#;
    let entry = r#"{"side":"white","machine":"N@f7"}"#;
    let after = drawn(crazyhouse, capture);
    assert!(description(&after) == "White: Ka1 Rd6. Black: Kh8. Bank: N.", "{after}");
    let after = drawn(crazyhouse, &format!("{capture},{entry}"));
    assert_eq!(description(&after), "White: Ka1 Rd6 Sf7. Black: Kh8.");
    let reroute = r#"{"text":"8/7k/4n3/9/9/8/3R2K1/8","stipulation":"~1","conditions":["Reroute66"]}"#;
    let after = drawn(reroute, r#"{"side":"white","machine":"d2e6"}"#);
    assert!(description(&after).contains("Re6"), "{after}");
    let illegal = drawn(reroute, r#"{"side":"white","machine":"d2e8"}"#);
    assert_eq!(status(&illegal), "422");
    assert!(illegal.contains("the move 'd2e8' is not legal there"), "{illegal}");
    let side = drawn(reroute, r#"{"side":"White","machine":"d2e6"}"#);
    assert_eq!(status(&side), "400", "{side}");
    assert!(side.contains("the side 'White'; expected 'white' or 'black' at line 1 column "), "{side}");
    let twins = r#"{"text":"7k/8/8/8/8/8/8/K6R","stipulation":"~1","twins":["move h1 g1"],"twin":1}"#;
    let after = drawn(twins, r#"{"side":"white","machine":"g1g8"}"#);
    assert!(description(&after).contains("Rg8"), "{after}");
}

#[test]
fn problems_are_checked_explained_and_listed() {
    let server = Server::start();
    let pawns = r#"{"text":"7k/8/5K2/8/8/8/8/P7 w - -","stipulation":"h#2.5"}"#;
    let checked = server.post("/api/check", pawns);
    assert!(checked.contains(r#""name":"position""#) && checked.contains(r#""squares":["a1"]"#), "{checked}");
    assert!(server.post("/api/check", r#"{"text":"nonsense"}"#).contains(r#""errors":[{"line":1"#));
    let explained = server.post("/api/explain", CIRCE);
    assert!(
        explained.contains("Black begins, and both sides cooperate to reach the goal in 2 moves")
            && explained.contains("Schwarz beginnt, und beide Parteien wirken zusammen")
            && explained.contains("Les Noirs commencent, et les deux camps coopèrent"),
        "{explained}"
    );
    let text = "8/8/8/8/8/5K2/4Q3/7k w - - #1\n8/8/8/8/8/5K2/4Z3/7k w - - #1\n";
    let listed = server.post("/api/collection", &serde_json::json!({ "text": text }).to_string());
    assert!(listed.contains(r#""count":2"#) && listed.contains(r#""line":2,"name":null,"#), "{listed}");
    let twins = CIRCE.replace('}', r#","twins":["move e5 e4"],"set_play":true}"#);
    let solved = server.post("/api/solve", &twins);
    assert!(solved.contains(r#""label":"b""#) && solved.contains(r#""phase":"set""#), "{solved}");
    assert!(server.post("/api/diagram", &CIRCE.replace('}', r#","to":"png"}"#)).contains("image/png"));
}

#[test]
fn problems_are_kept_on_the_shelf() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("shelf.db").display().to_string();
    let kept = r#"{"name":"<b>x</b>","text":"7k/8/5K2/8/8/8/8/6Q1"}"#;
    let server = Server::start_with(&["--store", &file]);
    assert!(server.post("/api/shelf", kept).ends_with(r#"{"id":1}"#));
    drop(server);
    let server = Server::start_with(&["--store", &file]);
    assert!(server.get("/api/shelf").contains(r#""name":"<b>x</b>""#));
    assert!(server.get("/api/shelf/1").ends_with(r#""text":"7k/8/5K2/8/8/8/8/6Q1"}"#));
    let remove =
        |id: &str| server.answer(server.request(&format!("DELETE /api/shelf/{id}"), "", "").as_bytes());
    assert_eq!(["1", "1", "x"].map(|id| status(&remove(id)).to_owned()), ["200", "404", "404"]);
    let server = Server::start();
    assert!(server.get("/api/shelf").ends_with(r#"{"open":false,"problems":[]}"#));
    assert_eq!(status(&server.post("/api/shelf", kept)), "404");
}

#[test]
fn unchanged_files_are_not_sent_again() {
    let server = Server::start();
    let answer = server.get("/main.js").to_lowercase();
    let tag = answer.lines().find_map(|line| line.strip_prefix("etag: ")).expect("a tag").trim().to_owned();
    let ask = |tag: &str| {
        server.answer(server.request("GET /main.js", &format!("If-None-Match: {tag}\r\n"), "").as_bytes())
    };
    assert_eq!(status(&ask(&tag)), "304");
    assert_eq!(status(&ask("\"other\"")), "200");
}

#[test]
fn page_is_confined() {
    let server = Server::start();
    for path in ["/", "/style.css", "/main.js", "/api/jobs", "/none"] {
        let answer = server.get(path).to_lowercase();
        assert!(
            answer.contains("content-security-policy: default-src 'none'; script-src 'self';"),
            "{answer}"
        );
        assert!(answer.contains("x-content-type-options: nosniff"), "{answer}");
    }
    assert_eq!(status(&server.get("/../Cargo.toml")), "404");
    assert_eq!(status(&server.get("/%2e%2e/Cargo.toml")), "404");
}

#[test]
fn foreign_requests_are_refused() {
    let server = Server::start();
    let foreign = server.post_request("/api/convert", CIRCE).replacen(&server.host, "example.org", 1);
    assert_eq!(status(&server.answer(foreign.as_bytes())), "403");
    let headers = "Content-Type: application/json\r\nOrigin: http://example.org\r\n";
    let foreign = server.request("POST /api/convert", headers, CIRCE);
    assert_eq!(status(&server.answer(foreign.as_bytes())), "403");
    let text = server.request("POST /api/convert", "Content-Type: text/plain\r\n", CIRCE);
    assert_eq!(status(&server.answer(text.as_bytes())), "415");
}

#[test]
fn jobs_end_with_their_readers_or_when_they_are_cancelled() {
    let server = Server::start();
    let begin = |body| {
        let mut reader = BufReader::new(server.connect(server.post_request("/api/solve", body).as_bytes()));
        let mut line = String::new();
        while !line.contains("event: job") {
            line.clear();
            assert!(reader.read_line(&mut line).expect("an event") > 0, "no job");
        }
        reader
    };
    // One runs, one waits.
    let readers = [begin(LONG), begin(LONG)];
    let listed = server.get("/api/jobs");
    assert!(listed.contains("running") && listed.contains("queued"), "{listed}");
    drop(readers);
    server.wait_until_idle();
    let mut reader = begin(LONG);
    assert_eq!(status(&server.post("/api/jobs/3/cancel", "")), "200");
    let mut rest = String::new();
    reader.read_to_string(&mut rest).expect("an end");
    assert!(rest.contains(r#"{"complete":false}"#), "{rest}");
    server.wait_until_idle();
    assert_eq!(status(&server.post("/api/jobs/3/cancel", "")), "404");
}

#[test]
fn malformed_requests_are_refused() {
    let server = Server::start();
    for body in ["", "{", "[]", "null", "{}", r#"{"text":1}"#, r#"{"text":"","other":1}"#] {
        assert_eq!(status(&server.post("/api/solve", body)), "400", "{body}");
    }
    for text in ["", "nonsense", "8/8/8/8/8/8/8/9 #2", "beginproblem stipulation nonsense endproblem"] {
        let body = serde_json::json!({ "text": text }).to_string();
        assert_eq!(status(&server.post("/api/solve", &body)), "422", "{text}");
    }
    let long = serde_json::json!({ "text": "x".repeat(2 << 20) }).to_string();
    assert_eq!(status(&server.post("/api/solve", &long)), "413");
    thread::scope(|scope| {
        for part in 0..4 {
            let server = &server;
            scope.spawn(move || (part..10_000).step_by(4).for_each(|at| send_malformed(server, at)));
        }
    });
    assert_eq!(status(&server.post("/api/convert", &CIRCE.replace("}", r#","to":"epd"}"#))), "200");
}

/// Sends a part of a request, or one with another byte: it is answered without a fault of the server, or the connection
/// is closed.
fn send_malformed(server: &Server, at: usize) {
    let paths = ["convert", "check", "diagram", "explain", "collection"];
    let whole = server
        .post_request(&format!("/api/{}", paths[at % 5]), &CIRCE.replace("}", r#","to":"epd","moves":[]}"#));
    let head = whole.find("\r\n\r\n").expect("a head") + 4;
    let mut bytes = whole.into_bytes();
    let place = at * 7919 % bytes.len();
    bytes[place] = [0, b'{', 0xff, b'"', b'9', b'-'][at / 5 % 6];
    if place < head && at.is_multiple_of(2) {
        bytes.truncate(head);
    }
    let stream = TcpStream::connect(&server.host).expect("a connection");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time limit");
    let mut answer = Vec::new();
    let _ = (&stream).write_all(&bytes);
    // The request ends here, complete or not.
    let _ = stream.shutdown(Shutdown::Write);
    let read = (&stream).read_to_end(&mut answer);
    assert!(!is_late(read), "no answer to {}", String::from_utf8_lossy(&bytes));
    let answer = String::from_utf8_lossy(&answer).into_owned();
    assert!(!status(&answer).starts_with('5'), "{answer}");
}

/// The API is described as it is: each route, and nothing else.
#[test]
fn description_has_every_route() {
    let description: serde_json::Value =
        serde_json::from_str(include_str!("../../docs/openapi.json")).expect("a description");
    let source = include_str!("../../src/serve.rs");
    let routes = source.lines().filter_map(|line| line.trim().strip_prefix(".route(\""));
    let mut routes: Vec<String> = routes
        .flat_map(|route| {
            let (path, methods) = route.split_once("\", ").expect("a route");
            // As in `get(list).post(save))`.
            let methods = methods.trim_end_matches("))").split(").");
            methods.map(move |method| format!("{path} {}", method.split('(').next().expect("a method")))
        })
        .collect();
    let paths = description["paths"].as_object().expect("paths");
    let mut described: Vec<String> = paths
        .iter()
        .flat_map(|(path, methods)| {
            methods.as_object().expect("methods").keys().map(move |method| format!("{path} {method}"))
        })
        .collect();
    routes.sort();
    described.sort();
    assert_eq!(routes, described);
}
