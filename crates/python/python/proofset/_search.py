"""Questions and searches."""

from __future__ import annotations

import atexit
import os
import warnings
from collections.abc import Callable, Iterable
from html import escape
from typing import Any

from proofset import _proofset
from proofset._limits import MEMORY, count, memory as memory_of, read, seconds as seconds_of
from proofset._result import Comparison, Result, Value

# A search that was left at work may still call Python.
atexit.register(_proofset.join)

Progress = Callable[[dict[str, Any]], object]


def _position(game: object, position: object | None) -> object | None:
    """The position that is meant: itself, or the content of a file."""
    if isinstance(game, str) and isinstance(position, os.PathLike):
        return read(game, position)
    return position


def _parts(question: object, position: object | None, goal: str | None) -> tuple[object, object | None, str | None]:
    """Game, position and goal of a question. Those of a :class:`Question` count where nothing else is given."""
    if isinstance(question, Question):
        position = question._given if position is None else position
        goal = question.goal if goal is None else goal
        question = question._game
    return question, _position(question, position), goal


class Question:
    """A game, a position and a goal, with their canonical names. It stands for all three wherever a question is asked; a position or
    goal that is given beside it counts instead of its own.

    >>> import proofset
    >>> question = proofset.Question("connect-four:5x4", "33")
    >>> question.goal
    'first:win'
    >>> "pns" in question.algorithms()
    True
    """

    def __init__(self, game: object, position: object | None = None, goal: str | None = None) -> None:
        self._game, self._given, goal = _parts(game, position, goal)
        self._session = _proofset.Session(self._game, self._given, goal)
        self.game: str = self._session.game
        self.position: str = self._session.position
        self.goal: str = self._session.goal
        #: What answers it if no algorithm is named.
        self.default_algorithm: str = self._session.algorithm

    def algorithms(self) -> list[str]:
        """The names of the algorithms that take the question."""
        return self._session.algorithms()

    def __repr__(self) -> str:
        return f"Question({self.game!r}, {self.position!r}, {self.goal!r})"

    def svg(self) -> str | None:
        """A picture of the position; ``None`` if the game draws none.

        >>> import proofset
        >>> proofset.Question("go", ".XXO./OOOO./...../...../..... b", "capture:b5").svg()[:4]
        '<svg'
        """
        draw = None if isinstance(self._game, str) else getattr(self._game, "svg", None)
        if draw is None:
            return self._session.record([], "svg")
        begin = getattr(self._game, "start", None) or getattr(self._game, "root")
        picture: str = draw(begin() if self._given is None else self._given)
        return picture

    def _repr_svg_(self) -> str | None:
        return self.svg()

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.position)}</pre><p>{escape(self.game)}, {escape(self.goal)}</p>"


class Search:
    """A search that goes on: each call of :meth:`advance` takes up where the last one has ended.

    With ``deterministic=True`` a search whose expansions would differ from run to run is refused: one by several threads, but for
    ``pn2``, ``pss2``, ``dfpn-pn`` and ``pds-pn`` with ``batch=K``. ``known`` is a book as in :func:`solve`.

    >>> import proofset
    >>> search = proofset.Search("connect-four:4x4", algorithm="pns")
    >>> search.advance(expansions=1000).verdict
    'unknown'
    >>> search.result.expanded
    1000
    >>> search.advance().verdict
    'disproven'
    """

    def __init__(
        self,
        question: object,
        position: object | None = None,
        goal: str | None = None,
        algorithm: str | None = None,
        threads: int | None = None,
        *,
        deterministic: bool = False,
        known: str | os.PathLike[str] | None = None,
    ) -> None:
        how = (algorithm, count("threads", threads, 1), deterministic)
        self._session = _proofset.Session(*_parts(question, position, goal), how, known=known)
        #: What was found last; ``None`` at the beginning.
        self.result: Result | None = None

    @property
    def game(self) -> str:
        """The game with its parameters."""
        return self._session.game

    @property
    def position(self) -> str:
        """The position in the game's notation."""
        return self._session.position

    @property
    def goal(self) -> str:
        """The goal."""
        return self._session.goal

    @property
    def algorithm(self) -> str:
        """The algorithm with its options."""
        return self._session.algorithm

    def advance(
        self,
        seconds: float | None = None,
        expansions: int | None = None,
        memory: int | str | None = MEMORY,
        progress: Progress | None = None,
    ) -> Result:
        """Searches until the question is decided, or for so many seconds or expansions more. Of several threads of Python that call
        it, one has its turn after the other. A method of the rules that calls it gets an ``Error``, for it would wait for itself.

        ``memory`` is the most that the search may hold, in bytes or as in ``"2GiB"``. ``progress`` is called some ten times
        a second with a dictionary: ``expanded``, ``generated``, ``bytes``, ``proof_number``, ``disproof_number``, ``depth``,
        ``seconds``, and ``table``: the entries of the table and for how many there is room, for searches that have one. Counters and seconds of the result are those since the search began.
        """
        found = self._session.advance(count("expansions", expansions), memory_of(memory), seconds_of(seconds), progress)
        for text in found["warnings"]:
            warnings.warn(text, stacklevel=2)
        names = {name: getattr(self, name) for name in ("game", "position", "goal", "algorithm")}
        self.result = Result(names, found, self._session.certificate)
        return self.result

    def __repr__(self) -> str:
        state = "not begun" if self.result is None else str(self.result)
        return f"<Search: {self.game}, {self.goal}, {self.algorithm}: {state}>"


