//! The topology view: the path between two GPUs and its ends, the fabric's drawings, and the sentence above.

use podwright_diagram::report::{self, GpuAt, GpuPath, LinkView, Titled, fabric_sentence};
use podwright_locales::format;
use podwright_sim_core::report::Report;

use super::headline::bandwidth;
use super::words::{count_word, known, say, say_with, texts};

pub use podwright_diagram::report::switched;

/// The ends that were chosen for the path; those that the design lacks are left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ends {
    /// What was entered, or nothing where nobody chose.
    pub chosen: Option<[GpuAt; 2]>,
}

impl Ends {
    /// The two GPUs: as chosen where the design has them, else two that are far apart.
    pub fn of(self, of: &Report) -> Option<[GpuAt; 2]> {
        let has = |[a, b]: &[GpuAt; 2]| [a, b].into_iter().all(|end| has(of, *end));
        self.chosen
            .filter(has)
            .or_else(|| report::usual_pair(of).map(|(a, b)| [a, b]))
    }

    /// The path between them.
    pub fn path(self, of: &Report) -> Option<GpuPath> {
        let [from, to] = self.of(of)?;
        GpuPath::between(texts(), of, from, to)
    }

    /// The same with one number changed: end 0 or 1, its node or its GPU, each from 0 and held to what the design has.
    #[must_use]
    pub fn with(self, of: &Report, end: usize, node: bool, value: u64) -> Self {
        let Some(mut ends) = self.of(of) else {
            return self;
        };
        if let Some(at) = ends.get_mut(end) {
            if node {
                at.node = value.min(nodes(of).saturating_sub(1));
            } else {
                at.gpu = value;
            }
            at.gpu = at.gpu.min(gpus(of, at.node).saturating_sub(1));
        }
        Self { chosen: Some(ends) }
    }
}

/// Nodes of all pools.
pub fn nodes(of: &Report) -> u64 {
    of.pools.iter().map(|pool| pool.count).sum()
}

/// GPUs of a node, its number counted over all pools from 0; none where there is no such node.
pub fn gpus(of: &Report, node: u64) -> u64 {
    let mut first = 0;
    for pool in &of.pools {
        if node - first < pool.count {
            return pool.gpus_per_node;
        }
        first += pool.count;
    }
    0
}

fn has(of: &Report, at: GpuAt) -> bool {
    at.gpu < gpus(of, at.node)
}

/// The drawings of the view for a width in CSS px.
pub fn drawings(of: &Report, view: LinkView, path: Option<&GpuPath>, width: f64) -> Vec<Titled> {
    report::topology(texts(), of, view, path, "topology", width)
}

/// The sentence above the view, and a second one with the detail that matters.
pub fn sentences(report: &Report) -> (String, String) {
    let fabrics = switched(report);
    if let Some((_, fabric)) = fabrics.first() {
        let each = fabric
            .tiers
            .first()
            .map_or(0, |tier| tier.links_to_each_above);
        let from = if each > 0 { "leaf" } else { "node" };
        let rate = format!("{}G", format::trimmed(fabric.gbit_s_from(from), 0));
        let mut detail = vec![if each > 0 {
            say_with(
                "planner-topology-bundle",
                &[("links", each.into()), ("rate", rate.into())],
            )
        } else {
            say_with(
                "planner-topology-links",
                &[
                    ("links", format::count(fabric.endpoints).into()),
                    ("rate", rate.into()),
                ],
            )
        }];
        if let Some(bisection) = report.summary.bisection_gb_s {
            detail.push(say_with(
                "planner-topology-bisection",
                &[("rate", format::gb_s(bisection).into())],
            ));
        }
        if report.summary.nodes >= 2 {
            detail.push(say("planner-topology-path"));
        }
        return (fabric_sentence(texts(), fabric, report), detail.join(" "));
    }
    let Some(pool) = report.pools.first() else {
        return (
            say("planner-topology-empty"),
            say("planner-topology-empty-detail"),
        );
    };
    let title = say_with(
        if report.summary.nodes > 1 {
            "planner-topology-apart"
        } else {
            "planner-topology-one"
        },
        &[
            ("gpus", count_word(report.summary.gpus).into()),
            ("nodes", format::count(report.summary.nodes).into()),
            ("gpu", super::parts::short_gpu(&pool.gpu).into()),
        ],
    );
    (title, pool.scale_up_words.clone())
}

