//! The explanation under one estimate of `podwright collective`.

use podwright_diagram::report::{Why, why};
use podwright_locales::{Language, Texts};
use podwright_sim_core::report::CollectivePoint;

use super::{CliError, output};

/// Writes the explanation of a point. `line_gb_s` is the rate of a GPU's scale-up links, per direction.
pub fn print(point: &CollectivePoint, line_gb_s: Option<f64>) -> Result<(), CliError> {
    let Some(why) = why(Texts::of(Language::English), point, line_gb_s) else {
        return Ok(());
    };
    Ok(output::line(&lines(&why))?)
}

fn lines(why: &Why) -> String {
    let wide = |text: &str| text.chars().count();
    let names = why
        .rows
        .iter()
        .map(|row| wide(&row.name))
        .max()
        .unwrap_or(0);
    let values = why
        .rows
        .iter()
        .map(|row| wide(&row.value))
        .max()
        .unwrap_or(0);
    let mut text = format!("\n{}\n", why.title);
    for row in &why.rows {
        let line = format!("  {:names$}  {:values$}  {}", row.name, row.value, row.note);
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text.trim_end().to_owned()
}
