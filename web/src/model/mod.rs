//! The planner without a browser: documents, edits, figures and words, all plain data that native tests reach.

pub mod autosave;
pub mod base64url;
pub mod collectives;
pub mod command;
pub mod compare;
pub mod document;
pub mod engine;
pub mod explain;
pub mod field;
pub mod findings;
pub mod fragment;
pub mod headline;
pub mod history;
pub mod json_text;
pub mod loads;
pub mod measured;
pub mod number;
pub mod parts;
pub mod patch;
pub mod pointer;
pub mod row;
#[cfg(test)]
mod sample;
pub mod saving;
pub mod sections;
pub mod sentence;
pub mod tables;
pub mod topology;
pub mod why;
pub mod words;
pub mod workstation;
