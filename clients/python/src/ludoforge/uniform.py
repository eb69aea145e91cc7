"""A player that gives any legal answer, all of them equally likely."""
from __future__ import annotations

import random
from typing import Any, Dict, List, Optional, Sequence, Tuple

from .decision import Choice, Decision, Option

_End = Tuple[int, int]  # the size and the cost of a selection


def uniform_answer(decision: Decision, rng: Optional[random.Random] = None) -> Choice:
    """A legal answer, each equally likely: an offer, a number, an option, none, or any selection of several."""
    draw_from = rng or random
    answers: List[Choice] = [] if decision.kind == "number" else [{"offer": one.id} for one in decision.offers]
    if decision.kind == "many":
        tables = _selections(decision.options, decision.max, decision.budget)
        ends = [end for end in tables[0] if end[0] >= decision.min]
        draw = draw_from.randrange(len(answers) + sum(tables[0][end] for end in ends))
        if draw < len(answers):
            return answers[draw]
        return _selected(decision.options, tables, ends, draw - len(answers))
    if decision.optional:
        answers.append([])
    if decision.kind == "number":
        draw = draw_from.randrange(len(answers) + decision.max - decision.min + 1)
        return answers[draw] if draw < len(answers) else decision.min + draw - len(answers)
    answers += [one.id for one in decision.options]
    return answers[draw_from.randrange(len(answers))]


def _selections(options: Sequence[Option], most: int, budget: int) -> List[Dict[_End, int]]:
    """For each option: how many selections of it and those after it there are, by their size and cost."""
    tables: List[Dict[_End, int]] = [{(0, 0): 1}]
    for one in reversed(options):
        table: Dict[_End, int] = {}
        for (size, cost), ways in tables[0].items():
            for times in range(min(one.count, most - size) + 1):
                end = (size + times, cost + times * one.cost)
                if end[1] <= budget:
                    table[end] = table.get(end, 0) + ways
        tables.insert(0, table)
    return tables


def _selected(options: Sequence[Option], tables: Sequence[Dict[_End, int]], ends: Sequence[_End], draw: int) -> List[str]:
    """The selection with the number `draw`, among those with these sizes and costs."""
    (size, cost), draw = _next_of([(end, tables[0][end]) for end in ends], draw)
    ids: List[str] = []
    for one, after in zip(options, tables[1:]):
        lefts = [(size - n, cost - n * one.cost) for n in range(one.count + 1)]
        left, draw = _next_of([(left, after.get(left, 0)) for left in lefts], draw)
        ids += [one.id] * (size - left[0])
        size, cost = left
    return ids


def _next_of(weighted: Sequence[Tuple[_End, int]], draw: int) -> Tuple[_End, int]:
    """The item in which the number falls, and how far."""
    for item, weight in weighted:
        if draw < weight:
            return item, draw
        draw -= weight
    raise ValueError("There is no such selection.")


class UniformPlayer:
    """A player with its own random numbers: `player(decision)` returns an answer."""

    def __init__(self, seed: Any = None) -> None:
        self.rng = random.Random(seed)

    def __call__(self, decision: Decision) -> Choice:
        return uniform_answer(decision, self.rng)
