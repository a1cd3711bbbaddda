/** How much of a ring lies behind the sheet of a question. */
import { afterEach, expect, test } from "vitest";
import { behindSheet, type Place } from "../../src/pointing/place";

const ROUTE: Place = { left: 100, top: 200, width: 80, height: 150 };

/** A sheet that covers this part of the window. */
function sheet(left: number, top: number, width: number, height: number): HTMLElement {
  const element = document.body.appendChild(document.createElement("div"));
  element.dataset.sheet = "";
  element.getBoundingClientRect = () => new DOMRect(left, top, width, height);
  return element;
}

afterEach(() => document.body.replaceChildren());

test("nothing is hidden where there is no sheet, or one that lies elsewhere", () => {
  expect(behindSheet(document.body, ROUTE)).toBe(0);
  sheet(0, 400, 390, 300);
  expect(behindSheet(document.body, ROUTE)).toBe(0);
});

test("what a sheet from below covers is hidden", () => {
  sheet(0, 300, 390, 400);
  expect(behindSheet(document.body, ROUTE)).toBe(50);
});

test("a sheet beside it hides nothing, nor does one that it is part of", () => {
  const beside = sheet(200, 0, 190, 700);
  expect(behindSheet(document.body, ROUTE)).toBe(0);
  beside.remove();
  const button = sheet(0, 190, 390, 400).appendChild(document.createElement("button"));
  expect(behindSheet(button, ROUTE)).toBe(0);
});
