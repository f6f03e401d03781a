// Pictures of the viewer for docs/images; run by hand where the page has changed:
//   cd build/release/viewer/work && GALET=../../galet GALET_IMAGES=../../../../docs/images \
//     node node_modules/@playwright/test/cli.js test --project=pictures

import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { galet, open, placeOf, result, scratch, serve } from "./program";

const picture = (name: string) => join(process.env.GALET_IMAGES ?? ".", name);

test("discs: a body and its contacts", async ({ page }) => {
  const server = await serve(result("impact"));
  await open(page, `${server.address}#time=0.9&colour=speed&dark=0`);
  await page.waitForTimeout(1000);
  const { x, y } = await placeOf(page, 863);
  await page.mouse.click(x, y);
  await expect(page.locator("#body h2")).toHaveText("Body 863");
  await page.waitForTimeout(500);
  await page.screenshot({ path: picture("viewer.png") });
  server.stop();
});

test("two results side by side", async ({ page }) => {
  const [dry, gluey] = ["dry", "gluey"].map((name) => join(scratch(), name));
  galet("run", "settled-3d", "--out", dry, "--quiet");
  galet("run", "settled-3d", "--out", gluey, "--quiet", "--set", "contact.law=gluey");
  const server = await serve(dry, gluey);
  await open(page, `${server.address}#time=0.6&colour=pressure&dark=1`);
  await page.waitForTimeout(2500);
  await page.screenshot({ path: picture("viewer-compare.png") });
  server.stop();
});
