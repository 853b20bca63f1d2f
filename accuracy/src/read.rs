//! From CSV to rows: strict about numbers, bounded in size. Words are kept as they are; [`crate::words`] reads them.

use std::io::Read;

use csv::{ByteRecord, ErrorKind, ReaderBuilder};

use podwright_sim_core::design::CpuVendor;

use crate::AccuracyError;
use crate::words::cpu_vendor;

/// Most bytes of a file.
pub const MAX_BYTES: usize = 64 << 20;
/// Most rows of a file.
pub const MAX_ROWS: usize = 200_000;

/// Columns that a file must have; the others (`source_url`, `system`, `notes`, …) may be left out.
pub(crate) const NEEDED: [&str; 13] = [
    "id",
    "gpu",
    "gpus_per_node",
    "nodes",
    "gpus_total",
    "intra_node",
    "inter_node",
    "env",
    "op",
    "message_bytes",
    "in_place",
    "time_us",
    "busbw_gbps",
];

/// One row of a file, as it stands there.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    pub id: String,
    pub source_url: String,
    pub source_date: String,
    pub system: String,
    pub notes: String,
    pub gpu: String,
    pub gpus_per_node: Option<u64>,
    pub nodes: Option<u64>,
    pub gpus_total: Option<u64>,
    pub intra_node: String,
    pub inter_node: String,
    pub library: String,
    pub env: String,
    pub op: String,
    pub message_bytes: Option<u64>,
    pub in_place: Option<bool>,
    pub time_us: Option<f64>,
    pub busbw_gb_s: Option<f64>,
    pub quality: String,
    pub flag: String,
}

impl Row {
    /// The run that the row belongs to: the id without its last number.
    pub fn series(&self) -> &str {
        let rest = self.id.trim_end_matches(|c: char| c.is_ascii_digit());
        let rest = rest.strip_suffix('-').unwrap_or(rest);
        if rest.is_empty() { &self.id } else { rest }
    }

    /// Who made the CPU, where the texts about the system name it.
    pub fn cpu_vendor(&self) -> Option<CpuVendor> {
        cpu_vendor(&self.system).or_else(|| cpu_vendor(&self.notes))
    }

    /// Whether the flag column holds a word.
    pub fn flagged(&self, word: &str) -> bool {
        self.flag
            .split([',', ';', '|', ' '])
            .any(|flag| flag == word)
    }
}

/// Columns of a header by name.
struct Header {
    names: Vec<String>,
}

impl Header {
    fn parse(record: &ByteRecord) -> Result<Self, AccuracyError> {
        let mut names: Vec<String> = Vec::with_capacity(record.len());
        for (i, field) in record.iter().enumerate() {
            let name = std::str::from_utf8(field).map_err(|_| AccuracyError::NotUtf8 {
                line: 1,
                column: format!("number {}", i + 1),
            })?;
            let name = name.trim_start_matches('\u{feff}').trim().to_owned();
            if names.contains(&name) {
                return Err(AccuracyError::DuplicateColumn { column: name });
            }
            names.push(name);
        }
        for column in NEEDED {
            if !names.iter().any(|name| name == column) {
                return Err(AccuracyError::MissingColumn { column });
            }
        }
        Ok(Self { names })
    }

    fn name(&self, index: usize) -> String {
        self.names
            .get(index)
            .or(self.names.last())
            .cloned()
            .unwrap_or_default()
    }
}

/// One record with its header and line.
struct Line<'a> {
    header: &'a Header,
    record: &'a ByteRecord,
    number: u64,
}

