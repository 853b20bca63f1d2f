//! Power supply against what the parts draw.

use podwright_locales::format;

use super::scene::{Scene, estimate_source};
use super::{FindingBuilder, Ledger};
use crate::cluster::DEFAULT_HOST_W;

/// Peaks of a card over its rating that last up to 10 ms and that a supply has to feed.
///
/// Igor's Lab measured 738 W for up to 10 ms on a GeForce RTX 5090 of 575 W (1.28 times, January 2025). Shorter peaks
/// are higher (901 W, 1.57 times) and are ridden through by supplies made to the ATX 3.0 design guide (Intel, 2022:
/// twice the rating for 100 µs). Taken for every card: an estimate for those that nobody measured.
pub(super) const PEAK_FACTOR: f64 = 1.3;

/// Ratings that are sold, W.
const SOLD_W: [f64; 14] = [
    450.0, 550.0, 650.0, 750.0, 850.0, 1000.0, 1200.0, 1300.0, 1500.0, 1600.0, 2000.0, 2200.0,
    2400.0, 3000.0,
];

pub(super) fn check(scene: &Scene<'_>, ledger: &mut Ledger) {
    for (pool, inline, at) in scene.inline_pools() {
        let gpu = &pool.node.gpu;
        let host_w = inline.host_w.unwrap_or(DEFAULT_HOST_W);
        let cards_w = f64::from(inline.count) * gpu.tdp_w;
        let sum_w = cards_w + host_w;
        let peak_w = cards_w * PEAK_FACTOR + host_w;
        let next = SOLD_W.into_iter().find(|sold| *sold >= peak_w);
        let says = |finding: FindingBuilder| {
            let finding = finding
                .arg("gpu", &gpu.name)
                .count("cards", inline.count.into())
                .arg("rating", format::fixed(gpu.tdp_w, 0))
                .arg("host", format::fixed(host_w, 0))
                .arg(
                    "host_is",
                    if inline.host_w.is_some() {
                        "stated"
                    } else {
                        "assumed"
                    },
                )
                .arg("sum", format::fixed(sum_w, 0))
                .arg("peak", format::fixed(peak_w, 0))
                .arg("factor", format::trimmed(PEAK_FACTOR, 2))
                .arg("psu", format::fixed(inline.psu_w.unwrap_or_default(), 0))
                .at(format!("{at}/psu_w"));
            match next {
                Some(watts) => finding
                    .arg("way", "set")
                    .arg("next", format::fixed(watts, 0)),
                None => finding.arg("way", "two").arg("next", ""),
            }
        };
        let patched = |finding: FindingBuilder| match next {
            Some(watts) => finding.set(format!("{at}/psu_w"), watts),
            None => finding,
        };
        match inline.psu_w {
            None => ledger.found(patched(
                says(FindingBuilder::info("power.psu_unknown")).source(estimate_source()),
            )),
            Some(psu_w) if psu_w < sum_w => {
                ledger.found(patched(says(FindingBuilder::error("power.psu_short"))));
            }
            Some(psu_w) if psu_w < peak_w => ledger.found(patched(
                says(FindingBuilder::warning("power.psu_peaks")).source("Igor’s Lab, 2025"),
            )),
            Some(_) => ledger
                .passed(says(FindingBuilder::info("power.psu_enough")).source("Igor’s Lab, 2025")),
        }
    }
}
