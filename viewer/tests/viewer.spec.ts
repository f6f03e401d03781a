// The page end to end: what a person sees and does, checked against the result's files.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Page, expect, test } from "@playwright/test";
import { Server, coloursAt, galet, open, placeOf, readFile, result, serve, settled } from "./program";

const PLAIN = [122, 163, 204]; // of bodies without a value
const PAPER = [255, 255, 255];

let impact = "";
let server: Server;

test.beforeAll(async () => {
  impact = result("impact");
  server = await serve(impact);
});
test.afterAll(() => server.stop());

function lastRow(folder: string): Record<string, string> {
  const lines = readFileSync(join(folder, "history.csv"), "utf8").trim().split("\n");
  const values = lines[lines.length - 1].split(",");
  return Object.fromEntries(lines[0].split(",").map((name, k) => [name, values[k]]));
}

async function choose(page: Page, body: number, pane = 0) {
  const { x, y } = await placeOf(page, body, pane);
  await page.mouse.click(x, y);
}

test("bodies are drawn where they are", async ({ page }) => {
  await open(page, `${server.address}#colour=none&dark=0`);
  await settled(page, "0");
  const bodies = [0, 17, 400, 1234, 1999];
  const places = await Promise.all(bodies.map((i) => placeOf(page, i)));
  for (const colour of await coloursAt(page, places)) expect(colour).toEqual(PLAIN);
  const positions: number[][] = readFile(impact, "file['particles/all/position/value'][0].tolist()");
  // High above the cluster there is nothing.
  const top = Math.max(...positions.map((p) => p[1]));
  const nowhere = await page.evaluate((y) => {
    const box = document.getElementById("stage")!.getBoundingClientRect();
    const spot = (window as any).galet.panes[0].project([0, y, 0]);
    return { x: spot.x + box.left, y: spot.y + box.top };
  }, top + 0.03);
  expect((await coloursAt(page, [nowhere]))[0]).toEqual(PAPER);
});

test("playing moves the time, and bodies with it", async ({ page }) => {
  await open(page, `${server.address}#time=0&colour=none`);
  const before = await placeOf(page, 5);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.locator("#picture")).not.toHaveAttribute("data-frames", "0");
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  const after = await placeOf(page, 5);
  expect(after.y).toBeGreaterThan(before.y + 5); // it falls
  await expect(page.locator("#time-text")).not.toHaveText(/^0\.00 of/);
});

test("colours follow what is chosen", async ({ page }) => {
  await open(page, `${server.address}#time=0&colour=radius&dark=0`);
  await settled(page, "0");
  const radius: number[] = readFile(impact, "file['particles/all/radius/value'][0].tolist()");
  const smallest = radius.indexOf(Math.min(...radius));
  const largest = radius.indexOf(Math.max(...radius));
  const places = [await placeOf(page, smallest), await placeOf(page, largest)];
  expect(await coloursAt(page, places)).toEqual([[0x44, 0x01, 0x54], [0xfd, 0xe7, 0x25]]); // ends of viridis
  await page.locator("#colour").selectOption("none");
  await page.waitForTimeout(300);
  expect(await coloursAt(page, places)).toEqual([PLAIN, PLAIN]);
});

test("a click on a body shows its numbers, those of the file", async ({ page }) => {
  await open(page, `${server.address}#time=0.6`);
  await settled(page, "6");
  await choose(page, 321);
  await expect(page.locator("#body h2")).toHaveText("Body 321");
  const number = async (name: string) =>
    (await page.locator(`[data-number=${name}]`).textContent())!.split(", ").map(Number);
  const file = (name: string) => readFile(impact, `file['particles/all/${name}/value'][6][321].tolist()`);
  expect(await number("position")).toEqual(file("position"));
  expect(await number("velocity")).toEqual(file("velocity"));
  expect(await number("radius")).toEqual([file("radius")]);
  expect(await number("mass")).toEqual([file("mass")]);
  const pairs = readFile(
    impact,
    "[int(n) for n in sum(file['galet/contacts/pairs'][file['galet/contacts/offset'][6]:file['galet/contacts/offset'][7]] == 321)]",
  );
  await expect(page.locator("#body .contacts tr")).toHaveCount(pairs[0] + pairs[1] + (pairs[0] + pairs[1] > 0 ? 1 : 0));
  await page.keyboard.press("Escape");
  await expect(page.locator("#body")).toContainText("Click a body");
});

test("plots show the values of the last row at the end", async ({ page }) => {
  await open(page, server.address);
  await page.keyboard.press("End");
  await settled(page, "10");
  const row = lastRow(impact);
  for (const name of ["kinetic_energy", "potential_energy", "dissipated", "gap", "error_bound", "min_distance", "contacts", "active", "iterations", "seconds"]) {
    const shown = Number(await page.locator(`#plots [data-column=${name}]`).textContent());
    expect(shown, name).toBe(Number(row[name]));
  }
});

test("a click in a plot sets the time", async ({ page }) => {
  await open(page, server.address);
  const plot = page.locator("#plots .u-over").first();
  await plot.scrollIntoViewIfNeeded();
  const box = (await plot.boundingBox())!;
  await page.mouse.click(box.x + 0.5 * box.width, box.y + 0.5 * box.height);
  // The axis reaches from the first row, 0.1 s, to the last, 1 s: its middle is 0.55 s.
  await expect(page.locator("#time-text")).toHaveText(/^0\.5[45]\d* of/);
  await expect(page.locator("#picture")).toHaveAttribute("data-frames", "5");
});

