//! What has to be bought, in buying order, and why that many. No money here.
//!
//! A catalogue node is one piece: its GPUs, adapters and NVLink switches come with it and are never counted again.
//! Catalogue workstations are archetypes and no products, so they are bought as parts, like nodes that are written out.
//! Pieces with two plugs are one line; pieces that serve several links are counted over the whole run and rounded up.

use podwright_locales::{Arg, Language, Texts, format};

use super::defaults;
use super::terms::Terms;
use crate::catalog::{Catalog, NodeCategory};
use crate::cluster::{Cluster, ResolvedPool};
use crate::design::{Cabling, Design, Network};
use crate::fabric::{CableChoice, CablePlace, DEFAULT_RACK_UNITS, Layout, choose_cable};
use crate::report::{CableGroup, RackGroup, TierRole};

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
    /// A rack.
    Rack,
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
        }
    }

    /// Whether it counts as network: switches, optics and cables.
    pub fn is_network(self) -> bool {
        matches!(self, Self::Switch | Self::Optics | Self::Cable)
    }
}

/// The id under which the parts of a node other than its cards are priced.
pub const HOST_PART: &str = "host";
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

/// Everything that has to be bought: nodes, then each fabric from its switches to its fibre, then racks.
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
        spares_percent: terms.spares_percent.value,
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
    list.purchases
}

struct List<'a> {
    design: &'a Design,
    catalog: &'a Catalog,
    spares_percent: f64,
    texts: &'static Texts,
    purchases: Vec<Purchase>,
}

/// Links that lead to the same kind of device.
struct Links<'a> {
    count: u64,
    choice: &'a CableChoice,
    /// The far ends are the design's extra endpoints, not nodes or switches.
    extra: bool,
}

