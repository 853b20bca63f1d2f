//! `cargo xtask web`: the planner compiled for the browser, bound to JavaScript, and named by content.
//!
//! `dist/` then holds `podwright-HASH.js`, `podwright-HASH_bg.wasm`, `podwright-HASH_data.json` (the catalogue and the
//! prices, named by their own content: code and data change apart), `podwright-HASH_measured.json` (published points,
//! which the page asks for once it shows a chart of them) and `manifest.json`, which tells their names:
//! `{"js": "…", "wasm": "…", "data": "…", "measured": "…"}`. The script looks for the WebAssembly beside itself under that name.

use std::fs;
use std::io::Write as _;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use wasm_bindgen_cli_support::Bindgen;

use crate::data;
use crate::process;
use crate::process::{say, step};
use crate::wasm_order;
use crate::wasm_toolchain::{self, Choice, TARGET, Toolchain};
use crate::workspace::{Workspace, shown};

const PACKAGE: &str = "podwright-web";
const MODULE_FILE: &str = "podwright_web.wasm";
/// What the binding step calls the WebAssembly inside the script that it writes.
const UNHASHED_WASM: &str = "podwright_bg.wasm";
/// Names and layout of what is written; raise it when they change, so that old results are replaced.
const SCHEME: &str = "wasm-bindgen 0.2.130, scheme 5";
/// What the planner's code may weigh on the wire, script and WebAssembly together. Data is counted apart.
const GZIPPED_LIMIT: usize = 600_000;
/// How often the packer tries again; more gains less than a thousandth.
const ITERATIONS: NonZeroU64 = NonZeroU64::new(5).expect("five is not zero");

/// How much the compiler tries.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// For users.
    Release,
    /// For trying a change.
    Fast,
}

impl Profile {
    fn cargo_name(self) -> &'static str {
        match self {
            Self::Release => "web-release",
            Self::Fast => "web-fast",
        }
    }
}

/// The names in `dist/manifest.json`.
#[derive(Debug, PartialEq, Eq)]
pub struct Manifest {
    /// The script, an ES module whose default export loads the WebAssembly.
    pub js: String,
    /// The WebAssembly.
    pub wasm: String,
    /// The catalogue and the prices, which the module is given at its start.
    pub data: String,
    /// Published points, which the page asks for once it shows a chart of them.
    pub measured: String,
}

/// Build what changed and leave `dist/` complete.
pub fn build(workspace: &Workspace, choice: Choice, profile: Profile) -> Result<Manifest> {
    let toolchain = wasm_toolchain::prepare(workspace, choice)?;
    step(&format!(
        "building the planner for the browser with {}",
        toolchain.description()
    ));
    let module = compile(workspace, &toolchain, profile)?;
    let bytes = fs::read(&module).with_context(|| format!("cannot read {}", module.display()))?;
    let document = data::document(
        &workspace.root.join("sim-core/catalog"),
        &workspace.root.join("locales/en"),
    )?;
    let measured = data::measured()?;
    let input = hash(&[SCHEME.as_bytes(), &bytes, &document, &measured]);
    let stamp = workspace.target.join("web/bound.json");
    let manifest = if let Some(manifest) = bound_before(&stamp, &input, &workspace.dist()) {
        manifest
    } else {
        step("binding it to JavaScript");
        let manifest = bind(workspace, &module, [&document, &measured], profile)?;
        let mut text = manifest.to_json();
        text["input"] = input.into();
        write(&stamp, text.to_string().as_bytes())?;
        manifest
    };
    report(workspace, &toolchain, &manifest)?;
    Ok(manifest)
}

fn compile(workspace: &Workspace, toolchain: &Toolchain, profile: Profile) -> Result<PathBuf> {
    let folder = workspace.target.join("web").join(toolchain.folder());
    let started = Instant::now();
    let mut build = toolchain.cargo_build(workspace);
    build
        .args([
            "--package",
            PACKAGE,
            "--lib",
            "--profile",
            profile.cargo_name(),
            "--target-dir",
        ])
        .arg(&folder);
    process::run(&mut build).with_context(|| {
        format!(
            "the planner does not build with {}; the compiler's own words are above",
            toolchain.description()
        )
    })?;
    say(&format!(
        "compiled in {:.0} s",
        started.elapsed().as_secs_f64()
    ));
    let module = folder
        .join(TARGET)
        .join(profile.cargo_name())
        .join(MODULE_FILE);
    if !module.exists() {
        bail!(
            "the build left no {}: has {PACKAGE} lost its crate type `cdylib`?",
            module.display()
        );
    }
    Ok(module)
}

/// The result of last time, if it came from the same input and is still there.
fn bound_before(stamp: &Path, input: &str, dist: &Path) -> Option<Manifest> {
    let stamp: Value = serde_json::from_slice(&fs::read(stamp).ok()?).ok()?;
    let manifest = Manifest::from_json(&stamp)?;
    let published: Value =
        serde_json::from_slice(&fs::read(dist.join("manifest.json")).ok()?).ok()?;
    let complete = Manifest::from_json(&published).as_ref() == Some(&manifest)
        && manifest
            .names()
            .into_iter()
            .all(|name| dist.join(name).exists() && dist.join(packed_name(name)).exists());
    (stamp.get("input")? == input && complete).then_some(manifest)
}

