//! Extractors whose refusals are problems.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use podwright_sim_core::design::escape;
use serde::de::DeserializeOwned;

use super::problem::{Problem, ProblemCode, ProblemError};
use super::state::App;
use crate::secrets::{self, Hash};

/// The path's parameters.
#[derive(Debug)]
pub struct ApiPath<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for ApiPath<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        // PostgreSQL's text holds no NUL, so that nothing with this name can exist.
        if parts.uri.path().contains("%00") {
            return Err(Problem::new(
                ProblemCode::NotFound,
                "there is nothing at this path",
            ));
        }
        match Path::<T>::from_request_parts(parts, state).await {
            Ok(Path(value)) => Ok(Self(value)),
            Err(rejection) => Err(Problem::new(
                ProblemCode::InvalidRequest,
                rejection.body_text(),
            )),
        }
    }
}

/// The query's parameters.
#[derive(Debug)]
pub struct ApiQuery<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for ApiQuery<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        match Query::<T>::from_request_parts(parts, state).await {
            Ok(Query(value)) => Ok(Self(value)),
            Err(rejection) => Err(Problem::new(
                ProblemCode::InvalidRequest,
                rejection.body_text(),
            )),
        }
    }
}

/// The bytes of a JSON body: of the right media type and not too large, not parsed yet.
#[derive(Debug)]
pub struct JsonBytes(pub Bytes);

impl FromRequest<App> for JsonBytes {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &App) -> Result<Self, Problem> {
        let content_type = request
            .headers()
            .get(header::CONTENT_TYPE)
            .and_then(|value| value.to_str().ok());
        if !content_type.is_some_and(is_json) {
            return Err(Problem::new(
                ProblemCode::UnsupportedMediaType,
                "this route takes Content-Type: application/json",
            ));
        }
        ApiBytes::from_request(request, state)
            .await
            .map(|ApiBytes(bytes)| Self(bytes))
    }
}

/// The bytes of a body of any media type, none at all included; not too large.
#[derive(Debug)]
pub struct ApiBytes(pub Bytes);

impl FromRequest<App> for ApiBytes {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &App) -> Result<Self, Problem> {
        Bytes::from_request(request, state)
            .await
            .map(Self)
            .map_err(|rejection| body_problem(&rejection))
    }
}

fn is_json(content_type: &str) -> bool {
    let essence = content_type
        .split(';')
        .next()
        .unwrap_or_default()
        .trim()
        .to_ascii_lowercase();
    essence == "application/json"
        || (essence.starts_with("application/") && essence.ends_with("+json"))
}

fn body_problem(rejection: &BytesRejection) -> Problem {
    if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
        Problem::new(
            ProblemCode::BodyTooLarge,
            format!(
                "the body is larger than {} bytes",
                super::state::MAX_BODY_BYTES
            ),
        )
    } else {
        Problem::new(ProblemCode::InvalidRequest, rejection.body_text())
    }
}

/// Parses a body; an error in its shape has the JSON pointer of the place.
///
/// # Errors
/// `malformed_json` or `invalid_document`.
pub fn parse_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let pointer = pointer_of(error.path());
        let cause = error.into_inner();
        match cause.classify() {
            serde_json::error::Category::Data => {
                let message = cause.to_string();
                Problem::new(ProblemCode::InvalidDocument, message.clone()).with_errors(vec![
                    ProblemError {
                        pointer,
                        code: "invalid_value".to_owned(),
                        message,
                    },
                ])
            }
            _ => Problem::new(ProblemCode::MalformedJson, cause.to_string()),
        }
    })?;
    deserializer
        .end()
        .map_err(|error| Problem::new(ProblemCode::MalformedJson, error.to_string()))?;
    Ok(value)
}

