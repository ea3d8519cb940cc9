//! The problems of a store as the page and the booklet show them.

use serde_json::value::RawValue;

use super::row::ReportRow;
use crate::formats;
use crate::problem::{Problem, first_name};
use crate::report::collection::{CollectionEntry, Cost};
use crate::report::json::{JsonTwin, Record};
use crate::store::{ResultRow, StoredProblem, decode_record};

/// Returns a problem of a store, and its row.
pub(super) fn entry(stored: StoredProblem) -> (ReportRow, CollectionEntry) {
    let result = stored.result.clone();
    let row = ReportRow::new(stored);
    let mut entry = CollectionEntry {
        place: format!("{}:{}", row.source, row.line),
        name: row.name.clone(),
        verdict: row.verdict,
        outcome: row.outcome().to_owned(),
        as_declared: row.as_declared,
        reason: row.reason.clone(),
        cost: result.is_some().then_some(Cost { nodes: row.nodes, milliseconds: row.milliseconds }),
        ..CollectionEntry::default()
    };
    if let Some(result) = result {
        add_result(&mut entry, &result);
    }
    (row, entry)
}

fn add_result(entry: &mut CollectionEntry, result: &ResultRow) {
    entry.problem = problem(&result.input);
    let Some(record) = decode_record(&result.record) else {
        if entry.reason.is_empty() {
            entry.remark = "The solution is not kept.".to_owned();
        }
        return;
    };
    add_names(entry, &record);
    if let Some(verdict) = &record.verdict {
        entry.set_findings(verdict);
    }
    match serde_json::from_str::<Vec<JsonTwin>>(record.twins.get()) {
        Ok(twins) => entry.twins = twins,
        // The parser has a limit of depth.
        Err(_) => entry.remark = "The solution is too long to be shown: kirke solve prints it.".to_owned(),
    }
}

/// Adds authors, titles and the like from a record, unless it belongs to an equal problem with other names.
fn add_names(entry: &mut CollectionEntry, record: &Record<Box<RawValue>>) {
    let (Some(problem), Some(names)) = (&mut entry.problem, &record.problem) else { return };
    let name = first_name(&names.authors, &names.titles, names.id.as_ref()).unwrap_or("");
    if name != entry.name {
        return;
    }
    problem.id.clone_from(&names.id);
    problem.authors.clone_from(&names.authors);
    problem.origins.clone_from(&names.origins);
    problem.titles.clone_from(&names.titles);
    problem.awards.clone_from(&names.awards);
    entry.has_own_names = true;
}

/// Returns the problem of a question, which is in Popeye's language after the options that this language does not have.
fn problem(question: &str) -> Option<Problem> {
    let (_, text) = question.split_once("beginproblem")?;
    let items = formats::read("store", format!("beginproblem{text}").as_bytes()).items;
    items.into_iter().next()?.problem.ok()
}
