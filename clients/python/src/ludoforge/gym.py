"""An environment with the conventions of Gymnasium: one seat against bots."""
from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

from .arrays import numpy
from .box import Box, Discrete, for_gymnasium
from .game import Game, Seed, State

try:
    from gymnasium import Env as _Base
except ImportError:
    _Base = object  # type: ignore[assignment,misc]


def gym_env(
    game: str,
    seat: Optional[str] = None,
    *,
    opponents: Any = "random",
    encoding: str = "raw",
    rewards: str = "win",
    scenario: Optional[str] = None,
    options: Optional[Mapping[str, Any]] = None,
    max_decisions: int = 100_000,
    address: Optional[str] = None,
    command: Optional[Sequence[str]] = None,
) -> "GymEnv":
    """
    Makes an environment for one seat, by default the first. `opponents` is the agent of all others (`random`, `greedy`,
    `search:100`, …), or a dict by seat.
    """
    made = Game(game, address=address, command=command)
    return GymEnv(
        made,
        seat or made.seats[0],
        opponents=opponents,
        encoding=encoding,
        rewards=rewards,
        scenario=scenario,
        options=options,
        max_decisions=max_decisions,
    )


class GymEnv(_Base):
    """
    One seat of a game; bots play the others, and the environment knows only what the seat may know. Observations are
    vectors; the legal actions are in `info["action_mask"]` and `action_mask()`. An illegal action raises `EngineError`.
    """

    metadata: Dict[str, Any] = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: Game,
        seat: str,
        *,
        opponents: Any = "random",
        encoding: str = "raw",
        rewards: str = "win",
        scenario: Optional[str] = None,
        options: Optional[Mapping[str, Any]] = None,
        max_decisions: int = 100_000,
    ) -> None:
        if seat not in game.seats:
            game.close()
            raise KeyError(f"There is no seat {seat!r}. The seats are: {', '.join(game.seats)}.")
        others = opponents if isinstance(opponents, Mapping) else dict.fromkeys(game.seats, opponents)
        self.game = game
        self.seat = seat
        self.encoding = encoding
        self.reward_kind = rewards
        self.max_decisions = max_decisions
        self.render_mode: Optional[str] = "ansi"
        self._seats = {**others, seat: "me"}
        self._setup = {"scenario": scenario, "options": options}
        spaces = game.spaces(encoding)
        self._actions = len(spaces.actions)
        low, high = [one.min for one in spaces.observation], [one.max for one in spaces.observation]
        self.action_space: Any = for_gymnasium(Discrete(self._actions))
        self.observation_space: Any = for_gymnasium(Box(low, high))
        self._state: Optional[State] = None
        self._seed: Seed = 0
        self._decisions = 0

    def reset(
        self, *, seed: Optional[Seed] = None, options: Optional[Mapping[str, Any]] = None
    ) -> Tuple[Any, Dict[str, Any]]:
        """Starts a game and returns the first observation and info. Without a seed, the next follows from the last."""
        if _Base is not object and (seed is None or isinstance(seed, int)):
            super().reset(seed=seed)  # type: ignore[misc]
        self._seed = seed if seed is not None else f"{self._seed}+"
        setup: Dict[str, Any] = dict(self._setup)
        if options is not None:
            setup["options"] = options
        self._state = self.game.start(self._seed, seats=self._seats, **setup)
        self._decisions = 0
        return self._observation(), self._info()

    def step(self, action: int) -> Tuple[Any, float, bool, bool, Dict[str, Any]]:
        """Acts, and lets the bots play. Returns observation, reward, terminated, truncated and info."""
        state = self._current()
        if state.outcome is not None:
            raise RuntimeError("The game is over. Call reset().")
        self._decisions += int(state.act(int(action)))
        terminated = state.outcome is not None
        truncated = not terminated and self._decisions >= self.max_decisions
        reward = float(state.rewards(self.reward_kind)[self.seat])
        return self._observation(), reward, terminated, truncated, self._info()

    def action_mask(self) -> Any:
        """1 for every legal action."""
        mask = bytearray(self._actions)
        for action in self._current().legal_actions():
            mask[action] = 1
        return mask if numpy is None else numpy.frombuffer(bytes(mask), dtype=numpy.int8)

    def _observation(self) -> Any:
        vector: List[int] = self._current().observation(self.seat, self.encoding)
        return vector if numpy is None else numpy.array(vector, dtype=numpy.int32)

    def _info(self) -> Dict[str, Any]:
        state = self._current()
        info: Dict[str, Any] = {"action_mask": self.action_mask()}
        if state.decision is not None:
            info["prompt"] = state.decision.prompt
        if state.outcome is not None:
            info["winners"] = list(state.outcome.winners)
        return info

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
