//! `cargo xtask test`: everything that can be wrong, on both databases and in a browser.

use std::fmt;
use std::time::Instant;

use anyhow::{Result, bail};

use crate::postgres::Postgres;
use crate::process::{self, result, step};
use crate::workspace::Workspace;
use crate::{TestArgs, browser, cargo, interrupt, serve, wasm};

/// nextest's way to say that no test matched.
const NEXTEST_NO_TESTS: i32 = 4;

/// How one part of the run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    Passed,
    Failed,
    NothingMatched,
    LeftOut(&'static str),
}

/// Run the parts one after the other, each even if one before it failed, and sum up.
pub fn run(workspace: &Workspace, args: &TestArgs) -> Result<()> {
    let mut summary = Vec::new();
    let mut part = |name: &'static str, outcome: Result<Outcome>, started: Instant| -> Result<()> {
        let outcome = outcome.or_else(|error| {
            if interrupt::received() {
                return Err(error);
            }
            process::say(&format!("error: {error:#}"));
            Ok(Outcome::Failed)
        })?;
        summary.push((name, outcome, started.elapsed().as_secs()));
        Ok(())
    };

    let started = Instant::now();
    part(
        "Rust tests on SQLite and PostgreSQL",
        rust_tests(workspace, &args.filter),
        started,
    )?;
    let started = Instant::now();
    part(
        "documentation examples",
        documentation_examples(workspace, &args.filter),
        started,
    )?;
    let mut first_load = None;
    let started = Instant::now();
    part(
        "browser journeys",
        browser_journeys(workspace, args, &mut first_load),
        started,
    )?;
    let started = Instant::now();
    part(
        "weight of the planner's first load",
        weight(first_load, args.web.profile()),
        started,
    )?;

    result("");
    for (name, outcome, seconds) in &summary {
        result(&format!("{name}: {outcome} ({seconds} s)"));
    }
    verdict(
        &summary
            .iter()
            .map(|(_, outcome, _)| *outcome)
            .collect::<Vec<_>>(),
    )
}

fn verdict(outcomes: &[Outcome]) -> Result<()> {
    if outcomes.contains(&Outcome::Failed) {
        bail!("tests failed");
    }
    if !outcomes.contains(&Outcome::Passed) {
        bail!("no test matches the words given");
    }
    Ok(())
}

fn rust_tests(workspace: &Workspace, filter: &[String]) -> Result<Outcome> {
    let postgres = Postgres::start()?;
    let nextest = process::find_program("cargo-nextest").is_some();
    step(if nextest {
        "Rust tests (cargo nextest)"
    } else {
        "Rust tests (cargo test)"
    });
    let mut test = cargo::command(workspace);
    test.env("DATABASE_URL", postgres.url())
        .env("PODWRIGHT_TEST_POSTGRES_URL", postgres.url());
    // Snapshots are compared here, never written.
    test.env("INSTA_UPDATE", "no");
    test.args(rust_test_arguments(nextest, filter));
    let status = process::status(&mut test)?;
    Ok(match status.code() {
        Some(0) => Outcome::Passed,
        Some(NEXTEST_NO_TESTS) if nextest && !filter.is_empty() => Outcome::NothingMatched,
        _ => Outcome::Failed,
    })
}

fn rust_test_arguments(nextest: bool, filter: &[String]) -> Vec<String> {
    let mut arguments: Vec<String> = Vec::new();
    if nextest {
        arguments.extend(["nextest", "run", "--workspace", "--no-fail-fast"].map(str::to_owned));
        arguments.extend(filter.iter().cloned());
    } else {
        arguments.extend(
            [
                "test",
                "--workspace",
                "--no-fail-fast",
                "--lib",
                "--bins",
                "--tests",
                "--",
            ]
            .map(str::to_owned),
        );
        arguments.extend(filter.iter().cloned());
    }
    arguments
}

fn documentation_examples(workspace: &Workspace, filter: &[String]) -> Result<Outcome> {
    if !filter.is_empty() {
        return Ok(Outcome::LeftOut(
            "only tests with certain names were asked for",
        ));
    }
    step("documentation examples");
    let status = process::status(cargo::command(workspace).args(["test", "--workspace", "--doc"]))?;
    Ok(if status.success() {
        Outcome::Passed
    } else {
        Outcome::Failed
    })
}

/// Runs the journeys on a page that is built for them, and keeps what its first load weighs.
fn browser_journeys(
    workspace: &Workspace,
    args: &TestArgs,
    first_load: &mut Option<usize>,
) -> Result<Outcome> {
    if args.no_browser {
        return Ok(Outcome::LeftOut("--no-browser"));
    }
    if !browser::has_match(workspace, &args.filter)? {
        return Ok(Outcome::NothingMatched);
    }
    let built = wasm::build(workspace, args.web.wasm_toolchain, args.web.profile())?;
    *first_load = Some(built);
    // Selected like the tests, so that the program they built is taken over as it is.
    serve::build_program(workspace, &["--workspace"])?;
    Ok(if browser::run(workspace, &args.filter)? {
        Outcome::Passed
    } else {
        Outcome::Failed
    })
}

fn weight(first_load: Option<usize>, profile: wasm::Profile) -> Result<Outcome> {
    if profile == wasm::Profile::Fast {
        return Ok(Outcome::LeftOut("--dev-fast"));
    }
    let Some(first_load) = first_load else {
        return Ok(Outcome::LeftOut("the page was not built"));
    };
    wasm::hold_limit(first_load)?;
    Ok(Outcome::Passed)
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Passed => f.write_str("passed"),
            Self::Failed => f.write_str("FAILED"),
            Self::NothingMatched => f.write_str("none matches"),
            Self::LeftOut(reason) => write!(f, "left out: {reason}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_without_any_test_is_a_failure() {
        assert!(verdict(&[Outcome::Passed, Outcome::LeftOut("--no-browser")]).is_ok());
        assert!(verdict(&[Outcome::Passed, Outcome::NothingMatched]).is_ok());
        assert!(verdict(&[Outcome::NothingMatched, Outcome::LeftOut("")]).is_err());
        assert!(verdict(&[Outcome::Passed, Outcome::Failed]).is_err());
    }

    #[test]
    fn a_heavy_page_fails_unless_it_was_built_for_a_try() {
        use wasm::Profile::{Fast, Release};
        assert_eq!(weight(Some(1), Release).unwrap(), Outcome::Passed);
        assert!(weight(Some(1_000_000), Release).is_err());
        for (first_load, profile) in [(Some(1_000_000), Fast), (None, Release)] {
            let outcome = weight(first_load, profile).unwrap();
            assert!(matches!(outcome, Outcome::LeftOut(_)), "{outcome}");
        }
    }

    #[test]
    fn filters_reach_the_test_programs() {
        let filter = ["shares".to_owned(), "designs".to_owned()];
        assert!(rust_test_arguments(true, &filter).ends_with(&filter));
        let plain = rust_test_arguments(false, &filter);
        assert_eq!(plain[plain.len() - 3..], ["--", "shares", "designs"]);
    }
}
