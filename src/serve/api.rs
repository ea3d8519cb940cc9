//! The answers of the API, as JSON unless stated otherwise.

mod collection;
pub mod shelf;

pub use collection::collection;

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::de::{DeserializeOwned, Deserializer, Error as _};
use serde::{Deserialize, Serialize};

use super::Server;
use super::jobs::Task;
use crate::board::{Layout, Square};
use crate::formats::{FenDialect, Item, Question, Reading};
use crate::problem::Problem;
use crate::report::catalogue::{JsonRule, chapters};
use crate::report::check::{Checked, JsonCheck};
use crate::report::diagram::{Caption, DiagramStyle, png, svg, tex};
use crate::report::explanation::sentences;
use crate::report::export::{OutputFormat, export};
use crate::report::json::{JsonFault, faults};
use crate::report::men;
use crate::report::question::{stipulation, stipulation_text};
use crate::solution::changed_play::PlayTable;
use crate::solution::setting_after::{RecordedMove, setting_after};
use crate::solver::{Solver, with_large_stack};

/// The name of the text in records.
const SOURCE: &str = "page";
/// The memory of the table of a check: nothing is searched.
const CHECK_BYTES: usize = 1 << 16;
/// The maximum number of moves after which a picture is drawn.
const MAX_MOVES: usize = 1_000;

/// A text with problems, of which the first is meant, and what is asked about it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    text: String,
    /// As `--stip`.
    #[serde(default)]
    stipulation: Option<String>,
    /// As `--cond`.
    #[serde(default)]
    conditions: Vec<String>,
    /// As `--option`.
    #[serde(default)]
    options: Vec<String>,
    /// As `--twin`.
    #[serde(default)]
    twins: Vec<String>,
    /// As `--set-play`.
    #[serde(default)]
    set_play: bool,
    /// As `--tries`.
    #[serde(default, deserialize_with = "number_of_refutations")]
    tries: Option<u32>,
    /// The format of a conversion or of a picture.
    #[serde(default)]
    to: Option<String>,
    /// As `--to-dialect`, for a conversion to EPD.
    #[serde(default)]
    to_dialect: Option<String>,
    /// The moves after which a picture is drawn.
    #[serde(default)]
    moves: Vec<RecordedMove>,
    /// The number of the twin in which these moves are made, from 0.
    #[serde(default)]
    twin: usize,
    /// The squares that are coloured in a picture.
    #[serde(default)]
    highlight: Vec<String>,
    /// Whether a picture is only the board.
    #[serde(default)]
    no_caption: bool,
    /// As `--keep`.
    #[serde(default)]
    keep: Vec<String>,
}

/// Reads a number of refutations; anything else is quoted, since it can be what was typed.
fn number_of_refutations<'n, D: Deserializer<'n>>(value: D) -> Result<Option<u32>, D::Error> {
    match serde_json::Value::deserialize(value)? {
        serde_json::Value::Null => Ok(None),
        value => {
            let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let error = || D::Error::custom(format!("--tries '{text}': expected a number of refutations"));
            number.map(Some).ok_or_else(error)
        }
    }
}

/// An error of a request.
#[derive(Serialize)]
struct Failure<'f> {
    error: &'f str,
}

/// Errors in a problem.
#[derive(Serialize)]
struct Refused {
    errors: Vec<JsonFault>,
}

/// A problem in another format, and what is lost.
#[derive(Serialize)]
struct Converted {
    text: Option<String>,
    faults: Vec<JsonFault>,
}

fn json(status: StatusCode, value: &impl Serialize) -> Response {
    let text = serde_json::to_string(value).unwrap_or_default();
    (status, [(header::CONTENT_TYPE, "application/json")], text).into_response()
}

/// Returns the answer to a request that is not understood or not permitted.
pub fn failure(status: StatusCode, error: &str) -> Response {
    json(status, &Failure { error })
}

