// Chromium without a window, without anything it does on its own account, and without a way out.

import { chromium } from "playwright-core";

const FLAGS = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-domain-reliability",
  "--disable-gpu",
  "--disable-quic",
  "--disable-sync",
  "--no-first-run",
  // Whatever a page asks for elsewhere fails at once, and `runTest` tells of it.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

export function launchBrowser(executablePath) {
  // Chromium's sandbox refuses to run for root, which is who runs in containers.
  const root = process.getuid?.() === 0;
  return chromium.launch({ executablePath, chromiumSandbox: !root, args: FLAGS });
}
