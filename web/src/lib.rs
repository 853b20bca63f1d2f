//! The planner in the browser.
