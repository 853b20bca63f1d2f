//! Packages of Debian and its relatives, installed where this may be done, named otherwise.

use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use anyhow::{Context, Result, bail};

use crate::process;

/// Whether apt is how programs are installed here.
pub fn is_here() -> bool {
    Path::new("/etc/debian_version").exists() && process::find_program("apt-get").is_some()
}

/// Whether this process may install packages and become another user without a password.
pub fn is_root() -> bool {
    static ROOT: OnceLock<bool> = OnceLock::new();
    *ROOT.get_or_init(|| {
        process::output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
    })
}

/// Install the packages, or stop and say what to type. `purpose` is what needs them, as the subject of a sentence.
pub fn install(packages: &[&str], purpose: &str) -> Result<()> {
    if !is_here() {
        bail!(
            "{purpose} needs what Debian calls {}; install it with this system's package manager",
            packages.join(", ")
        );
    }
    if !is_root() {
        bail!(
            "{purpose} needs packages; type this, then try again:\n    {}",
            typed(packages)
        );
    }
    process::step(&format!("installing {} for {purpose}", packages.join(", ")));
    refresh_lists();
    let mut install = apt_get();
    install.args(arguments(packages));
    process::run(&mut install).with_context(|| {
        format!(
            "{purpose} needs packages that could not be installed; try\n    {}",
            typed(packages)
        )
    })
}

/// Fetch the package lists once a run: a fresh machine has none, or stale ones.
fn refresh_lists() {
    static DONE: OnceLock<()> = OnceLock::new();
    if DONE.set(()).is_ok()
        && let Err(error) = process::run(apt_get().args(["update", "-qq"]))
    {
        process::say(&format!(
            "warning: {error:#}; going on with the package lists of last time"
        ));
    }
}

fn apt_get() -> Command {
    let mut command = Command::new("apt-get");
    command.env("DEBIAN_FRONTEND", "noninteractive");
    command
}

fn arguments<'a>(packages: &[&'a str]) -> Vec<&'a str> {
    let mut arguments = vec!["install", "--yes", "-qq", "--no-install-recommends"];
    // Some of these packages conflict with others that do the same: never trade one for the other unasked.
    arguments.push("--no-remove");
    // Another installation may be going on: wait for it up to five minutes.
    arguments.extend(["-o", "DPkg::Lock::Timeout=300"]);
    arguments.extend(packages);
    arguments
}

fn typed(packages: &[&str]) -> String {
    let packages = packages.join(" ");
    format!("sudo apt-get update && sudo apt-get install --yes --no-install-recommends {packages}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printed_command_holds_every_package() {
        let typed = typed(&["chromium", "npm"]);
        assert!(typed.ends_with(" chromium npm"), "{typed}");
        assert_eq!(arguments(&["chromium"]).last(), Some(&"chromium"));
    }
}
