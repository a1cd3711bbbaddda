/** The coast under a sketch, the same as under the boards: land, lakes and rivers as SVG paths in flat degrees. */
import { earth } from "./projection";

export interface Coast {
  land: string;
  lakes: string;
  rivers: string;
}

interface Packed {
  /** Coordinates are whole numbers of 1/grain degree; after the first pair of a line they are steps. */
  grain: number;
  land: number[][];
  lakes: number[][];
  rivers: number[][];
}

let loading: Promise<Coast> | undefined;

export function coast(): Promise<Coast> {
  loading ??= import("../../../../src/branchline/draw/coast/earth.json").then(({ default: packed }) => {
    const { grain, land, lakes, rivers } = packed as unknown as Packed;
    const path = (lines: number[][], end: string) => lines.map((line) => pathOf(line, grain) + end).join("");
    return { land: path(land, "z"), lakes: path(lakes, "z"), rivers: path(rivers, "") };
  });
  return loading;
}

function pathOf(steps: number[], grain: number): string {
  let [x, y] = [0, 0];
  const parts: string[] = [];
  for (let i = 0; i + 1 < steps.length; i += 2) {
    x += steps[i] ?? 0;
    y += steps[i + 1] ?? 0;
    const [flatX, flatY] = earth.flat([x / grain, y / grain]);
    parts.push(`${flatX.toFixed(2)} ${flatY.toFixed(2)}`);
  }
  return `M${parts.join("L")}`;
}
