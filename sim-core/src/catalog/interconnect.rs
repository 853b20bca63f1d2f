//! Link technologies, one record type a kind.

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

use super::members::Members;
use super::record::{PartKind, Quality, Record, record};

/// A link technology; JSON tells the kinds apart by `kind`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Interconnect {
    /// A PCIe generation, x16.
    Pcie(PcieLink),
    /// An NVLink generation.
    Nvlink(NvlinkGeneration),
    /// An NVLink bridge between cards in slots.
    NvlinkBridge(NvlinkBridge),
    /// An NVSwitch chip.
    Nvswitch(NvSwitch),
    /// AMD Infinity Fabric between accelerators.
    Xgmi(XgmiLink),
    /// A link between two CPU sockets.
    CpuSocket(SocketLink),
    /// CPU to GPU, coherent (NVLink-C2C).
    C2c(SocketLink),
    /// An Ethernet rate.
    Ethernet(EthernetRate),
    /// An InfiniBand generation, 4x.
    Infiniband(InfinibandRate),
    /// A scale-up network over Ethernet.
    ScaleUpEthernet(ScaleUpEthernet),
    /// A specification for scale-out networks.
    ScaleOutStandard(ScaleOutStandard),
}

/// Reads the kind first and then the record of that kind from the same text. The derived reader would copy every value
/// into a buffer of its own, with code for it that is as large as the rest of the catalogue's.
impl<'de> Deserialize<'de> for Interconnect {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Head {
            kind: String,
        }

        fn record<T: DeserializeOwned, E: Error>(text: &str) -> Result<T, E> {
            // The records are strict and know nothing of their kind.
            serde_json::from_str::<Members>(text)
                .and_then(|mut members| {
                    members.drop("kind");
                    serde_json::to_string(&members)
                })
                .and_then(|rest| serde_json::from_str(&rest))
                .map_err(|error| {
                    // Line and column are those of the copy.
                    let message = error.to_string();
                    E::custom(message.split(" at line ").next().unwrap_or_default())
                })
        }

        let raw = Box::<RawValue>::deserialize(deserializer)?;
        let text = raw.get();
        let head: Head = serde_json::from_str(text).map_err(D::Error::custom)?;
        match head.kind.as_str() {
            "pcie" => record(text).map(Self::Pcie),
            "nvlink" => record(text).map(Self::Nvlink),
            "nvlink_bridge" => record(text).map(Self::NvlinkBridge),
            "nvswitch" => record(text).map(Self::Nvswitch),
            "xgmi" => record(text).map(Self::Xgmi),
            "cpu_socket" => record(text).map(Self::CpuSocket),
            "c2c" => record(text).map(Self::C2c),
            "ethernet" => record(text).map(Self::Ethernet),
            "infiniband" => record(text).map(Self::Infiniband),
            "scale_up_ethernet" => record(text).map(Self::ScaleUpEthernet),
            "scale_out_standard" => record(text).map(Self::ScaleOutStandard),
            other => Err(D::Error::custom(format!(
                "unknown kind of interconnect `{other}`"
            ))),
        }
    }
}

record! {
    /// PCIe x16; divide by 2 or 4 for x8 or x4. Rates per direction.
    Interconnects: pub struct PcieLink {
        /// PCIe generation.
        pub generation: u32,
        /// Lanes, 16.
        pub lanes: u32,
        /// Transfers per lane, GT/s.
        pub gt_s_per_lane: f64,
        /// Line code.
        pub encoding: String,
        /// Before the line code, GB/s.
        pub raw_gb_s_per_direction: f64,
        /// After the line code, GB/s.
        pub effective_gb_s_per_direction: f64,
        /// What copies reach, GB/s; `None` = nothing measured yet.
        pub achievable_gb_s_per_direction: Option<f64>,
        /// Twice the effective rate, GB/s.
        pub total_bidirectional_gb_s: f64,
        /// Model constant of one hop (NCCL, LL protocol), µs; not a wire latency.
        pub latency_us: Option<f64>,
    }
}

