//! Which compiler turns the planner into WebAssembly.
//!
//! Either way the standard library is built too, from its source, so that panics end in a trap and nothing that words
//! them is sent (`docs/adr/0008-a-standard-library-of-its-own.md`). The usual way is the source that rustup adds to the
//! toolchain in use. Where rustup's servers can't be reached but Debian's packages can, Debian's newest compiler and
//! Debian's copy of the source serve. The two must be of one version, so the default toolchain can't take the
//! compiler's part.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;

use crate::workspace::Workspace;
use crate::{cargo, debian, process};

/// The target triple of the browser.
pub const TARGET: &str = "wasm32-unknown-unknown";
const RUSTUP_LIMIT: Duration = Duration::from_mins(1);
const DEBIAN_PACKAGES: [&str; 3] = ["rustc-web", "cargo-web", "rust-web-src"];
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_CARGO: &str = "/usr/bin/cargo";
const DEBIAN_STD_SOURCE: &str = "/usr/lib/rustlib/src/rust/library/std/Cargo.toml";
/// Where a toolchain of rustup has the source of its standard library, below its sysroot.
const RUSTUP_STD_SOURCE: &str = "lib/rustlib/src/rust/library/std/Cargo.toml";
/// The standard library's crates, made small.
const BUILD_STD: [&str; 2] = [
    "-Zbuild-std=std,panic_abort",
    "-Zbuild-std-features=optimize_for_size",
];

/// Leptos then compiles one view type instead of one for each combination: 7 % less to send. SHA-256 hashes one small
/// document a keystroke: in loops, not unrolled. A panic traps at once, and nothing is kept that only its words or a
/// debugger would show. Whether the mangling is still needed: ADR 8. Flags are told apart by the character that cargo asks for.
const FLAGS: &str = "--cfg=erase_components\u{1f}--cfg=sha2_backend_soft=\"compact\"\u{1f}\
    -Zunstable-options\u{1f}-Csymbol-mangling-version=legacy\u{1f}-Cpanic=immediate-abort\u{1f}\
    -Zlocation-detail=none\u{1f}-Zfmt-debug=none";

/// What the person asked for.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// What is installed; else rustup's source, for at most a minute; else Debian's packages.
    Auto,
    /// The toolchain in use, with the standard library's source that rustup adds to it.
    Rustup,
    /// Debian's rustc-web, cargo-web and rust-web-src.
    Debian,
}

/// A compiler that is ready to build for the browser.
#[derive(Debug)]
pub enum Toolchain {
    /// The toolchain in use: the source of its standard library is installed.
    InUse {
        /// What `rustc --version` says.
        version: String,
    },
    /// Debian's compiler and source, linked by the toolchain in use.
    Debian {
        /// What `rustc --version` says.
        version: String,
        /// `rust-lld` of the toolchain in use.
        linker: PathBuf,
    },
}

impl Toolchain {
    /// Name of the folder that keeps the build results of this compiler apart.
    pub fn folder(&self) -> &'static str {
        match self {
            Self::InUse { .. } => "rustup",
            Self::Debian { .. } => "debian",
        }
    }

    /// For people: which one, and of which version.
    pub fn description(&self) -> String {
        match self {
            Self::InUse { version } => {
                format!("rustup's toolchain, standard library from source ({version})")
            }
            Self::Debian { version, .. } => {
                format!("Debian's packages, standard library from source ({version})")
            }
        }
    }

    /// `cargo build` for the target with this compiler, free of flags that were meant for native builds.
    pub fn cargo_build(&self, workspace: &Workspace) -> Command {
        let mut command = match self {
            Self::InUse { .. } => cargo::command(workspace),
            Self::Debian { linker, .. } => {
                let mut command = Command::new(DEBIAN_CARGO);
                cargo::clean(&mut command);
                command.current_dir(&workspace.root);
                command.env("RUSTC", DEBIAN_RUSTC);
                command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
                // Set by rustup and by `cargo run` for the other toolchain.
                command
                    .env_remove("RUSTUP_TOOLCHAIN")
                    .env_remove("LD_LIBRARY_PATH");
                command
            }
        };
        for variable in [
            "RUSTFLAGS",
            "CARGO_BUILD_RUSTFLAGS",
            "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS",
            "CARGO_BUILD_TARGET",
            "RUSTC_WRAPPER",
            "RUSTC_WORKSPACE_WRAPPER",
        ] {
            command.env_remove(variable);
        }
        // A stable compiler takes flags that begin with -Z then.
        command.env("RUSTC_BOOTSTRAP", "1");
        // It also overrules flags in cargo's configuration files, such as a native linker.
        command.env("CARGO_ENCODED_RUSTFLAGS", FLAGS);
        command.args(["build", "--target", TARGET]);
        command.args(BUILD_STD);
        command
    }
}

