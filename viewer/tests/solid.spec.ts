// Three dimensions: depth, turning, clipping, rotation marks; and a run that is still writing.

import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { Server, coloursAt, galet, inBackground, open, placeOf, readFile, result, scratch, serve, settled } from "./program";

let settling = "";
let server: Server;

test.beforeAll(async () => {
  settling = result("settled-3d", "--steps", "12");
  server = await serve(settling);
});
test.afterAll(() => server.stop());

/** Of the first frame: bodies and how near each is to a viewer who looks down. */
const positions = (): number[][] => readFile(settling, "file['particles/all/position/value'][0].tolist()");

test("the body on top hides those below", async ({ page }) => {
  await open(page, `${server.address}#time=0&colour=group&obstacles=0&dark=0`);
  // From straight above.
  await page.evaluate(() => {
    const { galet } = window as any;
    galet.change({ camera: { ...galet.camera, azimuth: 0, elevation: 90 } });
  });
  await settled(page, "0");
  const at = positions();
  const radius: number[] = readFile(settling, "file['particles/all/radius/value'][0].tolist()");
  let checked = 0;
  for (let i = 0; i < at.length && checked < 25; i += 7) {
    // Whoever lies over the centre of body i, the highest of all, is chosen by a click there.
    const over = at
      .map((p, j) => ({ j, p, inside: Math.hypot(p[0] - at[i][0], p[1] - at[i][1]) < 0.95 * radius[j] }))
      .filter((b) => b.inside)
      .sort((a, b) => b.p[2] - a.p[2])[0];
    const { x, y } = await placeOf(page, i);
    await page.mouse.click(x, y);
    await expect(page.locator("#body h2")).toHaveText(`Body ${over.j}`);
    ++checked;
  }
});

test("clipping leaves out whole bodies", async ({ page }) => {
  await open(page, `${server.address}#time=0&colour=none&dark=0&obstacles=0`);
  await settled(page, "0");
  const top = positions().reduce((best, p, i, all) => (p[2] > all[best][2] ? i : best), 0);
  const place = await placeOf(page, top);
  const [before] = await coloursAt(page, [place]);
  await page.locator("#clip").selectOption("2 below");
  await page.locator("#clip-at").fill("0.2");
  await page.waitForTimeout(400);
  const [after] = await coloursAt(page, [place]);
  expect(after).not.toEqual(before);
  const shown = await page.evaluate(() => {
    const [pane] = (window as any).galet.panes;
    const high = (i: number) => pane.center(i)[2] > (window as any).galet.view.clip.at;
    const count = pane.frame.count;
    return Array.from({ length: count }, (_, i) => i).filter((i) => pane.spheres.colour[4 * i + 3] > 0 && high(i)).length;
  });
  expect(shown).toBe(0);
});

test("dragging turns the picture, the wheel zooms about the pointer", async ({ page }) => {
  await open(page, `${server.address}#time=0`);
  await settled(page, "0");
  const before = await placeOf(page, 3);
  const box = (await page.locator("#stage").boundingBox())!;
  await page.mouse.move(box.x + 300, box.y + 300);
  await page.mouse.down();
  await page.mouse.move(box.x + 400, box.y + 300, { steps: 5 });
  await page.mouse.up();
  const turned = await placeOf(page, 3);
  expect(Math.hypot(turned.x - before.x, turned.y - before.y)).toBeGreaterThan(3);
  await page.mouse.move(turned.x, turned.y);
  await page.mouse.wheel(0, -300);
  await page.waitForTimeout(200);
  const zoomed = await placeOf(page, 3);
  expect(Math.hypot(zoomed.x - turned.x, zoomed.y - turned.y)).toBeLessThan(1.5);
});

test("new frames of a run appear without a reload", async ({ page }) => {
  const folder = join(scratch(), "going-on");
  // So long that it does not come to its end, however fast the machine and however slow the browser.
  const longer = ["--set", "simulation.end=600", "--set", "output.every=1"];
  const run = inBackground("run", "settled-3d", "--out", folder, ...longer, "--threads", "1");
  await new Promise((done) => setTimeout(done, 1500));
  const live = await serve(folder);
  await open(page, live.address);
  await expect(page.locator("#live")).toBeVisible();
  const frames = () => page.evaluate(() => Number((document.getElementById("time") as HTMLInputElement).max));
  const before = await frames();
  await expect.poll(frames, { timeout: 30_000 }).toBeGreaterThan(before + 3);
  // It stays at the newest frame, and so do the plots.
  const shown = async () => Number(await page.locator("#picture").getAttribute("data-frames"));
  const first = await shown();
  await expect.poll(shown, { timeout: 30_000 }).toBeGreaterThan(first);
  run.kill("SIGTERM");
  live.stop();
});

test("a result that another run replaces is shown anew", async ({ page }) => {
  const folder = result("impact", "--steps", "4");
  const replaced = await serve(folder);
  await open(page, `${replaced.address}#colour=radius`);
  await settled(page, "0");
  expect(await page.evaluate(() => (document.getElementById("time") as HTMLInputElement).max)).toBe("4");
  galet("run", "settled-3d", "--out", folder, "--force", "--steps", "20", "--quiet");
  await expect(page.locator("#title")).toHaveText("Spheres settle in a box", { timeout: 30_000 });
  await expect(page.locator("#picture")).toHaveAttribute("data-frames", /^\d/);
  const last = () => page.evaluate(() => (document.getElementById("time") as HTMLInputElement).max);
  await expect.poll(last, { timeout: 30_000 }).toBe("2");
  await expect(page.locator("#colour")).toHaveValue("radius");
  replaced.stop();
});
