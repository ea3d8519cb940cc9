//! The files of the page, which are part of the program.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use super::api::failure;

/// The paths of the files with their contents.
const FILES: [(&str, &str); 27] = [
    ("/", include_str!("page/index.html")),
    ("/style.css", include_str!("page/style.css")),
    ("/board.js", include_str!("page/board.js")),
    ("/changes.js", include_str!("page/changes.js")),
    ("/collection.js", include_str!("page/collection.js")),
    ("/editing.js", include_str!("page/editing.js")),
    ("/events.js", include_str!("page/events.js")),
    ("/faults.js", include_str!("page/faults.js")),
    ("/fold.js", include_str!("page/fold.js")),
    ("/imitators.js", include_str!("page/imitators.js")),
    ("/keep.js", include_str!("page/keep.js")),
    ("/letters.js", include_str!("page/letters.js")),
    ("/lines.js", include_str!("page/lines.js")),
    ("/main.js", include_str!("page/main.js")),
    ("/men.js", include_str!("page/men.js")),
    ("/palette.js", include_str!("page/palette.js")),
    ("/picture.js", include_str!("page/picture.js")),
    ("/places.js", include_str!("page/places.js")),
    ("/position.js", include_str!("page/position.js")),
    ("/question.js", include_str!("page/question.js")),
    ("/rules.js", include_str!("page/rules.js")),
    ("/textmen.js", include_str!("page/textmen.js")),
    ("/touch.js", include_str!("page/touch.js")),
    ("/tree.js", include_str!("page/tree.js")),
    ("/typed.js", include_str!("page/typed.js")),
    ("/verdict.js", include_str!("page/verdict.js")),
    ("/workshop.js", include_str!("page/workshop.js")),
];

/// Returns the type of a file.
fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.') {
        Some((_, "css")) => "text/css; charset=utf-8",
        Some((_, "js")) => "text/javascript; charset=utf-8",
        _ => "text/html; charset=utf-8",
    }
}

/// Returns the tag of a text, which changes with it.
fn tag(text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("\"{:016x}\"", hasher.finish())
}

/// Answers a request for a file; no file of the machine is read.
pub async fn answer(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    match FILES.iter().find(|(path, _)| *path == uri.path()) {
        Some((path, text)) if method == Method::GET => {
            let tag = tag(text);
            let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
            if known.is_some_and(|known| known.split(',').any(|known| known.trim() == tag)) {
                return (StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response();
            }
            let headers = [(header::CONTENT_TYPE, kind(path).to_owned()), (header::ETAG, tag)];
            (headers, *text).into_response()
        }
        Some(_) => failure(StatusCode::METHOD_NOT_ALLOWED, "this file can only be read"),
        None => failure(StatusCode::NOT_FOUND, "there is no such page"),
    }
}
