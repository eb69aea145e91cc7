"""Measures how fast a Python program drives random games through `ludoforge engine`, compared with play inside it.

npm run bench:engine [-- --games GAME,GAME] [--rounds N] [--seconds S]

All modes are measured interleaved, in rounds, in one engine. The table has the medians: decisions per second, and
decisions per second of CPU time of both programs, which depends less on other load of the machine, also as a share of
random play inside the engine: the faster of `play` and `playouts`. A decision is an answer of a seat; in frames an answer
can take several actions.
"""
import argparse
import os
import random
import statistics
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path.insert(0, os.path.join(ROOT, "clients", "python", "src"))
sys.dont_write_bytecode = True
os.environ.setdefault("LUDOFORGE", f"node {ROOT}/packages/cli/bin/ludoforge.js")
from ludoforge import HAS_NUMPY, Game  # noqa: E402
from ludoforge.arrays import numpy  # noqa: E402

GAMES = {"tic-tac-toe": None, "fire-in-the-lake": "short", "texas-holdem": None}
WIDTH, FRAME = 64, 256
RNG = random.Random(1)


def random_picks(decision):
    """A random legal answer in numbers. Cheap to compute, because this measures the engine, not Python."""
    count, kind = decision["options"], decision["kind"]
    if kind == "number":
        return [RNG.randint(decision["min"], decision["max"])]
    offers = decision.get("offers", 0)
    nothing_else = kind == "one" and not count and not decision.get("optional")
    if offers and (nothing_else or RNG.random() < 0.3):
        return [-1 - RNG.randrange(offers)]
    if kind == "one":
        return [RNG.randrange(count)] if count else []
    costs, counts = decision.get("costs") or [0] * count, decision.get("counts") or [1] * count
    each = sorted((option for option in range(count) for _ in range(counts[option])), key=costs.__getitem__)
    return each[: RNG.randint(decision["min"], decision["max"])]


class Driver:
    """Drives games. They continue from one measurement to the next."""

    def __init__(self, name, scenario, seconds):
        self.game = Game(name)
        self.seconds = seconds
        self.start = {"ask": "start", "seats": "all", **({"scenario": scenario} if scenario else {})}
        self.seed = 0
        self.batch = self.game.batch(FRAME, 1, scenario=scenario)
        self.rng = numpy.random.default_rng(1) if HAS_NUMPY else random.Random(1)

    def begin(self, number):
        self.seed += 1
        return {**self.start, "into": number, "seed": self.seed, "brief": True}

    def measured(self, step):
        """Decisions per second, and per second of CPU time, by the engine's own count."""
        began, before, used = time.perf_counter(), self.game.stats(), time.process_time()
        while time.perf_counter() < began + self.seconds:
            step()
        after = self.game.stats()
        spent = time.process_time() - used + after["seconds"]["processor"] - before["seconds"]["processor"]
        decisions = after["decisions"]["all"] - before["decisions"]["all"]
        return decisions / (time.perf_counter() - began), decisions / spent

    def lines(self, width):
        """Plays `width` games side by side, decision by decision, a line for all of them."""
        ask_all = self.game.connection.ask_all
        answers = ask_all([self.begin(number) for number in range(1, width + 1)])

        def step():
            nonlocal answers
            answers = ask_all([
                self.begin(number) if "outcome" in answer
                else {"ask": "decide", "game": number, "brief": True, "picks": random_picks(answer["decision"])}
                for number, answer in enumerate(answers, 1)
            ])

        return self.measured(step)

    def frames(self):
        """Plays games side by side, an action each, with masks and observations."""
        batch, rng = self.batch, self.rng

        def step():
            batch.action_mask()
            batch.step(batch.random_actions(rng))

        return self.measured(step)

    def play(self, width):
        """Plays whole games with the engine's random agents."""
        asks = [{"ask": "play", "game": 1, "brief": True}]
        return self.measured(lambda: self.game.connection.ask_all([one for _ in range(width) for one in (self.begin(1), *asks)]))

    def playouts(self, times):
        """Plays copies of one game with the engine's random agents."""
        self.game.connection.ask_all([self.begin(1)])
        return self.measured(lambda: self.game.connection.ask("playouts", game=1, times=times))


def measure(name, scenario, rounds, seconds):
    driver = Driver(name, scenario, seconds)
    few = 100 if scenario is None else 2
    modes = {
        "one request per line": lambda: driver.lines(1),
        f"{WIDTH} requests per line": lambda: driver.lines(WIDTH),
        f"frames of {FRAME} games, with masks and observations": driver.frames,
        f"`start` and `play`, {few} games per line": lambda: driver.play(few),
        f"`playouts`, {few} per line": lambda: driver.playouts(few),
    }
    for mode in modes.values():
        mode()
    found = {title: [] for title in modes}
    for _ in range(rounds):
        for title, mode in modes.items():
            found[title].append(mode())
    medians = {title: [statistics.median(values) for values in zip(*rates)] for title, rates in found.items()}
    own = max(processor for _, processor in list(medians.values())[-2:])  # the faster of both ways inside the engine
    size, entries = driver.batch.actions, driver.batch.observation_size
    print(f"{name}: {size} actions, {entries} entries; numpy {'installed' if HAS_NUMPY else 'absent'}")
    for title, (rate, processor) in medians.items():
        print(f"| {title} | {rate:,.0f} | {processor:,.0f} | {share(100 * processor / own)} % |", flush=True)
    driver.game.close()


def share(percent):
    return f"{percent:.0f}" if percent >= 10 else f"{percent:.2g}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2)
    given = parser.parse_args()
    for name in given.games.split(","):
        measure(name, GAMES.get(name), given.rounds, given.seconds)


main()
