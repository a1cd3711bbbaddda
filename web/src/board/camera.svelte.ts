/** Which part of the board is visible: panned and zoomed by mouse, wheel, fingers or keys; some boards wrap around. */
import type { Box } from "./geometry";

const CLOSEST = 4;
const GLIDE = 380;
/** At this scale spaces can be told apart and tapped. */
const LEGIBLE = 0.62;
/** Pixels left free around the whole board, for its frame. */
const RIM = 14;
/** In so many steps a board moves aside for buttons. */
const ASIDE = 8;

/** A corner at the right of the window, the upper or the lower one. */
export interface Corner {
  width: number;
  height: number;
  upper: boolean;
}

interface Place {
  x: number;
  y: number;
  scale: number;
  /** What of the window it has for itself. */
  room: Box;
}

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
  /** The corner at the right that buttons cover. */
  #corner: Corner = { width: 0, height: 0, upper: false };
  #wholePlace: Place | null = null;
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
    /** All that is played on, in units of the board. */
    readonly contents: readonly Box[] = [{ left: 0, top: 0, right: board[0], bottom: board[1] }],
  ) {}

  get smallest(): number {
    return this.#whole.scale;
  }

  /** Where the whole board lies; what covers the window covers nothing that is played on. */
  get #whole(): Place {
    const [right, bottom] = this.board;
    const rim = this.wraps || this.small ? 0 : RIM;
    this.#wholePlace ??= this.#place({ left: 0, top: 0, right, bottom }, this.contents, rim);
    return this.#wholePlace;
  }

  /** A part of the board as large as can be without a button on its contents: it moves aside, as little as will do. */
  #place(box: Box, contents: readonly Box[], rim: number, most = Infinity): Place {
    const { width, height, upper } = this.#corner;
    const room = { left: 0, top: 0, right: this.width, bottom: this.#free };
    const isClear = ({ x, y, scale }: Place) =>
      !contents.some(
        ({ top, right, bottom }) =>
          x + right * scale > this.width - width &&
          (upper ? y + top * scale < height : y + bottom * scale > this.height - height),
      );
    const found: Place[] = [];
    for (let step = 0; step <= ASIDE; step++) {
      const part = step / ASIDE;
      const below = upper
        ? { ...room, top: part * height }
        : { ...room, bottom: Math.min(room.bottom, this.height - part * height) };
      const rooms = [{ ...room, right: this.width - part * width }, below];
      found.push(...rooms.map((each) => placed(box, each, rim, most)).filter(isClear));
      if (step === 0 && found[0]) return found[0];
    }
    const beside = placed(box, { ...room, right: this.width - width }, rim, most);
    return found.reduce((one, two) => (two.scale > one.scale ? two : one), found[0] ?? beside);
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
    this.#wholePlace = null;
    if (this.#keeps !== "part" || first) this.#set(...this.#kept());
    else this.#set(this.x, this.y, this.scale);
  }

  /** Tell how much of the lower edge is covered; a board shown whole moves out of the way. */
  cover(height: number): void {
    if (Math.abs(height - this.#covered) < 2) return;
    this.#covered = height;
    this.#wholePlace = null;
    if (this.width === 0) return;
    if (this.#keeps !== "part") this.#glide(...this.#kept());
    else this.#set(this.x, this.y, this.scale);
  }

  /** Tell which corner at the right has buttons: what is shown whole keeps clear of it. */
  clear(corner: Corner): void {
    this.#corner = corner;
    this.#wholePlace = null;
    if (this.width === 0) return;
    this.#set(...(this.#keeps === "part" ? ([this.x, this.y, this.scale] as const) : this.#kept()));
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
    const { x, y, scale } = this.#place(box, [box], 0, 2);
    this.#keeps = "part";
    this.#glide(x, y, scale);
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

  /** The buttons' corner in units of the board: no place for a name. */
  get corner(): Box {
    const { width, height, upper } = this.#corner;
    const [left, top] = this.boardPoint(this.width - width, upper ? 0 : this.height - height);
    const [right, bottom] = this.boardPoint(this.width, upper ? height : this.height);
    return { left, top, right, bottom };
  }

  /** A point of the window as a point of the board. */
  boardPoint(px: number, py: number): [number, number] {
    return [(px - this.x) / this.scale, (py - this.y) / this.scale];
  }

  #kept(): [number, number, number] {
    const whole = this.#whole;
    if (this.#keeps === "whole" || !this.small) return [whole.x, whole.y, whole.scale];
    const [width, height] = this.board;
    const scale = this.#homeScale(whole.scale);
    return [(this.width - width * scale) / 2, (this.#free - height * scale) / 2, scale];
  }

  /** A phone held upright is filled by the board, and its spaces can be tapped. */
  #homeScale(whole: number): number {
    const larger = Math.max(this.width / this.board[0], this.#free / this.board[1]);
    return Math.min(Math.max(larger, LEGIBLE), 2.7 * whole);
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
    const { room } = this.#whole;
    this.x = this.#turns(width)
      ? nearest(x, (this.width - width) / 2, width)
      : within(x, width, room.left, room.right);
    this.y = within(y, height, room.top, room.bottom);
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

/** A board smaller than its room is centered; a larger one covers it, with a small margin to spare. */
function within(at: number, size: number, start: number, end: number): number {
  const room = end - start;
  if (size <= room) return start + (room - size) / 2;
  const rim = Math.min(60, room / 6);
  return Math.min(Math.max(at, end - size - rim), start + rim);
}

/** A part of the board in the middle of a room of the window, as large as it goes. */
function placed(box: Box, room: Box, rim: number, most: number): Place {
  const across = Math.max(room.right - room.left, 1) - rim;
  const down = Math.max(room.bottom - room.top, 1) - rim;
  const fits = Math.min(across / (box.right - box.left), down / (box.bottom - box.top));
  const scale = Math.min(Math.max(fits, 0.01), most);
  return {
    x: (room.left + room.right - scale * (box.left + box.right)) / 2,
    y: (room.top + room.bottom - scale * (box.top + box.bottom)) / 2,
    scale,
    room,
  };
}