impl Line<'_> {
    /// The text of a column; empty where the file lacks the column.
    fn text(&self, column: &str) -> Result<&str, AccuracyError> {
        let Some(index) = self.header.names.iter().position(|name| name == column) else {
            return Ok("");
        };
        let bytes = self.record.get(index).unwrap_or_default();
        std::str::from_utf8(bytes)
            .map(str::trim)
            .map_err(|_| AccuracyError::NotUtf8 {
                line: self.number,
                column: column.to_owned(),
            })
    }

    fn owned(&self, column: &str) -> Result<String, AccuracyError> {
        self.text(column).map(str::to_owned)
    }

    fn wrong(&self, column: &'static str, expected: &'static str, found: &str) -> AccuracyError {
        AccuracyError::Number {
            line: self.number,
            column,
            expected,
            found: found.chars().take(40).collect(),
        }
    }

    /// A whole number from 1 up; none for an empty field.
    fn count(&self, column: &'static str) -> Result<Option<u64>, AccuracyError> {
        let text = self.text(column)?;
        if text.is_empty() {
            return Ok(None);
        }
        // 2^50: far above any message, and exact as a float.
        match whole(text) {
            Some(value) if (1..=1 << 50).contains(&value) => Ok(Some(value)),
            _ => Err(self.wrong(column, "a whole number from 1 up, or nothing", text)),
        }
    }

    /// A size in bytes; none for an empty field.
    fn size(&self, column: &'static str) -> Result<Option<u64>, AccuracyError> {
        let text = self.text(column)?;
        if text.is_empty() {
            return Ok(None);
        }
        match whole(text) {
            Some(value) if value <= 1 << 50 => Ok(Some(value)),
            _ => Err(self.wrong(column, "a size in whole bytes, or nothing", text)),
        }
    }

    /// A number that is not negative; none for an empty field and for 0, which the tools print for a rate too small to show.
    fn measure(&self, column: &'static str) -> Result<Option<f64>, AccuracyError> {
        let text = self.text(column)?;
        if text.is_empty() {
            return Ok(None);
        }
        match text.parse::<f64>() {
            Ok(value) if value.is_finite() && value >= 0.0 => Ok((value > 0.0).then_some(value)),
            _ => Err(self.wrong(column, "a number that is not negative, or nothing", text)),
        }
    }

    /// Whether the buffers are the same; none where the source does not say.
    fn in_place(&self) -> Result<Option<bool>, AccuracyError> {
        match self.text("in_place")? {
            "0" => Ok(Some(false)),
            "1" => Ok(Some(true)),
            "" => Ok(None),
            other => Err(self.wrong("in_place", "0, 1 or nothing", other)),
        }
    }

    fn row(&self) -> Result<Row, AccuracyError> {
        // Every field is checked, those of columns that are not needed too.
        for (index, field) in self.record.iter().enumerate() {
            if std::str::from_utf8(field).is_err() {
                return Err(AccuracyError::NotUtf8 {
                    line: self.number,
                    column: self.header.name(index),
                });
            }
        }
        self.measure("algbw_gbps")?;
        Ok(Row {
            id: self.owned("id")?,
            source_url: self.owned("source_url")?,
            source_date: self.owned("source_date")?,
            system: self.owned("system")?,
            notes: self.owned("notes")?,
            gpu: self.owned("gpu")?,
            gpus_per_node: self.count("gpus_per_node")?,
            nodes: self.count("nodes")?,
            gpus_total: self.count("gpus_total")?,
            intra_node: self.owned("intra_node")?,
            inter_node: self.owned("inter_node")?,
            library: self.owned("library")?,
            env: self.owned("env")?,
            op: self.owned("op")?,
            message_bytes: self.size("message_bytes")?,
            in_place: self.in_place()?,
            time_us: self.measure("time_us")?,
            busbw_gb_s: self.measure("busbw_gbps")?,
            quality: self.owned("quality")?,
            flag: self.owned("flag")?,
        })
    }
}

/// A whole number, also one that a program wrote as a float (`1024.0`).
fn whole(text: &str) -> Option<u64> {
    text.parse::<u64>().ok().or_else(|| {
        let value: f64 = text.parse().ok()?;
        (value >= 0.0 && value <= (1_u64 << 50) as f64 && value.fract() == 0.0)
            .then_some(value as u64)
    })
}

/// All rows of a file.
///
/// # Errors
/// The first fault, with its line and column.
pub(crate) fn read(reader: impl Read) -> Result<Vec<Row>, AccuracyError> {
    let mut bytes = Vec::new();
    reader.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > MAX_BYTES {
        return Err(AccuracyError::TooManyBytes { limit: MAX_BYTES });
    }
    let mut csv = ReaderBuilder::new().from_reader(bytes.as_slice());
    let header = match csv.byte_headers() {
        Ok(record) => Header::parse(record)?,
        Err(error) => return Err(csv_error(error, &Header { names: Vec::new() })),
    };
    let mut rows = Vec::new();
    let mut record = ByteRecord::new();
    loop {
        match csv.read_byte_record(&mut record) {
            Ok(false) => return Ok(rows),
            Ok(true) => {}
            Err(error) => return Err(csv_error(error, &header)),
        }
        let line = record.position().map_or(0, csv::Position::line);
        if rows.len() == MAX_ROWS {
            return Err(AccuracyError::TooManyRows {
                limit: MAX_ROWS,
                line,
            });
        }
        let line = Line {
            header: &header,
            record: &record,
            number: line,
        };
        rows.push(line.row()?);
    }
}

fn csv_error(error: csv::Error, header: &Header) -> AccuracyError {
    match error.into_kind() {
        ErrorKind::Io(io) => AccuracyError::Read(io),
        ErrorKind::UnequalLengths {
            pos,
            expected_len,
            len,
        } => AccuracyError::FieldCount {
            line: pos.map_or(0, |pos| pos.line()),
            column: header.name(len.min(expected_len) as usize),
            found: len,
            expected: expected_len,
        },
        other => AccuracyError::Read(std::io::Error::other(format!("{other:?}"))),
    }
}
