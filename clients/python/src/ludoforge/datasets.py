"""Data sets: the rows that `ludoforge sim --out` writes, and tables of your own."""
from __future__ import annotations

import json
import os
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

from .arrays import numpy
from .parquet import Table, read_parquet, write_parquet

_Path = Union[str, "os.PathLike[str]"]


def read_rows(path: _Path, columns: Optional[Sequence[str]] = None) -> Table:
    """Reads `.parquet` or `.jsonl`. Returns a list of values for each column, by its name."""
    if os.fspath(path).endswith(".parquet"):
        return read_parquet(path, columns)
    with open(path, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    names = list(dict.fromkeys(name for row in rows for name in row)) if columns is None else list(columns)
    return {name: [row.get(name) for row in rows] for name in names}


def write_rows(path: _Path, table: Mapping[str, Sequence[Any]]) -> None:
    """Writes columns as `.parquet` or `.jsonl`."""
    if os.fspath(path).endswith(".parquet"):
        write_parquet(path, table)
        return
    names = list(table)
    with open(path, "w", encoding="utf-8") as file:
        for values in zip(*table.values()):
            plain = (value.item() if hasattr(value, "item") else value for value in values)
            file.write(json.dumps(dict(zip(names, plain)), separators=(",", ":")) + "\n")


def to_arrays(table: Mapping[str, List[Any]]) -> Dict[str, Any]:
    """
    The columns as arrays of numpy: whole numbers as int64, numbers with nulls as float64 with NaN, the rest as objects.
    Raises ImportError without numpy.
    """
    if numpy is None:
        raise ImportError("to_arrays needs numpy, which isn't installed. read_rows returns lists.")
    arrays: Dict[str, Any] = {}
    for name, values in table.items():
        some = [value for value in values if value is not None]
        is_number = bool(some) and all(isinstance(value, (int, float)) for value in some)
        if not is_number:
            column = numpy.empty(len(values), dtype=object)
            column[:] = values
            arrays[name] = column
        elif len(some) == len(values) and all(isinstance(value, int) for value in some):
            arrays[name] = numpy.array(values, dtype=numpy.int64)
        else:
            arrays[name] = numpy.array([float("nan") if value is None else value for value in values])
    return arrays
