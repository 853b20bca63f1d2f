//! `GET /accuracy`: the model against the measurements that ship with the program, and what nobody has measured.
//!
//! The scores are those of `podwright accuracy`; nothing is scored here.

mod cloud;
mod tables;
mod unknowns;

use std::sync::OnceLock;

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use podwright_accuracy::{
    AccuracyError, LEFT_OUT_INSIDE, LEFT_OUT_MEDIAN, Overall, Scores, builtin,
};
use podwright_locales::format;

use super::frame::{Page, Words, render};
use crate::http::problem::Problem;
use crate::http::state::App;

/// A share or an error as text; a dash where there is none.
fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "–".to_owned(), format::percent)
}

/// The same with its sign.
fn signed(share: f64) -> String {
    let sign = if share > 0.0 { "+" } else { "" };
    format!("{sign}{}", format::percent(share))
}

/// A count of things as text.
fn number(count: usize) -> String {
    format::count(count as u64)
}

/// Everything that the page says about the scores.
struct Content {
    result: String,
    beside: String,
    skipped: String,
    left_out: String,
    left_out_inside: String,
    inside: Option<String>,
    broad: cloud::Drawn,
    narrow: cloud::Drawn,
    classes: Vec<tables::ClassRow>,
    bands: Vec<tables::BandGroup>,
    operations: Vec<tables::OperationRow>,
    worst: Vec<tables::WorstRow>,
    sources: Vec<tables::SourceRow>,
    unknowns: Vec<unknowns::Unknown>,
    reach: Vec<unknowns::Reach>,
    reasons: Vec<unknowns::Counted>,
    assumed: Vec<unknowns::Counted>,
    not_modelled: Vec<unknowns::Counted>,
}

#[derive(Template)]
#[template(path = "accuracy.html")]
struct Accuracy {
    t: Words,
    page: Page,
    c: &'static Content,
}

/// The page.
pub async fn page(State(app): State<App>) -> Response {
    let content = match tokio::task::spawn_blocking(content).await {
        Ok(Ok(content)) => content,
        Ok(Err(error)) => return Problem::internal(error).into_response(),
        Err(error) => return Problem::internal(&error).into_response(),
    };
    let t = Words::english();
    let page = Page::new(&app, "accuracy", &t.get("page-accuracy-title"))
        .described(format!("{}.", content.result));
    render(
        StatusCode::OK,
        &Accuracy {
            t,
            page,
            c: content,
        },
    )
}

/// What the page says, worked out once: measurements and model are part of the program.
fn content() -> Result<&'static Content, &'static AccuracyError> {
    static CONTENT: OnceLock<Content> = OnceLock::new();
    let scores = builtin()?;
    Ok(CONTENT.get_or_init(|| Content::of(Words::english(), scores)))
}

impl Content {
    fn of(t: Words, scores: &Scores) -> Self {
        let Overall {
            rows,
            series,
            median,
            p90,
            within_2x,
            ..
        } = scores.overall;
        let plain = &scores.baseline;
        Self {
            result: t.with(
                "page-accuracy-result",
                &[
                    ("median", percent(median).into()),
                    ("rows", number(rows).into()),
                    ("series", number(series).into()),
                ],
            ),
            beside: t.with(
                "page-accuracy-beside",
                &[
                    ("p90", percent(p90).into()),
                    ("twice", percent(within_2x).into()),
                    ("plain", percent(plain.median).into()),
                    ("plainp90", percent(plain.p90).into()),
                    ("plaintwice", percent(plain.within_2x).into()),
                ],
            ),
            skipped: t.with(
                "page-accuracy-skipped",
                &[
                    ("n", scores.skipped.rows.into()),
                    ("rows", number(scores.skipped.rows).into()),
                    ("eligible", number(scores.skipped.eligible).into()),
                ],
            ),
            left_out: t.with(
                "page-accuracy-fitted",
                &[("left", format::percent(LEFT_OUT_MEDIAN).into())],
            ),
            left_out_inside: t.with(
                "page-accuracy-bands-left-out",
                &[("share", format::percent(LEFT_OUT_INSIDE).into())],
            ),
            inside: scores.inside_band.map(|share| {
                t.with(
                    "page-accuracy-bands-inside",
                    &[("share", format::percent(share).into())],
                )
            }),
            broad: cloud::draw(t, scores, &cloud::BROAD),
            narrow: cloud::draw(t, scores, &cloud::NARROW),
            classes: tables::classes(t, scores),
            bands: tables::bands(t, scores),
            operations: tables::operations(t, scores),
            worst: tables::worst(t, scores),
            sources: tables::sources(scores),
            unknowns: unknowns::list(t, scores),
            reach: unknowns::reach(t, scores),
            reasons: unknowns::counted(&scores.skipped.reasons),
            assumed: unknowns::counted(&scores.assumed),
            not_modelled: unknowns::counted(&scores.not_modelled),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_signs_and_gaps() {
        assert_eq!(percent(None), "–");
        assert_eq!(percent(Some(0.125)), "12.5 %");
        assert_eq!(signed(0.5), "+50 %");
        assert_eq!(signed(-0.05), "−5 %");
        assert_eq!(signed(0.0), "0 %");
    }
}
