//! The program as a shell starts it.

use std::ffi::OsStr;
use std::fmt::Debug;
use std::process::{Command, Output};

use serde_json::Value;

/// What the program says to these words.
#[track_caller]
pub fn podwright(words: &[impl AsRef<OsStr>]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_podwright"))
        .args(words)
        .output()
        .expect("the program starts")
}

/// Its answer as JSON; it has to end with 0.
#[track_caller]
pub fn json(words: &[impl AsRef<OsStr> + Debug]) -> Value {
    let output = podwright(words);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{words:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).expect("JSON on standard output")
}
