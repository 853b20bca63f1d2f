//! Rules that judge a design, one file a family.
//!
//! A rule reads the design, the resolved cluster and the sized fabrics, and says what it found. It changes nothing and
//! computes no headline figure.

mod builder;

pub use builder::FindingBuilder;
