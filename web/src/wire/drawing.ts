/** How a board is drawn: the document that `branchline.draw` writes (docs/drawing.md). */
export interface Drawing {
  size: [number, number];
  wraps: boolean;
  slot: [number, number];
  font: number;
  edge_font: number;
  art: {
    land: string;
    lakes: string;
    rivers: string;
    borders: string;
    peaks: [number, number, number][];
  };
  cities: Record<string, Spot>;
  routes: Record<string, Lane>;
  edge_labels: { to: string; routes: string[]; at: [number, number]; label: Label }[];
}

export interface Spot {
  at: [number, number];
  radius: number;
  junction?: boolean;
  label?: Label;
}

export interface Label {
  anchor: "start" | "middle" | "end";
  box: [number, number, number, number];
  /** By language, lines with their places; "" is the name printed on the board. */
  texts: Record<string, [string, number, number][]>;
}

export interface Lane {
  /** x, y and angle of each space. */
  slots: [number, number, number][];
  lines: string[];
  width?: number;
  /** The spaces that demand a locomotive. */
  wilds?: number[];
}

export interface Thumb {
  size: [number, number];
  land: string;
  lakes: string;
  lines: Record<string, string>;
  cities: [number, number][];
}

export function linesOf(label: Label, language: string): [string, number, number][] {
  return label.texts[language] ?? label.texts[""] ?? [];
}
