/** Which address an invitation carries: one that guests reach, wherever the host opened the page. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { invitation } from "../../src/net/invitation.svelte";
import { isLoopback, reachOf } from "../../src/net/reach";
import { holdSeat, seatLink } from "../../src/net/tokens";
import type { Invitation } from "../../src/wire/protocol";

const HERE = "http://localhost:8000";
const LAN = "http://192.168.1.20:8000";
const VPN = "http://10.8.0.2:8000";

function told(reach: Invitation["reach"], ...addresses: string[]): Invitation {
  return { reach, addresses, can_open: false };
}

describe("a link", () => {
  it("begins with the public address, wherever the page was opened", () => {
    const url = "https://trains.example.net";
    for (const origin of [HERE, LAN]) expect(reachOf(told("public", url), origin).bases).toEqual([url]);
  });

  it("begins with an address of the network when the host opened localhost", () => {
    expect(reachOf(told("network", LAN, VPN), HERE)).toEqual({ is: "network", bases: [LAN, VPN] });
  });

  it("begins with the address by which the page was opened when others reach that", () => {
    expect(reachOf(told("network"), LAN)).toEqual({ is: "network", bases: [LAN] });
    expect(reachOf(told("network", VPN), LAN).bases).toEqual([LAN]);
  });

  it("reaches no farther than the machine where the server has no other address", () => {
    expect(reachOf(told("machine"), HERE)).toEqual({ is: "machine", bases: [HERE] });
    expect(reachOf(told("network"), HERE).is, "one is there, but it is not known").toBe("machine");
  });
});

it("knows the machine's names for itself", () => {
  const own = ["http://localhost", "http://127.0.0.1:8000", "http://[::1]:8000", "http://a.localhost:80"];
  expect(own.filter(isLoopback)).toEqual(own);
  expect(
    [LAN, "http://laptop.local", "http://[fd00::2]:8000", "https://127.example.net"].some(isLoopback),
  ).toBe(false);
});

describe("the server's invitation", () => {
  afterEach(() => vi.unstubAllGlobals());

  function answer(body: unknown, status = 200) {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(body), { status })));
  }

  it("is asked for, opened, and chosen from; a seat's link follows it", async () => {
    expect(invitation.base).toBe(location.origin);
    answer({ reach: "machine", addresses: [], can_open: true });
    await invitation.load();
    expect([invitation.reach?.is, invitation.canOpen, invitation.base]).toEqual([
      "machine",
      true,
      location.origin,
    ]);
    answer({ code: "no-network", detail: "" }, 409);
    await expect(invitation.open()).rejects.toMatchObject({ code: "no-network" });
    expect(invitation.canOpen).toBe(true);
    answer({ reach: "network", addresses: [LAN, VPN], can_open: false });
    await invitation.open();
    expect([invitation.reach?.is, invitation.canOpen, invitation.base]).toEqual(["network", false, LAN]);
    invitation.chosen = VPN;
    expect(invitation.base).toBe(VPN);
    holdSeat("k4bq7xw2m3nadf5e", "abcdefghabcdefghabcdefghabcdefgh");
    expect(seatLink("k4bq7xw2m3nadf5e", invitation.base)).toMatch(/^http:\/\/10\.8\.0\.2:8000\/t\/\w+#seat=/);
  });
});
