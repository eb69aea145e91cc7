"""Arrays of numpy where it is installed. Otherwise views of memory, which index and `tolist()` in the same way."""
from __future__ import annotations

import os
from typing import Any, Sequence

try:
    if os.environ.get("LUDOFORGE_NO_NUMPY"):
        raise ImportError("numpy is switched off by LUDOFORGE_NO_NUMPY.")
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]

#: Whether numpy is installed, and not switched off by the variable LUDOFORGE_NO_NUMPY.
HAS_NUMPY: bool = numpy is not None

_DTYPES = {"f": "<f4", "I": "<u4", "i": "<i4", "h": "<i2", "B": "u1"}


def view(memory: memoryview, code: str, at: int, shape: Sequence[int]) -> Any:
    """A view of bytes as an array of this shape. `code` is a type as in the module `array`."""
    count = 1
    for size in shape:
        count *= size
    if numpy is not None:
        dtype = numpy.dtype(_DTYPES[code])
        return numpy.frombuffer(memory, dtype, count, at).reshape(shape)
    size = 4 if code in "fIi" else 2 if code == "h" else 1
    part = memory[at : at + count * size]
    if count == 0:
        return part.cast(code)
    return part.cast(code, shape=list(shape)) if len(shape) > 1 else part.cast(code)
