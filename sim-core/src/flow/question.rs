//! A question about contention as a document: a design, and who sends to whom on which of its networks.
//!
//! The command line, the service and the planner ask with this one type, in the same words.

use serde::{Deserialize, Serialize};

use super::failure::live_links;
use super::{
    Failure, FlowError, FlowReport, FlowRequest, Interrupt, MAX_FAILURES, RailUse, Traffic,
    contention_until,
};
use crate::built::Built;
use crate::catalog::Catalog;
use crate::design::{self, Design, DesignError, Network as Purpose, Problem, Routing};
use crate::fabric::{LinkGraph, Wiring, WiringError};
use crate::outage::{OutageError, OutageReport, Site, Worked};
use crate::report::Finding;

/// What sends: a collective, or the pattern that it comes to on the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum FlowOp {
    /// Node to node around each rail, as rings of the library do.
    AllReduce,
    /// The same by its shape.
    Ring,
    /// A double binary tree on each rail.
    Tree,
    /// Every adapter to every other node.
    #[serde(rename = "alltoall")]
    AllToAll,
    /// Every adapter to one other, at random.
    Permutation,
}

/// What flows between the nodes of a design get when they share its links.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FlowQuestion {
    /// The design.
    pub design: Design,
    /// The fabric, by its id; the first for GPU traffic when absent.
    #[serde(default)]
    pub fabric: Option<String>,
    /// Who sends to whom.
    pub op: FlowOp,
    /// Whether flows go to adapters of all rails; with `alltoall` and `permutation` alone.
    #[serde(default)]
    pub across_rails: bool,
    /// How paths are chosen; as the design says when absent.
    #[serde(default)]
    pub routing: Option<Routing>,
    /// Hash seeds that are tried with `ecmp`, 1 to 1,000.
    #[serde(default = "usual_seeds")]
    pub seeds: u32,
    /// The first hash seed, and the seed of a permutation.
    #[serde(default = "first_seed")]
    pub seed: u64,
    /// What is down: `leaf:3`, `spine:0`, `core:1`, `nic:12/4` (node and port), `link:700`, `nvlink-tray:0/4` (rack and
    /// switch tray) or `pdu:2/1` (rack and power strip); at most 256. Racks are counted along the rows, or named by their
    /// place as the list of cables does (`pdu:H1-R01-03/1`).
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub fail: Vec<Failure>,
}

fn usual_seeds() -> u32 {
    16
}

fn first_seed() -> u64 {
    1
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FlowAnswer {
    /// What the flows get; absent where the design has no network between nodes and the question is about what is inside
    /// them.
    #[serde(flatten)]
    pub flows: Option<FlowReport>,
    /// What the parts that are down cost an all-reduce between all GPUs, whatever sends; absent when nothing is down, and
    /// on a network that is not for GPU traffic.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outage: Option<OutageReport>,
}

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum QuestionError {
    /// The design has no network to ask about.
    #[error("the design has no fabric: add one, or take a template of several nodes")]
    NoFabric,
    /// No fabric has the id.
    #[error("no such fabric; there are {}", .0.join(", "))]
    NoSuchFabric(Vec<String>),
    /// The design has errors that keep the network from being built; the first of them.
    #[error("the fabric cannot be built: {}", .0.join(" "))]
    NotBuilt(Vec<String>),
    /// Its links can't be listed.
    #[error(transparent)]
    Wiring(#[from] WiringError),
    /// Rings and trees were asked to leave their rails.
    #[error(
        "flows across rails go with alltoall and permutation; rings and trees stay on their rail"
    )]
    RailsStay,
    /// More failures than are taken on.
    #[error("{0} failures; at most {MAX_FAILURES} are taken on")]
    TooManyFailures(usize),
    /// What is down can't be told.
    #[error(transparent)]
    Outage(#[from] OutageError),
    /// The traffic has no answer on this network.
    #[error(transparent)]
    Flow(#[from] FlowError),
}

impl QuestionError {
    /// The member of the question that is to blame, as a JSON pointer.
    pub fn pointer(&self) -> &'static str {
        match self {
            Self::NoFabric | Self::NotBuilt(_) | Self::Wiring(_) => "/design",
            Self::NoSuchFabric(_) => "/fabric",
            Self::RailsStay => "/across_rails",
            Self::TooManyFailures(_) | Self::Outage(_) => "/fail",
            Self::Flow(error) => match error {
                FlowError::NoFlows | FlowError::Stopped => "/design",
                FlowError::TooManyFlows { .. } | FlowError::NoEndpoint { .. } => "/op",
                FlowError::TooManySeeds { .. } | FlowError::SeedCount { .. } => "/seeds",
                FlowError::NoSuchFailure { .. }
                | FlowError::NoSuchPart { .. }
                | FlowError::NotOfLinks { .. } => "/fail",
            },
        }
    }

    /// A stable name of the fault.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoFabric => "flow.no_fabric",
            Self::NoSuchFabric(_) => "flow.no_such_fabric",
            Self::NotBuilt(_) => "flow.not_built",
            Self::Wiring(WiringError::TooManyLinks { .. }) => "flow.too_many_links",
            Self::Wiring(_) => "flow.not_wired",
            Self::RailsStay => "flow.rails_stay",
            Self::TooManyFailures(_) => "flow.too_many_failures",
            Self::Outage(error) => error.code(),
            Self::Flow(error) => match error {
                FlowError::TooManyFlows { .. } => "flow.too_many_flows",
                FlowError::TooManySeeds { .. } => "flow.too_many_seeds",
                FlowError::SeedCount { .. } => "flow.seed_count",
                FlowError::NoFlows => "flow.no_flows",
                FlowError::NoEndpoint { .. } => "flow.no_such_endpoint",
                FlowError::NoSuchFailure { .. }
                | FlowError::NoSuchPart { .. }
                | FlowError::NotOfLinks { .. } => "flow.no_such_part",
                FlowError::Stopped => "flow.stopped",
            },
        }
    }
}

