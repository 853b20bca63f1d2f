//! Fits the constants of the model to the measurements that ship, and checks them on sources that the fit never saw:
//! `cargo run --release -p podwright-accuracy --example fit -- [--write FILE] [--leave-one-out]`.
//!
//! `--write` sets the fitted figures in `sim-core/src/collective/constants/values.rs`.
#![expect(clippy::print_stdout, reason = "an example for the terminal")]

use std::collections::BTreeMap;

use podwright_accuracy::{Band, LeftOut, MEASUREMENTS, Options, Runs, SystemClass, median_error};
use podwright_sim_core::collective::{Family, MODEL, Model};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let runs = Runs::read(MEASUREMENTS.as_bytes(), &Options::default())?;
    println!("constants in use");
    table(&runs.all(&MODEL));
    let model = runs.fit();
    println!("fitted");
    table(&runs.all(&model));
    if args.iter().any(|arg| arg == "--series") {
        series(&runs.all(&model));
    }
    if let Some(at) = args.iter().position(|arg| arg == "--write") {
        let file = args.get(at + 1).ok_or("--write needs a file")?;
        std::fs::write(file, written(&std::fs::read_to_string(file)?, &model))?;
    } else {
        for constant in model.list() {
            let (series, sources) = runs.support(constant.set, constant.name);
            println!(
                "{:>16}.{:<26} {:>12.4} {:<8} {series:>3} runs {sources:>2} sources  {}",
                constant.set, constant.name, constant.value, constant.unit, constant.origin
            );
        }
    }
    if args.iter().any(|arg| arg == "--leave-one-out") {
        let mut rows = Vec::new();
        for source in runs.sources() {
            let model = runs.fit_without_source(&source);
            let left = runs.of_source(&model, &source);
            println!(
                "without {source}: {} rows, {} (in the fit {})",
                left.len(),
                percent(median_error(&left)),
                percent(median_error(&runs.of_source(&MODEL, &source))),
            );
            rows.extend(left);
        }
        println!("left out");
        table(&rows);
        if args.iter().any(|arg| arg == "--series") {
            series(&rows);
        }
        let widths = widths(&rows);
        coverage(&rows, &widths);
        println!("with one run left out");
        let mut rows = Vec::new();
        for series in runs.series() {
            let model = runs.fit_without_series(&series);
            rows.extend(runs.of_series(&model, &series));
        }
        table(&rows);
        coverage(&rows, &widths);
    }
    Ok(())
}

/// Median and mean error of each run in each band.
fn series(rows: &[LeftOut]) {
    let mut by: BTreeMap<(SystemClass, &str), BTreeMap<Band, Vec<f64>>> = BTreeMap::new();
    for row in rows {
        by.entry((row.class, row.series.as_str()))
            .or_default()
            .entry(row.band)
            .or_default()
            .push(row.predicted_us / row.measured_us - 1.0);
    }
    for ((class, series), bands) in by {
        print!("{:>16} {series:<28}", class.id());
        for band in &Band::EACH[..4] {
            match bands.get(band) {
                Some(errors) => {
                    let mut sizes: Vec<f64> = errors.iter().map(|error| error.abs()).collect();
                    sizes.sort_by(f64::total_cmp);
                    let mean = errors.iter().sum::<f64>() / errors.len() as f64;
                    print!(
                        "{:>8.1} ({:>+7.1})",
                        100.0 * sizes[sizes.len() / 2],
                        100.0 * mean
                    );
                }
                None => print!("{:>18}", "-"),
            }
        }
        println!();
    }
}

/// Medians by class and band.
fn table(rows: &[LeftOut]) {
    for class in SystemClass::ALL {
        print!("{:>16}", class.id());
        for band in Band::EACH {
            let some: Vec<LeftOut> = rows
                .iter()
                .filter(|row| row.class == class && (band == Band::All || row.band == band))
                .cloned()
                .collect();
            print!("{:>10}", percent(median_error(&some)));
        }
        println!("   within 2x {:.1} %", 100.0 * within_two(rows, class));
    }
    println!("{:>16}{:>10}", "overall", percent(median_error(rows)));
}

/// A median that is there; a dash without rows.
fn percent(error: Option<f64>) -> String {
    error.map_or_else(|| "-".to_owned(), |error| format!("{:.1} %", 100.0 * error))
}

fn within_two(rows: &[LeftOut], class: SystemClass) -> f64 {
    let mut by: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.class == class && !row.suspect) {
        let ratio = row.predicted_us / row.measured_us;
        let held = (0.5..=2.0).contains(&ratio);
        by.entry(&row.series)
            .or_default()
            .push(f64::from(u8::from(held)));
    }
    let shares: Vec<f64> = by
        .values()
        .map(|held| held.iter().sum::<f64>() / held.len() as f64)
        .collect();
    shares.iter().sum::<f64>() / shares.len().max(1) as f64
}

