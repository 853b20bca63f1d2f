//! Prints headline figures and findings of every template: `cargo run -p podwright-sim-core --example brief`.
#![expect(clippy::print_stdout, reason = "an example for the terminal")]

use podwright_sim_core::{evaluate_builtin, templates};

fn main() {
    for template in templates::all() {
        let report = evaluate_builtin(&template.design);
        let s = &report.summary;
        println!(
            "{}: {} GPUs, {:?} racks, up {:?} out {:?} ratio {:?}, {:.1}/{:.1} kW, capex {:?} ({:?}-{:?}), {:?} USD/GPU-hour, priced {:.0} %, network {:?}",
            template.id,
            s.gpus,
            s.racks,
            s.scale_up_gb_s_per_gpu,
            s.scale_out_gb_s_per_gpu,
            s.scale_up_to_scale_out_ratio,
            s.it_power_kw,
            s.it_power_max_kw,
            s.capex_usd,
            s.capex_low_usd,
            s.capex_high_usd,
            s.usd_per_gpu_hour,
            100.0 * s.price_coverage,
            report.cost.network_share
        );
        for finding in &report.findings {
            println!(
                "   {:?} {} @ {}: {} | {}",
                finding.severity, finding.code, finding.at, finding.title, finding.message
            );
        }
    }
}
