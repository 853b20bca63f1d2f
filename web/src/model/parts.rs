//! What the catalogue offers for each choice, and a part's name.

pub use podwright_diagram::report::short_gpu;
use podwright_locales::format;
use podwright_sim_core::Design;
use podwright_sim_core::catalog::{Catalog, LinkProtocol, NicProtocol, NodeCategory};
use podwright_sim_core::design::{InlineNode, Slot};

use super::words::{say, say_with};

/// One choice of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What the design stores.
    pub id: String,
    /// What people read.
    pub name: String,
}

impl Choice {
    /// A choice.
    pub fn new(id: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            name: name.into(),
        }
    }
}

/// Choices with the present one always among them, even where the catalogue lacks it.
fn with_present(mut choices: Vec<Choice>, present: &str) -> Vec<Choice> {
    if !present.is_empty() && !choices.iter().any(|choice| choice.id == present) {
        choices.insert(
            0,
            Choice::new(
                present,
                say_with("planner-not-in-catalogue", &[("id", present.into())]),
            ),
        );
    }
    choices
}

fn by_name(mut choices: Vec<Choice>) -> Vec<Choice> {
    choices.sort_by(|a, b| a.name.cmp(&b.name));
    choices
}

/// Cards that go into a slot.
pub fn cards(present: &str) -> Vec<Choice> {
    let cards = Catalog::builtin()
        .gpus()
        .filter(|gpu| gpu.slot_width.is_some())
        .map(|gpu| Choice::new(gpu.id.as_str(), short_gpu(&gpu.name)))
        .collect();
    with_present(by_name(cards), present)
}

/// The short name of the card with this id; the id itself where the catalogue lacks it.
pub fn gpu_name(id: &str) -> String {
    Catalog::builtin()
        .gpu(id)
        .map_or_else(|| id.to_owned(), |gpu| short_gpu(&gpu.name).to_owned())
}

/// Every bridge of the catalogue, the ones that do not fit too: the finding says why.
pub fn bridges(present: &str) -> Vec<Choice> {
    let bridges = Catalog::builtin()
        .bridges()
        .map(|bridge| Choice::new(bridge.id.as_str(), bridge.name.as_str()))
        .collect();
    with_present(by_name(bridges), present)
}

/// Slots from one connector to the other of the bridge with this id; nothing where the catalogue lacks it.
pub fn bridge_pitch(id: &str) -> Option<u32> {
    Catalog::builtin()
        .bridge(id)
        .map(|bridge| bridge.slot_pitch)
}

/// Whether the catalogue says that a bridge goes on a card.
pub fn bridge_fits_card(bridge: &str, gpu: &str) -> bool {
    Catalog::builtin()
        .bridge(bridge)
        .is_some_and(|bridge| bridge.gpus.iter().any(|id| id == gpu))
}

/// Slots that a card can move to: each with what it offers and, if taken, by which card.
pub fn slots(node: &InlineNode) -> Vec<Choice> {
    node.slots
        .iter()
        .enumerate()
        .map(|(i, slot)| {
            let words = say_with(
                "planner-slot-choice",
                &[
                    ("card", gpu_name(&node.gpu).into()),
                    ("position", slot.position.to_string().into()),
                    ("lanes", slot.lanes.to_string().into()),
                ],
            );
            Choice::new(i.to_string(), words)
        })
        .collect()
}

/// Systems that a pool can be made of.
pub fn nodes(present: &str) -> Vec<Choice> {
    let mut choices: Vec<(u8, Choice)> = Catalog::builtin()
        .nodes()
        .map(|node| {
            let rank = match node.category {
                NodeCategory::Rack => 0,
                NodeCategory::Server => 1,
                NodeCategory::Workstation => 2,
                NodeCategory::Cloud => 3,
            };
            (rank, Choice::new(node.id.as_str(), node.name.as_str()))
        })
        .collect();
    choices.sort_by(|a, b| (a.0, &a.1.name).cmp(&(b.0, &b.1.name)));
    with_present(
        choices.into_iter().map(|(_, choice)| choice).collect(),
        present,
    )
}

/// Adapters for a compute network.
pub fn nics(present: &str) -> Vec<Choice> {
    let nics = Catalog::builtin()
        .nics()
        .filter(|nic| {
            !nic.protocols
                .iter()
                .any(|p| matches!(p, NicProtocol::EfaSrd | NicProtocol::Tcpxo))
        })
        .map(|nic| Choice::new(nic.id.as_str(), nic.name.as_str()))
        .collect();
    with_present(by_name(nics), present)
}