def solve(
    question: object,
    position: object | None = None,
    goal: str | None = None,
    algorithm: str | None = None,
    threads: int | None = None,
    *,
    memory: int | str | None = MEMORY,
    time: float | None = None,
    expansions: int | None = None,
    progress: Progress | None = None,
    certificate: bool = True,
    workers: int | str | None = None,
    deterministic: bool = False,
    known: str | os.PathLike[str] | None = None,
) -> Result:
    """Answers a question.

    ``question`` is a game by name (see :func:`games`), with its parameters as in ``"connect-four:6x5"``; or rules of your own; or a
    :class:`Question`. ``position`` is a text in the game's notation, a ``pathlib.Path`` of a file with one, or nothing for the start.
    ``goal``, ``algorithm`` and ``threads`` are what the program takes. The search ends without a verdict after ``time`` seconds or so many
    ``expansions``, or when it holds ``memory``. ``progress`` is called as in :meth:`Search.advance`. With
    ``certificate=False`` none is put together, which saves time and memory where proofs are large. ``deterministic`` is that of
    :class:`Search`.

    ``known`` is the file of a book, which is made if there is none: the search stops at every position that the certificates in it
    prove, as far as the game and the algorithm can use them, and its own is added, so that a family of positions is solved once. The
    program keeps the same books (``solve --known``). Nothing in one is believed: what is used was checked with the rules first.
    ``Result.known`` says what became of the answer.

    ``workers``, a number or ``"ray:N"``, has many searches answer it together: see :func:`proofset.cluster.solve`.

    >>> import proofset
    >>> mate = proofset.solve("chess", "R7/6P1/1p5N/5B1k/8/8/p5K1/8 w - -", "mate-in:2")
    >>> print(mate)
    White mates in 2
    """
    if workers is not None:
        if expansions is not None:
            raise _proofset.Error("workers have no limit on expansions; give time")
        if deterministic:
            raise _proofset.Error("what workers expand differs from run to run; leave out workers or deterministic")
        if known is not None:
            raise _proofset.Error("workers use no book; leave out workers or known")
        from proofset import cluster

        together = cluster.solve(
            question, position, goal, algorithm, threads, workers=workers, memory=memory, time_limit=time, progress=progress
        )
        if not certificate:
            together._certificate = None
        return together
    search = Search(question, position, goal, algorithm, threads, deterministic=deterministic, known=known)
    result = search.advance(time, expansions, memory, progress)
    if certificate:
        # Taken now, so that the search, which may be large, can go.
        _ = result.certificate
    else:
        result._certificate = None
    return result


def compare(
    question: object,
    position: object | None = None,
    goal: str | None = None,
    algorithms: str | Iterable[str] = ("pns", "pss:20,20", "dfpn"),
    *,
    memory: int | str | None = MEMORY,
    time: float | None = None,
    expansions: int | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Has several algorithms answer one question, one after the other. Those that do not take it are told with the reason. One text
    is one algorithm.

    >>> import proofset
    >>> for result in proofset.compare("tic-tac-toe", algorithms=["pns", "dfpn"]):
    ...     print(result.algorithm, result.verdict)
    pns disproven
    dfpn disproven
    """
    asked = Question(question, position, goal)
    results, refused = [], {}
    for algorithm in [algorithms] if isinstance(algorithms, str) else algorithms:
        try:
            search = Search(asked, algorithm=algorithm)
        except _proofset.Error as error:
            refused[algorithm] = str(error)
            continue
        result = search.advance(time, expansions, memory, progress)
        result._certificate = None
        results.append(result)
    return Comparison(results, refused)


def value(
    question: object,
    position: object | None = None,
    algorithm: str | None = None,
    threads: int | None = None,
    *,
    memory: int | str | None = MEMORY,
    time: float | None = None,
    expansions: int | None = None,
    progress: Progress | None = None,
    deterministic: bool = False,
) -> Value:
    """Finds what a position is worth to the player to move, in a game with scores. Of a :class:`Question` the goal does not count.

    A certificate for a value is two: ``solve`` with the goals ``at-least:V`` and ``at-least:V+1`` gives them.

    >>> import proofset
    >>> proofset.value("othello:4x4").value
    -10
    """
    how = (algorithm, count("threads", threads, 1), deterministic)
    game, position, _ = _parts(question, position, None)
    session = _proofset.Session(game, position, None, how, value=True)
    found = session.advance(count("expansions", expansions), memory_of(memory), seconds_of(time), progress)
    return Value({name: getattr(session, name) for name in ("game", "position", "algorithm")}, found)
