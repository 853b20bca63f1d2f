//! From the element on the server's page to a running planner.

use leptos::mount::mount_to;
use leptos::prelude::*;
use leptos::task::spawn_local;
use podwright_sim_core::{Design, templates};
use wasm_bindgen::JsCast as _;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::{Element, HtmlElement};

use crate::api::{self, ApiError};
use crate::model::autosave::{self, Origin};
use crate::model::fragment::{self, FragmentFault};
use crate::model::saving::{Saving, Stored};
use crate::model::words::{say, say_with};
use crate::view::dom::{self, LocalStore};
use crate::view::state::{Planner, Sheet, Toast, ToastAction};

/// Mounts the planner where the page has a place for it. The engine has its data by then ([`crate::engine::load`]).
#[wasm_bindgen]
pub fn start() {
    let Some(root) = dom::document().and_then(|document| document.get_element_by_id("planner"))
    else {
        return;
    };
    let Ok(root) = root.dyn_into::<HtmlElement>() else {
        return;
    };
    let ask = Ask::of(&root);
    clear_page(&root);
    let (design, origin, mut toasts) = ask.at_once();
    let fetches = ask.fetches();
    let mounted = root.clone();
    let handle = mount_to(root.clone(), move || {
        let planner = Planner::new(design, origin.clone(), Saving::new());
        if !fetches && toasts.is_empty() {
            toasts.extend(offer_draft(&origin, planner));
        }
        if let Some(toast) = toasts.pop() {
            planner.show(toast);
        }
        if fetches {
            spawn_local(async move {
                ask.fetch(planner).await;
                let _ = mounted.set_attribute("data-ready", "1");
            });
        }
        crate::view::App(crate::view::AppProps { planner })
    });
    handle.forget();
    if !fetches {
        let _ = root.set_attribute("data-ready", "1");
    }
}

/// What the server's page or the address asks for.
#[derive(Clone, Debug, Default)]
struct Ask {
    template: String,
    design_id: String,
    share_slug: String,
}

impl Ask {
    fn of(root: &Element) -> Self {
        let read = |name: &str| root.get_attribute(name).unwrap_or_default();
        Self {
            template: read("data-template"),
            design_id: read("data-design-id"),
            share_slug: read("data-share-slug"),
        }
    }

    /// Whether the design has to be fetched.
    fn fetches(&self) -> bool {
        !self.design_id.is_empty()
            || (!self.share_slug.is_empty() && fragment::decode(&dom::fragment()).is_err())
    }

    /// The design that can be shown at once: from the address, from a template, or an empty one.
    fn at_once(&self) -> (Design, Origin, Vec<Toast>) {
        let mut toasts = Vec::new();
        let origin = if !self.design_id.is_empty() {
            Origin::Stored(self.design_id.clone())
        } else if !self.share_slug.is_empty() {
            Origin::Share(self.share_slug.clone())
        } else if !self.template.is_empty() {
            Origin::Template(self.template.clone())
        } else {
            Origin::Blank
        };
        match fragment::decode(&dom::fragment()) {
            Ok(design) if self.design_id.is_empty() => return (design, origin, toasts),
            Ok(_) | Err(FragmentFault::Absent) => {}
            Err(FragmentFault::TooLong | FragmentFault::Damaged(_)) => {
                toasts.push(Toast {
                    words: say("planner-toast-fragment"),
                    action: None,
                });
            }
        }
        let template = templates::find(&self.template);
        if template.is_none() && !self.template.is_empty() {
            let words = say_with(
                "planner-not-found-template",
                &[("id", self.template.as_str().into())],
            );
            toasts.push(Toast {
                words,
                action: None,
            });
        }
        let design = template.map_or_else(|| Design::empty(""), |template| template.design);
        (design, origin, toasts)
    }

    /// Fetches the stored or shared design and shows it.
    async fn fetch(self, planner: Planner) {
        if !self.design_id.is_empty() {
            let Some(token) = autosave::token(&LocalStore, &self.design_id) else {
                let refusal = api::Refusal::bare(401);
                return show(planner, &ApiError::Refused(Box::new(refusal)));
            };
            match api::read(&self.design_id, &token).await {
                Ok(stored) => match stored.design {
                    Some(design) => {
                        let origin = Origin::Stored(stored.id.clone());
                        autosave::keep_name(&LocalStore, &stored.id, &design.name);
                        let at = Stored {
                            id: stored.id,
                            revision: stored.revision,
                        };
                        planner.open(design.clone(), origin.clone(), Saving::loaded(at, design));
                        if let Some(toast) = offer_draft(&origin, planner) {
                            planner.show(toast);
                        }
                    }
                    None => show(planner, &ApiError::Refused(Box::default())),
                },
                Err(error) => show(planner, &error),
            }
            return;
        }
        match api::shared(&self.share_slug).await {
            Ok(shared) => match shared {
                Some(design) => {
                    let origin = Origin::Share(self.share_slug);
                    planner.open(design, origin.clone(), Saving::new());
                    let toast = offer_draft(&origin, planner);
                    planner.show(toast.unwrap_or(Toast {
                        words: say("planner-forked"),
                        action: None,
                    }));
                }
                None => show(planner, &ApiError::Refused(Box::default())),
            },
            Err(error) => show(planner, &error),
        }
    }
}

fn show(planner: Planner, error: &ApiError) {
    let (title, words) = error.words();
    planner.sheet.set(Some(Sheet::Problem(title, words)));
}

/// A toast that offers what an earlier visit left unsaved, where that differs from the page.
fn offer_draft(origin: &Origin, planner: Planner) -> Option<Toast> {
    let design = autosave::find_draft(&LocalStore, origin)?.design()?;
    if design
        == *planner
            .document
            .with_untracked(|document| document.design().clone())
    {
        return None;
    }
    let words = say("planner-toast-restore");
    Some(Toast {
        words,
        action: Some(ToastAction::Restore(Box::new(design))),
    })
}

/// Takes away what the server put there for browsers in which the planner does not start.
fn clear_page(root: &HtmlElement) {
    root.set_inner_html("");
    let Some(document) = dom::document() else {
        return;
    };
    for selector in [
        "body > header.bar",
        "body > footer.foot",
        "body > main.fallback",
    ] {
        if let Ok(Some(element)) = document.query_selector(selector) {
            element.remove();
        }
    }
}
