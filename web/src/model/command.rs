//! Edits as commands: each says what changes, how it reads in the undo list, and which keystrokes belong together.

use podwright_sim_core::Design;
use podwright_sim_core::design::{
    BridgeSpec, Cabling, CollectiveOp, FabricSpec, InlineNic, Network, NodeRef, Oversubscription,
    Pool, PriceLevel, Routing, Slot, SpineRule, TopologyKind, Workload,
};
use podwright_sim_core::report::PatchStep;
use serde_json::Value;

use super::field::{NumberField, inline_mut};
use super::patch;
use super::words::{say, say_with};

/// A change of a design.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the sentence of each variant names its fields")]
pub enum Command {
    /// Gives the design a name.
    Rename(String),
    /// Puts a number into a field; nothing clears an optional one.
    Number(NumberField, Option<f64>),
    /// Puts a value into a row of a table; null clears it.
    Put(NumberField, Value),
    /// Adds a bandwidth that was measured, by the name of its link.
    AddMeasured { link: String, gb_s: f64 },
    /// Takes a measured bandwidth away.
    RemoveMeasured { figure: usize },
    /// Adds a pool of a catalogue node.
    AddPool { node: String },
    /// Takes a pool away.
    RemovePool { pool: usize },
    /// Replaces the compute adapter of a catalogue node; nothing takes the node's own.
    PoolNic { pool: usize, nic: Option<String> },
    /// Sets how many cards an inline node has.
    CardCount { pool: usize, count: u32 },
    /// Moves a card to a slot, by the slot's index in the list; a card that is there swaps places.
    MoveCard { pool: usize, gpu: usize, to: usize },
    /// Gives an inline node other slots.
    Board { pool: usize, slots: Vec<Slot> },
    /// Says where a slot's lanes come from.
    SlotRoot {
        pool: usize,
        slot: usize,
        root: String,
    },
    /// Sets the bridge between cards; nothing takes it off.
    Bridge {
        pool: usize,
        gpus: Vec<u32>,
        bridge: Option<String>,
    },
    /// Sets the compute adapter of an inline node and the position of its slot; nothing takes it out.
    InlineNic { pool: usize, nic: Option<String> },
    /// Adds a fabric with a switch.
    AddFabric { network: Network, switch: String },
    /// Takes a fabric away.
    RemoveFabric { fabric: usize },
    /// Adds a collective.
    AddWorkload {
        op: CollectiveOp,
        message_bytes: u64,
    },
    /// Takes a workload away.
    RemoveWorkload { workload: usize },
    /// Sets the operation of a workload.
    WorkloadOp { workload: usize, op: CollectiveOp },
    /// Sets which end of the price range counts.
    Prices(PriceLevel),
    /// Names an uploaded price book and its version; nothing goes back to published prices.
    PriceBook(Option<(String, u32)>),
    /// Applies a finding's fix; the words are those of its button.
    Fix {
        words: String,
        steps: Vec<PatchStep>,
    },
    /// Puts another design in place, as after a fork or a conflict.
    Replace { words: String, design: Box<Design> },
}

/// Why a command changed nothing: a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(pub String);

impl Command {
    /// The design after the command.
    ///
    /// # Errors
    /// [`Refusal`] when the place does not exist or the outcome is beyond a limit of designs.
    pub fn apply(&self, design: &Design) -> Result<Design, Refusal> {
        let mut next = design.clone();
        self.change(&mut next)?;
        match next.limit_problems().into_iter().next() {
            Some(problem) if design.limit_problems().is_empty() => {
                Err(Refusal(problem.to_string()))
            }
            _ => Ok(next),
        }
    }

