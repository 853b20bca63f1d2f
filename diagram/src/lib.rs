//! SVG drawings.