/// Returns what `work` returns on a thread that may block, with a large stack.
///
/// # Errors
/// The answer if the work failed.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Box<Response>> {
    let result = tokio::task::spawn_blocking(|| with_large_stack(work)).await;
    let message = "the program failed on this request";
    result.ok().and_then(Result::ok).ok_or_else(|| refused(StatusCode::SERVICE_UNAVAILABLE, message))
}

/// Returns the answer of `work`, or the answer of its error.
async fn answer(work: impl FnOnce() -> Result<Response, Box<Response>> + Send + 'static) -> Response {
    blocking(work).await.and_then(|answer| answer).unwrap_or_else(|response| *response)
}

/// Returns a refusal as the error of an answer.
fn refused(status: StatusCode, error: &str) -> Box<Response> {
    Box::new(failure(status, error))
}

/// Reads the body of a request.
///
/// # Errors
/// The answer if it is not as expected.
fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Box<Response>> {
    serde_json::from_slice(body).map_err(|error| refused(StatusCode::BAD_REQUEST, &error.to_string()))
}

impl Asked {
    /// Returns the problems of the text, each with the question about it.
    fn reading(&self) -> Reading {
        let question = Question {
            stipulation: self.stipulation.clone(),
            conditions: self.conditions.clone(),
            options: self.options.clone(),
            twins: self.twins.clone(),
            set_play: self.set_play,
            tries: self.tries,
            ..Question::default()
        };
        question.read(SOURCE, self.text.as_bytes())
    }

    /// Returns the dialect of FEN that a conversion writes.
    ///
    /// # Errors
    /// The answer if there is no such dialect.
    fn dialect(&self) -> Result<FenDialect, Box<Response>> {
        let Some(name) = &self.to_dialect else { return Ok(FenDialect::Kirke) };
        let found = FenDialect::ALL.into_iter().find(|dialect| dialect.name() == name);
        let names = FenDialect::ALL.map(FenDialect::name).join(", ");
        found.ok_or_else(|| refused(StatusCode::BAD_REQUEST, &format!("expected a dialect: {names}")))
    }

    /// Returns the problem.
    ///
    /// # Errors
    /// The answer if it is refused.
    fn problem(&self) -> Result<Problem, Box<Response>> {
        let item: Option<Item> = self.reading().items.into_iter().next();
        match item.map(|item| item.problem) {
            Some(Ok(problem)) => Ok(problem),
            Some(Err(refusal)) => {
                let refused = Refused { errors: faults(&refusal.errors) };
                Err(Box::new(json(StatusCode::UNPROCESSABLE_ENTITY, &refused)))
            }
            None => Err(refused(StatusCode::UNPROCESSABLE_ENTITY, "expected a problem")),
        }
    }
}

/// Answers with the events of a job.
async fn job(server: Arc<Server>, task: Task, body: Bytes) -> Response {
    let read = blocking(move || {
        let asked = read::<Asked>(&body)?;
        let mut problem = asked.problem()?;
        if task == Task::Table {
            ask_for_table(&mut problem)?;
        }
        Ok((problem, asked.keep))
    })
    .await;
    let (problem, keep) = match read.and_then(|read| read) {
        Ok(asked) => asked,
        Err(response) => return *response,
    };
    match server.jobs.start(task, problem, keep, SOURCE) {
        Some(events) => events_response(events),
        None => failure(StatusCode::TOO_MANY_REQUESTS, "too many jobs; try again when others have ended"),
    }
}

fn events_response(events: Body) -> Response {
    ([(header::CONTENT_TYPE, "text/event-stream")], events).into_response()
}

/// Solves a problem: a stream of events.
pub async fn solve(State(server): State<Arc<Server>>, body: Bytes) -> Response {
    job(server, Task::Solve, body).await
}

/// Verifies a problem: a stream of events, the last one with the record.
pub async fn verify(State(server): State<Arc<Server>>, body: Bytes) -> Response {
    job(server, Task::Verify, body).await
}

/// Tables the changed play of a problem: a stream of events, the last one with the record.
pub async fn table(State(server): State<Arc<Server>>, body: Bytes) -> Response {
    job(server, Task::Table, body).await
}

