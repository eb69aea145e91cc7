"""What the environments of PettingZoo and of Gymnasium share: options, spaces, seeds, and the current game."""
from __future__ import annotations

from typing import Any, Dict, Iterable, List, Mapping, Optional

from .arrays import numpy
from .box import Box
from .game import Game, Seed, State


class Environment:
    """
    A game that is played action by action. `encoding` of observations is `raw` or `one-hot`, `rewards` is `win` or `score`,
    and `options` are options of the game. After `max_decisions` a game is truncated.
    """

    def __init__(
        self,
        game: Game,
        *,
        encoding: str = "raw",
        rewards: str = "win",
        scenario: Optional[str] = None,
        options: Optional[Mapping[str, Any]] = None,
        max_decisions: int = 100_000,
    ) -> None:
        self.game = game
        self.encoding = encoding
        self.reward_kind = rewards
        self.max_decisions = max_decisions
        self._setup: Dict[str, Any] = {"scenario": scenario, "options": options}
        spaces = game.spaces(encoding)
        self._actions = len(spaces.actions)
        self._vectors = Box([one.min for one in spaces.observation], [one.max for one in spaces.observation])
        self._state: Optional[State] = None
        self._seed: Seed = 0
        self._decisions = 0

    def _start(self, seed: Optional[Seed], options: Optional[Mapping[str, Any]], **setup: Any) -> State:
        """Starts a game. Without a seed, the next one follows from the last. `options` replace those of the environment."""
        self._seed = seed if seed is not None else f"{self._seed}+"
        chosen = self._setup if options is None else {**self._setup, "options": options}
        self._state = self.game.start(self._seed, **chosen, **setup)
        self._decisions = 0
        return self._state

    def _act(self, action: int) -> State:
        """Takes an atomic action, and counts the decision that it completes."""
        state = self._current()
        self._decisions += int(state.act(int(action)))
        return state

    def _is_truncated(self) -> bool:
        return self._current().outcome is None and self._decisions >= self.max_decisions

    def _vector(self, seat: str) -> Any:
        """What a seat may know."""
        vector: List[int] = self._current().observation(seat, self.encoding)
        return vector if numpy is None else numpy.array(vector, dtype=numpy.int32)

    def _mask(self, legal: Iterable[int]) -> Any:
        """1 for every one of these actions."""
        mask = bytearray(self._actions)
        for action in legal:
            mask[action] = 1
        return mask if numpy is None else numpy.frombuffer(bytes(mask), dtype=numpy.int8)

    def render(self) -> str:
        """What is asked, or how the game ended, as text."""
        state = self._current()
        if state.outcome is not None:
            return f"{', '.join(state.outcome.winners) or 'Nobody'} won: {state.outcome.reason}"
        return state.decision.prompt if state.decision is not None else ""

    def close(self) -> None:
        """Ends the engine."""
        self._state = None
        self.game.close()

    def _current(self) -> State:
        if self._state is None:
            raise RuntimeError("Call reset() before you use the environment.")
        return self._state
