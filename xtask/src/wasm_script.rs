//! Makes what the binding step writes smaller: no comments, no indentation, short names between script and WebAssembly.
//!
//! The binding step gives each function of the browser a name with a hash of 16 digits, which stands in the script and
//! in the module; neither packs.

use std::collections::BTreeMap;
use std::convert::Infallible;

use anyhow::{Result, anyhow, bail};
use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{ImportSection, Module};
use wasmparser::{CustomSectionReader, ImportSectionReader, Parser};

/// What names of functions of the browser begin with.
const PREFIX: &str = "__wbg_";
/// Digits of the hash that they end with.
const HASH: usize = 16;

/// Script and module with short names, the script without what only people read.
///
/// # Errors
/// When the script has text over several lines, which leaving out indentation could change, or the module can't be read.
pub fn lean(script: &str, wasm: &[u8]) -> Result<(String, Vec<u8>)> {
    let (script, names) = short_names(&without_comments(script)?);
    let mut module = Module::new();
    Rename { names }
        .parse_core_module(&mut module, Parser::new(0), wasm)
        .map_err(|error| anyhow!("the module's imports cannot be renamed: {error:?}"))?;
    Ok((script, module.finish()))
}

/// The script without comments that fill their lines, and without indentation.
fn without_comments(script: &str) -> Result<String> {
    let mut lean = String::with_capacity(script.len());
    let mut inside = false;
    for line in script.lines().map(str::trim) {
        if inside || line.starts_with("/*") {
            inside = !line.ends_with("*/");
            continue;
        }
        if line.is_empty() || line.starts_with("//") {
            continue;
        }
        if line.matches('`').count() % 2 != 0 || line.ends_with('\\') {
            bail!("wasm-bindgen's script has text over several lines: {line}");
        }
        lean.push_str(line);
        lean.push('\n');
    }
    Ok(lean)
}

/// The script with a short name in place of each that ends with a hash, and which is which.
fn short_names(script: &str) -> (String, BTreeMap<String, String>) {
    let mut names = BTreeMap::new();
    let mut lean = String::with_capacity(script.len());
    let mut rest = script;
    while let Some(at) = rest.find(PREFIX) {
        lean.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        let (name, behind) = rest.split_at(end);
        if is_hashed(name) {
            let next = format!("w{}", names.len());
            lean.push_str(names.entry(name.to_owned()).or_insert(next));
        } else {
            lean.push_str(name);
        }
        rest = behind;
    }
    lean.push_str(rest);
    (lean, names)
}

fn is_hashed(name: &str) -> bool {
    name.rsplit_once('_').is_some_and(|(_, hash)| {
        hash.len() == HASH && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}

struct Rename {
    names: BTreeMap<String, String>,
}

impl Reencode for Rename {
    type Error = Infallible;

    fn parse_import_section(
        &mut self,
        imports: &mut ImportSection,
        section: ImportSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        for import in section.into_imports() {
            let import = import?;
            let kind = self.entity_type(import.ty)?;
            let name = self.names.get(import.name);
            let name = name.map_or(import.name, String::as_str);
            imports.import(import.module, name, kind);
        }
        Ok(())
    }

    fn parse_custom_section(
        &mut self,
        module: &mut Module,
        section: CustomSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        module.section(&self.custom_section(section)?);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{EntityType, TypeSection, ValType};
    use wasmparser::Payload;

    use super::*;

    const SCRIPT: &str = "/**\n * Gives `text`.\n */\nexport function a() {\n    // why\n    return `${b}//c`;\n}\n\
        const imports = {\n    __wbg_log_0123456789abcdef: function(arg0) { x(arg0); },\n    __wbg_ptr: 1,\n\
        __wbg_get_00112233aabbccdd: y,\n};\n";

    fn imports(wasm: &[u8]) -> Vec<String> {
        let mut names = Vec::new();
        for payload in Parser::new(0).parse_all(wasm) {
            if let Payload::ImportSection(section) = payload.unwrap() {
                let section = section.into_imports();
                names.extend(section.map(|import| import.unwrap().name.to_owned()));
            }
        }
        names
    }

    #[test]
    fn script_and_module_keep_speaking_of_the_same() {
        let mut types = TypeSection::new();
        types.ty().function([ValType::I32], []);
        let mut section = ImportSection::new();
        for name in [
            "__wbg_get_00112233aabbccdd",
            "__wbindgen_throw",
            "__wbg_log_0123456789abcdef",
        ] {
            section.import("./x.js", name, EntityType::Function(0));
        }
        let mut module = Module::new();
        module.section(&types).section(&section);
        let (script, wasm) = lean(SCRIPT, &module.finish()).unwrap();
        assert_eq!(
            script,
            "export function a() {\nreturn `${b}//c`;\n}\nconst imports = {\nw0: function(arg0) { x(arg0); },\n\
             __wbg_ptr: 1,\nw1: y,\n};\n"
        );
        assert_eq!(imports(&wasm), ["w1", "__wbindgen_throw", "w0"]);
    }

    #[test]
    fn text_over_several_lines_is_refused() {
        assert!(without_comments("const a = `one\n  two`;").is_err());
        assert!(without_comments("const a = 'one\\\n  two';").is_err());
    }
}
