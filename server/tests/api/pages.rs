//! The pages.

use axum::http::Method;
use serde_json::Value;

use crate::support::{Answer, SMALL_DESIGN, TestApp, on_both_databases};

/// Checks what every page promises: HTML in English with one heading, no inline script or style, nothing from elsewhere.
#[track_caller]
fn check_page(path: &str, answer: &Answer) -> String {
    let html = answer.text();
    assert!(
        answer.header("content-type").starts_with("text/html"),
        "{path}: {html}"
    );
    assert!(html.contains("<html lang=\"en\">"), "{path}");
    assert_eq!(html.matches("<h1").count(), 1, "{path}");
    assert!(!html.contains(" style="), "{path}: {html}");
    assert!(!html.contains("<style"), "{path}");
    for script in html.split("<script").skip(1) {
        assert!(script.contains("src=\"/"), "{path}: inline script {script}");
    }
    for attribute in [
        "src=\"http",
        "src=\"//",
        "<link rel=\"stylesheet\" href=\"http",
        "@import",
    ] {
        assert!(!html.contains(attribute), "{path}: {attribute}");
    }
    for handler in [" onclick=", " onload=", " onerror="] {
        assert!(!html.contains(handler), "{path}: {handler}");
    }
    // A text without a translation shows its id, an argument that is missing its braces.
    assert!(
        !html.contains("page-"),
        "{path}: {}",
        around(&html, "page-")
    );
    assert!(!html.contains("{$"), "{path}: {}", around(&html, "{$"));
    html
}

fn around(html: &str, needle: &str) -> String {
    let at = html.find(needle).unwrap_or(0);
    html[at.saturating_sub(80)..].chars().take(200).collect()
}

#[tokio::test]
async fn every_page_keeps_the_promises() {
    let app = TestApp::sqlite().await;
    for path in [
        "/",
        "/?q=nvl72",
        "/?q=no+such+design",
        "/planner",
        "/planner?template=dual-3090-nvlink",
        "/planner?design=0123456789abcdef0123456789abcdef",
        "/compare",
        "/compare?a=dgx-h100-1&b=dgx-b200-1",
        "/compare?a=dgx-h100-1&b=nothing",
        "/accuracy",
        "/catalog",
        "/catalog?kind=interconnects&q=bridge",
        "/problems",
    ] {
        let answer = app.get(path, "").await.expect(200);
        check_page(path, &answer);
    }
}

#[tokio::test]
async fn every_template_has_a_card_and_a_report() {
    let app = TestApp::sqlite().await;
    let gallery = app.get("/", "").await.expect(200).text();
    let templates = app.get("/api/v1/templates", "").await.expect(200).json();
    let templates = templates["items"].as_array().unwrap();
    assert!(templates.len() >= 21);
    for template in templates {
        let id = template["id"].as_str().unwrap();
        let path = format!("/planner?template={id}");
        assert!(
            gallery.contains(&format!("href=\"{path}\"")),
            "{id} has no card"
        );
        let html = check_page(&path, &app.get(&path, "").await.expect(200));
        assert!(html.contains("id=\"r-bom\""), "{id}");
    }
}

#[tokio::test]
async fn the_gallery_filters_as_a_form() {
    let app = TestApp::sqlite().await;
    let html = app.get("/?q=NVL72+spectrum", "").await.expect(200).text();
    assert!(html.contains("nvl72-spectrum-x-8"));
    assert!(!html.contains("dual-3090-nvlink"));
    let html = app
        .get("/?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E", "")
        .await
        .expect(200)
        .text();
    assert!(!html.contains("<script>alert"), "{html}");
}

#[tokio::test]
async fn the_planner_gets_what_it_is_to_open() {
    let app = TestApp::sqlite().await;
    let html = app
        .get("/planner?template=dual-3090-nvlink", "")
        .await
        .expect(200)
        .text();
    // Whether the browser's half is built or not, the server's report is in the page.
    assert!(html.contains("56.25"), "{html}");
    let built = html.contains("id=\"planner\"");
    assert_ne!(
        built,
        html.contains("cargo xtask web"),
        "either the planner or how to build it"
    );
    if built {
        assert!(html.contains("data-template=\"dual-3090-nvlink\""));
    }
    app.get("/planner?template=nope", "").await.expect(404);
    app.get("/planner?share=AAAAAAAAAAAAAAAAAAAAAA", "")
        .await
        .expect(404);
}

