//! The OpenAPI document, made from the handlers' own declarations, and the pages that show it.

use std::sync::Arc;

use axum::Router;
use axum::http::header;
use axum::response::IntoResponse as _;
use axum::routing::get;
use serde_json::{Map, Value};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{Modify, OpenApi};
use utoipa_swagger_ui::{Config, SwaggerUi};

use super::schemas;
use super::state::App;

/// Where the document is served.
pub const PATH: &str = "/api/v1/openapi.json";

/// What is not said by any handler.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Podwright",
        description = "Plans GPU clusters: a design in, a report of speed, parts, power, cost and faults out.\n\n\
            A design is private to its token, sent as `Authorization: Bearer TOKEN`; others read it by a share link. \
            Errors are problem details (RFC 9457) with a stable `code`.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    tags(
        (name = "evaluate", description = "Compute without storing"),
        (name = "designs", description = "Stored designs and what follows from them"),
        (name = "shares", description = "Read-only links"),
        (name = "price books", description = "Prices of your own"),
        (name = "catalog", description = "Parts and templates"),
        (name = "schemas", description = "Shapes of the documents"),
    ),
    modifiers(&TokenScheme)
)]
pub struct ApiDoc;

struct TokenScheme;

impl Modify for TokenScheme {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let scheme = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some(
                "The edit token of a design, or an API token that an operator made",
            ))
            .build();
        document
            .components
            .get_or_insert_default()
            .add_security_scheme("token", SecurityScheme::Http(scheme));
    }
}

/// The whole document, with the model's own schemas of design and report among the components.
pub fn document(declared: &utoipa::openapi::OpenApi) -> Value {
    let mut document = serde_json::to_value(declared).unwrap_or_default();
    if let Some(components) = document
        .pointer_mut("/components/schemas")
        .and_then(Value::as_object_mut)
    {
        adopt(components, "FlowQuestion", schemas::flow_question_schema());
        adopt(components, "FlowAnswer", schemas::flow_answer_schema());
        adopt(components, "Design", schemas::design_schema());
        adopt(components, "Report", schemas::report_schema());
        adopt(components, "Economics", schemas::economics_schema());
        adopt(components, "CutSheet", schemas::cut_sheet_schema());
    }
    document
}

/// Puts a schema with its definitions among the components.
fn adopt(components: &mut Map<String, Value>, name: &str, mut schema: Value) {
    point_to_components(&mut schema);
    if let Some(fields) = schema.as_object_mut() {
        fields.remove("$schema");
        if let Some(Value::Object(definitions)) = fields.remove("$defs") {
            components.extend(definitions);
        }
    }
    components.insert(name.to_owned(), schema);
}

fn point_to_components(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            if let Some(Value::String(target)) = fields.get_mut("$ref")
                && let Some(name) = target.strip_prefix("#/$defs/")
            {
                *target = format!("#/components/schemas/{name}");
            }
            fields.values_mut().for_each(point_to_components);
        }
        Value::Array(items) => items.iter_mut().for_each(point_to_components),
        _ => {}
    }
}

/// The document and the pages that show it.
pub fn routes(document: &Value) -> Router<App> {
    let text: Arc<str> = document.to_string().into();
    let serve = move || {
        let text = Arc::clone(&text);
        async move {
            (
                [(header::CONTENT_TYPE, "application/json")],
                text.to_string(),
            )
                .into_response()
        }
    };
    let pages = SwaggerUi::new("/docs").config(Config::from(PATH).use_base_layout());
    Router::new()
        .route(PATH, get(serve))
        .merge(Router::<App>::from(pages))
}
