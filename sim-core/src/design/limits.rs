//! Bounds on a document: what a stranger can make large is bounded here, and numbers that mean nothing are refused.

use std::collections::BTreeSet;

use super::position::escape;
use super::{Design, InlineNode, Measured, MeasuredLink, NodeRef, Problem, Workload, WorkloadKind};
use crate::cost::FAILURE_SORTS;
use crate::units::Usd;

/// GPUs in a design, at most.
pub const MAX_GPUS: u64 = 1_000_000;
/// Entries of any list in a design, at most.
pub const MAX_LIST_ITEMS: usize = 64;
/// Characters of the notes, at most; names and ids may have 200.
pub const MAX_TEXT_CHARS: usize = 20_000;
const MAX_NAME_CHARS: usize = 200;
/// Price overrides, at most.
const MAX_OVERRIDES: usize = 1_000;
/// Planes of a fabric, at most: ports that one adapter may be split into.
const MAX_PLANES: u64 = 8;
/// The largest message, 1 TiB.
const MAX_MESSAGE_BYTES: u64 = 1 << 40;
/// Sorts of parts that spares can be bought of.
pub const SPARE_SORTS: [&str; 8] = [
    "node", "gpu", "bridge", "host", "nic", "switch", "optics", "cable",
];
/// A bandwidth that a user measured, GB/s: one disk to a rack of ports.
const MEASURED_GB_S: (f64, f64) = (0.001, 100_000.0);

impl Design {
    /// Every place that is beyond a limit or can mean nothing; empty when the document is fine.
    pub fn limit_problems(&self) -> Vec<Problem> {
        let mut check = Checker::default();
        check.text("/name", &self.name, MAX_NAME_CHARS);
        check.text("/notes", &self.notes, MAX_TEXT_CHARS);
        check.list("/pools", self.pools.len());
        check.list("/fabrics", self.fabrics.len());
        check.list("/workloads", self.workloads.len());
        check.list("/measured", self.measured.len());

        check.unique("/pools", self.pools.iter().map(|pool| &pool.id));
        check.unique("/fabrics", self.fabrics.iter().map(|fabric| &fabric.id));
        check.unique("/workloads", self.workloads.iter().map(|work| &work.id));

        for (i, pool) in self.pools.iter().enumerate() {
            let at = format!("/pools/{i}");
            check.id(&format!("{at}/id"), &pool.id);
            check.range_u(&format!("{at}/count"), pool.count.into(), 1, MAX_GPUS);
            for (network, nic) in &pool.nics {
                check.text(&format!("{at}/nics/{}", network.id()), nic, MAX_NAME_CHARS);
            }
            match &pool.node {
                NodeRef::Catalog(id) => check.text(&format!("{at}/node"), id, MAX_NAME_CHARS),
                NodeRef::Inline(node) => check.inline_node(&format!("{at}/node"), node),
            }
        }
        for (i, fabric) in self.fabrics.iter().enumerate() {
            let at = format!("/fabrics/{i}");
            check.id(&format!("{at}/id"), &fabric.id);
            let ratio = fabric.oversubscription;
            check.range(&format!("{at}/oversubscription"), ratio.leaf(), 1.0, 64.0);
            check.range(&format!("{at}/oversubscription"), ratio.pod(), 1.0, 64.0);
            check.range_u(
                &format!("{at}/extra_endpoints"),
                fabric.extra_endpoints.into(),
                0,
                100_000,
            );
            check.range_u(&format!("{at}/planes"), fabric.planes.into(), 1, MAX_PLANES);
            if let Some(ports) = fabric.leaf_ports {
                for (field, count) in [("down", ports.down), ("up", ports.up)] {
                    check.range_u(&format!("{at}/leaf_ports/{field}"), count.into(), 1, 10_000);
                }
            }
            if let Some(nodes) = fabric.grow_to_nodes {
                check.range_u(&format!("{at}/grow_to_nodes"), nodes.into(), 1, MAX_GPUS);
            }
            for (field, value) in [
                ("downlink_gbit_s", fabric.downlink_gbit_s),
                ("uplink_gbit_s", fabric.uplink_gbit_s),
                ("node_leaf_m", fabric.node_leaf_m),
                ("leaf_spine_m", fabric.leaf_spine_m),
                ("spine_core_m", fabric.spine_core_m),
            ] {
                check.optional(&format!("{at}/{field}"), value, 0.1, 10_000.0);
            }
            for (field, switch) in [
                ("switch", &fabric.switch),
                ("spine_switch", &fabric.spine_switch),
                ("core_switch", &fabric.core_switch),
            ] {
                if let Some(switch) = switch {
                    check.text(&format!("{at}/{field}"), switch, MAX_NAME_CHARS);
                }
            }
        }
        for (i, workload) in self.workloads.iter().enumerate() {
            check.workload(&format!("/workloads/{i}"), workload);
        }
        for (i, figure) in self.measured.iter().take(MAX_LIST_ITEMS).enumerate() {
            check.measured(&format!("/measured/{i}"), figure, &self.measured[..i]);
        }
        self.check_site(&mut check);
        if self.price_overrides.len() > MAX_OVERRIDES {
            check.push(
                "/price_overrides",
                "limit.too_many",
                format!(
                    "{} overrides; at most {MAX_OVERRIDES}",
                    self.price_overrides.len()
                ),
            );
        }
        for (part, price) in self.price_overrides.iter().take(MAX_OVERRIDES) {
            let pointer = format!("/price_overrides/{}", escape(part));
            check.range(&pointer, *price, 0.0, 1e12);
            if *price > 0.0 && !Usd::keeps(*price) {
                check.push(
                    &pointer,
                    "number.fraction_of_a_cent",
                    format!("{price} is no number of cents; below 1 USD prices are whole ones"),
                );
            }
        }
        check.problems
    }

