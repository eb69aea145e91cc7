"""Compares the answers that any_answer draws with all legal answers, listed one by one (Pearson's chi-squared test)."""
import itertools
import json
import random

from any_answer import any_answer


def question(kind, options=(), offers=(), **fields):
    named = [{"id": f"o{i}", "label": "", "count": 1, **one} for i, one in enumerate(options)]
    listed = [{"id": one} for one in offers]
    return {"kind": kind, "min": 1, "max": 1, "optional": False, **fields, "options": named, "offers": listed}


def legal(decision):
    """Every legal answer, as the rules of the protocol say it; selections as sorted lists."""
    kind, options, least, most = (decision[key] for key in ("kind", "options", "min", "max"))
    if kind == "number":
        yield from range(least, most + 1)
    else:
        yield from ({"offer": one["id"]} for one in decision["offers"])
    if kind == "one":
        yield from (one["id"] for one in options)
    if kind != "many":
        yield from [[]] if decision["optional"] else []
        return
    for times in itertools.product(*(range(one["count"] + 1) for one in options)):
        cost = sum(n * one.get("cost", 0) for n, one in zip(times, options))
        if least <= sum(times) <= most and cost <= decision.get("budget", cost):
            yield [one["id"] for n, one in zip(times, options) for _ in range(n)]


def key(answer):
    return json.dumps(sorted(answer) if isinstance(answer, list) else answer)


def check(decision, draws=6000):
    expected = [key(answer) for answer in legal(decision)]
    assert len(set(expected)) == len(expected) > 0, decision
    rng, seen = random.Random(len(expected)), dict.fromkeys(expected, 0)
    for _ in range(draws):
        answer = key(any_answer(decision, rng))
        assert answer in seen, f"{answer} is not legal: {decision}"
        seen[answer] += 1
    mean, freedom = draws / len(expected), len(expected) - 1
    chi_squared = sum((times - mean) ** 2 / mean for times in seen.values())
    # Far beyond the 99.99 % quantile (Wilson and Hilferty): what is not uniform exceeds it many times over.
    bound = freedom * (1 - 2 / (9 * max(freedom, 1)) + 4 * (2 / (9 * max(freedom, 1))) ** 0.5) ** 3
    assert chi_squared <= bound + 1e-9, f"{chi_squared:.1f} > {bound:.1f}: {seen} of {decision}"


three = [{}, {}, {}]
counted = [{"count": 3}, {"count": 1}, {"count": 2}]
priced = [{"count": 2, "cost": 1}, {"count": 1, "cost": 3}, {"count": 2, "cost": 0}, {"cost": 2}]
QUESTIONS = [
    question("one", three),
    question("one", three, optional=True),
    question("one", three, ["rest", "spy"], optional=True),
    question("one", [], ["rest", "spy"]),
    question("one", [], ["rest"], optional=True),
    question("number", min=-2, max=5),
    question("number", min=0, max=3, optional=True),
    question("many", three, min=0, max=3),
    question("many", three, min=2, max=2),
    question("many", [{}] * 6, min=1, max=3),
    question("many", counted, min=0, max=6),
    question("many", counted, ["rest"], min=2, max=4),
    question("many", priced, min=0, max=6, budget=4),
    question("many", priced, ["rest", "spy"], min=2, max=3, budget=3),
    question("many", [{"cost": 5}, {"cost": 0}], min=0, max=2, budget=0),
    question("many", [], ["rest"], min=0, max=0),
]
for one in QUESTIONS:
    check(one)
print(f"{len(QUESTIONS)} questions")
