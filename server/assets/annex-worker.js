// The annex in a worker: loads its WebAssembly and the catalogue data, then answers questions in their order.
let module;

async function load({ js, wasm, data }) {
  const fetched = fetch(data).then((answer) => {
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    return answer.text();
  });
  const loaded = await import(js);
  await loaded.default({ module_or_path: wasm });
  loaded.load(await fetched);
  return loaded;
}

onmessage = async ({ data }) => {
  try {
    if (data.js) module = load(data);
    const { ask } = await module;
    if (data.id) postMessage({ id: data.id, text: ask(data.text) });
  } catch (error) {
    // A module that broke once answers nothing right any more: the page ends this worker.
    postMessage({ id: data.id, error: String(error?.message ?? error) });
  }
};
