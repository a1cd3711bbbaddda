/** Steps of work on a board, small enough to keep all of them, and to go back and forth through them. */
import { type BoardTables, without } from "./tables";

/** What one step did to one key of the file: entries of a list that were replaced by others, or a whole value. */
export type KeyChange =
  | { key: string; at: number; removed: unknown[]; inserted: unknown[] }
  | { key: string; before: unknown; after: unknown };

export type Step = KeyChange[];

export function difference(before: BoardTables, after: BoardTables): Step {
  const step: Step = [];
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const one = before[key];
    const two = after[key];
    if (one === two || JSON.stringify(one) === JSON.stringify(two)) continue;
    if (Array.isArray(one) && Array.isArray(two)) step.push(splice(key, one, two));
    else step.push({ key, before: one, after: two });
  }
  return step;
}

function splice(key: string, one: unknown[], two: unknown[]): KeyChange {
  const same = (i: number, j: number) =>
    one[i] === two[j] || JSON.stringify(one[i]) === JSON.stringify(two[j]);
  const shorter = Math.min(one.length, two.length);
  let head = 0;
  while (head < shorter && same(head, head)) head++;
  let tail = 0;
  while (tail < shorter - head && same(one.length - 1 - tail, two.length - 1 - tail)) tail++;
  return {
    key,
    at: head,
    removed: one.slice(head, one.length - tail),
    inserted: two.slice(head, two.length - tail),
  };
}

export function redone(tables: BoardTables, step: Step): BoardTables {
  return step.reduce((here, change) => applied(here, change, true), tables);
}

export function undone(tables: BoardTables, step: Step): BoardTables {
  return step.reduceRight((here, change) => applied(here, change, false), tables);
}

function applied(tables: BoardTables, change: KeyChange, forward: boolean): BoardTables {
  const { key } = change;
  if ("at" in change) {
    const [gone, come] = forward ? [change.removed, change.inserted] : [change.inserted, change.removed];
    return { ...tables, [key]: (tables[key] as unknown[]).toSpliced(change.at, gone.length, ...come) };
  }
  const value = forward ? change.after : change.before;
  if (value !== undefined) return { ...tables, [key]: value };
  return without(tables, key) as BoardTables;
}
