//! What rules look at, and the questions that several of them ask.

use podwright_locales::{Language, Texts};

use crate::catalog::{Catalog, Gpu, Record};
use crate::cluster::{Cluster, ResolvedPool, SlotPath};
use crate::design::{Design, FabricSpec, InlineNode, Network, NodeRef, Slot};
use crate::fabric::{CableChoice, Layout, lay_out, size_fabrics};
use crate::placement::Plan;
use crate::report::CableGroup;

/// Millimetres from one slot to the next (PCI Express card electromechanical specification: 0.8 inch).
pub(super) const SLOT_PITCH_MM: f64 = 20.32;

/// A design with everything that was made of it.
pub(super) struct Scene<'a> {
    pub design: &'a Design,
    pub catalog: &'a Catalog,
    pub cluster: &'a Cluster,
    pub layouts: &'a [Layout],
    pub plan: &'a Plan,
}

impl Scene<'_> {
    /// The pools that are written out, with their node and its pointer.
    pub fn inline_pools(&self) -> impl Iterator<Item = (&ResolvedPool, &InlineNode, String)> {
        self.cluster.pools.iter().filter_map(|pool| {
            let inline = pool.node.inline.as_ref()?;
            Some((pool, inline, format!("{}/node", pool.pointer())))
        })
    }

    /// Fabrics that were sized, with the wish and its pointer.
    pub fn sized_fabrics(&self) -> impl Iterator<Item = (&Layout, &FabricSpec, String)> {
        self.layouts.iter().filter_map(|layout| {
            let spec = self.design.fabrics.get(layout.index)?;
            Some((layout, spec, format!("/fabrics/{}", layout.index)))
        })
    }

    /// The fabric with one wish changed and its cables placed again; none when it can't be built so.
    pub fn relaid(&self, layout: &Layout, change: &dyn Fn(&mut FabricSpec)) -> Option<Layout> {
        // Its neighbours stay: their racks stand between.
        let mut design = Design::empty("");
        design.site.clone_from(&self.design.site);
        design.fabrics.clone_from(&self.design.fabrics);
        change(design.fabrics.get_mut(layout.index)?);
        let (layouts, _) = lay_out(&design, self.cluster, self.catalog);
        layouts
            .into_iter()
            .find(|other| other.index == layout.index)
    }

    /// The counts of the fabric with one wish changed.
    pub fn resized(&self, layout: &Layout, change: &dyn Fn(&mut FabricSpec)) -> Option<Layout> {
        let mut spec = self.design.fabrics.get(layout.index)?.clone();
        change(&mut spec);
        let mut design = Design::empty("");
        design.site.clone_from(&self.design.site);
        design.fabrics.push(spec);
        let (layouts, _) = size_fabrics(&design, self.cluster, self.catalog);
        layouts.into_iter().next()
    }

    /// Whether the pool's own list of adapters overrides this network.
    pub fn overridden(&self, pool: &ResolvedPool, network: Network) -> bool {
        self.design
            .pools
            .get(pool.index)
            .is_some_and(|spec| spec.nics.contains_key(&network))
    }

    /// Whether the design depends on a pool's adapters: it names them, or a fabric joins them.
    pub fn chosen(&self, pool: &ResolvedPool, network: Network) -> bool {
        self.is_inline(pool)
            || self.overridden(pool, network)
            || self
                .layouts
                .iter()
                .any(|layout| layout.network == network && layout.size.is_some())
    }

    /// Whether a pool's node is written out in the design.
    pub fn is_inline(&self, pool: &ResolvedPool) -> bool {
        self.design
            .pools
            .get(pool.index)
            .is_some_and(|spec| matches!(spec.node, NodeRef::Inline(_)))
    }
}

/// A GeForce card: sold with open coolers, without peer access over PCIe in the stock driver.
pub(super) fn is_geforce(gpu: &Gpu) -> bool {
    gpu.name.starts_with("GeForce")
}

/// Thickness of a card in slots; none when nobody says.
pub(super) fn thickness(inline: &InlineNode, gpu: &Gpu) -> Option<f64> {
    inline.card_slots.or(gpu.slot_width.map(f64::from))
}

/// The slots that hold cards, in the order of the cards.
pub(super) fn card_slots(inline: &InlineNode) -> &[Slot] {
    &inline.slots[..inline.slots.len().min(inline.count as usize)]
}

/// Slots that hold nothing and are not covered by a card, with their place in the list.
pub(super) fn free_slots<'a>(
    inline: &'a InlineNode,
    gpu: &Gpu,
) -> impl Iterator<Item = (usize, &'a Slot)> {
    let cover = thickness(inline, gpu).unwrap_or(1.0);
    let cards = card_slots(inline).len();
    inline
        .slots
        .iter()
        .enumerate()
        .skip(cards)
        .filter(move |(_, slot)| {
            let covered = card_slots(inline).iter().any(|card| {
                card.position <= slot.position
                    && f64::from(slot.position) < f64::from(card.position) + cover
            });
            let held = inline
                .nics
                .iter()
                .any(|nic| nic.slot == Some(slot.position));
            let listed = inline
                .slots
                .iter()
                .filter(|other| other.position == slot.position)
                .count();
            !covered && !held && listed == 1
        })
}

/// Runs of a fabric that no part reaches.
pub(super) fn short_runs(layout: &Layout) -> usize {
    let runs = layout.report.cables.iter().zip(&layout.cables);
    runs.filter(|(group, choice)| !run_reaches(group, choice.as_ref()))
        .count()
}

/// Whether a run has parts that reach.
pub(super) fn run_reaches(group: &CableGroup, choice: Option<&CableChoice>) -> bool {
    choice.is_some_and(|choice| choice.reaches(group.length_m))
}

/// Rate of a slot for a card, GB/s per direction: the lesser of both.
pub(super) fn edge_gb_s(slot_gen: u32, slot_lanes: u32, card_gen: u32, card_lanes: u32) -> f64 {
    SlotPath {
        pcie_gen: slot_gen.min(card_gen),
        lanes: slot_lanes.min(card_lanes),
        root: String::new(),
        socket: 0,
    }
    .gb_s()
}

/// Where a figure of a part is from, in words.
pub(super) fn catalogue_source(record: &dyn Record) -> String {
    let texts = Texts::of(Language::English);
    if record.as_of().is_empty() {
        texts.get("finding-source-design")
    } else {
        texts.with("finding-source-catalog", &[("date", record.as_of().into())])
    }
}

/// A source that is our own estimate.
pub(super) fn estimate_source() -> String {
    Texts::of(Language::English).get("finding-source-estimate")
}
