#!/usr/bin/env python3
"""A bot that looks ahead in any game: it tries its answers in positions that it imagines, and plays them to the end."""
import json
import random
import sys

CANDIDATES = 12  # answers that it tries
WORLDS = 4  # positions that it imagines for each decision
PLAYOUTS = 24  # games to the end, for each answer in each of them
games = {}  # by number: the seat that we have, and our own random numbers


def say(message):
    print(json.dumps(message), flush=True)


def ask(requests):
    """Asks the host several things in one line. Returns the answers in the same order."""
    say([{"id": number, **request} for number, request in enumerate(requests)])
    return json.loads(sys.stdin.readline())


def answers(decision, chance):
    """Some legal answers: every option if one is chosen, a few samples of several."""
    ids = [one["id"] for one in decision["options"] for _ in range(one["count"])]
    if decision["kind"] == "number":
        return list(range(decision["min"], decision["max"] + 1))
    if decision["kind"] == "many":
        costs = {one["id"]: one.get("cost", 0) for one in decision["options"]}
        cheap = sorted(ids, key=costs.get)[: decision["min"]]
        few = [chance.sample(ids, chance.randint(decision["min"], min(decision["max"], len(ids)))) for _ in range(CANDIDATES)]
        fits = [some for some in few if sum(map(costs.get, some)) <= decision.get("budget", float("inf"))]
        return [cheap, *fits]
    offers = [{"offer": one["id"]} for one in decision["offers"]]
    return list(dict.fromkeys(ids)) + offers + ([[]] if decision["optional"] else [])


def worth_of(step, end, seat):
    """What an answer is worth in one imagined position: the share of the playouts that we win."""
    if "error" in step or "error" in end:
        return 0  # it isn't legal there
    won = end["won"][seat] + end["draws"] / len(end["won"])
    return won / max(1, end["ended"])


def choose(game, decision):
    seat, chance = games[game]
    tried = answers(decision, chance)
    if len(tried) > CANDIDATES:
        tried = chance.sample(tried, CANDIDATES)
    if len(tried) == 1:
        return tried[0]
    sums = [0.0] * len(tried)
    for world in range(WORLDS):
        root = ask([{"ask": "imagine", "number": world}])[0]
        if "error" in root:
            break  # a secret choice is in progress
        forks = ask([{"ask": "fork", "position": root["position"]} for _ in tried])
        numbers = [fork["position"] for fork in forks]
        steps = ask([{"ask": "decide", "position": at, "choice": one, "seat": seat, "brief": True} for at, one in zip(numbers, tried)])
        ends = ask([{"ask": "playout", "position": at, "times": PLAYOUTS, "number": world} for at in numbers])
        sums = [total + worth_of(step, end, seat) for total, step, end in zip(sums, steps, ends)]
        ask([{"ask": "drop", "position": "all"}])
    return tried[sums.index(max(sums))]


for line in iter(sys.stdin.readline, ""):
    said = json.loads(line)
    if said.get("ask") == "hello":
        say({"id": said["id"], "name": "ahead", "wants": []})
    elif said.get("ask") == "decide":
        say({"id": said["id"], "choice": choose(said["game"], said["decision"])})
    elif said["tell"] == "game":
        games[said["game"]] = (said["seat"], random.Random(said["seed"]))
