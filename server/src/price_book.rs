//! Price books of users: a CSV file with a price a row, read strictly and with a reason for each row that is refused.

use std::collections::BTreeSet;

use podwright_sim_core::catalog::Catalog;
use podwright_sim_core::cost::{HOST_PART, UNKNOWN_CABLE_PART};
use podwright_sim_core::prices::OwnPrice;
use podwright_sim_core::units::Usd;

/// The columns that a book may have; those with `true` it must have.
pub const COLUMNS: [(&str, bool); 8] = [
    ("part_id", true),
    ("low_usd", false),
    ("default_usd", true),
    ("high_usd", false),
    ("as_of", true),
    ("source", true),
    ("lead_time_weeks", false),
    ("notes", false),
];
/// The largest file, bytes.
pub const MAX_BYTES: usize = 256 << 10;
/// Rows of a book, at most.
pub const MAX_ROWS: usize = 5_000;
/// Faults that are listed, at most.
const MAX_FAULTS: usize = 100;
/// Characters of a cell, at most.
const MAX_CELL_CHARS: usize = 500;
/// The dearest part, US dollars.
const MAX_USD: f64 = 1e12;
/// The longest wait, weeks.
const MAX_WEEKS: f64 = 1_000.0;

/// One thing that is wrong in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowFault {
    /// The line of the file, from 1; the head is line 1.
    pub line: u64,
    /// The column; empty where the whole row is meant.
    pub column: String,
    /// What kind of fault, for programs.
    pub code: &'static str,
    /// What is wrong and what would be right.
    pub message: String,
}

impl std::fmt::Display for RowFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}", self.line)?;
        if !self.column.is_empty() {
            write!(f, ", {}", self.column)?;
        }
        write!(f, ": {}", self.message)
    }
}

fn fault(line: u64, column: &str, code: &'static str, message: impl Into<String>) -> RowFault {
    RowFault {
        line,
        column: column.to_owned(),
        code,
        message: message.into(),
    }
}

/// Reads a book. Every row is looked at; the faults come by line, at most a hundred of them.
///
/// # Errors
/// The faults, at least one.
pub fn parse(bytes: &[u8]) -> Result<Vec<OwnPrice>, Vec<RowFault>> {
    if bytes.len() > MAX_BYTES {
        let message = format!("{} bytes; at most {MAX_BYTES}", bytes.len());
        return Err(vec![fault(1, "", "limit.too_large", message)]);
    }
    let text = std::str::from_utf8(bytes)
        .map_err(|error| vec![fault(1, "", "csv.not_utf8", error.to_string())])?;
    if text.contains('\0') {
        return Err(vec![fault(
            1,
            "",
            "csv.unreadable",
            "there is a NUL in the file",
        )]);
    }
    let mut reader = csv::ReaderBuilder::new()
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    let places = reader
        .headers()
        .map_err(|error| vec![fault(1, "", "csv.unreadable", error.to_string())])
        .and_then(columns)?;
    let mut book = Reading {
        places,
        known: BTreeSet::new(),
        faults: Vec::new(),
    };
    let mut prices = Vec::new();
    for (index, record) in reader.records().enumerate() {
        match record {
            Ok(record) => {
                let line = record.position().map_or(0, csv::Position::line);
                if index >= MAX_ROWS {
                    let message = format!("more than {MAX_ROWS} rows");
                    book.faults.push(fault(line, "", "limit.too_many", message));
                    break;
                }
                prices.extend(book.row(line, &record));
            }
            Err(error) => {
                let line = error.position().map_or(0, csv::Position::line);
                book.faults
                    .push(fault(line, "", "csv.unreadable", error.to_string()));
            }
        }
        if book.faults.len() >= MAX_FAULTS {
            break;
        }
    }
    if book.faults.is_empty() && prices.is_empty() {
        book.faults
            .push(fault(1, "", "csv.empty", "there is no row below the head"));
    }
    book.faults.truncate(MAX_FAULTS);
    if book.faults.is_empty() {
        Ok(prices)
    } else {
        Err(book.faults)
    }
}

