// The page's end of the annex: starts the worker when the first question comes, and gives each question its answer.
// Loaded when a view asks for it; `ask` is all that the planner knows of it.
const root = document.getElementById("planner");
/** How long a question may take: a network of a million links takes seconds. */
const PATIENCE_MS = 60_000;

let worker = null;
let last = 0;
const waiting = new Map();

/** Ends the worker; whoever waits is told why. The next question starts another. */
function end(why) {
  worker?.terminate();
  worker = null;
  for (const { reject, timer } of waiting.values()) {
    clearTimeout(timer);
    reject(new Error(why));
  }
  waiting.clear();
}

function start() {
  const { annexJs: js, annexWasm: wasm, catalog: data } = root.dataset;
  worker = new Worker(root.dataset.annexWorker, { type: "module" });
  worker.onmessage = ({ data: { id, text, error } }) => {
    if (error !== undefined) return end(error);
    const asked = waiting.get(id);
    if (!asked) return;
    waiting.delete(id);
    clearTimeout(asked.timer);
    asked.resolve(text);
  };
  worker.onerror = (event) => end(event.message || "the worker did not start");
  worker.postMessage({ js, wasm, data });
}

/** The answer to a question, both JSON text. Fails when the module did not load, broke, or takes too long. */
export function ask(text) {
  return new Promise((resolve, reject) => {
    if (!worker) start();
    const id = ++last;
    const timer = setTimeout(() => end(`no answer within ${PATIENCE_MS / 1000} s`), PATIENCE_MS);
    waiting.set(id, { resolve, reject, timer });
    worker.postMessage({ id, text });
  });
}
