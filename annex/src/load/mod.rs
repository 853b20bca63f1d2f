//! The topology view's loads: how full links are in an all-reduce between all nodes, routing compared, and what is lost
//! when a part fails.

mod drawing;
mod parts;
mod sections;
mod sentence;

use podwright_sim_core::catalog::Catalog;
use podwright_sim_core::design::{self, Design, DesignError, Routing};
use podwright_sim_core::fabric::LinkGraph;
use podwright_sim_core::flow::{
    FlowReport, FlowRequest, Network, Outage, RailUse, Traffic, contention,
};
use podwright_sim_core::{Report, evaluate_builtin};
use serde::{Deserialize, Serialize};

use crate::answer::{Answer, Fault};
use parts::{Choice, Fails};

/// Hash seeds that are tried, at most.
const MOST_SEEDS: u32 = 16;
/// Flows × seeds of one routing: about a second's work.
const MOST_HASHED_FLOWS: u64 = 400_000;
/// Shares and factors nearer to one than this are shown as one.
const ALIKE: f64 = 5e-4;
/// Every adapter to one other of its rail: what a job sends that is no collective, or many jobs side by side.
const PAIRS: Traffic = Traffic::Permutation {
    seed: 1,
    rails: RailUse::Aligned,
};
/// Message size at which an all-reduce is timed: large enough that rates decide.
const MESSAGE_BYTES: u64 = 1 << 30;

/// What the view asks.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    design: Design,
    /// What is down; nothing when absent.
    #[serde(default)]
    fails: Option<Fails>,
    /// Width of the view, CSS px.
    width: f64,
}

/// What the view shows.
#[derive(Serialize)]
struct View {
    title: String,
    detail: String,
    drawing: Drawing,
    /// What can fail on this network, as a list to choose from.
    choices: Vec<Choice>,
    /// The sections below, HTML.
    html: String,
}

#[derive(Serialize)]
struct Drawing {
    title: String,
    svg: String,
    width: f64,
    height: f64,
}

/// Everything that was computed for the view.
struct Found {
    report: Report,
    network: Network,
    request: FlowRequest,
    /// An all-reduce by hashing, by load, packet by packet; with everything up.
    rings: [FlowReport; 3],
    /// The same for every adapter sending to one other of its rail, at random.
    pairs: [FlowReport; 3],
    outage: Option<Outage>,
}

/// The routings that are compared, in order.
const ROUTINGS: [Routing; 3] = [Routing::Ecmp, Routing::Adaptive, Routing::Spray];

pub(crate) fn answer(question: &str) -> Answer {
    let question: Question = design::read(question)?;
    let problems = question.design.problems_at("/design");
    if !problems.is_empty() {
        return Err(DesignError::Invalid(problems).into());
    }
    let found = Found::of(&question)?;
    let (title, detail) = sentence::opening(&found);
    let drawn = drawing::draw(&found, question.width);
    Fault::or(&View {
        drawing: Drawing {
            title: title.clone(),
            width: drawn.width,
            height: drawn.height,
            svg: drawn.svg,
        },
        title,
        detail,
        choices: parts::choices(&found),
        html: sections::html(&found),
    })
}

impl Found {
    fn of(question: &Question) -> Result<Self, Fault> {
        let network = Network::of(&question.design, Catalog::builtin(), None)?;
        let graph = &network.graph;
        let fails = question.fails.filter(|fails| fails.part(graph).is_some());
        let failures = fails.and_then(|fails| fails.part(graph));
        let request = FlowRequest {
            traffic: Traffic::Ring,
            routing: network.routing,
            seeds: seeds(graph),
            first_seed: 1,
            failures: failures.into_iter().collect(),
        };
        let compared = |traffic: &Traffic| -> Result<[FlowReport; 3], Fault> {
            let with = |routing| {
                let whole = FlowRequest {
                    traffic: traffic.clone(),
                    routing,
                    failures: Vec::new(),
                    ..request.clone()
                };
                contention(graph, &whole).map_err(|error| Fault::flow(&error))
            };
            Ok([with(ROUTINGS[0])?, with(ROUTINGS[1])?, with(ROUTINGS[2])?])
        };
        let rings = compared(&Traffic::Ring)?;
        let pairs = compared(&PAIRS)?;
        let outage = fails
            .map(|_| Outage::of(graph, &request).map_err(|error| Fault::flow(&error)))
            .transpose()?;
        Ok(Self {
            report: evaluate_builtin(&question.design),
            request,
            rings,
            pairs,
            outage,
            network,
        })
    }

