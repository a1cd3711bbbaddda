/** The small pictures of the boards: those of the package are loaded once, any other is made from its drawing. */
import { http, Refusal } from "../net/http";
import { offers } from "../net/offers.svelte";
import type { Drawing, PrintedBoard } from "../wire/protocol";

export interface Thumb {
  /** Those of the package are 320 wide; lines and cities are drawn as thick at any size. */
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

/** The picture of a board that the server has; nothing where it has none any more, or cannot draw it now. */
export async function drawnThumb(of: {
  board: string;
  file: string;
  edition: string;
}): Promise<Thumb | null> {
  const edition = of.edition || (offers.board(of)?.editions[0]?.id ?? "");
  try {
    const printed = await http.board({ ...of, edition });
    return printed.drawing ? thumbOf(printed, printed.drawing) : null;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

export function thumbOf({ routes = [] }: PrintedBoard, { art, cities, size, ...drawing }: Drawing): Thumb {
  const colors = new Map(routes.map((route) => [route.id, route.color ?? "any"]));
  const lines: Record<string, string> = {};
  for (const [id, route] of Object.entries(drawing.routes)) {
    const color = colors.get(id) ?? "any";
    lines[color] = (lines[color] ?? "") + route.lines.join("");
  }
  const { land, lakes } = art;
  return { size, land, lakes, lines, cities: Object.values(cities).map(({ at }) => at) };
}
