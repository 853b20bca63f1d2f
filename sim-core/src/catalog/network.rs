//! Network adapters, switches and cables.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::members::by_members;
use super::record::record;

record! {
    /// A network adapter.
    Nics: pub struct Nic {
        /// Ports.
        pub ports: u32,
        /// Rate of a port, Gbit/s.
        pub gbit_s_per_port: f64,
        /// Rate of all ports together, Gbit/s; less than ports x rate where the adapter is the limit.
        pub max_aggregate_gbit_s: f64,
        /// The aggregate per direction, GB/s.
        pub gb_s_per_direction: f64,
        /// Host interface; unknown for virtual adapters.
        pub pcie: HostInterface,
        /// What it speaks.
        pub protocols: Vec<NicProtocol>,
        /// Typical power, W.
        pub power_typical_w: Option<f64>,
        /// Largest power, W.
        pub power_max_w: Option<f64>,
        /// Connector.
        pub connector: String,
        /// Ways to split a port, for example `2x400`; see [`Breakout`].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub breakout: Option<Vec<String>>,
    }
}

/// PCIe edge of an adapter; `None` = not a PCIe part or not found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct HostInterface {
    /// PCIe generation.
    pub generation: Option<u32>,
    /// Electrical lanes.
    pub lanes: Option<u32>,
}

by_members!(HostInterface { generation, lanes });

/// Protocols of an adapter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum NicProtocol {
    /// Plain Ethernet.
    Ethernet,
    /// InfiniBand.
    Infiniband,
    /// RDMA over converged Ethernet, version 2.
    #[serde(rename = "rocev2")]
    RoceV2,
    /// RDMA over TCP.
    Iwarp,
    /// NVIDIA Spectrum-X (needs the matching switches).
    SpectrumX,
    /// Ultra Ethernet.
    Uec,
    /// AWS Elastic Fabric Adapter, SRD transport.
    EfaSrd,
    /// Google GPUDirect-TCPXO.
    Tcpxo,
}

record! {
    /// A switch: fixed box, chassis with its cards, or scale-up tray.
    Switches: pub struct Switch {
        /// What its ports speak.
        pub protocol: LinkProtocol,
        /// Switch chip.
        pub asic: Option<String>,
        /// Groups of equal ports; the first group is the data ports.
        pub ports: Vec<PortGroup>,
        /// Ways to split a port, for example `2x400`; see [`Switch::links_at`].
        pub breakout: Vec<String>,
        /// Ports x rate in one direction, Tbit/s.
        pub switching_capacity_tbit_s: f64,
        /// The number that the vendor prints, Tbit/s: one or both directions.
        pub vendor_headline_tbit_s: f64,
        /// Port to port, ns.
        pub latency_ns: Option<f64>,
        /// Typical power, W; `notes` say with or without optics.
        pub power_typical_w: Option<f64>,
        /// Largest power, W; `notes` say what it includes.
        pub power_max_w: Option<f64>,
        /// Height, rack units.
        pub rack_units: u32,
        /// Mass, kg.
        pub weight_kg: Option<f64>,
        /// Packet buffer, MB.
        pub buffer_mb: Option<f64>,
        /// Whether it can choose among equal paths by load.
        pub adaptive_routing: bool,
        /// Whether it is part of NVIDIA's Spectrum-X.
        pub spectrum_x_capable: bool,
        /// SHARP generation (in-network reduction), InfiniBand only.
        pub sharp_generation: Option<u32>,
        /// Cards that hold its ports, for a chassis; the other figures are those of a full one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub chassis: Option<Chassis>,
    }
}

/// What a chassis is filled with. Only the line cards that are needed are bought.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Chassis {
    /// Slots for line cards.
    pub slots: u32,
    /// Number of the first of them in the names of ports.
    pub first_slot: u32,
    /// The line card; `count` is its ports.
    pub card: ChassisPart,
    /// What every chassis needs beside (supervisors, fabric modules), each with its count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modules: Vec<ChassisPart>,
}

/// A part of a chassis.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ChassisPart {
    /// Stable identifier, for prices.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// Ports of a line card, or modules of a chassis.
    pub count: u32,
    /// Typical power, W.
    pub power_typical_w: Option<f64>,
    /// Largest power, W.
    pub power_max_w: Option<f64>,
}

by_members!(Chassis { slots, first_slot, card; modules });

by_members!(ChassisPart {
    id,
    name,
    count,
    power_typical_w,
    power_max_w
});