impl List<'_> {
    fn push(
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
        let spares = match category {
            Category::Optics | Category::Cable | Category::Nic => {
                spares(quantity, self.spares_percent)
            }
            _ => 0,
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

    fn name(&self, id: &str) -> String {
        self.catalog
            .record(id)
            .map_or_else(|| id.to_owned(), |record| record.name().to_owned())
    }

    fn say(&self, id: &str, args: &[(&str, Arg<'_>)]) -> String {
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
                Network::Inband => None,
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
        for (nic, per_node) in sums(inline.nics.iter().map(|nic| (&nic.id, nic.count.into()))) {
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

    fn fabric(&mut self, layout: &Layout) {
        self.switches(layout);
        for (group, choice) in layout.report.cables.iter().zip(&layout.cables) {
            self.run(layout, group, choice.as_ref());
        }
    }

    fn switches(&mut self, layout: &Layout) {
        let (Some(size), Some(switch)) = (&layout.size, &layout.switch) else {
            return;
        };
        let total: u64 = layout.report.tiers.iter().map(|tier| tier.count).sum();
        let spare = u64::from(total >= defaults::SPARE_SWITCH_FROM && self.spares_percent > 0.0);
        for tier in &layout.report.tiers {
            let (id, links, per) = match tier.role {
                TierRole::Leaf if layout.report.rails > 1 => (
                    "report-bom-why-leaf-rails",
                    layout.report.rails,
                    size.leaf_down,
                ),
                TierRole::Leaf if size.tiers == 1 => (
                    "report-bom-why-single",
                    size.cables_node_leaf,
                    size.leaf_down,
                ),
                TierRole::Leaf => ("report-bom-why-leaf", size.cables_node_leaf, size.leaf_down),
                TierRole::Spine if size.tiers > 2 => (
                    "report-bom-why-spine-pods",
                    size.cables_leaf_spine,
                    size.spine_down,
                ),
                TierRole::Spine => (
                    "report-bom-why-spine",
                    size.cables_leaf_spine,
                    layout.report.radix,
                ),
                TierRole::Core => (
                    "report-bom-why-core",
                    size.cables_spine_core,
                    layout.report.radix,
                ),
            };
            let mut why = self.say(
                id,
                &[
                    ("fabric", layout.report.id.as_str().into()),
                    ("links", format::count(links).into()),
                    ("per", format::count(per).into()),
                    ("nodes", format::count(layout.nodes).into()),
                ],
            );
            let least = links.div_ceil(per.max(1));
            if matches!(tier.role, TierRole::Spine | TierRole::Core) && tier.count > least {
                why = self.say("report-bom-why-raised", &[("why", why.into())]);
            }
            let spares = if tier.role == TierRole::Leaf {
                spare
            } else {
                0
            };
            if spares > 0 {
                why = self.say(
                    "report-bom-why-spare-switch",
                    &[("why", why.into()), ("total", format::count(total).into())],
                );
            }
            let before = self.purchases.len();
            self.push(
                Category::Switch,
                &tier.switch,
                switch.name.clone(),
                tier.count,
                why,
            );
            if let Some(line) = self.purchases.get_mut(before) {
                line.spares = spares;
            }
        }
    }

    /// The parts of the links between two places.
    fn run(&mut self, layout: &Layout, group: &CableGroup, choice: Option<&CableChoice>) {
        let Some(choice) = choice else {
            let description = self.say("report-bom-unknown-cable", &[]);
            let why = self.say(
                "report-bom-why-unknown-cable",
                &self.run_args(layout, group),
            );
            self.push(
                Category::Cable,
                UNKNOWN_CABLE_PART,
                description,
                group.count,
                why,
            );
            return;
        };
        let spec = self.design.fabrics.get(layout.index);
        let extra = spec
            .filter(|_| group.from == "node")
            .map_or(0, |spec| u64::from(spec.extra_endpoints))
            .min(group.count);
        // Managers and gateways have cages of one link; nodes with two links to a cage need other parts.
        let other = match &layout.switch {
            Some(switch) if extra > 0 && layout.node_links_per_cage != 1 => choose_cable(
                self.catalog,
                switch,
                layout.link_gbit_s,
                spec.map_or(Cabling::Auto, |spec| spec.cabling),
                group.length_m,
                Some(1),
            ),
            _ => None,
        };
        let mut parts = vec![Links {
            count: group.count - if other.is_some() { extra } else { 0 },
            choice,
            extra: false,
        }];
        if let Some(other) = &other {
            parts.push(Links {
                count: extra,
                choice: other,
                extra: true,
            });
        }
        self.pieces(layout, group, &parts);
    }

    fn pieces(&mut self, layout: &Layout, group: &CableGroup, parts: &[Links<'_>]) {
        // The same part at the same place is one line, whatever its links lead to at the other end.
        let mut lines: Vec<(CablePlace, bool, &str, u64, u64)> = Vec::new();
        for links in parts {
            for part in &links.choice.parts {
                let extra = links.extra && part.place == CablePlace::LowerEnd;
                match lines.iter_mut().find(|(place, is_extra, id, per, _)| {
                    *place == part.place
                        && *is_extra == extra
                        && *id == part.part_id
                        && *per == part.links_per_piece
                }) {
                    Some((.., count)) => *count = count.saturating_add(links.count),
                    None => lines.push((
                        part.place,
                        extra,
                        &part.part_id,
                        part.links_per_piece,
                        links.count,
                    )),
                }
            }
        }
        for (place, extra, part_id, per_piece, links) in lines {
            let category = match place {
                CablePlace::Whole | CablePlace::Between => Category::Cable,
                CablePlace::LowerEnd | CablePlace::UpperEnd => Category::Optics,
            };
            let end = match place {
                CablePlace::Whole | CablePlace::Between => "",
                CablePlace::LowerEnd if extra => "extra",
                CablePlace::LowerEnd => group.from.as_str(),
                CablePlace::UpperEnd => group.to.as_str(),
            };
            let mut args = self.run_args(layout, group);
            args.retain(|(name, _)| *name != "links");
            args.push(("links", format::count(links).into()));
            args.push(("per", format::count(per_piece).into()));
            args.push(("end", end.into()));
            let why = match (category, per_piece) {
                (Category::Optics, 0 | 1) => "report-bom-why-optics",
                (Category::Optics, _) => "report-bom-why-optics-shared",
                (_, 0 | 1) => "report-bom-why-cable",
                _ => "report-bom-why-cable-shared",
            };
            let why = self.say(why, &args);
            let mut description = self.name(part_id);
            if category == Category::Cable {
                description = self.say(
                    "report-bom-cable",
                    &[
                        ("name", description.into()),
                        ("length", format::trimmed(group.length_m, 1).into()),
                    ],
                );
            }
            self.push(
                category,
                part_id,
                description,
                links.div_ceil(per_piece.max(1)),
                why,
            );
        }
    }

    fn run_args<'b>(
        &self,
        layout: &'b Layout,
        group: &'b CableGroup,
    ) -> Vec<(&'static str, Arg<'b>)> {
        vec![
            ("fabric", layout.report.id.as_str().into()),
            ("from", group.from.as_str().into()),
            ("to", group.to.as_str().into()),
            ("links", format::count(group.count).into()),
        ]
    }

    /// Empty racks. Rack-scale systems come in their own.
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
