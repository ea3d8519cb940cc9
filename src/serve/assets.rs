//! The files of the page, which are part of the program.

use axum::http::{Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use super::api::failure;

/// The paths of the files with their types and contents.
const FILES: [(&str, &str, &str); 5] = [
    ("/", "text/html; charset=utf-8", include_str!("page/index.html")),
    ("/style.css", "text/css; charset=utf-8", include_str!("page/style.css")),
    ("/board.js", "text/javascript; charset=utf-8", include_str!("page/board.js")),
    ("/position.js", "text/javascript; charset=utf-8", include_str!("page/position.js")),
    ("/main.js", "text/javascript; charset=utf-8", include_str!("page/main.js")),
];

/// Answers a request for a file; no file of the machine is read.
pub async fn answer(method: Method, uri: Uri) -> Response {
    match FILES.iter().find(|(path, ..)| *path == uri.path()) {
        Some((_, kind, text)) if method == Method::GET => {
            ([(header::CONTENT_TYPE, *kind)], *text).into_response()
        }
        Some(_) => failure(StatusCode::METHOD_NOT_ALLOWED, "this file can only be read"),
        None => failure(StatusCode::NOT_FOUND, "there is no such page"),
    }
}
