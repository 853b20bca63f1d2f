//! Two reports side by side: the design now, and what it began as or another design.

use podwright_sim_core::{Design, Report, templates};

use super::headline::{Headline, headlines};

/// A design to compare with, as people name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Other {
    /// A reference design, by its id.
    Template(String),
    /// A stored design, by its id; it takes the token to read it.
    Stored(String),
    /// A shared design, by the last part of its link.
    Share(String),
}

/// Characters of a stored design's id.
const ID_CHARS: usize = 32;

impl Other {
    /// The design that a link, an address of the planner or an id names; nothing where it can be neither.
    pub fn named(text: &str) -> Option<Self> {
        let text = text.trim();
        let text = text.split_once('#').map_or(text, |(before, _)| before);
        let (path, query) = text.split_once('?').unwrap_or((text, ""));
        let asked = query
            .split('&')
            .find_map(|part| match part.split_once('=')? {
                ("design", id) => Some(Self::Stored(id.to_owned())),
                ("share", slug) => Some(Self::Share(slug.to_owned())),
                ("template", id) => Some(Self::Template(id.to_owned())),
                _ => None,
            });
        let other = asked.unwrap_or_else(|| {
            let path = path.trim_end_matches('/');
            let name = path.rsplit('/').next().unwrap_or_default().to_owned();
            let is_id = name.len() == ID_CHARS && name.bytes().all(|b| b.is_ascii_hexdigit());
            if templates::find(&name).is_some() {
                Self::Template(name)
            } else if is_id {
                Self::Stored(name)
            } else {
                Self::Share(name)
            }
        });
        let name = other.name();
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        (!name.is_empty() && name.len() <= 100 && name.bytes().all(plain)).then_some(other)
    }

    /// Its id or the last part of its link.
    pub fn name(&self) -> &str {
        match self {
            Self::Template(name) | Self::Stored(name) | Self::Share(name) => name,
        }
    }
}

/// The address of the page that compares two designs, each by a share link, its last part, or a template's id.
pub fn page(a: &str, b: &str) -> String {
    let last = |link: &str| link.rsplit('/').next().unwrap_or_default().to_owned();
    format!("/compare?a={}&b={}", last(a), last(b))
}

/// One line of the comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What it is.
    pub label: String,
    /// As it began.
    pub before: String,
    /// As it is now.
    pub now: String,
    /// Whether the two differ.
    pub differs: bool,
}

fn written(figure: &Headline) -> String {
    if figure.unit.is_empty() {
        figure.value.clone()
    } else {
        format!("{} {}", figure.value, figure.unit)
    }
}

/// Figures whose label says what kind of figure it is: peak or typical power, in a rack or in a node. Others have the
/// same meaning under any label.
const KINDS: [&str; 2] = ["domain", "power"];

fn comparable(a: &Headline, b: &Headline) -> bool {
    a.key == b.key && (a.label == b.label || !KINDS.contains(&a.key))
}

/// The headline figures of both, by figure; one that only one side has reads "–" on the other. Both answer for the
/// message that the design now asks about.
pub fn rows(before: (&Design, &Report), now: (&Design, &Report)) -> Vec<Row> {
    let asked = Design {
        workloads: now.0.workloads.clone(),
        ..before.0.clone()
    };
    let old = headlines(&asked, before.1, None);
    let new = headlines(now.0, now.1, None);
    let mut rows: Vec<Row> = new
        .iter()
        .map(|figure| {
            let before = old
                .iter()
                .find(|other| comparable(figure, other))
                .map_or_else(|| "–".to_owned(), written);
            let now = written(figure);
            Row {
                label: figure.label.clone(),
                differs: before != now,
                before,
                now,
            }
        })
        .collect();
    for figure in &old {
        if !new.iter().any(|other| comparable(figure, other)) {
            rows.push(Row {
                label: figure.label.clone(),
                before: written(figure),
                now: "–".to_owned(),
                differs: true,
            });
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use podwright_sim_core::evaluate_builtin;

    use super::*;
    use crate::model::headline::{estimate, headline_message, point_at};
    use crate::model::sample;
    use crate::model::words::say;

    #[test]
    fn designs_are_known_by_link_address_and_id() {
        let id = "0123456789abcdef0123456789abcdef";
        let slug = "AAAAAAAAAAAAAAAAAAAA-_";
        for (text, expected) in [
            (
                format!("https://example.org/s/{slug}"),
                Other::Share(slug.into()),
            ),
            (format!(" /s/{slug}/ "), Other::Share(slug.into())),
            (slug.to_owned(), Other::Share(slug.into())),
            (
                format!("http://127.0.0.1:8080/planner?share={slug}#d=x"),
                Other::Share(slug.into()),
            ),
            (
                format!("https://example.org/planner?design={id}"),
                Other::Stored(id.into()),
            ),
            (id.to_owned(), Other::Stored(id.into())),
            (
                "dual-3090-nvlink".to_owned(),
                Other::Template("dual-3090-nvlink".into()),
            ),
            (
                "/planner?x=1&template=dgx-h100-4".to_owned(),
                Other::Template("dgx-h100-4".into()),
            ),
        ] {
            assert_eq!(Other::named(&text), Some(expected), "{text}");
        }
        for text in [
            "",
            "  ",
            "/",
            "a b",
            "https://example.org/s/..%2f",
            "/planner?design=",
            "é",
        ] {
            assert_eq!(Other::named(text), None, "{text}");
        }
    }

    #[test]
    fn the_page_takes_the_last_part_of_a_link() {
        let address = page("https://example.org/s/abc", "dgx-h100-4");
        assert_eq!(address, "/compare?a=abc&b=dgx-h100-4");
    }

    #[test]
    fn only_figures_of_one_kind_stand_side_by_side() {
        let (desk, pod) = (sample::workstation(), sample::cluster());
        let reports = (evaluate_builtin(&desk), evaluate_builtin(&pod));
        let rows = rows((&pod, &reports.1), (&desk, &reports.0));
        // The cluster answers for the workstation's message, from its own curve.
        let (op, bytes) = headline_message(&desk);
        let point =
            point_at(&reports.1.collectives, op, bytes).expect("the curves hold every size");
        assert!(rows[0].before.starts_with(&estimate(point.busbw_gb_s)));
        // The peak of the one is no typical draw of the other.
        let watts = |row: &&Row| {
            [&row.before, &row.now]
                .iter()
                .any(|text| text.contains('W'))
        };
        let power: Vec<_> = rows.iter().filter(watts).collect();
        assert_eq!(power.len(), 2, "{rows:?}");
        assert!(power.iter().all(|row| row.before == "–" || row.now == "–"));
        // What cannot be built has no price, and money is money.
        let unbuilt = rows
            .iter()
            .any(|row| row.before.ends_with("USD") && row.now == say("planner-refused"));
        assert!(unbuilt, "{rows:?}");
        let desk = templates::find("dual-3090-nvlink")
            .expect("a template")
            .design;
        let report = evaluate_builtin(&desk);
        let rows = super::rows((&pod, &reports.1), (&desk, &report));
        let money = rows.iter().find(|row| row.now.ends_with("USD"));
        assert!(
            money.is_some_and(|row| row.before.ends_with("USD")),
            "{rows:?}"
        );
    }
}