/// Write script, WebAssembly and data under names that change with their content, then the manifest, then
/// remove their predecessors: whoever reads the manifest finds what it names.
fn bind(
    workspace: &Workspace,
    module: &Path,
    [document, measured]: [&[u8]; 2],
    profile: Profile,
) -> Result<Manifest> {
    let scratch = workspace.target.join("web/bound");
    if scratch.exists() {
        fs::remove_dir_all(&scratch)
            .with_context(|| format!("cannot empty {}", scratch.display()))?;
    }
    let mut bindgen = Bindgen::new();
    // Feature flags of the module stay in it: tools that optimise it later need them.
    bindgen
        .input_path(module)
        .out_name("podwright")
        .typescript(false)
        // The names decide the order of functions, which then drops them.
        .remove_name_section(false);
    // The script finds the WebAssembly beside itself when its caller names none.
    bindgen
        .omit_default_module_path(false)
        .remove_producers_section(true)
        .web(true)?;
    bindgen.generate(&scratch).context(
        "wasm-bindgen cannot bind the planner; if it speaks of a schema version, give `wasm-bindgen` and \
         `wasm-bindgen-cli-support` the same version in Cargo.toml",
    )?;
    if scratch.join("snippets").exists() {
        bail!(
            "a dependency brings scripts of its own (wasm-bindgen `module` or `inline_js`), which nobody serves"
        );
    }
    let script =
        fs::read_to_string(scratch.join("podwright.js")).context("wasm-bindgen wrote no script")?;
    let wasm =
        fs::read(scratch.join(UNHASHED_WASM)).context("wasm-bindgen wrote no WebAssembly")?;
    let wasm = wasm_order::by_likeness(&wasm)?;

    let code = &hash(&[script.as_bytes(), &wasm])[..16];
    let manifest = Manifest {
        js: format!("podwright-{code}.js"),
        wasm: format!("podwright-{code}_bg.wasm"),
        data: format!("podwright-{}_data.json", &hash(&[document])[..16]),
        measured: format!("podwright-{}_measured.json", &hash(&[measured])[..16]),
    };
    let script = named_script(&script, &manifest.wasm)?;

    let dist = workspace.dist();
    fs::create_dir_all(&dist).with_context(|| format!("cannot create {}", dist.display()))?;
    for (name, bytes) in [
        (&manifest.wasm, wasm.as_slice()),
        (&manifest.js, script.as_bytes()),
        (&manifest.data, document),
        (&manifest.measured, measured),
    ] {
        write(&dist.join(name), bytes)?;
        write(&dist.join(packed_name(name)), &packed(bytes, profile)?)?;
    }
    let text = format!("{}\n", manifest.to_json());
    write(&dist.join("manifest.json"), text.as_bytes())?;
    remove_predecessors(&dist, &manifest)?;
    Ok(manifest)
}

/// The script with the WebAssembly's real name in place of the one that it was written with.
fn named_script(script: &str, wasm: &str) -> Result<String> {
    if !script.contains(UNHASHED_WASM) {
        bail!(
            "wasm-bindgen's script does not name {UNHASHED_WASM}; the renaming in xtask must follow its new form"
        );
    }
    Ok(script.replace(UNHASHED_WASM, wasm))
}

fn remove_predecessors(dist: &Path, manifest: &Manifest) -> Result<()> {
    for entry in fs::read_dir(dist).with_context(|| format!("cannot read {}", dist.display()))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if is_predecessor(&name, manifest) {
            fs::remove_file(entry.path()).with_context(|| format!("cannot remove {name}"))?;
        }
    }
    Ok(())
}

fn is_predecessor(name: &str, manifest: &Manifest) -> bool {
    let kind = name
        .strip_prefix("podwright-")
        .and_then(|rest| rest.split_once('.'))
        .map(|(_, kind)| kind);
    let kinds = ["js", "wasm", "json"];
    kind.is_some_and(|kind| kinds.contains(&kind.strip_suffix(".gz").unwrap_or(kind)))
        && !manifest
            .names()
            .into_iter()
            .any(|of| name == of || name == packed_name(of))
}

