/** The small pictures of the boards, loaded once, when first needed. */
export interface Thumb {
  size: [number, number];
  land: string;
  lakes: string;
  lines: Record<string, string>;
  cities: [number, number][];
}

let loading: Promise<Record<string, Thumb>> | undefined;

export function thumbs(): Promise<Record<string, Thumb>> {
  loading ??= import("../../../src/branchline/draw/layouts/thumbs.json").then(
    (found) => found.default as unknown as Record<string, Thumb>,
  );
  return loading;
}
