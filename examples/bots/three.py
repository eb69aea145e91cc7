#!/usr/bin/env python3
"""A bot: three in a line on a board of nine cells; in any other game the first answer that is enough."""
import json
import random
import sys

LINES = ["a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "a3 b2 c1"]
games = {}  # by number: the seat that we have, and our own chance


def cell(game, zones, free):
    """Win, else keep from losing, else the middle. A mark is called after its seat: "cross-mark"."""
    seat, chance = games[game]
    owner = {zone: "".join(now.get("pieces", {})).split("-")[0] for zone, now in zones.items()}
    for mine in (True, False):
        for line in map(str.split, LINES):
            open_cells = [one for one in line if one in free]
            taken = {owner[one] == seat for one in line if one not in free}
            if len(open_cells) == 1 and taken == {mine}:
                return open_cells[0]
    return "b2" if "b2" in free else chance.choice(free)


def choice(game, kind, least, options, offers, zones):
    ids = [one["id"] for one in sorted(options, key=lambda one: one.get("cost", 0)) for _ in range(one["count"])]
    if {"a1", "b2", "c3"} < zones.keys() and "d1" not in zones:
        return cell(game, zones, ids)
    first = ids[0] if ids else {"offer": offers[0]["id"]} if offers else []
    return {"one": first, "many": ids[:least], "number": least}[kind]


for said in map(json.loads, sys.stdin):
    if said.get("ask") == "hello":
        print(json.dumps({"id": said["id"], "name": "three", "wants": ["view"]}), flush=True)
    elif said.get("ask") == "decide":
        asked = [said["decision"][key] for key in ("kind", "min", "options", "offers")]
        print(json.dumps({"id": said["id"], "choice": choice(said["game"], *asked, said["view"]["zones"])}), flush=True)
    elif said["tell"] == "game":
        games[said["game"]] = (said["seat"], random.Random(said["seed"]))
