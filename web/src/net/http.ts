/** What the server answers over HTTP: offers, boards, tables, seats. */
import type {
  DailyAsked,
  Design,
  DesignTemplates,
  Invitation,
  Job,
  NewAnalysis,
  NewSeat,
  NewTable,
  Offers,
  PlayOn,
  PrintedBoard,
  Problem,
  Puzzles,
  PuzzleShown,
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
  if (answer.status === 204) return undefined as T;
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
  puzzles: () => ask<Puzzles>("/api/puzzles"),
  puzzle: (id: string, language: string) => ask<PuzzleShown>(`/api/puzzles/${id}?language=${language}`),
  tables: () => ask<Tables>("/api/tables"),
  table: (table: string) => ask<TableStanding>(`/api/tables/${table}`),
  open: (body: NewTable) => post<Seated>("/api/tables", body),
  sit: (table: string, body: NewSeat, token?: string) =>
    post<Seated>(`/api/tables/${table}/seats`, body, token),
  /** What each level scores with the cards of a day. */
  daily: (asked: DailyAsked) => post<Job>("/api/daily", asked),
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
  /** Look back at a finished game, of a table or in a record; with `move`, how games go on from there. */
  analyze: (body: Partial<NewAnalysis>) => post<Job>("/api/analyses", body),
  job: (job: string) => ask<Job>(`/api/jobs/${job}`),
  cancelJob: (job: string) => ask<undefined>(`/api/jobs/${job}`, { method: "DELETE" }),
  /** A table that goes on from a moment of a finished game. */
  playOn: (body: PlayOn) => post<Seated>("/api/play-on", body),
  /** A board file of somebody's own, drawn. */
  drawBoard: (text: string, edition = "") =>
    post<PrintedBoard>(`/api/boards${edition && `?edition=${edition}`}`, text),
  /** What a new board can begin with. */
  designTemplates: () => ask<DesignTemplates>("/api/designs"),
  /** A board file in the making: its text with these tables, and all that is wrong with it. */
  design: (text: string, tables: object | null) => post<Design>("/api/designs", { text, tables }),
  /** How such a board will look, once its map is sound. */
  drawDesign: (text: string) => post<PrintedBoard>("/api/designs/drawing", text),
  /** What stands out when bots play on a board: a long computation. */
  balance: (file: string, games: number) => post<Job>("/api/balance", { file, games }),
  /** The file of a board on which a table is played here. */
  boardFile: async (file: string): Promise<string> => {
    const answer = await fetch(`/api/board-files/${file}`).catch(() => null);
    if (!answer) throw new Refusal("no-connection");
    if (!answer.ok) throw new Refusal("unknown-board");
    return answer.text();
  },
  /** All that happened, with what bots say about their moves once the game is over. */
  reasons: (table: string, language: string) =>
    ask<Steps>(`/api/tables/${table}/steps?after=0&language=${language}`),
  /** All that is printed on a board: one of the package, or one of somebody's own, which is named by its file. */
  board: ({ board, file, edition }: { board: string; file: string; edition: string }) =>
    remembered(file ? `/api/board-files/${file}/${edition}` : `/api/boards/${board}/${edition}`),
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