record! {
    /// An NVLink generation. Rates per link and direction unless named otherwise.
    Interconnects: pub struct NvlinkGeneration {
        /// NVLink generation.
        pub generation: u32,
        /// Year of launch.
        pub year: u32,
        /// Lanes of one link and direction.
        pub lanes_per_link_per_direction: u32,
        /// Line rate of a lane, Gbit/s.
        pub line_rate_gbit_s_per_lane: f64,
        /// Line code.
        pub encoding: String,
        /// Lanes x line rate, GB/s.
        pub raw_gb_s_per_link_per_direction: f64,
        /// Nominal, GB/s.
        pub gb_s_per_link_per_direction: f64,
        /// What transfers reach, GB/s.
        pub achievable_gb_s_per_link_per_direction: f64,
        /// Links of the largest accelerator of the generation.
        pub links_per_gpu: u32,
        /// Links x nominal x 2, GB/s.
        pub total_bidirectional_gb_s: f64,
        /// Model constant of one hop (NCCL, LL protocol), µs; not a wire latency.
        pub latency_us: f64,
        /// Products that use it.
        pub used_by: String,
    }
}

record! {
    /// A bridge that joins the NVLink connectors of cards in neighbouring slots.
    Interconnects: pub struct NvlinkBridge {
        /// Ids of the accelerators that it fits.
        pub gpus: Vec<String>,
        /// Slots from one card's edge connector to the other's.
        pub slot_pitch: u32,
        /// `slot_pitch` x 20.32 mm.
        pub spacing_mm: f64,
        /// Bridges needed between two cards for the full rate.
        pub bridges_required_per_pair: u32,
        /// Cards that one set of bridges can join.
        pub max_gpus: u32,
        /// Rate of one card to its bridged peers, GB/s.
        pub gb_s_per_direction: f64,
        /// Twice that, GB/s.
        pub total_bidirectional_gb_s: f64,
    }
}

record! {
    /// An NVSwitch chip. Its generation is the NVLink generation minus one.
    Interconnects: pub struct NvSwitch {
        /// NVSwitch generation.
        pub generation: u32,
        /// NVLink ports of one chip.
        pub ports: u32,
        /// Rate of one port and direction, GB/s.
        pub gb_s_per_port_per_direction: f64,
        /// Ports x rate x 2, GB/s.
        pub total_bidirectional_gb_s: f64,
        /// Whether it reduces and multicasts in the switch (NVLS).
        pub sharp_nvls: bool,
        /// Ids of systems that use it; not all are in the catalogue.
        pub systems: Vec<String>,
    }
}

record! {
    /// AMD Infinity Fabric between accelerators: point to point, so a pair has its own link only.
    Interconnects: pub struct XgmiLink {
        /// Links of one accelerator.
        pub links_per_gpu: u32,
        /// Nominal rate of one link and direction, GB/s.
        pub gb_s_per_link_per_direction: f64,
        /// What transfers reach on one link and direction, GB/s.
        pub achievable_gb_s_per_link_per_direction: Option<f64>,
        /// Links x nominal x 2, GB/s.
        pub total_bidirectional_gb_s: f64,
    }
}

record! {
    /// A link between CPU sockets, or between a CPU and its GPU (`c2c`).
    Interconnects: pub struct SocketLink {
        /// Wire rate per direction, GB/s.
        pub effective_gb_s_per_direction: f64,
        /// Planning rate for traffic of accelerators and adapters that crosses it, GB/s.
        pub achievable_gb_s_per_direction: f64,
        /// Twice the wire rate, GB/s.
        pub total_bidirectional_gb_s: f64,
    }
}

record! {
    /// An Ethernet rate.
    Interconnects: pub struct EthernetRate {
        /// Electrical lanes.
        pub lanes: u32,
        /// On the wire, Gbit/s.
        pub signalling_gbit_s: f64,
        /// The rate by which it is called, Gbit/s.
        pub data_rate_gbit_s: f64,
        /// The same in GB/s, per direction.
        pub effective_gb_s_per_direction: f64,
        /// RoCEv2 payload with 4096-byte packets, GB/s.
        pub rocev2_payload_gb_s_mtu4096: f64,
        /// RoCEv2 payload with 1024-byte packets, GB/s.
        pub rocev2_payload_gb_s_mtu1024: f64,
        /// TCP payload with 1500-byte packets, GB/s.
        pub tcp_payload_gb_s_mtu1500: f64,
        /// Twice the effective rate, GB/s.
        pub total_bidirectional_gb_s: f64,
    }
}