    fn change(&self, design: &mut Design) -> Result<(), Refusal> {
        let gone = || Refusal(say("planner-refused-gone"));
        match self {
            Self::Rename(name) => design.name.clone_from(name),
            Self::Number(field, value) => {
                if value.is_none() && !field.optional() {
                    return Err(Refusal(say("planner-fault-empty")));
                }
                field.write(design, *value);
            }
            Self::Put(field, value) => {
                *design = patch::put(design, &field.pointer(), value.clone())
                    .map_err(|fault| Refusal(fault.to_string()))?;
            }
            Self::AddMeasured { link, gb_s } => {
                let figure = serde_json::json!({"link": link, "gb_s": gb_s});
                let at = format!("/measured/{}", design.measured.len());
                *design =
                    patch::put(design, &at, figure).map_err(|fault| Refusal(fault.to_string()))?;
            }
            Self::RemoveMeasured { figure } => {
                remove(&mut design.measured, *figure).ok_or_else(gone)?;
            }
            Self::AddPool { node } => {
                let id = free_id("pool", design.pools.iter().map(|pool| pool.id.as_str()));
                let node = NodeRef::Catalog(node.clone());
                design.pools.push(Pool {
                    id,
                    node,
                    count: 1,
                    nics: std::collections::BTreeMap::new(),
                });
            }
            Self::RemovePool { pool } => remove(&mut design.pools, *pool).ok_or_else(gone)?,
            Self::PoolNic { pool, nic } => {
                let pool = design.pools.get_mut(*pool).ok_or_else(gone)?;
                match nic {
                    Some(nic) => pool.nics.insert(Network::Compute, nic.clone()),
                    None => pool.nics.remove(&Network::Compute),
                };
            }
            Self::CardCount { pool, count } => {
                let node = inline_mut(design, *pool).ok_or_else(gone)?;
                node.count = *count;
                node.bridges
                    .retain(|bridge| bridge.gpus.iter().all(|gpu| gpu < count));
            }
            Self::MoveCard { pool, gpu, to } => {
                let node = inline_mut(design, *pool).ok_or_else(gone)?;
                if *gpu >= node.slots.len() || *to >= node.slots.len() {
                    return Err(gone());
                }
                node.slots.swap(*gpu, *to);
            }
            Self::Board { pool, slots } => {
                let node = inline_mut(design, *pool).ok_or_else(gone)?;
                node.slots.clone_from(slots);
            }
            Self::SlotRoot { pool, slot, root } => {
                let node = inline_mut(design, *pool).ok_or_else(gone)?;
                let slot = node.slots.get_mut(*slot).ok_or_else(gone)?;
                slot.root.clone_from(root);
                slot.socket = root
                    .strip_prefix("cpu")
                    .and_then(|n| n.parse().ok())
                    .unwrap_or(slot.socket);
            }
            Self::Bridge { pool, gpus, bridge } => {
                let node = inline_mut(design, *pool).ok_or_else(gone)?;
                let at = node.bridges.iter().position(|spec| spec.gpus == *gpus);
                match (at, bridge) {
                    (Some(at), Some(id)) => node.bridges[at].id.clone_from(id),
                    (Some(at), None) => drop(node.bridges.remove(at)),
                    (None, Some(id)) => {
                        node.bridges.push(BridgeSpec {
                            id: id.clone(),
                            gpus: gpus.clone(),
                        });
                        node.bridges.sort_by(|a, b| a.gpus.cmp(&b.gpus));
                    }
                    (None, None) => {}
                }
            }
            Self::InlineNic { pool, nic } => {
                let node = inline_mut(design, *pool).ok_or_else(gone)?;
                let free = node
                    .slots
                    .get(node.count as usize)
                    .map(|slot| slot.position);
                let old = node
                    .nics
                    .iter()
                    .position(|nic| nic.network == Network::Compute);
                match (nic, old) {
                    (Some(id), Some(at)) => node.nics[at].id.clone_from(id),
                    (Some(id), None) => {
                        node.nics.push(InlineNic {
                            id: id.clone(),
                            count: 1,
                            slot: free,
                            network: Network::Compute,
                        });
                    }
                    (None, Some(at)) => drop(node.nics.remove(at)),
                    (None, None) => {}
                }
            }
            Self::AddFabric { network, switch } => {
                let id = free_id(
                    network.id(),
                    design.fabrics.iter().map(|fabric| fabric.id.as_str()),
                );
                design.fabrics.push(new_fabric(id, *network, switch));
            }
            Self::RemoveFabric { fabric } => {
                remove(&mut design.fabrics, *fabric).ok_or_else(gone)?;
            }
            Self::AddWorkload { op, message_bytes } => {
                let id = free_id("w", design.workloads.iter().map(|work| work.id.as_str()));
                design
                    .workloads
                    .push(Workload::collective(id, *op, *message_bytes));
            }
            Self::RemoveWorkload { workload } => {
                remove(&mut design.workloads, *workload).ok_or_else(gone)?;
            }
            Self::WorkloadOp { workload, op } => {
                design.workloads.get_mut(*workload).ok_or_else(gone)?.op = Some(*op);
            }
            Self::Prices(level) => design.price_book.level = *level,
            Self::PriceBook(named) => {
                (design.price_book.id, design.price_book.version) = named.clone().unzip();
            }
            Self::Fix { steps, .. } => {
                *design = patch::apply(design, steps).map_err(|fault| {
                    Refusal(say_with(
                        "planner-refused-fix",
                        &[("why", fault.to_string().into())],
                    ))
                })?;
            }
            Self::Replace { design: other, .. } => *design = (**other).clone(),
        }
        Ok(())
    }

