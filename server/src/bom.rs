//! The bill of materials as files: CSV for programs, a workbook with live formulas for people who negotiate, Markdown
//! for a page or a merge request.

use std::fmt::Write as _;

use podwright_locales::{Language, Texts, format};
use podwright_sim_core::report::{Bom, BomLine};
use rust_xlsxwriter::{Format, Formula, Workbook, Worksheet, XlsxError};

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
/// other lines (installation, support) is a formula too, at both ends of its range. Where the design can't be built, a
/// sheet before it says so and there are no totals.
///
/// # Errors
/// When the workbook can't be written.
pub fn xlsx(title: &str, bom: &Bom, created_ms: i64) -> Result<Vec<u8>, TableFileError> {
    let mut workbook = table_file::workbook(title, created_ms)?;
    refusal(&mut workbook, bom)?;
    let money = Format::new().set_num_format("#,##0.00");
    let sheet = table_file::sheet(&mut workbook, "Bill of materials", &COLUMNS)?;
    for (column, width) in WIDTHS {
        sheet.set_column_width(column, width)?;
    }
    let mut row = 0u32;
    let mut above = [0.0; 3];
    for line in &bom.lines {
        row += 1;
        write_line(sheet, row, line, above, &money)?;
        let pieces = (line.quantity + line.spares) as f64;
        above[0] += line.extended_usd.unwrap_or(0.0);
        above[1] += line.unit_price_low_usd.unwrap_or(0.0) * pieces;
        above[2] += line.unit_price_high_usd.unwrap_or(0.0) * pieces;
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

/// The heading of everything that is said of a design that can't be built.
fn refused() -> String {
    Texts::of(Language::English).get("page-refused-heading")
}

/// A sheet in front for a design that can't be built, so that it is what a reader sees first.
fn refusal(workbook: &mut Workbook, bom: &Bom) -> Result<(), TableFileError> {
    if bom.errors.is_empty() {
        return Ok(());
    }
    let sheet = workbook.add_worksheet();
    sheet.set_name(refused())?;
    sheet.set_column_width(0, 60)?;
    let bold = Format::new().set_bold();
    sheet.write_string_with_format(0, 0, format!("{}: there is no total", refused()), &bold)?;
    sheet.write_string(1, 0, "Findings, see the report for each:")?;
    for (code, row) in bom.errors.iter().zip(2..) {
        sheet.write_string(row, 0, clip(code))?;
    }
    Ok(())
}

/// The share of an amount that a price is, with no more digits than it takes to come to the same cents.
fn share(price: f64, of: f64) -> f64 {
    let cents = |usd: f64| (usd * 100.0).round();
    let exact = price / of;
    (0..=9)
        .map(|digits| {
            let factor = 10_f64.powi(digits);
            (exact * factor).round() / factor
        })
        .find(|share| cents(of * share) == cents(price))
        .unwrap_or(exact)
}

/// Sorts that cost a share of everything above them.
const SHARES: [&str; 2] = ["installation", "support"];

fn write_line(
    sheet: &mut Worksheet,
    row: u32,
    line: &BomLine,
    above: [f64; 3],
    money: &Format,
) -> Result<(), XlsxError> {
    sheet.write_number(row, 0, line.line as f64)?;
    sheet.write_string(row, 1, clip(&line.part_id))?;
    sheet.write_string(row, 2, clip(&line.category))?;
    sheet.write_string(row, 3, clip(&line.description))?;
    sheet.write_number(row, 4, line.quantity as f64)?;
    sheet.write_number(row, 5, line.spares as f64)?;
    let ends = |letter: char| format!("SUMPRODUCT(E2:E{row}+F2:F{row},{letter}2:{letter}{row})");
    for (column, price, sum, above) in [
        (6, line.unit_price_usd, format!("SUM(J2:J{row})"), above[0]),
        (10, line.unit_price_low_usd, ends('K'), above[1]),
        (11, line.unit_price_high_usd, ends('L'), above[2]),
    ] {
        match price {
            Some(price) if above > 0.0 && SHARES.contains(&line.category.as_str()) => {
                let formula = Formula::new(format!("={}*{sum}", share(price, above)))
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
    if let (Some(usd), Some(low), Some(high)) =
        (bom.total_usd, bom.total_low_usd, bom.total_high_usd)
    {
        sheet.write_string_with_format(row, 3, "Total of priced lines, USD", &total)?;
        let sum = live(format!("=SUM(J2:J{end})"), usd);
        sheet.write_formula_with_format(row, 9, sum, &total)?;
        for (column, letter, result) in [(10, 'K', low), (11, 'L', high)] {
            let ends = live(
                format!("=SUMPRODUCT(E2:E{end}+F2:F{end},{letter}2:{letter}{end})"),
                result,
            );
            sheet.write_formula_with_format(row, column, ends, &total)?;
        }
    } else {
        let words = format!("{}: there is no total", refused());
        sheet.write_string_with_format(row, 3, words, &total)?;
    }
    sheet.write_string(row + 1, 3, "Lines with a price")?;
    let covered = live(
        format!("=IF(COUNT(A2:A{end})=0,0,COUNT(G2:G{end})/COUNT(A2:A{end}))"),
        coverage(bom),
    );
    sheet.write_formula_with_format(row + 1, 9, covered, &share)?;
    Ok(())
}

/// Share of lines that have a price, 0 to 1.
fn coverage(bom: &Bom) -> f64 {
    if bom.lines.is_empty() {
        0.0
    } else {
        bom.priced_lines as f64 / bom.lines.len() as f64
    }
}

/// The lines as a Markdown table with a heading and the totals. What would be markup in a cell is not.
pub fn markdown(title: &str, bom: &Bom) -> String {
    let mut text = format!("# {}\n\n", plain(title));
    if !bom.errors.is_empty() {
        let codes: Vec<String> = bom.errors.iter().map(|code| plain(code)).collect();
        let _ = writeln!(
            text,
            "**{}** ({}): there is no total.\n",
            refused(),
            codes.join(", ")
        );
    }
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
    let amount = |usd: Option<f64>| usd.map_or_else(unknown, |usd| format::fixed(usd, 2));
    let _ = writeln!(
        text,
        "\nTotal of priced lines: {} USD ({} to {}). {} of {} lines have a price; {} USD rest on prices of other \
         products of the same class.",
        amount(bom.total_usd),
        amount(bom.total_low_usd),
        amount(bom.total_high_usd),
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
            total_usd: Some(30.0),
            total_low_usd: Some(30.0),
            total_high_usd: Some(30.0),
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
            "IF(COUNT(A2:A4)=0,0,COUNT(G2:G4)/COUNT(A2:A4))"
        );
    }

    #[test]
    fn a_share_follows_the_parts_at_both_ends_without_stray_digits() {
        let part = BomLine {
            unit_price_low_usd: Some(9.0),
            unit_price_high_usd: Some(14.6),
            ..line("a", Some(10.0))
        };
        let service = |category: &str, usd: [f64; 3]| BomLine {
            category: category.to_owned(),
            quantity: 1,
            spares: 0,
            extended_usd: Some(usd[1]),
            unit_price_low_usd: Some(usd[0]),
            unit_price_high_usd: Some(usd[2]),
            ..line(category, Some(usd[1]))
        };
        // 3 % of 30, 27 and 43.80; 12.5 % of that and the parts.
        let bom = bom(vec![
            part,
            service("installation", [0.81, 0.9, 1.31]),
            service("support", [3.48, 3.86, 5.64]),
        ]);
        let cells = cells(&xlsx("t", &bom, 0).unwrap());
        let ends = |row: u32| format!("SUMPRODUCT(E2:E{row}+F2:F{row},");
        for (name, formula) in [
            ("G3", "0.03*SUM(J2:J2)".to_owned()),
            ("K3", format!("0.03*{}K2:K2)", ends(2))),
            ("L3", format!("0.03*{}L2:L2)", ends(2))),
            ("G4", "0.125*SUM(J2:J3)".to_owned()),
            ("K4", format!("0.125*{}K2:K3)", ends(3))),
            ("L4", format!("0.125*{}L2:L3)", ends(3))),
        ] {
            assert_eq!(cells[name].0, formula, "{name}");
        }
    }

    #[test]
    fn what_cannot_be_built_says_so_before_anything_else_and_has_no_total() {
        let refused = Bom {
            errors: vec!["switch.ports_exceeded".to_owned()],
            total_usd: None,
            total_low_usd: None,
            total_high_usd: None,
            ..bom(vec![line("a", Some(10.0))])
        };
        let text = markdown("t", &refused);
        let said = text.find("Cannot be built as asked").unwrap();
        assert!(said < text.find("| # |").unwrap(), "{text}");
        assert!(text.contains("switch.ports\\_exceeded"), "{text}");
        assert!(
            text.contains("Total of priced lines: unknown USD"),
            "{text}"
        );
        let book = xlsx("t", &refused, 0).unwrap();
        let first = cells(&book);
        assert_eq!(first["A3"].0, "", "the first sheet has codes, not lines");
        let mut archive = zip::ZipArchive::new(std::io::Cursor::new(&book)).unwrap();
        let mut names = String::new();
        std::io::Read::read_to_string(&mut archive.by_name("xl/workbook.xml").unwrap(), &mut names)
            .unwrap();
        let front = names.find("Cannot be built as asked").unwrap();
        assert!(front < names.find("Bill of materials").unwrap(), "{names}");
        let mut lines = String::new();
        let mut sheet = archive.by_name("xl/worksheets/sheet2.xml").unwrap();
        std::io::Read::read_to_string(&mut sheet, &mut lines).unwrap();
        assert!(
            lines.contains("E2+F2") && !lines.contains("SUM(J2"),
            "{lines}"
        );
        let json = serde_json::to_string(&refused).unwrap();
        assert!(
            json.starts_with(r#"{"errors":["switch.ports_exceeded"],"#),
            "{json}"
        );
        assert!(json.contains(r#""total_usd":null"#), "{json}");
        // CSV has a line a part and no place for more; its columns stay.
        assert_eq!(
            csv(&refused).unwrap(),
            csv(&bom(refused.lines.clone())).unwrap()
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
