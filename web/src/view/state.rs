//! What is on the page, and the actions that change it.

use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use podwright_sim_core::design::CollectiveOp;
use podwright_sim_core::{Design, Report};

use super::dom;
use crate::api;
use crate::model::autosave::{self, Draft, Origin};
use crate::model::collectives::Quantity;
use crate::model::command::Command;
use crate::model::document::Document;
use crate::model::field::NumberField;
use crate::model::findings::leading_fix;
use crate::model::headline::{headline_message, is_workstation};
use crate::model::measured::Published;
use crate::model::saving::Saving;
use crate::model::sentence::{Counterfactual, counterfactual};
use crate::model::words::{say, say_with};
use crate::model::{engine, fragment, patch};
use crate::view::derived::Memo;

/// A main view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    /// The fabric.
    Topology,
    /// Racks and power.
    Racks,
    /// Times of collectives.
    Collectives,
    /// Parts and money.
    Cost,
}

impl Tab {
    /// All, from left to right.
    pub const ALL: [Self; 4] = [Self::Topology, Self::Racks, Self::Collectives, Self::Cost];

    /// A stable name.
    pub fn id(self) -> &'static str {
        match self {
            Self::Topology => "topology",
            Self::Racks => "racks",
            Self::Collectives => "collectives",
            Self::Cost => "cost",
        }
    }
}

/// A sheet that lies over the page.
#[derive(Clone, Debug, PartialEq)]
pub enum Sheet {
    /// How a headline figure came about, by its key.
    Explain(&'static str),
    /// The first save: the edit token is shown once.
    Token(String),
    /// A share link and the revision that it shows.
    Share(String, u64),
    /// A number that has no place in the form: its field and the question for it.
    Number(NumberField, String),
    /// Files to take away.
    Export,
    /// The design now and as it began.
    Compare,
    /// Somebody else saved first.
    Conflict,
    /// Actions that a small screen has no room for.
    More,
    /// What the server said, and what to do.
    Problem(String, String),
}

/// A line that comes and goes, with something to do.
#[derive(Clone, Debug, PartialEq)]
pub struct Toast {
    /// The words.
    pub words: String,
    /// What its button does.
    pub action: Option<ToastAction>,
}

/// What a toast's button does.
#[derive(Clone, Debug, PartialEq)]
pub enum ToastAction {
    /// Undoes the last step.
    Undo,
    /// Puts a kept design back.
    Restore(Box<Design>),
}

/// The answers to the design on the page.
#[derive(Clone, Debug)]
pub struct Answers {
    /// The design that was evaluated.
    pub design: Arc<Design>,
    /// Its report.
    pub report: Arc<Report>,
    /// The design with its leading fix applied, and its report.
    pub after: Option<(Arc<Design>, Arc<Report>)>,
    /// The design with or without its bridges, and its report.
    pub other: Option<(Arc<Counterfactual>, Arc<Report>)>,
}

/// Everything on the page; copies share it.
#[derive(Clone, Copy)]
pub struct Planner {
    /// The design with its history.
    pub document: RwSignal<Document>,
    /// The answers to it.
    pub answers: RwSignal<Answers>,
    /// Where it stands with the server.
    pub saving: RwSignal<Saving>,
    /// Where it came from.
    pub origin: RwSignal<Origin>,
    /// The design as the page opened it, and its report.
    pub first: RwSignal<(Arc<Design>, Arc<Report>)>,
    /// The main view.
    pub tab: RwSignal<Tab>,
    /// The operation that the collectives view shows.
    pub op: RwSignal<CollectiveOp>,
    /// What its vertical axis shows.
    pub quantity: RwSignal<Quantity>,
    /// Where its cross-hair stands, bytes.
    pub size: RwSignal<u64>,
    /// The published points that the view shows beside its curves.
    pub published: RwSignal<Published>,
    /// The sheet over the page.
    pub sheet: RwSignal<Option<Sheet>>,
    /// The line that comes and goes.
    pub toast: RwSignal<Option<Toast>>,
    /// Width of the main view's content, CSS px.
    pub width: RwSignal<f64>,
    generation: StoredValue<u64>,
}

/// An evaluation quicker than this leaves time for the ones beside it in the same turn, ms.
const QUICK_MS: f64 = 12.0;
const AUTOSAVE: Duration = Duration::from_millis(400);
const TOAST: Duration = Duration::from_secs(8);

impl Planner {
    /// A page about a design.
    pub fn new(design: Design, origin: Origin, saving: Saving) -> Self {
        let design = Arc::new(design);
        let report = Arc::new(engine::report(&design));
        let (op, size) = headline_message(&design);
        let tab = if is_workstation(&report) {
            Tab::Collectives
        } else {
            Tab::Topology
        };
        let planner = Self {
            document: RwSignal::new(Document::new((*design).clone())),
            answers: RwSignal::new(Answers {
                design: Arc::clone(&design),
                report: Arc::clone(&report),
                after: None,
                other: None,
            }),
            saving: RwSignal::new(saving),
            origin: RwSignal::new(origin),
            first: RwSignal::new((design, report)),
            tab: RwSignal::new(tab),
            op: RwSignal::new(op),
            quantity: RwSignal::new(Quantity::default()),
            size: RwSignal::new(size),
            published: RwSignal::new(Published::default()),
            sheet: RwSignal::new(None),
            toast: RwSignal::new(None),
            width: RwSignal::new(692.0),
            generation: StoredValue::new(0),
        };
        planner.answer_beside();
        planner
    }

