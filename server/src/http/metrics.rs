//! What is counted, in the OpenMetrics text format.

use std::time::Duration;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

use super::problem::Problem;
use super::state::App;

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    method: String,
    route: String,
    status: u16,
}

/// The counters of one service; nothing is global.
pub struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    request_seconds: Histogram,
    evaluation_seconds: Histogram,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("podwright");
        let requests = Family::default();
        let request_seconds = Histogram::new(exponential_buckets(0.001, 2.0, 15));
        let evaluation_seconds = Histogram::new(exponential_buckets(0.001, 2.0, 15));
        registry.register("http_requests", "Requests answered", requests.clone());
        registry.register(
            "http_request_seconds",
            "Time from request to answer",
            request_seconds.clone(),
        );
        registry.register(
            "evaluation_seconds",
            "Time to compute a report",
            evaluation_seconds.clone(),
        );
        Self {
            registry,
            requests,
            request_seconds,
            evaluation_seconds,
        }
    }
}

impl Metrics {
    /// Counts an answered request. The route is the pattern, never the path, so that labels stay few.
    pub fn answered(
        &self,
        method: &axum::http::Method,
        route: Option<&str>,
        status: u16,
        took: Duration,
    ) {
        let labels = RequestLabels {
            // A made-up method would be a label of its own.
            method: if is_usual(method) {
                method.to_string()
            } else {
                "other".to_owned()
            },
            route: route.unwrap_or("unmatched").to_owned(),
            status,
        };
        self.requests.get_or_create(&labels).inc();
        self.request_seconds.observe(took.as_secs_f64());
    }

    /// Counts a computed report.
    pub fn evaluated(&self, took: Duration) {
        self.evaluation_seconds.observe(took.as_secs_f64());
    }
}

fn is_usual(method: &axum::http::Method) -> bool {
    ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"].contains(&method.as_str())
}

/// `GET /metrics`.
pub async fn metrics(State(app): State<App>) -> Result<Response, Problem> {
    let mut text = String::new();
    encode(&mut text, &app.metrics().registry).map_err(|error| Problem::internal(&error))?;
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}
