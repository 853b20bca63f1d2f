//! `podwright serve`: the service with its sockets, signals and clean-up.

use std::future::IntoFuture as _;
use std::io::IsTerminal as _;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use anyhow::Context as _;
use clap::ValueEnum;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;
use tracing_subscriber::EnvFilter;

use super::{CliError, Outcome, output};
use crate::ambient::{SystemClock, SystemRandomness};
use crate::engine::Engine;
use crate::http::router;
use crate::http::state::{App, Limits, Parts};
use crate::pages;
use crate::store::Store;

/// How long requests in flight may take to finish after the signal to stop.
const FAREWELL: Duration = Duration::from_secs(30);
/// How often expired things are cleaned up.
const CLEAN_UP: Duration = Duration::from_mins(10);

/// Where and how to serve.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The address to listen on; port 0 takes any that is free
    #[arg(
        long,
        env = "PODWRIGHT_LISTEN",
        default_value = "127.0.0.1:8080",
        value_name = "ADDRESS"
    )]
    listen: SocketAddr,
    #[command(flatten)]
    database: DatabaseArgs,
    /// What share links begin with, such as `https://plan.example.org`; the listen address when absent
    #[arg(long, env = "PODWRIGHT_PUBLIC_URL", value_name = "URL", value_parser = parse_public_url)]
    public_url: Option<String>,
    /// Requests a second that one address or token may make on average; 0 for any number
    #[arg(long, env = "PODWRIGHT_REQUESTS_PER_SECOND", default_value_t = Limits::default().requests_per_second)]
    requests_per_second: u32,
    /// Take the client's address from the last entry of X-Forwarded-For: only behind a proxy that sets it
    #[arg(long, env = "PODWRIGHT_TRUST_FORWARDED")]
    trust_forwarded: bool,
    /// How log lines are written
    #[arg(long, env = "PODWRIGHT_LOG_FORMAT", value_enum, default_value_t = LogFormat::Text)]
    log_format: LogFormat,
}

/// Which database.
#[derive(Debug, clap::Args)]
pub struct DatabaseArgs {
    /// postgres://… or sqlite:PATH; the file podwright.db in the working folder when absent
    #[arg(long, env = "DATABASE_URL", value_name = "URL", hide_env_values = true)]
    database_url: Option<String>,
}

impl DatabaseArgs {
    /// The address of the database.
    pub fn url(&self) -> String {
        match &self.database_url {
            Some(url) if !url.is_empty() => url.clone(),
            _ => "sqlite:podwright.db".to_owned(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LogFormat {
    /// For people
    Text,
    /// For log stores
    Json,
}

fn parse_public_url(text: &str) -> Result<String, String> {
    let url = text.trim_end_matches('/');
    let host = url
        .strip_prefix("https://")
        .or_else(|| url.strip_prefix("http://"));
    match host {
        Some(host) if !host.is_empty() && !url.contains(['?', '#', ' ', '"', '<', '>']) => {
            Ok(url.to_owned())
        }
        _ => Err("must be http://… or https://… without query".to_owned()),
    }
}

/// Runs it until it is told to stop.
pub fn run(args: Args) -> Result<Outcome, CliError> {
    let filter = EnvFilter::try_from_env("PODWRIGHT_LOG")
        .unwrap_or_else(|_| EnvFilter::new("info,sqlx=warn"));
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr);
    match args.log_format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().init(),
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(serve(args))?;
    // A computation that nobody waits for any more must not hold the process.
    runtime.shutdown_timeout(Duration::from_secs(1));
    Ok(Outcome::Fine)
}

async fn serve(args: Args) -> anyhow::Result<()> {
    let store = Store::open(&args.database.url())
        .await
        .context("the database can't be opened")?;
    let listener = TcpListener::bind(args.listen)
        .await
        .with_context(|| format!("can't listen on {}", args.listen))?;
    let address = listener.local_addr()?;
    let public_url = args
        .public_url
        .unwrap_or_else(|| format!("http://{}", reachable(address)));
    let app = App::new(Parts {
        store: store.clone(),
        engine: Engine::embedded(),
        clock: Box::new(SystemClock),
        random: Box::new(SystemRandomness),
        public_url,
        limits: Limits {
            requests_per_second: args.requests_per_second,
            trust_forwarded: args.trust_forwarded,
            ..Limits::default()
        },
    });
    let service = router(app.clone()).into_make_service_with_connect_info::<SocketAddr>();
    // Before the line that says that we are ready: from then on a signal must find its handler.
    let mut stop = stop_signal()?;
    output::line(&format!("listening on http://{address}"))?;
    tracing::info!(%address, database = store.kind(), "ready");

    let warming = app.clone();
    tokio::task::spawn_blocking(move || pages::warm_up(&warming));
    let cleaner = tokio::spawn(clean_up(app));
    let mut stop_serving = stop.clone();
    let server = axum::serve(listener, service)
        .with_graceful_shutdown(async move {
            // An error means that the sender is gone, which is a reason to stop too.
            let _ = stop_serving.wait_for(|stop| *stop).await;
        })
        .into_future();
    tokio::pin!(server);
    tokio::select! {
        result = &mut server => result?,
        () = async {
            let _ = stop.wait_for(|stop| *stop).await;
            tracing::info!("finishing the requests in flight");
            tokio::time::sleep(FAREWELL).await;
        } => tracing::warn!("some requests did not finish in {} s", FAREWELL.as_secs()),
    }
    cleaner.abort();
    store.close().await;
    tracing::info!("stopped");
    Ok(())
}

/// The address as a browser on this machine reaches it.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = if address.ip().is_unspecified() {
        IpAddr::V4(Ipv4Addr::LOCALHOST)
    } else {
        address.ip()
    };
    SocketAddr::new(ip, address.port())
}

/// Becomes true on SIGTERM or SIGINT; the second one ends the process at once.
fn stop_signal() -> std::io::Result<watch::Receiver<bool>> {
    let (sender, receiver) = watch::channel(false);
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    tokio::spawn(async move {
        loop {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
            if sender.send_replace(true) {
                std::process::exit(3);
            }
        }
    });
    Ok(receiver)
}

async fn clean_up(app: App) {
    let mut ticks = tokio::time::interval(CLEAN_UP);
    loop {
        ticks.tick().await;
        app.rates().forget_idle();
        if let Err(error) = app.store().clean_up(app.now_ms()).await {
            tracing::warn!(cause = %error, "clean-up failed");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_addresses_have_no_slash_at_the_end() {
        assert_eq!(
            parse_public_url("https://plan.example.org/"),
            Ok("https://plan.example.org".to_owned())
        );
        assert_eq!(
            parse_public_url("http://h:1/base"),
            Ok("http://h:1/base".to_owned())
        );
        for text in [
            "",
            "plan.example.org",
            "ftp://x",
            "https://",
            "https://x?y",
            "javascript:alert(1)",
        ] {
            assert!(parse_public_url(text).is_err(), "{text}");
        }
    }

    #[test]
    fn an_open_address_is_reached_locally() {
        assert_eq!(
            reachable("0.0.0.0:80".parse().unwrap()).to_string(),
            "127.0.0.1:80"
        );
        assert_eq!(
            reachable("10.1.2.3:80".parse().unwrap()).to_string(),
            "10.1.2.3:80"
        );
    }
}
