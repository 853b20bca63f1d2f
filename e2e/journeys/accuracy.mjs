import assert from "node:assert/strict";

export default {
  "how far off the estimates are can be read in both themes, at every width": async ({ newPage, assertAccessible }) => {
    for (const colorScheme of ["light", "dark"]) {
      for (const width of [390, 768, 1085, 1440]) {
        const page = await newPage({ colorScheme, viewport: { width, height: 900 } });
        await page.goto("/accuracy");
        for (const summary of await page.locator("summary").all()) await summary.click();
        const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        assert.ok(content <= window, `${content} px wide in ${window}`);
        const smallest = await page.evaluate(() =>
          Math.min(...[...document.querySelectorAll("main svg.chart text")].filter((text) => text.getClientRects().length > 0)
            .map((text) => parseFloat(getComputedStyle(text).fontSize) * (text.getScreenCTM()?.a ?? 1))));
        assert.ok(smallest >= 10.5, `text of ${smallest} px in a drawing`);
        await assertAccessible(page);
        await page.context().close();
      }
    }
  },

  "without scripts it is complete": async ({ newPage }) => {
    const page = await newPage({ javaScriptEnabled: false });
    await page.goto("/");
    await page.getByRole("navigation", { name: "Site" }).getByRole("link", { name: "Accuracy" }).click();
    await page.getByRole("heading", { name: /^The median error is [\d.]+ % over [\d,]+ rows/ }).waitFor();
    assert.ok((await page.locator(".broad svg .dot").count()) > 1000);
    const runs = page.getByRole("region", { name: "Where it is farthest off" }).getByRole("row");
    assert.equal(await runs.count(), 21);
    const links = await page.locator("main a[href^='http']").evaluateAll((all) => all.map((link) => [link.rel, link.target]));
    assert.ok(links.length > 20);
    assert.deepEqual([...new Set(links.map(String))], ["noreferrer,"]);
  },
};
