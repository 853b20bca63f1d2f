//! The fields of a design that hold a number: where each lies in the document, what it takes, how it reads and writes.

use podwright_sim_core::Design;
use podwright_sim_core::design::{InlineNode, MAX_GPUS, NodeRef, Oversubscription, Slot, Workload};
use serde_json::Value;

use super::number::Bounds;
use super::patch;
use super::row::{Row, Takes};

/// A field with a number, or one of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum NumberField {
    /// Nodes (racks) of a pool.
    PoolCount(usize),
    /// PCIe lanes of the CPU of an inline node.
    CpuLanes(usize),
    /// Rating of the power supply of an inline node, W.
    PsuWatts(usize),
    /// Draw of the host of an inline node, W.
    HostWatts(usize),
    /// Thickness of a card, slots.
    CardSlots(usize),
    /// A number of a slot: pool, slot, which.
    Slot(usize, usize, SlotField),
    /// Requested oversubscription at the leaves of a fabric.
    Oversubscription(usize),
    /// Requested oversubscription between pods and core of a fabric.
    PodOversubscription(usize),
    /// Message size of a workload, bytes.
    MessageBytes(usize),
    /// A figure of the site.
    Site(SiteField),
    /// Unit price of a part, US dollars, that wins over the price book.
    PriceOverride(String),
    /// A row of a table at a place, such as `/fabrics/0`; it may hold words.
    Of(String, &'static Row),
}

/// A number of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SlotField {
    /// Place on the board, slot pitches from the top.
    Position,
    /// PCIe generation.
    Generation,
    /// Lanes.
    Lanes,
}

/// A figure of the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SiteField {
    /// US dollars per kWh.
    Electricity,
    /// Facility over IT power.
    Pue,
    /// kW a rack may draw.
    RackLimit,
    /// Years of use.
    Years,
    /// US dollars per kW and month.
    Colocation,
    /// US dollars per kW.
    Hall,
    /// Average draw over maximum power, 0 to 1.
    AverageLoad,
    /// Share of hours that are used, 0 to 1.
    Utilization,
    /// Per cent of capital cost a year.
    Support,
    /// US dollars a year.
    Staff,
    /// Per cent of the parts' price.
    Installation,
    /// Per cent of optics, cables and adapters.
    Spares,
    /// Rent of one GPU, US dollars per hour; no field of the form, the cost view asks for it.
    Rent,
}

impl SiteField {
    /// All, in the order of the form.
    pub const ALL: [Self; 12] = [
        Self::Electricity,
        Self::Pue,
        Self::RackLimit,
        Self::Years,
        Self::Colocation,
        Self::Hall,
        Self::AverageLoad,
        Self::Utilization,
        Self::Support,
        Self::Staff,
        Self::Installation,
        Self::Spares,
    ];

    fn key(self) -> &'static str {
        match self {
            Self::Electricity => "electricity_usd_per_kwh",
            Self::Pue => "pue",
            Self::RackLimit => "rack_kw_limit",
            Self::Years => "years",
            Self::Colocation => "colocation_usd_per_kw_month",
            Self::Hall => "hall_usd_per_kw",
            Self::AverageLoad => "average_load",
            Self::Utilization => "utilization",
            Self::Support => "support_percent_per_year",
            Self::Staff => "staff_usd_per_year",
            Self::Installation => "installation_percent",
            Self::Spares => "spares_percent",
            Self::Rent => "rent_usd_per_gpu_hour",
        }
    }

    fn place(self, design: &mut Design) -> &mut Option<f64> {
        let site = &mut design.site;
        match self {
            Self::Electricity => &mut site.electricity_usd_per_kwh,
            Self::Pue => &mut site.pue,
            Self::RackLimit => &mut site.rack_kw_limit,
            Self::Years => &mut site.years,
            Self::Colocation => &mut site.colocation_usd_per_kw_month,
            Self::Hall => &mut site.hall_usd_per_kw,
            Self::AverageLoad => &mut site.average_load,
            Self::Utilization => &mut site.utilization,
            Self::Support => &mut site.support_percent_per_year,
            Self::Staff => &mut site.staff_usd_per_year,
            Self::Installation => &mut site.installation_percent,
            Self::Spares => &mut site.spares_percent,
            Self::Rent => &mut site.rent_usd_per_gpu_hour,
        }
    }

    fn value(self, design: &Design) -> Option<f64> {
        let site = &design.site;
        match self {
            Self::Electricity => site.electricity_usd_per_kwh,
            Self::Pue => site.pue,
            Self::RackLimit => site.rack_kw_limit,
            Self::Years => site.years,
            Self::Colocation => site.colocation_usd_per_kw_month,
            Self::Hall => site.hall_usd_per_kw,
            Self::AverageLoad => site.average_load,
            Self::Utilization => site.utilization,
            Self::Support => site.support_percent_per_year,
            Self::Staff => site.staff_usd_per_year,
            Self::Installation => site.installation_percent,
            Self::Spares => site.spares_percent,
            Self::Rent => site.rent_usd_per_gpu_hour,
        }
    }
}

