//! The few drawings on buttons and findings, 16 × 16.

use leptos::prelude::*;

/// An icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    /// Turn back.
    Undo,
    /// Turn forth.
    Redo,
    /// An eight-sided sign.
    Error,
    /// A triangle.
    Warning,
    /// A circle with an i.
    Note,
    /// A circle with a tick.
    Passed,
    /// A cross of two lines.
    Plus,
    /// Three dots.
    More,
    /// A half-filled circle.
    Theme,
    /// An arrow into a tray.
    Download,
}

impl Icon {
    fn path(self) -> &'static str {
        match self {
            Self::Undo => "M6 3 3 6l3 3M3 6h6.5a3.5 3.5 0 0 1 0 7H7",
            Self::Redo => "m10 3 3 3-3 3M13 6H6.5a3.5 3.5 0 0 0 0 7H9",
            Self::Error => "M5.3 1.8h5.4l3.5 3.5v5.4l-3.5 3.5H5.3l-3.5-3.5V5.3zM8 4.8v4M8 11.3v.01",
            Self::Warning => "M8 2 1.7 13.3h12.6zM8 6.5v3.2M8 11.5v.01",
            Self::Note => "M8 1.7a6.3 6.3 0 1 0 0 12.6A6.3 6.3 0 0 0 8 1.7zM8 7.3v3.9M8 4.9v.01",
            Self::Passed => "M8 1.7a6.3 6.3 0 1 0 0 12.6A6.3 6.3 0 0 0 8 1.7zM5.2 8.2l2 2 3.7-4.2",
            Self::Plus => "M8 3v10M3 8h10",
            Self::More => "M3.5 8h.01M8 8h.01M12.5 8h.01",
            Self::Theme => "M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2zM8 2.2v11.6",
            Self::Download => "M8 2.5v7.5m-3-3 3 3 3-3M3 13.3h10",
        }
    }
}

/// Draws an icon; its meaning stands beside it or in the label of its button.
#[component]
pub fn Glyph(icon: Icon) -> impl IntoView {
    let dots = icon == Icon::More;
    view! {
        <svg class="ico" viewBox="0 0 16 16" aria-hidden="true">
            <path d=icon.path() stroke-width=dots.then_some("2.4")></path>
            {(icon == Icon::Theme)
                .then(|| view! { <path d="M8 2.2v11.6a5.8 5.8 0 0 0 0-11.6z" fill="currentColor"></path> })}
        </svg>
    }
}

/// The mark of the product.
#[component]
pub fn Logo() -> impl IntoView {
    view! {
        <svg viewBox="0 0 22 22" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.7">
            <rect x="2" y="10" width="7" height="10" rx="1.3"></rect>
            <rect x="13" y="10" width="7" height="10" rx="1.3"></rect>
            <path d="M5.5 10V5.5a2.5 2.5 0 0 1 2.5-2.5h6a2.5 2.5 0 0 1 2.5 2.5V10"></path>
        </svg>
    }
}
