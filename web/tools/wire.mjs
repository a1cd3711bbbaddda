// Writes the TypeScript types of the protocol from its JSON Schema; with --check only says whether they are up to date.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compile } from "json-schema-to-typescript";

const schemaFile = fileURLToPath(new URL("../../docs/protocol.schema.json", import.meta.url));
const typesFile = fileURLToPath(new URL("../src/wire/protocol.ts", import.meta.url));

const banner = "/* Generated from docs/protocol.schema.json by `make wire`; do not edit. */";

/**
 * The schema as the compiler wants it: without the titles of fields, which would become types of their own, and with
 * tuples of plain values spelled out.
 */
function prepared(node) {
  if (Array.isArray(node)) return node.map(prepared);
  if (node === null || typeof node !== "object") return node;
  if (Array.isArray(node.prefixItems))
    return { tsType: `[${node.prefixItems.map((item) => item.type).join(", ")}]` };
  const kept = Object.entries(node).filter(([key, value]) => key !== "title" || typeof value !== "string");
  return Object.fromEntries(kept.map(([key, value]) => [key, prepared(value)]));
}

const { protocol, ...written } = JSON.parse(readFileSync(schemaFile, "utf8"));
const schema = prepared(written);
const compiled = await compile(schema, "Protocol", {
  bannerComment: banner,
  additionalProperties: false,
  unreachableDefinitions: true,
  ignoreMinAndMaxItems: true,
  style: { printWidth: 110 },
});
const types = `${compiled}
/** The version of the protocol that this page speaks. */
export const PROTOCOL = ${protocol};
`;

if (process.argv.includes("--check")) {
  let kept = "";
  try {
    kept = readFileSync(typesFile, "utf8");
  } catch {
    // A missing file is out of date.
  }
  if (kept !== types) {
    console.error("web/src/wire/protocol.ts is not what docs/protocol.schema.json says: run `make wire`.");
    process.exit(1);
  }
} else {
  writeFileSync(typesFile, types);
}
