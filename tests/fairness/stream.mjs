// From the secret of a table to numbers: the commitment, the key, and the stream of words (docs/fairness.md).
import { createHash } from "node:crypto";

/** Something is not as the secret demands. */
export class Difference extends Error {}

const sha256 = (...lines) => createHash("sha256").update(lines.join("\n")).digest("hex");

/** The key of the deal, from the header of a record, whose commitment and seed must fit it. */
export function keyOf(header) {
  const { table, secret, entropy, commitment } = header.notes.fair;
  if (sha256("branchline commitment 2", table, secret) !== commitment) {
    throw new Difference("the secret is not the one that was promised");
  }
  const { first, open_stacks } = header.options;
  const box = [header.game, header.edition, header.digest, first ?? "-", open_stacks ? "1" : "0"];
  const key = sha256("branchline deal 2", table, secret, ...box, ...entropy.map((part) => part || "-"));
  if (header.seed !== `key:${key}`)
    throw new Difference("the seed does not come from the secret and the entropy");
  return key;
}

export class Stream {
  words = 0;

  constructor(key) {
    this.key = key;
  }

  below(bound) {
    for (;;) {
      const word = BigInt("0x" + sha256("branchline word 1", this.key, this.words++).slice(0, 16));
      const product = word * BigInt(bound);
      if (product % 2n ** 64n >= 2n ** 64n % BigInt(bound)) return Number(product / 2n ** 64n);
    }
  }

  shuffled(items) {
    const order = [...items];
    for (let last = order.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [order[last], order[other]] = [order[other], order[last]];
    }
    return order;
  }
}