/// One row of the table of links from a GPU outwards: what, rate per direction, and how it compares with the fastest.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkRow {
    /// The part.
    pub part: String,
    /// More about it.
    pub detail: String,
    /// Rate per direction, GB/s.
    pub gb_s: f64,
    /// The same in words.
    pub rate: String,
    /// Whether it is the slowest one.
    pub slowest: bool,
}

/// The rates that a GPU meets on its way out: its scale-up links, its adapter, its share of the fabric's middle.
pub fn link_rows(report: &Report) -> Vec<LinkRow> {
    let summary = &report.summary;
    let mut rows = Vec::new();
    let mut add = |part: String, detail: String, gb_s: f64| {
        let rate = format!("{} GB/s", bandwidth(gb_s));
        rows.push(LinkRow {
            part,
            detail,
            gb_s,
            rate,
            slowest: false,
        });
    };
    if let Some(rate) = summary.scale_up_gb_s_per_gpu {
        let detail = summary.scale_up_label.clone().unwrap_or_default();
        add(say("planner-link-scale-up"), detail, rate);
    }
    if let Some(rate) = summary.scale_out_gb_s_per_gpu {
        let detail = report
            .pools
            .iter()
            .find_map(|pool| pool.nic.clone())
            .unwrap_or_default();
        add(say("planner-link-nic"), detail, rate);
        if let Some(over) = summary.oversubscription {
            let detail = say_with(
                "planner-link-share-detail",
                &[("ratio", format::trimmed(over, 2).into())],
            );
            add(say("planner-link-share"), detail, rate / over.max(1.0));
        }
    }
    let least = rows
        .iter()
        .map(|row: &LinkRow| row.gb_s)
        .fold(f64::INFINITY, f64::min);
    if rows.len() > 1
        && let Some(slowest) = rows.iter_mut().find(|row| row.gb_s == least)
    {
        slowest.slowest = true;
    }
    rows
}

/// Name of a place that cables run between.
pub fn place(id: &str) -> String {
    let text = format!("planner-place-{id}");
    if known(&text) {
        say(&text)
    } else {
        id.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use podwright_sim_core::{evaluate_builtin, templates};

    use super::*;

    fn report(id: &str) -> Report {
        evaluate_builtin(&templates::find(id).expect("a template").design)
    }

    #[test]
    fn ends_stay_inside_the_design() {
        let of = report("nvl72-spectrum-x-8");
        let ends = Ends::default()
            .with(&of, 0, true, 999)
            .with(&of, 1, false, 999);
        let [from, to] = ends.of(&of).expect("two GPUs");
        assert_eq!((from.node, to.gpu), (7, 71));
        assert!(ends.path(&of).is_some());
        // A smaller design lacks them: the usual pair stands in.
        let small = report("dual-3090-nvlink");
        assert_eq!(ends.of(&small), Ends::default().of(&small));
    }

    #[test]
    fn a_gpu_has_no_path_to_itself() {
        let of = report("nvl72-spectrum-x-8");
        let same = GpuAt { node: 1, gpu: 2 };
        let ends = Ends {
            chosen: Some([same, same]),
        };
        assert!(ends.path(&of).is_none());
    }

    #[test]
    fn the_sentence_counts_every_tier() {
        let template = templates::find("nvl72-spectrum-x-8").expect("a template");
        let report = evaluate_builtin(&template.design);
        assert_eq!(
            sentences(&report).0,
            "Eight racks, nine leaves, eight spines, nothing oversubscribed"
        );
    }

    #[test]
    fn the_adapter_is_the_slowest_way_out_of_a_rack() {
        let template = templates::find("nvl72-spectrum-x-8").expect("a template");
        let rows = link_rows(&evaluate_builtin(&template.design));
        let slowest: Vec<&str> = rows
            .iter()
            .filter(|row| row.slowest)
            .map(|row| row.part.as_str())
            .collect();
        assert_eq!(slowest, [say("planner-link-nic")]);
    }
}