/// A network of a design, link by link.
#[derive(Clone, Debug)]
pub struct Network {
    /// Its links.
    pub graph: LinkGraph,
    /// How the design has paths chosen.
    pub routing: Routing,
    /// Its place among the fabrics of the design.
    pub index: usize,
}

impl Network {
    /// Whether every part is there.
    ///
    /// # Errors
    /// [`FlowError::NoSuchPart`].
    pub(crate) fn live(&self, failures: &[Failure]) -> Result<(), FlowError> {
        live_links(&self.graph, failures).map(|_| ())
    }

    /// The fabric with an id; the first for GPU traffic without one.
    ///
    /// # Errors
    /// [`QuestionError`], where the design has no such network or it can't be built.
    pub fn of(
        built: &Built<'_>,
        design: &Design,
        fabric: Option<&str>,
    ) -> Result<Self, QuestionError> {
        let not_built = |findings: &[Finding]| {
            let why = findings.iter().take(3);
            QuestionError::NotBuilt(why.map(|finding| finding.message.clone()).collect())
        };
        if design.fabrics.is_empty() {
            return Err(QuestionError::NoFabric);
        }
        let none = || {
            let ids = design.fabrics.iter().map(|fabric| fabric.id.clone());
            QuestionError::NoSuchFabric(ids.collect())
        };
        if fabric.is_some_and(|id| design.fabrics.iter().all(|fabric| fabric.id != id)) {
            return Err(none());
        }
        let found = built.layouts.iter().find(|layout| match fabric {
            Some(id) => layout.report.id == id,
            None => layout.network == Purpose::Compute,
        });
        let findings = [built.unresolved.as_slice(), &built.unlaid].concat();
        let Some(layout) = found else {
            return Err(if findings.is_empty() {
                none()
            } else {
                not_built(&findings)
            });
        };
        Ok(Self {
            graph: Wiring::of(layout, &built.cluster)?.graph()?,
            routing: design.fabrics[layout.index].routing,
            index: layout.index,
        })
    }
}

impl FlowQuestion {
    /// A question about a design with what is usual: its own routing, 16 seeds, nothing down.
    pub fn new(design: Design, op: FlowOp) -> Self {
        Self {
            design,
            fabric: None,
            op,
            across_rails: false,
            routing: None,
            seeds: usual_seeds(),
            seed: first_seed(),
            fail: Vec::new(),
        }
    }

    /// Reads a question strictly.
    ///
    /// # Errors
    /// [`DesignError`] with the places that are wrong.
    pub fn parse(text: &str) -> Result<Self, DesignError> {
        let question: Self = design::read(text)?;
        let mut problems = question.design.problems_at("/design");
        if question.fail.len() > MAX_FAILURES {
            let error = QuestionError::TooManyFailures(question.fail.len());
            problems.push(Problem::new(
                error.pointer(),
                error.code(),
                error.to_string(),
            ));
        }
        if problems.is_empty() {
            Ok(question)
        } else {
            Err(DesignError::Invalid(problems))
        }
    }

    /// The answer.
    ///
    /// # Errors
    /// [`QuestionError`]; each says what to do.
    pub fn answer(&self, catalog: &Catalog) -> Result<FlowAnswer, QuestionError> {
        self.answer_until(catalog, Interrupt::never())
    }

    /// The answer, as long as somebody waits for it.
    ///
    /// # Errors
    /// As [`Self::answer`], and [`FlowError::Stopped`].
    pub fn answer_until(
        &self,
        catalog: &Catalog,
        interrupt: Interrupt<'_>,
    ) -> Result<FlowAnswer, QuestionError> {
        let traffic = self.traffic()?;
        interrupt.check()?;
        let built = Built::of(&self.design, catalog);
        interrupt.check()?;
        let site = Site::of(&self.design, &built, self.fabric.as_deref())?.without(&self.fail)?;
        // What is inside nodes, or what they hang on, can be asked about without anybody to talk to.
        let inside = !self.fail.is_empty() && !self.fail.iter().any(|part| part.is_of_network());
        if site.network.is_none() && !inside {
            return Err(QuestionError::NoFabric);
        }
        interrupt.check()?;
        let request = |network: &Network| FlowRequest {
            traffic: traffic.clone(),
            routing: self.routing.unwrap_or(network.routing),
            seeds: self.seeds,
            first_seed: self.seed,
            failures: site.down.failures.clone(),
        };
        let flows = match &site.network {
            Some(network) => match contention_until(&network.graph, &request(network), interrupt) {
                Ok(flows) => Some(flows),
                Err(FlowError::NoFlows) if inside => None,
                Err(error) => return Err(error.into()),
            },
            None => None,
        };
        let outage = match site.network.as_ref().map(request) {
            _ if self.fail.is_empty() || !site.is_for_gpus() => None,
            asked => Some(Worked::of(&site, asked.as_ref(), interrupt)?.report),
        };
        Ok(FlowAnswer { flows, outage })
    }