/// Factors by which a class may be faster and slower in a size band.
type Widths = BTreeMap<(Family, Band), (f64, f64)>;

/// Between which factors eight of ten left-out rows lie, each run counting once.
fn widths(rows: &[LeftOut]) -> Widths {
    let mut widths = Widths::new();
    for family in Family::ALL {
        for band in &Band::EACH[..4] {
            let mut count: BTreeMap<&str, f64> = BTreeMap::new();
            let some: Vec<&LeftOut> = rows
                .iter()
                .filter(|row| row.family == family && row.band == *band && !row.suspect)
                .collect();
            for row in &some {
                *count.entry(&row.series).or_default() += 1.0;
            }
            let mut factors: Vec<(f64, f64)> = some
                .iter()
                .map(|row| {
                    (
                        row.measured_us / row.predicted_us,
                        1.0 / count[row.series.as_str()],
                    )
                })
                .collect();
            if factors.is_empty() {
                continue;
            }
            factors.sort_by(|a, b| a.0.total_cmp(&b.0));
            let (low, high) = (quantile(&factors, 0.1), quantile(&factors, 0.9));
            println!(
                "{:>16} {:>9} {:>3} runs  x{low:.3} to x{high:.3}",
                format!("{family:?}"),
                band.id(),
                count.len(),
            );
            widths.insert((family, *band), (low, high));
        }
    }
    widths
}

/// The value below which a share of the weights lies.
fn quantile(sorted: &[(f64, f64)], share: f64) -> f64 {
    let total: f64 = sorted.iter().map(|(_, weight)| weight).sum();
    let mut sum = 0.0;
    for (value, weight) in sorted {
        sum += weight;
        if sum >= share * total {
            return *value;
        }
    }
    f64::NAN
}

/// How many left-out rows lie inside the widths: by class, each run counting once.
fn coverage(rows: &[LeftOut], widths: &Widths) {
    let mut by: BTreeMap<(SystemClass, &str), Vec<f64>> = BTreeMap::new();
    for row in rows.iter().filter(|row| !row.suspect) {
        if let Some((low, high)) = widths.get(&(row.family, row.band)) {
            let factor = row.measured_us / row.predicted_us;
            let inside = (low.min(1.0)..=high.max(1.0)).contains(&factor);
            by.entry((row.class, &row.series))
                .or_default()
                .push(f64::from(u8::from(inside)));
        }
    }
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
    let mut all = Vec::new();
    for class in SystemClass::ALL {
        let shares: Vec<f64> = by
            .iter()
            .filter(|((of, _), _)| *of == class)
            .map(|(_, inside)| mean(inside))
            .collect();
        if !shares.is_empty() {
            println!("{:>16} {:>5.1} % inside", class.id(), 100.0 * mean(&shares));
        }
        all.extend(shares);
    }
    println!("{:>16} {:>5.1} % inside", "overall", 100.0 * mean(&all));
}

/// The source text with the figures of a model: `name: value,` under `set: …Set {`.
fn written(text: &str, model: &Model) -> String {
    let values: BTreeMap<(String, String), (f64, &str)> = model
        .list()
        .into_iter()
        .map(|constant| {
            (
                (constant.set.to_owned(), constant.name.to_owned()),
                (constant.value, constant.origin),
            )
        })
        .collect();
    let mut set = String::new();
    let mut lines = Vec::new();
    for line in text.lines() {
        let trimmed = line.trim_start();
        let mut next = line.to_owned();
        if let Some((name, rest)) = trimmed.split_once(": ") {
            if rest.ends_with("Set {") {
                name.clone_into(&mut set);
            } else if let Some((value, "fit")) = values.get(&(set.clone(), name.to_owned())) {
                let indent = &line[..line.len() - trimmed.len()];
                next = format!("{indent}{name}: {},", figure(*value));
            }
        }
        lines.push(next);
    }
    lines.join("\n") + "\n"
}

/// Four digits are more than the runs decide.
fn figure(value: f64) -> String {
    let digits = 3 - value.abs().log10().floor() as i32;
    let text = format!("{value:.*}", digits.clamp(0, 6) as usize);
    let scale = 10_f64.powi(digits.min(0).abs());
    let text = if digits < 0 {
        format!("{:.0}", (value / scale).round() * scale)
    } else {
        text
    };
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
            + if text.trim_end_matches('0').ends_with('.') {
                ".0"
            } else {
                ""
            }
    } else {
        format!("{text}.0")
    }
}