    /// Of three routings, the design's own.
    fn own<'a>(&self, of: &'a [FlowReport; 3]) -> &'a FlowReport {
        let at = ROUTINGS
            .iter()
            .position(|routing| *routing == self.network.routing);
        &of[at.unwrap_or(1)]
    }

    /// The flows that are drawn: of what goes on when something failed, else of the all-reduce where links hold it
    /// back, else of the pairs.
    fn shown(&self) -> &FlowReport {
        let after = self
            .outage
            .as_ref()
            .map(|outage| outage.after.as_ref().unwrap_or(&outage.before));
        after.unwrap_or_else(|| {
            let ring = self.own(&self.rings);
            if self.rings.iter().all(is_free) {
                self.own(&self.pairs)
            } else {
                ring
            }
        })
    }
}

/// Whether links hold nothing back, as far as anybody sees.
fn is_free(report: &FlowReport) -> bool {
    report.delivered > 1.0 - ALIKE
}

fn seeds(graph: &LinkGraph) -> u32 {
    let flows = u64::from(graph.endpoints()).max(1);
    (MOST_HASHED_FLOWS / flows).clamp(1, MOST_SEEDS.into()) as u32
}

#[cfg(test)]
mod tests {
    use podwright_sim_core::templates;
    use serde_json::{Value, json};

    use super::*;

    fn ask(id: &str, fails: &str) -> Value {
        let design = templates::find(id).unwrap().design;
        let mut question = json!({ "design": design, "width": 692.0 });
        if !fails.is_empty() {
            question["fails"] = fails.into();
        }
        serde_json::from_str(&answer(&question.to_string()).unwrap()).unwrap()
    }

    fn text<'a>(view: &'a Value, member: &str) -> &'a str {
        view[member].as_str().unwrap()
    }

    #[test]
    fn every_template_with_a_fabric_has_a_view() {
        let mut views = 0;
        for template in templates::all() {
            if template.design.fabrics.is_empty() {
                continue;
            }
            for fails in ["", "leaf", "spine", "core", "nic", "link"] {
                let view = ask(template.id, fails);
                for member in ["title", "detail", "html"] {
                    let text = text(&view, member);
                    assert!(
                        !text.is_empty() && !text.contains("annex-") && !text.contains("{$"),
                        "{} {fails}: {text}",
                        template.id
                    );
                }
                assert!(view["drawing"]["svg"].as_str().unwrap().starts_with("<svg"));
                views += 1;
            }
        }
        assert!(views > 30);
    }

    #[test]
    fn a_rail_leaf_costs_a_rail() {
        let view = ask("superpod-h100-32", "leaf");
        assert!(text(&view, "title").starts_with("Without leaf 1 an all-reduce of 1 GiB takes 1."));
        assert_eq!(
            text(&view, "detail"),
            "Nodes 1–32 lose adapters; rings go over 7 of 8 on every node."
        );
        assert!(
            view["drawing"]["svg"]
                .as_str()
                .unwrap()
                .contains("Leaf 1 is down")
        );
        let names: Vec<&str> = view["choices"]
            .as_array()
            .unwrap()
            .iter()
            .map(|choice| choice["id"].as_str().unwrap())
            .collect();
        assert_eq!(names, ["", "leaf", "spine", "nic", "link"]);
    }

    #[test]
    fn what_the_network_lacks_does_not_fail() {
        let view = ask("dgx-h100-4", "spine");
        assert_eq!(text(&view, "title"), text(&ask("dgx-h100-4", ""), "title"));
        let down = ask("dgx-h100-4", "leaf");
        assert!(text(&down, "title").ends_with("no all-reduce between all nodes ends"));
    }
}
