//! Which compiler turns the planner into WebAssembly.
//!
//! The usual way is the target that rustup adds to the toolchain in use. Where rustup's servers can't be
//! reached but Debian's packages can, Debian's newest compiler builds the standard library from Debian's
//! copy of its source. The two must be of one version, so the default toolchain can't take the compiler's part.

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
/// The standard library's crates that Debian's way builds.
const BUILD_STD: &str = "-Zbuild-std=std,panic_abort";

/// Leptos then compiles one view type instead of one for each combination: 7 % less to send. SHA-256 hashes one small
/// document a keystroke: in loops, not unrolled. Flags are told apart by the character that cargo asks for.
const FLAGS: &str = "--cfg=erase_components\u{1f}--cfg=sha2_backend_soft=\"compact\"";

/// What the person asked for.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// What is installed; else rustup's target, for at most a minute; else Debian's packages.
    Auto,
    /// The toolchain in use, with the target that rustup adds to it.
    Rustup,
    /// Debian's rustc-web, cargo-web and rust-web-src.
    Debian,
}

/// A compiler that is ready to build for the browser.
#[derive(Debug)]
pub enum Toolchain {
    /// The toolchain in use: its standard library for the target is installed.
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
            Self::InUse { version } => format!("rustup's target {TARGET} ({version})"),
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
                command
                    .env("RUSTC", DEBIAN_RUSTC)
                    .env("RUSTC_BOOTSTRAP", "1");
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
        // It also overrules flags in cargo's configuration files, such as a native linker.
        command.env("CARGO_ENCODED_RUSTFLAGS", FLAGS);
        command.args(["build", "--target", TARGET]);
        if matches!(self, Self::Debian { .. }) {
            command.arg(BUILD_STD);
        }
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

/// The toolchain in use, if it has the target's standard library.
fn in_use() -> Result<Option<Toolchain>> {
    let folder = process::output(rustc().args(["--print", "target-libdir", "--target", TARGET]))?;
    let has_library = std::fs::read_dir(folder.trim()).is_ok_and(|mut files| {
        files.any(|file| {
            file.is_ok_and(|file| file.file_name().to_string_lossy().starts_with("libstd-"))
        })
    });
    Ok(if has_library {
        Some(Toolchain::InUse {
            version: version(&mut rustc())?,
        })
    } else {
        None
    })
}

fn no_target() -> String {
    format!(
        "there is no compiler for {TARGET}: let rustup reach its servers, or use Debian's packages \
         (`--wasm-toolchain debian`, on Debian)"
    )
}

fn added_by_rustup() -> Result<Toolchain> {
    let add = format!("rustup target add {TARGET}");
    let Some(rustup) = process::find_program("rustup") else {
        bail!("this Rust toolchain can't build for {TARGET} and there is no rustup to add it");
    };
    process::step(&format!("{add} (at most {} s)", RUSTUP_LIMIT.as_secs()));
    match process::status_within(
        Command::new(rustup).args(["target", "add", TARGET]),
        RUSTUP_LIMIT,
    )? {
        None => bail!(
            "`{add}` took longer than {} s and was stopped",
            RUSTUP_LIMIT.as_secs()
        ),
        Some(status) if !status.success() => bail!("`{add}` failed: {status}"),
        Some(_) => in_use()?
            .with_context(|| format!("`{add}` succeeded, but rustc does not see the target")),
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
            "building WebAssembly without rustup's target",
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
    let sysroot = process::output(rustc().args(["--print", "sysroot"]))?;
    let host = process::output(rustc().arg("-vV"))?;
    let host = host
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .context("`rustc -vV` names no host")?;
    let linker = Path::new(sysroot.trim())
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
    fn only_debians_way_builds_the_standard_library() {
        let debian = Toolchain::Debian {
            version: String::new(),
            linker: PathBuf::from("/lld"),
        };
        let command = debian.cargo_build(&workspace());
        assert_eq!(command.get_program(), DEBIAN_CARGO);
        assert!(command.get_args().any(|argument| argument == BUILD_STD));
        assert_eq!(value(&command, "RUSTC_BOOTSTRAP"), Some("1".to_owned()));
        let command = Toolchain::InUse {
            version: String::new(),
        }
        .cargo_build(&workspace());
        assert!(!command.get_args().any(|argument| argument == BUILD_STD));
        assert_eq!(value(&command, "RUSTC_BOOTSTRAP"), None);
    }
}
