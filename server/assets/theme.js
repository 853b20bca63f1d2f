// Sets the chosen theme before the first paint, and lets the button go round: system, light, dark.
(() => {
  const key = "podwright-theme";
  const root = document.documentElement;
  const read = () => {
    try {
      return localStorage.getItem(key) || "";
    } catch {
      return "";
    }
  };
  const apply = (theme) => {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
  };
  apply(read());
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || !event.target.closest("#theme")) return;
    const next = { "": "light", light: "dark", dark: "" }[read()] ?? "";
    try {
      if (next) localStorage.setItem(key, next);
      else localStorage.removeItem(key);
    } catch {
      // Without storage the choice holds for this page only.
    }
    apply(next);
  });
})();
