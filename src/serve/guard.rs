//! Which requests are answered, and the headers that confine the page.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;

use super::Server;
use super::api::failure;
use super::connections::{Answering, with_body, with_mark};

/// The headers of every answer.
const HEADERS: [(HeaderName, &str); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::CACHE_CONTROL, "no-cache"),
];

/// The name of the cookie with the token.
const COOKIE: &str = "kirke-token";

/// The conditions of requests.
#[derive(Debug)]
pub struct Guard {
    address: SocketAddr,
    /// `None` at 127.0.0.1.
    token: Option<String>,
}

impl Guard {
    /// Returns the guard of an address, with a new token unless the address is 127.0.0.1.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub fn new(address: SocketAddr) -> io::Result<Guard> {
        if address.ip() == Ipv4Addr::LOCALHOST {
            return Ok(Guard { address, token: None });
        }
        let mut bytes = [0_u8; 16];
        getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
        let token = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Guard { address, token: Some(token) })
    }

    /// Returns the address of the page.
    pub fn url(&self) -> String {
        let token = self.token.iter().map(|token| format!("?token={token}"));
        format!("http://{}/{}", self.address, token.collect::<String>())
    }

    /// Returns whether the host of a request is this machine. Another name that leads to it could belong to a foreign page.
    /// With a token any name will do: a foreign page does not have it.
    fn may_have_host(&self, host: &str) -> bool {
        let port = self.address.port();
        self.token.is_some() || host == self.address.to_string() || host == format!("localhost:{port}")
    }

    /// Returns why a request is refused; `None` if it is answered.
    fn refusal(
        &self,
        method: &Method,
        headers: &HeaderMap,
        query: &str,
    ) -> Option<(StatusCode, &'static str)> {
        // Of two, another program on the way could take the other one.
        if [header::HOST, header::ORIGIN].iter().any(|name| headers.get_all(name).iter().count() > 1) {
            return Some((StatusCode::BAD_REQUEST, "expected one host and at most one origin"));
        }
        let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or(""));
        let host = text(header::HOST).unwrap_or("");
        if !self.may_have_host(host) {
            return Some((StatusCode::FORBIDDEN, "this host is not served"));
        }
        if text(header::ORIGIN).is_some_and(|origin| origin != format!("http://{host}")) {
            return Some((StatusCode::FORBIDDEN, "requests of other pages are not answered"));
        }
        let has_body = headers.contains_key(header::TRANSFER_ENCODING)
            || text(header::CONTENT_LENGTH).is_some_and(|length| length != "0");
        if method == Method::POST && has_body && !is_json(text(header::CONTENT_TYPE)) {
            return Some((StatusCode::UNSUPPORTED_MEDIA_TYPE, "expected a body of type application/json"));
        }
        let is_missing = self.token.as_ref().is_some_and(|token| !has_token(headers, query, token));
        is_missing.then_some((StatusCode::UNAUTHORIZED, "expected the token that kirke has printed"))
    }
}

fn is_json(content_type: Option<&str>) -> bool {
    let kind = content_type.and_then(|kind| kind.split(';').next());
    kind.is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// Returns whether a request has the token: in its cookie, as a bearer, or in its query.
fn has_token(headers: &HeaderMap, query: &str, token: &str) -> bool {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok()).unwrap_or("");
    let in_cookie = text(header::COOKIE).split(';').filter_map(|pair| pair.trim().split_once('='));
    let mut in_cookie = in_cookie.filter(|(name, _)| *name == COOKIE).map(|(_, value)| value);
    let bearer = text(header::AUTHORIZATION).strip_prefix("Bearer ").unwrap_or("");
    equals(bearer, token) || query_has_token(query, token) || in_cookie.any(|value| equals(value, token))
}

fn query_has_token(query: &str, token: &str) -> bool {
    query.split('&').filter_map(|pair| pair.strip_prefix("token=")).any(|value| equals(value, token))
}

/// Compares two texts in a time that does not depend on where they differ.
fn equals(one: &str, other: &str) -> bool {
    let differences = one.bytes().zip(other.bytes()).fold(0, |sum, (one, other)| sum | (one ^ other));
    one.len() == other.len() && differences == 0
}

