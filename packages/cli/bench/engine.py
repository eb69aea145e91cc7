"""Measures how fast a Python program drives random games through `ludoforge engine`, compared with play in one process.

npm run bench:engine. All modes are measured interleaved, in rounds. The table has the medians: decisions per second, and
decisions per second of CPU time of both programs, which hardly depends on other load of the machine.
"""
import json
import os
import random
import shlex
import statistics
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path.insert(0, os.path.join(ROOT, "examples", "engine"))
sys.dont_write_bytecode = True
from ludoforge_engine import Engine  # noqa: E402

COMMAND = shlex.split(os.environ.get("LUDOFORGE", f"node {ROOT}/packages/cli/bin/ludoforge.js"))
GAMES = (("tic-tac-toe", None), ("fire-in-the-lake", "short"))
ROUNDS, SECONDS, WIDTH = 5, 2, 64
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


def random_answer(decision):
    """A random legal answer by names."""
    options, offers = decision["options"], decision["offers"]
    counted = {"counts": [option["count"] for option in options], "costs": [option.get("cost", 0) for option in options]}
    picks = random_picks({**decision, **counted, "options": len(options), "offers": len(offers)})
    if decision["kind"] == "number":
        return picks[0]
    if picks and picks[0] < 0:
        return {"offer": offers[-1 - picks[0]]["id"]}
    ids = [options[pick]["id"] for pick in picks]
    return ids[0] if decision["kind"] == "one" and ids else ids


class Driver:
    """Drives games. They continue from one measurement to the next."""

    def __init__(self, game, scenario):
        self.engine = Engine(game, COMMAND)
        self.start = {"ask": "start", "seats": "all", **({"scenario": scenario} if scenario else {})}
        self.seed = 0

    def begin(self, number, brief):
        self.seed += 1
        return {**self.start, "into": number, "seed": self.seed, "brief": brief}

    def measured(self, step):
        """Decisions per second, and per second of CPU time. A step returns the number of its decisions."""
        spent = lambda: time.process_time() + self.engine.ask("stats")["seconds"]["processor"]
        began, before, decisions = time.perf_counter(), spent(), 0
        while time.perf_counter() < began + SECONDS:
            decisions += step()
        return decisions / (time.perf_counter() - began), decisions / (spent() - before)

    def decide(self, width, brief):
        """Plays `width` games side by side, decision by decision."""
        answers = self.engine.ask_all([self.begin(number, brief) for number in range(1, width + 1)])

        def step():
            nonlocal answers
            asks = []
            for number, answer in enumerate(answers, 1):
                if "outcome" in answer:
                    asks.append(self.begin(number, brief))
                    continue
                decision = answer["decision"]
                given = {"picks": random_picks(decision)} if brief else {"choice": random_answer(decision)}
                asks.append({"ask": "decide", "game": number, "brief": brief, **given})
            answers = self.engine.ask_all(asks)
            return sum(ask["ask"] == "decide" for ask in asks)

        return self.measured(step)

    def play(self, width):
        """Plays whole games with the engine's agents."""

        def step():
            asks = [ask for _ in range(width) for ask in (self.begin(1, True), {"ask": "play", "game": 1})]
            return sum(answer.get("decisions", 0) for answer in self.engine.ask_all(asks))

        return self.measured(step)

    def playouts(self, times):
        self.engine.ask_all([self.begin(1, True)])
        return self.measured(lambda: self.engine.ask("playouts", game=1, times=times)["decisions"])


def in_process(game, scenario):
    """The steady speed of random play in one process, measured by `ludoforge bench`."""
    chosen = ["--scenario", scenario] if scenario else []
    result = subprocess.run([*COMMAND, "bench", "--only", game, *chosen], stdout=subprocess.PIPE, check=True, cwd=ROOT)
    return json.loads(result.stdout)["decisionsPerSecond"]


def main():
    for game, scenario in GAMES:
        driver = Driver(game, scenario)
        few = 100 if scenario is None else 1
        modes = {
            "one request per line": lambda: driver.decide(1, False),
            "one request per line, brief": lambda: driver.decide(1, True),
            f"{WIDTH} requests per line": lambda: driver.decide(WIDTH, False),
            f"{WIDTH} requests per line, brief": lambda: driver.decide(WIDTH, True),
            f"`start` and `play`, {few} games per line": lambda: driver.play(few),
            f"`playouts`, {few} per line": lambda: driver.playouts(few),
        }
        for mode in modes.values():
            mode()
        found = {name: [] for name in modes}
        for _ in range(ROUNDS):
            for name, mode in modes.items():
                found[name].append(mode())
        driver.engine.__exit__()
        own = in_process(game, scenario)
        print(f"{game}, in one process: {own:,.0f} decisions/s")
        for name, rates in found.items():
            rate, processor = (statistics.median(values) for values in zip(*rates))
            print(f"| {name} | {rate:,.0f} | {processor:,.0f} | {share(100 * processor / own)} % |", flush=True)


def share(percent):
    return f"{percent:.0f}" if percent >= 10 else f"{percent:.2g}"


main()
