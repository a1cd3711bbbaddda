/** How wide a text is in the bold letters of the board, in units of its font size. */
const widths = new Map<string, number>();
/** A letter where nothing can be measured. */
const LETTER = 0.62;
const SIZE = 100;

let brush: CanvasRenderingContext2D | null | undefined;

export function textWidth(text: string): number {
  const known = widths.get(text);
  if (known !== undefined) return known;
  brush ??= letters();
  const width = brush ? brush.measureText(text).width / SIZE : LETTER * text.length;
  widths.set(text, width);
  return width;
}

function letters(): CanvasRenderingContext2D | null {
  const made = document.createElement("canvas").getContext("2d");
  const family = getComputedStyle(document.documentElement).getPropertyValue("--sans") || "sans-serif";
  if (made) made.font = `700 ${SIZE}px ${family}`;
  return made;
}
