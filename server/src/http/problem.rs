//! The one shape of every error answer: RFC 9457 problem details with a stable code and JSON pointers.

use std::borrow::Cow;
use std::fmt::Write as _;

use axum::Json;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Serialize, Serializer};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::ambient::NoRandomness;
use crate::store::{PinnedBy, StoreError};

/// Defines the codes once: name, status and title, in the order of the documentation.
macro_rules! problem_codes {
    ($($(#[doc = $doc:literal])+ $variant:ident = $code:literal, $status:ident, $title:literal;)+) => {
        /// What kind of problem it is; programs decide by this.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum ProblemCode { $($(#[doc = $doc])+ $variant,)+ }

        impl ProblemCode {
            /// Every code.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The code as it is written in answers.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $code,)+ }
            }

            /// The HTTP status that goes with it.
            pub fn status(self) -> StatusCode {
                match self { $(Self::$variant => StatusCode::$status,)+ }
            }

            /// What it is in a few words, the same for every occurrence.
            pub fn title(self) -> &'static str {
                match self { $(Self::$variant => $title,)+ }
            }

            /// What it means and what to do, for the documentation.
            pub fn meaning(self) -> &'static str {
                match self { $(Self::$variant => concat!($($doc),+),)+ }
            }
        }
    };
}

problem_codes! {
    /// The body is not JSON. The detail names line and column.
    MalformedJson = "malformed_json", BAD_REQUEST, "Body is not JSON";
    /// A path segment, query parameter or header can't be read. The detail names it.
    InvalidRequest = "invalid_request", BAD_REQUEST, "Request can't be read";
    /// No token came with the request. Send `Authorization: Bearer TOKEN`.
    Unauthenticated = "unauthenticated", UNAUTHORIZED, "Token is missing";
    /// There is no such thing, or the token does not cover it; the two are not told apart.
    NotFound = "not_found", NOT_FOUND, "Not found";
    /// The path exists, but not with this method.
    MethodNotAllowed = "method_not_allowed", METHOD_NOT_ALLOWED, "Method not allowed";
    /// None of the accepted media types is offered here.
    NotAcceptable = "not_acceptable", NOT_ACCEPTABLE, "Media type is not offered";
    /// A bound on how much one design may hold was reached. Make a new design, or revoke shares.
    LimitReached = "limit_reached", CONFLICT, "Limit reached";
    /// Stored designs are priced by the price book. Delete those designs first, with their earlier revisions, or keep it.
    PriceBookInUse = "price_book_in_use", CONFLICT, "Price book is in use";
    /// The share was revoked or has expired. Ask its author for a new link.
    Gone = "gone", GONE, "Share has ended";
    /// The design has moved on since the revision in `If-Match`. Read it again and decide.
    StaleRevision = "stale_revision", PRECONDITION_FAILED, "Design has changed";
    /// The body is larger than a document may be: 1 MiB.
    BodyTooLarge = "body_too_large", PAYLOAD_TOO_LARGE, "Body is too large";
    /// The body is of another kind than this route takes. Send `Content-Type: application/json`.
    UnsupportedMediaType = "unsupported_media_type", UNSUPPORTED_MEDIA_TYPE, "Media type is not supported";
    /// The document is JSON but not a valid document. Each error has a JSON pointer to the place.
    InvalidDocument = "invalid_document", UNPROCESSABLE_ENTITY, "Document is not valid";
    /// The `Idempotency-Key` was used for a different request. Use a new key.
    IdempotencyKeyReused = "idempotency_key_reused", UNPROCESSABLE_ENTITY, "Idempotency key was used before";
    /// Changing a design needs `If-Match` with the ETag that was read.
    PreconditionRequired = "precondition_required", PRECONDITION_REQUIRED, "If-Match is missing";
    /// Too many requests from this address or token. `Retry-After` says when to go on.
    RateLimited = "rate_limited", TOO_MANY_REQUESTS, "Too many requests";
    /// A fault of the service. The instance identifies it in the service's log.
    Internal = "internal", INTERNAL_SERVER_ERROR, "Internal error";
    /// All places for computing are taken. `Retry-After` says when to try again.
    Busy = "busy", SERVICE_UNAVAILABLE, "Service is busy";
    /// The design takes longer to compute than is allowed.
    EvaluationTimeout = "evaluation_timeout", SERVICE_UNAVAILABLE, "Evaluation takes too long";
    /// The request was not answered in time; the body came too slowly or the database did not answer.
    RequestTimeout = "request_timeout", SERVICE_UNAVAILABLE, "Request takes too long";
    /// The database can't be reached. Nothing was changed.
    DatabaseUnavailable = "database_unavailable", SERVICE_UNAVAILABLE, "Database is unavailable";
}

