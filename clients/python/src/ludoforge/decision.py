"""What a game asks, and how it ends."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, List, Mapping, Optional, Tuple, Union

#: An answer by names: the id of an option, a number, a list of ids, `{"offer": id}` or `{"throughout": id}`.
Choice = Union[str, int, List[str], Dict[str, Any]]


@dataclass(frozen=True)
class Option:
    """One thing that can be chosen."""

    id: str
    label: str
    count: int = 1  #: how many identical pieces it stands for
    cost: int = 0


@dataclass(frozen=True)
class Offer:
    """An action that the seat may take before it answers."""

    id: str
    label: str


@dataclass(frozen=True)
class Decision:
    """
    One decision of a seat. `one`: choose one option. `many`: choose between `min` and `max` options, each at most `count`
    times, with a total cost within `budget`. `number`: choose a whole number from `min` to `max`. Or take an offer.
    """

    seat: str
    kind: str
    prompt: str
    name: str
    type: str
    min: int
    max: int
    optional: bool  #: may be declined, with an empty list
    options: Tuple[Option, ...]
    offers: Tuple[Offer, ...]
    budget: int = 0
    secret: bool = False
    at_once: bool = False  #: a simultaneous choice
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)  #: as the engine sends it

    @staticmethod
    def of(raw: Mapping[str, Any]) -> "Decision":
        """Makes a decision from what the engine sends."""
        return Decision(
            seat=raw["seat"],
            kind=raw["kind"],
            prompt=raw["prompt"],
            name=raw["name"],
            type=raw["type"],
            min=raw["min"],
            max=raw["max"],
            optional=raw["optional"],
            options=tuple(Option(one["id"], one["label"], one["count"], one.get("cost", 0)) for one in raw["options"]),
            offers=tuple(Offer(one["id"], one["label"]) for one in raw["offers"]),
            budget=raw.get("budget", 0),
            secret=raw["secret"],
            at_once=raw.get("atOnce", False),
            raw=raw,
        )


@dataclass(frozen=True)
class Outcome:
    """How a game ended. `kind` is `win`, `draw`, `rank`, or `lose` if everybody loses."""

    kind: str
    reason: str
    winners: Tuple[str, ...]
    ranks: Mapping[str, int]  #: by seat, 1 is best
    scores: Mapping[str, float]  #: by seat, in games that have them

    @staticmethod
    def of(raw: Optional[Mapping[str, Any]]) -> Optional["Outcome"]:
        """Makes an outcome from what the engine sends."""
        if raw is None:
            return None
        ranking = raw["ranking"]
        return Outcome(
            kind=raw["kind"],
            reason=raw["reason"],
            winners=tuple(raw["winners"]),
            ranks={one["seat"]: one["rank"] for one in ranking},
            scores={one["seat"]: one["score"] for one in ranking if "score" in one},
        )

    def share(self, seat: str) -> float:
        """The part of the victory that a seat has: 1 for the only winner, 0 for the others and for a draw."""
        return 1 / len(self.winners) if self.kind != "draw" and seat in self.winners else 0.0
