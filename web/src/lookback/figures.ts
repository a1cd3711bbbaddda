/** Chances and points with their uncertainty, as the language writes numbers. */
import { translation } from "../i18n/translation.svelte";
import type { Estimate } from "../wire/protocol";

function number(value: number, digits: number): string {
  const text = Math.abs(value).toLocaleString(translation.language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return text;
}

function sign(value: number, digits: number): string {
  return Number(value.toFixed(digits)) < 0 ? "−" : "+";
}

/** `62 ± 3 %` */
export function chance([mean, error]: Estimate): string {
  const doubt = error > 0 ? ` ± ${number(100 * error, 0)}` : "";
  return `${number(100 * mean, 0)}${doubt}\u00a0%`;
}

/** `−12 ± 3 %` */
export function chanceChange([mean, error]: Estimate): string {
  return `${sign(100 * mean, 0)}${number(100 * mean, 0)} ± ${number(100 * error, 0)}\u00a0%`;
}

/** `−7.5 ± 2.1` */
export function pointsChange([mean, error]: Estimate): string {
  const digits = error > 0 ? 1 : 0;
  const doubt = error > 0 ? ` ± ${number(error, 1)}` : "";
  return `${sign(mean, digits)}${number(mean, digits)}${doubt}`;
}

/** The same the other way round: what a better move brings, a played one has cost. */
export function negated([mean, error]: Estimate): Estimate {
  return [-mean, error];
}
