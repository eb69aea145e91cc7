"""How fast a program in Python drives random games by `ludoforge engine`, beside random play inside one process.

npm run bench:engine. All ways are measured in turn, in rounds; the medians are printed as a table: decisions a second, and
decisions for a second on the processor of both programs together, which hardly depends on what else the machine does.
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


def some_picks(decision):
    """A legal answer in numbers, cheaply drawn: what is measured is the engine, not Python."""
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
    each = sorted((one for one in range(count) for _ in range(counts[one])), key=costs.__getitem__)
    return each[: RNG.randint(decision["min"], decision["max"])]


def some_answer(decision):
    """The same with names."""
    options, offers = decision["options"], decision["offers"]
    counted = {"counts": [one["count"] for one in options], "costs": [one.get("cost", 0) for one in options]}
    picks = some_picks({**decision, **counted, "options": len(options), "offers": len(offers)})
    if decision["kind"] == "number":
        return picks[0]
    if picks and picks[0] < 0:
        return {"offer": offers[-1 - picks[0]]["id"]}
    ids = [options[pick]["id"] for pick in picks]
    return ids[0] if decision["kind"] == "one" and ids else ids


class Driver:
    """Games that go on from one measurement to the next."""

    def __init__(self, game, scenario):
        self.engine = Engine(game, COMMAND)
        self.start = {"ask": "start", "seats": "all", **({"scenario": scenario} if scenario else {})}
        self.seed = 0

    def begin(self, number, brief):
        self.seed += 1
        return {**self.start, "into": number, "seed": self.seed, "brief": brief}

    def measured(self, step):
        """Decisions a second, and for a second on the processor. A step gives how many decisions it made."""
        spent = lambda: time.process_time() + self.engine.ask("stats")["seconds"]["processor"]
        began, before, decisions = time.perf_counter(), spent(), 0
        while time.perf_counter() < began + SECONDS:
            decisions += step()
        return decisions / (time.perf_counter() - began), decisions / (spent() - before)

    def decide(self, width, brief):
        """So many games side by side, decision by decision."""
        answers = self.engine.ask_all([self.begin(number, brief) for number in range(1, width + 1)])

        def step():
            nonlocal answers
            asks = []
            for number, answer in enumerate(answers, 1):
                if "outcome" in answer:
                    asks.append(self.begin(number, brief))
                    continue
                decision = answer["decision"]
                said = {"picks": some_picks(decision)} if brief else {"choice": some_answer(decision)}
                asks.append({"ask": "decide", "game": number, "brief": brief, **said})
            answers = self.engine.ask_all(asks)
            return sum(ask["ask"] == "decide" for ask in asks)

        return self.measured(step)

    def play(self, width):
        """Whole games by agents of the engine."""

        def step():
            asks = [one for _ in range(width) for one in (self.begin(1, True), {"ask": "play", "game": 1})]
            return sum(answer.get("decisions", 0) for answer in self.engine.ask_all(asks))

        return self.measured(step)

    def playouts(self, times):
        self.engine.ask_all([self.begin(1, True)])
        return self.measured(lambda: self.engine.ask("playouts", game=1, times=times)["decisions"])


def inside(game, scenario):
    """Random play in one process, as `ludoforge bench` measures it when it is steady."""
    chosen = ["--scenario", scenario] if scenario else []
    told = subprocess.run([*COMMAND, "bench", "--only", game, *chosen], stdout=subprocess.PIPE, check=True, cwd=ROOT)
    return json.loads(told.stdout)["decisionsPerSecond"]


def main():
    for game, scenario in GAMES:
        driver = Driver(game, scenario)
        few = 100 if scenario is None else 1
        ways = {
            "one ask a line": lambda: driver.decide(1, False),
            "one ask a line, brief": lambda: driver.decide(1, True),
            f"{WIDTH} asks a line": lambda: driver.decide(WIDTH, False),
            f"{WIDTH} asks a line, brief": lambda: driver.decide(WIDTH, True),
            f"`start` and `play`, {few} games a line": lambda: driver.play(few),
            f"`playouts`, {few} a line": lambda: driver.playouts(few),
        }
        for way in ways.values():
            way()
        found = {name: [] for name in ways}
        for _ in range(ROUNDS):
            for name, way in ways.items():
                found[name].append(way())
        driver.engine.__exit__()
        own = inside(game, scenario)
        print(f"{game}, inside one process: {own:,.0f} decisions/s")
        for name, rates in found.items():
            rate, processor = (statistics.median(values) for values in zip(*rates))
            print(f"| {name} | {rate:,.0f} | {processor:,.0f} | {share(100 * processor / own)} % |", flush=True)


def share(percent):
    return f"{percent:.0f}" if percent >= 10 else f"{percent:.2g}"


main()
