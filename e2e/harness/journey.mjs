// One sentence of a journey: its pages, what must hold for every page, and what is kept when it fails.

import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

import { assertAccessible } from "./accessibility.mjs";

const TEST_MS = 90_000;
const ACTION_MS = 15_000;

/**
 * Run one sentence. Its function gets
 *   server        the server: `origin`, `log()`
 *   page          a page whose relative addresses lead to the server
 *   newPage(…)    another page that shares nothing with the first; takes Playwright's context options,
 *                 such as `{ javaScriptEnabled: false }` or `{ colorScheme: "dark", viewport: … }`
 *   assertAccessible(page, …)   an axe check of the page as it is now
 * Gives null, or what went wrong as text.
 */
export async function runTest({ name, title, body, browser, server, results }) {
  const contexts = [];
  const faults = [];
  const newPage = async (options = {}) => {
    const context = await browser.newContext({
      baseURL: server.origin,
      viewport: { width: 1440, height: 900 },
      locale: "en-US",
      ...options,
    });
    contexts.push(context);
    context.setDefaultTimeout(ACTION_MS);
    watch(context, server.origin, faults);
    return context.newPage();
  };

  let problem = null;
  let timer;
  try {
    const page = await newPage();
    const tooLong = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`took longer than ${TEST_MS / 1000} s`)), TEST_MS);
    });
    await Promise.race([body({ server, page, newPage, assertAccessible }), tooLong]);
    assert.deepEqual(faults, [], "pages must neither fail nor ask for anything outside the server");
  } catch (error) {
    problem = error.stack ?? String(error);
    if (faults.length > 0) problem += `\nfaults of the pages:\n  ${faults.join("\n  ")}`;
    await keep(path.join(results, fileName(`${name} ${title}`)), contexts, server, problem);
  } finally {
    clearTimeout(timer);
    await Promise.allSettled(contexts.map((context) => context.close()));
  }
  return problem;
}

/** Note requests that leave the server, and errors that no test would otherwise see. */
function watch(context, origin, faults) {
  context.on("request", (request) => {
    if (!staysHere(request.url(), origin)) faults.push(`request to ${request.url()}`);
  });
  context.on("weberror", (error) => faults.push(`uncaught: ${error.error().message}`));
  context.on("console", (message) => {
    // An answer such as 404 or 412 also shows up here; whether it was right is for the journey to say.
    const isAnswer = message.text().startsWith("Failed to load resource: the server responded");
    if (message.type() === "error" && !isAnswer) faults.push(`console: ${message.text()}`);
  });
}

export function staysHere(url, origin) {
  return url === origin || url.startsWith(`${origin}/`) || /^(data|blob|about):/.test(url);
}

async function keep(base, contexts, server, problem) {
  await mkdir(path.dirname(base), { recursive: true });
  await writeFile(`${base}.txt`, `${problem}\n\nthe server said:\n${server.log()}`);
  const pages = contexts.flatMap((context) => context.pages());
  for (const [index, page] of pages.entries()) {
    const number = pages.length > 1 ? `-${index + 1}` : "";
    // A page that crashed or hangs has no picture; the text above still tells what happened.
    await page.screenshot({ path: `${base}${number}.png`, fullPage: true, timeout: 5_000 }).catch(() => {});
  }
}

function fileName(text) {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 100);
}
