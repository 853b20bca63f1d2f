//! A PostgreSQL of our own for one test run: on a free loopback port, in a temporary folder, gone afterwards.
//!
//! It trades safety for speed (a crash may lose data, which dies with the run anyway) and lets nobody in
//! without the password of this run, since other people may share the machine.

use std::fs;
use std::io::Read as _;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::debian;
use crate::process::{self, say, shell_quoted, step};

const SUPERUSER: &str = "postgres";
/// Another process may take the free port before the server does.
const START_TRIES: u32 = 3;
/// Enough for two pools a test on many cores.
const MAX_CONNECTIONS: u32 = 300;

/// A running server; dropping it stops the server and removes its folder.
pub struct Postgres {
    programs: PathBuf,
    folder: PathBuf,
    url: String,
}

impl Postgres {
    /// Find or install PostgreSQL, create a cluster and start it.
    pub fn start() -> Result<Self> {
        let programs = if let Some(programs) = find_programs() {
            programs
        } else {
            debian::install(&["postgresql"], "the tests' own PostgreSQL server")?;
            find_programs()
                .context("the package postgresql is installed, but there is no initdb")?
        };
        step(&format!(
            "starting a PostgreSQL server for this run ({})",
            programs.display()
        ));
        let folder = process::output(&mut as_server_user(
            "mktemp -d \"${TMPDIR:-/tmp}/podwright-postgres-XXXXXX\"",
        ))?;
        // From here on the folder goes away with this value, whatever fails.
        let mut server = Self {
            programs,
            folder: PathBuf::from(folder.trim()),
            url: String::new(),
        };
        let password = random_password()?;
        server.create(&password)?;
        server.url = server.start_on_free_port(&password)?;
        Ok(server)
    }

    /// Connection URL of the superuser, who may create databases.
    pub fn url(&self) -> &str {
        &self.url
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    fn create(&self, password: &str) -> Result<()> {
        // The password goes through the input stream, not the command line that everyone can list.
        let script = format!(
            "umask 077; cat > {password_file}; {initdb} --pgdata={data} --username={SUPERUSER} --pwfile={password_file} \
             --auth=scram-sha-256 --encoding=UTF8 --locale=C --no-sync > /dev/null",
            password_file = quoted(&self.folder.join("password")),
            initdb = quoted(&self.programs.join("initdb")),
            data = quoted(&self.data()),
        );
        process::output_given(&mut as_server_user(&script), password)
            .context("the database cluster cannot be created")?;
        Ok(())
    }

    fn start_on_free_port(&self, password: &str) -> Result<String> {
        let log = self.folder.join("server.log");
        for _ in 0..START_TRIES {
            let port = free_port()?;
            let script = format!(
                "{pg_ctl} start --silent --wait --timeout=60 --pgdata={data} --log={log} --options={options} < /dev/null",
                pg_ctl = quoted(&self.programs.join("pg_ctl")),
                data = quoted(&self.data()),
                log = quoted(&log),
                options = shell_quoted(&options(port)),
            );
            match process::status(&mut as_server_user(&script)) {
                Ok(status) if status.success() => {
                    return Ok(format!(
                        "postgres://{SUPERUSER}:{password}@127.0.0.1:{port}/postgres"
                    ));
                }
                Ok(_) => say(&format!("PostgreSQL did not start on port {port}")),
                Err(interrupted) => return Err(interrupted),
            }
        }
        let log = fs::read_to_string(&log).unwrap_or_default();
        bail!("PostgreSQL does not start; its log says:\n{log}")
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if self.data().join("postmaster.pid").exists() {
            let script = format!(
                "{} stop --silent --mode=immediate --pgdata={} < /dev/null",
                quoted(&self.programs.join("pg_ctl")),
                quoted(&self.data())
            );
            // Not `process::status`: a signal must not keep us from stopping it.
            if let Err(error) = process::output(&mut as_server_user(&script)) {
                say(&format!(
                    "warning: PostgreSQL in {} may still run: {error:#}",
                    self.folder.display()
                ));
            }
        }
        if let Err(error) = fs::remove_dir_all(&self.folder) {
            say(&format!(
                "warning: cannot remove {}: {error}",
                self.folder.display()
            ));
        }
    }
}

fn options(port: u16) -> String {
    [
        "-c listen_addresses=127.0.0.1".to_owned(),
        format!("-c port={port}"),
        "-c unix_socket_directories=".to_owned(),
        format!("-c max_connections={MAX_CONNECTIONS}"),
        "-c fsync=off".to_owned(),
        "-c synchronous_commit=off".to_owned(),
        "-c full_page_writes=off".to_owned(),
        "-c timezone=UTC".to_owned(),
    ]
    .join(" ")
}

/// The script run by whoever may run the server: PostgreSQL refuses root.
fn as_server_user(script: &str) -> Command {
    if debian::is_root() {
        let mut command = Command::new("su");
        command.args([SUPERUSER, "-s", "/bin/sh", "-c", script]);
        // The server's user may be unable to enter the folder we are in.
        command.current_dir("/");
        command
    } else {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }
}

/// The folder with `initdb` and `pg_ctl`: the newest of Debian's, then what `pg_config` tells, then `PATH`,
/// then Homebrew's.
fn find_programs() -> Option<PathBuf> {
    let debian = newest_first(subfolders(Path::new("/usr/lib/postgresql"))).into_iter();
    let asked = process::output(Command::new("pg_config").arg("--bindir")).ok();
    let on_path =
        process::find_program("initdb").and_then(|initdb| initdb.parent().map(Path::to_path_buf));
    let homebrew = ["/opt/homebrew/opt", "/usr/local/opt"]
        .into_iter()
        .flat_map(|folder| {
            let mut formulas = subfolders(Path::new(folder));
            formulas.retain(|formula| {
                formula
                    .file_name()
                    .is_some_and(|name| name.to_string_lossy().starts_with("postgresql"))
            });
            newest_first(formulas)
        });
    debian
        .map(|version| version.join("bin"))
        .chain(asked.map(|folder| PathBuf::from(folder.trim())))
        .chain(on_path)
        .chain(homebrew.map(|formula| formula.join("bin")))
        .find(|folder| {
            ["initdb", "pg_ctl", "postgres"]
                .iter()
                .all(|name| process::is_executable(&folder.join(name)))
        })
}

fn subfolders(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder)
        .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
        .unwrap_or_default()
}

