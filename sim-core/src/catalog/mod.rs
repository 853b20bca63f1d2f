//! The parts: typed records from `sim-core/catalog/*.json`, read once, plus a design's own parts.
//!
//! A field that nobody could find is `None` and stays unknown: nothing here fills it in. Prices are elsewhere
//! ([`crate::prices`]). `sim-core/catalog/README.md` explains fields, units and caveats.

mod check;
mod custom;
mod gpu;
mod interconnect;
mod members;
mod model;
mod network;
mod node;
mod record;
mod rules;
mod shelf;
#[cfg(test)]
mod tests;

pub use check::{Defect, Fault};
pub use custom::{CustomParts, MAX_CUSTOM_PARTS};
pub use gpu::{DenseTflops, Gpu, PcieEdge, ScaleUp, ScaleUpKind};
pub use interconnect::{
    EthernetRate, InfinibandGeneration, InfinibandRate, Interconnect, NvSwitch, NvlinkBridge,
    NvlinkGeneration, PcieLink, ScaleOutStandard, ScaleUpEthernet, SocketLink, XgmiLink,
};
pub use model::{Attention, Model, ModelKind};
pub use network::{
    Breakout, Cable, CableKind, Chassis, ChassisPart, HostInterface, LinkProtocol, Nic,
    NicProtocol, PortGroup, Switch,
};
pub use node::{NicGroup, NodeCategory, NodeNics, NodeType, ScaleUpTopology, TopologyKind};
pub use record::{PartKind, Quality, Record};
use shelf::Shelf;

use crate::data::Data;

/// All parts by id. Iterators run in the order of ids.
#[derive(Clone, Debug, PartialEq)]
pub struct Catalog {
    gpus: Shelf<Gpu>,
    interconnects: Shelf<Interconnect>,
    nodes: Shelf<NodeType>,
    nics: Shelf<Nic>,
    switches: Shelf<Switch>,
    cables: Shelf<Cable>,
    models: Shelf<Model>,
    version: String,
}

/// The records of all files, as they are read.
pub(crate) struct Files {
    pub gpus: Vec<Gpu>,
    pub interconnects: Vec<Interconnect>,
    pub nodes: Vec<NodeType>,
    pub nics: Vec<Nic>,
    pub switches: Vec<Switch>,
    pub cables: Vec<Cable>,
    pub models: Vec<Model>,
}

/// The embedded file of a kind. The browser fetches its data instead ([`crate::data`]).
#[cfg(not(target_arch = "wasm32"))]
const fn embedded(kind: PartKind) -> &'static str {
    match kind {
        PartKind::Gpus => include_str!("../../catalog/gpus.json"),
        PartKind::Interconnects => include_str!("../../catalog/interconnects.json"),
        PartKind::Nodes => include_str!("../../catalog/nodes.json"),
        PartKind::Nics => include_str!("../../catalog/nics.json"),
        PartKind::Switches => include_str!("../../catalog/switches.json"),
        PartKind::Cables => include_str!("../../catalog/cables.json"),
        PartKind::Models => include_str!("../../catalog/models.json"),
    }
}

/// The embedded records.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn embedded_files() -> Files {
    fn read<T: serde::de::DeserializeOwned>(kind: PartKind) -> Vec<T> {
        serde_json::from_str(embedded(kind))
            .expect("embedded files are fixed at build time and read by a test")
    }
    Files {
        gpus: read(PartKind::Gpus),
        interconnects: read(PartKind::Interconnects),
        nodes: read(PartKind::Nodes),
        nics: read(PartKind::Nics),
        switches: read(PartKind::Switches),
        cables: read(PartKind::Cables),
        models: read(PartKind::Models),
    }
}

macro_rules! shelf_accessors {
    ($($one:ident, $all:ident: $type:ty, $noun:literal;)*) => {
        $(
            #[doc = concat!("The ", $noun, " with this id.")]
            pub fn $one(&self, id: &str) -> Option<&$type> {
                self.$all.get(id)
            }

            #[doc = concat!("Every ", $noun, ", in the order of ids.")]
            pub fn $all(&self) -> impl Iterator<Item = &$type> {
                self.$all.values()
            }
        )*
    };
}

macro_rules! interconnect_accessors {
    ($($name:ident, $variant:pat => $inner:ident: $type:ty, $noun:literal;)*) => {
        $(
            #[doc = concat!("The ", $noun, " with this id; `None` also if the id is another kind of interconnect.")]
            pub fn $name(&self, id: &str) -> Option<&$type> {
                match self.interconnect(id)? {
                    $variant => Some($inner),
                    _ => None,
                }
            }
        )*
    };
}

