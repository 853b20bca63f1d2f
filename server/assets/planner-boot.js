// Starts the planner's WebAssembly. On failure the page shows why, and the report that the server computed.
const root = document.getElementById("planner");
const fallback = document.getElementById("main");

try {
  const module = await import(root.dataset.js);
  await module.default({ module_or_path: root.dataset.wasm });
  fallback.remove();
} catch (error) {
  root.remove();
  fallback.classList.add("shown");
  const reason = document.getElementById("boot-error");
  reason.textContent = String(error && error.message ? error.message : error);
  reason.parentElement.hidden = false;
}
