//! `POST /api/v1/flow`: what flows get on the links of a network.

use std::time::Duration;

use axum::http::Method;
use podwright_server::http::state::Limits;
use podwright_sim_core::catalog::Catalog;
use podwright_sim_core::flow::FlowQuestion;
use serde_json::{Value, json};

use crate::evaluate::bad_documents;
use crate::support::{self, Answer, TestApp, on_both_databases};

const PATH: &str = "/api/v1/flow";

async fn template(app: &TestApp, id: &str) -> Value {
    let path = format!("/api/v1/templates/{id}");
    app.get(&path, "").await.expect(200).json()["design"].clone()
}

async fn ask(app: &TestApp, question: &Value) -> Answer {
    app.ask(Method::POST, PATH, &[], &question.to_string())
        .await
}

on_both_databases! {
    async fn a_question_gets_the_engines_answer(app: &TestApp) {
        let design = template(app, "superpod-h100-32").await;
        for rest in [
            json!({ "op": "all_reduce" }),
            json!({ "op": "all_reduce", "routing": "ecmp", "seeds": 4, "seed": 7 }),
            json!({ "op": "permutation", "across_rails": true, "fail": ["leaf:0", "nic:3/1"] }),
        ] {
            let mut question = rest;
            question["design"] = design.clone();
            let answer = ask(app, &question).await.expect(200);
            let engine = FlowQuestion::parse(&question.to_string())
                .unwrap()
                .answer(Catalog::builtin())
                .unwrap();
            assert_eq!(answer.text(), serde_json::to_string(&engine).unwrap());
            let report = answer.json();
            assert_eq!(report["tiers"][0]["tier"], "node_to_leaf");
            assert_eq!(report["routing"] == "ecmp", report["seeds"].is_object());
        }
    }

    async fn a_leaf_that_is_down_cuts_its_rail(app: &TestApp) {
        let design = template(app, "superpod-h100-32").await;
        let report = ask(app, &json!({ "design": design, "op": "all_reduce", "fail": ["leaf:0"] }))
            .await
            .expect(200)
            .json();
        assert!(report["flows_cut"].as_u64().unwrap() > 0);
        assert_eq!(report["delivered"], 0.0);
        assert_eq!(report["cut"][0]["reason"], "end_down");
        assert!(report["tiers"][0]["links_down"].as_u64().unwrap() > 0);
    }
}

on_both_databases! {
    async fn what_is_down_has_its_price(app: &TestApp) {
        let design = template(app, "superpod-h100-32").await;
        let whole = ask(app, &json!({ "design": design, "op": "all_reduce" })).await.expect(200).json();
        assert!(whole.get("outage").is_none(), "nothing is down");
        let answer = ask(app, &json!({ "design": design, "op": "all_reduce", "fail": ["leaf:0"] }))
            .await
            .expect(200)
            .json();
        let outage = &answer["outage"];
        assert_eq!(outage["nodes_hit"], 32);
        assert_eq!(outage["nodes_hit_first"].as_array().unwrap().len(), 32);
        assert_eq!(outage["network"]["ports_after"], 7);
        let number = |value: &Value| value.as_f64().expect("a number");
        assert!(number(&outage["all_reduce"]["slowdown"]) > 1.0);
        let (before, after) = (&outage["network"]["all_gb_s_before"], &outage["network"]["all_gb_s_after"]);
        assert!((number(after) / number(before) - 7.0 / 8.0).abs() < 1e-9);
        // One rack has no network: the answer is about its inside alone.
        let rack = template(app, "nvl72-1").await;
        let answer = ask(app, &json!({ "design": rack, "op": "all_reduce", "fail": ["nvlink-tray:0/4"] }))
            .await
            .expect(200)
            .json();
        assert_eq!(answer.as_object().unwrap().keys().collect::<Vec<_>>(), ["outage"]);
        assert_eq!(answer["outage"]["nvlink"][0]["gpu_gb_s_after"], 800.0);
        let mut fed = design.clone();
        fed["site"]["power_feeds"] = "single".into();
        let answer = ask(app, &json!({ "design": fed, "op": "all_reduce", "fail": ["pdu:H1-R01-01/0"] }))
            .await
            .expect(200)
            .json();
        assert_eq!(answer["outage"]["nodes_out"], 2);
        assert_eq!(answer["outage"]["power"][0]["feeds"], "single");
    }
}

