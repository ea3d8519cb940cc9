//! Connections: a bounded number at the same time, each request in a bounded time.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::StatusCode;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

/// The number of connections at the same time; others wait.
const MAX_CONNECTIONS: usize = 256;
/// The largest body of a request, in bytes.
const MAX_BODY: usize = 1 << 20;
/// The time before the next attempt if the system has no place for a connection.
const PAUSE: Duration = Duration::from_millis(50);

/// Accepts connections until the program ends. One that sends no whole head of a request within `patience` is closed.
pub async fn accept(listener: TcpListener, router: Router, patience: Duration) -> io::Result<()> {
    let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let place = Arc::clone(&places).acquire_owned().await.map_err(io::Error::other)?;
        let Ok((stream, _)) = listener.accept().await else {
            sleep(PAUSE).await;
            continue;
        };
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let mut builder = http1::Builder::new();
            builder.timer(TokioTimer::new()).header_read_timeout(patience);
            // A broken connection has no reader of an error.
            let _ = builder.serve_connection(TokioIo::new(stream), service).await;
            drop(place);
        });
    }
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
}
