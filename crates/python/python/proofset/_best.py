"""The cheapest proofs of an AND/OR problem, one after the other.

The idea (Huang and Chiang 2005, *Better k-best parsing*): the k-th best proof of a state is found from those of its successors,
and each state keeps a heap of what may come next, so that only what is asked for is made. Unlike a search by proof numbers this
looks at everything below a state before it names the cheapest proof; the graph must have no cycles.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator
from dataclasses import dataclass
from numbers import Real
from typing import Any

from proofset._check import STATUSES
from proofset._limits import count as count_of
from proofset._proofset import Error
from proofset._search import Question


def _status(problem: Any, state: Any) -> str:
    """What a problem says of a state."""
    status = problem.status(state)
    if not isinstance(status, str) or status not in STATUSES:
        words = '"or", "and", "proven", "disproven", or "open" for a question that stays open'
        raise Error(f"status has returned {status!r}; it must return {words}")
    return status


def _successors(problem: Any, state: Any) -> list[tuple[Any, Hashable]]:
    """The moves of a state with what they lead to."""
    told = problem.successors(state)
    expected = "it must return pairs of a move and a state, each a tuple"
    if not isinstance(told, Iterable):
        raise Error(f"successors has returned {told!r}; {expected}")
    edges = list(told)
    for edge in edges:
        if not (isinstance(edge, tuple) and len(edge) == 2):
            raise Error(f"successors has returned {edge!r}; {expected}")
    return edges


def _move_text(problem: Any, state: Any, move: Any) -> str:
    """The text of a move in certificates."""
    method = getattr(problem, "move_text", None)
    text = str(move) if method is None else method(state, move)
    if not isinstance(text, str):
        raise Error(f"move_text has returned {text!r}; it must return a text")
    return text


@dataclass(frozen=True, eq=False, repr=False)
class Solution:
    """A proof of a problem: at each state that needs one successor the one that is taken, with the cost of all edges and of
    all leaves, those that are used twice counted twice. Solutions are equal if all of this is."""

    cost: float
    state: Hashable
    #: Moves with what is below them; empty at leaves.
    parts: tuple[tuple[Any, Solution], ...] = ()

    # A proof may be deeper than calls may be, and have parts in common: so nothing below calls itself.

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solution):
            return NotImplemented
        waiting, seen = [(self, other)], set[tuple[int, int]]()
        while waiting:
            one, two = waiting.pop()
            if one is two or (id(one), id(two)) in seen:
                continue
            seen.add((id(one), id(two)))
            moves, others = ([move for move, _ in solution.parts] for solution in (one, two))
            if (one.cost, one.state, moves) != (two.cost, two.state, others):
                return False
            waiting.extend((part, its) for (_, part), (_, its) in zip(one.parts, two.parts))
        return True

    def __hash__(self) -> int:
        return hash((self.cost, self.state, len(self.parts)))

    def __repr__(self) -> str:
        moves = ", ".join(repr(move) for move, _ in self.parts)
        return f"<Solution: cost {self.cost:g}, state {self.state!r}, moves {moves or 'none'}>"

    def states(self) -> Iterator[Hashable]:
        """The states, from above."""
        waiting = [self]
        while waiting:
            solution = waiting.pop()
            yield solution.state
            waiting.extend(part for _, part in reversed(solution.parts))

    def __reduce__(self) -> tuple[Any, ...]:
        # As a list, in which parts stand before what they are parts of: what is deep cannot be pickled as it is.
        order = _below_first(self, lambda solution: [part for _, part in solution.parts])
        numbers = {id(solution): number for number, solution in enumerate(order)}
        rows = [
            (solution.cost, solution.state, tuple((move, numbers[id(part)]) for move, part in solution.parts))
            for solution in order
        ]
        return _again, (rows,)

    def certificate(self, problem: Any) -> bytes:
        """The certificate of this proof, for :func:`proofset.verify` with the problem."""
        from proofset.cluster._stitch import Certificate, Record, write

        question = Question(problem)
        edges: dict[int, dict[str, Solution]] = {}

        def below(solution: Solution) -> Iterable[Solution]:
            edges[id(solution)] = solution._named(problem)
            return edges[id(solution)].values()

        # A record is written before those that it leads to, and what is used in several places once.
        order = _below_first(self, below)[::-1]
        numbers = {id(solution): number for number, solution in enumerate(order)}
        records = []
        for solution in order:
            named = [(text, numbers[id(part)]) for text, part in edges[id(solution)].items()]
            records.append(Record(named, is_all=_status(problem, solution.state) == "and"))
        return write(Certificate(question.game, question.position, question.goal, "proven", records))

    def _named(self, problem: Any) -> dict[str, Solution]:
        """The parts by the texts of their moves. What is there twice is proven once, which a search says as well."""
        named: dict[str, Solution] = {}
        for move, part in self.parts:
            named.setdefault(_move_text(problem, self.state, move), part)
        for move, after in _successors(problem, self.state) if named else ():
            text = _move_text(problem, self.state, move)
            if text in named and named[text].state != after:
                raise Error(f"in the state {self.state!r} two moves have the text {text!r}; give them different ones")
        return named


def _below_first(top: Solution, below: Callable[[Solution], Iterable[Solution]]) -> list[Solution]:
    """A solution and all below it, each once, and after what is below it."""
    order: list[Solution] = []
    seen: set[int] = set()
    waiting = [(top, False)]
    while waiting:
        solution, is_left = waiting.pop()
        if is_left:
            order.append(solution)
        elif id(solution) not in seen:
            seen.add(id(solution))
            waiting.append((solution, True))
            waiting.extend((part, False) for part in below(solution))
    return order


def _again(rows: list[tuple[float, Hashable, tuple[tuple[Any, int], ...]]]) -> Solution:
    """A solution that comes from another process."""
    made: list[Solution] = []
    for cost, state, parts in rows:
        made.append(Solution(cost, state, tuple((move, made[number]) for move, number in parts)))
    return made[-1]


#: A computation that asks for others, which are computations as well, and goes on with what they return.
Steps = Generator[Any, Any, Any]


class _State:
    """The proofs of a state that are known so far, and those that may be next."""

    __slots__ = ("edges", "found", "heap", "is_and", "seen")

    def __init__(self) -> None:
        self.found: list[Solution] = []
        self.heap: list[tuple[float, tuple[int, ...]]] = []
        self.seen: set[tuple[int, ...]] = set()
        self.edges: list[tuple[Any, Hashable, float]] = []
        self.is_and = False


def _cost(method: str, told: Any) -> float:
    """What a method says that something costs: a number, or the first of two."""
    cost = told[0] if isinstance(told, tuple) and len(told) == 2 else told
    try:
        known = float(cost) if isinstance(cost, Real) else math.nan
    except OverflowError:
        known = math.inf
    if not 0 <= known < math.inf:
        raise Error(f"{method} has returned {told!r}; it must return a number from 0 on, or two")
    return known


class _Best:
    def __init__(self, problem: Any, most: int | None) -> None:
        self._problem = problem
        self._most = most
        self._states: dict[Hashable, _State] = {}
        self._open: set[Hashable] = set()
        edge = getattr(problem, "edge_cost", None)
        self._edge = (lambda state, after: 0) if edge is None else edge
        price = getattr(problem, "price", None)
        self._price = (lambda state: 0) if price is None else price

    def get(self, state: Hashable, place: int) -> Solution | None:
        """The proof with this place, from 0, among those of a state."""
        # The steps below ask for others, which are made first. They lie in a list, for a line may be longer than calls may be deep.
        steps, answer = [self._get(state, place)], None
        while steps:
            try:
                steps.append(steps[-1].send(answer))
                answer = None
            except StopIteration as end:
                steps.pop()
                answer = end.value
        return answer

    def _get(self, state: Hashable, place: int) -> Steps:
        known = self._states.get(state)
        if known is None:
            known = yield self._begin(state)
        while len(known.found) <= place and known.heap:
            yield self._next(state, known)
        return known.found[place] if place < len(known.found) else None

    def _begin(self, state: Hashable) -> Steps:
        if state in self._open:
            raise Error(f"the state {state!r} comes back along a line; the cheapest proofs can be found without cycles only")
        # Those along the line are looked at as well, and a line may have no end.
        if self._most is not None and len(self._states) + len(self._open) >= self._most:
            raise Error(f"there are more than {self._most:,} states; raise most_states, or bound the problem")
        self._open.add(state)
        known = _State()
        status = _status(self._problem, state)
        if status == "proven":
            known.found.append(Solution(_cost("price", self._price(state)), state))
        elif status in ("or", "and"):
            known.is_and = status == "and"
            for move, after in _successors(self._problem, state):
                known.edges.append((move, after, _cost("edge_cost", self._edge(state, after))))
            if known.is_and:
                yield self._push(known, (0,) * len(known.edges))
            else:
                for place in range(len(known.edges)):
                    yield self._push(known, (place, 0))
        self._open.discard(state)
        self._states[state] = known
        return known

    def _push(self, known: _State, choice: tuple[int, ...]) -> Steps:
        if choice in known.seen:
            return
        known.seen.add(choice)
        cost = 0.0
        for (_, after, edge), place in self._chosen(known, choice):
            part = yield self._get(after, place)
            if part is None:
                return
            cost += edge + part.cost
        heapq.heappush(known.heap, (cost, choice))

    @staticmethod
    def _chosen(known: _State, choice: tuple[int, ...]) -> list[tuple[tuple[Any, Hashable, float], int]]:
        """The edges of a choice, each with the place of the proof that is taken below it."""
        if known.is_and:
            return list(zip(known.edges, choice))
        return [(known.edges[choice[0]], choice[1])]

    def _next(self, state: Hashable, known: _State) -> Steps:
        cost, choice = heapq.heappop(known.heap)
        parts = []
        for (move, after, _), place in self._chosen(known, choice):
            part = yield self._get(after, place)
            assert part is not None, "it was there when the choice was weighed"
            parts.append((move, part))
        known.found.append(Solution(cost, state, tuple(parts)))
        if known.is_and:
            for at in range(len(choice)):
                yield self._push(known, (*choice[:at], choice[at] + 1, *choice[at + 1 :]))
        else:
            yield self._push(known, (choice[0], choice[1] + 1))


def best_proofs(problem: Any, count: int = 1, most_states: int | None = 1_000_000) -> list[Solution]:
    """The cheapest proofs of an AND/OR problem, cheapest first: as many as there are, and ``count`` at most.

    A proof costs what its edges cost (``edge_cost``) and its leaves (``price(state)``, if the problem has that; else nothing). Each
    is a :class:`Solution` and has a certificate. The graph must have no cycles, and all of it is looked at.

    >>> import proofset
    >>> class Coins:
    ...     "How to pay an amount; the cost is that of the coins."
    ...     coins = {"penny": 1, "groat": 4, "sixpence": 6}
    ...     def root(self): return 8
    ...     def status(self, state): return "proven" if state == 0 else "or"
    ...     def successors(self, state):
    ...         return [(coin, state - worth) for coin, worth in self.coins.items() if worth <= state]
    ...     def edge_cost(self, state, after): return 1
    >>> [proof.cost for proof in proofset.best_proofs(Coins(), 3)]
    [2.0, 3.0, 3.0]
    """
    if isinstance(problem, type):
        raise Error(f"{problem.__name__} is a class; give an object of it, such as {problem.__name__}()")
    if not all(hasattr(problem, name) for name in ("root", "status", "successors")):
        raise Error(f"{problem!r} is no AND/OR problem; give an object with root, status and successors")
    if count is None:
        raise Error("count None: give a whole number from 0 on")
    most = count_of("count", count) or 0
    best = _Best(problem, count_of("most_states", most_states))
    root = problem.root()
    found: list[Solution] = []
    while len(found) < most and (solution := best.get(root, len(found))) is not None:
        found.append(solution)
    return found
