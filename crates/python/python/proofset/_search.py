"""Questions, searches and what they find."""

from __future__ import annotations

import atexit
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from proofset import _proofset
from proofset._proof import Proof

if TYPE_CHECKING:
    import pandas

# A search that was left at work may still call Python.
atexit.register(_proofset.join)

Progress = Callable[[dict[str, Any]], object]

#: What a search may hold, as in the program.
MEMORY = "4GiB"

#: What of a result stands in tables, in this order.
COLUMNS = ("verdict", "expanded", "generated", "recomputed", "visits", "seconds", "peak_bytes")


def _bytes(memory: int | str | None) -> int | None:
    return _proofset.memory(memory) if isinstance(memory, str) else memory


def _position(game: object, position: object | None) -> object | None:
    """The position that is meant: itself, or the content of a file."""
    if isinstance(game, str) and isinstance(position, os.PathLike):
        with open(position, "rb") as file:
            return _proofset.decode(game.split(":")[0], file.read())
    return position


class Question:
    """A game, a position and a goal, with their canonical names.

    >>> import proofset
    >>> question = proofset.Question("connect-four:5x4", "33")
    >>> question.goal
    'first:win'
    >>> "pns" in question.algorithms()
    True
    """

    def __init__(self, game: object, position: object | None = None, goal: str | None = None) -> None:
        self._session = _proofset.Session(game, _position(game, position), goal)
        self._rules = None if isinstance(game, str) else game
        self._state = position
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
        draw = getattr(self._rules, "svg", None)
        if draw is None:
            return self._session.record([], "svg")
        begin = getattr(self._rules, "start", None) or getattr(self._rules, "root")
        picture: str = draw(begin() if self._state is None else self._state)
        return picture

    def _repr_svg_(self) -> str | None:
        return self.svg()

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.position)}</pre><p>{escape(self.game)}, {escape(self.goal)}</p>"


class Result:
    """What a search has found.

    A result that is decided is true if its question is proven, and false if it is disproven. One that is not decided is
    neither, and asking raises ``Undecided``.

    >>> import proofset
    >>> bool(proofset.solve("tic-tac-toe", goal="first:draw"))
    True
    >>> bool(proofset.solve("connect-four", expansions=10))
    Traceback (most recent call last):
    ...
    proofset.Undecided: unknown: the limit on expansions was reached
    """

    def __init__(self, names: dict[str, str], found: dict[str, Any], certificate: Callable[[], bytes] | bytes | None) -> None:
        #: The game with its parameters.
        self.game: str = names["game"]
        #: The position in the game's notation.
        self.position: str = names["position"]
        #: The goal.
        self.goal: str = names["goal"]
        #: The algorithm that has searched, with its options.
        self.algorithm: str = names["algorithm"]
        #: ``"proven"``, ``"disproven"`` or ``"unknown"``.
        self.verdict: str = found["verdict"]
        #: Why the search stopped: ``"decided"``, ``"expansions"``, ``"memory"``, ``"time"``, ...
        self.stop: str = found["stop"]
        #: A line of play in which the side that the verdict favours follows its strategy.
        self.line: list[str] = found["line"]
        #: The same as people write it.
        self.line_text: str = found["line_text"]
        #: Nodes expanded.
        self.expanded: int = found["expanded"]
        #: Of these, the ones that the search knew to have been expanded before.
        self.expanded_again: int = found["expanded_again"]
        #: Of these, the ones in nested searches.
        self.second_level: int = found["second_level"]
        #: Times the search went down to a node.
        self.visits: int = found["visits"]
        #: Nodes created.
        self.generated: int = found["generated"]
        #: Values computed from children.
        self.recomputed: int = found["recomputed"]
        #: Wall-clock time of the search.
        self.seconds: float = found["seconds"]
        #: The most bytes that the search held at a time.
        self.peak_bytes: int = found["peak_bytes"]
        #: Bytes of the problem itself, where it was read and is not made of rules.
        self.problem_bytes: int = found["problem_bytes"]
        #: Proof number of the root; ``None`` is infinite.
        self.proof_number: int | None = found["proof_number"]
        #: Disproof number of the root; ``None`` is infinite.
        self.disproof_number: int | None = found["disproof_number"]
        #: Plies of the longest line of the proof, where it is known.
        self.longest: int | None = found["longest"]
        #: What the verdict rests on: ``"exact"``, or ``"keyed"`` where keys were compared and not states.
        self.evidence: str = found["evidence"]
        #: How the table was used, for searches that have one.
        self.table: dict[str, int] | None = found["table"]
        self._explanation: str = found["explanation"]
        self._has_proof: bool = found["has_proof"] and found["verdict"] != "unknown"
        self._certificate = certificate

    @property
    def is_decided(self) -> bool:
        """Whether the verdict is known."""
        return self.verdict != "unknown"

    @property
    def certificate(self) -> bytes | None:
        """The certificate; ``None`` if nothing is decided, if it was not wanted, or if there was no room or time left to
        put the proof together."""
        if callable(self._certificate):
            self._certificate = self._certificate() if self._has_proof else None
        return self._certificate

    @property
    def proof(self) -> Proof | None:
        """The certificate, to be looked into; ``None`` if there is none."""
        certificate = self.certificate
        return None if certificate is None else Proof(certificate)

    def to_dict(self) -> dict[str, Any]:
        """All that was found, but for the certificate."""
        hidden = {key: value for key, value in vars(self).items() if not key.startswith("_")}
        return {**hidden, "explanation": self._explanation}

    def __bool__(self) -> bool:
        if not self.is_decided:
            raise _proofset.Undecided(self._explanation)
        return self.verdict == "proven"

    def __str__(self) -> str:
        return self._explanation

    def __repr__(self) -> str:
        return f"<Result: {self.game}, {self.goal}: {self._explanation}; {self.expanded:,} expansions>"

    def _repr_html_(self) -> str:
        rows = [("line", self.line_text), ("algorithm", self.algorithm), ("expanded", f"{self.expanded:,}")]
        rows += [("generated", f"{self.generated:,}"), ("seconds", f"{self.seconds:.3f}")]
        rows += [("memory", f"{self.peak_bytes / 2**20:,.1f} MiB")]
        cells = "".join(f"<tr><th>{escape(name)}</th><td>{escape(text)}</td></tr>" for name, text in rows)
        return f"<p>{escape(self._explanation)}</p><table>{cells}</table>"