test("keys move the time, the colour and the theme", async ({ page }) => {
  await open(page, `${server.address}#time=0&dark=0`);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(page.locator("#picture")).toHaveAttribute("data-frames", "2");
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator("#picture")).toHaveAttribute("data-frames", "1");
  await page.keyboard.press("Shift+ArrowRight");
  await expect(page.locator("#picture")).toHaveAttribute("data-frames", "10");
  await page.keyboard.press("c");
  await expect(page.locator("#colour")).not.toHaveValue("speed");
  await page.keyboard.press("t");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  const box = (await page.locator("#stage").boundingBox())!;
  await page.waitForTimeout(300);
  expect((await coloursAt(page, [{ x: box.x + 3, y: box.y + 3 }]))[0]).toEqual([22, 24, 28]);
  await page.keyboard.press("?");
  await expect(page.locator("#help")).toBeVisible();
});

test("a link gives the same view again", async ({ page, context }) => {
  await open(page, server.address);
  await page.locator("#colour").selectOption("pressure");
  await page.locator("#forces").check();
  await page.keyboard.press("End");
  await page.keyboard.press("+");
  await settled(page, "10");
  await choose(page, 50);
  await expect(page.locator("#body h2")).toHaveText("Body 50");
  await expect(page).toHaveURL(/body=0,50/);
  const other = await context.newPage();
  await open(other, page.url());
  await settled(other, "10");
  await expect(other.locator("#colour")).toHaveValue("pressure");
  await expect(other.locator("#forces")).toBeChecked();
  await expect(other.locator("#body h2")).toHaveText("Body 50");
  const [a, b] = [await placeOf(page, 50), await placeOf(other, 50)];
  expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeLessThan(0.1);
});

test("a picture is saved as PNG of the size on the screen", async ({ page }) => {
  await open(page, server.address);
  await settled(page, "0");
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#save").click()]);
  const png = readFileSync(await download.path());
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  const box = (await page.locator("#stage").boundingBox())!;
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([Math.round(box.width), Math.round(box.height)]);
  expect(png.length).toBeGreaterThan(10_000);
});

test("the page asks nobody but its own server, and no error is raised", async ({ page }) => {
  const asked: string[] = [];
  const errors: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await open(page, server.address);
  for (const key of ["c", "f", "o", "End", "Home", "+", "r", "t"]) await page.keyboard.press(key);
  await settled(page, "0");
  const foreign = asked.filter((url) => !url.startsWith(server.address) && !/^(data|blob):/.test(url));
  expect(foreign).toEqual([]);
  expect(errors).toEqual([]);
});

test("forces are drawn as lines between the bodies that push", async ({ page }) => {
  await open(page, `${server.address}#time=1&forces=1&colour=none&dark=0`);
  await settled(page, "10");
  // The strongest contact between two bodies: the middle of its line has the colour of forces.
  const [first, second] = readFile(
    impact,
    "(lambda p, f: p[max((k for k in range(len(f)) if p[k][1] >= 0), key=lambda k: f[k])].tolist())" +
      "(file['galet/contacts/pairs'][file['galet/contacts/offset'][10]:], file['galet/contacts/impulse'][file['galet/contacts/offset'][10]:])",
  );
  const [a, b] = [await placeOf(page, first), await placeOf(page, second)];
  const [colour] = await coloursAt(page, [{ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }]);
  expect(colour).toEqual([178, 28, 28]);
});

test("two results are shown side by side at the same time", async ({ page }) => {
  const other = result("impact", "--set", "contact.law=gluey");
  const both = await serve(impact, other);
  await open(page, `${both.address}#time=0.6&colour=none&dark=0`);
  await settled(page, "6,6");
  const width = (await page.locator("#stage").boundingBox())!.width;
  const places = [await placeOf(page, 7, 0), await placeOf(page, 7, 1)];
  expect(places[1].x - places[0].x).toBeGreaterThan(width / 4);
  expect(await coloursAt(page, places)).toEqual([PLAIN, PLAIN]);
  await page.keyboard.press("ArrowRight");
  await settled(page, "7,7");
  await choose(page, 9, 1);
  await expect(page.locator("#body h2")).toContainText("Body 9 of ");
  const velocity = readFile(other, "file['particles/all/velocity/value'][7][9].tolist()");
  expect((await page.locator("[data-number=velocity]").textContent())!.split(", ").map(Number)).toEqual(velocity);
  await expect(page.locator("#plots [data-column=gap]")).toHaveCount(2);
  both.stop();
});

test("a server that stops is noticed", async ({ page }) => {
  const gone = await serve(impact);
  await open(page, gone.address);
  gone.stop();
  await new Promise((done) => gone.child.once("exit", done));
  await page.keyboard.press("End");
  await expect(page.locator("#notice")).toContainText("does not answer");
});

test("every kind of result opens", async ({ page }) => {
  for (const [scene, ...options] of [["sticky"], ["crowd", "--steps", "60"], ["billiard"], ["stirrer", "--steps", "5"], ["growing-radii", "--steps", "5"]]) {
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(`${scene}: ${error.message}`));
    const one = await serve(result(scene, ...options));
    await open(page, one.address);
    for (const key of ["End", "f", "m", "c", "c"]) await page.keyboard.press(key);
    await page.waitForTimeout(300);
    await expect(page.locator("#notice"), scene).toBeHidden();
    expect(errors).toEqual([]);
    one.stop();
  }
  expect(galet("--version")).toBeTruthy();
});
