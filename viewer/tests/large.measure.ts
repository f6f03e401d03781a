// How fast a large result is shown: GALET_LARGE names its folder. Run by hand (benchmarks/README.md):
//   GALET=../../galet GALET_LARGE=... node node_modules/@playwright/test/cli.js test --project=measure

import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { serve } from "./program";

test("a large result", async ({ page }) => {
  const folder = process.env.GALET_LARGE;
  test.skip(!folder, "GALET_LARGE names no result");
  const server = await serve(folder!);
  const picture = page.locator("#picture");
  await page.addInitScript(() => {
    const look = () => {
      const picture = document.getElementById("picture") as HTMLCanvasElement | null;
      if (!/^\d/.test(picture?.dataset.frames ?? "")) return requestAnimationFrame(look);
      const gl = picture!.getContext("webgl2")!;
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4)); // waits for the pixels
      return Object.assign(window, { firstPicture: performance.now() }); // since the address was asked for
    };
    requestAnimationFrame(look);
  });
  await page.goto(server.address);
  await expect(picture).toHaveAttribute("data-frames", /^\d/);
  const first = await page.evaluate(() => (window as any).firstPicture / 1000);

  const frames = await page.evaluate(() => Number((document.getElementById("time") as HTMLInputElement).max));
  const scrubs: number[] = [];
  for (const frame of [frames, 1, Math.floor(frames / 2), frames - 1, 2]) {
    await page.waitForTimeout(1000); // the picture before is sharp again
    scrubs.push(
      await page.evaluate(async (k) => {
        const slider = document.getElementById("time") as HTMLInputElement;
        const shown = () => document.getElementById("picture")!.dataset.frames;
        const pixel = new Uint8Array(4);
        const from = performance.now();
        slider.value = String(k);
        slider.dispatchEvent(new Event("input"));
        while (shown() !== String(k)) await new Promise((done) => requestAnimationFrame(done));
        // Waits for the pixels.
        const gl = (document.getElementById("picture") as HTMLCanvasElement).getContext("webgl2")!;
        gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
        return (performance.now() - from) / 1000;
      }, frame),
    );
  }

  // Frames a second while the picture turns.
  const turning = await page.evaluate(async () => {
    const { galet } = window as any;
    let drawn = 0;
    const from = performance.now();
    while (performance.now() - from < 4000) {
      galet.change({ camera: { ...galet.camera, azimuth: galet.camera.azimuth + 2 } });
      await new Promise((done) => requestAnimationFrame(done));
      ++drawn;
    }
    return (1000 * drawn) / (performance.now() - from);
  });
  const memory = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, "utf8"))![1];
  console.log(`first picture ${first.toFixed(2)} s`);
  console.log(`scrubbing ${scrubs.map((s) => s.toFixed(2)).join(", ")} s a frame`);
  console.log(`turning ${turning.toFixed(1)} pictures a second`);
  console.log(`largest memory of the server ${(Number(memory) / 1024).toFixed(0)} MB`);
  server.stop();
});
