// Times the planner's built module: `node wasm-time.mjs FOLDER` (`cargo xtask bench` calls it after `cargo xtask web`).
//
// 127 nodes with every link of three networks, racks and lengths, as benches/engine.rs has it natively. The target is
// under 100 ms for one evaluation in the browser; Node runs the same engine as Chromium.

import { readFile } from "node:fs/promises";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";

const dist = path.resolve(process.argv[2] ?? "dist");
const manifest = JSON.parse(await readFile(path.join(dist, "manifest.json"), "utf8"));
const module = await import(pathToFileURL(path.join(dist, manifest.js)));
await module.default({ module_or_path: await readFile(path.join(dist, manifest.wasm)) });
module.load(await readFile(path.join(dist, manifest.data), "utf8"));

const template = path.join(import.meta.dirname, "../sim-core/templates/superpod-h100-127.json");
const design = JSON.parse(await readFile(template, "utf8"));
const [compute] = design.fabrics;
for (const [network, chosen] of [["storage", "nvidia-qm9700"], ["oob", "nvidia-sn2201"]]) {
  design.fabrics.push({ ...compute, id: network, network, switch: chosen, topology: "auto", extra_endpoints: 0 });
}
const text = JSON.stringify(design);

const times = [];
let report;
for (let run = 0; run < 25; run += 1) {
  const before = performance.now();
  report = module.evaluateText(text);
  times.push(performance.now() - before);
}
const { fabrics } = JSON.parse(report);
if (fabrics.length !== 3 || !fabrics.every((fabric) => fabric.cables.every((run) => run.length_is_placed))) {
  throw new Error("the report lacks networks or lengths");
}
const [first] = times;
times.sort((a, b) => a - b);
const links = fabrics.flatMap((fabric) => fabric.cables).reduce((sum, run) => sum + run.count, 0);
console.log(
  `WASM: 127 nodes, ${links} links placed: median ${times[12].toFixed(1)} ms, slowest ${times[24].toFixed(1)} ms, first ${first.toFixed(1)} ms (target 100 ms)`,
);