fn pointer_of(path: &serde_path_to_error::Path) -> String {
    use serde_path_to_error::Segment;
    path.iter()
        .map(|segment| match segment {
            Segment::Seq { index } => format!("/{index}"),
            Segment::Map { key } => format!("/{}", escape(key)),
            Segment::Enum { variant } => format!("/{variant}"),
            Segment::Unknown => String::new(),
        })
        .collect()
}

/// The hash of the bearer token that came with the request.
#[derive(Clone, Copy, Debug)]
pub struct Token(pub Hash);

impl<S: Send + Sync> FromRequestParts<S> for Token {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        bearer(&parts.headers)
            .map(|token| Self(secrets::hash(token.as_bytes())))
            .ok_or_else(|| {
                Problem::new(
                    ProblemCode::Unauthenticated,
                    "this route needs the header Authorization: Bearer TOKEN",
                )
            })
    }
}

/// The bearer token in the headers.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers
        .get(header::AUTHORIZATION)?
        .to_str()
        .ok()?
        .split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then_some(token)
}

/// What `If-Match` expects: `None` is `*`, whatever is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IfMatch(pub Option<Vec<i64>>);

impl<S: Send + Sync> FromRequestParts<S> for IfMatch {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let values: Vec<&str> = parts
            .headers
            .get_all(header::IF_MATCH)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .collect();
        if values.is_empty() {
            return Err(Problem::new(
                ProblemCode::PreconditionRequired,
                "this route needs the header If-Match with the design's ETag, such as \"3\"",
            ));
        }
        Ok(parse_if_match(&values.join(",")))
    }
}

/// Tags that are no revision of ours (weak ones among them) match nothing.
fn parse_if_match(value: &str) -> IfMatch {
    if value.trim() == "*" {
        return IfMatch(None);
    }
    let revisions = value
        .split(',')
        .filter_map(|tag| {
            tag.trim()
                .strip_prefix('"')?
                .strip_suffix('"')?
                .parse()
                .ok()
        })
        .collect();
    IfMatch(Some(revisions))
}

/// The `Idempotency-Key` of the request, if there is one.
///
/// # Errors
/// When it is not 16 to 128 visible ASCII characters: anybody who can guess a key gets the answer that it gave.
pub fn idempotency_key(headers: &HeaderMap) -> Result<Option<&str>, Problem> {
    let Some(value) = headers.get("idempotency-key") else {
        return Ok(None);
    };
    let key = value.to_str().unwrap_or_default();
    if (16..=128).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic()) {
        Ok(Some(key))
    } else {
        Err(Problem::new(
            ProblemCode::InvalidRequest,
            "Idempotency-Key must be 16 to 128 visible ASCII characters; a random UUID is right",
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn if_match_takes_lists_and_the_star() {
        assert_eq!(parse_if_match("*"), IfMatch(None));
        assert_eq!(parse_if_match("\"3\""), IfMatch(Some(vec![3])));
        assert_eq!(parse_if_match("\"3\", \"4\""), IfMatch(Some(vec![3, 4])));
        assert_eq!(parse_if_match("W/\"3\""), IfMatch(Some(vec![])));
        assert_eq!(parse_if_match("3"), IfMatch(Some(vec![])));
    }

    #[test]
    fn media_types_with_parameters_are_json() {
        assert!(is_json("application/json; charset=utf-8"));
        assert!(is_json("Application/JSON"));
        assert!(is_json("application/vnd.podwright+json"));
        assert!(!is_json("text/plain"));
        assert!(!is_json("text/json-ish"));
    }

    #[test]
    fn only_bearer_tokens_are_tokens() {
        let headers = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(
                header::AUTHORIZATION,
                header::HeaderValue::from_static(value),
            );
            headers
        };
        assert_eq!(bearer(&headers("Bearer abc")), Some("abc"));
        assert_eq!(bearer(&headers("bearer  abc ")), Some("abc"));
        assert_eq!(bearer(&headers("Basic abc")), None);
        assert_eq!(bearer(&headers("Bearer ")), None);
        assert_eq!(bearer(&HeaderMap::new()), None);
    }
}