/// Where each column of [`COLUMNS`] stands.
fn columns(head: &csv::StringRecord) -> Result<[Option<usize>; 8], Vec<RowFault>> {
    let mut places = [None; 8];
    let mut faults = Vec::new();
    for (place, name) in head.iter().enumerate() {
        match COLUMNS.iter().position(|(known, _)| *known == name) {
            Some(index) if places[index].is_none() => places[index] = Some(place),
            Some(_) => faults.push(fault(
                1,
                name,
                "csv.column_twice",
                "this column stands twice",
            )),
            None => {
                let names: Vec<&str> = COLUMNS.iter().map(|(name, _)| *name).collect();
                let message = format!("no such column; there are {}", names.join(", "));
                let shown: String = name.chars().take(40).collect();
                faults.push(fault(1, &shown, "csv.unknown_column", message));
            }
        }
    }
    for ((name, needed), place) in COLUMNS.iter().zip(places) {
        if *needed && place.is_none() {
            faults.push(fault(
                1,
                name,
                "csv.missing_column",
                "this column is needed",
            ));
        }
    }
    faults.truncate(MAX_FAULTS);
    if faults.is_empty() {
        Ok(places)
    } else {
        Err(faults)
    }
}

struct Reading {
    places: [Option<usize>; 8],
    known: BTreeSet<String>,
    faults: Vec<RowFault>,
}

impl Reading {
    fn row(&mut self, line: u64, record: &csv::StringRecord) -> Option<OwnPrice> {
        let before = self.faults.len();
        let cell = |index: usize| {
            self.places[index]
                .and_then(|place| record.get(place))
                .unwrap_or_default()
                .to_owned()
        };
        let cells: [String; 8] = std::array::from_fn(cell);
        for ((name, needed), text) in COLUMNS.iter().zip(&cells) {
            if *needed && text.is_empty() {
                self.faults
                    .push(fault(line, name, "cell.empty", "this cell is needed"));
            }
            if text.chars().count() > MAX_CELL_CHARS {
                let message = format!("more than {MAX_CELL_CHARS} characters");
                self.faults
                    .push(fault(line, name, "limit.too_long", message));
            }
        }
        if record.len() > self.places.iter().flatten().count() {
            let message = "more cells than the head has columns";
            self.faults
                .push(fault(line, "", "csv.too_many_cells", message));
        }
        let [part_id, low, default, high, as_of, source, weeks, notes] = cells;
        if !part_id.is_empty() {
            self.part(line, &part_id);
        }
        let default = self.number(line, "default_usd", &default, MAX_USD);
        let low = self.number(line, "low_usd", &low, MAX_USD).or(default);
        let high = self.number(line, "high_usd", &high, MAX_USD).or(default);
        for (column, price) in [
            ("low_usd", low),
            ("default_usd", default),
            ("high_usd", high),
        ] {
            if let Some(price) = price.filter(|price| !Usd::keeps(*price)) {
                let message =
                    format!("{price} is no number of cents; below 1 USD prices are whole ones");
                self.faults
                    .push(fault(line, column, "number.fraction_of_a_cent", message));
            }
        }
        let weeks = self.number(line, "lead_time_weeks", &weeks, MAX_WEEKS);
        if let (Some(low), Some(default), Some(high)) = (low, default, high)
            && !(low <= default && default <= high)
        {
            let message = format!("{low} to {high} does not hold {default}");
            self.faults
                .push(fault(line, "default_usd", "number.out_of_range", message));
        }
        if !as_of.is_empty() && !is_date(&as_of) {
            let message = "a date is written YYYY, YYYY-MM or YYYY-MM-DD";
            self.faults
                .push(fault(line, "as_of", "date.invalid", message));
        }
        if self.faults.len() > before {
            return None;
        }
        let usd = |dollars: Option<f64>| Usd::from_f64_dollars(dollars?).map(Usd::rounded);
        Some(OwnPrice {
            part_id,
            low: usd(low)?,
            default: usd(default)?,
            high: usd(high)?,
            as_of,
            source,
            lead_time_weeks: weeks,
            notes,
        })
    }

    fn part(&mut self, line: u64, id: &str) {
        // Racks and their power strips are parts of a bill by their ids alone.
        let own_room = [HOST_PART, UNKNOWN_CABLE_PART].contains(&id) || id.starts_with("rack-");
        if !own_room && !Catalog::builtin().sells(id) {
            let message = "no such part in the catalogue; prices of a design's own parts go into its price_overrides";
            self.faults
                .push(fault(line, "part_id", "part.unknown", message));
        }
        if !self.known.insert(id.to_owned()) {
            let message = "this part has a price in an earlier row";
            self.faults
                .push(fault(line, "part_id", "part.twice", message));
        }
    }

    /// A number of 0 to a limit; none where the cell is empty or wrong.
    fn number(&mut self, line: u64, column: &str, text: &str, most: f64) -> Option<f64> {
        if text.is_empty() {
            return None;
        }
        match text.parse::<f64>() {
            Ok(number) if (0.0..=most).contains(&number) => Some(number),
            Ok(number) => {
                let message = format!("{number} is not between 0 and {most}");
                self.faults
                    .push(fault(line, column, "number.out_of_range", message));
                None
            }
            Err(_) => {
                let message = "a number is written with digits and at most one point";
                self.faults
                    .push(fault(line, column, "number.invalid", message));
                None
            }
        }
    }
}

