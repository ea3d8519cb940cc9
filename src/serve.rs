//! A page on the local machine, and an API of HTTP under it.
//!
//! The server is bound to 127.0.0.1 unless it is asked otherwise; then each request needs a token. `guard` checks hosts,
//! origins and tokens, `jobs` bounds the searches, `api` answers with the JSON of the command line, and `assets` holds the
//! files of the page.

mod api;
mod assets;
mod connections;
mod guard;
mod jobs;
mod shelf;

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::middleware;
use axum::routing::{get, post};
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::sync::Semaphore;

use guard::Guard;
use jobs::Jobs;
use shelf::Shelf;

/// What a server may use, and where it listens.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address; port 0 for any free port.
    pub address: SocketAddr,
    /// The number of jobs that run at the same time; others wait.
    pub running: usize,
    /// The memory of all transposition tables together, in bytes.
    pub memory: usize,
    /// The time after which a job is stopped.
    pub time: Duration,
    /// The file of the problems that the page keeps.
    pub store: Option<PathBuf>,
    /// The time within which the head and the body of a request must arrive.
    pub patience: Duration,
}

/// What the answers to requests need.
pub(crate) struct Server {
    guard: Guard,
    jobs: Arc<Jobs>,
    shelf: Option<Shelf>,
    patience: Duration,
    /// The pictures that are drawn at the same time; others wait.
    drawing: Semaphore,
}

/// The number of pictures that are drawn at the same time.
const MAX_DRAWING: usize = 4;

/// Serves until the program ends. `ready` receives the address of the page, with the token if there is one.
///
/// # Errors
/// If the address or the store cannot be used.
pub fn serve(settings: &Settings, ready: impl FnOnce(&str)) -> io::Result<()> {
    let shelf = settings.store.as_deref().map(Shelf::open).transpose().map_err(io::Error::other)?;
    Builder::new_multi_thread().worker_threads(2).enable_all().build()?.block_on(async {
        let listener = TcpListener::bind(settings.address).await?;
        let address = listener.local_addr()?;
        let guard = Guard::new(address)?;
        ready(&guard.url());
        let jobs = Arc::new(Jobs::new(settings));
        let server = Arc::new(Server {
            guard,
            jobs,
            shelf,
            patience: settings.patience,
            drawing: Semaphore::new(MAX_DRAWING),
        });
        connections::accept(listener, router(server), settings.patience).await
    })
}

fn router(server: Arc<Server>) -> Router {
    Router::new()
        .route("/api/solve", post(api::solve))
        .route("/api/verify", post(api::verify))
        .route("/api/table", post(api::table))
        .route("/api/economy", post(api::economy))
        .route("/api/improve", post(api::improve))
        .route("/api/twins", post(api::twins))
        .route("/api/convert", post(api::convert))
        .route("/api/diagram", post(api::diagram))
        .route("/api/check", post(api::check))
        .route("/api/explain", post(api::explain))
        .route("/api/collection", post(api::collection))
        .route("/api/shelf", get(api::shelf::list).post(api::shelf::save))
        .route("/api/shelf/{id}", get(api::shelf::open).delete(api::shelf::remove))
        .route("/api/rules", get(api::rules))
        .route("/api/men", get(api::men))
        .route("/api/jobs", get(api::jobs))
        .route("/api/jobs/{id}/cancel", post(api::cancel))
        .fallback(assets::answer)
        .layer(middleware::from_fn_with_state(Arc::clone(&server), guard::check))
        .with_state(server)
}