/// Find or install the compiler asked for.
pub fn prepare(workspace: &Workspace, choice: Choice) -> Result<Toolchain> {
    match choice {
        Choice::Rustup => match in_use()? {
            Some(toolchain) => Ok(toolchain),
            None => added_by_rustup().with_context(no_target),
        },
        Choice::Debian => debians(workspace),
        Choice::Auto => auto(workspace),
    }
}

fn auto(workspace: &Workspace) -> Result<Toolchain> {
    if let Some(toolchain) = in_use()? {
        return Ok(toolchain);
    }
    // Installed already means that rustup failed here before: don't wait for it each time.
    if debian_is_installed() {
        return debians(workspace);
    }
    let reason = match added_by_rustup() {
        Ok(toolchain) => return Ok(toolchain),
        Err(reason) => reason,
    };
    if crate::interrupt::received() || !debian::is_here() {
        return Err(reason).with_context(no_target);
    }
    process::say(&format!("{reason:#}"));
    process::say("falling back to Debian's packages");
    debians(workspace)
}

/// The toolchain in use, if it has the standard library's source.
fn in_use() -> Result<Option<Toolchain>> {
    if !sysroot()?.join(RUSTUP_STD_SOURCE).exists() {
        return Ok(None);
    }
    Ok(Some(Toolchain::InUse {
        version: version(&mut rustc())?,
    }))
}

/// Where the toolchain in use is installed.
fn sysroot() -> Result<PathBuf> {
    let folder = process::output(rustc().args(["--print", "sysroot"]))?;
    Ok(PathBuf::from(folder.trim()))
}

fn no_target() -> String {
    format!(
        "there is no compiler for {TARGET}: let rustup reach its servers, or use Debian's packages \
         (`--wasm-toolchain debian`, on Debian)"
    )
}

fn added_by_rustup() -> Result<Toolchain> {
    const ADD: &str = "rustup component add rust-src";
    let Some(rustup) = process::find_program("rustup") else {
        bail!(
            "this Rust toolchain has no source of its standard library and there is no rustup to add it"
        );
    };
    process::step(&format!("{ADD} (at most {} s)", RUSTUP_LIMIT.as_secs()));
    match process::status_within(
        Command::new(rustup).args(["component", "add", "rust-src"]),
        RUSTUP_LIMIT,
    )? {
        None => bail!(
            "`{ADD}` took longer than {} s and was stopped",
            RUSTUP_LIMIT.as_secs()
        ),
        Some(status) if !status.success() => bail!("`{ADD}` failed: {status}"),
        Some(_) => in_use()?
            .with_context(|| format!("`{ADD}` succeeded, but rustc does not see the source")),
    }
}

fn debian_is_installed() -> bool {
    [DEBIAN_RUSTC, DEBIAN_CARGO, DEBIAN_STD_SOURCE]
        .iter()
        .all(|file| Path::new(file).exists())
}

fn debians(workspace: &Workspace) -> Result<Toolchain> {
    if !debian_is_installed() {
        debian::install(
            &DEBIAN_PACKAGES,
            "building WebAssembly without rustup's source",
        )?;
    }
    let version = version(&mut Command::new(DEBIAN_RUSTC))?;
    let wanted = workspace_rust_version(workspace)?;
    if release(&version) < release(&wanted) {
        bail!(
            "{DEBIAN_RUSTC} is {version}, but this workspace needs {wanted}; enable Debian's security updates and \
             upgrade {}",
            DEBIAN_PACKAGES.join(", ")
        );
    }
    Ok(Toolchain::Debian {
        version,
        linker: linker()?,
    })
}

