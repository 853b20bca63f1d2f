//! Programs that a task runs, and what it tells the person in front of it.

use std::ffi::OsStr;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::interrupt;

/// How long a child may take to end by itself after a signal.
const GRACE: Duration = Duration::from_secs(10);
const POLL: Duration = Duration::from_millis(30);

/// One line to the person, on the error stream, where cargo writes too.
pub fn say(line: &str) {
    // A closed stream is no reason to stop a build.
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Announce a step before it starts.
pub fn step(what: &str) {
    say(&format!("==> {what}"));
}

/// One line of result, on the output stream.
pub fn result(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

/// Run to the end; anything but success is an error that names the command.
pub fn run(command: &mut Command) -> Result<()> {
    let status = status(command)?;
    if !status.success() {
        bail!("`{}` failed: {status}", command_line(command));
    }
    Ok(())
}

/// Run to the end and give its status; a signal to this task ends it and is an error.
pub fn status(command: &mut Command) -> Result<ExitStatus> {
    let mut child = spawn(command)?;
    wait(&mut child, None)?.with_context(|| format!("`{}` did not end", command_line(command)))
}

/// Run for at most `limit`; `None` when it took longer and was ended.
pub fn status_within(command: &mut Command, limit: Duration) -> Result<Option<ExitStatus>> {
    let mut child = spawn(command)?;
    wait(&mut child, Some(limit))
}

/// Run and give what it wrote to its output stream; failure is an error that holds its error stream.
pub fn output(command: &mut Command) -> Result<String> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("cannot start `{}`", command_line(command)))?;
    finished(command, output)
}

fn finished(command: &Command, output: Output) -> Result<String> {
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        bail!(
            "`{}` failed: {}\n{}",
            command_line(command),
            output.status,
            errors.trim_end()
        );
    }
    String::from_utf8(output.stdout)
        .with_context(|| format!("`{}` did not write UTF-8", command_line(command)))
}

/// Like [`output`], with text on the input stream.
pub fn output_given(command: &mut Command, input: &str) -> Result<String> {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command
        .spawn()
        .with_context(|| format!("cannot start `{}`", command_line(command)))?;
    if let Some(mut stream) = child.stdin.take() {
        // A child that does not read it fails in its own words.
        let _ = stream.write_all(input.as_bytes());
    }
    finished(
        command,
        child
            .wait_with_output()
            .context("cannot wait for a program")?,
    )
}

fn spawn(command: &mut Command) -> Result<Child> {
    command
        .stdin(Stdio::null())
        .spawn()
        .with_context(|| format!("cannot start `{}`", command_line(command)))
}

fn wait(child: &mut Child, limit: Option<Duration>) -> Result<Option<ExitStatus>> {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().context("cannot wait for a program")? {
            // A child that shared our Ctrl-C may end before we look at the flag.
            if interrupt::received() {
                bail!("interrupted");
            }
            return Ok(Some(status));
        }
        if interrupt::received() {
            end(child)?;
            bail!("interrupted");
        }
        if limit.is_some_and(|limit| started.elapsed() > limit) {
            end(child)?;
            return Ok(None);
        }
        std::thread::sleep(POLL);
    }
}

/// Ask the child to end, and after a grace period make it.
fn end(child: &mut Child) -> Result<()> {
    // The standard library only knows how to kill outright. Failure means that it has just ended.
    let _ = Command::new("kill")
        .args(["-TERM", &child.id().to_string()])
        .stderr(Stdio::null())
        .status();
    let asked = Instant::now();
    while asked.elapsed() < GRACE {
        if child
            .try_wait()
            .context("cannot wait for a program")?
            .is_some()
        {
            return Ok(());
        }
        std::thread::sleep(POLL);
    }
    let _ = child.kill();
    child.wait().context("cannot wait for a program").map(drop)
}

/// The first of the folders on `PATH` that holds the program.
pub fn find_program(name: &str) -> Option<PathBuf> {
    find_in(name, &std::env::var_os("PATH")?)
}

fn find_in(name: &str, path: &OsStr) -> Option<PathBuf> {
    std::env::split_paths(path)
        .map(|folder| folder.join(name))
        .find(|file| is_executable(file))
}

/// Whether the path is a file that may be run.
pub fn is_executable(file: &Path) -> bool {
    #[cfg(unix)]
    let runnable = |metadata: &std::fs::Metadata| {
        use std::os::unix::fs::PermissionsExt as _;
        metadata.permissions().mode() & 0o111 != 0
    };
    #[cfg(not(unix))]
    let runnable = |_: &std::fs::Metadata| true;
    file.metadata()
        .is_ok_and(|metadata| metadata.is_file() && runnable(&metadata))
}

/// The command as it would be typed.
pub fn command_line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words
        .map(|word| shell_quoted(&word.to_string_lossy()))
        .collect::<Vec<_>>()
        .join(" ")
}

/// The word as a POSIX shell reads it back unchanged.
pub fn shell_quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,@%+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn a_shell_reads_quoted_words_back() {
        for word in [
            "",
            "plain",
            "two words",
            "it's",
            "$HOME `id` \"x\" \\",
            "-c a=b;rm",
        ] {
            let read = output(&mut shell(&format!("printf %s {}", shell_quoted(word)))).unwrap();
            assert_eq!(read, word);
        }
    }

    #[test]
    fn a_failure_names_the_command_and_what_it_said() {
        let error = output(&mut shell("echo no disk >&2; exit 3"))
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("sh -c") && error.contains("no disk"),
            "{error}"
        );
        let error = run(&mut shell("exit 3")).unwrap_err().to_string();
        assert!(error.contains("exit 3"), "{error}");
        let error = run(&mut Command::new("/nonexistent/program"))
            .unwrap_err()
            .to_string();
        assert!(error.contains("cannot start"), "{error}");
    }

    #[test]
    fn a_program_over_its_limit_is_ended() {
        let status =
            status_within(Command::new("sleep").arg("600"), Duration::from_millis(100)).unwrap();
        assert_eq!(status, None);
    }

    #[test]
    fn programs_are_found_in_path_order_and_must_be_executable() {
        assert!(find_in("sh", OsStr::new("/nonexistent:/bin:/usr/bin")).is_some());
        assert_eq!(
            find_in("passwd", OsStr::new("/etc")),
            None,
            "a plain file is no program"
        );
        assert_eq!(find_in("sh", OsStr::new("")), None);
    }
}