/// `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let digits = |part: &str, length: usize, low: u16, high: u16| {
        part.len() == length
            && part.bytes().all(|byte| byte.is_ascii_digit())
            && part
                .parse()
                .is_ok_and(|number: u16| (low..=high).contains(&number))
    };
    match parts.as_slice() {
        [year] => digits(year, 4, 1000, 9999),
        [year, month] => digits(year, 4, 1000, 9999) && digits(month, 2, 1, 12),
        [year, month, day] => {
            digits(year, 4, 1000, 9999) && digits(month, 2, 1, 12) && digits(day, 2, 1, 31)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "part_id,low_usd,default_usd,high_usd,as_of,source,lead_time_weeks,notes\n";

    fn codes(text: &str) -> Vec<(u64, String, &'static str)> {
        parse(text.as_bytes())
            .expect_err("it has faults")
            .into_iter()
            .map(|fault| (fault.line, fault.column, fault.code))
            .collect()
    }

    #[test]
    fn a_book_is_read_with_its_ranges() {
        let text = format!(
            "\u{feff}{HEAD}dgx-h100,250000,280000.5,300000,2026-11,\"quotation 17, Müller\",12,\nrack-42u,,1500,,2026,a shop,,\n"
        );
        let prices = parse(text.as_bytes()).unwrap();
        assert_eq!(prices.len(), 2);
        assert_eq!(prices[0].default.to_f64(), 280_000.5);
        assert_eq!(prices[0].lead_time_weeks, Some(12.0));
        assert_eq!(prices[0].source, "quotation 17, Müller");
        assert_eq!(
            (prices[1].low, prices[1].high),
            (prices[1].default, prices[1].default)
        );
        // Columns may be left out and stand in any order.
        let short = "source,default_usd,as_of,part_id\na shop,1,2026-11-30,dgx-h100\n";
        assert_eq!(parse(short.as_bytes()).unwrap()[0].part_id, "dgx-h100");
    }

    #[test]
    fn each_fault_has_its_line_and_column() {
        let rows = "no-such-part,,1,,2026,x,,\n\
            dgx-h100,,abc,,2026,x,,\n\
            dgx-h100,,-1,,2026-13,,,\n\
            dgx-b200,5,4,6,2026,x,,\n\
            \"multi\nline\",,1,,2026,x,,\n\
            dgx-a100,,1,,2026,x,,,,\n";
        let found = codes(&format!("{HEAD}{rows}"));
        let expected: [(u64, &str, &str); 9] = [
            (2, "part_id", "part.unknown"),
            (3, "default_usd", "number.invalid"),
            (4, "source", "cell.empty"),
            (4, "part_id", "part.twice"),
            (4, "default_usd", "number.out_of_range"),
            (4, "as_of", "date.invalid"),
            (5, "default_usd", "number.out_of_range"),
            (6, "part_id", "part.unknown"),
            (8, "", "csv.too_many_cells"),
        ];
        let found: Vec<(u64, &str, &str)> = found
            .iter()
            .map(|(line, column, code)| (*line, column.as_str(), *code))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn heads_sizes_and_encodings_are_bounded() {
        assert_eq!(
            codes("part_id,price\nx,1\n"),
            [
                (1, "price".to_owned(), "csv.unknown_column"),
                (1, "default_usd".to_owned(), "csv.missing_column"),
                (1, "as_of".to_owned(), "csv.missing_column"),
                (1, "source".to_owned(), "csv.missing_column"),
            ]
        );
        assert_eq!(codes(HEAD)[0].2, "csv.empty");
        assert_eq!(codes("")[0].2, "csv.missing_column");
        assert_eq!(parse(&[0xff, 0xfe]).unwrap_err()[0].code, "csv.not_utf8");
        let large = vec![b'a'; MAX_BYTES + 1];
        assert_eq!(parse(&large).unwrap_err()[0].code, "limit.too_large");
        let many = format!("{HEAD}{}", "x,,1,,2026,y,,\n".repeat(MAX_ROWS + 1));
        assert_eq!(codes(&many).len(), MAX_FAULTS);
        for number in ["inf", "NaN", "1e13", "1,5"] {
            let text = format!("{HEAD}dgx-h100,,\"{number}\",,2026,x,,\n");
            assert!(parse(text.as_bytes()).is_err(), "{number}");
        }
    }
}
