"""Compares the answers that a uniform player draws with all legal answers, listed one by one (Pearson's chi-squared test)."""
import itertools
import json
import random
import unittest

from ludoforge import Decision, Offer, Option, uniform_answer


def question(kind, options=(), offers=(), **fields):
    """A decision with options o0, o1, …"""
    given = {"min": 1, "max": 1, "optional": False, **fields}
    return Decision(
        seat="a",
        kind=kind,
        prompt="",
        name="choice",
        type="zone",
        options=tuple(Option(f"o{i}", "", one.get("count", 1), one.get("cost", 0)) for i, one in enumerate(options)),
        offers=tuple(Offer(one, "") for one in offers),
        **given,
    )


def legal(decision):
    """Every legal answer; selections as sorted lists."""
    if decision.kind == "number":
        yield from range(decision.min, decision.max + 1)
    else:
        yield from ({"offer": one.id} for one in decision.offers)
    if decision.kind == "one":
        yield from (one.id for one in decision.options)
    if decision.kind != "many":
        yield from [[]] if decision.optional else []
        return
    for times in itertools.product(*(range(one.count + 1) for one in decision.options)):
        cost = sum(n * one.cost for n, one in zip(times, decision.options))
        if decision.min <= sum(times) <= decision.max and cost <= decision.budget:
            yield [one.id for n, one in zip(times, decision.options) for _ in range(n)]


def key(answer):
    return json.dumps(sorted(answer) if isinstance(answer, list) else answer)


THREE = [{}, {}, {}]
COUNTED = [{"count": 3}, {"count": 1}, {"count": 2}]
PRICED = [{"count": 2, "cost": 1}, {"count": 1, "cost": 3}, {"count": 2, "cost": 0}, {"cost": 2}]
QUESTIONS = [
    question("one", THREE),
    question("one", THREE, optional=True),
    question("one", THREE, ["rest", "spy"], optional=True),
    question("one", [], ["rest", "spy"]),
    question("one", [], ["rest"], optional=True),
    question("number", min=-2, max=5),
    question("number", min=0, max=3, optional=True),
    question("many", THREE, min=0, max=3),
    question("many", THREE, min=2, max=2),
    question("many", [{}] * 6, min=1, max=3),
    question("many", COUNTED, min=0, max=6),
    question("many", COUNTED, ["rest"], min=2, max=4),
    question("many", PRICED, min=0, max=6, budget=4),
    question("many", PRICED, ["rest", "spy"], min=2, max=3, budget=3),
    question("many", [{"cost": 5}, {"cost": 0}], min=0, max=2, budget=0),
    question("many", [], ["rest"], min=0, max=0),
]


class Uniform(unittest.TestCase):
    def test_every_legal_answer_is_equally_likely(self):
        for decision in QUESTIONS:
            with self.subTest(decision=decision):
                self.check(decision, draws=6000)

    def check(self, decision, draws):
        expected = [key(answer) for answer in legal(decision)]
        self.assertEqual(len(set(expected)), len(expected))
        self.assertGreater(len(expected), 0)
        rng, seen = random.Random(len(expected)), dict.fromkeys(expected, 0)
        for _ in range(draws):
            answer = key(uniform_answer(decision, rng))
            self.assertIn(answer, seen)
            seen[answer] += 1
        mean, freedom = draws / len(expected), len(expected) - 1
        chi_squared = sum((times - mean) ** 2 / mean for times in seen.values())
        # Far beyond the 99.99 % quantile (Wilson and Hilferty): what is not uniform exceeds it many times over.
        bound = freedom * (1 - 2 / (9 * max(freedom, 1)) + 4 * (2 / (9 * max(freedom, 1))) ** 0.5) ** 3
        self.assertLessEqual(chi_squared, bound + 1e-9)
