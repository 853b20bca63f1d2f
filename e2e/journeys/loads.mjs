// The loads of a network in the planner: computed by the annex, which comes with the first look at them.

import assert from "node:assert/strict";

export default {
  "the loads come from the annex, with its first view": async ({ page }) => {
    const asked = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await openTemplate(page, "superpod-h100-127");
    assert.deepEqual(asked.filter(ofAnnex), [], "the first load brings nothing of the annex");

    await page.getByRole("button", { name: "Load", exact: true }).click();
    const head = page.locator(".stagehead h2");
    await page.locator("#fails").waitFor();
    assert.match(await head.textContent(), /^No link holds an all-reduce back; random pairs get \d+ % of their adapters’ rate hashed/);
    const modules = asked.filter((path) => /podwright-annex-.*\.wasm$/.test(path));
    assert.equal(modules.length, 1);
    const headers = (await page.request.get(modules[0])).headers();
    assert.equal(headers["cache-control"], "public, max-age=31536000, immutable");
    assert.match(headers["content-security-policy"], /; worker-src 'self'; /);
    const routings = page.getByRole("region", { name: "Random pairs by routing" });
    assert.equal(await routings.getByRole("row").count(), 4);
    assert.match(await routings.getByRole("row").nth(2).textContent(), /Adaptive/);
    const links = page.getByRole("region", { name: "How full the links are" });
    assert.match(await links.textContent(), /Nodes to leaves1,016.*Leaves to spines/s);

    // What fails: the sentence says what it costs, the table by how much, the drawing where.
    await page.getByLabel("What fails").selectOption("leaf");
    await says(page, /^Without leaf 1 an all-reduce of 1 GiB takes 1\.\d\d times as long$/);
    assert.match(await page.locator(".stagehead p").textContent(), /^Nodes 1–32 lose adapters; rings go over 7 of 8/);
    await page.locator("#view figure svg").getByText("Leaf 1 is down", { exact: true }).waitFor();
    assert.match(await page.getByRole("region", { name: "Without leaf 1", exact: true }).textContent(), /Time for 1 GiB/);
    for (const [kind, title] of [
      ["nic", /^Without adapter port 1 of node 1 an all-reduce of 1 GiB takes 1\.\d\d times/],
      ["spine", /^Without spine 1 an all-reduce/],
      ["link", /^Without the link from leaf 1 to spine 1 an all-reduce/],
    ]) {
      await page.getByLabel("What fails").selectOption(kind);
      await says(page, title);
    }

    // Which of a kind is a number to type; the box keeps the focus.
    await page.getByLabel("What fails").selectOption("nic");
    await page.getByLabel("Node of 127").fill("12");
    await page.getByLabel("Adapter port of 8").fill("4");
    await page.keyboard.press("Enter");
    await says(page, /^Without adapter port 4 of node 12 an all-reduce/);
    assert.equal(await page.getByLabel("Adapter port of 8").evaluate((box) => box === document.activeElement), true);
    await page.getByLabel("What fails").selectOption("pdu");
    await says(page, /^Without power strip 1 of rack H1-R01-01 an all-reduce takes as long as before$/);
    await page.getByText("does not say how many feeds racks have").waitFor();
    await page.getByLabel("What fails").selectOption("link");
    await says(page, /^Without the link/);

    // The drawing is a file like the others; the other views of the links are where they were.
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the drawing as SVG" }).click();
    assert.match((await download).suggestedFilename(), /\.svg$/);
    await page.getByRole("button", { name: "Path", exact: true }).click();
    await says(page, /^127 nodes, /);
    assert.equal(await page.locator("#fails").count(), 0);

    // Its own module, worker and data once; nothing more for further questions.
    const before = asked.length;
    await page.getByRole("button", { name: "Load", exact: true }).click();
    await says(page, /^Without the link/);
    assert.deepEqual(asked.slice(before), []);
  },

  "racks and cables come from the annex": async ({ page }) => {
    await openTemplate(page, "superpod-h100-127");
    await page.getByRole("tab", { name: "Racks" }).click();
    const cables = page.getByRole("region", { name: "2,040 cables" });
    await cables.waitFor();
    assert.match(await cables.textContent(), /Node to leafcompute/);
    assert.equal(await page.locator("#view .pl-loads figure svg").count(), 2);
  },

  "a switch tray of one rack can fail without a network": async ({ page }) => {
    await openTemplate(page, "nvl72-1");
    await page.getByRole("button", { name: "Load", exact: true }).click();
    await says(page, /^No network joins nodes here/);
    await page.getByLabel("What fails").selectOption("nvlink-tray");
    await says(page, /^Without NVLink switch tray 1 of rack H1-R01-01 an all-reduce of 1 GiB takes 1\.1\d times as long$/);
    await page.getByLabel("Switch tray of 9").fill("9");
    await page.keyboard.press("Enter");
    await says(page, /^Without NVLink switch tray 9/);
    const table = page.getByRole("region", { name: "Without NVLink switch tray 9 of rack H1-R01-01", exact: true });
    assert.match(await table.textContent(), /NVLink of a GPU in rack H1-R01-01, per direction900 GB\/s800 GB\/s/);
    await page.getByText("Taken for granted").waitFor();
  },

  "an edit is followed": async ({ page }) => {
    await openTemplate(page, "superpod-h100-32");
    await page.getByRole("button", { name: "Load", exact: true }).click();
    await page.locator("#fails").waitFor();
    const links = page.getByRole("region", { name: "How full the links are" });
    assert.match(await links.textContent(), /Nodes to leaves256/);
    await page.locator("#f-pools-0-count").fill("64");
    await links.getByText("512", { exact: true }).first().waitFor();
  },

  "without its annex the planner goes on and says what to do": async ({ page }) => {
    await page.route(/podwright-annex-.*\.wasm$/, (route) => route.fulfill({ status: 503, body: "" }));
    await openTemplate(page, "superpod-h100-32");
    await page.getByRole("button", { name: "Load", exact: true }).click();
    const alert = page.getByRole("alert");
    await alert.waitFor();
    assert.match(await alert.textContent(), /could not be loaded or has stopped: .*choose the view again/s);
    await page.getByRole("button", { name: "Length", exact: true }).click();
    assert.equal(await alert.count(), 0);
    await page.locator("#view figure svg").first().waitFor();

    // Once the module can be had, choosing the view again is enough.
    await page.unroute(/podwright-annex-.*\.wasm$/);
    await page.getByRole("button", { name: "Load", exact: true }).click();
    await page.locator("#fails").waitFor();
    assert.equal(await alert.count(), 0);
  },

  "the largest template is worked out while the page goes on": async ({ page }) => {
    await openTemplate(page, "roce-24k");
    await page.getByRole("button", { name: "Load", exact: true }).click();
    const started = Date.now();
    await page.getByText("Working out what flows on every link…").waitFor();
    await page.locator("#f-site-years, #f-site-pue").first().waitFor();
    const beat = await page.evaluate(
      () => new Promise((done) => {
        let worst = 0;
        let last = performance.now();
        const timer = setInterval(() => {
          const now = performance.now();
          worst = Math.max(worst, now - last);
          last = now;
        }, 10);
        new MutationObserver(() => (clearInterval(timer), done(worst))).observe(document.querySelector("#view"), {
          childList: true,
          subtree: true,
        });
      }),
    );
    await page.locator("#fails").waitFor();
    console.log(`    loads of roce-24k after ${Date.now() - started} ms; the page paused ${Math.round(beat)} ms at most`);
    assert.ok(beat < 1000, `the page stood still for ${beat} ms`);
  },

  "the loads are accessible in both themes and on a phone": async ({ newPage, assertAccessible }) => {
    for (const colorScheme of ["light", "dark"]) {
      for (const viewport of [{ width: 1440, height: 900 }, { width: 390, height: 844 }]) {
        const page = await newPage({ colorScheme, viewport });
        await openTemplate(page, "nvl72-spectrum-x-8");
        await page.getByRole("button", { name: "Load", exact: true }).click();
        for (const [kind, title] of [["leaf", /^Without leaf 1/], ["nvlink-tray", /^Without NVLink switch tray 1/]]) {
          await page.locator("#fails").selectOption(kind);
          await says(page, title);
          await assertAccessible(page);
        }
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wider <= 0, `the page is ${wider} px wider than its window`);
        await page.close();
      }
    }
  },
};

function ofAnnex(path) {
  return /annex/.test(path);
}

async function openTemplate(page, id) {
  await page.goto(`/planner?template=${id}`);
  await page.waitForSelector("#planner[data-ready='1']");
}

/** Wait until the sentence above the view fits. */
async function says(page, pattern) {
  await page.waitForFunction(
    ([source]) => new RegExp(source).test(document.querySelector(".stagehead h2")?.textContent ?? ""),
    [pattern.source],
  );
}
