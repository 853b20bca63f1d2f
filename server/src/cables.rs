//! The list of cables as files: CSV for programs, a workbook for those who pull them.

use crate::table_file::{self, TableFileError, clip, guard};
use podwright_sim_core::placement::{CutLine, CutSheet};

/// The columns: the keys of a line, in order.
pub const COLUMNS: [&str; 18] = [
    "line",
    "fabric",
    "from_device",
    "from_port",
    "from_rack",
    "from_unit",
    "to_device",
    "to_port",
    "to_rack",
    "to_unit",
    "rail",
    "plane",
    "kind",
    "cable",
    "from_optics",
    "to_optics",
    "length_m",
    "length_is_placed",
];

/// The lines as CSV (RFC 4180) with a head. A text that a spreadsheet would take for a formula gets an apostrophe first.
///
/// # Errors
/// When a line can't be written.
pub fn csv(sheet: &CutSheet) -> Result<Vec<u8>, TableFileError> {
    table_file::csv(&COLUMNS, sheet.lines.iter().map(guarded))
}

/// Names of devices begin with what a user wrote, and parts may be a user's own.
fn guarded(line: &CutLine) -> CutLine {
    let part = |id: &Option<String>| id.as_deref().map(guard);
    CutLine {
        fabric: guard(&line.fabric),
        from_device: guard(&line.from_device),
        to_device: guard(&line.to_device),
        from_port: part(&line.from_port),
        to_port: guard(&line.to_port),
        cable: part(&line.cable),
        from_optics: part(&line.from_optics),
        to_optics: part(&line.to_optics),
        ..line.clone()
    }
}

/// The lines as a workbook. Texts are texts there, so nothing is taken for a formula.
///
/// # Errors
/// When the workbook can't be written.
pub fn xlsx(title: &str, sheet: &CutSheet, created_ms: i64) -> Result<Vec<u8>, TableFileError> {
    let mut workbook = table_file::workbook(title, created_ms)?;
    let page = table_file::sheet(&mut workbook, "Cables", &COLUMNS)?;
    for column in (0u16..).take(COLUMNS.len()) {
        page.set_column_width(column, if column == 2 || column == 6 { 22 } else { 12 })?;
    }
    for (row, line) in (1u32..).zip(&sheet.lines) {
        for (column, text) in [
            (1, Some(&line.fabric)),
            (2, Some(&line.from_device)),
            (3, line.from_port.as_ref()),
            (4, line.from_rack.as_ref()),
            (6, Some(&line.to_device)),
            (7, Some(&line.to_port)),
            (8, line.to_rack.as_ref()),
            (12, Some(&line.kind)),
            (13, line.cable.as_ref()),
            (14, line.from_optics.as_ref()),
            (15, line.to_optics.as_ref()),
        ] {
            if let Some(text) = text {
                page.write_string(row, column, clip(text))?;
            }
        }
        for (column, number) in [
            (0, Some(line.line)),
            (5, line.from_unit),
            (9, line.to_unit),
            (10, line.rail),
            (11, line.plane),
        ] {
            if let Some(number) = number {
                page.write_number(row, column, number as f64)?;
            }
        }
        page.write_number(row, 16, line.length_m)?;
        page.write_boolean(row, 17, line.length_is_placed)?;
    }
    if let Ok(rows) = u32::try_from(sheet.lines.len()) {
        page.autofilter(0, 0, rows, 17)?;
    }
    Ok(workbook.save_to_buffer()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;

    fn sheet(pool: &str) -> CutSheet {
        let engine = Engine::embedded();
        let mut design = engine.template("dgx-h100-4").unwrap().design.clone();
        pool.clone_into(&mut design.pools[0].id);
        engine.cables(&design, None).unwrap()
    }

    #[test]
    fn the_columns_are_the_keys_of_a_line_in_order() {
        let text = serde_json::to_string(&sheet("a").lines[0]).unwrap();
        let mut at = 0;
        for column in COLUMNS {
            let found = text[at..].find(&format!("\"{column}\":"));
            at += found.unwrap_or_else(|| panic!("{column} in {text}"));
        }
        assert_eq!(text.matches("\":").count(), COLUMNS.len());
    }

    #[test]
    fn csv_guards_formulas() {
        let text = String::from_utf8(csv(&sheet("=cmd")).unwrap()).unwrap();
        let line = text.split("\r\n").nth(1).unwrap();
        assert!(line.starts_with("1,compute,'=cmd-1,nic1,"), "{line}");
    }

    #[test]
    fn the_workbook_is_the_same_for_the_same_time() {
        let sheet = sheet("a");
        let (one, two) = (
            xlsx("t", &sheet, 1_000).unwrap(),
            xlsx("t", &sheet, 1_000).unwrap(),
        );
        assert_eq!(one, two);
        assert!(one.starts_with(b"PK"));
    }
}