    fn check_site(&self, check: &mut Checker) {
        let site = &self.site;
        for (field, value, low, high) in [
            (
                "electricity_usd_per_kwh",
                site.electricity_usd_per_kwh,
                0.0,
                10.0,
            ),
            ("pue", site.pue, 1.0, 5.0),
            ("rack_kw_limit", site.rack_kw_limit, 0.1, 10_000.0),
            ("rack_kg_limit", site.rack_kg_limit, 1.0, 100_000.0),
            ("air_kw_limit", site.air_kw_limit, 0.1, 10_000.0),
            ("years", site.years, 0.1, 30.0),
            (
                "colocation_usd_per_kw_month",
                site.colocation_usd_per_kw_month,
                0.0,
                100_000.0,
            ),
            ("hall_usd_per_kw", site.hall_usd_per_kw, 0.0, 1e6),
            ("hall_years", site.hall_years, 1.0, 100.0),
            ("average_load", site.average_load, 0.0, 1.0),
            ("utilization", site.utilization, 0.001, 1.0),
            (
                "support_percent_per_year",
                site.support_percent_per_year,
                0.0,
                100.0,
            ),
            ("staff_usd_per_year", site.staff_usd_per_year, 0.0, 1e12),
            (
                "installation_percent",
                site.installation_percent,
                0.0,
                100.0,
            ),
            ("spares_percent", site.spares_percent, 0.0, 100.0),
            (
                "licence_usd_per_gpu_year",
                site.licence_usd_per_gpu_year,
                0.0,
                1e6,
            ),
            (
                "discount_rate_percent",
                site.discount_rate_percent,
                0.0,
                100.0,
            ),
            ("residual_percent", site.residual_percent, 0.0, 100.0),
            (
                "interruption_gpu_hours",
                site.interruption_gpu_hours,
                1.0,
                1e9,
            ),
            (
                "lost_hours_per_interruption",
                site.lost_hours_per_interruption,
                0.0,
                1_000.0,
            ),
            (
                "rent_usd_per_gpu_hour",
                site.rent_usd_per_gpu_hour,
                0.0,
                1e6,
            ),
            (
                "currency/usd_rate",
                site.currency.as_ref().map(|currency| currency.usd_rate),
                1e-6,
                1e6,
            ),
        ] {
            check.optional(&format!("/site/{field}"), value, low, high);
        }
        for (field, value, high) in [
            ("rack_units", site.rack_units, 100),
            ("racks_per_row", site.racks_per_row, 1_000),
            ("rows_per_hall", site.rows_per_hall, 10_000),
            ("halls", site.halls, 10_000),
        ] {
            if let Some(value) = value {
                check.range_u(&format!("/site/{field}"), value.into(), 1, high);
            }
        }
        let sorts = [
            ("spares", &site.spares, SPARE_SORTS.as_slice(), 0.0, 100.0),
            (
                "mtbf_hours",
                &site.mtbf_hours,
                FAILURE_SORTS.as_slice(),
                1.0,
                1e9,
            ),
        ];
        for (field, figures, known, low, high) in sorts {
            for (sort, figure) in figures {
                let pointer = format!("/site/{field}/{}", escape(sort));
                if known.contains(&sort.as_str()) {
                    check.range(&pointer, *figure, low, high);
                } else {
                    check.push(
                        &pointer,
                        "json.unknown_field",
                        format!("there is no such sort here; there are {}", known.join(", ")),
                    );
                }
            }
        }
        if let Some(currency) = &site.currency
            && !(currency.code.len() == 3
                && currency.code.bytes().all(|byte| byte.is_ascii_uppercase()))
        {
            check.push(
                "/site/currency/code",
                "number.invalid",
                "a currency is three capital letters".to_owned(),
            );
        }
        let book = &self.price_book;
        if let Some(id) = &book.id {
            check.id("/price_book/id", id);
        }
        if let Some(version) = book.version {
            check.range_u("/price_book/version", version.into(), 1, u32::MAX.into());
        }
        if book.id.is_some() != book.version.is_some() {
            check.push(
                "/price_book",
                "json.missing_field",
                "an uploaded price book is named by `id` and `version` together".to_owned(),
            );
        }
        if let Some(as_of) = &self.price_book.as_of
            && !is_month(as_of)
        {
            check.push(
                "/price_book/as_of",
                "number.invalid",
                format!("`{as_of}` is no month; write YYYY-MM"),
            );
        }
    }
}

