//! Work that nobody waits for any more.

use super::FlowError;

/// Says when work is to stop. This crate has no clock, so whoever asks brings the reason: a flag that a timer sets, a
/// counter, or nothing at all.
#[derive(Clone, Copy, Default)]
pub struct Interrupt<'a>(Option<&'a dyn Fn() -> bool>);

impl<'a> Interrupt<'a> {
    /// Stops once the function says so; it is asked every few thousand steps.
    pub fn when(stop: &'a dyn Fn() -> bool) -> Self {
        Self(Some(stop))
    }

    /// Goes on to the end.
    pub fn never() -> Self {
        Self(None)
    }

    /// Whether to go on.
    ///
    /// # Errors
    /// [`FlowError::Stopped`] when work is to stop.
    pub fn check(self) -> Result<(), FlowError> {
        match self.0 {
            Some(stop) if stop() => Err(FlowError::Stopped),
            _ => Ok(()),
        }
    }

    /// The same in a loop over many quick steps: looks every thousandth time.
    pub(super) fn check_at(self, step: usize) -> Result<(), FlowError> {
        if step.is_multiple_of(1024) {
            self.check()
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::super::{FlowOp, FlowQuestion};
    use super::*;
    use crate::catalog::Catalog;
    use crate::design::Routing;
    use crate::templates;

    fn questions() -> Vec<FlowQuestion> {
        let design = templates::find("superpod-h100-32").unwrap().design;
        let mut all = Vec::new();
        for (op, routing, fail) in [
            (FlowOp::AllToAll, Routing::Ecmp, ""),
            (FlowOp::AllToAll, Routing::Adaptive, "spine:1"),
            (FlowOp::AllReduce, Routing::Ecmp, "leaf:0"),
        ] {
            let mut question = FlowQuestion::new(design.clone(), op);
            question.routing = Some(routing);
            question.fail = Some(fail)
                .filter(|fail| !fail.is_empty())
                .map(|fail| fail.parse().unwrap())
                .into_iter()
                .collect();
            all.push(question);
        }
        all
    }

    /// Wherever it is told to, work ends at once: the next look is the last one.
    #[test]
    fn work_ends_wherever_it_is_stopped() {
        for question in questions() {
            let looks = Cell::new(0_u32);
            let count = || {
                looks.set(looks.get() + 1);
                false
            };
            let whole = question
                .answer_until(Catalog::builtin(), Interrupt::when(&count))
                .unwrap();
            assert_eq!(whole, question.answer(Catalog::builtin()).unwrap());
            let all = looks.get();
            assert!(all > 10, "{all} looks");
            for last in [1, 2, all / 3, all / 2, all - 1, all] {
                looks.set(0);
                let stop = || {
                    looks.set(looks.get() + 1);
                    looks.get() >= last
                };
                let stopped = question.answer_until(Catalog::builtin(), Interrupt::when(&stop));
                assert_eq!(stopped.unwrap_err().code(), "flow.stopped");
                assert_eq!(looks.get(), last);
            }
        }
    }
}
