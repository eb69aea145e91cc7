"""An environment with the conventions of PettingZoo's AEC: agents act one after the other."""
from __future__ import annotations

from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

from .box import Box, Discrete, for_gymnasium
from .environment import Environment
from .game import Game, Seed

try:
    from pettingzoo import AECEnv as _Base
except ImportError:
    _Base = object  # type: ignore[assignment,misc]


def aec_env(
    game: str,
    *,
    address: Optional[str] = None,
    command: Optional[Sequence[str]] = None,
    **settings: Any,
) -> "AECEnv":
    """Makes an environment for all seats of a game. Its agents are the names of the seats. Settings: see `Environment`."""
    made = Game(game, address=address, command=command)
    try:
        return AECEnv(made, **settings)
    except BaseException:
        made.close()
        raise


class AECEnv(Environment, _Base):
    """
    All seats of a game, one after the other. `agents` are the seats that are still in the game, and `agent_selection`
    is the one that acts next. An observation is a dict with `observation` (a vector of fixed length) and `action_mask`
    (1 for every legal action). Sets are built up pick by pick, so a seat may act several times in a row. In a
    simultaneous choice the seats act one after the other, and see nothing of each other's answers.
    """

    def __init__(self, game: Game, **settings: Any) -> None:
        Environment.__init__(self, game, **settings)
        self.metadata: Dict[str, Any] = {"name": f"{game.id}_ludoforge", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode: Optional[str] = None
        self.possible_agents: List[str] = list(game.seats)
        self.agents: List[str] = []
        self._action_space: Any = for_gymnasium(Discrete(self._actions))
        self._observation_space: Any = for_gymnasium({
            "observation": self._vectors,
            "action_mask": Box([0] * self._actions, [1] * self._actions, "int8"),
        })

    @property
    def unwrapped(self) -> "AECEnv":
        """This environment: it wraps no other."""
        return self

    @property
    def num_agents(self) -> int:
        """How many agents are in the game."""
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        """How many agents can be in the game."""
        return len(self.possible_agents)

    def action_space(self, agent: str) -> Any:
        """The actions of an agent: numbers from 0. The same object every time."""
        self._check(agent)
        return self._action_space

    def observation_space(self, agent: str) -> Any:
        """The observations of an agent. The same object every time."""
        self._check(agent)
        return self._observation_space

    def reset(self, seed: Optional[Seed] = None, options: Optional[Mapping[str, Any]] = None) -> None:
        """Starts a game. Without a seed, the next one follows from the last. `options` are options of the game."""
        view = self._start(seed, options).view(None)
        self.agents = [seat for seat in self.possible_agents if seat in view["seats"]]
        self.rewards: Dict[str, float] = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards: Dict[str, float] = dict(self.rewards)
        self.terminations: Dict[str, bool] = {agent: False for agent in self.agents}
        self.truncations: Dict[str, bool] = {agent: False for agent in self.agents}
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in self.agents}
        self._update()

    def _update(self) -> None:
        """Finds out who acts next, and what is legal."""
        state = self._current()
        self._legal: List[int] = []
        if state.outcome is not None:
            rewards = state.rewards(self.reward_kind)
            for agent in self.agents:
                self.rewards[agent] = float(rewards[agent])
                self.terminations[agent] = True
        elif self._is_truncated():
            for agent in self.agents:
                self.truncations[agent] = True
        if state.decision is None or self._is_done():
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = state.decision.seat
            self._legal = state.legal_actions()
        for agent in self.agents:
            is_next = agent == self.agent_selection and not self._is_done()
            self.infos[agent] = {"action_mask": self.action_mask(agent), **({"prompt": state.decision.prompt} if is_next and state.decision else {})}

    def _is_done(self) -> bool:
        return any(self.terminations.values()) or any(self.truncations.values())

    def step(self, action: Optional[int]) -> None:
        """Acts for `agent_selection`. An agent that is terminated or truncated must pass None, and then leaves."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._leave(agent, action)
            return
        if action is None:
            raise ValueError(f"{agent} is in the game, so it must act: None isn't an action.")
        self._cumulative_rewards[agent] = 0.0
        for one in self.agents:
            self.rewards[one] = 0.0
        self._act(action)
        self._update()
        for one in self.agents:
            self._cumulative_rewards[one] += self.rewards[one]

    def _leave(self, agent: str, action: Optional[int]) -> None:
        if action is not None:
            raise ValueError(f"{agent} is done, so its only action is None.")
        for table in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del table[agent]  # type: ignore[attr-defined]
        self.agents.remove(agent)
        if self.agents:
            self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Dict[str, Any]:
        """What an agent may know, and its legal actions: none, if another acts."""
        self._check(agent)
        return {"observation": self._vector(agent), "action_mask": self.action_mask(agent)}

    def action_mask(self, agent: Optional[str] = None) -> Any:
        """1 for every action that an agent may take now, by default the one that acts next."""
        return self._mask(self._legal if agent in (None, self.agent_selection) else ())

    def last(self, observe: bool = True) -> Tuple[Optional[Dict[str, Any]], float, bool, bool, Dict[str, Any]]:
        """Observation, reward since its last action, termination, truncation and info of `agent_selection`."""
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agents in the order in which they act, until all have left."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def state(self) -> Mapping[str, Any]:
        """The whole position, with everything that is hidden."""
        return self._current().save()

    def render(self) -> str:
        """Who is asked and what, or how the game ended, as text."""
        text = Environment.render(self)
        return text if self._current().outcome is not None else f"{self.agent_selection}: {text}"

    def _check(self, agent: str) -> None:
        if agent not in self.possible_agents:
            raise KeyError(f"There is no agent {agent!r}. The agents are: {', '.join(self.possible_agents)}.")

    def __str__(self) -> str:
        return self.metadata["name"]
