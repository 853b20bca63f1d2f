//! Merges like functions of a module and puts those of like names next to each other.
//!
//! Generic code comes out once for each type, in bodies that differ in a few bytes. gzip looks back 32 KiB only, and
//! the binding step writes functions by falling size, which scatters those bodies: side by side they pack smaller.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::Range;

use anyhow::{Context, Result, anyhow};
use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{
    CodeSectionReader, CustomSectionReader, FunctionBody, FunctionSectionReader, KnownCustom, Name,
    Parser, Payload, TypeRef,
};

/// Passes that merge functions; each makes callers of merged functions alike, which the next one merges.
const MOST_PASSES: usize = 8;

/// The module with like functions merged, the others by name and size, and without the names.
///
/// # Errors
/// When the module can't be read.
pub fn by_likeness(wasm: &[u8]) -> Result<Vec<u8>> {
    let mut module = wasm.to_vec();
    for _ in 0..MOST_PASSES {
        match merged(&module)? {
            Some(smaller) => module = smaller,
            None => break,
        }
    }
    sorted(&module)
}

/// The module with one function in place of all that have its type and its bytes; nothing where each is its own.
///
/// The compiler merges what it sees as equal; binding and linking make more so. Rust gives functions no identity that
/// a program may rely on.
fn merged(wasm: &[u8]) -> Result<Option<Vec<u8>>> {
    let found = Functions::read(wasm)?;
    let mut first: BTreeMap<(u32, &[u8]), u32> = BTreeMap::new();
    let mut order = Vec::new();
    let mut place = Vec::new();
    for (function, (&kind, body)) in (0_u32..).zip(found.types.iter().zip(&found.bodies)) {
        let bytes = &wasm[body.clone()];
        let new = *first.entry((kind, bytes)).or_insert_with(|| {
            order.push(function);
            found.imported + order.len() as u32 - 1
        });
        place.push(new);
    }
    if order.len() == found.bodies.len() {
        return Ok(None);
    }
    written(wasm, found.imported, order, place, true).map(Some)
}

fn sorted(wasm: &[u8]) -> Result<Vec<u8>> {
    let found = Functions::read(wasm)?;
    let mut order: Vec<u32> = (0..found.bodies.len() as u32).collect();
    order.sort_by_cached_key(|&function| {
        let name = found.names.get(&(found.imported + function));
        let stem = name.map_or("", |name| without_hash(name)).to_owned();
        (stem, found.bodies[function as usize].len(), function)
    });
    let mut place = vec![0; order.len()];
    for (new, &old) in (0_u32..).zip(&order) {
        place[old as usize] = found.imported + new;
    }
    written(wasm, found.imported, order, place, false)
}

fn written(
    wasm: &[u8],
    imported: u32,
    order: Vec<u32>,
    place: Vec<u32>,
    keep_names: bool,
) -> Result<Vec<u8>> {
    let mut module = Module::new();
    Reorder {
        imported,
        order,
        place,
        keep_names,
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
    /// Type of each function.
    types: Vec<u32>,
    /// Where each body lies, in bytes from the start.
    bodies: Vec<Range<usize>>,
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
                Payload::FunctionSection(section) => {
                    found.types = section.into_iter().collect::<Result<_, _>>()?;
                }
                Payload::CodeSectionEntry(body) => found.bodies.push(body.range()),
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
    /// The old numbers that stay, in the new order, imports apart.
    order: Vec<u32>,
    /// The new number of each old one, imports apart.
    place: Vec<u32>,
    keep_names: bool,
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
        } else if self.keep_names {
            wasm_encoder::reencode::utils::parse_custom_section(self, module, section)?;
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
    fn like_functions_become_one_and_so_do_their_callers() {
        let mut types = TypeSection::new();
        types.ty().function([], [ValType::I32]);
        types.ty().function([ValType::I32], [ValType::I32]);
        let mut functions = FunctionSection::new();
        let mut code = CodeSection::new();
        // Two equal constants, one caller of each, and a body of the same bytes but another type.
        for (kind, body) in [
            (0, vec![Instruction::I32Const(7), Instruction::End]),
            (0, vec![Instruction::I32Const(7), Instruction::End]),
            (0, vec![Instruction::Call(0), Instruction::End]),
            (0, vec![Instruction::Call(1), Instruction::End]),
            (1, vec![Instruction::I32Const(7), Instruction::End]),
        ] {
            functions.function(kind);
            let mut function = Function::new([]);
            for instruction in body {
                function.instruction(&instruction);
            }
            code.function(&function);
        }
        let mut module = Module::new();
        module.section(&types).section(&functions).section(&code);
        let small = by_likeness(&module.finish()).unwrap();
        assert_eq!(bodies(&small).len(), 3, "{:?}", bodies(&small));
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
