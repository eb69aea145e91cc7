"""Errors of the client."""
from __future__ import annotations

from typing import Any, Mapping


class EngineError(Exception):
    """A request that the engine refuses. `code` is for programs, the text for people; docs/engine.md lists the codes."""

    def __init__(self, error: Mapping[str, Any]) -> None:
        super().__init__(error["message"])
        self.code: str = error["code"]


class EngineEnded(EOFError):
    """The engine has ended, or the connection to it was lost."""