/// Names of the InfiniBand generations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "UPPERCASE")]
pub enum InfinibandGeneration {
    /// 56 Gbit/s.
    Fdr,
    /// 100 Gbit/s.
    Edr,
    /// 200 Gbit/s.
    Hdr,
    /// 400 Gbit/s.
    Ndr,
    /// 800 Gbit/s.
    Xdr,
}

record! {
    /// An InfiniBand generation with four lanes.
    Interconnects: pub struct InfinibandRate {
        /// Name of the generation.
        pub generation: InfinibandGeneration,
        /// Year of launch.
        pub year: u32,
        /// Electrical lanes.
        pub lanes: u32,
        /// Data rate of a lane, Gbit/s.
        pub lane_gbit_s: f64,
        /// On the wire, Gbit/s.
        pub signalling_gbit_s: f64,
        /// The rate by which it is called, Gbit/s.
        pub data_rate_gbit_s: f64,
        /// The same in GB/s, per direction.
        pub effective_gb_s_per_direction: f64,
        /// What transfers reach, GB/s per direction.
        pub achievable_gb_s_per_direction: f64,
        /// Twice the effective rate, GB/s.
        pub total_bidirectional_gb_s: f64,
        /// End to end between adapters where published, µs.
        pub latency_us: Option<f64>,
    }
}

record! {
    /// A scale-up network over Ethernet, such as EthLink; described, not modelled.
    Interconnects: pub struct ScaleUpEthernet {
        /// Access semantics.
        pub semantics: Vec<String>,
        /// GB/s, both directions.
        pub total_bidirectional_gb_s: Option<f64>,
    }
}

record! {
    /// A specification for scale-out networks; described, not modelled.
    Interconnects: pub struct ScaleOutStandard {
        /// Date of publication, `YYYY-MM-DD`.
        pub released: String,
        /// GB/s, both directions.
        pub total_bidirectional_gb_s: Option<f64>,
    }
}

impl Interconnect {
    fn inner(&self) -> &dyn Record {
        match self {
            Self::Pcie(link) => link,
            Self::Nvlink(link) => link,
            Self::NvlinkBridge(link) => link,
            Self::Nvswitch(link) => link,
            Self::Xgmi(link) => link,
            Self::CpuSocket(link) | Self::C2c(link) => link,
            Self::Ethernet(link) => link,
            Self::Infiniband(link) => link,
            Self::ScaleUpEthernet(link) => link,
            Self::ScaleOutStandard(link) => link,
        }
    }

    /// GB/s of both directions together, where the technology has one number.
    pub fn total_bidirectional_gb_s(&self) -> Option<f64> {
        match self {
            Self::Pcie(link) => Some(link.total_bidirectional_gb_s),
            Self::Nvlink(link) => Some(link.total_bidirectional_gb_s),
            Self::NvlinkBridge(link) => Some(link.total_bidirectional_gb_s),
            Self::Nvswitch(link) => Some(link.total_bidirectional_gb_s),
            Self::Xgmi(link) => Some(link.total_bidirectional_gb_s),
            Self::CpuSocket(link) | Self::C2c(link) => Some(link.total_bidirectional_gb_s),
            Self::Ethernet(link) => Some(link.total_bidirectional_gb_s),
            Self::Infiniband(link) => Some(link.total_bidirectional_gb_s),
            Self::ScaleUpEthernet(link) => link.total_bidirectional_gb_s,
            Self::ScaleOutStandard(link) => link.total_bidirectional_gb_s,
        }
    }
}

impl Record for Interconnect {
    fn kind(&self) -> PartKind {
        PartKind::Interconnects
    }
    fn id(&self) -> &str {
        self.inner().id()
    }
    fn name(&self) -> &str {
        self.inner().name()
    }
    fn vendor(&self) -> &str {
        self.inner().vendor()
    }
    fn quality(&self) -> Quality {
        self.inner().quality()
    }
    fn recalled_fields(&self) -> &[String] {
        self.inner().recalled_fields()
    }
    fn sources(&self) -> &[String] {
        self.inner().sources()
    }
    fn as_of(&self) -> &str {
        self.inner().as_of()
    }
    fn notes(&self) -> &str {
        self.inner().notes()
    }
}
