/** Writes what makes the page an app: the service worker, which knows the parts of the build, and the offline page. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const app = fileURLToPath(new URL("../app", import.meta.url));
const messages = fileURLToPath(new URL("../src/i18n/messages", import.meta.url));

export function installable() {
  return {
    name: "branchline-installable",
    apply: "build",
    generateBundle(options, bundle) {
      const parts = Object.keys(bundle)
        .filter((name) => name.startsWith("assets/"))
        .map((name) => `/${name}`)
        .sort();
      const offline = offlinePage();
      const version = createHash("sha256")
        .update(JSON.stringify([parts, offline]))
        .digest("hex")
        .slice(0, 16);
      const worker = readFileSync(join(app, "sw.js"), "utf8")
        .replace("__VERSION__", version)
        .replace("__PARTS__", JSON.stringify(parts));
      this.emitFile({ type: "asset", fileName: "sw.js", source: worker });
      this.emitFile({ type: "asset", fileName: "offline.html", source: offline });
    },
  };
}

/** In every language; a script of the page then shows one of them. */
function offlinePage() {
  const sections = readdirSync(messages)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => {
      const words = JSON.parse(readFileSync(join(messages, name), "utf8"));
      return (
        `<section lang="${basename(name, ".json")}"><h1>${words["offline.title"]}</h1>` +
        `<p>${words["offline.text"]}</p><a href="">${words["offline.again"]}</a></section>`
      );
    });
  return readFileSync(join(app, "offline.html"), "utf8").replace("<!-- words -->", sections.join("\n      "));
}
