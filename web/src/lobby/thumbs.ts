/** The small pictures of the boards, fetched once when they are first wanted. */
import type { Thumb } from "../wire/drawing";

let loading: Promise<Record<string, Thumb>> | undefined;

export function thumbs(): Promise<Record<string, Thumb>> {
  loading ??= import("../../../src/branchline/draw/layouts/thumbs.json").then(
    (found) => found.default as unknown as Record<string, Thumb>,
  );
  return loading;
}
