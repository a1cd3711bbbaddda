/** The tokens of this browser's seats. Whoever has one plays the seat, so it enters no URL but its fragment. */
export interface Held {
  token: string;
  board: string;
  at: number;
}

/** As earlier versions of the page kept it: all were played on the board that has the game's name. */
type Kept = Omit<Held, "board"> & { board?: string; game?: string };

const KEY = "branchline.seats";
const MAX_SEATS_KEPT = 60;

export function heldSeats(): Record<string, Held> {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Kept>;
    return Object.fromEntries(
      Object.entries(kept).map(([table, { token, board, game, at }]) => [
        table,
        { token, board: board ?? game ?? "", at },
      ]),
    );
  } catch {
    return {};
  }
}

export function tokensFor(table: string): string[] {
  const held = heldSeats()[table];
  return held ? [held.token] : [];
}

export function holdSeat(table: string, token: string, board = ""): void {
  const all = heldSeats();
  all[table] = { token, board: board || (all[table]?.board ?? ""), at: Date.now() };
  const newest = Object.entries(all)
    .sort(([, one], [, two]) => two.at - one.at)
    .slice(0, MAX_SEATS_KEPT);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // Without storage the seat lasts as long as the page.
  }
}

export function forgetSeat(table: string): void {
  const others = Object.entries(heldSeats()).filter(([id]) => id !== table);
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(others)));
}

/** A link that moves a seat here carries the token in its fragment: take it out of sight and keep it. */
export function adoptSeat(table: string): void {
  const token = /^#seat=([a-z2-7]{32})$/.exec(location.hash)?.[1];
  if (!token) return;
  holdSeat(table, token);
  history.replaceState(null, "", location.pathname + location.search);
}

export function seatLink(table: string, base = location.origin): string {
  const token = tokensFor(table)[0];
  return `${base}/t/${table}` + (token ? `#seat=${token}` : "");
}

/** Random bytes as letters that a `cid` may have. */
export function randomId(bytes = 16): string {
  const found = crypto.getRandomValues(new Uint8Array(bytes));
  return btoa(String.fromCharCode(...found))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

export function randomHex(bytes = 16): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((b) => b.toString(16).padStart(2, "0"))
    .join("");
}
