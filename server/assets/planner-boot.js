// Starts the planner: its WebAssembly and the catalogue data, fetched side by side. On failure the page shows why, and
// the report that the server computed.
const root = document.getElementById("planner");
const fallback = document.getElementById("main");

/** What only some views ask for: a module in a worker, loaded with the first question. Gives JSON text, or what broke. */
globalThis.podwrightAnnex = {
  ask: async (text) => {
    try {
      return await (await import(root.dataset.annex)).ask(text);
    } catch (error) {
      return String(error?.message ?? error);
    }
  },
};

async function engine() {
  const module = await import(root.dataset.js);
  await module.default({ module_or_path: root.dataset.wasm });
  return module;
}

async function catalogData() {
  const answer = await fetch(root.dataset.catalog);
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  return answer.text();
}

/** Gives what was promised; where that fails, the page says that the data is to blame. */
async function blamingData(promise) {
  try {
    return await promise;
  } catch (error) {
    document.getElementById("boot-data").hidden = false;
    throw error;
  }
}

try {
  const [module, data] = await Promise.all([engine(), blamingData(catalogData())]);
  await blamingData(Promise.resolve(data).then((text) => module.load(text)));
  module.start();
  fallback.remove();
} catch (error) {
  root.remove();
  // The report is a page like others: its styles come when it is shown.
  const styles = Object.assign(document.createElement("link"), { rel: "stylesheet", href: fallback.dataset.styles });
  document.head.append(styles);
  fallback.classList.add("shown");
  const reason = document.getElementById("boot-error");
  reason.textContent = String(error && error.message ? error.message : error);
  reason.parentElement.hidden = false;
}
