"""Many games that are stepped together, with arrays in and out."""
from __future__ import annotations

import random
import struct
from array import array
from typing import Any, List, Mapping, Optional, Sequence, Tuple

from .arrays import numpy, view
from .connection import Connection

KEEP = -1  #: an action that leaves a game as it is
RESTART = -2  #: an action that starts the next game in its place

RUNNING, OVER, LIMIT, FAILED = 0, 1, 2, 3  #: values of `Batch.done`


class Batch:
    """
    Games of one kind in one engine. `step` takes an action in each and updates these arrays, which are numpy's where
    numpy is installed, else views of memory. The next step overwrites them, so copy what you keep:

    - `seat`: the number of the seat that decides; -1: nobody
    - `done`: 0 in progress, 1 over, 2 stopped at the limit of decisions, 3 stopped by an error (see `failures`)
    - `rewards`: of every game and seat, when a game is over; zeros otherwise
    - `observation`: what the deciding seat may know, a row for each game
    - `legal` and `legal_ends`: the legal actions of all games, and where those of each game end
    - `taken` and `taken_ends`: the same for the actions of an answer that isn't complete
    """

    def __init__(self, connection: Connection, answer: Mapping[str, Any], games: int, rewards: str) -> None:
        self._connection = connection
        self.number: int = answer["batch"]
        self.games = games
        self.seats: Tuple[str, ...] = tuple(answer["seats"])
        self.actions: int = answer["actions"]
        self.observation_size: int = answer["observation"]["size"]
        self.reward_kind = rewards
        self._code = "h" if answer["observation"]["bytes"] == 2 else "i"
        self._head = struct.pack("<II", self.number, games)
        self._mask: Any = None
        self._memory = bytearray()
        self.step([KEEP] * games)

    def step(self, actions: Sequence[int]) -> "Batch":
        """Takes an action in every game (or KEEP, or RESTART). Raises `EngineError` and changes nothing if one isn't legal."""
        if numpy is not None:
            packed = numpy.ascontiguousarray(actions, dtype="<i4").tobytes()
        else:
            packed = array("i", actions).tobytes()
        memory = self._connection.frame(self._head + packed, self._memory)
        if len(memory) > len(self._memory):
            self._memory = bytearray(len(memory) * 5 // 4)  # used from the next step on
        self._unpack(memory)
        return self

    def _unpack(self, memory: memoryview) -> None:
        n = self.games
        _, _, legal, taken = struct.unpack_from("<IIII", memory)
        at = 16

        def take(code: str, *shape: int) -> Any:
            nonlocal at
            part = view(memory, code, at, shape)
            count = 1
            for size in shape:
                count *= size
            at += -(-count * (4 if code in "fIi" else 2 if code == "h" else 1) // 4) * 4
            return part

        self.rewards = take("f", n, len(self.seats))
        self.legal_ends = take("I", n)
        self.taken_ends = take("I", n)
        self.seat = take("h", n)
        self.done = take("B", n)
        self.observation = take(self._code, n, self.observation_size)
        self.legal = take("I", legal)
        self.taken = take("I", taken)

    def legal_actions(self, game: int) -> List[int]:
        """The legal actions of one game."""
        return self._part(self.legal, self.legal_ends, game)

    def taken_actions(self, game: int) -> List[int]:
        """The actions that one game has taken for an answer that isn't complete."""
        return self._part(self.taken, self.taken_ends, game)

    def _part(self, items: Any, ends: Any, game: int) -> List[int]:
        return items[int(ends[game - 1]) if game > 0 else 0 : int(ends[game])].tolist()

    def action_mask(self) -> Any:
        """A row for each game with 1 for every legal action: an array of numpy, or a list of `bytearray`."""
        if numpy is None:
            rows = [bytearray(self.actions) for _ in range(self.games)]
            for game, row in enumerate(rows):
                for action in self.legal_actions(game):
                    row[action] = 1
            return rows
        if self._mask is None:
            self._mask = numpy.zeros((self.games, self.actions), dtype=numpy.int8)
            self._set = numpy.zeros(0, dtype=numpy.intp)
        flat = self._mask.reshape(-1)
        flat[self._set] = 0  # only what the last mask has set
        starts = numpy.arange(self.games, dtype=numpy.intp) * self.actions
        self._set = numpy.repeat(starts, self._counts()) + self.legal
        flat[self._set] = 1
        return self._mask

    def _counts(self) -> Any:
        return numpy.diff(self.legal_ends, prepend=numpy.uint32(0))

    def random_actions(self, rng: Any = None) -> Any:
        """
        A legal action for every game that is in progress, each equally likely; KEEP for the others. With numpy, `rng` is a
        `numpy.random.Generator`, else a `random.Random`. Random actions aren't uniform over whole answers:
        `uniform_answer` is.
        """
        if numpy is None:
            source = rng or random
            legal = [self.legal_actions(game) for game in range(self.games)]
            return [source.choice(some) if some else KEEP for some in legal]
        source = rng if rng is not None else numpy.random.default_rng()
        counts = self._counts().astype(numpy.int64)
        starts = self.legal_ends - counts
        at = starts + (source.random(self.games) * counts).astype(numpy.int64)
        actions = numpy.full(self.games, KEEP, dtype=numpy.int32)
        some = counts > 0
        actions[some] = self.legal[at[some]]
        return actions

    def failures(self) -> List[Mapping[str, Any]]:
        """The errors of the rules that stopped games since the last call: game, seed, code and message."""
        return self._connection.ask("failures", batch=self.number)["failures"]

    def close(self) -> None:
        """Drops the games."""
        self._connection.ask("drop", batch=self.number)
