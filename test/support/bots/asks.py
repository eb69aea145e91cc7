#!/usr/bin/env python3
"""A bot that asks its host everything while it decides, records the answers, and takes the first answer that is enough."""
import json
import sys

record = open(sys.argv[1], "a")
mode = sys.argv[2] if len(sys.argv) > 2 else "all"
rules = {}
NONSENSE = [
    {"id": 1, "ask": "help"},
    {"id": 2, "ask": "legal", "positon": 1},
    {"id": 3, "ask": "legal", "position": 99},
    {"id": 4, "ask": "decide", "position": 1, "choice": "no such option"},
    {"id": 5, "ask": "playout", "agents": "search:1s"},
    {"id": 6, "ask": "evaluate", "value": "no such value"},
    {"id": 7, "ask": "policy", "policy": "no such policy"},
    {"id": 8, "ask": "playout", "times": 0},
    {"id": 9, "ask": "legal", "position": 1, "seat": "nobody"},
    {"id": "ten", "ask": "legal"},
    {"id": 11, "ask": "imagine", "number": -1},
]


def send(message):
    print(json.dumps(message), flush=True)


def ask(message):
    send(message)
    line = sys.stdin.readline()
    record.write(line)
    record.flush()
    return json.loads(line)


def first(decision):
    if decision["kind"] == "number":
        return decision["min"]
    cheap = sorted(decision["options"], key=lambda one: one.get("cost", 0))
    ids = [one["id"] for one in cheap for _ in range(one["count"])]
    if decision["kind"] == "many":
        return ids[: decision["min"]]
    return ids[0] if ids else {"offer": decision["offers"][0]["id"]} if decision["offers"] else []


def look_ahead():
    ask({"id": 1, "ask": "legal"})
    ask({"id": 2, "ask": "evaluate"})
    for value in rules["values"]:
        things = {None: [None], "seat": rules["seats"], "zone": [one["id"] for one in rules["spaces"] + rules["zones"]][:6]}
        for of in things[value.get("of")]:
            ask({"id": 3, "ask": "evaluate", "value": value["id"], **({} if of is None else {"of": of})})
    ask({"id": 4, "ask": "policy"})
    ask({"id": 5, "ask": "playout", "times": 3})
    ask({"id": 6, "ask": "playout", "times": 2, "agents": "greedy", "number": 7})
    for number in range(3):
        root = ask({"id": 7, "ask": "imagine", "number": number}).get("position")
        if root is None:
            continue
        at = ask({"id": 8, "ask": "fork", "position": root})["position"]
        for _ in range(4):
            asked = ask({"id": 9, "ask": "legal", "position": at})
            ask({"id": 10, "ask": "evaluate", "position": at})
            if "decision" not in asked:
                break
            ask({"id": 11, "ask": "policy", "position": at})
            ask({"id": 12, "ask": "decide", "position": at, "choice": first(asked["decision"]), "seat": asked["decision"]["seat"]})
        ask({"id": 13, "ask": "playout", "position": at, "times": 2})
    ask({"id": 14, "ask": "fork"})
    ask({"id": 15, "ask": "drop", "position": "all"})


for line in iter(sys.stdin.readline, ""):
    said = json.loads(line)
    if said.get("ask") == "hello":
        rules = said["rules"]
        record.write(line)
        if mode == "early":
            ask({"id": 1, "ask": "legal"})
        send({"id": said["id"], "name": "asks", "wants": []})
    elif said.get("ask") == "decide":
        record.write(json.dumps({key: said.get(key) for key in ("ms", "clock")}) + "\n")
        if mode == "nonsense":
            ask({"id": 0, "ask": "imagine"})
            for message in NONSENSE:
                ask(message)
            ask([{"id": 20, "ask": "fork"}, {"id": 21, "ask": "nothing"}])
        elif mode == "hoards":
            answer = {}
            while "error" not in answer:
                answer = ask({"id": 1, "ask": "fork"})
        elif mode == "dies":
            ask({"id": 1, "ask": "imagine"})
            sys.exit(4)
        elif mode == "all":
            look_ahead()
        send({"id": said["id"], "choice": first(said["decision"])})
        if mode == "late":
            ask({"id": 1, "ask": "legal"})