/// Examines what each man of a problem is for: a stream of events, the last one with what was found.
pub async fn economy(State(server): State<Arc<Server>>, body: Bytes) -> Response {
    job(server, Task::Economy, body).await
}

/// Searches for changes that make a problem sound: a stream of events, the last one with what was found.
pub async fn improve(State(server): State<Arc<Server>>, body: Bytes) -> Response {
    job(server, Task::Improve, body).await
}

/// Searches for the sound twins of a problem: a stream of events, the last one with what was found.
pub async fn twins(State(server): State<Arc<Server>>, body: Bytes) -> Response {
    job(server, Task::Twins, body).await
}

/// Requests what a table of changed play needs.
///
/// # Errors
/// The answer if the problem has no such table.
fn ask_for_table(problem: &mut Problem) -> Result<(), Box<Response>> {
    if !PlayTable::applies_to(&problem.setting, &problem.options) {
        let error = "a table of changed play needs direct, self or reflex play of two moves or more";
        return Err(refused(StatusCode::UNPROCESSABLE_ENTITY, error));
    }
    problem.options.request_changed_play(problem.options.tries.unwrap_or(1));
    Ok(())
}

/// Writes a problem in another format.
pub async fn convert(body: Bytes) -> Response {
    answer(move || converted(&body)).await
}

fn converted(body: &[u8]) -> Result<Response, Box<Response>> {
    let asked: Asked = read(body)?;
    let format = match asked.to.as_deref() {
        Some("popeye") => OutputFormat::Popeye,
        Some("epd") => OutputFormat::Epd(asked.dialect()?),
        Some("olv") => OutputFormat::Olive,
        Some("json") => OutputFormat::Json,
        Some("pgn") => OutputFormat::Pgn,
        _ => {
            return Err(refused(StatusCode::BAD_REQUEST, "expected a format: popeye, epd, olv, json, pgn"));
        }
    };
    let exported = export(&asked.problem()?, format);
    let converted = Converted { text: exported.text, faults: faults(&exported.faults) };
    Ok(json(StatusCode::OK, &converted))
}

/// Draws a problem: a picture of SVG or PNG, or LaTeX.
pub async fn diagram(State(server): State<Arc<Server>>, body: Bytes) -> Response {
    let asked = match read::<Asked>(&body) {
        Ok(asked) => asked,
        Err(response) => return *response,
    };
    let is_png = asked.to.as_deref() == Some("png");
    // It is never closed.
    let _place = if is_png { server.drawing.acquire().await.ok() } else { None };
    answer(move || drawn(&asked)).await
}

/// Plays the moves on the diagram of a problem, and returns the squares that the last one changed.
///
/// # Errors
/// The answer if a move is not possible.
fn play(problem: &mut Problem, asked: &Asked) -> Result<Vec<Square>, Box<Response>> {
    let unprocessable = |error: &str| refused(StatusCode::UNPROCESSABLE_ENTITY, error);
    if asked.moves.len() > MAX_MOVES {
        return Err(unprocessable("these are too many moves"));
    }
    let twin = problem.twins_in_order().into_iter().nth(asked.twin);
    let twin = twin.ok_or_else(|| unprocessable("there is no such twin"))?;
    let options = problem.options.of_twin(twin.label.as_deref());
    let setting = twin.setting.map_err(|error| unprocessable(&error.value.to_string()))?;
    let after = setting_after(&setting, &options, &asked.moves);
    let after = after.map_err(|error| unprocessable(&error.to_string()))?;
    *problem = Problem::new(after.setting);
    Ok(after.changed)
}

/// Returns the squares that are coloured.
///
/// # Errors
/// The answer if the board does not have one of them.
fn coloured(asked: &Asked, layout: Layout) -> Result<Vec<Square>, Box<Response>> {
    let square = |name: &String| {
        let error = || format!("highlight: expected a square of the board, not '{name}'");
        layout.square(name).ok_or_else(|| refused(StatusCode::UNPROCESSABLE_ENTITY, &error()))
    };
    asked.highlight.iter().map(square).collect()
}