class Search:
    """A search that goes on: each call of :meth:`advance` takes up where the last one has ended.

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
    ) -> None:
        self._session = _proofset.Session(question, _position(question, position), goal, algorithm, threads)
        self._expanded = 0
        self._seconds = 0.0
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
        """Searches until the question is decided, or for so many seconds or expansions more.

        ``memory`` is the most that the search may hold, in bytes or as in ``"2GiB"``. ``progress`` is called some ten times
        a second with a dictionary: ``expanded``, ``generated``, ``bytes``, ``proof_number``, ``disproof_number``, ``depth``
        and ``seconds``. Counters and seconds of the result are those since the search began.
        """
        most = None if expansions is None else self._expanded + expansions
        found = self._session.advance(most, _bytes(memory), seconds, progress)
        self._expanded = found["expanded"]
        self._seconds += found["seconds"]
        found["seconds"] = self._seconds
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
) -> Result:
    """Answers a question.

    ``question`` is a game by name (see :func:`games`), with its parameters as in ``"connect-four:6x5"``. ``position`` is a
    text in the game's notation, a ``pathlib.Path`` of a file with one, or nothing for the start. ``goal``, ``algorithm`` and
    ``threads`` are what the program takes. The search ends without a verdict after ``time`` seconds or so many
    ``expansions``, or when it holds ``memory``. ``progress`` is called as in :meth:`Search.advance`. With
    ``certificate=False`` none is put together, which saves time and memory where proofs are large.

    ``workers``, a number or ``"ray:N"``, has many searches answer it together: see :func:`proofset.cluster.solve`.

    >>> import proofset
    >>> mate = proofset.solve("chess", "R7/6P1/1p5N/5B1k/8/8/p5K1/8 w - -", "mate-in:2")
    >>> print(mate)
    White mates in 2
    """
    if workers is not None:
        if expansions is not None:
            raise _proofset.Error("workers have no limit on expansions; give time")
        from proofset import cluster

        together = cluster.solve(
            question, position, goal, algorithm, threads, workers=workers, memory=memory, time_limit=time, progress=progress
        )
        if not certificate:
            together._certificate = None
        return together
    search = Search(question, position, goal, algorithm, threads)
    result = search.advance(time, expansions, memory, progress)
    if certificate:
        # Taken now, so that the search, which may be large, can go.
        _ = result.certificate
    else:
        result._certificate = None
    return result


class Comparison(Sequence[Result]):
    """The results of several algorithms, in the order in which they were named; and why others were refused."""

    def __init__(self, results: list[Result], refused: dict[str, str]) -> None:
        self._results = results
        #: The algorithms that did not take the question, with the reasons.
        self.refused = refused

    def __getitem__(self, index: Any) -> Any:
        return self._results[index]

    def __len__(self) -> int:
        return len(self._results)

    def __iter__(self) -> Iterator[Result]:
        return iter(self._results)

    def rows(self) -> list[dict[str, Any]]:
        """A dictionary for each algorithm."""
        return [{"algorithm": result.algorithm, **{name: getattr(result, name) for name in COLUMNS}} for result in self]

    def to_pandas(self) -> pandas.DataFrame:
        """The same as a table."""
        import pandas

        return pandas.DataFrame(self.rows())

    def __repr__(self) -> str:
        return "\n".join(f"{row['algorithm']}: {row['verdict']}, {row['expanded']:,} expansions" for row in self.rows())

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{name}</th>" for name in ("algorithm", *COLUMNS))
        rows = "".join(
            "<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row.values()) + "</tr>" for row in self.rows()
        )
        refused = "".join(f"<p>{escape(why)}</p>" for why in self.refused.values())
        return f"<table><tr>{head}</tr>{rows}</table>{refused}"


def compare(
    question: object,
    position: object | None = None,
    goal: str | None = None,
    algorithms: Iterable[str] = ("pns", "pss:20,20", "dfpn"),
    *,
    memory: int | str | None = MEMORY,
    time: float | None = None,
    expansions: int | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Has several algorithms answer one question, one after the other. Those that do not take it are told with the reason.

    >>> import proofset
    >>> for result in proofset.compare("tic-tac-toe", algorithms=["pns", "dfpn"]):
    ...     print(result.algorithm, result.verdict)
    pns disproven
    dfpn disproven
    """
    Question(question, position, goal)
    results, refused = [], {}
    for algorithm in algorithms:
        try:
            search = Search(question, position, goal, algorithm)
        except _proofset.Error as error:
            refused[algorithm] = str(error)
            continue
        result = search.advance(time, expansions, memory, progress)
        result._certificate = None
        results.append(result)
    return Comparison(results, refused)


