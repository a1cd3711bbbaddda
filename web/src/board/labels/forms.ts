/** The forms that a name can take, best first: whole, smaller, on other lines, shortened. */

export interface Form {
  lines: string[];
  /** Its size as a part of the size that is wanted. */
  size: number;
}

/** How small a name may become before it is shortened or left out. */
const SIZES = [1, 0.89, 0.79];

export function formsOf(printed: readonly string[]): Form[] {
  const whole = printed.join(" ");
  const texts = [[...printed], [whole], ...inTwo(whole)];
  const cut = shortened(whole);
  const short = cut === whole ? [] : [[cut], ...inTwo(cut)];
  const sized = (lines: string[][]) => SIZES.flatMap((size) => lines.map((each) => ({ lines: each, size })));
  return [...sized(unlike(texts)), ...sized(unlike(short))];
}

/** A name of several words on two lines, broken where they become most alike in length. */
function inTwo(text: string): string[][] {
  const words = text.split(" ");
  if (words.length < 2) return [];
  const breaks = words
    .slice(1)
    .map((_, i) => [words.slice(0, i + 1).join(" "), words.slice(i + 1).join(" ")]);
  const longest = (lines: string[]) => Math.max(...lines.map((line) => line.length));
  return [breaks.reduce((best, each) => (longest(each) < longest(best) ? each : best))];
}

/** A name cut short: of several words all but the longest lose their ends, a long word its second half. */
export function shortened(text: string): string {
  const words = text.split(" ");
  if (words.length > 1) {
    const longest = words.reduce((best, word) => (word.length > best.length ? word : best));
    return words.map((word) => (word === longest || word.length < 4 ? word : `${[...word][0]}.`)).join(" ");
  }
  const letters = [...text];
  if (letters.length < 8) return text;
  let end = 5;
  while (end > 3 && /[aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýăâîąęó]/i.test(letters[end - 1] ?? "")) end -= 1;
  return `${letters.slice(0, end).join("")}.`;
}

function unlike(texts: string[][]): string[][] {
  const seen = new Set<string>();
  return texts.filter((lines) => {
    const key = lines.join("\n");
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
