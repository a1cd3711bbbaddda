/** The page as an app: its service worker, and the browser's offer to install it. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

class Install {
  /** What the browser offers; null while it does not, or once it is installed. */
  offer = $state.raw<InstallOffer | null>(null);

  constructor() {
    window.addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault(); // The button in the lobby asks, not the browser.
      this.offer = event as InstallOffer;
    });
    window.addEventListener("appinstalled", () => (this.offer = null));
  }

  async ask(): Promise<void> {
    await this.offer?.prompt();
    this.offer = null; // An offer can be made once.
  }
}

export const install = new Install();

/** Only where the address is safe; the page works as well without it. */
export function registerWorker(): void {
  if (import.meta.env.PROD) void navigator.serviceWorker?.register("/sw.js").catch(() => undefined);
}
