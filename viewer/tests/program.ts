// The program galet for the tests of its viewer: results to look at, and its server.

import { ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Page, expect } from "@playwright/test";

const GALET = process.env.GALET ?? "../build/release/galet";

export const scratch = () => mkdtempSync(join(tmpdir(), "galet-viewer-"));

export function galet(...words: string[]): string {
  return execFileSync(GALET, words, { encoding: "utf8" });
}

/** Runs a scene into a new folder. */
export function result(scene: string, ...options: string[]): string {
  const folder = join(scratch(), scene);
  galet("run", scene, "--out", folder, "--quiet", ...options);
  return folder;
}

/** Goes on no longer than the tests, whatever becomes of them. */
export function inBackground(...words: string[]): ChildProcess {
  const child = spawn(GALET, words, { stdio: "ignore" });
  process.on("exit", () => child.kill());
  return child;
}

export interface Server {
  address: string;
  child: ChildProcess;
  stop: () => void;
}

export function serve(...folders: string[]): Promise<Server> {
  const child = spawn(GALET, ["view", ...folders]);
  return new Promise((done, failed) => {
    let said = "";
    const hear = (piece: Buffer) => {
      said += piece.toString();
      const address = /http:\/\/127\.0\.0\.1:\d+\/[^\s/]+\//.exec(said)?.[0];
      if (address) done({ address, child, stop: () => child.kill() });
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("exit", () => failed(new Error(`galet view ended: ${said}`)));
  });
}

/** Opens the page and waits for its first picture. */
export async function open(page: Page, address: string) {
  await page.goto(address);
  await expect(page.locator("#picture")).toHaveAttribute("data-frames", /^\d/);
}

/** Waits until a frame is drawn with all its pixels. */
export async function settled(page: Page, frames: string) {
  await expect(page.locator("#picture")).toHaveAttribute("data-frames", frames);
  await page.waitForTimeout(500);
}

/** Where a body is on the page, by its place in the frame. */
export function placeOf(page: Page, body: number, pane = 0): Promise<{ x: number; y: number }> {
  return page.evaluate(
    ([i, k]) => {
      const { panes } = (window as any).galet;
      const box = document.getElementById("stage")!.getBoundingClientRect();
      const { x, y } = panes[k].project(panes[k].center(i));
      return { x: x + box.left, y: y + box.top };
    },
    [body, pane],
  );
}

/** Colours of the page as it is on the screen, at places of it. */
export async function coloursAt(page: Page, places: { x: number; y: number }[]): Promise<number[][]> {
  const png = (await page.screenshot()).toString("base64");
  return page.evaluate(
    async ({ data, spots }) => {
      // The page may load nothing but its own; the picture comes as bytes.
      const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const pen = new OffscreenCanvas(image.width, image.height).getContext("2d")!;
      pen.drawImage(image, 0, 0);
      return spots.map(({ x, y }) => Array.from(pen.getImageData(Math.round(x), Math.round(y), 1, 1).data.slice(0, 3)));
    },
    { data: png, spots: places },
  );
}

/** What another reader of HDF5 finds: an expression of `file`, as JSON. */
export function readFile(folder: string, expression: string): any {
  const script = `import h5py, json, sys; file = h5py.File(sys.argv[1], locking=False); print(json.dumps(${expression}))`;
  return JSON.parse(execFileSync("/usr/bin/python3", ["-c", script, join(folder, "trajectory.h5")], { encoding: "utf8" }));
}