/// The thread gives its place back soon after its time is over, rather than when the work would have ended.
#[tokio::test]
async fn work_that_takes_too_long_stops() {
    let limits = Limits {
        evaluations: 1,
        evaluation_wait: Duration::from_secs(20),
        evaluation_time: Duration::from_secs(1),
        ..support::no_rate_limit()
    };
    let app = TestApp::sqlite_with(limits).await;
    let design = template(&app, "superpod-h100-127").await;
    // A million flows and sixteen seeds: minutes of work.
    let long = json!({
        "design": design, "op": "alltoall", "across_rails": true, "routing": "ecmp", "seeds": 16,
    });
    ask(&app, &long).await.problem(503, "evaluation_timeout");
    let short = json!({ "design": template(&app, "dgx-h100-4").await, "op": "ring" });
    let started = std::time::Instant::now();
    let next = ask(&app, &short).await;
    let waited = started.elapsed();
    next.expect(200);
    assert!(
        waited < Duration::from_secs(10),
        "the place was taken for {waited:?}"
    );
}

#[tokio::test]
async fn documents_that_cannot_be_read_are_refused() {
    let app = TestApp::sqlite().await;
    // What is no JSON by itself may become some inside another document: those cases stand below.
    for (design, status, code) in bad_documents() {
        if status == 422 {
            let body = format!(r#"{{"op":"ring","design":{design}}}"#);
            app.ask(Method::POST, PATH, &[], &body)
                .await
                .problem(status, code);
        }
    }
    for body in ["{", "nonsense", r#"{"op":"ring","design":{"schema":NaN}}"#] {
        app.ask(Method::POST, PATH, &[], body)
            .await
            .problem(400, "malformed_json");
    }
    let problem = app
        .ask(
            Method::POST,
            PATH,
            &[],
            r#"{"op":"ring","design":{"schema":"podwright.design/1","pools":[{"id":"a","node":"dgx-h100","count":1.5}]}}"#,
        )
        .await
        .problem(422, "invalid_document");
    assert_eq!(problem["errors"][0]["pointer"], "/design/pools/0/count");
}

#[tokio::test]
async fn questions_without_an_answer_say_which_member_to_change() {
    let app = TestApp::sqlite().await;
    let unit = template(&app, "superpod-h100-32").await;
    let single = template(&app, "dgx-h100-1").await;
    let huge = template(&app, "roce-24k").await;
    for (question, pointer, code) in [
        (
            json!({ "design": single, "op": "ring" }),
            "/design",
            "flow.no_fabric",
        ),
        (
            json!({ "design": unit, "op": "ring", "fabric": "x" }),
            "/fabric",
            "flow.no_such_fabric",
        ),
        (
            json!({ "design": unit, "op": "ring", "across_rails": true }),
            "/across_rails",
            "flow.rails_stay",
        ),
        (
            json!({ "design": unit, "op": "ring", "fail": ["spine:400"] }),
            "/fail",
            "flow.no_such_part",
        ),
        (
            json!({ "design": unit, "op": "ring", "seeds": 0 }),
            "/seeds",
            "flow.seed_count",
        ),
        (
            json!({ "design": huge, "op": "alltoall" }),
            "/op",
            "flow.too_many_flows",
        ),
        (
            json!({ "design": huge, "op": "ring", "routing": "ecmp", "seeds": 1000 }),
            "/seeds",
            "flow.too_many_seeds",
        ),
        (
            json!({ "design": unit, "op": "ring", "fail": ["nvlink-tray:0/0"] }),
            "/fail",
            "flow.no_trays",
        ),
        (
            json!({ "design": unit, "op": "ring", "fail": ["pdu:0/4"] }),
            "/fail",
            "flow.no_such_part",
        ),
    ] {
        let problem = ask(&app, &question).await.problem(422, "invalid_document");
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{problem}");
        assert_eq!(problem["errors"][0]["code"], code, "{problem}");
    }
}