#[tokio::test]
async fn the_catalogue_shows_sources_and_what_is_recalled() {
    let app = TestApp::sqlite().await;
    let html = app
        .get("/catalog?kind=switches&q=sn5600", "")
        .await
        .expect(200)
        .text();
    assert!(html.contains("id=\"nvidia-sn5600\""), "{html}");
    assert!(html.contains("from memory"));
    assert!(html.contains("rel=\"noreferrer noopener\""));
    app.get("/catalog?kind=cheeses", "").await.expect(404);
}

#[tokio::test]
async fn accuracy_shows_the_scores_of_the_shipped_measurements() {
    let scores = podwright_accuracy::builtin().unwrap();
    let app = TestApp::sqlite().await;
    let html = app.get("/accuracy", "").await.expect(200).text();
    let percent = |share: Option<f64>| podwright_locales::format::percent(share.unwrap());
    for part in [
        format!("The median error is {}", percent(scores.overall.median)),
        format!("median {}", percent(scores.baseline.median)),
        format!(
            "over {} rows",
            podwright_locales::format::count(scores.overall.rows as u64)
        ),
        format!(
            "the median error on what was left out is {}",
            percent(Some(podwright_accuracy::LEFT_OUT_MEDIAN))
        ),
        "What we do not know".to_owned(),
        "aria-current=\"page\">Accuracy".to_owned(),
    ] {
        assert!(html.contains(&part), "{part} is missing");
    }
    // Every run that is listed, and every source, leads to where it was read.
    for series in scores.series.iter().take(20) {
        assert!(
            html.contains(&format!("<th scope=\"row\">{}", series.series)),
            "{}",
            series.series
        );
    }
    for source in &scores.sources {
        let text = askama_escaped(&source.source_url);
        if text.starts_with("https://") {
            assert!(
                html.contains(&format!("<a href=\"{text}\" rel=\"noreferrer\">")),
                "{text}"
            );
        } else {
            assert!(html.contains(&text), "{text}");
        }
    }
    for (class, name) in [("pcie", "Cards on PCIe"), ("mi300", "MI300X, MI325X")] {
        assert!(scores.classes.iter().any(|score| score.class.id() == class));
        assert!(html.contains(name));
    }
    // One mark a row, up to the limit of each drawing.
    let marks = html.matches("class=\"dot d").count();
    let rows = scores.points.len();
    let keys = scores.gaps.spans.len();
    assert_eq!(marks, rows.min(3_000) + rows.min(1_200) + keys);
    for (reason, rows) in &scores.skipped.reasons {
        assert!(html.contains(&askama_escaped(reason)), "{reason} ({rows})");
    }
    assert_eq!(
        html.matches("<script").count(),
        1,
        "only the theme has a script"
    );
    app.ask(Method::POST, "/accuracy", &[], "")
        .await
        .expect(405);
}

/// Text as templates write it.
fn askama_escaped(text: &str) -> String {
    text.replace('&', "&#38;")
        .replace('\'', "&#39;")
        .replace('"', "&#34;")
        .replace('<', "&#60;")
        .replace('>', "&#62;")
}

#[tokio::test]
async fn files_are_kept_for_ever_under_their_hash() {
    let app = TestApp::sqlite().await;
    let html = app.get("/", "").await.text();
    for name in [
        "tokens.css",
        "app.css",
        "diagram.css",
        "pages.css",
        "theme.js",
        "icon.svg",
    ] {
        let end = html
            .find(name)
            .unwrap_or_else(|| panic!("{name} is not linked"))
            + name.len();
        let start = html[..end].rfind('"').unwrap() + 1;
        let answer = app.get(&html[start..end], "").await.expect(200);
        assert_eq!(
            answer.header("cache-control"),
            "public, max-age=31536000, immutable",
            "{name}"
        );
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
    }
}

