//! Puts functions of like names next to each other in a module.
//!
//! Generic code comes out once for each type, in bodies that differ in a few bytes. gzip looks back 32 KiB only, and
//! the binding step writes functions by falling size, which scatters those bodies: side by side they pack smaller.

use std::collections::BTreeMap;
use std::convert::Infallible;

use anyhow::{Context, Result, anyhow};
use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{
    CodeSectionReader, CustomSectionReader, FunctionBody, FunctionSectionReader, KnownCustom, Name,
    Parser, Payload, TypeRef,
};

/// The module with its functions by name and size, and without the names.
///
/// # Errors
/// When the module can't be read.
pub fn by_likeness(wasm: &[u8]) -> Result<Vec<u8>> {
    let found = Functions::read(wasm)?;
    let mut order: Vec<u32> = (0..found.sizes.len() as u32).collect();
    order.sort_by_cached_key(|&function| {
        let name = found.names.get(&(found.imported + function));
        let stem = name.map_or("", |name| without_hash(name)).to_owned();
        (stem, found.sizes[function as usize], function)
    });
    let mut place = vec![0; order.len()];
    for (new, &old) in (0_u32..).zip(&order) {
        place[old as usize] = found.imported + new;
    }
    let mut module = Module::new();
    Reorder {
        imported: found.imported,
        order,
        place,
    }
    .parse_core_module(&mut module, Parser::new(0), wasm)
    .map_err(|error| anyhow!("the module cannot be written in another order: {error:?}"))?;
    Ok(module.finish())
}

/// A name without the hash that tells compilations apart.
fn without_hash(name: &str) -> &str {
    match name.rsplit_once("::h") {
        Some((stem, hash)) if hash.len() == 16 && hash.bytes().all(|b| b.is_ascii_hexdigit()) => {
            stem
        }
        _ => name,
    }
}

/// What decides the order.
#[derive(Default)]
struct Functions {
    /// Functions that the host gives; their numbers come first.
    imported: u32,
    /// Length of each body, bytes.
    sizes: Vec<usize>,
    /// Names by number.
    names: BTreeMap<u32, String>,
}

impl Functions {
    fn read(wasm: &[u8]) -> Result<Self> {
        let mut found = Self::default();
        for payload in Parser::new(0).parse_all(wasm) {
            match payload.context("the module cannot be read")? {
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        if matches!(import?.ty, TypeRef::Func(_)) {
                            found.imported += 1;
                        }
                    }
                }
                Payload::CodeSectionEntry(body) => found.sizes.push(body.range().len()),
                Payload::CustomSection(section) => found.read_names(&section)?,
                _ => {}
            }
        }
        Ok(found)
    }

    fn read_names(&mut self, section: &CustomSectionReader<'_>) -> Result<()> {
        let KnownCustom::Name(names) = section.as_known() else {
            return Ok(());
        };
        for part in names {
            if let Name::Function(map) = part? {
                for naming in map {
                    let naming = naming?;
                    self.names.insert(naming.index, naming.name.to_owned());
                }
            }
        }
        Ok(())
    }
}

struct Reorder {
    imported: u32,
    /// The old numbers in the new order, imports apart.
    order: Vec<u32>,
    /// The new number of each old one, imports apart.
    place: Vec<u32>,
}

impl Reencode for Reorder {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Infallible>> {
        match function.checked_sub(self.imported) {
            Some(own) => self
                .place
                .get(own as usize)
                .copied()
                .ok_or(Error::UnexpectedNonCoreModuleSection),
            None => Ok(function),
        }
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        let types: Vec<u32> = section.into_iter().collect::<Result<_, _>>()?;
        for &old in &self.order {
            functions.function(types[old as usize]);
        }
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        let bodies: Vec<FunctionBody<'_>> = section.into_iter().collect::<Result<_, _>>()?;
        for old in self.order.clone() {
            self.parse_function_body(code, bodies[old as usize].clone())?;
        }
        Ok(())
    }

    fn parse_custom_section(
        &mut self,
        module: &mut Module,
        section: CustomSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        if section.name() != "name" {
            module.section(&self.custom_section(section)?);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{
        ExportKind, ExportSection, Function, Instruction, NameMap, NameSection, TypeSection,
        ValType,
    };

    use super::*;

    /// `outer` calls `zeta` and `alpha`; each returns its own number.
    fn module() -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([], [ValType::I32]);
        let mut functions = FunctionSection::new();
        let mut code = CodeSection::new();
        let mut names = NameMap::new();
        let number = |n| vec![Instruction::I32Const(n), Instruction::End];
        let outer = vec![
            Instruction::Call(1),
            Instruction::Call(2),
            Instruction::I32Sub,
            Instruction::End,
        ];
        for (index, (name, body)) in [
            ("outer::h0123456789abcdef", outer),
            ("zeta::h0123456789abcdef", number(7)),
            ("alpha::hfedcba9876543210", number(5)),
        ]
        .into_iter()
        .enumerate()
        {
            functions.function(0);
            let mut function = Function::new([]);
            for instruction in body {
                function.instruction(&instruction);
            }
            code.function(&function);
            names.append(index as u32, name);
        }
        let mut exports = ExportSection::new();
        exports.export("outer", ExportKind::Func, 0);
        let mut section = NameSection::new();
        section.functions(&names);
        let mut module = Module::new();
        module
            .section(&types)
            .section(&functions)
            .section(&exports)
            .section(&code)
            .section(&section);
        module.finish()
    }

    fn bodies(wasm: &[u8]) -> Vec<String> {
        Parser::new(0)
            .parse_all(wasm)
            .filter_map(|payload| match payload.unwrap() {
                Payload::CodeSectionEntry(body) => {
                    let operators = body.get_operators_reader().unwrap();
                    Some(format!(
                        "{:?}",
                        operators
                            .into_iter()
                            .collect::<Result<Vec<_>, _>>()
                            .unwrap()
                    ))
                }
                _ => None,
            })
            .collect()
    }

    #[test]
    fn functions_move_and_calls_follow() {
        let sorted = by_likeness(&module()).unwrap();
        let bodies = bodies(&sorted);
        assert!(
            bodies[0].contains("value: 5"),
            "alpha comes first: {bodies:?}"
        );
        assert!(
            bodies[2].contains("value: 7"),
            "zeta comes last: {bodies:?}"
        );
        assert!(
            bodies[1].contains("function_index: 2") && bodies[1].contains("function_index: 0"),
            "calls follow: {bodies:?}"
        );
        let text = String::from_utf8_lossy(&sorted);
        assert!(!text.contains("zeta"), "the names are gone");
    }

    #[test]
    fn names_lose_their_hash_only() {
        assert_eq!(without_hash("a::b::h0123456789abcdef"), "a::b");
        assert_eq!(without_hash("a::help"), "a::help");
        assert_eq!(without_hash("memcpy"), "memcpy");
    }

    #[test]
    fn what_is_no_module_is_refused() {
        assert!(by_likeness(b"nonsense").is_err());
    }
}
