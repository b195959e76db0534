"""Solves games and AND/OR graphs by proof-number search, with certificates that anyone can check.

>>> import proofset
>>> result = proofset.solve("connect-four:4x4")
>>> result.verdict
'disproven'
>>> print(result)
disproven: the first player cannot force a win
>>> proofset.verify(result.certificate).verdict
'disproven'

``solve`` answers a question, ``Search`` is a search that goes on, ``compare`` has several algorithms answer it, ``value``
says what a position is worth, ``solve_many`` answers a table of questions, and ``verify`` checks certificates with the
rules alone. ``games`` and ``algorithms`` list what there is. :class:`Game` and :class:`Problem` say what rules of your own
need, and ``check`` tries whether they keep the laws.
"""

from proofset import _interpreter  # noqa: F401  isort: skip  (it refuses what the rest would take)

from proofset._best import Solution, best_proofs
from proofset._check import BrokenLaw, check
from proofset._many import solve_many
from proofset._proof import Proof, Verified, verify
from proofset._proofset import DoesNotHold, Error, Undecided, __version__, algorithms, games
from proofset._result import Comparison, Result, Value
from proofset._rules import Game, Outcome, Player, Problem, Status
from proofset._search import Question, Search, compare, solve, value
from proofset._spiel import from_pyspiel

from proofset import cluster  # isort: skip  (it needs the rest)

__all__ = [
    "BrokenLaw",
    "Comparison",
    "DoesNotHold",
    "Error",
    "Game",
    "Outcome",
    "Player",
    "Problem",
    "Proof",
    "Question",
    "Result",
    "Search",
    "Solution",
    "Status",
    "Undecided",
    "Value",
    "Verified",
    "__version__",
    "algorithms",
    "best_proofs",
    "cluster",
    "check",
    "compare",
    "from_pyspiel",
    "games",
    "solve",
    "solve_many",
    "value",
    "verify",
]