/// One thing that is wrong in a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ProblemError {
    /// Where: a JSON pointer (RFC 6901) into the document.
    #[schema(example = "/pools/0/count")]
    pub pointer: String,
    /// What kind of error, for programs.
    #[schema(example = "wrong_type")]
    pub code: String,
    /// What is wrong and what would be right.
    pub message: String,
}

/// An error answer as it is written, `application/problem+json` (RFC 9457).
#[derive(Serialize, ToSchema)]
struct ProblemDocument<'a> {
    /// Where the kind of problem is described.
    #[serde(rename = "type")]
    #[schema(example = "/problems#stale_revision")]
    kind: String,
    /// The kind of problem in a few words.
    title: &'static str,
    /// The HTTP status.
    #[schema(example = 412)]
    status: u16,
    /// What happened this time.
    detail: &'a str,
    /// This occurrence: the request's id as a URN.
    #[serde(skip_serializing_if = "Option::is_none")]
    instance: Option<&'a str>,
    /// The kind of problem, for programs.
    #[schema(example = "stale_revision")]
    code: &'static str,
    /// What is wrong in the document, where that is the problem.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    errors: &'a [ProblemError],
}

/// An error answer.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The kind of problem.
    pub code: ProblemCode,
    /// What happened this time.
    pub detail: String,
    /// This occurrence: the request's id as a URN.
    pub instance: Option<String>,
    errors: Vec<ProblemError>,
    headers: Vec<(HeaderName, HeaderValue)>,
}

impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ProblemDocument {
            kind: format!("/problems#{}", self.code.as_str()),
            title: self.code.title(),
            status: self.code.status().as_u16(),
            detail: &self.detail,
            instance: self.instance.as_deref(),
            code: self.code.as_str(),
            errors: &self.errors,
        }
        .serialize(serializer)
    }
}

impl PartialSchema for Problem {
    fn schema() -> RefOr<Schema> {
        ProblemDocument::schema()
    }
}

impl ToSchema for Problem {
    fn name() -> Cow<'static, str> {
        "Problem".into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        ProblemDocument::schemas(schemas);
    }
}

impl Problem {
    /// A problem with what happened this time.
    pub fn new(code: ProblemCode, detail: impl Into<String>) -> Self {
        Self {
            code,
            detail: detail.into(),
            instance: None,
            errors: Vec::new(),
            headers: Vec::new(),
        }
    }

    /// With what is wrong in the document.
    #[must_use]
    pub fn with_errors(mut self, errors: Vec<ProblemError>) -> Self {
        self.errors = errors;
        self
    }

