"""Games and their states, as in JavaScript."""
from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from .batch import Batch
from .connection import PROTOCOL, Connection, ProcessConnection, SocketConnection
from .decision import Choice, Decision, Outcome
from .spaces import Spaces

Seed = Union[int, str]
#: `"all"`: the program decides for every seat and sees everything. Or `"me"` or the name of an agent for each seat.
Seats = Union[str, Mapping[str, str]]


class Game:
    """
    The rules of a game, in an engine.

    >>> with Game("reversi") as game:  # doctest: +SKIP
    ...     state = game.start(seed=7)
    ...     while state.decision is not None:
    ...         state = state.decide(state.decision.options[0].id)
    ...     print(state.outcome.winners)
    """

    def __init__(
        self,
        name: str,
        *,
        address: Optional[str] = None,
        command: Optional[Sequence[str]] = None,
        options: Sequence[str] = (),
    ) -> None:
        """
        Starts an engine for the game, or connects to the one that listens at `address` (`HOST:PORT` or a Unix socket).
        `command` starts LudoForge (default: LUDOFORGE, or `ludoforge`); `options` are those of `ludoforge engine`.
        """
        self.connection: Connection = (
            ProcessConnection(name, command, options) if address is None else SocketConnection(address)
        )
        self._dropped: List[int] = []
        self._spaces: Dict[str, Spaces] = {}
        rules = self.connection.ask("hello", protocol=PROTOCOL)["rules"]
        self.id: str = rules["id"]
        self.title: str = rules["title"]
        self.seats: Tuple[str, ...] = tuple(rules["seats"])
        self.scenarios: Tuple[str, ...] = tuple(rules["scenarios"])
        self.options: Tuple[Mapping[str, Any], ...] = tuple(rules["options"])
        self.fingerprint: str = rules["fingerprint"]

    def start(
        self,
        seed: Seed = 0,
        *,
        seats: Seats = "all",
        scenario: Optional[str] = None,
        options: Optional[Mapping[str, Any]] = None,
        recall: bool = False,
    ) -> "State":
        """Starts a game. With `recall`, seats remember everything they were shown: see `State.information_state`."""
        fields: Dict[str, Any] = {"seed": seed, "seats": seats}
        if scenario is not None:
            fields["scenario"] = scenario
        if options is not None:
            fields["options"] = dict(options)
        if recall:
            fields["recall"] = True
        return State(self, self._ask("start", **fields))

    def restore(self, save: Mapping[str, Any], *, seats: Seats = "all", seed: Seed = 0) -> "State":
        """The state of a save (`State.save`)."""
        return State(self, self._ask("restore", save=save, seats=seats, seed=seed))

    def spaces(self, encoding: str = "raw") -> Spaces:
        """The fixed spaces of actions and observations, with a description of every entry."""
        if encoding not in self._spaces:
            self._spaces[encoding] = Spaces.of(self.connection.ask("spaces", encoding=encoding), encoding)
        return self._spaces[encoding]

    def batch(
        self,
        games: int,
        seed: Seed = 0,
        *,
        seats: Seats = "all",
        scenario: Optional[str] = None,
        options: Optional[Mapping[str, Any]] = None,
        encoding: Optional[str] = "raw",
        rewards: str = "win",
        decisions: Optional[int] = None,
        restart: bool = True,
    ) -> Batch:
        """
        Starts many games that are stepped together, an action each: see `Batch`. `encoding` of observations is `raw`,
        `one-hot`, or None for none. `rewards` is `win` or `score`. A game stops after `decisions`. With `restart`, a game
        that is done is replaced at once.
        """
        fields: Dict[str, Any] = {"games": games, "seed": seed, "seats": seats, "rewards": [rewards], "restart": restart}
        for name, value in (("scenario", scenario), ("options", options), ("encoding", encoding), ("decisions", decisions)):
            if value is not None:
                fields[name] = value
        return Batch(self.connection, self._ask("batch", **fields), games, rewards)

    def stats(self) -> Mapping[str, Any]:
        """How much the engine has done, and how fast."""
        return self._ask("stats")

    def close(self) -> None:
        """Ends the engine, or the connection to it."""
        self.connection.close()

    def __enter__(self) -> "Game":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ask(self, name: str, **fields: Any) -> Dict[str, Any]:
        return self._ask_all([{"ask": name, **fields}])[-1]

    def _ask_all(self, asks: Sequence[Dict[str, Any]]) -> List[Dict[str, Any]]:
        """Sends requests. States that nobody uses any more are dropped first."""
        dropped, self._dropped = self._dropped, []
        before = [{"ask": "drop", "game": dropped}] if dropped else []
        return self.connection.ask_all([*before, *asks])[len(before) :]


