// A bot that plays a whole game at a Branchline server, from nothing but docs/protocol.md:
//   node examples/bot.mjs http://localhost:8000 [--board usa] [--table TABLE]          (Node 22 or newer)
import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";

const PROTOCOL = 2;
const COME_BACK = ["restart", "unavailable", "slow"]; // What ends a connection and not the game.
const any = (list) => list[Math.floor(Math.random() * list.length)];

/** Any legal action: pick a choice, and one value from each of its lists. Be cleverer here. */
function decide(choices) {
  const choice = any(choices);
  if (choice.do === "keep") return { do: "keep", kept: choice.offer, returned: [] };
  if (choice.do === "lay-three") return { do: "lay-three", colors: choice.any_three.slice(0, 3) };
  if (choice.do === "settle") return { do: "settle", tickets: choice.best };
  const lists = Object.entries(choice).filter(([, values]) => Array.isArray(values) && values.length > 0);
  return { do: choice.do, ...Object.fromEntries(lists.map(([field, values]) => [field, any(values)])) };
}

/** Sit down at a table, or make one against a bot of the server; the answer has the token that holds the seat. */
async function sit(server, { table, board }) {
  const cid = randomBytes(16).toString("base64url");
  const name = `Robot ${cid.slice(0, 4)}`; // No two seats of a table share a name.
  const seats = [{ kind: "mine", name }, { kind: "bot", level: "conductor" }];
  const body = table ? { cid, name } : { cid, board, seats, start: true, pace: 0 };
  const answer = await fetch(`${server}/api/tables${table ? `/${table}/seats` : ""}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`refused: ${await answer.text()}`);
  return answer.json();
}

/** Play until the outcome is known. Whatever happens to the connection, a decision is answered once. */
function play(server, { table, token }) {
  const { promise, resolve, reject } = Promise.withResolvers();
  let decision = null; // The last one that was answered, and the answer, to be sent again after a connection is lost.
  let answer = "";
  let pause = 1;

  function connect() {
    const line = new WebSocket(`${server.replace("http", "ws")}/ws`);
    line.onopen = () => line.send(JSON.stringify({ type: "hello", protocol: PROTOCOL, table, tokens: [token] }));
    line.onmessage = ({ data }) => hear(line, JSON.parse(data));
    line.onclose = () => {
      setTimeout(connect, pause * 1000);
      pause = Math.min(2 * pause, 30);
    };
  }

  function hear(line, message) {
    if (message.type === "bye" && !COME_BACK.includes(message.code)) reject(new Error(`goodbye: ${message.code}`));
    if (message.type === "refused") console.error(`refused: ${message.code} ${message.detail}`);
    if (message.type === "welcome") pause = 1;
    if (message.outcome) return resolve(message.outcome);
    for (const update of message.updates ?? []) {
      if (update.decision === null) continue; // Others decide.
      if (update.decision === decision && message.type === "update") continue; // It is on its way; told again.
      if (update.decision !== decision) {
        decision = update.decision;
        const action = decide(update.choices);
        answer = JSON.stringify({ type: "play", cid: `d${decision}`, seat: update.seat, decision, action });
      }
      line.send(answer);
    }
  }

  connect();
  return promise;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { board: { type: "string", default: "europe" }, table: { type: "string" } },
});
const server = positionals[0] ?? "http://localhost:8000";
console.log(JSON.stringify(await play(server, await sit(server, values)), null, 1));
process.exit();
