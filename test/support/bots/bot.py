#!/usr/bin/env python3
"""A bot that takes the first answer, and misbehaves as its first argument says. All it hears goes to a file, if one is named."""
import json
import os
import subprocess
import sys
import time

mode = sys.argv[1] if len(sys.argv) > 1 else "good"
record = open(sys.argv[2], "a") if len(sys.argv) > 2 and sys.argv[2] != "-" else None


def say(message):
    text = message if isinstance(message, str) else json.dumps(message)
    if mode == "shown":
        record.write("< " + text + "\n")
    print(text, flush=True)


def first(decision):
    ids = [option["id"] for option in decision["options"]]
    if decision["kind"] == "number":
        return decision["min"]
    if decision["kind"] == "many":
        cheap = sorted(decision["options"], key=lambda one: one.get("cost", 0))
        return [one["id"] for one in cheap for _ in range(one["count"])][: decision["min"]]
    return ids[0] if ids else [] if decision["optional"] else {"offer": decision["offers"][0]["id"]}


def ask(message):
    say(message)
    answer = sys.stdin.readline()
    record.write("> " + answer)


def look_ahead():
    """What the docs show."""
    ask({"id": 1, "ask": "imagine", "number": 0})
    ask({"id": 2, "ask": "fork", "position": 1})
    ask({"id": 3, "ask": "decide", "position": 2, "choice": "b2", "brief": True})
    ask([{"id": 4, "ask": "playout", "position": 2, "times": 50}, {"id": 5, "ask": "drop", "position": 2}])
    ask({"id": 6, "ask": "evaluate", "position": 1, "value": "worth", "of": "cross"})
    ask({"id": 7, "ask": "policy"})


def decide(asked):
    number, choice = asked["id"], first(asked["decision"])
    if mode == "shown" and number == 1:
        look_ahead()
    if mode == "no-json":
        say("thinking about it ...")
    elif mode == "no-utf8":
        sys.stdout.buffer.write(b'{"id": \xff}\n')
        sys.stdout.buffer.flush()
    elif mode == "no-message":
        say("[1, 2]")
    elif mode == "exits":
        sys.exit(3)
    elif mode == "crashes":
        raise ValueError("no idea")
    elif mode == "killed":
        os.abort()
    elif mode == "late":
        time.sleep(60)
    elif mode == "illegal":
        say({"id": number, "choice": "z9"})
    elif mode == "no-choice":
        say({"id": number, "answer": choice})
    elif mode == "odd-choice":
        say({"id": number, "choice": {"cell": choice}})
    elif mode == "wrong-id":
        say({"id": number + 1, "choice": choice})
    elif mode == "no-id":
        say({"choice": choice})
    elif mode == "error":
        say({"id": number, "error": {"code": "tired", "message": "I am tired."}})
    elif mode == "long-line":
        say(json.dumps({"id": number, "choice": choice, "why": "x" * 2_000_000}))
    elif mode == "endless-line":
        while True:
            sys.stdout.write("x" * 65536)
    elif mode == "flood":
        while True:
            say({"id": number, "choice": choice})
    elif mode == "fails-once" and asked["game"] == 2:
        sys.exit(3)
    else:
        say({"id": number, "choice": choice, "why": "it comes first"})


if mode == "leaves":
    sys.exit(0)
if mode == "chatters":
    print("warming up", file=sys.stderr, flush=True)
if mode == "noisy":
    for n in range(5000):
        print("noise", n, file=sys.stderr)
if mode == "with-child":
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)", *sys.argv[3:]])
for line in sys.stdin:
    if record is not None:
        record.write("> " + line if mode == "shown" else line)
        record.flush()
    said = json.loads(line)
    if said.get("ask") == "hello":
        if mode == "silent":
            time.sleep(60)
        elif mode == "nameless":
            say({"id": said["id"], "nom": "bot"})
        else:
            say({"id": said["id"], "name": "bot", **({"wants": []} if mode == "bare" else {})})
    elif said.get("ask") == "decide":
        decide(said)
if mode in ("stays", "with-child"):
    time.sleep(600)
