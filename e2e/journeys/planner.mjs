// The planner in the browser: composing, the figures that follow, saving, sharing, forking.

import assert from "node:assert/strict";

const BRIDGE = "f-pools-0-node-bridges-0";

export default {
  "a workstation answers every edit without the server": async ({ page }) => {
    await openTemplate(page, "dual-3090-nvlink");
    // Its first view shows curves: the published points come with it, and hold none of such a pair.
    await page.locator("figcaption .measured").getByText(/^Nobody has published a log of All-reduce/).waitFor();
    assert.equal(await page.locator(".pl-chart svg .dot").count(), 0);
    const asked = requestsOf(page);

    const board = page.locator(".a-compose figure svg");
    assert.match(await board.locator("title").textContent(), /RTX 3090 in slots 1, 5/);
    assert.match(await figure(page, "collective").locator(".basis").textContent(), /Measured|polated/);
    const bridged = await number(figure(page, "collective"));

    // A bridge of the wrong length is an error that says by how much, and has a fix.
    await page.getByLabel("Bridge", { exact: true }).selectOption("nvlink-bridge-rtxa6000-3slot");
    const finding = page.locator('.finds li[data-code="bridge.spacing"]');
    await finding.waitFor();
    assert.equal(await finding.getAttribute("class"), "e");
    assert.match(await page.locator(`#${BRIDGE}-m`).textContent(), /Spans 3 slots, cards are 4 apart/);
    assert.equal(await page.locator(`#${BRIDGE}`).getAttribute("aria-invalid"), "true");
    assert.ok((await number(figure(page, "collective"))) < bridged / 3, "the cards do not talk over NVLink");
    assert.match(await figure(page, "collective").locator(".after").textContent(), /after fix/);
    assert.match(await page.locator(".stagehead h2").textContent(), /The bridge makes a 256 MiB all-reduce .* times faster/);

    // A figure says how it came about; the focus returns to it.
    await page.getByRole("button", { name: "All-reduce, 256 MiB", exact: true }).click();
    await page.getByText("busbw = message ÷ time").waitFor();
    await page.keyboard.press("Escape");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "All-reduce, 256 MiB");

    // Its title leads to the field; its button mends it.
    await finding.getByRole("link").click();
    assert.match(await page.evaluate(() => document.activeElement.id), /^f-pools-0-node/);
    await finding.getByRole("button").first().click();
    await finding.waitFor({ state: "detached" });
    assert.equal(await number(figure(page, "collective")), bridged);

    // Without the bridge all-reduce drops; undo brings it back.
    await page.getByLabel("Bridge", { exact: true }).selectOption("");
    const bare = await number(figure(page, "collective"));
    assert.ok(bare < bridged / 3, `${bare} of ${bridged} GB/s`);
    assert.match(await page.locator(".stagehead h2").textContent(), /A bridge would make/);
    await page.getByRole("button", { name: "Undo: remove bridge" }).click();
    assert.equal(await number(figure(page, "collective")), bridged);

    // A number that is none keeps the last good figures and says what is wrong.
    const supply = page.getByLabel("Power supply", { exact: true });
    await supply.fill("lots");
    await page.locator("#f-pools-0-node-psu_w-m").waitFor();
    assert.match(await page.locator(".a-head").getAttribute("class"), /pl-stale/);
    await supply.fill("700");
    await page.locator('.finds li[data-code^="power.psu"]').first().waitFor();
    assert.doesNotMatch(await page.locator(".a-head").getAttribute("class"), /pl-stale/);

    assert.deepEqual(asked, [], "nothing was asked of the server");
  },

  "the figures follow a key at once": async ({ page }) => {
    await openTemplate(page, "dual-3090-nvlink");
    const count = Number(await page.locator("#planner").getAttribute("data-eval-count")) || 0;
    await page.getByLabel("Power supply", { exact: true }).press("End");
    for (const key of "0000") await page.keyboard.press(key === "0" ? "Backspace" : key);
    await page.keyboard.type("850");
    await page.waitForFunction((before) => Number(document.querySelector("#planner").dataset.evalCount) > before, count);
    assert.ok(Number(await page.locator("#planner").getAttribute("data-eval-ms")) > 0);
  },

  "a cluster shows its fabric, its curve, power and cost": async ({ page }) => {
    await openTemplate(page, "nvl72-spectrum-x-8");
    const asked = requestsOf(page);
    assert.match(await page.locator(".stagehead h2").textContent(), /Eight racks, nine leaves, eight spines, nothing oversubscribed/);
    const fabric = page.locator("#view figure svg").first();
    for (const name of ["Spine 8", "Leaf 9", "Rack 8"]) await fabric.getByText(name, { exact: true }).waitFor();
    assert.match(await figure(page, "ratio").locator(".v").textContent(), /18 : 1/);

    await page.getByRole("tab", { name: "Collectives" }).click();
    await page.locator(".pl-chart svg .ln").first().waitFor();
    assert.match(await page.locator(".stagehead h2").textContent(), /racks reach .* GB\/s at 8 GiB, one rack/);
    const parts = page.getByRole("region", { name: "Share", exact: true });
    assert.match(await parts.textContent(), /On scale-up links.*On the scale-out network/s);
    await page.getByText("Data table of the chart").click();
    const points = page.getByRole("region", { name: /^Data table, 8 racks/ }).getByRole("row");
    // Of eight racks nothing is published, of one rack there is: its marks stand on its curve.
    await page.locator("figcaption .measured a").getByText("coreweave/nccl-tests", { exact: true }).waitFor();
    await page.locator("figcaption .legend").getByText("One rack: measured, GB200").waitFor();
    assert.equal(asked.length, 1, asked.join(" "));
    assert.match(asked.pop(), /_measured\.json$/);
    // A row for every size from 8 B to 16 GiB.
    await points.nth(32).waitFor();
    assert.match(await points.first().textContent(), /Scale-up part.*Scale-out part/s);

    // The cross-hair follows keys.
    const hair = page.getByLabel("Message size of the cross-hair");
    const before = await hair.getAttribute("aria-valuetext");
    await hair.press("ArrowLeft");
    assert.notEqual(await hair.getAttribute("aria-valuetext"), before);

    // Oversubscription, switch, racks and the price of energy move what they should.
    const bisection = async () => page.locator(".stagehead p").textContent();
    await page.getByRole("tab", { name: "Topology" }).click();
    const full = await bisection();
    await page.locator("#f-fabrics-0-oversubscription").fill("2");
    await page.waitForFunction((text) => document.querySelector(".stagehead p").textContent !== text, full);
    assert.match(await page.locator(".stagehead h2").textContent(), /oversubscribed/);
    assert.match(await page.locator("#f-fabrics-0-oversubscription").locator("..").textContent(), /delivered/);

    const capex = await number(figure(page, "capex"));
    await page.getByRole("button", { name: "One rack more" }).click();
    assert.match(await page.locator(".stagehead h2").textContent(), /^Nine racks/);
    assert.ok((await number(figure(page, "capex"))) > capex);

    await page.getByLabel("Switch", { exact: true }).selectOption("arista-7060x6-64pe");
    await page.getByRole("cell", { name: /Arista 7060X6-64PE/ }).first().waitFor();

    const hour = await number(figure(page, "hour"));
    await page.getByLabel("Electricity").first().fill("0.40");
    await page.waitForFunction((text) => document.querySelector('[data-figure="hour"] .num').textContent !== text, String(hour.toFixed(2)));
    assert.ok((await number(figure(page, "hour"))) > hour);

    await page.getByRole("tab", { name: "Racks" }).click();
    assert.match(await page.locator(".stagehead h2").textContent(), /racks?, .* at most/);
    await page.getByRole("tab", { name: "Cost" }).click();
    await page.getByRole("region", { name: "Bill of materials" }).getByText(/NVL72/).first().waitFor();

    // A price of one's own wins, and unknown never reads as zero.
    const unpriced = page.locator("tr.unknown").first();
    if ((await unpriced.count()) > 0) {
      assert.doesNotMatch(await unpriced.textContent(), /\b0 USD|\s0\s/);
    }
    // Racks are drawn by the second module, whose files come with its first view.
    const computed = asked.filter((url) => !/annex|_data\.json$/.test(new URL(url).pathname));
    assert.deepEqual(computed, [], "nothing was asked of the server");
  },

  "a collective says why it takes what it takes": async ({ page }) => {
    await openTemplate(page, "dgx-h100-1");
    await page.getByRole("tab", { name: "Collectives" }).click();
    const hair = page.getByLabel("Message size of the cross-hair");
    const sizeOf = () => hair.getAttribute("aria-valuetext");
    await hair.press("End");
    assert.equal(await sizeOf(), "16 GiB");
    await hair.press("ArrowLeft");
    assert.equal(await sizeOf(), "8 GiB");

    // In-switch reduction passes the rate of the links in busbw, on no wire (nccl-tests: about 480 GB/s on one DGX H100).
    const panel = page.getByRole("region", { name: "Why", exact: true });
    const row = (name) => panel.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) });
    const first = async (name) => Number((await row(name).getByRole("cell").textContent()).split(" ")[0]);
    assert.match(await row("Algorithm").textContent(), /NVLS/);
    const busbw = await first("busbw");
    assert.ok(busbw > 450, `${busbw} GB/s`);
    assert.ok((await first("algbw")) < 450);
    assert.match(await row("busbw").textContent(), /450 GB\/s/);
    assert.match(await row("On the wire").textContent(), /^On the wire8\.59 GB/);
    assert.match(await row("Runner-up").textContent(), /\d % longer/);

    // The service says the same.
    const template = await (await page.request.get("/api/v1/templates/dgx-h100-1")).json();
    const report = await (await page.request.post("/api/v1/evaluate", { data: template.design })).json();
    const curve = report.collectives.find((curve) => curve.op === "all_reduce");
    const point = curve.points.find((point) => point.message_bytes === 2 ** 33);
    assert.equal(point.algorithm, "nvls");
    assert.ok(Math.abs(point.busbw_gb_s / busbw - 1) < 0.01, `${point.busbw_gb_s} and ${busbw}`);

    // It follows the cross-hair: a small message has no use for the switch.
    await hair.press("Home");
    assert.doesNotMatch(await row("Algorithm").textContent(), /NVLS/);
  },

  "published points stand beside the curve with their sources, and are fetched once": async ({ page }) => {
    const asked = requestsOf(page);
    const points = () => asked.filter((url) => url.endsWith("_measured.json"));
    await openTemplate(page, "dgx-h100-1");
    if ((await page.locator("#tab-collectives").getAttribute("aria-selected")) !== "true") {
      assert.deepEqual(points(), [], "not before somebody looks at curves");
    }
    await page.locator("#tab-collectives").click();
    const sources = page.locator("figcaption ul.measured li");
    await sources.first().waitFor();
    const named = await sources.allTextContents();
    assert.ok(named.length >= 3, named.join("\n"));
    for (const name of ["ai-dynamo/aiconfigurator, 2026-07", "NVIDIA/nccl-tests #290, 2025-03"]) {
      assert.ok(named.some((text) => text.startsWith(name)), `${name} in ${named.join("\n")}`);
    }
    for (const link of await sources.getByRole("link").all()) assert.match(await link.getAttribute("href"), /^https:/);

    // Hollow marks in the chart; H200 have their own, named in the legend.
    const marks = page.locator(".pl-chart svg .dot");
    assert.ok((await marks.count()) > 20);
    assert.notEqual(await marks.first().evaluate((mark) => getComputedStyle(mark).stroke), "none");
    const legend = page.locator("figcaption .legend");
    for (const gpu of [/^Measured, H100/, /^Measured, H200/]) await legend.getByText(gpu).waitFor();

    // Marks follow the axis and the operation; nobody is asked again.
    const height = async () => marks.first().evaluate((mark) => mark.getBoundingClientRect().top);
    const before = await height();
    await page.getByRole("button", { name: "Time", exact: true }).click();
    assert.notEqual(await height(), before);
    await page.getByLabel("Operation", { exact: true }).selectOption("broadcast");
    await page.locator("figcaption .measured").getByText(/^Nobody has published a log of Broadcast/).waitFor();
    await page.locator("#tab-cost").click();
    await page.locator("#tab-collectives").click();
    await page.locator("figcaption .measured").waitFor();
    assert.equal(points().length, 1, points().join(" "));
  },

  "without the published points the chart stands and says so": async ({ page }) => {
    await page.route("**/*_measured.json", (route) => route.fulfill({ status: 503, body: "" }));
    await openTemplate(page, "dual-3090-nvlink");
    await page.getByText("Published measurements could not be loaded").waitFor();
    await page.locator(".pl-chart svg .ln").first().waitFor();
    assert.equal(await page.locator(".pl-chart svg .dot").count(), 0);
  },

  "code and data are fetched once each, side by side": async ({ page }) => {
    const asked = requestsOf(page);
    await openTemplate(page, "dual-3090-nvlink");
    // The view that a workstation begins with shows curves, for which the published points come too.
    await page.locator("figcaption .measured").waitFor();
    const built = asked.map((url) => new URL(url).pathname).filter((path) => path.startsWith("/dist/"));
    assert.equal(new Set(built).size, 4, built.join(" "));
    assert.equal(built.length, 4, `each once: ${built.join(" ")}`);
    for (const path of built) {
      const answer = await page.request.get(path, { headers: { "accept-encoding": "gzip" } });
      const headers = answer.headers();
      assert.match(headers["cache-control"], /immutable/, path);
      assert.equal(headers["content-encoding"], "gzip", path);
    }
    const preloaded = await page.locator('link[rel="preload"]').evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    for (const kind of ["_bg.wasm", "_data.json"]) assert.ok(preloaded.some((href) => href.endsWith(kind)), kind);
  },

  "without its data the page says so and shows the server's report": async ({ newPage }) => {
    const answers = {
      "an error": (route) => route.fulfill({ status: 503, body: "" }),
      "another document": (route) => route.fulfill({ contentType: "application/json", body: "{}" }),
    };
    for (const [what, answer] of Object.entries(answers)) {
      const page = await newPage();
      await page.route("**/*_data.json", answer);
      await page.goto("/planner?template=dual-3090-nvlink");
      await page.getByText("The planner could not start in this browser").waitFor();
      assert.equal(await page.locator("#planner").count(), 0, what);
      await page.getByText("The catalogue of parts and prices could not be loaded").waitFor();
      assert.match(await page.locator("#boot-error").innerText(), /503|missing field/, what);
      const report = await page.locator("main").innerText();
      for (const part of [/RTX 3090/, /Bill of materials/i, /56\.25/]) assert.match(report, part, what);
    }
  },

  "without WebAssembly the page says so and shows the server's report": async ({ page }) => {
    await page.route("**/*_bg.wasm", (route) => route.fulfill({ status: 503, body: "" }));
    await page.goto("/planner?template=dual-3090-nvlink");
    await page.getByText("The planner could not start in this browser").waitFor();
    assert.equal(await page.locator("#boot-data").isVisible(), false, "the data is not to blame");
    assert.match(await page.locator("main").innerText(), /Bill of materials/i);
  },

  "two GPUs are chosen and their path is told part by part": async ({ page }) => {
    await openTemplate(page, "nvl72-spectrum-x-8");
    const asked = requestsOf(page);
    const title = page.locator("#path-title");
    const hops = page.getByRole("region", { name: "Parts of the path" });
    const fabric = page.locator("#view figure svg").first();
    assert.match(await title.textContent(), /^Path from rack 2, GPU 18 to rack 7, GPU 53$/);
    // NIC, up, down, NIC: four links, the first of which gives least.
    assert.equal(await hops.locator("tbody tr").count(), 4);
    assert.match(await hops.locator("tr.hit").textContent(), /NIC of GPU 18.*50 GB\/s.*slowest/s);
    assert.match(await fabric.textContent(), /Slowest part: NIC of GPU 18, 50 GB\/s/);

    const choose = page.getByRole("button", { name: "Choose GPUs" });
    await choose.press("Enter");
    await page.getByLabel("To node").fill("3");
    await page.getByLabel("To node").press("Enter");
    await page.getByLabel("To GPU").fill("16");
    await page.getByLabel("To GPU").press("Enter");
    // Both are on the third leaf: nothing climbs to a spine.
    await page.waitForFunction(() => /rack 3, GPU 16$/.test(document.querySelector("#path-title").textContent));
    assert.equal(await hops.locator("tbody tr").count(), 2);
    assert.equal(await fabric.locator(".hot, .slow").count(), 2);

    // Inside a rack the way is NVLink. A number beyond the rack is held to its last GPU.
    await page.getByLabel("To node").fill("2");
    await page.getByLabel("To node").press("Enter");
    await page.getByLabel("To GPU").fill("500");
    await page.getByLabel("To GPU").press("Enter");
    assert.equal(await page.getByLabel("To GPU").inputValue(), "71");
    assert.match(await hops.textContent(), /NVSwitch.*900 GB\/s/s);

    // The same links by their length.
    await page.getByRole("button", { name: "Length", exact: true }).click();
    await fabric.getByText(/^\d+ m$|^[\d.]+–[\d.]+ m$/).first().waitFor();
    assert.equal(await fabric.locator(".hot, .slow").count(), 0);
    assert.deepEqual(asked, [], "nothing was asked of the server");
  },

  "an unsaved design survives a reload in its address": async ({ page, newPage }) => {
    await openTemplate(page, "dual-3090-nvlink");
    await page.getByLabel("Bridge", { exact: true }).selectOption("");
    await page.waitForURL(/#d=/);
    const address = page.url();
    const other = await newPage();
    await other.goto(address);
    await ready(other);
    assert.equal(await other.getByLabel("Bridge", { exact: true }).inputValue(), "");
    const broken = await newPage();
    await broken.goto(`${address.slice(0, -40)}`);
    await ready(broken);
    await broken.getByText("The address holds no readable design").waitFor();
  },

  "saved, shared, read without scripts, forked and saved again": async ({ page, newPage, server }) => {
    await openTemplate(page, "nvl72-spectrum-x-8");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const token = page.getByRole("textbox", { name: "Edit token" });
    await token.waitFor();
    assert.ok((await token.inputValue()).length > 20);
    await page.getByRole("button", { name: "Close" }).first().click();
    await page.getByText("Saved, revision 1").waitFor();
    assert.match(page.url(), /design=/);

    await page.getByRole("button", { name: "Share", exact: true }).click();
    const link = page.getByRole("textbox", { name: "Link" });
    await link.waitFor();
    const url = await link.inputValue();
    assert.ok(url.includes("/s/"), url);
    await page.keyboard.press("Escape");
    assert.equal(await page.evaluate(() => document.activeElement.id), "share", "the focus returns");

    // Another browser without scripts reads the whole report.
    const reader = await newPage({ javaScriptEnabled: false });
    const slug = new URL(url, server.origin).pathname;
    await reader.goto(slug);
    const text = await reader.locator("body").innerText();
    for (const part of [/NVL72/, /Bill of materials/i, /all-reduce/i, /USD/]) assert.match(text, part);
    const stranger = await reader.request.get(`/api/v1/designs/${new URL(page.url()).searchParams.get("design")}`);
    assert.equal(stranger.status(), 401);

    // A third one makes a copy of its own.
    const forker = await newPage();
    await forker.goto(`/planner?share=${slug.split("/").pop()}`);
    await ready(forker);
    await forker.getByRole("button", { name: "One rack more" }).click();
    await forker.getByRole("button", { name: "Save", exact: true }).click();
    await forker.getByRole("textbox", { name: "Edit token" }).waitFor();
    await forker.getByRole("button", { name: "Close" }).first().click();
    await forker.getByRole("button", { name: "One rack more" }).click();
    await forker.getByText("Changed since revision 1").waitFor();
    await forker.getByRole("button", { name: "Save", exact: true }).click();
    await forker.getByText("Saved, revision 2").first().waitFor();

    // The design opens again from its address, in the browser that has its token.
    await forker.reload();
    await ready(forker);
    await forker.getByText("Saved, revision 2").first().waitFor();
    assert.match(await forker.locator(".stagehead h2").textContent(), /^Ten racks/);
  },

  "a stale save shows both revisions and loses neither": async ({ page }) => {
    await openTemplate(page, "dual-3090-nvlink");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("textbox", { name: "Edit token" }).waitFor();
    await page.keyboard.press("Escape");
    const twin = await page.context().newPage();
    await twin.goto(page.url());
    await ready(twin);
    await twin.getByLabel("Power supply", { exact: true }).fill("1200");
    await twin.getByRole("button", { name: "Save", exact: true }).click();
    await twin.getByText("Saved, revision 2").first().waitFor();

    await page.getByLabel("Power supply", { exact: true }).fill("850");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("heading", { name: /Somebody saved revision 2/ }).waitFor();
    await page.getByRole("button", { name: "Save mine as the next revision" }).click();
    await page.getByText("Saved, revision 3").first().waitFor();
    assert.equal(await page.getByLabel("Power supply", { exact: true }).inputValue(), "850");
  },

  "an open design is compared with another saved one": async ({ page, newPage, assertAccessible }) => {
    // Another person shares a cluster; this browser saves a workstation.
    const other = await newPage();
    await openTemplate(other, "nvl72-spectrum-x-8");
    await other.getByRole("button", { name: "Save", exact: true }).click();
    await other.getByRole("textbox", { name: "Edit token" }).waitFor();
    await other.keyboard.press("Escape");
    const id = new URL(other.url()).searchParams.get("design");
    await other.getByRole("button", { name: "Share", exact: true }).click();
    const link = await other.getByRole("textbox", { name: "Link" }).inputValue();

    await openTemplate(page, "dual-3090-nvlink");
    const compare = page.getByRole("button", { name: "Compare", exact: true });
    await compare.first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Nothing has changed yet").waitFor();
    assert.equal(await dialog.getByLabel("Saved in this browser").count(), 0, "nothing is saved here yet");
    const named = dialog.getByLabel("Share link or id");

    // What is no design says so, and the table stays.
    await named.fill("not a link");
    await named.press("Enter");
    await dialog.getByText("This is no share link and no id").waitFor();
    await named.fill("AAAAAAAAAAAAAAAAAAAAAA");
    await named.press("Enter");
    await dialog.getByText("There is no design").waitFor();
    await named.fill(id);
    await named.press("Enter");
    await dialog.getByText("This browser has no token of that design").waitFor();

    await named.fill(link);
    await named.press("Enter");
    await dialog.getByText(/^Figures of .*, and of the design on this page/).waitFor();
    const text = await dialog.getByRole("region", { name: "Compare designs" }).innerText();
    assert.match(text, /All-reduce/);
    assert.match(text, /18 : 1/);
    await assertAccessible(page);

    // Nothing is saved yet: the sheet says so and offers it; the token is shown as with every first save.
    await dialog.getByText("edits that are not saved").waitFor();
    await dialog.getByRole("button", { name: "Save first" }).click();
    await page.getByRole("textbox", { name: "Edit token" }).waitFor();
    await page.keyboard.press("Escape");

    // Saved, the whole comparison opens on its own page.
    await compare.first().click();
    await named.fill(link);
    await named.press("Enter");
    await dialog.getByRole("button", { name: "Open the whole comparison" }).click();
    await page.waitForURL(/\/compare\?a=.+&b=.+/);
    const whole = await page.locator("main").innerText();
    for (const part of [/NVL72/, /3090/, /Parts that differ/]) assert.match(whole, part);

    // In another design of this browser the saved one stands in the list, and an unsaved edit is told.
    await openTemplate(page, "nvl72-1");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("textbox", { name: "Edit token" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("Saved, revision 1").waitFor();
    await page.getByLabel("Electricity").first().fill("0.40");
    await page.getByText("Changed since revision 1").waitFor();
    await compare.first().click();
    await dialog.getByLabel("Saved in this browser").selectOption({ index: 1 });
    await dialog.getByText(/^Figures of .*3090.*, and of the design on this page/).waitFor();
    await dialog.getByText("edits that are not saved").waitFor();
    await dialog.getByRole("button", { name: "Save first" }).click();
    await dialog.getByRole("button", { name: "Open the whole comparison" }).waitFor();
  },

  "it can be used by keyboard and by screen readers in the light theme": checkEverywhere("light"),

  "it can be used by keyboard and by screen readers in the dark theme": checkEverywhere("dark"),
};

async function openTemplate(page, id) {
  await page.goto(`/planner?template=${id}`);
  await ready(page);
}

async function ready(page) {
  await page.locator('#planner[data-ready="1"]').waitFor();
}

/** Addresses that the page asks for from now on. The browser looks for the icon by itself when the address changes. */
function requestsOf(page) {
  const asked = [];
  page.on("request", (request) => {
    if (!request.url().startsWith("data:") && !request.url().endsWith("/icon.svg")) asked.push(request.url());
  });
  return asked;
}

function figure(page, key) {
  return page.locator(`#figures li[data-figure="${key}"]`);
}

async function number(figure) {
  return Number((await figure.locator(".v .num").textContent()).replaceAll(",", ""));
}

/** Rules of accessibility on a phone and a wide screen, and no sideways scrolling at any width. */
function checkEverywhere(colorScheme) {
  return async ({ newPage, assertAccessible }) => {
    for (const width of [390, 768, 1085, 1440]) {
      const page = await newPage({ colorScheme, viewport: { width, height: 900 }, hasTouch: width < 800 });
      for (const template of ["dual-3090-nvlink", "nvl72-spectrum-x-8"]) {
        await openTemplate(page, template);
        if (template === "dual-3090-nvlink") {
          // The state with the longest words: an error, its fix, warnings.
          await page.getByLabel("Bridge", { exact: true }).selectOption("nvlink-bridge-rtxa6000-3slot");
          await page.locator(".finds li.e").waitFor();
        }
        for (const tab of ["topology", "racks", "collectives", "cost"]) {
          await page.locator(`#tab-${tab}`).click();
          // These two are written by the second module.
          if (tab === "racks" || tab === "cost") await page.locator(".pl-loads .sec").first().waitFor();
          const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
          assert.ok(content <= window, `${template}, ${tab}: ${content} px wide in ${window}`);
          if (width === 390 || width === 1440) await assertAccessible(page);
        }
      }
      await page.context().close();
    }
  };
}
