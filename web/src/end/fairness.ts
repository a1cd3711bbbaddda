/** The fair deal, computed again in the page as `branchline.server.room.fairness` computes it (docs/fairness.md). */
import type { TableOptions } from "../wire/protocol";

/** Everything that decides a deal, and what was committed to. */
export interface Deal {
  table: string;
  game: string;
  edition: string;
  digest: string;
  options: TableOptions;
  secret: string;
  entropy: readonly (string | null)[];
  commitment: string;
  seed: string;
}

export interface Verdict {
  /** The secret hashes to the commitment. */
  promised: boolean;
  /** The seed comes from the secret and everybody's entropy. */
  dealt: boolean;
}

/** Browsers compute hashes only in secure contexts: over https, or on localhost. */
export function canCheck(): boolean {
  return typeof crypto !== "undefined" && !!crypto.subtle;
}

export async function check(deal: Deal): Promise<Verdict> {
  const [commitment, seed] = await Promise.all([commitmentOf(deal), seedOf(deal)]);
  return { promised: commitment === deal.commitment, dealt: seed === deal.seed };
}

export function commitmentOf(deal: Pick<Deal, "table" | "secret" | "seed">): Promise<string> {
  return digest(`branchline commitment ${dealingOf(deal)}`, deal.table, deal.secret);
}

/** The seed as records write it. */
export async function seedOf(deal: Omit<Deal, "commitment">): Promise<string> {
  const { first, open_stacks } = deal.options;
  const dealing = dealingOf(deal);
  const hex = await digest(
    `branchline deal ${dealing}`,
    deal.table,
    deal.secret,
    deal.game,
    deal.edition,
    deal.digest,
    first === null ? "-" : String(first),
    open_stacks ? "1" : "0",
    ...deal.entropy.map((part) => part || "-"),
  );
  return dealing === 1 ? BigInt(`0x${hex}`).toString() : KEY + hex;
}

const KEY = "key:";

/** The way of dealing: the seed is a number in the first, a key in the second. The commitment names it too. */
function dealingOf({ seed }: Pick<Deal, "seed">): 1 | 2 {
  return seed.startsWith(KEY) ? 2 : 1;
}

async function digest(...lines: string[]): Promise<string> {
  const bytes = new TextEncoder().encode(lines.join("\n"));
  const hash = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
