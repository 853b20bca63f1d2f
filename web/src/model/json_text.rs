//! JSON laid out for people. Works on the text, so that the order of fields stays and no second writer is needed.

/// The same JSON with line breaks and two spaces a level. The text must be JSON; anything else is copied as it comes.
pub fn indented(json: &str) -> String {
    let mut out = String::with_capacity(json.len() * 2);
    let mut level = 0_usize;
    let mut in_string = false;
    let mut escaped = false;
    let mut chars = json.chars().peekable();
    while let Some(c) = chars.next() {
        if in_string {
            out.push(c);
            in_string = escaped || c != '"';
            escaped = c == '\\' && !escaped;
            continue;
        }
        match c {
            '"' => {
                in_string = true;
                out.push(c);
            }
            '{' | '[' => {
                out.push(c);
                let close = if c == '{' { '}' } else { ']' };
                if chars.peek() == Some(&close) {
                    continue;
                }
                level += 1;
                new_line(&mut out, level);
            }
            '}' | ']' => {
                if !out.ends_with(['{', '[']) {
                    level = level.saturating_sub(1);
                    new_line(&mut out, level);
                }
                out.push(c);
            }
            ',' => {
                out.push(c);
                new_line(&mut out, level);
            }
            ':' => out.push_str(": "),
            c if c.is_whitespace() => {}
            c => out.push(c),
        }
    }
    out.push('\n');
    out
}

fn new_line(out: &mut String, level: usize) {
    out.push('\n');
    for _ in 0..level {
        out.push_str("  ");
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn it_is_laid_out_as_serde_json_does() {
        for value in [
            json!({}),
            json!([]),
            json!({"a": [1, 2.5, {"b": null}], "c": {}, "d": [], "e\"{,:": "x\\\"[,]: y"}),
            json!([[[]], {"k": [{}]}]),
        ] {
            let pretty = serde_json::to_string_pretty(&value).expect("json");
            assert_eq!(indented(&value.to_string()), format!("{pretty}\n"));
        }
    }

    proptest! {
        #[test]
        fn nothing_is_lost(keys in prop::collection::vec(".{0,8}", 0..6), texts in prop::collection::vec(".{0,8}", 0..6)) {
            let map: serde_json::Map<String, Value> =
                keys.into_iter().map(|key| (key, json!(texts))).collect();
            let value = Value::Object(map);
            prop_assert_eq!(serde_json::from_str::<Value>(&indented(&value.to_string())).ok(), Some(value));
        }
    }
}
