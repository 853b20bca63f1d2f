// The composition's fields of tables: found, typed, undone, led to by findings, on a phone too; and measured bandwidths.

import assert from "node:assert/strict";

export default {
  "planes and growth of a fabric are asked for, drawn and undone": async ({ page }) => {
    await openTemplate(page, "nvl72-spectrum-x-8");
    const drawing = page.locator("#view figure svg").first();
    const planes = page.locator("#f-fabrics-0-planes");
    assert.equal(await planes.isVisible(), false, "folded until somebody looks");
    await page.getByText("More about this network").first().press("Enter");

    // Its name, its help and its bounds.
    assert.equal(await planes.getAttribute("placeholder"), "default");
    assert.match(await described(page, planes), /dealt over this many equal networks/);
    await planes.fill("9");
    assert.match(await page.locator("#f-fabrics-0-planes-m").textContent(), /1.*8/);
    assert.equal(await planes.getAttribute("aria-invalid"), "true");

    // One port of 400G can't be dealt over two planes: the finding leads back, through the fold.
    await planes.fill("2");
    const finding = page.locator('.finds li[data-code="fabric.planes_unequal"]');
    await finding.waitFor();
    await page.getByText("More about this network").first().click();
    assert.equal(await planes.isVisible(), false);
    await finding.getByRole("link").click();
    assert.equal(await page.evaluate(() => document.activeElement.id), "f-fabrics-0-planes");
    assert.equal(await planes.inputValue(), "2");

    // Two ports can: two planes stand side by side.
    await page.locator("#f-pools-0-nics-compute").selectOption("connectx-8");
    await finding.waitFor({ state: "detached" });
    for (const name of ["Plane 1", "Plane 2"]) await drawing.getByText(name, { exact: true }).waitFor();
    await page.getByRole("button", { name: /^Undo: change/ }).click();
    await page.getByRole("button", { name: "Undo: change planes" }).click();
    await drawing.getByText("Plane 1").waitFor({ state: "detached" });
    assert.equal(await planes.inputValue(), "");

    // Growth: room for four more racks, and ports of the spines that are kept free.
    await page.locator("#f-fabrics-0-grow_to_nodes").fill("12");
    await drawing.getByText("+4", { exact: true }).waitFor();
    await drawing.getByText("320 reserved", { exact: true }).waitFor();
  },

  "a list of a table is chosen by keyboard, and the hall's figures count": async ({ page }) => {
    await openTemplate(page, "nvl72-spectrum-x-8");
    const spines = page.locator("#f-fabrics-0-spines");
    await page.getByText("More about this network").first().press("Enter");
    await spines.focus();
    await spines.press("ArrowDown");
    await page.getByRole("button", { name: "Undo: change spines" }).waitFor();
    assert.match(await page.locator(".stagehead h2").textContent(), /five spines/);

    // One hall of one row of two racks holds too little; the finding leads to the field.
    await page.getByText("Racks and halls").press("Enter");
    for (const [field, value] of Object.entries({ racks_per_row: "2", rows_per_hall: "1", halls: "1" })) {
      await page.locator(`#f-site-${field}`).fill(value);
    }
    const halls = page.locator(".finds li").filter({ hasText: /hall/i }).first();
    await halls.getByRole("link").click();
    assert.match(await page.evaluate(() => document.activeElement.id), /^f-site/);

    // The library is told for one workload: rings alone.
    await page.getByText("GPUs and library").first().press("Enter");
    await page.locator("#f-workloads-0-settings-algorithm").selectOption("ring");
    await page.getByRole("button", { name: "Undo: change algorithm" }).waitFor();
  },

  "ports of a leaf, feeds and failures are stated, and count": async ({ page }) => {
    await openTemplate(page, "superpod-h100-32");
    await page.getByText("More about this network").first().press("Enter");
    const ports = page.locator("#f-fabrics-0-leaf_ports");
    assert.match(await described(page, ports), /to nodes and to spines, as in 48 16/);
    await ports.fill("32");
    assert.equal(await ports.getAttribute("aria-invalid"), "true");
    await ports.fill("32 16");
    assert.equal(await ports.getAttribute("aria-invalid"), null);
    await page.locator("#compose").getByText(": 1, delivered 2.00").first().waitFor();
    await page.getByRole("button", { name: "Undo: change leaf ports" }).click();
    await page.locator("#compose").getByText(": 1, delivered 1.00").first().waitFor();
    assert.equal(await ports.inputValue(), "");

    // The bill has two feeds a rack until one is said to be enough; failures of transceivers decide their spares.
    await page.getByRole("tab", { name: "Cost" }).click();
    const bill = page.getByRole("region", { name: "Bill of materials" });
    await bill.getByText(/two feeds a rack/).waitFor();
    await page.getByText("Racks and halls").press("Enter");
    await page.locator("#f-site-power_feeds").selectOption({ label: "One" });
    await bill.getByText(/one feed a rack/).waitFor();
    await page.getByText("Hours between failures").press("Enter");
    await page.locator("#f-site-mtbf_hours-optics").fill("43800");
    await bill.getByText(/spares: 20 % fail a year/).first().waitFor();
  },

  "what cannot be built leads from its cost to the field": async ({ page }) => {
    await openTemplate(page, "nvl72-spectrum-x-8");
    const link = page.locator("#view").getByRole("link", { name: "To the field" });
    await page.getByRole("tab", { name: "Cost" }).click();
    await page.getByRole("region", { name: "Bill of materials" }).waitFor();
    assert.equal(await link.count(), 0);
    await page.getByText("More about this network").first().press("Enter");
    await page.locator("#f-fabrics-0-planes").fill("2");
    await page.getByRole("heading", { name: /^Cannot be built as asked/ }).waitFor();
    await page.getByText("More about this network").first().click();
    await link.click();
    assert.equal(await page.evaluate(() => document.activeElement.id), "f-fabrics-0-planes");
  },

  "a measured bandwidth is added, named, changed and taken away": async ({ page }) => {
    await openTemplate(page, "dual-3090-nvlink");
    await page.getByText("Measured bandwidths").press("Enter");
    const box = page.locator("#measured-new");
    const add = page.getByRole("button", { name: "Add measured bandwidth" });

    // Nothing is in the design before there is a figure.
    await add.click();
    assert.match(await page.locator("#measured-new-m").textContent(), /needed/);
    await page.locator("form select.inp").selectOption("bridge");
    await box.fill("20");
    await box.press("Enter");
    const speed = page.locator("#f-measured-0-gb_s");
    await speed.waitFor();
    assert.equal(await page.locator("#f-measured-0-link").inputValue(), "bridge");
    assert.equal(await box.inputValue(), "");
    await page.locator('.finds li[data-code="measured.in_use"]').waitFor();

    // The second of the same links is refused, and says so.
    await page.locator("form select.inp").selectOption("bridge");
    await box.fill("30");
    await box.press("Enter");
    await page.getByText(/measured\/1/).waitFor();
    assert.equal(await page.locator("#f-measured-1-gb_s").count(), 0);

    // One bridge, whence the figure is, and a figure above the line.
    await page.getByText("Which link, source").press("Enter");
    await page.locator("#f-measured-0-gpus").fill("0, 1");
    await page.locator("#f-measured-0-source").fill("nccl-tests 2.17");
    await speed.fill("4000");
    const above = page.locator('.finds li[data-code="measured.above_line"]');
    await above.waitFor();
    await page.getByText("Measured bandwidths: 1").click();
    assert.equal(await speed.isVisible(), false);
    await above.getByRole("link").click();
    assert.equal(await page.evaluate(() => document.activeElement.id), "f-measured-0-gb_s");

    // Taken away, and brought back as it was.
    await page.getByRole("button", { name: "Remove measured bandwidth 1" }).click();
    await speed.waitFor({ state: "detached" });
    await page.locator(".pl-toast").getByRole("button", { name: "Undo" }).click();
    await speed.waitFor({ state: "attached" });
    assert.equal(await page.locator("#f-measured-0-gpus").inputValue(), "0, 1");
    assert.equal(await page.locator("#f-measured-0-source").inputValue(), "nccl-tests 2.17");
  },

  "every fold of the composition is usable on a phone": async ({ newPage, assertAccessible }) => {
    for (const [template, width] of [["nvl72-spectrum-x-8", 390], ["dual-3090-nvlink", 390], ["nvl72-spectrum-x-8", 1440]]) {
      const page = await newPage({ viewport: { width, height: 844 }, hasTouch: width < 800 });
      await openTemplate(page, template);
      await page.locator("#compose details").evaluateAll((folds) => folds.forEach((fold) => fold.setAttribute("open", "")));
      const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(content <= window, `${template}: ${content} px wide in ${window}`);
      const beyond = await page.locator("#compose .field, #compose .pl-work").evaluateAll((fields) =>
        fields.filter((field) => field.scrollWidth > field.clientWidth + 1).map((field) => field.textContent.slice(0, 60)),
      );
      assert.deepEqual(beyond, [], `${template}, ${width} px`);
      await assertAccessible(page);
      await page.context().close();
    }
  },
};

async function openTemplate(page, id) {
  await page.goto(`/planner?template=${id}`);
  await page.locator('#planner[data-ready="1"]').waitFor();
}

/** The text that describes a field to a screen reader. */
async function described(page, field) {
  const ids = (await field.getAttribute("aria-describedby")).split(" ");
  const texts = await Promise.all(ids.map((id) => page.locator(`#${id}`).textContent()));
  return texts.join(" ");
}
