"""An environment with the conventions of Gymnasium: one seat against bots."""
from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Sequence, Tuple

from .box import Discrete, for_gymnasium
from .environment import Environment
from .game import Game, Seed

try:
    from gymnasium import Env as _Base
except ImportError:
    _Base = object  # type: ignore[assignment,misc]


def gym_env(
    game: str,
    seat: Optional[str] = None,
    *,
    opponents: Any = "random",
    address: Optional[str] = None,
    command: Optional[Sequence[str]] = None,
    **settings: Any,
) -> "GymEnv":
    """
    Makes an environment for one seat, by default the first. `opponents` is the agent of all others (`random`, `greedy`,
    `search:100`, …), or a dict by seat. Settings: see `Environment`.
    """
    made = Game(game, address=address, command=command)
    try:
        return GymEnv(made, seat or made.seats[0], opponents=opponents, **settings)
    except BaseException:
        made.close()
        raise


class GymEnv(Environment, _Base):
    """
    One seat of a game; bots play the others, and the environment knows only what the seat may know. Observations are
    vectors; the legal actions are in `info["action_mask"]` and `action_mask()`. An illegal action raises `EngineError`.
    """

    metadata: Dict[str, Any] = {"render_modes": ["ansi"]}

    def __init__(self, game: Game, seat: str, *, opponents: Any = "random", **settings: Any) -> None:
        if seat not in game.seats:
            game.close()
            raise KeyError(f"There is no seat {seat!r}. The seats are: {', '.join(game.seats)}.")
        others = opponents if isinstance(opponents, Mapping) else dict.fromkeys(game.seats, opponents)
        Environment.__init__(self, game, **settings)
        self.seat = seat
        self.render_mode: Optional[str] = "ansi"
        self._seats = {**others, seat: "me"}
        self.action_space: Any = for_gymnasium(Discrete(self._actions))
        self.observation_space: Any = for_gymnasium(self._vectors)

    def reset(
        self, *, seed: Optional[Seed] = None, options: Optional[Mapping[str, Any]] = None
    ) -> Tuple[Any, Dict[str, Any]]:
        """Starts a game and returns the first observation and info. Without a seed, the next follows from the last."""
        if _Base is not object and (seed is None or isinstance(seed, int)):
            super().reset(seed=seed)  # type: ignore[misc]
        self._start(seed, options, seats=self._seats)
        return self._vector(self.seat), self._info()

    def step(self, action: int) -> Tuple[Any, float, bool, bool, Dict[str, Any]]:
        """Acts, and lets the bots play. Returns observation, reward, terminated, truncated and info."""
        if self._current().outcome is not None:
            raise RuntimeError("The game is over. Call reset().")
        state = self._act(action)
        reward = float(state.rewards(self.reward_kind)[self.seat])
        return self._vector(self.seat), reward, state.outcome is not None, self._is_truncated(), self._info()

    def action_mask(self) -> Any:
        """1 for every legal action."""
        return self._mask(self._current().legal_actions())

    def _info(self) -> Dict[str, Any]:
        state = self._current()
        info: Dict[str, Any] = {"action_mask": self.action_mask()}
        if state.decision is not None:
            info["prompt"] = state.decision.prompt
        if state.outcome is not None:
            info["winners"] = list(state.outcome.winners)
        return info