/// Protocol of a switch port or cable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LinkProtocol {
    /// Ethernet.
    Ethernet,
    /// InfiniBand.
    Infiniband,
    /// NVLink, scale-up only.
    Nvlink,
}

/// Equal ports of a switch.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PortGroup {
    /// Ports, counted at `gbit_s` (a twin-port cage counts as two).
    pub count: u32,
    /// Rate of a port, Gbit/s.
    pub gbit_s: f64,
    /// Connector; `(… twin-port)` gives the cages.
    pub connector: String,
    /// The ports are made for links to other switches, and the others for links to nodes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub uplink: bool,
}

by_members!(PortGroup { count, gbit_s, connector; uplink });

/// One way to split a port: `links` links of `gbit_s` each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Breakout {
    /// Rate of the port that can be split so, Gbit/s; `None` = any whose rate fits.
    pub of_gbit_s: Option<f64>,
    /// Links out of one port.
    pub links: u32,
    /// Rate of a link, Gbit/s.
    pub gbit_s: f64,
    /// Largest number of such links on the whole switch, where the vendor states one.
    pub max_links: Option<u32>,
    /// Whether only every second or a stated part of the ports can be split so.
    pub restricted: bool,
}

impl PortGroup {
    /// Physical cages: half the ports where the connector says twin-port.
    pub fn cages(&self) -> u32 {
        if self.connector.contains("twin-port") {
            self.count.div_ceil(2)
        } else {
            self.count
        }
    }

    /// Electrical lanes of a cage.
    pub fn lanes(&self) -> u32 {
        if self.connector.contains("OSFP") || self.connector.contains("-DD") {
            8
        } else if self.connector.contains("QSFP") {
            4
        } else {
            1
        }
    }
}

/// A rate as JSON writes numbers. The reader is the one that the documents need anyway; the standard library's would add
/// its tables to the browser's module.
fn rate(text: &str) -> Option<f64> {
    serde_json::from_str(text).ok()
}

impl Breakout {
    /// Reads the catalogue's wording: `2x400`, `100G: 4x25`, `8x100 (256 max)`, `2x100 (80 ports HDR100)`.
    /// `None` = not a split into links (for example `to 1G`).
    pub fn parse(text: &str) -> Option<Self> {
        let (head, condition) = match text.split_once('(') {
            Some((head, rest)) => (head.trim(), rest.trim_end_matches(')')),
            None => (text.trim(), ""),
        };
        let (of_gbit_s, split) = match head.split_once(':') {
            Some((of, split)) => (Some(rate(of.trim().trim_end_matches('G'))?), split.trim()),
            None => (None, head),
        };
        let (links, gbit_s) = split.split_once('x')?;
        let links: u32 = links.parse().ok()?;
        let gbit_s = rate(gbit_s)?;
        if links == 0 || !gbit_s.is_finite() || gbit_s <= 0.0 {
            return None;
        }
        let max_links = condition
            .split_whitespace()
            .next()
            .and_then(|word| word.parse().ok());
        Some(Self {
            of_gbit_s,
            links,
            gbit_s,
            max_links,
            restricted: !condition.is_empty() && max_links.is_none(),
        })
    }
}

impl Switch {
    /// The splits that the record states, in its order.
    pub fn breakouts(&self) -> impl Iterator<Item = Breakout> {
        self.breakout
            .iter()
            .filter_map(|text| Breakout::parse(text))
    }

    /// Links of exactly this rate that the switch can offer at once: native ports of the rate, else
    /// ports split by a stated breakout (splits with a restriction in words are left out).
    /// 0 = the switch has no such links.
    pub fn links_at(&self, gbit_s: f64) -> u32 {
        self.ports.iter().fold(0, |sum: u32, group| {
            sum.saturating_add(self.links_of(group, gbit_s))
        })
    }

    /// The same of one group of its ports.
    pub fn links_of(&self, group: &PortGroup, gbit_s: f64) -> u32 {
        let native = if group.gbit_s == gbit_s {
            group.count
        } else {
            0
        };
        let split = self
            .breakouts()
            .filter(|way| {
                !way.restricted
                    && way.gbit_s == gbit_s
                    && way
                        .of_gbit_s
                        .map_or(f64::from(way.links) * way.gbit_s <= group.gbit_s, |of| {
                            of == group.gbit_s
                        })
            })
            .map(|way| {
                group
                    .count
                    .saturating_mul(way.links)
                    .min(way.max_links.unwrap_or(u32::MAX))
            })
            .max();
        native.saturating_add(split.unwrap_or_default())
    }

