/** What the server answers over HTTP: offers, boards, tables, seats. */
import type {
  Invitation,
  NewSeat,
  NewTable,
  Offers,
  PrintedBoard,
  Problem,
  Replay,
  Seated,
  Steps,
  Tables,
  TableStanding,
} from "../wire/protocol";

/** The server said no; `code` has a message `refusal.<code>`. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly detail = "",
  ) {
    super(code);
  }
}

async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, init);
  } catch {
    throw new Refusal("no-connection");
  }
  if (answer.ok) return (await answer.json()) as T;
  const problem = (await answer.json().catch(() => ({ code: "unavailable" }))) as Problem;
  throw new Refusal(problem.code, problem.detail);
}

function post<T>(path: string, body: unknown, token?: string): Promise<T> {
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  return ask(path, { method: "POST", headers, body: JSON.stringify(body) });
}

export const http = {
  offers: () => ask<Offers>("/api/boards"),
  tables: () => ask<Tables>("/api/tables"),
  table: (table: string) => ask<TableStanding>(`/api/tables/${table}`),
  open: (body: NewTable) => post<Seated>("/api/tables", body),
  sit: (table: string, body: NewSeat, token?: string) =>
    post<Seated>(`/api/tables/${table}/seats`, body, token),
  invitation: () => ask<Invitation>("/api/invitation"),
  openToNetwork: () => post<Invitation>("/api/invitation/open", {}),
  /** A finished game, or one in a record, from a viewpoint: `seat=2`, `open=1`, or nothing for a spectator's. */
  replay: (table: string, viewpoint: string) => ask<Replay>(`/api/tables/${table}/replay?${viewpoint}`),
  replayRecord: (record: string, viewpoint: string) =>
    ask<Replay>(`/api/replays?${viewpoint}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: record,
    }),
  /** A board file of somebody's own, drawn. */
  drawBoard: (text: string) => post<PrintedBoard>("/api/boards", text),
  /** All that happened, with what bots say about their moves once the game is over. */
  reasons: (table: string, language: string) =>
    ask<Steps>(`/api/tables/${table}/steps?after=0&language=${language}`),
  board: (board: string, edition: string) => remembered(`/api/boards/${board}/${edition}`),
};

const boards = new Map<string, Promise<PrintedBoard>>();

function remembered(path: string): Promise<PrintedBoard> {
  let found = boards.get(path);
  if (!found) {
    found = ask<PrintedBoard>(path);
    found.catch(() => boards.delete(path));
    boards.set(path, found);
  }
  return found;
}
