/** Text without capitals and accents, as it is typed in a hurry: "lodz" finds Łódź in every language. */
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];
const PLAIN = [...LETTERS, ...LETTERS.flatMap((one) => LETTERS.map((two) => one + two))];
const collator = new Intl.Collator("en", { sensitivity: "base" });
const known = new Map<string, string>();

export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{ASCII}]/gu, plain);
}

export function tokens(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** The plain letters that sort like a letter with a stroke or a ligature (ł, ø, æ). */
function plain(letter: string): string {
  let found = known.get(letter);
  if (found === undefined) {
    found = PLAIN.find((each) => collator.compare(each, letter) === 0) ?? letter;
    known.set(letter, found);
  }
  return found;
}
