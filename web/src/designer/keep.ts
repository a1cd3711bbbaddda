/** Boards in the making, kept on this device: each with every step of the work on it, and the versions that were named. */
import type { Step } from "./history";
import type { BoardTables } from "./tables";

export interface KeptDesign {
  id: string;
  /** The file as it was opened: its comments stay with what is exported. */
  source: string;
  tables: BoardTables;
  /** How many of the steps are done; those behind it were undone. */
  position: number;
  /** Cities lie on the earth, or on an empty sheet. */
  sheet: "earth" | "plane";
  updated: number;
}

export interface KeptStep {
  design: string;
  number: number;
  step: Step;
}

export interface KeptVersion {
  design: string;
  at: number;
  name: string;
  tables: BoardTables;
}

const NAME = "branchline-designer";

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("designs", { keyPath: "id" });
      request.result.createObjectStore("steps", { keyPath: ["design", "number"] });
      request.result.createObjectStore("versions", { keyPath: ["design", "at"] });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("no storage"));
  });
}

/** Do something in one transaction over everything; without storage, nothing is kept and `empty` is what is there. */
async function within<T>(
  mode: IDBTransactionMode,
  empty: T,
  work: (store: (name: string) => IDBObjectStore) => IDBRequest<T> | null,
): Promise<T> {
  let database: IDBDatabase;
  try {
    database = await opened();
  } catch {
    return empty;
  }
  return new Promise((resolve) => {
    const transaction = database.transaction(["designs", "steps", "versions"], mode);
    const request = work((name) => transaction.objectStore(name));
    transaction.oncomplete = () => {
      database.close();
      resolve(request ? request.result : empty);
    };
    transaction.onabort = transaction.onerror = () => {
      database.close();
      resolve(empty);
    };
  });
}

const allOf = (design: string) => IDBKeyRange.bound([design, -Infinity], [design, Infinity]);

export const keep = {
  designs: () => within<KeptDesign[]>("readonly", [], (store) => store("designs").getAll()),
  steps: (design: string) =>
    within<KeptStep[]>("readonly", [], (store) => store("steps").getAll(allOf(design))),
  versions: (design: string) =>
    within<KeptVersion[]>("readonly", [], (store) => store("versions").getAll(allOf(design))),

  /** A design after a step; what had been undone is gone. */
  step: (design: KeptDesign, step: Step) =>
    within<undefined>("readwrite", undefined, (store) => {
      const number = design.position - 1;
      store("steps").delete(IDBKeyRange.bound([design.id, number], [design.id, Infinity]));
      store("steps").put({ design: design.id, number, step } satisfies KeptStep);
      store("designs").put(design);
      return null;
    }),

  design: (design: KeptDesign) =>
    within<undefined>("readwrite", undefined, (store) => {
      store("designs").put(design);
      return null;
    }),

  version: (version: KeptVersion) =>
    within<undefined>("readwrite", undefined, (store) => {
      store("versions").put(version);
      return null;
    }),

  forget: (design: string) =>
    within<undefined>("readwrite", undefined, (store) => {
      store("designs").delete(design);
      store("steps").delete(allOf(design));
      store("versions").delete(allOf(design));
      return null;
    }),
};
