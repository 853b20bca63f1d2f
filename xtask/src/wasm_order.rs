//! Merges like functions of a module and puts those that share code next to each other.
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
    CodeSectionReader, CustomSectionReader, FunctionBody, FunctionSectionReader, Parser, Payload,
    TypeRef,
};

use crate::wasm_likeness::chain;

/// Passes that merge functions; each makes callers of merged functions alike, which the next one merges.
const MOST_PASSES: usize = 8;

/// The module with like functions merged and the others in the order that packs well.
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
    chained(&module)
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
    written(wasm, found.imported, order, place).map(Some)
}

fn chained(wasm: &[u8]) -> Result<Vec<u8>> {
    let found = Functions::read(wasm)?;
    let bodies: Vec<&[u8]> = found
        .bodies
        .iter()
        .map(|body| &wasm[body.clone()])
        .collect();
    let order = chain(&bodies);
    let mut place = vec![0; order.len()];
    for (new, &old) in (0_u32..).zip(&order) {
        place[old as usize] = found.imported + new;
    }
    written(wasm, found.imported, order, place)
}

fn written(wasm: &[u8], imported: u32, order: Vec<u32>, place: Vec<u32>) -> Result<Vec<u8>> {
    let mut module = Module::new();
    Reorder {
        imported,
        order,
        place,
    }
    .parse_core_module(&mut module, Parser::new(0), wasm)
    .map_err(|error| anyhow!("the module cannot be written in another order: {error:?}"))?;
    Ok(module.finish())
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
                _ => {}
            }
        }
        Ok(found)
    }
}

struct Reorder {
    imported: u32,
    /// The old numbers that stay, in the new order, imports apart.
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
        // Names of functions say who they were before.
        if section.name() != "name" {
            module.section(&self.custom_section(section)?);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{Function, Instruction, NameMap, NameSection, TypeSection, ValType};

    use super::*;

    /// A module of functions, each of a type (0 takes nothing, 1 takes a number) and with instructions.
    fn module(bodies: Vec<(u32, Vec<Instruction<'static>>)>) -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([], [ValType::I32]);
        types.ty().function([ValType::I32], [ValType::I32]);
        let mut functions = FunctionSection::new();
        let mut code = CodeSection::new();
        let mut names = NameMap::new();
        for (index, (kind, body)) in (0..).zip(bodies) {
            functions.function(kind);
            let mut function = Function::new([]);
            for instruction in &body {
                function.instruction(instruction);
            }
            code.function(&function);
            names.append(index, &format!("zeta-{index}"));
        }
        let mut section = NameSection::new();
        section.functions(&names);
        let mut module = Module::new();
        module
            .section(&types)
            .section(&functions)
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

    /// Constants one after the other, of which the last stays.
    fn constants(numbers: &[i64]) -> Vec<Instruction<'static>> {
        let mut body = Vec::new();
        for number in numbers {
            body.extend([Instruction::I64Const(*number), Instruction::Drop]);
        }
        body.extend([Instruction::I32Const(0), Instruction::End]);
        body
    }

    #[test]
    fn like_functions_move_together_and_calls_follow() {
        let long = 0x0102_0304_0506_0708;
        let calls = vec![
            Instruction::Call(1),
            Instruction::Call(3),
            Instruction::I32Sub,
            Instruction::End,
        ];
        let sorted = by_likeness(&module(vec![
            (0, calls),
            (0, constants(&[long, 1])),
            (0, constants(&[-long, 2])),
            (0, constants(&[long, 3])),
        ]))
        .unwrap();
        let bodies = bodies(&sorted);
        let found = |part: &str| bodies.iter().position(|body| body.contains(part)).unwrap();
        let like = [found("value: 1 "), found("value: 3 ")];
        assert_eq!(like[0].abs_diff(like[1]), 1, "{bodies:?}");
        let calls = &bodies[found("Call")];
        let [first, second] = like.map(|at| calls.find(&format!("function_index: {at}")).unwrap());
        assert!(first < second, "calls follow: {bodies:?}");
        let text = String::from_utf8_lossy(&sorted);
        assert!(!text.contains("zeta"), "the names are gone");
    }

    #[test]
    fn equal_functions_become_one_and_so_do_their_callers() {
        // Two equal constants, one caller of each, and a body of the same bytes but another type.
        let seven = || vec![Instruction::I32Const(7), Instruction::End];
        let small = by_likeness(&module(vec![
            (0, seven()),
            (0, seven()),
            (0, vec![Instruction::Call(0), Instruction::End]),
            (0, vec![Instruction::Call(1), Instruction::End]),
            (1, seven()),
        ]))
        .unwrap();
        assert_eq!(bodies(&small).len(), 3, "{:?}", bodies(&small));
    }

    #[test]
    fn what_is_no_module_is_refused() {
        assert!(by_likeness(b"nonsense").is_err());
    }
}
