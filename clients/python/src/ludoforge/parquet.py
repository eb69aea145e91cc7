"""Parquet files without Arrow: reads the data sets that LudoForge writes, and writes tables of plain columns."""
from __future__ import annotations

import json
import os
import struct
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

from . import thrift

#: Columns by name. A value is a number, a text, decoded JSON, or None.
Table = Dict[str, List[Any]]

_MAGIC = b"PAR1"
_INT32, _INT64, _FLOAT, _DOUBLE, _BYTES = 1, 2, 4, 5, 6
_FORMATS = {_INT32: "i", _INT64: "q", _FLOAT: "f", _DOUBLE: "d"}
_UTF8, _JSON = 0, 19  # converted types
_UNCOMPRESSED, _SNAPPY = 0, 1
_DICTIONARY_PAGE, _DATA_PAGE_V2 = 2, 3
_PLAIN, _PLAIN_DICTIONARY, _RLE, _RLE_DICTIONARY = 0, 2, 3, 8


class ParquetError(ValueError):
    """The file isn't Parquet, or it uses a feature that this reader doesn't have."""


def read_parquet(path: Union[str, "os.PathLike[str]"], columns: Optional[Sequence[str]] = None) -> Table:
    """Reads a file, or only some of its columns. Returns a list of values for each column, by its name."""
    with open(path, "rb") as file:
        data = file.read()
    if len(data) < 12 or data[:4] != _MAGIC or data[-4:] != _MAGIC:
        raise ParquetError(f"{os.fspath(path)} isn't a Parquet file.")
    (length,) = struct.unpack("<I", data[-8:-4])
    meta = thrift.Reader(data, len(data) - 8 - length).struct()
    elements = meta[2][1:]
    if any(element.get(5) for element in elements):
        raise ParquetError(f"{os.fspath(path)} has nested columns, which aren't supported.")
    names = [element[4].decode() for element in elements]
    wanted = names if columns is None else list(columns)
    for name in wanted:
        if name not in names:
            raise KeyError(f"There is no column {name!r}. The columns are: {', '.join(names)}.")
    table: Table = {name: [] for name in wanted}
    for group in meta.get(4, []):
        for element, name, chunk in zip(elements, names, group[1]):
            if name in table:
                table[name] += _column(data, element, chunk[3])
    return table


def _column(data: bytes, element: Dict[int, Any], chunk: Dict[int, Any]) -> List[Any]:
    """The values of a column in one row group."""
    kind, codec, total = chunk[1], chunk[4], chunk[5]
    if codec not in (_UNCOMPRESSED, _SNAPPY):
        raise ParquetError(f"The column {element[4].decode()} has the codec {codec}. Only Snappy is supported.")
    converted = element.get(6)
    dictionary: List[Any] = []
    values: List[Any] = []
    at = chunk.get(11) or chunk[9]
    while len(values) < total:
        reader = thrift.Reader(data, at)
        header = reader.struct()
        page = data[reader.at : reader.at + header[3]]
        at = reader.at + header[3]
        if header[1] == _DICTIONARY_PAGE:
            body = _unpacked(page, codec)
            dictionary = _converted(_plain(body, kind, header[7][1]), converted)
        elif header[1] == _DATA_PAGE_V2:
            values += _data_page(page, header[8], kind, codec, converted, dictionary, element.get(3) == 1)
        else:
            raise ParquetError(f"A page has the type {header[1]}, which isn't supported.")
    return values


def _data_page(
    page: bytes, head: Dict[int, Any], kind: int, codec: int, converted: Optional[int], dictionary: List[Any], nullable: bool
) -> List[Any]:
    count, nulls, encoding = head[1], head[2], head[4]
    levels_end = head[6] + head[5]
    levels = _hybrid(page[head[6] : levels_end], 1, count) if nullable and head[5] else [1] * count
    body = page[levels_end:]
    if head.get(7, True):
        body = _unpacked(body, codec)
    present = count - nulls
    if encoding == _PLAIN:
        some = _converted(_plain(body, kind, present), converted)
    elif encoding in (_PLAIN_DICTIONARY, _RLE_DICTIONARY):
        width = body[0] if body else 0
        some = [dictionary[i] for i in _hybrid(body[1:], width, present)]
    else:
        raise ParquetError(f"A page has the encoding {encoding}, which isn't supported.")
    if nulls == 0:
        return some
    left = iter(some)
    return [next(left) if level else None for level in levels]


def _plain(body: bytes, kind: int, count: int) -> List[Any]:
    if kind in _FORMATS:
        return list(struct.unpack_from(f"<{count}{_FORMATS[kind]}", body))
    if kind != _BYTES:
        raise ParquetError(f"A column has the physical type {kind}, which isn't supported.")
    values, at = [], 0
    for _ in range(count):
        (length,) = struct.unpack_from("<I", body, at)
        values.append(body[at + 4 : at + 4 + length])
        at += 4 + length
    return values


def _converted(values: List[Any], converted: Optional[int]) -> List[Any]:
    if converted == _UTF8:
        return [value.decode() for value in values]
    if converted == _JSON:
        return [json.loads(value) for value in values]
    return values


