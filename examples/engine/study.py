"""Random games as a table: what a position was worth, what came of it, and what playouts had foretold.

python3 study.py GAME GAMES FILE.csv [EXPRESSION]
"""
import csv
import os
import random
import shlex
import sys

from any_answer import any_answer
from ludoforge_engine import Engine

COMMAND = shlex.split(os.environ.get("LUDOFORGE", "ludoforge"))
EVERY, PLAYOUTS = 10, 20  # a row for every tenth decision


def play(engine, seed, expression):
    """One random game: a row for each position that is kept."""
    rng, rows = random.Random(seed), []
    answer = engine.ask("start", seats="all", seed=seed, into=1)
    for number in range(100_000):
        if "outcome" in answer:
            break
        seat = answer["decision"]["seat"]
        if number % EVERY == 0:
            rows.append({"game": seed, "decision": number, "seat": seat, **look(engine, seat, expression)})
        answer = engine.ask("decide", game=1, choice=any_answer(answer["decision"], rng))
    winners = answer["outcome"]["winners"]
    return [{**row, "won": int(row["seat"] in winners)} for row in rows]


def look(engine, seat, expression):
    """What the game says of a position, a value of our own, and how many playouts of a fork the seat wins."""
    features, value, _, fates = engine.ask_all([
        {"ask": "features", "game": 1},
        {"ask": "evaluate", "game": 1, "expression": expression},
        {"ask": "fork", "game": 1, "into": 2, "seed": 0},
        {"ask": "playouts", "game": 2, "times": PLAYOUTS},
    ])
    own = features["features"][seat]
    named = {f"feature.{name}": value for name, value in own.get("features", {}).items()}
    return {"worth": own.get("worth"), **named, "value": value["value"], "playouts": fates["won"][seat] / PLAYOUTS}


def main(game, games, file, expression="1"):
    with Engine(game, COMMAND) as engine, open(file, "w", newline="") as out:
        rows = [row for seed in range(int(games)) for row in play(engine, seed, expression)]
        table = csv.DictWriter(out, rows[0].keys())
        table.writeheader()
        table.writerows(rows)
    right = sum((row["playouts"] > 0.5) == bool(row["won"]) for row in rows)
    print(f"{len(rows)} positions of {games} games; playouts foretold {right} of them")


if __name__ == "__main__":
    main(*sys.argv[1:])
