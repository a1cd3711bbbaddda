/** How far a link to this server reaches: to everybody, to others in its network, or no farther than its machine. */
import type { Invitation } from "../wire/protocol";

export interface Reach {
  is: Invitation["reach"];
  /** What a link may begin with, the likeliest first; at least one. */
  bases: string[];
}

export function isLoopback(origin: string): boolean {
  const host = new URL(origin).hostname;
  return (
    host === "localhost" || host.endsWith(".localhost") || /^127(\.\d+){3}$/.test(host) || host === "[::1]"
  );
}

/**
 * The public address wins. Whoever opened the page by an address that others reach hands out that one; only a page that
 * was opened by the machine's own name for itself needs one of those that the server found.
 */
export function reachOf(invitation: Invitation, origin: string): Reach {
  const { reach, addresses } = invitation;
  if (reach === "public" && addresses.length) return { is: "public", bases: addresses };
  if (!isLoopback(origin)) return { is: "network", bases: [origin] };
  if (reach === "network" && addresses.length) return { is: "network", bases: addresses };
  return { is: "machine", bases: [origin] };
}
