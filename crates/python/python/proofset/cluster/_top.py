"""The top of the graph, as the master keeps it: best-first proof-number search whose leaves are jobs.

The idea: equal positions are one node, whoever has found them, so a position that one worker has solved is solved wherever it
is met. A leaf is locked while a worker has it, and the search goes on as if it were not there. What comes back is a value with
a certificate, or numbers for the leaf's children, which take its place.

Positions must not repeat. The proof is put together from the top and the certificates of solved leaves.
"""

from __future__ import annotations

import zlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Any

from proofset import DoesNotHold, Error, _proofset
from proofset.cluster._stitch import Certificate, Record, WrongPart, is_whole, stitch
from proofset.cluster._work import Done, Numbers

#: Above every number that is finite.
INFINITE = 1 << 62
LARGEST = INFINITE - 1


def _above(number: int) -> int:
    """What the second best number allows the best one to grow to: a little more, so that jobs do not take turns."""
    return min(number + number // 4 + 1, INFINITE)


def _sum(numbers: Iterable[int]) -> int:
    total = 0
    for number in numbers:
        if number == INFINITE:
            return INFINITE
        total += number
    return min(total, LARGEST)


def _comes_whole(certificate: bytes) -> bool:
    """Whether a compressed certificate has come through as it was sent."""
    try:
        return is_whole(zlib.decompress(certificate))
    except zlib.error:
        return False


class Node:
    """A position."""

    __slots__ = ("certificate", "children", "disproof", "is_dead", "is_out", "knower", "most", "moves", "number", "parents", "path", "proof", "solver", "status")

    def __init__(self, number: int, path: tuple[int, ...], status: str) -> None:
        self.number = number
        #: The places of the moves that lead there.
        self.path = path
        #: What the rules say: ``"or"``, ``"and"``, ``"proven"``, ``"disproven"`` or ``"open"``.
        self.status = status
        self.proof, self.disproof = {"proven": (0, INFINITE), "disproven": (INFINITE, 0)}.get(status, (1, 1))
        self.children: list[Node] | None = None
        self.moves: list[str] = []
        self.parents: list[Node] = []
        #: A worker has it.
        self.is_out = False
        #: The worker that has searched here last, whose table knows something of it.
        self.knower: int | None = None
        #: Its value depends on leaves that the problem leaves open.
        self.is_dead = status == "open"
        self.certificate: bytes | None = None
        #: The worker that has solved it, or has said that it is dead; ``None`` if that is from a checkpoint, or nobody has.
        self.solver: int | None = None
        #: The numbers at which another leaf is better.
        self.most = (INFINITE, INFINITE)

    @property
    def numbers(self) -> tuple[int, int]:
        """Proof number and disproof number."""
        return self.proof, self.disproof

    @property
    def value(self) -> str | None:
        """``"proven"``, ``"disproven"``, or nothing."""
        return "proven" if self.proof == 0 else "disproven" if self.disproof == 0 else None


class Untrue(Exception):
    """A node has a certificate that does not hold."""

    def __init__(self, node: Node, error: Error) -> None:
        super().__init__(str(error))
        self.node = node
        self.error = error


class Proof:
    """The proof of the root's value."""

    def __init__(self, whole: Certificate, solved: list[Node]) -> None:
        self.whole = whole
        self._solved = solved

    def untrue(self, error: DoesNotHold) -> Untrue | None:
        """Whose certificate it is that does not hold, by the number of the record; ``None`` if it is none of a worker's."""
        place = bisect_right(self.whole.starts, -1 if error.record is None else error.record) - 1
        return Untrue(self._solved[place], error) if place >= 0 else None


class Top:
    """The nodes that the master knows."""

    def __init__(self, session: _proofset.Session) -> None:
        self._session = session
        status, _ = _proofset.expand(session, 0)
        self.nodes: dict[int, Node] = {0: Node(0, (), status)}
        self.root = self.nodes[0]
        #: The nodes that have been expanded, in this order.
        self.expanded: list[int] = []

    def leaves(self) -> Iterator[Node]:
        """The leaves that nobody has, best first, each with its thresholds: while its numbers are below them, it stays the best, as in
        df-pn with the 1+ε trick."""
        seen: set[int] = set()
        waiting = [(self.root, (INFINITE, INFINITE))]
        while waiting:
            node, most = waiting.pop()
            if node.value is not None or node.is_dead or node.number in seen:
                continue
            seen.add(node.number)
            if node.children is None:
                if not node.is_out:
                    node.most = most
                    yield node
                continue
            side = 0 if node.status == "or" else 1
            children = [child for child in node.children if child.value is None]
            children.sort(key=lambda child: child.numbers[side])
            below = []
            for place, child in enumerate(children):
                beside = children[1 if place == 0 else 0] if len(children) > 1 else None
                least = most[side] if beside is None else min(most[side], _above(beside.numbers[side]))
                left = most[1 - side]
                if left < INFINITE:
                    left = max(1, left - node.numbers[1 - side] + child.numbers[1 - side])
                below.append((child, (least, left) if side == 0 else (left, least)))
            waiting += reversed(below)

    def expand(self, node: Node, known: list[Numbers | None] | None = None, worker: int | None = None) -> None:
        """Gives a leaf its children, with numbers that a worker has found or, where there are none, a share of the leaf's."""
        _, moves = _proofset.expand(self._session, node.number)
        self.expanded.append(node.number)
        node.children = []
        node.moves = [text for text, _, _ in moves]
        proof, disproof, count = node.proof, node.disproof, max(len(moves), 1)
        for place, (_, number, status) in enumerate(moves):
            child = self.nodes.get(number)
            if child is None:
                child = self.nodes[number] = Node(number, (*node.path, place), status)
                if child.value is None:
                    numbers = known[place] if known else None
                    if numbers is not None and None not in numbers:
                        child.knower = worker
                        child.proof, child.disproof = (max(1, number or 0) for number in numbers)
                    elif known:
                        # Nobody has been there: what a new leaf costs.
                        pass
                    elif node.status == "or":
                        child.proof, child.disproof = proof, max(1, disproof // count)
                    else:
                        child.proof, child.disproof = max(1, proof // count), disproof
            child.parents.append(node)
            node.children.append(child)
        self.update(node)

    def update(self, node: Node) -> None:
        """Brings a node and all above it up to date."""
        waiting = [node]
        while waiting:
            node = waiting.pop()
            if node.value is not None and node.children is None:
                waiting += node.parents
                continue
            if node.children is None or node.certificate is not None:
                continue
            before = node.proof, node.disproof
            proofs, disproofs = [child.proof for child in node.children], [child.disproof for child in node.children]
            if node.status == "or":
                node.proof, node.disproof = min(proofs, default=INFINITE), _sum(disproofs)
            else:
                node.proof, node.disproof = _sum(proofs), min(disproofs, default=INFINITE)
            if (node.proof, node.disproof) != before:
                waiting += node.parents

    def solve(self, node: Node, verdict: str, certificate: bytes, worker: int) -> None:
        """A leaf is solved."""
        if node.value is None:
            node.certificate, node.solver = certificate, worker
            node.proof, node.disproof = (0, INFINITE) if verdict == "proven" else (INFINITE, 0)
            for parent in node.parents:
                self.update(parent)

    def forget(self, false: Node) -> None:
        """A node has a certificate that does not hold: nothing is left of what its worker has solved. Of a checkpoint, where nobody knows who
        has, only this node is solved no more."""
        solver = false.solver
        known = [false] if solver is None else [node for node in self.nodes.values() if node.solver == solver]
        for node in known:
            node.certificate, node.solver, node.knower = None, None, None
            node.is_dead = node.status == "open"
            if node.children is None:
                node.proof, node.disproof = 1, 1
        for node in known:
            self.update(node)
            for parent in node.parents:
                self.update(parent)

    def take(self, done: Done) -> None:
        """A job has come back. What no worker can have said is an error; whether a certificate holds is seen when it is read."""
        node = self.nodes.get(done.number)
        if node is None:
            raise Error(f"worker {done.worker} has answered job {done.number}, which there is not")
        node.is_out = False
        if node.value is not None:
            return
        for certificate in filter(None, (done.certificate, *(below for _, below in done.solved.values()))):
            if not _comes_whole(certificate):
                raise Error(f"worker {done.worker} has sent a certificate that is damaged")
        if done.certificate is not None:
            return self.solve(node, done.verdict, done.certificate, done.worker)
        if done.stop == "open-leaves":
            node.is_dead, node.solver = True, done.worker
            return
        if node.children is None:
            count = len(_proofset.expand(self._session, node.number)[1])
            if done.successors and len(done.successors) != count:
                raise Error(f"worker {done.worker} has answered for {len(done.successors)} moves of {count}: has it other rules?")
            self.expand(node, done.successors, done.worker)
        assert node.children is not None
        for place, (verdict, certificate) in done.solved.items():
            if place not in range(len(node.children)):
                raise Error(f"worker {done.worker} has solved a move that there is not: has it other rules?")
            self.solve(node.children[place], verdict, certificate, done.worker)

    def release(self, done: Done) -> None:
        """A job has come back that nobody believes: its node is a leaf as before."""
        node = self.nodes.get(done.number)
        if node is not None:
            node.is_out = False

    def proof(self, game: str, position: str, goal: str) -> Proof:
        """The proof of the root's value."""
        value = self.root.value
        assert value is not None, "the root is solved"
        chooser = "or" if value == "proven" else "and"
        # Parents before children: a proof is read from the front.
        order: list[Node] = []
        seen: set[int] = set()
        chosen: dict[int, int] = {}
        stack: list[tuple[Node, bool]] = [(self.root, False)]
        while stack:
            node, is_left = stack.pop()
            if is_left:
                order.append(node)
                continue
            if node.number in seen:
                continue
            seen.add(node.number)
            stack.append((node, True))
            if node.certificate is None and node.children is not None:
                below = list(range(len(node.children)))
                if node.status == chooser:
                    place = next(place for place in below if node.children[place].value == value)
                    chosen[node.number], below = place, [place]
                stack += [(node.children[place], False) for place in below]
        order.reverse()
        order.sort(key=lambda node: node.certificate is not None)
        numbers = {node.number: place for place, node in enumerate(order)}
        records = []
        for node in order:
            record = Record([])
            if node.certificate is None and node.children is not None:
                places = [chosen[node.number]] if node.number in chosen else list(range(len(node.children)))
                record.edges = [(node.moves[place], numbers[node.children[place].number]) for place in places]
                record.is_all = node.number not in chosen
            records.append(record)
        solved = [node for node in order if node.certificate is not None]
        parts = (([numbers[node.number]], zlib.decompress(node.certificate or b"")) for node in solved)
        try:
            return Proof(stitch(Certificate(game, position, goal, value, records), parts), solved)
        except WrongPart as wrong:
            raise Untrue(solved[wrong.place], wrong) from wrong

    def save(self) -> dict[str, Any]:
        """All of it, as it goes into a checkpoint."""
        return {
            "expanded": self.expanded,
            "numbers": {str(node.number): [node.proof, node.disproof] for node in self.nodes.values()},
            "dead": [node.number for node in self.nodes.values() if node.is_dead],
            "certificates": {
                str(node.number): node.certificate.hex() for node in self.nodes.values() if node.certificate is not None
            },
        }

    def load(self, saved: dict[str, Any]) -> None:
        """Takes up what was saved. Numbers of nodes are given in the order of expansions, so they are the same again."""
        for number in saved["expanded"]:
            self.expand(self.nodes[number])
        certificates = {int(number): bytes.fromhex(text) for number, text in saved["certificates"].items()}
        for text, (proof, disproof) in saved["numbers"].items():
            number, node = int(text), self.nodes[int(text)]
            if node.status in ("proven", "disproven"):
                # The rules say it.
                continue
            node.proof, node.disproof = proof, disproof
            if number in certificates:
                node.certificate = certificates[number]
                is_sound = (proof, disproof) in ((0, INFINITE), (INFINITE, 0)) and _comes_whole(node.certificate)
            else:
                # Numbers of nodes with children follow from those of others.
                is_sound = node.children is not None or (0 < proof <= LARGEST and 0 < disproof <= LARGEST)
            if not is_sound:
                raise ValueError(f"what it says of position {number} cannot be")
        for number in saved["dead"]:
            self.nodes[number].is_dead = True
        for number in reversed(saved["expanded"]):
            self.update(self.nodes[number])
