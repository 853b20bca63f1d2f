//! `cargo xtask web`: the planner and its annex compiled for the browser, bound to JavaScript, and named by content.
//!
//! `dist/` then holds `podwright-HASH.js`, `podwright-HASH_bg.wasm`, `podwright-HASH_data.json` (the catalogue and the
//! prices, named by their own content: code and data change apart), `podwright-HASH_measured.json` (published points,
//! which the page asks for once it shows a chart of them), `podwright-annex-HASH.js` and `podwright-annex-HASH_bg.wasm`
//! (what only some views ask for) and `manifest.json`, which tells their names (`wasm_manifest`). A script looks for its
//! WebAssembly beside itself under that name.

use std::fs;
use std::io::Write as _;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use wasm_bindgen_cli_support::Bindgen;

use crate::data;
use crate::process;
use crate::process::{say, step};
use crate::wasm_manifest::{Code, Manifest, packed_name};
use crate::wasm_order;
use crate::wasm_script;
use crate::wasm_toolchain::{self, Choice, TARGET, Toolchain};
use crate::workspace::{Workspace, shown};

/// A module of the browser.
struct Module {
    /// The crate.
    package: &'static str,
    /// What the compiler calls the WebAssembly.
    file: &'static str,
    /// What its files begin with.
    name: &'static str,
}

/// What the page loads at its start.
const PLANNER: Module = Module {
    package: "podwright-web",
    file: "podwright_web.wasm",
    name: "podwright",
};
/// What it loads when a view asks for it.
const ANNEX: Module = Module {
    package: "podwright-annex",
    file: "podwright_annex.wasm",
    name: "podwright-annex",
};
/// Names and layout of what is written; raise it when they change, so that old results are replaced.
const SCHEME: &str = "wasm-bindgen 0.2.130, scheme 8";
/// What the planner's first load may weigh on the wire: WebAssembly, scripts and styles. Data is counted apart.
const GZIPPED_LIMIT: usize = 600_000;
/// Scripts that the planner's page loads beside its module's.
const SCRIPTS: [&str; 2] = ["server/assets/planner-boot.js", "server/assets/theme.js"];
/// Styles that it loads.
const STYLES: [&str; 4] = [
    "server/assets/tokens.css",
    "server/assets/app.css",
    "server/assets/planner.css",
    "diagram/src/diagram.css",
];
/// How often the packer tries again; more gains less than a thousandth.
const ITERATIONS: NonZeroU64 = NonZeroU64::new(5).expect("five is not zero");
/// Most parts with codes of their own in a megabyte: code is uneven, and the packer's own 15 cost nearly a hundredth.
const PARTS: u16 = 120;

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

/// Build what changed, leave `dist/` complete, and tell what the planner's first load weighs, in bytes on the wire.
pub fn build(workspace: &Workspace, choice: Choice, profile: Profile) -> Result<usize> {
    let toolchain = wasm_toolchain::prepare(workspace, choice)?;
    step(&format!(
        "building the planner for the browser with {}",
        toolchain.description()
    ));
    let [planner, annex] = compile(workspace, &toolchain, profile)?;
    let read = |module: &Path| {
        fs::read(module).with_context(|| format!("cannot read {}", module.display()))
    };
    let document = data::document(
        &workspace.root.join("sim-core/catalog"),
        &workspace.root.join("locales/en"),
    )?;
    let measured = data::measured()?;
    let input = hash(&[
        SCHEME.as_bytes(),
        &read(&planner)?,
        &read(&annex)?,
        &document,
        &measured,
    ]);
    let stamp = workspace.target.join("web/bound.json");
    let manifest = if let Some(manifest) = bound_before(&stamp, &input, &workspace.dist()) {
        manifest
    } else {
        step("binding it to JavaScript");
        let files = [
            bind(workspace, &PLANNER, &planner)?,
            bind(workspace, &ANNEX, &annex)?,
        ];
        let manifest = publish(workspace, &files, [&document, &measured], profile)?;
        let mut text = manifest.to_json();
        text["input"] = input.into();
        write(&stamp, text.to_string().as_bytes())?;
        manifest
    };
    report(workspace, &toolchain, &manifest)
}

