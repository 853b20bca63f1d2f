//! The engine, as the planner calls it: a design in, a report out, in the page.

use std::cell::RefCell;

use podwright_sim_core::prices::OwnBook;
use podwright_sim_core::{Design, Report, evaluate_own};

thread_local! {
    /// The price book that the design names, and the text that it came in.
    static OWN: RefCell<Option<(OwnBook, String)>> = const { RefCell::new(None) };
}

/// The report of a design, with the catalogue that ships and the prices of the month that the design names, or of the
/// price book that it names where the page has it.
pub fn report(design: &Design) -> Report {
    with_own(design, |own| {
        evaluate_own(design, own.map(|(book, _)| book))
    })
}

/// Keeps a price book as the service gave it, for designs that name it; whether the text was one.
pub fn keep_own(text: &str) -> bool {
    let book = OwnBook::read(text).map(|book| (book, text.to_owned()));
    let read = book.is_some();
    OWN.set(book);
    read
}

/// The price book that a design names, as the service gave it; empty where the page has none such.
pub fn own_text(design: &Design) -> String {
    with_own(design, |own| {
        own.map(|(_, text)| text.clone()).unwrap_or_default()
    })
}

fn with_own<T>(design: &Design, read: impl FnOnce(Option<&(OwnBook, String)>) -> T) -> T {
    let asked = design.price_book.own();
    OWN.with_borrow(|own| {
        read(
            own.as_ref()
                .filter(|(book, _)| asked.as_ref() == Some(&book.label)),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::sample;

    #[test]
    fn a_book_counts_for_designs_that_name_it() {
        let book = r#"{"id":"b","shown_version":1,"prices":[]}"#;
        assert!(keep_own(book));
        let mut design = sample::workstation();
        assert_eq!(own_text(&design), "");
        design.price_book.id = Some("b".to_owned());
        design.price_book.version = Some(1);
        assert_eq!(own_text(&design), book);
        assert!(report(&design).price_book_version.ends_with("b@1"));
        design.price_book.version = Some(2);
        assert_eq!(own_text(&design), "");
        assert!(!keep_own("{}"));
    }
}