/// The toolchain's own linker: Debian's compiler packages come without one for WebAssembly.
fn linker() -> Result<PathBuf> {
    let host = process::output(rustc().arg("-vV"))?;
    let host = host
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .context("`rustc -vV` names no host")?;
    let linker = sysroot()?
        .join("lib/rustlib")
        .join(host)
        .join("bin/rust-lld");
    if !linker.exists() {
        bail!(
            "there is no linker at {}; install Rust with rustup, whose toolchains contain it",
            linker.display()
        );
    }
    Ok(linker)
}

fn rustc() -> Command {
    Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

fn version(rustc: &mut Command) -> Result<String> {
    Ok(process::output(rustc.arg("--version"))?.trim().to_owned())
}

fn workspace_rust_version(workspace: &Workspace) -> Result<String> {
    let manifest = std::fs::read_to_string(workspace.root.join("Cargo.toml"))
        .context("cannot read Cargo.toml")?;
    let line = manifest
        .lines()
        .find_map(|line| line.strip_prefix("rust-version = "));
    Ok(format!(
        "rustc {}",
        line.context("Cargo.toml states no rust-version")?
            .trim_matches('"')
    ))
}

/// Major and minor number in text such as `rustc 1.95.0 (5980761 2026-04-14)`.
fn release(version: &str) -> Option<(u32, u32)> {
    let mut numbers = version.split_whitespace().nth(1)?.split('.');
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn workspace() -> Workspace {
        Workspace {
            root: PathBuf::from("/src/podwright"),
            target: PathBuf::from("/src/podwright/target"),
        }
    }

    fn is_removed(command: &Command, name: &str) -> bool {
        command
            .get_envs()
            .any(|(key, value)| key == name && value.is_none())
    }

    fn value(command: &Command, name: &str) -> Option<String> {
        let value = command.get_envs().find(|(key, _)| *key == name)?.1?;
        Some(value.to_string_lossy().into_owned())
    }

    #[test]
    fn releases_are_compared_by_number() {
        assert_eq!(
            release("rustc 1.96.0 (built from a source tarball)"),
            Some((1, 96))
        );
        assert_eq!(release("rustc 1.95"), Some((1, 95)));
        assert!(release("rustc 1.100.0") > release("rustc 1.96.0"));
        assert!(release("nonsense") < release("rustc 1.95"));
    }

    #[test]
    fn native_flags_do_not_reach_the_wasm_build() {
        let toolchains = [
            Toolchain::InUse {
                version: String::new(),
            },
            Toolchain::Debian {
                version: String::new(),
                linker: PathBuf::from("/lld"),
            },
        ];
        for toolchain in toolchains {
            let command = toolchain.cargo_build(&workspace());
            assert!(is_removed(&command, "RUSTFLAGS"));
            assert_eq!(
                value(&command, "CARGO_ENCODED_RUSTFLAGS"),
                Some(FLAGS.to_owned())
            );
        }
    }

    #[test]
    fn both_ways_build_the_standard_library() {
        let debian = Toolchain::Debian {
            version: String::new(),
            linker: PathBuf::from("/lld"),
        };
        assert_eq!(debian.cargo_build(&workspace()).get_program(), DEBIAN_CARGO);
        let rustups = Toolchain::InUse {
            version: String::new(),
        };
        for toolchain in [debian, rustups] {
            let command = toolchain.cargo_build(&workspace());
            let arguments: Vec<_> = command.get_args().collect();
            assert!(
                BUILD_STD
                    .iter()
                    .all(|flag| arguments.contains(&(*flag).as_ref()))
            );
            assert_eq!(value(&command, "RUSTC_BOOTSTRAP"), Some("1".to_owned()));
        }
    }
}
