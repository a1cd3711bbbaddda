/** Which part of the sketch is seen: a middle in flat units, and pixels for each of them. */
import type { Point, Projection } from "./projection";

const CLOSEST = 900;
const FARTHEST = 0.02;
const RIM = 70;
const ASIDE = 14;

export class SketchView {
  width = $state(0);
  height = $state(0);
  middle = $state.raw<Point>([0, 0]);
  scale = $state(12);
  /** Whether everything was shown, and nobody has moved it since. */
  fitted = false;

  constructor(readonly projection: Projection) {}

  screen(at: Point): Point {
    const [x, y] = this.projection.flat(at);
    return [
      this.width / 2 + (x - this.middle[0]) * this.scale,
      this.height / 2 + (y - this.middle[1]) * this.scale,
    ];
  }

  place([x, y]: Point): Point {
    return this.projection.back([
      this.middle[0] + (x - this.width / 2) / this.scale,
      this.middle[1] + (y - this.height / 2) / this.scale,
    ]);
  }

  pan(dx: number, dy: number): void {
    this.fitted = false;
    this.middle = [this.middle[0] - dx / this.scale, this.middle[1] - dy / this.scale];
  }

  /** Come closer, or go away, while a point of the window stays where it is. */
  zoom(factor: number, x = this.width / 2, y = this.height / 2): void {
    this.fitted = false;
    const next = Math.max(FARTHEST, Math.min(CLOSEST, this.scale * factor));
    const [fx, fy] = [(x - this.width / 2) / this.scale, (y - this.height / 2) / this.scale];
    const grown = next / this.scale;
    this.middle = [this.middle[0] + fx * (1 - 1 / grown), this.middle[1] + fy * (1 - 1 / grown)];
    this.scale = next;
  }

  /** Show all these places. */
  fit(places: readonly Point[], least: number): void {
    if (!places.length || !this.width) return;
    const flat = places.map((each) => this.projection.flat(each));
    const [xs, ys] = [flat.map(([x]) => x), flat.map(([, y]) => y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    this.fitted = true;
    const across = Math.max(40, this.width - 2 * RIM) / Math.max(right - left, least);
    const down = Math.max(40, this.height - 2 * RIM) / Math.max(bottom - top, least);
    this.scale = Math.max(FARTHEST, Math.min(CLOSEST, across, down));
    // The tools take the upper edge, and names run to the right of their cities.
    this.middle = [(left + right) / 2 + ASIDE / this.scale, (top + bottom) / 2 - ASIDE / this.scale];
  }

  /** Move as little as needed to have a place in sight. */
  reveal(at: Point): void {
    const [x, y] = this.screen(at);
    const dx = x < RIM ? RIM - x : x > this.width - RIM ? this.width - RIM - x : 0;
    const dy = y < RIM ? RIM - y : y > this.height - RIM ? this.height - RIM - y : 0;
    if (dx || dy) this.pan(dx, dy);
  }
}
