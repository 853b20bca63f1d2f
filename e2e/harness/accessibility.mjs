// Accessibility rules that a machine can check, by axe-core.

import assert from "node:assert/strict";
import axe from "axe-core";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Fail with every broken rule and the elements that break it. `exclude` takes CSS selectors. */
export async function assertAccessible(page, { exclude = [] } = {}) {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    ([rules, excluded]) => globalThis.axe.run({ exclude: excluded }, { runOnly: rules, resultTypes: ["violations"] }),
    [RULES, exclude.map((selector) => [selector])],
  );
  const lines = violations.map(({ id, help, nodes }) => {
    const places = nodes.map((node) => `    ${node.target.join(" ")}: ${node.failureSummary?.split("\n")[1]?.trim() ?? ""}`);
    return `${id}: ${help}\n${places.join("\n")}`;
  });
  assert.equal(lines.length, 0, `accessibility of ${page.url()}:\n${lines.join("\n")}`);
}
