"""
LudoForge for Python: games, bots' opponents, environments and data sets, with the standard library alone. Arrays are
numpy's where numpy is installed.
"""
from .aec import AECEnv, aec_env
from .arrays import HAS_NUMPY
from .batch import FAILED, KEEP, LIMIT, OVER, RESTART, RUNNING, Batch
from .datasets import read_rows, to_arrays, write_rows
from .decision import Choice, Decision, Offer, Option, Outcome
from .environment import Environment
from .errors import EngineEnded, EngineError
from .game import Game, InformationState, State
from .gym import GymEnv, gym_env
from .parquet import ParquetError, read_parquet, write_parquet
from .spaces import Entry, Spaces
from .uniform import UniformPlayer, uniform_answer

__all__ = [
    "AECEnv",
    "Batch",
    "Choice",
    "Decision",
    "EngineEnded",
    "EngineError",
    "Entry",
    "Environment",
    "FAILED",
    "Game",
    "GymEnv",
    "HAS_NUMPY",
    "InformationState",
    "KEEP",
    "LIMIT",
    "OVER",
    "Offer",
    "Option",
    "Outcome",
    "ParquetError",
    "RESTART",
    "RUNNING",
    "Spaces",
    "State",
    "UniformPlayer",
    "aec_env",
    "gym_env",
    "read_parquet",
    "read_rows",
    "to_arrays",
    "uniform_answer",
    "write_parquet",
    "write_rows",
]
