//! What the browser keeps: the unsaved design, the edit tokens, and the revision that was saved last.

use std::cell::RefCell;
use std::collections::BTreeMap;

use podwright_sim_core::Design;
use serde_json::{Value, json};

use super::parts::Choice;

/// Texts by key that outlive the page. Every call may fail silently: storage can be full or forbidden.
pub trait Store {
    /// The text under a key.
    fn get(&self, key: &str) -> Option<String>;
    /// Keeps a text; whether that worked.
    fn set(&self, key: &str, value: &str) -> bool;
    /// Forgets a key.
    fn remove(&self, key: &str);
    /// Every key, in any order.
    fn keys(&self) -> Vec<String>;
}

/// A store in memory, for tests and for browsers without storage.
#[derive(Debug, Default)]
pub struct MemoryStore {
    texts: RefCell<BTreeMap<String, String>>,
}

impl Store for MemoryStore {
    fn get(&self, key: &str) -> Option<String> {
        self.texts.borrow().get(key).cloned()
    }

    fn set(&self, key: &str, value: &str) -> bool {
        self.texts
            .borrow_mut()
            .insert(key.to_owned(), value.to_owned());
        true
    }

    fn remove(&self, key: &str) {
        self.texts.borrow_mut().remove(key);
    }

    fn keys(&self) -> Vec<String> {
        self.texts.borrow().keys().cloned().collect()
    }
}

/// Where a draft belongs to: the page it was begun on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// An empty page.
    Blank,
    /// A template.
    Template(String),
    /// A stored design.
    Stored(String),
    /// Somebody's share.
    Share(String),
}

impl Origin {
    fn key(&self) -> String {
        match self {
            Self::Blank => "podwright.draft".to_owned(),
            Self::Template(id) => format!("podwright.draft.template.{id}"),
            Self::Stored(id) => format!("podwright.draft.design.{id}"),
            Self::Share(slug) => format!("podwright.draft.share.{slug}"),
        }
    }
}

/// The unsaved state of a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// The design as it was left, as JSON text.
    design: String,
    /// The revision that it was made from, where it is stored.
    pub revision: Option<u64>,
}

impl Draft {
    /// The draft of a design.
    pub fn new(design: &Design, revision: Option<u64>) -> Self {
        Self {
            design: serde_json::to_string(design).unwrap_or_default(),
            revision,
        }
    }

    /// The design; nothing when an older program wrote something else.
    pub fn design(&self) -> Option<Design> {
        Design::parse(&self.design).ok()
    }
}

/// Keeps a draft; whether that worked.
pub fn keep_draft(store: &dyn Store, origin: &Origin, draft: &Draft) -> bool {
    let text = json!({ "design": draft.design, "revision": draft.revision }).to_string();
    store.set(&origin.key(), &text)
}

/// The draft of a page, if one was left there and can still be read.
pub fn find_draft(store: &dyn Store, origin: &Origin) -> Option<Draft> {
    let kept: Value = serde_json::from_str(&store.get(&origin.key())?).ok()?;
    let draft = Draft {
        design: kept.get("design")?.as_str()?.to_owned(),
        revision: kept.get("revision").and_then(Value::as_u64),
    };
    draft.design().is_some().then_some(draft)
}

/// Forgets the draft of a page.
pub fn drop_draft(store: &dyn Store, origin: &Origin) {
    store.remove(&origin.key());
}

const TOKEN: &str = "podwright.token.";
const NAME: &str = "podwright.name.";

/// Keeps the edit token of a stored design; whether that worked.
pub fn keep_token(store: &dyn Store, design_id: &str, token: &str) -> bool {
    store.set(&format!("{TOKEN}{design_id}"), token)
}

/// The edit token of a stored design, if this browser has it.
pub fn token(store: &dyn Store, design_id: &str) -> Option<String> {
    store.get(&format!("{TOKEN}{design_id}"))
}

const BOOK: &str = "podwright.book.";

/// Keeps the token of an uploaded price book; whether that worked.
pub fn keep_book_token(store: &dyn Store, book_id: &str, token: &str) -> bool {
    store.set(&format!("{BOOK}{book_id}"), token)
}

/// The token of a price book, if it was uploaded in this browser.
pub fn book_token(store: &dyn Store, book_id: &str) -> Option<String> {
    store.get(&format!("{BOOK}{book_id}"))
}

/// Keeps the name of a stored design beside its token, for lists.
pub fn keep_name(store: &dyn Store, design_id: &str, name: &str) -> bool {
    store.set(&format!("{NAME}{design_id}"), name)
}

/// The stored designs that this browser has tokens of, by name; what was saved without a name goes by its id.
pub fn saved(store: &dyn Store) -> Vec<Choice> {
    let mut designs: Vec<Choice> = store
        .keys()
        .iter()
        .filter_map(|key| key.strip_prefix(TOKEN))
        .map(|id| {
            let name = store
                .get(&format!("{NAME}{id}"))
                .filter(|name| !name.is_empty());
            Choice::new(id, name.unwrap_or_else(|| id.to_owned()))
        })
        .collect();
    designs.sort_by(|a, b| (&a.name, &a.id).cmp(&(&b.name, &b.id)));
    designs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::sample;

    #[test]
    fn drafts_come_back_for_their_own_page_only() {
        let store = MemoryStore::default();
        let here = Origin::Template("dual-3090-nvlink".to_owned());
        let draft = Draft::new(&sample::workstation(), Some(3));
        assert!(keep_draft(&store, &here, &draft));
        assert_eq!(find_draft(&store, &here), Some(draft));
        assert_eq!(
            find_draft(&store, &Origin::Stored("dual-3090-nvlink".to_owned())),
            None
        );
        drop_draft(&store, &here);
        assert_eq!(find_draft(&store, &here), None);
    }

    #[test]
    fn what_cannot_be_read_is_no_draft() {
        let store = MemoryStore::default();
        for text in ["", "{}", "{\"design\":\"{}\",\"revision\":null}", "\u{0}"] {
            store.set("podwright.draft", text);
            assert_eq!(find_draft(&store, &Origin::Blank), None, "{text}");
        }
    }

    #[test]
    fn tokens_are_kept_by_design() {
        let store = MemoryStore::default();
        assert!(keep_token(&store, "a", "secret"));
        assert_eq!(token(&store, "a").as_deref(), Some("secret"));
        assert_eq!(token(&store, "b"), None);
        assert!(keep_book_token(&store, "a", "other"));
        assert_eq!(book_token(&store, "a").as_deref(), Some("other"));
        assert_eq!(token(&store, "a").as_deref(), Some("secret"));
    }

    #[test]
    fn saved_designs_are_listed_by_name() {
        let store = MemoryStore::default();
        keep_draft(
            &store,
            &Origin::Blank,
            &Draft::new(&sample::workstation(), None),
        );
        for (id, name) in [("b2", "Small"), ("a1", "Large"), ("c3", "")] {
            keep_token(&store, id, "secret");
            keep_name(&store, id, name);
        }
        keep_token(&store, "d4", "secret");
        let names: Vec<_> = saved(&store).into_iter().map(|c| (c.id, c.name)).collect();
        let expected = [("a1", "Large"), ("b2", "Small"), ("c3", "c3"), ("d4", "d4")];
        assert_eq!(
            names,
            expected.map(|(id, name)| (id.to_owned(), name.to_owned()))
        );
    }
}
