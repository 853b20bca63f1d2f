//! What parts that are down cost, as tables: the second half of `podwright flow`.

use podwright_locales::format;
use podwright_sim_core::outage::{AllReduceOutage, OutageReport};

use super::CliError;
use super::output::{self, Table};

/// Figures before and afterwards, then sentences.
pub fn print(outage: &OutageReport) -> Result<(), CliError> {
    let heading = outage.failed.join(", ");
    let mut table = Table::new(&[&format!("Without {heading}"), ">Before", ">Afterwards"]);
    let gb_s = |value: Option<f64>| value.map_or_else(none, format::gb_s);
    table.row([
        "Nodes that take part".to_owned(),
        format::count(outage.nodes),
        format::count(outage.nodes_left),
    ]);
    table.row([
        "Nodes affected".to_owned(),
        format::count(0),
        format::count(outage.nodes_out + outage.nodes_hit),
    ]);
    if let Some(network) = &outage.network {
        table.row([
            "Delivered of the adapters' rate".to_owned(),
            format::percent(network.delivered_before),
            network.delivered_after.map_or_else(none, format::percent),
        ]);
        table.row([
            "Rate of a node".to_owned(),
            format::gb_s(network.node_gb_s_before),
            format::gb_s(network.node_gb_s_after),
        ]);
        table.row([
            "Rate of all nodes".to_owned(),
            format::gb_s(network.all_gb_s_before),
            format::gb_s(network.all_gb_s_after),
        ]);
    }
    for rack in &outage.nvlink {
        table.row([
            format!("NVLink of a GPU in {}", rack.rack),
            format::gb_s(rack.gpu_gb_s_before),
            format::gb_s(rack.gpu_gb_s_after),
        ]);
        times(&mut table, &format!(" in {}", rack.rack), &rack.all_reduce);
    }
    if let Some(all) = &outage.all_reduce {
        table.row([
            "GPUs that take part".to_owned(),
            format::count(all.gpus_before),
            format::count(all.gpus_after),
        ]);
        times(&mut table, "", all);
        table.row([
            "Its bus bandwidth".to_owned(),
            format::gb_s(all.busbw_gb_s_before),
            gb_s(all.busbw_gb_s_after),
        ]);
    }
    table.print()?;
    for sentence in &outage.explanation {
        output::line(sentence)?;
    }
    Ok(())
}

fn times(table: &mut Table, place: &str, times: &AllReduceOutage) {
    table.row([
        format!(
            "All-reduce of {}{place}",
            format::message_size(times.message_bytes)
        ),
        format::duration_us(times.time_us_before),
        times.time_us_after.map_or_else(none, format::duration_us),
    ]);
}

fn none() -> String {
    "–".to_owned()
}
