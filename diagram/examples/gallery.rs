//! Writes every drawing with sample figures into one HTML page, to look at: `gallery OUT.html TOKENS.css PAGE.css`.

use std::fmt::Write as _;
use std::{env, fs, process::ExitCode};

#[path = "gallery/samples.rs"]
mod samples;

fn main() -> ExitCode {
    let args: Vec<String> = env::args().collect();
    let [_, out, css @ ..] = args.as_slice() else {
        return ExitCode::from(2);
    };
    let mut styles = String::new();
    for path in css {
        match fs::read_to_string(path) {
            Ok(text) => styles.push_str(&text),
            Err(_) => return ExitCode::from(3),
        }
    }
    styles.push_str(podwright_diagram::STYLES);
    let mut body = String::new();
    for width in [692.0, 366.0] {
        for (name, html) in samples::all(width) {
            let _ = write!(
                body,
                "<section class=\"panel sec\" style=\"width:{}px;margin:12px\"><h3>{name}</h3><div class=\"scroll\">{html}</div></section>",
                width + 34.0
            );
        }
    }
    let page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Drawings</title><style>{styles}</style><body><main style=\"display:flex;flex-wrap:wrap;align-items:flex-start\">{body}</main></body></html>"
    );
    if fs::write(out, page).is_err() {
        return ExitCode::from(3);
    }
    ExitCode::SUCCESS
}