def _hybrid(body: bytes, width: int, count: int) -> List[int]:
    """Decodes runs and bit-packed groups of numbers with `width` bits."""
    if width == 0:
        return [0] * count
    reader = thrift.Reader(body)
    size = (width + 7) // 8
    values: List[int] = []
    mask = (1 << width) - 1
    while len(values) < count:
        head = reader.varint()
        if head & 1:
            length = (head >> 1) * width
            bits = int.from_bytes(body[reader.at : reader.at + length], "little")
            reader.at += length
            for _ in range((head >> 1) * 8):
                values.append(bits & mask)
                bits >>= width
        else:
            value = int.from_bytes(body[reader.at : reader.at + size], "little")
            reader.at += size
            values += [value] * (head >> 1)
    return values[:count]


def _unpacked(body: bytes, codec: int) -> bytes:
    return body if codec == _UNCOMPRESSED or not body else _snappy(body)


def _snappy(body: bytes) -> bytes:
    """Decompresses a Snappy block."""
    reader = thrift.Reader(body)
    size = reader.varint()
    out, at = bytearray(), reader.at
    while at < len(body):
        tag = body[at]
        at += 1
        kind = tag & 3
        if kind == 0:
            length = tag >> 2
            if length >= 60:
                extra = length - 59
                length = int.from_bytes(body[at : at + extra], "little")
                at += extra
            out += body[at : at + length + 1]
            at += length + 1
            continue
        if kind == 1:
            length, offset = (tag >> 2 & 7) + 4, (tag >> 5) << 8 | body[at]
            at += 1
        else:
            extra = 2 if kind == 2 else 4
            length, offset = (tag >> 2) + 1, int.from_bytes(body[at : at + extra], "little")
            at += extra
        if offset == 0 or offset > len(out):
            raise ParquetError("A compressed page is damaged.")
        start = len(out) - offset
        if offset >= length:
            out += out[start : start + length]
        else:  # the copy overlaps what it writes
            pattern = bytes(out[start:])
            out += (pattern * (length // offset + 1))[:length]
    if len(out) != size:
        raise ParquetError("A compressed page is damaged.")
    return bytes(out)


def write_parquet(path: Union[str, "os.PathLike[str]"], table: Mapping[str, Sequence[Any]]) -> None:
    """
    Writes columns of equal length. Whole numbers become INT64, other numbers DOUBLE, texts UTF8, and lists or dicts JSON.
    None is null. Any reader of Parquet can read the file; it isn't compressed.
    """
    rows = {len(values) for values in table.values()}
    if len(rows) > 1:
        raise ValueError("The columns have different lengths.")
    count = rows.pop() if rows else 0
    out = bytearray(_MAGIC)
    schema: List[Dict[int, Any]] = [{4: "schema", 5: len(table)}]
    chunks: List[Dict[int, Any]] = []
    for name, given in table.items():
        values = [value.item() if hasattr(value, "item") else value for value in given]
        kind, converted = _type_of([value for value in values if value is not None])
        element: Dict[int, Any] = {1: kind, 3: 1, 4: name}
        if converted is not None:
            element[6] = converted
        schema.append(element)
        at = len(out)
        out += _page_of(values, kind, converted)
        size = thrift.Long(len(out) - at)
        meta = {1: kind, 2: [_PLAIN, _RLE], 3: [name], 4: _UNCOMPRESSED, 5: thrift.Long(count), 6: size, 7: size, 9: thrift.Long(at)}
        chunks.append({2: thrift.Long(at), 3: meta})
    groups = [{1: chunks, 2: thrift.Long(len(out) - 4), 3: thrift.Long(count)}] if table else []
    meta_data = thrift.write({1: 2, 2: schema, 3: thrift.Long(count), 4: groups, 6: "ludoforge for Python"})
    out += meta_data + struct.pack("<I", len(meta_data)) + _MAGIC
    with open(path, "wb") as file:
        file.write(out)


def _type_of(values: Sequence[Any]) -> "tuple[int, Optional[int]]":
    if all(isinstance(value, int) for value in values):
        return _INT64, None
    if all(isinstance(value, (int, float)) for value in values):
        return _DOUBLE, None
    return _BYTES, _UTF8 if all(isinstance(value, str) for value in values) else _JSON


def _page_of(values: Sequence[Any], kind: int, converted: Optional[int]) -> bytes:
    some = [value for value in values if value is not None]
    if kind in _FORMATS:
        body = struct.pack(f"<{len(some)}{_FORMATS[kind]}", *some)
    else:
        texts = [(json.dumps(value) if converted == _JSON else value).encode() for value in some]
        body = b"".join(struct.pack("<I", len(text)) + text for text in texts)
    levels = _level_runs([value is not None for value in values])
    head = {1: len(values), 2: len(values) - len(some), 3: len(values), 4: _PLAIN, 5: len(levels), 6: 0, 7: False}
    size = len(levels) + len(body)
    return thrift.write({1: _DATA_PAGE_V2, 2: size, 3: size, 8: head}) + levels + body


def _level_runs(present: Sequence[bool]) -> bytes:
    """Definition levels as runs of equal levels."""
    out, at = bytearray(), 0
    while at < len(present):
        end = at + 1
        while end < len(present) and present[end] == present[at]:
            end += 1
        length = (end - at) << 1
        while length >= 0x80:
            out.append(length & 0x7F | 0x80)
            length >>= 7
        out += bytes([length, int(present[at])])
        at = end
    return bytes(out)
