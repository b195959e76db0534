"""What searches find."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, overload

from proofset import _proofset
from proofset._proof import Proof

if TYPE_CHECKING:
    import pandas

#: What of a result stands in tables, in this order.
COLUMNS = ("verdict", "expanded", "generated", "recomputed", "visits", "seconds", "peak_bytes")


class _Found:
    """What all searches find."""

    def __init__(self, names: dict[str, str], found: dict[str, Any]) -> None:
        #: The game with its parameters.
        self.game: str = names["game"]
        #: The position in the game's notation.
        self.position: str = names["position"]
        #: The algorithm that has searched, with its options.
        self.algorithm: str = names["algorithm"]
        #: Why the search stopped: ``"decided"``, ``"expansions"``, ``"memory"``, ``"time"``, ...
        self.stop: str = found["stop"]
        #: A line of play: best play for both sides, as far as it is known.
        self.line: list[str] = found["line"]
        #: The same as people write it.
        self.line_text: str = found["line_text"]
        #: Nodes expanded.
        self.expanded: int = found["expanded"]
        #: Times the search went down to a node, or positions that it looked at.
        self.visits: int = found["visits"]
        #: Nodes created, or moves made.
        self.generated: int = found["generated"]
        #: Wall-clock time of the search.
        self.seconds: float = found["seconds"]
        #: The most bytes that the search held at a time.
        self.peak_bytes: int = found["peak_bytes"]
        #: What the verdict or value rests on: ``"exact"``, ``"keyed"`` where keys were compared and not states, or
        #: ``"evaluations"`` where unfinished positions count as evaluated: such a value is an estimate.
        self.evidence: str = found["evidence"]
        #: How the table was used, for searches that have one.
        self.table: dict[str, int] | None = found["table"]

    def to_dict(self) -> dict[str, Any]:
        """All that was found, but for the certificate."""
        return {key: value for key, value in vars(self).items() if not key.startswith("_")}


class Result(_Found):
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
        super().__init__(names, found)
        #: The goal.
        self.goal: str = names["goal"]
        #: ``"proven"``, ``"disproven"`` or ``"unknown"``. If it is decided, the side that it favours follows its strategy in ``line``.
        self.verdict: str = found["verdict"]
        #: Of the nodes expanded, the ones that the search knew to have been expanded before.
        self.expanded_again: int = found["expanded_again"]
        #: Of the nodes expanded, the ones in nested searches.
        self.second_level: int = found["second_level"]
        #: Values computed from children.
        self.recomputed: int = found["recomputed"]
        #: Steps at which ``exact`` was not sure of its true numbers; 0 for every other search.
        self.uncertain: int = found["uncertain"]
        #: Bytes of the problem itself, where it was read and is not made of rules.
        self.problem_bytes: int = found["problem_bytes"]
        #: Proof number of the root; ``None`` is infinite.
        self.proof_number: int | None = found["proof_number"]
        #: Disproof number of the root; ``None`` is infinite.
        self.disproof_number: int | None = found["disproof_number"]
        #: Plies of the longest line of the proof, where it is known.
        self.longest: int | None = found["longest"]
        #: What a book has to do with the answer: ``"found"`` in it, ``"added"`` to it, or ``None``.
        self.known: str | None = found["known"]
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
        return {**super().to_dict(), "explanation": self._explanation}

    def __getstate__(self) -> dict[str, Any]:
        # The search that the certificate is made of stays in this process, and the certificate goes along.
        return {**vars(self), "_certificate": self.certificate}

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


class Comparison(Sequence[Result]):
    """The results of several algorithms, in the order in which they were named; and why others were refused."""

    def __init__(self, results: list[Result], refused: dict[str, str]) -> None:
        self._results = results
        #: The algorithms that did not take the question, with the reasons.
        self.refused = refused

    @overload
    def __getitem__(self, index: int) -> Result: ...
    @overload
    def __getitem__(self, index: slice) -> list[Result]: ...
    def __getitem__(self, index: int | slice) -> Result | list[Result]:
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


class Value(_Found):
    """What a position is worth to the player to move, or what is known of it.

    >>> import proofset
    >>> int(proofset.value("connect-four:4x4"))
    0
    """

    def __init__(self, names: dict[str, str], found: dict[str, Any]) -> None:
        super().__init__(names, found)
        #: The value; ``None`` if it is not known.
        self.value: int | None = found["value"]
        #: The value is at least this.
        self.low: int = found["low"]
        #: The value is at most this.
        self.high: int = found["high"]
        #: The scores that were asked for, each with its answer, where one is asked for after the other.
        self.asked: list[tuple[int, bool]] = found["asked"]

    def __int__(self) -> int:
        if self.value is None:
            raise _proofset.Undecided(f"the value is not known: from {self.low} to {self.high}")
        return self.value

    def __repr__(self) -> str:
        value = f"from {self.low} to {self.high}" if self.value is None else str(self.value)
        if self.evidence == "evaluations" and self.value is not None:
            value = f"about {value}"
        return f"<Value: {self.game}: {value} for the player to move>"