/// The inline node of a pool.
pub fn inline(design: &Design, pool: usize) -> Option<&InlineNode> {
    match &design.pools.get(pool)?.node {
        NodeRef::Inline(node) => Some(node),
        NodeRef::Catalog(_) => None,
    }
}

/// The inline node of a pool, to be changed.
pub fn inline_mut(design: &mut Design, pool: usize) -> Option<&mut InlineNode> {
    match &mut design.pools.get_mut(pool)?.node {
        NodeRef::Inline(node) => Some(node),
        NodeRef::Catalog(_) => None,
    }
}

fn slot(design: &Design, pool: usize, at: usize) -> Option<&Slot> {
    inline(design, pool)?.slots.get(at)
}

fn workload(design: &Design, at: usize) -> Option<&Workload> {
    design.workloads.get(at)
}

impl NumberField {
    /// JSON pointer to the field.
    pub fn pointer(&self) -> String {
        match self {
            Self::PoolCount(i) => format!("/pools/{i}/count"),
            Self::CpuLanes(i) => format!("/pools/{i}/node/cpu_lanes"),
            Self::PsuWatts(i) => format!("/pools/{i}/node/psu_w"),
            Self::HostWatts(i) => format!("/pools/{i}/node/host_w"),
            Self::CardSlots(i) => format!("/pools/{i}/node/card_slots"),
            Self::Slot(i, j, which) => {
                let key = match which {
                    SlotField::Position => "position",
                    SlotField::Generation => "pcie_gen",
                    SlotField::Lanes => "lanes",
                };
                format!("/pools/{i}/node/slots/{j}/{key}")
            }
            Self::Oversubscription(i) => format!("/fabrics/{i}/oversubscription"),
            Self::PodOversubscription(i) => format!("/fabrics/{i}/oversubscription/pod"),
            Self::MessageBytes(i) => format!("/workloads/{i}/message_bytes"),
            Self::Site(field) => format!("/site/{}", field.key()),
            Self::PriceOverride(part) => {
                format!(
                    "/price_overrides/{}",
                    part.replace('~', "~0").replace('/', "~1")
                )
            }
            Self::Of(place, row) => format!("{place}/{}", row.key()),
        }
    }

