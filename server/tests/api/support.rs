//! A service to ask: fixed clock, seeded randomness, an own database that goes away with the test.

use std::io::Write as _;
use std::str::FromStr as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode};
use podwright_server::ambient::{Clock, NoRandomness, Randomness, SystemRandomness};
use podwright_server::engine::Engine;
use podwright_server::http::state::{App, Limits, Parts};
use podwright_server::secrets;
use podwright_server::store::Store;
use serde_json::Value;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _};
use tower::ServiceExt as _;

/// The environment variable that names a PostgreSQL server where databases may be made.
const POSTGRES_URL: &str = "PODWRIGHT_TEST_POSTGRES_URL";

/// The time at which every test begins: 2026-11-30T10:00:00Z.
pub const START_MS: i64 = 1_796_032_800_000;

/// The smallest design that evaluates without an error.
pub const SMALL_DESIGN: &str = r#"{"schema":"podwright.design/1","name":"Two boxes",
    "pools":[{"id":"train","node":"dgx-h100","count":1}]}"#;

/// Makes a test of each database out of an async function that takes a [`TestApp`].
macro_rules! on_both_databases {
    ($($(#[$attribute:meta])* async fn $name:ident($app:ident: &TestApp) $body:block)+) => {
        $(
            mod $name {
                use super::*;

                async fn run($app: &crate::support::TestApp) $body

                #[tokio::test]
                async fn sqlite() {
                    let app = crate::support::TestApp::sqlite().await;
                    run(&app).await;
                    app.finish().await;
                }

                #[tokio::test]
                async fn postgres() {
                    if let Some(app) = crate::support::TestApp::postgres().await {
                        run(&app).await;
                        app.finish().await;
                    }
                }
            }
        )+
    };
}
pub(crate) use on_both_databases;

/// A clock that moves when it is told to.
struct TestClock(Arc<AtomicI64>);

impl Clock for TestClock {
    fn now_ms(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The same bytes in every run, never the same twice in one.
struct SeededRandomness(AtomicU64);

impl Randomness for SeededRandomness {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoRandomness> {
        for chunk in bytes.chunks_mut(32) {
            let count = self.0.fetch_add(1, Ordering::Relaxed);
            chunk.copy_from_slice(&secrets::hash(&count.to_be_bytes())[..chunk.len()]);
        }
        Ok(())
    }
}

/// A database that goes away with the test.
pub enum TestDatabase {
    Sqlite(tempfile::TempDir),
    Postgres { server: String, name: String },
}

impl TestDatabase {
    /// A SQLite file that is not there yet, and its address.
    pub fn sqlite() -> (Self, String) {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("test.db").display());
        (Self::Sqlite(folder), url)
    }

    /// A new database of the PostgreSQL server that the environment names, and its address; nothing, said aloud, without
    /// one.
    pub async fn postgres() -> Option<(Self, String)> {
        let Ok(server) = std::env::var(POSTGRES_URL) else {
            assert!(
                std::env::var("CI").is_err(),
                "{POSTGRES_URL} is not set, and CI must test PostgreSQL"
            );
            // Not eprintln!, which the test harness keeps to itself.
            let mut stderr = std::io::stderr();
            writeln!(stderr, "SKIPPED on PostgreSQL: {POSTGRES_URL} is not set").unwrap();
            return None;
        };
        let name = format!(
            "podwright_test_{}",
            secrets::design_id(&SystemRandomness).unwrap()
        );
        let mut connection = PgConnection::connect(&server).await.unwrap();
        let sql = format!("CREATE DATABASE {name} TEMPLATE template0");
        sqlx::query(AssertSqlSafe(sql))
            .execute(&mut connection)
            .await
            .unwrap();
        connection.close().await.unwrap();
        let url = PgConnectOptions::from_str(&server)
            .unwrap()
            .database(&name)
            .to_url_lossy()
            .to_string();
        Some((Self::Postgres { server, name }, url))
    }
}

/// A service with its own empty database.
pub struct TestApp {
    router: Router,
    store: Store,
    now_ms: Arc<AtomicI64>,
    database: TestDatabase,
    url: String,
}

/// What the service answered.
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Answer {
    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// A header as text; empty when it is absent.
    pub fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }

    /// Checks that it is a problem of this status and code with an instance, and returns it.
    #[track_caller]
    pub fn problem(&self, status: u16, code: &str) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text());
        assert_eq!(self.header("content-type"), "application/problem+json");
        let problem = self.json();
        assert_eq!(problem["code"], code, "{problem}");
        assert_eq!(problem["status"], status);
        assert_eq!(problem["type"], format!("/problems#{code}"));
        let id = self.header("x-request-id");
        assert_eq!(problem["instance"], format!("urn:podwright:request:{id}"));
        problem
    }

    /// Checks the status.
    #[track_caller]
    pub fn expect(self, status: u16) -> Self {
        assert_eq!(self.status.as_u16(), status, "{}", self.text());
        self
    }
}

