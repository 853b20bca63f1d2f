//! The bill of materials as files: CSV for programs, a workbook with live formulas for people who negotiate.

use podwright_sim_core::report::{Bom, BomLine};
use rust_xlsxwriter::{ExcelDateTime, Format, Formula, Workbook, XlsxError};
use time::OffsetDateTime;

/// The columns: the keys of a line of the report, in order.
pub const COLUMNS: [&str; 13] = [
    "line",
    "part_id",
    "category",
    "description",
    "quantity",
    "spares",
    "unit_price_usd",
    "price_as_of",
    "price_source",
    "extended_usd",
    "unit_price_low_usd",
    "unit_price_high_usd",
    "why",
];

/// A bill could not be written.
#[derive(Debug, thiserror::Error)]
pub enum BomFileError {
    /// As CSV.
    #[error("CSV: {0}")]
    Csv(#[from] csv::Error),
    /// As CSV, at the end.
    #[error("CSV: {0}")]
    CsvEnd(String),
    /// As a workbook.
    #[error("workbook: {0}")]
    Workbook(#[from] XlsxError),
}

/// The lines as CSV (RFC 4180) with a head. A text that a spreadsheet would take for a formula gets an apostrophe first.
///
/// # Errors
/// When a line can't be written.
pub fn csv(bom: &Bom) -> Result<Vec<u8>, BomFileError> {
    let mut writer = csv::WriterBuilder::new()
        .has_headers(false)
        .terminator(csv::Terminator::CRLF)
        .from_writer(vec![]);
    writer.write_record(COLUMNS)?;
    for line in &bom.lines {
        writer.serialize(guarded(line))?;
    }
    writer
        .into_inner()
        .map_err(|error| BomFileError::CsvEnd(error.to_string()))
}

fn guarded(line: &BomLine) -> BomLine {
    BomLine {
        part_id: guard(&line.part_id),
        category: guard(&line.category),
        description: guard(&line.description),
        price_as_of: line.price_as_of.as_deref().map(guard),
        price_source: line.price_source.as_deref().map(guard),
        why: guard(&line.why),
        ..line.clone()
    }
}

/// A text that a spreadsheet does not take for a formula.
pub(crate) fn guard(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

/// The lines as a workbook: a price that is typed over changes the extended price and the total.
///
/// # Errors
/// When the workbook can't be written.
pub fn xlsx(title: &str, bom: &Bom, created_ms: i64) -> Result<Vec<u8>, BomFileError> {
    let mut workbook = Workbook::new();
    workbook.set_properties(
        &rust_xlsxwriter::DocProperties::new()
            .set_title(title)
            .set_creation_datetime(&excel_time(created_ms)?),
    );
    let head = Format::new().set_bold();
    let money = Format::new().set_num_format("#,##0.00");
    let total = Format::new().set_bold().set_num_format("#,##0.00");
    let sheet = workbook.add_worksheet();
    sheet.set_name("Bill of materials")?;
    sheet.set_freeze_panes(1, 0)?;
    for (column, name) in (0u16..).zip(COLUMNS) {
        sheet.write_string_with_format(0, column, name, &head)?;
    }
    for (column, width) in [
        (1, 24),
        (2, 12),
        (3, 44),
        (6, 14),
        (7, 12),
        (8, 28),
        (9, 16),
        (10, 14),
        (11, 14),
        (12, 44),
    ] {
        sheet.set_column_width(column, width)?;
    }
    let mut row = 0u32;
    for line in &bom.lines {
        row += 1;
        sheet.write_number(row, 0, line.line as f64)?;
        sheet.write_string(row, 1, clip(&line.part_id))?;
        sheet.write_string(row, 2, clip(&line.category))?;
        sheet.write_string(row, 3, clip(&line.description))?;
        sheet.write_number(row, 4, line.quantity as f64)?;
        sheet.write_number(row, 5, line.spares as f64)?;
        for (column, price) in [
            (6, line.unit_price_usd),
            (10, line.unit_price_low_usd),
            (11, line.unit_price_high_usd),
        ] {
            match price {
                Some(price) => sheet.write_number_with_format(row, column, price, &money)?,
                None => sheet.write_blank(row, column, &money)?,
            };
        }
        sheet.write_string(
            row,
            7,
            clip(line.price_as_of.as_deref().unwrap_or_default()),
        )?;
        sheet.write_string(
            row,
            8,
            clip(line.price_source.as_deref().unwrap_or_default()),
        )?;
        let excel_row = row + 1;
        // An unknown price leaves the cell empty, not 0, until somebody fills it in.
        let formula =
            format!(r#"=IF(ISNUMBER(G{excel_row}),(E{excel_row}+F{excel_row})*G{excel_row},"")"#);
        let known = line
            .extended_usd
            .map_or_else(String::new, |usd| usd.to_string());
        sheet.write_formula_with_format(row, 9, Formula::new(formula).set_result(known), &money)?;
        sheet.write_string(row, 12, clip(&line.why))?;
    }
    let sum_row = row + 1;
    sheet.write_string_with_format(sum_row, 3, "Total of priced lines, USD", &total)?;
    let formula = Formula::new(format!("=SUM(J2:J{})", (row + 1).max(2)))
        .set_result(bom.total_usd.to_string());
    sheet.write_formula_with_format(sum_row, 9, formula, &total)?;
    Ok(workbook.save_to_buffer()?)
}

/// A cell holds at most 32,767 characters.
pub(crate) fn clip(text: &str) -> String {
    text.chars().take(32_767).collect()
}

/// A time as a workbook keeps it.
pub(crate) fn excel_time(ms: i64) -> Result<ExcelDateTime, XlsxError> {
    let time =
        OffsetDateTime::from_unix_timestamp(ms / 1_000).unwrap_or(OffsetDateTime::UNIX_EPOCH);
    ExcelDateTime::from_ymd(
        u16::try_from(time.year()).unwrap_or(1970),
        time.month().into(),
        time.day(),
    )?
    .and_hms(time.hour().into(), time.minute(), time.second())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(description: &str, price: Option<f64>) -> BomLine {
        BomLine {
            line: 1,
            part_id: "a-part".to_owned(),
            category: "node".to_owned(),
            description: description.to_owned(),
            quantity: 2,
            spares: 1,
            unit_price_usd: price,
            price_as_of: price.map(|_| "2026-06".to_owned()),
            price_source: price.map(|_| "a shop".to_owned()),
            extended_usd: price.map(|price| price * 3.0),
            unit_price_low_usd: None,
            unit_price_high_usd: None,
            why: "two, and a spare".to_owned(),
        }
    }

    fn bom(lines: Vec<BomLine>) -> Bom {
        Bom {
            lines,
            total_usd: 30.0,
            ..Bom::default()
        }
    }

    #[test]
    fn the_columns_are_the_keys_of_a_line_in_order() {
        let text = serde_json::to_string(&line("x", None)).unwrap();
        let mut at = 0;
        for column in COLUMNS {
            let found = text[at..]
                .find(&format!("\"{column}\":"))
                .unwrap_or_else(|| panic!("{column} in {text}"));
            at += found;
        }
        assert_eq!(text.matches("\":").count(), COLUMNS.len());
    }

    #[test]
    fn csv_guards_formulas_and_leaves_the_unknown_empty() {
        let bom = bom(vec![
            line("=HYPERLINK(\"x\")", Some(10.0)),
            line("plain, with comma", None),
        ]);
        let text = String::from_utf8(csv(&bom).unwrap()).unwrap();
        let lines: Vec<&str> = text.split("\r\n").collect();
        assert_eq!(lines[0], COLUMNS.join(","));
        assert_eq!(
            lines[1],
            r#"1,a-part,node,"'=HYPERLINK(""x"")",2,1,10.0,2026-06,a shop,30.0,,,"two, and a spare""#
        );
        assert_eq!(
            lines[2],
            r#"1,a-part,node,"plain, with comma",2,1,,,,,,,"two, and a spare""#
        );
        for text in ["=1", "+1", "-1", "@x", "\tx"] {
            assert!(guard(text).starts_with('\''));
        }
    }

    #[test]
    fn an_empty_bill_still_has_its_head() {
        assert_eq!(
            csv(&Bom::default()).unwrap(),
            format!("{}\r\n", COLUMNS.join(",")).into_bytes()
        );
        assert!(xlsx("empty", &Bom::default(), 0).is_ok());
    }

    #[test]
    fn the_workbook_is_the_same_for_the_same_time() {
        let bom = bom(vec![line("a", Some(10.0)), line("b", None)]);
        let (one, two) = (
            xlsx("t", &bom, 1_000).unwrap(),
            xlsx("t", &bom, 1_000).unwrap(),
        );
        assert_eq!(one, two);
        assert!(one.starts_with(b"PK"));
    }
}
