//! What `podwright collective --set` understands.

use podwright_sim_core::design::{Algorithm, CollectiveSettings, Launch, Protocol, Switchable};

/// One thing that the library is told, or that was measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Setting {
    /// In-switch reduction over NVLink.
    Nvls(Switchable),
    /// Peer access.
    P2p(Switchable),
    /// Reduction in InfiniBand switches.
    Sharp(Switchable),
    /// Adapters reach the GPUs' memory.
    GpuDirect(Switchable),
    /// The algorithm.
    Algorithm(Algorithm),
    /// The protocol.
    Protocol(Protocol),
    /// How the processes are started.
    Launch(Launch),
    /// Bus bandwidth that was measured inside a node, GB/s.
    MeasuredInside(f64),
    /// What was measured that all adapters of a node carry, GB/s per direction.
    MeasuredBetween(f64),
}

/// The names, in the order of the help.
const NAMES: &str = "nvls, p2p, sharp, gpudirect, algorithm, protocol, launch, measured-inside and measured-between";

const SWITCH: [(&str, Switchable); 2] = [("on", Switchable::On), ("off", Switchable::Off)];
const LAUNCHES: [(&str, Launch); 2] = [
    ("process-per-gpu", Launch::ProcessPerGpu),
    ("one-process", Launch::OneProcess),
];

/// Reads `name=value`.
///
/// # Errors
/// The right words, where one is wrong.
pub fn parse(text: &str) -> Result<Setting, String> {
    let (name, value) = text
        .split_once('=')
        .ok_or_else(|| format!("write NAME=VALUE; the names are {NAMES}"))?;
    let algorithms = [
        Algorithm::Ring,
        Algorithm::Tree,
        Algorithm::Nvls,
        Algorithm::NvlsTree,
    ]
    .map(|algorithm| (algorithm.id(), algorithm));
    let protocols =
        [Protocol::Ll, Protocol::Ll128, Protocol::Simple].map(|protocol| (protocol.id(), protocol));
    match name {
        "nvls" => choose(name, value, &SWITCH).map(Setting::Nvls),
        "p2p" => choose(name, value, &SWITCH).map(Setting::P2p),
        "sharp" => choose(name, value, &SWITCH).map(Setting::Sharp),
        "gpudirect" => choose(name, value, &SWITCH).map(Setting::GpuDirect),
        "algorithm" => choose(name, value, &algorithms).map(Setting::Algorithm),
        "protocol" => choose(name, value, &protocols).map(Setting::Protocol),
        "launch" => choose(name, value, &LAUNCHES).map(Setting::Launch),
        "measured-inside" => rate(name, value).map(Setting::MeasuredInside),
        "measured-between" => rate(name, value).map(Setting::MeasuredBetween),
        _ => Err(format!("no setting `{name}`; there are {NAMES}")),
    }
}

fn choose<T: Copy>(name: &str, value: &str, choices: &[(&str, T)]) -> Result<T, String> {
    choices
        .iter()
        .find(|(word, _)| *word == value)
        .map(|(_, choice)| *choice)
        .ok_or_else(|| {
            let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
            format!("{name} is {}", words.join(" or "))
        })
}

fn rate(name: &str, value: &str) -> Result<f64, String> {
    value
        .parse()
        .map_err(|_| format!("{name} is a number of GB/s, such as 41.5"))
}

impl Setting {
    /// Puts it among the others; of two of one name the later counts.
    pub fn apply(self, settings: &mut CollectiveSettings) {
        match self {
            Self::Nvls(on) => settings.nvls = Some(on),
            Self::P2p(on) => settings.p2p = Some(on),
            Self::Sharp(on) => settings.sharp = Some(on),
            Self::GpuDirect(on) => settings.gpudirect = Some(on),
            Self::Algorithm(algorithm) => settings.algorithm = Some(algorithm),
            Self::Protocol(protocol) => settings.protocol = Some(protocol),
            Self::Launch(launch) => settings.launch = Some(launch),
            Self::MeasuredInside(gb_s) => settings.measured_inside_gb_s = Some(gb_s),
            Self::MeasuredBetween(gb_s) => settings.measured_between_gb_s = Some(gb_s),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_name_and_value() {
        let mut settings = CollectiveSettings::default();
        for text in [
            "nvls=off",
            "p2p=on",
            "sharp=on",
            "gpudirect=off",
            "algorithm=nvls-tree",
            "protocol=ll128",
            "launch=one-process",
            "measured-inside=41.5",
            "measured-between=390",
            "algorithm=tree",
        ] {
            parse(text).expect(text).apply(&mut settings);
        }
        let wanted = CollectiveSettings {
            nvls: Some(Switchable::Off),
            p2p: Some(Switchable::On),
            sharp: Some(Switchable::On),
            gpudirect: Some(Switchable::Off),
            algorithm: Some(Algorithm::Tree),
            protocol: Some(Protocol::Ll128),
            launch: Some(Launch::OneProcess),
            measured_inside_gb_s: Some(41.5),
            measured_between_gb_s: Some(390.0),
        };
        assert_eq!(settings, wanted);
    }

    #[test]
    fn wrong_words_list_the_right_ones() {
        for (text, words) in [
            ("nvls", &["NAME=VALUE", "gpudirect", "measured-between"][..]),
            ("colour=off", &["colour", "launch", "algorithm"]),
            ("nvls=maybe", &["on or off"]),
            (
                "algorithm=butterfly",
                &["ring or tree or nvls or nvls-tree"],
            ),
            ("protocol=LL", &["ll or ll128 or simple"]),
            ("launch=two", &["process-per-gpu or one-process"]),
            ("measured-inside=fast", &["GB/s"]),
            ("", &["NAME=VALUE"]),
        ] {
            let said = parse(text).expect_err(text);
            for word in words {
                assert!(said.contains(word), "{text}: {said}");
            }
        }
    }
}