    /// What it takes; the same limits as [`Design::limit_problems`].
    pub fn bounds(&self) -> Bounds {
        let whole = |low: f64, high: f64| Bounds {
            low,
            high,
            whole: true,
        };
        let real = |low: f64, high: f64| Bounds {
            low,
            high,
            whole: false,
        };
        match self {
            Self::PoolCount(_) => whole(1.0, MAX_GPUS as f64),
            Self::CpuLanes(_) => whole(1.0, 1024.0),
            Self::PsuWatts(_) => real(1.0, 1e6),
            Self::HostWatts(_) => real(0.0, 1e6),
            Self::CardSlots(_) => real(0.5, 8.0),
            Self::Slot(_, _, SlotField::Position) => whole(1.0, 64.0),
            Self::Slot(_, _, SlotField::Generation) => whole(1.0, 6.0),
            Self::Slot(_, _, SlotField::Lanes) => whole(1.0, 16.0),
            Self::Oversubscription(_) | Self::PodOversubscription(_) => real(1.0, 64.0),
            Self::MessageBytes(_) => whole(1.0, 1_099_511_627_776.0),
            Self::PriceOverride(_) => real(0.0, 1e12),
            Self::Of(_, row) => row.bounds(),
            Self::Site(field) => match field {
                SiteField::Electricity => real(0.0, 10.0),
                SiteField::Pue => real(1.0, 5.0),
                SiteField::RackLimit => real(0.1, 10_000.0),
                SiteField::Years => real(0.1, 30.0),
                SiteField::Colocation => real(0.0, 100_000.0),
                SiteField::AverageLoad => real(0.0, 1.0),
                SiteField::Utilization => real(0.001, 1.0),
                SiteField::Support | SiteField::Installation | SiteField::Spares => {
                    real(0.0, 100.0)
                }
                SiteField::Staff => real(0.0, 1e12),
                SiteField::Hall | SiteField::Rent => real(0.0, 1e6),
            },
        }
    }

    /// Whether the field may be left empty, so that the default counts.
    pub fn optional(&self) -> bool {
        matches!(
            self,
            Self::CpuLanes(_)
                | Self::PsuWatts(_)
                | Self::HostWatts(_)
                | Self::CardSlots(_)
                | Self::Site(_)
                | Self::PriceOverride(_)
                | Self::Of(..)
        )
    }

    /// Whether it holds a message size, written with a binary unit.
    pub fn is_size(&self) -> bool {
        matches!(self, Self::MessageBytes(_))
    }

    /// What a row of a table takes.
    pub fn takes(&self) -> Option<Takes> {
        match self {
            Self::Of(_, row) => Some(row.takes),
            _ => None,
        }
    }

    /// Decimals that are shown at least.
    pub fn decimals(&self) -> usize {
        match self {
            Self::Site(SiteField::Electricity | SiteField::Rent) => 2,
            Self::Oversubscription(_) | Self::PodOversubscription(_) => 1,
            _ => 0,
        }
    }