    /// With a header of its own.
    #[must_use]
    pub fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.push((name, value));
        self
    }

    /// With the time after which a retry makes sense.
    #[must_use]
    pub fn retry_after(self, seconds: u64) -> Self {
        self.with_header(header::RETRY_AFTER, HeaderValue::from(seconds))
    }

    /// The headers of its own.
    pub fn headers(&self) -> &[(HeaderName, HeaderValue)] {
        &self.headers
    }

    /// Nothing at this path, or nothing that the token covers.
    pub fn not_found(what: &str) -> Self {
        Self::new(
            ProblemCode::NotFound,
            format!("there is no such {what}, or the token does not cover it"),
        )
    }

    /// A fault of the service: the cause goes to the log, not to the caller.
    pub fn internal(cause: &dyn std::fmt::Display) -> Self {
        tracing::error!(%cause, "internal error");
        Self::new(
            ProblemCode::Internal,
            "the service failed to answer; its log says why",
        )
    }

    /// The design names a version of a price book that there is not, or that the token does not cover.
    pub fn no_price_book() -> Self {
        let message = "there is no such version of a price book, or the token does not cover it";
        Self::new(ProblemCode::InvalidDocument, message).with_errors(vec![ProblemError {
            pointer: "/price_book/id".to_owned(),
            code: "price_book.unknown".to_owned(),
            message: message.to_owned(),
        }])
    }

    /// The price book can't go: what is priced by it, as far as the caller may see it.
    fn pinned(by: &PinnedBy) -> Self {
        let mut detail = format!(
            "{} stored design{} priced by this price book, in the newest or an earlier revision; delete {} first, \
             or keep the price book",
            by.designs,
            if by.designs == 1 { " is" } else { "s are" },
            if by.designs == 1 { "it" } else { "them" },
        );
        let shown = by.seen.len();
        if usize::try_from(by.covered).is_ok_and(|covered| covered > shown) {
            let _ = write!(
                detail,
                "; errors has the first {shown} of {} revisions that the token covers",
                by.covered
            );
        }
        let errors = by
            .seen
            .iter()
            .map(|(design, revision, version)| ProblemError {
                pointer: format!("/designs/{design}/revisions/{revision}"),
                code: "price_book.pinned".to_owned(),
                message: format!("revision {revision} is priced by version {version}"),
            })
            .collect();
        Self::new(ProblemCode::PriceBookInUse, detail).with_errors(errors)
    }

    /// The problem for a refusal of the store.
    pub fn from_store(error: &StoreError, what: &str) -> Self {
        match error {
            StoreError::NotFound => Self::not_found(what),
            StoreError::Stale { current } => Self::new(
                ProblemCode::StaleRevision,
                format!("the design is at revision {current} now; If-Match names another"),
            )
            .with_header(header::ETAG, etag(*current)),
            StoreError::Full { .. } => Self::new(ProblemCode::LimitReached, error.to_string()),
            StoreError::NoPriceBook => Self::no_price_book(),
            StoreError::Pinned(by) => Self::pinned(by),
            StoreError::KeyReused => Self::new(
                ProblemCode::IdempotencyKeyReused,
                "this Idempotency-Key came with another request before",
            ),
            StoreError::Database(
                sqlx::Error::PoolTimedOut
                | sqlx::Error::Io(_)
                | sqlx::Error::PoolClosed
                | sqlx::Error::Tls(_),
            ) => {
                tracing::error!(cause = %error, "database is unavailable");
                Self::new(
                    ProblemCode::DatabaseUnavailable,
                    "the database can't be reached; nothing was changed",
                )
                .retry_after(5)
            }
            StoreError::NameTaken
            | StoreError::Url(_)
            | StoreError::Database(_)
            | StoreError::Migration(_) => Self::internal(error),
        }
    }
}

/// The ETag of a revision.
pub fn etag(revision: i64) -> HeaderValue {
    // Digits and quotes are always a valid header value.
    HeaderValue::from_str(&format!("\"{revision}\""))
        .unwrap_or_else(|_| HeaderValue::from_static("\"0\""))
}

impl From<NoRandomness> for Problem {
    fn from(error: NoRandomness) -> Self {
        Self::internal(&error)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = self.code.status();
        let mut response = (status, Json(&self)).into_response();
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/problem+json"),
        );
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        for (name, value) in &self.headers {
            headers.insert(name.clone(), value.clone());
        }
        if status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        // The edge writes it again with the request's id.
        response.extensions_mut().insert(self);
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_errors() {
        let mut seen = std::collections::BTreeSet::new();
        for code in ProblemCode::ALL {
            assert!(seen.insert(code.as_str()), "{} stands twice", code.as_str());
            let status = code.status();
            assert!(status.is_client_error() || status.is_server_error());
        }
    }
}