/// Answers a request, or refuses it; every answer has the headers.
pub async fn check(State(server): State<Arc<Server>>, request: Request<Body>, next: Next) -> Response {
    let query = request.uri().query().unwrap_or("").to_owned();
    let refusal = server.guard.refusal(request.method(), request.headers(), &query);
    let mut response = match refusal {
        Some((status, message)) => failure(status, message),
        None => match with_body(request, server.patience).await {
            Ok(request) => {
                let mark = Answering::new(&request);
                with_mark(next.run(request).await, mark)
            }
            Err((status, message)) => failure(status, message),
        },
    };
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    if let Some(token) = server.guard.token.as_ref().filter(|token| query_has_token(&query, token)) {
        let cookie = format!("{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/");
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            response.headers_mut().insert(header::SET_COOKIE, cookie);
        }
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(guard: &Guard, headers: &[(HeaderName, &'static str)], query: &str) -> Option<StatusCode> {
        let headers = headers.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value)));
        guard.refusal(&Method::GET, &headers.collect(), query).map(|(status, _)| status)
    }

    #[test]
    fn hosts_and_origins_are_checked() {
        let guard = Guard::new("127.0.0.1:80".parse().unwrap()).unwrap();
        let own = (header::HOST, "127.0.0.1:80");
        assert_eq!(refusal(&guard, std::slice::from_ref(&own), ""), None);
        assert_eq!(refusal(&guard, &[(header::HOST, "localhost:80")], ""), None);
        let foreign = [(header::HOST, "example.org:80")];
        assert_eq!(refusal(&guard, &foreign, ""), Some(StatusCode::FORBIDDEN));
        let origin = [own, (header::ORIGIN, "http://example.org")];
        assert_eq!(refusal(&guard, &origin, ""), Some(StatusCode::FORBIDDEN));
        assert_eq!(refusal(&guard, &[], ""), Some(StatusCode::FORBIDDEN));
    }

    #[test]
    fn hosts_and_origins_are_not_repeated() {
        let guard = Guard::new("127.0.0.1:80".parse().unwrap()).unwrap();
        let host = (header::HOST, "127.0.0.1:80");
        let origin = (header::ORIGIN, "http://127.0.0.1:80");
        assert_eq!(refusal(&guard, &[host.clone(), origin.clone()], ""), None);
        for repeated in [
            vec![host.clone(), host.clone()],
            vec![host.clone(), (header::HOST, "example.org:80")],
            vec![host.clone(), origin.clone(), origin.clone()],
            vec![host, origin, (header::ORIGIN, "http://example.org")],
        ] {
            assert_eq!(refusal(&guard, &repeated, ""), Some(StatusCode::BAD_REQUEST), "{repeated:?}");
        }
    }

    #[test]
    fn all_addresses_but_one_have_a_token() {
        for (address, has_token) in
            [("127.0.0.1:80", false), ("127.0.0.2:80", true), ("[::1]:80", true), ("0.0.0.0:80", true)]
        {
            let guard = Guard::new(address.parse().unwrap()).unwrap();
            assert_eq!(guard.token.is_some(), has_token, "{address}");
            assert_eq!(guard.url().contains("?token="), has_token, "{address}");
        }
    }

    #[test]
    fn other_addresses_need_a_token() {
        let guard = Guard { address: "0.0.0.0:80".parse().unwrap(), token: Some("abc".into()) };
        let host = [(header::HOST, "machine:80")];
        assert_eq!(refusal(&guard, &host, ""), Some(StatusCode::UNAUTHORIZED));
        assert_eq!(refusal(&guard, &host, "token=abd"), Some(StatusCode::UNAUTHORIZED));
        assert_eq!(refusal(&guard, &host, "token=abc"), None);
        let bearer = [(header::HOST, "machine:80"), (header::AUTHORIZATION, "Bearer abc")];
        assert_eq!(refusal(&guard, &bearer, ""), None);
        let cookie = [(header::HOST, "machine:80"), (header::COOKIE, "other=1; kirke-token=abc")];
        assert_eq!(refusal(&guard, &cookie, ""), None);
    }

    #[test]
    fn bodies_must_be_json() {
        let guard = Guard::new("127.0.0.1:80".parse().unwrap()).unwrap();
        let mut headers = HeaderMap::from_iter([(header::HOST, HeaderValue::from_static("127.0.0.1:80"))]);
        let post = |headers: &HeaderMap| guard.refusal(&Method::POST, headers, "").map(|(status, _)| status);
        assert_eq!(post(&headers), None);
        headers.insert(header::CONTENT_LENGTH, HeaderValue::from_static("2"));
        assert_eq!(post(&headers), Some(StatusCode::UNSUPPORTED_MEDIA_TYPE));
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        assert_eq!(post(&headers), None);
        assert!(is_json(Some("application/json; charset=utf-8")));
        assert!(!is_json(Some("text/plain")) && !is_json(None));
    }
}
