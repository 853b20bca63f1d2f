import assert from "node:assert/strict";

export default {
  "the server answers that it is alive": async ({ page }) => {
    const answer = await page.goto("/healthz");
    assert.equal(answer.status(), 200);
  },
};
