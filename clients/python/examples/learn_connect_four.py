"""A tiny agent that learns Connect Four by self-play, and then plays random opponents.

python3 learn_connect_four.py [TRAINING_STEPS [TEST_GAMES]]

The value of a position is a logistic function of its lines of four: how many a seat holds alone, by the number of its
discs in them. Temporal differences (TD(0), Sutton 1988) fit their weights to the results of games that the agent plays
against itself. It looks one move ahead. With numpy it evaluates all games of a batch at once, without it one by one.
"""
import random
import sys

from ludoforge import HAS_NUMPY, KEEP, OVER, Game
from ludoforge.arrays import numpy as np

WIDTH, HEIGHT, WEIGHTS, RATE = 7, 6, 8, 0.1


def lines():
    """All lines of four, as cells by number: column * HEIGHT + row."""
    found = []
    for x in range(WIDTH):
        for y in range(HEIGHT):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                if 0 <= x + 3 * dx < WIDTH and 0 <= y + 3 * dy < HEIGHT:
                    found.append([(x + i * dx) * HEIGHT + y + i * dy for i in range(4)])
    return found


LINES = lines()


class Board:
    """Reads boards from observations: where the discs of each seat are, by cell."""

    def __init__(self, game):
        names = [entry.name for entry in game.spaces().observation]
        cells = [f"{chr(ord('a') + x)}{y + 1}" for x in range(WIDTH) for y in range(HEIGHT)]
        self.entries = [[names.index(f"{seat}-disc in {cell}") for cell in cells] for seat in game.seats]
        slots = {f"zone {cells[x * HEIGHT]}": x for x in range(WIDTH)}  # a disc is dropped at the top of a column
        self.columns = {action: slots[name] for action, name in enumerate(game.spaces().actions) if name in slots}

    def discs(self, row):
        """The discs of both seats, as two lists of 0 and 1."""
        return [[row[entry] for entry in entries] for entries in self.entries]


def features(mine, theirs):
    """How many lines are held alone by one side, by its discs in them: mine, then theirs."""
    found = [0.0] * WEIGHTS
    for line in LINES:
        own, other = sum(mine[cell] for cell in line), sum(theirs[cell] for cell in line)
        if own and not other:
            found[own - 1] += 1
        elif other and not own:
            found[3 + other] += 1
    return found


def features_of_all(mine, theirs):
    """The same for many boards at once: arrays of numpy, a row for each."""
    index = np.array(LINES)
    own, other = mine[:, index].sum(axis=2), theirs[:, index].sum(axis=2)
    alone = [((own == n) & (other == 0)).sum(axis=1) for n in (1, 2, 3, 4)]
    return np.stack(alone + [((other == n) & (own == 0)).sum(axis=1) for n in (1, 2, 3, 4)], axis=1).astype(float)


class Agent:
    """Weights, and the best move by them."""

    def __init__(self, board):
        self.board = board
        self.weights = [0.0] * WEIGHTS

    def candidates(self, batch, game):
        """The positions after each legal move of a game, as (action, mine, theirs)."""
        seat = int(batch.seat[game])
        discs = self.board.discs(batch.observation[game].tolist() if HAS_NUMPY else batch.observation.tolist()[game])
        mine, theirs = discs[seat], discs[1 - seat]
        for action in batch.legal_actions(game):
            column = range(self.board.columns[action] * HEIGHT, (self.board.columns[action] + 1) * HEIGHT)
            lowest = max(cell for cell in column if not mine[cell] and not theirs[cell])  # where it falls to
            after = list(mine)
            after[lowest] = 1
            yield action, after, theirs

    def choose(self, batch, games, explore, rng):
        """For each game an action, and the features after it."""
        found = [(game, *one) for game in games for one in self.candidates(batch, game)]
        if HAS_NUMPY:
            every = features_of_all(np.array([mine for _, _, mine, _ in found]), np.array([theirs for *_, theirs in found]))
            values = (every @ np.array(self.weights)).tolist()
            every = every.tolist()
        else:
            every = [features(mine, theirs) for _, _, mine, theirs in found]
            values = [sum(w * f for w, f in zip(self.weights, row)) for row in every]
        best = {}
        for (game, action, *_), value, row in zip(found, values, every):
            score = rng.random() if explore.get(game) else value + 1e-9 * rng.random()
            if game not in best or score > best[game][0]:
                best[game] = (score, action, row)
        return {game: (action, row) for game, (_, action, row) in best.items()}

    def value(self, row):
        """The expected result for the seat that has just moved, from -1 to 1."""
        total = sum(w * f for w, f in zip(self.weights, row))
        return 2 / (1 + 2.718281828 ** -max(-30, min(30, total))) - 1

    def learn(self, row, target):
        """Moves the value of a position towards a target."""
        value = self.value(row)
        step = RATE * (target - value) * (1 - value * value) / 2
        self.weights = [w + step * f / 4 for w, f in zip(self.weights, row)]


def train(game, agent, steps, rng):
    """Plays the agent against itself; each position learns from the one that follows."""
    batch = game.batch(32, seed=1)
    last = [{} for _ in range(batch.games)]  # by seat: the features after its last move
    for _ in range(steps):
        explore = {i: rng.random() < 0.15 for i in range(batch.games)}
        chosen = agent.choose(batch, range(batch.games), explore, rng)
        seats = batch.seat.tolist()
        batch.step([chosen[i][0] for i in range(batch.games)])
        for i, (done, rewards) in enumerate(zip(batch.done.tolist(), batch.rewards.tolist())):
            row, seat = chosen[i][1], seats[i]
            if seat in last[i] and not explore[i]:
                agent.learn(last[i][seat], agent.value(row))
            last[i][seat] = row
            if done == OVER:
                for one, features_then in last[i].items():
                    agent.learn(features_then, rewards[one])
                last[i] = {}
    batch.close()


def test(game, agent, games, rng):
    """How many games the agent wins against random, as either seat in turn."""
    won = 0.0
    for seat, name in enumerate(game.seats):
        opponents = {other: "random" for other in game.seats if other != name}
        batch = game.batch(games // 2, seed=2, seats={name: "me", **opponents}, restart=False)
        while True:
            open_games = [i for i, done in enumerate(batch.done.tolist()) if done != OVER]
            if not open_games:
                break
            chosen = agent.choose(batch, open_games, {}, rng)
            batch.step([chosen[i][0] if i in chosen else KEEP for i in range(batch.games)])
        batch.step([KEEP] * batch.games)
        won += sum((rewards[seat] + 1) / 2 for rewards in batch.rewards.tolist())
        batch.close()
    return won


def main(steps="150", games="200"):
    rng = random.Random(1)
    with Game("connect-four") as game:
        agent = Agent(Board(game))
        train(game, agent, int(steps), rng)
        won, played = test(game, agent, int(games), rng), int(games) // 2 * 2
    rate = won / played
    half = 1.96 * (rate * (1 - rate) / played) ** 0.5
    print("weights:", " ".join(f"{weight:.2f}" for weight in agent.weights))
    print(f"won {won:g} of {played} against random: {100 * rate:.1f} %, at least {100 * (rate - half):.1f} %")


if __name__ == "__main__":
    main(*sys.argv[1:])
