//! Undo and redo: a bounded line of states, in which keystrokes in one field count as one step.

use std::collections::VecDeque;

/// Steps that can be taken back, at most.
pub const MAX_STEPS: usize = 200;
/// Edits of one field that follow each other within so many milliseconds are one step.
const MERGE_MS: f64 = 2_000.0;

/// A state with its past and, after an undo, its future.
#[derive(Clone, Debug, PartialEq)]
pub struct History<T> {
    present: T,
    past: VecDeque<Step<T>>,
    future: Vec<Step<T>>,
}

/// A step between two states: the state on its other side, and what it did in words.
#[derive(Clone, Debug, PartialEq)]
struct Step<T> {
    state: T,
    label: String,
    merge: Option<String>,
    at_ms: f64,
}

impl<T: Clone + PartialEq> History<T> {
    /// A state without a past.
    pub fn new(present: T) -> Self {
        Self {
            present,
            past: VecDeque::new(),
            future: Vec::new(),
        }
    }

    /// The state now.
    pub fn present(&self) -> &T {
        &self.present
    }

    /// Goes on to a new state. A step with the same `merge` key as the last one, soon after it, joins it. A state that
    /// equals the present is no step.
    pub fn push(&mut self, next: T, label: &str, merge: Option<&str>, now_ms: f64) {
        if next == self.present {
            return;
        }
        let joins = self.future.is_empty()
            && self.past.back().is_some_and(|last| {
                merge.is_some()
                    && last.merge.as_deref() == merge
                    && (0.0..MERGE_MS).contains(&(now_ms - last.at_ms))
            });
        self.future.clear();
        let before = std::mem::replace(&mut self.present, next);
        if joins {
            if let Some(last) = self.past.back_mut() {
                last.at_ms = now_ms;
            }
            // Typed back to where the step began: there is nothing left to undo.
            if self
                .past
                .back()
                .is_some_and(|last| last.state == self.present)
            {
                self.past.pop_back();
            }
            return;
        }
        self.past.push_back(Step {
            state: before,
            label: label.to_owned(),
            merge: merge.map(str::to_owned),
            at_ms: now_ms,
        });
        while self.past.len() > MAX_STEPS {
            self.past.pop_front();
        }
    }

    /// Ends the joining of keystrokes: the next edit is a step of its own.
    pub fn seal(&mut self) {
        if let Some(last) = self.past.back_mut() {
            last.merge = None;
        }
    }

    /// Goes back one step; whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(mut step) = self.past.pop_back() else {
            return false;
        };
        std::mem::swap(&mut step.state, &mut self.present);
        step.merge = None;
        self.future.push(step);
        true
    }

    /// Takes the last undo back; whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(mut step) = self.future.pop() else {
            return false;
        };
        std::mem::swap(&mut step.state, &mut self.present);
        self.past.push_back(step);
        true
    }

    /// What an undo would take back, in words.
    pub fn undo_label(&self) -> Option<&str> {
        self.past.back().map(|step| step.label.as_str())
    }

    /// What a redo would do again, in words.
    pub fn redo_label(&self) -> Option<&str> {
        self.future.last().map(|step| step.label.as_str())
    }

    /// Steps that can be undone.
    pub fn depth(&self) -> usize {
        self.past.len()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[derive(Clone, Debug)]
    enum Act {
        Push(u8, Option<u8>, u16),
        Undo,
        Redo,
        Seal,
    }

    fn act() -> impl Strategy<Value = Act> {
        prop_oneof![
            4 => (any::<u8>(), prop::option::of(0..3_u8), any::<u16>()).prop_map(|(v, m, t)| Act::Push(v, m, t)),
            2 => Just(Act::Undo),
            1 => Just(Act::Redo),
            1 => Just(Act::Seal),
        ]
    }

    fn run(acts: &[Act]) -> History<u8> {
        let mut history = History::new(0_u8);
        let mut now = 0.0;
        for act in acts {
            match act {
                Act::Push(value, merge, dt) => {
                    now += f64::from(*dt) / 10.0;
                    let merge = merge.map(|m| format!("field {m}"));
                    history.push(*value, "set", merge.as_deref(), now);
                }
                Act::Undo => {
                    history.undo();
                }
                Act::Redo => {
                    history.redo();
                }
                Act::Seal => history.seal(),
            }
        }
        history
    }

    proptest! {
        #[test]
        fn redo_takes_undo_back(acts in prop::collection::vec(act(), 0..60)) {
            let mut history = run(&acts);
            let before = *history.present();
            if history.undo() {
                prop_assert!(history.redo());
            }
            prop_assert_eq!(*history.present(), before);
        }

        #[test]
        fn undo_takes_a_new_step_back(acts in prop::collection::vec(act(), 0..60), value in any::<u8>()) {
            let mut history = run(&acts);
            let before = *history.present();
            history.push(value, "set", None, 1e9);
            if value != before {
                prop_assert!(history.undo());
            }
            prop_assert_eq!(*history.present(), before);
        }

        #[test]
        fn all_undos_then_all_redos_come_back(acts in prop::collection::vec(act(), 0..60)) {
            let mut history = run(&acts);
            while history.redo() {}
            let end = *history.present();
            let mut steps = 0;
            while history.undo() { steps += 1; }
            prop_assert!(history.undo_label().is_none());
            for _ in 0..steps { prop_assert!(history.redo()); }
            prop_assert_eq!(*history.present(), end);
        }

        #[test]
        fn the_past_is_bounded(n in 0..600_usize) {
            let mut history = History::new(0_usize);
            for i in 1..=n { history.push(i, "set", None, i as f64); }
            prop_assert!(history.depth() <= MAX_STEPS);
            prop_assert_eq!(history.depth(), n.min(MAX_STEPS));
        }
    }

    #[test]
    fn keystrokes_in_one_field_are_one_step() {
        let mut history = History::new(8);
        history.push(1, "racks", Some("/pools/0/count"), 0.0);
        history.push(12, "racks", Some("/pools/0/count"), 150.0);
        history.push(120, "racks", Some("/pools/0/count"), 300.0);
        assert_eq!(history.depth(), 1);
        history.push(121, "racks", Some("/pools/0/count"), 9_000.0);
        assert_eq!(history.depth(), 2, "a pause begins a new step");
        history.push(5, "years", Some("/site/years"), 9_010.0);
        assert_eq!(history.depth(), 3);
        assert_eq!(history.undo_label(), Some("years"));
        history.undo();
        history.undo();
        history.undo();
        assert_eq!(*history.present(), 8);
    }

    #[test]
    fn typing_back_leaves_no_step() {
        let mut history = History::new(8);
        history.push(80, "racks", Some("r"), 0.0);
        history.push(8, "racks", Some("r"), 100.0);
        assert_eq!(history.depth(), 0);
    }
}
