/** Looking back: figures with their uncertainty, reasons told from numbers, and a job watched to its end. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { PlayedTable } from "../../src/game/played.svelte";
import { Print } from "../../src/game/print";
import type { Catalog } from "../../src/i18n/catalogs";
import { translation } from "../../src/i18n/translation.svelte";
import { chance, chanceChange, negated, pointsChange } from "../../src/lookback/figures";
import { JobWatch } from "../../src/lookback/job.svelte";
import { tellReason } from "../../src/lookback/reason";
import { unplayed } from "../../src/replay/unplayed";
import type { Job } from "../../src/wire/protocol";
import { printed } from "../little";

function shared(language: string): Catalog {
  const file = join(import.meta.dirname, "..", "..", "..", "src/branchline/messages", `${language}.json`);
  return JSON.parse(readFileSync(file, "utf8")) as Catalog;
}

beforeAll(() => {
  translation.catalog = shared("en");
});

describe("figures", () => {
  it("tell chances with their error", () => {
    expect(chance([0.62, 0.031])).toBe("62 ± 3\u00a0%");
    expect(chance([1, 0])).toBe("100\u00a0%");
  });

  it("have a sign where they are changes, and none of its own for nothing", () => {
    expect(chanceChange(negated([0.128, 0.1]))).toBe("−13 ± 10\u00a0%");
    expect(chanceChange([-0.001, 0.01])).toBe("+0 ± 1\u00a0%");
    expect(pointsChange([7.46, 2.1])).toBe("+7.5 ± 2.1");
    expect(pointsChange([-3, 0])).toBe("−3");
  });
});

describe("a reason", () => {
  const print = new Print(printed);
  const played: PlayedTable = unplayed(print);

  it("names what its numbers stand for", () => {
    const route = print.routes[0];
    const told = tellReason(played, { key: "claims-for", values: { route: 0, ticket: 0 } });
    expect(told).toContain(played.prose.route(route?.id ?? ""));
    expect(told).toContain(played.prose.ticket(printed.tickets[0]?.id ?? ""));
    expect(told).not.toMatch(/[{}]/);
  });

  it("is left out where no catalog has it", () => {
    expect(tellReason(played, { key: "of-another-bot", values: {} })).toBeNull();
  });
});

describe("a job", () => {
  const job = (more: Partial<Job>): Job => ({
    job: "j",
    kind: "analysis",
    status: "running",
    progress: 0,
    result: null,
    fault: "",
    ...more,
  });
  const asked: string[] = [];

  function server(...answers: (Job | { code: string })[]) {
    vi.useFakeTimers();
    asked.length = 0;
    vi.stubGlobal("fetch", (path: string, init: RequestInit = {}) => {
      asked.push(`${init.method ?? "GET"} ${path}`);
      if (init.method === "DELETE") return Promise.resolve(new Response(null, { status: 204 }));
      const body = answers.shift() ?? {};
      return Promise.resolve(new Response(JSON.stringify(body), { status: "code" in body ? 400 : 200 }));
    });
  }
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("is looked at until it is done", async () => {
    server(
      job({ status: "waiting" }),
      job({ progress: 0.5 }),
      job({ status: "done", progress: 1, result: { a: 1 } }),
    );
    const watch = new JobWatch<{ a: number }>();
    await watch.start({ table: "t" });
    expect([watch.state, watch.waiting]).toEqual(["running", true]);
    await vi.advanceTimersByTimeAsync(1000);
    expect([watch.progress, watch.waiting]).toEqual([0.5, false]);
    await vi.advanceTimersByTimeAsync(1000);
    expect([watch.state, watch.result]).toEqual(["done", { a: 1 }]);
    await vi.advanceTimersByTimeAsync(5000);
    expect(asked).toEqual(["POST /api/analyses", "GET /api/jobs/j", "GET /api/jobs/j"]);
  });

  it("is given up on request, and not looked at again", async () => {
    server(job({}), job({}));
    const watch = new JobWatch();
    await watch.start({ table: "t" });
    await watch.cancel();
    await vi.advanceTimersByTimeAsync(5000);
    expect([watch.state, asked]).toEqual(["idle", ["POST /api/analyses", "DELETE /api/jobs/j"]]);
  });

  it("says why there is none", async () => {
    server({ code: "no-fast-lane" });
    const refused = new JobWatch();
    await refused.start({ table: "t" });
    expect([refused.state, refused.refusal?.code]).toEqual(["failed", "no-fast-lane"]);
    server(job({ status: "failed", fault: "it took too long" }));
    const failed = new JobWatch();
    await failed.start({ table: "t" });
    expect([failed.state, failed.refusal?.detail]).toEqual(["failed", "it took too long"]);
  });
});
