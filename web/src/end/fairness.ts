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
  return { promised: commitment === deal.commitment, dealt: seed.toString() === deal.seed };
}

export function commitmentOf({ table, secret }: Pick<Deal, "table" | "secret">): Promise<string> {
  return digest("branchline commitment 1", table, secret);
}

export async function seedOf(deal: Omit<Deal, "commitment" | "seed">): Promise<bigint> {
  const { first, open_stacks } = deal.options;
  const hex = await digest(
    "branchline deal 1",
    deal.table,
    deal.secret,
    deal.game,
    deal.edition,
    deal.digest,
    first === null ? "-" : String(first),
    open_stacks ? "1" : "0",
    ...deal.entropy.map((part) => part || "-"),
  );
  return BigInt(`0x${hex}`);
}

async function digest(...lines: string[]): Promise<string> {
  const bytes = new TextEncoder().encode(lines.join("\n"));
  const hash = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
