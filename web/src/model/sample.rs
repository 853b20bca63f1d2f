//! Designs for the tests of this room.

use podwright_sim_core::Design;

/// Two RTX 3090 with a bridge of the wrong spacing.
///
/// # Panics
/// When designs are read no more as they are written here.
pub fn workstation() -> Design {
    Design::parse(
        r#"{"schema":"podwright.design/1","name":"Two RTX 3090, NVLink bridge",
        "pools":[{"id":"ws","count":1,"node":{"gpu":"rtx-3090","count":2,
          "slots":[{"position":1,"pcie_gen":4,"lanes":8},{"position":4,"pcie_gen":4,"lanes":8},
                   {"position":7,"pcie_gen":4,"lanes":4,"root":"pch"}],
          "bridges":[{"id":"nvlink-bridge-rtx3090-4slot","gpus":[0,1]}],
          "psu_w":1000,"host_w":250,"cpu_lanes":20,"cpu_vendor":"amd"}}],
        "workloads":[{"id":"w1","kind":"collective","op":"all_reduce","message_bytes":268435456}],
        "site":{"years":4}}"#,
    )
    .expect("the sample is a design")
}

/// Eight NVL72 racks on a leaf-spine fabric.
///
/// # Panics
/// When designs are read no more as they are written here.
pub fn cluster() -> Design {
    Design::parse(
        r#"{"schema":"podwright.design/1","name":"8 × NVL72 on Spectrum-X",
        "pools":[{"id":"racks","node":"gb200-nvl72","count":8,"nics":{"compute":"bluefield-3-supernic"}}],
        "fabrics":[{"id":"compute","topology":"leaf-spine","switch":"nvidia-sn5600","oversubscription":1.0,
          "routing":"adaptive","cabling":"auto"}],
        "workloads":[{"id":"w1","kind":"collective","op":"all_reduce","message_bytes":8589934592}],
        "site":{"electricity_usd_per_kwh":0.1,"pue":1.25,"rack_kw_limit":140,"years":4}}"#,
    )
    .expect("the sample is a design")
}
