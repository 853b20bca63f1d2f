// Money and racks in the planner: renting against owning, prices of one's own, the bill, files, cables.

import assert from "node:assert/strict";

const HEAD = "part_id,default_usd,low_usd,high_usd,as_of,source,lead_time_weeks,notes\n";

export default {
  "renting is compared with owning, at the market's rent and at one's own": async ({ page, server }) => {
    await openTemplate(page, "superpod-h100-32");
    await openTab(page, "Cost");
    const rent = page.getByRole("region", { name: "Rent or buy" });
    const own = await economics(server, page);
    const month = own.rent.break_even_month;
    await page.getByText(`Owning has cost as much as rent in month ${month}`, { exact: true }).first().waitFor();
    const row = async (name) => rent.getByRole("row", { name: new RegExp(`^${name}`) }).first().textContent();
    // The figures of the page are those of the service.
    assert.ok((await row("GPU-hour")).includes(own.usd_per_gpu_hour.default.toFixed(2)));
    assert.ok((await row("Useful GPU-hour")).includes(own.usd_per_useful_gpu_hour.default.toFixed(2)));
    assert.match(await row("Useful GPU-hour"), /an interruption every .* h costs .* of the time is useful/);
    assert.ok((await row("Rent of a GPU-hour")).includes(own.rent.as_of));
    assert.match(await row("PFLOP/s of dense bf16"), /\d/);
    assert.match(await row("GB/s of all-reduce"), /\d/);
    const chart = page.getByRole("figure", { name: /^Owning and renting by month/ });
    for (const name of ["Owning", "Renting", `month ${month}`]) await chart.getByText(name, { exact: true }).waitFor();

    // One's own rent counts at once; the market's stays beside it, and undo brings it back.
    await page.getByRole("button", { name: "Enter rent: what one of these GPUs costs you an hour" }).click();
    const box = page.getByRole("dialog").getByRole("textbox");
    await box.fill("1.25");
    await page.keyboard.press("Escape");
    await rent.getByRole("row", { name: /^Market rent of a GPU-hour/ }).waitFor();
    assert.match(await row("Rent of a GPU-hour"), /1\.25.*design/);
    await page.waitForFunction(() => document.activeElement?.id === "o-site-rent_usd_per_gpu_hour");
    await page.getByRole("button", { name: /^Undo/ }).first().click();
    await page.getByText(`Owning has cost as much as rent in month ${month}`, { exact: true }).first().waitFor();
  },

  "a price list is checked row by row, priced by, and given up again": async ({ page, newPage }) => {
    await openTemplate(page, "dgx-h100-4");
    await openTab(page, "Cost");
    const bill = page.getByRole("region", { name: "Bill of materials" });
    const node = bill.getByRole("row", { name: /^DGX H100/ }).first();
    const before = await node.textContent();
    await page.getByText("Prices of your own").click();
    const fold = page.locator("#own-prices");
    const use = fold.getByRole("button", { name: "Use these prices" });
    assert.ok(await use.isDisabled());

    await choose(page, `${HEAD}dgx-h100,cheap,,,2026-11,a shop,,\nno-such-part,1,,,2026-11,,,\n`);
    await fold.getByRole("row").nth(3).waitFor();
    const faults = await fold.getByRole("row").allTextContents();
    assert.match(faults[1], /^2default_usd/);
    assert.match(faults[2], /^3source/);
    assert.match(faults[3], /^3part_idno such part/);
    assert.ok(await use.isDisabled());

    await choose(page, `${HEAD}dgx-h100,123456,120000,130000,2026-11-02,Quotation 7,9,\n`);
    await fold.getByText("One price, every row is fine.").waitFor();
    await use.click();
    await node.getByText("Quotation 7").waitFor();
    assert.match(await node.textContent(), /123,456.*120,000–130,000.*2026-11-02, 9 weeks to delivery/);
    // The figures beside the view are priced alike, and nothing says that prices are missing.
    await fold.getByText(/^This design names the price book .*@1\./).waitFor();
    assert.equal(await page.locator('[data-code="price.book_absent"]').count(), 0);
    const capex = () => page.locator('[data-figure="capex"] .num').first().textContent();
    const priced = await capex();

    // A design that was never saved is saved with it, and comes back with it.
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("textbox", { name: "Edit token" }).waitFor();
    await page.keyboard.press("Escape");
    await page.reload();
    await page.waitForSelector("#planner[data-ready='1']");
    await openTab(page, "Cost");
    await node.getByText("Quotation 7").waitFor();
    assert.equal(await capex(), priced);
    for (const [name, ending] of [["Bill of materials as CSV", ".bom.csv"], ["Bill of materials as MD", ".bom.md"]]) {
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name }).click();
      assert.ok((await download).suggestedFilename().endsWith(ending));
    }

    // The next list is the next version of the book.
    await page.getByText("Prices of your own").click();
    await choose(page, `${HEAD}dgx-h100,111111,,,2026-12-01,Quotation 8,,\n`);
    await fold.getByText("One price, every row is fine.").waitFor();
    await use.click();
    await node.getByText("Quotation 8").waitFor();
    await fold.getByText(/^This design names the price book .*@2\./).waitFor();

    // Who has neither token gets a finding instead of other prices in silence.
    const fragment = await page.evaluate(() => location.href);
    assert.match(fragment, /design=/);
    await fold.getByRole("button", { name: "Back to published prices" }).click();
    await page.waitForFunction(
      ([text]) => document.querySelector("[aria-label='Bill of materials'] tbody")?.textContent.includes(text),
      [before.slice(0, 12)],
    );
    await node.getByText("Quotation 8").waitFor({ state: "detached" });
    assert.equal(await node.textContent(), before);
    await page.getByRole("button", { name: /^Undo/ }).first().click();
    await node.getByText("Quotation 8").waitFor();

    const other = await newPage();
    await openTemplate(other, "dgx-h100-4");
    await openTab(other, "Cost");
    await other.getByRole("region", { name: "Bill of materials" }).getByRole("row", { name: /^DGX H100/ }).first().waitFor();
    assert.equal(await other.getByText("Quotation").count(), 0);
  },

  "the bill is filtered and ordered, and a price of one's own is entered": async ({ page }) => {
    await openTemplate(page, "superpod-h100-32");
    await openTab(page, "Cost");
    const bill = page.getByRole("region", { name: "Bill of materials" });
    await page.getByLabel("Lines that are shown").focus();
    await page.getByLabel("Lines that are shown").selectOption("optics");
    await bill.getByText("Lines shown").waitFor();
    assert.equal(await bill.locator("tbody tr.sub").count(), 1);
    // Who is in a list stays in it.
    assert.equal(await page.evaluate(() => document.activeElement.id), "view-bom-filter");
    await page.getByLabel("Lines that are shown").selectOption("");
    await page.getByLabel("Order of the lines").selectOption("extended");
    await page.waitForFunction(() => !document.querySelector("[aria-label='Bill of materials'] tr.sub"));
    const sums = await bill.locator("tbody tr td:last-child").allTextContents();
    const known = sums.map((text) => Number(text.replaceAll(",", ""))).filter((usd) => !Number.isNaN(usd));
    assert.deepEqual(known, known.toSorted((a, b) => b - a));

    await bill.getByRole("button", { name: /^Enter price of DGX H100/ }).click();
    await page.getByRole("dialog").getByRole("textbox").fill("250000");
    await page.keyboard.press("Escape");
    await bill.getByRole("row", { name: /DGX H100/ }).first().getByText("250,000").waitFor();
    await page.getByRole("button", { name: "Bill of materials as XLSX" }).click();
    await page.getByText("save the design first").waitFor();
  },

  "racks show tiers in colours, power against the limit, and cables by medium": async ({ page }) => {
    await openTemplate(page, "nvl72-spectrum-x-8");
    await openTab(page, "Racks");
    const front = page.locator("#view figure svg").first();
    for (const text of [/^Leaf .*SN5600.*, 9$/, /^Spine .*SN5600.*, 8$/, /^of 140 kW$/, /^System 1$/]) {
      await front.getByText(text).first().waitFor();
    }
    for (const kind of ["f1", "f3"]) assert.ok((await front.locator(`path.dg-tray.${kind}`).count()) > 0, kind);
    const kinds = page.getByRole("region", { name: "Racks by kind" });
    assert.match(await kinds.textContent(), /of 140 kW.*All racks.*IT load at most/s);
    const media = page.getByLabel("All media");
    if ((await media.count()) > 0) {
      const all = await page.getByRole("heading", { name: / cables$/ }).textContent();
      await media.selectOption({ index: 1 });
      await page.waitForFunction(
        ([text]) => [...document.querySelectorAll("h3")].every((head) => head.textContent !== text),
        [all],
      );
    }
    await page.getByRole("button", { name: "Cut sheet as CSV" }).click();
    await page.getByText("save the design first").waitFor();
  },

  "without its annex the figures stand and the view says what to do": async ({ page }) => {
    await page.route(/podwright-annex-.*\.wasm$/, (route) => route.fulfill({ status: 503, body: "" }));
    await openTemplate(page, "superpod-h100-32");
    await page.getByRole("tab", { name: "Cost" }).click();
    assert.match(await page.getByRole("alert").textContent(), /could not be loaded or has stopped/);
    assert.match(await page.locator(".stagehead h2").textContent(), /to buy/);
    assert.match(await page.locator('[data-figure="capex"]').textContent(), /USD/);
  },

  "money and racks are accessible in both themes and on a phone": async ({ newPage, assertAccessible }) => {
    for (const colorScheme of ["light", "dark"]) {
      for (const viewport of [{ width: 1440, height: 900 }, { width: 390, height: 844 }]) {
        const page = await newPage({ colorScheme, viewport });
        await openTemplate(page, "superpod-h100-32");
        for (const tab of ["Racks", "Cost"]) {
          await openTab(page, tab);
          if (tab === "Cost") {
            await page.getByText("Prices of your own").click();
            await choose(page, "part_id\n");
            await page.locator("#own-prices").getByRole("row").nth(1).waitFor();
          }
          await assertAccessible(page);
          const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(wider <= 0, `${tab} is ${wider} px wider than its window`);
        }
        await page.close();
      }
    }
  },
};

async function openTemplate(page, id) {
  await page.goto(`/planner?template=${id}`);
  await page.waitForSelector("#planner[data-ready='1']");
}

/** Opens a view that the annex writes, and waits for it. */
async function openTab(page, name) {
  await page.getByRole("tab", { name }).click();
  await page.locator(".pl-loads[aria-busy='false'] > .sec, .pl-loads[aria-busy='false'] > div").first().waitFor();
}

async function choose(page, text) {
  const buffer = Buffer.from(text);
  await page.getByLabel("Price list, CSV").setInputFiles({ name: "prices.csv", mimeType: "text/csv", buffer });
}

/** What the service says of the template on the page. */
async function economics(server, page) {
  const template = new URL(page.url()).searchParams.get("template");
  const { design } = await (await page.request.get(`${server.origin}/api/v1/templates/${template}`)).json();
  const stored = await (await page.request.post(`${server.origin}/api/v1/designs`, { data: design })).json();
  const headers = { authorization: `Bearer ${stored.edit_token}` };
  return (await page.request.get(`${server.origin}/api/v1/designs/${stored.id}/economics`, { headers })).json();
}
