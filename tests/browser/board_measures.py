"""Measures a board on the page: where names and spaces lie, which colors are drawn, what shows without color."""

from typing import Any, Final

Box = tuple[float, float, float, float]

# The box of every line of a name, the corners of every space, and the pixels per unit, all in units of the board.
MEASURE: Final = """() => {
  const board = document.querySelector(".board");
  const names = [...board.querySelectorAll("[data-name] text")].map(text => {
    const width = text.getComputedTextLength();
    const size = parseFloat(getComputedStyle(text).fontSize);
    const x = text.x.baseVal[0].value, y = text.y.baseVal[0].value;
    const anchor = text.getAttribute("text-anchor");
    const left = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
    return {city: text.parentNode.dataset.name, size, box: [left, y - 0.74 * size, left + width, y + 0.18 * size]};
  });
  const spaces = [...board.querySelectorAll(".slot")].map(slot => {
    const by = slot.getCTM(), x = slot.x.baseVal.value, y = slot.y.baseVal.value;
    const width = slot.width.baseVal.value, height = slot.height.baseVal.value;
    return [[x, y], [x + width, y], [x + width, y + height], [x, y + height]].map(
      ([px, py]) => [by.a * px + by.c * py + by.e, by.b * px + by.d * py + by.f]);
  });
  return {names, spaces, scale: board.getBoundingClientRect().width / board.width.baseVal.value};
}"""

COLORS: Final = """() => {
  const brush = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const parts = color => {
    brush.fillStyle = color;
    brush.fillRect(0, 0, 1, 1);
    return [...brush.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const of = (selector, property) => {
    const found = document.querySelector(selector);
    return found && parts(getComputedStyle(found)[property]);
  };
  const colors = new Set([...document.querySelectorAll("[data-look=free]")].map(route => route.dataset.color));
  return {
    land: of(".ground .land", "fill"),
    outline: of("[data-bed] .outline", "stroke"),
    inside: of("[data-bed] .inside", "stroke"),
    casing: of(".piece .casing", "fill"),
    closed: of("[data-look=closed] .slot", "stroke"),
    ring: of(".piece .ring:not(.under)", "stroke"),
    under: of(".piece .ring.under", "stroke"),
    bodies: [...document.querySelectorAll(".piece .body")].map(body => parts(getComputedStyle(body).fill)),
    rims: Object.fromEntries([...colors].map(color => [color, {
      rim: of(`[data-look=free][data-color=${color}] .slot`, "stroke"),
      tint: of(`[data-look=free][data-color=${color}] .slot`, "fill"),
      sign: of(`[data-look=free][data-color=${color}] .mark`, "fill"),
    }])),
  };
}"""

# What of a route can be seen without telling colors apart.
FEATURES: Final = """() => {
  const features = route => {
    const slot = getComputedStyle(route.querySelector(".slot"));
    const bed = document.querySelector(`[data-bed="${route.dataset.route}"]`);
    return JSON.stringify({
      solid: route.querySelector(".body") !== null,
      cased: route.querySelector(".casing") !== null,
      ringed: route.querySelector(".ring") !== null,
      hatched: slot.fill.startsWith("url"),
      height: route.querySelector(".slot").height.baseVal.value,
      outlined: bed.querySelector(".outline") !== null,
      railed: bed.querySelector(".rail") !== null,
    });
  };
  const looks = {};
  for (const route of document.querySelectorAll("[data-route]")) {
    const look = route.classList.contains("fresh") ? "new" : route.dataset.look;
    (looks[look] ??= new Set()).add(features(route));
  }
  return Object.fromEntries(Object.entries(looks).map(([look, found]) => [look, [...found]]));
}"""


def clashes(measured: dict[str, Any], tolerance: float = 1.0) -> list[str]:
    """Names that lie on one another or on a space by more than so many pixels."""
    by = tolerance / measured["scale"] / 2
    boxes = [
        (name["city"], (box[0] + by, box[1] + by, box[2] - by, box[3] - by))
        for name in measured["names"]
        for box in [name["box"]]
    ]
    found = []
    for i, (city, box) in enumerate(boxes):
        found += [f"{city} on {other}" for other, two in boxes[i + 1 :] if other != city and _overlap(box, two)]
        found += [f"{city} on a space" for space in measured["spaces"] if _on(box, space)]
    return found


def _overlap(one: Box, two: Box) -> bool:
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


def _on(box: Box, corners: list[list[float]]) -> bool:
    """Whether a box and a turned rectangle overlap: no side of either separates them."""
    left, top, right, bottom = box
    mine = [[left, top], [right, top], [right, bottom], [left, bottom]]
    (ax, ay), (bx, by), _, (dx, dy) = corners
    for nx, ny in ((1.0, 0.0), (0.0, 1.0), (bx - ax, by - ay), (dx - ax, dy - ay)):
        here = [x * nx + y * ny for x, y in mine]
        there = [x * nx + y * ny for x, y in corners]
        if max(here) <= min(there) or max(there) <= min(here):
            return False
    return True
