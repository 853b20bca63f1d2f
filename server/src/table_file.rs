//! Lists as files for spreadsheets: CSV that no cell turns into a formula, and the start of a workbook.

use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, Worksheet, XlsxError};
use serde::Serialize;
use time::OffsetDateTime;

/// A list could not be written.
#[derive(Debug, thiserror::Error)]
pub enum TableFileError {
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

/// Lines as CSV (RFC 4180) with a head.
///
/// # Errors
/// When a line can't be written.
pub fn csv(
    columns: &[&str],
    lines: impl Iterator<Item = impl Serialize>,
) -> Result<Vec<u8>, TableFileError> {
    let mut writer = csv::WriterBuilder::new()
        .has_headers(false)
        .terminator(csv::Terminator::CRLF)
        .from_writer(vec![]);
    writer.write_record(columns)?;
    for line in lines {
        writer.serialize(line)?;
    }
    writer
        .into_inner()
        .map_err(|error| TableFileError::CsvEnd(error.to_string()))
}

/// A workbook that says when it was made.
///
/// # Errors
/// When the time is none that a workbook can keep.
pub fn workbook(title: &str, created_ms: i64) -> Result<Workbook, XlsxError> {
    let mut workbook = Workbook::new();
    workbook.set_properties(
        &DocProperties::new()
            .set_title(title)
            .set_creation_datetime(&excel_time(created_ms)?),
    );
    Ok(workbook)
}

/// A sheet with its head, which stays in sight.
///
/// # Errors
/// When the workbook does not take the name.
pub fn sheet<'a>(
    workbook: &'a mut Workbook,
    name: &str,
    columns: &[&str],
) -> Result<&'a mut Worksheet, XlsxError> {
    let head = Format::new().set_bold();
    let sheet = workbook.add_worksheet();
    sheet.set_name(name)?;
    sheet.set_freeze_panes(1, 0)?;
    for (column, name) in (0u16..).zip(columns) {
        sheet.write_string_with_format(0, column, *name, &head)?;
    }
    Ok(sheet)
}

/// What a spreadsheet takes for the beginning of a formula, in full width too, as East Asian ones do.
const BEGINS_FORMULA: [char; 9] = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹣'];

/// A text that a spreadsheet does not take for a formula, not even after it has dropped what does not show.
pub fn guard(text: &str) -> String {
    let unseen = |letter: char| {
        letter.is_whitespace()
            || letter.is_control()
            || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
    };
    let shown = text.trim_start_matches(unseen);
    if shown.starts_with(BEGINS_FORMULA) || text.starts_with(['\t', '\r', '\n']) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

/// A cell holds at most 32,767 characters.
pub fn clip(text: &str) -> String {
    text.chars().take(32_767).collect()
}

/// A time as a workbook keeps it.
fn excel_time(ms: i64) -> Result<ExcelDateTime, XlsxError> {
    let time =
        OffsetDateTime::from_unix_timestamp(ms / 1_000).unwrap_or(OffsetDateTime::UNIX_EPOCH);
    ExcelDateTime::from_ymd(
        u16::try_from(time.year()).unwrap_or(1970),
        time.month().into(),
        time.day(),
    )?
    .and_hms(time.hour().into(), time.minute(), time.second())
}
