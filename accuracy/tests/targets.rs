//! What the model promises on the measurements that ship, by class and size, and on sources that its fit never saw.

use podwright_accuracy::{
    Band, LEFT_OUT_INSIDE, LEFT_OUT_MEDIAN, LeftOut, MEASUREMENTS, Options, Runs, SystemClass,
    builtin, inside_band, median_error,
};
use podwright_sim_core::collective::MODEL;

/// Largest median errors to 64 KiB, to 16 MiB, under 1 GiB and from there on, and the least share within a factor of two.
const PROMISED: [(SystemClass, [f64; 4], f64); 6] = [
    (SystemClass::NvswitchNode, [0.05, 0.09, 0.06, 0.04], 0.98),
    (SystemClass::MultiNode, [0.10, 0.18, 0.15, 0.10], 0.95),
    (SystemClass::CloudTransport, [0.15, 0.20, 0.10, 0.07], 0.92),
    (SystemClass::V100, [0.20, 0.18, 0.06, 0.05], 0.95),
    (SystemClass::Pcie, [0.15, 0.12, 0.08, 0.05], 0.80),
    (SystemClass::Mi300, [0.15, 0.12, 0.12, 0.03], 0.95),
];

#[test]
fn every_class_and_size_is_as_near_as_promised() {
    let scores = builtin().unwrap();
    let of = |class: SystemClass, band: Band| {
        scores
            .classes
            .iter()
            .find(|score| score.class == class && score.band == band && score.op == "all")
            .unwrap()
    };
    for (class, medians, within) in PROMISED {
        for (band, most) in Band::EACH.into_iter().zip(medians) {
            let median = of(class, band).median.unwrap();
            assert!(median <= most, "{} {}: {median}", class.id(), band.id());
        }
        let share = of(class, Band::All).within_2x.unwrap();
        assert!(share >= within, "{}: {share} within 2x", class.id());
    }
    assert!(scores.overall.median.unwrap() <= 0.06);
    assert!(scores.overall.median < scores.baseline.median);
    let skipped = &scores.skipped;
    assert!(skipped.rows as f64 <= 0.03 * skipped.eligible as f64);
}

#[test]
fn one_node_and_racks_are_nearer_than_the_librarys_own_model() {
    let runs = Runs::read(MEASUREMENTS.as_bytes(), &Options::default()).unwrap();
    let rows = runs.all(&MODEL);
    let error = |row: &LeftOut| (row.predicted_us / row.measured_us - 1.0).abs();
    let one_node: Vec<f64> = rows
        .iter()
        .filter(|row| row.class == SystemClass::NvswitchNode)
        .filter(|row| ["all_reduce", "all_gather", "reduce_scatter"].contains(&row.op))
        .map(error)
        .collect();
    let mean = one_node.iter().sum::<f64>() / one_node.len() as f64;
    assert!(mean <= 0.08, "{mean}");
    let racks: Vec<&LeftOut> = rows
        .iter()
        .filter(|row| row.series.starts_with("cw-gb200-"))
        .collect();
    assert!(racks.len() >= 14);
    for row in racks {
        let of = (&row.series, row.message_bytes);
        assert!(error(row) <= 0.10, "{of:?}: {}", error(row));
    }
}

#[test]
fn sources_that_the_fit_did_not_see_are_within_nine_percent() {
    let runs = Runs::read(MEASUREMENTS.as_bytes(), &Options::default()).unwrap();
    let mut rows = Vec::new();
    for source in runs.sources() {
        let model = runs.fit_without_source(&source);
        rows.extend(runs.of_source(&model, &source));
    }
    let median = median_error(&rows).unwrap();
    assert!(median <= 0.09, "{median}");
    assert!((median - LEFT_OUT_MEDIAN).abs() < 0.002, "{median}");
    let inside = inside_band(&rows).unwrap();
    assert!((0.70..=0.90).contains(&inside), "{inside}");
    assert!((inside - LEFT_OUT_INSIDE).abs() < 0.005, "{inside}");
}

#[test]
fn bands_hold_runs_that_the_fit_did_not_see() {
    let runs = Runs::read(MEASUREMENTS.as_bytes(), &Options::default()).unwrap();
    let mut rows = Vec::new();
    for series in runs.series() {
        let model = runs.fit_without_series(&series);
        rows.extend(runs.of_series(&model, &series));
    }
    let inside = inside_band(&rows).unwrap();
    assert!((0.70..=0.90).contains(&inside), "{inside}");
}

#[test]
fn boxes_whose_host_path_is_stated_are_within_a_factor_of_two() {
    let runs = Runs::read(MEASUREMENTS.as_bytes(), &Options::default()).unwrap();
    let stated = [
        "autodl-2080ti-",
        "aic-l40s-2273-",
        "idx-4090-4-p2p",
        "tinybox-6x4090",
    ];
    let rows: Vec<LeftOut> = runs
        .all(&MODEL)
        .into_iter()
        .filter(|row| stated.iter().any(|start| row.series.starts_with(start)))
        // Four and eight L40S: the host path is not stated.
        .filter(|row| !row.series.starts_with("aic-l40s-") || row.ranks == 2)
        .collect();
    assert!(rows.len() > 200);
    for row in rows {
        let ratio = row.predicted_us / row.measured_us;
        let of = (&row.series, row.message_bytes);
        assert!((0.5..=2.0).contains(&ratio), "{of:?}: {ratio}");
    }
}