    /// The text id of its name.
    pub fn label_id(&self) -> &'static str {
        match self {
            Self::PoolCount(_) => "planner-field-count",
            Self::CpuLanes(_) => "planner-field-cpu-lanes",
            Self::PsuWatts(_) => "planner-field-psu",
            Self::HostWatts(_) => "planner-field-host",
            Self::CardSlots(_) => "planner-field-card-slots",
            Self::Slot(_, _, SlotField::Position) => "planner-field-slot-position",
            Self::Slot(_, _, SlotField::Generation) => "planner-field-slot-generation",
            Self::Slot(_, _, SlotField::Lanes) => "planner-field-slot-lanes",
            Self::Oversubscription(_) => "planner-field-oversubscription",
            Self::PodOversubscription(_) => "planner-field-pod-oversubscription",
            Self::MessageBytes(_) => "planner-field-message",
            Self::PriceOverride(_) => "planner-field-price",
            Self::Of(_, row) => row.label,
            Self::Site(field) => match field {
                SiteField::Electricity => "planner-field-electricity",
                SiteField::Pue => "planner-field-pue",
                SiteField::RackLimit => "planner-field-rack-limit",
                SiteField::Years => "planner-field-years",
                SiteField::Colocation => "planner-field-colocation",
                SiteField::Hall => "planner-field-hall",
                SiteField::AverageLoad => "planner-field-average-load",
                SiteField::Utilization => "planner-field-utilization",
                SiteField::Support => "planner-field-support",
                SiteField::Staff => "planner-field-staff",
                SiteField::Installation => "planner-field-installation",
                SiteField::Spares => "planner-field-spares",
                SiteField::Rent => "planner-field-rent",
            },
        }
    }

    /// The value in a design; nothing when it is absent there.
    pub fn read(&self, design: &Design) -> Option<f64> {
        match self {
            Self::PoolCount(i) => design.pools.get(*i).map(|pool| pool.count.into()),
            Self::CpuLanes(i) => inline(design, *i)?.cpu_lanes.map(f64::from),
            Self::PsuWatts(i) => inline(design, *i)?.psu_w,
            Self::HostWatts(i) => inline(design, *i)?.host_w,
            Self::CardSlots(i) => inline(design, *i)?.card_slots,
            Self::Slot(i, j, which) => slot(design, *i, *j).map(|slot| match which {
                SlotField::Position => slot.position.into(),
                SlotField::Generation => slot.pcie_gen.into(),
                SlotField::Lanes => slot.lanes.into(),
            }),
            Self::Oversubscription(i) => design.fabrics.get(*i).map(|f| f.oversubscription.leaf()),
            Self::PodOversubscription(i) => {
                design.fabrics.get(*i).map(|f| f.oversubscription.pod())
            }
            Self::MessageBytes(i) => workload(design, *i)?
                .message_bytes
                .map(|bytes| bytes as f64),
            Self::Site(field) => field.value(design),
            Self::PriceOverride(part) => design.price_overrides.get(part).copied(),
            Self::Of(..) => patch::to_json(design).pointer(&self.pointer())?.as_f64(),
        }
    }

    /// Writes a value that lies within the bounds; nothing happens where the field does not exist.
    pub fn write(&self, design: &mut Design, value: Option<f64>) {
        let whole = value.map(|value| value as u32);
        match self {
            Self::PoolCount(i) => {
                if let (Some(pool), Some(count)) = (design.pools.get_mut(*i), whole) {
                    pool.count = count;
                }
            }
            Self::CpuLanes(i) => {
                if let Some(node) = inline_mut(design, *i) {
                    node.cpu_lanes = whole;
                }
            }
            Self::PsuWatts(i) => {
                if let Some(node) = inline_mut(design, *i) {
                    node.psu_w = value;
                }
            }
            Self::HostWatts(i) => {
                if let Some(node) = inline_mut(design, *i) {
                    node.host_w = value;
                }
            }
            Self::CardSlots(i) => {
                if let Some(node) = inline_mut(design, *i) {
                    node.card_slots = value;
                }
            }
            Self::Slot(i, j, which) => {
                if let (Some(slot), Some(value)) = (
                    inline_mut(design, *i).and_then(|node| node.slots.get_mut(*j)),
                    whole,
                ) {
                    match which {
                        SlotField::Position => slot.position = value,
                        SlotField::Generation => slot.pcie_gen = value,
                        SlotField::Lanes => slot.lanes = value,
                    }
                }
            }
            Self::Oversubscription(i) | Self::PodOversubscription(i) => {
                if let (Some(fabric), Some(value)) = (design.fabrics.get_mut(*i), value) {
                    let ratio = &mut fabric.oversubscription;
                    *ratio = if matches!(self, Self::Oversubscription(_)) {
                        Oversubscription::of(value, ratio.pod())
                    } else {
                        Oversubscription::of(ratio.leaf(), value)
                    };
                }
            }
            Self::MessageBytes(i) => {
                if let (Some(work), Some(bytes)) = (design.workloads.get_mut(*i), value) {
                    work.message_bytes = Some(bytes as u64);
                }
            }
            Self::Site(field) => *field.place(design) = value,
            Self::PriceOverride(part) => {
                match value {
                    Some(price) => design.price_overrides.insert(part.clone(), price),
                    None => design.price_overrides.remove(part),
                };
            }
            Self::Of(_, row) => {
                let value = match value {
                    Some(value) if row.bounds().whole => Value::from(value as u64),
                    value => value.map_or(Value::Null, Value::from),
                };
                if let Ok(next) = patch::put(design, &self.pointer(), value) {
                    *design = next;
                }
            }
        }
    }
}
