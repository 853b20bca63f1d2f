//! The rows of `fabrics.csv`.

use std::collections::BTreeMap;

/// One published design point or count.
pub struct Row(BTreeMap<String, String>);

impl Row {
    /// A row of these fields.
    pub fn of(fields: &[(&str, &str)]) -> Self {
        let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        Self(fields.iter().map(own).collect())
    }

    /// The text of a field, empty where the source says nothing.
    pub fn get(&self, field: &str) -> &str {
        self.0.get(field).map_or("", String::as_str)
    }

    /// A count; none where the source says nothing or says it in words.
    pub fn number(&self, field: &str) -> Option<u64> {
        self.get(field).parse().ok()
    }

    /// Its id.
    pub fn id(&self) -> &str {
        self.get("fabric_id")
    }

    /// Whether the source's figures can be reproduced to the last piece.
    pub fn is_exact(&self) -> bool {
        matches!(self.get("reproducible"), "exact" | "exact_divisor")
    }
}

/// All rows, in the order of the file.
pub fn rows() -> Vec<Row> {
    let text = include_str!("../../../accuracy/measurements/fabrics.csv");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let names = reader.headers().expect("a header").clone();
    reader
        .records()
        .map(|record| {
            let record = record.expect("a row");
            let fields: Vec<(&str, &str)> = names.iter().zip(record.iter()).collect();
            Row::of(&fields)
        })
        .collect()
}
