//! Published points beside the estimates of a chart, and who published them.

use podwright_locales::{Texts, format};
use podwright_sim_core::collective::{MeasuredRun, runs_like};

use super::curves::{NamedCurve, Quantity};
use super::words::named;
use crate::{Key, MarkGroup, Token, escape, legend};

/// What is measured on systems like those of a chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measured {
    /// The points, by curve and GPU: those of a curve's own GPU have its mark.
    pub marks: Vec<MarkGroup>,
    /// Where they were read, in the order of the runs.
    pub sources: Vec<Source>,
    /// That there are none; empty where there are some, or where no run can be like the design.
    pub none: String,
}

/// Where points were read.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// Its address; none where the file of measurements has none.
    pub url: Option<String>,
    /// Its name in a word or two.
    pub name: String,
    /// When it was published; may be empty.
    pub date: String,
    /// What was measured, in its words.
    pub systems: Vec<String>,
    /// It does not fully say what was measured.
    pub uncertain: bool,
    /// Points in the chart.
    pub points: usize,
}

impl Measured {
    /// The points of systems like those of some curves.
    pub fn of(
        texts: &Texts,
        quantity: Quantity,
        curves: &[NamedCurve],
        runs: &[MeasuredRun],
    ) -> Self {
        let mut out = Self::default();
        let mut seen: Vec<&str> = Vec::new();
        // Marks of other GPUs of the class come after those of the curves.
        let mut next = curves.len() + 1;
        for (place, curve) in curves.iter().enumerate() {
            // The curve's own GPU first: it has the curve's mark.
            let mut groups: Vec<(&str, Vec<&MeasuredRun>)> = vec![(&curve.gpu_id, Vec::new())];
            for run in runs_like(runs, &curve.curve) {
                if seen.contains(&run.series.as_str()) {
                    continue;
                }
                seen.push(&run.series);
                match groups.iter_mut().find(|(gpu, _)| *gpu == run.gpu_id) {
                    Some((_, same)) => same.push(run),
                    None => groups.push((&run.gpu_id, vec![run])),
                }
            }
            for (i, (_, same)) in groups.iter().enumerate() {
                let mut points = Vec::new();
                for run in same {
                    let found = inside(quantity, curve, run);
                    if !found.is_empty() {
                        out.source(run, found.len());
                        points.extend(found);
                    }
                }
                let Some(first) = same.first().filter(|_| !points.is_empty()) else {
                    continue;
                };
                let token = if i == 0 {
                    Token::new(place + 1)
                } else {
                    next += 1;
                    Token::new(next - 1)
                };
                out.marks.push(MarkGroup {
                    token,
                    label: label(texts, curves.len() > 1, &curve.name, &first.gpu),
                    points,
                });
            }
        }
        if let Some(curve) = curves.iter().find(|named| named.curve.alike.is_some())
            && out.marks.is_empty()
        {
            let op = named(texts, "planner-op-", curve.curve.op.id());
            out.none = texts.with("diagram-measured-none", &[("op", op.into())]);
        }
        out
    }

    fn source(&mut self, run: &MeasuredRun, points: usize) {
        let (url, name) = place(&run.source_url);
        let system = format!("{} ({})", run.system, run.gpu);
        let at = |source: &Source| source.url == url && source.name == name;
        if let Some(source) = self.sources.iter_mut().find(|source| at(source)) {
            source.points += points;
            source.uncertain |= run.uncertain;
            if run.date > source.date {
                source.date.clone_from(&run.date);
            }
            if !source.systems.contains(&system) {
                source.systems.push(system);
            }
            return;
        }
        self.sources.push(Source {
            url,
            name,
            date: run.date.clone(),
            systems: vec![system],
            uncertain: run.uncertain,
            points,
        });
    }

    /// The marks as keys of a legend.
    pub fn keys(&self) -> Vec<(Key, &str)> {
        let key = |group: &'_ MarkGroup| Key::Mark(group.token);
        self.marks
            .iter()
            .map(|group| (key(group), group.label.as_str()))
            .collect()
    }