    /// The design now.
    pub fn design(self) -> Arc<Design> {
        self.document.with(|document| Arc::clone(document.design()))
    }

    /// The report of the last good design.
    pub fn report(self) -> Arc<Report> {
        self.answers.with(|answers| Arc::clone(&answers.report))
    }

    /// Fetches the published points, once.
    pub fn ask_published(self) {
        if self.published.get_untracked() != Published::Untouched {
            return;
        }
        self.published.set(Published::Asked);
        spawn_local(async move {
            let text = api::measured().await;
            self.published.set(Published::read(text.as_deref()));
        });
    }

    /// Carries a command out and answers it.
    pub fn run(self, command: &Command) {
        let start = dom::now_ms();
        let outcome = self
            .document
            .try_update(|document| document.run(command, start));
        match outcome {
            Some(Ok(true)) => {
                self.answer(start);
                if command.takes_away() {
                    let words =
                        say_with("planner-toast-fixed", &[("what", command.label().into())]);
                    self.show(Toast {
                        words,
                        action: Some(ToastAction::Undo),
                    });
                }
            }
            Some(Err(refusal)) => self.show(Toast {
                words: refusal.0,
                action: None,
            }),
            Some(Ok(false)) | None => {}
        }
    }

    /// Takes the text of a number field.
    pub fn type_number(self, field: &NumberField, text: &str) {
        let start = dom::now_ms();
        if self
            .document
            .try_update(|document| document.type_number(field, text, start))
            == Some(true)
        {
            self.answer(start);
        }
    }

    /// The focus left a field.
    pub fn leave_field(self, pointer: &str) {
        self.document
            .update(|document| document.leave_field(pointer));
    }

    /// Evaluates the design once more, after the prices that it names came.
    pub fn evaluate_again(self) {
        self.first.update(|(design, report)| {
            if design.price_book.own().is_some() {
                *report = Arc::new(engine::report(design));
            }
        });
        self.answer(dom::now_ms());
    }

    /// Goes back one step.
    pub fn undo(self) {
        let start = dom::now_ms();
        if self.document.try_update(Document::undo) == Some(true) {
            self.toast.set(None);
            self.answer(start);
        }
    }

    /// Takes the last undo back.
    pub fn redo(self) {
        let start = dom::now_ms();
        if self.document.try_update(Document::redo) == Some(true) {
            self.answer(start);
        }
    }

    /// Shows another design as if the page had opened it, without a past.
    pub fn open(self, design: Design, origin: Origin, saving: Saving) {
        let start = dom::now_ms();
        let (op, size) = headline_message(&design);
        self.document.set(Document::new(design));
        self.origin.set(origin);
        self.saving.set(saving);
        self.op.set(op);
        self.size.set(size);
        self.answer(start);
        let (design, report) = self
            .answers
            .with_untracked(|a| (Arc::clone(&a.design), Arc::clone(&a.report)));
        self.tab.set(if is_workstation(&report) {
            Tab::Collectives
        } else {
            Tab::Topology
        });
        self.first.set((design, report));
    }

    /// Shows a toast until its time is over or another comes.
    pub fn show(self, toast: Toast) {
        self.toast.set(Some(toast.clone()));
        set_timeout(
            move || {
                if self
                    .toast
                    .with_untracked(|now| now.as_ref() == Some(&toast))
                {
                    self.toast.set(None);
                }
            },
            TOAST,
        );
    }

