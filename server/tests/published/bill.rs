//! Tables 7 and 8 of the DGX SuperPOD H100 reference architecture, against the bill and the networks of a design.

use std::sync::OnceLock;

use podwright_sim_core::design::{Cabling, Design, FabricSpec};
use podwright_sim_core::report::{FabricReport, Report, Severity};
use podwright_sim_core::{evaluate_builtin, templates};

use super::rows::Row;
use super::same;

/// Ports of the storage network that lead to storage devices, 48 cables of a line of their own in table 8.
const STORAGE_PORTS: u64 = 48;

/// The template, with the networks beside it that the document has and the template leaves out: prices of clusters are
/// published without them.
fn report() -> &'static Report {
    static REPORT: OnceLock<Report> = OnceLock::new();
    REPORT.get_or_init(|| {
        let whole = Design::parse(include_str!("superpod-h100-127.json")).expect("a design");
        let template = templates::find("superpod-h100-127")
            .expect("a template")
            .design;
        assert_eq!(whole.pools, template.pools);
        // "All networking components are multi-mode fiber"; the template takes copper where that reaches.
        let compute = FabricSpec {
            cabling: Cabling::Multimode,
            ..template.fabrics[0].clone()
        };
        assert_eq!(whole.fabrics[0], compute);
        let report = evaluate_builtin(&whole);
        let alone = evaluate_builtin(&template);
        assert_eq!(report.fabrics[0].tiers, alone.fabrics[0].tiers);
        assert!(
            report
                .findings
                .iter()
                .all(|finding| finding.severity != Severity::Error),
            "{:#?}",
            report.findings
        );
        report
    })
}

fn network(id: &str) -> &'static FabricReport {
    report()
        .fabrics
        .iter()
        .find(|fabric| fabric.network == id)
        .unwrap_or_else(|| panic!("no network {id}"))
}

fn switches(id: &str) -> u64 {
    network(id).tiers.iter().map(|tier| tier.count).sum()
}

fn cables(id: &str, from: &str) -> u64 {
    network(id)
        .cables
        .iter()
        .filter(|cables| cables.from.starts_with(from))
        .map(|cables| cables.count)
        .sum()
}

/// Pieces of the bill's lines for a part whose reason begins so.
fn pieces(category: &str, part: &str, why: &str) -> u64 {
    report()
        .bom
        .lines
        .iter()
        .filter(|line| {
            line.category == category && line.part_id.contains(part) && line.why.starts_with(why)
        })
        .map(|line| line.quantity)
        .sum()
}

pub fn check(row: &Row) -> Option<usize> {
    if row.get("design") != "DGX SuperPOD H100, 4 SU bill of materials" {
        return None;
    }
    assert_eq!(Some(report().summary.gpus), row.number("gpus"));
    assert_eq!(Some(report().summary.nodes), row.number("nodes"));
    let counted = match row.get("other_metric") {
        "DGX H100 nodes" => pieces("node", "dgx-h100", ""),
        "QM9700 compute switches" => {
            assert_eq!(
                pieces("switch", "nvidia-qm9700", "compute,"),
                switches("compute")
            );
            switches("compute")
        }
        "QM9700 storage switches" => {
            assert_eq!(
                pieces("switch", "nvidia-qm9700", "storage,"),
                switches("storage")
            );
            switches("storage")
        }
        "compute NDR cables" => {
            assert_eq!(pieces("cable", "", "compute,"), cables("compute", ""));
            cables("compute", "")
        }
        "DGX twin-port OSFP transceivers" => {
            pieces("optics", "osfp-800g", "compute, node to leaf, node end")
        }
        // "DGX H100 systems to leaf, leaf to spine": 254 and 240. The paper gives the sum, the ratios (1:1 for storage
        // devices, near 4:3 for systems) and the 16 switches; 12 leaves of 20 uplinks are ours.
        "storage cables DGX side" => {
            assert_eq!(cables("storage", "leaf"), 240);
            assert_eq!(pieces("cable", "", "storage,"), cables("storage", ""));
            cables("storage", "") - STORAGE_PORTS
        }
        "storage DGX QSFP transceivers" => {
            pieces("optics", "qsfp112", "storage, node to leaf, node end")
        }
        "in-band cables DGX" => cables("inband", "node"),
        "OOB cables DGX" => cables("oob", "node"),
        _ => return None,
    };
    Some(same(row, "other_value", counted))
}