/// Refuses a first load that is too heavy to be sent.
pub fn hold_limit(first: usize) -> Result<()> {
    let over = first.saturating_sub(GZIPPED_LIMIT);
    if over > 0 {
        bail!(
            "the planner's first load is {} kB gzipped, {} kB over its limit of {} kB: let the annex do what no first view \
             shows (docs/adr/0006-a-second-module.md), or make code smaller in one of the ways of \
             docs/adr/0003-a-small-module.md",
            kilobytes(first),
            kilobytes(over),
            kilobytes(GZIPPED_LIMIT)
        );
    }
    Ok(())
}

fn compile(workspace: &Workspace, toolchain: &Toolchain, profile: Profile) -> Result<[PathBuf; 2]> {
    let folder = workspace.target.join("web").join(toolchain.folder());
    let started = Instant::now();
    let mut build = toolchain.cargo_build(workspace);
    build.arg("--lib");
    for module in [&PLANNER, &ANNEX] {
        build.args(["--package", module.package]);
    }
    build
        .args(["--profile", profile.cargo_name(), "--target-dir"])
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
    let built = |module: &Module| {
        let file = folder
            .join(TARGET)
            .join(profile.cargo_name())
            .join(module.file);
        if !file.exists() {
            bail!(
                "the build left no {}: has {} lost its crate type `cdylib`?",
                file.display(),
                module.package
            );
        }
        Ok(file)
    };
    Ok([built(&PLANNER)?, built(&ANNEX)?])
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

/// Script and WebAssembly of a module with the names that follow from their content.
struct Bound {
    names: Code,
    script: String,
    wasm: Vec<u8>,
}

/// Bind a module to JavaScript, in memory.
fn bind(workspace: &Workspace, module: &Module, file: &Path) -> Result<Bound> {
    let scratch = workspace.target.join("web/bound").join(module.name);
    if scratch.exists() {
        fs::remove_dir_all(&scratch)
            .with_context(|| format!("cannot empty {}", scratch.display()))?;
    }
    let mut bindgen = Bindgen::new();
    // Feature flags of the module stay in it: tools that optimise it later need them.
    bindgen
        .input_path(file)
        .out_name(module.name)
        .typescript(false)
        .remove_name_section(true);
    // The script finds the WebAssembly beside itself when its caller names none.
    bindgen
        .omit_default_module_path(false)
        .remove_producers_section(true)
        .web(true)?;
    bindgen.generate(&scratch).with_context(|| {
        format!(
            "wasm-bindgen cannot bind {}; if it speaks of a schema version, give `wasm-bindgen` and \
             `wasm-bindgen-cli-support` the same version in Cargo.toml",
            module.package
        )
    })?;
    if scratch.join("snippets").exists() {
        bail!(
            "a dependency brings scripts of its own (wasm-bindgen `module` or `inline_js`), which nobody serves"
        );
    }
    // What the binding step calls the WebAssembly inside the script that it writes.
    let unhashed = format!("{}_bg.wasm", module.name);
    let script = fs::read_to_string(scratch.join(format!("{}.js", module.name)))
        .context("wasm-bindgen wrote no script")?;
    let wasm = fs::read(scratch.join(&unhashed)).context("wasm-bindgen wrote no WebAssembly")?;
    let (script, wasm) = wasm_script::lean(&script, &wasm_order::by_likeness(&wasm)?)?;
    let code = &hash(&[script.as_bytes(), &wasm])[..16];
    let names = Code {
        js: format!("{}-{code}.js", module.name),
        wasm: format!("{}-{code}_bg.wasm", module.name),
    };
    Ok(Bound {
        script: named_script(&script, &unhashed, &names.wasm)?,
        wasm,
        names,
    })
}

/// Write scripts, WebAssembly and data under names that change with their content, then the manifest, then
/// remove their predecessors: whoever reads the manifest finds what it names.
fn publish(
    workspace: &Workspace,
    [planner, annex]: &[Bound; 2],
    [document, measured]: [&[u8]; 2],
    profile: Profile,
) -> Result<Manifest> {
    let manifest = Manifest {
        planner: planner.names.clone(),
        data: format!("podwright-{}_data.json", &hash(&[document])[..16]),
        measured: format!("podwright-{}_measured.json", &hash(&[measured])[..16]),
        annex: annex.names.clone(),
    };
    let dist = workspace.dist();
    fs::create_dir_all(&dist).with_context(|| format!("cannot create {}", dist.display()))?;
    for (name, bytes) in [
        (&manifest.planner.wasm, planner.wasm.as_slice()),
        (&manifest.planner.js, planner.script.as_bytes()),
        (&manifest.annex.wasm, annex.wasm.as_slice()),
        (&manifest.annex.js, annex.script.as_bytes()),
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
fn named_script(script: &str, unhashed: &str, wasm: &str) -> Result<String> {
    if !script.contains(unhashed) {
        bail!(
            "wasm-bindgen's script does not name {unhashed}; the renaming in xtask must follow its new form"
        );
    }
    Ok(script.replace(unhashed, wasm))
}

fn remove_predecessors(dist: &Path, manifest: &Manifest) -> Result<()> {
    for entry in fs::read_dir(dist).with_context(|| format!("cannot read {}", dist.display()))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if manifest.succeeds(&name) {
            fs::remove_file(entry.path()).with_context(|| format!("cannot remove {name}"))?;
        }
    }
    Ok(())
}

/// Prints what is sent, and gives the weight of the first load.
fn report(workspace: &Workspace, toolchain: &Toolchain, manifest: &Manifest) -> Result<usize> {
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
    let [js, wasm, data, measured, annex_js, annex_wasm] = sent[..] else {
        bail!("the manifest does not name six files");
    };
    let scripts = js + sent_by_server(workspace, &SCRIPTS)?;
    let styles = sent_by_server(workspace, &STYLES)?;
    let first = wasm + scripts + styles;
    process::result(&format!(
        "first load of the planner, gzipped: WebAssembly {} + scripts {} + styles {} = {} of {} kB; beside it data {} kB",
        kilobytes(wasm),
        kilobytes(scripts),
        kilobytes(styles),
        kilobytes(first),
        kilobytes(GZIPPED_LIMIT),
        kilobytes(data)
    ));
    process::result(&format!(
        "later, gzipped: points {} kB with the first chart of collectives; annex {} kB (script {}, WebAssembly {}) with its \
         first view",
        kilobytes(measured),
        kilobytes(annex_js + annex_wasm),
        kilobytes(annex_js),
        kilobytes(annex_wasm)
    ));
    if let Err(fault) = hold_limit(first) {
        say(&format!("warning: {fault}"));
    }
    Ok(first)
}

/// What files weigh as the server packs them on their way out.
fn sent_by_server(workspace: &Workspace, files: &[&str]) -> Result<usize> {
    let mut sent = 0;
    for file in files {
        let path = workspace.root.join(file);
        let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(&bytes)?;
        sent += encoder.finish()?.len();
    }
    Ok(sent)
}

fn kilobytes(bytes: usize) -> String {
    format!("{:.1}", bytes as f64 / 1000.0)
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
        maximum_block_splits: PARTS,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_names_the_hashed_file_only() {
        let script = named_script(
            "new URL('podwright_bg.wasm', import.meta.url)",
            "podwright_bg.wasm",
            "podwright-1_bg.wasm",
        )
        .unwrap();
        assert_eq!(script, "new URL('podwright-1_bg.wasm', import.meta.url)");
        assert!(named_script("something else", "podwright_bg.wasm", "x").is_err());
    }

    #[test]
    fn a_first_load_over_the_limit_is_refused() {
        assert!(hold_limit(GZIPPED_LIMIT).is_ok());
        let fault = hold_limit(GZIPPED_LIMIT + 1200).unwrap_err().to_string();
        assert!(fault.contains("601.2 kB gzipped, 1.2 kB over"), "{fault}");
    }

    #[test]
    fn hashes_tell_where_a_part_ends() {
        assert_eq!(hash(&[b"ab", b"c"]), hash(&[b"ab", b"c"]));
        assert_ne!(hash(&[b"ab", b"c"]), hash(&[b"a", b"bc"]));
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
