/** Stand-ins for what jsdom lacks: sizes never change, and no media query matches. */
class StillObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

globalThis.ResizeObserver ??= StillObserver;
globalThis.CSS ??= { escape: (text: string) => text } as unknown as typeof CSS;
Element.prototype.scrollTo ??= () => undefined;
window.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    addEventListener() {},
    removeEventListener() {},
  }) as unknown as MediaQueryList;
