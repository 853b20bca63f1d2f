//! How wide text will be: an estimate, because drawings are made where no font can be asked.
//!
//! Widths are those of DejaVu Sans, the widest of the fonts that the pages name (about 15 % wider than Inter), so that
//! a label that fits here fits everywhere. Chinese, Japanese and Korean characters take one em.

/// Size of axis text and captions, CSS px. Nothing is drawn smaller.
pub const SMALL: f64 = 11.0;
/// Size of labels of parts and series, CSS px.
pub const LABEL: f64 = 12.0;
/// Size of the figures at a cross-hair, CSS px.
pub const FIGURE: f64 = 13.0;

/// Advance widths of the characters from space to `~` in DejaVu Sans 2.37, thousandths of an em (table `hmtx`).
const ADVANCES: [u16; 95] = [
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636,
    636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632,
    575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685,
    611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579,
    278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
];

/// Advance of a character in em, at normal weight.
fn advance(c: char) -> f64 {
    let code = c as u32;
    match c {
        ' '..='~' => f64::from(ADVANCES[(code - 32) as usize]) / 1_000.0,
        '·' | '\u{a0}' | '\u{202f}' => 0.32,
        '–' | '°' => 0.5,
        '×' | '−' | '±' | '≤' | '≥' => 0.84,
        '…' | '—' => 1.0,
        // Written as U+FFFD.
        _ if c.is_control() => 1.0,
        _ if code < 0x250 => 0.78,
        _ if code < 0x1100 => 0.95,
        _ => 1.0,
    }
}

/// Estimated width of a line of text, in the unit of `size`.
pub fn width(text: &str, size: f64) -> f64 {
    text.chars().map(advance).sum::<f64>() * size
}

/// How much wider weight 600 is, at most for words and figures.
pub const STRONG: f64 = 1.13;

/// Estimated width at weight 600.
pub fn width_strong(text: &str, size: f64) -> f64 {
    width(text, size) * STRONG
}

/// The text, or as much of it as fits with an ellipsis behind; empty when not even that fits.
pub fn fit(text: &str, size: f64, room: f64) -> String {
    if width(text, size) <= room {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut used = width("…", size);
    if used > room {
        return String::new();
    }
    for c in text.chars() {
        used += advance(c) * size;
        if used > room {
            break;
        }
        out.push(c);
    }
    let mut out = out.trim_end().to_owned();
    out.push('…');
    out
}

/// Where a text of some width is centred, as near to a wish as it stays between 0 and `end`.
pub(crate) fn centre(wish: f64, width: f64, end: f64) -> f64 {
    let half = (width / 2.0).min(end / 2.0);
    wish.max(half).min(end - half)
}

/// The text in at most `lines` lines of the given room, broken at spaces; the last line is shortened if need be.
pub fn wrap(text: &str, size: f64, room: f64, lines: usize) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match out.last_mut() {
            Some(line) if width(line, size) + width(" ", size) + width(word, size) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            Some(line) if out_of_lines(lines, line) => {}
            _ => out.push(word.to_owned()),
        }
    }
    if out.len() > lines {
        let rest = out.split_off(lines.saturating_sub(1)).join(" ");
        out.push(rest);
    }
    out.truncate(lines.max(1));
    out.iter().map(|line| fit(line, size, room)).collect()
}

/// Words beyond this many lines can't be seen anyway; they are not collected.
fn out_of_lines(lines: usize, line: &str) -> bool {
    lines == 0 || line.len() > 4_096
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn short_text_is_kept_and_long_text_is_cut() {
        assert_eq!(fit("GPU 0", 12.0, 80.0), "GPU 0");
        assert!(fit("a very long name of a card", 12.0, 60.0).starts_with("a very"));
        assert!(fit("a very long name of a card", 12.0, 60.0).ends_with('…'));
        assert_eq!(fit("abc", 12.0, 3.0), "");
        assert_eq!(
            wrap("72 GPUs and 72 NICs each", 11.0, 84.0, 3),
            ["72 GPUs and", "72 NICs each"]
        );
    }

    proptest! {
        #[test]
        fn what_fits_is_no_wider_than_its_room(text in "\\PC{0,60}", room in 0.0..400.0_f64) {
            prop_assert!(width(&fit(&text, 11.0, room), 11.0) <= room + 1e-9);
            for line in wrap(&text, 11.0, room, 3) {
                prop_assert!(width(&line, 11.0) <= room + 1e-9);
            }
            prop_assert!(wrap(&text, 11.0, room, 3).len() <= 3);
        }
    }
}
