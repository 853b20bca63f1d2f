// The program under test, on a free port, with an empty SQLite file in a folder that goes away with it.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

const START_MS = 30_000;
const STOP_MS = 10_000;

/**
 * Start `podwright serve` and wait for its first line, `listening on http://127.0.0.1:PORT`.
 * Gives `origin`, `log()` (all it has said) and `close()`.
 */
export async function startServer(program, { args = [], env = {} } = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), "podwright-e2e-"));
  const child = spawn(program, ["serve", "--listen", "127.0.0.1:0", ...args], {
    cwd: folder,
    env: { ...withoutSettings(process.env), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  const note = (chunk) => (log += chunk);
  child.stdout.setEncoding("utf8").on("data", note);
  child.stderr.setEncoding("utf8").on("data", note);

  const close = async () => {
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
      await ended;
      clearTimeout(timer);
    }
    await rm(folder, { recursive: true, force: true });
  };

  try {
    const origin = await listeningOrigin(child);
    return { origin, log: () => log, close };
  } catch (error) {
    await close();
    throw new Error(`${program} did not start: ${error.message}\n${log}`);
  }
}

function listeningOrigin(child) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no address within ${START_MS / 1000} s`)), START_MS);
    const settle = (act, value) => {
      clearTimeout(timer);
      act(value);
    };
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
      const found = /^listening on (http:\/\/127\.0\.0\.1:\d+)\/?\r?\n/.exec(text);
      if (found) settle(resolve, found[1]);
      else if (text.includes("\n")) settle(reject, new Error(`its first line is not "listening on http://…"`));
    });
    child.once("error", (error) => settle(reject, error));
    child.once("exit", (code, signal) => settle(reject, new Error(`it ended (${signal ?? `exit code ${code}`})`)));
  });
}

function withoutSettings(environment) {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => name !== "DATABASE_URL" && !name.startsWith("PODWRIGHT")),
  );
}
