"""Spaces with the conventions of Gymnasium, for machines without it. `for_gymnasium` makes those of Gymnasium."""
from __future__ import annotations

import random
from typing import Any, List, Optional, Sequence, Tuple

from .arrays import numpy


class Discrete:
    """The whole numbers from 0 to n - 1."""

    def __init__(self, n: int) -> None:
        self.n = n
        self._rng = random.Random(0)

    def seed(self, seed: Any = None) -> None:
        """Sets the random numbers of `sample`."""
        self._rng = random.Random(seed)

    def sample(self, mask: Optional[Sequence[int]] = None) -> int:
        """A random number; with a mask, one whose entry is 1. Without any such entry, 0."""
        legal = range(self.n) if mask is None else [i for i, one in enumerate(mask) if one]
        return self._rng.choice(legal) if len(legal) > 0 else 0

    def contains(self, x: Any) -> bool:
        """Whether it is one of the numbers."""
        return hasattr(x, "__index__") and not isinstance(x, bool) and 0 <= int(x) < self.n

    __contains__ = contains


class Box:
    """Vectors of whole numbers, each between its own bounds."""

    def __init__(self, low: Sequence[int], high: Sequence[int], dtype: str = "int32") -> None:
        self.low: List[int] = list(low)
        self.high: List[int] = list(high)
        self.shape: Tuple[int, ...] = (len(self.low),)
        self.dtype = dtype

    def contains(self, x: Any) -> bool:
        """Whether it is a vector of this length within the bounds."""
        values = x.tolist() if numpy is not None and isinstance(x, numpy.ndarray) else list(x)
        return len(values) == len(self.low) and all(a <= v <= b for a, v, b in zip(self.low, values, self.high))

    __contains__ = contains


def for_gymnasium(space: Any) -> Any:
    """The same space of Gymnasium, if Gymnasium and numpy are installed; else the space itself."""
    try:
        from gymnasium import spaces
    except ImportError:
        return space
    if numpy is None:
        return space
    if isinstance(space, dict):
        return spaces.Dict({name: for_gymnasium(part) for name, part in space.items()})
    if isinstance(space, Discrete):
        return spaces.Discrete(space.n)
    dtype = numpy.dtype(space.dtype)
    return spaces.Box(numpy.array(space.low, dtype), numpy.array(space.high, dtype), dtype=dtype.type)
