import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { installable } from "./tools/installable.mjs";

const server = process.env.BRANCHLINE_SERVER ?? "http://127.0.0.1:8000";

/** Every catalog names its own language: the page offers all of them before it has loaded any. */
function languageNames(): Record<string, string> {
  const folder = fileURLToPath(new URL("src/i18n/messages", import.meta.url));
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return Object.fromEntries(
    files.sort().map((name) => {
      const { language } = JSON.parse(readFileSync(join(folder, name), "utf8")) as { language: string };
      return [basename(name, ".json"), language];
    }),
  );
}

export default defineConfig({
  plugins: [svelte(), installable()],
  define: { __LANGUAGE_NAMES__: JSON.stringify(languageNames()) },
  build: {
    outDir: fileURLToPath(new URL("../src/branchline/web/static", import.meta.url)),
    emptyOutDir: true,
    target: "es2022",
    // Inlined assets would need a laxer content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What several pages share comes in one piece: every further request costs half a kilobyte of headers.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "shared", minShareCount: 3 }] } } },
  },
  server: {
    // The sentences of the game are those of the Python package.
    fs: { allow: [".."] },
    proxy: { "/api": server, "/ws": { target: server, ws: true } },
  },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  test: { environment: "jsdom", include: ["tests/**/*.test.ts"], setupFiles: ["tests/setup.ts"] },
});
