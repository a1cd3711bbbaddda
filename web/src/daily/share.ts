/** What is shared of a daily deal: a text and a picture, neither of which tells anything about the cards. */
import { say, t } from "../i18n/translation.svelte";
import type { Thumb } from "../lobby/thumbs";
import { beaten, type DailyGame } from "./days";

export interface Result {
  day: string;
  /** The board's name in the language of the page. */
  name: string;
  game: DailyGame;
  /** Days in a row. */
  days: number;
  /** How many play. */
  seats: number;
}

export function points({ game }: Result): string {
  return t("count.points", { count: game.points ?? 0 }).replace("-", "−");
}

export function place({ game, seats }: Result): string {
  return t("daily.place", { place: game.ahead + 1, of: seats });
}

export function boxes({ levels, ...game }: DailyGame): string {
  const all = levels?.length ?? 0;
  const mine = beaten({ ...game, levels });
  return "■".repeat(mine) + "□".repeat(all - mine);
}

export function aheadOf({ game }: Result): string {
  return t("daily.beaten", { count: beaten(game), of: game.levels?.length ?? 0 });
}

export function textOf(result: Result, link: string): string {
  const { day, name, game, days } = result;
  return [
    `Branchline ${day} · ${name}`,
    `${points(result)}, ${place(result)}`,
    ...(game.levels ? [`${boxes(game)} ${aheadOf(result)}`] : []),
    ...(days > 1 ? [t("daily.streak", { count: days })] : []),
    link,
  ].join("\n");
}

export const SIZE = [1200, 630] as const;
const LINES: Record<string, string> = {
  purple: "#8a4fa3",
  red: "#c8372f",
  orange: "#e0812b",
  yellow: "#ecc531",
  green: "#4c8c43",
  blue: "#3470b3",
  white: "#fbfaf4",
  black: "#3a3a3c",
};
/** No serif is wider than this for each letter, by its height. */
const WIDEST = 0.7;
const SERIF = "'Iowan Old Style', Palatino, 'DejaVu Serif', Georgia, serif";

/** The picture as SVG that needs nothing from elsewhere; the map is the empty board. */
export function pictureOf(result: Result, link: string, thumb: Thumb | null): string {
  const { day, name, game, days } = result;
  const [width, height] = SIZE;
  const lines = [place(result), ...(game.levels ? [aheadOf(result)] : [])];
  if (days > 1) lines.push(t("daily.streak", { count: days }));
  const levels = game.levels ?? [];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="#1f3a3d"/>`,
    thumb ? map(thumb) : fan(),
    `<rect width="560" height="${height}" fill="#1f3a3d"/>`,
    text(56, 92, 40, "#f3ecd9", "Branchline", "600"),
    text(56, 140, 26, "#b9c9c2", `${say("daily")} · ${day}`),
    text(56, 220, 46, "#f3ecd9", name, "600"),
    text(56, 330, 84, "#ecc531", points(result), "700"),
    ...lines.map((line, row) => text(56, 386 + 40 * row, 27, "#f3ecd9", line)),
    ...levels.map(
      (_, number) =>
        `<rect x="${56 + 58 * number}" y="500" width="46" height="46" rx="9" stroke="#ecc531" stroke-width="4" fill="${
          number < beaten(game) ? "#ecc531" : "none"
        }"/>`,
    ),
    text(56, 596, 22, "#b9c9c2", link.replace(/^https?:\/\//, "")),
    "</svg>",
  ].join("");
}

/** A line of text; one that would be longer than `most` is written smaller. */
function text(
  x: number,
  y: number,
  wished: number,
  fill: string,
  words: string,
  weight = "400",
  most = 480,
): string {
  const size = Math.min(wished, most / (words.length * WIDEST));
  return `<text x="${x}" y="${y}" font-family="${SERIF}" font-size="${size}" font-weight="${weight}" fill="${fill}">${escaped(words)}</text>`;
}

function escaped(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function map({ size, land, lakes, lines, cities }: Thumb): string {
  const scale = Math.max(640 / size[0], SIZE[1] / size[1]);
  const unit = size[0] / 320;
  const left = 560 + (640 - size[0] * scale) / 2;
  return [
    `<svg x="560" y="0" width="640" height="${SIZE[1]}"><g transform="translate(${left - 560} ${
      (SIZE[1] - size[1] * scale) / 2
    }) scale(${scale})">`,
    `<rect x="-9999" y="-9999" width="19998" height="19998" fill="#cfdfe3"/>`,
    `<path d="${land}" fill="#f2ead6" fill-rule="evenodd" stroke="#8da5aa" stroke-width="${unit}"/>`,
    `<path d="${lakes}" fill="#b1cbd4" fill-rule="evenodd"/>`,
    ...Object.entries(lines).map(
      ([color, d]) =>
        `<path d="${d}" fill="none" stroke="${LINES[color] ?? "#a7a8a1"}" stroke-width="${2.4 * unit}"/>`,
    ),
    ...cities.map(
      ([x, y]) =>
        `<circle cx="${x}" cy="${y}" r="${2.4 * unit}" fill="#8c2f28" stroke="#fffaf0" stroke-width="${unit}"/>`,
    ),
    "</g></svg>",
  ].join("");
}

/** Cards in a fan, for the game without a board. */
function fan(): string {
  const colors = Object.values(LINES);
  return colors
    .map(
      (fill, i) =>
        `<rect x="-75" y="-420" width="150" height="230" rx="14" fill="${fill}" stroke="#fffaf0" stroke-width="6" transform="translate(880 700) rotate(${
          (i - (colors.length - 1) / 2) * 13
        })"/>`,
    )
    .join("");
}

export function dataUrl(svg: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}

/** The picture as a file that every program opens. */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = dataUrl(svg);
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = SIZE;
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
  });
}
