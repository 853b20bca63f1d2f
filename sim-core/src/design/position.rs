//! From a place in JSON text to a JSON pointer.
//!
//! The reader says where it stopped by line and column. Walking the text up to there tells the pointer, without a
//! second copy of every type's reader that would note the path (which costs the browser 50 kB).

/// What the reader was at when it stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    /// Pointer of the innermost object or list that was open.
    pub container: String,
    /// Pointer of the value that was being read, about to be, or just closed; the container's when none.
    pub value: String,
    /// The value is an object or list that was just closed.
    pub closed: bool,
}

impl Spot {
    /// Pointer of the object whose members were read.
    pub fn object(&self) -> &str {
        if self.closed {
            &self.value
        } else {
            &self.container
        }
    }
}

enum Frame {
    Object { key: Option<String>, colon: bool },
    Array { index: usize, pending: bool },
}

/// The spot that the reader had consumed the text up to: `column` bytes of `line`, both as serde_json counts them.
pub(super) fn spot(text: &str, line: usize, column: usize) -> Spot {
    let line_start = if line <= 1 {
        0
    } else {
        text.match_indices('\n')
            .nth(line - 2)
            .map_or(text.len(), |(at, _)| at + 1)
    };
    let consumed = (line_start + column).min(text.len());
    let bytes = text.as_bytes();
    let mut stack: Vec<Frame> = Vec::new();
    let mut at = 0;
    let mut closed = false;
    while at < consumed {
        match bytes[at] {
            b'{' => stack.push(Frame::Object {
                key: None,
                colon: false,
            }),
            b'[' => stack.push(Frame::Array {
                index: 0,
                pending: true,
            }),
            b'}' | b']' => {
                stack.pop();
                if at + 1 >= consumed {
                    closed = true;
                } else {
                    value_read(&mut stack);
                }
            }
            b',' => match stack.last_mut() {
                Some(Frame::Object { key, colon }) => {
                    *key = None;
                    *colon = false;
                }
                Some(Frame::Array { index, pending }) => {
                    *index += 1;
                    *pending = true;
                }
                None => {}
            },
            b':' => {
                if let Some(Frame::Object { colon, .. }) = stack.last_mut() {
                    *colon = true;
                }
            }
            byte if byte.is_ascii_whitespace() => {}
            byte => {
                let end = if byte == b'"' {
                    string_end(bytes, at)
                } else {
                    word_end(bytes, at)
                };
                if byte == b'"'
                    && let Some(Frame::Object { key, colon: false }) = stack.last_mut()
                {
                    *key = serde_json::from_str(&text[at..end]).ok();
                } else if end >= consumed {
                    break;
                } else {
                    value_read(&mut stack);
                }
                at = end - 1;
            }
        }
        at += 1;
    }
    let (last, outer) = match stack.split_last() {
        Some((last, outer)) => (Some(last), outer),
        None => (None, &stack[..]),
    };
    let mut container = String::new();
    for frame in outer {
        push_step(&mut container, frame);
    }
    let mut value = container.clone();
    if let Some(last) = last
        && matches!(
            last,
            Frame::Object { colon: true, .. } | Frame::Array { pending: true, .. }
        )
    {
        push_step(&mut value, last);
    }
    Spot {
        container,
        value,
        closed,
    }
}

/// The value of the innermost frame has been read.
fn value_read(stack: &mut [Frame]) {
    match stack.last_mut() {
        Some(Frame::Object { colon, .. }) => *colon = false,
        Some(Frame::Array { pending, .. }) => *pending = false,
        None => {}
    }
}

fn push_step(pointer: &mut String, frame: &Frame) {
    pointer.push('/');
    match frame {
        Frame::Object { key, .. } => pointer.push_str(&escape(key.as_deref().unwrap_or_default())),
        Frame::Array { index, .. } => pointer.push_str(&index.to_string()),
    }
}

/// A name as a segment of a JSON pointer (RFC 6901).
pub fn escape(segment: &str) -> String {
    segment.replace('~', "~0").replace('/', "~1")
}

/// Past the closing quote of the string that starts here, or the end of the text.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// Past the number or word that starts here.
fn word_end(bytes: &[u8], start: usize) -> usize {
    bytes[start..]
        .iter()
        .position(|byte| byte.is_ascii_whitespace() || b",:{}[]\"".contains(byte))
        .map_or(bytes.len(), |length| start + length.max(1))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn spots_of_a_small_document() {
        let text = r#"{"a": [1, {"b/c": 22}], "d": {}}"#;
        let at = |part: &str, past: usize| {
            let column = text.find(part).expect("in the text") + past;
            let spot = spot(text, 1, column);
            (spot.container, spot.value)
        };
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(at("22", 2), pair("/a/1", "/a/1/b~1c"));
        assert_eq!(at("{}", 0), pair("", "/d"));
        assert_eq!(at("{\"b", 0), pair("/a", "/a/1"));
        assert_eq!(at("\"b/c\"", 5), pair("/a/1", "/a/1"));
        assert_eq!(at("}], ", 0), pair("/a/1", "/a/1/b~1c"));
        assert_eq!(at("}]", 1), pair("/a", "/a/1"));
    }

    proptest! {
        #[test]
        fn any_text_and_place_is_answered(text in ".{0,80}", line in 0_usize..4, column in 0_usize..90) {
            let _ = spot(&text, line, column);
        }
    }
}
