//! Set-up, build and check tasks of the workspace: `cargo xtask serve | test | web | check | bench`.
//!
//! Every task prints what it is about to do, installs what it needs where it may (Debian, as root),
//! and otherwise stops with the exact command to type. It reaches package registries only.

mod browser;
mod cargo;
mod check;
mod data;
mod debian;
mod interrupt;
mod postgres;
mod process;
mod serve;
mod test;
mod wasm;
mod wasm_likeness;
mod wasm_manifest;
mod wasm_order;
mod wasm_script;
mod wasm_toolchain;
mod workspace;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Parser, Subcommand};

use crate::wasm_toolchain::Choice;
use crate::workspace::Workspace;

/// Set-up, build and check tasks of Podwright.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct CommandLine {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Build the planner for the browser into `dist/`.
    Web(WebArgs),
    /// Build everything and run `podwright serve` in the foreground.
    Serve(ServeArgs),
    /// Run all tests: Rust on both databases, documentation examples, browser journeys.
    Test(TestArgs),
    /// Run the cheap checks: format, lints, licences, documentation, purity of sim-core.
    Check,
    /// Run the benchmarks of sim-core: times, bytes, and the built planner in Node.
    Bench {
        /// Passed through to the benchmarks: a part of their name, or flags.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
}

#[derive(Args, Clone)]
struct WebArgs {
    /// Which compiler builds the WebAssembly.
    #[arg(long, value_enum, default_value_t = Choice::Auto)]
    wasm_toolchain: Choice,
    /// Optimise for size and speed (the default).
    #[arg(long, conflicts_with = "dev_fast")]
    release: bool,
    /// Build quickly, with little optimisation, for trying a change in the browser.
    #[arg(long)]
    dev_fast: bool,
}

#[derive(Args)]
struct ServeArgs {
    #[command(flatten)]
    web: WebArgs,
    /// Leave `dist/` as it is.
    #[arg(long)]
    no_web: bool,
    /// Flags of `podwright serve`, such as `--listen 127.0.0.1:9000`, after those of this task.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<String>,
}

#[derive(Args)]
struct TestArgs {
    #[command(flatten)]
    web: WebArgs,
    /// Leave out the browser journeys, and with them the WebAssembly build.
    #[arg(long)]
    no_browser: bool,
    /// Run only the tests and journeys whose name contains one of these words.
    filter: Vec<String>,
}

fn main() -> ExitCode {
    match run(CommandLine::parse().task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            process::say(&format!("error: {error:#}"));
            // As a shell tells of a program that Ctrl-C ended.
            if interrupt::received() {
                ExitCode::from(130)
            } else {
                ExitCode::FAILURE
            }
        }
    }
}

fn run(task: Task) -> Result<()> {
    let workspace = Workspace::find()?;
    if !matches!(task, Task::Serve(_)) {
        interrupt::listen()?;
    }
    match task {
        Task::Web(args) => wasm::build(&workspace, args.wasm_toolchain, args.profile()).map(drop),
        Task::Serve(args) => serve::run(&workspace, &args),
        Task::Test(args) => test::run(&workspace, &args),
        Task::Check => check::run(&workspace),
        Task::Bench { args } => {
            process::step("benchmarks of sim-core");
            let mut bench = cargo::command(&workspace);
            // Benchmark targets only: the library's unit tests would be listed as ignored ones.
            bench
                .args([
                    "bench",
                    "--package",
                    "podwright-sim-core",
                    "--bench",
                    "*",
                    "--",
                ])
                .args(args);
            process::run(&mut bench)?;
            let dist = workspace.dist();
            match process::find_program("node") {
                Some(node) if dist.join("manifest.json").exists() => {
                    process::step("the planner's module in Node");
                    let script = workspace.root.join("e2e/wasm-time.mjs");
                    process::run(std::process::Command::new(node).arg(script).arg(dist))
                }
                _ => {
                    process::step("the planner's module is not timed: run `cargo xtask web` first");
                    Ok(())
                }
            }
        }
    }
}

impl WebArgs {
    fn profile(&self) -> wasm::Profile {
        if self.dev_fast {
            wasm::Profile::Fast
        } else {
            wasm::Profile::Release
        }
    }
}
