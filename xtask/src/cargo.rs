//! Cargo started from cargo: without the variables that the outer one set for this program.

use std::ffi::{OsStr, OsString};
use std::process::Command;

use crate::workspace::Workspace;

/// The cargo that runs this task, so that a `+toolchain` on the command line is kept.
pub fn program() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"))
}

/// A cargo command in the workspace root.
pub fn command(workspace: &Workspace) -> Command {
    let mut command = Command::new(program());
    clean(&mut command);
    command.current_dir(&workspace.root);
    command
}

/// Remove what `cargo run` sets for the program it runs. Build scripts that watch those variables
/// would otherwise run again each time a task and a plain `cargo build` take turns.
pub fn clean(command: &mut Command) {
    for (name, _) in std::env::vars_os().filter(|(name, _)| set_by_cargo_run(name)) {
        command.env_remove(name);
    }
}

fn set_by_cargo_run(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") || name == "CARGO"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_settings_survive_and_package_variables_do_not() {
        for name in [
            "CARGO_TARGET_DIR",
            "CARGO_HOME",
            "RUSTFLAGS",
            "CARGO_BUILD_JOBS",
        ] {
            assert!(!set_by_cargo_run(OsStr::new(name)), "{name}");
        }
        for name in ["CARGO_PKG_NAME", "CARGO_MANIFEST_DIR", "CARGO"] {
            assert!(set_by_cargo_run(OsStr::new(name)), "{name}");
        }
    }
}
