/** An out-of-date page reloads itself, at most once a minute. */
const KEY = "branchline.reloaded";
const PAUSE = 60_000;

export function mayReload(now = Date.now()): boolean {
  try {
    if (now - Number(sessionStorage.getItem(KEY) ?? 0) < PAUSE) return false;
    sessionStorage.setItem(KEY, String(now));
    return true;
  } catch {
    return false; // Without storage it could reload forever.
  }
}
