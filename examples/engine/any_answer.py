"""A player that gives any legal answer, all of them equally likely: see docs/engine.md."""
import random


def any_answer(decision, rng=random):
    """A legal answer, each equally likely: an offer, a number, an option, none, or any selection of several."""
    kind, options, least, most = (decision[key] for key in ("kind", "options", "min", "max"))
    answers = [] if kind == "number" else [{"offer": one["id"]} for one in decision["offers"]]
    if kind == "many":
        tables = selections(options, most, decision.get("budget", 0))
        ends = [(size, cost) for size, cost in tables[0] if size >= least]
        draw = rng.randrange(len(answers) + sum(tables[0][end] for end in ends))
        return answers[draw] if draw < len(answers) else selected(options, tables, ends, draw - len(answers))
    answers += [[]] if decision["optional"] else []
    answers += range(least, most + 1) if kind == "number" else [one["id"] for one in options]
    return rng.choice(answers)


def selections(options, most, budget):
    """For each option: how many selections of it and those after it there are, by their size and cost."""
    tables = [{(0, 0): 1}]
    for one in reversed(options):
        table, price = {}, one.get("cost", 0)
        for (size, cost), ways in tables[0].items():
            for times in range(min(one["count"], most - size) + 1):
                if (key := (size + times, cost + times * price))[1] <= budget:
                    table[key] = table.get(key, 0) + ways
        tables.insert(0, table)
    return tables


def selected(options, tables, ends, draw):
    """The selection with the number `draw`, among those with these sizes and costs."""
    (size, cost), draw = next_of([(end, tables[0][end]) for end in ends], draw)
    ids = []
    for one, after in zip(options, tables[1:]):
        lefts = [(size - n, cost - n * one.get("cost", 0)) for n in range(one["count"] + 1)]
        left, draw = next_of([(left, after.get(left, 0)) for left in lefts], draw)
        ids += [one["id"]] * (size - left[0])
        size, cost = left
    return ids


def next_of(weighted, draw):
    """The item in which the number falls, and how far."""
    for item, weight in weighted:
        if draw < weight:
            return item, draw
        draw -= weight
    raise ValueError("There is no such selection.")
