//! Where a design comes from: a file, standard input, or a template.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use podwright_sim_core::{Design, Report};

use super::CliError;
use crate::engine::{Engine, OwnBook};
use crate::price_book;

/// The largest file that is read, bytes: as much as the service takes.
const MAX_BYTES: u64 = crate::http::state::MAX_BODY_BYTES as u64;

/// A design by file or by template: one of both.
#[derive(Debug, clap::Args)]
#[group(id = "source_given", required = true, multiple = false)]
pub struct DesignArgs {
    /// The design document; - reads standard input
    #[arg(long, value_name = "FILE")]
    design: Option<PathBuf>,
    /// The id of a template
    #[arg(long, value_name = "ID")]
    template: Option<String>,
}

impl DesignArgs {
    /// The design that they name.
    pub fn read(&self, engine: &Engine) -> Result<Design, CliError> {
        match (&self.design, &self.template) {
            (Some(file), _) => design_from_file(file),
            (None, Some(id)) => design_from_template(engine, id),
            (None, None) => Err(CliError::Usage(
                "--design FILE or --template ID is needed".to_owned(),
            )),
        }
    }
}

/// A design by file or by template, the file without a name of its own.
#[derive(Debug, clap::Args)]
#[group(skip)]
#[command(group(clap::ArgGroup::new("design_given").required(true).args(["file", "template"])))]
pub struct FileArgs {
    /// The design document; - reads standard input
    file: Option<PathBuf>,
    /// The id of a template
    #[arg(long, value_name = "ID")]
    template: Option<String>,
}

impl FileArgs {
    /// The design that they name, and how they name it.
    pub fn read(&self, engine: &Engine) -> Result<(String, Design), CliError> {
        match (&self.file, &self.template) {
            (Some(file), _) => Ok((file.display().to_string(), design_from_file(file)?)),
            (None, Some(id)) => Ok((id.clone(), design_from_template(engine, id)?)),
            (None, None) => Err(CliError::Usage(
                "a FILE or --template ID is needed".to_owned(),
            )),
        }
    }
}

/// A design by file or by template, and prices of one's own.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub struct PricedArgs {
    #[command(flatten)]
    source: FileArgs,
    /// A price book of your own (CSV), whose prices win over the published ones
    #[arg(long, value_name = "FILE.csv")]
    price_book: Option<PathBuf>,
}

impl PricedArgs {
    /// The design, and its report with these prices.
    pub fn evaluate(&self, engine: &Engine) -> Result<(Design, Report), CliError> {
        let (_, design) = self.source.read(engine)?;
        let own = self.price_book.as_deref().map(price_book_from_file);
        let report = engine.evaluate_with(&design, own.transpose()?.as_ref());
        Ok((design, report))
    }
}

/// Reads a price book; all its faults are said.
pub fn price_book_from_file(path: &Path) -> Result<OwnBook, CliError> {
    let name = path.display();
    let mut bytes = Vec::new();
    std::fs::File::open(path)
        .and_then(|file| {
            file.take(price_book::MAX_BYTES as u64 + 1)
                .read_to_end(&mut bytes)
        })
        .with_context(|| format!("{name}"))?;
    let prices = price_book::parse(&bytes).map_err(|faults| {
        let faults: Vec<String> = faults
            .iter()
            .map(|fault| format!("{name}, {fault}"))
            .collect();
        anyhow::anyhow!("{}", faults.join("\n"))
    })?;
    let label = path.file_name().unwrap_or(path.as_os_str());
    Ok(OwnBook {
        label: label.to_string_lossy().into_owned(),
        prices,
    })
}

/// Reads a design from a file, or from standard input where the path is `-`.
pub fn design_from_file(path: &Path) -> Result<Design, CliError> {
    let name = path.display();
    let mut text = String::new();
    let read = if path == Path::new("-") {
        std::io::stdin()
            .take(MAX_BYTES + 1)
            .read_to_string(&mut text)
    } else {
        let file = std::fs::File::open(path).with_context(|| format!("{name}"))?;
        file.take(MAX_BYTES + 1).read_to_string(&mut text)
    };
    read.with_context(|| format!("{name}"))?;
    if text.len() as u64 > MAX_BYTES {
        return Err(anyhow::anyhow!("{name}: larger than {MAX_BYTES} bytes").into());
    }
    Ok(Design::parse(&text).with_context(|| format!("{name}"))?)
}

/// The design of a template.
pub fn design_from_template(engine: &Engine, id: &str) -> Result<Design, CliError> {
    engine
        .template(id)
        .map(|template| template.design.clone())
        .ok_or_else(|| {
            let ids: Vec<&str> = engine
                .templates()
                .iter()
                .map(|template| template.id)
                .collect();
            CliError::Usage(format!(
                "there is no template `{id}`; there are {}",
                ids.join(", ")
            ))
        })
}

/// A file, or `template:ID`.
pub fn design_from_either(engine: &Engine, text: &str) -> Result<Design, CliError> {
    match text.strip_prefix("template:") {
        Some(id) => design_from_template(engine, id),
        None => design_from_file(Path::new(text)),
    }
}