    /// What it does, for "Undo: …" and the toast.
    pub fn label(&self) -> String {
        let id = match self {
            Self::Rename(_) => "planner-step-rename",
            Self::Number(field, _) | Self::Put(field, _) => {
                let mut name = say(field.label_id());
                // The first letter of a word, and not of a name such as CPU.
                if name.as_bytes().get(1).is_some_and(u8::is_ascii_lowercase)
                    && let Some(first) = name.get_mut(..1)
                {
                    first.make_ascii_lowercase();
                }
                return say_with("planner-step-number", &[("field", name.into())]);
            }
            Self::AddMeasured { .. } => "planner-step-add-measured",
            Self::RemoveMeasured { .. } => "planner-step-remove-measured",
            Self::AddPool { .. } => "planner-step-add-pool",
            Self::RemovePool { .. } => "planner-step-remove-pool",
            Self::PoolNic { .. } | Self::InlineNic { .. } => "planner-step-nic",
            Self::CardCount { .. } => "planner-step-cards",
            Self::MoveCard { .. } => "planner-step-move-card",
            Self::Board { .. } => "planner-step-board",
            Self::SlotRoot { .. } => "planner-step-slot-root",
            Self::Bridge {
                bridge: Some(_), ..
            } => "planner-step-bridge",
            Self::Bridge { bridge: None, .. } => "planner-step-remove-bridge",
            Self::AddFabric { .. } => "planner-step-add-fabric",
            Self::RemoveFabric { .. } => "planner-step-remove-fabric",
            Self::AddWorkload { .. } => "planner-step-add-workload",
            Self::RemoveWorkload { .. } => "planner-step-remove-workload",
            Self::WorkloadOp { .. } => "planner-step-workload",
            Self::Prices(_) => "planner-step-prices",
            Self::PriceBook(_) => "planner-step-price-book",
            Self::Fix { words, .. } | Self::Replace { words, .. } => return words.clone(),
        };
        say(id)
    }

    /// Key under which successive edits join into one step; nothing for edits that stand alone.
    pub fn merge_key(&self) -> Option<String> {
        match self {
            Self::Rename(_) => Some("/name".to_owned()),
            Self::Number(field, _) | Self::Put(field, _) => Some(field.pointer()),
            _ => None,
        }
    }

    /// Whether the edit takes something away that a person may miss, so that a toast offers to undo it.
    pub fn takes_away(&self) -> bool {
        matches!(
            self,
            Self::RemovePool { .. }
                | Self::RemoveFabric { .. }
                | Self::RemoveWorkload { .. }
                | Self::RemoveMeasured { .. }
                | Self::Fix { .. }
                | Self::Replace { .. }
                | Self::Bridge { bridge: None, .. }
        )
    }
}

fn remove<T>(list: &mut Vec<T>, at: usize) -> Option<()> {
    (at < list.len()).then(|| drop(list.remove(at)))
}

/// An id that no other has: the stem, or the stem with a number.
fn free_id<'a>(stem: &str, taken: impl Iterator<Item = &'a str>) -> String {
    let taken: std::collections::BTreeSet<&str> = taken.collect();
    if !taken.contains(stem) {
        return stem.to_owned();
    }
    // One more number than there are names: one of them is free.
    (2..=taken.len() + 2)
        .map(|n| format!("{stem}{n}"))
        .find(|id| !taken.contains(id.as_str()))
        .unwrap_or_else(|| stem.to_owned())
}

fn new_fabric(id: String, network: Network, switch: &str) -> FabricSpec {
    FabricSpec {
        id,
        network,
        topology: TopologyKind::Auto,
        switch: Some(switch.to_owned()),
        spine_switch: None,
        core_switch: None,
        oversubscription: Oversubscription::default(),
        leaf_ports: None,
        routing: Routing::default(),
        cabling: Cabling::default(),
        spines: SpineRule::default(),
        extra_endpoints: 0,
        planes: 1,
        grow_to_nodes: None,
        downlink_gbit_s: None,
        uplink_gbit_s: None,
        node_leaf_m: None,
        leaf_spine_m: None,
        spine_core_m: None,
    }
}
