import { defineConfig } from "vite";

// The page lies below a random token, so every address in it is relative. One script and one style sheet: galet ships
// them inside its program.
export default defineConfig({
  base: "./",
  build: {
    outDir: process.env.GALET_VIEWER_OUT ?? "dist",
    emptyOutDir: true,
    target: "es2022",
    chunkSizeWarningLimit: 1000,
    modulePreload: { polyfill: false },
    rollupOptions: {
      output: { entryFileNames: "assets/viewer.js", assetFileNames: "assets/viewer[extname]" },
    },
  },
});
