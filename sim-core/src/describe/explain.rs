//! Formula and inputs of the bandwidth figures.

use std::collections::BTreeMap;

use podwright_locales::{Language, Texts, format};

use crate::catalog::Catalog;
use crate::cluster::Cluster;
use crate::design::Network;
use crate::fabric::Layout;
use crate::report::{ExplainedInput, Explanation, Summary};

/// How the bandwidth figures came about; money and power are explained by `cost`.
pub fn explain(
    cluster: &Cluster,
    layouts: &[Layout],
    summary: &Summary,
    catalog: &Catalog,
) -> BTreeMap<String, Explanation> {
    let texts = Texts::of(Language::English);
    let mut all = BTreeMap::new();
    let Some(pool) = cluster
        .pools
        .iter()
        .max_by_key(|pool| pool.node.domain_gpus())
    else {
        return all;
    };
    let node = &pool.node;
    let source = |part: &str, field: &str| {
        if catalog.recalled(part, field) {
            texts.get("explain-source-recalled")
        } else {
            texts.get("explain-source-catalog")
        }
    };
    let input = |name: &str, value: String, source: String| ExplainedInput {
        name: texts.get(name),
        value,
        source,
    };
    if let Some(rate) = summary.scale_up_gb_s_per_gpu {
        let (formula, inputs) = if node.scale_up.links_per_gpu > 0 {
            (
                "explain-scale-up-links",
                vec![
                    input(
                        "explain-links-per-gpu",
                        node.scale_up.links_per_gpu.to_string(),
                        source(&node.gpu.id, "scale_up.links"),
                    ),
                    input(
                        "explain-rate-per-link",
                        format!("{} GB/s", format::trimmed(node.scale_up.gb_s_per_link, 4)),
                        source(&node.gpu.id, "scale_up.gb_s_per_link_per_direction"),
                    ),
                ],
            )
        } else {
            (
                "explain-scale-up-slot",
                vec![input(
                    "explain-slot",
                    format::gb_s(rate),
                    texts.get("explain-source-design"),
                )],
            )
        };
        all.insert(
            "scale_up_gb_s_per_gpu".to_owned(),
            Explanation {
                formula: texts.get(formula),
                inputs,
                result: format::gb_s(rate),
            },
        );
    }
    if let (Some(rate), Some(adapter)) = (summary.scale_out_gb_s_per_gpu, node.compute_adapter()) {
        all.insert(
            "scale_out_gb_s_per_gpu".to_owned(),
            Explanation {
                formula: texts.get("explain-scale-out"),
                inputs: vec![
                    input(
                        "explain-ports-per-node",
                        adapter.ports().to_string(),
                        texts.get("explain-source-catalog"),
                    ),
                    input(
                        "explain-rate-per-port",
                        format!("{} Gbit/s", format::trimmed(adapter.gbit_s_per_port, 1)),
                        source(&adapter.nic.id, "gbit_s_per_port"),
                    ),
                    input(
                        "explain-gpus-per-node",
                        node.gpu_count.to_string(),
                        texts.get("explain-source-catalog"),
                    ),
                ],
                result: format::gb_s(rate),
            },
        );
        if let (Some(ratio), Some(up)) = (
            summary.scale_up_to_scale_out_ratio,
            summary.scale_up_gb_s_per_gpu,
        ) {
            all.insert(
                "scale_up_to_scale_out_ratio".to_owned(),
                Explanation {
                    formula: texts.get("explain-ratio"),
                    inputs: vec![
                        input(
                            "explain-scale-up",
                            format::gb_s(up),
                            texts.get("explain-source-computed"),
                        ),
                        input(
                            "explain-scale-out-input",
                            format::gb_s(rate),
                            texts.get("explain-source-computed"),
                        ),
                    ],
                    result: format!("{} : 1", format::trimmed(ratio, 2)),
                },
            );
        }
    }
    if let Some(layout) = layouts
        .iter()
        .find(|layout| layout.network == Network::Compute && layout.size.is_some())
    {
        all.insert(
            "bisection_gb_s".to_owned(),
            Explanation {
                formula: texts.get("explain-bisection"),
                inputs: vec![
                    input(
                        "explain-endpoints",
                        format::count(layout.report.endpoints),
                        texts.get("explain-source-computed"),
                    ),
                    input(
                        "explain-rate-per-port",
                        format!("{} Gbit/s", format::trimmed(layout.link_gbit_s, 1)),
                        texts.get("explain-source-catalog"),
                    ),
                    input(
                        "explain-crossing",
                        format!("{} : 1", format::trimmed(layout.crossing_ratio(), 3)),
                        texts.get("explain-source-computed"),
                    ),
                ],
                result: format::gb_s(layout.report.bisection_gb_s),
            },
        );
    }
    all
}
