//! `cargo xtask check`: what can be refused without running the program, cheapest first.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::cargo;
use crate::process::{self, result, step};
use crate::workspace::Workspace;

const CARGO_DENY: &str = "0.20.2";
/// The advisory database is a repository to clone, not a registry: these need no network.
const DENY_CHECKS: [&str; 3] = ["bans", "licenses", "sources"];
const PURE_PACKAGE: &str = "podwright-sim-core";
/// Crates by which I/O, threads, clocks, randomness or logs would come into the model.
const IMPURE: [&str; 14] = [
    "axum",
    "chrono",
    "getrandom",
    "hyper",
    "js-sys",
    "log",
    "mio",
    "rayon",
    "reqwest",
    "sqlx",
    "tokio",
    "tracing",
    "wasm-bindgen",
    "web-sys",
];
/// Families of such crates, by the beginning of their names.
const IMPURE_FAMILIES: [&str; 3] = ["rand", "sqlx-", "tokio-"];

type Check = fn(&Workspace) -> Result<()>;

/// Run every check, each even if one before it failed, and name those that failed.
pub fn run(workspace: &Workspace) -> Result<()> {
    let checks: [(&str, Check); 5] = [
        ("format", format),
        ("purity of sim-core", purity),
        ("lints", lints),
        ("documentation", documentation),
        ("licences and sources of dependencies", dependencies),
    ];
    let mut failed = Vec::new();
    for (name, check) in checks {
        step(name);
        if let Err(error) = check(workspace) {
            if crate::interrupt::received() {
                return Err(error);
            }
            process::say(&format!("error: {error:#}"));
            failed.push(name);
        }
    }
    if !failed.is_empty() {
        bail!("failed: {}", failed.join(", "));
    }
    result("all checks passed");
    Ok(())
}

fn format(workspace: &Workspace) -> Result<()> {
    process::run(cargo::command(workspace).args(["fmt", "--all", "--check"]))
        .context("`cargo fmt` puts this right")
}

fn lints(workspace: &Workspace) -> Result<()> {
    process::run(cargo::command(workspace).args([
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ]))
}

fn documentation(workspace: &Workspace) -> Result<()> {
    let mut doc = cargo::command(workspace);
    // The program and the library of a package may share a name; their pages may not.
    doc.args([
        "doc",
        "--workspace",
        "--no-deps",
        "--document-private-items",
    ])
    .env("RUSTDOCFLAGS", "-D warnings");
    process::run(&mut doc)
}

fn purity(workspace: &Workspace) -> Result<()> {
    // Without dev-dependencies, whose tests may well use random input; with every feature.
    let mut tree = cargo::command(workspace);
    tree.args([
        "tree",
        "--package",
        PURE_PACKAGE,
        "--all-features",
        "--edges",
        "normal",
        "--prefix",
        "none",
    ]);
    let tree = process::output(&mut tree)?;
    let impure = impure_crates(&tree);
    if !impure.is_empty() {
        bail!(
            "{PURE_PACKAGE} must do no I/O, ask no clock and use no randomness, threads or log, but depends on {}; \
             `cargo tree --package {PURE_PACKAGE} --invert {}` shows why",
            impure.join(", "),
            impure[0]
        );
    }
    Ok(())
}

/// The refused ones of a `cargo tree --prefix none`, whose lines begin with a crate's name.
fn impure_crates(tree: &str) -> Vec<&str> {
    let mut found: Vec<&str> = tree
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    found.retain(|name| {
        IMPURE.contains(name)
            || IMPURE_FAMILIES
                .iter()
                .any(|family| name.starts_with(family))
    });
    found.sort_unstable();
    found.dedup();
    found
}

fn dependencies(workspace: &Workspace) -> Result<()> {
    let mut deny = Command::new(cargo_deny(workspace)?);
    cargo::clean(&mut deny);
    deny.current_dir(&workspace.root)
        .args(["--all-features", "check", "--hide-inclusion-graph"])
        .args(DENY_CHECKS);
    process::run(&mut deny).context("deny.toml states the rules")
}

/// The program of the version that deny.toml is written for, built once into the target folder, without
/// optimisation: building it so takes a quarter of the time, and it has little to do.
fn cargo_deny(workspace: &Workspace) -> Result<PathBuf> {
    if let Some(installed) = process::find_program("cargo-deny") {
        let version = process::output(Command::new(&installed).arg("--version"))?;
        if version.split_whitespace().nth(1) == Some(CARGO_DENY) {
            return Ok(installed);
        }
    }
    let folder = workspace.tools().join(format!("cargo-deny-{CARGO_DENY}"));
    let program = folder.join("bin/cargo-deny");
    if !program.exists() {
        step(&format!(
            "building cargo-deny {CARGO_DENY} into the target folder (once, about two minutes)"
        ));
        let mut install = cargo::command(workspace);
        install.args([
            "install",
            "cargo-deny",
            "--locked",
            "--debug",
            "--quiet",
            "--version",
            CARGO_DENY,
            "--root",
        ]);
        install
            .arg(&folder)
            .arg("--target-dir")
            .arg(workspace.tools().join("build"));
        process::run(&mut install)?;
        // What it was built from is 1 GB and of no further use.
        let _ = std::fs::remove_dir_all(workspace.tools().join("build"));
    }
    Ok(program)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pure_trees_pass() {
        let tree = "podwright-sim-core v0.1.0 (/src/sim-core)\nlibm v0.2.16\nserde v1.0.2\nserde v1.0.2 (*)\n";
        assert_eq!(impure_crates(tree), Vec::<&str>::new());
    }

    #[test]
    fn each_refused_crate_is_named_once() {
        let tree = "podwright-sim-core v0.1.0\nrand_core v0.9.3\ntokio v1.50.0\ntokio v1.50.0 (*)\nlog v0.4.29\nlogos v0.15.0\n";
        assert_eq!(impure_crates(tree), ["log", "rand_core", "tokio"]);
    }
}
