"""Looks at a page as somebody who wants to answer: what is in sight, what is covered, what cannot be reached."""

from collections.abc import Sequence
from typing import Any, Final

from playwright.sync_api import Page

# Faults of the screen as it is now. A thing is in sight when all of it is inside the window and a click on its center
# would hit it. What scrolls inside may be scrolled to.
LOOK: Final = """async ({ primary, reach, share, scrolls, folds, deck }) => {
  const faults = [];
  const frame = () => new Promise(requestAnimationFrame);
  const settle = () => new Promise(done => setTimeout(done));
  const name = node => node.dataset.act ?? node.dataset.slot ?? node.dataset.draw ?? node.dataset.offer
    ?? node.className?.baseVal ?? `${node.tagName}.${node.className}`;
  const seen = (node, whole = true) => {
    const box = node.getBoundingClientRect();
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    if (!box.width || !box.height) return "has no size";
    if (whole && (box.left < -0.5 || box.top < -0.5 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5))
      return `lies outside: ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`;
    const top = document.elementFromPoint(x, y);
    if (!top) return "lies outside";
    const own = node.closest("label") ?? node;
    return own.contains(top) ? "" : `is covered by ${top.tagName}.${top.className?.baseVal ?? top.className}`;
  };
  const look = (node, what, scroll = false) => {
    if (!node) return void faults.push(`${what}: is not there`);
    if (scroll) node.scrollIntoView({ block: "nearest", inline: "nearest" });
    const fault = seen(node);
    if (fault) faults.push(`${what}: ${fault}`);
  };
  const all = selector => [...document.querySelectorAll(selector)].filter(node => node.checkVisibility());
  const stageShare = () => {
    const stage = document.querySelector(".stage").getBoundingClientRect();
    let free = 0;
    const STEPS = 12;
    for (let i = 0; i < STEPS; i++) for (let j = 0; j < STEPS; j++) {
      const x = stage.left + stage.width * (i + 0.5) / STEPS, y = stage.top + stage.height * (j + 0.5) / STEPS;
      if (document.elementFromPoint(x, y)?.closest(".stage")) free++;
    }
    return free / STEPS ** 2 * stage.width * stage.height / (innerWidth * innerHeight);
  };
  const atTable = document.querySelector(".stage") !== null && !document.querySelector("[inert] .stage");

  // The window has another size: a frame to tell the page, and one to draw what it makes of that.
  await frame();
  await frame();
  await Promise.allSettled(document.getAnimations().map(moving => moving.finished));
  const root = document.scrollingElement;
  if (root.scrollWidth > innerWidth) faults.push(`the page is ${root.scrollWidth} wide`);
  if (atTable && root.scrollHeight > innerHeight) faults.push(`the page is ${root.scrollHeight} high`);
  for (const selector of primary) {
    const node = all(selector)[0];
    look(node, selector, (scrolls && !atTable) || selector.includes("clock"));
  }
  for (const selector of reach) look(all(selector)[0], selector, true);
  if (atTable) {
    // What is only read may be longer than its place; it is scrolled.
    const answers = all("[data-sheet] .body :is(input, button, [tabindex='0']:not([role=group]))");
    const every = Math.ceil(answers.length / 12); // Of a long list some, and the last.
    for (const answer of answers.filter((_, i) => i % every === 0 || i === answers.length - 1))
      look(answer, `answer ${name(answer)}`, true);
    for (const tool of all(":is(.bar, .controls) :is(button, a, select)")) look(tool, `tool ${name(tool)}`);
    const prompt = all(".prompt.ours .text")[0];
    if (prompt && prompt.scrollHeight > prompt.clientHeight + 1) faults.push(`the prompt is cut: ${prompt.innerText}`);
    for (const hint of all("[data-sheet] .hint"))
      if (hint.scrollHeight > hint.clientHeight + 1) faults.push(`the hint is cut: ${hint.innerText}`);
    for (const body of all("[data-sheet] .body"))
      if (body.scrollWidth > body.clientWidth) faults.push(`${body.scrollWidth} wide answers in ${body.clientWidth}`);
    for (const number of all("[data-sheet] .number .stepper")) {
      const label = number.previousElementSibling.getBoundingClientRect();
      if (label.bottom <= number.getBoundingClientRect().top) faults.push(`${number.ariaLabel}: not beside its number`);
    }
    const seenOf = stageShare();
    if (seenOf < share) faults.push(`only ${Math.round(100 * seenOf)} % of the screen show the board`);
  }
  const button = document.querySelector("[data-sheet] .fold");
  if (folds && !button) faults.push("the sheet cannot be folded");
  if (folds && button) { button.click(); await settle(); }
  if (folds || deck) {
    const tab = async which => {
      const found = document.querySelector(`.dock [role=tab][id$='-${which}']`);
      if (!found) return;
      look(found, `tab ${which}`);
      found.click();
      await settle();
    };
    await tab("tickets");
    const tickets = all(".tickets [data-ticket]");
    if (tickets[0]) look(tickets[0], "first ticket", true);
    if (tickets[0]) look(tickets.at(-1), "last ticket", true);
    await tab("hand");
    const piles = all(".hand .pile");
    for (const pile of piles.slice(0, 1)) look(pile, "first card in hand", true);
    if (piles.length) look(piles.at(-1), "last card in hand", true);
    const yard = all(".side.me [data-track]")[0];
    if (yard) look(yard, "own yard");
    for (const place of all("[data-slot], [data-draw]")) look(place, `display ${name(place)}`);
    const seenOf = stageShare();
    if (seenOf < 0.3) faults.push(`without the sheet only ${Math.round(100 * seenOf)} % of the screen show the board`);
  }
  if (folds && button) { button.click(); await settle(); }
  const bar = document.querySelector(".bar");
  return { faults, layout: document.documentElement.dataset.layout, bar: bar ? bar.offsetHeight : 0 };
}"""


def look(
    page: Page,
    *primary: str,
    reach: Sequence[str] = (),
    share: float = 0.12,
    scrolls: bool = True,
    folds: bool = False,
    deck: bool = False,
) -> dict[str, Any]:
    """Give the faults of a screen, the layout it has, and how high its bar is.

    `primary` is what must be in sight, on a page without a table after scrolling if it `scrolls`; `reach` is what may
    be scrolled to at a table as well; `share` is how much of the screen must show the board; `folds` demands that the
    sheet can be folded to see hand, tickets and display, `deck` that these are in sight now.
    """
    wishes = {"primary": primary, "reach": reach, "share": share, "scrolls": scrolls, "folds": folds, "deck": deck}
    return dict(page.evaluate(LOOK, wishes))
