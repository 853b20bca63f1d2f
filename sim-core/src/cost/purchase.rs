//! What has to be bought, in buying order, and why that many. No money here.
//!
//! A catalogue node is one piece: its GPUs, adapters and NVLink switches come with it and are never counted again.
//! Catalogue workstations are archetypes and no products, so they are bought as parts, like nodes that are written out.
//! Switches and cables are counted in `network_parts`.

use podwright_locales::{Arg, Language, Texts, format};

use super::defaults;
use super::terms::{MAX_SPARES_PERCENT, Term, Terms};
use super::years_in_words;
use crate::catalog::{Catalog, NodeCategory};
use crate::cluster::{Cluster, ResolvedPool};
use crate::design::{Design, Network};
use crate::fabric::{DEFAULT_RACK_UNITS, Layout, PDU_KW};
use crate::report::RackGroup;

/// Sort of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Category {
    /// A server, rack-scale system or instance.
    Node,
    /// A card of a node that is bought as parts.
    Gpu,
    /// A bridge between two such cards.
    Bridge,
    /// Everything else of such a node.
    Host,
    /// An adapter that does not come with a node.
    Nic,
    /// A switch.
    Switch,
    /// A transceiver.
    Optics,
    /// A cable with both plugs, or fibre.
    Cable,
    /// A rack, or a power strip of one.
    Rack,
    /// Installation, a share of the parts' price.
    Installation,
    /// Support contracts over the years of use.
    Support,
    /// Licences of software over the years of use.
    Licence,
}

impl Category {
    /// The name in documents.
    pub fn id(self) -> &'static str {
        match self {
            Self::Node => "node",
            Self::Gpu => "gpu",
            Self::Bridge => "bridge",
            Self::Host => "host",
            Self::Nic => "nic",
            Self::Switch => "switch",
            Self::Optics => "optics",
            Self::Cable => "cable",
            Self::Rack => "rack",
            Self::Installation => "installation",
            Self::Support => "support",
            Self::Licence => "licence",
        }
    }

    /// Whether it counts as network: switches, optics and cables.
    pub fn is_network(self) -> bool {
        matches!(self, Self::Switch | Self::Optics | Self::Cable)
    }

    /// Whether it is work or a right instead of a part.
    pub fn is_service(self) -> bool {
        matches!(self, Self::Installation | Self::Support | Self::Licence)
    }
}

/// The id under which the parts of a node other than its cards are priced.
pub const HOST_PART: &str = "host";
/// The id of power strips of racks.
pub const PDU_PART: &str = "rack-pdu";
/// The id of the parts of a run for which the catalogue has none.
pub const UNKNOWN_CABLE_PART: &str = "cable-unknown";

/// One line before its price.
#[derive(Clone, Debug, PartialEq)]
pub struct Purchase {
    /// Catalogue id, or an id of this room.
    pub part_id: String,
    /// Sort of the line.
    pub category: Category,
    /// What it is.
    pub description: String,
    /// Pieces that are built in.
    pub quantity: u64,
    /// Pieces bought beside.
    pub spares: u64,
    /// Why this many.
    pub why: String,
}

/// Everything that has to be bought, by its sort; within a sort in the order of the pools and fabrics.
pub fn purchases(
    design: &Design,
    terms: &Terms,
    catalog: &Catalog,
    cluster: &Cluster,
    layouts: &[Layout],
    racks: &[RackGroup],
) -> Vec<Purchase> {
    let mut list = List {
        design,
        catalog,
        terms,
        texts: Texts::of(Language::English),
        purchases: Vec::new(),
    };
    for pool in &cluster.pools {
        list.pool(pool);
    }
    for layout in layouts {
        list.fabric(layout);
    }
    list.racks(racks);
    // What is alike is ordered together; the sort keeps the order of the rest.
    list.purchases
        .sort_by_key(|purchase| purchase.category as u8);
    list.purchases
}

pub(super) struct List<'a> {
    pub(super) design: &'a Design,
    pub(super) catalog: &'a Catalog,
    pub(super) terms: &'a Terms,
    texts: &'static Texts,
    pub(super) purchases: Vec<Purchase>,
}

