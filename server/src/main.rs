//! The `podwright` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    podwright_server::cli::run()
}
