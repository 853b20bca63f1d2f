//! How long the engine takes. Targets: a template under 50 ms, one collective on a resolved design under 1 µs, one curve
//! of 30 sizes under 1 ms.

use divan::Bencher;
use podwright_sim_core::catalog::Catalog;
use podwright_sim_core::cluster::resolve;
use podwright_sim_core::collective::{Group, MODEL, candidates, curve};
use podwright_sim_core::design::{CollectiveOp, CollectiveSettings};
use podwright_sim_core::fabric::lay_out;
use podwright_sim_core::{evaluate_builtin, templates};

fn main() {
    divan::main();
}

#[divan::bench(args = templates::ids())]
fn evaluate(bencher: Bencher<'_, '_>, id: &str) {
    let design = templates::find(id).expect("a template").design;
    bencher.bench(|| evaluate_builtin(&design));
}

fn group(id: &str) -> Group {
    let catalog = Catalog::builtin();
    let design = templates::find(id).expect("a template").design;
    let (cluster, _) = resolve(&design, catalog);
    let (layouts, _) = lay_out(&design, &cluster, catalog);
    Group::first(
        &cluster,
        &layouts,
        cluster.gpus(),
        CollectiveSettings::default(),
    )
    .expect("joined")
}

#[divan::bench(args = ["dual-3090-nvlink", "dgx-h100-1", "superpod-h100-127", "nvl72-spectrum-x-8"])]
fn one_collective(bencher: Bencher<'_, '_>, id: &str) {
    let group = group(id);
    bencher.bench(|| {
        candidates(
            &MODEL,
            divan::black_box(&group),
            CollectiveOp::AllReduce,
            divan::black_box(1 << 30),
        )
    });
}

#[divan::bench(args = ["dual-3090-nvlink", "dgx-h100-1", "superpod-h100-127", "nvl72-spectrum-x-8"])]
fn one_curve(bencher: Bencher<'_, '_>, id: &str) {
    let group = group(id);
    bencher.bench(|| curve(divan::black_box(&group), CollectiveOp::AllReduce));
}

#[divan::bench]
fn read_a_design(bencher: Bencher<'_, '_>) {
    let design = templates::find("nvl72-spectrum-x-8")
        .expect("a template")
        .design;
    let text = serde_json::to_string(&design).expect("a design is JSON");
    bencher.bench(|| podwright_sim_core::Design::parse(divan::black_box(&text)));
}