impl List<'_> {
    pub(super) fn push(
        &mut self,
        category: Category,
        part_id: &str,
        description: String,
        quantity: u64,
        why: String,
    ) {
        if quantity == 0 {
            return;
        }
        let term = self.terms.spares.get(category.id());
        let spares = term.map_or(0, |percent| spares(quantity, percent.value));
        let by_failures = |source: &str| {
            [defaults::FAILURES_SOURCE, defaults::OWN_FAILURES_SOURCE].contains(&source)
        };
        let bounded = |term: &Term| {
            term.source == defaults::OWN_FAILURES_SOURCE && term.value >= MAX_SPARES_PERCENT
        };
        let why = match term {
            Some(term) if spares > 0 && bounded(term) => {
                self.say("report-bom-why-spares-bounded", &[("why", why.into())])
            }
            Some(term) if spares > 0 && by_failures(&term.source) => {
                let years = self.terms.years.value;
                self.say(
                    "report-bom-why-spares",
                    &[
                        ("why", why.into()),
                        ("rate", format::trimmed(term.value / years, 2).into()),
                        ("years", years_in_words(years).into()),
                    ],
                )
            }
            _ => why,
        };
        self.purchases.push(Purchase {
            part_id: part_id.to_owned(),
            category,
            description,
            quantity,
            spares,
            why,
        });
    }

    pub(super) fn name(&self, id: &str) -> String {
        self.catalog
            .record(id)
            .map_or_else(|| id.to_owned(), |record| record.name().to_owned())
    }

    pub(super) fn say(&self, id: &str, args: &[(&str, Arg<'_>)]) -> String {
        self.texts.with(id, args)
    }

    fn pool(&mut self, pool: &ResolvedPool) {
        match (&pool.node.inline, &pool.node.catalog_id) {
            (Some(_), _) | (None, None) => self.written_out(pool),
            // A price that was entered for the whole archetype wins over its parts.
            (None, Some(id))
                if pool.node.category == NodeCategory::Workstation
                    && !self.design.price_overrides.contains_key(id) =>
            {
                self.archetype(pool, id);
            }
            (None, Some(id)) => self.product(pool, id),
        }
    }

    /// A catalogue node, bought as one piece.
    fn product(&mut self, pool: &ResolvedPool, id: &str) {
        let why = match pool.node.category {
            NodeCategory::Rack => "report-bom-why-systems",
            NodeCategory::Cloud => "report-bom-why-rented",
            NodeCategory::Workstation | NodeCategory::Server => "report-bom-why-nodes",
        };
        let why = self.say(
            why,
            &[
                ("count", pool.count.into()),
                ("number", format::count(pool.count).into()),
                ("pool", pool.id.as_str().into()),
            ],
        );
        self.push(Category::Node, id, pool.node.name.clone(), pool.count, why);
        self.replaced_adapters(pool, id);
    }

    /// Adapters that take the place of a node's own. The price of the node is not lowered for those left out.
    fn replaced_adapters(&mut self, pool: &ResolvedPool, id: &str) {
        let own = self.catalog.node(id).map(|record| &record.nics);
        for (network, adapter) in &pool.node.adapters {
            let group = own.and_then(|nics| match network {
                Network::Compute => nics.compute.as_ref(),
                Network::Storage => nics.storage.as_ref(),
                Network::Oob => nics.mgmt.as_ref(),
                Network::Inband => nics.inband.as_ref(),
            });
            if group.is_some_and(|group| group.nic_id == adapter.nic.id) {
                continue;
            }
            let per_node = u64::from(adapter.count);
            let args = [
                ("per", Arg::from(format::count(per_node))),
                ("nodes", format::count(pool.count).into()),
                (
                    "old",
                    group
                        .map(|group| self.name(&group.nic_id))
                        .unwrap_or_default()
                        .into(),
                ),
            ];
            let why = if group.is_some() {
                self.say("report-bom-why-nic-replaced", &args)
            } else {
                self.say("report-bom-why-nic", &args)
            };
            self.push(
                Category::Nic,
                &adapter.nic.id,
                adapter.nic.name.clone(),
                per_node.saturating_mul(pool.count),
                why,
            );
        }
    }

    /// A catalogue workstation in parts.
    fn archetype(&mut self, pool: &ResolvedPool, id: &str) {
        self.cards(pool);
        let bridge = self
            .catalog
            .node(id)
            .and_then(|record| record.scale_up_topology.bridge_id.clone());
        if let Some(bridge) = bridge {
            self.bridges(pool, &bridge, u64::from(pool.node.gpu_count / 2));
        }
        self.host(pool);
        self.replaced_adapters(pool, id);
    }

    /// A node that is written out, in parts.
    fn written_out(&mut self, pool: &ResolvedPool) {
        self.cards(pool);
        let Some(inline) = &pool.node.inline else {
            return;
        };
        for (bridge, pairs) in sums(inline.bridges.iter().map(|bridge| (&bridge.id, 1))) {
            self.bridges(pool, bridge, pairs);
        }
        self.host(pool);
        let own = inline
            .nics
            .iter()
            .filter(|nic| !self.replaced(pool, nic.network));
        let mut nics: Vec<(&String, u64)> = own.map(|nic| (&nic.id, nic.count.into())).collect();
        // Nothing of a node that is written out comes with it: what is put in place is all that is bought.
        for (network, adapter) in &pool.node.adapters {
            if self.replaced(pool, *network) {
                nics.push((&adapter.nic.id, adapter.count.into()));
            }
        }
        for (nic, per_node) in sums(nics.into_iter()) {
            let why = self.say(
                "report-bom-why-nic",
                &[
                    ("per", format::count(per_node).into()),
                    ("nodes", format::count(pool.count).into()),
                ],
            );
            let name = self.name(nic);
            self.push(
                Category::Nic,
                nic,
                name,
                per_node.saturating_mul(pool.count),
                why,
            );
        }
    }

    /// Whether the pool's own list of adapters serves this network in place of the node's.
    fn replaced(&self, pool: &ResolvedPool, network: Network) -> bool {
        self.design.pools.get(pool.index).is_some_and(|spec| {
            spec.nics
                .get(&network)
                .is_some_and(|id| self.catalog.nic(id).is_some())
        })
    }

    fn cards(&mut self, pool: &ResolvedPool) {
        let why = self.say(
            "report-bom-why-cards",
            &[
                ("per", format::count(pool.node.gpu_count.into()).into()),
                ("nodes", format::count(pool.count).into()),
            ],
        );
        self.push(
            Category::Gpu,
            &pool.node.gpu.id,
            pool.node.gpu.name.clone(),
            pool.gpus(),
            why,
        );
    }

    fn bridges(&mut self, pool: &ResolvedPool, id: &str, pairs: u64) {
        let per_pair = self
            .catalog
            .bridge(id)
            .map_or(1, |bridge| u64::from(bridge.bridges_required_per_pair));
        let why = self.say(
            "report-bom-why-bridges",
            &[
                ("per", format::count(per_pair).into()),
                ("pairs", format::count(pairs).into()),
                ("nodes", format::count(pool.count).into()),
            ],
        );
        let name = self.name(id);
        self.push(
            Category::Bridge,
            id,
            name,
            per_pair.saturating_mul(pairs).saturating_mul(pool.count),
            why,
        );
    }

    fn host(&mut self, pool: &ResolvedPool) {
        let why = self.say(
            "report-bom-why-host",
            &[
                ("nodes", format::count(pool.count).into()),
                ("pool", pool.id.as_str().into()),
            ],
        );
        let description = self.say("report-bom-host", &[]);
        self.push(Category::Host, HOST_PART, description, pool.count, why);
    }

    /// Empty racks and their power strips. Rack-scale systems come in their own.
    fn racks(&mut self, racks: &[RackGroup]) {
        let own = |group: &&RackGroup| group.kind != "rack-scale";
        let count = racks
            .iter()
            .filter(own)
            .fold(0_u64, |sum, group| sum.saturating_add(group.count));
        let of = |kind: &str| {
            let count = racks
                .iter()
                .filter(|group| group.kind == kind)
                .fold(0_u64, |sum, group| sum.saturating_add(group.count));
            format::count(count)
        };
        let units = self.design.site.rack_units.unwrap_or(DEFAULT_RACK_UNITS);
        let why = self.say(
            "report-bom-why-racks",
            &[
                ("nodes", of("compute").into()),
                ("switches", of("network").into()),
            ],
        );
        let description = self.say(
            "report-bom-rack",
            &[("units", format::count(units.into()).into())],
        );
        self.push(
            Category::Rack,
            &format!("rack-{units}u"),
            description,
            count,
            why,
        );
        let strips = racks.iter().fold(0_u64, |sum, group| {
            sum.saturating_add(group.pdus.saturating_mul(group.count))
        });
        let kw = format::trimmed(PDU_KW, 0);
        let why = self.say(
            "report-bom-why-pdus",
            &[
                ("feeds", self.design.site.feeds().into()),
                ("kw", kw.as_str().into()),
            ],
        );
        let description = self.say("report-bom-pdu", &[("kw", kw.as_str().into())]);
        self.push(Category::Rack, PDU_PART, description, strips, why);
    }
}

/// A share of a count, rounded up.
fn spares(quantity: u64, percent: f64) -> u64 {
    let exact = quantity as f64 * percent / 100.0;
    // A hair below, so that 2 % of 50 is one piece and not two.
    libm::ceil(exact - 1e-9).max(0.0) as u64
}

/// Counts by id in the order of first appearance.
fn sums<'a>(items: impl Iterator<Item = (&'a String, u64)>) -> Vec<(&'a str, u64)> {
    let mut sums: Vec<(&str, u64)> = Vec::new();
    for (id, count) in items {
        match sums.iter_mut().find(|(known, _)| known == id) {
            Some((_, sum)) => *sum = sum.saturating_add(count),
            None => sums.push((id, count)),
        }
    }
    sums
}
