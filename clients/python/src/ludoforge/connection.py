"""The connection to an engine: a process of its own, or one that listens on a socket."""
from __future__ import annotations

import io
import json
import os
import shlex
import socket
import struct
import subprocess
from typing import Any, BinaryIO, Dict, List, Optional, Sequence, Union

from .errors import EngineEnded, EngineError

PROTOCOL = "ludoforge-lines/1"

_HEADER = struct.Struct("<BBBBI")  # mark, version, kind, zero, length of the payload
_REFUSAL, _STEP = 0, 1
_PIPE_BYTES = 1 << 20


def default_command() -> List[str]:
    """The command that starts LudoForge: the words in the variable LUDOFORGE, or `ludoforge`."""
    return shlex.split(os.environ.get("LUDOFORGE", "ludoforge"))


class Connection:
    """Sends requests to an engine and returns its answers."""

    def __init__(self, reader: BinaryIO, writer: BinaryIO) -> None:
        self._reader, self._writer = reader, writer

    def ask(self, name: str, **fields: Any) -> Dict[str, Any]:
        """Sends one request and returns its answer. Raises `EngineError` if the engine refuses it."""
        return self.ask_all([{"ask": name, **fields}])[0]

    def ask_all(self, asks: Sequence[Dict[str, Any]]) -> List[Dict[str, Any]]:
        """Sends several requests in one line, which is much faster than one by one. They are executed in order."""
        numbered = [{"id": number, **ask} for number, ask in enumerate(asks)]
        self._send(json.dumps(numbered).encode() + b"\n")
        try:
            line = self._reader.readline()
        except OSError as error:
            raise EngineEnded(self._ending()) from error
        if not line:
            raise EngineEnded(self._ending())
        answers = json.loads(line)
        for answer in answers if isinstance(answers, list) else [answers]:
            if "error" in answer:
                raise EngineError(answer["error"])
        return answers

    def frame(self, payload: Union[bytes, bytearray, memoryview], into: Optional[bytearray] = None) -> memoryview:
        """Sends a frame and returns the payload of its answer: a part of `into`, if that is large enough."""
        size = len(payload)
        self._send(_HEADER.pack(0, 1, _STEP, 0, size) + bytes(payload))
        head = bytearray(_HEADER.size)
        self._fill(memoryview(head))
        _, _, kind, _, length = _HEADER.unpack(head)
        memory = memoryview(into)[:length] if into is not None and len(into) >= length else memoryview(bytearray(length))
        self._fill(memory)
        if kind == _REFUSAL:
            raise EngineError(json.loads(bytes(memory)))
        return memory

    def _send(self, data: bytes) -> None:
        try:
            self._writer.write(data)
            self._writer.flush()
        except OSError as error:
            raise EngineEnded(self._ending()) from error

    def _fill(self, memory: memoryview) -> None:
        """Reads until the memory is full."""
        at = 0
        while at < len(memory):
            try:
                count = self._reader.readinto(memory[at:])  # type: ignore[attr-defined]
            except OSError as error:
                raise EngineEnded(self._ending()) from error
            if not count:
                raise EngineEnded(self._ending())
            at += count

    def _ending(self) -> str:
        return "The connection to the engine was lost."

    def close(self) -> None:
        """Ends the connection, and the engine if it is a process of its own."""
        raise NotImplementedError


class ProcessConnection(Connection):
    """Starts `ludoforge engine GAME`."""

    def __init__(self, game: str, command: Optional[Sequence[str]] = None, options: Sequence[str] = ()) -> None:
        words = [*(default_command() if command is None else command), "engine", game, *options]
        try:
            self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise EngineEnded(f"Can't start {words[0]!r}: {error}. Set LUDOFORGE, or pass a command.") from error
        assert self._process.stdin is not None and self._process.stdout is not None
        _widen(self._process.stdout)
        super().__init__(self._process.stdout, self._process.stdin)

    def _ending(self) -> str:
        return f"The engine has ended with code {self._process.wait()}."

    def close(self) -> None:
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except OSError:
                    pass  # the engine has ended before it read everything
        self._process.wait()


class SocketConnection(Connection):
    """Connects to `ludoforge engine GAME --listen WHERE`: `HOST:PORT`, or the path of a Unix socket."""

    def __init__(self, address: str) -> None:
        host, _, port = address.rpartition(":")
        try:
            if port.isdigit() and host:
                self._socket = socket.create_connection((host, int(port)))
                self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            else:
                self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
                self._socket.connect(address)
        except OSError as error:
            raise EngineEnded(f"Can't connect to {address}: {error}. Check that an engine listens there.") from error
        reader = self._socket.makefile("rb", buffering=io.DEFAULT_BUFFER_SIZE)
        super().__init__(reader, self._socket.makefile("wb", buffering=0))  # type: ignore[arg-type]

    def close(self) -> None:
        self._reader.close()
        self._writer.close()
        self._socket.close()


def _widen(stream: Any) -> None:
    """Gives the pipe more room, so that large frames need fewer switches between the programs. Linux only."""
    try:
        import fcntl

        fcntl.fcntl(stream.fileno(), fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
    except (ImportError, AttributeError, OSError):
        pass  # another system, or a lower limit: it is only slower
