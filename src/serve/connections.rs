//! Connections: a bounded number at the same time, each request in a bounded time.

use std::collections::VecDeque;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::Response;
use axum::{Extension, Router};
use hyper::body::{Frame, SizeHint};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};

/// The number of connections at the same time. One more closes the one that has waited longest for a request.
const MAX_CONNECTIONS: usize = 256;
/// The largest body of a request, in bytes.
const MAX_BODY: usize = 1 << 20;
/// The time before the next attempt if there is no place for a connection.
const PAUSE: Duration = Duration::from_millis(50);

/// Accepts connections until the program ends. One that sends no whole head of a request within `patience` is closed.
pub async fn accept(listener: TcpListener, router: Router, patience: Duration) -> io::Result<()> {
    let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let idle = Idle::default();
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            sleep(PAUSE).await;
            continue;
        };
        let place = place(&places, &idle).await?;
        tokio::spawn(answer(stream, router.clone(), patience, Held::new(idle.clone(), place)));
    }
}

/// Returns a place for a connection as soon as one is free: an idle connection is closed for it.
async fn place(places: &Arc<Semaphore>, idle: &Idle) -> io::Result<OwnedSemaphorePermit> {
    loop {
        if places.available_permits() == 0 {
            idle.close_oldest();
        }
        // If all were answering, one of them can be idle after a pause.
        if let Ok(place) = timeout(PAUSE, Arc::clone(places).acquire_owned()).await {
            return place.map_err(io::Error::other);
        }
    }
}

/// Answers the requests of a connection.
async fn answer(stream: TcpStream, router: Router, patience: Duration, held: Held) {
    let connection = held.connection.clone();
    let service = TowerToHyperService::new(router.layer(Extension(connection.clone())));
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(patience);
    tokio::select! {
        // A broken connection has no reader of an error.
        _ = builder.serve_connection(TokioIo::new(stream), service) => {}
        () = connection.closing.notified() => {}
    }
}

/// The connections from which no whole request has arrived since the last answer, the oldest one first.
#[derive(Clone, Debug, Default)]
struct Idle(Arc<Mutex<VecDeque<Arc<Notify>>>>);

impl Idle {
    fn all(&self) -> MutexGuard<'_, VecDeque<Arc<Notify>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn close_oldest(&self) {
        if let Some(oldest) = self.all().pop_front() {
            oldest.notify_one();
        }
    }
}

/// A connection: idle, or with a request that is answered.
#[derive(Clone, Debug)]
struct Connection {
    idle: Idle,
    closing: Arc<Notify>,
}

impl Connection {
    fn rest(&self) {
        self.idle.all().push_back(Arc::clone(&self.closing));
    }

    fn leave(&self) {
        self.idle.all().retain(|other| !Arc::ptr_eq(other, &self.closing));
    }
}

/// A connection with its place, which is free when this is dropped.
struct Held {
    connection: Connection,
    _place: OwnedSemaphorePermit,
}

impl Held {
    /// Returns a new connection, which is idle.
    fn new(idle: Idle, place: OwnedSemaphorePermit) -> Held {
        let connection = Connection { idle, closing: Arc::default() };
        connection.rest();
        Held { connection, _place: place }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.connection.leave();
    }
}

/// A request that is answered: its connection is not closed for another one until this is dropped.
pub struct Answering(Connection);

impl Answering {
    /// Returns the mark of a request that has arrived; `None` if it came through no connection.
    pub fn new(request: &Request) -> Option<Answering> {
        let connection = request.extensions().get::<Connection>()?.clone();
        connection.leave();
        Some(Answering(connection))
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.rest();
    }
}

/// The body of an answer, with the mark of its request.
struct AnswerBody {
    body: Body,
    _mark: Option<Answering>,
}

impl hyper::body::Body for AnswerBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Returns an answer that keeps the mark of its request until it is sent.
pub fn with_mark(response: Response, mark: Option<Answering>) -> Response {
    response.map(|body| Body::new(AnswerBody { body, _mark: mark }))
}

/// Returns a request with its whole body, which is read within `patience`.
///
/// # Errors
/// The status and the reason of a refusal.
pub async fn with_body(request: Request, patience: Duration) -> Result<Request, (StatusCode, &'static str)> {
    let (head, body) = request.into_parts();
    match timeout(patience, to_bytes(body, MAX_BODY)).await {
        Ok(Ok(bytes)) => Ok(Request::from_parts(head, Body::from(bytes))),
        Ok(Err(_)) => Err((StatusCode::PAYLOAD_TOO_LARGE, "expected a whole body of at most 1 MB")),
        Err(_) => Err((StatusCode::REQUEST_TIMEOUT, "the body of the request is not complete")),
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpStream;
    use std::sync::mpsc;
    use std::thread;
    use std::time::Instant;

    use super::*;
    use crate::serve::{Settings, serve};

    /// Returns the address of a new server.
    fn started(patience: Duration) -> String {
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            let address = "127.0.0.1:0".parse().unwrap();
            let time = Duration::from_secs(1);
            let settings = Settings { address, running: 1, memory: 1 << 20, time, patience, store: None };
            serve(&settings, |url| sender.send(url.to_owned()).unwrap())
        });
        let url = receiver.recv().unwrap();
        url.trim_start_matches("http://").trim_end_matches('/').to_owned()
    }

    /// Returns the answer to the beginning of a request, and the time until the connection is closed.
    fn answered(host: &str, request: &str) -> (String, Duration) {
        let start = Instant::now();
        let mut stream = TcpStream::connect(host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream.write_all(request.replace("HOST", host).as_bytes()).unwrap();
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        (answer, start.elapsed())
    }

    #[test]
    fn incomplete_requests_end_in_time() {
        let host = started(Duration::from_millis(300));
        let head = "POST /api/convert HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nConnection: close\r\n";
        let body = format!("{head}Content-Length: 9\r\n\r\n{{");
        let chunked = format!("{head}Transfer-Encoding: chunked\r\n\r\n5\r\n{{");
        for (request, status) in
            [("", ""), ("GET / HT", ""), (head, ""), (&body, " 408 "), (&chunked, " 408 ")]
        {
            let (answer, time) = answered(&host, request);
            assert!(answer.contains(status), "{request}: {answer}");
            assert!(time < Duration::from_secs(10), "{request}: {time:?}");
        }
        let (answer, _) = answered(&host, &format!("{head}Content-Length: 2\r\n\r\n{{}}"));
        assert!(answer.contains(" 400 "), "{answer}");
    }

    #[test]
    fn requests_are_answered_next_to_many_that_are_incomplete() {
        let host = started(Duration::from_secs(60));
        let head = "POST /api/convert HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\n";
        let half = format!("{head}Content-Length: 9\r\n\r\n{{").replace("HOST", &host);
        let ends = ["", "GET / HT", &half, &format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n")];
        let open = (0..MAX_CONNECTIONS + 44).map(|number| {
            let mut stream = TcpStream::connect(&host).unwrap();
            stream.write_all(ends[number % ends.len()].as_bytes()).unwrap();
            stream
        });
        let open: Vec<_> = open.collect();
        for _ in 0..3 {
            let (answer, time) =
                answered(&host, "GET /style.css HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n");
            assert!(answer.contains(" 200 "), "{answer}");
            assert!(time < Duration::from_secs(1), "{time:?}");
        }
        drop(open);
    }
}
