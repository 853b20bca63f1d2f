//! The data of the model: the catalogue and the price table.
//!
//! Natively they are embedded. The browser fetches them as one document beside the module and gives it to [`load`]
//! before anything else: data changes on its own, and code that did not change stays in the browser's cache. The
//! document is a JSON object whose members are the files of `sim-core/catalog` by name, without their ending, and
//! `texts`, the words of findings, drawings and the planner; what
//! only people read (notes, addresses of sources) may be left out of records. `xtask/src/data.rs` writes it.

use std::sync::OnceLock;

use serde::Deserialize;

use crate::catalog::{self, Cable, Catalog, Gpu, Interconnect, Model, Nic, NodeType, Switch};
use crate::prices::{Items, Observation, Table};

/// Everything that is looked up.
#[derive(Debug)]
pub(crate) struct Data {
    pub catalog: Catalog,
    pub prices: Table,
}

/// Why data could not be taken.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// It is no document of this form.
    #[error("the catalogue data can't be read: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// The engine has its data already, and answers of one program come from one catalogue.
    #[error("the catalogue data is there already")]
    Present,
}

static DATA: OnceLock<Data> = OnceLock::new();

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    gpus: Vec<Gpu>,
    interconnects: Vec<Interconnect>,
    nodes: Vec<NodeType>,
    nics: Vec<Nic>,
    switches: Vec<Switch>,
    cables: Vec<Cable>,
    models: Vec<Model>,
    prices: Vec<Observation>,
    #[serde(rename = "price-items")]
    price_items: Items,
    /// The browser's texts: Fluent files one after another.
    texts: String,
}

impl Data {
    /// The data that counts: what was loaded, natively what is embedded.
    ///
    /// # Panics
    /// In the browser before [`load`].
    pub fn current() -> &'static Self {
        #[cfg(not(target_arch = "wasm32"))]
        let data = DATA.get_or_init(|| Self {
            catalog: Catalog::of(catalog::embedded_files()),
            prices: Table::embedded(),
        });
        #[cfg(target_arch = "wasm32")]
        let data = DATA
            .get()
            .expect("the page loads the data before it asks anything");
        data
    }

    /// From text: the reader of bytes would stand in the browser's module beside that of texts.
    fn read(document: &str) -> Result<(Self, String), DataError> {
        let document: Document = serde_json::from_str(document)?;
        let files = catalog::Files {
            gpus: document.gpus,
            interconnects: document.interconnects,
            nodes: document.nodes,
            nics: document.nics,
            switches: document.switches,
            cables: document.cables,
            models: document.models,
        };
        let data = Self {
            catalog: Catalog::of(files),
            prices: Table::join(&document.prices, &document.price_items.items),
        };
        Ok((data, document.texts))
    }
}

/// Gives the engine its data, once. Natively that is not needed.
///
/// # Errors
/// When the text is no such document, or when there is data already.
pub fn load(document: &str) -> Result<(), DataError> {
    let (data, texts) = Data::read(document)?;
    DATA.set(data).map_err(|_| DataError::Present)?;
    podwright_locales::load(texts);
    Ok(())
}

/// Whether there is data to answer from.
pub fn is_loaded() -> bool {
    cfg!(not(target_arch = "wasm32")) || DATA.get().is_some()
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value};

    use super::*;

    const FILES: [(&str, &str); 9] = [
        ("gpus", include_str!("../catalog/gpus.json")),
        (
            "interconnects",
            include_str!("../catalog/interconnects.json"),
        ),
        ("nodes", include_str!("../catalog/nodes.json")),
        ("nics", include_str!("../catalog/nics.json")),
        ("switches", include_str!("../catalog/switches.json")),
        ("cables", include_str!("../catalog/cables.json")),
        ("models", include_str!("../catalog/models.json")),
        ("prices", include_str!("../catalog/prices.json")),
        ("price-items", include_str!("../catalog/price-items.json")),
    ];

    fn document() -> Map<String, Value> {
        FILES
            .iter()
            .map(|(name, text)| ((*name).to_owned(), serde_json::from_str(text).unwrap()))
            .chain([("texts".to_owned(), Value::from("a = b\n"))])
            .collect()
    }

    fn read(document: &Map<String, Value>) -> Result<Data, DataError> {
        Data::read(&serde_json::to_string(document).unwrap()).map(|(data, _)| data)
    }

    #[test]
    fn the_document_holds_what_is_embedded() {
        let data = read(&document()).unwrap();
        assert_eq!(data.catalog, *Catalog::builtin());
        assert_eq!(data.prices, Data::current().prices);
    }

    #[test]
    fn what_only_people_read_may_be_left_out() {
        let mut short = document();
        for (name, records) in &mut short {
            if name.starts_with("price") || name == "texts" {
                continue;
            }
            for record in records.as_array_mut().unwrap() {
                let record = record.as_object_mut().unwrap();
                record.remove("notes");
                record.remove("sources");
            }
        }
        let data = read(&short).unwrap();
        assert_eq!(data.catalog.version(), Catalog::builtin().version());
        assert_eq!(
            data.catalog.records().count(),
            Catalog::builtin().records().count()
        );
        assert_eq!(data.prices, Data::current().prices);
    }

    #[test]
    fn a_document_of_another_form_is_refused() {
        for name in FILES.map(|(name, _)| name) {
            let mut lacking = document();
            lacking.remove(name);
            let error = read(&lacking).unwrap_err().to_string();
            assert!(error.contains(name), "{name}: {error}");
        }
        let mut more = document();
        more.insert("surprise".to_owned(), Value::Null);
        assert!(read(&more).is_err());
        assert!(matches!(
            Data::read("<html>"),
            Err(DataError::Unreadable(_))
        ));
    }

    #[test]
    fn data_is_taken_once() {
        assert!(is_loaded());
        let _ = Data::current();
        let document = serde_json::to_string(&document()).unwrap();
        assert!(matches!(load(&document), Err(DataError::Present)));
    }
}
