import assert from "node:assert/strict";

/** Load the planner's module as the page does and give the reports of many designs, with the time of each. */
async function evaluateInPage(page, designs) {
  await page.goto("/planner?template=dual-3090-nvlink");
  await page.waitForSelector("#planner[data-ready='1']");
  return page.evaluate(async (texts) => {
    const root = document.getElementById("planner");
    const module = await import(root.dataset.js);
    return texts.map((text) => {
      const before = performance.now();
      const report = module.evaluateText(text);
      return { report, ms: performance.now() - before };
    });
  }, designs);
}

export default {
  "the browser and the server give the same digits for every template": async ({ server, page }) => {
    const list = await (await fetch(`${server.origin}/api/v1/templates`)).json();
    const templates = list.items ?? list;
    assert.ok(templates.length >= 21, `${templates.length} templates`);
    const texts = [];
    for (const { id } of templates) {
      const template = await (await fetch(`${server.origin}/api/v1/templates/${id}`)).json();
      texts.push(JSON.stringify(template.design));
    }
    const inPage = await evaluateInPage(page, texts);
    for (const [index, text] of texts.entries()) {
      const answer = await fetch(`${server.origin}/api/v1/evaluate`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: text,
      });
      assert.equal(answer.status, 200);
      // The texts, not the numbers they are read as: every digit has to agree.
      assert.equal(inPage[index].report, await answer.text(), templates[index].id);
    }
    const slowest = inPage.reduce((a, b) => (a.ms > b.ms ? a : b));
    console.log(`    slowest template in the browser: ${slowest.ms.toFixed(1)} ms`);
  },
};
