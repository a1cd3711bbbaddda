/** The commitments of tables as this browser first saw them, so that a changed one is noticed. */
const KEY = "branchline.promises";
const MAX_KEPT = 200;

function all(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

export function remember(table: string, commitment: string): void {
  const known = all();
  if (known[table]) return;
  const kept = Object.fromEntries([...Object.entries(known).slice(1 - MAX_KEPT), [table, commitment]]);
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Without storage nothing can be compared later, and the page says so.
  }
}

export function remembered(table: string): string | null {
  return all()[table] ?? null;
}
