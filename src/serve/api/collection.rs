//! The problems of a text, for a page that solves or verifies them one after another.

use axum::body::Bytes;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;

use super::{Asked, answer, json, read};
use crate::formats::Item;
use crate::problem::first_name;
use crate::report::export::{OutputFormat, export};
use crate::report::json::{JsonFault, faults};
use crate::report::question::stipulation_text;

/// The number of problems in an answer; the rest is only counted.
const MAX_LISTED: usize = 2_000;

/// The problems of a text.
#[derive(Serialize)]
struct Collection {
    count: usize,
    problems: Vec<Listed>,
}

/// A problem of a text.
#[derive(Serialize)]
struct Listed {
    line: u32,
    name: Option<String>,
    stipulation: Option<String>,
    /// The problem as JSON; `None` if it is refused.
    text: Option<String>,
    errors: Vec<JsonFault>,
}

impl Listed {
    fn new(item: &Item) -> Listed {
        let line = item.span.line;
        match &item.problem {
            Ok(problem) => Listed {
                line,
                name: first_name(&problem.authors, &problem.titles, problem.id.as_ref()).map(str::to_owned),
                stipulation: stipulation_text(&problem.setting, &problem.options),
                text: export(problem, OutputFormat::Json).text,
                errors: Vec::new(),
            },
            Err(refusal) => Listed {
                line,
                name: refusal.name.clone(),
                stipulation: None,
                text: None,
                errors: faults(&refusal.errors),
            },
        }
    }
}

/// Lists the problems of a text.
pub async fn collection(body: Bytes) -> Response {
    answer(move || {
        let items = read::<Asked>(&body)?.reading().items;
        let problems = items.iter().take(MAX_LISTED).map(Listed::new).collect();
        Ok(json(StatusCode::OK, &Collection { count: items.len(), problems }))
    })
    .await
}
