//! The topology view's loads: how full links are in an all-reduce between all nodes, routing compared, and what is lost
//! when a part fails. Without a network between nodes only the last is left.

mod drawing;
mod parts;
mod sections;
mod sentence;
#[cfg(test)]
mod tests;

use podwright_sim_core::catalog::Catalog;
use podwright_sim_core::design::Routing;
use podwright_sim_core::fabric::LinkGraph;
use podwright_sim_core::flow::{
    Failure, FlowError, FlowReport, FlowRequest, Interrupt, Network, RailUse, Traffic, contention,
};
use podwright_sim_core::outage::{Site, Worked};
use podwright_sim_core::{Built, Report, evaluate_builtin};
use serde::Serialize;

use crate::answer::{Answer, Fault};
use crate::question::Question;
use parts::{Asked, Choice, Number};

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

/// What the view shows.
#[derive(Serialize)]
struct View {
    title: String,
    detail: String,
    /// None without a network: the view has a drawing of its own.
    drawing: Option<Drawing>,
    /// What can fail in this design, as a list to choose from.
    choices: Vec<Choice>,
    /// Which of that kind.
    numbers: Vec<Number>,
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
struct Found<'a> {
    report: Report,
    site: Site<'a>,
    loads: Option<Loads>,
    outage: Option<Outage>,
    /// Why what was chosen can't fail.
    refused: Option<String>,
}

/// What flows on a network with everything up.
struct Loads {
    request: FlowRequest,
    /// An all-reduce by hashing, by load, packet by packet.
    rings: [FlowReport; 3],
    /// The same for every adapter sending to one other of its rail, at random.
    pairs: [FlowReport; 3],
}

/// A part that is down, and what it costs.
struct Outage {
    part: Failure,
    worked: Worked,
}

/// The routings that are compared, in order.
const ROUTINGS: [Routing; 3] = [Routing::Ecmp, Routing::Adaptive, Routing::Spray];

pub(crate) fn answer(question: &str) -> Answer {
    let question = Question::read(question)?;
    let built = Built::of(&question.design, Catalog::builtin());
    let mut site = Site::of(&question.design, &built, None)?;
    let asked = Asked::read(question.chosen("fails"), &site);
    let refused = asked.and_then(|asked| site.take(&[asked.part()]).err());
    let numbers = asked.map(|asked| asked.numbers(&site)).unwrap_or_default();
    let found = Found::of(site, refused.map(|error| error.to_string()))?;
    let (title, detail) = sentence::opening(&found);
    let drawn = found.network().and_then(|(network, loads)| {
        let drawn = drawing::draw(&found, network, loads, question.px())?;
        Some(Drawing {
            title: title.clone(),
            width: drawn.width,
            height: drawn.height,
            svg: drawn.svg,
        })
    });
    Fault::or(&View {
        drawing: drawn,
        title,
        detail,
        choices: parts::choices(&found.site),
        numbers,
        html: sections::html(&found),
    })
}

impl<'a> Found<'a> {
    fn of(site: Site<'a>, refused: Option<String>) -> Result<Self, Fault> {
        let loads = match &site.network {
            Some(network) => match Loads::of(network) {
                Ok(loads) => Some(loads),
                // One node on a network: what is inside it can fail all the same.
                Err(FlowError::NoFlows) => None,
                Err(error) => return Err(Fault::flow(&error)),
            },
            None => None,
        };
        let part = site.fail.first().copied();
        let outage = part
            .map(|part| {
                let request = loads.as_ref().map(|loads| FlowRequest {
                    failures: site.down.failures.clone(),
                    ..loads.request.clone()
                });
                let worked = Worked::of(&site, request.as_ref(), Interrupt::never())?;
                Ok::<_, Fault>(Outage { part, worked })
            })
            .transpose()?;
        Ok(Self {
            report: evaluate_builtin(site.design),
            site,
            loads,
            outage,
            refused,
        })
    }

    /// The network and what flows on it.
    fn network(&self) -> Option<(&Network, &Loads)> {
        self.site.network.as_ref().zip(self.loads.as_ref())
    }
}

impl Loads {
    fn of(network: &Network) -> Result<Self, FlowError> {
        let graph = &network.graph;
        let request = FlowRequest {
            traffic: Traffic::Ring,
            routing: network.routing,
            seeds: seeds(graph),
            first_seed: 1,
            failures: Vec::new(),
        };
        let compared = |traffic: &Traffic| -> Result<[FlowReport; 3], FlowError> {
            let with = |routing| {
                let whole = FlowRequest {
                    traffic: traffic.clone(),
                    routing,
                    ..request.clone()
                };
                contention(graph, &whole)
            };
            Ok([with(ROUTINGS[0])?, with(ROUTINGS[1])?, with(ROUTINGS[2])?])
        };
        Ok(Self {
            rings: compared(&Traffic::Ring)?,
            pairs: compared(&PAIRS)?,
            request,
        })
    }

    /// Of three routings, the design's own.
    fn own<'a>(&self, of: &'a [FlowReport; 3]) -> &'a FlowReport {
        let at = ROUTINGS
            .iter()
            .position(|routing| *routing == self.request.routing);
        &of[at.unwrap_or(1)]
    }

    /// The flows that are drawn: of what goes on when something failed, else of the all-reduce where links hold it
    /// back, else of the pairs.
    fn shown<'a>(&'a self, outage: Option<&'a Outage>) -> &'a FlowReport {
        let rings = outage.and_then(|outage| outage.worked.rings.as_ref());
        if let Some(rings) = rings {
            return rings.after.as_ref().unwrap_or(&rings.before);
        }
        let ring = self.own(&self.rings);
        if self.rings.iter().all(is_free) {
            self.own(&self.pairs)
        } else {
            ring
        }
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
