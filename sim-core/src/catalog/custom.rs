//! A design's own parts, merged with the built-in ones.

use serde::{Deserialize, Serialize};

use super::check::{Defect, Fault, Scope};
use super::{
    Cable, Catalog, Gpu, Interconnect, Model, Nic, NodeType, PartKind, Record, Switch, shelf::Shelf,
};

/// Most parts that one design may bring along, over all kinds.
pub const MAX_CUSTOM_PARTS: usize = 200;

/// Parts that a design defines for itself, in the shape of the catalogue records. Provenance fields may be left out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct CustomParts {
    /// Accelerators.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gpus: Vec<Gpu>,
    /// Link technologies, such as a bridge.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub interconnects: Vec<Interconnect>,
    /// Systems.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<NodeType>,
    /// Network adapters.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nics: Vec<Nic>,
    /// Switches.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub switches: Vec<Switch>,
    /// Cables, transceivers and fibre.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cables: Vec<Cable>,
    /// Models.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub models: Vec<Model>,
}

impl CustomParts {
    /// Number of parts over all kinds.
    pub fn len(&self) -> usize {
        self.gpus.len()
            + self.interconnects.len()
            + self.nodes.len()
            + self.nics.len()
            + self.switches.len()
            + self.cables.len()
            + self.models.len()
    }

    /// Whether the design brings no parts.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Catalog {
    /// This catalogue with a design's parts on its shelves. A custom accelerator that names a bridge counts as one
    /// that the bridge fits.
    ///
    /// # Errors
    /// Every reason why a part can't be taken, with its place: an id that exists already (here or twice in the
    /// design), figures outside any plausible range, references that lead nowhere, figures that contradict each other,
    /// or more than [`MAX_CUSTOM_PARTS`] parts. Nothing is merged then.
    pub fn with_custom(&self, parts: &CustomParts) -> Result<Self, Vec<Defect>> {
        if parts.len() > MAX_CUSTOM_PARTS {
            return Err(vec![Defect {
                kind: PartKind::Gpus,
                index: None,
                id: String::new(),
                fault: Fault::TooMany {
                    count: parts.len(),
                    limit: MAX_CUSTOM_PARTS,
                },
            }]);
        }
        let mut merged = self.clone();
        let mut defects = Vec::new();
        let mut add = Adder {
            builtin: self,
            seen: std::collections::BTreeSet::new(),
            defects: &mut defects,
        };
        add.all(&mut merged.gpus, &parts.gpus);
        add.all(&mut merged.interconnects, &parts.interconnects);
        add.all(&mut merged.nodes, &parts.nodes);
        add.all(&mut merged.nics, &parts.nics);
        add.all(&mut merged.switches, &parts.switches);
        add.all(&mut merged.cables, &parts.cables);
        add.all(&mut merged.models, &parts.models);
        if !defects.is_empty() {
            return Err(defects);
        }
        for gpu in &parts.gpus {
            for id in &gpu.scale_up.bridges {
                if let Some(Interconnect::NvlinkBridge(bridge)) = merged.interconnects.get_mut(id)
                    && !bridge.gpus.contains(&gpu.id)
                {
                    bridge.gpus.push(gpu.id.clone());
                }
            }
        }
        let check = Scope::custom(&merged);
        check.each(&parts.gpus, &mut defects);
        check.each(&parts.interconnects, &mut defects);
        check.each(&parts.nodes, &mut defects);
        check.each(&parts.nics, &mut defects);
        check.each(&parts.switches, &mut defects);
        check.each(&parts.cables, &mut defects);
        check.each(&parts.models, &mut defects);
        if defects.is_empty() {
            Ok(merged)
        } else {
            Err(defects)
        }
    }
}

/// Puts custom parts on the shelves and refuses ids that are taken.
struct Adder<'a> {
    builtin: &'a Catalog,
    seen: std::collections::BTreeSet<String>,
    defects: &'a mut Vec<Defect>,
}

impl Adder<'_> {
    fn all<T: Record + Clone>(&mut self, shelf: &mut Shelf<T>, parts: &[T]) {
        for (index, part) in parts.iter().enumerate() {
            let fault = if self.builtin.record(part.id()).is_some() {
                Some(Fault::IdTakenByBuiltin)
            } else if !self.seen.insert(part.id().to_owned()) {
                Some(Fault::IdTwice)
            } else {
                shelf.insert(part.clone());
                None
            };
            if let Some(fault) = fault {
                self.defects.push(Defect {
                    kind: part.kind(),
                    index: Some(index),
                    id: part.id().to_owned(),
                    fault,
                });
            }
        }
    }
}
