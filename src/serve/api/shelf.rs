//! The answers about the shelf.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};

use super::{answer, json, read, refused};
use crate::serve::Server;
use crate::serve::shelf::{Heading, Shelf};

/// A problem to keep.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ToKeep {
    name: String,
    text: String,
}

/// All problems.
#[derive(Serialize)]
struct Listed {
    /// Whether there is a shelf.
    open: bool,
    problems: Vec<Heading>,
}

fn missing() -> Box<Response> {
    refused(StatusCode::NOT_FOUND, "there is no such problem")
}

fn failed(error: impl ToString) -> Box<Response> {
    refused(StatusCode::SERVICE_UNAVAILABLE, &error.to_string())
}

/// Returns the answer of `work` on the shelf.
async fn on_shelf(
    server: Arc<Server>,
    work: impl FnOnce(&Shelf) -> Result<Response, Box<Response>> + Send + 'static,
) -> Response {
    answer(move || match &server.shelf {
        Some(shelf) => work(shelf),
        None => Err(refused(StatusCode::NOT_FOUND, "problems are kept with the option --store")),
    })
    .await
}

fn number(id: &str) -> Result<i64, Box<Response>> {
    id.parse().map_err(|_| missing())
}

/// Lists the problems.
pub async fn list(State(server): State<Arc<Server>>) -> Response {
    answer(move || {
        let problems = server.shelf.as_ref().map(Shelf::headings).transpose().map_err(failed)?;
        let listed = Listed { open: problems.is_some(), problems: problems.unwrap_or_default() };
        Ok(json(StatusCode::OK, &listed))
    })
    .await
}

/// Keeps a problem.
pub async fn save(State(server): State<Arc<Server>>, body: Bytes) -> Response {
    on_shelf(server, move |shelf| {
        let kept: ToKeep = read(&body)?;
        match shelf.save(&kept.name, &kept.text).map_err(failed)? {
            Some(id) => Ok(json(StatusCode::OK, &serde_json::json!({ "id": id }))),
            None => Err(refused(StatusCode::INSUFFICIENT_STORAGE, "the shelf is full")),
        }
    })
    .await
}

/// Returns a problem.
pub async fn open(State(server): State<Arc<Server>>, Path(id): Path<String>) -> Response {
    on_shelf(server, move |shelf| {
        let kept = shelf.get(number(&id)?).map_err(failed)?;
        kept.map(|kept| json(StatusCode::OK, &kept)).ok_or_else(missing)
    })
    .await
}

/// Removes a problem.
pub async fn remove(State(server): State<Arc<Server>>, Path(id): Path<String>) -> Response {
    on_shelf(server, move |shelf| match shelf.remove(number(&id)?).map_err(failed)? {
        true => Ok(json(StatusCode::OK, &serde_json::json!({ "removed": true }))),
        false => Err(missing()),
    })
    .await
}
