"""What tests share: games of this repository, started by the command in LUDOFORGE."""
from __future__ import annotations

import atexit
from typing import Dict

from ludoforge import Game

_open: Dict[str, Game] = {}


def game_of(name: str) -> Game:
    """A game, loaded once for all tests."""
    if name not in _open:
        _open[name] = Game(name)
    return _open[name]


@atexit.register
def _close() -> None:
    for game in _open.values():
        game.close()
