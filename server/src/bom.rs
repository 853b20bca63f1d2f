//! The bill of materials as files: CSV for programs, a workbook with live formulas for people who negotiate, Markdown
//! for a page or a merge request.

use std::fmt::Write as _;

use podwright_locales::format;
use podwright_sim_core::report::{Bom, BomLine};
use rust_xlsxwriter::{Format, Formula, Worksheet, XlsxError};

use crate::table_file::{self, TableFileError, clip, guard};

/// The columns: the keys of a line of the report, in order.
pub const COLUMNS: [&str; 16] = [
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
    "lead_time_weeks",
    "class_price",
    "price_url",
];

/// The lines as CSV (RFC 4180) with a head. A text that a spreadsheet would take for a formula gets an apostrophe first.
///
/// # Errors
/// When a line can't be written.
pub fn csv(bom: &Bom) -> Result<Vec<u8>, TableFileError> {
    table_file::csv(&COLUMNS, bom.lines.iter().map(guarded))
}

fn guarded(line: &BomLine) -> BomLine {
    BomLine {
        part_id: guard(&line.part_id),
        category: guard(&line.category),
        description: guard(&line.description),
        price_as_of: line.price_as_of.as_deref().map(guard),
        price_source: line.price_source.as_deref().map(guard),
        why: guard(&line.why),
        price_url: line.price_url.as_deref().map(guard),
        ..line.clone()
    }
}

/// The lines as a workbook: a price that is typed over changes the extended price and the totals. What is a share of
/// other lines (installation, support) is a formula too.
///
/// # Errors
/// When the workbook can't be written.
pub fn xlsx(title: &str, bom: &Bom, created_ms: i64) -> Result<Vec<u8>, TableFileError> {
    let mut workbook = table_file::workbook(title, created_ms)?;
    let money = Format::new().set_num_format("#,##0.00");
    let sheet = table_file::sheet(&mut workbook, "Bill of materials", &COLUMNS)?;
    for (column, width) in WIDTHS {
        sheet.set_column_width(column, width)?;
    }
    let mut row = 0u32;
    let mut above = 0.0;
    for line in &bom.lines {
        row += 1;
        write_line(sheet, row, line, above, &money)?;
        above += line.extended_usd.unwrap_or(0.0);
    }
    totals(sheet, row, bom)?;
    Ok(workbook.save_to_buffer()?)
}

/// Widths of the columns that the usual one does not suit.
const WIDTHS: [(u16, f64); 12] = [
    (1, 24.0),
    (2, 12.0),
    (3, 44.0),
    (6, 14.0),
    (7, 12.0),
    (8, 28.0),
    (9, 16.0),
    (10, 14.0),
    (11, 14.0),
    (12, 44.0),
    (13, 12.0),
    (15, 60.0),
];

/// Sorts that cost a share of everything above them.
const SHARES: [&str; 2] = ["installation", "support"];

