//! Designs to start from. Ids are fixed: links and programs rely on them.

use podwright_locales::{Language, Texts};

use crate::design::Design;

/// A design to start from.
#[derive(Clone, Debug, PartialEq)]
pub struct Template {
    /// Fixed id.
    pub id: &'static str,
    /// A short name.
    pub title: String,
    /// One sentence.
    pub summary: String,
    /// The design.
    pub design: Design,
}

macro_rules! templates {
    ($($id:literal),* $(,)?) => {
        &[$(($id, include_str!(concat!("../templates/", $id, ".json")))),*]
    };
}

/// Ids and documents, smallest machine first.
const TEMPLATES: &[(&str, &str)] = templates![
    "dual-3090-nvlink",
    "dual-3090-pcie",
    "quad-4090",
    "octo-4090",
    "quad-a6000-bridged",
    "quad-a100-pcie-bridged",
    "dgx-1-v100",
    "dgx-a100-1",
    "dgx-h100-1",
    "dgx-h100-4",
    "dgx-b200-1",
    "mi300x-8",
    "superpod-h100-32",
    "dgx-b200-64",
    "superpod-a100-140",
    "superpod-h100-127",
    "hgx-h100-spectrum-x-128",
    "nvl72-1",
    "nvl72-spectrum-x-8",
    "nvl72-spectrum-x-128",
    "roce-24k",
];

/// Ids of all templates, smallest machine first.
pub fn ids() -> impl Iterator<Item = &'static str> {
    TEMPLATES.iter().map(|(id, _)| *id)
}

/// All templates, smallest machine first.
pub fn all() -> Vec<Template> {
    ids().filter_map(find).collect()
}

/// The template of an id.
pub fn find(id: &str) -> Option<Template> {
    let (id, text) = TEMPLATES.iter().find(|(known, _)| *known == id)?;
    // The documents are embedded and a test reads them all.
    let design = Design::parse(text).ok()?;
    let texts = Texts::of(Language::English);
    Some(Template {
        id,
        title: texts.get(&format!("template-{id}-title")),
        summary: texts.get(&format!("template-{id}-summary")),
        design,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_template_is_read_and_has_words() {
        let all = all();
        assert_eq!(all.len(), TEMPLATES.len());
        for template in all {
            assert!(!template.title.starts_with("template-"), "{}", template.id);
            assert!(
                !template.summary.starts_with("template-"),
                "{}",
                template.id
            );
        }
    }
}
