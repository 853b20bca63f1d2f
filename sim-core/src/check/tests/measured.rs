//! Bandwidths of the user's own: what names nothing, what is beyond its link, what is in use.

use serde_json::{Value, json};

use super::{dual_3090, found, judge, with};

fn figures(list: Value) -> Value {
    with(&dual_3090(), &[("/measured", list)])
}

#[test]
fn figures_in_use_are_listed() {
    let report = judge(&figures(json!([
        { "link": "bridge", "pool": "ws", "gpus": [1, 0], "gb_s": 45.5 },
        { "link": "slot", "gb_s": 24 },
    ])));
    let used = found(&report, "measured.in_use").expect("they are in use");
    for part in ["Bridge, 1–0, ws: 45.5 GB/s", "Slot: 24 GB/s"] {
        assert!(used.message.contains(part), "{}", used.message);
    }
    assert!(found(&report, "measured.names_nothing").is_none());
    assert!(found(&report, "measured.above_line").is_none());
    assert!(found(&judge(&dual_3090()), "measured.in_use").is_none());
}

/// Four NVLink 3 links of 14.0625 GB/s per direction are 56.25; PCIe 4.0 x16 is 31.51 after the line code.
#[test]
fn more_than_the_line_rate_is_told_with_both_figures() {
    for (figure, line) in [
        (
            json!({ "link": "bridge", "gpus": [0, 1], "gb_s": 112 }),
            "56.25 GB/s",
        ),
        (json!({ "link": "inside", "gb_s": 57 }), "56.25 GB/s"),
        (
            json!({ "link": "slot", "gpus": [1], "gb_s": 64 }),
            "31.51 GB/s",
        ),
        (
            json!({ "link": "host", "gpus": [0, 1], "gb_s": 40 }),
            "31.51 GB/s",
        ),
    ] {
        let measured = figure["gb_s"].to_string();
        let report = judge(&figures(json!([figure])));
        let above = found(&report, "measured.above_line").expect("it is above");
        assert_eq!(above.at, "/measured/0/gb_s");
        for part in [measured.as_str(), line] {
            assert!(above.title.contains(part), "{part}: {}", above.title);
        }
    }
}

#[test]
fn what_names_nothing_is_an_error_and_is_taken_out() {
    for figure in [
        json!({ "link": "bridge", "pool": "other", "gb_s": 45 }),
        json!({ "link": "bridge", "gpus": [0, 2], "gb_s": 45 }),
        json!({ "link": "nvlink", "gb_s": 45 }),
        json!({ "link": "xgmi", "gb_s": 45 }),
        json!({ "link": "slot", "gpus": [2], "gb_s": 20 }),
        json!({ "link": "host", "gpus": [0, 7], "gb_s": 20 }),
        json!({ "link": "between", "gb_s": 12 }),
        json!({ "link": "adapter", "adapter": 0, "gb_s": 12 }),
    ] {
        let report = judge(&figures(json!([figure])));
        let nothing = found(&report, "measured.names_nothing").expect("it names nothing");
        assert_eq!(nothing.at, "/measured/0", "{figure}");
        assert_eq!(nothing.patch.len(), 1);
        assert!(found(&report, "measured.in_use").is_none(), "{figure}");
    }
}

/// A node that is not in the catalogue is an error of its own.
#[test]
fn figures_of_a_pool_that_did_not_resolve_are_left_alone() {
    let document = with(
        &figures(json!([{ "link": "between", "gb_s": 12 }])),
        &[("/pools/0/node", json!("nothing-like-it"))],
    );
    let report = judge(&document);
    assert!(found(&report, "part.unknown").is_some());
    assert!(found(&report, "measured.names_nothing").is_none());
}
