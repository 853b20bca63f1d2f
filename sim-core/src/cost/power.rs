//! Electrical power by kind of part.
//!
//! Rules. A catalogue node draws its rating at most, and a share of it typically. A node that is written out draws the
//! sum of its parts. Vendors rate the maximum of a switch with optics in all cages and its typical draw with passive
//! copper, so the typical draw of a switch is the vendor's plus the optics at its end of each link (never more than its
//! maximum); optics at the nodes are within the nodes' figures. A chassis draws its figure less that of the cards it lacks.
//! What has no figure is named as unknown and left out.

use podwright_locales::{Language, Texts, format};

use super::defaults;
use super::purchase::HOST_PART;
use super::terms::Terms;
use crate::catalog::{Catalog, NodeCategory, Switch};
use crate::cluster::{Cluster, ResolvedPool};
use crate::design::Design;
use crate::fabric::{CableChoice, CablePlace, Layout};
use crate::prices::PriceBook;
use crate::report::{Power, PowerItem, TierRole};
use crate::units::Watts;

/// Draw of one kind of part.
#[derive(Clone, Debug, PartialEq)]
pub struct Draw {
    /// Catalogue id.
    pub part_id: String,
    /// What it is.
    pub description: String,
    /// Pieces.
    pub count: u64,
    /// Maximum of one, W; none when unknown.
    pub max_w: Option<f64>,
    /// What it draws on average.
    pub typical: Typical,
}

/// How the average draw of a part is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Typical {
    /// A share of the maximum: it follows the load.
    Share(f64),
    /// A figure of its own, W; none when unknown.
    Watts(Option<f64>),
}

impl Draw {
    /// Average draw of one, W, with the shares of maximum power multiplied by a factor (1 changes nothing; no share
    /// passes 1); none when unknown.
    pub fn typical_w(&self, factor: f64) -> Option<f64> {
        match self.typical {
            Typical::Share(share) => self.max_w.map(|max| max * (share * factor).min(1.0)),
            Typical::Watts(watts) => watts,
        }
    }
}

/// Draws of all parts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draws {
    /// Nodes first, then switches.
    pub parts: Vec<Draw>,
}

impl Draws {
    /// Average IT power, W, with the loads multiplied by a factor. Where only the maximum is known, that counts.
    pub fn it_typical_w(&self, factor: f64) -> f64 {
        sum(&self.parts, |draw| draw.typical_w(factor).or(draw.max_w))
    }

    /// Maximum IT power, W. Where only the average is known, that counts.
    pub fn it_max_w(&self) -> f64 {
        sum(&self.parts, |draw| draw.max_w.or(draw.typical_w(1.0)))
    }

    /// Average over maximum power of the parts that follow the load; none without such parts.
    pub fn load(&self) -> Option<f64> {
        let follows = |draw: &&Draw| matches!(draw.typical, Typical::Share(_));
        let typical: f64 = self
            .parts
            .iter()
            .filter(follows)
            .filter_map(|draw| Some(draw.typical_w(1.0)? * draw.count as f64))
            .sum();
        let max: f64 = self
            .parts
            .iter()
            .filter(follows)
            .filter_map(|draw| Some(draw.max_w? * draw.count as f64))
            .sum();
        (max > 0.0).then(|| typical / max)
    }
}

fn sum(draws: &[Draw], watts: impl Fn(&Draw) -> Option<f64>) -> f64 {
    draws
        .iter()
        .filter_map(|draw| Some(watts(draw)? * draw.count as f64))
        // The sum of no floats is −0.
        .fold(0.0, |sum, watts| sum + watts)
}

/// Draws of the nodes and switches of a design.
pub fn draws(
    terms: &Terms,
    catalog: &Catalog,
    cluster: &Cluster,
    layouts: &[Layout],
    prices: &PriceBook,
) -> Draws {
    let nodes = cluster
        .pools
        .iter()
        .flat_map(|pool| pool_draws(pool, terms, prices));
    let switches = layouts
        .iter()
        .flat_map(|layout| switch_draws(layout, catalog, prices));
    Draws {
        parts: nodes.chain(switches).collect(),
    }
}

/// The share of maximum power that counts for a node, with its source.
pub fn node_load(terms: &Terms, pool: &ResolvedPool) -> (f64, &'static str) {
    match (terms.average_load, &pool.node.inline, pool.node.category) {
        (Some(load), ..) => (load, defaults::DESIGN),
        (None, Some(_), _) => (defaults::PARTS_LOAD, defaults::PARTS_LOAD_SOURCE),
        (None, None, NodeCategory::Rack) => {
            (defaults::RACK_SCALE_LOAD, defaults::RACK_SCALE_LOAD_SOURCE)
        }
        (None, None, _) => (defaults::SERVER_LOAD, defaults::SERVER_LOAD_SOURCE),
    }
}

fn pool_draws(pool: &ResolvedPool, terms: &Terms, prices: &PriceBook) -> Vec<Draw> {
    let node = &pool.node;
    let typical = Typical::Share(node_load(terms, pool).0);
    if node.inline.is_some() {
        let cards_w = f64::from(node.gpu_count) * node.gpu.tdp_w;
        let texts = Texts::of(Language::English);
        return vec![
            Draw {
                part_id: node.gpu.id.clone(),
                description: node.gpu.name.clone(),
                count: pool.gpus(),
                max_w: Some(node.gpu.tdp_w),
                typical,
            },
            Draw {
                part_id: HOST_PART.to_owned(),
                description: texts.get("report-bom-host"),
                count: pool.count,
                max_w: node.max_w.map(|all| all - cards_w),
                typical,
            },
        ];
    }
    let part_id = node.catalog_id.clone().unwrap_or_default();
    let listed = prices.power(&part_id).and_then(|power| power.max_w);
    vec![Draw {
        max_w: node.max_w.or(listed.map(Watts::w)),
        part_id,
        description: node.name.clone(),
        count: pool.count,
        typical,
    }]
}

