//! Power strips of a rack, and what hangs on them.
//!
//! A rack has the strips that the bill of materials counts: one or two feeds, each with as many as carry the rack. Every
//! device has a cord into one strip of each feed; devices are dealt to them from the foot in equal runs. A rack-scale
//! system has shelves on a bus bar instead, which feed all of it together. Whether the power supplies inside a device go
//! on with one feed is not known here and taken for granted.

use super::MAX_LISTED;
use super::report::PowerOutage;
use crate::built::Built;
use crate::design::{Design, PowerFeeds};
use crate::fabric::{PDU_KW, strips};
use crate::placement::{Plan, RackAt, Standing, SwitchOrder};

/// How a rack is fed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Strips {
    /// Strips of all feeds, or shelves.
    pub count: u64,
    /// What one gives, kW.
    kw: f64,
    /// Feeds of strips; none for shelves on a bus bar.
    feeds: Option<(PowerFeeds, bool)>,
    /// What each device draws at most, kW; none when unknown.
    draws: Vec<Option<f64>>,
}

impl Strips {
    /// How a rack of a group is fed; none where nobody knows.
    pub fn of(
        design: &Design,
        built: &Built<'_>,
        plan: &Plan,
        group: usize,
        devices: &[Standing],
    ) -> Option<Self> {
        let racks = &plan.racks[group];
        let draws: Vec<Option<f64>> = devices
            .iter()
            .map(|device| match *device {
                Standing::Node { pool, .. } => {
                    let node = &built.cluster.pools[pool].node;
                    let racks = f64::from(node.racks_each());
                    node.max_w.map(|watts| watts / 1e3 / racks)
                }
                Standing::Switch { layout, switch } => {
                    let layout = &built.layouts[layout];
                    let (role, _) = SwitchOrder::of(layout).role(switch);
                    layout.switch_max_w(role).map(|watts| watts / 1e3)
                }
            })
            .collect();
        if racks.kind == "rack-scale" {
            let shelves = devices.iter().find_map(|device| match *device {
                Standing::Node { pool, .. } => built.cluster.pools[pool].node.power_shelves,
                Standing::Switch { .. } => None,
            })?;
            return Some(Self {
                count: shelves.0.into(),
                kw: shelves.1,
                feeds: None,
                draws,
            });
        }
        let site = &design.site;
        Some(Self {
            count: strips(site, draws.iter().flatten().sum()),
            kw: PDU_KW,
            feeds: Some((site.fed(), site.power_feeds.is_none())),
            draws,
        })
    }

    /// What one of them is called.
    pub fn kind(&self) -> &'static str {
        if self.feeds.is_some() {
            "power strip"
        } else {
            "power shelf"
        }
    }

    /// Strips of one feed.
    fn per_feed(&self) -> u64 {
        match self.feeds {
            Some((PowerFeeds::Redundant, _)) => self.count / 2,
            _ => self.count,
        }
        .max(1)
    }

    /// The place among the strips of a feed that a device is plugged into.
    fn place(&self, device: usize) -> u64 {
        device as u64 * self.per_feed() / (self.draws.len() as u64).max(1)
    }
}

/// A rack that lost strips.
#[derive(Clone, Debug)]
pub(super) struct Loss<'a> {
    strips: &'a Strips,
    built: &'a Built<'a>,
    down: Vec<u32>,
    /// Devices with a cord in a strip that is down.
    on: Vec<Standing>,
    /// Devices without power.
    pub out: Vec<Standing>,
    needed: Option<f64>,
    left: f64,
    carries: Option<bool>,
}

/// What strips take with them that are down.
pub(super) fn lose<'a>(
    strips: &'a Strips,
    built: &'a Built<'a>,
    devices: &[Standing],
    down: Vec<u32>,
) -> Loss<'a> {
    let per_feed = strips.per_feed();
    let feeds = strips.count / per_feed;
    let bus_bar = strips.feeds.is_none();
    let dead = |feed: u64, place: u64| down.contains(&((feed * per_feed + place) as u32));
    // On a bus bar every device hangs on all shelves.
    let on = |device: usize| bus_bar || (0..feeds).any(|feed| dead(feed, strips.place(device)));
    let cut = |device: usize| !bus_bar && (0..feeds).all(|feed| dead(feed, strips.place(device)));
    let left = (strips.count - down.len() as u64) as f64 * strips.kw;
    let needed: Option<f64> = strips
        .draws
        .iter()
        .enumerate()
        .filter(|(device, _)| !cut(*device))
        .map(|(_, kw)| *kw)
        .sum();
    // With one feed nothing takes over, so the other strips carry what they did before.
    let shifts = bus_bar || feeds > 1;
    let carries = needed
        .map(|needed| needed <= left * (1.0 + 1e-9))
        .filter(|_| shifts);
    let all_out = carries == Some(false);
    let of = |which: &dyn Fn(usize) -> bool| -> Vec<Standing> {
        devices
            .iter()
            .enumerate()
            .filter(|(device, _)| which(*device))
            .map(|(_, standing)| *standing)
            .collect()
    };
    Loss {
        on: of(&on),
        out: of(&|device| all_out || cut(device)),
        strips,
        built,
        down,
        needed,
        left,
        carries,
    }
}

impl Loss<'_> {
    /// The figures.
    pub fn report(&self, at: RackAt) -> PowerOutage {
        let nodes = |of: &[Standing]| {
            of.iter()
                .filter(|device| matches!(device, Standing::Node { .. }))
                .count() as u64
        };
        let nodes_out = nodes(&self.out);
        PowerOutage {
            rack: at.to_string(),
            bus_bar: self.strips.feeds.is_none(),
            feeds: self.strips.feeds.map(|(feeds, _)| feeds),
            feeds_assumed: self.strips.feeds.is_some_and(|(_, assumed)| assumed),
            pdus: self.strips.count,
            pdus_down: self.down.clone(),
            kw_needed: self.needed,
            kw_left: self.left,
            carries: self.carries,
            devices: self.on.len() as u64,
            devices_first: self
                .on
                .iter()
                .take(MAX_LISTED)
                .map(|device| name(self.built, *device))
                .collect(),
            nodes_out,
            switches_out: self.out.len() as u64 - nodes_out,
        }
    }
}

/// The name of a device, as lists of cables have it.
fn name(built: &Built<'_>, device: Standing) -> String {
    match device {
        Standing::Node { pool, node } => {
            format!("{}-{}", built.cluster.pools[pool].id, node + 1)
        }
        Standing::Switch { layout, switch } => {
            let layout = &built.layouts[layout];
            let (role, number) = SwitchOrder::of(layout).role(switch);
            format!("{}-{}-{}", layout.report.id, role.id(), number + 1)
        }
    }
}