fn report(workspace: &Workspace, toolchain: &Toolchain, manifest: &Manifest) -> Result<()> {
    let dist = workspace.dist();
    process::result(&format!("WASM toolchain: {}", toolchain.description()));
    let mut sent = Vec::new();
    for name in manifest.names() {
        let bytes = fs::read(dist.join(name)).with_context(|| format!("cannot read {name}"))?;
        let gzipped = fs::read(dist.join(packed_name(name)))?.len();
        sent.push(gzipped);
        let path = shown(&dist.join(name), &workspace.root);
        process::result(&format!(
            "{path}: {} kB, {} kB gzipped",
            kilobytes(bytes.len()),
            kilobytes(gzipped)
        ));
    }
    let [js, wasm, data, measured] = sent[..] else {
        bail!("the manifest does not name four files");
    };
    let code = js + wasm;
    process::result(&format!(
        "sent gzipped: code {} kB, data {} kB, together {} kB; {} kB more with the first chart of collectives",
        kilobytes(code),
        kilobytes(data),
        kilobytes(code + data),
        kilobytes(measured)
    ));
    if code > GZIPPED_LIMIT {
        let (is, may) = (kilobytes(code), kilobytes(GZIPPED_LIMIT));
        say(&format!(
            "warning: script and WebAssembly are {is} kB gzipped; {may} kB is the limit for planner pages"
        ));
    }
    Ok(())
}

fn kilobytes(bytes: usize) -> String {
    format!("{:.1}", bytes as f64 / 1000.0)
}

/// Where the file that is sent lies beside the plain one.
fn packed_name(name: &str) -> String {
    format!("{name}.gz")
}

/// The bytes as the server sends them. For users the densest gzip is worth some seconds, once.
fn packed(bytes: &[u8], profile: Profile) -> Result<Vec<u8>> {
    if profile == Profile::Fast {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(bytes)?;
        return Ok(encoder.finish()?);
    }
    let mut out = Vec::new();
    let options = zopfli::Options {
        iteration_count: ITERATIONS,
        ..zopfli::Options::default()
    };
    zopfli::compress(options, zopfli::Format::Gzip, bytes, &mut out)?;
    Ok(out)
}

fn hash(parts: &[&[u8]]) -> String {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher
        .finalize()
        .iter()
        .fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

/// Write beside the target and rename, so that nobody reads half a file.
fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let beside = path.with_extension("new");
    fs::write(&beside, bytes)
        .and_then(|()| fs::rename(&beside, path))
        .with_context(|| format!("cannot write {}", path.display()))
}

impl Manifest {
    fn from_json(value: &Value) -> Option<Self> {
        let name = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
        Some(Self {
            js: name("js")?,
            wasm: name("wasm")?,
            data: name("data")?,
            measured: name("measured")?,
        })
    }

    fn to_json(&self) -> Value {
        json!({ "js": self.js, "wasm": self.wasm, "data": self.data, "measured": self.measured })
    }

    /// Code first, then data, last what is asked for later.
    fn names(&self) -> [&String; 4] {
        [&self.js, &self.wasm, &self.data, &self.measured]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest() -> Manifest {
        Manifest {
            js: "podwright-1.js".to_owned(),
            wasm: "podwright-1_bg.wasm".to_owned(),
            data: "podwright-2_data.json".to_owned(),
            measured: "podwright-3_measured.json".to_owned(),
        }
    }

    #[test]
    fn the_script_names_the_hashed_file_only() {
        let script = named_script(
            "new URL('podwright_bg.wasm', import.meta.url)",
            "podwright-1_bg.wasm",
        )
        .unwrap();
        assert_eq!(script, "new URL('podwright-1_bg.wasm', import.meta.url)");
        assert!(named_script("something else", "x").is_err());
    }

    #[test]
    fn only_older_builds_are_removed() {
        let manifest = manifest();
        assert!(is_predecessor("podwright-0.js", &manifest));
        assert!(is_predecessor("podwright-0_bg.wasm", &manifest));
        assert!(is_predecessor("podwright-0_data.json", &manifest));
        assert!(is_predecessor("podwright-0_data.json.gz", &manifest));
        assert!(is_predecessor("podwright-0_measured.json", &manifest));
        for kept in [
            "podwright-1.js",
            "podwright-1_bg.wasm",
            "podwright-2_data.json",
            "podwright-2_data.json.gz",
            "podwright-3_measured.json",
            "podwright-3_measured.json.gz",
            "manifest.json",
            "favicon.svg",
            "podwright.css",
        ] {
            assert!(!is_predecessor(kept, &manifest), "{kept}");
        }
    }

    #[test]
    fn hashes_tell_where_a_part_ends() {
        assert_eq!(hash(&[b"ab", b"c"]), hash(&[b"ab", b"c"]));
        assert_ne!(hash(&[b"ab", b"c"]), hash(&[b"a", b"bc"]));
    }

    #[test]
    fn a_manifest_without_a_name_is_none() {
        assert_eq!(Manifest::from_json(&manifest().to_json()), Some(manifest()));
        assert_eq!(
            Manifest::from_json(&json!({ "js": "podwright-1.js", "wasm": "podwright-1_bg.wasm" })),
            None
        );
        assert_eq!(Manifest::from_json(&json!([])), None);
    }

    #[test]
    fn gzip_makes_repetition_small() {
        for profile in [Profile::Fast, Profile::Release] {
            let plain = vec![7; 100_000];
            let sent = packed(&plain, profile).unwrap();
            assert!(sent.len() < 1_000);
            let mut back = Vec::new();
            std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&*sent), &mut back)
                .unwrap();
            assert_eq!(back, plain);
        }
    }
}