class State:
    """
    A position of a game. `decide` returns a new state and leaves this one as it is; `answer` changes it in place, which
    is faster. In a game with seats of others (`seats` of `Game.start`) only `answer` is possible, and the state shows what
    your seats may know.
    """

    def __init__(self, game: Game, answer: Mapping[str, Any]) -> None:
        self.game = game
        self.number: int = answer["game"]
        self.events: List[Mapping[str, Any]] = []
        self._update(answer)

    def _update(self, answer: Mapping[str, Any]) -> None:
        decision = answer.get("decision")
        self.decision: Optional[Decision] = None if decision is None else Decision.of(decision)
        self.deciding: Tuple[str, ...] = tuple(
            answer.get("deciding", () if self.decision is None else (self.decision.seat,))
        )
        self.outcome: Optional[Outcome] = Outcome.of(answer.get("outcome"))
        self._legal: Optional[List[int]] = answer.get("legal")
        self._rewards: Optional[Mapping[str, List[float]]] = answer.get("rewards")
        self.events = list(answer.get("events", []))

    def __del__(self) -> None:
        game: Optional[Game] = getattr(self, "game", None)
        if game is not None and hasattr(self, "number"):
            game._dropped.append(self.number)

    def _ask(self, name: str, **fields: Any) -> Dict[str, Any]:
        return self.game._ask(name, game=self.number, **fields)

    def _more(self, name: str) -> Any:
        return self._ask("decision", brief=True, also=[name])[name]

    def decide(self, choice: Choice, *, seat: Optional[str] = None, events: bool = False) -> "State":
        """The state after an answer. This state stays. `events` lists in the new state what happened."""
        copy = self.fork()
        copy.answer(choice, seat=seat, events=events)
        return copy

    def answer(self, choice: Choice, *, seat: Optional[str] = None, events: bool = False) -> "State":
        """Answers in place, and returns this state. Raises `EngineError` and changes nothing if it isn't legal."""
        self._update(self._ask("decide", choice=choice, **_given(seat), **_also(events)))
        return self

    def decision_of(self, seat: str) -> Optional[Decision]:
        """The decision of a seat; in a simultaneous choice each seat has its own."""
        raw = self._ask("decision", seat=seat).get("decision")
        return None if raw is None else Decision.of(raw)

    def fork(self, *, seed: Optional[Seed] = None, imagine: Optional[str] = None) -> "State":
        """
        A copy with the same dice and draws, or with those of `seed`. `imagine` samples a determinization: a state that
        agrees with everything this seat sees.
        """
        more = {**_given(imagine, "imagine"), **({} if seed is None else {"seed": seed})}
        forked = self._ask("fork", **more)
        try:
            return State(self.game, {**forked, **self.game._ask("decision", game=forked["game"])})
        except Exception:
            self.game._dropped.append(forked["game"])
            raise

    def view(self, seat: Optional[str]) -> Mapping[str, Any]:
        """What a seat sees. None is a spectator."""
        return self._ask("view", seat=seat)["view"]

    def evaluate(self, expression: Union[str, Sequence[str]], *, seat: Optional[str] = None) -> Any:
        """The value of an expression of the rules' notation, or of a list of them; with `seat`, as it may know it."""
        return self._ask("evaluate", expression=expression, **_given(seat))["value"]

    def features(self, *, seat: Optional[str] = None) -> Mapping[str, Any]:
        """`worth`, `promise` and features of every seat, as far as the game declares them."""
        return self._ask("features", **_given(seat))["features"]

    def hash(self) -> str:
        """16 digits that are the same in the same position."""
        return self._more("hash")

    def save(self) -> Mapping[str, Any]:
        """The position as plain data, for `Game.restore`."""
        return self._ask("save")["save"]

    def explain(self, option: str, *, seat: Optional[str] = None) -> Mapping[str, Any]:
        """Why something isn't offered."""
        return self._ask("explain", option=option, **_given(seat))["explanation"]

    def preview(self, choice: Choice, *, seat: Optional[str] = None) -> Mapping[str, Any]:
        """What an answer would do."""
        return self._ask("preview", choice=choice, **_given(seat))["preview"]

    def play(
        self,
        agents: Union[str, Mapping[str, str]] = "random",
        *,
        decisions: Optional[int] = None,
        until: Optional[Union[str, Sequence[str]]] = None,
    ) -> "State":
        """Lets agents decide in place, to the end, for some decisions, or until a seat must decide."""
        more = {**({} if decisions is None else {"decisions": decisions}), **({} if until is None else {"until": until})}
        self._update(self._ask("play", agents=agents, **more))
        return self

    def playouts(self, times: int, agents: Union[str, Mapping[str, str]] = "random", **more: Any) -> Mapping[str, Any]:
        """How copies of this state end: games won by each seat, draws and mean scores."""
        return self._ask("playouts", times=times, agents=agents, **more)

    def legal_actions(self) -> List[int]:
        """The atomic actions that are legal now, and that lead to a legal answer: see `Game.spaces`."""
        if self._legal is None:
            self._legal = self._more("legal")
        return list(self._legal)

    def rewards(self, kind: str = "win") -> Mapping[str, float]:
        """
        The reward of every seat when the game is over, else 0. `win`: 1 for the only winner, a negative share for the others,
        0 for a draw. `score`: the score of the ranking.
        """
        if self.outcome is not None and self._rewards is None:
            self._rewards = self._more("rewards")
        values = self._rewards[kind] if self._rewards is not None else [0.0] * len(self.game.seats)
        return dict(zip(self.game.seats, values))

    def action_mask(self) -> bytes:
        """A byte for every action of the game: 1 if it is legal now."""
        mask = bytearray(len(self.game.spaces().actions))
        for action in self.legal_actions():
            mask[action] = 1
        return bytes(mask)

    def act(self, action: int, *, events: bool = False) -> bool:
        """Takes an atomic action in place. Returns whether it completed an answer; a set is built up pick by pick."""
        answer = self._ask("act", action=action, also=["legal", "rewards", *(["events"] if events else [])])
        self._update(answer)
        return answer["complete"]

    def observation(self, seat: Optional[str] = None, encoding: str = "raw") -> List[int]:
        """What a seat may know, as a vector of fixed length. By default the seat that decides."""
        return self._ask("observe", encoding=encoding, **_given(seat))["observation"]

    def information_state(self, seat: Optional[str] = None, *, recall: bool = False) -> "InformationState":
        """
        What a seat knows. Equal for two states exactly if the seat can't tell them apart. With `recall`, also everything
        it was shown before; start the game with `recall=True` for that.
        """
        answer = self._ask("information", recall=recall, **_given(seat))
        return InformationState(answer["text"], answer["key"])


class InformationState(str):
    """What a seat knows, as a text. `key` is a hash of it: 16 digits."""

    key: str

    def __new__(cls, text: str, key: str) -> "InformationState":
        made = super().__new__(cls, text)
        made.key = key
        return made


def _given(value: Optional[str], name: str = "seat") -> Dict[str, Any]:
    return {} if value is None else {name: value}


def _also(events: bool) -> Dict[str, Any]:
    return {"also": ["events"]} if events else {}