impl TestApp {
    /// On a SQLite file.
    pub async fn sqlite() -> Self {
        Self::sqlite_with(no_rate_limit()).await
    }

    /// On a SQLite file, with these limits.
    pub async fn sqlite_with(limits: Limits) -> Self {
        let (database, url) = TestDatabase::sqlite();
        Self::limited(database, url, limits).await
    }

    /// On a new database of PostgreSQL; nothing without a server.
    pub async fn postgres() -> Option<Self> {
        let (database, url) = TestDatabase::postgres().await?;
        Some(Self::on(database, url).await)
    }

    /// On a database, whatever is in it.
    pub async fn on(database: TestDatabase, url: String) -> Self {
        Self::limited(database, url, no_rate_limit()).await
    }

    async fn limited(database: TestDatabase, url: String, limits: Limits) -> Self {
        // Shown only when the test fails. Another test of this process may have been first.
        let _ = tracing_subscriber::fmt()
            .with_test_writer()
            .with_max_level(tracing::Level::WARN)
            .try_init();
        let store = Store::open(&url).await.unwrap();
        let now_ms = Arc::new(AtomicI64::new(START_MS));
        let app = App::new(Parts {
            store: store.clone(),
            engine: Engine::embedded(),
            clock: Box::new(TestClock(Arc::clone(&now_ms))),
            random: Box::new(SeededRandomness(AtomicU64::new(0))),
            public_url: "https://plan.example".to_owned(),
            limits,
        });
        Self {
            router: podwright_server::http::router(app),
            store,
            now_ms,
            database,
            url,
        }
    }

    /// Closes and removes the database.
    pub async fn finish(self) {
        self.store.close().await;
        match self.database {
            TestDatabase::Sqlite(folder) => folder.close().unwrap(),
            TestDatabase::Postgres { server, name } => {
                let mut connection = PgConnection::connect(&server).await.unwrap();
                let sql = format!("DROP DATABASE {name} WITH (FORCE)");
                sqlx::query(AssertSqlSafe(sql))
                    .execute(&mut connection)
                    .await
                    .unwrap();
            }
        }
    }

    /// The store behind the service.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The database's address.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Lets time pass.
    pub fn pass_ms(&self, ms: i64) {
        self.now_ms.fetch_add(ms, Ordering::Relaxed);
    }

    /// Sends a request.
    pub async fn send(&self, request: Request<Body>) -> Answer {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = axum::body::to_bytes(body, usize::MAX)
            .await
            .unwrap()
            .to_vec();
        Answer {
            status: parts.status,
            headers: parts.headers,
            body,
        }
    }

    /// Sends a request with headers and a body; a body is JSON unless a header says otherwise.
    pub async fn ask(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Answer {
        let mut request = Request::builder().method(method).uri(path);
        if !body.is_empty() && !headers.iter().any(|(name, _)| *name == "content-type") {
            request = request.header("content-type", "application/json");
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.send(request.body(Body::from(body.to_owned())).unwrap())
            .await
    }

    /// Reads a path, with a token if it is not empty.
    pub async fn get(&self, path: &str, token: &str) -> Answer {
        let authorization = format!("Bearer {token}");
        let headers: &[(&str, &str)] = if token.is_empty() {
            &[]
        } else {
            &[("authorization", &authorization)]
        };
        self.ask(Method::GET, path, headers, "").await
    }

    /// Stores a design and returns its id and edit token.
    pub async fn create(&self, design: &str) -> (String, String) {
        let answer = self
            .ask(Method::POST, "/api/v1/designs", &[], design)
            .await
            .expect(201)
            .json();
        let text = |key: &str| answer[key].as_str().unwrap().to_owned();
        (text("id"), text("edit_token"))
    }
}

pub fn no_rate_limit() -> Limits {
    Limits {
        requests_per_second: 0,
        ..Limits::default()
    }
}
