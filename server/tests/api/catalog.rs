//! `/api/v1/catalog`, `/api/v1/templates` and `/api/v1/schemas`.

use crate::support::TestApp;

#[tokio::test]
async fn parts_are_listed_by_kind_and_filtered() {
    let app = TestApp::sqlite().await;
    for kind in [
        "gpus",
        "interconnects",
        "nodes",
        "nics",
        "switches",
        "cables",
        "models",
    ] {
        let list = app
            .get(&format!("/api/v1/catalog/{kind}"), "")
            .await
            .expect(200)
            .json();
        let items = list["items"].as_array().unwrap();
        assert!(items.len() > 5, "{kind}");
        let first = items[0]["id"].as_str().unwrap();
        let one = app
            .get(&format!("/api/v1/catalog/{kind}/{first}"), "")
            .await
            .expect(200)
            .json();
        assert_eq!(one, items[0]);
    }
    let found = app
        .get("/api/v1/catalog/gpus?q=RTX+3090&vendor=nvidia", "")
        .await
        .expect(200)
        .json();
    let found = found["items"].as_array().unwrap();
    assert!(found.iter().any(|gpu| gpu["id"] == "rtx-3090"), "{found:?}");
    let none = app
        .get("/api/v1/catalog/gpus?vendor=nobody", "")
        .await
        .expect(200)
        .json();
    assert!(none["items"].as_array().unwrap().is_empty());
    app.get("/api/v1/catalog/cheeses", "")
        .await
        .problem(404, "not_found");
    app.get("/api/v1/catalog/gpus/rtx-9999", "")
        .await
        .problem(404, "not_found");
    app.get("/api/v1/catalog/nics/rtx-3090", "")
        .await
        .problem(404, "not_found");
    app.get("/api/v1/catalog/gpus?colour=red", "")
        .await
        .problem(400, "invalid_request");
}

#[tokio::test]
async fn templates_are_designs_that_the_service_takes() {
    let app = TestApp::sqlite().await;
    let list = app.get("/api/v1/templates", "").await.expect(200).json();
    for template in list["items"].as_array().unwrap() {
        let one = app
            .get(
                &format!("/api/v1/templates/{}", template["id"].as_str().unwrap()),
                "",
            )
            .await;
        assert_eq!(&one.expect(200).json(), template);
        app.create(&template["design"].to_string()).await;
    }
    app.get("/api/v1/templates/nope", "")
        .await
        .problem(404, "not_found");
}

#[tokio::test]
async fn the_documents_have_schemas() {
    let app = TestApp::sqlite().await;
    for (name, field) in [("design", "pools"), ("report", "summary")] {
        let answer = app
            .get(&format!("/api/v1/schemas/{name}"), "")
            .await
            .expect(200);
        assert_eq!(answer.header("content-type"), "application/schema+json");
        let schema = answer.json();
        assert!(schema["$schema"].as_str().unwrap().contains("2020-12"));
        assert!(schema["properties"][field].is_object(), "{schema}");
    }
}