    /// The switch as adapters with such a connector find it. Lanes of a QSFP56 plug carry 50 Gbit/s, those of a 400G port of
    /// a twin-port cage or of an 800G port twice as much: a link of 200G that takes two of these takes four toward QSFP56,
    /// and a port has half as many (NVIDIA, MCP7Y60 against MCP7Y40).
    pub fn toward(&self, connector: &str, gbit_s: f64) -> Cow<'_, Self> {
        let slow = connector.contains("QSFP56") && !connector.contains("-DD");
        let halved = |group: &PortGroup| {
            // Of a port.
            let lanes = group.lanes() * group.cages() / group.count.max(1);
            (slow && group.lanes() == 8 && gbit_s > 100.0)
                .then(|| (f64::from(lanes) * 50.0 / gbit_s) as u32)
                .filter(|links| *links > 0)
        };
        let Some(most) = self.ports.first().and_then(halved) else {
            return Cow::Borrowed(self);
        };
        let fewer = |text: &String| match Breakout::parse(text) {
            Some(way) if way.gbit_s == gbit_s && way.links > most => {
                text.replacen(&format!("{}x", way.links), &format!("{most}x"), 1)
            }
            _ => text.clone(),
        };
        let mut toward = self.clone();
        toward.breakout = self.breakout.iter().map(fewer).collect();
        Cow::Owned(toward)
    }

    /// Physical cages of the data ports (first group).
    pub fn data_cages(&self) -> u32 {
        self.ports.first().map_or(0, PortGroup::cages)
    }

    /// Cages of a line card; those of the whole switch where it has no cards.
    pub fn card_cages(&self) -> u64 {
        let slots = self.chassis.as_ref().map_or(1, |chassis| chassis.slots);
        u64::from(self.data_cages().div_ceil(slots.max(1)).max(1))
    }

    /// Largest power with so many line cards, W: that of a full chassis less the cards that are left out. None when
    /// either is unknown; `None` cards, or a switch without any, is the whole switch.
    pub fn max_w_with(&self, cards: Option<u64>) -> Option<f64> {
        self.less_cards(self.power_max_w, cards, |card| card.power_max_w)
    }

    /// A figure of the whole switch, W, less that of the line cards that are left out.
    pub(crate) fn less_cards(
        &self,
        whole: Option<f64>,
        cards: Option<u64>,
        of: impl Fn(&ChassisPart) -> Option<f64>,
    ) -> Option<f64> {
        let (Some(chassis), Some(cards)) = (&self.chassis, cards) else {
            return whole;
        };
        match u64::from(chassis.slots).saturating_sub(cards) {
            0 => whole,
            absent => Some((whole? - absent as f64 * of(&chassis.card)?).max(0.0)),
        }
    }

    /// Rate of the data ports (first group), Gbit/s; `None` for a switch without ports.
    pub fn port_gbit_s(&self) -> Option<f64> {
        self.ports.first().map(|group| group.gbit_s)
    }
}

record! {
    /// A cable, transceiver or fibre.
    Cables: pub struct Cable {
        /// Sort of cable.
        pub kind: CableKind,
        /// Rate, Gbit/s; 0 for fibre, which carries whatever its transceivers send.
        pub gbit_s: f64,
        /// Links that one end serves (2 for twin-port parts).
        pub ports_served: u32,
        /// Longest run, m.
        pub max_reach_m: f64,
        /// Power of one end, W.
        pub power_per_end_w: f64,
        /// Connector.
        pub connector: String,
        /// Copper or the fibre that it needs.
        pub medium: String,
        /// Where it may be used.
        pub protocols: Vec<LinkProtocol>,
        /// Other ways to run one end on the same lanes, for example `4x200`; see [`Breakout`].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub breakout: Option<Vec<String>>,
    }
}

impl Cable {
    /// The other ways to run one end.
    pub fn breakouts(&self) -> impl Iterator<Item = Breakout> {
        self.breakout
            .iter()
            .flatten()
            .filter_map(|text| Breakout::parse(text))
    }
}

/// Sort of cable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CableKind {
    /// Passive copper with both plugs.
    Dac,
    /// Active copper with both plugs.
    Acc,
    /// Active optical with both plugs.
    Aoc,
    /// One pluggable end; needs fibre and a partner.
    Transceiver,
    /// Fibre between two transceivers.
    Fibre,
    /// Twisted pair.
    BaseT,
}
