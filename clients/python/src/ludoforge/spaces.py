"""The fixed spaces of a game: atomic actions, and the entries of observations."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Mapping, Optional, Tuple


@dataclass(frozen=True)
class Entry:
    """An entry of an observation. A category is the index of one of `values`; -1 is none, or unknown to the seat."""

    name: str
    kind: str  #: `number`, `flag` or `category`
    min: int
    max: int
    values: Optional[Tuple[str, ...]] = None


@dataclass(frozen=True)
class Spaces:
    """The same in every game with this fingerprint, in all processes and on all machines."""

    fingerprint: str
    encoding: str
    actions: Tuple[str, ...]  #: the name of every action, by number
    observation: Tuple[Entry, ...]

    @staticmethod
    def of(raw: Mapping[str, Any], encoding: str) -> "Spaces":
        """Makes them from what the engine sends."""
        entries = (
            Entry(one["name"], one["kind"], one["min"], one["max"], tuple(one["values"]) if "values" in one else None)
            for one in raw["observation"]
        )
        return Spaces(raw["fingerprint"], encoding, tuple(raw["actions"]), tuple(entries))