impl Catalog {
    /// The catalogue that ships with the program: embedded, in the browser what [`crate::data::load`] was given.
    ///
    /// # Panics
    /// In the browser before the data is loaded.
    pub fn builtin() -> &'static Self {
        &Data::current().catalog
    }

    pub(crate) fn of(files: Files) -> Self {
        let mut catalog = Self {
            gpus: Shelf::of(files.gpus),
            interconnects: Shelf::of(files.interconnects),
            nodes: Shelf::of(files.nodes),
            nics: Shelf::of(files.nics),
            switches: Shelf::of(files.switches),
            cables: Shelf::of(files.cables),
            models: Shelf::of(files.models),
            version: String::new(),
        };
        catalog.version = catalog
            .records()
            .map(Record::as_of)
            .max()
            .unwrap_or_default()
            .to_owned();
        catalog
    }

    /// Date of the newest record, `YYYY-MM-DD`. Custom parts do not change it.
    pub fn version(&self) -> &str {
        &self.version
    }

    shelf_accessors! {
        gpu, gpus: Gpu, "accelerator";
        interconnect, interconnects: Interconnect, "link technology";
        node, nodes: NodeType, "system";
        nic, nics: Nic, "network adapter";
        switch, switches: Switch, "switch";
        cable, cables: Cable, "cable, transceiver or fibre";
        model, models: Model, "model preset";
    }

    interconnect_accessors! {
        bridge, Interconnect::NvlinkBridge(link) => link: NvlinkBridge, "NVLink bridge";
        nvlink, Interconnect::Nvlink(link) => link: NvlinkGeneration, "NVLink generation";
        nvswitch, Interconnect::Nvswitch(link) => link: NvSwitch, "NVSwitch chip";
        xgmi, Interconnect::Xgmi(link) => link: XgmiLink, "Infinity Fabric link";
        socket_link, Interconnect::CpuSocket(link) => link: SocketLink, "link between CPU sockets";
    }

    /// The NVLink bridges, in the order of ids.
    pub fn bridges(&self) -> impl Iterator<Item = &NvlinkBridge> {
        self.interconnects.values().filter_map(|link| match link {
            Interconnect::NvlinkBridge(bridge) => Some(bridge),
            _ => None,
        })
    }

    /// PCIe x16 of this generation; `None` = not in the catalogue.
    pub fn pcie_x16(&self, generation: u32) -> Option<&PcieLink> {
        self.interconnects.values().find_map(|link| match link {
            Interconnect::Pcie(pcie) if pcie.generation == generation => Some(pcie),
            _ => None,
        })
    }

    /// The link technology that describes an accelerator's scale-up links: the NVLink generation (GA102 cards have
    /// their own record) or the Infinity Fabric record with the same link rate.
    pub fn scale_up_link(&self, gpu: &Gpu) -> Option<&Interconnect> {
        let rate = gpu.scale_up.gb_s_per_link_per_direction;
        self.interconnects.values().find(|link| match link {
            Interconnect::Nvlink(nvlink) => {
                gpu.scale_up.kind == ScaleUpKind::Nvlink
                    && Some(nvlink.generation) == gpu.scale_up.generation
                    && nvlink.gb_s_per_link_per_direction == rate
            }
            Interconnect::Xgmi(xgmi) => {
                gpu.scale_up.kind == ScaleUpKind::Xgmi && xgmi.gb_s_per_link_per_direction == rate
            }
            _ => false,
        })
    }

    /// Every record, kind by kind in the order of [`PartKind::ALL`].
    pub fn records(&self) -> impl Iterator<Item = &dyn Record> {
        fn each<T: Record>(shelf: &Shelf<T>) -> impl Iterator<Item = &dyn Record> {
            shelf.values().map(|record| record as &dyn Record)
        }
        each(&self.gpus)
            .chain(each(&self.interconnects))
            .chain(each(&self.nodes))
            .chain(each(&self.nics))
            .chain(each(&self.switches))
            .chain(each(&self.cables))
            .chain(each(&self.models))
    }

    /// Whether a part of this id can be bought: a record, or a card or module of a chassis.
    pub fn sells(&self, id: &str) -> bool {
        let of = |chassis: &Chassis| {
            let mut parts = std::iter::once(&chassis.card).chain(&chassis.modules);
            parts.any(|part| part.id == id)
        };
        self.record(id).is_some()
            || self
                .switches()
                .any(|switch| switch.chassis.as_ref().is_some_and(of))
    }

    /// The record with this id, whatever its kind.
    pub fn record(&self, id: &str) -> Option<&dyn Record> {
        fn one<'a, T: Record>(shelf: &'a Shelf<T>, id: &str) -> Option<&'a dyn Record> {
            shelf.get(id).map(|record| record as &dyn Record)
        }
        one(&self.gpus, id)
            .or_else(|| one(&self.interconnects, id))
            .or_else(|| one(&self.nodes, id))
            .or_else(|| one(&self.nics, id))
            .or_else(|| one(&self.switches, id))
            .or_else(|| one(&self.cables, id))
            .or_else(|| one(&self.models, id))
    }

    /// The record as the JSON that the catalogue files hold; `None` = no such id on this shelf.
    pub fn record_json(&self, kind: PartKind, id: &str) -> Option<serde_json::Value> {
        fn json<T: serde::Serialize + Record>(
            shelf: &Shelf<T>,
            id: &str,
        ) -> Option<serde_json::Value> {
            serde_json::to_value(shelf.get(id)?).ok()
        }
        match kind {
            PartKind::Gpus => json(&self.gpus, id),
            PartKind::Interconnects => json(&self.interconnects, id),
            PartKind::Nodes => json(&self.nodes, id),
            PartKind::Nics => json(&self.nics, id),
            PartKind::Switches => json(&self.switches, id),
            PartKind::Cables => json(&self.cables, id),
            PartKind::Models => json(&self.models, id),
        }
    }

    /// Whether the figure at this dotted path of a part comes from memory (see [`Record::recalled`]).
    /// A part that the catalogue lacks has no figures, so none are recalled.
    pub fn recalled(&self, part_id: &str, field: &str) -> bool {
        self.record(part_id)
            .is_some_and(|record| record.recalled(field))
    }
}
