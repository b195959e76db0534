"""Certificates: read, drawn, and checked with the rules alone."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from proofset import _proofset
from proofset._limits import count, read

if TYPE_CHECKING:
    import networkx


@dataclass(frozen=True)
class Verified:
    """What a certificate has proven.

    ``longest`` is the number of moves of the longest line; ``None`` where lines may go on for ever.
    """

    game: str
    position: str
    goal: str
    verdict: str
    nodes: int
    moves: int
    longest: int | None


def _data(certificate: bytes | bytearray | memoryview | Proof) -> bytes:
    """The bytes of a certificate."""
    if not isinstance(certificate, (bytes, bytearray, memoryview, Proof)):
        raise _proofset.Error(f"a certificate is bytes or a Proof, and this is of the type {type(certificate).__name__}")
    return bytes(certificate)


class Proof:
    """A certificate: a complete strategy for the side that the verdict favours. Two are equal if their bytes are: the short form of a
    certificate and its JSON are not, though they say the same.

    >>> import proofset
    >>> proof = proofset.solve("tic-tac-toe", goal="first:draw").proof
    >>> proof.verdict
    'proven'
    >>> proof.verify().nodes == len(proof)
    True
    """

    def __init__(self, certificate: bytes | bytearray | memoryview | Proof) -> None:
        self._certificate = _data(certificate)
        header = _proofset.header(self._certificate)
        #: The game with its parameters.
        self.game: str = header["game"]
        #: The position in the game's notation.
        self.position: str = header["position"]
        #: The goal.
        self.goal: str = header["goal"]
        #: ``"proven"`` or ``"disproven"``.
        self.verdict: str = header["verdict"]
        self._content: dict[str, Any] | None = None

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Proof:
        """Reads a certificate from a file, in either form. Nothing is checked yet."""
        with open(path, "rb") as file:
            return cls(file.read())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the certificate to a file: in JSON if the name ends so, else in the short form."""
        data = self.json().encode() if os.fspath(path).endswith(".json") else self._certificate
        with open(path, "wb") as file:
            file.write(data)

    def __bytes__(self) -> bytes:
        return self._certificate

    def __len__(self) -> int:
        return len(self.nodes)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Proof) and self._certificate == other._certificate

    def __hash__(self) -> int:
        return hash(self._certificate)

    def __repr__(self) -> str:
        size = f"{len(self._certificate)} bytes"
        return f"<Proof: {self.game}, {self.goal} is {self.verdict}, {size}>"

    def json(self) -> str:
        """The certificate in JSON, as the chapter on certificates describes it."""
        return _proofset.convert(self._certificate)

    @property
    def nodes(self) -> list[dict[str, Any]]:
        """The records: the root first, each with its ``kind`` and, if it has some, its ``moves`` to other records.

        At a ``choice`` one move is chosen, at an ``all`` every move is answered, and a ``leaf`` is decided by the rules.
        """
        if self._content is None:
            self._content = json.loads(self.json())
        nodes: list[dict[str, Any]] = self._content["nodes"]
        return nodes

    def verify(self, game: object | None = None, position: object | None = None) -> Verified:
        """Checks the certificate; see :func:`verify`."""
        return verify(self._certificate, game, position)

    def svg(self, depth: int | None = None, most_nodes: int = 1000) -> str:
        """A picture of the proof, whole or down to so many plies: squares choose one move, circles answer every move, and dots
        are decided by the rules.

        >>> import proofset
        >>> proofset.solve("tic-tac-toe", "X.O/.X./..O").proof.svg(depth=1)[:4]
        '<svg'
        """
        depth, nodes = count("depth", depth), count("most_nodes", most_nodes) or 0
        # No proof has more plies than the last number here.
        return _proofset.svg(self._certificate, None if depth is None else min(depth, 2**32 - 1), nodes)

    def _repr_svg_(self) -> str | None:
        try:
            return self.svg(most_nodes=120)
        except _proofset.Error:
            # Too large to be of use: the top of it.
            for depth in (4, 3, 2, 1):
                try:
                    return self.svg(depth, 120)
                except _proofset.Error:
                    pass
            return None

    def to_networkx(self) -> networkx.MultiDiGraph[int]:
        """The proof as a directed graph: nodes are numbers from 0, the root, with a ``kind``; edges have a ``move``.

        >>> import proofset
        >>> graph = proofset.solve("tic-tac-toe", "X.O/.X./..O").proof.to_networkx()
        >>> graph.nodes[0]["kind"]
        'all'
        """
        import networkx

        graph: networkx.MultiDiGraph[int] = networkx.MultiDiGraph(
            game=self.game, position=self.position, goal=self.goal, verdict=self.verdict
        )
        for number, node in enumerate(self.nodes):
            rest = {key: value for key, value in node.items() if key not in ("kind", "moves")}
            graph.add_node(number, kind=node["kind"], **rest)
        for number, node in enumerate(self.nodes):
            for move, child in node.get("moves", ()):
                graph.add_edge(number, child, move=move)
        return graph


def verify(certificate: bytes | bytearray | memoryview | Proof, game: object | None = None, position: object | None = None) -> Verified:
    """Replays a certificate with the rules alone, without any search.

    Rules of your own are ``game``, and the certificate must be about their start, or else about ``position``, one of their states. A
    certificate of a game by name needs neither; if ``game``, a name, or ``position``, a text or a ``pathlib.Path``, is given, it must
    be the certificate's, as the program reads both.

    ``Error`` says that it is no whole certificate or is about something else, ``DoesNotHold`` that its proof does not hold.

    >>> import proofset
    >>> certificate = proofset.solve("tic-tac-toe").certificate
    >>> proofset.verify(certificate).goal
    'first:win'
    >>> proofset.verify(certificate[:-1])
    Traceback (most recent call last):
    ...
    proofset.Error: ...
    """
    data = _data(certificate)
    if isinstance(position, os.PathLike) and (game is None or isinstance(game, str)):
        position = read(_proofset.header(data)["game"], position)
    return Verified(**_proofset.verify(data, game, position))
