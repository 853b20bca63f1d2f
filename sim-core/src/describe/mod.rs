//! What the report says of a resolved design: its pools, its headline figures of bandwidth and size, and how those came
//! about.
//!
//! Figures are read from `cluster` and `fabric`, never worked out anew; power and money are described by `cost`.

mod explain;
mod pools;
mod summary;

pub use explain::explain;
pub use pools::{pool_report, scale_up_words};
pub use summary::summarize;
