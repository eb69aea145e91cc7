"""The compact protocol of Thrift, as far as Parquet's metadata need it: structs as dicts by field number."""
from __future__ import annotations

from typing import Any, Dict, List, Tuple, Union

_TRUE, _FALSE, _BYTE, _I16, _I32, _I64, _DOUBLE, _BINARY, _LIST, _SET, _MAP, _STRUCT = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12

#: A value to write: a whole number (32 bits), a `Long`, text, a list of such values, or a struct as a dict.
Value = Union[bool, int, "Long", str, bytes, List[Any], Dict[int, Any]]


class Long(int):
    """A whole number that is written with 64 bits."""


class Reader:
    """Reads structs from bytes, from `at` on."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data, self.at = data, at

    def varint(self) -> int:
        result = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            result |= (byte & 0x7F) << shift
            if byte < 0x80:
                return result
            shift += 7

    def _zigzag(self) -> int:
        n = self.varint()
        return (n >> 1) ^ -(n & 1)

    def struct(self) -> Dict[int, Any]:
        fields: Dict[int, Any] = {}
        number = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            if byte == 0:
                return fields
            kind, step = byte & 0x0F, byte >> 4
            number = number + step if step else self._zigzag()
            fields[number] = kind == _TRUE if kind in (_TRUE, _FALSE) else self._value(kind)

    def _value(self, kind: int) -> Any:
        if kind in (_TRUE, _FALSE):  # an item of a list
            self.at += 1
            return self.data[self.at - 1] == _TRUE
        if kind == _BYTE:
            self.at += 1
            return self.data[self.at - 1]
        if kind in (_I16, _I32, _I64):
            return self._zigzag()
        if kind == _DOUBLE:
            self.at += 8
            return self.data[self.at - 8 : self.at]
        if kind == _BINARY:
            length = self.varint()
            self.at += length
            return self.data[self.at - length : self.at]
        if kind in (_LIST, _SET):
            head = self.data[self.at]
            self.at += 1
            size = head >> 4 if head >> 4 < 15 else self.varint()
            return [self._value(head & 0x0F) for _ in range(size)]
        if kind == _STRUCT:
            return self.struct()
        raise ValueError(f"The metadata have a value of the unknown kind {kind}.")


def write(struct: Dict[int, Value]) -> bytes:
    """Returns the bytes of a struct."""
    out = bytearray()
    last = 0
    for number in sorted(struct):
        kind, data = _encoded(struct[number])
        step = number - last
        out += bytes([step << 4 | kind]) if step < 16 else bytes([kind]) + _varint(number << 1)
        out += data
        last = number
    out.append(0)
    return bytes(out)


def _encoded(value: Any) -> Tuple[int, bytes]:
    if isinstance(value, bool):
        return (_TRUE if value else _FALSE), b""
    if isinstance(value, int):
        return (_I64 if isinstance(value, Long) else _I32), _varint((value << 1) ^ (value >> 63))
    if isinstance(value, str):
        value = value.encode()
    if isinstance(value, bytes):
        return _BINARY, _varint(len(value)) + value
    if isinstance(value, dict):
        return _STRUCT, write(value)
    items = [_encoded(item) for item in value]
    kind = items[0][0] if items else _BINARY
    size = len(items)
    head = bytes([size << 4 | kind]) if size < 15 else bytes([0xF0 | kind]) + _varint(size)
    return _LIST, head + b"".join(data for _, data in items)


def _varint(n: int) -> bytes:
    out = bytearray()
    while n >= 0x80:
        out.append(n & 0x7F | 0x80)
        n >>= 7
    out.append(n)
    return bytes(out)