    /// What stands below a chart, as HTML: the sources as a list, or that there are none.
    pub fn below(&self, texts: &Texts) -> String {
        if !self.none.is_empty() {
            return note(&self.none);
        }
        if self.sources.is_empty() {
            return String::new();
        }
        let items: String = self
            .sources
            .iter()
            .map(|source| source.item(texts))
            .collect();
        format!("<ul class=\"note measured\">{items}</ul>")
    }

    /// A legend of the marks and what stands below, as HTML.
    pub fn html(&self, texts: &Texts) -> String {
        let keys = self.keys();
        let keys = if keys.is_empty() {
            String::new()
        } else {
            legend(&keys)
        };
        keys + &self.below(texts)
    }
}

/// A sentence about measured points, as HTML.
pub fn note(sentence: &str) -> String {
    format!("<p class=\"note measured\">{}</p>", escape(sentence))
}

fn label(texts: &Texts, several: bool, curve: &str, gpu: &str) -> String {
    let id = if several {
        "diagram-measured-curve"
    } else {
        "diagram-measured"
    };
    texts.with(id, &[("curve", curve.into()), ("gpu", gpu.into())])
}

/// The points of a run at the sizes of a curve.
fn inside(quantity: Quantity, named: &NamedCurve, run: &MeasuredRun) -> Vec<(f64, f64)> {
    let sizes = named.curve.points.iter().map(|point| point.message_bytes);
    let (Some(low), Some(high)) = (sizes.clone().min(), sizes.max()) else {
        return Vec::new();
    };
    run.measured()
        .filter(|point| (low..=high).contains(&point.message_bytes))
        .map(|point| {
            let value = match quantity {
                Quantity::Busbw => point.busbw_gb_s,
                Quantity::Algbw => point.algbw_gb_s,
                Quantity::Time => point.time_us,
            };
            (point.message_bytes as f64, value)
        })
        .collect()
}

/// The address of a source, and its name: owner and repository, or the site.
fn place(source: &str) -> (Option<String>, String) {
    let Some(rest) = source.strip_prefix("https://") else {
        return (None, source.to_owned());
    };
    let mut parts = rest.trim_start_matches("www.").split('/');
    let site = parts.next().unwrap_or_default();
    let name = match (site, parts.next(), parts.next()) {
        ("github.com" | "gitlab.com", Some(owner), Some(repository)) => {
            match (parts.next(), parts.next()) {
                (Some("issues" | "pull"), Some(number)) => {
                    format!("{owner}/{repository} #{number}")
                }
                _ => format!("{owner}/{repository}"),
            }
        }
        _ => site.to_owned(),
    };
    (Some(source.to_owned()), name)
}

impl Source {
    fn item(&self, texts: &Texts) -> String {
        let name = match &self.url {
            Some(url) => format!("<a href=\"{}\">{}</a>", escape(url), escape(&self.name)),
            None => escape(&self.name),
        };
        let date = if self.date.is_empty() {
            texts.get("diagram-measured-no-date")
        } else {
            self.date.clone()
        };
        let count = self.points as u64;
        let mut words = texts.with(
            "diagram-measured-source",
            &[
                ("date", date.into()),
                ("systems", self.systems.join("; ").into()),
                ("count", count.into()),
                ("text", format::count(count).into()),
            ],
        );
        if self.uncertain {
            words.push_str(&texts.get("diagram-measured-uncertain"));
        }
        format!("<li>{name}{}</li>", escape(&words))
    }
}

#[cfg(test)]
mod tests {
    use podwright_locales::Language;
    use podwright_sim_core::collective::bus_factor;
    use podwright_sim_core::design::CollectiveOp;
    use podwright_sim_core::{Report, evaluate_builtin, templates};

    use super::super::curves::curves;
    use super::*;

