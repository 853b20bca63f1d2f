//! The planner model.
