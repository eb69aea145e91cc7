"""Random games as a table: what a position was worth, what came of it, and what playouts predicted.

python3 study.py GAME GAMES FILE.csv [EXPRESSION]
"""
import csv
import sys

from ludoforge import Game, UniformPlayer

EVERY, PLAYOUTS = 10, 20  # a row for every tenth decision


def play(game, seed, expression):
    """One random game: a row for each position that is kept."""
    player, rows = UniformPlayer(seed), []
    state = game.start(seed=seed)
    while state.decision is not None:
        number, seat = len(rows), state.decision.seat
        rows.append({"game": seed, "decision": number, "seat": seat, **(look(state, seat, expression) if number % EVERY == 0 else {})})
        state.answer(player(state.decision))
    winners = state.outcome.winners
    return [{**row, "won": int(row["seat"] in winners)} for row in rows[::EVERY]]


def look(state, seat, expression):
    """What the game says of a position, a value of our own, and how many playouts of a fork the seat wins."""
    own = state.features()[seat]
    named = {f"feature.{name}": value for name, value in own.get("features", {}).items()}
    won = state.fork(seed=0).playouts(PLAYOUTS)["won"][seat] / PLAYOUTS
    return {"worth": own.get("worth"), **named, "value": state.evaluate(expression), "playouts": won}


def main(name, games, file, expression="1"):
    with Game(name) as game, open(file, "w", newline="") as out:
        rows = [row for seed in range(int(games)) for row in play(game, seed, expression)]
        table = csv.DictWriter(out, rows[0].keys())
        table.writeheader()
        table.writerows(rows)
    right = sum((row["playouts"] > 0.5) == bool(row["won"]) for row in rows)
    print(f"{len(rows)} positions of {games} games; playouts predicted {right} of them")


if __name__ == "__main__":
    main(*sys.argv[1:])
