//! Values that follow from others, computed once a change.
//!
//! Leptos builds its whole memo machinery again for each type of value: a page of seventy such values carried a fifth of
//! its weight in copies of it. Here all of them are memos of one type; what they hold is told apart on reading.

use std::any::Any;
use std::marker::PhantomData;
use std::sync::Arc;

use leptos::prelude::{GetUntracked as _, Signal, Track as _, With as _};

/// A value of any type that can be compared with another of the same type.
#[derive(Clone)]
struct Kept {
    value: Arc<dyn Any + Send + Sync>,
    same: fn(&(dyn Any + Send + Sync), &(dyn Any + Send + Sync)) -> bool,
}

impl PartialEq for Kept {
    fn eq(&self, other: &Self) -> bool {
        (self.same)(&*self.value, &*other.value)
    }
}

fn same<T: PartialEq + 'static>(a: &(dyn Any + Send + Sync), b: &(dyn Any + Send + Sync)) -> bool {
    match (a.downcast_ref::<T>(), b.downcast_ref::<T>()) {
        (Some(a), Some(b)) => a == b,
        _ => false,
    }
}

/// A value that follows from signals; readers hear of it only when it differs.
pub struct Memo<T> {
    memo: leptos::prelude::Memo<Kept>,
    holds: PhantomData<fn() -> T>,
}

impl<T> Clone for Memo<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Memo<T> {}

fn memo(compute: Box<dyn Fn() -> Kept + Send + Sync>) -> leptos::prelude::Memo<Kept> {
    leptos::prelude::Memo::new(move |_| compute())
}

impl<T: PartialEq + Send + Sync + 'static> Memo<T> {
    /// Follows what the function reads. It gets nothing of the value before.
    pub fn new(compute: impl Fn(Option<&T>) -> T + Send + Sync + 'static) -> Self {
        Self {
            memo: memo(Box::new(move || Kept {
                value: Arc::new(compute(None)),
                same: same::<T>,
            })),
            holds: PhantomData,
        }
    }

    fn kept(self) -> Arc<dyn Any + Send + Sync> {
        self.memo.with(|kept| kept.value.clone())
    }

    /// Reads the value in place and follows it.
    pub fn with<U>(self, read: impl FnOnce(&T) -> U) -> U {
        let kept = self.kept();
        read(
            kept.downcast_ref()
                .expect("a memo holds what its own function made"),
        )
    }

    /// A copy of the value; follows it.
    pub fn get(self) -> T
    where
        T: Clone,
    {
        self.with(T::clone)
    }

    /// A copy of the value as it is now, without following it.
    pub fn get_untracked(self) -> T
    where
        T: Clone,
    {
        let kept = self.memo.get_untracked().value;
        kept.downcast_ref::<T>()
            .expect("a memo holds what its own function made")
            .clone()
    }

    /// Reads the value in place as it is now, without following it.
    pub fn with_untracked<U>(self, read: impl FnOnce(&T) -> U) -> U {
        let kept = self.memo.get_untracked().value;
        read(
            kept.downcast_ref()
                .expect("a memo holds what its own function made"),
        )
    }

    /// Follows the value without reading it.
    pub fn track(self) {
        self.memo.track();
    }
}

impl<T: PartialEq + Clone + Send + Sync + 'static> From<Memo<T>> for Signal<T> {
    fn from(memo: Memo<T>) -> Self {
        Self::derive(move || memo.get())
    }
}
