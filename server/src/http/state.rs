//! What every handler shares.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;

use super::metrics::Metrics;
use super::problem::{Problem, ProblemCode};
use super::rate::RateLimits;
use crate::ambient::{Clock, Randomness};
use podwright_sim_core::{Design, Report};

use super::price_books;
use crate::engine::{Engine, OwnBook};
use crate::secrets::Hash;
use crate::store::Store;

/// The largest body of a request, bytes.
pub const MAX_BODY_BYTES: usize = 1 << 20;

/// How much the service lets itself be asked for.
#[derive(Clone, Debug)]
pub struct Limits {
    /// How many designs are computed at a time.
    pub evaluations: usize,
    /// How long a request waits for such a place.
    pub evaluation_wait: Duration,
    /// How long computing one design may take.
    pub evaluation_time: Duration,
    /// How long a request may take altogether.
    pub request_time: Duration,
    /// Requests a second from one address, 0 for no limit; a burst of ten seconds' worth is let through.
    pub requests_per_second: u32,
    /// Whether the client's address is the last entry of `X-Forwarded-For`: only behind a proxy that sets it.
    pub trust_forwarded: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            evaluations: std::thread::available_parallelism().map_or(2, usize::from),
            evaluation_wait: Duration::from_secs(5),
            evaluation_time: Duration::from_secs(10),
            request_time: Duration::from_secs(30),
            requests_per_second: 50,
            trust_forwarded: false,
        }
    }
}

/// The parts that a service is made of.
pub struct Parts {
    /// Where designs are kept.
    pub store: Store,
    /// What computes reports.
    pub engine: Engine,
    /// The time.
    pub clock: Box<dyn Clock>,
    /// The source of ids and tokens.
    pub random: Box<dyn Randomness>,
    /// The address that share links begin with, without a slash at the end.
    pub public_url: String,
    /// What may be asked for.
    pub limits: Limits,
}

/// The running service: cheap to clone.
#[derive(Clone)]
pub struct App(Arc<Inner>);

struct Inner {
    parts: Parts,
    places: Arc<Semaphore>,
    metrics: Metrics,
    rates: RateLimits,
}

impl App {
    /// A service of these parts.
    pub fn new(parts: Parts) -> Self {
        let places = Arc::new(Semaphore::new(parts.limits.evaluations.max(1)));
        let rates = RateLimits::new(&parts.limits);
        Self(Arc::new(Inner {
            parts,
            places,
            metrics: Metrics::default(),
            rates,
        }))
    }

    /// Where designs are kept.
    pub fn store(&self) -> &Store {
        &self.0.parts.store
    }

    /// What computes reports.
    pub fn engine(&self) -> &Engine {
        &self.0.parts.engine
    }

    /// The time, milliseconds since 1970 UTC.
    pub fn now_ms(&self) -> i64 {
        self.0.parts.clock.now_ms()
    }

    /// The source of ids and tokens.
    pub fn random(&self) -> &dyn Randomness {
        self.0.parts.random.as_ref()
    }

    /// What may be asked for.
    pub fn limits(&self) -> &Limits {
        &self.0.parts.limits
    }

    /// What is counted.
    pub fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    /// How often each client has asked.
    pub fn rates(&self) -> &RateLimits {
        &self.0.rates
    }

    /// The address of a share's page, from the configured public address.
    pub fn share_url(&self, slug: &str) -> String {
        format!("{}/s/{slug}", self.0.parts.public_url)
    }

    /// Computes the report of a design that names no price book of its own, or without it.
    ///
    /// # Errors
    /// `busy` when no place becomes free, `evaluation_timeout` when it takes too long.
    pub async fn evaluate(&self, design: Design) -> Result<Report, Problem> {
        self.report(design, None).await
    }

    /// Computes the report of a design with the price book that it names, if the token covers that.
    ///
    /// # Errors
    /// As [`Self::evaluate`], and `invalid_document` when there is no such price book for the token.
    pub async fn evaluate_for(
        &self,
        design: Design,
        token: Option<&Hash>,
    ) -> Result<Report, Problem> {
        let own = price_books::of_design(self, &design, token).await?;
        self.report(design, own).await
    }

    async fn report(&self, design: Design, own: Option<OwnBook>) -> Result<Report, Problem> {
        self.compute(move |engine| engine.evaluate_with(&design, own.as_ref()))
            .await
    }

    /// Computes something of a design on a thread of its own, within the bounds on number and time.
    ///
    /// # Errors
    /// `busy` when no place becomes free, `evaluation_timeout` when it takes too long.
    pub async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Engine) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        self.compute_until(move |engine, _| work(engine)).await
    }

    /// The same for work that looks whether anybody still waits for it: it is told so when its time is over, and when the
    /// client has gone.
    ///
    /// # Errors
    /// As [`Self::compute`].
    pub async fn compute_until<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Engine, &dyn Fn() -> bool) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let limits = self.limits();
        let place = tokio::time::timeout(
            limits.evaluation_wait,
            Arc::clone(&self.0.places).acquire_owned(),
        )
        .await
        .map_err(|_| {
            Problem::new(ProblemCode::Busy, "all places for computing are taken").retry_after(2)
        })?
        .map_err(|error| Problem::internal(&error))?;
        let too_long = || {
            Problem::new(
                ProblemCode::EvaluationTimeout,
                format!(
                    "computing this design takes more than {} s",
                    limits.evaluation_time.as_secs()
                ),
            )
            .retry_after(30)
        };
        // A timer looks at the work first, so with no time at all a quick design would still get through.
        if limits.evaluation_time.is_zero() {
            return Err(too_long());
        }
        let engine = self.engine().clone();
        let started = std::time::Instant::now();
        // Dropped with this future, whatever ends it.
        let waiting = Arc::new(());
        let waited_for = Arc::downgrade(&waiting);
        // The place is given back when the computation ends, also when nobody waits for it any more.
        let task = tokio::task::spawn_blocking(move || {
            let done = work(&engine, &|| waited_for.strong_count() == 0);
            drop(place);
            done
        });
        let done = tokio::time::timeout(limits.evaluation_time, task)
            .await
            .map_err(|_| too_long())?
            .map_err(|error| Problem::internal(&error))?;
        drop(waiting);
        self.metrics().evaluated(started.elapsed());
        Ok(done)
    }
}
