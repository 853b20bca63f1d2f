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

/** Ask the annex as the planner does; gives the text of each reply. */
async function askInPage(page, questions) {
  await page.goto("/planner?template=dual-3090-nvlink");
  await page.waitForSelector("#planner[data-ready='1']");
  return page.evaluate(async (texts) => {
    const replies = [];
    for (const text of texts) replies.push(await globalThis.podwrightAnnex.ask(text));
    return replies;
  }, questions);
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

  "the annex and the server give the same flows": async ({ server, page }) => {
    const cases = [];
    for (const [id, ...asked] of [
      ["dgx-h100-4", { op: "alltoall" }, { op: "all_reduce", fail: ["link:3"] }],
      ["nvl72-1", { op: "all_reduce", fail: ["nvlink-tray:0/4"] }, { op: "all_reduce", fail: ["pdu:0/1", "pdu:0/7"] }],
      ["nvl72-spectrum-x-8", { op: "all_reduce", fail: ["nvlink-tray:0/0", "leaf:1"] }],
      ["superpod-h100-32", { op: "all_reduce", fail: ["pdu:0/1"] }, { op: "tree", fail: ["pdu:H1-R01-01/0", "pdu:0/2"] }],
      ["nvl72-spectrum-x-8", { op: "all_reduce" }, { op: "all_reduce", fail: ["leaf:2"] }, { op: "tree", fail: ["nic:0/17"] }],
      ["superpod-h100-32", { op: "all_reduce", fail: ["spine:1"] }, { op: "permutation", seed: 7, across_rails: true }],
      ["superpod-h100-127", { op: "all_reduce", routing: "ecmp", seeds: 4, fail: ["spine:0", "link:1100"] }],
      ["hgx-h100-spectrum-x-128", { op: "all_reduce", routing: "spray" }, { op: "all_reduce", routing: "ecmp", fail: ["leaf:0"] }],
    ]) {
      const { design } = await (await fetch(`${server.origin}/api/v1/templates/${id}`)).json();
      for (const question of asked) cases.push([id, { design, ...question }]);
    }
    const inPage = await askInPage(page, cases.map(([, question]) => JSON.stringify({ ask: "flow", ...question })));
    let cut = 0;
    for (const [index, [id, question]] of cases.entries()) {
      const answer = await fetch(`${server.origin}/api/v1/flow`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(question),
      });
      const { design, ...asked } = question;
      const text = await answer.text();
      assert.equal(answer.status, 200, `${id} ${JSON.stringify(asked)}: ${text}`);
      assert.equal(inPage[index], `{"answer":${text}}`, `${id} ${JSON.stringify(asked)}`);
      cut += JSON.parse(text).flows_cut > 0 ? 1 : 0;
    }
    assert.ok(cut > 0 && cut < cases.length, `${cut} of ${cases.length} answers have flows without a path`);
  },

  "the annex refuses what the server refuses": async ({ server, page }) => {
    const { design } = await (await fetch(`${server.origin}/api/v1/templates/superpod-h100-32`)).json();
    const questions = [
      { design, op: "all_reduce", fail: ["leaf:999"] },
      { design, op: "all_reduce", fail: ["nvlink-tray:0/0"] },
      { design, op: "all_reduce", fail: ["pdu:99/0"] },
      { design, op: "no_such" },
      { op: "ring" },
    ];
    const inPage = await askInPage(page, questions.map((question) => JSON.stringify({ ask: "flow", ...question })));
    for (const [index, question] of questions.entries()) {
      const answer = await fetch(`${server.origin}/api/v1/flow`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(question),
      });
      assert.equal(answer.status, 422);
      assert.equal(JSON.parse(inPage[index]).fault.message, (await answer.json()).detail);
    }
  },
};