fn is_month(text: &str) -> bool {
    let Some((year, month)) = text.split_once('-') else {
        return false;
    };
    let digits = |part: &str, n| part.len() == n && part.bytes().all(|b| b.is_ascii_digit());
    digits(year, 4) && digits(month, 2) && ("01"..="12").contains(&month)
}

#[derive(Default)]
struct Checker {
    problems: Vec<Problem>,
}

impl Checker {
    fn push(&mut self, pointer: &str, code: &str, message: String) {
        self.problems.push(Problem::new(pointer, code, message));
    }

    fn text(&mut self, pointer: &str, text: &str, limit: usize) {
        let n = text.chars().count();
        if n > limit {
            self.push(
                pointer,
                "limit.too_long",
                format!("{n} characters; at most {limit}"),
            );
        }
    }

    fn id(&mut self, pointer: &str, id: &str) {
        if id.is_empty() {
            self.push(
                pointer,
                "id.empty",
                "an id has at least one character".into(),
            );
        }
        self.text(pointer, id, MAX_NAME_CHARS);
    }

    fn list(&mut self, pointer: &str, n: usize) {
        if n > MAX_LIST_ITEMS {
            self.push(
                pointer,
                "limit.too_many",
                format!("{n} entries; at most {MAX_LIST_ITEMS}"),
            );
        }
    }