fn drawn(asked: &Asked) -> Result<Response, Box<Response>> {
    let mut problem = asked.problem()?;
    let layout = problem.setting.diagram.layout();
    let mut highlighted = coloured(asked, layout)?;
    if !asked.moves.is_empty() {
        highlighted.extend(play(&mut problem, asked)?);
    }
    let style = DiagramStyle {
        caption: if asked.no_caption { Caption::Hidden } else { Caption::Shown },
        highlighted,
        ..DiagramStyle::default()
    };
    let unprocessable = |error: String| refused(StatusCode::UNPROCESSABLE_ENTITY, &error);
    let (kind, text) = match asked.to.as_deref() {
        None | Some("svg") => ("image/svg+xml", svg(&problem, &style).into_bytes()),
        Some("png") => ("image/png", png(&problem, &style).map_err(|e| unprocessable(e.to_string()))?),
        Some("tex") => {
            let text = tex(&problem, &style).map_err(|e| unprocessable(e.to_string()))?;
            ("text/plain; charset=utf-8", text.into_bytes())
        }
        _ => return Err(refused(StatusCode::BAD_REQUEST, "expected a picture: svg, png, tex")),
    };
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}

/// Checks the first problem of a text without a search.
pub async fn check(body: Bytes) -> Response {
    answer(move || checked(&body)).await
}

fn checked(body: &[u8]) -> Result<Response, Box<Response>> {
    let mut reading = read::<Asked>(body)?.reading();
    let Some(mut item) = (!reading.items.is_empty()).then(|| reading.items.swap_remove(0)) else {
        return Err(refused(StatusCode::UNPROCESSABLE_ENTITY, "expected a problem"));
    };
    item.warnings.append(&mut reading.warnings);
    let solver = Solver::builder().memory(CHECK_BYTES).build();
    let solver = solver.map_err(|error| refused(StatusCode::SERVICE_UNAVAILABLE, &error.to_string()))?;
    let checked = Checked::new(&item, &solver);
    Ok(json(StatusCode::OK, &JsonCheck::new(SOURCE, item.span.line, &checked)))
}

/// A stipulation in one sentence.
#[derive(Serialize)]
struct Explained {
    /// `None` for a problem without a stipulation.
    stipulation: Option<String>,
    /// The sentence in English, German and French.
    sentences: Option<[String; 3]>,
}

/// Explains the stipulation of a problem.
pub async fn explain(body: Bytes) -> Response {
    answer(move || {
        let problem = read::<Asked>(&body)?.problem()?;
        let stipulation = stipulation(&problem.setting, &problem.options);
        let layout = problem.setting.diagram.layout();
        let explained = Explained {
            stipulation: stipulation_text(&problem.setting, &problem.options),
            sentences: stipulation.map(|stipulation| sentences(&stipulation, layout)),
        };
        Ok(json(StatusCode::OK, &explained))
    })
    .await
}

/// Lists the rules.
pub async fn rules() -> Response {
    answer(|| {
        let chapters = chapters();
        let entries = chapters.iter().flat_map(|chapter| &chapter.entries);
        Ok(json(StatusCode::OK, &entries.map(JsonRule::new).collect::<Vec<_>>()))
    })
    .await
}

/// Lists the fairy men and attributes.
pub async fn men() -> Response {
    let men = || men::entries().iter().map(men::ManEntry::json).collect::<Vec<_>>();
    answer(move || Ok(json(StatusCode::OK, &men()))).await
}

/// Lists the jobs that run or wait.
pub async fn jobs(State(server): State<Arc<Server>>) -> Response {
    json(StatusCode::OK, &server.jobs.listed())
}

/// Cancels a job.
pub async fn cancel(State(server): State<Arc<Server>>, Path(id): Path<String>) -> Response {
    match id.parse().is_ok_and(|id| server.jobs.cancel(id)) {
        true => json(StatusCode::OK, &serde_json::json!({ "cancelled": true })),
        false => failure(StatusCode::NOT_FOUND, "there is no such job"),
    }
}
