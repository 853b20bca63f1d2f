//! Published points, which the collectives view fetches when it is first opened.

use std::sync::Arc;

use podwright_diagram::report::{Measured, NamedCurve, Quantity, note};
use podwright_sim_core::collective::MeasuredRun;
use serde_json::Value;

use super::words::{say, texts};

/// How far the file of published points is.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Published {
    /// Nobody has asked for it.
    #[default]
    Untouched,
    /// It is on its way.
    Asked,
    /// It is here.
    Here(Arc<Vec<MeasuredRun>>),
    /// It did not come, or can't be read.
    Failed,
}

impl Published {
    /// What a file says; nothing where none came.
    pub fn read(text: Option<&str>) -> Self {
        let read = |text: &str| -> Option<Vec<MeasuredRun>> {
            let document: Value = serde_json::from_str(text).ok()?;
            document.as_array()?.iter().map(MeasuredRun::read).collect()
        };
        text.and_then(read)
            .map_or(Self::Failed, |runs| Self::Here(Arc::new(runs)))
    }

    /// What is measured on systems like those of some curves; nothing before the file is here.
    pub fn beside(&self, quantity: Quantity, curves: &[NamedCurve]) -> Measured {
        match self {
            Self::Here(runs) => Measured::of(texts(), quantity, curves, runs),
            Self::Untouched | Self::Asked | Self::Failed => Measured::default(),
        }
    }

    /// What stands below the chart, as HTML.
    pub fn below(&self, measured: &Measured) -> String {
        if *self == Self::Failed {
            note(&say("planner-measured-failed"))
        } else {
            measured.below(texts())
        }
    }
}

#[cfg(test)]
mod tests {
    use podwright_sim_core::design::CollectiveOp;
    use podwright_sim_core::{evaluate_builtin, templates};

    use super::super::collectives::curves;
    use super::*;

    #[test]
    fn a_file_gives_the_dots_of_like_systems() {
        let report = evaluate_builtin(&templates::find("dgx-h100-1").unwrap().design);
        let op = CollectiveOp::AllReduce;
        let curves = curves(op, &report, None, None);
        let alike = curves[0].curve.alike.clone().unwrap();
        let run = |alike: &str| {
            format!(
                r#"{{"series":"{alike}","alike":"{alike}","op":"all_reduce","ranks":8,"gpu_id":"x","gpu":"H200","system":"node",
                "date":"2026-07","source_url":"https://example.org/a","uncertain":false,"points":[[1048576,20.0]]}}"#
            )
        };
        let file = format!("[{},{}]", run(&alike), run("something else"));
        let here = Published::read(Some(&file));
        let measured = here.beside(Quantity::Time, &curves);
        assert_eq!(measured.marks.len(), 1);
        assert_eq!(measured.marks[0].points, [(1_048_576.0, 20.0)]);
        let below = here.below(&measured);
        assert!(
            below.contains("example.org") && below.contains("2026-07"),
            "{below}"
        );
    }

    #[test]
    fn without_the_file_the_chart_stands_and_says_so() {
        for failed in [Published::read(None), Published::read(Some("{}"))] {
            assert_eq!(failed, Published::Failed);
            let measured = failed.beside(Quantity::Busbw, &[]);
            assert_eq!(measured, Measured::default());
            assert!(failed.below(&measured).contains("could not be loaded"));
        }
        let asked = Published::Asked;
        assert_eq!(asked.below(&Measured::default()), "");
    }
}
