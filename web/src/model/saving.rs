//! Where the design stands with the server.

use podwright_sim_core::Design;

use super::words::{say, say_with};

/// A stored design and its revision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The design's id.
    pub id: String,
    /// The revision, from 1.
    pub revision: u64,
}

/// What the last talk with the server came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Talk {
    /// Nothing is under way.
    #[default]
    Idle,
    /// A save is under way.
    Saving,
    /// The server could not be reached.
    Offline,
    /// Somebody else saved a newer revision.
    Conflict {
        /// Their revision.
        revision: u64,
        /// Their design.
        theirs: Box<Design>,
    },
}

/// The save state of the design on the page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Saving {
    stored: Option<Stored>,
    /// The design as the server has it; nothing before the first save.
    clean: Option<Design>,
    talk: Talk,
}

impl Saving {
    /// A design that no server has.
    pub fn new() -> Self {
        Self::default()
    }

    /// A design that was read from the server.
    pub fn loaded(stored: Stored, design: Design) -> Self {
        Self {
            stored: Some(stored),
            clean: Some(design),
            talk: Talk::Idle,
        }
    }

    /// The stored design that the page is about.
    pub fn stored(&self) -> Option<&Stored> {
        self.stored.as_ref()
    }

    /// What the last talk with the server came to.
    pub fn talk(&self) -> &Talk {
        &self.talk
    }

    /// Whether a save is under way.
    pub fn talk_is_saving(&self) -> bool {
        self.talk == Talk::Saving
    }

    /// The design of the saved revision.
    pub fn clean(&self) -> Option<&Design> {
        self.clean.as_ref()
    }

    /// Whether the page holds something that the server has not.
    pub fn dirty(&self, design: &Design) -> bool {
        self.clean.as_ref() != Some(design)
    }

    /// A save begins; `false` when one is under way.
    pub fn begin(&mut self) -> bool {
        if self.talk == Talk::Saving {
            return false;
        }
        self.talk = Talk::Saving;
        true
    }

    /// The server took the design.
    pub fn saved(&mut self, stored: Stored, design: Design) {
        *self = Self::loaded(stored, design);
    }

    /// The save failed for a reason that is shown elsewhere.
    pub fn failed(&mut self) {
        self.talk = Talk::Idle;
    }

    /// The server could not be reached.
    pub fn offline(&mut self) {
        self.talk = Talk::Offline;
    }

    /// Somebody else saved first.
    pub fn conflict(&mut self, revision: u64, theirs: Design) {
        self.talk = Talk::Conflict {
            revision,
            theirs: Box::new(theirs),
        };
    }

    /// Ends a conflict: the next save is made on top of their revision. Returns their design.
    pub fn accept_theirs(&mut self) -> Option<Design> {
        let Talk::Conflict { revision, theirs } = std::mem::take(&mut self.talk) else {
            return None;
        };
        if let Some(stored) = &mut self.stored {
            stored.revision = revision;
        }
        self.clean = Some((*theirs).clone());
        Some(*theirs)
    }

    /// Makes the page about a design that no server has: a fork.
    pub fn fork(&mut self) {
        *self = Self::new();
    }

    /// The words beside the design's name.
    pub fn words(&self, design: &Design) -> String {
        match (&self.talk, &self.stored) {
            (Talk::Saving, _) => say("planner-state-saving"),
            (Talk::Offline, _) => say("planner-state-offline"),
            (Talk::Conflict { revision, .. }, _) => say_with(
                "planner-state-conflict",
                &[("revision", revision.to_string().into())],
            ),
            (Talk::Idle, None) => say("planner-state-unsaved"),
            (Talk::Idle, Some(stored)) => {
                let id = if self.dirty(design) {
                    "planner-state-changed"
                } else {
                    "planner-state-saved"
                };
                say_with(id, &[("revision", stored.revision.to_string().into())])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::sample;

    fn stored(revision: u64) -> Stored {
        Stored {
            id: "d".to_owned(),
            revision,
        }
    }

    #[test]
    fn a_save_makes_the_page_clean_until_the_next_edit() {
        let (ours, other) = (sample::workstation(), sample::cluster());
        let mut saving = Saving::new();
        assert!(saving.dirty(&ours));
        assert!(saving.begin());
        assert!(!saving.begin(), "two saves at once would race");
        saving.saved(stored(1), ours.clone());
        assert!(!saving.dirty(&ours));
        assert!(saving.dirty(&other));
        assert!(saving.words(&ours).contains('1'));
    }

    #[test]
    fn after_a_conflict_the_next_save_builds_on_theirs() {
        let (ours, theirs) = (sample::workstation(), sample::cluster());
        let mut saving = Saving::loaded(stored(1), ours.clone());
        saving.begin();
        saving.conflict(4, theirs.clone());
        assert!(saving.words(&ours).contains('4'));
        assert_eq!(saving.accept_theirs(), Some(theirs.clone()));
        assert_eq!(saving.stored(), Some(&stored(4)));
        assert!(saving.dirty(&ours));
        assert!(!saving.dirty(&theirs));
        assert_eq!(saving.accept_theirs(), None);
    }

    #[test]
    fn a_fork_belongs_to_nobody() {
        let ours = sample::workstation();
        let mut saving = Saving::loaded(stored(7), ours.clone());
        saving.fork();
        assert_eq!(saving.stored(), None);
        assert!(saving.dirty(&ours));
    }
}
