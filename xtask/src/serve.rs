//! `cargo xtask serve`: build the planner and the program, then become `podwright serve`.

use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::process::{self, step};
use crate::workspace::Workspace;
use crate::{ServeArgs, cargo, wasm};

/// Build, then run in the foreground until Ctrl-C.
pub fn run(workspace: &Workspace, args: &ServeArgs) -> Result<()> {
    if args.no_web {
        step("leaving the planner as it is (--no-web)");
    } else {
        wasm::build(workspace, args.web.wasm_toolchain, args.web.profile())?;
    }
    build_program(workspace, &["--package", "podwright-server"])?;
    let mut serve = Command::new(workspace.podwright("debug"));
    serve.arg("serve").args(&args.args);
    step(&format!(
        "{} (Ctrl-C ends it)",
        process::command_line(&serve)
    ));
    become_program(serve)
}

/// Build `podwright` with the development profile: its heavy part, sim-core, is optimised there too, and
/// dependencies are shared with the tests.
pub fn build_program(workspace: &Workspace, selection: &[&str]) -> Result<()> {
    step("building the podwright program");
    let mut build = cargo::command(workspace);
    build
        .arg("build")
        .args(selection)
        .args(["--bin", "podwright"]);
    process::run(&mut build)
        .context("the program does not build; the compiler's own words are above")
}

/// Signals then reach the server itself, which finishes requests in flight.
#[cfg(unix)]
fn become_program(mut command: Command) -> Result<()> {
    use std::os::unix::process::CommandExt as _;
    bail!(
        "cannot start `{}`: {}",
        process::command_line(&command),
        command.exec()
    )
}

#[cfg(not(unix))]
fn become_program(mut command: Command) -> Result<()> {
    process::run(&mut command)
}