/// Switches for networks between nodes.
pub fn switches(present: &str) -> Vec<Choice> {
    let switches = Catalog::builtin()
        .switches()
        .filter(|switch| switch.protocol != LinkProtocol::Nvlink)
        .map(|switch| {
            let name = switch.name.strip_prefix("NVIDIA ").unwrap_or(&switch.name);
            let name = match switch.ports.first() {
                Some(ports) if !name.contains('x') => {
                    format!(
                        "{name}, {} × {}G",
                        ports.count,
                        format::trimmed(ports.gbit_s, 0)
                    )
                }
                _ => name.to_owned(),
            };
            Choice::new(switch.id.as_str(), name)
        })
        .collect();
    with_present(by_name(switches), present)
}

/// The switch that a new fabric begins with: the first of its kind whose ports suit the first pool's adapter.
pub fn usual_switch(design: &Design) -> String {
    design
        .fabrics
        .iter()
        .find_map(|fabric| fabric.switch.clone())
        .unwrap_or_else(|| "nvidia-sn5600".to_owned())
}

/// A slot layout that can be bought.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// Its id in the form.
    pub id: &'static str,
    /// Its slots from the top.
    pub slots: Vec<Slot>,
}

fn slot(position: u32, pcie_gen: u32, lanes: u32, root: &str) -> Slot {
    Slot {
        position,
        pcie_gen,
        lanes,
        root: root.to_owned(),
        socket: 0,
    }
}

/// The usual boards: where their slots are and how they are wired.
pub fn layouts() -> Vec<Layout> {
    let cpu = |at: &[u32], lanes: u32| {
        at.iter()
            .map(|&p| slot(p, 4, lanes, "cpu0"))
            .collect::<Vec<_>>()
    };
    let with_chipset = |mut slots: Vec<Slot>, position: u32| {
        slots.push(slot(position, 4, 4, "pch"));
        slots
    };
    vec![
        Layout {
            id: "atx-1-4-7",
            slots: with_chipset(cpu(&[1, 4], 8), 7),
        },
        Layout {
            id: "atx-1-5-7",
            slots: with_chipset(cpu(&[1, 5], 8), 7),
        },
        Layout {
            id: "atx-1-3-7",
            slots: with_chipset(cpu(&[1, 3], 8), 7),
        },
        Layout {
            id: "one-cpu-slot",
            slots: with_chipset(cpu(&[1], 16), 5),
        },
        Layout {
            id: "workstation-4",
            slots: cpu(&[1, 3, 5, 7], 16),
        },
        Layout {
            id: "workstation-7",
            slots: cpu(&[1, 2, 3, 4, 5, 6, 7], 16),
        },
        Layout {
            id: "server-8",
            slots: cpu(&[1, 3, 5, 7, 9, 11, 13, 15], 16),
        },
    ]
}

/// Boards for a node; the first is its own where that is none of the usual ones.
pub fn boards(node: &InlineNode) -> (Vec<Choice>, String) {
    let mut choices: Vec<Choice> = layouts()
        .iter()
        .filter(|layout| layout.slots.len() >= node.count as usize)
        .map(|layout| Choice::new(layout.id, board_name(&layout.slots)))
        .collect();
    let same = |a: &[Slot], b: &[Slot]| sorted(a) == sorted(b);
    let present = layouts()
        .into_iter()
        .find(|layout| same(&layout.slots, &node.slots))
        .map(|layout| layout.id.to_owned());
    let present = present.unwrap_or_else(|| {
        choices.insert(0, Choice::new("own", board_name(&node.slots)));
        "own".to_owned()
    });
    (choices, present)
}

fn sorted(slots: &[Slot]) -> Vec<&Slot> {
    let mut slots: Vec<&Slot> = slots.iter().collect();
    slots.sort_by_key(|slot| slot.position);
    slots
}

fn board_name(slots: &[Slot]) -> String {
    let slots = sorted(slots);
    let positions: Vec<String> = slots.iter().map(|slot| slot.position.to_string()).collect();
    let mut lanes: Vec<u32> = slots
        .iter()
        .filter(|slot| slot.root != "pch")
        .map(|slot| slot.lanes)
        .collect();
    lanes.dedup();
    let lanes = match lanes.as_slice() {
        [one] => format!("x{one}"),
        _ => say("planner-board-mixed"),
    };
    say_with(
        "planner-board-choice",
        &[
            ("positions", positions.join(" · ").into()),
            ("lanes", lanes.into()),
        ],
    )
}
