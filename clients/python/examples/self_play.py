"""A data set of self-play: a row for each action, with what the seat saw, what it did and what came of it.

python3 self_play.py GAME GAMES FILE.parquet
"""
import sys

from ludoforge import OVER, Game, write_rows


def play(name, games):
    """Plays random games side by side. A game's rows are kept when it is over, with its reward."""
    table = {column: [] for column in ("game", "n", "seat", "observation", "legal", "action", "reward")}
    with Game(name) as game:
        batch = game.batch(min(games, 64), seed=1)
        open_rows, ended = [[] for _ in range(batch.games)], 0
        while ended < games:
            observed, seats = batch.observation.tolist(), batch.seat.tolist()
            legal = [batch.legal_actions(i) for i in range(batch.games)]
            actions = [int(action) for action in batch.random_actions()]
            for i, rows in enumerate(open_rows):
                rows.append((seats[i], observed[i], legal[i], actions[i]))
            batch.step(actions)
            for i, (done, rewards) in enumerate(zip(batch.done.tolist(), batch.rewards.tolist())):
                if done != OVER:
                    continue
                if ended < games:
                    for n, (seat, *seen) in enumerate(open_rows[i]):
                        row = (ended, n, game.seats[seat], *seen, rewards[seat])
                        for column, value in zip(table.values(), row):
                            column.append(value)
                ended += 1
                open_rows[i] = []
    return table


def main(name, games, file):
    table = play(name, int(games))
    write_rows(file, table)
    print(f"{len(table['n'])} actions of {games} games in {file}")


if __name__ == "__main__":
    main(*sys.argv[1:])
