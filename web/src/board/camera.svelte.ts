/** Which part of the board is visible: panned and zoomed by mouse, wheel, fingers or keys; some boards wrap around. */
import type { Box } from "./geometry";

const CLOSEST = 4;
const GLIDE = 380;
/** At this scale spaces can be told apart and tapped. */
const LEGIBLE = 0.62;
/** Pixels left free around the whole board, for its frame. */
const RIM = 14;

export class Camera {
  /** The board's top left corner in pixels of the window, and the pixels per unit of the board. */
  x = $state(0);
  y = $state(0);
  scale = $state(1);
  /** The size of the window. */
  width = $state(0);
  height = $state(0);
  /** Pixels at the lower edge of the window that something else covers. */
  #covered = 0;
  /** Whether it is moving now. */
  moving = $state(false);
  /** What it keeps showing when the window changes: the view it began with, the whole board, or just this part. */
  #keeps: "home" | "whole" | "part" = "home";
  #frame = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly board: readonly [number, number],
    readonly wraps: boolean,
    readonly animated: () => boolean,
  ) {}

  get smallest(): number {
    const rim = this.wraps || this.small ? 0 : RIM;
    return Math.max(Math.min((this.width - rim) / this.board[0], (this.#free - rim) / this.board[1]), 0.01);
  }

  get #free(): number {
    return Math.max(this.height - this.#covered, this.height / 3);
  }

  /** Whether the window is too small to play on the whole board. */
  get small(): boolean {
    return this.width < 600;
  }

  resize(width: number, height: number): void {
    const first = this.width === 0;
    this.width = width;
    this.height = height;
    if (this.#keeps !== "part" || first) this.#set(...this.#kept());
    else this.#set(this.x, this.y, this.scale);
  }

  /** Tell how much of the lower edge is covered; a board shown whole moves out of the way. */
  cover(height: number): void {
    if (Math.abs(height - this.#covered) < 2) return;
    this.#covered = height;
    if (this.width === 0) return;
    if (this.#keeps !== "part") this.#glide(...this.#kept());
    else this.#set(this.x, this.y, this.scale);
  }

  /** Show the whole board. */
  fit(): void {
    this.#keeps = "whole";
    this.#glide(...this.#kept());
  }

  /** Show what was shown at first: the whole board, or as much of it as can be played on a small screen. */
  home(): void {
    this.#keeps = "home";
    this.#glide(...this.#kept());
  }

  /** Show a part of the board as large as possible. */
  show(box: Box): void {
    const scale = Math.min(this.width / (box.right - box.left), this.#free / (box.bottom - box.top), 2);
    this.#keeps = "part";
    this.#glide(
      this.width / 2 - (scale * (box.left + box.right)) / 2,
      this.#free / 2 - (scale * (box.top + box.bottom)) / 2,
      scale,
    );
  }

  /** Whether a part of the board is in view. */
  sees({ left, top, right, bottom }: Box): boolean {
    const [width] = this.board;
    const above = this.y + Math.max(top, 0) * this.scale;
    const below = this.y + Math.min(bottom, this.board[1]) * this.scale;
    const around = width * this.scale;
    const turns = this.wraps ? [0, around, -around] : [0];
    return (
      above >= -1 &&
      below <= this.#free + 1 &&
      turns.some(
        (turn) =>
          this.x + turn + Math.max(left, 0) * this.scale >= -1 &&
          this.x + turn + Math.min(right, width) * this.scale <= this.width + 1,
      )
    );
  }

  /** Go to a part of the board, unless it is in view and large enough already. */
  seek(box: Box): void {
    if (this.scale < LEGIBLE || !this.sees(box)) this.show(box);
  }

  /** Pan until a point of the board is visible. */
  reveal(x: number, y: number): void {
    const px = this.x + x * this.scale;
    const py = this.y + y * this.scale;
    const rim = 40;
    const dx = px < rim ? rim - px : px > this.width - rim ? this.width - rim - px : 0;
    const dy = py < rim ? rim - py : py > this.#free - rim ? this.#free - rim - py : 0;
    if (dx || dy) this.#glide(this.x + dx, this.y + dy, this.scale);
  }

  pan(dx: number, dy: number): void {
    this.#touch();
    this.#set(this.x + dx, this.y + dy, this.scale);
  }

  /** Zoom around a point of the window. */
  zoom(factor: number, px = this.width / 2, py = this.height / 2): void {
    this.#touch();
    const scale = this.#limited(this.scale * factor);
    const grown = scale / this.scale;
    this.#set(px - (px - this.x) * grown, py - (py - this.y) * grown, scale);
  }

  /** A point of the window as a point of the board. */
  boardPoint(px: number, py: number): [number, number] {
    return [(px - this.x) / this.scale, (py - this.y) / this.scale];
  }

  #kept(): [number, number, number] {
    const [width, height] = this.board;
    const scale = this.#keeps === "home" ? this.#homeScale : this.smallest;
    return [(this.width - width * scale) / 2, (this.#free - height * scale) / 2, scale];
  }

  /** A phone held upright is filled by the board, and its spaces can be tapped. */
  get #homeScale(): number {
    if (!this.small) return this.smallest;
    const larger = Math.max(this.width / this.board[0], this.#free / this.board[1]);
    return Math.min(Math.max(larger, LEGIBLE), 2.7 * this.smallest);
  }

  /** Where a copy of a board that wraps is seen: at its left (-1), at its right (1), or nowhere. */
  get copy(): -1 | 0 | 1 {
    const width = this.board[0] * this.scale;
    if (!this.#turns(width)) return 0;
    return this.x > 1 ? -1 : this.x + width < this.width - 1 ? 1 : 0;
  }

  /** Whether a board of this width goes on beyond its edges; one that fits the window is centered. */
  #turns(width: number): boolean {
    return this.wraps && width >= this.width - 1;
  }

  #limited(scale: number): number {
    return Math.min(Math.max(scale, this.smallest), Math.max(CLOSEST, 3 * this.smallest));
  }

  #touch(): void {
    cancelAnimationFrame(this.#frame);
    this.#keeps = "part";
    this.moving = true;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => (this.moving = false), 160);
  }

  #set(x: number, y: number, scale: number): void {
    scale = this.#limited(scale);
    const width = this.board[0] * scale;
    const height = this.board[1] * scale;
    this.x = this.#turns(width) ? nearest(x, (this.width - width) / 2, width) : within(x, width, this.width);
    this.y = within(y, height, this.#free);
    this.scale = scale;
  }

  #glide(x: number, y: number, scale: number): void {
    cancelAnimationFrame(this.#frame);
    if (!this.animated()) return this.#set(x, y, scale);
    const from = [this.x, this.y, this.scale] as const;
    const begun = performance.now();
    this.moving = true;
    const step = (now: number) => {
      const part = Math.min((now - begun) / GLIDE, 1);
      const ease = 1 - (1 - part) ** 3;
      const mix = (a: number, b: number) => a + (b - a) * ease;
      this.#set(mix(from[0], x), mix(from[1], y), mix(from[2], scale));
      if (part < 1) this.#frame = requestAnimationFrame(step);
      else this.moving = false;
    };
    this.#frame = requestAnimationFrame(step);
  }
}

/** Of all places that are whole turns apart, the one at which most of the board itself is in the window. */
function nearest(x: number, center: number, turn: number): number {
  return x - turn * Math.round((x - center) / turn);
}

/** A board smaller than the window is centered; a larger one covers it, with a small margin to spare. */
function within(at: number, size: number, room: number): number {
  if (size <= room) return (room - size) / 2;
  const rim = Math.min(60, room / 6);
  return Math.min(Math.max(at, room - size - rim), rim);
}