    fn traffic(&self) -> Result<Traffic, QuestionError> {
        let rails = if self.across_rails {
            RailUse::Across
        } else {
            RailUse::Aligned
        };
        Ok(match self.op {
            FlowOp::AllReduce | FlowOp::Ring | FlowOp::Tree if self.across_rails => {
                return Err(QuestionError::RailsStay);
            }
            FlowOp::AllReduce | FlowOp::Ring => Traffic::Ring,
            FlowOp::Tree => Traffic::Tree,
            FlowOp::AllToAll => Traffic::AllToAll { rails },
            FlowOp::Permutation => Traffic::Permutation {
                seed: self.seed,
                rails,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::templates;

    fn design() -> Design {
        templates::find("superpod-h100-32").unwrap().design
    }

    fn text(rest: &str) -> String {
        let design = serde_json::to_string(&design()).unwrap();
        format!(r#"{{"design":{design}{rest}}}"#)
    }

    fn fault(text: &str) -> (String, String) {
        match FlowQuestion::parse(text) {
            Err(DesignError::Invalid(problems)) => {
                (problems[0].pointer.clone(), problems[0].code.clone())
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_question_is_read_as_it_is_written() {
        let mut question = FlowQuestion::new(design(), FlowOp::AllToAll);
        question.fail = vec![
            Failure::Leaf(3),
            Failure::Nic { node: 1, port: 2 },
            Failure::Link(7),
        ];
        question.routing = Some(Routing::Ecmp);
        let written = serde_json::to_string(&question).unwrap();
        assert!(written.contains(r#""fail":["leaf:3","nic:1/2","link:7"]"#));
        assert_eq!(FlowQuestion::parse(&written).unwrap(), question);
        let short = FlowQuestion::parse(&text(r#","op":"all_reduce""#)).unwrap();
        assert_eq!(short, FlowQuestion::new(design(), FlowOp::AllReduce));
    }

    #[test]
    fn what_is_wrong_is_pointed_at() {
        for (rest, pointer, code) in [
            ("", "/op", "json.missing_field"),
            (r#","op":"allreduce""#, "/op", "json.unknown_value"),
            (r#","op":"ring","sedes":2"#, "/sedes", "json.unknown_field"),
            (r#","op":"ring","seeds":-2"#, "/seeds", "json.invalid_value"),
            (
                r#","op":"ring","fail":["leaf:0","leaves"]"#,
                "/fail",
                "json.invalid_value",
            ),
        ] {
            assert_eq!(
                fault(&text(rest)),
                (pointer.to_owned(), code.to_owned()),
                "{rest}"
            );
        }
        let many = vec![r#""leaf:0""#; MAX_FAILURES + 1].join(",");
        assert_eq!(
            fault(&text(&format!(r#","op":"ring","fail":[{many}]"#))).1,
            "flow.too_many_failures"
        );
        let schema = r#"{"design":{"schema":"podwright.design/9"},"op":"ring"}"#;
        assert_eq!(
            fault(schema),
            (
                "/design/schema".to_owned(),
                "design.schema_unknown".to_owned()
            )
        );
    }

    #[test]
    fn a_question_without_an_answer_says_where() {
        let ask = |change: &dyn Fn(&mut FlowQuestion)| {
            let mut question = FlowQuestion::new(design(), FlowOp::AllReduce);
            change(&mut question);
            let error = question.answer(Catalog::builtin()).unwrap_err();
            (error.pointer(), error.code())
        };
        assert_eq!(
            ask(&|q| q.fabric = Some("x".to_owned())),
            ("/fabric", "flow.no_such_fabric")
        );
        assert_eq!(
            ask(&|q| q.across_rails = true),
            ("/across_rails", "flow.rails_stay")
        );
        assert_eq!(ask(&|q| q.seeds = 0), ("/seeds", "flow.seed_count"));
        assert_eq!(
            ask(&|q| q.fail = vec![Failure::Leaf(60_000)]),
            ("/fail", "flow.no_such_part")
        );
        assert_eq!(
            ask(&|q| q.design.fabrics.clear()),
            ("/design", "flow.no_fabric")
        );
        assert_eq!(
            ask(&|q| q.design.pools[0].count = u32::MAX),
            ("/design", "flow.not_built")
        );
    }
}
