/**
 * The service worker: keeps the page's own parts on the device, and an honest page for when there is no connection.
 *
 * Pages always come from the server, so nobody is ever shown one of another version. Parts of the page have a hash
 * in their names, so the same name is always the same content. Everything else, tables above all, is left alone.
 */
const VERSION = "__VERSION__";
const CACHE = `branchline-${VERSION}`;
/** The parts of this build, as `npm run build` names them. */
const PARTS = new Set(__PARTS__);
const OFFLINE = "/offline.html";
const FOR_OFFLINE = [OFFLINE, "/offline.css", "/offline.js", "/icon.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(install());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(activate());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (PARTS.has(pathname)) event.respondWith(part(request));
  else if (FOR_OFFLINE.includes(pathname)) event.respondWith(fetch(request).catch(() => kept(pathname)));
});

/** A call to one's turn was tapped; it carries the table. */
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(`/t/${event.notification.tag}`));
});

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FOR_OFFLINE.map((path) => new Request(path, { cache: "reload" })));
  await self.skipWaiting();
}

/** What other versions have kept is of no use any more. */
async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function goTo(path) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find(({ url }) => new URL(url).pathname === path);
  await (open ? open.focus() : self.clients.openWindow(path));
}

async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return kept(OFFLINE);
  }
}

async function part(request) {
  const cache = await caches.open(CACHE);
  const known = await cache.match(request.url);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request.url, answer.clone());
  return answer;
}

async function kept(path) {
  return (await caches.match(path)) ?? Response.error();
}
