/** Confetti that falls over the page once: little papers on a canvas, drawn until the last has fallen. */

interface Paper {
  x: number;
  y: number;
  dx: number;
  dy: number;
  turn: number;
  spin: number;
  size: number;
  color: string;
}

const COUNT = 150;
const GRAVITY = 620;
const DRAG = 0.9;

/** Papers from both lower corners, thrown to the middle; `random` gives numbers from 0 to 1. */
export function thrown(
  width: number,
  height: number,
  colors: readonly string[],
  random = Math.random,
): Paper[] {
  return Array.from({ length: COUNT }, (_, i) => {
    const left = i % 2 === 0;
    const speed = (0.55 + random() * 0.65) * Math.sqrt(2 * GRAVITY * height * 0.9);
    const angle = (left ? 1 : -1) * (0.15 + random() * 0.55);
    return {
      x: left ? -10 : width + 10,
      y: height * (0.75 + random() * 0.2),
      dx: Math.sin(angle) * speed,
      dy: -Math.cos(angle) * speed,
      turn: random() * 6,
      spin: (random() - 0.5) * 12,
      size: 6 + random() * 7,
      color: colors[i % colors.length] ?? "gold",
    };
  });
}

/** Move the papers on by some seconds; gives those that are still to be seen. */
export function fallen(papers: readonly Paper[], seconds: number, height: number): Paper[] {
  return papers
    .map((paper) => ({
      ...paper,
      x: paper.x + paper.dx * seconds,
      y: paper.y + paper.dy * seconds,
      dx: paper.dx * DRAG ** (seconds * 6),
      dy: Math.min(220, paper.dy + GRAVITY * seconds),
      turn: paper.turn + paper.spin * seconds,
    }))
    .filter(({ y, dy }) => y < height + 20 || dy < 0);
}

export function draw(canvas: CanvasRenderingContext2D, papers: readonly Paper[]): void {
  for (const { x, y, turn, size, color } of papers) {
    canvas.save();
    canvas.translate(x, y);
    canvas.rotate(turn);
    canvas.scale(1, Math.cos(turn * 1.7));
    canvas.fillStyle = color;
    canvas.fillRect(-size / 2, -size / 3, size, size / 1.5);
    canvas.restore();
  }
}