fn newest_first(mut folders: Vec<PathBuf>) -> Vec<PathBuf> {
    folders.sort_by_key(|folder| std::cmp::Reverse(version_in(folder)));
    folders
}

/// The number in `15` or `postgresql@17`.
fn version_in(folder: &Path) -> u32 {
    let name = folder
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    name.trim_start_matches(|c: char| !c.is_ascii_digit())
        .parse()
        .unwrap_or(0)
}

fn free_port() -> Result<u16> {
    let listener = TcpListener::bind("127.0.0.1:0").context("there is no free loopback port")?;
    Ok(listener.local_addr()?.port())
}

fn random_password() -> Result<String> {
    let mut bytes = [0_u8; 16];
    let mut source =
        fs::File::open("/dev/urandom").context("there is no source of random bytes")?;
    source
        .read_exact(&mut bytes)
        .context("the source of random bytes is dry")?;
    Ok(format!("{:032x}", u128::from_le_bytes(bytes)))
}

fn quoted(path: &Path) -> String {
    shell_quoted(&path.to_string_lossy())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_version_comes_first_by_number() {
        let folders = [
            "/usr/lib/postgresql/9",
            "/usr/lib/postgresql/15",
            "/usr/lib/postgresql/17",
        ];
        let sorted = newest_first(folders.map(PathBuf::from).to_vec());
        assert_eq!(
            sorted,
            [
                "/usr/lib/postgresql/17",
                "/usr/lib/postgresql/15",
                "/usr/lib/postgresql/9"
            ]
            .map(PathBuf::from)
        );
        assert_eq!(version_in(Path::new("/opt/homebrew/opt/postgresql@17")), 17);
        assert_eq!(version_in(Path::new("/opt/homebrew/opt/postgresql")), 0);
    }

    #[test]
    fn the_server_listens_on_loopback_only() {
        let options = options(5_555);
        assert!(
            options.contains("listen_addresses=127.0.0.1") && options.contains("port=5555"),
            "{options}"
        );
    }

    #[test]
    fn passwords_differ() {
        let (one, other) = (random_password().unwrap(), random_password().unwrap());
        assert_eq!(one.len(), 32);
        assert_ne!(one, other);
    }
}