fn switch_draws(layout: &Layout, catalog: &Catalog, prices: &PriceBook) -> Vec<Draw> {
    layout
        .report
        .tiers
        .iter()
        .filter(|tier| tier.count > 0)
        .filter_map(|tier| Some((tier, layout.switch_of(tier.role)?)))
        .map(|(tier, switch)| {
            let (full, full_max) = switch_figures(switch, prices);
            let optics_w = optics_w(layout, tier.role, catalog) / tier.count as f64;
            let cards = tier.cards_each();
            let max_w = switch.less_cards(full_max, cards, |card| card.power_max_w);
            let typical = match switch.less_cards(full, cards, |card| card.power_typical_w) {
                Some(typical) => {
                    let drawn = typical + optics_w;
                    Some(max_w.map_or(drawn, |max| drawn.min(max)))
                }
                // A card of unknown draw leaves that of the chassis unknown.
                None if full.is_some() => None,
                None => max_w,
            };
            Draw {
                part_id: switch.id.clone(),
                description: Texts::of(Language::English).with(
                    "report-power-switch",
                    &[
                        ("name", switch.name.as_str().into()),
                        ("fabric", layout.report.id.as_str().into()),
                        ("role", tier.role.id().into()),
                        ("optics", format::watts(optics_w).into()),
                    ],
                ),
                count: tier.count,
                max_w,
                typical: Typical::Watts(typical),
            }
        })
        .collect()
}

/// Typical and maximum draw of a switch: the catalogue's, else the price table's.
fn switch_figures(switch: &Switch, prices: &PriceBook) -> (Option<f64>, Option<f64>) {
    let listed = prices.power(&switch.id);
    (
        switch
            .power_typical_w
            .or_else(|| Some(listed?.typical_w?.w())),
        switch.power_max_w.or_else(|| Some(listed?.max_w?.w())),
    )
}

/// Draw of all pluggable ends that sit in the switches of a tier, W.
fn optics_w(layout: &Layout, role: TierRole, catalog: &Catalog) -> f64 {
    let name = role.id();
    layout
        .report
        .cables
        .iter()
        .zip(&layout.cables)
        .filter_map(|(group, choice)| {
            let choice = choice.as_ref()?;
            let lower = if group.from == name {
                end_w(choice, CablePlace::LowerEnd, catalog)
            } else {
                0.0
            };
            let upper = if group.to == name {
                end_w(choice, CablePlace::UpperEnd, catalog)
            } else {
                0.0
            };
            Some((lower + upper) * group.count as f64)
        })
        .sum()
}

/// Draw of one end of one link, W.
fn end_w(choice: &CableChoice, end: CablePlace, catalog: &Catalog) -> f64 {
    choice
        .parts
        .iter()
        .filter(|part| part.place == end || part.place == CablePlace::Whole)
        .filter_map(|part| {
            let cable = catalog.cable(&part.part_id)?;
            Some(cable.power_per_end_w / part.links_per_piece.max(1) as f64)
        })
        .sum()
}

/// The power section of the report.
pub fn report(draws: &Draws, terms: &Terms) -> Power {
    let mut unknown: Vec<String> = Vec::new();
    for draw in &draws.parts {
        if (draw.max_w.is_none() || draw.typical_w(1.0).is_none())
            && !unknown.contains(&draw.part_id)
        {
            unknown.push(draw.part_id.clone());
        }
    }
    let pue = terms.pue.value;
    let it_typical_w = draws.it_typical_w(1.0);
    let it_max_w = draws.it_max_w();
    Power {
        items: draws
            .parts
            .iter()
            .map(|draw| PowerItem {
                part_id: draw.part_id.clone(),
                description: draw.description.clone(),
                count: draw.count,
                typical_w: draw.typical_w(1.0).map(two_places),
                max_w: draw.max_w.map(two_places),
            })
            .collect(),
        it_typical_w: two_places(it_typical_w),
        it_max_w: two_places(it_max_w),
        facility_typical_w: two_places(it_typical_w * pue),
        facility_max_w: two_places(it_max_w * pue),
        pue,
        energy_kwh_per_year: two_places(energy_kwh_per_year(it_typical_w, pue)),
        unknown,
    }
}

/// Energy at the meter in a year, kWh.
pub fn energy_kwh_per_year(it_typical_w: f64, pue: f64) -> f64 {
    it_typical_w / 1e3 * pue * defaults::HOURS_PER_YEAR
}

fn two_places(value: f64) -> f64 {
    libm::round(value * 100.0) / 100.0
}

/// Power of a design.
pub fn power(
    design: &Design,
    catalog: &Catalog,
    cluster: &Cluster,
    layouts: &[Layout],
    prices: &PriceBook,
) -> Power {
    let terms = Terms::of(&design.site, cluster, prices.market());
    report(&draws(&terms, catalog, cluster, layouts, prices), &terms)
}
