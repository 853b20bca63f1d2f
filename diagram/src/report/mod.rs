//! From a report to its drawings: the one place where a page and the planner get them from.
//!
//! Each function takes what the engine found and gives the inputs of a drawing, so that a report looks the same on the
//! page behind a link, in the planner and in a file. No figure of the model is computed here: rates and lengths are the
//! report's, shares of them follow from its counts.

mod board;
mod curves;
mod fabric;
mod measured;
mod money;
mod node;
mod own;
mod path;
mod racks;
#[cfg(test)]
mod tests;
mod why;
mod words;

use podwright_locales::Texts;
use podwright_sim_core::Report;

use crate::{Drawing, Frame};

pub use board::{board, bridge_misfit, card_slots, slots_apart};
pub use curves::{NamedCurve, Quantity, curve_chart, curves, gpu_id, nearest_point};
pub use fabric::{LinkView, fabric_sentence, fabric_topology, medium, switched};
pub use measured::{Measured, Source, note};
pub use money::{cost_by_part, cost_by_year, cost_moves, money_scale, rent_or_own};
pub use node::{glyph, node_links};
pub use own::{OwnRow, goodput, own_rows};
pub use path::{GpuAt, GpuPath, Hop, usual_pair};
pub use racks::racks;
pub use why::{Why, WhyRow, explained_point, why};
pub use words::{count_word, count_word_inside, short_gpu};

/// A drawing and the sentence above it.
#[derive(Clone, Debug, PartialEq)]
pub struct Titled {
    /// The result in words.
    pub title: String,
    /// The drawing.
    pub drawing: Drawing,
}

/// How a design is joined: a drawing of each of its fabrics, or of the links of a node where it has none.
///
/// `path` is drawn into the fabric or node that it runs through, `width` is in CSS px, and `id` begins the ids of the
/// drawings.
pub fn topology(
    texts: &Texts,
    report: &Report,
    view: LinkView,
    path: Option<&GpuPath>,
    id: &str,
    width: f64,
) -> Vec<Titled> {
    let name = |i: usize| format!("{id}{i}");
    let fabrics: Vec<Titled> = switched(report)
        .into_iter()
        .enumerate()
        .map(|(i, (_, fabric))| {
            let topology = fabric_topology(texts, fabric, report, view, path);
            Titled {
                drawing: topology.draw(&Frame {
                    id: &name(i),
                    width,
                    texts,
                }),
                title: fabric_sentence(texts, fabric, report),
            }
        })
        .collect();
    if !fabrics.is_empty() {
        return fabrics;
    }
    report
        .pools
        .iter()
        .filter(|pool| pool.gpus_per_node > 1)
        .enumerate()
        .map(|(i, pool)| {
            let links = node_links(texts, pool, path.filter(|_| report.pools.len() == 1));
            Titled {
                title: links.title.clone(),
                drawing: links.draw(&Frame {
                    id: &name(i),
                    width,
                    texts,
                }),
            }
        })
        .collect()
}
