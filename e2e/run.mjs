// Runs the journeys: `node run.mjs [word…]` (`cargo xtask test` builds what it needs and calls it).
//
// A journey is a file in journeys/ whose default export maps a sentence to an async function. Each file gets
// a server with an empty database of its own, each sentence a browser context of its own. Words choose files
// by a part of their name. Environment: PODWRIGHT (the program), CHROMIUM (the browser),
// PODWRIGHT_E2E_RESULTS (folder for screenshots and logs of failures).

import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { launchBrowser } from "./harness/browser.mjs";
import { runTest } from "./harness/journey.mjs";
import { startServer } from "./harness/server.mjs";

const here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);
const root = path.dirname(here);
const settings = {
  podwright: process.env.PODWRIGHT ?? path.join(root, "target/debug/podwright"),
  chromium: process.env.CHROMIUM ?? "/usr/bin/chromium",
  results: process.env.PODWRIGHT_E2E_RESULTS ?? path.join(root, "target/e2e"),
};

const words = process.argv.slice(2);
const files = (await readdir(path.join(here, "journeys")))
  .filter((file) => file.endsWith(".mjs"))
  .filter((file) => words.length === 0 || words.some((word) => path.basename(file, ".mjs").includes(word)))
  .sort();

await rm(settings.results, { recursive: true, force: true });

const open = new Set();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.once(signal, async () => {
    await Promise.allSettled([...open].map((resource) => resource.close()));
    process.exit(130);
  });
}

const counts = { passed: 0, failed: 0 };
const browser = await launchBrowser(settings.chromium);
open.add(browser);
try {
  for (const file of files) {
    await runFile(path.basename(file, ".mjs"), path.join(here, "journeys", file));
  }
} finally {
  await browser.close();
}
if (counts.passed + counts.failed === 0) {
  console.error("no journey was found");
  process.exitCode = 1;
}
if (counts.failed > 0) {
  console.log(`screenshots and logs are in ${settings.results}`);
  process.exitCode = 1;
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);

async function runFile(name, file) {
  console.log(name);
  let server;
  try {
    const tests = (await import(pathToFileURL(file))).default;
    server = await startServer(settings.podwright);
    open.add(server);
    for (const [title, body] of Object.entries(tests)) {
      const started = performance.now();
      const problem = await runTest({ name, title, body, browser, server, results: settings.results });
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      counts[problem ? "failed" : "passed"] += 1;
      console.log(`  ${problem ? "FAILED" : "ok"}  ${title} (${seconds} s)`);
      if (problem) console.log(indented(problem));
    }
  } catch (error) {
    // Not one sentence could be tried.
    counts.failed += 1;
    console.log(`  FAILED  ${name} could not start\n${indented(error.stack ?? String(error))}`);
  } finally {
    if (server) {
      open.delete(server);
      await server.close();
    }
  }
}

function indented(text) {
  return text.replace(/^/gm, "      ");
}
