//! A PostgreSQL server as the store of several processes.
//!
//! The tests need the programs of PostgreSQL. Without them they are skipped, unless KIRKE_POSTGRES is `required`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use crate::common::program::{code, err, kirke, out, program};

/// A server of its own.
struct Server {
    folder: TempDir,
    programs: PathBuf,
}

impl Server {
    /// Starts a server; `None` if PostgreSQL is not installed.
    fn start() -> Option<Server> {
        let found = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
        let programs =
            found.map(|version| version.path().join("bin")).find(|bin| bin.join("initdb").exists());
        let Some(programs) = programs else {
            assert_ne!(
                std::env::var("KIRKE_POSTGRES").as_deref(),
                Ok("required"),
                "PostgreSQL is not installed"
            );
            eprintln!("skipped: PostgreSQL is not installed");
            return None;
        };
        let folder = tempfile::tempdir().expect("a folder");
        let server = Server { folder, programs };
        if is_root() {
            let done = Command::new("chown").arg("postgres").arg(server.path()).status().expect("chown runs");
            assert!(done.success());
        }
        server.run("initdb", &["-A", "trust", "-U", "kirke", "--no-sync"]);
        server.control("start");
        Some(server)
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Starts, stops or restarts the server.
    fn control(&self, action: &str) {
        let log = self.path().join("log");
        let options = format!("-k {} -h '' -F", self.path().display());
        let log = log.to_str().expect("a path");
        self.run("pg_ctl", &["-o", &options, "-l", log, "-w", "-m", "fast", action]);
    }

    /// Runs a program of PostgreSQL, which refuses to be run by root.
    fn run(&self, program: &str, arguments: &[&str]) {
        let program = self.programs.join(program);
        let mut command = if is_root() {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--"]).arg(&program);
            command
        } else {
            Command::new(&program)
        };
        command.arg("-D").arg(self.path().join("data")).args(arguments).current_dir("/");
        let done = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
        assert!(done.expect("PostgreSQL runs").success(), "{program:?} {arguments:?}");
    }

    fn url(&self) -> String {
        format!("postgres://kirke@{}/postgres", self.path().display().to_string().replace('/', "%2F"))
    }

    fn client(&self) -> postgres::Client {
        postgres::Client::connect(&self.url(), postgres::NoTls).expect("a server")
    }

    /// Returns the number of rows of a table.
    fn count(&self, table: &str) -> i64 {
        self.client().query_one(&format!("SELECT count(*) FROM {table}"), &[]).expect("a number").get(0)
    }

    /// Starts a worker.
    fn worker(&self) -> Child {
        let arguments = ["work", "--store", &self.url(), "--jobs", "1", "--memory", "32M", "--lease", "2s"];
        let worker = program().args(arguments).stderr(Stdio::null()).spawn();
        worker.expect("kirke runs")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.control("stop");
    }
}

fn is_root() -> bool {
    let user = Command::new("id").arg("-u").output().expect("id runs");
    user.stdout.starts_with(b"0")
}

/// Ends a process at once.
fn kill(child: &mut Child) {
    child.kill().expect("a process");
    child.wait().expect("a process");
}

/// Problems of one move with a different number of solutions each.
fn collection() -> String {
    let squares = "abcdefgh".chars().flat_map(|file| (1..=8).map(move |rank| format!("{file}{rank}")));
    let placed = squares.filter(|square| !["a8", "b6", "a7", "b7", "b8"].contains(&square.as_str()));
    let problem = |square: String| {
        format!("beginproblem pieces white Kb6 Q{square} black Ka8 stipulation #2 option try endproblem\n")
    };
    placed.map(problem).collect()
}

#[test]
fn server_has_the_results_of_a_file() {
    let Some(server) = Server::start() else { return };
    let url = server.url();
    // A report makes no tables.
    for _ in 0..2 {
        let empty = kirke(&format!("report {url}"), "");
        assert_eq!((code(&empty), out(&empty).as_str()), (2, ""));
        assert!(err(&empty).contains("this database holds no store of kirke"), "{}", err(&empty));
    }
    let files = "problems/famous-cooks.inp problems/faulty-schemes.inp problems/fiasco.inp";
    let plain = kirke(&format!("verify {files} --format json"), "");
    for _ in 0..2 {
        let stored = kirke(&format!("verify {files} --format json --store {url}"), "");
        assert_eq!((out(&stored), err(&stored), code(&stored)), (out(&plain), err(&plain), code(&plain)));
    }
    let report = |store: &str| out(&kirke(&format!("report {store} --format markdown"), ""));
    let file = server.path().join("x.db").display().to_string();
    // The folder belongs to another user.
    let folder = tempfile::tempdir().expect("a folder");
    let file = file.replace(&server.path().display().to_string(), &folder.path().display().to_string());
    kirke(&format!("verify {files} --store {file}"), "");
    let differences = kirke(&format!("report {url} --against {file}"), "");
    assert_eq!(code(&differences), 0, "{}", err(&differences));
    assert!(report(&url).contains("cooked"), "{}", report(&url));
    let wrong = kirke("verify problems/fiasco.inp --store postgres://kirke@%2Fnowhere/postgres", "");
    assert!(code(&wrong) == 2 && err(&wrong).contains("postgres://kirke@%2Fnowhere"), "{}", err(&wrong));
}

/// Workers are killed, and the server is restarted: the results are those of an undisturbed run.
#[test]
fn killed_workers_and_restarted_server_lose_nothing() {
    let Some(server) = Server::start() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("a.inp").display().to_string();
    fs::write(&source, collection()).expect("written");
    let plain = out(&kirke(&format!("verify {source} --format json"), ""));
    let run = program()
        .args(["verify", &source, "--format", "json", "--store", &server.url(), "--lease", "2s"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("kirke runs");
    let mut workers = [server.worker(), server.worker(), server.worker()];
    for round in 0..6 {
        std::thread::sleep(Duration::from_millis(150));
        let worker = &mut workers[round % 3];
        kill(worker);
        *worker = server.worker();
        if round % 3 == 1 {
            server.control("restart");
        }
    }
    let done = run.wait_with_output().expect("output");
    workers.iter_mut().for_each(kill);
    // The output is long.
    assert!(err(&done).is_empty(), "{}", err(&done));
    assert!(out(&done) == plain, "the results differ from those of an undisturbed run");
    let again = kirke(&format!("verify {source} --format json --store {}", server.url()), "");
    assert!(out(&again) == plain, "the kept results differ");
    for table in ["kirke_jobs", "kirke_parts"] {
        assert_eq!(server.count(table), 0, "{table} has rows of answered questions");
    }
}

/// Several workers search the first moves of one problem.
#[test]
fn workers_share_a_long_problem() {
    let Some(server) = Server::start() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("a.epd").display().to_string();
    fs::write(&source, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - h=3.5").expect("written");
    let plain = out(&kirke(&format!("verify {source} --format json -j 1"), ""));
    let mut workers = [server.worker(), server.worker()];
    let arguments = format!("verify {source} --format json -j 1 --store {}", server.url());
    let done = kirke(&arguments, "");
    workers.iter_mut().for_each(kill);
    assert_eq!((out(&done), err(&done)), (plain, String::new()));
}

/// A run that uses all cores of a machine has no help from its other processes.
#[test]
fn workers_leave_a_machine_without_a_free_core() {
    let Some(server) = Server::start() else { return };
    let url = server.url();
    let game = "r1bqk1nr/pppp1ppp/2n5/2b1p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w - - h#3.5;\n";
    assert_eq!(code(&kirke(&format!("verify - --store {url}"), "7k/5K2/8/8/8/8/8/R7 w - - #1;\n")), 0);
    let log = "CREATE TABLE searched (worker TEXT); \
        CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
            INSERT INTO searched VALUES (NEW.worker); RETURN NEW; END $$; \
        CREATE TRIGGER note AFTER INSERT ON kirke_parts FOR EACH ROW WHEN (NEW.worker IS NOT NULL) \
            EXECUTE FUNCTION note()";
    server.client().batch_execute(log).expect("a trigger");
    let mut workers = [server.worker(), server.worker()];
    let done = kirke(&format!("verify - --lease 2s --store {url}"), game);
    workers.iter_mut().for_each(kill);
    assert_eq!(err(&done), "");
    assert_eq!(server.count("searched WHERE NOT starts_with(worker, 'run ')"), 0);
}

/// Makes a worker that is seen for an hour and has taken all first moves of each question that is filed.
const TAKE_ALL: &str = r#"
    INSERT INTO kirke_workers (id, seen) VALUES ('other', now() + interval '1 hour');
    CREATE FUNCTION take_all() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO kirke_parts (question, version, key, worker)
            SELECT NEW.question, NEW.version, format(
                '{"twin":0,"side":"White","phase":"Actual","plies":%s,"number":%s}', plies, number), 'other'
            FROM generate_series(1, 8) AS plies, generate_series(0, 25) AS number;
        RETURN NEW; END $$;
    CREATE TRIGGER take_all AFTER INSERT ON kirke_jobs FOR EACH ROW EXECUTE FUNCTION take_all();
"#;

/// A worker that is alive has taken all first moves and does not search them: this one takes them over, one in each pass,
/// even if it finds them soon.
#[test]
fn taken_first_moves_are_taken_over() {
    let Some(server) = Server::start() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name).display().to_string();
        fs::write(&path, text).expect("written");
        path
    };
    let short = file("short.epd", "7k/5K2/8/8/8/8/8/R7 w - - #1");
    let long = file("long.epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - h=3.5");
    let stored =
        |path: &str| kirke(&format!("verify {path} --format json -j 1 --store {}", server.url()), "");
    assert_eq!(err(&stored(&short)), "");
    let old = "INSERT INTO kirke_workers (id, seen) VALUES ('old', now() - interval '2 days');";
    server.client().batch_execute(&format!("{TAKE_ALL}{old}")).expect("workers");
    let done = stored(&long);
    let plain = out(&kirke(&format!("verify {long} --format json -j 1"), ""));
    assert_eq!((out(&done), err(&done)), (plain, String::new()));
    // Only the worker that is seen is left.
    assert_eq!(server.count("kirke_workers"), 1);
}

/// A problem that cannot be solved as it stands leaves no job.
#[test]
fn refused_problems_leave_no_job() {
    let Some(server) = Server::start() else { return };
    let url = server.url();
    let problem = "k7/8/1K6/8/8/8/8/R3K2R w - - #2;\n";
    for limit in ["", "--time 5"] {
        assert_eq!(code(&kirke(&format!("verify - {limit} --store {url}"), problem)), 2);
        assert_eq!(server.count("kirke_jobs"), 0);
    }
    assert_eq!(code(&kirke(&format!("work --until-done --store {url}"), "")), 0);
    let listed = out(&kirke(&format!("report {url} --verdict refused"), ""));
    assert!(listed.contains("standard input:1"), "{listed}");
}

/// A job that was added after its result leaves the queue.
#[test]
fn answered_questions_leave_no_job() {
    let Some(server) = Server::start() else { return };
    let url = server.url();
    let verify = || kirke(&format!("verify - --store {url}"), "k7/8/1K6/8/8/8/8/7R w - - #1;\n");
    assert_eq!(code(&verify()), 0);
    let mut client = server.client();
    let saved = "CREATE TABLE saved_results AS SELECT * FROM kirke_results; DELETE FROM kirke_results; \
        CREATE TABLE saved_jobs (LIKE kirke_jobs); \
        CREATE RULE save AS ON DELETE TO kirke_jobs DO ALSO INSERT INTO saved_jobs SELECT old.*";
    client.batch_execute(saved).expect("tables");
    assert_eq!(code(&verify()), 0);
    let later = "DROP RULE save ON kirke_jobs; INSERT INTO kirke_jobs SELECT * FROM saved_jobs";
    client.batch_execute(later).expect("a job");
    let work = kirke(&format!("work --until-done --store {url}"), "");
    assert_eq!((code(&work), err(&work).trim()), (0, "0 problems solved"));
    assert_eq!(server.count("kirke_jobs"), 0);
    // Another process writes the result while this one adds the job.
    let race = "DELETE FROM kirke_results; CREATE FUNCTION race() RETURNS trigger AS \
        'BEGIN INSERT INTO kirke_results SELECT * FROM saved_results; RETURN new; END' LANGUAGE plpgsql; \
        CREATE TRIGGER race BEFORE INSERT ON kirke_jobs FOR EACH ROW EXECUTE FUNCTION race()";
    client.batch_execute(race).expect("a trigger");
    assert_eq!(code(&verify()), 0);
    assert_eq!(server.count("kirke_jobs"), 0);
}

/// A run that may file further problems, as between its tiers, is waited for.
#[test]
fn workers_wait_for_a_run() {
    let Some(server) = Server::start() else { return };
    let url = server.url();
    let verify = kirke(&format!("verify - --store {url}"), "k7/8/1K6/8/8/8/8/7R w - - #1;\n");
    assert_eq!(code(&verify), 0);
    let mut client = server.client();
    client.batch_execute("INSERT INTO kirke_workers (id, seen) VALUES ('run x', now())").expect("a run");
    let arguments = ["work", "--until-done", "--quiet", "--store", &url];
    let mut work = program().args(arguments).spawn().expect("a worker");
    std::thread::sleep(Duration::from_secs(1));
    assert!(work.try_wait().expect("a process").is_none(), "it ends before the run");
    client.batch_execute("DELETE FROM kirke_workers WHERE id = 'run x'").expect("no run");
    assert_eq!(work.wait().expect("an end").code(), Some(0));
}

/// Processes share the positions of a matrix; one of them is killed.
#[test]
fn a_matrix_is_explored_by_several_processes() {
    let Some(server) = Server::start() else { return };
    let matrix = ["explore", "kbK5/pp6/1P6/8/8/8/8/8 #2", "--free", "wR", "--free", "bP?", "--free", "wS?"];
    let explore = |more: &[&str]| {
        let mut command = program();
        command.args(matrix).args(["--quiet", "--threads", "1"]).args(more);
        command
    };
    let lines = |text: String| -> std::collections::BTreeSet<String> {
        text.lines().filter(|line| line.contains("  1.")).map(str::to_owned).collect()
    };
    let plain = lines(out(&explore(&[]).output().expect("a run")));
    assert!(plain.len() > 10, "{plain:?}");
    let url = server.url();
    let shared = ["--store", &url, "--lease", "2s"];
    let start = || explore(&shared).stdout(Stdio::null()).spawn().expect("kirke runs");
    let mut killed = start();
    std::thread::sleep(std::time::Duration::from_secs(1));
    kill(&mut killed);
    let mut both = [start(), start()];
    for process in &mut both {
        process.wait().expect("a process");
    }
    let done = explore(&shared).output().expect("a run");
    assert_eq!(lines(out(&done)), plain, "{}", err(&done));
}