    fn english() -> &'static Texts {
        Texts::of(Language::English)
    }

    fn report(template: &str) -> Report {
        evaluate_builtin(&templates::find(template).unwrap().design)
    }

    fn run(report: &Report, series: &str, gpu_id: &str) -> MeasuredRun {
        let curve = &report.collectives[0];
        MeasuredRun {
            series: series.to_owned(),
            alike: curve.alike.clone().unwrap(),
            op: curve.op,
            ranks: curve.ranks,
            gpu_id: gpu_id.to_owned(),
            gpu: gpu_id.to_uppercase(),
            system: "a <node>".to_owned(),
            date: "2026-07".to_owned(),
            source_url: "https://github.com/somebody/tests/issues/7".to_owned(),
            uncertain: false,
            points: vec![(1, 5.0), (1 << 30, 4_000.0)],
        }
    }

    fn measured(report: &Report, quantity: Quantity, runs: &[MeasuredRun]) -> Measured {
        let texts = english();
        let op = report.collectives[0].op;
        let curves = curves(texts, op, report, None, None);
        Measured::of(texts, quantity, &curves, runs)
    }

    #[test]
    fn marks_stand_where_the_run_was_measured() {
        let report = report("dgx-h100-1");
        let op = report.collectives[0].op;
        let own = report.pools[0].gpu_id.clone();
        let runs = [run(&report, "a", &own)];
        let algbw = (1_u64 << 30) as f64 / 4e6;
        let size = (1_u64 << 30) as f64;
        // One byte is no size of the chart.
        let points = |quantity| measured(&report, quantity, &runs).marks[0].points.clone();
        assert_eq!(points(Quantity::Algbw), [(size, algbw)]);
        assert_eq!(points(Quantity::Busbw), [(size, algbw * bus_factor(op, 8))]);
        assert_eq!(points(Quantity::Time), [(size, 4_000.0)]);
    }

    #[test]
    fn another_gpu_of_the_class_has_a_mark_and_a_name_of_its_own() {
        let report = report("dgx-h100-1");
        let own = report.pools[0].gpu_id.clone();
        let runs = [
            run(&report, "a", "other"),
            run(&report, "b", &own),
            run(&report, "c", &own),
        ];
        let found = measured(&report, Quantity::Busbw, &runs);
        let tokens: Vec<Token> = found.marks.iter().map(|group| group.token).collect();
        assert_eq!(tokens, [Token::new(1), Token::new(2)]);
        assert_eq!(found.marks[0].points.len(), 2);
        assert!(found.marks[1].label.contains("OTHER"));
        assert_eq!(found.sources.len(), 1);
        assert_eq!(found.sources[0].points, 3);
        let html = found.html(english());
        assert!(html.contains("href=\"https://github.com/somebody/tests/issues/7\""));
        assert!(html.contains("somebody/tests #7") && html.contains("2026-07"));
        assert!(html.contains("a &lt;node&gt;"), "{html}");
    }

    #[test]
    fn runs_of_other_systems_and_operations_are_left_out() {
        let report = report("dgx-h100-1");
        let own = report.pools[0].gpu_id.clone();
        let mut elsewhere = run(&report, "a", &own);
        elsewhere.alike.push_str(" over something");
        let mut other = run(&report, "b", &own);
        other.op = CollectiveOp::ALL
            .into_iter()
            .find(|op| *op != other.op)
            .unwrap();
        let found = measured(&report, Quantity::Busbw, &[elsewhere, other]);
        assert!(found.marks.is_empty() && found.sources.is_empty());
        assert!(found.none.starts_with("Nobody has published"));
        assert!(found.below(english()).contains("Nobody has published"));
    }

    #[test]
    fn a_report_that_says_nothing_about_likeness_claims_nothing() {
        let mut report = report("dgx-h100-1");
        for curve in report
            .collectives
            .iter_mut()
            .chain(&mut report.domain_collectives)
        {
            curve.alike = None;
        }
        let found = measured(&report, Quantity::Busbw, &[]);
        assert_eq!(found.html(english()), "");
    }

    #[test]
    fn names_of_sources_are_short() {
        let name = |url: &str| place(url).1;
        assert_eq!(name("https://github.com/a/b/blob/main/README.md"), "a/b");
        assert_eq!(name("https://www.example.org/a/b"), "example.org");
        assert_eq!(
            place("address not recorded"),
            (None, "address not recorded".to_owned())
        );
    }
}
