//! Pages for people: rendered here, readable without scripts, in the words of `locales/`.
//!
//! No figure is computed here: pages show what the report says, written by the one formatting module.

mod accuracy;
mod catalog;
mod compare;
mod drawings;
mod failure;
mod frame;
mod gallery;
mod planner;
mod problems;
mod report;
mod share;

use axum::Router;
use axum::routing::get;

use podwright_sim_core::{Design, Report};

use crate::http::assets::tokens_css;
use crate::http::state::App;

/// The pages' routes.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/", get(gallery::page))
        .route("/planner", get(planner::page))
        .route("/s/{slug}", get(share::page))
        .route("/compare", get(compare::page))
        .route("/accuracy", get(accuracy::page))
        .route("/catalog", get(catalog::page))
        .route("/problems", get(problems::page))
}

/// The drawing of a design's fabric, or of its board, as a file of its own; nothing where there is neither.
pub fn topology_file(report: &Report, design: &Design) -> Option<String> {
    drawings::topology_file(frame::Words::english(), report, design, &tokens_css())
}

/// The drawing of a design's racks as a file of its own; nothing where it has none.
pub fn racks_file(report: &Report, design: &Design) -> Option<String> {
    drawings::racks_file(frame::Words::english(), report, design, &tokens_css())
}

/// Computes what the gallery shows before the first visitor asks; the templates never change.
pub fn warm_up(app: &App) {
    gallery::cards(app);
}
