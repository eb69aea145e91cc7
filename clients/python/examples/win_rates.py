"""How often each seat wins with random players, with 95 % intervals, as data for a plot.

python3 win_rates.py GAME GAMES FILE.csv
"""
import csv
import sys

from ludoforge import OVER, Game


def interval(won, games, z=1.96):
    """The Wilson interval of a rate."""
    rate, weight = won / games, z * z / games
    middle, half = rate + weight / 2, z * (rate * (1 - rate) / games + weight / games / 4) ** 0.5
    return (middle - half) / (1 + weight), (middle + half) / (1 + weight)


def play(name, games):
    """How many games each seat has won; a shared victory or a draw counts for nobody."""
    with Game(name) as game:
        won, ended = dict.fromkeys(game.seats, 0), 0
        batch = game.batch(min(games, 256), seed=1, encoding=None)
        while ended < games:
            batch.step(batch.random_actions())
            for done, rewards in zip(batch.done.tolist(), batch.rewards.tolist()):
                if done == OVER and ended < games:
                    ended += 1
                    best = max(rewards)
                    if best == 1:
                        won[game.seats[rewards.index(best)]] += 1
    return won


def main(name, games, file):
    won = play(name, int(games))
    with open(file, "w", newline="") as out:
        table = csv.writer(out)
        table.writerow(["seat", "games", "won", "rate", "low", "high"])
        for seat, count in won.items():
            low, high = interval(count, int(games))
            table.writerow([seat, games, count, f"{count / int(games):.4f}", f"{low:.4f}", f"{high:.4f}"])
            print(f"{seat} won {count} of {games}: {100 * low:.1f} to {100 * high:.1f} %")


if __name__ == "__main__":
    main(*sys.argv[1:])
