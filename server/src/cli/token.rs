//! `podwright token`: API tokens, for programs that keep many designs.

use clap::Subcommand;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::output::{self, Table};
use super::serve::DatabaseArgs;
use super::{CliError, Outcome};
use crate::ambient::{Clock as _, SystemClock, SystemRandomness};
use crate::secrets;
use crate::store::{Store, StoreError};

/// What is done with tokens.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    action: Action,
    #[command(flatten)]
    database: DatabaseArgs,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Make a token; it is shown this once
    Create {
        /// What it is for
        #[arg(value_parser = parse_name)]
        name: String,
    },
    /// List the names of the tokens
    List,
    /// Revoke a token; the designs stay, with their edit tokens
    Revoke {
        /// What it was for
        name: String,
    },
}

fn parse_name(text: &str) -> Result<String, String> {
    let decent = (1..=100).contains(&text.chars().count()) && !text.chars().any(char::is_control);
    if decent {
        Ok(text.to_owned())
    } else {
        Err("must be 1 to 100 printable characters".to_owned())
    }
}

/// Runs it on the service's database.
pub fn run(args: &Args) -> Result<Outcome, CliError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(act(args))
}

async fn act(args: &Args) -> Result<Outcome, CliError> {
    let store = Store::open(&args.database.url())
        .await
        .map_err(anyhow::Error::from)?;
    let result = match &args.action {
        Action::Create { name } => create(&store, name).await,
        Action::List => list(&store).await,
        Action::Revoke { name } => {
            store
                .revoke_api_token(name)
                .await
                .map_err(|error| match error {
                    StoreError::NotFound => CliError::Usage(format!("there is no token `{name}`")),
                    error => anyhow::Error::from(error).into(),
                })
        }
    };
    store.close().await;
    result.map(|()| Outcome::Fine)
}

async fn create(store: &Store, name: &str) -> Result<(), CliError> {
    let token = secrets::api_token(&SystemRandomness).map_err(anyhow::Error::from)?;
    match store
        .create_api_token(&secrets::hash(token.as_bytes()), name, SystemClock.now_ms())
        .await
    {
        Ok(()) => Ok(output::line(&token)?),
        Err(StoreError::NameTaken) => Err(CliError::Usage(format!(
            "there is a token `{name}` already"
        ))),
        Err(error) => Err(anyhow::Error::from(error).into()),
    }
}

async fn list(store: &Store) -> Result<(), CliError> {
    let mut table = Table::new(&["Name", "Made"]);
    for row in store.api_tokens().await.map_err(anyhow::Error::from)? {
        let time = OffsetDateTime::from_unix_timestamp(row.created_ms / 1_000)
            .ok()
            .and_then(|time| time.format(&Rfc3339).ok())
            .unwrap_or_default();
        table.row([row.name, time]);
    }
    Ok(table.print()?)
}
