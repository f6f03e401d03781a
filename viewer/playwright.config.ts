import { defineConfig } from "@playwright/test";
import { tmpdir } from "node:os";
import { join } from "node:path";

// The page from outside, in Debian's Chromium without a screen and without a graphics card. GALET names the program.
export default defineConfig({
  testDir: "tests",
  outputDir: join(tmpdir(), `galet-viewer-${process.pid}`),
  timeout: 120_000,
  expect: { timeout: 20_000 },
  workers: 1,
  reporter: "list",
  projects: [
    { name: "tests", testMatch: "*.spec.ts" },
    { name: "measure", testMatch: "*.measure.ts" },
    { name: "pictures", testMatch: "*.pictures.ts" },
  ],
  use: {
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
    },
  },
});