fn write_line(
    sheet: &mut Worksheet,
    row: u32,
    line: &BomLine,
    above: f64,
    money: &Format,
) -> Result<(), XlsxError> {
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
            Some(price)
                if column == 6 && above > 0.0 && SHARES.contains(&line.category.as_str()) =>
            {
                let formula = Formula::new(format!("={}*SUM(J2:J{row})", price / above))
                    .set_result(price.to_string());
                sheet.write_formula_with_format(row, column, formula, money)?
            }
            Some(price) => sheet.write_number_with_format(row, column, price, money)?,
            None => sheet.write_blank(row, column, money)?,
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
    // An unknown price leaves the cell empty, not 0, until somebody fills it in; a viewer that does not compute shows a
    // space, since no result at all would be written as 0.
    let formula =
        format!(r#"=IF(ISNUMBER(G{excel_row}),(E{excel_row}+F{excel_row})*G{excel_row},"")"#);
    let known = line
        .extended_usd
        .map_or_else(|| " ".to_owned(), |usd| usd.to_string());
    sheet.write_formula_with_format(row, 9, Formula::new(formula).set_result(known), money)?;
    sheet.write_string(row, 12, clip(&line.why))?;
    if let Some(weeks) = line.lead_time_weeks {
        sheet.write_number(row, 13, weeks)?;
    }
    sheet.write_boolean(row, 14, line.class_price)?;
    sheet.write_string(row, 15, clip(line.price_url.as_deref().unwrap_or_default()))?;
    Ok(())
}

/// The sum, its ends, and how many lines it covers.
fn totals(sheet: &mut Worksheet, last: u32, bom: &Bom) -> Result<(), XlsxError> {
    let total = Format::new().set_bold().set_num_format("#,##0.00");
    let share = Format::new().set_num_format("0 %");
    let row = last + 1;
    let end = (last + 1).max(2);
    let live = |formula: String, result: f64| Formula::new(formula).set_result(result.to_string());
    sheet.write_string_with_format(row, 3, "Total of priced lines, USD", &total)?;
    let sum = live(format!("=SUM(J2:J{end})"), bom.total_usd);
    sheet.write_formula_with_format(row, 9, sum, &total)?;
    for (column, letter, result) in [(10, 'K', bom.total_low_usd), (11, 'L', bom.total_high_usd)] {
        let ends = live(
            format!("=SUMPRODUCT(E2:E{end}+F2:F{end},{letter}2:{letter}{end})"),
            result,
        );
        sheet.write_formula_with_format(row, column, ends, &total)?;
    }
    sheet.write_string(row + 1, 3, "Lines with a price")?;
    let covered = live(
        format!("=IF(COUNT(A2:A{end})=0,1,COUNT(G2:G{end})/COUNT(A2:A{end}))"),
        coverage(bom),
    );
    sheet.write_formula_with_format(row + 1, 9, covered, &share)?;
    Ok(())
}

/// Share of lines that have a price, 0 to 1.
fn coverage(bom: &Bom) -> f64 {
    if bom.lines.is_empty() {
        1.0
    } else {
        bom.priced_lines as f64 / bom.lines.len() as f64
    }
}

/// The lines as a Markdown table with a heading and the totals. What would be markup in a cell is not.
pub fn markdown(title: &str, bom: &Bom) -> String {
    let mut text = format!("# {}\n\n", plain(title));
    text.push_str(
        "| # | Part | Pieces | Spares | Each, USD | Range, USD | Together, USD | Price from | Weeks | Why |\n\
         |--:|:-----|-------:|-------:|----------:|-----------:|--------------:|:-----------|------:|:----|\n",
    );
    let unknown = || "unknown".to_owned();
    for line in &bom.lines {
        let range = match (line.unit_price_low_usd, line.unit_price_high_usd) {
            (Some(low), Some(high)) if low < high => {
                format!("{}–{}", format::fixed(low, 2), format::fixed(high, 2))
            }
            _ => String::new(),
        };
        let mut source: Vec<String> = [&line.price_source, &line.price_as_of]
            .into_iter()
            .flatten()
            .map(|text| plain(text))
            .collect();
        if line.class_price {
            source.push("another product of its class".to_owned());
        }
        let source = source.join(", ");
        let _ = writeln!(
            text,
            "| {} | {} ({}) | {} | {} | {} | {range} | {} | {source} | {} | {} |",
            line.line,
            plain(&line.description),
            plain(&line.part_id),
            format::count(line.quantity),
            format::count(line.spares),
            line.unit_price_usd
                .map_or_else(unknown, |usd| format::fixed(usd, 2)),
            line.extended_usd
                .map_or_else(unknown, |usd| format::fixed(usd, 2)),
            line.lead_time_weeks
                .map(|weeks| format::trimmed(weeks, 1))
                .unwrap_or_default(),
            plain(&line.why),
        );
    }
    let _ = writeln!(
        text,
        "\nTotal of priced lines: {} USD ({} to {}). {} of {} lines have a price; {} USD rest on prices of other \
         products of the same class.",
        format::fixed(bom.total_usd, 2),
        format::fixed(bom.total_low_usd, 2),
        format::fixed(bom.total_high_usd, 2),
        format::count(bom.priced_lines),
        format::count(bom.lines.len() as u64),
        format::fixed(bom.class_priced_usd, 2),
    );
    text
}

/// Text without anything that Markdown or HTML would act on.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' | '\r' | '\t' => out.push(' '),
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '|' | '\\' | '`' | '*' | '_' | '[' | ']' | '#' | '~' => {
                out.push('\\');
                out.push(letter);
            }
            letter => out.push(letter),
        }
    }
    out
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
            lead_time_weeks: None,
            class_price: false,
            price_url: None,
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
            r#"1,a-part,node,"'=HYPERLINK(""x"")",2,1,10.0,2026-06,a shop,30.0,,,"two, and a spare",,false,"#
        );
        assert_eq!(
            lines[2],
            r#"1,a-part,node,"plain, with comma",2,1,,,,,,,"two, and a spare",,false,"#
        );
        for text in [
            "=1",
            "+1",
            "-1",
            "@x",
            "\tx",
            "\rx",
            "\nx",
            " =1",
            "\u{a0}+1",
            "\u{feff}=1",
            "\u{200b}@x",
            "\0-1",
            "＝1",
            "＋1",
            "－1",
            "＠x",
            "\t＝1",
        ] {
            assert_eq!(guard(text), format!("'{text}"));
        }
        for text in ["", " x", "1-1", "a=b", "DAC, 1 m", "’=1"] {
            assert_eq!(guard(text), text);
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

    /// The sheet's cells by name: formula and cached value.
    fn cells(book: &[u8]) -> std::collections::BTreeMap<String, (String, String)> {
        let mut archive = zip::ZipArchive::new(std::io::Cursor::new(book)).unwrap();
        let mut text = String::new();
        let mut sheet = archive.by_name("xl/worksheets/sheet1.xml").unwrap();
        std::io::Read::read_to_string(&mut sheet, &mut text).unwrap();
        let between = |text: &str, start: &str, end: &str| -> String {
            text.split_once(start)
                .and_then(|(_, rest)| rest.split_once(end))
                .map(|(inner, _)| inner.replace("&quot;", "\""))
                .unwrap_or_default()
        };
        text.split("<c r=\"")
            .skip(1)
            .map(|cell| {
                let name = cell.split('"').next().unwrap().to_owned();
                let cell = cell.split("</c>").next().unwrap();
                (
                    name,
                    (between(cell, "<f>", "</f>"), between(cell, "<v>", "</v>")),
                )
            })
            .collect()
    }

    #[test]
    fn a_price_that_is_typed_over_reaches_the_total() {
        let service = BomLine {
            category: "installation".to_owned(),
            quantity: 1,
            spares: 0,
            extended_usd: Some(3.0),
            ..line("Installation", Some(3.0))
        };
        let bom = bom(vec![line("a", Some(10.0)), line("b", None), service]);
        let cells = cells(&xlsx("t", &bom, 0).unwrap());
        let formula = |name: &str| cells[name].0.as_str();
        for (row, extended) in [(2, "30"), (3, " "), (4, "3")] {
            assert_eq!(
                cells[&format!("J{row}")],
                (
                    format!("IF(ISNUMBER(G{row}),(E{row}+F{row})*G{row},\"\")"),
                    extended.to_owned()
                )
            );
        }
        assert_eq!(
            formula("G4"),
            "0.1*SUM(J2:J3)",
            "a share of what stands above"
        );
        assert_eq!((formula("G2"), cells["G2"].1.as_str()), ("", "10"));
        assert_eq!(formula("J5"), "SUM(J2:J4)");
        assert_eq!(formula("K5"), "SUMPRODUCT(E2:E4+F2:F4,K2:K4)");
        assert_eq!(
            formula("J6"),
            "IF(COUNT(A2:A4)=0,1,COUNT(G2:G4)/COUNT(A2:A4))"
        );
    }

    #[test]
    fn markdown_holds_no_markup_from_outside() {
        let bom = bom(vec![
            line("<img src=x> | `a` [b](c)", Some(10.0)),
            line("b\nc", None),
        ]);
        let text = markdown("a | b", &bom);
        assert!(text.starts_with("# a \\| b\n\n| # | Part |"), "{text}");
        let rows: Vec<&str> = text
            .lines()
            .filter(|line| line.starts_with("| 1 |"))
            .collect();
        assert_eq!(rows.len(), 2);
        assert!(
            rows[0].contains("&lt;img src=x&gt; \\| \\`a\\` \\[b\\](c)"),
            "{text}"
        );
        assert!(
            rows[1].contains("| b c (a-part) | 2 | 1 | unknown |"),
            "{text}"
        );
        assert!(text.contains("Total of priced lines: 30.00 USD"));
    }
}
