//! Ctrl-C and polite kills are noted, not obeyed at once, so that what a task started is stopped first.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use anyhow::{Context, Result};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

static RECEIVED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Note the signals from now on. Whoever waits for a child asks [`received`] and ends it in bounded time.
pub fn listen() -> Result<()> {
    let received = RECEIVED.get_or_init(Arc::default);
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        signal_hook::flag::register(signal, Arc::clone(received))
            .context("cannot listen for signals")?;
    }
    Ok(())
}

/// Whether a signal asked this task to end.
pub fn received() -> bool {
    RECEIVED
        .get()
        .is_some_and(|flag| flag.load(Ordering::Relaxed))
}