    fn unique<'a>(&mut self, pointer: &str, ids: impl Iterator<Item = &'a String>) {
        let mut seen = BTreeSet::new();
        for (i, id) in ids.enumerate() {
            if !seen.insert(id) {
                self.push(
                    &format!("{pointer}/{i}/id"),
                    "id.duplicate",
                    format!("the id `{id}` is used twice"),
                );
            }
        }
    }

    fn range_u(&mut self, pointer: &str, value: u64, low: u64, high: u64) {
        if !(low..=high).contains(&value) {
            self.push(
                pointer,
                "number.out_of_range",
                format!("{value} is not between {low} and {high}"),
            );
        }
    }

    fn range(&mut self, pointer: &str, value: f64, low: f64, high: f64) {
        if !(low..=high).contains(&value) {
            self.push(
                pointer,
                "number.out_of_range",
                format!("{value} is not between {low} and {high}"),
            );
        }
    }

    fn optional(&mut self, pointer: &str, value: Option<f64>, low: f64, high: f64) {
        if let Some(value) = value {
            self.range(pointer, value, low, high);
        }
    }

    fn inline_node(&mut self, at: &str, node: &InlineNode) {
        self.text(&format!("{at}/name"), &node.name, MAX_NAME_CHARS);
        self.text(&format!("{at}/gpu"), &node.gpu, MAX_NAME_CHARS);
        self.range_u(&format!("{at}/count"), node.count.into(), 1, 16);
        self.list(&format!("{at}/slots"), node.slots.len());
        self.list(&format!("{at}/bridges"), node.bridges.len());
        self.list(&format!("{at}/nics"), node.nics.len());
        for (i, slot) in node.slots.iter().enumerate() {
            let at = format!("{at}/slots/{i}");
            self.range_u(&format!("{at}/position"), slot.position.into(), 1, 64);
            self.range_u(&format!("{at}/pcie_gen"), slot.pcie_gen.into(), 1, 6);
            if ![1, 2, 4, 8, 16].contains(&slot.lanes) {
                self.push(
                    &format!("{at}/lanes"),
                    "number.invalid",
                    format!("{} lanes; a slot has 1, 2, 4, 8 or 16", slot.lanes),
                );
            }
            self.id(&format!("{at}/root"), &slot.root);
            self.range_u(&format!("{at}/socket"), slot.socket.into(), 0, 7);
        }
        for (i, bridge) in node.bridges.iter().enumerate() {
            let at = format!("{at}/bridges/{i}");
            self.text(&format!("{at}/id"), &bridge.id, MAX_NAME_CHARS);
            self.list(&format!("{at}/gpus"), bridge.gpus.len());
            let mut seen = BTreeSet::new();
            for (j, gpu) in bridge.gpus.iter().enumerate() {
                if *gpu >= node.count || !seen.insert(gpu) {
                    self.push(
                        &format!("{at}/gpus/{j}"),
                        "number.invalid",
                        format!(
                            "{gpu} is no other GPU of this node; its GPUs are 0 to {}",
                            node.count.saturating_sub(1)
                        ),
                    );
                }
            }
        }
        for (i, nic) in node.nics.iter().enumerate() {
            let at = format!("{at}/nics/{i}");
            self.text(&format!("{at}/id"), &nic.id, MAX_NAME_CHARS);
            self.range_u(&format!("{at}/count"), nic.count.into(), 1, 64);
        }
        self.optional(&format!("{at}/card_slots"), node.card_slots, 0.5, 8.0);
        self.optional(&format!("{at}/psu_w"), node.psu_w, 1.0, 1e6);
        self.optional(&format!("{at}/host_w"), node.host_w, 0.0, 1e6);
        if let Some(lanes) = node.cpu_lanes {
            self.range_u(&format!("{at}/cpu_lanes"), lanes.into(), 1, 1024);
        }
        if let Some(units) = node.rack_units {
            self.range_u(&format!("{at}/rack_units"), units.into(), 1, 60);
        }
    }

    fn measured(&mut self, at: &str, figure: &Measured, before: &[Measured]) {
        let (low, high) = MEASURED_GB_S;
        self.range(&format!("{at}/gb_s"), figure.gb_s, low, high);
        self.text(&format!("{at}/note"), &figure.note, MAX_NAME_CHARS);
        self.text(&format!("{at}/source"), &figure.source, MAX_NAME_CHARS);
        if let Some(pool) = &figure.pool {
            self.text(&format!("{at}/pool"), pool, MAX_NAME_CHARS);
        }
        let link = figure.link.id();
        let count = figure.gpus.len();
        let twice = count == 2 && figure.gpus[0] == figure.gpus[1];
        match figure.link.gpus() {
            Some((fewest, most)) if count > 0 && (count < fewest || count > most || twice) => {
                let wanted = match (fewest, most) {
                    (1, 1) => "one GPU",
                    (1, _) => "one GPU, or two different ones",
                    _ => "two different GPUs",
                };
                self.push(
                    &format!("{at}/gpus"),
                    "number.invalid",
                    format!("`{link}` takes {wanted}, or none for all such links"),
                );
            }
            None if count > 0 => self.foreign(at, "gpus", link),
            _ => {}
        }
        if figure.adapter.is_some() && figure.link != MeasuredLink::Adapter {
            self.foreign(at, "adapter", link);
        }
        let same = |other: &Measured| {
            other.pool == figure.pool
                && other.adapter.is_some() == figure.adapter.is_some()
                && other.gpus.len() == count
                && other.is_of(figure.link, &figure.gpus, figure.adapter)
        };
        if before.iter().any(same) {
            self.push(
                at,
                "id.duplicate",
                "these links have a figure already".into(),
            );
        }
    }

    fn foreign(&mut self, at: &str, field: &str, link: &str) {
        self.push(
            &format!("{at}/{field}"),
            "json.unknown_field",
            format!("`{field}` does not belong to `{link}`"),
        );
    }

    fn workload(&mut self, at: &str, work: &Workload) {
        self.id(&format!("{at}/id"), &work.id);
        let set = [
            ("op", work.op.is_some()),
            ("message_bytes", work.message_bytes.is_some()),
            ("ranks", work.ranks.is_some()),
            ("settings", !work.settings.is_default()),
            ("model", work.model.is_some()),
            ("parallelism", work.parallelism.is_some()),
            ("global_batch_tokens", work.global_batch_tokens.is_some()),
            ("tensor_parallel", work.tensor_parallel.is_some()),
            ("batch", work.batch.is_some()),
        ];
        let (own, needed): (&[&str], &[&str]) = match work.kind {
            WorkloadKind::Collective => (
                &["op", "message_bytes", "ranks", "settings"],
                &["op", "message_bytes"],
            ),
            WorkloadKind::Training => {
                (&["model", "parallelism", "global_batch_tokens"], &["model"])
            }
            WorkloadKind::Inference => (&["model", "tensor_parallel", "batch"], &["model"]),
        };
        for (field, present) in set {
            if present && !own.contains(&field) {
                self.push(
                    &format!("{at}/{field}"),
                    "json.unknown_field",
                    format!("`{field}` does not belong to this kind of workload"),
                );
            }
            if !present && needed.contains(&field) {
                self.push(
                    &format!("{at}/{field}"),
                    "json.missing_field",
                    format!("this kind of workload needs `{field}`"),
                );
            }
        }
        if let Some(bytes) = work.message_bytes {
            self.range_u(&format!("{at}/message_bytes"), bytes, 1, MAX_MESSAGE_BYTES);
        }
        if let Some(ranks) = work.ranks {
            self.range_u(&format!("{at}/ranks"), ranks.into(), 1, MAX_GPUS);
        }
        for (field, measured) in [
            ("measured_inside_gb_s", work.settings.measured_inside_gb_s),
            ("measured_between_gb_s", work.settings.measured_between_gb_s),
        ] {
            let (low, high) = MEASURED_GB_S;
            self.optional(&format!("{at}/settings/{field}"), measured, low, high);
        }
        if let Some(tokens) = work.global_batch_tokens {
            self.range_u(&format!("{at}/global_batch_tokens"), tokens, 1, 1 << 40);
        }
        if let Some(n) = work.tensor_parallel {
            self.range_u(&format!("{at}/tensor_parallel"), n.into(), 1, MAX_GPUS);
        }
        if let Some(n) = work.batch {
            self.range_u(&format!("{at}/batch"), n.into(), 1, 1_000_000);
        }
        if let Some(model) = &work.model {
            self.text(&format!("{at}/model"), model, MAX_NAME_CHARS);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::{CollectiveOp, CollectiveSettings};

    fn measured(inside: Option<f64>, between: Option<f64>) -> Vec<Problem> {
        let mut design = crate::templates::find("dgx-h100-1")
            .expect("a template")
            .design
            .clone();
        let work = design.workloads.first_mut().expect("it has a workload");
        work.kind = WorkloadKind::Collective;
        work.op = Some(CollectiveOp::AllReduce);
        work.message_bytes = Some(1 << 30);
        work.settings = CollectiveSettings {
            measured_inside_gb_s: inside,
            measured_between_gb_s: between,
            ..CollectiveSettings::default()
        };
        design.limit_problems()
    }

    #[test]
    fn a_measured_bandwidth_is_one_that_could_be_measured() {
        for fine in [0.001, 1.4, 480.0, 100_000.0] {
            assert!(measured(Some(fine), Some(fine)).is_empty(), "{fine}");
        }
        for wrong in [0.0, -1.0, 0.0009, 100_001.0, f64::INFINITY, f64::NAN] {
            for (problems, field) in [
                (measured(Some(wrong), None), "measured_inside_gb_s"),
                (measured(None, Some(wrong)), "measured_between_gb_s"),
            ] {
                assert_eq!(problems.len(), 1, "{wrong}: {problems:?}");
                assert_eq!(
                    problems[0].pointer,
                    format!("/workloads/0/settings/{field}")
                );
                assert_eq!(problems[0].code, "number.out_of_range");
            }
        }
    }

    #[test]
    fn a_measured_link_is_named_as_its_kind_is() {
        let problem = |rest: &str| {
            let text = format!(r#"{{"schema":"podwright.design/1","measured":[{rest}]}}"#);
            match Design::parse(&text) {
                Ok(_) => None,
                Err(error) => Some((
                    error.problems()[0].pointer.clone(),
                    error.problems()[0].code.clone(),
                )),
            }
        };
        for fine in [
            r#"{"link":"inside","gb_s":360,"note":"a","source":"b"}"#,
            r#"{"link":"between","pool":"p","gb_s":390}"#,
            r#"{"link":"nvlink","gpus":[3],"gb_s":390},{"link":"nvlink","gpus":[3,4],"gb_s":390}"#,
            r#"{"link":"slot","gpus":[0],"gb_s":25},{"link":"slot","gb_s":25}"#,
            r#"{"link":"adapter","adapter":0,"gb_s":47},{"link":"adapter","adapter":1,"gb_s":47}"#,
        ] {
            assert_eq!(problem(fine), None, "{fine}");
        }
        for (wrong, pointer, code) in [
            (
                r#"{"link":"inside","gb_s":0}"#,
                "/0/gb_s",
                "number.out_of_range",
            ),
            (r#"{"link":"inside"}"#, "/0/gb_s", "json.missing_field"),
            (
                r#"{"link":"wire","gb_s":1}"#,
                "/0/link",
                "json.unknown_value",
            ),
            (
                r#"{"link":"inside","gb_s":1,"gbs":1}"#,
                "/0/gbs",
                "json.unknown_field",
            ),
            (
                r#"{"link":"inside","gb_s":1,"gpus":[0]}"#,
                "/0/gpus",
                "json.unknown_field",
            ),
            (
                r#"{"link":"slot","gb_s":1,"adapter":0}"#,
                "/0/adapter",
                "json.unknown_field",
            ),
            (
                r#"{"link":"slot","gb_s":1,"gpus":[0,1]}"#,
                "/0/gpus",
                "number.invalid",
            ),
            (
                r#"{"link":"bridge","gb_s":1,"gpus":[1]}"#,
                "/0/gpus",
                "number.invalid",
            ),
            (
                r#"{"link":"bridge","gb_s":1,"gpus":[1,1]}"#,
                "/0/gpus",
                "number.invalid",
            ),
            (
                r#"{"link":"host","gb_s":1,"gpus":[0,1]},{"link":"host","gb_s":2,"gpus":[1,0]}"#,
                "/1",
                "id.duplicate",
            ),
        ] {
            let found = problem(wrong);
            assert_eq!(
                found,
                Some((format!("/measured{pointer}"), code.to_owned())),
                "{wrong}"
            );
        }
        let many = vec![r#"{"link":"inside","gb_s":1}"#; MAX_LIST_ITEMS + 1].join(",");
        assert_eq!(
            problem(&many),
            Some(("/measured".to_owned(), "limit.too_many".to_owned()))
        );
    }
}
