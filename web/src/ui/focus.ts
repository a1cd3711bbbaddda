/** Keyboard focus: sheets take the focus when they open and give it back when they close. */
import type { Attachment } from "svelte/attachments";

/** Move the focus to the element marked `data-first` or to the node itself, unless somebody is typing elsewhere. */
export const takeFocus: Attachment<HTMLElement> = (node) => {
  const before = document.activeElement as HTMLElement | SVGElement | null;
  if (!before?.matches("input:not([type=radio], [type=checkbox]), textarea, select"))
    (node.querySelector<HTMLElement>("[data-first]:not(:disabled)") ?? node).focus({ preventScroll: true });
  return () => {
    const here = document.activeElement;
    const ours = here === document.body || here === null || node.contains(here);
    if (ours && before?.isConnected) before.focus({ preventScroll: true });
  };
};

/**
 * Keep the focus within the node: when what had it is gone, `fallback` takes it, so that the next key does not start
 * from the top of the page.
 */
export function holdFocus(fallback: string): Attachment<HTMLElement> {
  return (node) => {
    let held = false;
    const focused = () => (held = true);
    const left = (event: FocusEvent) => (held = event.relatedTarget === null && held);
    const take = () => {
      if (held && document.activeElement === document.body)
        node.querySelector<HTMLElement>(fallback)?.focus({ preventScroll: true });
    };
    // Not at once: between two tab stops nothing has the focus for a moment, and what one of them shows may change then.
    const watch = new MutationObserver(() => setTimeout(take));
    node.addEventListener("focusin", focused);
    node.addEventListener("focusout", left);
    watch.observe(node, { childList: true, subtree: true });
    return () => {
      watch.disconnect();
      node.removeEventListener("focusin", focused);
      node.removeEventListener("focusout", left);
    };
  };
}

/** Move the focus to a field that was opened to be typed into. */
export const seizeFocus: Attachment<HTMLElement> = (node) => {
  const before = document.activeElement as HTMLElement | SVGElement | null;
  node.focus();
  return () => {
    if (document.activeElement === document.body && before?.isConnected)
      before.focus({ preventScroll: true });
  };
};

/** What scrolls but holds nothing to press is a stop of the Tab key while it scrolls, so that arrow keys move it. */
export const focusWhenScrolling: Attachment<HTMLElement> = (node) => {
  const look = () => {
    if (node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight) node.tabIndex = 0;
    else node.removeAttribute("tabindex");
  };
  const watch = new ResizeObserver(look);
  watch.observe(node);
  for (const child of node.children) watch.observe(child);
  return () => watch.disconnect();
};
