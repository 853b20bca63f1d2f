//! Where the workspace and its build results are.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::process;

/// Folders of this workspace.
pub struct Workspace {
    /// The folder of the root manifest.
    pub root: PathBuf,
    /// Cargo's target folder, wherever the environment or configuration puts it.
    pub target: PathBuf,
}

impl Workspace {
    /// Ask cargo about the workspace that this program was started from.
    pub fn find() -> Result<Self> {
        let mut metadata = Command::new(crate::cargo::program());
        metadata.args(["metadata", "--no-deps", "--format-version", "1"]);
        if let Some(manifest_dir) = std::env::var_os("CARGO_MANIFEST_DIR") {
            metadata.current_dir(manifest_dir);
        }
        let text = process::output(&mut metadata)?;
        let json: serde_json::Value =
            serde_json::from_str(&text).context("cargo metadata is not JSON")?;
        let folder = |key: &str| {
            let value = json.get(key).and_then(serde_json::Value::as_str);
            value
                .map(PathBuf::from)
                .with_context(|| format!("cargo metadata has no {key}"))
        };
        Ok(Self {
            root: folder("workspace_root")?,
            target: folder("target_directory")?,
        })
    }

    /// What the server embeds and serves: the planner's script and WebAssembly.
    pub fn dist(&self) -> PathBuf {
        self.root.join("dist")
    }

    /// The browser journeys.
    pub fn e2e(&self) -> PathBuf {
        self.root.join("e2e")
    }

    /// Programs that a task installed for itself.
    pub fn tools(&self) -> PathBuf {
        self.target.join("tools")
    }

    /// The `podwright` program as built with cargo's `dev` or `release` profile.
    pub fn podwright(&self, profile_folder: &str) -> PathBuf {
        self.target.join(profile_folder).join("podwright")
    }
}

/// A path as people write it: relative to `base` where it lies below.
pub fn shown(path: &Path, base: &Path) -> String {
    path.strip_prefix(base)
        .unwrap_or(path)
        .display()
        .to_string()
}