    /// Evaluates the design in the page and shows the figures.
    fn answer(self, start: f64) {
        let generation = self.generation.with_value(|generation| generation + 1);
        self.generation.set_value(generation);
        let design = self
            .document
            .with_untracked(|document| Arc::clone(document.design()));
        let begun = dom::now_ms();
        let report = Arc::new(engine::report(&design));
        let took = dom::now_ms() - begun;
        let fixable = leading_fix(&report).is_some();
        let bridged = counterfactual(&design).is_some();
        self.answers.update(|answers| {
            answers.design = design;
            answers.report = report;
            if !fixable {
                answers.after = None;
            }
            if !bridged {
                answers.other = None;
            }
        });
        if took < QUICK_MS {
            self.answer_beside();
        } else {
            set_timeout(
                move || {
                    if self.generation.get_value() == generation {
                        self.answer_beside();
                    }
                },
                Duration::ZERO,
            );
        }
        // Effects have run by the next turn of the event loop: the new figures are then in the page.
        set_timeout(
            move || mark_eval(dom::now_ms() - start, generation),
            Duration::ZERO,
        );
        set_timeout(
            move || {
                if self.generation.get_value() == generation {
                    self.keep();
                }
            },
            AUTOSAVE,
        );
    }

    /// Evaluates what the design is compared with: its fix, and itself with or without bridges.
    fn answer_beside(self) {
        let (design, report) = self
            .answers
            .with_untracked(|a| (Arc::clone(&a.design), Arc::clone(&a.report)));
        let after = leading_fix(&report)
            .and_then(|finding| patch::apply(&design, &finding.patch).ok())
            .map(|fixed| {
                let report = engine::report(&fixed);
                (Arc::new(fixed), Arc::new(report))
            });
        let other = counterfactual(&design).map(|other| {
            let report = engine::report(other.design());
            (Arc::new(other), Arc::new(report))
        });
        self.answers.update(|answers| {
            answers.after = after;
            answers.other = other;
        });
    }

    /// Keeps the unsaved design in the browser and in the address.
    fn keep(self) {
        let design = self
            .document
            .with_untracked(|document| Arc::clone(document.design()));
        let origin = self.origin.get_untracked();
        let (dirty, revision) = self.saving.with_untracked(|saving| {
            (
                saving.dirty(&design),
                saving.stored().map(|stored| stored.revision),
            )
        });
        let first = self.first.with_untracked(|(first, _)| Arc::clone(first));
        if !dirty || (revision.is_none() && *design == *first) {
            autosave::drop_draft(&dom::LocalStore, &origin);
            dom::replace_address(&dom::path());
            return;
        }
        autosave::keep_draft(&dom::LocalStore, &origin, &Draft::new(&design, revision));
        match fragment::encode(&design) {
            Some(fragment) if revision.is_none() => {
                dom::replace_address(&format!("{}#{fragment}", dom::path()));
            }
            _ => dom::replace_address(&dom::path()),
        }
    }

    /// After a save: the draft is the server's now.
    pub fn kept_by_server(self) {
        let origin = self.origin.get_untracked();
        autosave::drop_draft(&dom::LocalStore, &origin);
    }

    /// Makes the page about a copy that belongs to nobody yet.
    pub fn fork(self) {
        self.saving.update(Saving::fork);
        self.origin.set(Origin::Blank);
        dom::replace_address("/planner");
        self.keep();
        self.show(Toast {
            words: say("planner-forked"),
            action: None,
        });
    }
}

/// Leaves the time from a key to the new figures on the root element, where tests and the curious find it.
fn mark_eval(ms: f64, generation: u64) {
    if let Some(root) = dom::document().and_then(|document| document.get_element_by_id("planner")) {
        let _ = root.set_attribute("data-eval-ms", &format!("{ms:.1}"));
        let _ = root.set_attribute("data-eval-count", &generation.to_string());
    }
}

/// The planner of this page.
pub fn planner() -> Planner {
    expect_context::<Planner>()
}

/// A value that is computed again when what it reads changes, and that tells others only when it differs.
pub fn kept<T: PartialEq + Send + Sync + 'static>(
    read: impl Fn() -> T + Send + Sync + 'static,
) -> Memo<T> {
    Memo::new(move |_| read())
}
