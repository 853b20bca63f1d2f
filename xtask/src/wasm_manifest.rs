//! `dist/manifest.json`: the names of what the browser build put out.
//!
//! `{"js": "…", "wasm": "…", "data": "…", "measured": "…", "annex": {"js": "…", "wasm": "…"}}`.

use serde_json::{Value, json};

/// Names of a module's code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// The script, an ES module whose default export loads the WebAssembly.
    pub js: String,
    /// The WebAssembly.
    pub wasm: String,
}

/// The names in `dist/manifest.json`.
#[derive(Debug, PartialEq, Eq)]
pub struct Manifest {
    /// What the page loads at its start.
    pub planner: Code,
    /// The catalogue and the prices, which both modules are given at their start.
    pub data: String,
    /// Published points, which the page asks for once it shows a chart of them.
    pub measured: String,
    /// What the page loads when a view asks for it.
    pub annex: Code,
}

impl Code {
    fn from_json(value: &Value) -> Option<Self> {
        Some(Self {
            js: name(value, "js")?,
            wasm: name(value, "wasm")?,
        })
    }
}

impl Manifest {
    /// The names in a document; nothing where one is missing.
    pub fn from_json(value: &Value) -> Option<Self> {
        Some(Self {
            planner: Code::from_json(value)?,
            data: name(value, "data")?,
            measured: name(value, "measured")?,
            annex: Code::from_json(value.get("annex")?)?,
        })
    }

    /// The document.
    pub fn to_json(&self) -> Value {
        json!({
            "js": self.planner.js,
            "wasm": self.planner.wasm,
            "data": self.data,
            "measured": self.measured,
            "annex": { "js": self.annex.js, "wasm": self.annex.wasm },
        })
    }

    /// Code first, then data, last what is asked for later.
    pub fn names(&self) -> [&String; 6] {
        [
            &self.planner.js,
            &self.planner.wasm,
            &self.data,
            &self.measured,
            &self.annex.js,
            &self.annex.wasm,
        ]
    }

    /// Whether a file is of an older build that this one takes the place of.
    pub fn succeeds(&self, file: &str) -> bool {
        let kind = file
            .strip_prefix("podwright-")
            .and_then(|rest| rest.split_once('.'))
            .map(|(_, kind)| kind);
        let kinds = ["js", "wasm", "json"];
        kind.is_some_and(|kind| kinds.contains(&kind.strip_suffix(".gz").unwrap_or(kind)))
            && !self
                .names()
                .into_iter()
                .any(|of| file == of || file == packed_name(of))
    }
}

fn name(value: &Value, key: &str) -> Option<String> {
    value.get(key).and_then(Value::as_str).map(str::to_owned)
}

/// Where the file that is sent lies beside the plain one.
pub fn packed_name(name: &str) -> String {
    format!("{name}.gz")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest() -> Manifest {
        Manifest {
            planner: Code {
                js: "podwright-1.js".to_owned(),
                wasm: "podwright-1_bg.wasm".to_owned(),
            },
            data: "podwright-2_data.json".to_owned(),
            measured: "podwright-3_measured.json".to_owned(),
            annex: Code {
                js: "podwright-annex-4.js".to_owned(),
                wasm: "podwright-annex-4_bg.wasm".to_owned(),
            },
        }
    }

    #[test]
    fn only_older_builds_are_removed() {
        let manifest = manifest();
        for older in [
            "podwright-0.js",
            "podwright-0_bg.wasm",
            "podwright-0_data.json",
            "podwright-0_data.json.gz",
            "podwright-0_measured.json",
            "podwright-annex-0.js",
            "podwright-annex-0_bg.wasm.gz",
        ] {
            assert!(manifest.succeeds(older), "{older}");
        }
        for kept in [
            "podwright-1.js",
            "podwright-1_bg.wasm",
            "podwright-2_data.json",
            "podwright-2_data.json.gz",
            "podwright-3_measured.json",
            "podwright-3_measured.json.gz",
            "podwright-annex-4.js",
            "podwright-annex-4_bg.wasm.gz",
            "manifest.json",
            "favicon.svg",
            "podwright.css",
        ] {
            assert!(!manifest.succeeds(kept), "{kept}");
        }
    }

    #[test]
    fn a_manifest_without_a_name_is_none() {
        let whole = manifest().to_json();
        assert_eq!(Manifest::from_json(&whole), Some(manifest()));
        for missing in ["js", "wasm", "data", "measured", "annex"] {
            let mut without = whole.clone();
            without.as_object_mut().unwrap().remove(missing);
            assert_eq!(Manifest::from_json(&without), None, "{missing}");
        }
        assert_eq!(Manifest::from_json(&json!([])), None);
    }
}
