"""A bot that plays a whole game at a Branchline server: python examples/bot.py http://localhost:8000 [TABLE]"""

import json
import random
import secrets
import sys
import urllib.request

from websockets.sync.client import connect  # pip install websockets


def post(address, body):
    request = urllib.request.Request(address, json.dumps(body).encode(), {"content-type": "application/json"})
    return json.load(urllib.request.urlopen(request))


def decide(choices):
    """Any legal action: pick a choice, and one value from each of its lists. Be cleverer here."""
    choice = random.choice(choices)
    fields = {name: random.choice(values) for name, values in choice.items() if isinstance(values, list) and values}
    if choice["do"] == "keep":
        fields = {"kept": choice["offer"], "returned": []}
    if choice["do"] == "lay-three":
        fields = {"colors": choice["any_three"][:3]}
    if choice["do"] == "settle":
        fields = {"tickets": choice["best"]}
    return {"do": choice["do"], **fields}


def play(server, table=None, board="europe"):
    body = {"cid": secrets.token_urlsafe(16), "name": f"Robot {secrets.token_hex(2)}"}  # No two seats share a name.
    if table is None:  # Make a table of its own, against a bot of the server.
        seats = [{"kind": "mine", "name": body["name"]}, {"kind": "bot", "level": "conductor"}]
        body = {"cid": body["cid"], "board": board, "seats": seats, "start": True, "pace": 0}
    mine = post(f"{server}/api/tables" + (f"/{table}/seats" if table else ""), body)
    with connect(server.replace("http", "ws", 1) + "/ws", max_size=None) as line:
        line.send(json.dumps({"type": "hello", "protocol": 2, "table": mine["table"], "tokens": [mine["token"]]}))
        asked = None
        for message in map(json.loads, line):
            if message.get("outcome"):
                return message["outcome"]
            for look in message.get("updates", ()):
                if look["decision"] not in (None, asked):
                    asked = look["decision"]
                    play = {"type": "play", "cid": f"d{asked}", "seat": look["seat"], "decision": asked}
                    line.send(json.dumps(play | {"action": decide(look["choices"])}))


if __name__ == "__main__":
    print(json.dumps(play(*sys.argv[1:]), indent=1))