on_both_databases! {
    async fn a_share_page_is_complete_without_scripts(app: &TestApp) {
        let (id, token) = app.create(SMALL_DESIGN).await;
        let auth = format!("Bearer {token}");
        let shares = format!("/api/v1/designs/{id}/shares");
        let headers = [("authorization", auth.as_str())];
        let body = r#"{"expires_at":"2027-02-28T00:00:00Z"}"#;
        let made = app.ask(Method::POST, &shares, &headers, body).await.expect(201).json();
        let slug = made["slug"].as_str().unwrap();
        let path = format!("/s/{slug}");
        let answer = app.get(&path, "").await.expect(200);
        assert_eq!(answer.header("referrer-policy"), "no-referrer");
        let html = check_page(&path, &answer);
        for part in ["Two boxes", "id=\"r-summary\"", "id=\"r-findings\"", "id=\"r-topology\"",
            "id=\"r-collectives\"", "id=\"r-bom\"", "id=\"r-power\"", "id=\"r-explain\"",
            "2027-02-28 00:00 UTC", "1, 2026-11-30 10:00 UTC", &format!("https://plan.example/s/{slug}")] {
            assert!(html.contains(part), "{part} is missing");
        }
        // The only script sets the theme; the report does not wait for any.
        assert_eq!(html.matches("<script").count(), 1);
        assert!(!html.contains(&id) && !html.contains(&token), "a reader learns no id or token");

        let fork = app.get(&format!("/planner?share={slug}"), "").await.expect(200).text();
        assert!(fork.contains("Two boxes"));
        let compared = app.get(&format!("/compare?a=dgx-h100-1&b=https://plan.example/s/{slug}"), "").await;
        assert!(compared.expect(200).text().contains("Two boxes"));

        app.ask(Method::DELETE, &format!("{shares}/{slug}"), &headers, "").await.expect(204);
        let gone = app.get(&path, "").await.expect(410);
        let html = check_page(&path, &gone);
        assert!(!html.contains("Two boxes"));
        check_page("/s/never", &app.get("/s/never", "").await.expect(404));
        app.get("/s/%00", "").await.expect(404);
    }

    async fn a_share_page_says_why_and_what_was_measured(app: &TestApp) {
        // SMALL_DESIGN is one DGX H100: NVLS for large messages (nccl-tests).
        let measured = SMALL_DESIGN.replace(
            "\"pools\"",
            r#""workloads":[{"id":"w1","kind":"collective","op":"all_reduce","message_bytes":8589934592,
               "settings":{"measured_inside_gb_s":400}}],"pools""#,
        );
        for (design, parts) in [
            (SMALL_DESIGN, ["NVLS", "Runner-up", "is not the rate of any wire"]),
            (&measured, ["NVLS", "8.59 GB", "your measurement"]),
        ] {
            let (id, token) = app.create(design).await;
            let auth = format!("Bearer {token}");
            let shares = format!("/api/v1/designs/{id}/shares");
            let made = app.ask(Method::POST, &shares, &[("authorization", auth.as_str())], "{}").await;
            let path = format!("/s/{}", made.expect(201).json()["slug"].as_str().unwrap());
            let html = check_page(&path, &app.get(&path, "").await.expect(200));
            assert!(!html.contains("diagram-"), "{}", around(&html, "diagram-"));
            for part in parts {
                assert!(html.contains(part), "{part} is missing");
            }
            assert_eq!(html.contains("your measurement"), design != SMALL_DESIGN);
        }
    }

    async fn names_of_strangers_are_text(app: &TestApp) {
        let mut design: Value = serde_json::from_str(SMALL_DESIGN).unwrap();
        design["name"] = "<img src=x onerror=alert(1)>\"'&".into();
        design["pools"][0]["id"] = "<b>".into();
        let (id, token) = app.create(&design.to_string()).await;
        let auth = format!("Bearer {token}");
        let path = format!("/api/v1/designs/{id}/shares");
        let made = app.ask(Method::POST, &path, &[("authorization", &auth)], "").await.expect(201).json();
        let html = app.get(&format!("/s/{}", made["slug"].as_str().unwrap()), "").await.expect(200).text();
        assert!(!html.contains("<img") && !html.contains("<b>"), "{html}");
        assert!(html.contains("img src=x onerror"), "the name is there as text");
    }
}
