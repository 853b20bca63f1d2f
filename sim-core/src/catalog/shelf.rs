//! Records of one kind in the order of their ids.

use super::Record;

/// A sorted list of records, found by id. A map would carry its tree code once for each kind into the browser.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Shelf<T>(Vec<T>);

impl<T: Record> Shelf<T> {
    /// Records in any order; the last one of an id stays.
    pub fn of(records: Vec<T>) -> Self {
        let mut shelf = Self(Vec::with_capacity(records.len()));
        for record in records {
            shelf.insert(record);
        }
        shelf
    }

    fn place(&self, id: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|record| record.id().cmp(id))
    }

    /// The record of an id.
    pub fn get(&self, id: &str) -> Option<&T> {
        self.place(id).ok().and_then(|at| self.0.get(at))
    }

    /// The record of an id, to be changed; its id must stay.
    pub fn get_mut(&mut self, id: &str) -> Option<&mut T> {
        self.place(id).ok().and_then(|at| self.0.get_mut(at))
    }

    /// Puts a record in its place, over one of the same id.
    pub fn insert(&mut self, record: T) {
        match self.place(record.id()) {
            Ok(at) => self.0[at] = record,
            Err(at) => self.0.insert(at, record),
        }
    }

    /// All records in the order of ids.
    pub fn values(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }
}