class Value:
    """What a position is worth to the player to move, or what is known of it.

    >>> import proofset
    >>> int(proofset.value("connect-four:4x4"))
    0
    """

    def __init__(self, names: dict[str, str], found: dict[str, Any]) -> None:
        #: The game with its parameters.
        self.game: str = names["game"]
        #: The position in the game's notation.
        self.position: str = names["position"]
        #: The algorithm with its options.
        self.algorithm: str = names["algorithm"]
        #: The value; ``None`` if it is not known.
        self.value: int | None = found["value"]
        #: The value is at least this.
        self.low: int = found["low"]
        #: The value is at most this.
        self.high: int = found["high"]
        #: Why the search stopped.
        self.stop: str = found["stop"]
        #: The scores that were asked for, each with its answer, where one is asked for after the other.
        self.asked: list[tuple[int, bool]] = found["asked"]
        #: Best play.
        self.line: list[str] = found["line"]
        #: The same as people write it.
        self.line_text: str = found["line_text"]
        #: Nodes expanded.
        self.expanded: int = found["expanded"]
        #: Positions looked at.
        self.visits: int = found["visits"]
        #: Nodes created, or moves made.
        self.generated: int = found["generated"]
        #: Wall-clock time.
        self.seconds: float = found["seconds"]
        #: The most bytes that were held at a time.
        self.peak_bytes: int = found["peak_bytes"]
        #: What the value rests on.
        self.evidence: str = found["evidence"]
        #: How the table was used, for searches that have one.
        self.table: dict[str, int] | None = found["table"]

    def __int__(self) -> int:
        if self.value is None:
            raise _proofset.Undecided(f"the value is not known: from {self.low} to {self.high}")
        return self.value

    def __repr__(self) -> str:
        value = f"from {self.low} to {self.high}" if self.value is None else str(self.value)
        return f"<Value: {self.game}: {value} for the player to move>"

    def to_dict(self) -> dict[str, Any]:
        """All that was found."""
        return dict(vars(self))


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
) -> Value:
    """Finds what a position is worth to the player to move, in a game with scores.

    A certificate for a value is two: ``solve`` with the goals ``at-least:V`` and ``at-least:V+1`` gives them.

    >>> import proofset
    >>> proofset.value("othello:4x4").value
    -10
    """
    session = _proofset.Session(question, _position(question, position), None, algorithm, threads, True)
    found = session.find_value(expansions, _bytes(memory), time, progress)
    return Value({name: getattr(session, name) for name in ("game", "position", "algorithm")}, found)
